//! Quizzes of study sessions: the next one, and what came of one that was taken.

use serde_json::{Value, json};
use tutti_core::{Code, Problem};
use tutti_store::{Millis, Owned};
use tutti_study::{
    Difficulty, ItemResult, MOST, Quiz, QuizInput, QuizItem, QuizResults, QuizSpec, ResultsInput, ToNote,
    next_difficulty,
    shelf::{self, Shelved},
    weak_concepts,
};

use crate::time;

/// The session whose id this is, or begins with this.
pub async fn find(store: &Owned, prefix: &str) -> Result<Shelved, Problem> {
    let mut found = shelf::sessions(store, prefix).await?;
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(Problem::new(Code::NotFound, format!("there is no session `{prefix}`"))
            .hint("`tutti quiz list` shows the sessions there are")),
        n => Err(Problem::new(Code::BadInput, format!("{n} sessions begin with `{prefix}`"))
            .hint("type more of the id")),
    }
}

/// What somebody wants of the next quiz.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    pub questions: u32,
    /// Without it, what the last answers suggest.
    pub difficulty: Option<Difficulty>,
    /// Without any, all of the document.
    pub blocks: Vec<String>,
}

/// What the flow `study_quiz` needs to set another quiz: on what went wrong, and as hard as the last answers suggest.
pub async fn next(store: &Owned, shelved: &Shelved, wish: Wish) -> Result<QuizInput, Problem> {
    if !(1..=MOST).contains(&wish.questions) {
        let problem = Problem::new(Code::BadInput, format!("{} is not from 1 to {MOST}", wish.questions));
        return Err(problem.at("/num_questions"));
    }
    let session = &shelved.state;
    let nothing = QuizResults { quiz_id: String::new(), answers: Vec::new() };
    let answered = ToNote::of(session, &nothing).answers;
    let last = session.quizzes.last().map_or(Difficulty::Easy, |quiz| quiz.difficulty);
    let all = || session.extracted_blocks.iter().map(|block| block.block_id.clone()).collect();
    let spec = QuizSpec {
        blocks_to_assess: if wish.blocks.is_empty() { all() } else { wish.blocks },
        num_questions: wish.questions,
        difficulty: wish.difficulty.unwrap_or_else(|| next_difficulty(last, &answered)),
    };
    if let Some(first) = spec.findings(session).first() {
        let problem = Problem::new(Code::BadInput, first.message.clone()).at(first.pointer.clone());
        return Err(problem.hint("`tutti read FILE` shows the blocks"));
    }
    let mut handover = shelf::handover(store, &session.session_id).await?;
    handover.instructions_for_coach.focus_areas = weak_concepts(&answered);
    let number = session.quizzes.len() as u32 + 1;
    Ok(QuizInput { handover, taken: session.quiz_items.clone(), spec, number })
}

/// Puts the questions that were made into the session, as its latest quiz.
pub async fn add(
    store: &Owned,
    mut shelved: Shelved,
    input: &QuizInput,
    items: Vec<QuizItem>,
    at: Millis,
) -> Result<Quiz, Problem> {
    if items.is_empty() {
        let problem =
            Problem::new(Code::Refused, "the document carries no further good question of this kind");
        return Err(problem.hint("try another difficulty, or other blocks"));
    }
    let quiz = Quiz {
        quiz_id: format!("{}.{}", shelved.state.session_id, input.number),
        item_ids: items.iter().map(|item| item.item_id.clone()).collect(),
        difficulty: input.spec.difficulty,
    };
    shelved.state.quizzes.push(quiz.clone());
    shelved.state.quiz_items.extend(items);
    shelf::put_back(store, &shelved, at).await?;
    Ok(quiz)
}

/// What the flow `study_results` needs to say something about results.
pub fn to_note(shelved: &Shelved, results: &QuizResults) -> Value {
    json!(ResultsInput { session: shelved.state.clone(), results: results.clone() })
}

/// Puts results and what the Coach says of them into the session.
pub async fn add_results(
    store: &Owned,
    mut shelved: Shelved,
    results: &QuizResults,
    notes: Vec<String>,
    at: Millis,
) -> Result<(), Problem> {
    shelved.state.results.extend(results.answers.iter().map(|answer| ItemResult {
        quiz_id: results.quiz_id.clone(),
        item_id: answer.item_id.clone(),
        is_correct: answer.is_correct,
        latency_sec: answer.latency_sec,
        timestamp: time::rfc3339(at),
    }));
    shelved.state.notes = notes;
    shelf::put_back(store, &shelved, at).await
}

/// The options of a question in the order of an attempt: turned round by one each time, so that a letter is not
/// remembered.
pub fn order(item: &QuizItem, turn: usize) -> Vec<usize> {
    let count = item.options.len();
    (0..count).map(|place| (place + turn) % count.max(1)).collect()
}

/// How often a quiz was taken.
pub fn turns(shelved: &Shelved, quiz: &Quiz) -> usize {
    let answers = shelved.state.results.iter().filter(|result| result.quiz_id == quiz.quiz_id).count();
    answers / quiz.item_ids.len().max(1)
}
