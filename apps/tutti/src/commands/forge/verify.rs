//! `tutti forge verify`: verifies items written elsewhere.

use std::path::Path;

use tutti_core::{Owner, RunId};
use tutti_forge::{FORGE_VERIFY, report::VerifierReport};
use tutti_service::{
    Problems, Setup,
    runs::result,
    verifying::{Line, ToVerify},
};

use crate::{
    driving::drive,
    exit::{Ended, Exit},
    files,
    output::{Output, count_text, visible},
};

pub(crate) async fn verify(setup: &Setup, file: &Path, output: &Output) -> Ended {
    let items = ToVerify::read(&file.display().to_string(), &files::read_text(file)?)?;
    let Some(reports) = reports(setup, &items, output).await? else { return Ok(Exit::Interrupted) };
    let lines = items.lines(reports);
    for line in &lines {
        if output.is_json() {
            output.json_line(line);
        } else {
            output.lines(&visible(&describe(line)));
        }
    }
    let passed = lines.iter().filter(|line| line.passes()).count();
    output.say(&format!("{} checked, {passed} passed", count_text(lines.len(), "item")));
    Ok(if passed == lines.len() { Exit::Done } else { Exit::Rejected })
}

/// None if it was interrupted.
async fn reports(
    setup: &Setup,
    items: &ToVerify,
    output: &Output,
) -> Result<Option<Vec<VerifierReport>>, Problems> {
    let id = RunId::fresh();
    let Some(submission) = items.submission(setup, &id)? else { return Ok(Some(items.by_code())) };
    let executor = setup.executor().await?;
    let count = items.packages().len();
    output.say(&format!("{} go to the verifier: run {id}", count_text(count, "item")));
    let owner = Owner::local();
    let work = executor.run(&owner, submission);
    match drive(&executor, output, &format!("tutti runs resume {id}"), work).await? {
        Some((_, end)) => Ok(Some(result(&FORGE_VERIFY, &id, end)?)),
        None => Ok(None),
    }
}

fn describe(line: &Line) -> String {
    match &line.report {
        Ok(report) => {
            let layers = report.layers.map_or(String::new(), |layers| {
                format!(
                    "form {}, syllabus {}, proof {}, blind {}, paths {}",
                    layers.form, layers.syllabus, layers.proof, layers.blind, layers.paths
                )
            });
            let head = format!("{}  {}  {layers}", report.verdict, line.id);
            let undecided = report.undecided.iter().map(|why| format!("not decided, {why}"));
            let reasons = report.reasons.iter().cloned().chain(undecided);
            std::iter::once(head).chain(reasons).collect::<Vec<_>>().join("\n    ")
        }
        Err(why) => format!("FAIL  {}  it cannot be read: {why}", line.id),
    }
}
