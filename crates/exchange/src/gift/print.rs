//! The GIFT printer.

use std::fmt::Write as _;

use crate::moodle::question::{Answer, Question, Task, Text, written_gap};

/// The whole file; `title` names the category the questions go to.
pub(super) fn file(title: &str, questions: &[Question]) -> String {
    let mut out = String::new();
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ").replace('/', "//");
    if !title.is_empty() {
        let _ = writeln!(out, "$CATEGORY: $course$/top/{title}\n");
    }
    for question in questions {
        out.push_str(&print(question));
        out.push('\n');
    }
    out
}

fn print(question: &Question) -> String {
    let mut comment = format!("// [id:{}]", question.id);
    for tag in &question.tags {
        let _ = write!(comment, " [tag:{}]", encode_tag(tag));
    }
    let stem = escape(&question.text.source);
    let feedback = match &question.task {
        Task::Essay { model } => model,
        _ => &question.feedback,
    };
    let feedback = if feedback.is_empty() { String::new() } else { format!("####{}", text(feedback)) };
    let whole = match &question.task {
        Task::Gaps(gaps) => {
            let accepts = gaps.first().map(Vec::as_slice).unwrap_or_default();
            let answers: Vec<String> = accepts.iter().map(|answer| plain(answer)).collect();
            let (before, after) = stem.split_once(&written_gap(1)).unwrap_or((&stem, ""));
            // What starts with two slashes after the answers is a comment to gift-pegjs.
            let after = after.strip_prefix("//").map_or(after.to_owned(), |rest| format!("/&\\#47;{rest}"));
            format!("{before}{{{}{feedback}}}{after}", answers.join(" "))
        }
        task => format!("{stem}{{{}}}", answers(task, &feedback)),
    };
    format!("{comment}\n::{}::[html]{whole}\n", escape(&question.name))
}

/// What stands between the braces.
fn answers(task: &Task, feedback: &str) -> String {
    let lines = |mut lines: Vec<String>| {
        lines.extend((!feedback.is_empty()).then(|| feedback.to_owned()));
        format!("\n\t{}\n", lines.join("\n\t"))
    };
    match task {
        Task::Choice { single, answers } => lines(answers.iter().map(|a| option(*single, a)).collect()),
        Task::Short { answers, .. } => lines(answers.iter().map(|a| plain(&a.text.source)).collect()),
        Task::TrueFalse { answer, .. } => format!("{}{feedback}", if *answer { "TRUE" } else { "FALSE" }),
        Task::Numerical { answers, .. } => {
            let number = answers.first().map(|answer| match answer.tolerance.as_str() {
                "0" => answer.value.clone(),
                by => format!("{}:{by}", answer.value),
            });
            format!("#{}{feedback}", number.unwrap_or_default())
        }
        Task::Essay { .. } | Task::Gaps(_) | Task::Foreign(_) => feedback.to_owned(),
    }
}

fn option(single: bool, answer: &Answer) -> String {
    let mark = match answer.percent {
        percent if !single => format!("~%{percent}%"),
        percent if percent > 0.0 => "=".to_owned(),
        _ => "~".to_owned(),
    };
    let feedback =
        if answer.feedback.is_empty() { String::new() } else { format!("#{}", text(&answer.feedback)) };
    format!("{mark}{}{feedback}", text(&answer.text))
}

/// A text inside the braces, which has the format of the question unless it could be taken to start with a format
/// or a share of the marks.
fn text(text: &Text) -> String {
    let mark = if text.source.starts_with(['[', '%']) { "[html]" } else { "" };
    format!("{mark}{}", escape(&text.source))
}

/// An answer that is compared as it is.
fn plain(answer: &str) -> String {
    let mark = match answer.chars().next() {
        Some('[') => "=[plain]",
        Some('%') => "=%100%",
        _ => "=",
    };
    format!("{mark}{}", escape(answer))
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\\' | '~' | '=' | '#' | '{' | '}' | ':' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}

/// The prefix of a tag with characters that no comment can hold; these are percent-encoded.
pub(super) const CODED: &str = "tutti:coded:";

fn encode_tag(tag: &str) -> String {
    let awkward = |c: char| c.is_control() || "[]<>`\\".contains(c);
    if !tag.contains(awkward) && !tag.starts_with(CODED) {
        return tag.to_owned();
    }
    let mut out = CODED.to_owned();
    for c in tag.chars() {
        if awkward(c) || c == '%' {
            let mut bytes = [0; 4];
            for b in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(out, "%{b:02X}");
            }
        } else {
            out.push(c);
        }
    }
    out
}
