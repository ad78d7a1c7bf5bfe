//! Bodies of one shape in two sizes.

use crate::declare::prelude::*;

declare! { draw r"
family P2 similar_bodies
idea Bodies of one shape and material differ in size only. Weight, surface and section scale with different powers of a length, and their
  quotient decides.
objects similar bodies; surface and volume
constraints same shape; same material
asked a factor, a time or a speed for the other size
paths scaling a mass like a length; scaling only one of two factors; the right power with the wrong sign; forgetting a root
easy The ratio of lengths is given and two powers are divided.
medium The ratio of lengths has to be found from a ratio of masses first.
hard The result stands under a root: two balances of powers have to be combined.

# What an enlargement does to a quotient, with the powers t and b of the length at its top and bottom. The part `quotient` follows each.

question pressure
stem A sculptor makes a statue exactly like its model, but [n] times as large in every direction, and of the same stone. // By what factor
  is the pressure on its base larger than under the model?
stem A stone column is copied with every length multiplied by [n]. // By what factor is the pressure of its weight on the ground larger?
stem All the lengths of one solid block are [n] times those of another, of the same shape and metal. Both stand on a table. // How many
  times larger is the pressure under the first?
wrong n^[t] | scales the weight only
wrong n^[-b] | scales the area of the base only
step dimensions | The weight is proportional to $L^3$ and the area it rests on to $L^2$, so the pressure is proportional to $L$.

question resistance
stem A copper bar carries a current from end to end. A second copper bar has all its lengths [n] times as large. // What is the resistance
  of the first, divided by that of the second?
stem Every dimension of a carbon resistor in the form of a rod is multiplied by [n]; the material stays the same. // By what factor is its
  resistance divided?
stem Two wires of the same metal look alike, but the lengths of one, thickness included, are [n] times those of the other. // How many times
  larger is the resistance of the smaller wire?
wrong n^[t] | scales the cross-section only
wrong n^[-b] | scales the length only
step dimensions | Resistance is proportional to length divided by cross-section, so to $L/L^2 = L^{-1}$.

question heat_per_mass
stem Warm-blooded animals lose heat in proportion to their surface. One animal has the shape of another, with every length [n] times as
  large. // By what factor is its loss of heat per kilogram smaller?
stem Two hot castings of iron have the same shape; the lengths of the second are [n] times those of the first. Each loses heat in proportion
  to its surface. // What is the loss of heat per unit mass of the first, divided by that of the second?
stem A lump of dough is a copy of another in which every length is [n] times as large. Each takes up heat in proportion to its surface. //
  How many times more heat does each gram of the smaller lump take up in a second?
wrong n^[t] | scales the mass only
wrong n^[-b] | scales the surface only
step dimensions | The surface is proportional to $L^2$ and the mass to $L^3$, so heat per unit mass is proportional to $L^{-1}$.

question stress
stem A heavy rope hangs from one end under its own weight. A second rope of the same material has all its lengths, thickness included,
  multiplied by [n]. // By what factor is the greatest stress in it larger?
stem All the lengths of a hanging steel rod are multiplied by [n]. The stress at its upper end, where it is fixed, is its weight divided by
  its cross-section. // By what factor is this stress multiplied?
stem An insect is enlarged [n] times in every direction, in a film, without any change of material. // By what factor does the stress in its
  legs grow, which is the weight carried per unit of cross-section?
wrong n^[t] | scales the weight only
wrong n^[-b] | scales the cross-section only
step dimensions | The weight is proportional to $L^3$ and the cross-section to $L^2$, so the stress is proportional to $L$.

question warming_through
stem To cook a potato through, heat must pass from its surface to its middle. The flow of heat is proportional to the area and inversely
  proportional to the distance it has to travel. // A second potato has [n] times the length, width and height of the first. By what factor
  does its cooking take longer?
stem Two blocks of clay of the same shape are put into an oven; the lengths of one are [n] times those of the other. Heat passes inwards at
  a rate proportional to area divided by thickness. // How many times longer does the larger block take to warm through?
stem The heat that a concrete block stores is proportional to its volume, and the rate at which it escapes is proportional to the area
  divided by the thickness. // All the lengths of the block are multiplied by [n]. By what factor is the time it takes to cool multiplied?
wrong n^[t] | scales the heat only
wrong n^[-b] | scales the flow of heat only
step dimensions | The heat is proportional to $L^3$ and its rate of flow to $L^2/L = L$, so the time is proportional to $L^2$.

question jump
stem The force of a muscle is proportional to its cross-section. Two jumping animals have the same shape, and every length of the second is
  [n] times that of the first. // What is the height to which the second can lift itself by its jump, divided by that of the first?
stem A toy frog jumps by means of a rubber band. It is copied with every length multiplied by [n]; the force of the band is proportional to
  its cross-section. // By what factor is the height of the jump multiplied?
wrong n^[t] | scales the work done only
wrong n^[-b] | scales the weight only
step dimensions | The work, force times distance, is proportional to $L^2 \times L$, and the weight to $L^3$, so the height stays the same.

part quotient
given n
solve y, z, f for f: y = n^[t]; z = n^[b]; f*z = y
key n^[t - b]
wrong n^[b - t] | inverts the quotient
wrong n^[t + b] | multiplies the two factors instead of dividing them
wrong 1 | takes both to grow alike, so that nothing changes
wrong n^2 | takes the square of the ratio of lengths, as for an area
wrong n | takes the result to be proportional to the length itself
wrong n^4 | counts every area twice over
wrong n^[2*(b - t)] | inverts the quotient and squares it
step ratio | With lengths [n] times as large the factor is [key].
insight Each factor scales with its own power of the length; only the quotient counts.

# The ratio k is that of a power of the length; n is the length of the second body over that of the first.
part two_sizes
given k
let ratio = k^(1/[power])
let n = [larger? ratio | 1/ratio]

question cooling + two_sizes
given t min
text which The [larger? second | first] has [k] times the mass of the [larger? first | second]
stem Two [things] have the same shape. [which]. Both exchange heat in proportion to their surface, under the same conditions. // The first
  [event] in [t]. How long does the second take?
stem Heat passes through the surface of a [thing] at the same rate per unit area, whatever its size. A [thing] [event] in [t]. // How long
  does a second one of the same shape take? [which].
stem A [thing] [event] in [t]. Another has the same shape and stands in the same place. [which]. // If the flow of heat is proportional to
  the area of the surface, how long does the second one need?
solve n, x for x: [larger? n^3 = k | n^3*k = 1]; x*n^2 = t*n^3
key t*n in min
wrong t*n^3 | takes the time to be proportional to the mass
wrong t*n^2 | takes the time to be proportional to the surface
wrong t/n | inverts the ratio of lengths
wrong t/n^2 | inverts the ratio of surfaces, taking the heat to be the same
wrong t | takes a loss in proportion to size to leave the time the same
wrong t/n^3 | takes the time to be inversely proportional to the mass
wrong t*n^5 | multiplies heat and surface instead of dividing them
step ratio geometry | The masses are as $1 : [k]$, so the lengths are as $1 : [ratio]$.
step dimensions heat | The heat is proportional to $L^3$ and its rate of flow to $L^2$, so the time is proportional to $L$: $[t#] [larger?
  \times | \div] [ratio] = [key]$.
insight Heat over the rate of its loss is volume over surface: the time is proportional to the length.

question falling + two_sizes
given v m s^-1
text which a second one of the same shape and material[larger?  with [k] times the | , when the first has [k] times its] [what]
stem The resistance to a [thing] falling through still air is proportional to its cross-section and to the square of its speed. One falls at
  a steady speed of [v]. // What is the steady speed of [which]?
stem A [thing] falls through still air at a steady speed of [v]. The drag is proportional to $Av^2$, where $A$ is the area of its
  cross-section; upthrust may be ignored. // Find the steady speed of [which].
stem The drag on a [thing] that falls through still air is proportional to the area of its cross-section and to the square of its speed. //
  Its steady speed is [v]. Ignoring upthrust, find that of [which].
solve n, x for x: [larger? n^[power] = k | n^[power]*k = 1]; n^2*x^2 = n^3*v^2; n > 0; x > 0
key v*sqrt(n) in m s^-1
wrong v*n | forgets the root: takes the speed to be proportional to the length
wrong v*n^2 | takes the speed to be proportional to the area
wrong v*n^(3/2) | leaves out that the larger one meets more resistance
wrong v | takes the speed to be the same for all sizes
wrong v/sqrt(n) | inverts the ratio
wrong v/n | inverts the ratio and forgets the root
step ratio geometry | The ratio of [k] for the [what] means a ratio of [ratio] for the lengths.
step forces dimensions | Weight and drag balance: $L^3$ is proportional to $L^2v^2$, so $v$ is proportional to $\sqrt{L}$.
step arithmetic | The lengths differ by a factor of [ratio], so the speeds differ by a factor of [sqrt(ratio)]: [key].
insight Weight is proportional to the cube of the length and drag to its square, so the square of the speed is proportional to the length.
"}

/// Questions of `quotient`, with the powers of the length above and below.
const QUOTIENTS: &[(&str, i64, i64)] = &[
    ("pressure", 3, 2),
    ("resistance", 2, 1),
    ("heat_per_mass", 3, 2),
    ("stress", 3, 2),
    ("warming_through", 3, 1),
    ("jump", 3, 3),
];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => {
            let (question, t, b) = *dice.pick(QUOTIENTS);
            drawn!(question, part = "quotient", t, b, n = dice.range(2, 20))
        }
        Medium => {
            let (n, larger) = (dice.range(2, 4), dice.below(2) == 0);
            let t = 5 * dice.range(2, 12) * if larger { 1 } else { n };
            let (thing, things, event) = *dice.pick(&[
                ("block of ice", "blocks of ice", "melts"),
                ("brass casting", "brass castings", "cools to room temperature"),
                ("tank of hot water", "tanks of hot water", "cools by ten degrees"),
                ("lead weight", "lead weights", "cools to room temperature"),
                ("tank of hot oil", "tanks of hot oil", "cools by ten degrees"),
                ("steel ball", "steel balls", "cools after forging"),
            ]);
            drawn!("cooling", thing, things, event, larger, t, k = n.pow(3), power = 3)
        }
        Hard => {
            let (what, power, most) = *dice.pick(&[("mass", 3, 3), ("surface area", 2, 4)]);
            // The root of the ratio of lengths.
            let (s, larger) = (dice.range(2, most), dice.below(2) == 0);
            let v = dice.range(1, 8) * if larger { 1 } else { s };
            let thing = *dice.pick(&["hailstone", "frozen pellet", "cork ball", "foam ball", "wooden ball"]);
            drawn!("falling", thing, what, larger, v, k = s.pow(2 * power), power = i64::from(power))
        }
    }
}
