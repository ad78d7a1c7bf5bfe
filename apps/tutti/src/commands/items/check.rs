//! `tutti items check`: reports item-writing flaws, in the bank or in files.

use std::path::Path;

use tutti_core::Severity;
use tutti_item::Item;
use tutti_service::{
    Problems, Setup,
    items::{Flaw, find, flaws_of},
};

use super::{existing, no_bank, read_items, selection};
use crate::{
    args::Chosen,
    exit::{Ended, Exit},
    output::{Output, count_text, visible},
};

pub(crate) async fn check(setup: &Setup, targets: &[String], chosen: &Chosen, output: &Output) -> Ended {
    let items = items(setup, targets, chosen).await?;
    let lines: Vec<Flaw> = items.iter().flat_map(flaws_of).collect();
    let worst = lines.iter().map(|line| line.severity).max();
    if output.is_json() {
        for line in &lines {
            output.json_line(line);
        }
        return Ok(exit(worst));
    }
    let mut of = "";
    for line in &lines {
        if of != line.item {
            output.lines(&output.paint.bold(&line.item));
            of = &line.item;
        }
        let severity = match line.severity {
            Severity::High => output.paint.bad("high  "),
            Severity::Medium => output.paint.waiting("medium"),
            Severity::Low => output.paint.dim("low   "),
        };
        let quote = if line.quote.is_empty() { String::new() } else { format!(": “{}”", line.quote) };
        output.lines(&format!("  {severity}  {}  {}{}", line.rule, line.title, visible(&quote)));
    }
    let flawed = items.iter().filter(|item| lines.iter().any(|line| line.item == item.id.as_str())).count();
    output.say(&format!(
        "{} checked, {flawed} with flaws, {}",
        count_text(items.len(), "item"),
        count_text(lines.len(), "flaw")
    ));
    Ok(exit(worst))
}

/// A flaw of high severity is a failed check.
fn exit(worst: Option<Severity>) -> Exit {
    if worst == Some(Severity::High) { Exit::Rejected } else { Exit::Done }
}

async fn items(setup: &Setup, targets: &[String], chosen: &Chosen) -> Result<Vec<Item>, Problems> {
    let bank = existing(setup).await?;
    if targets.is_empty() {
        return Ok(match &bank {
            Some(bank) => bank.list(&selection(chosen).filter()).await?,
            None => Vec::new(),
        });
    }
    let mut items = Vec::new();
    for target in targets {
        let file = Path::new(target);
        // The id of an item never looks like a file name with an extension.
        if file.exists() || file.extension().is_some() || target.contains('/') {
            items.extend(read_items(file, None)?.1.items);
        } else {
            items.push(find(bank.as_ref().ok_or_else(no_bank)?, target).await?);
        }
    }
    Ok(items)
}
