//! `tutti items check`: item-writing flaws, in the bank or in files.

use std::path::Path;

use serde::Serialize;
use tutti_core::Severity;
use tutti_item::{Item, flaws};

use super::{existing, filter, find, no_bank, read_items};
use crate::{
    args::Chosen,
    exit::{Ended, Exit, Problems},
    output::{Output, counted, visible},
    setup::Setup,
};

/// One flaw, as `--json` prints it.
#[derive(Serialize)]
struct Line {
    item: String,
    rule: String,
    severity: Severity,
    quote: String,
    /// What the rule says, for people.
    #[serde(skip)]
    title: String,
}

pub(crate) async fn check(setup: &Setup, targets: &[String], chosen: &Chosen, output: &Output) -> Ended {
    let items = items(setup, targets, chosen).await?;
    let mut lines = Vec::new();
    for item in &items {
        lines.extend(form(item));
        lines.extend(flaws::check(item).into_iter().map(|flaw| Line {
            item: item.id.to_string(),
            rule: flaw.rule.name().to_owned(),
            severity: flaw.severity,
            quote: flaw.quote,
            title: flaw.rule.title().to_owned(),
        }));
    }
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
        counted(items.len(), "item"),
        counted(lines.len(), "flaw")
    ));
    Ok(exit(worst))
}

/// A flaw of high severity is a failed check.
fn exit(worst: Option<Severity>) -> Exit {
    if worst == Some(Severity::High) { Exit::Rejected } else { Exit::Done }
}

/// What is wrong with the form of an item, in the shape of a flaw.
fn form(item: &Item) -> Vec<Line> {
    let faults = item.validate().into_iter();
    let line = |fault: tutti_core::Finding| Line {
        item: item.id.to_string(),
        rule: fault.rule,
        severity: fault.severity,
        quote: String::new(),
        title: fault.message,
    };
    let maths = tutti_exchange::broken_maths(item).map(|(tex, why)| Line {
        item: item.id.to_string(),
        rule: "maths_unreadable".to_owned(),
        severity: Severity::High,
        quote: tex,
        title: why,
    });
    faults.map(line).chain(maths).collect()
}

async fn items(setup: &Setup, targets: &[String], chosen: &Chosen) -> Result<Vec<Item>, Problems> {
    let bank = existing(setup).await?;
    if targets.is_empty() {
        return Ok(match &bank {
            Some(bank) => bank.list(&filter(chosen, 0)).await?,
            None => Vec::new(),
        });
    }
    let mut items = Vec::new();
    for target in targets {
        let file = Path::new(target);
        // An item is never called like a file with an ending.
        if file.exists() || file.extension().is_some() || target.contains('/') {
            items.extend(read_items(file, None)?.1.items);
        } else {
            items.push(find(bank.as_ref().ok_or_else(no_bank)?, target).await?);
        }
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_line_is_what_the_reference_says() {
        let line = Line {
            item: "mc-1".into(),
            rule: "longest_key".into(),
            severity: Severity::High,
            quote: "q".into(),
            title: "t".into(),
        };
        assert_eq!(
            json!(line),
            json!({ "item": "mc-1", "rule": "longest_key", "severity": "high", "quote": "q" })
        );
    }
}
