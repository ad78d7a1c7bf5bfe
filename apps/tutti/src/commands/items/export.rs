//! `tutti items export`: items of the bank as a file of another system, or on paper.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use serde_json::json;
use tutti_core::{Code, Problem};
use tutti_exchange::{About, Aspect, Export};
use tutti_item::Item;
use tutti_print::{Language, PageSize, PrintError, Sheet};

use super::{existing, filter, find};
use crate::{
    args::{self, Target},
    exit::{Ended, Exit, Problems},
    output::{Output, counted, one_line},
    setup::Setup,
    time,
};

pub(crate) async fn export(setup: &Setup, typed: &args::Export, output: &Output) -> Ended {
    let items = items(setup, typed).await?;
    if items.is_empty() {
        return Err(Problem::new(Code::NotFound, "no item fits, so there is nothing to export")
            .hint("`tutti items list` takes the same filters and shows what there is")
            .into());
    }
    let out = typed.out.clone().unwrap_or_else(|| PathBuf::from(format!("items.{}", typed.to.extension())));
    match typed.to {
        Target::Format(format) => {
            let about = About { title: typed.title.clone(), at: time::now() / 1000 };
            let export = tutti_exchange::write(format, &items, &about)
                .map_err(|error| Problem::new(Code::BadInput, error.to_string()))?;
            write_new(&out, &export.bytes, typed.force)?;
            report(&out, &export, output);
        }
        Target::Pdf => paper(&items, &out, typed, output)?,
    }
    Ok(Exit::Done)
}

async fn items(setup: &Setup, typed: &args::Export) -> Result<Vec<Item>, Problems> {
    let Some(bank) = existing(setup).await? else { return Ok(Vec::new()) };
    if typed.items.is_empty() {
        return Ok(bank.list(&filter(&typed.chosen, 0)).await?);
    }
    let mut items = Vec::new();
    for id in &typed.items {
        items.push(find(&bank, id).await?);
    }
    Ok(items)
}

fn refuse_existing(path: &Path, force: bool) -> Result<(), Problem> {
    if path.exists() && !force {
        let problem = Problem::new(Code::Conflict, format!("{} exists already", path.display()));
        return Err(problem.hint("name another file with `--out`, or write over it with `--force`"));
    }
    Ok(())
}

/// The file appears whole or not at all.
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

fn report(out: &Path, export: &Export, output: &Output) {
    if output.is_json() {
        output.document(&json!({
            "file": out.display().to_string(),
            "items": export.items,
            "losses": export.losses,
            "left_out": export.left_out,
        }));
        return;
    }
    output.lines(&format!("{}  {}", out.display(), counted(export.items, "item")));
    let mut lost: BTreeMap<Aspect, usize> = BTreeMap::new();
    for loss in &export.losses {
        *lost.entry(loss.aspect).or_default() += 1;
    }
    for (aspect, count) in lost {
        output.say(&format!("not carried: {} ({})", aspect.describe(), counted(count, "item")));
    }
    for left in &export.left_out {
        output.say(&format!("left out: {}: {}", left.item, one_line(&left.why)));
    }
}

/// The paper and its key, side by side.
fn paper(items: &[Item], out: &Path, typed: &args::Export, output: &Output) -> Result<(), Problem> {
    let norwegian =
        |item: &Item| item.language.as_deref().is_some_and(|tag| ["nb", "nn", "no"].contains(&tag));
    let sheet = Sheet {
        title: typed.title.clone(),
        size: match typed.page {
            args::Page::A4 => PageSize::A4,
            args::Page::Letter => PageSize::Letter,
        },
        language: if items.iter().all(norwegian) { Language::Norwegian } else { Language::English },
    };
    let stem = out.file_stem().map_or_else(|| "items".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let key_file = out.with_file_name(format!("{stem}-key.pdf"));
    let failed = |error: PrintError| Problem::new(Code::BadInput, error.to_string());
    let paper = tutti_print::paper(items, &sheet).map_err(failed)?;
    let key = tutti_print::key(items, &sheet).map_err(failed)?;
    refuse_existing(&key_file, typed.force)?;
    write_new(out, &paper.bytes, typed.force)?;
    write_new(&key_file, &key.bytes, typed.force)?;
    if output.is_json() {
        output.document(&json!({
            "file": out.display().to_string(),
            "key": key_file.display().to_string(),
            "items": items.len(),
            "problems": paper.problems,
        }));
        return Ok(());
    }
    output.lines(&format!("{}  {}", out.display(), counted(items.len(), "item")));
    output.lines(&format!("{}  the key", key_file.display()));
    for problem in &paper.problems {
        output.say(&format!(
            "not as it should be: {}",
            one_line(&format!("question {}: {}", problem.question, problem.what))
        ));
    }
    Ok(())
}
