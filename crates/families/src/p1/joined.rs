//! Bodies on one string.

use crate::declare::prelude::*;

declare! { draw r"
family P1 joined_bodies
idea Bodies that are joined have one acceleration. Newton's law for the whole gives it; the law for one body alone gives the force between
  them.
objects string; pulley; blocks
constraints light string that does not stretch; no friction
asked a force between the bodies, or on the support
paths taking the whole pull to act on each body; taking the tension to be a weight; sharing the force by the wrong mass; sharing the force
  equally
easy One acceleration, and the law once for the body behind.
medium The pull is the weight of one of the bodies and has to be parted from the tension.
hard The force asked for acts on the support, not on a body that moves.

question one_behind
given m kg, w kg, f N
let a = f/(m + w)
let x = w*a
stem A [thing] of mass [m] is pulled over smooth level ground by a horizontal force of [f]. A second [thing], of mass [w], is tied behind it
  with a light string. // What is the tension in the string?
stem Two [thing]s stand on a smooth floor, touching each other. The first, of mass [m], is pushed towards the second, of mass [w], with a
  horizontal force of [f]. // With what force does the first push the second?
stem A light string joins two [thing]s on a smooth horizontal surface. The one behind has a mass of [w], the one in front a mass of [m], and
  a horizontal force of [f] pulls the one in front. // What is the pull of the string on the one behind?
solve a, x for x: f - x = m*a; x = w*a
key x in N
wrong f | takes the whole force to act on each of the two
wrong f/2 | shares the force equally
wrong m*a | puts the mass of the body in front in the numerator
wrong f*w/m | divides by the mass in front instead of the whole mass
wrong f*m/w | divides the force by the ratio of the masses instead of sharing it
wrong f + x | adds the force on the body behind to the pull
step forces | Both have the acceleration $a = F/(m_1 + m_2) = [a: m s^-2]$.
step forces | Only the force between them moves the second: $[w#] \times [a] = [key]$.
insight One acceleration for the whole; the force between the bodies moves only the second.

question over_the_edge
given m kg, w kg, g = 10 m s^-2
let a = m*g/(m + w)
let x = w*a
stem A [thing] of mass [w] on a smooth table is joined by a light string over a smooth pulley to a load of mass [m] that hangs freely. //
  What is the tension in the string after release? ($g = [g]$)
stem A load of mass [m] hangs from a light string that runs over a smooth pulley at the edge of a table and pulls a [thing] of mass [w]
  along the table, without friction. // Taking $g$ as [g], what is the tension in the string?
stem A light string passes over a smooth pulley. One end is tied to a [thing] of mass [w] on a smooth horizontal table, the other carries a
  load of mass [m]. // The load is let go. With what force does the string pull the [thing]? Take $g$ to be [g].
solve a, x for x: m*g - x = m*a; x = w*a
key x in N
wrong m*g | takes the tension to be the weight of the load
wrong w*g | takes the tension to be the weight of the body on the table
wrong m*a | multiplies the acceleration by the mass of the load
wrong m*g/2 | shares the weight of the load equally between the two bodies
wrong (m + w)*g | adds the two weights
wrong 2*x | doubles the tension, as for a pulley with two loads
wrong m*g + x | adds the tension to the weight of the load
step forces | The weight of the load moves both: $a = \frac{[m#]}{[m#] + [w#]}\,g = [a: m s^-2]$.
step forces | The string alone moves the [thing]: $[w#] \times [a] = [key]$.
insight The weight of the load accelerates both bodies, the tension only the one on the table.

question hung_pulley
given m kg, w kg, g = 10 m s^-2
let a = (w - m)*g/(m + w)
let t = m*(g + a)
stem A light, smooth pulley hangs from [support]. Two [things] of mass [m] and [w] are tied to the ends of a light string over it and let
  go. // What force does the pulley exert on its support while they move? ($g = [g]$)
stem Two [things], of mass [m] and [w], hang from the two ends of a light string over a light, smooth pulley, which is held by [support]. //
  While the [things] move freely, what is the force on the support? Take $g$ to be [g].
stem A string over a pulley carries [things] of mass [w] and [m]; string and pulley are light and there is no friction. The pulley is held
  up by [support]. // Taking $g$ as [g], what does the support carry once the [things] are released?
solve a, t for 2*t: t - m*g = m*a; w*g - t = w*a
key 2*t in N
wrong (m + w)*g | takes the support to carry both weights
wrong t | stops at the tension in the string
wrong (w - m)*g | takes the support to carry the difference of the weights
wrong 2*w*g | sets the tension equal to the heavier weight
wrong 2*m*g | sets the tension equal to the lighter weight
wrong w*g | takes the tension on one side only, equal to the heavier weight
wrong (m + w)*g/2 | takes the mean of the two weights for the tension on one side
step forces | The difference of the weights moves both: $a = [a: m s^-2]$.
step forces | For the lighter of them $T = [m#] \times ([g#] + [a]) = [t: N]$. The string pulls the pulley down twice: $2T = [key]$.
insight The support carries two tensions, and these are less than the weights, for the loads accelerate.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    #[rustfmt::skip]
    let (a, b) = *dice.pick(match difficulty {
        Easy => &[(1, 2), (1, 3), (2, 3), (3, 2), (2, 1), (3, 1), (1, 4), (4, 1), (3, 5), (5, 3), (1, 5)][..],
        Medium => &[(1, 4), (2, 3), (3, 2), (4, 1), (1, 9), (3, 7), (7, 3), (6, 4), (4, 6), (1, 3), (3, 1), (2, 8)],
        Hard => &[(1, 3), (2, 3), (1, 4), (3, 5), (1, 9), (3, 7), (2, 6), (4, 6), (3, 6), (2, 8), (3, 12)],
    });
    let scale = dice.range(1, if difficulty == Easy { 4 } else { 3 });
    let (m, w) = (a * scale, b * scale);
    match difficulty {
        Easy => {
            let f = dice.range(1, 6) * 2 * (a + b);
            drawn!("one_behind", m, w, f, thing = *dice.pick(&["block", "sledge", "trolley", "crate"]))
        }
        Medium => drawn!("over_the_edge", m, w, thing = *dice.pick(&["block", "trolley", "crate", "box"])),
        Hard => {
            let (things, support) = *dice.pick(&[
                ("loads", "a chain"),
                ("buckets", "a rope"),
                ("weights", "a hook in the ceiling"),
                ("sandbags", "a steel wire"),
            ]);
            drawn!("hung_pulley", m, w, things, support)
        }
    }
}
