//! Renders an item as text.

use std::fmt::Write;

use tutti_item::{Body, Item, Prose, RichText};

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
    let keys = item.body.keys();
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
    match body {
        Body::Flashcard { back } => Some(words(back)),
        _ => body.plain_answer(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_in_words() {
        let mut item = Item::multiple_choice("What is $2+2$?", ["3", "4"], 1);
        item.tags.insert("sums".to_owned());
        let item = item.with_content_id();
        let expected = format!("# {}\n\nWhat is $2+2$?\n\n- A. 3\n- B. 4 (right)\n\nTags: sums\n", item.id);
        assert_eq!(markdown(&item), expected);
    }
}
