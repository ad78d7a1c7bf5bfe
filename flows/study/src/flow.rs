//! The flow: the document is read, the Reader analyses it, the Coach makes cards and a quiz, the gates decide.
//!
//! Reader and Coach never see each other: the orchestrator passes the output of one to the other.

use std::pin::Pin;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::{Call, Contract};
use tutti_core::{Code, ContentHash, Finding, Problem, Severity, Verdict};
use tutti_document::Reader;
use tutti_engine::{Failure, Flow, FlowEntry, Recovery, Run, Stop, flow};
use tutti_library::{ReaderOutput, read_file};
use tutti_store::{Question, Store};

use crate::agents::{COACH, NOTE_TAKER, READER, ToNote, ToRead};
use crate::gates::{self, Ground, Thresholds};
use crate::handover::{Constraints, Context, Goal, HandoverV1, Instructions, MOST, Metadata};
use crate::materials::{Flashcard, QuizItem};
use crate::rules::Rule;
use crate::selection::Selection;
use crate::session::{CoachNotes, Flag, Quiz, QuizResults, QuizSpec, SessionDocument, SessionState, Status};
use crate::session_store;
use tutti_composer::Difficulty;

/// A document in, cards and a quiz out. The id of its run is the session's.
pub const STUDY: Flow<StudyInput, StudyReport> = flow!("study", version 1, study, title StudyInput::title);

/// Another quiz for a session.
pub const STUDY_QUIZ: Flow<QuizInput, Vec<QuizItem>> =
    flow!("study_quiz", version 1, study_quiz, title QuizInput::title);

/// The Coach's notes after a quiz.
pub const STUDY_RESULTS: Flow<ResultsInput, CoachNotes> =
    flow!("study_results", version 1, study_results, title ResultsInput::title);

pub const FLOWS: [FlowEntry; 3] = [STUDY.entry(), STUDY_QUIZ.entry(), STUDY_RESULTS.entry()];

/// The input of a study run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyInput {
    pub session_id: String,
    pub user_id: String,
    /// The name of the file, or the address it came from.
    pub name: String,
    /// Of the file in the store.
    pub source_hash: ContentHash,
    /// RFC 3339, and the same in milliseconds.
    pub at: String,
    pub at_ms: i64,
    pub flashcards: u32,
    pub questions: u32,
    pub difficulty: Difficulty,
    pub audience: String,
    #[serde(default)]
    pub focus: Vec<String>,
    #[serde(default)]
    pub thresholds: Thresholds,
}

impl StudyInput {
    fn title(&self) -> String {
        self.name.clone()
    }
}

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyReport {
    pub handover: HandoverV1,
    pub flashcards: Vec<Flashcard>,
    pub quiz: Vec<QuizItem>,
    pub flags: Vec<Flag>,
    pub session: SessionState,
}

/// How often the Coach is asked for what is missing after the gates.
const ROUNDS: u32 = 3;

/// The most characters the Reader is given at once; a longer document is read in parts.
const PART: usize = 24_000;

/// Errors name their stage and their session, under which the logs have them.
async fn study(run: Run<'_>, input: StudyInput) -> Result<StudyReport, Stop> {
    let session = input.session_id.clone();
    make_session(run, input).await.map_err(|stop| match stop {
        Stop::Failed(problem) => Stop::Failed(problem.in_stage("orchestrator").with_trace(session)),
        other => other,
    })
}

/// A failure of this stage.
fn in_stage(stage: &'static str) -> impl Fn(Stop) -> Stop {
    move |stop| match stop {
        Stop::Failed(problem) => Stop::Failed(problem.in_stage(stage)),
        other => other,
    }
}

