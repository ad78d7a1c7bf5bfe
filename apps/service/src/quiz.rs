//! Quizzes of study sessions: finds sessions, makes new quizzes and stores results.

use schemars::JsonSchema;
use serde::Deserialize;
use tutti_core::{Code, Problem};
use tutti_store::{Millis, Owned};
use tutti_study::{
    Difficulty, ItemResult, MOST, Quiz, QuizInput, QuizItem, QuizResults, QuizSpec, STUDY_QUIZ, ToNote,
    next_difficulty,
    session_store::{self, StoredSession},
    weak_concepts,
};

use crate::{Client, time};

/// Finds a session by its id or by a unique prefix of it.
pub async fn find(store: &Owned, prefix: &str) -> Result<StoredSession, Problem> {
    let mut found = session_store::sessions(store, prefix).await?;
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(Problem::new(Code::NotFound, format!("there is no session `{prefix}`"))
            .hint("`tutti quiz list` lists the sessions")),
        n => Err(Problem::new(Code::BadInput, format!("{n} sessions begin with `{prefix}`"))
            .hint("type more of the id")),
    }
}

/// Finds a session by its full id.
pub async fn find_exactly(store: &Owned, id: &str) -> Result<StoredSession, Problem> {
    let stored = find(store, id).await?;
    if stored.state.session_id == id {
        Ok(stored)
    } else {
        Err(Problem::new(Code::NotFound, format!("there is no session `{id}`")))
    }
}

/// Makes another quiz for a session and adds it.
pub async fn set(
    client: &Client,
    stored: StoredSession,
    request: NewQuiz,
    at: Millis,
) -> Result<Quiz, Problem> {
    let store = client.store();
    let input = next(&store, &stored, request).await?;
    let items = client.result(&STUDY_QUIZ, &input).await?;
    add(&store, stored, &input, items, at).await
}

/// A request for another quiz.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewQuiz {
    /// Number of questions.
    #[schemars(range(min = 1, max = 100))]
    pub questions: u32,
    /// Set by the last answers if omitted.
    #[serde(default)]
    pub difficulty: Option<Difficulty>,
    /// Only ask about these blocks.
    #[serde(default)]
    pub blocks: Vec<String>,
}

/// Maps the flow's field names to those of a request.
fn field(pointer: &str) -> String {
    pointer.replace("/num_questions", "/questions").replace("/blocks_to_assess", "/blocks")
}

/// The input of [`STUDY_QUIZ`] for another quiz: on the weak concepts, at a difficulty set by the last answers.
async fn next(store: &Owned, stored: &StoredSession, request: NewQuiz) -> Result<QuizInput, Problem> {
    if !(1..=MOST).contains(&request.questions) {
        let problem = Problem::new(
            Code::BadInput,
            format!("the number of questions must be from 1 to {MOST}; got {}", request.questions),
        );
        return Err(problem.at("/questions"));
    }
    let session = &stored.state;
    let nothing = QuizResults { quiz_id: String::new(), answers: Vec::new() };
    let answered = ToNote::of(session, &nothing).answers;
    let last = session.quizzes.last().map_or(Difficulty::Easy, |quiz| quiz.difficulty);
    let all = || session.extracted_blocks.iter().map(|block| block.block_id.clone()).collect();
    let spec = QuizSpec {
        blocks_to_assess: if request.blocks.is_empty() { all() } else { request.blocks },
        num_questions: request.questions,
        difficulty: request.difficulty.unwrap_or_else(|| next_difficulty(last, &answered)),
    };
    if let Some(first) = spec.findings(session).first() {
        let problem = Problem::new(Code::BadInput, first.message.clone()).at(field(&first.pointer));
        return Err(problem.hint("`tutti read FILE` shows the blocks"));
    }
    let mut handover = session_store::handover(store, &session.session_id).await?;
    handover.instructions_for_coach.focus_areas = weak_concepts(&answered);
    let number = session.quizzes.len() as u32 + 1;
    Ok(QuizInput { handover, taken: session.quiz_items.clone(), spec, number })
}

/// Adds the new questions to the session, as its latest quiz.
async fn add(
    store: &Owned,
    mut stored: StoredSession,
    input: &QuizInput,
    items: Vec<QuizItem>,
    at: Millis,
) -> Result<Quiz, Problem> {
    if items.is_empty() {
        let problem = Problem::new(Code::Refused, "the document yields no more good questions of this kind");
        return Err(problem.hint("try another difficulty, or other blocks"));
    }
    let quiz = Quiz {
        quiz_id: format!("{}.{}", stored.state.session_id, input.number),
        item_ids: items.iter().map(|item| item.item_id.clone()).collect(),
        difficulty: input.spec.difficulty,
    };
    stored.state.quizzes.push(quiz.clone());
    stored.state.quiz_items.extend(items);
    session_store::update(store, &stored, at).await?;
    Ok(quiz)
}

/// Adds results and the Coach's feedback to the session.
pub(crate) async fn add_results(
    store: &Owned,
    mut stored: StoredSession,
    results: &QuizResults,
    notes: Vec<String>,
    at: Millis,
) -> Result<(), Problem> {
    stored.state.results.extend(results.answers.iter().map(|answer| ItemResult {
        quiz_id: results.quiz_id.clone(),
        item_id: answer.item_id.clone(),
        is_correct: answer.is_correct,
        latency_sec: answer.latency_sec,
        timestamp: time::rfc3339(at),
    }));
    stored.state.notes = notes;
    session_store::update(store, &stored, at).await
}

/// The options of a question in the order of an attempt: rotated by one each time, so that learners cannot remember a
/// letter.
pub(crate) fn order(item: &QuizItem, turn: usize) -> Vec<usize> {
    let count = item.options.len();
    (0..count).map(|place| (place + turn) % count.max(1)).collect()
}

/// The number of times a quiz was taken.
pub(crate) fn turns(stored: &StoredSession, quiz: &Quiz) -> usize {
    let answers = stored.state.results.iter().filter(|result| result.quiz_id == quiz.quiz_id).count();
    answers / quiz.item_ids.len().max(1)
}
