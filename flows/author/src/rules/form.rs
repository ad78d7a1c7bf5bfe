//! The wording of a question: the rules for items, by the standards of a comprehension quiz.

use tutti_core::{Finding, Severity};
use tutti_item::flaws::{self, Flaw};
use tutti_language::{Language, QuantityKind, Text, plain, quantities};
use tutti_lexicon::{Lexicon, List, Negation};
use tutti_taskfile::british;

use super::{Judge, Read, Rule, option_at};
use crate::candidate::Candidate;

/// Whether there is a question, its options and its key at all; nothing else is looked at without.
pub(super) fn whole(candidate: &Candidate, options: usize) -> Vec<Finding> {
    let mut findings = Vec::new();
    if candidate.question.trim().is_empty() {
        findings.push(Rule::QuestionMissing.finding("", "/question"));
    }
    if candidate.options.len() != options || options < 2 {
        let detail = format!("{} and not {options}", candidate.options.len());
        findings.push(Rule::OptionCount.finding(&detail, "/options"));
    }
    if candidate.key >= candidate.options.len() {
        findings.push(Rule::OneKey.finding("the key is not an option", "/key"));
    }
    if let Some(place) = candidate.options.iter().position(|option| option.text.trim().is_empty()) {
        findings.push(Rule::OptionCount.finding("an option is empty", option_at(place)));
    }
    findings
}

pub(super) fn check(read: &Read<'_>, judge: &Judge<'_>, findings: &mut Vec<Finding>) {
    let item = read.candidate.as_item();
    let key = option_at(read.candidate.key);
    for flaw in flaws::check(&item) {
        let taken = is_from_text(read, &flaw.quote, judge);
        findings.extend(by_standard(flaw, &key, taken, judge.lexicon()));
    }
    key_length(read, findings);
    key_opens(read, findings);
    two_negations(read, judge.lexicon(), findings);
    same_meaning(read, findings);
    answer_given(read, findings);
    units(read, findings);
    if let Some(cue) = read.guess.decisive_cue(read.candidate.key) {
        let cue = serde_json::to_string(&cue).unwrap_or_default();
        findings.push(Rule::Cracked.finding(cue.trim_matches('"'), key));
    }
}

/// One finding for all the British spellings of a question in English. What it quotes keeps the spelling of its source.
pub(super) fn spelling(read: &Read<'_>, language: Language, findings: &mut Vec<Finding>) {
    let candidate = read.candidate;
    let texts = std::iter::once(candidate.question.as_str())
        .chain(candidate.options.iter().map(|option| option.text.as_str()));
    let mut found: Vec<String> =
        texts.flat_map(british).map(|word| format!("“{}” for “{}”", word.found, word.american)).collect();
    found.dedup();
    if language == Language::English && !found.is_empty() {
        findings.push(Rule::BritishSpelling.finding(&found.join(", "), "/question"));
    }
}

/// Whether an amount occurs in the reference before the same word: `after a few trips`. A text may leave an amount
/// open: an option that takes it over with its noun is not vaguer than the text.
fn is_from_text(read: &Read<'_>, quote: &str, judge: &Judge<'_>) -> bool {
    let quote = plain(quote);
    judge.lexicon().entries(List::VagueAmounts).contains(&quote.as_str())
        && read.candidate.options.iter().map(|option| plain(&option.text)).any(|text| {
            let after = text.split_once(&format!("{quote} ")).map(|(_, after)| after);
            let noun = after.and_then(|after| after.split(' ').next());
            noun.is_some_and(|noun| judge.reference.plain().contains(&format!("{quote} {noun}")))
        })
}

