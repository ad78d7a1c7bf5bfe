//! P4, equal parts in series and parallel: symmetry does the work.

mod lamps;
mod networks;
mod springs;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] = &[networks::FAMILY, lamps::FAMILY, springs::FAMILY];
