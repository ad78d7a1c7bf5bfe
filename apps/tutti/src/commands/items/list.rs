//! `tutti items list`: lists items with the beginning of each stem.

use tutti_bank::Filter;
use tutti_item::{Item, Prose};

use super::{existing, selection};
use tutti_service::Setup;

use crate::{
    args::Chosen,
    exit::{Ended, Exit},
    output::{Output, count_text, one_line, table},
};

/// Number of characters of the stem to show.
const STEM: usize = 72;

pub(crate) async fn list(setup: &Setup, chosen: &Chosen, limit: u32, output: &Output) -> Ended {
    let bank = existing(setup).await?;
    let items = match &bank {
        Some(bank) => bank.list(&Filter { limit, ..selection(chosen).filter() }).await?,
        None => Vec::new(),
    };
    if output.is_json() {
        for item in &items {
            output.json_line(item);
        }
        return Ok(Exit::Done);
    }
    if items.is_empty() {
        output.say(if chosen.is_everything() {
            "the bank is empty; `tutti items import FILE` fills it"
        } else {
            "no item matches"
        });
        return Ok(Exit::Done);
    }
    let mut rows = vec![["id", "tags", "question"].map(str::to_owned).to_vec()];
    for item in &items {
        let tags: Vec<&str> = item.tags.iter().map(String::as_str).collect();
        rows.push(vec![item.id.to_string(), one_line(&tags.join(", ")), stem(item)]);
    }
    output.lines(&table(
        &rows,
        |column, cell| if column == 0 { output.paint.bold(cell) } else { cell.to_owned() },
    ));
    if let Some(bank) = &bank {
        let all = bank.count().await?;
        if all as usize > items.len() {
            output.say(&format!("{} of {}", items.len(), count_text(all as usize, "item")));
        }
    }
    Ok(Exit::Done)
}

/// The first words of the question.
fn stem(item: &Item) -> String {
    let words = one_line(&Prose::read(&item.stem).words());
    match words.char_indices().nth(STEM) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words,
    }
}
