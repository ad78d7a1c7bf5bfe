//! P6, path difference and phase: how many wavelengths two ways differ by, and what a reflection turned over.

mod film;
mod reflector;
mod sources;
mod standing;

use super::declare::Source;

pub(super) const FAMILIES: &[Source] = &[sources::FAMILY, film::FAMILY, standing::FAMILY, reflector::FAMILY];
