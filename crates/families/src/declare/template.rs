//! Texts with holes in square brackets.

/// A text, cut at its holes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template(pub(super) Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Hole(Hole),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Hole {
    /// `[m]`; `[^thing]` begins with a capital, `[m#]` has no unit.
    Name { name: String, capital: bool, bare: bool },
    /// `[m + w]`, `[m*u: N s]`, `[x: # cm]` in a unit that is not printed, `[(c)]` in brackets if it is negative.
    Value { of: Template, unit: Option<Template>, bare: bool, bracketed: bool },
    /// `[sum a x^{2}; b x; c]`: terms of zero and factors of one are not printed.
    Sum(Vec<(Template, Template)>),
    /// `[less? less | plus]`: by a flag, or by a number from 0.
    Choice(String, Vec<Template>),
}

impl Template {
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['[', ']']) {
            literal.push_str(&rest[..at]);
            let length =
                closing(&rest[at..]).ok_or_else(|| format!("`[` and `]` do not match in `{text}`"))?;
            let inner = &rest[at + 1..at + length];
            if literal.ends_with("\\sqrt") {
                literal.push_str(&rest[at..=at + length]);
            } else {
                if !literal.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut literal)));
                }
                parts.push(Part::Hole(Hole::read(inner)?));
            }
            rest = &rest[at + length + 1..];
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            parts.push(Part::Text(literal));
        }
        Ok(Self(parts))
    }

    /// The words between the holes as one word: `takes-only-the-to-carry-the-momentum`.
    pub(super) fn slug(&self) -> String {
        let literal = self.0.iter().map(|part| match part {
            Part::Text(text) => text.as_str(),
            Part::Hole(_) => " ",
        });
        let text = literal.collect::<String>().to_lowercase();
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join("-")
    }
}

impl Hole {
    fn read(inner: &str) -> Result<Self, String> {
        let read = |text: &str| Template::read(text.trim());
        if inner.trim().is_empty() {
            return Err("a hole is empty".to_owned());
        }
        if let Some(terms) = inner.strip_prefix("sum ") {
            let term = |term: &str| {
                let parts = split(term.trim(), ' ', 2);
                Ok((read(&parts[0])?, read(parts.get(1).map_or("", String::as_str))?))
            };
            return split(terms, ';', usize::MAX)
                .iter()
                .map(|text| term(text))
                .collect::<Result<_, String>>()
                .map(Self::Sum);
        }
        if let [name, alternatives] = split(inner, '?', 2).as_slice()
            && is_name(name)
        {
            let one = |text: &String| {
                let text = text.strip_prefix(' ').unwrap_or(text);
                Template::read(text.strip_suffix(' ').unwrap_or(text))
            };
            let all = split(alternatives, '|', usize::MAX).iter().map(one).collect::<Result<_, String>>()?;
            return Ok(Self::Choice(name.clone(), all));
        }
        let (capital, word) = inner.strip_prefix('^').map_or((false, inner), |word| (true, word));
        let (bare, word) = word.strip_suffix('#').map_or((false, word), |word| (true, word));
        if is_name(word) {
            return Ok(Self::Name { name: word.to_owned(), capital, bare });
        }
        let parts = split(inner, ':', 2);
        let unit = parts.get(1).map(|unit| unit.trim());
        let bare = unit.is_some_and(|unit| unit.starts_with('#'));
        let unit = unit.map(|unit| read(unit.trim_start_matches('#'))).transpose()?;
        let of = parts[0].trim();
        let bracketed = of.starts_with('(') && closing(of) == Some(of.len() - 1);
        Ok(Self::Value { of: read(of)?, unit, bare, bracketed })
    }
}

pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Where the bracket that opens the text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' if text.starts_with(c) => depth += 1,
            ']' if text.starts_with('[') => depth = depth.checked_sub(1)?,
            ')' if text.starts_with('(') => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then_some(at);
        }
    }
    None
}

/// Parts between separators that stand in no bracket, at most so many.
pub(super) fn split(text: &str, by: char, most: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_i32;
    for c in text.chars() {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            _ => {}
        }
        if c == by && depth == 0 && parts.len() < most {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts
}
