//! `tutti items import`: imports files into the bank, all or none.

use std::path::PathBuf;

use serde_json::json;
use tutti_bank::{AddOutcome, Addition};
use tutti_core::Problem;
use tutti_exchange::Format;
use tutti_service::{
    Setup, Source,
    importing::{self, ImportRequest, ReadFile},
    items,
};

use super::{bank, existing};
use crate::{
    exit::{Ended, Exit},
    files,
    output::{Output, count_text, one_line},
    time,
};

pub(crate) async fn import(
    setup: &Setup,
    files: &[PathBuf],
    from: Option<Format>,
    dry_run: bool,
    output: &Output,
) -> Ended {
    let named = |file: &PathBuf| Ok(Source { name: file.display().to_string(), bytes: files::read(file)? });
    let files = files.iter().map(named).collect::<Result<_, Problem>>()?;
    let read = ImportRequest { files, from }.read().map_err(crate::exit::without_pointer)?;
    let items = importing::items(&read);
    let addition = if dry_run {
        match existing(setup).await? {
            Some(bank) => items::plan_import(&bank, &items).await?,
            None => Addition::to_nothing(items.iter().map(|(item, _)| item)),
        }
    } else {
        items::import(&bank(setup).await?, &items, time::now()).await?
    };
    if output.is_json() {
        output.document(&json!({
            "dry_run": dry_run,
            "files": read.iter().map(|file| json!({
                "file": file.name,
                "format": file.format.name(),
                "items": file.import.items.len(),
                "skipped": file.import.skipped,
            })).collect::<Vec<_>>(),
            "items": addition.items.iter().map(|(id, outcome)| json!({ "id": id, "outcome": outcome })).collect::<Vec<_>>(),
        }));
        return Ok(Exit::Done);
    }
    for ReadFile { name, format, import } in &read {
        for skipped in &import.skipped {
            output.say(&format!("left out of {name}: {}: {}", skipped.place, one_line(&skipped.why)));
        }
        let skipped = match import.skipped.len() {
            0 => String::new(),
            n => format!(", {n} left out"),
        };
        output.lines(&format!("{name}  {format}  {}{skipped}", count_text(import.items.len(), "item")));
    }
    let counts =
        [(AddOutcome::New, "new"), (AddOutcome::Changed, "changed"), (AddOutcome::Same, "already there")];
    let counts: Vec<String> =
        counts.iter().map(|(outcome, name)| format!("{} {name}", addition.count(*outcome))).collect();
    output.lines(&counts.join(", "));
    output.say(if dry_run {
        "nothing was written: this was a dry run"
    } else {
        "`tutti items list` shows the bank"
    });
    Ok(Exit::Done)
}
