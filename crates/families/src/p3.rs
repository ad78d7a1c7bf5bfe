//! P3, a graph read as physics: the slope or the area is what is asked for.

mod impulse;
mod motion;
mod rate;
mod work;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] = &[motion::FAMILY, impulse::FAMILY, work::FAMILY, rate::FAMILY];
