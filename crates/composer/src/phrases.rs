//! Questions that ask which words complete a sentence: a phrase with a value and a relation, each of which can be
//! wrong, alone or together.
//!
//! One sentence is enough for such a question, and no option stands out: what is right in the key is right in half of
//! the wrong options.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::facts::Facts;
use crate::question::{Answer, Difficulty, Draw, Facet, Question};
use crate::statements::Statement;
use crate::twists::Twist;
use crate::wording::{GAP, Wording};

/// The longest phrase that is asked for, in characters and words.
const LONGEST: usize = 70;
const MOST_WORDS: usize = 10;
/// Words of the sentence that must be left around the gap.
const LEFT: usize = 5;
/// The most of one text: every sentence asked about this way is lost for statements.
const MOST: usize = 6;

pub(crate) fn phrases(
    facts: &Facts<'_>,
    wording: Wording,
    wrong: usize,
    statements: &[Statement],
    used: &mut BTreeSet<usize>,
) -> Vec<Question> {
    let mut made = Vec::new();
    for statement in statements {
        if made.len() == MOST {
            break;
        }
        if used.contains(&statement.sentence) {
            continue;
        }
        if let Some(question) = question(facts, wording, wrong, statement) {
            used.insert(statement.sentence);
            made.push(question);
        }
    }
    made
}

fn question(facts: &Facts<'_>, wording: Wording, wrong: usize, statement: &Statement) -> Option<Question> {
    let text = statement.text.as_str();
    let sites: Vec<&Twist> = statement.twists.iter().filter(|twist| twist.is_one_change(text)).collect();
    for (i, one) in sites.iter().enumerate() {
        for other in &sites[i + 1..] {
            let Some((span, edits)) = combine(text, one, other, &sites, wrong) else { continue };
            let rest = text.len() - span.end;
            let key =
                Answer { text: text[span.clone()].to_owned(), sentence: statement.sentence, draw: None };
            let others = edits.into_iter().map(|(edited, draw)| Answer {
                text: edited[span.start..edited.len() - rest].to_owned(),
                sentence: statement.sentence,
                draw: Some(draw),
            });
            let shown = format!("{}{GAP}{}", &text[..span.start], &text[span.end..]);
            return Some(Question {
                facet: Facet::Statement,
                concept: facts.about(statement.sentence),
                difficulty: Difficulty::Medium,
                stem: wording.which_words(&shown),
                options: std::iter::once(key).chain(others).collect(),
                key: 0,
                sentence: statement.sentence,
            });
        }
    }
    None
}

/// The span of both changes, and the sentence with one, with the other and with both of them made.
fn combine(
    text: &str,
    one: &Twist,
    other: &Twist,
    sites: &[&Twist],
    wrong: usize,
) -> Option<(Range<usize>, Vec<(String, Draw)>)> {
    let (first, second) = if one.at.start < other.at.start { (one, other) } else { (other, one) };
    let span = first.at.start..second.at.end;
    let apart = first.at.end < second.at.start;
    // Two turns can make a sentence true again ("the shorter can"), and so can a denial of another value.
    let value = |twist: &&&Twist| twist.draw == Draw::AdjacentValue;
    let relation = |twist: &&&Twist| matches!(twist.draw, Draw::PartialTruth | Draw::Misconception);
    let fit_together =
        [one, other].iter().filter(value).count() == 1 && [one, other].iter().any(|t| relation(&t));
    let words = |text: &str| text.split_whitespace().count();
    let left = words(&text[..span.start]) + words(&text[span.end..]);
    let article =
        ["a", "an"].contains(&text[..span.start].split_whitespace().next_back().unwrap_or_default());
    let fits = text[span.clone()].chars().count() <= LONGEST && words(&text[span.clone()]) <= MOST_WORDS;
    if !apart || !fit_together || left < LEFT || article || !fits || !(3..=4).contains(&wrong) {
        return None;
    }
    let both = |a: &Twist, b: &Twist| {
        let (a, b) = if a.at.start < b.at.start { (a, b) } else { (b, a) };
        format!("{}{}{}{}{}", &text[..a.at.start], a.to, &text[a.at.end..b.at.start], b.to, &text[b.at.end..])
    };
    let mut edits = vec![
        (first.text.clone(), first.draw),
        (second.text.clone(), second.draw),
        (both(first, second), Draw::PartialTruth),
    ];
    if wrong == 4 {
        // A second way to be wrong at one of the places, with the change at the other.
        let again = |of: &Twist| sites.iter().copied().find(|twist| twist.at == of.at && twist.to != of.to);
        let more = again(first).map(|third| both(third, second));
        let more = more.or_else(|| again(second).map(|third| both(first, third)))?;
        edits.push((more, Draw::RelatedConfusion));
    }
    Some((span, edits))
}
