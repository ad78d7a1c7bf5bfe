//! Attempts at the quizzes of study sessions. The key of a question is not sent before it is answered.

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::Permission::Study;
use tutti_service::{
    attempts::{self, Attempt, Chosen, Finished, Given},
    quiz::find_exactly,
    time,
};

use super::created_response;
use crate::{
    app::{App, Caller},
    body::{Body, Named},
    failure::{Answer, Failure},
    routes::{Needs, Routes},
    views::study::text_html as line,
};

const MAY: Needs = Needs::May(Study);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .post("/api/sessions/{session}/attempts", MAY, "Begin an attempt at a quiz", begin)
        .takes::<NewAttempt>()
        .gives::<AttemptView>(201)
        .fails(&[404])
        .view()
        .adds();
    routes
        .get("/api/attempts/{attempt}", MAY, "Get an attempt with the answers so far", attempt)
        .gives::<AttemptView>(200)
        .fails(&[404])
        .view();
    routes
        .post("/api/attempts/{attempt}/answers", MAY, "Answer one question", answer)
        .takes::<NewAnswer>()
        .gives::<Answered>(200)
        .fails(&[404, 409]);
    routes
        .post(
            "/api/attempts/{attempt}/finish",
            MAY,
            "Finish an attempt: returns the score and what to review",
            finish,
        )
        .gives::<Finished>(200)
        .fails(&[404, 409, 422, 502, 504]);
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewAttempt {
    /// Id of the quiz; the latest by default.
    #[serde(default)]
    quiz_id: Option<String>,
}

/// An attempt as its taker may see it: with keys only for answered questions.
#[derive(Serialize, JsonSchema)]
struct AttemptView {
    attempt_id: String,
    session_id: String,
    quiz_id: String,
    title: String,
    questions: Vec<QuestionView>,
    answers: Vec<Answered>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<Finished>,
}

#[derive(Serialize, JsonSchema)]
struct QuestionView {
    item_id: String,
    question_html: String,
    options_html: Vec<String>,
    concept: String,
}

/// The result of an answer, with the passage that decides it.
#[derive(Serialize, JsonSchema)]
struct Answered {
    item_id: String,
    option: usize,
    is_correct: bool,
    /// Index of the correct option.
    correct: usize,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    explanation: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    explanation_html: String,
    quote: String,
    quote_html: String,
    block_id: String,
    page: u32,
}

impl AttemptView {
    fn of(attempt: &Attempt, chosen: &[Chosen]) -> Self {
        let questions = attempt.asked.iter().map(|asked| QuestionView {
            item_id: asked.item_id.clone(),
            question_html: line(&asked.question),
            options_html: asked.options.iter().map(|option| line(option)).collect(),
            concept: asked.concept.clone(),
        });
        Self {
            attempt_id: attempt.attempt_id.clone(),
            session_id: attempt.session_id.clone(),
            quiz_id: attempt.quiz_id.clone(),
            title: attempt.title.clone(),
            questions: questions.collect(),
            answers: chosen.iter().filter_map(|chosen| answer_view(attempt, chosen)).collect(),
            finished: attempt.finished.clone(),
        }
    }
}

fn answer_view(attempt: &Attempt, chosen: &Chosen) -> Option<Answered> {
    let asked = attempt.asked.iter().find(|asked| asked.item_id == chosen.item_id)?;
    Some(Answered {
        item_id: chosen.item_id.clone(),
        option: chosen.option,
        is_correct: chosen.is_correct,
        correct: asked.correct,
        explanation: asked.explanation.clone(),
        explanation_html: line(&asked.explanation),
        quote: asked.quote.clone(),
        quote_html: line(&asked.quote),
        block_id: asked.block_id.clone(),
        page: asked.page,
    })
}

async fn begin(
    State(app): State<App>,
    caller: Caller,
    Named(session): Named<String>,
    Body(asked): Body<NewAttempt>,
) -> Answer<Response> {
    let store = caller.store(&app);
    let stored = find_exactly(&store, &session).await?;
    let attempt = attempts::begin(&store, &stored, asked.quiz_id.as_deref(), time::now()).await?;
    let location = format!("/api/attempts/{}", attempt.attempt_id);
    Ok(created_response(&location, &AttemptView::of(&attempt, &[])))
}

async fn attempt(
    State(app): State<App>,
    caller: Caller,
    Named(attempt): Named<String>,
) -> Answer<Json<AttemptView>> {
    let store = caller.store(&app);
    let attempt = attempts::find(&store, &attempt).await?;
    let chosen = attempts::answers(&store, &attempt).await?;
    Ok(Json(AttemptView::of(&attempt, &chosen)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewAnswer {
    item_id: String,
    /// Index of the option, from 0.
    option: u32,
    /// Time taken, in seconds.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1_000_000.0))]
    latency_sec: f64,
}

async fn answer(
    State(app): State<App>,
    caller: Caller,
    Named(attempt): Named<String>,
    Body(given): Body<NewAnswer>,
) -> Answer<Json<Answered>> {
    let store = caller.store(&app);
    let attempt = app.attempts.get(&store, &attempt).await?;
    let NewAnswer { item_id, option, latency_sec } = given;
    let given = Given { item_id, option: option as usize, latency_sec };
    let chosen = attempts::answer(&store, &attempt, given, time::now()).await?;
    let answered = answer_view(&attempt, &chosen);
    Ok(Json(answered.ok_or_else(|| Failure::not_found("such question"))?))
}

async fn finish(
    State(app): State<App>,
    caller: Caller,
    Named(attempt): Named<String>,
) -> Answer<Json<Finished>> {
    let finished = attempts::finish(&caller.client(&app), &attempt, time::now()).await?;
    app.attempts.forget(&caller.store(&app), &attempt);
    Ok(Json(finished))
}
