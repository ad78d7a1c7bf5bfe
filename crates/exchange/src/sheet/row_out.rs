//! An item to named cells.

use serde::Serialize;
use serde_json::{Map, Value};
use tutti_item::{Body, Choice, Item, Label, Tolerance, normal_form};

use super::columns::Column;
use super::header::Header;
use super::{Row, cell, difficulty, row_in};
use crate::solution;

/// The cells that have something in them. What they alone would not give back is in `exact`.
pub(super) fn cells(item: &Item) -> Vec<(String, String)> {
    let mut cells = plain(item);
    cells.retain(|(_, text)| !text.is_empty() && cell::is_plain(text));
    let mut cells: Vec<_> = cells.into_iter().map(|(column, text)| (column.name(), text)).collect();
    if let Some(exact) = exact(item, &cells) {
        cells.push((Column::Exact.name(), cell::plain_json(&Value::Object(exact))));
    }
    cells
}

fn plain(item: &Item) -> Vec<(Column, String)> {
    let mut cells = vec![
        (Column::Id, item.id.to_string()),
        (Column::Kind, item.body.kind().to_owned()),
        (Column::Stem, item.stem.as_str().to_owned()),
    ];
    let mut add = |column, text: String| cells.push((column, text));
    for (place, option) in item.options().iter().enumerate().take(26) {
        add(Column::Option(place), option.text.as_str().to_owned());
        if let Some(rationale) = &option.rationale {
            add(Column::Rationale(place), rationale.as_str().to_owned());
        }
    }
    if item.options().iter().enumerate().any(|(place, option)| option.label != Label::at(place)) {
        let labels: Vec<_> = item.options().iter().map(|option| option.label.as_str()).collect();
        add(Column::Labels, json(&labels));
    }
    match &item.body {
        Body::MultipleChoice { key, .. } => add(Column::Key, key.to_string()),
        Body::MultipleResponse { options, keys } => add(Column::Key, join_keys(keys.iter(), options)),
        Body::TrueFalse { answer } => add(Column::Key, answer.to_string()),
        Body::Numeric { value, tolerance, unit } => {
            add(Column::Key, value.clone());
            match tolerance {
                Tolerance::Exact => {}
                Tolerance::Absolute(by) => add(Column::Tolerance, by.clone()),
                Tolerance::Relative(by) => add(Column::Tolerance, format!("relative {by}")),
            }
            add(Column::Unit, unit.clone().unwrap_or_default());
        }
        Body::ShortAnswer { accepts, case_sensitive } => {
            let bare = accepts.iter().all(|answer| !answer.contains(['|', '\n']) && !answer.starts_with('['));
            add(Column::Answers, if bare { accepts.join(" | ") } else { json(accepts) });
            if *case_sensitive {
                add(Column::CaseSensitive, "yes".to_owned());
            }
        }
        Body::Cloze { gaps } => add(Column::Gaps, json(gaps)),
        Body::Flashcard { back } => add(Column::Back, back.as_str().to_owned()),
    }
    if let Some(prose) = solution::to_prose(&item.solution) {
        add(Column::Solution, prose.print().as_str().to_owned());
    }
    if item.solution.steps.iter().any(|step| !step.methods.is_empty()) {
        let methods: Vec<_> = item.solution.steps.iter().map(|step| &step.methods).collect();
        add(Column::Methods, json(&methods));
    }
    add(Column::Tags, item.tags.iter().cloned().collect::<Vec<_>>().join("; "));
    add(Column::Language, item.language.clone().unwrap_or_default());
    add(Column::Bloom, item.bloom.map(|bloom| bloom.to_string()).unwrap_or_default());
    add(Column::Difficulty, item.difficulty.as_ref().map(difficulty::print).unwrap_or_default());
    add(Column::Seed, item.seed.map(|seed| seed.to_string()).unwrap_or_default());
    add(Column::Aliases, item.aliases.join("; "));
    add(Column::Figure, item.figure.clone().unwrap_or_default());
    if !item.evidence.is_empty() {
        add(Column::Evidence, json(&item.evidence));
    }
    if let Some(claim) = &item.claim {
        add(Column::Claim, json(claim));
    }
    if !item.images.is_empty() {
        add(Column::Images, json(&item.images));
    }
    if !item.provenance.is_empty() {
        add(Column::Provenance, json(&item.provenance));
    }
    if item.version != 1 {
        add(Column::Version, item.version.to_string());
    }
    if let Some(previous) = &item.previous {
        add(Column::Previous, json(previous));
    }
    cells
}

/// The fields that reading the cells back gets wrong, with what they should be; null for what should not be there.
fn exact(item: &Item, cells: &[(String, String)]) -> Option<Map<String, Value>> {
    let (names, cells) = cells.iter().cloned().unzip();
    let names = Row { place: String::new(), cells: names };
    let row = Row { place: String::new(), cells };
    let read =
        Header::read(&names).ok().and_then(|header| row_in::plain(&header, &row).ok()).map(normal_form);
    let (wanted, mut found) = (fields(Some(item)), fields(read.as_ref()));
    let mut exact = Map::new();
    for (name, value) in wanted {
        if found.remove(&name).as_ref() != Some(&value) {
            exact.insert(name, value);
        }
    }
    exact.extend(found.into_iter().map(|(name, _)| (name, Value::Null)));
    exact.remove("id");
    (!exact.is_empty()).then_some(exact)
}

pub(super) fn fields(item: Option<&Item>) -> Map<String, Value> {
    match item.map(serde_json::to_value) {
        Some(Ok(Value::Object(fields))) => fields,
        _ => Map::new(),
    }
}

fn join_keys<'a>(keys: impl Iterator<Item = &'a Label>, options: &[Choice]) -> String {
    let keys: Vec<_> = keys.map(Label::as_str).collect();
    let bare = options.iter().enumerate().all(|(place, option)| option.label == Label::at(place));
    if bare { keys.join("; ") } else { json(&keys) }
}

fn json(value: &impl Serialize) -> String {
    cell::plain_json(&serde_json::to_value(value).unwrap_or_default())
}
