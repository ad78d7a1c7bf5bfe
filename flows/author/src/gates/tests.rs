#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;
use crate::candidate::{Draw, Offered, Target};
use crate::course::Objective;
use crate::review::Part;

/// Whether a verdict blocks for this gate.
#[track_caller]
fn check(verdict: &Verdict, expected: Option<Gate>) {
    let found = verdict.is_blocked().then(|| verdict.findings()[0].rule.clone());
    assert_eq!(found.as_deref(), expected.map(Gate::code), "{verdict:?}");
}

fn offer(text: &str) -> Offered {
    Offered {
        text: text.to_owned(),
        draw: Some(Draw::AdjacentValue),
        misconception: "mixes the limits up".to_owned(),
        evidence: format!("The rule says {text}."),
    }
}

/// A sound question about the hours of a harbor.
fn question(id: &str, level: Level, question: &str, options: [&str; 4], key: usize) -> Candidate {
    Candidate {
        question_id: id.to_owned(),
        level,
        question: question.to_owned(),
        options: options.map(offer).to_vec(),
        key,
        concept: "harbor hours".to_owned(),
        target: None,
    }
}

fn gate_hours() -> Candidate {
    let options = [
        "at five in the morning",
        "at six in the morning",
        "at seven in the morning",
        "at eight in the morning",
    ];
    question("CQ1", Level::Remembering, "When does the harbor gate open in winter?", options, 1)
}

fn pilot() -> Candidate {
    let options = ["the harbor master", "the coast guard", "the ship owner", "the port doctor"];
    question("CQ2", Level::Understanding, "Who must send a pilot to a ship with a sick crew?", options, 0)
}

#[test]
fn a_candidate_has_all_its_parts() {
    check(&complete(&gate_hours(), 4), None);
    check(&complete(&gate_hours(), 5), Some(Gate::Complete));
    check(&complete(&Candidate { key: 4, ..gate_hours() }, 4), Some(Gate::Complete));
    check(&complete(&Candidate { concept: " ".to_owned(), ..gate_hours() }, 4), Some(Gate::Complete));
    let mut silent = gate_hours();
    silent.options[2].evidence.clear();
    check(&complete(&silent, 4), Some(Gate::Complete));
}

#[test]
fn flags_must_be_resolved() {
    let flag = Flag::new("few_samples_in_scope", "2 of 9");
    check(&check_flags(std::slice::from_ref(&flag)), None);
    check(&check_flags(&[Flag { unresolved: true, ..flag }]), Some(Gate::Resolved));
}

#[test]
fn fields_are_populated() {
    check(&check_fields(&[("domain", "Health"), ("task topic", "Sleep")]), None);
    check(&check_fields(&[("domain", "Health"), ("task topic", " ")]), Some(Gate::Populated));
}

#[test]
fn every_level_has_its_number() {
    let needed = [Level::Remembering, Level::Understanding].map(|level| Wanted { level, count: 1 });
    check(&check_counts(&[gate_hours(), pilot()], &needed), None);
    check(&check_counts(&[gate_hours()], &needed), Some(Gate::Counts));
    let extra = Candidate { level: Level::Applying, ..pilot() };
    check(&check_counts(&[gate_hours(), pilot(), extra], &needed), Some(Gate::Counts));
}

#[test]
fn keys_are_spread() {
    let keyed = |keys: &[usize]| -> Vec<Candidate> {
        keys.iter().map(|key| Candidate { key: *key, ..gate_hours() }).collect()
    };
    check(&positions(&keyed(&[0, 1, 2, 3, 4, 0, 1, 2, 3]), 5), None);
    check(&positions(&keyed(&[1, 1, 1, 2, 3, 4, 0, 0, 2]), 5), Some(Gate::Positions));
    check(&positions(&keyed(&[0, 1, 2, 3, 1, 2, 3, 0, 1]), 5), Some(Gate::Positions));
    check(&positions(&keyed(&[0, 1, 2, 3, 4, 1]), 5), None);
    check(&positions(&keyed(&[1, 2, 1, 1, 2, 3]), 5), Some(Gate::Positions));
}

#[test]
fn no_two_ask_the_same() {
    check(&distinct(&[gate_hours(), pilot()], &[], Language::English), None);
    let again = Candidate { question_id: "CQ3".to_owned(), ..gate_hours() };
    check(&distinct(&[gate_hours(), again], &[], Language::English), Some(Gate::Distinct));
    let asked = |question: &str, key: &str| Asked {
        question_id: "CQ7".to_owned(),
        level: Level::Applying,
        question: question.to_owned(),
        options: vec![key.to_owned()],
        key: Some(0),
    };
    let same = asked("In winter, when does the gate of the harbor open?", "at six in the morning");
    check(&distinct(&[gate_hours()], &[same], Language::English), Some(Gate::Distinct));
    check(
        &distinct(
            &[gate_hours()],
            &[asked("What do pilots wear at night?", "a red lamp")],
            Language::English,
        ),
        None,
    );
}

#[test]
fn under_covered_comes_first() {
    let target = |under_covered| Some(Target { concept: "hours".to_owned(), under_covered });
    let (fresh, under) = (
        Candidate { target: target(false), ..gate_hours() },
        Candidate { target: target(true), ..gate_hours() },
    );
    check(&check_preference(std::slice::from_ref(&under), std::slice::from_ref(&fresh)), None);
    check(&check_preference(std::slice::from_ref(&fresh), &[]), None);
    check(&check_preference(&[fresh], &[under]), Some(Gate::Preferred));
}

