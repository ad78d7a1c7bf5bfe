//! The answer to a question, as in the teacher's key.

use std::fmt::Write as _;

use tutti_item::{Body, Label, Prose, RichText, Solution, Tolerance};

use crate::compose::{SIZE, with_label};
use crate::lines::{Line, hang};
use crate::page::Strip;
use crate::paper::unit_text;
use crate::text::Setter;
use crate::words::Words;

/// Between the parts of an answer.
const BETWEEN: f32 = 5.0;
/// What explains is a little smaller than what answers.
const SMALL: f32 = 0.9 * SIZE;
/// How far texts stand to the right of labels and numbers.
const INDENT: f32 = 20.0;

pub(crate) fn answer(setter: &mut Setter<'_>, words: &Words, width: f32) -> Vec<Strip> {
    let item = setter.item;
    let mut strips = match &item.body {
        Body::Flashcard { back } => {
            // Front and back side by side, as on the two sides of a card.
            let column = (width - 18.0) / 2.0;
            let (front, back) = (setter.text(&item.stem, column), setter.text(back, column));
            vec![Strip::beside(0.0, vec![(0.0, front), (column + 18.0, back)])]
        }
        Body::Cloze { gaps } => {
            let mut strips = of(setter.text(&item.stem, width), 0.0);
            let others = gaps.iter().filter(|gap| gap.accepts.len() > 1).map(|gap| {
                let first = gap.accepts.first().map_or("", String::as_str);
                format!("{first}: {} {}", words.also, gap.accepts.get(1..).unwrap_or_default().join(", "))
            });
            let others: Vec<String> = others.collect();
            setter.size = SMALL;
            for line in others {
                strips.extend(of(setter.plain(&line, false, width), BETWEEN));
            }
            strips
        }
        Body::MultipleChoice { .. } | Body::MultipleResponse { .. } => {
            let mut strips = Vec::new();
            for option in item.options().iter().filter(|option| is_key(&item.body, &option.label)) {
                let lines = setter.text(&option.text, width - INDENT);
                let before = if strips.is_empty() { 0.0 } else { 3.0 };
                strips.extend(of(with_label(setter, option.label.as_str(), lines, INDENT), before));
            }
            strips
        }
        body => of(setter.text(&key_text(body, words), width), 0.0),
    };
    setter.size = SMALL;
    solution(setter, &item.solution, words, width, &mut strips);
    let explained =
        item.options().iter().filter_map(|option| Some((&option.label, option.rationale.as_ref()?)));
    for (i, (label, rationale)) in explained.enumerate() {
        let lines = setter.text(rationale, width - INDENT);
        let before = if i == 0 { 2.0 * BETWEEN } else { BETWEEN };
        strips.extend(of(with_label(setter, label.as_str(), lines, INDENT), before));
    }
    setter.size = SIZE;
    strips
}

fn is_key(body: &Body, label: &Label) -> bool {
    match body {
        Body::MultipleChoice { key, .. } => key == label,
        Body::MultipleResponse { keys, .. } => keys.contains(label),
        _ => false,
    }
}

/// The answer in bold, for the kinds that have no options.
fn key_text(body: &Body, words: &Words) -> RichText {
    let bold = |text: &str| format!("**{}**", Prose::plain(text).print());
    let plain = |text: &str| Prose::plain(text).print().as_str().to_owned();
    let text = match body {
        Body::TrueFalse { answer } => bold(if *answer { words.truth } else { words.falsehood }),
        Body::Numeric { value, tolerance, unit } => {
            let unit = unit.as_deref().map(|unit| format!(" {}", unit_text(unit))).unwrap_or_default();
            let within = match tolerance {
                Tolerance::Exact => String::new(),
                Tolerance::Absolute(by) => format!(" ({} ± {})", words.within, plain(by)),
                Tolerance::Relative(by) => match tutti_item::parse_number(by) {
                    Some(share) => format!(" ({} ± {} %)", words.within, round_text(share * 100.0)),
                    None => format!(" ({} ± {})", words.within, plain(by)),
                },
            };
            format!("{}{unit}{within}", bold(value))
        }
        Body::ShortAnswer { accepts, case_sensitive } => {
            let mut text = bold(accepts.first().map_or("", String::as_str));
            if let Some(others) = accepts.get(1..).filter(|others| !others.is_empty()) {
                let _ = write!(text, " ({} {})", words.also, plain(&others.join(", ")));
            }
            if *case_sensitive {
                let _ = write!(text, " ({})", words.exact_case);
            }
            text
        }
        Body::MultipleChoice { .. }
        | Body::MultipleResponse { .. }
        | Body::Cloze { .. }
        | Body::Flashcard { .. } => String::new(),
    };
    RichText::new(text)
}

fn round_text(value: f64) -> String {
    ((value * 1e6).round() / 1e6).to_string()
}

fn solution(
    setter: &mut Setter<'_>,
    solution: &Solution,
    words: &Words,
    width: f32,
    strips: &mut Vec<Strip>,
) {
    if solution.is_empty() {
        return;
    }
    for (i, step) in solution.steps.iter().enumerate() {
        if i == 0 {
            strips.extend(of(setter.plain(words.solution, true, width), BETWEEN + 1.0));
        }
        let lines = if solution.steps.len() == 1 {
            setter.text(&step.text, width)
        } else {
            let lines = setter.text(&step.text, width - INDENT);
            let number = setter.plain(&format!("{}.", i + 1), false, INDENT);
            hang(number, lines, INDENT)
        };
        strips.extend(of(lines, 3.0));
    }
    if let Some(insight) = &solution.insight {
        let text = RichText::new(format!("**{}:** {insight}", words.idea));
        strips.extend(of(setter.text(&text, width), BETWEEN));
    }
}

fn of(lines: Vec<Line>, before: f32) -> Vec<Strip> {
    let mut strips: Vec<Strip> = lines.into_iter().map(Strip::of).collect();
    if let Some(first) = strips.first_mut() {
        first.before = before;
    }
    strips
}
