//! Rejection is real: good questions pass, and the same questions with a planted flaw do not.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(
    clippy::assigning_clones,
    clippy::semicolon_if_nothing_returned,
    clippy::unnecessary_wraps,
    reason = "planting a flaw is one assignment, and every plant has one shape"
)]

mod corpus;
mod plant;

use tutti_author::native::reviewer::review;
use tutti_author::{Asked, Candidate, Review, ToReview};

use corpus::{Task, tasks};
use plant::FLAWS;

fn reviewed(task: &Task, candidates: Vec<Candidate>, existing: Vec<Asked>) -> Review {
    review(&ToReview {
        candidates,
        reference: task.text.to_owned(),
        options: 5,
        existing,
        ..ToReview::default()
    })
    .unwrap()
}

/// Rejected good questions and questions in all, with the reasons.
fn good(tasks: &[Task]) -> (usize, usize, Vec<String>) {
    let mut lost = Vec::new();
    let mut all = 0;
    for task in tasks {
        all += task.candidates.len();
        let review = reviewed(task, task.candidates.clone(), Vec::new());
        for rejected in review.rejected {
            lost.push(format!("{} {}: {}", task.name, rejected.question_id, rejected.reasons.join("; ")));
        }
    }
    (lost.len(), all, lost)
}

/// Flawed questions that came through and flawed questions in all, with the flaw of each.
fn flawed(tasks: &[Task]) -> (usize, usize, Vec<String>) {
    let mut missed = Vec::new();
    let mut all = 0;
    for task in tasks {
        for (i, candidate) in task.candidates.iter().enumerate() {
            for (name, plant) in
                FLAWS.iter().enumerate().filter(|(f, _)| f % 3 == i % 3).map(|(_, flaw)| flaw)
            {
                let Some((bad, existing)) = plant(candidate, task, i) else { continue };
                all += 1;
                let review = reviewed(task, vec![bad], existing);
                if let [scored] = &review.accepted[..] {
                    missed.push(format!(
                        "{} {} {name}: {:.1}",
                        task.name,
                        candidate.question_id,
                        scored.parts.score()
                    ));
                }
            }
        }
    }
    (missed.len(), all, missed)
}

#[track_caller]
fn check(tasks: &[Task]) {
    let (lost, all, reasons) = good(tasks);
    assert!(all >= 20 && lost * 20 <= all, "{lost} of {all} good ones rejected:\n{}", reasons.join("\n"));
    let (missed, all, flaws) = flawed(tasks);
    assert!(all >= 40 && missed * 20 <= all, "{missed} of {all} flawed ones accepted:\n{}", flaws.join("\n"));
}

#[test]
fn planted_flaws_are_rejected_and_good_questions_are_not() {
    check(&tasks(&["health", "law", "science", "maths", "finance", "history", "civics"]));
}

#[test]
fn every_flaw_is_rejected_somewhere_and_named() {
    let tasks = tasks(&["law", "science", "history"]);
    for (name, plant) in FLAWS {
        let mut seen = (0, 0);
        for task in &tasks {
            for (i, candidate) in task.candidates.iter().enumerate() {
                let Some((bad, existing)) = plant(candidate, task, i) else { continue };
                seen.0 += 1;
                let review = reviewed(task, vec![bad], existing);
                seen.1 += review.rejected.len();
                assert!(review.rejected.iter().all(|rejected| !rejected.reasons.is_empty()));
            }
        }
        assert!(seen.0 >= 1 && seen.1 * 4 >= seen.0 * 3, "{name}: {} of {} rejected", seen.1, seen.0);
    }
}

/// Prints the figures of one set: rejected good questions with their reasons, and per flaw how many were rejected.
fn figures(set: &str, names: &[&str], reasons: bool) {
    let tasks = tasks(names);
    let (lost, all, why) = good(&tasks);
    println!("{set}: {lost} of {all} good ones rejected");
    if reasons {
        println!("{}", why.join("\n"));
    }
    let mut total = (0, 0);
    for (name, plant) in FLAWS {
        let mut seen = (0, 0);
        for task in &tasks {
            for (i, candidate) in task.candidates.iter().enumerate() {
                let Some((bad, existing)) = plant(candidate, task, i) else { continue };
                seen.1 += 1;
                let told = bad.options.get(bad.key).map(|o| o.evidence.clone());
                let review = reviewed(task, vec![bad], existing);
                seen.0 += review.rejected.len();
                if reasons && review.rejected.is_empty() {
                    println!("  {name} {} {} {told:?}", task.name, candidate.question_id);
                }
            }
        }
        println!("  {name}: {} of {}", seen.0, seen.1);
        total = (total.0 + seen.0, total.1 + seen.1);
    }
    println!("{set}: {} of {} flawed ones rejected", total.0, total.1);
}

#[test]
#[ignore = "prints figures"]
fn dev_figures() {
    figures(
        "dev",
        &[
            "dev/leaflet",
            "dev/entry",
            "dev/physics",
            "dev/rulebook",
            "held/notice",
            "held/howto",
            "held/history",
            "held/finance",
            "fresh/letter",
            "fresh/bridge",
        ],
        true,
    );
}

#[test]
#[ignore = "prints figures"]
fn held_figures() {
    figures("last", &["last/bees", "last/faq"], false);
}

#[test]
#[ignore = "calibration"]
fn calibration() {
    use std::collections::BTreeMap;
    let mut seen: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for task in tasks(&[
        "health",
        "law",
        "science",
        "maths",
        "finance",
        "history",
        "civics",
        "dev/leaflet",
        "dev/entry",
        "dev/physics",
        "dev/rulebook",
    ]) {
        for c in &task.candidates {
            let item = tutti_item::Item::multiple_choice(
                c.question.as_str(),
                c.options.iter().map(|o| o.text.as_str()).collect::<Vec<_>>(),
                c.key,
            );
            let Some(g) = tutti_item::cues::guess(&item) else { continue };
            for (place, cues) in g.cues.iter().enumerate() {
                for (cue, w) in cues {
                    let e = seen.entry(format!("{cue:?} {}", if *w > 0.0 { "+" } else { "-" })).or_default();
                    e.1 += 1;
                    if place == c.key {
                        e.0 += 1;
                    }
                    if *w > 0.8 {
                        println!(
                            "{:?} {w:.1} key={} {} {} | {:?}",
                            cue,
                            place == c.key,
                            task.name,
                            c.question_id,
                            c.options.iter().map(|o| &o.text).collect::<Vec<_>>()
                        );
                    }
                }
            }
        }
    }
    println!("{seen:#?}");
}

#[test]
#[ignore = "prints figures"]
fn first_figures() {
    figures("first", &["health", "law", "science", "maths", "finance", "history", "civics"], true);
}
