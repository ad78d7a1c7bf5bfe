//! Study sessions, their quizzes and their cards.

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tutti_accounts::Permission::Study;
use tutti_core::{Code, ContentHash, Problem, RunId};
use tutti_learner::Rating;
use tutti_service::{
    quiz::{self, find},
    study::{Wish, submission},
    time,
};
use tutti_store::Owned;
use tutti_study::{
    CoachNotes, Difficulty, QuizItem, ReaderOutput,
    shelf::{self, Shelved},
};

use super::{begun, file, made, result, source};
use crate::{
    app::{App, Caller},
    body::{Body, Form, Named, Params},
    failure::{Answer, Failure},
    quizzes::{self, Attempt, Chosen, Finished},
    routes::{Needs, Routes},
    views::{
        Page, Paging, limit,
        study::{CardsView, DueCard, ReviewName, SessionSummary, SessionView, shown},
    },
};

const MAY: Needs = Needs::May(Study);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .post("/api/study", MAY, "Make cards and a quiz from a document", study)
        .form::<StudyForm>()
        .gives::<StudyBegun>(202)
        .fails(&[404, 422, 502, 504]);
    routes
        .get("/api/sessions", MAY, "Study sessions, the newest first", sessions)
        .query::<Paging>()
        .gives::<Page<SessionSummary>>(200);
    routes
        .get("/api/sessions/{session}", MAY, "One session", session)
        .gives::<SessionView>(200)
        .fails(&[404]);
    routes
        .get("/api/sessions/{session}/source", MAY, "The document of a session, as it came", original)
        .gives_file("application/octet-stream")
        .fails(&[404]);
    routes
        .get("/api/sessions/{session}/pages/{page}", MAY, "A page of the document as a picture", page)
        .gives_file("image/png")
        .fails(&[404, 422]);
    routes
        .post("/api/sessions/{session}/quizzes", MAY, "Another quiz: on what went wrong", new_quiz)
        .takes::<NewQuiz>()
        .gives::<QuizSet>(201)
        .fails(&[404, 409, 422, 502, 504]);
    routes
        .post("/api/sessions/{session}/attempts", MAY, "Begin to answer a quiz", begin)
        .takes::<NewAttempt>()
        .gives::<AttemptView>(201)
        .fails(&[404]);
    routes
        .get("/api/attempts/{attempt}", MAY, "An attempt, with what was answered so far", attempt)
        .gives::<AttemptView>(200)
        .fails(&[404]);
    routes
        .post("/api/attempts/{attempt}/answers", MAY, "Answer one question", answer)
        .takes::<NewAnswer>()
        .gives::<Answered>(200)
        .fails(&[404, 409]);
    routes
        .post(
            "/api/attempts/{attempt}/finish",
            MAY,
            "End an attempt: the score, and what to look at again",
            finish,
        )
        .gives::<Finished>(200)
        .fails(&[404, 409, 422, 502, 504]);
    routes.get("/api/cards", MAY, "Cards that are due", cards).query::<CardsAsked>().gives::<CardsView>(200);
    routes
        .post("/api/cards/review", MAY, "Say how well a card was known", review_card)
        .takes::<CardReview>()
        .gives::<CardReviewed>(200)
        .fails(&[404]);
    routes
        .post("/api/read", MAY, "Only the blocks of a document; nothing is kept", read)
        .form::<ReadForm>()
        .gives::<ReaderOutput>(200)
        .fails(&[404, 422, 502, 504]);
}

