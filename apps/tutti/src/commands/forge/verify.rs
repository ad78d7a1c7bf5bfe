//! `tutti forge verify`: items that somebody else wrote.

use std::path::Path;

use serde_json::{Value, json};
use tutti_core::{Code, Problem};
use tutti_forge::{
    Package,
    report::{Verdict, VerifierReport},
    verify::{Blind, verify as check},
};

use crate::{
    exit::{Ended, Exit},
    output::{Output, counted, visible},
};

/// One item of the file, read or not.
struct Line {
    id: String,
    report: Result<VerifierReport, String>,
}

pub(crate) fn verify(file: &Path, output: &Output) -> Ended {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| {
        let code = if error.kind() == std::io::ErrorKind::NotFound { Code::NotFound } else { Code::BadInput };
        Problem::new(code, format!("{shown} cannot be read: {error}"))
    })?;
    let lines = items(&text);
    if lines.is_empty() {
        return Err(Problem::new(Code::BadInput, format!("there is no item in {shown}"))
            .hint(
                "one JSON object a line, or YAML documents, each with question, solution and distractor_map",
            )
            .into());
    }
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
            "layers": { "form": "fail", "proof": "undecided", "blind": "undecided", "paths": "undecided" },
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
                    "form {}, proof {}, blind {}, paths {}",
                    layers.form, layers.proof, layers.blind, layers.paths
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
fn items(text: &str) -> Vec<Line> {
    let jsonl = text.trim_start().starts_with('{');
    let pieces: Vec<&str> = if jsonl { text.lines().collect() } else { text.split("\n---").collect() };
    let pieces = pieces.into_iter().map(str::trim).filter(|piece| !piece.trim_matches('-').trim().is_empty());
    pieces.enumerate().map(|(i, piece)| item(i + 1, piece)).collect()
}

fn item(number: usize, piece: &str) -> Line {
    let read = if piece.starts_with('{') {
        serde_json::from_str::<Value>(piece).map_err(|error| error.to_string())
    } else {
        serde_saphyr::from_str::<Value>(piece).map_err(|error| error.to_string())
    };
    let value = match read {
        Ok(value) => value,
        Err(error) => return Line { id: format!("#{number}"), report: Err(error) },
    };
    let id = value.get("id").and_then(Value::as_str).map_or_else(|| format!("#{number}"), str::to_owned);
    let package = value.get("question_package").unwrap_or(&value).clone();
    let report = serde_json::from_value::<Package>(package)
        .map(|package| check(&package, &Blind::NotAsked))
        .map_err(|error| error.to_string());
    Line { id, report }
}
