//! `tutti items export`: exports items to the format of another system, or to paper.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use serde_json::json;
use tutti_core::{Code, Problem};
use tutti_print::PageSize;
use tutti_service::{
    Setup,
    exporting::{ExportRequest, Exported, Paper, Target},
};

use super::{existing, selection};
use crate::{
    args,
    exit::{Ended, Exit},
    output::{Output, count_text, one_line},
    time,
};

pub(crate) async fn export(setup: &Setup, typed: &args::Export, output: &Output) -> Ended {
    let request = request(typed);
    let items = match existing(setup).await? {
        Some(bank) => request.items(&bank).await.map_err(crate::exit::without_pointer)?,
        None => Vec::new(),
    };
    let made = request.export(&items, time::now())?;
    let out = typed.out.clone().unwrap_or_else(|| PathBuf::from(format!("items.{}", typed.to.extension())));
    match &made.key {
        Some(key) if typed.to == Target::Pdf => paper(&out, &made, key, typed.force, output)?,
        _ => {
            write_new(&out, &made.bytes, typed.force)?;
            report(&out, &made, output);
        }
    }
    Ok(Exit::Done)
}

fn request(typed: &args::Export) -> ExportRequest {
    ExportRequest {
        to: typed.to,
        title: Some(typed.title.clone()),
        ids: typed.items.clone(),
        selection: selection(&typed.chosen),
        page: Some(Paper(match typed.page {
            args::Page::A4 => PageSize::A4,
            args::Page::Letter => PageSize::Letter,
        })),
    }
}

fn refuse_existing(path: &Path, force: bool) -> Result<(), Problem> {
    if path.exists() && !force {
        let problem = Problem::new(Code::Conflict, format!("{} already exists", path.display()));
        return Err(problem.hint("choose another file with `--out`, or overwrite it with `--force`"));
    }
    Ok(())
}

/// Writes the file atomically.
fn write_new(path: &Path, bytes: &[u8], force: bool) -> Result<(), Problem> {
    let shown = path.display();
    refuse_existing(path, force)?;
    let failed =
        |error: std::io::Error| Problem::new(Code::BadInput, format!("{shown} cannot be written: {error}"));
    let partial = path.with_extension("partial");
    let written = fs::File::create(&partial).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&partial, path)).map_err(|error| {
        let _ = fs::remove_file(&partial);
        failed(error)
    })
}

fn report(out: &Path, made: &Exported, output: &Output) {
    if output.is_json() {
        output.document(&json!({
            "file": out.display().to_string(),
            "items": made.items,
            "losses": made.losses,
            "left_out": made.left_out,
        }));
        return;
    }
    output.lines(&format!("{}  {}", out.display(), count_text(made.items, "item")));
    for lost in made.loss_counts() {
        output.say(&format!("not carried: {} ({})", lost.describe, count_text(lost.items, "item")));
    }
    for left in &made.left_out {
        output.say(&format!("left out: {}: {}", left.item, one_line(&left.why)));
    }
}

/// Writes the paper and its key into the same folder.
fn paper(out: &Path, made: &Exported, key: &[u8], force: bool, output: &Output) -> Result<(), Problem> {
    let stem = out.file_stem().map_or_else(|| "items".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let key_file = out.with_file_name(format!("{stem}-key.pdf"));
    refuse_existing(&key_file, force)?;
    write_new(out, &made.bytes, force)?;
    write_new(&key_file, key, force)?;
    if output.is_json() {
        output.document(&json!({
            "file": out.display().to_string(),
            "key": key_file.display().to_string(),
            "items": made.items,
            "problems": made.problems,
        }));
        return Ok(());
    }
    output.lines(&format!("{}  {}", out.display(), count_text(made.items, "item")));
    output.lines(&format!("{}  the key", key_file.display()));
    for problem in &made.problems {
        output.say(&format!(
            "layout problem: {}",
            one_line(&format!("question {}: {}", problem.question, problem.what))
        ));
    }
    Ok(())
}
