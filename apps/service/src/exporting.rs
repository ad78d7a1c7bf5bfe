//! Exports items of the bank to the formats of other systems, or to paper.

use std::collections::BTreeMap;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_bank::Bank;
use tutti_core::{Code, Problem, Work};
use tutti_exchange::{About, Aspect, Format, LeftOut, Loss};
use tutti_item::Item;
use tutti_print::{Language, PageSize, PrintError, Sheet};
use tutti_store::Millis;

use crate::{
    items::{Selection, find},
    requests::{from_text, from_text_if_any, non_blank},
};

/// A request to export items.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ExportAsked")]
pub struct ExportRequest {
    /// apkg, gift, moodle, qti22, qti3, canvas, csv, xlsx, jsonl or pdf.
    #[serde(deserialize_with = "from_text")]
    #[schemars(with = "String")]
    pub to: Target,
    /// Title of the deck, category, package or paper.
    #[serde(default)]
    pub title: Option<String>,
    /// Ids of the items; by default, all that match words, kind and tag.
    #[serde(default)]
    pub ids: Vec<String>,
    #[serde(flatten)]
    pub selection: Selection,
    /// Paper size: a4 or letter.
    #[serde(default, deserialize_with = "from_text_if_any")]
    #[schemars(with = "Option<String>")]
    pub page: Option<Paper>,
}

impl ExportRequest {
    /// The selected items. If one does not exist, the error names its place in the list.
    pub async fn items(&self, bank: &Bank) -> Result<Vec<Item>, Problem> {
        let mut items = Vec::new();
        for (place, id) in self.ids.iter().enumerate() {
            items.push(find(bank, id).await.map_err(|problem| problem.at(format!("/ids/{place}")))?);
        }
        if !self.ids.is_empty() {
            return Ok(items);
        }
        Ok(bank.list(&self.selection.clone().filter()).await?)
    }

    pub fn export(&self, items: &[Item], at: Millis) -> Result<Exported, Problem> {
        self.export_watched(items, at, &Work::new())
    }

    /// As [`Self::export`], for a caller who watches the progress and may abandon the work.
    pub fn export_watched(&self, items: &[Item], at: Millis, work: &Work) -> Result<Exported, Problem> {
        let title = non_blank(self.title.clone()).unwrap_or_else(|| "Tutti".to_owned());
        let Paper(size) = self.page.unwrap_or_default();
        let exported = export(items, self.to, &title, size, at, work);
        work.check()?;
        exported
    }
}

/// A size of paper by its name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paper(pub PageSize);

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "a4" => Ok(Self(PageSize::A4)),
            "letter" => Ok(Self(PageSize::Letter)),
            other => Err(format!("`{other}` is not a4 or letter")),
        }
    }
}

/// An export format.
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

/// The exported files, and what the format could not hold.
#[derive(Debug)]
pub struct Exported {
    /// One file, or the paper and its key.
    pub bytes: Vec<u8>,
    pub key: Option<Vec<u8>>,
    pub items: usize,
    pub losses: Vec<Loss>,
    pub left_out: Vec<LeftOut>,
    /// Layout problems of the paper.
    pub problems: Vec<tutti_print::Misprint>,
}

/// One kind of loss, and the number of items affected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Lost {
    pub describe: String,
    pub items: usize,
}

impl Exported {
    /// The losses, counted.
    pub fn loss_counts(&self) -> Vec<Lost> {
        let mut lost: BTreeMap<Aspect, usize> = BTreeMap::new();
        for loss in &self.losses {
            *lost.entry(loss.aspect).or_default() += 1;
        }
        lost.into_iter()
            .map(|(aspect, items)| Lost { describe: aspect.describe().to_owned(), items })
            .collect()
    }
}

fn export(
    items: &[Item],
    to: Target,
    title: &str,
    size: PageSize,
    at: Millis,
    work: &Work,
) -> Result<Exported, Problem> {
    if items.is_empty() {
        return Err(Problem::new(Code::NotFound, "no item matches, so there is nothing to export")
            .hint("`tutti items list` accepts the same filters and lists the items"));
    }
    match to {
        Target::Format(format) => {
            let about = About { title: title.to_owned(), at: at / 1000 };
            let export = tutti_exchange::write_watched(format, items, &about, work)
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
        Target::Pdf => paper(items, title, size, work),
    }
}

fn paper(items: &[Item], title: &str, size: PageSize, work: &Work) -> Result<Exported, Problem> {
    let norwegian =
        |item: &Item| item.language.as_deref().is_some_and(|tag| ["nb", "nn", "no"].contains(&tag));
    let language = if items.iter().all(norwegian) { Language::Norwegian } else { Language::English };
    let sheet = Sheet { title: title.to_owned(), size, language };
    let failed = |error: PrintError| Problem::new(Code::BadInput, error.to_string());
    let paper = tutti_print::paper_watched(items, &sheet, work).map_err(failed)?;
    let key = tutti_print::key_watched(items, &sheet, work).map_err(failed)?;
    Ok(Exported {
        bytes: paper.bytes,
        key: Some(key.bytes),
        items: items.len(),
        losses: Vec::new(),
        left_out: Vec::new(),
        problems: paper.problems,
    })
}
