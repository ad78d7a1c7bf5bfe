//! Verifies items written elsewhere: reads them from a text and collects the verifier's reports.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tutti_core::{Code, Problem, RunId, Work};
use tutti_engine::Submission;
use tutti_forge::{
    FORGE_VERIFY, Package,
    report::{ItemVerdict, VerifierReport},
    verify::{Blind, verify},
};

use crate::{Setup, forge::models};

/// One item of a text, with its report or the reason why it cannot be read.
#[derive(Debug, Clone)]
pub struct Line {
    pub id: String,
    pub report: Result<VerifierReport, String>,
}

impl Line {
    pub fn passes(&self) -> bool {
        matches!(&self.report, Ok(report) if report.verdict == ItemVerdict::Pass)
    }
}

impl Serialize for Line {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let document = match &self.report {
            Ok(report) => json!({
                "id": self.id,
                "verdict": report.verdict,
                "failure_type": report.failure_type,
                "severity": report.severity,
                "layers": report.layers,
                "reasons": report.reasons,
                "undecided": report.undecided,
            }),
            Err(why) => json!({
                "id": self.id,
                "verdict": "FAIL",
                "failure_type": "unreadable",
                "severity": null,
                "layers": {
                    "form": "fail", "syllabus": "undecided", "proof": "undecided", "blind": "undecided",
                    "paths": "undecided",
                },
                "reasons": [why],
                "undecided": [],
            }),
        };
        document.serialize(serializer)
    }
}

/// The items of a text, and the run that verifies them if a model takes part: calls cost money, so they are journalled.
#[derive(Debug)]
pub struct ToVerify {
    items: Vec<(String, Result<Package, String>)>,
}

impl ToVerify {
    /// Reads JSON objects, one per line, or YAML documents separated by `---`. Unreadable items are reported in their place.
    pub fn read(name: &str, text: &str) -> Result<Self, Problem> {
        let jsonl = text.trim_start().starts_with('{');
        let pieces: Vec<&str> = if jsonl { text.lines().collect() } else { text.split("\n---").collect() };
        let pieces = pieces.into_iter().map(str::trim);
        let pieces = pieces.filter(|piece| !piece.trim_matches('-').trim().is_empty());
        let items: Vec<_> = pieces.enumerate().map(|(i, piece)| item(i + 1, piece)).collect();
        if items.is_empty() {
            let problem = Problem::new(Code::BadInput, format!("there is no item in {name}"));
            return Err(problem.hint(
                "one JSON object per line, or YAML documents, each with question, solution and distractor_map",
            ));
        }
        Ok(Self { items })
    }

    pub fn packages(&self) -> Vec<&Package> {
        self.items.iter().filter_map(|(_, package)| package.as_ref().ok()).collect()
    }

    /// The run that verifies the items; none if no model takes part, in which case nothing is stored.
    pub fn submission(&self, setup: &Setup, id: &RunId) -> Result<Option<Submission>, Problem> {
        let asks = |agent: &String| agent == "forge_solver" || agent == "forge_verifier";
        if !models(setup).keys().any(asks) {
            return Ok(None);
        }
        let packages = self.packages().into_iter().cloned().collect();
        setup.submission(&FORGE_VERIFY, id, &packages).map(Some)
    }

    /// The reports of the native checks.
    pub fn by_code(&self) -> Vec<VerifierReport> {
        self.packages().iter().map(|package| verify(package, &Blind::NotAsked)).collect()
    }

    /// As [`Self::by_code`], until the work is abandoned.
    pub fn by_code_while(&self, work: &Work) -> Result<Vec<VerifierReport>, Problem> {
        let packages = self.packages();
        work.expect(packages.len());
        let check = |package: &&Package| {
            work.step()?;
            Ok(verify(package, &Blind::NotAsked))
        };
        packages.iter().map(check).collect()
    }

    /// Every item with its report, in the original order.
    pub fn lines(self, reports: Vec<VerifierReport>) -> Vec<Line> {
        let mut reports = reports.into_iter();
        let mut next = || reports.next().ok_or_else(|| "it has no report".to_owned());
        self.items
            .into_iter()
            .map(|(id, package)| Line { id, report: package.and_then(|_| next()) })
            .collect()
    }
}

/// The envelope of a package in a forge file: its id, and the package in its own field.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Head {
    id: Value,
    question_package: Option<Value>,
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
    let Head { id, question_package } = Head::deserialize(&value).unwrap_or_default();
    let id = id.as_str().map_or_else(|| format!("#{number}"), str::to_owned);
    (id, serde_json::from_value(question_package.unwrap_or(value)).map_err(|error| error.to_string()))
}
