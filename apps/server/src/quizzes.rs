//! Attempts at quizzes. An attempt is fixed when it begins: which questions, in which order their options stand. Each
//! answer is a record of its own, so answering is one small write, and a closed tab loses nothing.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_service::quiz::{order, turns};
use tutti_store::{Millis, NewRecord, Over, Owned, RecordFilter, RecordsOutcome};
use tutti_study::{
    Answer, Quiz, QuizResults,
    shelf::{Shelved, page_of},
};

const ATTEMPT: &str = "attempt";
const ANSWER: &str = "attempt_answer";

/// An attempt with its keys. What of it may be shown, `api` decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the API calls them so")]
pub(crate) struct Attempt {
    pub(crate) attempt_id: String,
    pub(crate) session_id: String,
    pub(crate) quiz_id: String,
    pub(crate) title: String,
    pub(crate) asked: Vec<Asked>,
    /// How it ended, once it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) finished: Option<Finished>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) item_id: String,
    pub(crate) question: String,
    pub(crate) concept: String,
    /// In the order of this attempt.
    pub(crate) options: Vec<String>,
    /// The place of the right one.
    pub(crate) correct: usize,
    pub(crate) explanation: String,
    pub(crate) quote: String,
    pub(crate) block_id: String,
    pub(crate) page: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) struct Finished {
    pub(crate) right: usize,
    pub(crate) of: usize,
    /// What the Coach says of it.
    pub(crate) notes: Vec<String>,
}

/// What was answered to one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Chosen {
    pub(crate) item_id: String,
    /// The place in the order of the attempt.
    pub(crate) option: usize,
    pub(crate) is_correct: bool,
    #[serde(default)]
    pub(crate) latency_sec: f64,
}

/// Attempts that are being answered, so that each answer need not read its attempt again. They do not change until they
/// are finished.
#[derive(Debug, Default)]
pub(crate) struct Attempts(Mutex<Recent>);

#[derive(Debug, Default)]
struct Recent {
    by_id: HashMap<(Owner, String), Arc<Attempt>>,
    order: VecDeque<(Owner, String)>,
}

/// As many as are held; an attempt is a few kilobytes.
const HELD: usize = 2000;

impl Attempts {
    pub(crate) async fn get(&self, store: &Owned, id: &str) -> Result<Arc<Attempt>, Problem> {
        let key = (store.owner().clone(), id.to_owned());
        if let Some(attempt) = self.0.lock().unwrap_or_else(PoisonError::into_inner).by_id.get(&key) {
            return Ok(Arc::clone(attempt));
        }
        let attempt = Arc::new(read(store, id).await?);
        if attempt.finished.is_none() {
            let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if recent.by_id.insert(key.clone(), Arc::clone(&attempt)).is_none() {
                recent.order.push_back(key);
            }
            while recent.order.len() > HELD {
                if let Some(oldest) = recent.order.pop_front() {
                    recent.by_id.remove(&oldest);
                }
            }
        }
        Ok(attempt)
    }

    fn forget(&self, store: &Owned, id: &str) {
        let key = (store.owner().clone(), id.to_owned());
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.by_id.remove(&key);
        recent.order.retain(|held| *held != key);
    }

    /// Forgets what is held of an owner whose data are deleted.
    pub(crate) fn forget_owner(&self, owner: &Owner) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.by_id.retain(|(held, _), _| held != owner);
        recent.order.retain(|(held, _)| held != owner);
    }
}

async fn read(store: &Owned, id: &str) -> Result<Attempt, Problem> {
    let missing = || Problem::new(Code::NotFound, format!("there is no attempt `{id}`"));
    let record = store.record(ATTEMPT, id).await?.ok_or_else(missing)?;
    serde_json::from_value(record.value)
        .map_err(|error| Problem::new(Code::StoreFailed, format!("the attempt {id} is damaged: {error}")))
}

/// Begins an attempt at a quiz of a session: its latest, unless another is named.
pub(crate) async fn begin(
    store: &Owned,
    shelved: &Shelved,
    quiz_id: Option<&str>,
    now: Millis,
) -> Result<Attempt, Problem> {
    let session = &shelved.state;
    let quiz = match quiz_id {
        Some(id) => session.quizzes.iter().find(|quiz| quiz.quiz_id == id).ok_or_else(|| {
            Problem::new(Code::NotFound, format!("the session has no quiz `{id}`")).at("/quiz_id")
        })?,
        None => session.quizzes.last().ok_or_else(|| {
            Problem::new(Code::NotFound, format!("the session {} has no quiz", session.session_id))
                .hint("its document may still wait for a person")
        })?,
    };
    let attempt = Attempt {
        attempt_id: RunId::fresh().to_string(),
        session_id: session.session_id.clone(),
        quiz_id: quiz.quiz_id.clone(),
        title: session.doc_meta.title.clone(),
        asked: asked(shelved, quiz),
        finished: None,
    };
    put(store, &attempt, Over::Nothing, now).await?;
    Ok(attempt)
}

