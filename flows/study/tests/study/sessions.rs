//! After the first quiz: notes, and another quiz.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::json;
use tutti_core::{Code, RunId};
use tutti_engine::{End, Flow, Submission};
use tutti_model::scripted::Behaviour;
use tutti_study::{
    Answer, CoachNotes, Difficulty, QuizInput, QuizItem, QuizResults, QuizSpec, ResultsInput, STUDY_QUIZ,
    STUDY_RESULTS, StudyReport,
};

use crate::text::{all, sample};
use crate::world::{Asked, Good, World, expect_done, expect_failure, report};

async fn study(world: &World, name: &str, questions: u32) -> StudyReport {
    report(world.study(&sample("documents", name), "s", (5, questions)).await)
}

async fn run<I: Serialize, O>(world: &World, flow: &Flow<I, O>, id: &str, input: &I) -> End {
    world.run(Submission { id: Some(RunId::parse(id).unwrap()), ..flow.submission(input).unwrap() }).await
}

/// Every question answered; only the first wrong.
fn results(made: &StudyReport) -> QuizResults {
    let quiz = &made.session.quizzes[0];
    let answers = quiz.item_ids.iter().enumerate().map(|(i, id)| Answer {
        item_id: id.clone(),
        is_correct: i > 0,
        latency_sec: 2.0,
    });
    QuizResults { quiz_id: quiz.quiz_id.clone(), answers: answers.collect() }
}

async fn notes(world: &World, made: &StudyReport, id: &str) -> Vec<String> {
    let input = ResultsInput { session: made.session.clone(), results: results(made) };
    let notes = expect_done(run(world, &STUDY_RESULTS, id, &input).await);
    serde_json::from_value::<CoachNotes>(notes).unwrap().notes
}

#[tokio::test]
async fn notes_follow_the_language_of_the_document() {
    for (name, ending) in [
        ("water-cycle.md", "7 of 8 answers were right."),
        ("fotosyntese.md", "7 av 8 svar var riktige."),
        ("isbrear.md", "7 av 8 svar var rette."),
    ] {
        let world = World::native().await;
        let made = study(&world, name, 8).await;
        let notes = notes(&world, &made, "r").await;
        assert_eq!(notes.last().unwrap(), ending);
        // A concept that is answered well elsewhere is not weak.
        let concept = &made.quiz[0].concept;
        let elsewhere = made.quiz[1..].iter().any(|item| item.concept == *concept);
        assert!(notes[0].contains(concept) || elsewhere, "{notes:?}");
    }
}

#[tokio::test]
async fn results_that_do_not_fit_are_refused_before_the_coach_sees_them() {
    let document = sample("documents", "water-cycle.md");
    let world = World::new(Good::of(&document, 5, 8), |_| None).await;
    let made = study(&world, "water-cycle.md", 8).await;
    let right = results(&made);
    let changed = |change: &dyn Fn(&mut QuizResults)| {
        let mut results = right.clone();
        change(&mut results);
        results
    };
    let twice = right.answers[0].item_id.clone();
    let wrong = [
        ("/quiz_id", changed(&|r| r.quiz_id = "s.7".to_owned())),
        ("/answers", changed(&|r| drop(r.answers.pop()))),
        ("/answers", changed(&|r| r.answers.push(r.answers[0].clone()))),
        ("/answers/3/item_id", changed(&|r| r.answers[3].item_id = "q99".to_owned())),
        ("/answers/3/item_id", changed(&|r| r.answers[3].item_id.clone_from(&twice))),
        ("/answers/2/latency_sec", changed(&|r| r.answers[2].latency_sec = -1.0)),
    ];
    for (n, (pointer, results)) in wrong.into_iter().enumerate() {
        let input = ResultsInput { session: made.session.clone(), results };
        let problem = expect_failure(run(&world, &STUDY_RESULTS, &format!("r{n}"), &input).await);
        assert_eq!((problem.code, problem.pointer.as_deref()), (Code::BadInput, Some(pointer)));
    }
    assert_eq!(world.prompts_to("notes").len(), 0);
    assert_eq!(notes(&world, &made, "right").await, ["Look at the tides again."]);
    // The note-taker sees answers, and nothing of the document.
    let asked = world.prompts_to("notes").remove(0);
    assert!(asked.contains("is_correct") && !asked.contains(&made.quiz[0].quote));
}

