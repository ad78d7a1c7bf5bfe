//! P5, limiting cases: of the formulas offered only one is right where the answer is plain.

mod angle;
mod collision;
mod pair;
mod string;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] = &[string::FAMILY, collision::FAMILY, pair::FAMILY, angle::FAMILY];
