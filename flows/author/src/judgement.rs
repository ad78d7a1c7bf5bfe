//! Applies the gates to a review again: a question passes only if it passes both, whatever the reviewer said.

use std::collections::BTreeSet;

use tutti_core::{Finding, Severity};
use tutti_language::Language;

use crate::candidate::Candidate;
use crate::coverage::CoverageMap;
use crate::gates;
use crate::native::extractor::find_copied;
use crate::order::{ToReview, Wanted};
use crate::reference::Reference;
use crate::review::{CandidateReview, Scored};
use crate::rules::{Judge, Rule};
use crate::select::select;

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
    /// It asks the same as an existing question.
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

/// Every candidate is either acceptable or refused with reasons; one that the reviewer did not mention is refused.
pub(crate) fn judge(input: &ToReview, review: &CandidateReview) -> Judged {
    let reference = Reference::new(&input.reference);
    let rules = Judge::new(&reference, input.options);
    let mut judged = Judged::default();
    for original in &input.candidates {
        let id = &original.question_id;
        let scored = review.accepted.iter().find(|scored| scored.question_id == *id);
        let rejected = review.rejected.iter().find(|rejected| rejected.question_id == *id);
        let candidate =
            scored.map_or_else(|| original.clone(), |scored| wording_after_review(original, scored));
        let overlaps = gates::repeats_existing(&candidate, &input.existing, reference.language()).is_some();
        let mut reasons = objections(&candidate, input, &rules, reference.language());
        let overruled = !reasons.is_empty() && scored.is_some() && rejected.is_none();
        match (scored, rejected) {
            (Some(scored), None) => {
                reasons.extend(high(gates::check_score(scored, candidate.key).findings()));
            }
            (_, Some(rejected)) if rejected.reasons.is_empty() => {
                reasons.push("the reviewer rejected it".to_owned());
            }
            (_, Some(rejected)) => reasons.extend(rejected.reasons.iter().cloned()),
            (None, None) => reasons.push("the reviewer did not mention it".to_owned()),
        }
        // The reviewer and the gates often object to the same.
        let mut told = BTreeSet::new();
        reasons.retain(|reason| told.insert(reason.clone()));
        match scored.filter(|_| reasons.is_empty()) {
            Some(scored) => judged.acceptable.push(Acceptable { candidate, scored: scored.clone() }),
            None => {
                judged.overruled.extend(overruled.then(|| id.clone()));
                judged.refused.push(Refused { candidate, reasons, overlaps });
            }
        }
    }
    judged
}

/// What the rules and the gates over one candidate object to, each with its rule.
fn objections(candidate: &Candidate, input: &ToReview, rules: &Judge<'_>, language: Language) -> Vec<String> {
    let complete = gates::complete(candidate, input.options);
    if complete.is_blocked() {
        return high(complete.findings());
    }
    let blind = input.blind.iter().find(|blind| blind.question_id == candidate.question_id);
    let mut reasons = rules.judge(candidate, blind).reasons();
    if let Some(like) = gates::repeats_existing(candidate, &input.existing, language) {
        reasons.push(reason(&Rule::Overlap.finding(&like, "/question")));
    }
    if let Some(number) = find_copied(candidate, &input.samples, language) {
        reasons.push(reason(&Rule::Copied.finding(&format!("sample {number}"), "/question")));
    }
    reasons.extend(blind.map(|blind| high(gates::difficulty(blind).findings())).unwrap_or_default());
    reasons
}

fn high(findings: &[Finding]) -> Vec<String> {
    findings.iter().filter(|finding| finding.severity == Severity::High).map(reason).collect()
}

fn reason(finding: &Finding) -> String {
    format!("{}: {}", finding.rule, finding.message)
}

/// The question as the reviewer mended it, or as it was where more than wording was changed.
fn wording_after_review(original: &Candidate, scored: &Scored) -> Candidate {
    match &scored.mended {
        Some(mended) if !gates::check_mending(original, mended).is_blocked() => {
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
    language: Language,
) -> Vec<Acceptable> {
    let candidates: Vec<Candidate> = pool.iter().map(|one| one.candidate.clone()).collect();
    let accepted = pool.iter().map(|one| Scored { mended: None, ..one.scored.clone() }).collect();
    let review = CandidateReview { accepted, ..CandidateReview::default() };
    let selection = select(&candidates, &review, needed, coverage, language);
    let of =
        |candidate: &Candidate| pool.iter().find(|one| one.candidate.question_id == candidate.question_id);
    selection.chosen.iter().filter_map(|(candidate, _)| of(candidate).cloned()).collect()
}
