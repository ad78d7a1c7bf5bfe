//! The law of grounding: everything the native Coach makes is in the document, and is not made without its block.

use std::collections::{BTreeMap, BTreeSet};

use tutti_core::Verdict;
use tutti_item::cues::expected_score;
use tutti_study::gates::{self, Ground};
use tutti_study::{CoachOutput, ReaderOutput};

use crate::text::{all, handover, of_blocks, read, sample, samples};
use crate::world::{World, report};

/// What a card or question is, whatever its wrong options: the question with its answer.
fn questions_and_answers(made: &CoachOutput) -> BTreeSet<(String, String)> {
    let cards = made.flashcards.iter().map(|card| (card.question.clone(), card.answer.clone()));
    let quiz = made.quiz.iter().map(|item| (item.question.clone(), item.options[item.correct].clone()));
    cards.chain(quiz).collect()
}

fn check_grounded(name: &str, document: &ReaderOutput) {
    let made = all(document);
    let ground = Ground::new(&document.extracted_blocks);
    let mut of_block: BTreeMap<&str, BTreeSet<(String, String)>> = BTreeMap::new();
    for card in &made.flashcards {
        assert_eq!(gates::card(card, &ground), Verdict::Pass, "{name}: {card:?}");
        let it = (card.question.clone(), card.answer.clone());
        of_block.entry(card.source_span[0].as_str()).or_default().insert(it);
    }
    for item in &made.quiz {
        assert_eq!(ground.holds(&item.source_span, &item.quote), Verdict::Pass, "{name}: {item:?}");
        let it = (item.question.clone(), item.options[item.correct].clone());
        of_block.entry(item.source_span[0].as_str()).or_default().insert(it);
    }
    for (id, stood) in of_block {
        let mut blocks = document.extracted_blocks.clone();
        blocks.retain(|block| block.block_id != id);
        let mut without = of_blocks(blocks);
        without.doc_meta = document.doc_meta.clone();
        let still: Vec<_> = questions_and_answers(&all(&without)).intersection(&stood).cloned().collect();
        assert!(still.is_empty(), "{name}: made without {id}: {still:?}");
    }
}

#[test]
fn nothing_is_made_that_does_not_stand_in_the_document() {
    let documents = samples("documents");
    assert_eq!(documents.len(), 20);
    // As many at once as there are cores; the texts do not know of each other.
    std::thread::scope(|scope| {
        for part in documents.chunks(10) {
            scope.spawn(move || {
                for (name, text) in part {
                    check_grounded(name, &read(text));
                }
            });
        }
    });
}

#[tokio::test]
async fn every_sample_document_carries_enough() {
    let mut items = Vec::new();
    let mut places = [0_usize; 4];
    for (name, text) in samples("documents") {
        let world = World::native().await;
        let made = report(world.study(&read(&text), "s", (15, 10)).await);
        assert!(made.quiz.len() >= 8 && made.flashcards.len() >= 10, "{name}");
        for item in &made.quiz {
            places[item.correct] += 1;
            items.push(gates::as_item(item));
        }
    }
    let share = |count: usize| count as f64 / items.len() as f64;
    assert!(places.iter().all(|count| (share(*count) - 0.25).abs() <= 0.05), "{places:?}");
    let score = expected_score(&items);
    assert!((score.expected - score.chance).abs() <= 0.06, "{score:?}");
    assert!((score.hits - score.chance).abs() <= 0.06, "{score:?}");
}

#[test]
fn the_same_document_gives_the_same() {
    let order = handover(&sample("documents", "isbrear.md"), 15, 10);
    let made = || tutti_study::native::make(&order).unwrap();
    assert_eq!(made(), made());
}
