//! The gates: requirements for a document, and for a card or a question before anybody sees it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_composer::Facet;
use tutti_core::{Finding, Severity, Verdict};
use tutti_item::{Body, Choice, Item, Label, RichText, flaws};
use tutti_language::{holds_words, plain};

use crate::materials::{Flashcard, QuizItem};
use crate::rules::Rule;
use tutti_library::{Block, ReaderOutput};

/// Requirements for a document.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thresholds {
    /// Recognised text below this is not worked with.
    pub ocr_refuse: f64,
    /// Recognised text below this is worked with under a flag.
    pub ocr_warn: f64,
    pub characters: usize,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { ocr_refuse: 0.60, ocr_warn: 0.80, characters: 500 }
    }
}

/// Whether a document is usable: flagged if its recognised text is uncertain, blocked if it is a guess or if there is
/// too little of it.
pub fn readable(document: &ReaderOutput, thresholds: &Thresholds) -> Verdict {
    let mut findings = Vec::new();
    let confidence = document.quality.as_ref().and_then(|quality| quality.ocr_confidence);
    if let Some(confidence) = confidence.filter(|confidence| *confidence < thresholds.ocr_warn) {
        let severity = if confidence < thresholds.ocr_refuse { Severity::High } else { Severity::Medium };
        let message = format!("the text was recognised with a confidence of {confidence:.2}");
        findings.push(Finding::new(Rule::LowConfidence.code(), severity, message));
    }
    let characters = document.characters();
    // A badly recognised scan is short for that reason: one reason is enough.
    if characters < thresholds.characters && findings.iter().all(|finding| finding.severity != Severity::High)
    {
        let message = format!("{characters} characters; {} are needed", thresholds.characters);
        findings.push(Rule::TooShort.finding(message));
    }
    Verdict::from_findings(findings)
}

/// The blocks of a document by their ids.
#[derive(Debug)]
pub struct Ground<'a> {
    blocks: BTreeMap<&'a str, (usize, &'a Block)>,
}

impl<'a> Ground<'a> {
    pub fn new(blocks: &'a [Block]) -> Self {
        let blocks = blocks.iter().enumerate().map(|(i, block)| (block.block_id.as_str(), (i, block)));
        Self { blocks: blocks.collect() }
    }

    /// The grounding gate: the quote occurs in the named blocks.
    pub fn holds(&self, span: &[String], quote: &str) -> Verdict {
        let finding =
            |rule: Rule, message: String, at: &str| Verdict::Blocked(vec![rule.finding(message).at(at)]);
        if span.is_empty() || quote.trim().is_empty() {
            return finding(
                Rule::NotGrounded,
                "it names no block or quotes nothing".to_owned(),
                "/source_span",
            );
        }
        let mut named = Vec::new();
        for id in span {
            match self.blocks.get(id.as_str()) {
                Some(block) => named.push(*block),
                None => {
                    return finding(Rule::BlockUnknown, format!("there is no block {id}"), "/source_span");
                }
            }
        }
        named.sort_by_key(|(place, _)| *place);
        let text: Vec<&str> = named.iter().map(|(_, block)| block.text.as_str()).collect();
        let (text, quote) = (plain(&text.join(" ")), plain(quote));
        if !holds_words(&text, &quote) {
            return finding(
                Rule::QuoteNotThere,
                "the quote does not stand in its blocks".to_owned(),
                "/quote",
            );
        }
        let words = |text: &str| text.split(' ').count();
        if words(&quote) < words(&text).min(FEWEST_WORDS) {
            let message = format!("a quote of fewer than {FEWEST_WORDS} words shows nothing");
            return finding(Rule::QuoteTooShort, message, "/quote");
        }
        Verdict::Pass
    }
}

/// A word or two occur in many texts by chance.
const FEWEST_WORDS: usize = 3;

/// Whether a card can be handed out.
pub fn card(card: &Flashcard, ground: &Ground<'_>) -> Verdict {
    if card.question.trim().is_empty() || card.answer.trim().is_empty() {
        let message = "a card has two sides";
        return Verdict::Blocked(vec![Rule::SideMissing.finding(message).at("/answer")]);
    }
    if plain(&card.question).contains(&plain(&card.answer)) {
        let message = "the answer stands in the question";
        return Verdict::Blocked(vec![Rule::AnswerGiven.finding(message).at("/question")]);
    }
    ground.holds(&card.source_span, &card.quote)
}

