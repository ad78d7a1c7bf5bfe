#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;
use crate::coverage::{Grade, Summary, UnderCovered};
use crate::order::{ScopeMap, Sorted};
use crate::request::Place;
use crate::source::Currency;

/// The rules that these rulings name, in order.
#[track_caller]
fn check(rulings: impl IntoIterator<Item = Ruling>, expected: &[Rule]) {
    let found: Vec<Rule> = rulings.into_iter().map(|ruling| ruling.rule).collect();
    assert_eq!(found, expected);
}

#[track_caller]
fn text(ruling: Option<Ruling>) -> String {
    match ruling.unwrap().route {
        Route::Error { text } => text,
        Route::Halt { why } | Route::Escalate { why } => why,
        other => panic!("{other:?}"),
    }
}

fn wanted_counts(counts: [usize; 3]) -> Vec<Wanted> {
    Level::ALL.into_iter().zip(counts).map(|(level, count)| Wanted { level, count }).collect()
}

fn some(counts: [usize; 3]) -> Vec<Wanted> {
    wanted_counts(counts).into_iter().filter(|wanted| wanted.count > 0).collect()
}

#[test]
fn an_expansion_needs_both_texts() {
    let request = |task: &str, reference: &str| TaskRequest {
        task_id: "debt-rights".to_owned(),
        existing_task_content: task.to_owned(),
        reference_material_content: reference.to_owned(),
        ..TaskRequest::default()
    };
    check(expansion(&request("# A", "Text.")), &[]);
    check(expansion(&request(" \n", "")), &[Rule::TaskMissing]);
    check(expansion(&request("# A", "\t")), &[Rule::ReferenceMissing]);
    assert_eq!(
        text(expansion(&request("", ""))),
        "Path C requires existing_task_content for task_id: debt-rights"
    );
    assert_eq!(
        text(expansion(&request("# A", ""))),
        "Path C requires reference_material_content for task_id: debt-rights"
    );
}

