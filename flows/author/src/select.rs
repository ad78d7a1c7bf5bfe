//! Selects the questions of the quiz from the accepted ones.

use tutti_language::Language;

use crate::candidate::{Candidate, Level};
use crate::coverage::{CoverageMap, Grade};
use crate::order::Wanted;
use crate::review::{CandidateReview, Scored};
use crate::rules::{CHOSEN, MEAN, Probe, overlaps};

/// What the mean score of the chosen says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// 8.0 or more.
    Pass,
    /// 7.0 to 7.9: it goes on with a note.
    Note,
    /// Below, or nothing was chosen: it returns.
    Return,
}

/// The chosen questions with their scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// In the order of the levels, and in each level the best first.
    pub chosen: Vec<(Candidate, f64)>,
    pub mean: f64,
    pub standing: Standing,
    /// Levels that have too few, and how many more they need.
    pub missing: Vec<Wanted>,
}

/// The best at each level, no two of them about the same.
///
/// By score; where a task is extended, by under-covered concepts first, then by their importance, then by score.
pub fn select(
    candidates: &[Candidate],
    review: &CandidateReview,
    wanted: &[Wanted],
    coverage: Option<&CoverageMap>,
    language: Language,
) -> Selection {
    let mut chosen: Vec<(Candidate, f64)> = Vec::new();
    let mut probes: Vec<Probe> = Vec::new();
    let mut missing = Vec::new();
    for wanted in wanted {
        let mut have = 0;
        for (candidate, score) in rank(candidates, review, wanted.level, coverage) {
            let probe = Probe::of(&candidate, language);
            if have < wanted.count && !probes.iter().any(|other| overlaps(&probe, other)) {
                probes.push(probe);
                chosen.push((candidate, score));
                have += 1;
            }
        }
        if have < wanted.count {
            missing.push(Wanted { level: wanted.level, count: wanted.count - have });
        }
    }
    let mean = if chosen.is_empty() {
        0.0
    } else {
        chosen.iter().map(|(_, score)| score).sum::<f64>() / chosen.len() as f64
    };
    // As people write it: 7.96 is 8.0.
    let shown = (mean * 10.0).round() / 10.0;
    let standing = match shown {
        shown if shown >= MEAN => Standing::Pass,
        shown if shown >= CHOSEN => Standing::Note,
        _ => Standing::Return,
    };
    Selection { chosen, mean, standing, missing }
}

/// The candidates of a level that may be chosen, the best first.
fn rank(
    candidates: &[Candidate],
    review: &CandidateReview,
    level: Level,
    coverage: Option<&CoverageMap>,
) -> Vec<(Candidate, f64)> {
    let mut found: Vec<(Candidate, &Scored)> = review
        .accepted
        .iter()
        .filter(|scored| scored.parts.score() >= CHOSEN)
        .filter_map(|scored| {
            let own = candidates.iter().find(|candidate| candidate.question_id == scored.question_id)?;
            Some((scored.mended.clone().unwrap_or_else(|| own.clone()), scored))
        })
        .filter(|(candidate, _)| candidate.level == level)
        .collect();
    let rank = |candidate: &Candidate| coverage.map(|coverage| weight(candidate, coverage));
    found.sort_by(|(a, x), (b, y)| {
        rank(b)
            .cmp(&rank(a))
            .then(y.parts.score().total_cmp(&x.parts.score()))
            .then(y.parts.discrimination.total_cmp(&x.parts.discrimination))
    });
    found.into_iter().map(|(candidate, scored)| (candidate, scored.parts.score())).collect()
}

