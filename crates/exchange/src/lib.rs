//! Import and export of items in the formats of other systems.
//!
//! Every format is a module with three functions: `holds` lists what of an item the format cannot hold, `write` makes
//! the bytes, `read` makes items from bytes. One law keeps `holds` honest: what is read back equals what was written,
//! without the aspects that it listed.
//!
//! Nothing in here touches files, clocks or networks. Input is treated as hostile: archives are unpacked under limits,
//! XML entities are refused, nesting is bounded.

mod apkg;
mod archive;
mod aspect;
mod broken_maths;
mod canvas;
mod detect;
mod error;
mod figure;
mod files;
mod format;
mod gift;
mod identifier;
mod jsonl;
#[cfg(test)]
mod laws;
mod markup;
mod mathml;
mod media;
mod merge;
mod moodle;
mod number;
mod page;
mod qti;
mod reserved_tags;
mod sheet;
mod solution;
mod xml;

pub use aspect::Aspect;
pub use broken_maths::broken_maths;
pub use error::{ReadError, WriteError};
pub use format::{
    About, Export, Format, Import, LeftOut, Loss, Skipped, read, read_as_it_is, read_watched, write,
    write_watched,
};
pub use merge::merge;
pub use page::{html, line_html};

use tutti_item::prose::{Block, Inline, Prose};
