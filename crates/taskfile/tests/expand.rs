//! A task with nine questions gets more, and nothing else changes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_item::Bloom;
use tutti_taskfile::{Additions, ExpandError, QuizQuestion, TaskFile, expand, frozen_parts};

const SAMPLE: &str = include_str!("../../../samples/railway-signal-lamps.md");

fn question(options: usize, key: usize) -> QuizQuestion {
    let places = ["loft", "barn|shed", "hall", "porch", "cellar"];
    QuizQuestion {
        question: "Where does the chisel hang?".to_owned(),
        options: places[..options].iter().map(|place| (*place).to_owned()).collect(),
        key,
        level: Bloom::Remember,
    }
}

/// The lines of the second text that are not in the first.
fn added_lines(before: &str, after: &str) -> String {
    let known: Vec<&str> = before.lines().collect();
    let new = after.lines().filter(|line| !known.contains(line) && !line.starts_with("| **Task instruction"));
    new.collect::<Vec<_>>().join("\n")
}

#[test]
fn questions_go_to_the_end() {
    let additions = Additions { questions: vec![question(5, 1)], ..Additions::default() };
    let after = expand(SAMPLE, &additions).unwrap();
    assert!(after.starts_with(SAMPLE.trim_end()));
    insta::assert_snapshot!(after[SAMPLE.trim_end().len()..].trim(), @r#"
    | Field | Visibility | Value |
    |---|---|---|
    | **Question ID** | Participants | CQ10 |
    | **Question** | Participants | Where does the chisel hang? |
    | **Options** | Participants | ["A. loft", "B. barn\|shed", "C. hall", "D. porch", "E. cellar"] |
    | **Answer type** | Researcher-only | Single-select |
    | **Correct answers** | Researcher-only | ["B. barn\|shed"] |
    | **Bloom's level** | Researcher-only | Remembering |
    "#);
}

#[test]
fn instructions_are_only_extended() {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let additions = Additions {
        questions: Vec::new(),
        description: words(&["the tools of a keeper", "the hours of work"]),
        explainer: words(&["the place of each tool"]),
        learner: words(&["Which tool to take.", "Where a tool hangs."]),
    };
    let after = expand(SAMPLE, &additions).unwrap();
    insta::assert_snapshot!(added_lines(SAMPLE, &after), @"| **Task description** | Before electric light, the signals of a railway were lit by oil. In this task, you will need to learn as much as you can about signal lamps, including their parts, their care, and the rules of the line, as well as the tools of a keeper and the hours of work. |");
    let file = TaskFile::read(&after).file;
    let explainer = file.value(tutti_taskfile::Field::Explainer);
    assert!(explainer.ends_with(
        "the rules in fog, as well as the place of each tool, so pay attention to these details."
    ));
    let learner = file.value(tutti_taskfile::Field::Learner);
    assert!(
        learner.ends_with("3. How to mend a lamp that smokes. 4. Which tool to take. 5. Where a tool hangs.")
    );
}

#[track_caller]
fn check_refused(original: &str, question: QuizQuestion, expected: &str) {
    let additions = Additions { questions: vec![question], ..Additions::default() };
    assert_eq!(expand(original, &additions).unwrap_err().to_string(), expected);
}

#[test]
fn what_does_not_fit_is_refused() {
    check_refused(SAMPLE, question(4, 0), "CQ10 has 4 options and the questions before it have 5");
    check_refused(SAMPLE, question(5, 5), "CQ10 has no option F");
    let eight = SAMPLE.replace("| CQ9 |", "| CQ99 |");
    check_refused(&eight, question(5, 0), "the task has no CQ9; a task is extended when it has CQ1 to CQ9");
    let additions = Additions { learner: vec!["More.".to_owned()], ..Additions::default() };
    let bare = SAMPLE.replace("| **Task instruction for Learner** |", "| **Hints** |");
    assert_eq!(expand(&bare, &additions), Err(ExpandError::NoRow(tutti_taskfile::Field::Learner)));
}

#[track_caller]
fn check_differs(from: &str, to: &str, expected: &str) {
    let differences = frozen_parts(SAMPLE).compare(&SAMPLE.replacen(from, to, 1)).unwrap_err();
    let told: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert_eq!(told.join("\n"), expected);
}

#[test]
fn a_difference_is_named_with_its_line() {
    check_differs(
        "History",
        "Crafts",
        "Metadata, line 5: \"History |\\n| **Use case**\" became \"Crafts |\\n| **Use case** \"",
    );
    check_differs(
        "B. blue",
        "B. navy",
        "CQ1, line 70: \"blue\\\", \\\"C. white\\\", \\\"D. g\" became \"navy\\\", \\\"C. white\\\", \\\"D. g\"",
    );
    check_differs("| CQ9 |", "| CQ8 |", "CQ9, line 0: it is missing");
    assert_eq!(
        frozen_parts(SAMPLE).compare(&SAMPLE.replacen("lit by oil", "lit by gas", 1)),
        Ok(()),
        "the description is free"
    );
}
