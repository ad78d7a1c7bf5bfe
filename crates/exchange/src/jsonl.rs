//! Our own format: one item per line, as JSON.

use tutti_core::Work;
use tutti_item::Item;

use crate::format::{About, Holds, Import};
use crate::{ReadError, WriteError};

#[expect(clippy::unnecessary_wraps, reason = "the shape of every format")]
pub(crate) fn holds(_: &Item) -> Holds {
    Ok(Vec::new())
}

pub(crate) fn write(items: &[Item], _: &About) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::new();
    for item in items {
        serde_json::to_writer(&mut out, item)
            .map_err(|error| WriteError::Failed { format: "jsonl", what: error.to_string() })?;
        out.push(b'\n');
    }
    Ok(out)
}

pub(crate) fn read(bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        ReadError::new(format!("byte {}", error.valid_up_to()), "the text is not UTF-8")
            .hint("save it as UTF-8")
    })?;
    let mut import = Import::default();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        work.step()?;
        let item: Item = serde_json::from_str(line).map_err(|error| {
            let column = error.column();
            ReadError::new(format!("line {}, column {column}", i + 1), format!("not an item: {error}"))
                .hint("each line is one item; `tutti schema item` shows its fields")
        })?;
        import.items.push(item);
    }
    Ok(import)
}
