//! The item bank: finds items, reads files of other systems, imports items and lists flaws.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_bank::{Addition, Bank, Filter};
use tutti_core::{Abandoned, Code, Problem, Severity, Work, nearest};
use tutti_exchange::{Format, Import};
use tutti_item::{Item, ItemId, Merged, flaws};
use tutti_store::Millis;

use crate::requests::{non_blank, page_size};

/// Filters for items; all items by default.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Chosen")]
pub struct Selection {
    /// Words that the item must contain.
    #[serde(default, alias = "q")]
    pub words: Option<String>,
    /// multiple_choice, multiple_response, true_false, numeric, short_answer, cloze or flashcard.
    #[serde(default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub tag: Option<String>,
}

impl Selection {
    /// A filter for all matching items.
    pub fn filter(self) -> Filter {
        Filter {
            kind: non_blank(self.kind),
            tag: non_blank(self.tag),
            words: non_blank(self.words),
            limit: 0,
            after: None,
        }
    }
}

/// A page of the matching items.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Asked")]
pub struct ListRequest {
    #[serde(flatten)]
    pub selection: Selection,
    /// Maximum number of entries; 50 by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    pub limit: Option<u32>,
    /// The `next` of the previous page.
    #[serde(default)]
    pub after: Option<String>,
}

impl ListRequest {
    /// The page size, and a filter for one item more: if it is found, there is a next page.
    pub fn filter(self) -> Result<(u32, Filter), Problem> {
        let most = page_size(self.limit, 50)?;
        Ok((most, Filter { limit: most + 1, after: non_blank(self.after), ..self.selection.filter() }))
    }
}

/// Finds an item by its id or by a unique prefix of it.
pub async fn find(bank: &Bank, typed: &str) -> Result<Item, Problem> {
    let unknown = || {
        Problem::new(Code::NotFound, format!("there is no item `{typed}`"))
            .hint("`tutti items list` shows them")
    };
    if let Some(item) = bank.find(&ItemId::from_stored(typed)).await? {
        return Ok(item);
    }
    match bank.ids(typed).await?.as_slice() {
        [] => Err(unknown()),
        [only] => bank.get(only).await?.ok_or_else(unknown),
        several => {
            let named: Vec<&str> = several.iter().map(ItemId::as_str).collect();
            let problem = Problem::new(
                Code::BadInput,
                format!("`{typed}` is a prefix of more than one item: {}", named.join(", ")),
            );
            Err(problem.hint("type one more character"))
        }
    }
}

/// Reads the items of a file. The format is `from`, or detected.
pub fn read(name: &str, bytes: &[u8], from: Option<Format>) -> Result<(Format, Import), Problem> {
    read_watched(name, bytes, from, &Work::new())
}

fn read_watched(
    name: &str,
    bytes: &[u8],
    from: Option<Format>,
    work: &Work,
) -> Result<(Format, Import), Problem> {
    let format = from.or_else(|| Format::detect(name, bytes)).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let problem = Problem::new(Code::BadInput, format!("{name} is in an unknown format"));
        let end = name.rsplit_once('.').map(|(_, end)| end).unwrap_or_default();
        match nearest(end, names.iter().copied()) {
            Some(near) => problem.hint(format!("if it is {near}, add `--from {near}`")),
            None => problem.hint(format!("name the format with `--from`: {}", names.join(", "))),
        }
    })?;
    match tutti_exchange::read_watched(format, bytes, work) {
        Ok(import) => Ok((format, import)),
        Err(error) => {
            work.check()?;
            let problem = Problem::new(Code::BadInput, format!("{name}: {}: {}", error.place, error.what));
            let problem = match error.hint {
                Some(hint) => problem.hint(hint),
                None => problem,
            };
            let guessed =
                from.is_none().then(|| format!("it was read as {format}; `--from` selects another format"));
            Err(guessed.into_iter().fold(problem, Problem::hint))
        }
    }
}

/// As [`read`], but refuses a file without items.
pub(crate) fn read_some(
    name: &str,
    bytes: &[u8],
    from: Option<Format>,
    work: &Work,
) -> Result<(Format, Import), Problem> {
    let (format, import) = read_watched(name, bytes, from, work)?;
    if import.items.is_empty() && import.skipped.is_empty() {
        return Err(Problem::new(Code::BadInput, format!("there is no question in {name}"))
            .hint(format!("it was read as {format}; `--from` selects another format")));
    }
    Ok((format, import))
}

/// Adds items read from files, all or none. Fields that a format cannot hold are kept from the stored item.
pub async fn import(bank: &Bank, items: &[(Item, Format)], at: Millis) -> Result<Addition, Problem> {
    Ok(bank.import(items, merge, at).await?)
}

/// The changes that [`import`] would make. Nothing is written.
pub async fn plan_import(bank: &Bank, items: &[(Item, Format)]) -> Result<Addition, Problem> {
    Ok(bank.plan_import(items, merge).await?)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the bank passes on what came with each item, of any type"
)]
fn merge(stored: &Item, incoming: &Item, format: &Format) -> Merged {
    tutti_exchange::merge(stored, incoming, *format)
}

/// One flaw of an item.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Flaw {
    pub item: String,
    pub rule: String,
    pub severity: Severity,
    pub quote: String,
    /// A description of the rule.
    #[serde(skip)]
    pub title: String,
}

/// The flaws of an item: its form, its formulas and its wording.
pub fn flaws_of(item: &Item) -> Vec<Flaw> {
    let id = item.id.to_string();
    let form = item.validate().into_iter().map(|fault| Flaw {
        item: id.clone(),
        rule: fault.rule,
        severity: fault.severity,
        quote: String::new(),
        title: fault.message,
    });
    let maths = tutti_exchange::broken_maths(item).map(|(tex, why)| Flaw {
        item: id.clone(),
        rule: "maths_unreadable".to_owned(),
        severity: Severity::High,
        quote: tex,
        title: why,
    });
    let written = flaws::check(item).into_iter().map(|flaw| Flaw {
        item: id.clone(),
        rule: flaw.rule.name().to_owned(),
        severity: flaw.severity,
        quote: flaw.quote,
        title: flaw.rule.title().to_owned(),
    });
    form.chain(maths).chain(written).collect()
}

/// The flaws of many items, for a caller who watches the progress and may abandon the work.
pub fn flaws_of_all(items: &[Item], work: &Work) -> Result<Vec<Flaw>, Abandoned> {
    work.expect(items.len());
    let mut flaws = Vec::new();
    for item in items {
        work.step()?;
        flaws.extend(flaws_of(item));
    }
    Ok(flaws)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_flaw_is_what_the_reference_says() {
        let flaw = Flaw {
            item: "mc-1".into(),
            rule: "longest_key".into(),
            severity: Severity::High,
            quote: "q".into(),
            title: "t".into(),
        };
        assert_eq!(
            json!(flaw),
            json!({ "item": "mc-1", "rule": "longest_key", "severity": "high", "quote": "q" })
        );
    }
}
