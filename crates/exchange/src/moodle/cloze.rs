//! Gaps inside a text: `{1:SHORTANSWER:=air~=oxygen}`.
//!
//! A gap accepts the answers that earn the most. Our gaps have no place for the wrong options of a choice or the
//! tolerance of a number, so these are not read.

use std::fmt::Write as _;

use super::import::Refusal;
use super::question::{Markup, Text, gap_mark, written_gap};
use crate::ReadError;
use crate::markup::{Element, escape, parse_html};

/// Of gaps in one text: each is compared with every other.
const MOST: usize = 200;

/// The text with the gap marks as Moodle reads them. Signs that mean something inside a gap go as entities, which
/// Moodle decodes last.
pub(super) fn write(html: &str, gaps: &[Vec<String>]) -> String {
    let mut out = without_openings(html);
    for (number, accepts) in (1..).zip(gaps) {
        let answers: Vec<String> = accepts.iter().map(|answer| format!("={}", entities(answer))).collect();
        out = out.replace(&written_gap(number), &format!("{{1:SHORTANSWER:{}}}", answers.join("~")));
    }
    out
}

fn entities(answer: &str) -> String {
    let mut out = String::new();
    for c in answer.chars() {
        match c {
            '~' | '#' | '}' | '{' | '\\' | '"' | '/' => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c => out.push_str(&escape(&c.to_string())),
        }
    }
    out
}

/// A brace of the text that would open a gap, as an entity.
fn without_openings(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let opens = after.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(':');
        out.push_str(if opens { "&#123;" } else { "{" });
        rest = after;
    }
    out + rest
}

/// The text with marks for its gaps, and what each accepts.
pub(super) fn read(text: &Text, place: &str) -> Result<(Text, Vec<Vec<String>>), Refusal> {
    let source = match text.markup {
        Markup::Plain => escape(&text.source).replace('\n', "<br/>"),
        _ => text.source.clone(),
    };
    let markup = if text.markup == Markup::Plain { Markup::Html } else { text.markup };
    let (mut out, mut gaps) = (String::with_capacity(source.len()), Vec::new());
    let mut rest = source.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((kind, answers)) = opening(after) else {
            out.push('{');
            rest = after;
            continue;
        };
        let Some(end) = closing(answers) else {
            let error = ReadError::new(place, format!("the gap `{{{}` is not closed", start(after)));
            return Err(Refusal::Broken(error.hint("close it with `}`")));
        };
        gaps.push(accepted_answers(kind, &answers[..end], place)?);
        out.push_str(&gap_mark(markup, gaps.len()));
        rest = &answers[end + 1..];
    }
    out.push_str(rest);
    if gaps.len() > MOST {
        return Err(Refusal::Skipped(format!("it has {} gaps; the limit is {MOST}", gaps.len())));
    }
    if gaps.is_empty() {
        let error = ReadError::new(place, "a gap text without a gap");
        return Err(Refusal::Broken(error.hint("a gap is written `{1:SHORTANSWER:=answer}`")));
    }
    Ok((Text { markup, source: out, files: text.files.clone() }, gaps))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Words,
    Number,
    Choice,
    Several,
}

/// What comes after `{`, if that opens a gap: its kind, and the text from the answers on.
fn opening(after: &str) -> Option<(Kind, &str)> {
    let (kind, answers) =
        after.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(':')?.split_once(':')?;
    let kind = match kind {
        "SHORTANSWER" | "SHORTANSWER_C" | "SA" | "SAC" | "MW" | "MWC" => Kind::Words,
        "NUMERICAL" | "NM" => Kind::Number,
        _ if kind.starts_with("MULTICHOICE")
            || matches!(kind, "MC" | "MCV" | "MCH" | "MCS" | "MCVS" | "MCHS") =>
        {
            Kind::Choice
        }
        _ if kind.starts_with("MULTIRESPONSE") || matches!(kind, "MR" | "MRH" | "MRS" | "MRHS") => {
            Kind::Several
        }
        _ => return None,
    };
    Some((kind, answers))
}

/// Where the brace that closes the gap is.
fn closing(answers: &str) -> Option<usize> {
    let mut escaped = false;
    answers.bytes().position(|b| {
        let found = b == b'}' && !escaped;
        escaped = b == b'\\' && !escaped;
        found
    })
}

