//! Resolves which options are right: by label, by text, or by number.

use tutti_item::{Choice, Label};

/// The labels that `text` names. None if something in it is not an option.
pub(super) fn labels(text: &str, options: &[Choice]) -> Option<Vec<Label>> {
    if let Some(label) = one(text, options) {
        return Some(vec![label]);
    }
    if text.starts_with('[')
        && let Ok(names) = serde_json::from_str::<Vec<String>>(text)
    {
        return names.iter().map(|name| one(name, options)).collect();
    }
    for separator in [';', '|', '\n', ',', '&', '+', '/'] {
        if text.contains(separator) {
            let parts = text.split(separator).map(str::trim).filter(|part| !part.is_empty());
            if let Some(labels) = parts.map(|part| one(part, options)).collect::<Option<Vec<_>>>() {
                return Some(labels);
            }
        }
    }
    // `BD`, `B D`, `B and D`, `B og D`
    let squeezed = text.replace(" and ", " ").replace(" og ", " ");
    let letters = squeezed.chars().filter(|c| !c.is_whitespace());
    let labels: Option<Vec<Label>> =
        letters.map(|c| if c.is_ascii_uppercase() { one(&c.to_string(), options) } else { None }).collect();
    labels.filter(|labels| !labels.is_empty())
}

/// A label as it is; a text; a label in other clothes (`b`, `(B)`, `option b`); a number from 1.
fn one(text: &str, options: &[Choice]) -> Option<Label> {
    let find =
        |is: &dyn Fn(&Choice) -> bool| options.iter().find(|option| is(option)).map(|o| o.label.clone());
    let text = text.trim();
    let bare = text.trim_matches(['(', ')', '.', ':', ' ']);
    let last = bare.rsplit(' ').next().unwrap_or(bare);
    let named = bare.to_lowercase().starts_with("option ") || bare.to_lowercase().starts_with("answer ");
    let bare = if named { last } else { bare };
    find(&|option| option.label.as_str() == text)
        .or_else(|| find(&|option| option.text.as_str().trim() == text))
        .or_else(|| find(&|option| option.label.as_str().eq_ignore_ascii_case(bare)))
        .or_else(|| find(&|option| option.text.as_str().trim().to_lowercase() == text.to_lowercase()))
        .or_else(|| {
            let place = bare.parse::<usize>().ok()?.checked_sub(1)?;
            options.get(place).map(|option| option.label.clone())
        })
}

/// Yes or no, in the words of people and of spreadsheets.
pub(super) fn truth(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "right" | "correct" | "1" | "sant" | "ja" | "riktig" | "x" => Some(true),
        "false" | "f" | "no" | "n" | "wrong" | "incorrect" | "0" | "usant" | "nei" | "galt" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let texts = ["10", "3", "blue, green", "A dog"];
        let options: Vec<_> = texts
            .iter()
            .enumerate()
            .map(|(i, text)| Choice { label: Label::at(i), text: (*text).into(), rationale: None })
            .collect();
        let found = labels(text, &options).map(|found| found.iter().map(Label::as_str).collect::<String>());
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn by_label_text_or_number() {
        check("B", Some("B"));
        check("b", Some("B"));
        check("(c)", Some("C"));
        check("Option D", Some("D"));
        check("3", Some("B"));
        check("2", Some("B"));
        check("blue, green", Some("C"));
        check("A dog", Some("D"));
        check("a DOG", Some("D"));
        check("B; D", Some("BD"));
        check("AC", Some("AC"));
        check("A and C", Some("AC"));
        check("1,4", Some("AD"));
        check("[\"A\", \"D\"]", Some("AD"));
        check("E", None);
        check("bad", None);
        check("9", None);
    }
}
