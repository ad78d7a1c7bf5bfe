//! Writes a Moodle XML file.

use std::fmt::Write as _;

use tutti_item::ImageData;

use super::cloze;
use super::question::{Answer, Question, Task, Text};
use crate::markup::escape;

/// The whole document; `title` names the category the questions go to.
pub(super) fn quiz(title: &str, questions: &[Question]) -> String {
    let mut out = Xml { out: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n".to_owned() };
    let title = title.trim().replace('/', "//");
    if !title.is_empty() {
        out.line(&format!(
            "<question type=\"category\"><category><text>{}</text></category></question>",
            content(&format!("$course$/top/{title}"))
        ));
    }
    for question in questions {
        out.question(question);
    }
    out.out + "</quiz>\n"
}

struct Xml {
    out: String,
}

impl Xml {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn element(&mut self, name: &str, value: &str) {
        self.line(&format!("  <{name}>{}</{name}>", content(value)));
    }

    fn text(&mut self, name: &str, text: &Text) {
        self.line(&format!("  <{name} format=\"html\">{}</{name}>", inner(text)));
    }

    fn question(&mut self, question: &Question) {
        let kind = match &question.task {
            Task::Choice { .. } => "multichoice",
            Task::TrueFalse { .. } => "truefalse",
            Task::Numerical { .. } => "numerical",
            Task::Short { .. } => "shortanswer",
            Task::Gaps(_) => "cloze",
            Task::Essay { .. } => "essay",
            Task::Foreign(_) => return,
        };
        self.line(&format!("<question type=\"{kind}\">"));
        self.line(&format!("  <name><text>{}</text></name>", content(&question.name)));
        match &question.task {
            Task::Gaps(gaps) => {
                let source = cloze::write(&question.text.source, gaps);
                self.text("questiontext", &Text { source, ..question.text.clone() });
            }
            _ => self.text("questiontext", &question.text),
        }
        let feedback = match &question.task {
            // Who answers a card sees its back.
            Task::Essay { model } if question.feedback.is_empty() => model,
            _ => &question.feedback,
        };
        self.text("generalfeedback", feedback);
        self.element("defaultgrade", "1");
        self.element("penalty", if kind == "truefalse" { "1" } else { "0.3333333" });
        self.element("hidden", "0");
        self.element("idnumber", &question.id);
        self.task(&question.task);
        for hint in &question.hints {
            self.text("hint", hint);
        }
        if !question.tags.is_empty() {
            self.line("  <tags>");
            for tag in &question.tags {
                self.line(&format!("    <tag><text>{}</text></tag>", content(tag)));
            }
            self.line("  </tags>");
        }
        self.line("</question>");
    }

    fn task(&mut self, task: &Task) {
        match task {
            Task::Choice { single, answers } => {
                self.element("single", if *single { "true" } else { "false" });
                self.element("shuffleanswers", "true");
                self.element("answernumbering", "ABCD");
                for answer in answers {
                    self.answer(
                        answer.percent,
                        " format=\"html\"",
                        &inner(&answer.text),
                        &answer.feedback,
                        "",
                    );
                }
            }
            Task::TrueFalse { answer, .. } => {
                for (name, value) in [("true", true), ("false", false)] {
                    let percent = if value == *answer { 100.0 } else { 0.0 };
                    let text = format!("<text>{name}</text>");
                    self.answer(percent, " format=\"moodle_auto_format\"", &text, &Text::default(), "");
                }
            }
            Task::Numerical { answers, unit, .. } => {
                for answer in answers {
                    let text = format!("<text>{}</text>", content(&answer.value));
                    let tolerance = format!("<tolerance>{}</tolerance>", content(&answer.tolerance));
                    self.answer(answer.percent, "", &text, &answer.feedback, &tolerance);
                }
                if let Some(unit) = unit {
                    self.line("  <units>");
                    self.line(&format!(
                        "    <unit><multiplier>1</multiplier><unit_name>{}</unit_name></unit>",
                        content(unit)
                    ));
                    self.line("  </units>");
                }
                self.element("unitgradingtype", "0");
                self.element("unitpenalty", "0.1");
                // With a unit it may be written after the number; without one there is no place for it.
                self.element("showunits", if unit.is_some() { "0" } else { "3" });
                self.element("unitsleft", "0");
            }
            Task::Short { answers, case_sensitive } => {
                self.element("usecase", if *case_sensitive { "1" } else { "0" });
                for Answer { percent, text, feedback } in answers {
                    let text = format!("<text>{}</text>", content(&text.source));
                    self.answer(*percent, " format=\"plain_text\"", &text, feedback, "");
                }
            }
            Task::Essay { model } => {
                self.element("responseformat", "editor");
                self.element("responserequired", "1");
                self.element("responsefieldlines", "10");
                self.element("attachments", "0");
                self.element("attachmentsrequired", "0");
                self.text("graderinfo", model);
            }
            Task::Gaps(_) | Task::Foreign(_) => {}
        }
    }

    fn answer(&mut self, percent: f64, format: &str, text: &str, feedback: &Text, more: &str) {
        self.line(&format!("  <answer fraction=\"{percent}\"{format}>"));
        self.line(&format!("    {text}{more}"));
        if !feedback.is_empty() {
            self.line(&format!("    <feedback format=\"html\">{}</feedback>", inner(feedback)));
        }
        self.line("  </answer>");
    }
}

/// A text and its files.
fn inner(text: &Text) -> String {
    let mut out = format!("<text>{}</text>", content(&text.source));
    for (name, bytes) in &text.files {
        if let ImageData::Base64(data) = ImageData::inline(bytes) {
            let name = escape(name);
            let _ = write!(out, "<file name=\"{name}\" path=\"/\" encoding=\"base64\">{data}</file>");
        }
    }
    out
}

/// Text as XML: as it is if it can be, else as CDATA, which is how Moodle writes HTML.
fn content(text: &str) -> String {
    let text: String = text.chars().filter(|c| is_xml(*c)).collect();
    if text.contains(['<', '>', '&']) {
        format!("<![CDATA[{}]]>", text.replace("]]>", "]]]]><![CDATA[>"))
    } else {
        text
    }
}

/// Whether XML has a place for it.
fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
