//! The files of a run: a projection of its report. The same report gives the same bytes.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::Serialize;
use serde_json::{Value, json};
use tutti_core::{Code, Problem};
use tutti_forge::{Ending, ForgeReport, Outcome};

use crate::time;

/// Refuses a folder that cannot be written to before any work is done.
pub(crate) fn check(out: &Path) -> Result<(), Problem> {
    fs::create_dir_all(out).map_err(|error| unwritable(out, &error))?;
    let probe = out.join(".probe");
    fs::write(&probe, b"").map_err(|error| unwritable(out, &error))?;
    let _ = fs::remove_file(probe);
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Problem {
    Problem::new(Code::BadInput, format!("{} cannot be written to: {error}", path.display()))
        .hint("name another folder with `--out`")
}

/// Writes `OUT/<timestamp>/` and gives its name.
pub(crate) fn write(out: &Path, at: i64, report: &ForgeReport) -> Result<PathBuf, Problem> {
    let stamp: String = time::rfc3339(at).chars().filter(char::is_ascii_alphanumeric).collect();
    let folder = out.join(stamp);
    let failed = |error: std::io::Error| unwritable(&folder, &error);
    fs::create_dir_all(&folder).map_err(failed)?;
    let accepted = report.outcomes.iter().filter(|outcome| matches!(outcome.result, Ending::Accepted(_)));
    let rejected = report.outcomes.iter().filter(|outcome| matches!(outcome.result, Ending::Rejected(_)));
    let logs = report.outcomes.iter().flat_map(|outcome| {
        outcome
            .log
            .iter()
            .map(|line| json!({ "slot": outcome.slot, "schema_id": outcome.schema_id, "line": line }))
    });
    let created_at = time::rfc3339(at);
    for (name, lines) in [
        ("accepted.jsonl", lines(accepted.map(|outcome| bank_line(outcome, report, &created_at)))),
        ("rejected.jsonl", lines(rejected.map(|outcome| bank_line(outcome, report, &created_at)))),
        ("logs.jsonl", lines(logs)),
        ("stats.json", format!("{:#}\n", json!(report.stats))),
    ] {
        // Whole or not at all.
        let partial = folder.join(format!("{name}.partial"));
        fs::write(&partial, lines).and_then(|()| fs::rename(&partial, folder.join(name))).map_err(failed)?;
    }
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
