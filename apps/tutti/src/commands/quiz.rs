//! `tutti quiz`: taking the quizzes of study sessions, and setting new ones.

use std::time::Instant;

use serde_json::json;
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::{End, Submission};
use tutti_store::Owned;
use tutti_study::{
    Answer, CoachNotes, Difficulty, ItemResult, MOST, Quiz as Set, QuizInput, QuizItem, QuizResults,
    QuizSpec, ResultsInput, ToNote, next_difficulty,
    shelf::{self, Shelved},
    weak_concepts,
};

use crate::{
    args::Quiz,
    driving::drive,
    exit::{Ended, Exit, Problems},
    output::{Output, counted, next_line, table, visible},
    setup::Setup,
    time,
};

pub(crate) async fn quiz(setup: &Setup, command: Quiz, output: &Output) -> Ended {
    let Some(store) = setup.existing().await? else {
        let problem = Problem::new(Code::NotFound, "there are no study sessions yet");
        return Err(problem.hint("`tutti study FILE` begins one").into());
    };
    match command {
        Quiz::List => list(&store, output).await,
        Quiz::Take { session } => {
            let session = find(&store, &session).await?;
            Box::pin(take(setup, session, &store, output)).await
        }
        Quiz::New { session, questions, difficulty, block } => {
            let session = find(&store, &session).await?;
            Box::pin(new(setup, session, &store, (questions, difficulty, block), output)).await
        }
    }
}

async fn find(store: &Owned, prefix: &str) -> Result<Shelved, Problem> {
    let mut found = shelf::sessions(store, prefix).await?;
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(Problem::new(Code::NotFound, format!("there is no session `{prefix}`"))
            .hint("`tutti quiz list` shows the sessions there are")),
        n => Err(Problem::new(Code::BadInput, format!("{n} sessions begin with `{prefix}`"))
            .hint("type more of the id")),
    }
}

async fn list(store: &Owned, output: &Output) -> Ended {
    let sessions = shelf::sessions(store, "").await?;
    let mut rows =
        vec![["session", "document", "questions", "answered", "right"].map(str::to_owned).to_vec()];
    for Shelved { state, .. } in &sessions {
        let right = state.results.iter().filter(|result| result.is_correct).count();
        if output.is_json() {
            output.json_line(&json!({
                "session": state.session_id, "document": state.doc_meta.title, "status": state.status,
                "questions": state.quiz_items.len(), "answered": state.results.len(), "right": right,
            }));
        }
        rows.push(vec![
            state.session_id.clone(),
            visible(&state.doc_meta.title),
            state.quiz_items.len().to_string(),
            state.results.len().to_string(),
            right.to_string(),
        ]);
    }
    if !output.is_json() {
        output.lines(&table(&rows, |_, cell| cell.to_owned()));
    }
    Ok(Exit::Done)
}

/// One question after the other, its options in another order each time.
async fn take(setup: &Setup, mut shelved: Shelved, store: &Owned, output: &Output) -> Ended {
    let session = &shelved.state;
    let Some(quiz) = session.quizzes.last().cloned() else {
        let problem = Problem::new(Code::NotFound, format!("the session {} has no quiz", session.session_id));
        return Err(problem.hint("its document may still wait for a person: `tutti review list`").into());
    };
    let turn = session.results.iter().filter(|result| result.quiz_id == quiz.quiz_id).count();
    let mut answers = Vec::new();
    for (n, id) in (1..).zip(&quiz.item_ids) {
        let Some(item) = session.quiz_items.iter().find(|item| item.item_id == *id) else { continue };
        let order = order(item, turn);
        output.lines(&visible(&format!("{n}/{}  {}", quiz.item_ids.len(), item.question)));
        for (place, option) in order.iter().enumerate() {
            output.lines(&visible(&format!("   {}  {}", letter(place), item.options[*option])));
        }
        let began = Instant::now();
        let Some(chosen) = answer(order.len(), output)? else { return Ok(Exit::Interrupted) };
        let is_correct = order[chosen] == item.correct;
        let page = shelf::page_of(session, &item.source_span);
        let word = if is_correct { output.paint.good("right") } else { output.paint.bad("wrong") };
        output.lines(&word);
        if !is_correct {
            let key = order.iter().position(|option| *option == item.correct).unwrap_or_default();
            output.lines(&visible(&format!("   it is {}: {}", letter(key), item.options[item.correct])));
        }
        output.lines(&visible(&format!("   page {page}: {}\n", item.quote)));
        answers.push(Answer { item_id: id.clone(), is_correct, latency_sec: began.elapsed().as_secs_f64() });
    }
    let right = answers.iter().filter(|answer| answer.is_correct).count();
    let results = QuizResults { quiz_id: quiz.quiz_id.clone(), answers };
    let input = ResultsInput { session: shelved.state.clone(), results: results.clone() };
    let notes: CoachNotes = match run(setup, "study_results", json!(input), output).await? {
        Some(notes) => notes,
        None => return Ok(Exit::Interrupted),
    };
    let at = time::now();
    shelved.state.results.extend(results.answers.iter().map(|answer| ItemResult {
        quiz_id: quiz.quiz_id.clone(),
        item_id: answer.item_id.clone(),
        is_correct: answer.is_correct,
        latency_sec: answer.latency_sec,
        timestamp: time::rfc3339(at),
    }));
    shelved.state.notes.clone_from(&notes.notes);
    shelf::put_back(store, &shelved, at).await?;
    if output.is_json() {
        output.document(&json!({ "results": results, "notes": notes.notes }));
        return Ok(Exit::Done);
    }
    output.lines(&format!("{right} of {}", counted(results.answers.len(), "question")));
    for note in &notes.notes {
        output.lines(&visible(note));
    }
    output.say(&format!("`tutti quiz new {}` sets another one", shelved.state.session_id));
    Ok(Exit::Done)
}

