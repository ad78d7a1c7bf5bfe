//! Bodies that meet and stay together.

use crate::declare::prelude::*;

declare! { draw r"
family P1 sticking
idea Two bodies meet and stay together. Momentum is kept through the collision and kinetic energy is not; before and after it, energy may be
  the better model.
objects collision that sticks; momentum; kinetic energy
constraints one body is at rest at first; the bodies stay together
asked a speed, or the energy lost
paths conserving kinetic energy in a collision in which the bodies stick; giving all the momentum to the second body; taking the mean of the
  speeds; dividing by the wrong mass
easy Momentum before equals momentum after, once.
medium The common speed is found from momentum before two energies are compared.
hard The collision has to be parted from the rise that follows it: momentum first, then energy.

part meeting
given m kg, w kg, u m s^-1
let v = m*u/(m + w)
text conserved Momentum is conserved: $[m#] \times [u#] = [m + w]\,v$, so $v = [v: m s^-1]$.

question speed + meeting
stem A [thing] of mass [m] moving at [u] runs into a second [thing] of mass [w], which is at rest. // The two stay together. At what speed
  do they move on?
stem A [thing] of mass [w] stands still. Another [thing], of mass [m] and with a speed of [u], runs into it from behind and couples to it.
  // What is the speed of the pair just after the collision?
stem After a collision a [thing] of mass [m] and a [thing] of mass [w] move on together. Before it the first moved at [u] and the second was
  at rest. // What is their common speed?
solve v: m*u = (m + w)*v
key v in m s^-1
wrong u*sqrt(m/(m + w)) | conserves kinetic energy, though the bodies stick
wrong m*u/w | gives all the momentum to the second body alone
wrong u/2 | takes the mean of the two speeds
wrong w*u/(m + w) | puts the wrong mass in the numerator
wrong u | lets the pair keep the speed of the first body
wrong u*m^2/(m + w)^2 | applies the ratio of masses twice, as for energies
wrong m*u/(2*(m + w)) | shares the momentum equally before dividing by the whole mass
step momentum | The bodies stick, so kinetic energy is not conserved, but momentum is.
step momentum | [conserved]
insight When bodies stick together in a collision, momentum is conserved and kinetic energy is not.

question loss + meeting
stem A [thing] of mass [m] moving at [u] hits a [thing] of mass [w] at rest, and the two stay together. // How much kinetic energy is lost
  in the collision?
stem Two bodies collide head-on and stick: a [thing] of mass [m] with a speed of [u], and a [thing] of mass [w] that was at rest. // How
  much energy is turned into heat, sound and damage?
stem A [thing] of mass [w] is at rest on level ground without friction. A [thing] of mass [m] runs into it at [u] and stays attached. // By
  how much does the total kinetic energy fall?
solve v, x for x: m*u = (m + w)*v; m*u^2/2 = (m + w)*v^2/2 + x
key m*w*u^2/(2*(m + w)) in J
wrong m*u^2/2 | gives the whole kinetic energy as lost
wrong m^2*u^2/(2*(m + w)) | gives the kinetic energy that is left
wrong m*w*u^2/(m + w) | leaves out the half in the kinetic energy
wrong?heavy m*u^2/2 - (m + w)*u^2/8 | lets the pair move at half the first speed
wrong?!heavy m*u | takes the momentum of the first body for the energy lost
wrong m*u^2/2 - m*v^2/2 | counts only what the first body loses
wrong w*v^2/2 | counts only what the second body gains
wrong m*(u - v)^2/2 | squares the change of speed of the first body
step momentum | [conserved]
step energy | The kinetic energy falls from [m*u^2/2: J] to [(m + w)*v^2/2: J], by [key].
insight Momentum gives the common speed; only then can the energies be compared.

question swing
given m g, w g, h cm, g = 10 m s^-2
let v = sqrt(2*g*h)
stem A [target] of mass [w] hangs at rest from long strings. A [missile] of mass [m] [comes] into it and stays in it; together they swing up
  by a height of [h]. // How fast was the [missile]? ($g = [g]$)
stem To find the speed of a [missile] of mass [m], it [comes] into a hanging [target] of mass [w], where it sticks. // The two rise by [h]
  before they come to rest. Taking $g$ as [g], what was the speed?
stem A [missile] of mass [m] [comes] at a [target] of mass [w] on a long string, and sticks in it. The [target] with the [missile] rises by
  at most [h]. // What was the speed of the [missile] before it struck? Take $g$ to be [g].
solve u, v: m*u = (m + w)*v; (m + w)*v^2/2 = (m + w)*g*h; v > 0
key (m + w)/m*v in m s^-1
wrong sqrt(2*g*h*(m + w)/m) | conserves energy through the collision as well
wrong v | stops at the speed just after the collision
wrong w/m*v | takes only the [target] to carry the momentum afterwards
wrong (m + w)/m*2*g*h | forgets the root when finding the speed from the height
wrong (m + w)/m*v/2 | takes the mean speed of the rise for the speed at the bottom
wrong 2*(m + w)/m*v | doubles the speed, counting the way up and the way down
wrong (2*m + w)/m*v | adds the mass of the [missile] twice
step energy | After the collision energy is conserved: $v^2 = 2gh$ gives $v = [v: m s^-1]$.
step momentum ratio | In the collision momentum is conserved, and the moving mass becomes [(m + w)/m] times as large, so the [missile] was
  [(m + w)/m] times as fast: [key].
insight Momentum through the collision, energy only after it.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    if difficulty == Hard {
        return swinging_block(dice);
    }
    let (a, b) =
        *dice.pick(&[(1, 3), (1, 2), (1, 4), (2, 1), (3, 1), (2, 3), (3, 2), (1, 5), (4, 5), (1, 8)]);
    let (thing, scale) = match (difficulty, dice.below(3)) {
        (_, 0) => ("trolley", dice.range(1, 4)),
        (Easy, 1) => ("railway wagon", dice.range(1, 5) * 2000),
        (_, 1) => ("crate on rollers", dice.range(2, 6) * 2),
        _ => ("sledge", dice.range(2, 8) * 2),
    };
    let u = (a + b) * dice.range(1, 12 / (a + b));
    let question = if difficulty == Easy { "speed" } else { "loss" };
    drawn!(question, thing, m = a * scale, w = b * scale, u, heavy = 3 * a > b)
}

/// A block on a string is hit and swings up.
fn swinging_block(dice: &mut Dice) -> Drawn {
    let (missile, comes, target, parts, most) = *dice.pick(&[
        ("lump of clay", "is thrown horizontally", "box", &[3_i64, 4, 5, 6][..], 3_i64),
        ("dart", "is thrown horizontally", "block of cork", &[4, 5, 6, 9], 3),
        ("crossbow bolt", "is shot horizontally", "straw target", &[9, 16, 20, 25], 3),
        ("pellet", "is fired horizontally", "block of wood", &[16, 25, 36, 49], 4),
        ("ball of putty", "is thrown horizontally", "wooden block", &[3, 4, 6, 9], 2),
    ]);
    let (n, v) = (*dice.pick(parts), dice.range(1, most));
    let m = *dice.pick(&[10, 20, 25, 30, 40, 50]);
    drawn!("swing", missile, comes, target, m = m, w = m * (n - 1), h = 5 * v * v)
}
