//! M7, an optimum seen in the geometry: where a family of lines, circles or lengths last touches the constraint.

mod circle;
mod distance;
mod equal_parts;
mod unfolding;

use super::declare::Source;
use crate::dice::Dice;

pub(super) const FAMILIES: &[Source] =
    &[circle::FAMILY, distance::FAMILY, unfolding::FAMILY, equal_parts::FAMILY];

/// Whole-number right triangles.
const TRIPLES: &[(i64, i64, i64)] =
    &[(3, 4, 5), (4, 3, 5), (5, 12, 13), (12, 5, 13), (8, 15, 17), (15, 8, 17), (6, 8, 10), (8, 6, 10)];

/// A triangle with signs on its short sides.
fn normal(dice: &mut Dice) -> (i64, i64, i64) {
    let (a, b, h) = *dice.pick(TRIPLES);
    let (s, t) = *dice.pick(&[(1, 1), (1, 1), (1, -1), (-1, 1)]);
    (s * a, t * b, h)
}
