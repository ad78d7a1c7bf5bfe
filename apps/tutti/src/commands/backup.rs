//! `tutti backup` and `tutti restore`: copy the whole store to one file and back.

use std::path::Path;

use serde_json::{Map, Value, json};
use tutti_core::{Code, Problem};
use tutti_store::{Copied, Damaged};

use tutti_service::Setup;

use crate::{
    exit::{Ended, Exit},
    output::{Output, table},
};

pub(crate) async fn backup(setup: &Setup, file: &Path, damaged: Damaged, output: &Output) -> Ended {
    if !setup.store_exists() {
        let problem = Problem::new(Code::NotFound, format!("there is no store at {}", setup.url));
        return Err(problem.hint("select the data folder with `--data DIR`").into());
    }
    if file.exists() {
        let detail = format!("{} already exists; a backup never overwrites a file", file.display());
        return Err(Problem::new(Code::Conflict, detail).hint("name another file").into());
    }
    let copied = tutti_store::backup(&setup.url, file, damaged).await?;
    show(&copied, &format!("{} is written and verified", file.display()), output);
    if copied.left_out.is_empty() {
        return Ok(Exit::Done);
    }
    if !output.is_json() {
        output.say("these are damaged and were left out:");
        copied.left_out.iter().for_each(|fault| output.say(&format!("  {fault}")));
    }
    Ok(Exit::Rejected)
}

pub(crate) async fn verify(file: &Path, output: &Output) -> Ended {
    if !file.exists() {
        return Err(Problem::new(Code::NotFound, format!("there is no file {}", file.display())).into());
    }
    let found = tutti_store::verify_backup(file).await?;
    let state = if found.digest.is_some() {
        "is complete and matches its manifest"
    } else {
        "is readable; it was made by an earlier version and has no manifest"
    };
    show(&found, &format!("{} {state}", file.display()), output);
    Ok(Exit::Done)
}

pub(crate) async fn restore(setup: &Setup, file: &Path, output: &Output) -> Ended {
    if !file.exists() {
        return Err(Problem::new(Code::NotFound, format!("there is no file {}", file.display())).into());
    }
    let copied = tutti_store::restore(file, &setup.url).await?;
    show(
        &copied,
        &format!("{} is restored; `tutti runs resume --all` continues the open runs", setup.url),
        output,
    );
    Ok(Exit::Done)
}

fn show(copied: &Copied, done: &str, output: &Output) {
    if output.is_json() {
        let rows: Map<String, Value> =
            copied.rows.iter().map(|(name, rows)| ((*name).to_owned(), json!(rows))).collect();
        output.document(&json!({
            "rows": rows,
            "total": copied.total(),
            "digest": copied.digest,
            "left_out": copied.left_out,
        }));
        return;
    }
    let rows: Vec<Vec<String>> =
        copied.rows.iter().map(|(name, rows)| vec![(*name).to_owned(), rows.to_string()]).collect();
    output.lines(&table(&rows, |_, cell| cell.to_owned()));
    output.say(done);
}
