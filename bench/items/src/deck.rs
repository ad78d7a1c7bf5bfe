//! Measures the export of a thousand items to an Anki deck, compared with genanki.

use std::{path::Path, time::Instant};

use tutti_exchange::{About, Format, write};
use tutti_item::Item;

use crate::{Line, ask, sample_items::template_item};

pub(crate) fn measure(anki: &Path, rounds: usize) -> anyhow::Result<Line> {
    let items: Vec<Item> = (0..1000).map(template_item).collect();
    let lines = items.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?.join("\n");
    let about = About { title: "Bench".into(), at: 1_763_200_000 };
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        let start = Instant::now();
        let export = write(Format::Apkg, &items, &about)?;
        ours = ours.min(start.elapsed().as_secs_f64());
        anyhow::ensure!(export.items == items.len(), "items were left out");
        theirs = theirs.min(ask(anki, "genanki_deck.py", &lines)?);
    }
    Ok(Line {
        what: "1,000 items to `.apkg`",
        ours: format!("{ours:.3} s, every field"),
        peer: format!("genanki 0.13.1: {theirs:.3} s, front and back"),
        ratio: Some(theirs / ours),
        target: "≤ 1 s",
        met: ours <= 1.0,
    })
}
