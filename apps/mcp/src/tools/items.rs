//! Listing and showing items of the bank.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::Permission;
use tutti_core::Problem;
use tutti_item::Item;
use tutti_service::items::{self, Flaw, ListRequest, find};

use crate::{
    answer::{Told, count_text},
    call::Call,
    item::{markdown, stem},
    resources::item_uri,
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![
        Entry::new(
            Named {
                name: "list_items",
                title: "List or search items",
                about: "List items of the bank, all or those that match words, a kind or a tag; a page at a time.",
                needs: Some(Permission::Bank),
                does: Does::Looks,
            },
            list,
        ),
        Entry::new(
            Named {
                name: "show_item",
                title: "Show an item",
                about: "Show one item of the bank: question, options, key, solution, sources, and its item-writing \
                        flaws.",
                needs: Some(Permission::Bank),
                does: Does::Looks,
            },
            show,
        ),
    ]
}

/// An item in a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct Summary {
    id: String,
    /// URI of the whole resource.
    uri: String,
    kind: String,
    /// The question as plain text.
    stem: String,
    tags: Vec<String>,
}

impl Summary {
    pub(super) fn of(item: &Item) -> Self {
        Self {
            id: item.id.to_string(),
            uri: item_uri(item.id.as_str()),
            kind: item.body.kind().to_owned(),
            stem: stem(item),
            tags: item.tags.iter().cloned().collect(),
        }
    }

    pub(super) fn line(&self) -> String {
        format!("- {}: {}", self.id, self.stem)
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct Listed {
    items: Vec<Summary>,
    /// Pass it as `after` to get the next page; none on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// Total number of items in the bank.
    total: u64,
}

async fn list(call: Call, request: ListRequest) -> Result<Told<Listed>, Problem> {
    let (most, filter) = request.filter()?;
    let bank = call.bank();
    let mut items: Vec<Summary> = bank.list(&filter).await?.iter().map(Summary::of).collect();
    let more = items.len() > most as usize;
    items.truncate(most as usize);
    let next = items.last().filter(|_| more).map(|item| item.id.clone());
    let total = bank.count().await?;
    let mut lines: Vec<String> = items.iter().map(Summary::line).collect();
    lines.push(match (items.len(), &next) {
        (0, _) => format!("No item matches; the bank has {}.", count_text(total as usize, "item")),
        (n, None) => format!("{} of {total} in the bank.", count_text(n, "item")),
        (n, Some(next)) => format!("{}; more after `{next}`.", count_text(n, "item")),
    });
    Ok(Told::new(Listed { items, next, total }, lines.join("\n")))
}

/// Replaces hints that name terminal commands.
pub(super) fn hint_at_tools(problem: Problem) -> Problem {
    match problem.pointer {
        Some(_) => Problem { hints: vec!["list_items lists the items".to_owned()], ..problem },
        None => problem,
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Show {
    /// Id of the item, or a unique prefix of it.
    id: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Whole {
    item: Item,
    /// URI of the item.
    uri: String,
    /// Item-writing flaws.
    flaws: Vec<Flaw>,
}

async fn show(call: Call, asked: Show) -> Result<Told<Whole>, Problem> {
    let item =
        find(&call.bank(), asked.id.trim()).await.map_err(|problem| hint_at_tools(problem.at("/id")))?;
    let flaws = items::flaws_of(&item);
    let mut text = markdown(&item);
    for flaw in &flaws {
        let _ = write!(text, "\nFlaw ({}): {}", flaw.rule, flaw.title);
    }
    Ok(Told::new(Whole { uri: item_uri(item.id.as_str()), item, flaws }, text))
}
