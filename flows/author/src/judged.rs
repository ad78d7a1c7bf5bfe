//! A review looked at again by the gates: who passes here passed both, whatever the reviewer said.

use tutti_core::{Finding, Severity};

use crate::candidate::Candidate;
use crate::coverage::{CoverageMap, Grade};
use crate::gates;
use crate::order::{Blind, ToReview, Wanted};
use crate::review::{Review, Scored};

/// A candidate that may be chosen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Acceptable {
    pub(crate) candidate: Candidate,
    pub(crate) scored: Scored,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refused {
    pub(crate) candidate: Candidate,
    /// Each names its rule.
    pub(crate) reasons: Vec<String>,
    /// It asks what the task asks already.
    pub(crate) overlaps: bool,
}

/// What is left of a review after the gates.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Judged {
    pub(crate) acceptable: Vec<Acceptable>,
    pub(crate) refused: Vec<Refused>,
    /// Questions that the reviewer passed and the gates did not.
    pub(crate) overruled: Vec<String>,
}

/// Every candidate is either acceptable or refused with reasons; one that the reviewer did not speak of is refused.
pub(crate) fn judge(input: &ToReview, review: &Review) -> Judged {
    let mut judged = Judged::default();
    for original in &input.candidates {
        let id = &original.question_id;
        let scored = review.accepted.iter().find(|scored| scored.question_id == *id);
        let rejected = review.rejected.iter().find(|rejected| rejected.question_id == *id);
        let candidate = scored.map_or_else(|| original.clone(), |scored| mended(original, scored));
        let overlaps = gates::repeats_existing(&candidate, &input.existing);
        let mut reasons: Vec<String> = objections(&candidate, input).iter().map(said).collect();
        if let Some(like) = &overlaps {
            reasons.push(format!("overlap: it asks what {like} asks"));
        }
        let blind = input.blind.iter().find(|blind| blind.question_id == *id);
        reasons.extend(blind.map(difficulty).unwrap_or_default());
        let by_gates = !reasons.is_empty();
        match (scored, rejected) {
            (Some(scored), None) => reasons.extend(high(gates::scored(scored, candidate.key).findings())),
            (_, Some(rejected)) if rejected.reasons.is_empty() => {
                reasons.push("the reviewer rejected it".to_owned());
            }
            (_, Some(rejected)) => reasons.extend(rejected.reasons.iter().cloned()),
            (None, None) => reasons.push("the reviewer did not speak of it".to_owned()),
        }
        match scored.filter(|_| reasons.is_empty()) {
            Some(scored) => judged.acceptable.push(Acceptable { candidate, scored: scored.clone() }),
            None => {
                if by_gates && scored.is_some() && rejected.is_none() {
                    judged.overruled.push(id.clone());
                }
                judged.refused.push(Refused { candidate, reasons, overlaps: overlaps.is_some() });
            }
        }
    }
    judged
}

/// What the gates over one candidate object to.
fn objections(candidate: &Candidate, input: &ToReview) -> Vec<Finding> {
    let verdicts = [
        gates::complete(candidate, input.options),
        gates::test_wise(candidate),
        gates::copied(candidate, &input.samples),
    ];
    let findings = verdicts.into_iter().flat_map(|verdict| verdict.findings().to_vec());
    findings.filter(|finding| finding.severity == Severity::High).collect()
}

fn difficulty(blind: &Blind) -> Vec<String> {
    high(gates::difficulty(blind).findings())
}

fn high(findings: &[Finding]) -> Vec<String> {
    findings.iter().filter(|finding| finding.severity == Severity::High).map(said).collect()
}

fn said(finding: &Finding) -> String {
    format!("{}: {}", finding.rule, finding.message)
}

/// The question as the reviewer mended it, or as it was where more than wording was changed.
fn mended(original: &Candidate, scored: &Scored) -> Candidate {
    match &scored.mended {
        Some(mended) if !gates::mended_only(original, mended).is_blocked() => {
            Candidate { target: original.target.clone(), ..mended.clone() }
        }
        _ => original.clone(),
    }
}

/// The best questions, as many as are needed at each level, no two alike, in the order of levels.
pub(crate) fn choose(
    pool: &[Acceptable],
    needed: &[Wanted],
    coverage: Option<&CoverageMap>,
) -> Vec<Acceptable> {
    let mut order: Vec<&Acceptable> = pool.iter().collect();
    let rank = |one: &Acceptable| (under_covered(&one.candidate), importance(&one.candidate, coverage));
    order.sort_by(|a, b| {
        let scores = b.scored.parts.score().total_cmp(&a.scored.parts.score());
        rank(b).cmp(&rank(a)).then(scores).then_with(|| a.candidate.question_id.cmp(&b.candidate.question_id))
    });
    let mut chosen: Vec<Acceptable> = Vec::new();
    for wanted in needed {
        let mut left = wanted.count;
        for one in order.iter().filter(|one| one.candidate.level == wanted.level) {
            let others = chosen.iter().map(|other| {
                let other = &other.candidate;
                (other.question_id.as_str(), other.question.as_str(), other.key_text())
            });
            if left > 0 && gates::repeats(&one.candidate, others).is_none() {
                chosen.push((*one).clone());
                left -= 1;
            }
        }
    }
    chosen
}

fn under_covered(candidate: &Candidate) -> bool {
    candidate.target.as_ref().is_some_and(|target| target.under_covered)
}

/// Importance and testability of the concept that a question is for.
fn importance(candidate: &Candidate, coverage: Option<&CoverageMap>) -> Option<(Grade, Grade)> {
    let target = candidate.target.as_ref()?;
    let concepts = &coverage?.under_covered_concepts;
    let concept = concepts.iter().find(|concept| concept.concept == target.concept)?;
    Some((concept.importance, concept.testability))
}