/// One of `file`, `url`, `text` and `sample`.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct StudyForm {
    /// PDF, DOCX, PPTX, HTML, Markdown, text, EPUB, PNG or JPEG.
    #[schemars(with = "Option<String>", extend("format" = "binary"))]
    file: Option<Vec<u8>>,
    url: Option<String>,
    text: Option<String>,
    /// What the text is called.
    name: Option<String>,
    sample: Option<String>,
    /// The id of a document of the library.
    document: Option<String>,
    flashcards: Option<u32>,
    questions: Option<u32>,
    difficulty: Option<Difficulty>,
    audience: Option<String>,
    /// Terms that come first.
    focus: Option<Vec<String>>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ReadForm {
    #[schemars(with = "Option<String>", extend("format" = "binary"))]
    file: Option<Vec<u8>>,
    url: Option<String>,
    text: Option<String>,
    name: Option<String>,
    sample: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct StudyBegun {
    run: String,
    session: String,
}

async fn study(State(app): State<App>, caller: Caller, form: Form) -> Answer<Response> {
    let mut form = form.only(&[
        "file",
        "url",
        "text",
        "name",
        "sample",
        "document",
        "flashcards",
        "questions",
        "difficulty",
        "audience",
        "focus",
    ])?;
    let wish = Wish {
        flashcards: form.value("flashcards")?,
        questions: form.value("questions")?,
        difficulty: form.value("difficulty")?.unwrap_or_default(),
        audience: form.text("audience").map(str::to_owned),
        focus: form.texts("focus"),
    };
    let setup = app.setup();
    wish.counts(&setup)?;
    let source = source(&app, &caller, &mut form).await?.source;
    let id = RunId::fresh();
    let store = caller.store(&app);
    let submission = submission(&setup, &store, &id, source, wish, time::now()).await?;
    app.executor.submit(&caller.owner, submission).await?;
    Ok(begun(&id, &StudyBegun { run: id.to_string(), session: id.to_string() }))
}

async fn sessions(
    State(app): State<App>,
    caller: Caller,
    Params(paging): Params<Paging>,
) -> Answer<Json<Page<SessionSummary>>> {
    let most = limit(paging.limit)?;
    let all = shelf::sessions(&caller.store(&app), "").await?;
    let mut rest = all.iter().map(|shelved| SessionSummary::of(&shelved.state)).collect::<Vec<_>>();
    if let Some(after) = &paging.after {
        let at = rest.iter().position(|session| session.session_id == *after);
        rest.drain(..at.map_or(0, |at| at + 1));
    }
    Ok(Json(Page::cut(rest, most, |session| session.session_id.clone())))
}

/// The session of exactly this id.
async fn shelved(store: &Owned, session: &str) -> Answer<Shelved> {
    let shelved = find(store, session).await?;
    if shelved.state.session_id == session {
        Ok(shelved)
    } else {
        Err(Failure::not_found(&format!("session `{session}`")))
    }
}

async fn session(
    State(app): State<App>,
    caller: Caller,
    Named(session): Named<String>,
) -> Answer<Json<SessionView>> {
    let store = caller.store(&app);
    let shelved = shelved(&store, &session).await?;
    let handover = shelf::handover(&store, &session).await.ok();
    let mut view = SessionView::of(&shelved.state, handover.as_ref(), pages(&store, &shelved).await?);
    let open = quizzes::open(&store, &session).await?;
    for quiz in &mut view.quizzes {
        quiz.open_attempt = open.get(&quiz.quiz_id).cloned();
    }
    let run = RunId::parse(session)?;
    let reviews = store.reviews_of(&run).await?;
    let waiting = reviews.into_iter().find(|review| review.answer.is_none());
    view.review = waiting.map(|review| ReviewName { run: review.run.to_string(), name: review.name });
    Ok(Json(view))
}

/// How many pages can be drawn: those of a PDF or a picture.
async fn pages(store: &Owned, shelved: &Shelved) -> Answer<u32> {
    let meta = &shelved.state.doc_meta;
    let Some(bytes) = store.file(ContentHash::from_stored(meta.source_hash.clone())).await? else {
        return Ok(0);
    };
    if !tutti_document::has_pages(&bytes) {
        return Ok(0);
    }
    Ok(shelved.state.extracted_blocks.iter().map(|block| block.source_page).max().unwrap_or(1))
}

async fn bytes_of(store: &Owned, shelved: &Shelved) -> Answer<Vec<u8>> {
    let hash = ContentHash::from_stored(shelved.state.doc_meta.source_hash.clone());
    store.file(hash).await?.ok_or_else(|| Failure::not_found("file of this session"))
}

async fn original(State(app): State<App>, caller: Caller, Named(session): Named<String>) -> Answer<Response> {
    let store = caller.store(&app);
    let shelved = shelved(&store, &session).await?;
    let bytes = bytes_of(&store, &shelved).await?;
    // Whatever somebody sent is saved, never shown: a browser must not run it in our name.
    Ok(file(&shelved.state.doc_meta.filename, "application/octet-stream", bytes))
}

async fn page(
    State(app): State<App>,
    caller: Caller,
    Named((session, page)): Named<(String, u32)>,
) -> Answer<Response> {
    let store = caller.store(&app);
    let shelved = shelved(&store, &session).await?;
    drawn(&app, &store, &shelved, page).await
}

/// A page of a session's document, for its owner and for whoever reviews it.
pub(super) async fn drawn(app: &App, store: &Owned, shelved: &Shelved, page: u32) -> Answer<Response> {
    if page == 0 || page > pages(store, shelved).await? {
        return Err(Failure::not_found(&format!("page {page}")));
    }
    let bytes = bytes_of(store, shelved).await?;
    let png = app.setup().documents()?.page_image(&bytes, page).await?;
    let mut response = axum::response::IntoResponse::into_response(png);
    let headers = response.headers_mut();
    headers.insert(axum::http::header::CONTENT_TYPE, axum::http::HeaderValue::from_static("image/png"));
    headers.insert(
        axum::http::header::CACHE_CONTROL,
        axum::http::HeaderValue::from_static("private, max-age=3600"),
    );
    Ok(response)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewQuiz {
    /// How many questions.
    #[schemars(range(min = 1, max = 100))]
    questions: u32,
    /// Without it, what the last answers suggest.
    #[serde(default)]
    difficulty: Option<Difficulty>,
    /// Only on these blocks.
    #[serde(default)]
    blocks: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct QuizSet {
    quiz_id: String,
    questions: usize,
    difficulty: Difficulty,
}

async fn new_quiz(
    State(app): State<App>,
    caller: Caller,
    Named(session): Named<String>,
    Body(asked): Body<NewQuiz>,
) -> Answer<Response> {
    let store = caller.store(&app);
    let shelved = shelved(&store, &session).await?;
    let NewQuiz { questions, difficulty, blocks } = asked;
    let wish = quiz::Wish { questions, difficulty, blocks };
    // The form of the API has its own names for what the flow calls otherwise.
    let renamed = |problem: Problem| {
        let pointer = problem.pointer.clone().unwrap_or_default();
        let pointer = pointer.replace("/num_questions", "/questions").replace("/blocks_to_assess", "/blocks");
        problem.at(pointer)
    };
    let input = quiz::next(&store, &shelved, wish).await.map_err(renamed)?;
    let items: Vec<QuizItem> = result(&app, &caller, "study_quiz", json!(input)).await?;
    let quiz = quiz::add(&store, shelved, &input, items, time::now()).await?;
    let set = QuizSet { questions: quiz.item_ids.len(), difficulty: quiz.difficulty, quiz_id: quiz.quiz_id };
    Ok(made(&format!("/api/sessions/{session}"), &set))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewAttempt {
    /// The latest, if none is named.
    #[serde(default)]
    quiz_id: Option<String>,
}

/// An attempt as its taker may see it: keys only of what was answered.
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

/// What became of an answer, with the passage that decides it.
#[derive(Serialize, JsonSchema)]
struct Answered {
    item_id: String,
    option: usize,
    is_correct: bool,
    /// The place of the right option.
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
            question_html: shown(&asked.question),
            options_html: asked.options.iter().map(|option| shown(option)).collect(),
            concept: asked.concept.clone(),
        });
        Self {
            attempt_id: attempt.attempt_id.clone(),
            session_id: attempt.session_id.clone(),
            quiz_id: attempt.quiz_id.clone(),
            title: attempt.title.clone(),
            questions: questions.collect(),
            answers: chosen.iter().filter_map(|chosen| answered(attempt, chosen)).collect(),
            finished: attempt.finished.clone(),
        }
    }
}

fn answered(attempt: &Attempt, chosen: &Chosen) -> Option<Answered> {
    let asked = attempt.asked.iter().find(|asked| asked.item_id == chosen.item_id)?;
    Some(Answered {
        item_id: chosen.item_id.clone(),
        option: chosen.option,
        is_correct: chosen.is_correct,
        correct: asked.correct,
        explanation: asked.explanation.clone(),
        explanation_html: shown(&asked.explanation),
        quote: asked.quote.clone(),
        quote_html: shown(&asked.quote),
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
    let shelved = shelved(&store, &session).await?;
    let attempt = quizzes::begin(&store, &shelved, asked.quiz_id.as_deref(), time::now()).await?;
    let location = format!("/api/attempts/{}", attempt.attempt_id);
    Ok(made(&location, &AttemptView::of(&attempt, &[])))
}

async fn attempt(
    State(app): State<App>,
    caller: Caller,
    Named(attempt): Named<String>,
) -> Answer<Json<AttemptView>> {
    let store = caller.store(&app);
    let attempt = app.attempts.get(&store, &attempt).await?;
    let chosen = quizzes::answers(&store, &attempt).await?;
    Ok(Json(AttemptView::of(&attempt, &chosen)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewAnswer {
    item_id: String,
    /// The place of the option, from 0.
    option: u32,
    /// How long it took.
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
    let refuse = |at: &str, why: String| Problem::new(Code::BadInput, why).at(at);
    let asked = attempt
        .asked
        .iter()
        .find(|asked| asked.item_id == given.item_id)
        .ok_or_else(|| refuse("/item_id", format!("the quiz has no question `{}`", given.item_id)))?;
    let option = given.option as usize;
    if option >= asked.options.len() {
        let why = format!("{option} is not from 0 to {}", asked.options.len().saturating_sub(1));
        return Err(refuse("/option", why).into());
    }
    if !(0.0..=1e6).contains(&given.latency_sec) {
        return Err(refuse("/latency_sec", "it is not from 0 to 1000000".to_owned()).into());
    }
    let is_correct = option == asked.correct;
    let chosen = Chosen { item_id: given.item_id, option, is_correct, latency_sec: given.latency_sec };
    if attempt.finished.is_some() {
        return Err(Problem::new(Code::Conflict, "the attempt is finished").into());
    }
    match quizzes::answer(&store, &attempt, &chosen, time::now()).await? {
        Err(earlier) if earlier.option != chosen.option => {
            let detail = format!("it was answered before, with option {}", earlier.option);
            Err(Problem::new(Code::Conflict, detail).at("/option").into())
        }
        // The same answer again: somebody sent it twice.
        Ok(()) | Err(_) => {
            let answered = answered(&attempt, &chosen);
            Ok(Json(answered.ok_or_else(|| Failure::not_found("such question"))?))
        }
    }
}

async fn finish(
    State(app): State<App>,
    caller: Caller,
    Named(attempt): Named<String>,
) -> Answer<Json<Finished>> {
    let store = caller.store(&app);
    let attempt = app.attempts.get(&store, &attempt).await?;
    if let Some(finished) = &attempt.finished {
        return Ok(Json(finished.clone()));
    }
    let chosen = quizzes::answers(&store, &attempt).await?;
    if chosen.len() < attempt.asked.len() {
        let left = attempt.asked.len() - chosen.len();
        let problem = Problem::new(Code::Conflict, format!("{left} questions are not answered yet"));
        return Err(problem.hint("answer them first").into());
    }
    let results = quizzes::results(&attempt, &chosen);
    let shelved = shelved(&store, &attempt.session_id).await?;
    let notes: CoachNotes = result(&app, &caller, "study_results", quiz::to_note(&shelved, &results)).await?;
    let now = time::now();
    quiz::add_results(&store, shelved, &results, notes.notes.clone(), now).await?;
    let right = chosen.iter().filter(|chosen| chosen.is_correct).count();
    let finished = Finished { right, of: chosen.len(), notes: notes.notes };
    quizzes::finish(&app.attempts, &store, &attempt, finished.clone(), now).await?;
    Ok(Json(finished))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CardsAsked {
    /// At most this many, 50 if nothing is said.
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
}

async fn cards(
    State(app): State<App>,
    caller: Caller,
    Params(asked): Params<CardsAsked>,
) -> Answer<Json<CardsView>> {
    let most = limit(asked.limit)? as usize;
    let now = time::now();
    let all = shelf::due(&caller.store(&app), i64::MAX, 0).await?;
    let due: Vec<_> = all.iter().filter(|card| card.schedule.due_at <= now).collect();
    let next = all.iter().map(|card| card.schedule.due_at).find(|due| *due > now);
    Ok(Json(CardsView {
        total: all.len(),
        due: due.len(),
        next_due_at: next.filter(|_| due.is_empty()).map(time::rfc3339),
        cards: due.into_iter().take(most).map(|card| DueCard::of(card, now)).collect(),
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CardReview {
    id: String,
    rating: Rating,
}

#[derive(Serialize, JsonSchema)]
struct CardReviewed {
    id: String,
    due_at: String,
}

async fn review_card(
    State(app): State<App>,
    caller: Caller,
    Body(review): Body<CardReview>,
) -> Answer<Json<CardReviewed>> {
    let store = caller.store(&app);
    let card = shelf::card(&store, &review.id).await?;
    let card = card
        .ok_or_else(|| Problem::new(Code::NotFound, format!("there is no card `{}`", review.id)).at("/id"))?;
    let next = shelf::reviewed(&store, &card, review.rating, time::now()).await?;
    Ok(Json(CardReviewed { id: next.id, due_at: time::rfc3339(next.schedule.due_at) }))
}

async fn read(State(app): State<App>, caller: Caller, form: Form) -> Answer<Json<ReaderOutput>> {
    let mut form = form.only(&["file", "url", "text", "name", "sample"])?;
    let sent = source(&app, &caller, &mut form).await?;
    let (source, blame) = (&sent.source, sent.blame());
    let read = app.setup().documents()?.read(&source.bytes, Some(&source.name)).await;
    let document = read.map_err(|error| blame(error.into()))?;
    Ok(Json(ReaderOutput::of(document, &source.name)))
}
