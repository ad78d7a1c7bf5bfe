//! M3, a function from its constraints: each sentence is one equation for a parameter.

mod parity;
mod remainders;
mod turning;

use super::declare::Source;
use crate::dice::Dice;

pub(super) const FAMILIES: &[Source] = &[remainders::FAMILY, turning::FAMILY, parity::FAMILY];

/// From minus to plus `size`, without zero.
fn not_zero(dice: &mut Dice, size: i64) -> i64 {
    let n = dice.range(1, size);
    if dice.below(2) == 0 { n } else { -n }
}
