//! Gates and contracts, case by case.

use serde_json::{Value, json};
use tutti_agent::{Contract, read_input};
use tutti_core::{Code, Severity, Verdict};
use tutti_document::Quality;
use tutti_study::gates::{self, Ground, Thresholds};
use tutti_study::rules::Rule;
use tutti_study::{
    Block, CoachOutput, Difficulty, Flashcard, HandoverV1, Quiz, QuizItem, QuizResults, QuizSpec,
    ReaderOutput, Role, SessionDocument, SessionState, Status,
};

use crate::text;

fn block(id: &str, text: &str) -> Block {
    Block {
        block_id: id.to_owned(),
        text: text.to_owned(),
        source_page: 1,
        role: Role::Paragraph,
        level: None,
    }
}

fn blocks() -> Vec<Block> {
    vec![
        block("p1.1", "A tide is the regular rise and fall of the sea, which the “gravity” of the Moon"),
        block("p1.2", "and the Sun causes — twice in a lunar day of about 25 hours."),
        block("p2.1", "Slack water is the short pause before the current turns."),
        block("p3.1", "Neap tides"),
    ]
}

fn verdict(verdict: &Verdict) -> String {
    let told = |findings: &[tutti_core::Finding]| {
        let all: Vec<String> = findings
            .iter()
            .map(|finding| {
                let severity = if finding.severity == Severity::High { "!" } else { "" };
                format!("{}{severity}{}", finding.rule, finding.pointer)
            })
            .collect();
        all.join(" ")
    };
    match verdict {
        Verdict::Pass => "pass".to_owned(),
        Verdict::Flagged(findings) => format!("flagged {}", told(findings)),
        Verdict::Blocked(findings) => format!("blocked {}", told(findings)),
    }
}

fn recognised_document(characters: usize, confidence: Option<f64>) -> ReaderOutput {
    let mut document = text::of_blocks(vec![block("p1.1", &"x".repeat(characters))]);
    document.quality = Some(Quality {
        pages: 1,
        pages_ocr: vec![1],
        ocr_confidence: confidence,
        characters,
        bad_pages: Vec::new(),
    });
    document
}

#[test]
fn what_a_document_must_bring() {
    for (characters, confidence, expected) in [
        (500, None, "pass"),
        (499, None, "blocked too_short!"),
        (0, None, "blocked too_short!"),
        (500, Some(0.0), "blocked low_ocr_confidence!"),
        (500, Some(0.59), "blocked low_ocr_confidence!"),
        (500, Some(0.60), "flagged low_ocr_confidence"),
        (500, Some(0.79), "flagged low_ocr_confidence"),
        (500, Some(0.80), "pass"),
        (500, Some(1.0), "pass"),
        // A guess is short because it is a guess.
        (499, Some(0.59), "blocked low_ocr_confidence!"),
        (499, Some(0.60), "blocked low_ocr_confidence too_short!"),
        (499, Some(0.80), "blocked too_short!"),
    ] {
        let found = gates::readable(&recognised_document(characters, confidence), &Thresholds::default());
        assert_eq!(verdict(&found), expected, "{characters} characters at {confidence:?}");
    }
    let message = match gates::readable(&recognised_document(600, Some(0.43)), &Thresholds::default()) {
        Verdict::Blocked(findings) => findings[0].message.clone(),
        other => panic!("{other:?}"),
    };
    assert!(message.contains("0.43"), "{message}");
    let loose = Thresholds { ocr_refuse: 0.2, ocr_warn: 0.3, characters: 10 };
    assert_eq!(
        gates::readable(&recognised_document(10, Some(0.43)), &loose),
        Verdict::Pass,
        "both are settings"
    );
}