/// Whether a question can be handed out: four different options, a key among them, no flaw that gives it away, and its
/// quote in its blocks.
pub fn question(item: &QuizItem, ground: &Ground<'_>) -> Verdict {
    let mut findings = Vec::new();
    let mut fault = |rule: Rule, message: String, at: &str| findings.push(rule.finding(message).at(at));
    if item.question.trim().is_empty() {
        fault(Rule::QuestionMissing, "it asks nothing".to_owned(), "/question");
    }
    if item.options.len() != 4 {
        fault(Rule::OptionsNotFour, format!("{} options", item.options.len()), "/options");
    }
    let mut seen: Vec<String> = item.options.iter().map(|option| plain(option)).collect();
    seen.sort_unstable();
    let different = seen.windows(2).all(|pair| pair[0] != pair[1]);
    if !different || seen.iter().any(String::is_empty) {
        fault(Rule::OptionsAlike, "two options are the same, or one is empty".to_owned(), "/options");
    }
    if item.correct >= item.options.len() {
        fault(Rule::KeyUnknown, "the key is no option".to_owned(), "/correctAnswerIndex");
    }
    if !findings.is_empty() {
        return Verdict::Blocked(findings);
    }
    let flaws = flaws::check(&as_item(item)).into_iter().filter(|flaw| flaw.severity == Severity::High);
    findings.extend(flaws.map(Finding::from));
    if findings.is_empty() {
        ground.holds(&item.source_span, &item.quote)
    } else {
        Verdict::Blocked(findings)
    }
}

/// A question as an item of the bank.
pub fn as_item(item: &QuizItem) -> Item {
    let options = item
        .options
        .iter()
        .enumerate()
        .map(|(place, text)| Choice {
            label: Label::at(place),
            text: RichText::from_dollars(text),
            rationale: None,
        })
        .collect();
    let body = Body::MultipleChoice { options, key: Label::at(item.correct) };
    Item::new(RichText::from_dollars(&item.question), body).with_content_id()
}

/// Whether a question of this kind shows most of its sentence, so that another on it would be answered.
pub(crate) fn tells(facet: Facet) -> bool {
    matches!(facet, Facet::Number | Facet::Statement | Facet::Case)
}

/// Whether two questions are based on one sentence and one reveals the answer of the other, or fills its gap in an
/// option.
pub(crate) fn tell_each_other(a: &QuizItem, b: &QuizItem) -> bool {
    let one_sentence = a.quote == b.quote && a.facet != Facet::Step && (tells(a.facet) || tells(b.facet));
    one_sentence || fills(a, b) || fills(b, a)
}

/// Whether a question has the words before another's gap with its key behind them.
fn fills(shown: &QuizItem, asked: &QuizItem) -> bool {
    let Some((before, _)) = asked.question.split_once("___") else { return false };
    let key = asked.options.get(asked.correct).map_or("", String::as_str);
    let words: Vec<&str> = before.split_whitespace().collect();
    let lead = words[words.len().saturating_sub(3)..].join(" ");
    let whole = plain(&format!("{lead} {key}"));
    words.len() >= 3
        && std::iter::once(&shown.question).chain(&shown.options).any(|text| plain(text).contains(&whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(facet: Facet, question: &str, options: &[&str], quote: &str) -> QuizItem {
        QuizItem {
            facet,
            question: question.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            correct: 0,
            quote: quote.to_owned(),
            item_id: String::new(),
            explanation: String::new(),
            concept: String::new(),
            difficulty: tutti_composer::Difficulty::Easy,
            source_span: Vec::new(),
        }
    }

    #[test]
    fn one_question_does_not_answer_another() {
        let width = item(
            Facet::Number,
            "Which value is missing? “By the old code a road had to be ___ wide.”",
            &["8 feet", "6 feet"],
            "By the old code a road had to be 8 feet wide.",
        );
        let statement = |option: &str| {
            let options = ["A mile was a thousand paces.", option];
            item(Facet::Statement, "Roads: which is correct?", &options, "A mile was a thousand paces.")
        };
        let term = |quote| item(Facet::Term, "Which term fits “the old code”?", &["Twelve Tables"], quote);
        for (other, expected) in [
            (statement("By the newest code a road had to be 8 feet wide."), true),
            (statement("By the old code a road had to be 9 feet wide."), false),
            (term("By the old code a road had to be 8 feet wide."), true),
            (term("The old code is called the Twelve Tables."), false),
        ] {
            assert_eq!(tell_each_other(&width, &other), expected, "{other:?}");
            assert_eq!(tell_each_other(&other, &width), expected, "the other way round");
        }
    }
}
