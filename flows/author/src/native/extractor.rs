//! The native sample extractor: what the reference is about, and which samples stay within it.

use tutti_core::Problem;
use tutti_language::{Kind, Language, definitions, enumerations, plain, quantities, similarity, terms};

use crate::candidate::Candidate;
use crate::order::{Extraction, Sample, ScopeMap, Sorted, ToExtract};
use crate::reference::Reference;
use crate::rules::{Known, bag, names};

/// Reads numbered questions with lettered options, with or without a key.
///
/// A key is told by an asterisk at its option, by `Answer: B` after them, or by a list of answers at the end: `1. B`.
pub fn samples(text: &str) -> Vec<Sample> {
    let mut found: Vec<Sample> = Vec::new();
    let mut open = true;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some((number, letter)) = answer_of(line, found.last().map_or(0, |sample| sample.number)) {
            if let Some(sample) = found.iter_mut().find(|sample| sample.number == number) {
                sample.key = Some(letter).filter(|place| *place < sample.options.len());
            }
            continue;
        }
        if let Some((number, question)) = number_of(line) {
            found.push(Sample { number, question: question.to_owned(), ..Sample::default() });
            open = true;
        } else if let Some((starred, option)) = letter_of(line)
            && let Some(sample) = found.last_mut()
        {
            if starred {
                sample.key = Some(sample.options.len());
            }
            sample.options.push(option.to_owned());
            open = true;
        } else if open && let Some(sample) = found.last_mut() {
            let last = sample.options.last_mut().unwrap_or(&mut sample.question);
            last.push(' ');
            last.push_str(line);
        } else if found.is_empty() && line.ends_with('?') {
            found.push(Sample { number: 1, question: line.to_owned(), ..Sample::default() });
        }
    }
    for (place, sample) in found.iter_mut().enumerate() {
        sample.number = place + 1;
    }
    found
}

/// `12. Which …`, `Q3) …`, `Question 4: …`.
fn number_of(line: &str) -> Option<(usize, &str)> {
    let lower = line.to_ascii_lowercase();
    let lead = ["question ", "spørsmål ", "q"]
        .iter()
        .find(|lead| lower.starts_with(**lead))
        .map_or(0, |lead| lead.len());
    let rest = &line[lead..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok().filter(|number| *number < 1000)?;
    let after = rest[digits..].strip_prefix(['.', ')', ':'])?;
    let question = after.trim();
    (!question.is_empty() && after.starts_with([' ', '\t'])).then_some((number, question))
}

/// `B) …`, `b. …`, `(C) …`, `*D. …`: the option, and whether it is marked.
fn letter_of(line: &str) -> Option<(bool, &str)> {
    let marked = line.starts_with(['*', '✓']);
    let rest = line.trim_start_matches(['*', '✓', ' ']).trim_start_matches('(');
    let letter = rest.chars().next().filter(|c| ('A'..='H').contains(&c.to_ascii_uppercase()))?;
    let option = rest[letter.len_utf8()..].strip_prefix(['.', ')', ':'])?.trim();
    let starred = marked || option.ends_with('*');
    (!option.is_empty()).then_some((starred, option.trim_end_matches(['*', ' '])))
}

/// `Answer: B`, or `3. B` in a list of answers: the number of the question and the place of the key.
fn answer_of(line: &str, last: usize) -> Option<(usize, usize)> {
    let place = |text: &str| {
        let letter = text.trim().trim_start_matches('(').chars().next()?.to_ascii_uppercase();
        let alone = text.trim().trim_matches(['(', ')', '.']).chars().count() == 1;
        (('A'..='H').contains(&letter) && alone).then(|| letter as usize - 'A' as usize)
    };
    let lower = line.to_ascii_lowercase();
    for lead in ["correct answer:", "answer:", "key:", "correct:", "ans:", "svar:", "fasit:"] {
        if lower.starts_with(lead) {
            let rest = line[lead.len()..].trim();
            let letter = rest.split([' ', '.', ')', ',']).next().unwrap_or("");
            return place(letter).map(|place| (last, place));
        }
    }
    let (number, rest) = number_of(line)?;
    place(rest).map(|place| (number, place))
}

/// Which samples stay within the reference.
#[allow(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub fn extract(input: &ToExtract) -> Result<Extraction, Problem> {
    let reference = Reference::new(&input.reference);
    let known = Known::new(&reference);
    let mut extraction = Extraction { scope: scope(&reference), ..Extraction::default() };
    for sample in &input.samples {
        let sorted =
            |reason: String, adaptation: String| Sorted { number: sample.number, reason, adaptation };
        let view = View::new(sample, &known, reference.language());
        for word in &view.missing {
            if !extraction.scope.not_covered.contains(word) {
                extraction.scope.not_covered.push(word.clone());
            }
        }
        match view.fit() {
            Fit::Inside => {
                let reason = "the question, the key and the other options are decided by the reference";
                extraction.in_scope.push(sorted(reason.to_owned(), String::new()));
            }
            Fit::Partly(reason, adaptation) => extraction.partial.push(sorted(reason, adaptation)),
            Fit::Outside(reason) => extraction.out_of_scope.push(sorted(reason, String::new())),
        }
    }
    Ok(extraction)
}

