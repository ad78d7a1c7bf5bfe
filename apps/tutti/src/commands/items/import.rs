//! `tutti items import`: files of others into the bank, all of them or none.

use std::path::PathBuf;

use serde_json::json;
use tutti_bank::{Addition, Outcome};
use tutti_exchange::{Format, Import};
use tutti_item::Item;
use tutti_service::{Setup, items::read_some};

use super::{bank, existing};
use crate::{
    exit::{Ended, Exit},
    files,
    output::{Output, counted, one_line},
    time,
};

pub(crate) async fn import(
    setup: &Setup,
    files: &[PathBuf],
    from: Option<Format>,
    dry_run: bool,
    output: &Output,
) -> Ended {
    // Every file is read before anything is written.
    let mut read: Vec<(&PathBuf, Format, Import)> = Vec::new();
    for file in files {
        let (format, import) = read_some(&file.display().to_string(), &files::read(file)?, from)?;
        read.push((file, format, import));
    }
    let items: Vec<(Item, Format)> = read
        .iter()
        .flat_map(|(_, format, import)| import.items.iter().map(|item| (item.clone(), *format)))
        .collect();
    let addition = if dry_run {
        match existing(setup).await? {
            Some(bank) => bank.plan(&items).await?,
            None => Addition::to_nothing(&items),
        }
    } else {
        bank(setup).await?.add(&items, time::now()).await?
    };
    if output.is_json() {
        output.document(&json!({
            "dry_run": dry_run,
            "files": read.iter().map(|(file, format, import)| json!({
                "file": file.display().to_string(),
                "format": format.name(),
                "items": import.items.len(),
                "skipped": import.skipped,
            })).collect::<Vec<_>>(),
            "items": addition.items.iter().map(|(id, outcome)| json!({ "id": id, "outcome": outcome })).collect::<Vec<_>>(),
        }));
        return Ok(Exit::Done);
    }
    for (file, format, import) in &read {
        for skipped in &import.skipped {
            output.say(&format!(
                "left out of {}: {}: {}",
                file.display(),
                skipped.place,
                one_line(&skipped.why)
            ));
        }
        let skipped = match import.skipped.len() {
            0 => String::new(),
            n => format!(", {n} left out"),
        };
        output.lines(&format!(
            "{}  {format}  {}{skipped}",
            file.display(),
            counted(import.items.len(), "item")
        ));
    }
    let counts = [(Outcome::New, "new"), (Outcome::Changed, "changed"), (Outcome::Same, "there already")];
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
