//! P7, equilibrium: forces balance, and so do moments about any point one likes.

mod ladder;
mod plank;
mod toppling;
mod wire;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] = &[plank::FAMILY, ladder::FAMILY, wire::FAMILY, toppling::FAMILY];
