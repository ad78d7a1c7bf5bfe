//! M2, structure before expansion: a long expression is built from one repeated piece.

mod hidden;
mod radicals;
mod reciprocals;
mod roots;

use super::Written;
use super::declare::Source;

pub(super) const DECLARED: &[Source] = &[reciprocals::FAMILY];

pub(super) const FAMILIES: &[Written] =
    &[roots::TWO_ROOTS, hidden::HIDDEN_QUADRATIC, radicals::NESTED_RADICALS];
