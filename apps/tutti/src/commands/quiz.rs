//! `tutti quiz`: taking the quizzes of study sessions, and setting new ones.

use std::time::Instant;

use serde_json::json;
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::Submission;
use tutti_service::{
    Problems, Setup,
    quiz::{self as quizzes, Wish, find, order, turns},
    runs::output_of,
};
use tutti_store::Owned;
use tutti_study::{
    Answer, CoachNotes, QuizItem, QuizResults,
    shelf::{self, Shelved},
};

use crate::{
    args::Quiz,
    driving::drive,
    exit::{Ended, Exit},
    output::{Output, counted, next_line, table, visible},
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
            let wish = Wish { questions, difficulty, blocks: block };
            Box::pin(new(setup, session, &store, wish, output)).await
        }
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
async fn take(setup: &Setup, shelved: Shelved, store: &Owned, output: &Output) -> Ended {
    let session = &shelved.state;
    let Some(quiz) = session.quizzes.last().cloned() else {
        let problem = Problem::new(Code::NotFound, format!("the session {} has no quiz", session.session_id));
        return Err(problem.hint("its document may still wait for a person: `tutti review list`").into());
    };
    let turn = turns(&shelved, &quiz);
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
    let input = quizzes::to_note(&shelved, &results);
    let notes: CoachNotes = match run(setup, "study_results", input, output).await? {
        Some(notes) => notes,
        None => return Ok(Exit::Interrupted),
    };
    let session_id = shelved.state.session_id.clone();
    quizzes::add_results(store, shelved, &results, notes.notes.clone(), time::now()).await?;
    if output.is_json() {
        output.document(&json!({ "results": results, "notes": notes.notes }));
        return Ok(Exit::Done);
    }
    output.lines(&format!("{right} of {}", counted(results.answers.len(), "question")));
    for note in &notes.notes {
        output.lines(&visible(note));
    }
    output.say(&format!("`tutti quiz new {session_id}` sets another one"));
    Ok(Exit::Done)
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

async fn new(setup: &Setup, shelved: Shelved, store: &Owned, wish: Wish, output: &Output) -> Ended {
    let input = quizzes::next(store, &shelved, wish).await?;
    let Some(items) = run::<Vec<QuizItem>>(setup, "study_quiz", json!(input), output).await? else {
        return Ok(Exit::Interrupted);
    };
    let session_id = shelved.state.session_id.clone();
    let quiz = quizzes::add(store, shelved, &input, items, time::now()).await?;
    output.lines(&format!("{}, {}", counted(quiz.item_ids.len(), "question"), quiz.difficulty.name()));
    output.say(&format!("`tutti quiz take {session_id}` asks them"));
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
    match drive(&executor, output, &format!("tutti runs resume {id}"), work).await? {
        Some((_, end)) => Ok(Some(output_of(&id, end)?)),
        None => Ok(None),
    }
}
