//! The native coverage analysis: what the reference teaches, which questions test it, and what is left.

mod concepts;
mod questions_by_concept;
mod term_uses;

use tutti_core::Problem;
use tutti_language::{Text, centrality};

use crate::candidate::Level;
use crate::coverage::{CoverageMap, Covered, Grade, Summary, UnderCovered};
use crate::order::ToCover;
use crate::reference::Reference;
use concepts::{Concept, Fact, concepts};
use questions_by_concept::questions_by_concept;

/// The coverage map of a task.
#[allow(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub fn cover(input: &ToCover) -> Result<CoverageMap, Problem> {
    let reference = Reference::new(&input.reference);
    let text = reference.text();
    let concepts = concepts(&reference, &text);
    let tests = questions_by_concept(&concepts, &text, &input.existing, reference.language());
    let weights = weights(&concepts, &text);
    let mut covered = Vec::new();
    let mut under: Vec<(f64, UnderCovered)> = Vec::new();
    for ((concept, tests), weight) in concepts.iter().zip(tests).zip(&weights) {
        if tests.is_empty() {
            under.push((*weight, under_covered(concept, importance(*weight, &weights), &text)));
            continue;
        }
        let asked = || tests.iter().map(|place| &input.existing[*place]);
        let mut levels: Vec<Level> = asked().map(|asked| asked.level).collect();
        levels.sort_unstable();
        levels.dedup();
        covered.push(Covered {
            concept: concept.name.clone(),
            tested_by: asked().map(|asked| asked.question_id.clone()).collect(),
            bloom_levels_tested: levels,
        });
    }
    let worth = |under: &UnderCovered| (under.importance as u8 + under.testability as u8, under.importance);
    under.sort_by(|a, b| worth(&b.1).cmp(&worth(&a.1)).then(b.0.total_cmp(&a.0)));
    let (total, tested) = (concepts.len(), covered.len());
    Ok(CoverageMap {
        covered_concepts: covered,
        under_covered_concepts: under.into_iter().map(|(_, under)| under).collect(),
        coverage_summary: Summary {
            total_reference_concepts: total,
            concepts_tested_by_cq1_cq9: tested,
            concepts_not_tested: total - tested,
            coverage_percentage: format!("{:.0}%", 100.0 * tested as f64 / total.max(1) as f64),
        },
    })
}

/// How much each concept matters: how central its sentences are, how often it comes, whether a heading names it.
fn weights(concepts: &[Concept], text: &Text<'_>) -> Vec<f64> {
    let rank = centrality(text);
    let most = concepts.iter().map(|concept| concept.count).max().unwrap_or(1).max(1) as f64;
    concepts
        .iter()
        .map(|concept| {
            let central = concept.sentences.iter().map(|sentence| rank[*sentence]).fold(0.0, f64::max);
            let often = (concept.count as f64).ln_1p() / most.ln_1p();
            let heading = if concept.heading { 0.35 } else { 0.0 };
            let facts = 0.1 * concept.facts.len().min(3) as f64;
            0.35 * central + 0.3 * often + heading + facts
        })
        .collect()
}

/// The upper third is of high importance, the lower of low.
fn importance(weight: f64, all: &[f64]) -> Grade {
    let above = all.iter().filter(|other| **other > weight).count() as f64;
    match above / all.len().max(1) as f64 {
        share if share < 0.34 => Grade::High,
        share if share < 0.70 => Grade::Medium,
        _ => Grade::Low,
    }
}

fn under_covered(concept: &Concept, importance: Grade, text: &Text<'_>) -> UnderCovered {
    UnderCovered {
        concept: concept.name.clone(),
        importance,
        testability: testability(concept),
        suggested_bloom_levels: levels(concept),
        rationale: rationale(concept, importance, text),
    }
}

/// Numbers, definitions, lists and steps have one right answer; causes, contrasts and conditions need careful options.
fn testability(concept: &Concept) -> Grade {
    let sure = concept
        .facts
        .iter()
        .filter(|(fact, _)| matches!(fact, Fact::Number | Fact::Definition | Fact::List | Fact::Step));
    match (sure.count(), concept.facts.len()) {
        (0, 0) => Grade::Low,
        (0, 1) => Grade::Medium,
        _ => Grade::High,
    }
}

fn levels(concept: &Concept) -> Vec<Level> {
    let has = |wanted: &[Fact]| concept.facts.iter().any(|(fact, _)| wanted.contains(fact));
    let mut levels = Vec::new();
    if has(&[Fact::Number, Fact::Definition, Fact::List]) || concept.facts.is_empty() {
        levels.push(Level::Remembering);
    }
    if has(&[Fact::Cause, Fact::Contrast, Fact::Definition]) {
        levels.push(Level::Understanding);
    }
    if has(&[Fact::Condition, Fact::Step, Fact::Number]) {
        levels.push(Level::Applying);
    }
    levels
}

/// One sentence: what the reference says about it that can be asked, and that no question asks it yet.
fn rationale(concept: &Concept, importance: Grade, text: &Text<'_>) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for (fact, _) in &concept.facts {
        if !kinds.contains(&fact.name()) {
            kinds.push(fact.name());
        }
    }
    let what = match kinds.split_last() {
        None => "mentions it".to_owned(),
        Some((last, [])) => format!("gives {last}"),
        Some((last, rest)) => format!("gives {} and {last}", rest.join(", ")),
    };
    let shown = concept.facts.first().map(|(_, sentence)| *sentence).or(concept.sentences.first().copied());
    let quote = shown.map(|sentence| excerpt(text.sentences()[sentence].text));
    let quote =
        quote.filter(|quote| !quote.is_empty()).map_or_else(String::new, |quote| format!(" (“{quote}”)"));
    let weight = match importance {
        Grade::High => "It is central to the reference, which",
        Grade::Medium => "The reference",
        Grade::Low => "The reference touches on it in passing: it",
    };
    format!("{weight} {what}{quote}, and no question of the task asks about it.")
}

/// The beginning of a sentence, up to some twenty words.
fn excerpt(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let shown = words[..words.len().min(20)].join(" ");
    if words.len() > 20 {
        format!("{shown} …")
    } else {
        shown.trim_end_matches(['.', ';', ':', ',']).to_owned()
    }
}

#[cfg(test)]
mod tests;
