//! `tutti items`: the bank.

mod analyze;
mod check;
mod export;
mod import;
mod list;
mod show;

use std::path::Path;

use tutti_bank::{Bank, BankError, Filter};
use tutti_core::{Code, Owner, Problem, nearest};
use tutti_exchange::{Format, Import};
use tutti_item::{Item, ItemId};
use tutti_store::Store;

use crate::{
    args::{Chosen, Items},
    exit::{Ended, Problems},
    files,
    output::Output,
    setup::Setup,
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

impl From<BankError> for Problems {
    fn from(error: BankError) -> Self {
        Problem::from(error).into()
    }
}

/// The bank, made if there is none yet.
async fn bank(setup: &Setup) -> Result<Bank, Problems> {
    Ok(Bank::new(Store::open(&setup.url).await?.of(&Owner::local())))
}

/// The bank, if there is one: looking must not make one.
async fn existing(setup: &Setup) -> Result<Option<Bank>, Problems> {
    Ok(setup.existing().await?.map(Bank::new))
}

/// For a command that is about a certain item.
fn no_bank() -> Problem {
    Problem::new(Code::NotFound, "there is no bank yet")
        .hint("`tutti items import FILE` makes one; another place is given with `--data DIR`")
}

fn filter(chosen: &Chosen, limit: u32) -> Filter {
    Filter {
        kind: chosen.kind.map(|kind| kind.name().to_owned()),
        tag: chosen.tag.clone(),
        words: chosen.search.clone(),
        limit,
        after: None,
    }
}

/// The item with this id, or the only one whose id begins so.
async fn find(bank: &Bank, typed: &str) -> Result<Item, Problems> {
    let unknown = || {
        Problem::new(Code::NotFound, format!("there is no item `{typed}`"))
            .hint("`tutti items list` shows them")
    };
    if let Some(item) = bank.get(&ItemId::from_stored(typed)).await? {
        return Ok(item);
    }
    match bank.ids(typed).await?.as_slice() {
        [] => Err(unknown().into()),
        [only] => Ok(bank.get(only).await?.ok_or_else(unknown)?),
        several => {
            let named: Vec<&str> = several.iter().map(ItemId::as_str).collect();
            let problem = Problem::new(
                Code::BadInput,
                format!("`{typed}` is the beginning of more than one item: {}", named.join(", ")),
            );
            Err(problem.hint("type one more character").into())
        }
    }
}

/// The items of a file. Which format it has is said by `from` or by the file itself.
fn read_items(path: &Path, from: Option<Format>) -> Result<(Format, Import), Problems> {
    let shown = path.display();
    let bytes = files::read(path)?;
    let format = from.or_else(|| Format::detect(&path.to_string_lossy(), &bytes)).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let problem = Problem::new(Code::BadInput, format!("{shown} is in no format that is known here"));
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        match nearest(end, names.iter().copied()) {
            Some(near) => problem.hint(format!("if it is {near}, say so with `--from {near}`")),
            None => problem.hint(format!("say which it is with `--from`: {}", names.join(", "))),
        }
    })?;
    match tutti_exchange::read(format, &bytes) {
        Ok(import) => Ok((format, import)),
        Err(error) => {
            let problem = Problem::new(Code::BadInput, format!("{shown}: {}: {}", error.place, error.what));
            let problem = match error.hint {
                Some(hint) => problem.hint(hint),
                None => problem,
            };
            let guessed = from
                .is_none()
                .then(|| format!("it was read as {format}; another format is said with `--from`"));
            Err(guessed.into_iter().fold(problem, Problem::hint).into())
        }
    }
}
