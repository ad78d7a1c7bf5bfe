//! The files of a run: a projection of its report. The same report gives the same bytes.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};
use tutti_core::Problem;
use tutti_forge::{Ending, ForgeReport, Outcome};

use crate::{files, time};

/// Writes `OUT/<timestamp>/` and gives its name.
pub(crate) fn write(out: &Path, at: i64, report: &ForgeReport) -> Result<PathBuf, Problem> {
    let stamp: String = time::rfc3339(at).chars().filter(char::is_ascii_alphanumeric).collect();
    let folder = out.join(stamp);
    let accepted = report.outcomes.iter().filter(|outcome| matches!(outcome.result, Ending::Accepted(_)));
    let rejected = report.outcomes.iter().filter(|outcome| matches!(outcome.result, Ending::Rejected(_)));
    let logs = report.outcomes.iter().flat_map(|outcome| {
        outcome
            .log
            .iter()
            .map(|line| json!({ "slot": outcome.slot, "schema_id": outcome.schema_id, "line": line }))
    });
    let created_at = time::rfc3339(at);
    let files = [
        ("accepted.jsonl", lines(accepted.map(|outcome| bank_line(outcome, report, &created_at)))),
        ("rejected.jsonl", lines(rejected.map(|outcome| bank_line(outcome, report, &created_at)))),
        ("logs.jsonl", lines(logs)),
        ("stats.json", format!("{:#}\n", json!(report.stats))),
    ];
    files::write_all(&folder, &files)?;
    Ok(folder)
}

fn bank_line(outcome: &Outcome, report: &ForgeReport, created_at: &str) -> Value {
    let mut line = json!(outcome);
    if let Value::Object(fields) = &mut line {
        fields.remove("log");
        fields.insert("models".to_owned(), json!(report.models));
        fields.insert("created_at".to_owned(), json!(created_at));
    }
    line
}

fn lines(values: impl Iterator<Item = impl Serialize>) -> String {
    values.filter_map(|value| serde_json::to_string(&value).ok()).map(|line| line + "\n").collect()
}