#[test]
fn the_file_has_nine_questions() {
    let ids: Vec<String> = (1..=9).map(|n| format!("CQ{n}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    check(nine_questions("a", &ids), &[]);
    check(nine_questions("a", &ids[..8]), &[Rule::QuizIncomplete]);
    assert_eq!(
        text(nine_questions("a", &ids[1..])),
        "existing_task_content for task_id: a does not contain CQ1-CQ9"
    );
}

#[test]
fn the_id_is_that_of_the_file() {
    check(same_task("blood", Some("blood"), Some("Blood")), &[]);
    check(same_task("blood", None, Some("Health: Blood")), &[]);
    check(same_task("blood", Some("gravity"), Some("Blood")), &[Rule::TaskIdDiffers]);
    check(
        same_task("debt-collection-rights", None, Some("Self-diagnosis: Amyloidosis")),
        &[Rule::TaskIdDiffers],
    );
    assert_eq!(text(same_task("a", Some("b"), None)), "the task_id is a, the Task ID in the file b");
}

#[test]
fn required_fields() {
    let full = TaskRequest {
        domain: "Health".to_owned(),
        use_case: "Care".to_owned(),
        use_case_description: "Learn to care.".to_owned(),
        knowledge_dimensions: "Factual".to_owned(),
        task_id: "care".to_owned(),
        task_title: "Care".to_owned(),
        ..TaskRequest::default()
    };
    check(check_required(&full), &[]);
    let basic =
        TaskRequest { domain: "Health".to_owned(), task_title: "Sleep".to_owned(), ..TaskRequest::default() };
    check(check_required(&basic), &[]);
    let lacking =
        TaskRequest { use_case: String::new(), place: Place::Pointer("/tasks/3".to_owned()), ..full.clone() };
    check(check_required(&lacking), &[Rule::FieldMissing]);
    assert_eq!(text(check_required(&lacking)), "/tasks/3/use_case is missing");
    let row = TaskRequest {
        place: Place::Line(7),
        domain: "Law".to_owned(),
        task_id: "x".to_owned(),
        ..TaskRequest::default()
    };
    assert_eq!(
        text(check_required(&row)),
        "line 7, column task_title, line 7, column use_case, line 7, column use_case_description, \
         line 7, column knowledge_dimensions are missing"
    );
}

#[test]
fn a_name_is_no_text() {
    check(material("a.pdf", Ok("Text."), true), &[]);
    check(material("", Ok(""), true), &[]);
    check(material("a.pdf", Ok(" "), false), &[Rule::MaterialUnreadable]);
    check(material("a.pdf", Err("it is not there"), false), &[Rule::MaterialUnreadable]);
    check(material("", Ok(""), false), &[Rule::NothingToReadFrom]);
    assert_eq!(text(material("a.pdf", Err("gone"), false)), "a.pdf could not be read: gone");
}

#[test]
fn a_source_is_needed() {
    check(discovery(1, 4), &[]);
    check(discovery(0, 4), &[Rule::NoSource]);
    assert_eq!(text(discovery(0, 0)), "nothing in the library covers it");
}

#[test]
fn concerns_send_a_source_back() {
    let said = |status, authority, concerns: &[&str]| Expertise {
        status,
        authority,
        currency: Currency::Current,
        concerns: concerns.iter().map(|&concern| concern.to_owned()).collect(),
        notes: Vec::new(),
        escalate: None,
    };
    check(expertise(&said(Approval::ApprovedWithNotes, Authority::Acceptable, &[])), &[]);
    check(expertise(&said(Approval::Rejected, Authority::Acceptable, &["old"])), &[Rule::AccuracyConcern]);
    check(
        expertise(&said(Approval::ApprovedWithNotes, Authority::Questionable, &["a blog"])),
        &[Rule::AccuracyConcern],
    );
}

#[test]
fn samples_must_fit() {
    let sorted = |count: usize, from: usize| -> Vec<Sorted> {
        (from..from + count)
            .map(|number| Sorted {
                number,
                reason: "so".to_owned(),
                adaptation: "ask for the limit".to_owned(),
            })
            .collect()
    };
    let of = |fit: usize, partly: usize, out: usize| Extraction {
        scope: ScopeMap::default(),
        in_scope: sorted(fit, 1),
        partial: sorted(partly, 1 + fit),
        out_of_scope: sorted(out, 1 + fit + partly),
        escalate: None,
    };
    check(extraction(&of(5, 1, 4), 10), &[]);
    check(extraction(&of(4, 1, 5), 10), &[Rule::FewSamplesInScope]);
    check(extraction(&of(0, 1, 9), 10), &[Rule::NoSampleInScope]);
    check(extraction(&of(5, 4, 1), 10), &[Rule::ManyPartialSamples]);
    let Route::Next { guidance, .. } = extraction(&of(2, 1, 0), 3).remove(0).route else { panic!() };
    assert_eq!(guidance, ["sample 3: ask for the limit"]);
}

#[test]
fn coverage_guides_the_writer() {
    let map = |count: usize| CoverageMap {
        covered_concepts: Vec::new(),
        under_covered_concepts: vec![
            UnderCovered {
                concept: "x".to_owned(),
                importance: Grade::High,
                testability: Grade::High,
                suggested_bloom_levels: Vec::new(),
                rationale: String::new(),
            };
            count
        ],
        coverage_summary: Summary {
            total_reference_concepts: count,
            concepts_tested_by_cq1_cq9: 0,
            concepts_not_tested: count,
            coverage_percentage: "0%".to_owned(),
        },
    };
    check(coverage(&map(6)), &[]);
    check(coverage(&map(5)), &[Rule::FewUnderCovered]);
    check(coverage(&map(0)), &[Rule::NothingUnderCovered]);
}

#[test]
fn enough_candidates_before_the_review() {
    check(candidates(&wanted_counts([4, 4, 4]), &wanted_counts([4, 4, 4])), &[]);
    check(candidates(&wanted_counts([4, 3, 4]), &wanted_counts([4, 4, 4])), &[Rule::TooFewCandidates]);
    let Route::Back { wanted: more, .. } =
        candidates(&wanted_counts([9, 1, 3]), &wanted_counts([4, 4, 4])).unwrap().route
    else {
        panic!()
    };
    assert_eq!(more, some([0, 3, 1]));
}

fn tally(rejected: [usize; 3], acceptable: [usize; 3]) -> Tally {
    Tally {
        candidates: 12,
        rejected: some(rejected),
        reasons: vec!["R1: longest_key".to_owned()],
        acceptable: wanted_counts(acceptable),
        needed: wanted_counts([3, 3, 3]),
        mean: Some(8.4),
        ..Tally::default()
    }
}

#[test]
fn half_rejected_goes_back() {
    check(after_review(&tally([2, 2, 2], [3, 3, 3])), &[]);
    check(after_review(&tally([3, 2, 2], [3, 3, 3])), &[Rule::HalfRejected]);
    let Route::Back { guidance, wanted, .. } = after_review(&tally([3, 2, 2], [3, 3, 3])).remove(0).route
    else {
        panic!()
    };
    assert_eq!((guidance, wanted), (vec!["R1: longest_key".to_owned()], some([3, 2, 2])));
}

#[test]
fn a_short_level_goes_back_alone() {
    check(after_review(&tally([1, 1, 1], [3, 3, 3])), &[]);
    check(after_review(&tally([1, 2, 1], [3, 2, 3])), &[Rule::LevelShort]);
    let Route::Back { wanted, .. } = after_review(&tally([1, 2, 1], [3, 2, 3])).remove(0).route else {
        panic!()
    };
    assert_eq!(wanted, some([0, 1, 0]));
}

#[test]
fn overlap_is_replaced() {
    let over = |acceptable| Tally { overlapping: some([1, 0, 0]), ..tally([1, 0, 0], acceptable) };
    check(after_review(&Tally { overlapping: Vec::new(), ..over([2, 3, 3]) }), &[Rule::LevelShort]);
    check(after_review(&over([2, 3, 3])), &[Rule::LevelShort, Rule::Overlap]);
    assert!(matches!(after_review(&over([3, 3, 3]))[0].route, Route::Next { .. }));
}

#[test]
fn the_mean_decides() {
    let with = |mean| Tally { mean: Some(mean), ..tally([0, 0, 0], [3, 3, 3]) };
    check(after_review(&with(8.0)), &[]);
    check(after_review(&with(7.9)), &[Rule::MeanModest]);
    check(after_review(&with(6.9)), &[Rule::MeanLow]);
}

#[test]
fn a_blocked_gate_goes_back() {
    check(after_gates(Stage::CurriculumDesigner, &[]), &[]);
    let objections = ["CQ4 has no objective".to_owned()];
    check(after_gates(Stage::CurriculumDesigner, &objections), &[Rule::CurriculumUnfit]);
    check(after_gates(Stage::ConsistencyAgent, &objections), &[Rule::FileUnsound]);
}

#[test]
fn the_third_failure_goes_to_a_person() {
    let back = || after_review(&tally([3, 2, 2], [3, 3, 3])).remove(0);
    check([limit_rounds(back(), 2)], &[Rule::HalfRejected]);
    check([limit_rounds(back(), 3)], &[Rule::RoundsSpent]);
    let why = "QUESTION_WRITER failed 3 times, the last time for half_rejected: R1: longest_key";
    assert_eq!(text(Some(limit_rounds(back(), 3))), why);
}

#[test]
fn anyone_can_escalate() {
    check(escalation(Stage::DomainExpert, None), &[]);
    check(escalation(Stage::DomainExpert, Some(" ")), &[]);
    check(escalation(Stage::DomainExpert, Some("two laws differ")), &[Rule::Escalated]);
}
