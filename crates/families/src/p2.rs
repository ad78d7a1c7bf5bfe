//! P2, scaling and dimensions: how a result depends on what is given, without the formula.

mod similar;
mod stream;
mod units;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] = &[units::FAMILY, similar::FAMILY, stream::FAMILY];
