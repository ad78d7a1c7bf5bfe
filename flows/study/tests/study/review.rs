//! A text with low recognition confidence waits for a person.

use tutti_core::{Code, Owner, RunId};
use tutti_document::Quality;
use tutti_engine::{End, Mended};
use tutti_store::Waits;
use tutti_study::{ReaderOutput, Status, session_store};

use crate::text::sample;
use crate::world::{START, World, expect_failure, report};

fn scanned_document(confidence: f64) -> ReaderOutput {
    let mut document = sample("documents", "water-cycle.md");
    for block in &mut document.extracted_blocks {
        block.text = block.text.replace('e', "c");
    }
    let characters = document.characters();
    let quality = Quality {
        pages: 1,
        pages_ocr: vec![1],
        ocr_confidence: Some(confidence),
        characters,
        bad_pages: Vec::new(),
    };
    ReaderOutput { quality: Some(quality), ..document }
}

/// A session that waits for its text to be corrected.
async fn parked_session() -> World {
    let world = World::native().await;
    let end = world.study(&scanned_document(0.43), "s", (10, 5)).await;
    let waits = Waits::Review { name: "recognised_text".to_owned() };
    assert_eq!(end, End::Parked { waits, wake_at: None });
    world
}

async fn answer_and_resume(world: &World, answer: &str) -> End {
    let (executor, run) = (world.executor().await, RunId::parse("s").unwrap());
    executor.answer(&Owner::local(), &run, "recognised_text", answer, "u").await.unwrap();
    executor.resume(&Owner::local(), &run, Mended::default()).await.unwrap()
}

async fn status(world: &World) -> Status {
    session_store::sessions(&world.mine(), "s").await.unwrap()[0].state.status
}

#[tokio::test]
async fn an_unreadable_scan_waits_and_nothing_is_made() {
    let world = parked_session().await;
    let store = world.mine();
    let sessions = session_store::sessions(&store, "").await.unwrap();
    assert_eq!(sessions.len(), 1);
    let session = &sessions[0].state;
    assert_eq!(session.status, Status::PendingManualReview);
    assert!(session.flashcards.is_empty() && session.quiz_items.is_empty() && session.quizzes.is_empty());
    assert_eq!(session.extracted_blocks, scanned_document(0.43).extracted_blocks);
    assert_eq!(store.item_count().await.unwrap(), 0);
    assert!(session_store::due_cards(&store, i64::MAX, 9).await.unwrap().is_empty());
    assert_eq!(session_store::handover(&store, "s").await.unwrap_err().code, Code::NotFound);
    let reviews = store.reviews(false).await.unwrap();
    assert_eq!(reviews.len(), 1);
    assert!(reviews[0].question.why.contains("0.43") && reviews[0].question.why.contains("0.60"));
    assert_eq!(reviews[0].question.evidence, [scanned_document(0.43).text()]);
}

#[tokio::test]
async fn a_corrected_text_goes_on() {
    let world = parked_session().await;
    let right = sample("documents", "water-cycle.md");
    let made = report(answer_and_resume(&world, &right.text()).await);
    assert_eq!((made.flashcards.len(), made.quiz.len()), (10, 5));
    assert_eq!(made.session.status, Status::Ready);
    let texts = |document: &[tutti_study::Block]| {
        document.iter().flat_map(|block| block.text.split_whitespace().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(texts(&made.session.extracted_blocks), texts(&right.extracted_blocks));
    assert_eq!(status(&world).await, Status::Ready);
    let store = world.mine();
    assert_eq!(session_store::due_cards(&store, START, 99).await.unwrap().len(), 10);
    assert_eq!(store.item_count().await.unwrap(), 15);
    assert_eq!(session_store::handover(&store, "s").await.unwrap(), made.handover);
    assert!(store.reviews(false).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_text_can_be_discarded() {
    for answer in ["discard", " Discard\n"] {
        let world = parked_session().await;
        let problem = expect_failure(answer_and_resume(&world, answer).await);
        assert_eq!((problem.code, problem.code.status()), (Code::Refused, 422));
        assert_eq!(world.mine().item_count().await.unwrap(), 0);
        assert_eq!(status(&world).await, Status::Discarded);
    }
}

#[tokio::test]
async fn a_correction_must_bring_enough_text() {
    for answer in ["", "Water falls.", &"x ".repeat(249)] {
        let world = parked_session().await;
        let problem = expect_failure(answer_and_resume(&world, answer).await);
        assert_eq!(problem.code, Code::Refused, "{answer}");
        assert!(problem.detail.contains("500 are needed"), "{}", problem.detail);
    }
}

#[tokio::test]
async fn what_is_merely_unsure_goes_on_under_a_flag_unless_it_is_short() {
    let world = World::native().await;
    let right =
        ReaderOutput { quality: scanned_document(0.7).quality, ..sample("documents", "water-cycle.md") };
    let made = report(world.study(&right, "s", (10, 5)).await);
    assert_eq!(made.flags[0].flag, "low_ocr_confidence");
    assert!(made.flags[0].detail.contains("0.70"));
    assert_eq!(made.session.status, Status::Ready);
    // Short because there is little on the page: nothing to correct.
    let short = ReaderOutput { extracted_blocks: right.extracted_blocks[..2].to_vec(), ..right };
    assert!(short.characters() < 500, "{}", short.characters());
    let problem = expect_failure(world.study(&short, "short", (10, 5)).await);
    assert_eq!(problem.code, Code::Refused);
}