/// Whether the concept is under-covered, and how important it is.
fn weight(candidate: &Candidate, coverage: &CoverageMap) -> (bool, Grade) {
    let concept =
        candidate.target.as_ref().map_or(candidate.concept.as_str(), |target| target.concept.as_str());
    let under =
        coverage.under_covered_concepts.iter().find(|under| under.concept.eq_ignore_ascii_case(concept));
    let named = candidate.target.as_ref().is_some_and(|target| target.under_covered);
    (under.is_some() || named, under.map_or(Grade::Low, |under| under.importance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::{Offered, Target};
    use crate::coverage::{Summary, UnderCovered};
    use crate::review::Part;

    fn candidate(id: &str, question: &str, key: &str, concept: &str) -> Candidate {
        let offered = |text: &str| Offered {
            text: text.to_owned(),
            draw: None,
            misconception: String::new(),
            evidence: String::new(),
        };
        Candidate {
            question_id: id.to_owned(),
            level: Level::Remembering,
            question: question.to_owned(),
            options: vec![offered(key), offered("nothing of this sort")],
            key: 0,
            concept: concept.to_owned(),
            target: (!concept.is_empty())
                .then(|| Target { concept: concept.to_owned(), under_covered: concept != "old" }),
        }
    }

    fn four() -> Vec<Candidate> {
        vec![
            candidate("R1", "How high is the dam at Vik?", "72 metres", "old"),
            candidate("R2", "What is the height of the dam at Vik?", "72 metres", "old"),
            candidate("R3", "Who may open the flood gates at night?", "The warden on duty", "gates"),
            candidate("R4", "Which salt is spread on the road over the crest?", "Calcium chloride", "salt"),
        ]
    }

    fn review_of(scores: &[f64]) -> CandidateReview {
        let accepted = scores.iter().enumerate().map(|(i, score)| Scored {
            question_id: format!("R{}", i + 1),
            parts: Part {
                source_dependency: *score,
                distractors: *score,
                item_writing: *score,
                discrimination: *score,
            },
            draws: Vec::new(),
            mended: None,
        });
        CandidateReview { accepted: accepted.collect(), ..CandidateReview::default() }
    }

    fn map() -> CoverageMap {
        let under = |concept: &str, importance| UnderCovered {
            concept: concept.to_owned(),
            importance,
            testability: Grade::High,
            suggested_bloom_levels: Vec::new(),
            rationale: String::new(),
        };
        CoverageMap {
            covered_concepts: Vec::new(),
            under_covered_concepts: vec![under("salt", Grade::High), under("gates", Grade::Low)],
            coverage_summary: Summary {
                total_reference_concepts: 3,
                concepts_tested_by_cq1_cq9: 1,
                concepts_not_tested: 2,
                coverage_percentage: "33%".to_owned(),
            },
        }
    }

    #[track_caller]
    fn check(
        scores: &[f64],
        coverage: Option<&CoverageMap>,
        expected: &[&str],
        standing: Standing,
        missing: usize,
    ) {
        let wanted = [Wanted { level: Level::Remembering, count: 2 }];
        let found = select(&four(), &review_of(scores), &wanted, coverage, Language::English);
        let ids: Vec<&str> =
            found.chosen.iter().map(|(candidate, _)| candidate.question_id.as_str()).collect();
        assert_eq!(ids, expected);
        assert_eq!(found.standing, standing, "{}", found.mean);
        assert_eq!(found.missing.iter().map(|wanted| wanted.count).sum::<usize>(), missing);
    }

    #[test]
    fn the_best_that_do_not_overlap() {
        check(&[9.0, 8.9, 8.0, 7.5], None, &["R1", "R3"], Standing::Pass, 0);
        check(&[7.4, 7.3, 7.2, 7.1], None, &["R1", "R3"], Standing::Note, 0);
        check(&[9.0, 8.9, 6.9, 6.0], None, &["R1"], Standing::Pass, 1);
        check(&[6.9, 6.9, 6.9, 6.9], None, &[], Standing::Return, 2);
    }

    #[test]
    fn under_covered_concepts_come_first_and_the_important_before_others() {
        check(&[9.0, 8.9, 8.0, 8.0], Some(&map()), &["R4", "R3"], Standing::Pass, 0);
        check(&[9.0, 8.9, 8.0, 6.0], Some(&map()), &["R3", "R1"], Standing::Pass, 0);
    }
}
