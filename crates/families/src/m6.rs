//! M6, counting and sums by structure: what is asked telescopes, pairs up, or is easier to count by what it is not.

mod complement;
mod fixed_term;
mod pairing;
mod telescoping;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] =
    &[telescoping::FAMILY, pairing::FAMILY, complement::FAMILY, fixed_term::FAMILY];