fn quiz_input(made: &StudyReport, blocks: &[&str], questions: u32) -> QuizInput {
    QuizInput {
        handover: made.handover.clone(),
        taken: made.quiz.clone(),
        spec: QuizSpec {
            blocks_to_assess: blocks.iter().map(|id| (*id).to_owned()).collect(),
            num_questions: questions,
            difficulty: Difficulty::Medium,
        },
        number: 2,
    }
}

fn questions(items: &[QuizItem]) -> BTreeSet<String> {
    items.iter().map(|item| item.question.clone()).collect()
}

#[tokio::test]
async fn another_quiz_asks_only_about_its_blocks_and_nothing_again() {
    let world = World::native().await;
    let made = study(&world, "volcanoes.md", 5).await;
    let ids: Vec<&str> = made.handover.blocks.iter().map(|block| block.block_id.as_str()).collect();
    let half = &ids[..ids.len() / 2];
    let input = quiz_input(&made, half, 5);
    let quiz = expect_done(run(&world, &STUDY_QUIZ, "two", &input).await);
    let quiz: Vec<QuizItem> = serde_json::from_value(quiz).unwrap();
    assert!(!quiz.is_empty());
    assert_eq!(quiz[0].item_id, "q2.1");
    assert!(quiz.iter().all(|item| item.source_span.iter().all(|id| half.contains(&id.as_str()))));
    assert!(questions(&quiz).is_disjoint(&questions(&made.quiz)));

    // On all blocks, the questions that were left: as many as are asked for, if the text carries them.
    let left = all(&sample("documents", "volcanoes.md")).quiz.len() - made.quiz.len();
    assert!(left >= 5, "{left}");
    let quiz = expect_done(run(&world, &STUDY_QUIZ, "three", &quiz_input(&made, &ids, 5)).await);
    let quiz: Vec<QuizItem> = serde_json::from_value(quiz).unwrap();
    assert_eq!(quiz.len(), 5, "what is taken does not stand in the way of what is left");
    assert!(questions(&quiz).is_disjoint(&questions(&made.quiz)));
}

#[tokio::test]
async fn a_model_is_told_what_is_taken() {
    let document = sample("documents", "volcanoes.md");
    let items = all(&document).quiz;
    let (first, rest) = (items[..5].to_vec(), items[5..10].to_vec());
    let says = move |asked: &Asked| {
        let quiz = if asked.round == 0 { &first } else { &rest };
        (asked.agent == "coach")
            .then(|| Behaviour::say(json!({ "flashcards": [], "quiz": quiz }).to_string()))
    };
    let world = World::new(Good::of(&document, 0, 5), says).await;
    let made = report(world.study(&document, "s", (0, 5)).await);
    let ids: Vec<&str> = made.handover.blocks.iter().map(|block| block.block_id.as_str()).collect();
    // The model brings the same again, and is sent back.
    let quiz = expect_done(run(&world, &STUDY_QUIZ, "two", &quiz_input(&made, &ids, 5)).await);
    let quiz: Vec<QuizItem> = serde_json::from_value(quiz).unwrap();
    assert_eq!(quiz.len(), 5);
    assert!(questions(&quiz).is_disjoint(&questions(&made.quiz)));
    let orders = world.prompts_to("coach");
    assert_eq!(orders.len(), 3);
    let taken = json!(made.quiz[0].question).to_string();
    assert!(orders[1].contains(taken.trim_matches('"')), "{}", orders[1]);
}

#[tokio::test]
async fn another_quiz_needs_blocks_and_a_sensible_number() {
    let document = sample("documents", "water-cycle.md");
    let world = World::new(Good::of(&document, 5, 8), |_| None).await;
    let made = study(&world, "water-cycle.md", 8).await;
    let calls = world.server.requests().len();
    let first = made.handover.blocks[0].block_id.as_str();
    for (n, (blocks, questions, pointer)) in [
        (&["p9.9"][..], 5, "/blocks_to_assess/0"),
        (&[first, "p9.9"], 5, "/blocks_to_assess/1"),
        (&[], 5, "/blocks_to_assess"),
        (&[first], 0, "/num_questions"),
        (&[first], 10_000, "/num_questions"),
    ]
    .into_iter()
    .enumerate()
    {
        let input = quiz_input(&made, blocks, questions);
        let problem = expect_failure(run(&world, &STUDY_QUIZ, &format!("quiz{n}"), &input).await);
        assert_eq!((problem.code, problem.pointer.as_deref()), (Code::BadInput, Some(pointer)));
    }
    assert_eq!(world.server.requests().len(), calls, "no call was made");
}
