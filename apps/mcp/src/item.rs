//! An item in words.

use std::fmt::Write;

use tutti_exchange::Prose;
use tutti_item::{Body, Item, Label, RichText, Tolerance};

pub(crate) fn kind(item: &Item) -> &'static str {
    match item.body {
        Body::MultipleChoice { .. } => "multiple_choice",
        Body::MultipleResponse { .. } => "multiple_response",
        Body::TrueFalse { .. } => "true_false",
        Body::Numeric { .. } => "numeric",
        Body::ShortAnswer { .. } => "short_answer",
        Body::Cloze { .. } => "cloze",
        Body::Flashcard { .. } => "flashcard",
    }
}

fn words(text: &RichText) -> String {
    Prose::read(text).words()
}

/// The question on one line.
pub(crate) fn stem(item: &Item) -> String {
    words(&item.stem).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The whole item as Markdown.
pub(crate) fn markdown(item: &Item) -> String {
    let mut text = format!("# {}\n\n{}\n", item.id, words(&item.stem));
    let keys: Vec<&str> = match &item.body {
        Body::MultipleChoice { key, .. } => vec![key.as_str()],
        Body::MultipleResponse { keys, .. } => keys.iter().map(Label::as_str).collect(),
        _ => Vec::new(),
    };
    if !item.options().is_empty() {
        text.push('\n');
    }
    for option in item.options() {
        let mark = if keys.contains(&option.label.as_str()) { " (right)" } else { "" };
        let _ = writeln!(text, "- {}. {}{mark}", option.label, words(&option.text));
        if let Some(rationale) = &option.rationale {
            let _ = writeln!(text, "  {}", words(rationale));
        }
    }
    if let Some(answer) = answer(&item.body) {
        let _ = writeln!(text, "\nAnswer: {answer}");
    }
    if !item.solution.is_empty() {
        text.push_str("\n## Solution\n\n");
    }
    for (i, step) in item.solution.steps.iter().enumerate() {
        let _ = writeln!(text, "{}. {}", i + 1, words(&step.text));
    }
    if let Some(insight) = &item.solution.insight {
        let _ = writeln!(text, "\nKey idea: {}", words(insight));
    }
    for span in &item.evidence {
        let _ = writeln!(text, "\nSource: {}: “{}”", span.document, span.quote);
    }
    if !item.tags.is_empty() {
        let tags: Vec<&str> = item.tags.iter().map(String::as_str).collect();
        let _ = writeln!(text, "\nTags: {}", tags.join(", "));
    }
    text
}

/// The answer of a kind without options.
fn answer(body: &Body) -> Option<String> {
    Some(match body {
        Body::MultipleChoice { .. } | Body::MultipleResponse { .. } => return None,
        Body::TrueFalse { answer } => if *answer { "true" } else { "false" }.to_owned(),
        Body::Numeric { value, tolerance, unit } => {
            let by = match tolerance {
                Tolerance::Exact => String::new(),
                Tolerance::Absolute(by) => format!(" ± {by}"),
                Tolerance::Relative(share) => format!(" ± {share} of it"),
            };
            let unit = unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
            format!("{value}{by}{unit}")
        }
        Body::ShortAnswer { accepts, .. } => accepts.join(" / "),
        Body::Cloze { gaps } => {
            let gaps = gaps.iter().map(|gap| format!("{}: {}", gap.name, gap.accepts.join(" / ")));
            gaps.collect::<Vec<_>>().join("; ")
        }
        Body::Flashcard { back } => words(back),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_in_words() {
        let mut item = Item::multiple_choice("What is $2+2$?", ["3", "4"], 1);
        item.tags.insert("sums".to_owned());
        let item = item.identified();
        let expected = format!("# {}\n\nWhat is $2+2$?\n\n- A. 3\n- B. 4 (right)\n\nTags: sums\n", item.id);
        assert_eq!(markdown(&item), expected);
    }
}