/// What a flaw of an item is by the standards of the quiz, and how much it matters here: little for words that were taken
/// from the text.
fn by_standard(flaw: Flaw, key: &str, taken: bool, lexicon: &Lexicon) -> Option<Finding> {
    use flaws::Rule as Of;
    let at_key = flaw.pointer.ends_with(key) || flaw.pointer.contains(&format!("{key}/"));
    let in_stem = flaw.pointer.contains("stem");
    let rule = match flaw.rule {
        Of::AllOfTheAbove | Of::NoneOfTheAbove => Rule::AllOrNone,
        Of::AbsoluteTerms => Rule::AbsoluteTerm,
        Of::VagueTerms => Rule::VagueQualifier,
        Of::DoubleNegative => Rule::DoubleNegative,
        Of::StemEcho => Rule::StemEcho,
        Of::GrammaticalCue => Rule::Grammar,
        Of::DuplicateOptions => Rule::SameOptions,
        Of::MoreThanOneCorrect => Rule::TwoKeys,
        Of::OverlappingOptions => Rule::OverlappingOptions,
        Of::UnequalLengths => Rule::UnequalLengths,
        Of::UnparallelOptions if at_key => Rule::KeyStandsOut,
        Of::UnparallelOptions => Rule::UnparallelOptions,
        Of::SourcePhrase => Rule::SourcePhrase,
        Of::SourceTrivia => Rule::SourceTrivia,
        Of::AnswerInStem => Rule::AnswerInStem,
        Of::KeyStandsOut => Rule::KeyStandsOut,
        Of::KType => Rule::Combination,
        Of::ImplausibleDistractors => Rule::Absurd,
        // The standards measure the key against the mean of all options: see `key_length`.
        Of::LongestKey if flaw.severity < Severity::High => return None,
        Of::LongestKey => Rule::KeyLong,
        // The order of options is the orchestrator's; a scenario has facts that are not needed.
        Of::LostSequence | Of::Gratuitous => return None,
        _ => Rule::Wording,
    };
    // The standards forbid `always`, `never`, `only` and similar words.
    let mild = lexicon.entries(List::MildAbsolutes).contains(&flaw.quote.to_lowercase().as_str());
    let severity = match rule {
        Rule::AbsoluteTerm | Rule::VagueQualifier if in_stem || mild => Severity::Low,
        // `Some part breaks` says that one does.
        Rule::VagueQualifier if taken || flaw.quote.eq_ignore_ascii_case("some") => Severity::Low,
        Rule::OverlappingOptions | Rule::Absurd => match flaw.severity {
            Severity::Low => Severity::Low,
            _ => Severity::High,
        },
        Rule::Wording => flaw.severity.min(Severity::Medium),
        rule => rule.severity(),
    };
    let detail = if rule == Rule::Wording {
        format!("{}, “{}”", flaw.rule.title(), flaw.quote)
    } else {
        format!("“{}”", flaw.quote)
    };
    Some(rule.finding_as(severity, &detail, flaw.pointer))
}

/// Words that open another kind of clause.
const OPENERS: [&str; 10] = ["because", "since", "to", "that", "by", "if", "when", "so", "for", "as"];

/// A key that alone begins as a clause of another kind.
fn key_opens(read: &Read<'_>, findings: &mut Vec<Finding>) {
    let opens = |bag: &super::Bag| bag.sequence.first().is_some_and(|word| OPENERS.contains(&word.as_str()));
    let told = findings.iter().any(|finding| finding.rule == Rule::KeyStandsOut.code());
    if !told && opens(read.key()) && !read.wrong().any(|(_, option)| opens(option)) {
        let detail = format!("“{}”", read.candidate.key_text());
        findings.push(Rule::KeyStandsOut.finding(&detail, option_at(read.candidate.key)));
    }
}

/// A sentence that asks with two negations, wherever it stands in the question.
fn two_negations(read: &Read<'_>, lexicon: &Lexicon, findings: &mut Vec<Finding>) {
    let told = findings.iter().any(|finding| finding.rule == Rule::DoubleNegative.code());
    let asking = read.candidate.question.split_inclusive(['.', '?', '!']).filter(|part| part.ends_with('?'));
    for part in asking.filter(|_| !told) {
        if lexicon.negations(part).filter(|negation| *negation != Negation::Near).count() > 1 {
            findings.push(Rule::DoubleNegative.finding(&format!("“{}”", part.trim()), "/question"));
            return;
        }
    }
}

