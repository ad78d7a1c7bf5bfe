//! `tutti runs start`, `resume`, `cancel` and `fork`.

use std::{io::Read, time::Duration};

use serde_json::{Value, json};
use tutti_core::{Budget, Code, Money, Owner, Problem, RunId, Tokens};
use tutti_engine::{End, EngineError, Mended, Submission};

use tutti_service::{Problems, Setup, runs::find, runs::open_reviews};

use crate::{
    args::{Fork, Limits, Resume, Start},
    commands::run_end::report_end,
    driving::drive,
    exit::{Ended, Exit},
    files,
    output::{Output, count_text},
};

pub(crate) async fn start(setup: &Setup, typed: Start, output: &Output) -> Ended {
    let input = read_input(&typed.input)?;
    let id = match typed.id {
        Some(id) => RunId::parse(id)?,
        None => RunId::fresh(),
    };
    if id != id.root() {
        let problem = Problem::new(Code::BadInput, format!("`{id}` is the id of a child"));
        return Err(problem.hint("leave out the slash").into());
    }
    // Check before anything is opened or created: a mistyped name must leave no trace.
    crate::flows::flows().get(&typed.flow)?;
    let submission = Submission {
        id: Some(id.clone()),
        within: typed.limits.within.map(Duration::from_secs),
        budget: typed.limits.over(setup.settings.budget)?,
        ..Submission::new(typed.flow, input)
    };
    let owner = Owner::local();
    let executor = setup.executor().await?;
    let store = executor.store().of(&owner);
    let work = executor.run(&owner, submission);
    match drive(&executor, output, &format!("tutti runs resume {id}"), work).await? {
        Some((_, end)) => report_end(&store, &id, &end, output).await,
        None => Ok(Exit::Interrupted),
    }
}

/// JSON as typed, or from a file or stdin.
fn read_input(typed: &str) -> Result<Value, Problem> {
    let text = match typed.strip_prefix('@') {
        Some("-") => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| files::unreadable(std::path::Path::new("-"), &error))?;
            text
        }
        Some(path) => files::read_text(std::path::Path::new(path))?,
        None => typed.to_owned(),
    };
    serde_json::from_str(&text).map_err(|error| {
        let problem = Problem::new(Code::BadInput, format!("the input is not JSON: {error}"));
        problem.hint("put a text in quotes: --input '\"text\"'")
    })
}

impl Limits {
    /// The limits that were given; for the others, those of `standing`.
    fn over(&self, standing: Budget) -> Result<Budget, Problem> {
        let money = match self.usd {
            Some(usd) => Some(Money::from_usd(usd).ok_or_else(|| {
                Problem::new(Code::BadInput, format!("`{usd}` is not an amount of money for `--usd`"))
            })?),
            None => standing.money,
        };
        Ok(Budget {
            tokens: self.tokens.map(Tokens).or(standing.tokens),
            money,
            calls: self.calls.or(standing.calls),
        })
    }
}

pub(crate) async fn resume(setup: &Setup, typed: Resume, output: &Output) -> Ended {
    let Some(run) = typed.run else { return resume_all(setup, output).await };
    let store = setup.reader().await?;
    let row = find(&store, &run).await?;
    let budget = typed.limits.over(row.budget)?;
    let mended = Mended {
        budget: (budget != row.budget).then_some(budget),
        within: typed.limits.within.map(Duration::from_secs),
    };
    let end = drive_on(setup, &row.id, mended, output).await?;
    match end {
        Some(end) => report_end(&store, &row.id, &end, output).await,
        None => Ok(Exit::Interrupted),
    }
}

/// Drives a stored run. None if it was interrupted.
async fn drive_on(
    setup: &Setup,
    id: &RunId,
    mended: Mended,
    output: &Output,
) -> Result<Option<End>, Problems> {
    let owner = Owner::local();
    let executor = setup.executor().await?;
    let work = executor.resume(&owner, id, mended);
    drive(&executor, output, &format!("tutti runs resume {id}"), work).await
}

async fn resume_all(setup: &Setup, output: &Output) -> Ended {
    let (mut freed, mut driven) = (0, 0);
    if setup.store_exists() {
        let executor = setup.executor().await?;
        let work = async {
            let freed = executor.recover().await?;
            Ok::<_, EngineError>((freed, executor.drive_ready().await?))
        };
        match drive(&executor, output, "tutti runs resume --all", work).await? {
            Some(counts) => (freed, driven) = counts,
            None => return Ok(Exit::Interrupted),
        }
    }
    if output.is_json() {
        output.document(&json!({ "freed": freed, "driven": driven }));
    } else {
        let freed = match freed {
            0 => String::new(),
            freed => format!("; {freed} abandoned by an earlier process"),
        };
        output.lines(&format!("{} resumed{freed}", count_text(driven, "run")));
    }
    Ok(Exit::Done)
}

pub(crate) async fn cancel(setup: &Setup, run: &str, output: &Output) -> Ended {
    let store = setup.reader().await?;
    let row = find(&store, run).await?;
    let executor = setup.executor().await?;
    let affected = executor.cancel(&Owner::local(), &row.id).await;
    executor.close().await?;
    let affected = affected?;
    let status = store.run(&row.id).await?.map_or(row.status, |row| row.status);
    if output.is_json() {
        output.document(&json!({ "run": row.id, "status": status, "affected": affected }));
    } else if status.is_final() {
        let children = match affected {
            0 | 1 => String::new(),
            more => format!(", and {} below it", more - 1),
        };
        output.lines(&format!("run {} is {status}{children}", row.id));
    } else {
        output.lines(&format!("run {} will be cancelled before its next step", row.id));
    }
    Ok(Exit::Done)
}

pub(crate) async fn fork(setup: &Setup, typed: Fork, output: &Output) -> Ended {
    let store = setup.reader().await?;
    let row = find(&store, &typed.run).await?;
    let executor = setup.executor().await?;
    let made = executor.fork(&Owner::local(), &row.id, &typed.from).await;
    executor.close().await?;
    let id = made?;
    if !typed.resume {
        if output.is_json() {
            output.document(&json!({ "run": id, "status": "queued", "forked_from": row.id }));
        } else {
            output.lines(&format!("run {id} keeps what {} did before {}", row.id, typed.from));
            output.say(&format!("hint: run it with `tutti runs resume {id}`"));
        }
        return Ok(Exit::Done);
    }
    drop(executor);
    match drive_on(setup, &id, Mended::default(), output).await? {
        Some(end) => {
            let exit = report_end(&store, &id, &end, output).await?;
            if !output.is_json() && open_reviews(&store, &id).await?.is_empty() {
                output.say(&format!("hint: compare them with `tutti runs diff {} {id}`", row.id));
            }
            Ok(exit)
        }
        None => Ok(Exit::Interrupted),
    }
}
