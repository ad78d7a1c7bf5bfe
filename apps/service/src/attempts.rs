//! Attempts at quizzes. The questions and the order of their options are fixed when an attempt begins. Each answer is
//! stored as its own record, so answering is one small write, and neither a closed tab nor Ctrl-C loses an answer. An
//! attempt begun in the terminal can be continued in the browser, and vice versa.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_store::{Collection, Millis, Over, Owned, Record, RecordFilter, RecordsOutcome};
use tutti_study::{
    Answer, Quiz, QuizResults, ResultsInput, STUDY_RESULTS,
    session_store::{StoredSession, page_of},
};

use crate::{
    Client,
    quiz::{add_results, find_exactly, order, turns},
};

/// Attempts, ranked by the time they began or ended.
const ATTEMPTS: Collection<Attempt> = Collection::new("attempt");

/// Answers, stored under [`answer_id`].
const ANSWERS: Collection<Chosen> = Collection::new("attempt_answer");

/// An attempt with its keys. The caller decides which keys may be shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub attempt_id: String,
    pub session_id: String,
    pub quiz_id: String,
    pub title: String,
    pub asked: Vec<Asked>,
    /// The result, once the attempt is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<Finished>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub item_id: String,
    pub question: String,
    pub concept: String,
    /// In the order of this attempt.
    pub options: Vec<String>,
    /// The index of the correct option.
    pub correct: usize,
    pub explanation: String,
    pub quote: String,
    pub block_id: String,
    pub page: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Finished {
    pub right: usize,
    pub of: usize,
    /// The Coach's feedback.
    pub notes: Vec<String>,
}

/// The answer to one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    pub item_id: String,
    /// The index in the order of the attempt.
    pub option: usize,
    pub is_correct: bool,
    #[serde(default)]
    pub latency_sec: f64,
}

/// A cache of open attempts, so that each answer need not read its attempt again. An attempt does not change until it
/// is finished.
#[derive(Debug, Default)]
pub struct Attempts(Mutex<Recent>);

#[derive(Debug, Default)]
struct Recent {
    by_id: HashMap<(Owner, String), Arc<Attempt>>,
    order: VecDeque<(Owner, String)>,
}

/// Maximum number of cached attempts; each is a few kilobytes.
const HELD: usize = 2000;

impl Attempts {
    /// A cached attempt. Changes by another process may be missing: read from the store whether it is finished.
    pub async fn get(&self, store: &Owned, id: &str) -> Result<Arc<Attempt>, Problem> {
        let key = (store.owner().clone(), id.to_owned());
        if let Some(attempt) = self.0.lock().unwrap_or_else(PoisonError::into_inner).by_id.get(&key) {
            return Ok(Arc::clone(attempt));
        }
        let attempt = Arc::new(find(store, id).await?);
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

    /// Removes a finished attempt from the cache.
    pub fn forget(&self, store: &Owned, id: &str) {
        let key = (store.owner().clone(), id.to_owned());
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.by_id.remove(&key);
        recent.order.retain(|held| *held != key);
    }

    /// Removes the attempts of an owner whose data are deleted.
    pub fn forget_owner(&self, owner: &Owner) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.by_id.retain(|(held, _), _| held != owner);
        recent.order.retain(|(held, _)| held != owner);
    }
}

/// Reads an attempt from the store.
pub async fn find(store: &Owned, id: &str) -> Result<Attempt, Problem> {
    let missing = || Problem::new(Code::NotFound, format!("there is no attempt `{id}`"));
    Ok(ATTEMPTS.get(store, id).await?.ok_or_else(missing)?.value)
}

/// The open attempt at the latest quiz of a session, with its answers; a new attempt if none is open.
pub async fn resume_or_begin(
    store: &Owned,
    stored: &StoredSession,
    now: Millis,
) -> Result<(Attempt, Vec<Chosen>), Problem> {
    let session = &stored.state;
    let open = open(store, &session.session_id).await?;
    let Some(id) = session.quizzes.last().and_then(|quiz| open.get(&quiz.quiz_id)) else {
        return Ok((begin(store, stored, None, now).await?, Vec::new()));
    };
    let attempt = find(store, id).await?;
    let chosen = answers(store, &attempt).await?;
    Ok((attempt, chosen))
}

/// Begins an attempt at a quiz of a session: the latest one, unless another is named.
pub async fn begin(
    store: &Owned,
    stored: &StoredSession,
    quiz_id: Option<&str>,
    now: Millis,
) -> Result<Attempt, Problem> {
    let session = &stored.state;
    let quiz = match quiz_id {
        Some(id) => session.quizzes.iter().find(|quiz| quiz.quiz_id == id).ok_or_else(|| {
            Problem::new(Code::NotFound, format!("the session has no quiz `{id}`")).at("/quiz_id")
        })?,
        None => session.quizzes.last().ok_or_else(|| {
            Problem::new(Code::NotFound, format!("the session {} has no quiz", session.session_id))
                .hint("its document may still be waiting for review")
        })?,
    };
    let attempt = Attempt {
        attempt_id: RunId::fresh().to_string(),
        session_id: session.session_id.clone(),
        quiz_id: quiz.quiz_id.clone(),
        title: session.doc_meta.title.clone(),
        asked: questions(stored, quiz),
        finished: None,
    };
    put(store, &attempt, Over::Nothing, now).await?;
    Ok(attempt)
}

fn questions(stored: &StoredSession, quiz: &Quiz) -> Vec<Asked> {
    let session = &stored.state;
    let turn = turns(stored, quiz);
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
    ATTEMPTS.put(store, &attempt.attempt_id, now, attempt, over, now).await?;
    Ok(())
}

