//! Where sessions and cards are kept between runs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_bank::Bank;
use tutti_core::{Code, ContentHash, Problem};
use tutti_exchange::Format;
use tutti_item::{Body, Item, Provenance, RichText};
use tutti_learner::Card;
use tutti_store::{NewRecord, Over, Owned, Record, RecordFilter, RecordsOutcome};

use crate::gates::as_item;
use crate::handover::HandoverV1;
use crate::materials::Flashcard;
use crate::session::SessionState;

const SESSION: &str = "session";
const HANDOVER: &str = "handover";
const CARD: &str = "card";

/// A session as it was read, with what is needed to write it back.
#[derive(Debug, Clone)]
pub struct Shelved {
    pub state: SessionState,
    hash: ContentHash,
    began: i64,
}

/// A card in the review queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QueuedCard {
    /// `{session}/{card}`.
    pub id: String,
    pub card: Flashcard,
    pub source_title: String,
    pub page: u32,
    pub schedule: Card,
}

/// Puts a session on the shelf, all of it or nothing. A card that is in the queue already keeps its schedule.
pub(crate) async fn keep(
    store: &Owned,
    session: &SessionState,
    handover: Option<&HandoverV1>,
    at: i64,
) -> Result<(), Problem> {
    let mut records = vec![record(SESSION, &session.session_id, at, session, Over::Anything)?];
    if let Some(handover) = handover {
        records.push(record(HANDOVER, &session.session_id, at, handover, Over::Anything)?);
    }
    for card in &session.flashcards {
        let id = format!("{}/{}", session.session_id, card.card_id);
        if store.record(CARD, &id).await?.is_none() {
            let page = page_of(session, &card.source_span);
            let (source_title, schedule) = (session.doc_meta.title.clone(), Card::new(at));
            let queued = QueuedCard { id: id.clone(), card: card.clone(), source_title, page, schedule };
            records.push(record(CARD, &id, at, &queued, Over::Anything)?);
        }
    }
    store.put_records(records, at).await?;
    let items: Vec<(Item, Format)> =
        bank_items(session).into_iter().map(|item| (item, Format::Jsonl)).collect();
    Bank::new(store.clone()).add(&items, at).await?;
    Ok(())
}

fn record(kind: &str, id: &str, rank: i64, value: &impl Serialize, over: Over) -> Result<NewRecord, Problem> {
    let value = serde_json::to_value(value)
        .map_err(|error| Problem::new(Code::Internal, format!("a {kind} that is no JSON: {error}")))?;
    Ok(NewRecord { kind: kind.to_owned(), id: id.to_owned(), rank, value: Some(value), over })
}

fn parsed<T: serde::de::DeserializeOwned>(kind: &str, id: &str, value: Value) -> Result<T, Problem> {
    serde_json::from_value(value)
        .map_err(|error| Problem::new(Code::StoreFailed, format!("the {kind} {id} is damaged: {error}")))
}

/// The page of the first block of a span.
pub fn page_of(session: &SessionState, span: &[String]) -> u32 {
    let block = session.extracted_blocks.iter().find(|block| span.contains(&block.block_id));
    block.map_or(1, |block| block.source_page)
}

/// Questions and cards as the bank holds them.
fn bank_items(session: &SessionState) -> Vec<Item> {
    let tagged = |mut item: Item, concept: &str| {
        item.tags = ["study".to_owned(), session.doc_meta.title.to_lowercase()].into();
        if !concept.is_empty() {
            item.tags.insert(concept.to_lowercase());
        }
        item.language = Some(session.doc_meta.language.clone());
        item.provenance = Provenance {
            flow: Some("study".to_owned()),
            run: Some(session.session_id.clone()),
            ..Provenance::default()
        };
        item
    };
    let questions = session.quiz_items.iter().map(|item| tagged(as_item(item), &item.concept));
    let cards = session.flashcards.iter().map(|card| {
        let body = Body::Flashcard { back: RichText::from_dollars(&card.answer) };
        tagged(Item::new(RichText::from_dollars(&card.question), body).identified(), &card.concept)
    });
    questions.chain(cards).collect()
}

/// The sessions whose id begins so, the newest first.
pub async fn sessions(store: &Owned, prefix: &str) -> Result<Vec<Shelved>, Problem> {
    let filter = RecordFilter {
        kind: SESSION.to_owned(),
        prefix: prefix.to_owned(),
        highest_first: true,
        ..RecordFilter::default()
    };
    let shelved = |record: Record| {
        let state = parsed(SESSION, &record.id, record.value)?;
        Ok(Shelved { state, hash: record.hash, began: record.rank })
    };
    store.records(&filter).await?.into_iter().map(shelved).collect()
}

/// What the Coach was given for a session.
pub async fn handover(store: &Owned, session: &str) -> Result<HandoverV1, Problem> {
    let record = store.record(HANDOVER, session).await?;
    let missing = || Problem::new(Code::NotFound, format!("the session {session} has no handover yet"));
    let record = record.ok_or_else(missing)?;
    parsed(HANDOVER, session, record.value)
}

/// Writes a changed session back; refused if somebody else changed it in between.
pub async fn put_back(store: &Owned, shelved: &Shelved, at: i64) -> Result<(), Problem> {
    let session = &shelved.state;
    let over = Over::This(shelved.hash.clone());
    let record = record(SESSION, &session.session_id, shelved.began, session, over)?;
    match store.put_records(vec![record], at).await? {
        RecordsOutcome::Stored => Ok(()),
        RecordsOutcome::Changed { id, .. } => {
            let problem = Problem::new(Code::Conflict, format!("the session {id} was changed meanwhile"));
            Err(problem.hint("do it again"))
        }
    }
}

/// The cards that are due, the longest waiting first.
pub async fn due(store: &Owned, at: i64, most: u32) -> Result<Vec<QueuedCard>, Problem> {
    let filter =
        RecordFilter { kind: CARD.to_owned(), up_to: Some(at), limit: most, ..RecordFilter::default() };
    let cards = store.records(&filter).await?.into_iter();
    cards.map(|record| parsed(CARD, &record.id.clone(), record.value)).collect()
}

/// One card of the queue.
pub async fn card(store: &Owned, id: &str) -> Result<Option<QueuedCard>, Problem> {
    store.record(CARD, id).await?.map(|record| parsed(CARD, id, record.value)).transpose()
}

/// A card after a review, back in the queue, with the line for the log.
pub async fn reviewed(
    store: &Owned,
    card: &QueuedCard,
    rating: tutti_learner::Rating,
    at: i64,
) -> Result<QueuedCard, Problem> {
    let (schedule, review) = card.schedule.review(rating, at);
    let next = QueuedCard { schedule, ..card.clone() };
    let line = format!("{}/{}", card.id, schedule.reviews);
    let records = vec![
        record(CARD, &card.id, schedule.due_at, &next, Over::Anything)?,
        record("card_review", &line, at, &review, Over::Anything)?,
    ];
    store.put_records(records, at).await?;
    Ok(next)
}
