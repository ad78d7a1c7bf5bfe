//! The GIFT parser.
//!
//! A blank line ends a question. The content of its braces decides its kind, as in Moodle.

use super::print::CODED;
use super::signs::{Sign, find, find_last, signs, starts_with, string, text, trim};
use crate::ReadError;
use crate::markup::escape;
use crate::moodle::names::{is_ours, topic};
use crate::moodle::question::{Answer, Markup, Number, Question, Task, Text, gap_mark};

pub(super) fn questions(file: &str) -> Result<Vec<Question>, ReadError> {
    let file = file.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<(usize, &str)> = (1..).zip(file.lines()).collect();
    let (mut questions, mut topic_now) = (Vec::new(), None);
    for block in lines.split(|(_, line)| line.trim().is_empty()) {
        let mut comments = Vec::new();
        let mut content = Vec::new();
        for (number, line) in block {
            if let Some(comment) = line.trim_start().strip_prefix("//") {
                comments.push(comment);
            } else if let Some(category) = line.trim_start().strip_prefix("$CATEGORY:")
                && content.is_empty()
            {
                topic_now = topic(category.trim());
            } else {
                content.push((*number, *line));
            }
        }
        let signs = signs(content.into_iter());
        let signs = trim(&signs);
        if let Some(first) = signs.first() {
            let mut question = Block::new(signs, first.line)?.question()?;
            for comment in comments {
                label(&mut question, comment);
            }
            if !is_ours(&question.id) {
                question.tags.extend(topic_now.clone());
            }
            questions.push(question);
        }
    }
    Ok(questions)
}

/// The id and the tags that a comment gives.
fn label(question: &mut Question, comment: &str) {
    let mut rest = comment;
    while let Some(at) = rest.find('[') {
        rest = &rest[at + 1..];
        let is_id = rest.starts_with("id:");
        let Some(value) = rest.strip_prefix("id:").or_else(|| rest.strip_prefix("tag:")) else { continue };
        let mut before = ' ';
        let end = value.find(|c| std::mem::replace(&mut before, c) != '\\' && c == ']');
        let Some(end) = end else { return };
        let given = value[..end].trim().replace("\\]", "]");
        if is_id {
            question.id = given;
        } else {
            question.tags.push(decode_tag(&given));
        }
        rest = &value[end..];
    }
}

fn decode_tag(tag: &str) -> String {
    let Some(coded) = tag.strip_prefix(CODED) else { return tag.to_owned() };
    let mut bytes = Vec::new();
    for (i, part) in coded.split('%').enumerate() {
        let code = part.get(..2).filter(|_| i > 0).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.extend(code);
        bytes.extend(part.as_bytes().get(if code.is_some() { 2 } else { 0 }..).unwrap_or_default());
    }
    String::from_utf8(bytes).unwrap_or_else(|_| tag.to_owned())
}

/// The signs of one question.
struct Block<'a> {
    name: String,
    place: String,
    /// Before the braces, between them, and after them; no braces, no answers.
    before: &'a [Sign],
    answers: Option<&'a [Sign]>,
    after: &'a [Sign],
}

impl<'a> Block<'a> {
    fn new(signs: &'a [Sign], line: usize) -> Result<Self, ReadError> {
        let (name, rest) = if starts_with(signs, "::") {
            let end = find(&signs[2..], "::").ok_or_else(|| {
                ReadError::new(format!("line {line}"), "the title that `::` opens is not closed")
                    .hint("end the title with `::`, or write `\\:\\:` if it is not a title")
            })?;
            (string(trim(&signs[2..end + 2])), &signs[end + 4..])
        } else {
            (String::new(), signs)
        };
        let place = if name.is_empty() { format!("line {line}") } else { format!("line {line} ({name})") };
        let brace = |sign: &Sign, what: &str, hint: &str| {
            Err(ReadError::new(format!("line {}", sign.line), what).hint(hint))
        };
        let open = rest.iter().position(|sign| sign.is('{'));
        let close = rest.iter().position(|sign| sign.is('}'));
        let (open, close) = match (open, close) {
            (None, None) => return Ok(Self { name, place, before: rest, answers: None, after: &[] }),
            (Some(open), Some(close)) if open < close => (open, close),
            (Some(open), None) => {
                let hint = "a blank line ends a question: close the brace before it, or write `\\{` for a literal brace";
                return brace(&rest[open], "the brace is not closed", hint);
            }
            (_, Some(close)) => {
                return brace(&rest[close], "the brace was never opened", "write `\\}` for a literal brace");
            }
        };
        if let Some(sign) = rest[open + 1..].iter().find(|sign| sign.is('{')) {
            let hint = "put a blank line between two questions, and write `\\{` for a literal brace";
            return brace(sign, "a second brace opens in the same question", hint);
        }
        if let Some(sign) = rest[close + 1..].iter().find(|sign| sign.is('}')) {
            return brace(sign, "the brace was never opened", "write `\\}` for a literal brace");
        }
        let (before, answers, after) = (&rest[..open], &rest[open + 1..close], &rest[close + 1..]);
        Ok(Self { name, place, before, answers: Some(trim(answers)), after })
    }