/// From four words on, where length is seen.
fn key_length(read: &Read<'_>, findings: &mut Vec<Finding>) {
    if findings.iter().any(|finding| finding.rule == Rule::KeyLong.code()) {
        return;
    }
    let lengths: Vec<usize> =
        read.candidate.options.iter().map(|option| option.text.trim().chars().count()).collect();
    let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
    let length = lengths[read.candidate.key] as f64;
    if read.key().sequence.len() >= 4 && length > 1.25 * mean {
        let detail = format!("{length} characters, the mean is {mean:.0}");
        findings.push(Rule::KeyLong.finding(&detail, option_at(read.candidate.key)));
    }
}

/// Two options with the same words in the same order, turns of phrase and small words that say nothing aside.
fn same_meaning(read: &Read<'_>, findings: &mut Vec<Finding>) {
    let same = |one: &super::Bag, other: &super::Bag| {
        !one.order.is_empty() && one.order == other.order && one.small == other.small
    };
    let has_signs = |text: &str| text.contains(['+', '-', '=', '<', '>', '^', '\\', '/', '*', '×', '≡']);
    let known = |place: usize| option_at(place);
    for (place, option) in read.options.iter().enumerate() {
        for (earlier, other) in read.options[..place].iter().enumerate() {
            let texts = [place, earlier].map(|place| read.candidate.options[place].text.as_str());
            let formulas = texts.iter().any(|text| has_signs(text));
            let alike = same(option, other) && !formulas || plain(texts[0]) == plain(texts[1]);
            let told = findings.iter().any(|finding| {
                finding.pointer.contains(&known(place)) && finding.rule == Rule::SameOptions.code()
            });
            if !alike || told {
                continue;
            }
            let key = [place, earlier].contains(&read.candidate.key);
            let rule = if key { Rule::TwoKeys } else { Rule::SameOptions };
            findings.push(rule.finding(&format!("“{}” and “{}”", texts[1], texts[0]), known(place)));
        }
    }
}

/// Every word of the key in the question, and of no other option.
fn answer_given(read: &Read<'_>, findings: &mut Vec<Finding>) {
    let code = Rule::AnswerInStem.code();
    let told = findings.iter().any(|finding| finding.rule == code);
    let inside = |bag: &super::Bag| bag.share_in(|word| read.stem.words.contains(word));
    let key = read.key();
    let enough = super::words::names(key).count() >= 2 || !key.numbers.is_empty();
    if !told && enough && inside(key) > 0.99 && read.wrong().all(|(_, option)| inside(option) < 0.75) {
        findings.push(Rule::AnswerInStem.finding(read.candidate.key_text(), "/question"));
    }
}

/// A key with a unit among numbers that have others.
fn units(read: &Read<'_>, findings: &mut Vec<Finding>) {
    let unit = |text: &str| -> Option<String> {
        // A few words without a full stop are a heading, in which numbers do not count.
        let text = format!("It is {text}.");
        let blocks = [("t", text.as_str())];
        let text = Text::new(&blocks, Language::English);
        let found = quantities(&text).into_iter().next()?;
        let kind = match found.kind {
            QuantityKind::Percent => "%".to_owned(),
            QuantityKind::Money => "money".to_owned(),
            QuantityKind::Year | QuantityKind::Date => "date".to_owned(),
            QuantityKind::Ratio => "ratio".to_owned(),
            _ => found.unit.unwrap_or_default().trim_end_matches('s').to_lowercase(),
        };
        Some(kind)
    };
    let short = |place: usize| read.options[place].sequence.len() <= 4;
    let units: Vec<Option<String>> = read
        .candidate
        .options
        .iter()
        .enumerate()
        .map(|(place, option)| unit(&option.text).filter(|_| short(place)))
        .collect();
    let Some(key) = &units[read.candidate.key] else { return };
    let others: Vec<&String> = units
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != read.candidate.key)
        .filter_map(|(_, u)| u.as_ref())
        .collect();
    let same = others.iter().filter(|other| **other == key).count();
    if others.len() >= 2 && same == 0 {
        let detail = format!("“{}” among others", read.candidate.key_text());
        findings.push(Rule::MixedUnits.finding(&detail, option_at(read.candidate.key)));
    }
}