#[test]
fn a_quote_stands_in_its_blocks() {
    let blocks = blocks();
    for (span, quote, expected) in [
        (&["p1.1"][..], "the regular rise and fall", "pass"),
        (&["p1.1"], "The Regular RISE\n and   fall", "pass"),
        (&["p1.1"], "the \"gravity\" of", "pass"),
        (&["p1.1"], "the «gravity» of", "pass"),
        (&["p1.2"], "causes – twice", "pass"),
        (&["p1.2"], "causes - twice", "pass"),
        (&["p1.1", "p1.2"], "the Moon and the Sun", "pass"),
        (&["p1.2", "p1.1"], "the Moon and the Sun", "pass"),
        (&["p1.1"], "the Moon and the Sun", "blocked quote_not_there!/quote"),
        (&["p1.1"], "the irregular rise", "blocked quote_not_there!/quote"),
        (&["p1.1"], "rise fall", "blocked quote_not_there!/quote"),
        (&["p2.1"], "the regular rise and fall", "blocked quote_not_there!/quote"),
        (&["p9.9"], "the regular rise and fall", "blocked block_unknown!/source_span"),
        (&["p1.1", "p9.9"], "the regular rise and fall", "blocked block_unknown!/source_span"),
        (&["p1.1"], "regular rise and fal", "blocked quote_not_there!/quote"),
        (&["p1.1"], "ide is the regular", "blocked quote_not_there!/quote"),
        (&["p1.1"], "tide", "blocked quote_too_short!/quote"),
        (&["p1.1"], "A tide", "blocked quote_too_short!/quote"),
        (&["p1.1"], "A tide is", "pass"),
        (&["p3.1"], "Neap tides", "pass"),
        (&["p1.1"], "  ", "blocked not_grounded!/source_span"),
        (&[], "the regular rise and fall", "blocked not_grounded!/source_span"),
    ] {
        let span: Vec<String> = span.iter().map(|id| (*id).to_owned()).collect();
        let found = Ground::new(&blocks).holds(&span, quote);
        assert_eq!(verdict(&found), expected, "{quote} in {span:?}");
    }
    let without: Vec<Block> = blocks[1..].to_vec();
    let found = Ground::new(&without).holds(&["p1.1".to_owned()], "the regular rise and fall");
    assert_eq!(verdict(&found), "blocked block_unknown!/source_span", "a block that is gone carries nothing");
}

fn item() -> QuizItem {
    QuizItem {
        item_id: String::new(),
        question: "Which pause comes before the tidal current turns?".to_owned(),
        options: ["Slack water", "Spring tide", "Neap season", "Storm surge"].map(str::to_owned).to_vec(),
        correct: 0,
        explanation: String::new(),
        concept: "slack water".to_owned(),
        facet: tutti_study::Facet::Term,
        difficulty: Difficulty::Easy,
        source_span: vec!["p2.1".to_owned()],
        quote: "Slack water is the short pause".to_owned(),
    }
}

#[test]
fn what_a_question_must_be() {
    let blocks = blocks();
    let check = |change: &dyn Fn(&mut QuizItem), expected: &str| {
        let mut item = item();
        change(&mut item);
        let found = verdict(&gates::question(&item, &Ground::new(&blocks)));
        assert!(found.starts_with(expected), "{found} and not {expected}: {item:?}");
    };
    check(&|_| {}, "pass");
    check(&|item| drop(item.options.pop()), "blocked options_not_four!/options");
    check(&|item| item.options.push("A fifth".to_owned()), "blocked options_not_four!/options");
    check(&|item| item.options[1] = "slack  WATER".to_owned(), "blocked options_alike!/options");
    check(&|item| item.options[1] = " ".to_owned(), "blocked options_alike!/options");
    check(&|item| item.correct = 4, "blocked key_unknown!/correctAnswerIndex");
    check(&|item| item.options[3] = "All of the above".to_owned(), "blocked ");
    check(&|item| item.question = String::new(), "blocked question_missing!/question");
    check(&|item| item.quote = "Slack water is a river".to_owned(), "blocked quote_not_there!/quote");
    check(&|item| item.source_span = vec!["p7.7".to_owned()], "blocked block_unknown!/source_span");
}

#[test]
fn what_a_card_must_be() {
    let blocks = blocks();
    let check = |question: &str, answer: &str, quote: &str, expected: &str| {
        let card = Flashcard {
            card_id: String::new(),
            question: question.to_owned(),
            answer: answer.to_owned(),
            concept: String::new(),
            facet: tutti_study::Facet::Definition,
            source_span: vec!["p2.1".to_owned()],
            quote: quote.to_owned(),
        };
        assert_eq!(verdict(&gates::card(&card, &Ground::new(&blocks))), expected, "{question}");
    };
    let quote = "Slack water is the short pause";
    check("What is slack water?", "The short pause before the current turns", quote, "pass");
    check("What is slack water?", " ", quote, "blocked side_missing!/answer");
    check("", "The short pause", quote, "blocked side_missing!/answer");
    check("What is Slack Water?", "slack water", quote, "blocked answer_given!/question");
    check("What is slack water?", "A long pause", "a long pause", "blocked quote_not_there!/quote");
}

