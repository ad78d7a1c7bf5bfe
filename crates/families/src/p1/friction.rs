//! Work against a constant resistance.

use crate::declare::prelude::*;

declare! { draw r"
family P1 friction_work
idea A body loses its energy to a constant resistance. The work done against it is force times distance, so neither the time nor the
  acceleration is needed.
objects braking; rough surface; slope
constraints constant resistance
asked a distance or a height
paths forgetting the square on a speed; averaging speeds before squaring them; leaving out friction in one direction; multiplying by the
  coefficient instead of dividing
easy Distance is proportional to the square of the speed.
medium The energy comes from a height and goes into friction.
hard Neither the angle nor the friction is known; the same loss on the way up and down removes it.

question braking
given v m s^-1, w m s^-1, d m
let x = d*w^2/v^2
stem A [thing] travelling at [v] can be stopped in a distance of [d]. // What distance does it need from [w], if the braking force is the
  same?
stem When its driver brakes at [v], a [thing] comes to rest after [d]. The braking force does not depend on the speed. // How far does the
  [thing] travel after its driver brakes at [w]?
stem The brakes of a [thing] always supply the same force. They bring it to rest from [v] within [d]. // Within what distance do they bring
  it to rest from [w]?
stem On a test track a [thing] brakes twice with the same constant force: first from [v], when it stops after [d], then from [w]. // After
  what distance does it stop the second time?
solve a, x for x: a*d = v^2/2; a*x = w^2/2
key x in m
wrong d*w/v | takes the distance to be proportional to the speed itself
wrong d*v/w | inverts the ratio of the speeds
wrong d*v^2/w^2 | inverts the ratio of the squares
wrong d*w^3/v^3 | cubes the ratio of the speeds
wrong x/2 | takes half the square, using the half of the kinetic energy for one speed only
wrong 2*x | doubles the square, losing the half of the kinetic energy for one speed only
wrong?faster x - d | gives only the extra distance
step energy | The work of the brakes, force times distance, is the kinetic energy, so the distance is proportional to $v^2$.
step ratio | The speed is [w/v] times the first, the distance [w^2/v^2] times: [key].
insight At a constant force the stopping distance is proportional to the square of the speed.

question sliding_out
given u, m kg, h m
let x = h/u
stem A [thing] of mass [m] is released from rest on [slope], at a height of [h] above the bottom, and slides out onto [floor]. There the
  coefficient of friction is [u]. // How far does it slide on the level?
stem A [thing] with a mass of [m] starts from rest and slides down [slope], losing [h] in height. It then crosses [floor], where the
  coefficient of friction is [u]. // After what distance on the level does it stop?
stem The coefficient of friction between a [thing] of mass [m] and [floor] is [u]. The [thing] reaches the level from [slope], on which it
  was let go from rest [h] higher up. // What distance does it cover on the level before it comes to rest?
solve k, x for x: k = m*g*h; k = (u*m*g)*x
key x in m
wrong h*u | multiplies by the coefficient of friction
wrong x/2 | includes the half of the kinetic energy twice
wrong 2*x | leaves out the half of the kinetic energy
wrong x - h | takes friction to act on the smooth slope too
wrong x + h | adds the height to the distance
wrong h | takes the whole weight to slow the body
wrong x/u | divides by the coefficient twice
step energy forces | The potential energy $mgh$ is turned into work against friction, $\mu mgx$.
step algebra | The weight cancels: $x = h/\mu = [key]$.
insight From rest to rest, the energy of the height all goes into friction; no speed is needed.

question up_and_back
given v m s^-1, w m s^-1, g = 10 m s^-2
let h = (v^2 + w^2)/(4*g)
stem A [thing] is pushed off up a rough slope at [v]. It slides up, stops, slides back and passes its starting point at [w]. // What height
  above the starting point did it reach? ($g = [g]$)
stem A [thing] slides up a straight rough slope and back down again. It leaves the bottom at [v] and is back there with a speed of [w]. //
  Taking $g$ as [g], how high above the bottom was its highest point?
stem Because of friction, a [thing] that is sent up a straight slope at [v] returns to the same place at only [w]. // Through what vertical
  height did it rise? Take $g$ to be [g].
solve h, l: v^2/2 = g*h + l; g*h = w^2/2 + l
key h in m
wrong v^2/(2*g) | leaves out friction on the way up
wrong w^2/(2*g) | leaves out friction on the way down
wrong (v^2 - w^2)/(2*g) | takes the energy lost both ways for the potential energy
wrong (v^2 - w^2)/(4*g) | takes the energy lost one way for the potential energy
wrong 2*h | adds the two energies and does not halve the sum
wrong (v + w)^2/(8*g) | averages the speeds before squaring
wrong h/2 | includes the half of the kinetic energy twice
step energy | Friction takes the same energy on the way up as on the way down, so $gh$ lies midway between $\frac{1}{2}v^2$ and
  $\frac{1}{2}w^2$.
step algebra | So $gh = \frac{1}{4}([v#]^2 + [w#]^2) = \frac{[v^2 + w^2]}{4}$ and $h = [key]$.
insight The loss is the same both ways, so the energy at the top is the mean of the two at the bottom.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => {
            let (a, b) =
                *dice.pick(&[(1, 2), (1, 3), (2, 3), (2, 1), (3, 2), (3, 4), (3, 1), (4, 3), (2, 5), (5, 2)]);
            let q = *dice.pick(&[4, 5, 6, 7, 8]);
            // The speed falls by between 2 and 9 metres per second in each second.
            let c = dice.range((q * q + 17) / 18, q * q / 4);
            let thing = *dice.pick(&["car", "van", "lorry", "motorcycle", "bus"]);
            drawn!("braking", thing, v = q * a, w = q * b, d = c * a * a, faster = b > a)
        }
        Medium => {
            let (p, q) = *dice.pick(&[(1, 2), (1, 3), (1, 4), (1, 5), (2, 5), (3, 4), (2, 3), (3, 5)]);
            let h = p * dice.range(1, 12 / q + 2);
            let (thing, slope, floor) = *dice.pick(&[
                ("parcel", "a smooth chute", "the rough floor of a warehouse"),
                ("toboggan", "an icy slope", "level rough snow"),
                ("crate", "a smooth ramp", "a rough level floor"),
                ("block", "a smooth curved track", "a rough horizontal table"),
                ("suitcase", "a smooth slide", "rough level ground"),
            ]);
            drawn!("sliding_out", thing, slope, floor, u = format!("{p}/{q}"), m = dice.range(2, 12), h)
        }
        Hard => {
            #[rustfmt::skip]
            let (v, w) = *dice.pick(&[
                (6, 2), (12, 4), (14, 2), (18, 6), (16, 8), (8, 4), (16, 12), (18, 14), (12, 6), (14, 8), (8, 6), (16, 2),
                (18, 4), (14, 12), (18, 16), (10, 5), (9, 3), (7, 1), (9, 7), (13, 9), (11, 7), (14, 6), (20, 10),
            ]);
            let thing = *dice.pick(&["block", "puck", "stone", "small box", "wooden disc"]);
            drawn!("up_and_back", thing, v, w)
        }
    }
}