fn asked(shelved: &Shelved, quiz: &Quiz) -> Vec<Asked> {
    let session = &shelved.state;
    let turn = turns(shelved, quiz);
    let items =
        quiz.item_ids.iter().filter_map(|id| session.quiz_items.iter().find(|item| item.item_id == *id));
    items
        .map(|item| {
            let order = order(item, turn);
            Asked {
                item_id: item.item_id.clone(),
                question: item.question.clone(),
                concept: item.concept.clone(),
                correct: order.iter().position(|option| *option == item.correct).unwrap_or_default(),
                options: order.iter().map(|option| item.options[*option].clone()).collect(),
                explanation: item.explanation.clone(),
                quote: item.quote.clone(),
                block_id: item.source_span.first().cloned().unwrap_or_default(),
                page: page_of(session, &item.source_span),
            }
        })
        .collect()
}

async fn put(store: &Owned, attempt: &Attempt, over: Over, now: Millis) -> Result<(), Problem> {
    let record = NewRecord {
        kind: ATTEMPT.to_owned(),
        id: attempt.attempt_id.clone(),
        rank: now,
        value: serde_json::to_value(attempt).ok(),
        over,
    };
    store.put_records(vec![record], now).await?;
    Ok(())
}

/// Writes an answer down, once. An answer that was given before stands.
pub(crate) async fn answer(
    store: &Owned,
    attempt: &Attempt,
    chosen: &Chosen,
    now: Millis,
) -> Result<Result<(), Chosen>, Problem> {
    let id = answer_id(&attempt.attempt_id, &chosen.item_id);
    let record = NewRecord {
        kind: ANSWER.to_owned(),
        id: id.clone(),
        rank: now,
        value: serde_json::to_value(chosen).ok(),
        over: Over::Nothing,
    };
    if store.put_records(vec![record], now).await? == RecordsOutcome::Stored {
        return Ok(Ok(()));
    }
    let earlier =
        store.record(ANSWER, &id).await?.and_then(|record| serde_json::from_value(record.value).ok());
    Ok(Err(earlier.unwrap_or_else(|| chosen.clone())))
}

fn answer_id(attempt: &str, item: &str) -> String {
    format!("{attempt}/{item}")
}

/// What was answered so far, in the order of the questions.
pub(crate) async fn answers(store: &Owned, attempt: &Attempt) -> Result<Vec<Chosen>, Problem> {
    let filter = RecordFilter {
        kind: ANSWER.to_owned(),
        prefix: answer_id(&attempt.attempt_id, ""),
        ..RecordFilter::default()
    };
    let mut chosen: Vec<Chosen> = Vec::new();
    for record in store.records(&filter).await? {
        chosen.push(serde_json::from_value(record.value).map_err(|error| {
            Problem::new(Code::StoreFailed, format!("the answer {} is damaged: {error}", record.id))
        })?);
    }
    let place = |chosen: &Chosen| attempt.asked.iter().position(|asked| asked.item_id == chosen.item_id);
    chosen.sort_by_key(place);
    Ok(chosen)
}

/// The results of an attempt, as the Coach is given them.
pub(crate) fn results(attempt: &Attempt, chosen: &[Chosen]) -> QuizResults {
    let answer = |chosen: &Chosen| Answer {
        item_id: chosen.item_id.clone(),
        is_correct: chosen.is_correct,
        latency_sec: chosen.latency_sec,
    };
    QuizResults { quiz_id: attempt.quiz_id.clone(), answers: chosen.iter().map(answer).collect() }
}

/// Writes down how an attempt ended.
pub(crate) async fn finish(
    attempts: &Attempts,
    store: &Owned,
    attempt: &Attempt,
    finished: Finished,
    now: Millis,
) -> Result<(), Problem> {
    let ended = Attempt { finished: Some(finished), ..attempt.clone() };
    put(store, &ended, Over::Anything, now).await?;
    attempts.forget(store, &attempt.attempt_id);
    Ok(())
}

/// The attempts at a session's quizzes that were begun and not finished, the latest last: by quiz.
pub(crate) async fn open(store: &Owned, session: &str) -> Result<HashMap<String, String>, Problem> {
    let filter =
        RecordFilter { kind: ATTEMPT.to_owned(), limit: 200, highest_first: true, ..RecordFilter::default() };
    let mut open = HashMap::new();
    for record in store.records(&filter).await?.into_iter().rev() {
        let Ok(attempt) = serde_json::from_value::<Attempt>(record.value) else { continue };
        if attempt.session_id == session && attempt.finished.is_none() {
            open.insert(attempt.quiz_id, attempt.attempt_id);
        } else if attempt.session_id == session {
            open.remove(&attempt.quiz_id);
        }
    }
    Ok(open)
}
