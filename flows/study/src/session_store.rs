//! Sessions and the review queue of cards, stored between runs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_bank::Bank;
use tutti_core::{Code, Problem};
use tutti_item::{Body, Item, Provenance, RichText};
use tutti_learner::{Card, CardReview, Rating};
use tutti_store::{Collection, Over, Owned, Record, RecordFilter, RecordsOutcome};

use crate::flow::STUDY;
use crate::gates::as_item;
use crate::handover::HandoverV1;
use crate::materials::Flashcard;
use crate::session::SessionState;

/// Ranked by when they began.
const SESSIONS: Collection<SessionState> = Collection::new("session");

/// The input of the Coach, by session.
const HANDOVERS: Collection<HandoverV1> = Collection::new("handover");

/// The review queue, ranked by when cards are due.
const CARDS: Collection<QueuedCard> = Collection::new("card");

/// The log of reviews: `{card}/{number of the review}`.
const CARD_REVIEWS: Collection<CardReview> = Collection::new("card_review");

/// A session as it was read, with what is needed to write it back.
#[derive(Debug, Clone)]
pub struct StoredSession {
    pub state: SessionState,
    over: Over,
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

/// Stores a session with its cards and questions. A card that is in the queue already keeps its schedule.
pub(crate) async fn put(
    store: &Owned,
    session: &SessionState,
    handover: Option<&HandoverV1>,
    at: i64,
) -> Result<(), Problem> {
    let mut records = vec![SESSIONS.record(&session.session_id, at, session, Over::Anything)?];
    if let Some(handover) = handover {
        records.push(HANDOVERS.record(&session.session_id, at, handover, Over::Anything)?);
    }
    for card in &session.flashcards {
        let id = format!("{}/{}", session.session_id, card.card_id);
        if !CARDS.contains(store, &id).await? {
            let page = page_of(session, &card.source_span);
            let (source_title, schedule) = (session.doc_meta.title.clone(), Card::new(at));
            let queued = QueuedCard { id: id.clone(), card: card.clone(), source_title, page, schedule };
            records.push(CARDS.record(&id, at, &queued, Over::Anything)?);
        }
    }
    store.put_records(records, at).await?;
    Bank::new(store.clone()).add(&bank_items(session), at).await?;
    Ok(())
}

/// The page of the first block of a span.
pub fn page_of(session: &SessionState, span: &[String]) -> u32 {
    let block = session.extracted_blocks.iter().find(|block| span.contains(&block.block_id));
    block.map_or(1, |block| block.source_page)
}

/// Questions and cards as stored in the bank.
fn bank_items(session: &SessionState) -> Vec<Item> {
    let tagged = |mut item: Item, concept: &str| {
        item.tags = [STUDY.name().to_owned(), session.doc_meta.title.to_lowercase()].into();
        if !concept.is_empty() {
            item.tags.insert(concept.to_lowercase());
        }
        item.language = Some(session.doc_meta.language.clone());
        item.provenance = Provenance {
            flow: Some(STUDY.name().to_owned()),
            run: Some(session.session_id.clone()),
            ..Provenance::default()
        };
        item
    };
    let questions = session.quiz_items.iter().map(|item| tagged(as_item(item), &item.concept));
    let cards = session.flashcards.iter().map(|card| {
        let body = Body::Flashcard { back: RichText::from_dollars(&card.answer) };
        tagged(Item::new(RichText::from_dollars(&card.question), body).with_content_id(), &card.concept)
    });
    questions.chain(cards).collect()
}

/// The sessions whose id begins with this prefix, the newest first.
pub async fn sessions(store: &Owned, prefix: &str) -> Result<Vec<StoredSession>, Problem> {
    let filter = RecordFilter { prefix: prefix.to_owned(), highest_first: true, ..RecordFilter::default() };
    let stored = |record: Record<SessionState>| StoredSession {
        over: record.over(),
        began: record.rank,
        state: record.value,
    };
    Ok(SESSIONS.list(store, &filter).await?.into_iter().map(stored).collect())
}

/// The input of the Coach for a session.
pub async fn handover(store: &Owned, session: &str) -> Result<HandoverV1, Problem> {
    let missing = || Problem::new(Code::NotFound, format!("the session {session} has no handover yet"));
    Ok(HANDOVERS.get(store, session).await?.ok_or_else(missing)?.value)
}

/// Writes a changed session back; refused if another writer changed it in between.
pub async fn update(store: &Owned, stored: &StoredSession, at: i64) -> Result<(), Problem> {
    let session = &stored.state;
    let over = stored.over.clone();
    match SESSIONS.put(store, &session.session_id, stored.began, session, over, at).await? {
        RecordsOutcome::Stored => Ok(()),
        RecordsOutcome::Changed { id, .. } => {
            let problem =
                Problem::new(Code::Conflict, format!("the session {id} was changed in the meantime"));
            Err(problem.hint("try again"))
        }
    }
}

/// The cards that are due, the longest waiting first.
pub async fn due_cards(store: &Owned, at: i64, most: u32) -> Result<Vec<QueuedCard>, Problem> {
    let filter = RecordFilter { up_to: Some(at), limit: most, ..RecordFilter::default() };
    Ok(CARDS.list(store, &filter).await?.into_iter().map(|record| record.value).collect())
}

/// One card of the queue.
pub async fn card(store: &Owned, id: &str) -> Result<Option<QueuedCard>, Problem> {
    Ok(CARDS.get(store, id).await?.map(|record| record.value))
}

/// A card after a review, back in the queue, with the line for the log.
pub async fn review_card(
    store: &Owned,
    card: &QueuedCard,
    rating: Rating,
    at: i64,
) -> Result<QueuedCard, Problem> {
    let (schedule, review) = card.schedule.review(rating, at);
    let next = QueuedCard { schedule, ..card.clone() };
    let line = format!("{}/{}", card.id, schedule.reviews);
    let records = vec![
        CARDS.record(&card.id, schedule.due_at, &next, Over::Anything)?,
        CARD_REVIEWS.record(&line, at, &review, Over::Anything)?,
    ];
    store.put_records(records, at).await?;
    Ok(next)
}
