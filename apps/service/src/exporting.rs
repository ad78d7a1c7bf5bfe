//! Items of the bank as files of other systems, or on paper.

use std::collections::BTreeMap;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;
use tutti_core::{Code, Problem};
use tutti_exchange::{About, Aspect, Format, LeftOut, Loss};
use tutti_item::Item;
use tutti_print::{Language, PageSize, PrintError, Sheet};
use tutti_store::Millis;

/// What items can be exported to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Format(Format),
    /// Two files: the paper and its key.
    Pdf,
}

impl Target {
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Format(format) => format.extension(),
            Self::Pdf => "pdf",
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "pdf" {
            return Ok(Self::Pdf);
        }
        text.parse().map(Self::Format).map_err(|error: String| format!("{error}, pdf"))
    }
}

/// What was written, and what it could not hold.
#[derive(Debug)]
pub struct Exported {
    /// One file, or the paper and its key.
    pub bytes: Vec<u8>,
    pub key: Option<Vec<u8>>,
    pub items: usize,
    pub losses: Vec<Loss>,
    pub left_out: Vec<LeftOut>,
    /// What is not on the paper as it should be.
    pub problems: Vec<tutti_print::Problem>,
}

/// What one kind of loss is, and how many items it befell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Lost {
    pub describe: String,
    pub items: usize,
}

impl Exported {
    /// The losses, counted.
    pub fn lost(&self) -> Vec<Lost> {
        let mut lost: BTreeMap<Aspect, usize> = BTreeMap::new();
        for loss in &self.losses {
            *lost.entry(loss.aspect).or_default() += 1;
        }
        lost.into_iter()
            .map(|(aspect, items)| Lost { describe: aspect.describe().to_owned(), items })
            .collect()
    }
}

pub fn export(
    items: &[Item],
    to: Target,
    title: &str,
    size: PageSize,
    at: Millis,
) -> Result<Exported, Problem> {
    if items.is_empty() {
        return Err(Problem::new(Code::NotFound, "no item fits, so there is nothing to export")
            .hint("`tutti items list` takes the same filters and shows what there is"));
    }
    match to {
        Target::Format(format) => {
            let about = About { title: title.to_owned(), at: at / 1000 };
            let export = tutti_exchange::write(format, items, &about)
                .map_err(|error| Problem::new(Code::BadInput, error.to_string()))?;
            Ok(Exported {
                bytes: export.bytes,
                key: None,
                items: export.items,
                losses: export.losses,
                left_out: export.left_out,
                problems: Vec::new(),
            })
        }
        Target::Pdf => paper(items, title, size),
    }
}

fn paper(items: &[Item], title: &str, size: PageSize) -> Result<Exported, Problem> {
    let norwegian =
        |item: &Item| item.language.as_deref().is_some_and(|tag| ["nb", "nn", "no"].contains(&tag));
    let language = if items.iter().all(norwegian) { Language::Norwegian } else { Language::English };
    let sheet = Sheet { title: title.to_owned(), size, language };
    let failed = |error: PrintError| Problem::new(Code::BadInput, error.to_string());
    let paper = tutti_print::paper(items, &sheet).map_err(failed)?;
    let key = tutti_print::key(items, &sheet).map_err(failed)?;
    Ok(Exported {
        bytes: paper.bytes,
        key: Some(key.bytes),
        items: items.len(),
        losses: Vec::new(),
        left_out: Vec::new(),
        problems: paper.problems,
    })
}
