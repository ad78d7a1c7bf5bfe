//! P1, forces, energy or momentum: one of three models answers in a line.

mod collision;
mod friction;
mod joined;
mod spring;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] = &[collision::FAMILY, friction::FAMILY, joined::FAMILY, spring::FAMILY];
