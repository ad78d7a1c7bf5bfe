//! The maximum sizes of files from outside, with reasons.

/// Files in an archive. An Office document has some dozens, a book or a deck with media some thousands.
pub const FILES: usize = 20_000;

/// Bytes that all files of an archive may unpack to together, and that one XML document may have. The largest decks that
/// people share stay below it, and a server has this much memory to spare.
pub const UNPACKED: u64 = 256 << 20;

/// Elements open at once. Formulas in tables in feedback go some thirty deep, tables in text boxes some fifty; readers
/// that call themselves for each level stay far from the end of the stack.
pub const DEPTH: usize = 200;

/// Attributes of one element, and namespaces in force at one place. The parser compares each attribute of an element
/// with all others, and gives each element the namespaces of all around it.
pub const ATTRIBUTES: usize = 200;

/// Elements and texts of one XML document. A Word document of a thousand pages with a run for each word has some three
/// million.
pub const NODES: u32 = 4_000_000;

/// Text and databases shrink to a tenth: what grows two hundredfold is a trap.
const GROWTH: u64 = 200;

/// A small database of empty pages shrinks to almost nothing and is not a trap.
const GROWTH_ALLOWANCE: u64 = 16 << 20;

/// The most bytes that `packed` bytes may unpack to.
pub fn plausible_size(packed: u64) -> u64 {
    packed.saturating_mul(GROWTH).saturating_add(GROWTH_ALLOWANCE)
}
