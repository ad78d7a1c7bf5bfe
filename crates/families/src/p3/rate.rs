//! Slopes.

use crate::declare::prelude::*;

declare! { draw r"
family P3 slope
idea How fast a quantity changes is the slope of its graph: momentum gives force, charge gives current, energy gives power, and kinetic
  energy against distance gives force again.
objects slope; rate of change
constraints straight pieces
asked what the slope of one stretch means
paths the area instead of the slope; the slope of the line from the origin; the slope of the wrong stretch; the slope upside down
easy One slope is the answer.
medium The slope has to be taken on into a second law.
hard The slope is only the resultant; another force has to be told apart from it.

# Of each quantity: whose it is, what its slope is, and what a law makes of the slope with a further quantity z.
part stretches
given a s, b s, p [unit], q [unit]
figure time / s, [quantity] / [unit]
let slope = (q - p)/b
text phrase [kind? the momentum of a trolley | the charge that has passed through a heater | the velocity of a van on a straight road | the
  energy supplied to an electric motor]
text rate [kind? the resultant force on the trolley | the current in the heater | the acceleration of the van | the power of the motor]
text measured The slope of the second stretch is $[q - p] \div [b#] = [value]$, and it is [rate].
stem The graph of [phrase] against time is a straight line from the origin to [p] after [a], and then another straight line, to [q], which
  lasts [last] // What is [asked] on the second stretch?
stem At first [phrase] grows at a steady rate, from zero to [p] in [a], and then at another steady rate to [q] in the following [last] //
  During these last [b], what is [asked]?
stem The graph shows [phrase] against time: from zero it rises in a straight line to [p] within [a], and in a second straight line to [q]
  within a further [last] // Find [asked] while the second line applies.
wrong q/(a + b)[law] | takes the slope of a line from the origin to the end
wrong p/a[law] | takes the slope of the first stretch
wrong q/b[law] | divides the value at the end by the time of the second stretch
wrong (q - p)/(a + b)[law] | divides the change by the whole time
wrong (p/a + slope)/2[law] | averages the slopes of the two stretches

question rate + stretches
text last [b].
text value [key]
text asked [rate]
graph slope from a to a + b through 0, 0; a, p; a + b, q
key slope in [kind? N | A | m s^-2 | W]
wrong (p + q)*b/2 | takes the area under the second stretch instead of its slope
wrong q - p | gives the change and does not divide it by the time
step graphs | What is asked for is the rate at which the [quantity] changes.
step graphs | [measured]
insight A rate of change is the slope of the stretch, whatever came before it.

question law + stretches
given z [kind? kg | Ω | kg | V]
text last [b]. [kind? The mass of the trolley is | The resistance of the heater is | The mass of the van is | The motor works at] [z].
text asked [kind? the acceleration of the trolley | the potential difference across the heater | the resultant force on the van | the
  current in the motor]
text value [slope]
text so So [asked] is $[slope] [multiplies? \times | \div] [z#] = [key]$.
graph slope from a to a + b through 0, 0; a, p; a + b, q then y[law]
key slope[law] in [kind? m s^-2 | V | N | A]
wrong slope | stops at the slope
wrong?multiplies slope/z | divides where the law multiplies
wrong?!multiplies slope*z | multiplies where the law divides
step graphs | [measured]
step?electric circuits | [so]
step?!electric forces | [so]
insight The slope of the stretch gives the rate, and one law leads on from there.

question drive
given a m, b m, p kJ, q kJ, r N
figure distance / m, kinetic energy / kJ
let slope = [brakes? (p - q)/b | (q - p)/b]
stem The kinetic energy of a [thing] on a level road is plotted against the distance. It rises in a straight line from zero to [p] over [a],
  and then[brakes? , as the brakes are applied, falls in a |  in another] straight line to [q] over [b]. // [brakes? Besides the brakes, a
  constant resistance of [r] acts. What is the force of the brakes? | A constant resistance of [r] acts on the [thing]. What is the driving
  force on the second stretch?]
stem On a level road a [thing] gains kinetic energy steadily with distance[brakes? , from zero to [p] over [a]. It is then braked, and its
  kinetic energy falls steadily | : from zero to [p] over the first [a], and from there] to [q] over a further [b]. // Air and friction
  resist with [r] all the time. [brakes? With what force do the brakes act? | What is the driving force over the last [b]?]
stem A constant resistance of [r] acts on a [thing] on a level road. The graph shows its kinetic energy: a straight rise [brakes? | from
  zero  ]to [p] over the first [a], and [brakes? a straight fall | another straight rise] to [q] over the next [b][brakes? , with the brakes
  on]. // How large is the [brakes? braking force? | driving force during the second rise?]
graph slope from a to a + b through 0, 0; a, p; a + b, q then [brakes? -y - r | y + r]
key slope [s] r in N
wrong slope | takes the resultant force for the one that is asked for
wrong slope [o] r | lets the resistance work the other way
wrong p/a [s] r | takes the slope of the first stretch
wrong p/a | takes the slope of the first stretch and forgets the resistance
wrong slope*b/(a + b) [s] r | divides the change by the whole distance
wrong?brakes q/b | divides the energy at the end by the distance
wrong?!brakes q/(a + b) + r | takes the slope of a line from the origin to the end
wrong 2*slope [s] r | takes twice the slope, as for the square of a speed
step graphs energy | The slope is work per metre, so it is the resultant force: a [brakes? fall | rise] of [slope*b: kJ] over [b] is [slope:
  N].
step forces | The [brakes? resistance does part of this | engine also overcomes the resistance]: $[slope] [s] [r#] = [key]$.
insight The slope of kinetic energy against distance is the resultant force, not one of the forces.
"}

/// What changes with time, in the order of the declaration's alternatives, and whether the law multiplies its slope.
const KINDS: [(&str, &str, bool); 4] = [
    ("momentum", "kg m s^-1", false),
    ("charge", "C", true),
    ("velocity", "m s^-1", true),
    ("energy", "J", false),
];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    if difficulty == Hard {
        return drive(dice);
    }
    let kind = dice.below(KINDS.len());
    let (quantity, unit, multiplies) = KINDS[kind];
    let (a, b) = (dice.range(2, 6), dice.range(2, 6));
    let (z, most) = match quantity {
        "velocity" => (dice.range(4, 12) * 200, 3),
        "energy" => (*dice.pick(&[6, 12, 24]), 8),
        _ => (dice.range(2, 8), 8),
    };
    let (question, law) = match (difficulty, multiplies) {
        (Easy, _) => ("rate", ""),
        (_, true) => ("law", "*z"),
        (_, false) => ("law", "/z"),
    };
    // The slopes; with a further quantity to divide by, multiples of it.
    let whole = if law == "/z" { z } else { 1 };
    let (second, first) = (whole * dice.range(1, most), whole * dice.range(1, most));
    let second = if second == first { second + whole } else { second };
    let (p, q) = (first * a, first * a + second * b);
    drawn!(question, kind, quantity, unit, multiplies, law, electric = kind % 2 == 1, a, b, p, q, z)
}

/// A vehicle that is driven or braked against a resistance.
fn drive(dice: &mut Dice) -> Drawn {
    let (a, b) = (dice.range(2, 9) * 10, dice.range(2, 9) * 10);
    let (first, r) = (dice.range(4, 12) * 100, dice.range(1, 6) * 100);
    let p = first * a;
    // The second stretch rises, or falls more steeply than the resistance alone would make it, with energy left.
    let steep = r + dice.range(1, 8) * 100;
    let brakes = dice.below(3) < 2 && p > steep * b;
    let rise = if brakes { -steep * b } else { dice.range(1, 9) * 100 * b };
    let thing = *dice.pick(&["car", "van", "motorcycle with its rider", "small lorry", "bus"]);
    drawn!("drive", thing, a, b, p = p / 1000, q = (p + rise) / 1000, r, brakes).with_sign(brakes)
}