    fn question(&self) -> Result<Question, ReadError> {
        let stem = text(self.before, Markup::Auto);
        let markup = stem.markup;
        let (mut answers, mut feedback) = (self.answers.unwrap_or_default(), Text::default());
        if let Some(at) = find_last(answers, "####") {
            feedback = text(&answers[at + 4..], markup);
            answers = trim(&answers[..at]);
        }
        let task = match answers {
            _ if self.answers.is_none() => Task::Foreign("a description asks nothing".into()),
            [] => Task::Essay { model: Text::default() },
            [first, rest @ ..] if first.is('#') => self.numerical(rest, markup)?,
            answers if find(answers, "~").is_some() => self.choice(answers, markup)?,
            answers if find(answers, "=").is_some() && find(answers, "->").is_some() => {
                Task::Foreign("Tutti does not support matching questions".into())
            }
            answers => match true_false(answers, markup) {
                Some(task) => task,
                None => self.short(answers, markup)?,
            },
        };
        let (text, task) = self.whole_text(stem, task);
        Ok(Question {
            place: self.place.clone(),
            name: self.name.clone(),
            id: String::new(),
            tags: Vec::new(),
            text,
            feedback,
            hints: Vec::new(),
            task,
        })
    }

    /// The text with what comes after the answers. A short answer in the middle of a text is a gap.
    fn whole_text(&self, stem: Text, task: Task) -> (Text, Task) {
        if trim(self.after).is_empty() {
            return (stem, task);
        }
        let html = |source: &str| escape(source).replace('\n', "<br/>");
        let (markup, before, after) = match stem.markup {
            Markup::Plain => (Markup::Html, html(&string(self.before_text())), html(&string(self.after))),
            markup => (markup, string(self.before_text()), string(self.after)),
        };
        let (mark, task) = match task {
            Task::Short { answers, case_sensitive: false } => {
                let most = answers.iter().map(|answer| answer.percent).fold(0.0, f64::max);
                let right = answers.into_iter().filter(|a| a.percent > 0.0 && a.percent >= most);
                (gap_mark(markup, 1), Task::Gaps(vec![right.map(|answer| answer.text.source).collect()]))
            }
            task => ("_____".to_owned(), task),
        };
        (Text { markup, source: format!("{before}{mark}{after}"), files: Vec::new() }, task)
    }

    /// What stands before the answers, without a format but with the space before them.
    fn before_text(&self) -> &[Sign] {
        let start = self.before.iter().take_while(|sign| sign.c.is_whitespace()).count();
        let before = &self.before[start..];
        let marks = ["[html]", "[moodle]", "[plain]", "[markdown]"];
        let mark = marks.iter().find(|mark| starts_with(before, mark)).map_or(0, |mark| mark.len());
        &before[mark..]
    }

    fn choice(&self, answers: &[Sign], markup: Markup) -> Result<Task, ReadError> {
        let single = find(answers, "=").is_some();
        let mut options = Vec::new();
        let mut starts: Vec<usize> =
            (0..answers.len()).filter(|at| answers[*at].is('~') || answers[*at].is('=')).collect();
        if starts.first() != Some(&0) {
            return Err(self
                .error("the first option has no `=` or `~`")
                .hint("mark each option with one of them"));
        }
        starts.push(answers.len());
        for bounds in starts.windows(2) {
            let [start, end] = bounds else { continue };
            let (given, rest) = self.weight(&answers[start + 1..*end])?;
            let percent = given.unwrap_or(if answers[*start].is('=') { 100.0 } else { 0.0 });
            options.push(answer(percent, rest, markup));
        }
        Ok(Task::Choice { single, answers: options })
    }

