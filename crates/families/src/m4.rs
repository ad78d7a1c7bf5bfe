//! M4, geometry turned into algebra: on axes a geometric condition is an equation.

mod chord;
mod right_angle;
mod tangent;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] = &[right_angle::FAMILY, tangent::FAMILY, chord::FAMILY];