/// The options in the order of this attempt: turned round by one each time, so that a letter is not remembered.
fn order(item: &QuizItem, turn: usize) -> Vec<usize> {
    let count = item.options.len();
    (0..count).map(|place| (place + turn) % count.max(1)).collect()
}

fn letter(place: usize) -> char {
    char::from(b'A' + place as u8)
}

/// The place of the option that was typed; none at the end of the input.
fn answer(options: usize, output: &Output) -> Result<Option<usize>, Problem> {
    loop {
        output.ask("your answer")?;
        let Some(line) = next_line()? else { return Ok(None) };
        let typed = line.trim().to_uppercase();
        let place = (0..options)
            .find(|place| typed == letter(*place).to_string() || typed == (place + 1).to_string());
        if place.is_some() {
            return Ok(place);
        }
        output.say(&format!("a letter from A to {}", letter(options.saturating_sub(1))));
    }
}

async fn new(
    setup: &Setup,
    mut shelved: Shelved,
    store: &Owned,
    (questions, difficulty, blocks): (u32, Option<Difficulty>, Vec<String>),
    output: &Output,
) -> Ended {
    if !(1..=MOST).contains(&questions) {
        let problem = Problem::new(Code::BadInput, format!("{questions} is not from 1 to {MOST}"));
        return Err(problem.at("/num_questions").into());
    }
    let session = &shelved.state;
    let nothing = QuizResults { quiz_id: String::new(), answers: Vec::new() };
    let answered = ToNote::of(session, &nothing).answers;
    let last = session.quizzes.last().map_or(Difficulty::Easy, |quiz| quiz.difficulty);
    let all = || session.extracted_blocks.iter().map(|block| block.block_id.clone()).collect();
    let spec = QuizSpec {
        blocks_to_assess: if blocks.is_empty() { all() } else { blocks },
        num_questions: questions,
        difficulty: difficulty.unwrap_or_else(|| next_difficulty(last, &answered)),
    };
    if let Some(first) = spec.findings(session).first() {
        let problem = Problem::new(Code::BadInput, first.message.clone()).at(first.pointer.clone());
        return Err(problem.hint("`tutti read FILE` shows the blocks").into());
    }
    let mut handover = shelf::handover(store, &session.session_id).await?;
    handover.instructions_for_coach.focus_areas = weak_concepts(&answered);
    let number = session.quizzes.len() as u32 + 1;
    let input = QuizInput { handover, taken: session.quiz_items.clone(), spec: spec.clone(), number };
    let Some(items) = run::<Vec<QuizItem>>(setup, "study_quiz", json!(input), output).await? else {
        return Ok(Exit::Interrupted);
    };
    if items.is_empty() {
        let problem =
            Problem::new(Code::Refused, "the document carries no further good question of this kind");
        return Err(problem.hint("try another difficulty, or other blocks").into());
    }
    shelved.state.quizzes.push(Set {
        quiz_id: format!("{}.{number}", shelved.state.session_id),
        item_ids: items.iter().map(|item| item.item_id.clone()).collect(),
        difficulty: spec.difficulty,
    });
    let made = items.len();
    shelved.state.quiz_items.extend(items);
    shelf::put_back(store, &shelved, time::now()).await?;
    output.lines(&format!("{}, {}", counted(made, "question"), spec.difficulty.name()));
    output.say(&format!("`tutti quiz take {}` asks them", shelved.state.session_id));
    Ok(Exit::Done)
}

/// A run of a flow that gives a `T`; none if it was interrupted.
async fn run<T: serde::de::DeserializeOwned>(
    setup: &Setup,
    flow: &str,
    input: serde_json::Value,
    output: &Output,
) -> Result<Option<T>, Problems> {
    let (id, owner) = (RunId::fresh(), Owner::local());
    let executor = setup.executor().await?;
    let submission =
        Submission { id: Some(id.clone()), budget: setup.settings.budget, ..Submission::new(flow, input) };
    let work = executor.run(&owner, submission);
    let Some((_, end)) = drive(&executor, output, &format!("tutti runs resume {id}"), work).await? else {
        return Ok(None);
    };
    match end {
        End::Done(value) => serde_json::from_value(value)
            .map(Some)
            .map_err(|error| Problem::new(Code::Internal, format!("what run {id} gave: {error}")).into()),
        End::Failed(problem) => Err(problem.into()),
        End::Stopped(stop) | End::Abandoned(stop) => Err(stop.problem().into()),
        other => Err(Problem::new(Code::Internal, format!("run {id} ended as {other:?}")).into()),
    }
}
