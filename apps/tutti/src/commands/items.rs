//! `tutti items`: manages the item bank.

mod analyze;
mod check;
mod export;
mod import;
mod list;
mod show;

use std::path::Path;

use tutti_bank::Bank;
use tutti_core::{Code, Owner, Problem};
use tutti_exchange::{Format, Import};
use tutti_service::{
    Problems, Setup,
    items::{Selection, read},
};
use tutti_store::Store;

use crate::{
    args::{Chosen, Items},
    exit::Ended,
    files,
    output::Output,
};

pub(crate) async fn items(setup: &Setup, command: Items, output: &Output) -> Ended {
    match command {
        Items::List { chosen, limit } => list::list(setup, &chosen, limit, output).await,
        Items::Show { item, history } => show::show(setup, &item, history, output).await,
        Items::Check { targets, chosen } => check::check(setup, &targets, &chosen, output).await,
        Items::Import { files, from, dry_run } => import::import(setup, &files, from, dry_run, output).await,
        Items::Export(export) => export::export(setup, &export, output).await,
        Items::Analyze(analyze) => analyze::analyze(setup, &analyze, output).await,
    }
}

/// Opens the bank, or creates it.
async fn bank(setup: &Setup) -> Result<Bank, Problems> {
    Ok(Bank::new(Store::open(&setup.url).await?.of(&Owner::local())))
}

/// The bank, if it exists. Commands that only read must not create one.
async fn existing(setup: &Setup) -> Result<Option<Bank>, Problems> {
    Ok(setup.existing().await?.map(Bank::new))
}

/// The problem for commands that need an existing bank.
fn no_bank() -> Problem {
    Problem::new(Code::NotFound, "there is no bank yet")
        .hint("`tutti items import FILE` creates one; `--data DIR` selects another data folder")
}

/// The typed filters as a selection.
fn selection(chosen: &Chosen) -> Selection {
    Selection {
        words: chosen.search.clone(),
        kind: chosen.kind.map(|kind| kind.name().to_owned()),
        tag: chosen.tag.clone(),
    }
}

/// The items of a file on this machine.
fn read_items(path: &Path, from: Option<Format>) -> Result<(Format, Import), Problem> {
    read(&path.display().to_string(), &files::read(path)?, from)
}
