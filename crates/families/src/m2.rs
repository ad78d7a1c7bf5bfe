//! M2, structure before expansion: a long expression is built from one repeated piece.

mod hidden;
mod radicals;
mod reciprocals;
mod roots;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] =
    &[reciprocals::FAMILY, roots::FAMILY, hidden::FAMILY, radicals::FAMILY];
