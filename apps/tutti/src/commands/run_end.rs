//! Prints how a run ended and chooses the exit code.

use serde_json::{Value, json};
use tutti_core::RunId;
use tutti_engine::End;
use tutti_store::{Owned, ReviewRow};

use tutti_service::{
    name_run,
    runs::{for_what, open_reviews},
};

use crate::{
    exit::{Ended, Exit},
    output::{Output, one_line},
    time,
};

/// Limits on the part of a result that is shown on a terminal.
const MOST_LINES: usize = 40;
const LONGEST_LINE: usize = 400;

pub(crate) async fn report_end(store: &Owned, run: &RunId, end: &End, output: &Output) -> Ended {
    let reviews = match end {
        End::Parked { .. } => open_reviews(store, run).await?,
        _ => Vec::new(),
    };
    if output.is_json() {
        output.document(&document(run, end, &reviews));
        return Ok(Exit::of_end(end));
    }
    match end {
        End::Done(value) => {
            output.say(&format!("run {run} is done"));
            output.lines(&beginning(&pretty(value), run));
        }
        End::Parked { waits, wake_at } => {
            output.lines(&format!("run {run} waits {}", for_what(waits, *wake_at, time::now())));
            for review in &reviews {
                output.lines(&format!("  {}: {}", review.name, one_line(&review.question.ask)));
                output.lines(&format!("    {}", how_to_answer(review)));
            }
        }
        End::Cancelled => output.lines(&format!("run {run} is cancelled")),
        End::Failed(problem) => {
            output.lines(&format!("run {run} has failed"));
            output.problem(problem);
        }
        End::Stopped(stop) | End::Abandoned(stop) => {
            let word = if matches!(end, End::Stopped(_)) { "stopped" } else { "abandoned" };
            output.lines(&format!("run {run} is {word}"));
            output.problem(&name_run(stop.problem(), run));
        }
    }
    Ok(Exit::of_end(end))
}

fn document(run: &RunId, end: &End, reviews: &[ReviewRow]) -> Value {
    let mut document = json!({ "run": run, "status": end.status() });
    match end {
        End::Done(value) => document["output"] = value.clone(),
        End::Failed(problem) => document["stop"] = json!(problem),
        End::Stopped(stop) | End::Abandoned(stop) => document["stop"] = json!(name_run(stop.problem(), run)),
        End::Parked { waits, wake_at } => {
            document["waits"] = json!(waits);
            document["wake_at"] = json!(wake_at.map(time::rfc3339));
            document["reviews"] = reviews.iter().map(time::row_json).collect();
        }
        End::Cancelled => {}
    }
    document
}

/// The command that answers a question.
pub(crate) fn how_to_answer(review: &ReviewRow) -> String {
    let allowed = &review.question.allowed;
    let answer = if allowed.is_empty() { "ANSWER".to_owned() } else { allowed.join("|") };
    one_line(&format!("tutti review answer {} {} {answer}", review.run, review.name))
}

/// The first lines of a result, and the command that prints the rest.
fn beginning(text: &str, run: &RunId) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= MOST_LINES && lines.iter().all(|line| line.len() <= LONGEST_LINE) {
        return text.to_owned();
    }
    let short = |line: &&str| {
        line.char_indices().nth(LONGEST_LINE).map_or(line.to_string(), |(at, _)| format!("{}…", &line[..at]))
    };
    let shown: Vec<String> = lines.iter().take(MOST_LINES).map(short).collect();
    format!("{}\n… `tutti runs show {run} --json` prints all of it", shown.join("\n"))
}

pub(crate) fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string())
}