/// Where a value is refused, and with which code.
fn fault<C: Contract>(value: Value) -> String {
    match read_input::<C>(value) {
        Ok(_) => "none".to_owned(),
        Err(problem) => {
            assert_eq!(problem.code, Code::BadInput);
            problem.pointer.unwrap()
        }
    }
}

/// What is left of `whole` when the value at `pointer` is changed, or taken away.
fn change(whole: &Value, pointer: &str, to: Option<Value>) -> Value {
    let mut value = whole.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = value.pointer_mut(parent).unwrap();
    match to {
        Some(to) => parent[name] = to,
        None => drop(parent.as_object_mut().unwrap().remove(name)),
    }
    value
}

#[test]
fn a_quiz_spec_says_where_it_is_wrong() {
    let whole = json!({ "blocks_to_assess": ["p1.1"], "num_questions": 5, "difficulty": "easy" });
    assert_eq!(fault::<QuizSpec>(whole.clone()), "none");
    for (pointer, to, expected) in [
        ("/difficulty", None, "none"),
        ("/difficulty", Some(json!("HARD")), "none"),
        ("/difficulty", Some(json!("deadly")), "/difficulty"),
        ("/blocks_to_assess", None, "/blocks_to_assess"),
        ("/blocks_to_assess", Some(json!([])), "/blocks_to_assess"),
        ("/blocks_to_assess", Some(json!("p1.1")), "/blocks_to_assess"),
        ("/blocks_to_assess", Some(json!(["p1.1", 7])), "/blocks_to_assess/1"),
        ("/num_questions", None, "/num_questions"),
        ("/num_questions", Some(json!("five")), "/num_questions"),
        ("/num_questions", Some(json!(-1)), "/num_questions"),
        ("/num_questions", Some(json!(2.5)), "/num_questions"),
        ("/num_questions", Some(json!(0)), "/num_questions"),
        ("/num_questions", Some(json!(200)), "none"),
        ("/num_questions", Some(json!(10_000)), "/num_questions"),
    ] {
        assert_eq!(fault::<QuizSpec>(change(&whole, pointer, to.clone())), expected, "{pointer} {to:?}");
    }
    let spec: QuizSpec =
        read_input(json!({ "blocks_to_assess": ["p1.1", "p9.9"], "num_questions": 1 })).unwrap();
    let found = spec.findings(&session());
    assert_eq!(found.iter().map(|f| f.pointer.as_str()).collect::<Vec<_>>(), ["/blocks_to_assess/1"]);
}

fn session() -> SessionState {
    let items = ["q1", "q2"].map(|id| QuizItem { item_id: id.to_owned(), ..item() }).to_vec();
    SessionState {
        session_id: "s".to_owned(),
        user_id: "u".to_owned(),
        status: Status::Ready,
        doc_meta: SessionDocument {
            filename: "tides.md".to_owned(),
            title: "Tides".to_owned(),
            language: "en".to_owned(),
            source_hash: "0".repeat(64),
            uploaded_at: "2026-01-01T00:00:00Z".to_owned(),
        },
        extracted_blocks: blocks(),
        flashcards: Vec::new(),
        quiz_items: items,
        quizzes: vec![Quiz {
            quiz_id: "s.1".to_owned(),
            item_ids: vec!["q1".to_owned(), "q2".to_owned()],
            difficulty: Difficulty::Easy,
        }],
        results: Vec::new(),
        notes: Vec::new(),
        flags: Vec::new(),
    }
}

