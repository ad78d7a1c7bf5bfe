//! `tutti review`: lists and answers the questions that wait for a person.

use tutti_core::{Code, Owner, Problem};
use tutti_engine::{EngineError, Mended};
use tutti_store::{ReviewRow, RunRow};

use tutti_service::{Problems, Setup, runs::find, runs::reviews_of_family};

use crate::{
    args::ReviewCommand,
    commands::run_end::{how_to_answer, report_end},
    driving::drive,
    exit::{Ended, Exit},
    files,
    output::{Output, one_line, table, visible},
    time,
};

pub(crate) async fn review(setup: &Setup, command: ReviewCommand, output: &Output) -> Ended {
    match command {
        ReviewCommand::List { all } => list(setup, all, output).await,
        ReviewCommand::Show { run, name } => {
            let store = setup.reader().await?;
            let row = find(&store, &run).await?;
            show(&one_of(&reviews_of_family(&store, &row.id).await?, &row, name.as_deref())?, output);
            Ok(Exit::Done)
        }
        ReviewCommand::Answer { run, name_and_answer, by } => {
            let (name, given) = match name_and_answer.as_slice() {
                [name, answer] => (Some(name.as_str()), answer),
                [answer] => (None, answer),
                _ => return Err(Problem::new(Code::BadInput, "the answer is missing").into()),
            };
            answer(setup, &run, name, given, &by, output).await
        }
    }
}

async fn list(setup: &Setup, all: bool, output: &Output) -> Ended {
    let reviews = match setup.existing().await? {
        Some(store) => store.reviews(all).await?,
        None => Vec::new(),
    };
    if output.is_json() {
        for review in &reviews {
            output.json_line(&time::row_json(review));
        }
        return Ok(Exit::Done);
    }
    if reviews.is_empty() {
        output.say(if all { "no questions have been asked yet" } else { "no open questions" });
        return Ok(Exit::Done);
    }
    let now = time::now();
    let mut rows = vec![["run", "name", "asked", "question", "answer"].map(str::to_owned).to_vec()];
    for review in &reviews {
        let answer = match (&review.answer, &review.answered_by) {
            (Some(answer), Some(by)) => one_line(&format!("{answer} by {by}")),
            _ => "open".to_owned(),
        };
        rows.push(vec![
            review.run.to_string(),
            review.name.clone(),
            time::relative(review.asked_at, now),
            one_line(&review.question.ask),
            answer,
        ]);
    }
    output.lines(&table(&rows, |_, cell| cell.to_owned()));
    Ok(Exit::Done)
}

fn show(review: &ReviewRow, output: &Output) {
    if output.is_json() {
        return output.document(&time::row_json(review));
    }
    let question = &review.question;
    let mut parts = vec![
        output.paint.bold(&one_line(&question.ask)),
        format!("run   {}\nname  {}\nwhy   {}", review.run, review.name, one_line(&question.why)),
    ];
    parts.extend(question.evidence.iter().map(|evidence| indent(evidence)));
    parts.push(match (&review.answer, &review.answered_by, review.answered_at) {
        (Some(answer), Some(by), Some(at)) => {
            let who = one_line(&format!("`{answer}` by {by}"));
            format!("answered {who}, {}", time::relative(at, time::now()))
        }
        _ => format!("answer with\n  {}", how_to_answer(review)),
    });
    output.lines(&parts.join("\n\n"));
}

fn indent(text: &str) -> String {
    visible(text)
        .lines()
        .map(|line| format!("  | {line}").trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

async fn answer(
    setup: &Setup,
    run: &str,
    name: Option<&str>,
    given: &str,
    by: &str,
    output: &Output,
) -> Ended {
    let store = setup.reader().await?;
    let row = find(&store, run).await?;
    let review = one_of(&reviews_of_family(&store, &row.id).await?, &row, name)?;
    let (owner, root) = (Owner::local(), review.run.root());
    // A long answer, such as a corrected text, can come from a file.
    let from_file = match given.strip_prefix('@').filter(|_| review.question.accepts_text()) {
        Some(path) => Some(files::read_text(std::path::Path::new(path))?),
        None => None,
    };
    let said = from_file.as_ref().map_or(given, |_| "the text of the file");
    let given = from_file.as_deref().unwrap_or(given);
    let executor = setup.executor().await?;
    if let Err(refused) = executor.answer(&owner, &review.run, &review.name, given, by).await {
        executor.close().await?;
        return Err(refused.into());
    }
    output.say(&format!("{} of run {} is answered: {said}", review.name, review.run));
    let go_on = format!("tutti runs resume {root}");
    let work = executor.resume(&owner, &root, Mended::default());
    match drive(&executor, output, &go_on, work).await? {
        Some(end) => report_end(&store, &root, &end, output).await,
        None => Ok(Exit::Interrupted),
    }
}

/// Finds a question by name; without a name, the only open question, or the only question at all.
fn one_of(reviews: &[ReviewRow], row: &RunRow, name: Option<&str>) -> Result<ReviewRow, Problems> {
    let named: Vec<&ReviewRow> =
        reviews.iter().filter(|review| name.is_none_or(|name| review.name == name)).collect();
    let open: Vec<&ReviewRow> = named.iter().copied().filter(|review| review.answer.is_none()).collect();
    match (named.as_slice(), open.as_slice()) {
        (_, [only]) | ([only], _) => Ok((*only).clone()),
        ([], _) if name.is_none() => {
            let problem = Problem::new(Code::NotFound, format!("run {} has no questions", row.id));
            Err(problem.hint("`tutti review list` lists open questions").into())
        }
        ([], _) => {
            let asked = reviews.iter().map(|review| review.name.clone()).collect();
            let name = name.unwrap_or_default().to_owned();
            Err(EngineError::NoSuchReview { run: row.id.clone(), name, asked }.into())
        }
        (named, open) => {
            let which = if open.is_empty() { named } else { open };
            let problem =
                Problem::new(Code::BadInput, format!("run {} asks {} questions", row.id, which.len()));
            let hints = which.iter().map(|review| how_to_answer(review));
            Err(hints.fold(problem, Problem::hint).into())
        }
    }
}