fn accepted_answers(kind: Kind, answers: &str, place: &str) -> Result<Vec<String>, Refusal> {
    if kind == Kind::Several {
        return Err(Refusal::Skipped("one of its gaps asks for several options".into()));
    }
    let mut found: Vec<(f64, String)> = Vec::new();
    for answer in parts(answers, b'~') {
        let (percent, answer) = weight(answer.trim(), place)?;
        let answer = parts(answer, b'#').next().unwrap_or_default();
        let mut answer = plain(answer);
        if kind == Kind::Number {
            answer = answer.split(':').next().unwrap_or_default().to_owned();
        }
        if percent > 0.0 && !answer.trim().is_empty() {
            found.push((percent, answer.trim().to_owned()));
        }
    }
    let most = found.iter().map(|(percent, _)| *percent).fold(0.0, f64::max);
    found.retain(|(percent, _)| *percent >= most);
    if found.is_empty() {
        let error = ReadError::new(place, format!("no answer is right in the gap `{}`", start(answers)));
        return Err(Refusal::Broken(error.hint("mark the right answer with `=`")));
    }
    Ok(found.into_iter().map(|(_, answer)| answer).collect())
}

/// Cut at each `mark` that is neither escaped nor part of an entity.
fn parts(text: &str, mark: u8) -> impl Iterator<Item = &str> {
    let mut from = Some(0);
    std::iter::from_fn(move || {
        let start = from?;
        let mut before = 0;
        let end = text.bytes().enumerate().skip(start).find_map(|(at, b)| {
            let cuts = b == mark && before != b'\\' && !(mark == b'#' && before == b'&');
            before = if b == b'\\' && before == b'\\' { 0 } else { b };
            cuts.then_some(at)
        });
        from = end.map(|end| end + 1);
        Some(&text[start..end.unwrap_or(text.len())])
    })
}

/// The share of the marks: `=` is all, `%50%` a half, nothing is none.
fn weight<'a>(answer: &'a str, place: &str) -> Result<(f64, &'a str), Refusal> {
    if let Some(rest) = answer.strip_prefix('=') {
        return Ok((100.0, rest));
    }
    let Some((percent, rest)) = answer.strip_prefix('%').and_then(|rest| rest.split_once('%')) else {
        return Ok((0.0, answer));
    };
    match percent.trim().parse::<f64>() {
        Ok(percent) if percent.is_finite() => Ok((percent, rest)),
        _ => {
            let error = ReadError::new(place, format!("`%{percent}%` is not a share of the marks"));
            Err(Refusal::Broken(error.hint("write a number, such as `%50%`")))
        }
    }
}

/// The words of an answer: without markup, entities and the backslashes that kept signs from meaning something.
fn plain(answer: &str) -> String {
    let mut out = String::new();
    let mut chars = answer.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && "}#~/\"".contains(*next) => {}
            _ => out.push(c),
        }
    }
    Element { name: String::new(), attributes: Vec::new(), children: parse_html(&out) }.text()
}

fn start(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &[&[&str]]) {
        let read = read(&Text::html(source), "line 1");
        let found = read.map(|(_, gaps)| gaps).map_err(|refusal| match refusal {
            Refusal::Skipped(why) => why,
            Refusal::Broken(error) => error.to_string(),
        });
        assert_eq!(
            found,
            Ok(expected.iter().map(|gap| gap.iter().map(|a| (*a).to_owned()).collect()).collect())
        );
    }

    #[test]
    fn what_gaps_accept() {
        check("a {1:SHORTANSWER:=air~=oxygen~%50%gas#nearly~*#no} b", &[&["air", "oxygen"]]);
        check("{:SA:%100%x &lt; y} {2:MW:=a\\}b\\#c&#126;d}", &[&["x < y"], &["a}b#c~d"]]);
        check("{1:NUMERICAL:=3.5:0.1#ok} \\(\\frac{1}{2}\\) {1:MCV:no~=yes~maybe}", &[&["3.5"], &["yes"]]);
    }

    #[test]
    fn what_is_written_is_read() {
        let accepts = vec![vec!["a~b}c#d\\e\"/{&<>=%5%".to_owned(), "2".to_owned()]];
        let html = format!("<p>x {{1:SA:=no}} {}</p>", written_gap(1));
        let written = write(&html, &accepts);
        let Ok((_, gaps)) = read(&Text::html(written.clone()), "") else { panic!("{written}") };
        assert_eq!(gaps, accepts, "{written}");
    }
}
