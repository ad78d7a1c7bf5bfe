//! Force against time.

use crate::declare::prelude::*;

declare! { draw r"
family P3 force_time
idea The area under a force–time graph is the momentum that is given to the body, so the speed follows without any acceleration.
objects force–time graph; momentum
constraints straight pieces; no other force along the line
asked a speed, or a kinetic energy
paths a rectangle where the graph is a triangle; taking only one side of the triangle; forgetting the speed at the start; taking the area
  for an energy
easy The area of a triangle, divided by the mass.
medium The body comes in with a speed in the other direction.
hard The area is a momentum while an energy is asked for.

part blow
given m g, f N, a ms, b ms
figure time / ms, force / N
let v = f*(a + b)/(2*m)
step graphs momentum | The momentum given is the area of the triangle, $\frac{1}{2} \times [f] \times [a + b: ms] = [f*(a + b)/2: N s]$.

question hit + blow
stem A [thing] of mass [m] at rest is struck by a [striker]. The force on it rises in a straight line from zero to [f] within [a] and falls
  in a straight line to zero within the next [b]. // At what speed does it move off?
stem The graph shows the force of a [striker] on a [thing] of mass [m], which was at rest: it grows steadily to [f] in [a] and vanishes
  steadily in a further [b]. // What is the speed of the [thing] after the blow?
stem A blow from a [striker] to a resting [thing] reaches its greatest force, [f], after [a], and is over [b] later. The graph of force
  against time is a triangle. The mass of the [thing] is [m]. // With what speed does the [thing] leave?
graph area from 0 to a + b through 0, 0; a, f; a + b, 0 then y/m
key v in m s^-1
wrong 2*v | takes a rectangle where the graph is a triangle
wrong f*a/(2*m) | takes only the rising side
wrong f*b/(2*m) | takes only the falling side
wrong f*a/m | takes the greatest force over the rising time
wrong f*b/m | takes the greatest force over the falling time
wrong v/2 | halves twice, once for the area and once for a mean speed
step momentum | Divided by the mass this is [key].
insight The area under a force–time graph is the momentum given to the body.

question return + blow
given u m s^-1
stem A [thing] of mass [m] comes in at [u] and is hit straight back by a [striker]. The force on it rises in a straight line from zero to
  [f] within [a] and falls in a straight line to zero within the next [b]. // At what speed does it fly back?
stem The graph shows the force with which a [striker] hits a [thing] of mass [m] straight back: it grows steadily to [f] in [a] and vanishes
  steadily in a further [b]. The [thing] had been coming in at [u]. // What is its speed after the blow?
stem A [striker] returns a [thing] of mass [m], which arrives at [u], along the line on which it came. The force–time graph is a triangle:
  the peak of [f] is reached after [a], and contact ends [b] later. // With what speed does the [thing] leave?
graph area from 0 to a + b through 0, 0; a, f; a + b, 0 then y/m - u
key v - u in m s^-1
wrong v | forgets the speed at the start
wrong v + u | adds the speed at the start, as if the blow came from behind
wrong 2*v - u | takes a rectangle where the graph is a triangle
wrong 2*v | takes a rectangle and forgets the speed at the start
wrong u | takes the speed to be the same after a bounce
# A last mistake whose result is a speed too.
wrong?slow v - 2*u | subtracts the speed at the start twice
wrong?!slow v/2 | halves the change of velocity, for before and after
step momentum | It changes the velocity by [v: m s^-1]. Of this $[u#]$ goes into stopping the [thing]: $[v] - [u#] = [key]$.
insight The area gives the change of momentum, and the momentum before has the other sign.

question push
given m kg, f N, a s, b s
figure time / s, force / N
let p = f*(2*a + b)/2
stem A [thing] of mass [m] is at rest on a smooth level surface. A horizontal force of [f] acts on it for [a] and then falls to zero at a
  steady rate within [b]. // What is the kinetic energy of the [thing] in the end?
stem The graph shows the resultant force on a [thing] of mass [m] that starts from rest: [f] for [a], then a fall in a straight line to
  zero, lasting [b]. // How much kinetic energy does the [thing] gain?
stem Someone pushes a resting [thing] of mass [m] without friction. The push is [f] during the first [a]; after that it dies away at a
  steady rate and is gone [b] later. // How much work has been done on the [thing]?
graph area from 0 to a + b through 0, f; a, f; a + b, 0 then y^2/(2*m)
key p^2/(2*m) in J
wrong p | takes the area for an energy
wrong p^2/m | leaves out the half in the kinetic energy
wrong (f*(a + b))^2/(2*m) | takes a rectangle over the whole time
wrong (f*(a + b)/2)^2/(2*m) | takes a triangle over the whole time
wrong (f*a)^2/(2*m) | counts only the time of constant force
wrong p/2 | forgets to square the speed
wrong ((f*a)^2 + (f*b/2)^2)/(2*m) | adds the energies of the two stretches as if each began at rest
step graphs momentum | The area under the force–time graph is the momentum: [p: N s].
step energy | So the speed is [p/m: m s^-1] and the kinetic energy $\frac{1}{2} \times [p] \times [p/m] = [key]$.
insight Against time the area is a momentum, and the energy follows from it; it is not an energy itself.
"}

/// What is struck, and with what.
const STRIKERS: &[(&str, &str)] =
    &[("ball", "bat"), ("ball", "stick"), ("puck", "stick"), ("ball", "mallet"), ("ball", "club")];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    if difficulty == Hard {
        return push(dice);
    }
    // Both sides of the triangle are whole parts of it, so that every wrong area gives a whole speed too.
    let (t, part) = *dice.pick(&[(10, 5), (10, 2), (20, 5), (20, 4), (20, 2), (40, 5), (40, 4)]);
    let j = dice.range(80 / t / 4, 80 / t);
    let a = t / part * dice.range(1, part - 1);
    let v = part * dice.range(6 / part + 1, 24 / part);
    let (thing, striker) = *dice.pick(STRIKERS);
    let u = dice.range(2, v - 3);
    let question = if difficulty == Easy { "hit" } else { "return" };
    drawn!(question, thing, striker, m = 5 * t * j, f = 10 * j * v, a, b = t - a, u, slow = 2 * u < v)
}

/// A push that dies away.
fn push(dice: &mut Dice) -> Drawn {
    let (a, b) = (dice.range(1, 5), dice.range(1, 4) * 2);
    let m = dice.range(1, 6);
    let f = m * dice.range(1, 3);
    let thing = *dice.pick(&["trolley", "sledge", "stone disc", "toy boat", "block of ice"]);
    drawn!("push", thing, m, f, a, b)
}
