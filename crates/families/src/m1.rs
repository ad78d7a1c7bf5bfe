//! M1, hidden proportionality: one power law, found from what the situation is.

mod factor;
mod rates;
mod solids;
mod volume;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] = &[solids::FAMILY, volume::FAMILY, rates::FAMILY, factor::FAMILY];

/// Ratios of lengths.
const RATIOS: &[(i64, i64)] = &[(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (2, 5)];