#[test]
fn blind_solvers_decide() {
    let blind = |informed, uninformed| Blind { question_id: "R1".to_owned(), informed, uninformed };
    check(&difficulty(&blind(None, None)), None);
    check(&difficulty(&blind(Some(1.0), Some(0.4))), None);
    check(&difficulty(&blind(Some(0.6), Some(0.6))), Some(Gate::Difficulty));
    check(&difficulty(&blind(Some(0.4), Some(0.2))), Some(Gate::Difficulty));
}

#[test]
fn a_low_score_is_no_choice() {
    let with = |parts: f64, draws: &[f64]| Scored {
        question_id: "R1".to_owned(),
        parts: Part {
            source_dependency: parts,
            distractors: parts,
            item_writing: parts,
            discrimination: parts,
        },
        draws: draws.to_vec(),
        mended: None,
    };
    check(&check_score(&with(7.0, &[0.2, 0.04, 0.3, 0.2]), 1), None);
    check(&check_score(&with(6.9, &[]), 1), Some(Gate::Scored));
    check(&check_score(&with(9.0, &[0.04, 0.2, 0.3, 0.2]), 1), Some(Gate::Scored));
    assert!(matches!(check_score(&with(9.0, &[0.06, 0.2, 0.3, 0.2]), 1), Verdict::Flagged(_)));
}

#[test]
fn only_wording_is_mended() {
    let mended =
        Candidate { question: "In winter, when does the harbor gate open?".to_owned(), ..gate_hours() };
    check(&check_mending(&gate_hours(), &mended), None);
    let mut moved = gate_hours();
    moved.options.swap(0, 1);
    check(&check_mending(&gate_hours(), &moved), Some(Gate::Mended));
    check(&check_mending(&gate_hours(), &Candidate { key: 0, ..moved }), None);
    check(
        &check_mending(&gate_hours(), &Candidate { level: Level::Applying, ..gate_hours() }),
        Some(Gate::Mended),
    );
    let mut other = gate_hours();
    other.options[1].text = "whenever the tide allows it".to_owned();
    check(&check_mending(&gate_hours(), &other), Some(Gate::Mended));
}

fn curriculum(mapped: &[&[&str]]) -> Curriculum {
    let objective = |(i, questions): (usize, &&[&str])| Objective {
        id: format!("LO{}", i + 1),
        text: "Recall the hours.".to_owned(),
        bloom_level: Level::Remembering,
        maps_to_questions: questions.iter().map(|&id| id.to_owned()).collect(),
    };
    Curriculum {
        learning_objectives: mapped.iter().enumerate().map(objective).collect(),
        ..Curriculum::default()
    }
}

#[test]
fn objectives_and_questions_map_to_each_other() {
    let questions = [gate_hours(), pilot()];
    check(&objectives(&curriculum(&[&["CQ1"], &["CQ2", "CQ1"]]), &questions), None);
    check(&objectives(&curriculum(&[&["CQ1"]]), &questions), Some(Gate::Objectives));
    check(&objectives(&curriculum(&[&["CQ1", "CQ2"], &[]]), &questions), Some(Gate::Objectives));
    check(&objectives(&curriculum(&[&["CQ1", "CQ2", "CQ9"]]), &questions), Some(Gate::Objectives));
}

fn four() -> Vec<Familiarity> {
    let asked = |number: usize, question: &str, terms: &[&str]| Familiarity {
        question_id: format!("FQ{number}"),
        question: question.to_owned(),
        bloom_level: [Level::Understanding, Level::Remembering][number % 2],
        terms: terms.iter().map(|&term| term.to_owned()).collect(),
    };
    vec![
        asked(1, "How familiar are you with the words of shipping?", &[]),
        asked(2, "How well do you understand how harbors work?", &[]),
        asked(3, "How familiar are you with terms such as harbor gate and pilot?", &["harbor gate", "pilot"]),
        asked(4, "How well do you understand what a pilot does?", &["pilot"]),
    ]
}

#[test]
fn familiarity_is_asked_and_gives_nothing_away() {
    let questions = [gate_hours(), pilot()];
    let with = |change: fn(&mut Vec<Familiarity>)| {
        let mut asked = four();
        change(&mut asked);
        familiarity(&asked, &questions)
    };
    check(&with(|_| {}), None);
    check(&with(|asked| drop(asked.pop())), Some(Gate::Familiarity));
    check(&with(|asked| asked.swap(0, 1)), Some(Gate::Familiarity));
    check(&with(|asked| asked[2].terms.clear()), Some(Gate::Familiarity));
    check(&with(|asked| asked[3].terms = vec!["lighthouse".to_owned()]), Some(Gate::Familiarity));
    let tells = |asked: &mut Vec<Familiarity>| {
        asked[0].question = "How familiar are you with gates that open at six in the morning?".to_owned();
    };
    check(&with(tells), Some(Gate::Familiarity));
}

#[test]
fn instructions_are_only_extended() {
    let texts = |topic: &str, description: &str| Finished {
        task_topic: topic.to_owned(),
        task_description: description.to_owned(),
        ..Finished::default()
    };
    let before = texts("Harbors", "Learn about harbors, including gates and pilots.");
    check(&check_instructions(&before, &before), None);
    check(
        &check_instructions(
            &before,
            &texts("Harbors", "Learn about harbors, including gates and pilots, and tides."),
        ),
        None,
    );
    check(
        &check_instructions(&before, &texts("Harbors", "Learn about gates and pilots.")),
        Some(Gate::Extended),
    );
    check(&check_instructions(&before, &texts("Ports", &before.task_description)), Some(Gate::Extended));
}