async fn make_session(run: Run<'_>, input: StudyInput) -> Result<StudyReport, Stop> {
    for (name, count) in [("flashcards", input.flashcards), ("questions", input.questions)] {
        if count > MOST {
            let problem = Problem::new(Code::BadInput, format!("at most {MOST}; got {count}"));
            return Err(Stop::Failed(problem.at(format!("/{name}"))));
        }
    }
    let read = read(&run, &input).await?;
    let verdict = run.gate("readable", gates::readable(&read, &input.thresholds));
    let (read, flags) = match verdict {
        Verdict::Pass => (read, Vec::new()),
        Verdict::Flagged(findings) => (read, findings.iter().map(flag).collect()),
        Verdict::Blocked(findings) => match findings.iter().find(|finding| is_guess(finding)) {
            Some(unsure) => (ask_for_correction(&run, &input, &read, unsure).await?, Vec::new()),
            None => return Err(Stop::Failed(refusal(&findings))),
        },
    };
    let context = understand(&run, &read).await?;
    let mut goals = Vec::new();
    goals.extend((input.flashcards > 0).then_some(Goal::Flashcards));
    goals.extend((input.questions > 0).then_some(Goal::MultipleChoiceQuiz));
    let handover = HandoverV1 {
        metadata: Metadata {
            session_id: input.session_id.clone(),
            source_title: read.doc_meta.title.clone(),
            source_hash: input.source_hash.as_str().to_owned(),
            language: read.doc_meta.language.clone(),
            generated_at: input.at.clone(),
        },
        context,
        instructions_for_coach: Instructions {
            target_audience: input.audience.clone(),
            generation_goals: goals,
            focus_areas: input.focus.clone(),
            constraints: Constraints {
                num_flashcards: input.flashcards,
                num_quiz_questions: input.questions,
                quiz_difficulty: input.difficulty,
            },
            avoid: Vec::new(),
        },
        blocks: read.extracted_blocks.clone(),
    };
    let made = make_materials(&run, &handover, &[], "q").await?;
    let mut flags: Vec<Flag> = flags;
    flags.extend(made.flags(&handover.instructions_for_coach.constraints));
    let quiz = Quiz {
        quiz_id: format!("{}.1", input.session_id),
        item_ids: made.quiz.iter().map(|item| item.item_id.clone()).collect(),
        difficulty: input.difficulty,
    };
    let session = SessionState {
        flashcards: made.flashcards.clone(),
        quiz_items: made.quiz.clone(),
        quizzes: if quiz.item_ids.is_empty() { Vec::new() } else { vec![quiz] },
        flags: flags.clone(),
        ..empty_session(&input, &read)
    };
    store_session(&run, "keep", &session, Some(&handover), input.at_ms).await?;
    Ok(StudyReport { handover, flashcards: made.flashcards, quiz: made.quiz, flags, session })
}

/// Stores a session, with its cards in the review queue and its questions in the bank.
async fn store_session(
    run: &Run<'_>,
    name: &str,
    session: &SessionState,
    handover: Option<&HandoverV1>,
    at: i64,
) -> Result<(), Stop> {
    let store = run.service::<Store>()?.of(&run.account().owner);
    let (kept, handover) = (session.clone(), handover.cloned());
    let body: Pin<Box<dyn Future<Output = _> + Send>> = Box::pin(async move {
        session_store::put(&store, &kept, handover.as_ref(), at).await.map_err(Failure::Final)
    });
    run.step(name, &session.session_id, || body).await
}

/// The blocks of the file.
async fn read(run: &Run<'_>, input: &StudyInput) -> Result<ReaderOutput, Stop> {
    let store = run.service::<Store>()?.of(&run.account().owner);
    let reader = run.service::<Reader>()?;
    let (hash, name, at) = (input.source_hash.clone(), input.name.clone(), input.at_ms);
    // Boxed, so that the compiler need not look through it for what may cross threads.
    let body: Pin<Box<dyn Future<Output = _> + Send>> =
        Box::pin(async move { read_file(&reader, &store, &hash, &name, at).await.map_err(Failure::Final) });
    run.step("read", &input.source_hash, || body).await.map_err(in_stage("document"))
}

