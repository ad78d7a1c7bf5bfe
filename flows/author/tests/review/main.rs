//! Rejection works: good questions pass, and the same questions with a planted flaw do not.
//!
//! The sets were written one after the other, each before the rules were tuned on the one before, and measured before
//! they were looked at. Good questions rejected at that first measurement, by the rules of that day: dev 14 of 57, held
//! 18 of 60, fresh 3 of 26, last 3 of 26. All of them have been looked at since, so these tests guard against
//! regressions and say nothing about new questions; for those the last first figure, about one in nine, is the honest
//! one.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(
    clippy::assigning_clones,
    clippy::semicolon_if_nothing_returned,
    clippy::unnecessary_wraps,
    reason = "planting a flaw is one assignment, and every plant has one shape"
)]

mod corpus;
mod plant;

use std::collections::BTreeMap;

use tutti_author::native::reviewer::review;
use tutti_author::{Asked, Candidate, CandidateReview, ToReview};

use corpus::{Task, tasks};
use plant::FLAWS;

const FIRST: [&str; 7] = ["health", "law", "science", "maths", "finance", "history", "civics"];
const DEV: [&str; 4] = ["dev/leaflet", "dev/entry", "dev/physics", "dev/rulebook"];
const HELD: [&str; 4] = ["held/notice", "held/howto", "held/history", "held/finance"];
const FRESH: [&str; 2] = ["fresh/letter", "fresh/bridge"];
const LAST: [&str; 2] = ["last/bees", "last/faq"];

fn review_task(task: &Task, candidates: Vec<Candidate>, existing: Vec<Asked>) -> CandidateReview {
    review(&ToReview {
        candidates,
        reference: task.text.to_owned(),
        options: 5,
        existing,
        ..ToReview::default()
    })
    .unwrap()
}

/// What the reviewer did with a set.
#[derive(Default)]
struct Figures {
    good: usize,
    /// Good questions that were rejected, with the reasons.
    lost: Vec<String>,
    /// For each flaw, how many questions had it and how many of them were rejected.
    flaws: BTreeMap<&'static str, (usize, usize)>,
    /// Flawed questions that came through.
    missed: Vec<String>,
}

impl Figures {
    fn of(names: &[&str]) -> Self {
        let mut figures = Self::default();
        for task in tasks(names) {
            figures.good += task.candidates.len();
            for rejected in review_task(&task, task.candidates.clone(), Vec::new()).rejected {
                let why = rejected.reasons.join("; ");
                figures.lost.push(format!("{} {}: {why}", task.name, rejected.question_id));
            }
            figures.plant(&task);
        }
        figures
    }

    /// One review for all that need no other questions of the task, and one for each that does.
    fn plant(&mut self, task: &Task) {
        let mut alone = Vec::new();
        for (name, plant) in FLAWS {
            for (i, candidate) in task.candidates.iter().enumerate() {
                let Some((mut bad, existing)) = plant(candidate, task, i) else { continue };
                bad.question_id = format!("{name}|{}", candidate.question_id);
                self.flaws.entry(name).or_default().0 += 1;
                if existing.is_empty() {
                    alone.push(bad);
                } else {
                    self.take(task, &review_task(task, vec![bad], existing));
                }
            }
        }
        self.take(task, &review_task(task, alone, Vec::new()));
    }

    fn take(&mut self, task: &Task, review: &CandidateReview) {
        for rejected in &review.rejected {
            assert!(!rejected.reasons.is_empty(), "{} {}", task.name, rejected.question_id);
            let (name, _) = rejected.question_id.split_once('|').unwrap();
            self.flaws.get_mut(name).unwrap().1 += 1;
        }
        let told = |id: &str, score: f64| format!("{} {id}: {score:.1}", task.name);
        self.missed
            .extend(review.accepted.iter().map(|scored| told(&scored.question_id, scored.parts.score())));
    }
}

/// At most 5 in 100 good questions are rejected and at least 95 in 100 flawed ones, and of each flaw four in five.
#[track_caller]
#[allow(clippy::print_stdout, reason = "the figures are what it is for")]
fn check(names: &[&str], questions: usize) {
    let Figures { good, lost, flaws, missed, .. } = &Figures::of(names);
    let flawed: usize = flaws.values().map(|(all, _)| all).sum();
    // For the record, with `--no-capture`.
    println!("good rejected {} of {good}, flawed accepted {} of {flawed}", lost.len(), missed.len());
    assert_eq!(*good, questions);
    assert!(lost.len() * 20 <= *good, "{} of {good} good ones rejected:\n{}", lost.len(), lost.join("\n"));
    assert!(
        missed.len() * 20 <= flawed,
        "{} of {flawed} flawed ones accepted:\n{}",
        missed.len(),
        missed.join("\n")
    );
    for (name, (all, rejected)) in flaws {
        assert!(rejected * 5 >= all * 4, "{name}: {rejected} of {all} rejected");
    }
}

#[test]
fn the_first_set() {
    check(&FIRST, 70);
}

#[test]
fn the_dev_set() {
    check(&DEV, 57);
}

#[test]
fn the_held_set() {
    check(&HELD, 60);
}

#[test]
fn the_fresh_set() {
    check(&FRESH, 26);
}

#[test]
fn the_last_set() {
    check(&LAST, 26);
}