    fn short(&self, answers: &[Sign], markup: Markup) -> Result<Task, ReadError> {
        let mut accepted = Vec::new();
        for part in parts(answers) {
            let (given, rest) = self.weight(part)?;
            accepted.push(answer(given.unwrap_or(100.0), rest, markup));
        }
        Ok(Task::Short { answers: accepted, case_sensitive: false })
    }

    fn numerical(&self, answers: &[Sign], markup: Markup) -> Result<Task, ReadError> {
        let (answers, otherwise) = answers.split_at(find(answers, "~").unwrap_or(answers.len()));
        let (_, otherwise) = otherwise.split_at(find(otherwise, "#").map_or(otherwise.len(), |at| at + 1));
        let mut numbers = Vec::new();
        for part in parts(answers) {
            let (given, rest) = self.weight(part)?;
            let Answer { percent, text, feedback } = answer(given.unwrap_or(100.0), rest, markup);
            let (value, tolerance) = match text.source.split_once("..") {
                Some((low, high)) => self.middle(low, high)?,
                None => {
                    let (value, by) = text.source.split_once(':').unwrap_or((&text.source, "0"));
                    (value.trim().to_owned(), by.trim().to_owned())
                }
            };
            numbers.push(Number { percent, value, tolerance, feedback });
        }
        Ok(Task::Numerical { answers: numbers, unit: None, otherwise: text(otherwise, markup) })
    }

    /// The middle of an interval and how far its ends are.
    fn middle(&self, low: &str, high: &str) -> Result<(String, String), ReadError> {
        let number = |text: &str| {
            tutti_item::parse_number(text).ok_or_else(|| {
                self.error(format!("`{}` is not a number", text.trim()))
                    .hint("an interval is written `{#1.5..2.5}`")
            })
        };
        let (low, high) = (number(low)?, number(high)?);
        Ok((round_text(low.midpoint(high)), round_text((high - low).abs() / 2.0)))
    }

    /// The share of the marks before an answer, if there is one.
    fn weight<'s>(&self, signs: &'s [Sign]) -> Result<(Option<f64>, &'s [Sign]), ReadError> {
        let signs = trim(signs);
        let Some((_, inside)) = signs.split_first().filter(|(first, _)| first.is('%')) else {
            return Ok((None, signs));
        };
        let Some(end) = inside.iter().take(12).position(|sign| sign.is('%') || sign.c.is_whitespace()) else {
            return Ok((None, signs));
        };
        if !inside[end].is('%') {
            return Ok((None, signs));
        }
        match string(&inside[..end]).parse::<f64>() {
            Ok(percent) if (-100.0..=100.0).contains(&percent) => Ok((Some(percent), &inside[end + 1..])),
            _ => Err(self
                .error(format!("`%{}%` is not a share of the marks", string(&inside[..end])))
                .hint("write a number from -100 to 100, such as `%50%`")),
        }
    }

    fn error(&self, what: impl Into<String>) -> ReadError {
        ReadError::new(self.place.clone(), what)
    }
}

/// An answer and the feedback after its `#`.
fn answer(percent: f64, signs: &[Sign], markup: Markup) -> Answer {
    let (answer, feedback) = signs.split_at(find(signs, "#").unwrap_or(signs.len()));
    Answer {
        percent,
        text: text(answer, markup),
        feedback: text(feedback.get(1..).unwrap_or_default(), markup),
    }
}

/// Cut at each `=`; what stands before the first is an answer too if it is not empty.
fn parts(answers: &[Sign]) -> impl Iterator<Item = &[Sign]> {
    answers.split(|sign| sign.is('=')).map(trim).filter(|part| !part.is_empty())
}

fn true_false(answers: &[Sign], markup: Markup) -> Option<Task> {
    let mut parts = answers.splitn(3, |sign| sign.is('#'));
    let answer = match string(trim(parts.next()?)).as_str() {
        "T" | "TRUE" => true,
        "F" | "FALSE" => false,
        _ => return None,
    };
    let mut notes: Vec<Text> = parts.map(|part| text(part, markup)).collect();
    notes.reverse();
    Some(Task::TrueFalse { answer, notes })
}

/// Without the noise that halving brings into the last digits.
fn round_text(value: f64) -> String {
    format!("{value:.11e}").parse::<f64>().unwrap_or(value).to_string()
}