/// A badly recognised text is shown to a person, and comes back corrected or not at all.
async fn ask_for_correction(
    run: &Run<'_>,
    input: &StudyInput,
    read: &ReaderOutput,
    unsure: &Finding,
) -> Result<ReaderOutput, Stop> {
    let session = SessionState { status: Status::PendingManualReview, ..empty_session(input, read) };
    store_session(run, "keep_pending", &session, None, input.at_ms).await?;
    let refuse = input.thresholds.ocr_refuse;
    let question = Question {
        ask: "Correct the recognised text and send it back whole, or answer `discard`.".to_owned(),
        why: format!(
            "{}; below {refuse:.2} nothing is made from it, because questions on misread words would be wrong",
            unsure.message
        ),
        evidence: vec![read.text()],
        allowed: Vec::new(),
    };
    let answer = run.ask("recognised_text", question, None).await?.unwrap_or_default();
    if answer.trim().eq_ignore_ascii_case("discard") {
        let session = SessionState { status: Status::Discarded, ..session };
        store_session(run, "keep_discarded", &session, None, input.at_ms).await?;
        return Err(Stop::failed(Code::Refused, "the recognised text was discarded"));
    }
    let corrected = read.with_corrected_text(&answer);
    match run.gate("readable_corrected", gates::readable(&corrected, &input.thresholds)) {
        Verdict::Blocked(findings) => Err(Stop::Failed(refusal(&findings))),
        Verdict::Pass | Verdict::Flagged(_) => Ok(corrected),
    }
}

/// Whether the recognised text is too unsure to be worked with, and not only unsure.
fn is_guess(finding: &Finding) -> bool {
    finding.rule == Rule::LowConfidence.code() && finding.severity == Severity::High
}

/// A session before anything is made.
fn empty_session(input: &StudyInput, read: &ReaderOutput) -> SessionState {
    SessionState {
        session_id: input.session_id.clone(),
        user_id: input.user_id.clone(),
        status: Status::Ready,
        doc_meta: SessionDocument {
            filename: input.name.clone(),
            title: read.doc_meta.title.clone(),
            language: read.doc_meta.language.clone(),
            source_hash: input.source_hash.as_str().to_owned(),
            uploaded_at: input.at.clone(),
        },
        extracted_blocks: read.extracted_blocks.clone(),
        flashcards: Vec::new(),
        quiz_items: Vec::new(),
        quizzes: Vec::new(),
        results: Vec::new(),
        notes: Vec::new(),
        flags: Vec::new(),
    }
}

/// The Reader's analysis of the blocks. A long document is read in parts that end with a block.
async fn understand(run: &Run<'_>, read: &ReaderOutput) -> Result<Context, Stop> {
    let mut parts: Vec<ToRead> = Vec::new();
    let mut room = 0;
    for block in &read.extracted_blocks {
        let length = block.text.chars().count();
        match parts.last_mut() {
            Some(part) if length <= room => part.blocks.push(block.clone()),
            _ => {
                let doc_meta = read.doc_meta.clone();
                parts.push(ToRead { doc_meta, blocks: vec![block.clone()] });
                room = PART;
            }
        }
        room = room.saturating_sub(length);
    }
    let mut contexts = Vec::with_capacity(parts.len());
    for (i, part) in parts.iter().enumerate() {
        contexts.push(run.at(format!("part/{i}")).call(&READER, part).await.map_err(in_stage("reader"))?);
    }
    Ok(Context::join(contexts))
}