#[test]
fn quiz_results_say_where_they_are_wrong() {
    let answer = |id: &str| json!({ "item_id": id, "is_correct": true, "latency_sec": 1.5 });
    let whole = json!({ "quiz_id": "s.1", "answers": [answer("q1"), answer("q2")] });
    assert_eq!(fault::<QuizResults>(whole.clone()), "none");
    for (pointer, to, expected) in [
        ("/quiz_id", None, "/quiz_id"),
        ("/quiz_id", Some(json!(1)), "/quiz_id"),
        ("/answers", None, "/answers"),
        ("/answers", Some(json!({})), "/answers"),
        ("/answers/1/item_id", None, "/answers/1/item_id"),
        ("/answers/1/is_correct", None, "/answers/1/is_correct"),
        ("/answers/1/is_correct", Some(json!("yes")), "/answers/1/is_correct"),
        ("/answers/1/latency_sec", None, "none"),
        ("/answers/1/latency_sec", Some(json!("slow")), "/answers/1/latency_sec"),
        ("/answers/1/latency_sec", Some(json!(-0.1)), "/answers/1/latency_sec"),
    ] {
        assert_eq!(fault::<QuizResults>(change(&whole, pointer, to.clone())), expected, "{pointer} {to:?}");
    }
    for (quiz, answers, expected) in [
        ("s.1", &["q1", "q2"][..], &[][..]),
        ("s.1", &["q2", "q1"], &[]),
        ("s.9", &["q1", "q2"], &["/quiz_id"]),
        ("s.1", &["q1"], &["/answers"]),
        ("s.1", &["q1", "q2", "q2"], &["/answers", "/answers/2/item_id"]),
        ("s.1", &["q1", "q1"], &["/answers/1/item_id"]),
        ("s.1", &["q1", "q7"], &["/answers/1/item_id"]),
        ("s.1", &[], &["/answers"]),
    ] {
        let answers: Vec<Value> = answers.iter().map(|id| answer(id)).collect();
        let results: QuizResults = read_input(json!({ "quiz_id": quiz, "answers": answers })).unwrap();
        let found = results.findings(&session());
        let found: Vec<&str> = found.iter().map(|finding| finding.pointer.as_str()).collect();
        assert_eq!(found, expected, "{results:?}");
    }
}

#[test]
fn a_handover_says_where_it_is_wrong() {
    let whole = json!(text::handover(&text::sample("documents", "water-cycle.md"), 15, 10));
    assert_eq!(fault::<HandoverV1>(whole.clone()), "none");
    let needed = [
        "/metadata",
        "/metadata/sessionId",
        "/metadata/sourceTitle",
        "/metadata/sourceHash",
        "/metadata/language",
        "/metadata/generatedAt",
        "/context",
        "/context/fullSummary",
        "/context/keyConcepts",
        "/context/keyConcepts/0/term",
        "/context/keyConcepts/0/definition",
        "/context/keyConcepts/0/relevance",
        "/context/mainSections",
        "/context/mainSections/0/sectionTitle",
        "/context/mainSections/0/sectionSummary",
        "/instructions_for_coach",
        "/instructions_for_coach/targetAudience",
        "/instructions_for_coach/generationGoals",
        "/instructions_for_coach/constraints",
        "/instructions_for_coach/constraints/numFlashcards",
        "/instructions_for_coach/constraints/numQuizQuestions",
        "/instructions_for_coach/constraints/quizDifficulty",
        "/blocks",
        "/blocks/0/block_id",
        "/blocks/0/text",
        "/blocks/0/source_page",
    ];
    for pointer in needed {
        assert_eq!(fault::<HandoverV1>(change(&whole, pointer, None)), pointer, "without");
        assert_eq!(
            fault::<HandoverV1>(change(&whole, pointer, Some(json!(true)))),
            pointer,
            "of another type"
        );
    }
    for (pointer, to, expected) in [
        ("/context/mainSections/0/contentRef", None, "none"),
        ("/instructions_for_coach/focusAreas", None, "none"),
        ("/context/fullSummary", Some(json!(" ")), "/context/fullSummary"),
        ("/context/keyConcepts/0/term", Some(json!("")), "/context/keyConcepts/0"),
        ("/context/keyConcepts/0/relevance", Some(json!("Huge")), "/context/keyConcepts/0/relevance"),
        (
            "/instructions_for_coach/generationGoals",
            Some(json!(["poem"])),
            "/instructions_for_coach/generationGoals/0",
        ),
        (
            "/instructions_for_coach/constraints/numQuizQuestions",
            Some(json!(10_000)),
            "/instructions_for_coach/constraints/numQuizQuestions",
        ),
        ("/blocks", Some(json!([])), "/blocks"),
    ] {
        assert_eq!(fault::<HandoverV1>(change(&whole, pointer, to.clone())), expected, "{pointer} {to:?}");
    }
}

