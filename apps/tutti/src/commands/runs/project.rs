//! `tutti runs project`: writes a run as files. They are derived from the journal: deleted files can be written
//! again with the same bytes.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tutti_core::{Code, Problem, RunId, canonical_json};
use tutti_engine::Projection;
use tutti_store::{Entry, LedgerRow, RunRow, RunStatus, private_files};

use tutti_service::{Setup, runs::find};

use crate::{
    exit::{Ended, Exit},
    output::Output,
    time::row_json,
};

pub(crate) async fn project(setup: &Setup, run: &str, out: Option<PathBuf>, output: &Output) -> Ended {
    let store = setup.reader().await?;
    let row = find(&store, run).await?;
    let journal = store.journal(&row.id).await?;
    let mut ledger = store.ledger(&row.id.root()).await?;
    ledger.retain(|call| call.run == row.id.as_str());
    let told = tutti_engine::project(&journal);
    let folder = out.unwrap_or_else(|| setup.data.join("runs")).join(folder_of(&row.id));
    write(&folder, &row, &told, &journal, &ledger).map_err(|error| {
        Problem::new(Code::StoreFailed, format!("{} cannot be written: {error}", folder.display()))
            .hint("choose another folder with `--out DIR`")
    })?;
    let differing = disagreements(&row, &told);
    if output.is_json() {
        output.document(&json!({ "run": row.id, "folder": folder, "disagreements": differing }));
    } else {
        output.lines(&folder.display().to_string());
        for (field, journal, stored) in &differing {
            output.say(&format!("{field}: the journal says {journal}, the row says {stored}"));
        }
    }
    Ok(if differing.is_empty() { Exit::Done } else { Exit::Rejected })
}

/// A child's folder is inside its parent's. Parts made of dots are escaped, because they would lead elsewhere.
fn folder_of(id: &RunId) -> PathBuf {
    let part = |part: &str| match part {
        "" => "%".to_owned(),
        "." | ".." => part.replace('.', "%2E"),
        part => part.to_owned(),
    };
    id.as_str().split('/').map(part).collect()
}

fn write(
    folder: &Path,
    row: &RunRow,
    told: &Projection,
    journal: &[Entry],
    ledger: &[LedgerRow],
) -> io::Result<()> {
    private_files::create_folder(folder)?;
    let run = json!({
        "id": row.id,
        "parent": row.parent,
        "flow": row.flow,
        "version": row.version,
        "input": row.input,
        "budget": row.budget,
        "deadline": row.deadline.map(crate::time::rfc3339),
        "forked_from": row.forked_from,
        "created_at": crate::time::rfc3339(row.created_at),
        "state": row_json(told),
    });
    put(folder, "run.json", &(canonical_json(&run) + "\n"))?;
    put(folder, "journal.jsonl", &lines(journal.iter().map(row_json)))?;
    put(folder, "ledger.jsonl", &lines(ledger.iter().map(row_json)))
}

fn lines(values: impl Iterator<Item = Value>) -> String {
    values.map(|value| canonical_json(&value) + "\n").collect()
}

/// Writes the file atomically: a reader sees the old or the new file, never a part.
fn put(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    let partial = folder.join(format!(".{name}.{}", std::process::id()));
    private_files::write(&partial, text.as_bytes())
        .and_then(|()| fs::rename(&partial, folder.join(name)))
        .inspect_err(|_| {
            let _ = fs::remove_file(&partial);
        })
}

/// Where the row of a run differs from its journal. A queued or running run may be ahead of its last journal entry
/// (it was answered, repaired or claimed), but it cannot have ended.
fn disagreements(row: &RunRow, told: &Projection) -> Vec<(&'static str, Value, Value)> {
    let fields = if matches!(row.status, RunStatus::Queued | RunStatus::Running) {
        let ended = told.status.is_final();
        vec![("status", json!(told.status), if ended { json!(row.status) } else { json!(told.status) })]
    } else {
        vec![
            ("status", json!(told.status), json!(row.status)),
            ("waits", json!(told.waits), json!(row.waits)),
            ("wake_at", json!(told.wake_at), json!(row.wake_at)),
            ("stop", json!(told.stop), json!(row.stop)),
            ("output", json!(told.output), json!(row.output)),
        ]
    };
    fields.into_iter().filter(|(_, journal, stored)| journal != stored).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_leads_out_of_the_folder() {
        for (id, folder) in [
            ("a", "a"),
            ("a/b/c#1", "a/b/c#1"),
            ("../x", "%2E%2E/x"),
            ("/etc", "%/etc"),
            ("a//b", "a/%/b"),
            ("...", "..."),
        ] {
            assert_eq!(folder_of(&RunId::parse(id).unwrap()), PathBuf::from(folder));
        }
    }
}
