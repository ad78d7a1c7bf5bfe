//! `tutti quiz`: takes the quizzes of study sessions and makes new ones.

use std::time::Instant;

use serde_json::json;
use tutti_core::{Code, Problem};
use tutti_service::{
    Client, Setup,
    attempts::{self, Asked, Given},
    quiz::{self, NewQuiz, find},
};
use tutti_store::Owned;
use tutti_study::session_store::{self, StoredSession};

use crate::{
    args::Quiz,
    driving::drive,
    exit::{Ended, Exit},
    output::{Output, count_text, next_line, table, visible},
    time,
};

pub(crate) async fn run(setup: &Setup, command: Quiz, output: &Output) -> Ended {
    let Some(store) = setup.existing().await? else {
        let problem = Problem::new(Code::NotFound, "there are no study sessions yet");
        return Err(problem.hint("`tutti study FILE` starts one").into());
    };
    match command {
        Quiz::List => list(&store, output).await,
        Quiz::Take { session } => {
            let session = find(&store, &session).await?;
            Box::pin(take(setup, session, &store, output)).await
        }
        Quiz::New { session, questions, difficulty, block } => {
            let session = find(&store, &session).await?;
            let request = NewQuiz { questions, difficulty, blocks: block };
            Box::pin(new(setup, session, request, output)).await
        }
    }
}

async fn list(store: &Owned, output: &Output) -> Ended {
    let sessions = session_store::sessions(store, "").await?;
    let mut rows =
        vec![["session", "document", "questions", "answered", "right"].map(str::to_owned).to_vec()];
    for StoredSession { state, .. } in &sessions {
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

/// Asks the questions one by one, continuing an open attempt. Each answer is stored at once.
async fn take(setup: &Setup, stored: StoredSession, store: &Owned, output: &Output) -> Ended {
    let session = &stored.state;
    if session.quizzes.is_empty() {
        let problem = Problem::new(Code::NotFound, format!("the session {} has no quiz", session.session_id));
        return Err(problem.hint("its document may still be waiting for review: `tutti review list`").into());
    }
    let (attempt, mut chosen) = attempts::resume_or_begin(store, &stored, time::now()).await?;
    let count = attempt.asked.len();
    if !chosen.is_empty() {
        output.say(&match attempt.open(&chosen).next() {
            Some((n, _)) => format!("continuing at question {n} of {count}"),
            None => "continuing: every question is answered".to_owned(),
        });
    }
    let open: Vec<(usize, Asked)> = attempt.open(&chosen).map(|(n, asked)| (n, asked.clone())).collect();
    for (n, asked) in &open {
        output.lines(&visible(&format!("{n}/{count}  {}", asked.question)));
        for (place, option) in asked.options.iter().enumerate() {
            output.lines(&visible(&format!("   {}  {option}", letter(place))));
        }
        let began = Instant::now();
        let Some(option) = answer(asked.options.len(), output)? else {
            let take = format!("tutti quiz take {}", session.session_id);
            output.say(&format!("interrupted: your answers are kept; `{take}` continues at question {n}"));
            return Ok(Exit::Interrupted);
        };
        let latency_sec = began.elapsed().as_secs_f64();
        let given = Given { item_id: asked.item_id.clone(), option, latency_sec };
        let marked = attempts::answer(store, &attempt, given, time::now()).await?;
        show_mark(asked, marked.is_correct, output);
        chosen.push(marked);
    }
    let executor = setup.executor().await?;
    let client = Client::of_command(&executor, setup);
    let session_id = &session.session_id;
    let work = attempts::finish(&client, &attempt.attempt_id, time::now());
    let go_on = format!("tutti quiz take {session_id}");
    let Some(finished) = Box::pin(drive(&executor, output, &go_on, work)).await? else {
        return Ok(Exit::Interrupted);
    };
    if output.is_json() {
        let results = attempts::results(&attempt, &attempts::answers(store, &attempt).await?);
        output.document(&json!({ "results": results, "notes": finished.notes }));
        return Ok(Exit::Done);
    }
    output.lines(&format!("{} of {}", finished.right, count_text(finished.of, "question")));
    for note in &finished.notes {
        output.lines(&visible(note));
    }
    output.say(&format!("`tutti quiz new {session_id}` makes another one"));
    Ok(Exit::Done)
}

/// Right or wrong, with the passage that decides it.
fn show_mark(asked: &Asked, is_correct: bool, output: &Output) {
    let word = if is_correct { output.paint.good("right") } else { output.paint.bad("wrong") };
    output.lines(&word);
    if !is_correct {
        let key = asked.options.get(asked.correct).map_or("", String::as_str);
        output.lines(&visible(&format!("   the answer is {}: {key}", letter(asked.correct))));
    }
    output.lines(&visible(&format!("   page {}: {}\n", asked.page, asked.quote)));
}

fn letter(place: usize) -> char {
    char::from(b'A' + place as u8)
}

/// The index of the typed option; none at the end of the input.
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
        output.say(&format!("type a letter from A to {}", letter(options.saturating_sub(1))));
    }
}

async fn new(setup: &Setup, stored: StoredSession, request: NewQuiz, output: &Output) -> Ended {
    let session_id = stored.state.session_id.clone();
    let executor = setup.executor().await?;
    let client = Client::of_command(&executor, setup);
    let work = quiz::set(&client, stored, request, time::now());
    let go_on = format!("tutti quiz new {session_id}");
    let Some(quiz) = Box::pin(drive(&executor, output, &go_on, work)).await? else {
        return Ok(Exit::Interrupted);
    };
    output.lines(&format!("{}, {}", count_text(quiz.item_ids.len(), "question"), quiz.difficulty.name()));
    output.say(&format!("`tutti quiz take {session_id}` asks them"));
    Ok(Exit::Done)
}