/// Cards and questions that pass the gates. What is missing after that is requested again, with the reasons.
async fn make_materials(
    run: &Run<'_>,
    handover: &HandoverV1,
    taken: &[QuizItem],
    prefix: &str,
) -> Result<Selection, Stop> {
    if let Some(first) = handover.validate().first() {
        return Err(Stop::Failed(bad_input(first)));
    }
    let ground = Ground::new(&handover.blocks);
    let wanted = handover.instructions_for_coach.constraints;
    let mut kept = Selection::without(taken);
    for round in 0..ROUNDS {
        let place = run.at(format!("coach/{round}"));
        let mut order = handover.clone();
        let constraints = &mut order.instructions_for_coach.constraints;
        constraints.num_flashcards = wanted.num_flashcards - kept.flashcards.len() as u32;
        constraints.num_quiz_questions = wanted.num_quiz_questions - kept.quiz.len() as u32;
        order.instructions_for_coach.avoid = kept.avoid();
        if constraints.num_flashcards + constraints.num_quiz_questions == 0 {
            break;
        }
        if round > 0 {
            place.record_recovery(
                Recovery::Regeneration,
                COACH.name,
                &format!("{} were dropped", kept.dropped.len()),
            );
        }
        let made = place.call(&COACH, &order).await.map_err(in_stage("coach"))?;
        let verdict = kept.take(made, &ground, &wanted);
        let dropped = matches!(verdict, Verdict::Blocked(_));
        place.gate("grounded", verdict);
        // Without a complaint to answer, asking again would bring the same.
        if !dropped {
            break;
        }
    }
    kept.number(prefix);
    Ok(kept)
}

/// A new quiz on some blocks of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuizInput {
    pub handover: HandoverV1,
    /// Existing questions.
    pub taken: Vec<QuizItem>,
    pub spec: QuizSpec,
    /// From 2: the first quiz is made with the session.
    pub number: u32,
}

impl QuizInput {
    fn title(&self) -> String {
        format!("Quiz on {}", self.handover.metadata.source_title)
    }
}

async fn study_quiz(run: Run<'_>, input: QuizInput) -> Result<Vec<QuizItem>, Stop> {
    let mut handover = input.handover;
    let findings = [input.spec.validate(), input.spec.findings_on(&handover.blocks)].concat();
    if let Some(first) = findings.first() {
        return Err(Stop::Failed(bad_input(first)));
    }
    handover.blocks.retain(|block| input.spec.blocks_to_assess.contains(&block.block_id));
    handover.instructions_for_coach.generation_goals = vec![Goal::MultipleChoiceQuiz];
    handover.instructions_for_coach.constraints = Constraints {
        num_flashcards: 0,
        num_quiz_questions: input.spec.num_questions,
        quiz_difficulty: input.spec.difficulty,
    };
    let made = make_materials(&run, &handover, &input.taken, &format!("q{}.", input.number)).await?;
    Ok(made.quiz)
}

/// How a quiz went, for the Coach.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultsInput {
    pub session: SessionState,
    pub results: QuizResults,
}

impl ResultsInput {
    fn title(&self) -> String {
        format!("Results on {}", self.session.doc_meta.title)
    }
}

async fn study_results(run: Run<'_>, input: ResultsInput) -> Result<CoachNotes, Stop> {
    let findings = [input.results.validate(), input.results.findings(&input.session)].concat();
    if let Some(first) = findings.first() {
        return Err(Stop::Failed(bad_input(first)));
    }
    run.call(&NOTE_TAKER, &ToNote::of(&input.session, &input.results)).await
}

fn bad_input(finding: &Finding) -> Problem {
    Problem::new(Code::BadInput, finding.message.clone()).at(finding.pointer.clone())
}

fn flag(finding: &Finding) -> Flag {
    Flag { flag: finding.rule.clone(), detail: finding.message.clone() }
}

fn refusal(findings: &[Finding]) -> Problem {
    let high: Vec<&str> = findings
        .iter()
        .filter(|finding| finding.severity == Severity::High)
        .map(|finding| finding.message.as_str())
        .collect();
    Problem::new(Code::Refused, format!("the document cannot be studied: {}", high.join("; ")))
        .hint("choose a document with more text")
}
