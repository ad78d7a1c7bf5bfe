//! The files of a session: its results, and a log with one line per step.

use std::path::Path;

use serde_json::Value;
use tutti_core::{Problem, RunId};
use tutti_engine::End;
use tutti_service::study::log;
use tutti_store::Owned;

use crate::files;

/// Always writes the log; writes the results if the run is done.
pub(crate) async fn write(out: &Path, store: &Owned, run: &RunId, end: &End) -> Result<(), Problem> {
    let mut written = vec![("log.jsonl", log(store, run).await?)];
    if let End::Done(report) = end {
        let pretty = |name: &str| format!("{:#}\n", report.get(name).unwrap_or(&Value::Null));
        written.push(("handover.json", pretty("handover")));
        written.push(("flashcards.json", pretty("flashcards")));
        written.push(("quiz.json", pretty("quiz")));
    }
    files::write_all(out, &written)
}
