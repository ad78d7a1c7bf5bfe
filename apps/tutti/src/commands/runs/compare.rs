//! `tutti runs replay` compares a run with today's code; `tutti runs diff` compares two runs.

use serde_json::Value;
use tutti_engine::{Difference, ReplayEnding};

use tutti_service::{Setup, runs::find};

use crate::{
    commands::run_end::pretty,
    exit::{Ended, Exit},
    flows,
    output::{Output, count_text},
};

/// Executes the code against the journal, without writing or calling anything.
pub(crate) async fn replay(setup: &Setup, run: &str, output: &Output) -> Ended {
    let store = setup.reader().await?;
    let row = find(&store, run).await?;
    let journal = store.journal(&row.id).await?;
    let services = setup.services(store.store())?;
    let replayed = tutti_engine::replay(&flows::flows(), &services, &row, &journal).await?;
    // The end of the journal matters only if the run has ended as well.
    let exit = match &replayed.ending {
        ReplayEnding::Same => Exit::Done,
        ReplayEnding::JournalEnds { .. } if !row.status.is_final() => Exit::Done,
        _ => Exit::Rejected,
    };
    if output.is_json() {
        output.document(&replayed);
        return Ok(exit);
    }
    let steps = count_text(replayed.served.len(), "step");
    match &replayed.ending {
        ReplayEnding::Same => {
            output.lines(&format!("same: {steps} replayed from the journal, same result"));
        }
        ReplayEnding::JournalEnds { at } if exit == Exit::Done => {
            output.lines(&format!("same so far: {steps} replayed from the journal, which ends at {at}"));
        }
        ReplayEnding::JournalEnds { at } => {
            output.lines(&format!(
                "different: after {steps} the code reaches {at}, which is not in the journal"
            ));
        }
        ReplayEnding::Different { recorded, now } => {
            output.lines(&format!("different: {steps} replayed from the journal, but the result differs"));
            output.lines(&sides("recorded", Some(recorded), "now", Some(now)));
        }
        ReplayEnding::Mismatch { problem } => {
            output.lines(&format!("different: after {steps}, {problem}"));
            problem.hints.iter().for_each(|hint| output.say(&format!("hint: {hint}")));
        }
    }
    Ok(exit)
}

pub(crate) async fn diff(setup: &Setup, left: &str, right: &str, output: &Output) -> Ended {
    let store = setup.reader().await?;
    let (left, right) = (find(&store, left).await?, find(&store, right).await?);
    let (left_journal, right_journal) = (store.journal(&left.id).await?, store.journal(&right.id).await?);
    let found = tutti_engine::diff((&left, &left_journal), (&right, &right_journal));
    let exit = if found.is_empty() { Exit::Done } else { Exit::Rejected };
    if output.is_json() {
        output.document(&found);
        return Ok(exit);
    }
    let differences = found.fields.len() + found.steps.len();
    if differences == 0 {
        output.lines(&format!("the same: {}", count_text(found.same, "step")));
        return Ok(exit);
    }
    output.lines(&format!("{} the same, {} different", count_text(found.same, "step"), found.steps.len()));
    let shown = |title: &str, of: &[Difference]| {
        for difference in of {
            output.lines(&format!("{title} {}", difference.key));
            output.lines(&sides("left", difference.left.as_ref(), "right", difference.right.as_ref()));
        }
    };
    shown("field", &found.fields);
    shown("step", &found.steps);
    Ok(exit)
}

/// Two values, one below the other.
fn sides(first: &str, left: Option<&Value>, second: &str, right: Option<&Value>) -> String {
    let shown = |name: &str, value: Option<&Value>| {
        let text = value.map_or("(not there)".to_owned(), pretty);
        let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
        format!("  {name}\n{}", lines.join("\n"))
    };
    format!("{}\n{}", shown(first, left), shown(second, right))
}
