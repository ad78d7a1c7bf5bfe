//! `tutti runs list`. It opens only the store, to be fast: it is the most common command.

use tutti_store::{RunFilter, RunRow, RunStatus};

use tutti_service::{Setup, runs::for_what};

use crate::{
    args::List,
    exit::{Ended, Exit},
    output::{Output, Paint, one_line, table},
    time,
};

pub(crate) async fn list(setup: &Setup, typed: List, output: &Output) -> Ended {
    let filter = RunFilter {
        flow: typed.flow,
        status: typed.status.map(|status| status.0),
        children: typed.children,
        limit: typed.limit,
    };
    let runs = match setup.existing().await? {
        Some(store) => store.runs(&filter).await?,
        None => Vec::new(),
    };
    if output.is_json() {
        for run in &runs {
            output.json_line(&time::row_json(run));
        }
        return Ok(Exit::Done);
    }
    if runs.is_empty() {
        output.say("no runs");
        return Ok(Exit::Done);
    }
    output.lines(&rows(&runs, output.paint));
    if typed.limit > 0 && runs.len() == typed.limit as usize {
        output.say(&format!("the newest {}; `--limit 0` shows all", typed.limit));
    }
    Ok(Exit::Done)
}

/// Runs as a table, for the list and for the children of a run.
pub(crate) fn rows(runs: &[RunRow], paint: Paint) -> String {
    let now = time::now();
    let mut cells = vec![["status", "run", "flow", "started", ""].map(str::to_owned).to_vec()];
    for run in runs {
        let remark = match (&run.waits, &run.stop) {
            (Some(waits), _) if run.status == RunStatus::Parked => {
                format!("waits {}", for_what(waits, run.wake_at, time::now()))
            }
            (_, Some(problem)) => one_line(&problem.detail),
            _ => String::new(),
        };
        cells.push(vec![
            run.status.to_string(),
            run.id.to_string(),
            run.flow.clone(),
            time::relative(run.created_at, now),
            remark,
        ]);
    }
    table(&cells, |column, cell| if column == 0 { paint_status_text(cell, paint) } else { cell.to_owned() })
}

fn paint_status_text(status: &str, paint: Paint) -> String {
    match RunStatus::parse(status) {
        Some(status) => paint_status(status, paint),
        None => paint.dim(status),
    }
}

pub(crate) fn paint_status(status: RunStatus, paint: Paint) -> String {
    let word = status.as_str();
    match status {
        RunStatus::Done => paint.good(word),
        RunStatus::Failed | RunStatus::Cancelled => paint.bad(word),
        RunStatus::Parked | RunStatus::Stopped => paint.waiting(word),
        RunStatus::Queued | RunStatus::Running => word.to_owned(),
    }
}