#[test]
fn what_reader_and_coach_give_is_held_to_its_contract_too() {
    let document = json!(text::sample("documents", "water-cycle.md"));
    assert_eq!(fault::<ReaderOutput>(document.clone()), "none");
    for (pointer, to) in [
        ("/extracted_blocks", Some(json!([]))),
        ("/extracted_blocks/0/text", Some(json!(" "))),
        ("/extracted_blocks/0/block_id", Some(json!(""))),
        ("/extracted_blocks/0/source_page", None),
        ("/doc_meta/language", None),
    ] {
        assert_eq!(fault::<ReaderOutput>(change(&document, pointer, to)), pointer);
    }
    let made = json!({ "flashcards": [], "quiz": [item()] });
    assert_eq!(fault::<CoachOutput>(made.clone()), "none");
    for (pointer, to) in [
        ("/quiz/0/correctAnswerIndex", None),
        ("/quiz/0/correctAnswerIndex", Some(json!(-1))),
        ("/quiz/0/correctAnswerIndex", Some(json!("A"))),
        ("/quiz/0/options", Some(json!("Slack water"))),
        ("/quiz/0/quote", None),
        ("/quiz/0/source_span", None),
        ("/flashcards", None),
    ] {
        assert_eq!(fault::<CoachOutput>(change(&made, pointer, to)), pointer);
    }
}

/// The rules that a value breaks on its own.
fn broken_rules<C: Contract>(whole: &Value, pointer: &str, to: Value) -> Vec<String> {
    let value: C = serde_json::from_value(change(whole, pointer, Some(to))).unwrap();
    value.validate().into_iter().map(|finding| finding.rule).collect()
}

#[test]
fn contracts_name_the_rule_that_is_broken() {
    let document = text::sample("documents", "water-cycle.md");
    let handover = json!(text::handover(&document, 15, 10));
    let spec = json!({ "blocks_to_assess": ["p1.1"], "num_questions": 5 });
    let answer = json!({ "item_id": "q1", "is_correct": true, "latency_sec": 1.0 });
    let results = json!({ "quiz_id": "s.1", "answers": [answer] });
    let counts = "/instructions_for_coach/constraints/numFlashcards";
    for (rule, found) in [
        (Rule::BlocksMissing, broken_rules::<ReaderOutput>(&json!(document), "/extracted_blocks", json!([]))),
        (Rule::BlocksMissing, broken_rules::<HandoverV1>(&handover, "/blocks", json!([]))),
        (Rule::BlocksMissing, broken_rules::<QuizSpec>(&spec, "/blocks_to_assess", json!([]))),
        (
            Rule::BlockIncomplete,
            broken_rules::<ReaderOutput>(&json!(document), "/extracted_blocks/0/text", json!(" ")),
        ),
        (Rule::SummaryMissing, broken_rules::<HandoverV1>(&handover, "/context/fullSummary", json!(" "))),
        (
            Rule::ConceptIncomplete,
            broken_rules::<HandoverV1>(&handover, "/context/keyConcepts/0/term", json!("")),
        ),
        (Rule::CountTooLarge, broken_rules::<HandoverV1>(&handover, counts, json!(201))),
        (Rule::CountOutOfRange, broken_rules::<QuizSpec>(&spec, "/num_questions", json!(0))),
        (Rule::LatencyNegative, broken_rules::<QuizResults>(&results, "/answers/0/latency_sec", json!(-1.0))),
    ] {
        assert_eq!(found, [rule.code()]);
    }
    for (quiz, answers, rules) in [
        ("s.9", &["q1", "q2"][..], &[Rule::QuizUnknown][..]),
        ("s.1", &["q1"], &[Rule::AnswersDoNotMatch]),
        ("s.1", &["q1", "q7"], &[Rule::ItemUnknown]),
        ("s.1", &["q1", "q1"], &[Rule::ItemTwice]),
    ] {
        let answers: Vec<Value> =
            answers.iter().map(|id| json!({ "item_id": id, "is_correct": true })).collect();
        let results: QuizResults = read_input(json!({ "quiz_id": quiz, "answers": answers })).unwrap();
        let found: Vec<String> =
            results.findings(&session()).into_iter().map(|finding| finding.rule).collect();
        assert_eq!(found, rules.iter().map(|rule| rule.code()).collect::<Vec<_>>());
    }
}
