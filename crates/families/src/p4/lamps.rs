//! Equal lamps at one supply.

use crate::declare::prelude::*;
use crate::formula::word;

declare! { draw r"
family P4 equal_lamps
idea Equal lamps at one supply: what counts is how voltage and current are shared, and power is proportional to the square of either.
objects lamps; power
constraints same supply; constant resistance
asked a power after a change, or in one lamp
paths sharing the power without the square; taking series for parallel; sharing a voltage equally between unequal parts; taking the power to
  stay the same
easy The resistance becomes a multiple, and the power follows once.
medium The resistance changes from series to parallel, by the square of the number.
hard Lamps carry unequal currents, and their shares of the power have to be compared.

question in_a_row
given p W, n
text asked [each? each of the [things] | the [number] [things] together]
text take [each? does each of the [things] take | do they take together]
text together [each? each of them | [pair? both | all of them] together]
stem A [thing] takes a power of [p] when it is connected to a certain supply on its own. Now [number] such [things] are connected in series
  to the same supply. // What is the power of [asked], if resistance does not change?
stem [^number] equal [things] are connected in series to a supply. One of them alone would take [p] from this supply; the resistance of a
  [thing] is constant. // What power [take]?
stem Connected to the mains, one [thing] has a power of [p]. Now [number] of this kind are connected to the mains in series. // What is the
  power of [together], if the resistance of a [thing] stays the same?
solve r, x for [each? x/n | x]: p*r = u^2; x*(n*r) = u^2
key [each? p/n^2 | p/n] in W
wrong?each p/n | takes the power of each to fall with the number, without the square
wrong?each p | takes each to have the power it has alone
wrong?each p*n | multiplies by the number
wrong?each p*n^2 | multiplies by the square of the number
wrong?each p/n^3 | divides by the number once more, for the share of each
wrong?each p/(2*n) | divides by twice the number
wrong?!each p*n | adds the powers, as for a parallel circuit
wrong?!each p | takes the whole power to stay the same
wrong?!each p/n^2 | gives the power of one of them only
wrong?!each p*n^2 | takes the whole power to be proportional to the square of the number
wrong?!each p/(2*n) | divides by twice the number
wrong?!each 2*p/n^2 | gives twice the power of one of them
step circuits | In series the resistance is [n] times as large, so the current is [n] times smaller.
step circuits ratio | At the same voltage they take $[p#] \div [n] = [p/n: W]$ in all[each? , and each has [key]].
insight At a fixed voltage the whole power is inversely proportional to the whole resistance.

question rearranged
given p W, n
text from [to_parallel? series | parallel]
text to [to_parallel? parallel | series]
stem [^number] equal [things] in [from] take [p] in all from a supply of constant voltage. // What do they take in all when they are
  connected in [to] to the same supply? Resistance does not change.
stem The total power of [number] equal [things], connected in [from] to a supply, is [p]. They are then connected to it in [to]. // What is
  the total power now, if their resistance is constant?
stem A supply delivers [p] to [number] equal [things] that are connected in [from]. Its voltage is always the same, and so is the resistance
  of each [thing]. // How much does it deliver when they are connected in [to]?
solve r, x for x: p*([to_parallel? n*r | r/n]) = u^2; x*([to_parallel? r/n | n*r]) = u^2
key [to_parallel? p*n^2 | p/n^2] in W
wrong?to_parallel p*n | multiplies by the number only once
wrong?to_parallel p | takes the power to stay the same
wrong?to_parallel p/n | divides where the power grows
wrong?to_parallel p/n^2 | divides by the square where the power grows
wrong?to_parallel p*n^3 | multiplies by the number three times
wrong?to_parallel 2*p*n | doubles the factor instead of squaring it
wrong?!to_parallel p/n | divides by the number only once
wrong?!to_parallel p | takes the power to stay the same
wrong?!to_parallel p*n | multiplies where the power falls
wrong?!to_parallel p*n^2 | multiplies by the square where the power falls
wrong?!to_parallel p/n^3 | divides by the number three times
wrong?!to_parallel p/(2*n) | doubles the factor instead of squaring it
step circuits | In series the resistance is [n] times that of one, in parallel one over [n] of it.
step circuits ratio | So it becomes [n^2] times [to_parallel? smaller | larger], and the power is $[p#] [to_parallel? \times | \div] [n^2] =
  [key]$.
insight From series to parallel the resistance changes by the square of the number.

question unequal_shares
given p W, n
let share = [single? n/(n + 1) | 1/(n*(n + 1))]
text asked [single? the single [thing] | each of the [number] [things] in parallel]
stem One [thing] is in series with [number] others, which are in parallel with each other. All are equal, and together they take [p] from a
  supply. // What is the power of [asked]?
stem A group of [number] equal [things] in parallel, with one more of the same kind in series with the group, takes a total power of [p]. //
  How much of this is taken by [asked]?
stem Equal [things] are connected to a supply: [number] of them in parallel, and a single one in series with these. The supply delivers [p].
  // At what power does [asked] run?
# The square of the current is s; each of the group carries one part of n.
solve s for [single? s*r | (s/n^2)*r]: p = s*r + n*(s/n^2)*r
key p*share in W
wrong p/(n + 1) | takes every one to have an equal share of the power
wrong p/2 | gives the group and the single one equal shares
wrong p/(2*n) | shares the power of the group equally with the single one
wrong [single? p/n | p/n^2] | takes a part of the current for the same part of the power
wrong [single? p | p/n] | takes the whole power to be that of the single one
wrong [single? p*(n - 1)/n | p/(n + 2)] | takes the power to be proportional to the number, not to its square
step circuits ratio | Each in the group carries one part in [n] of the current, so it has one part in [n^2] of the power of the single one,
  and the whole has [(n + 1)/n] times that of the single one.
step arithmetic | So the share asked for is [share]: [key].
insight Equal parts compare by the square of their current.

question one_fails
given p W, n
stem One [thing] is in series with [number] others, which are in parallel with each other. All are equal, and a supply of constant voltage
  gives them [p] in all. // One of the [number] breaks, so that no current passes it. What is the total power then?
stem A supply of constant voltage feeds a group of [number] equal [things] in parallel, with one more of the same kind in series with the
  group. The total power is [p]. // What does it become when one [thing] of the group is taken out?
stem Equal [things] are connected to a supply of constant voltage: [number] of them in parallel, and one more in series with these. Together
  they take [p]. // One of the parallel [things] burns out. What do the others take together?
solve r, x for x: p*(r + r/n) = u^2; x*(r + r/(n - 1)) = u^2
key p*(n^2 - 1)/n^2 in W
wrong p | takes the total power to stay the same
wrong p*n^2/(n^2 - 1) | takes the power to grow as the resistance does
wrong p*(n - 1)/n | looks at the parallel group only
wrong p*n/(n + 1) | takes every one to have an equal share of the power
wrong p*(n + 1)/n | takes the share of the broken one to be shared by the others
wrong p*(n^2 - 2)/n^2 | takes the loss to be twice as large, for current and voltage
step circuits | Before, the resistance is $[(n + 1)/n]R$; afterwards it is $[n/(n - 1)]R$.
step circuits ratio | At the same voltage the power changes by $[(n + 1)/n] \div [n/(n - 1)] = [(n^2 - 1)/n^2]$, to [key].
insight Only the whole resistance counts, and the group is but a part of it.
"}

/// What glows or gives heat, in the singular and in the plural.
const PARTS: &[(&str, &str)] =
    &[("lamp", "lamps"), ("heater", "heaters"), ("heating wire", "heating wires"), ("bulb", "bulbs")];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let n = dice.range(2, if difficulty == Hard { 5 } else { 6 });
    let drawn = match difficulty {
        Easy => {
            // One alone takes n·n parts, all in series n, each of these one.
            let (part, each) = (dice.range(1, 12) * if n < 4 { 2 } else { 1 }, dice.below(2) == 0);
            drawn!("in_a_row", n, p = part * n * if each { n } else { 1 }, each, pair = n == 2)
        }
        Medium => {
            let (to_parallel, part) = (dice.below(2) == 0, dice.range(1, 20));
            drawn!("rearranged", n, p = if to_parallel { part } else { part * n * n }, to_parallel)
        }
        Hard => return unequal_shares(dice, n),
    };
    let (thing, things) = *dice.pick(PARTS);
    drawn.with("thing", thing).with("things", things).with("number", word(n))
}

fn unequal_shares(dice: &mut Dice, n: i64) -> Drawn {
    let (part, (thing, things), number) = (dice.range(1, 12), *dice.pick(PARTS), word(n));
    if n > 2 && dice.below(2) == 0 {
        return drawn!("one_fails", n, p = part * n * n, thing, things, number);
    }
    drawn!("unequal_shares", n, p = part * n * (n + 1), thing, things, number, single = dice.below(3) == 0)
}
