//! `tutti forge verify`: items that somebody else wrote.

use std::path::Path;

use serde_json::{Value, json};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::{End, Submission};
use tutti_forge::{
    Package,
    report::{Verdict, VerifierReport},
    verify::{Blind, verify as check},
};

use crate::{
    driving::drive,
    exit::{Ended, Exit, Problems},
    files,
    output::{Output, counted, visible},
    setup::Setup,
};

/// One item of the file, with what was found of it or why it cannot be read.
struct Line {
    id: String,
    report: Result<VerifierReport, String>,
}

pub(crate) async fn verify(setup: &Setup, file: &Path, output: &Output) -> Ended {
    let shown = file.display();
    let text = files::read_text(file)?;
    let items = items(&text);
    if items.is_empty() {
        return Err(Problem::new(Code::BadInput, format!("there is no item in {shown}"))
            .hint(
                "one JSON object a line, or YAML documents, each with question, solution and distractor_map",
            )
            .into());
    }
    let packages: Vec<&Package> = items.iter().filter_map(|(_, package)| package.as_ref().ok()).collect();
    let Some(reports) = reports(setup, &packages, output).await? else { return Ok(Exit::Interrupted) };
    let mut reports = reports.into_iter();
    let lines = items.into_iter().map(|(id, package)| {
        let missing = || "nothing was found of it".to_owned();
        Line { id, report: package.and_then(|_| reports.next().ok_or_else(missing)) }
    });
    let lines: Vec<Line> = lines.collect();
    let passes = |line: &Line| matches!(&line.report, Ok(report) if report.verdict == Verdict::Pass);
    for line in &lines {
        if output.is_json() {
            output.json_line(&document(line));
        } else {
            output.lines(&visible(&told(line)));
        }
    }
    let passed = lines.iter().filter(|line| passes(line)).count();
    output.say(&format!("{} checked, {passed} passed", counted(lines.len(), "item")));
    Ok(if passed == lines.len() { Exit::Done } else { Exit::Rejected })
}

/// By code alone where no model is set: nothing is stored then. Otherwise as a run, because calls cost. None if it was
/// interrupted.
async fn reports(
    setup: &Setup,
    packages: &[&Package],
    output: &Output,
) -> Result<Option<Vec<VerifierReport>>, Problems> {
    let models = super::models(setup);
    if !models.keys().any(|agent| agent == "forge_solver" || agent == "forge_verifier") {
        return Ok(Some(packages.iter().map(|package| check(package, &Blind::NotAsked)).collect()));
    }
    let (id, owner) = (RunId::fresh(), Owner::local());
    let submission = Submission {
        id: Some(id.clone()),
        budget: setup.settings.budget,
        ..Submission::new("forge_verify", json!(packages))
    };
    let executor = setup.executor().await?;
    output.say(&format!("{} go to the verifier: run {id}", counted(packages.len(), "item")));
    let work = executor.run(&owner, submission);
    let Some((_, end)) = drive(&executor, output, &format!("tutti runs resume {id}"), work).await? else {
        return Ok(None);
    };
    match end {
        End::Done(value) => serde_json::from_value(value).map(Some).map_err(|error| {
            Problem::new(Code::Internal, format!("the reports of run {id}: {error}")).into()
        }),
        End::Failed(problem) => Err(problem.into()),
        End::Stopped(stop) => {
            Err(stop.problem().hint(format!("`tutti runs show {id}` tells how far it came")).into())
        }
        other => Err(Problem::new(Code::Internal, format!("run {id} ended as {other:?}")).into()),
    }
}

fn document(line: &Line) -> Value {
    match &line.report {
        Ok(report) => json!({
            "id": line.id,
            "verdict": report.verdict,
            "failure_type": report.failure_type,
            "severity": report.severity,
            "layers": report.layers,
            "reasons": report.reasons,
            "undecided": report.undecided,
        }),
        Err(why) => json!({
            "id": line.id,
            "verdict": "FAIL",
            "failure_type": "unreadable",
            "severity": null,
            "layers": { "form": "fail", "syllabus": "undecided", "proof": "undecided", "blind": "undecided", "paths": "undecided" },
            "reasons": [why],
            "undecided": [],
        }),
    }
}

fn told(line: &Line) -> String {
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

/// JSON objects, one a line, or YAML documents between `---`. What cannot be read is reported in its place.
fn items(text: &str) -> Vec<(String, Result<Package, String>)> {
    let jsonl = text.trim_start().starts_with('{');
    let pieces: Vec<&str> = if jsonl { text.lines().collect() } else { text.split("\n---").collect() };
    let pieces = pieces.into_iter().map(str::trim).filter(|piece| !piece.trim_matches('-').trim().is_empty());
    pieces.enumerate().map(|(i, piece)| item(i + 1, piece)).collect()
}

fn item(number: usize, piece: &str) -> (String, Result<Package, String>) {
    let read = if piece.starts_with('{') {
        serde_json::from_str::<Value>(piece).map_err(|error| error.to_string())
    } else {
        serde_saphyr::from_str::<Value>(piece).map_err(|error| error.to_string())
    };
    let value = match read {
        Ok(value) => value,
        Err(error) => return (format!("#{number}"), Err(error)),
    };
    let id = value.get("id").and_then(Value::as_str).map_or_else(|| format!("#{number}"), str::to_owned);
    let package = value.get("question_package").unwrap_or(&value).clone();
    (id, serde_json::from_value(package).map_err(|error| error.to_string()))
}