enum Fit {
    Inside,
    Partly(String, String),
    Outside(String),
}

/// How much of each part of a sample the reference knows.
struct View {
    stem: f64,
    key: Option<f64>,
    /// The options that the reference does not know.
    strange: Vec<String>,
    options: usize,
    /// Words of the question that the reference has not.
    missing: Vec<String>,
}

/// The share of its words that a part needs in the reference.
const KNOWN: f64 = 0.65;
const HARDLY: f64 = 0.4;

impl View {
    fn new(sample: &Sample, known: &Known, language: Language) -> Self {
        let share = |text: &str| known.share(&bag(text, language));
        let stem = bag(&sample.question, language);
        let missing = names(&stem).filter(|word| !known.has(word) && word.chars().count() > 3);
        let strange = sample
            .options
            .iter()
            .enumerate()
            .filter(|(place, option)| Some(*place) != sample.key && share(option) < HARDLY);
        Self {
            stem: share(&sample.question),
            key: sample.key.and_then(|key| sample.options.get(key)).map(|key| share(key)),
            strange: strange.map(|(_, option)| option.clone()).collect(),
            options: sample.options.len(),
            missing: missing.map(|stem| known.spelling(&sample.question, stem)).collect(),
        }
    }

    fn fit(&self) -> Fit {
        let lacking = || {
            let words: Vec<&str> = self.missing.iter().take(3).map(String::as_str).collect();
            if words.is_empty() { "what it asks for".to_owned() } else { words.join(", ") }
        };
        let key = self.key.unwrap_or(1.0);
        if self.stem < HARDLY {
            return Fit::Outside(format!(
                "the question is about something that the reference does not cover: {}",
                lacking()
            ));
        }
        if key < HARDLY && self.stem < KNOWN {
            return Fit::Outside("neither the question nor its key is in the reference".to_owned());
        }
        if self.stem < KNOWN {
            let reason = format!("the question goes beyond the reference: {}", lacking());
            return Fit::Partly(reason, format!("ask the same without {}", lacking()));
        }
        if key < KNOWN {
            let reason = "the subject is in the reference, the key is not".to_owned();
            return Fit::Partly(reason, "ask about what the reference says on this subject".to_owned());
        }
        if self.strange.len() * 2 > self.options.saturating_sub(1) {
            let shown: Vec<String> =
                self.strange.iter().take(3).map(|option| format!("“{option}”")).collect();
            let reason = format!("options that the reference cannot decide: {}", shown.join(", "));
            return Fit::Partly(reason, "replace these options with others from the reference".to_owned());
        }
        Fit::Inside
    }
}

/// What a reference is about, in lists that a person can read.
fn scope(reference: &Reference) -> ScopeMap {
    let text = reference.text();
    let short = |text: &str| text.split_whitespace().take(40).collect::<Vec<_>>().join(" ");
    let headings = reference.blocks().iter().filter(|block| block.kind() == Kind::Heading);
    let mut facts: Vec<String> = Vec::new();
    let telling = quantities(&text).into_iter().map(|found| found.sentence);
    for sentence in telling.chain(definitions(&text).into_iter().map(|found| found.sentence)) {
        let fact = short(text.sentences()[sentence].text);
        if !facts.contains(&fact) && facts.len() < 30 {
            facts.push(fact);
        }
    }
    let steps =
        reference.blocks().iter().filter(|block| block.kind() == Kind::Step).map(|block| short(block.text()));
    let ordered = enumerations(&text).into_iter().filter(|found| found.ordered).map(|found| found.head);
    ScopeMap {
        topics: headings.map(|block| block.text().to_owned()).take(20).collect(),
        concepts: terms(&text, 20).into_iter().map(|term| term.text).collect(),
        facts,
        procedures: steps.chain(ordered).take(20).collect(),
        not_covered: Vec::new(),
    }
}

/// The most that a question may be like a sample.
const COPY: f64 = 0.78;

/// The number of the sample that a candidate is a copy of.
pub fn find_copied(candidate: &Candidate, samples: &[Sample], language: Language) -> Option<usize> {
    let same = |sample: &&Sample| {
        let stems = similarity(&candidate.question, &sample.question, language);
        let taken = sample
            .options
            .iter()
            .filter(|option| candidate.options.iter().any(|own| plain(&own.text) == plain(option)))
            .count();
        stems >= COPY || stems >= 0.5 && taken >= 3
    };
    samples.iter().find(same).map(|sample| sample.number)
}

#[cfg(test)]
mod tests;