/// An answer as given: the question, the index of the option in the order of the attempt, and the time it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    pub item_id: String,
    pub option: usize,
    pub latency_sec: f64,
}

impl Attempt {
    /// Marks an answer, or reports which of its fields is invalid.
    fn mark(&self, given: Given) -> Result<Chosen, Problem> {
        let refuse = |at: &str, why: String| Problem::new(Code::BadInput, why).at(at);
        let asked = self.asked.iter().find(|asked| asked.item_id == given.item_id);
        let asked = asked
            .ok_or_else(|| refuse("/item_id", format!("the quiz has no question `{}`", given.item_id)))?;
        if given.option >= asked.options.len() {
            let last = asked.options.len().saturating_sub(1);
            return Err(refuse(
                "/option",
                format!("the option must be from 0 to {last}; got {}", given.option),
            ));
        }
        if !(0.0..=1e6).contains(&given.latency_sec) {
            return Err(refuse("/latency_sec", "the time must be from 0 to 1000000 seconds".to_owned()));
        }
        let Given { item_id, option, latency_sec } = given;
        Ok(Chosen { item_id, option, is_correct: option == asked.correct, latency_sec })
    }

    /// The questions without an answer, with their numbers from 1.
    pub fn open<'a>(&'a self, chosen: &'a [Chosen]) -> impl Iterator<Item = (usize, &'a Asked)> {
        let is_open = |asked: &Asked| chosen.iter().all(|chosen| chosen.item_id != asked.item_id);
        (1..).zip(&self.asked).filter(move |(_, asked)| is_open(asked))
    }
}

/// Marks an answer and stores it once: an earlier answer is kept, and the same answer again changes nothing.
pub async fn answer(store: &Owned, attempt: &Attempt, given: Given, now: Millis) -> Result<Chosen, Problem> {
    let chosen = attempt.mark(given)?;
    if attempt.finished.is_some() {
        return Err(Problem::new(Code::Conflict, "the attempt is finished"));
    }
    let id = answer_id(&attempt.attempt_id, &chosen.item_id);
    if ANSWERS.put(store, &id, now, &chosen, Over::Nothing, now).await? == RecordsOutcome::Stored {
        return Ok(chosen);
    }
    match ANSWERS.get(store, &id).await?.map(|record| record.value) {
        Some(earlier) if earlier.option != chosen.option => {
            let detail = format!("it was already answered, with option {}", earlier.option);
            Err(Problem::new(Code::Conflict, detail).at("/option"))
        }
        _ => Ok(chosen),
    }
}

fn answer_id(attempt: &str, item: &str) -> String {
    format!("{attempt}/{item}")
}

/// The answers so far, in the order of the questions.
pub async fn answers(store: &Owned, attempt: &Attempt) -> Result<Vec<Chosen>, Problem> {
    let filter = RecordFilter { prefix: answer_id(&attempt.attempt_id, ""), ..RecordFilter::default() };
    let answers = ANSWERS.list(store, &filter).await?;
    let mut chosen: Vec<Chosen> = answers.into_iter().map(|record| record.value).collect();
    let place = |chosen: &Chosen| attempt.asked.iter().position(|asked| asked.item_id == chosen.item_id);
    chosen.sort_by_key(place);
    Ok(chosen)
}

/// The results of an attempt, in the form that the Coach takes.
pub fn results(attempt: &Attempt, chosen: &[Chosen]) -> QuizResults {
    let answer = |chosen: &Chosen| Answer {
        item_id: chosen.item_id.clone(),
        is_correct: chosen.is_correct,
        latency_sec: chosen.latency_sec,
    };
    QuizResults { quiz_id: attempt.quiz_id.clone(), answers: chosen.iter().map(answer).collect() }
}

/// Finishes an attempt whose questions are all answered, with the score and the Coach's feedback. A finished attempt is
/// returned unchanged.
pub async fn finish(client: &Client, id: &str, now: Millis) -> Result<Finished, Problem> {
    let store = client.store();
    let attempt = find(&store, id).await?;
    if let Some(finished) = attempt.finished {
        return Ok(finished);
    }
    let chosen = answers(&store, &attempt).await?;
    if chosen.len() < attempt.asked.len() {
        let left = attempt.asked.len() - chosen.len();
        let problem = Problem::new(Code::Conflict, format!("{left} questions are not answered yet"));
        return Err(problem.hint("answer them first"));
    }
    let results = results(&attempt, &chosen);
    let stored = find_exactly(&store, &attempt.session_id).await?;
    let input = ResultsInput { session: stored.state.clone(), results: results.clone() };
    let notes = client.result(&STUDY_RESULTS, &input).await?.notes;
    add_results(&store, stored, &results, notes.clone(), now).await?;
    let right = chosen.iter().filter(|chosen| chosen.is_correct).count();
    let finished = Finished { right, of: chosen.len(), notes };
    let ended = Attempt { finished: Some(finished.clone()), ..attempt };
    put(&store, &ended, Over::Anything, now).await?;
    Ok(finished)
}

/// The open attempts at a session's quizzes: the latest one for each quiz.
pub async fn open(store: &Owned, session: &str) -> Result<HashMap<String, String>, Problem> {
    let filter = RecordFilter { limit: 200, highest_first: true, ..RecordFilter::default() };
    let mut open = HashMap::new();
    for Record { value: attempt, .. } in ATTEMPTS.list_readable(store, &filter).await?.into_iter().rev() {
        if attempt.session_id == session && attempt.finished.is_none() {
            open.insert(attempt.quiz_id, attempt.attempt_id);
        } else if attempt.session_id == session {
            open.remove(&attempt.quiz_id);
        }
    }
    Ok(open)
}
