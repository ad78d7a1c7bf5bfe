//! Presentation MathML, converted to the LaTeX it shows.

use super::{ReadError, Reading};
use crate::answer::Answer;

/// Elements in elements beyond this are refused.
const DEEPEST: usize = 200;

/// Reads presentation MathML as written by [`Answer::to_mathml`] and by editors that mark products.
pub fn read_mathml(input: &str) -> Result<Answer, ReadError> {
    if input.len() > 16 * super::LONGEST {
        return Err(ReadError::new(0..input.len(), "a shorter text", input));
    }
    let mut source = Source { input, at: 0 };
    let latex = source.row(None, 0)?.concat();
    let shown = |error: ReadError| ReadError {
        span: 0..input.len(),
        expected: error.expected,
        found: format!("{} in `{}`", error.found, latex.chars().take(80).collect::<String>()),
    };
    Reading::default().read(&format!("${latex}$")).map_err(shown)
}

struct Source<'a> {
    input: &'a str,
    at: usize,
}

impl Source<'_> {
    fn wrong(&self, expected: &str) -> ReadError {
        let rest = self.input.get(self.at..).unwrap_or_default();
        ReadError::new(self.at..self.input.len(), expected, rest)
    }

    /// The children up to the closing tag, each as LaTeX.
    fn row(&mut self, name: Option<&str>, depth: usize) -> Result<Vec<String>, ReadError> {
        if depth > DEEPEST {
            return Err(self.wrong("fewer levels"));
        }
        let mut children = Vec::new();
        loop {
            let rest = &self.input[self.at..];
            let Some(open) = rest.find('<') else {
                return if name.is_none() { Ok(children) } else { Err(self.wrong("a closing tag")) };
            };
            if name.is_some_and(is_token) {
                children.push(rest[..open].trim().to_owned());
            }
            self.at += open;
            let rest = &self.input[self.at..];
            let Some(close) = rest.find('>') else { return Err(self.wrong("`>`")) };
            let tag = &rest[1..close];
            self.at += close + 1;
            if let Some(ended) = tag.strip_prefix('/') {
                return if Some(ended.trim()) == name {
                    Ok(children)
                } else {
                    Err(self.wrong("the matching tag"))
                };
            }
            let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let element = tag.split_whitespace().next().unwrap_or_default();
            let inner = if empty { Vec::new() } else { self.row(Some(element), depth + 1)? };
            children.push(self.element(element, tag.contains("linethickness=\"0\""), &inner)?);
        }
    }

    fn element(&self, name: &str, bare: bool, inner: &[String]) -> Result<String, ReadError> {
        Ok(match (name, inner) {
            ("mspace", _) => "\\,".to_owned(),
            ("mfrac", [above, below]) if bare => format!("\\binom{{{above}}}{{{below}}}"),
            ("mfrac", [above, below]) => format!("\\frac{{{above}}}{{{below}}}"),
            ("mroot", [inside, index]) => format!("\\sqrt[{index}]{{{inside}}}"),
            ("msqrt", inside) => format!("\\sqrt{{{}}}", inside.concat()),
            ("msup", [base, power]) if base.starts_with("\\text") => format!("{base}^{{{power}}}"),
            ("msup", [base, power]) => format!("{{{base}}}^{{{power}}}"),
            ("msub", [base, mark]) => format!("{}_{{{}}}", base.trim(), mark.trim().trim_start_matches('\\')),
            ("mtext", [text]) => format!("\\text{{{text}}}"),
            ("mi", [text]) if text.chars().count() > 1 => format!("\\{text} "),
            ("mi" | "mn", [text]) => text.clone(),
            ("mo", [text]) => operator(text),
            ("math" | "mrow" | "mstyle" | "semantics", parts) => parts.concat(),
            _ => return Err(self.wrong("an element of presentation MathML that this reader knows")),
        })
    }
}

fn is_token(name: &str) -> bool {
    matches!(name, "mi" | "mn" | "mo" | "mtext")
}

fn operator(text: &str) -> String {
    match text {
        "\u{2062}" | "&InvisibleTimes;" => "\\cdot ".to_owned(),
        "\u{2061}" | "&ApplyFunction;" | "" => String::new(),
        "&lt;" => "<".to_owned(),
        "&gt;" => ">".to_owned(),
        "{" => "\\{".to_owned(),
        "}" => "\\}".to_owned(),
        "⌊" => "\\lfloor ".to_owned(),
        "⌋" => "\\rfloor ".to_owned(),
        "⌈" => "\\lceil ".to_owned(),
        "⌉" => "\\rceil ".to_owned(),
        other => format!(" {other} "),
    }
}
