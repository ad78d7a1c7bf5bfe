//! The native psychometric reviewer: every rule over every candidate, a score for those that pass, reasons for those
//! that do not, and what the writer should write again.

use std::collections::BTreeMap;

use tutti_core::Problem;
use tutti_language::Language;

use crate::candidate::{Candidate, Level};
use crate::mend::mend;
use crate::native::extractor::find_copied;
use crate::order::{Asked, ToReview};
use crate::reference::Reference;
use crate::review::{CandidateReview, Rejected, Revision, Scored};
use crate::rules::{Judge, Judgement, Probe, Rule, overlaps};

/// Reasons that a revision request passes on.
const MOST_GUIDANCE: usize = 5;

/// Judges all candidates.
#[allow(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub fn review(input: &ToReview) -> Result<CandidateReview, Problem> {
    let reference = Reference::new(&input.reference);
    let judge = Judge::new(&reference, input.options);
    let mut review = CandidateReview::default();
    let mut reasons: BTreeMap<Level, Vec<String>> = BTreeMap::new();
    for candidate in &input.candidates {
        let better = mend(candidate);
        let judgement =
            judge_whole(better.as_ref().unwrap_or(candidate), &judge, input, reference.language());
        if judgement.is_rejected() {
            let told = judgement.reasons();
            reasons.entry(candidate.level).or_default().extend(told.iter().cloned());
            review.rejected.push(Rejected {
                question_id: candidate.question_id.clone(),
                score: Some(judgement.score()),
                reasons: told,
            });
        } else {
            review.accepted.push(Scored {
                question_id: candidate.question_id.clone(),
                parts: judgement.parts,
                draws: judgement.draws,
                mended: better,
            });
        }
    }
    review.revision_requests = revisions(input, &review, &reasons);
    Ok(review)
}

/// The rules over one candidate, with what is asked elsewhere and what it may not copy.
fn judge_whole(candidate: &Candidate, judge: &Judge<'_>, input: &ToReview, language: Language) -> Judgement {
    let blind = input.blind.iter().find(|blind| blind.question_id == candidate.question_id);
    let mut judgement = judge.judge(candidate, blind);
    if let Some(asked) = overlapping(candidate, &input.existing, language) {
        judgement.findings.push(Rule::Overlap.finding(&asked.question_id, "/question"));
    }
    if let Some(number) = find_copied(candidate, &input.samples, language) {
        judgement.findings.push(Rule::Copied.finding(&format!("sample {number}"), "/question"));
    }
    judgement
}

/// The question of a task that asks the same.
pub fn overlapping<'a>(
    candidate: &Candidate,
    existing: &'a [Asked],
    language: Language,
) -> Option<&'a Asked> {
    let probe = Probe::of(candidate, language);
    existing.iter().find(|asked| overlaps(&probe, &Probe::of_asked(asked, language)))
}

/// For each level with too few, how many are missing and what was wrong with the others.
fn revisions(
    input: &ToReview,
    review: &CandidateReview,
    reasons: &BTreeMap<Level, Vec<String>>,
) -> Vec<Revision> {
    let level_of = |id: &str| {
        input.candidates.iter().find(|candidate| candidate.question_id == id).map(|candidate| candidate.level)
    };
    let mut requests = Vec::new();
    for wanted in &input.wanted {
        let have = review
            .accepted
            .iter()
            .filter(|scored| level_of(&scored.question_id) == Some(wanted.level))
            .count();
        if have < wanted.count {
            let told = reasons.get(&wanted.level).map_or(&[][..], Vec::as_slice);
            requests.push(Revision {
                level: wanted.level,
                count_needed: wanted.count - have,
                guidance: guidance(told),
            });
        }
    }
    requests
}

/// The most frequent reasons, one for each rule, with how often.
fn guidance(reasons: &[String]) -> Vec<String> {
    let mut by_rule: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for reason in reasons {
        let (rule, _) = reason.split_once(':').unwrap_or((reason, ""));
        by_rule.entry(rule).or_insert((0, reason)).0 += 1;
    }
    let mut found: Vec<(usize, &str)> = by_rule.into_values().collect();
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    found.truncate(MOST_GUIDANCE);
    found
        .into_iter()
        .map(
            |(count, reason)| {
                if count > 1 { format!("{reason} ({count} questions)") } else { reason.to_owned() }
            },
        )
        .collect()
}
