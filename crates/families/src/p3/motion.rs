//! Velocity against time.

use crate::declare::prelude::*;

declare! { draw r"
family P3 velocity_time
idea The area between a velocity–time graph and the axis is a displacement; parts below the axis count backwards, unless the distance
  covered is asked for.
objects velocity–time graph
constraints straight pieces
asked a distance, a mean speed or a displacement
paths a rectangle where the graph is a triangle; counting an area below the axis as positive; reading the height instead of the mean;
  leaving a stretch out
easy One area, cut into a rectangle and two triangles.
medium The area has to be found before it is divided by the whole time.
hard The graph crosses the axis within a stretch, and the sign of the areas decides.

part trip
given a s, b s, c s, v m s^-1
figure time / s, velocity / m s^-1
let area = v*(a + 2*b + c)/2
text trip The velocity–time graph of a [thing] rises in a straight line from the origin to [v] in [a], is level for [b] and falls in a
  straight line to zero in a further [c].
text distance The area under the graph is $\frac{1}{2} \times [a#] \times [v#] + [b#] \times [v#] + \frac{1}{2} \times [c#] \times [v#] =
  [area]$, so the distance is [area: m].

question distance + trip
stem [trip] // How far does the [thing] travel?
stem A [thing] starts from rest and gains speed at a steady rate, reaching [v] after [a]. It keeps this speed for [b] and then slows down
  at a steady rate, stopping within [c]. The graph shows its motion. // What distance does it cover?
stem The graph shows the velocity of a [thing] between two stops: a straight rise to [v] lasting [a], a level part lasting [b] and a
  straight fall lasting [c]. // How far apart are the stops?
graph area from 0 to a + b + c through 0, 0; a, v; a + b, v; a + b + c, 0
key v*b + v*(a + c)/2 in m
wrong v*(a + b + c) | takes a rectangle over the whole time
wrong v*(a + b + c)/2 | takes a triangle over the whole time
wrong v*b | counts the level part only
wrong v*b + v*a/2 | leaves out the slowing down
wrong v*b + v*c/2 | leaves out the speeding up
wrong v*b + v*a + v*c/2 | takes a rectangle for the speeding up
wrong v*b + v*c + v*a/2 | takes a rectangle for the slowing down
step graphs kinematics | The distance is the area under the graph: two triangles and a rectangle.
step graphs | [distance]
insight The distance is the area under a velocity–time graph.

question mean + trip
let t = a + b + c
stem [trip] // What is the mean speed of the [thing] over the whole of this time?
stem Between two stops a [thing] speeds up steadily for [a], runs at [v] for [b] and slows down steadily for [c], as in the graph. // What
  steady speed would take it from stop to stop in the same time?
stem A [thing] takes [a] to reach its top speed of [v] from rest and [c] to come to rest again, both at a steady rate. In between it runs
  at top speed for [b]. The graph shows this. // What is its average speed?
graph mean from 0 to a + b + c through 0, 0; a, v; a + b, v; a + b + c, 0
key area/t in m s^-1
wrong v | reads off the greatest height instead of the mean
wrong v/2 | takes half the greatest height, as for one triangle
wrong 2*v/3 | averages the mean speeds of the three parts without their times
wrong v*b/t | counts the level part only
wrong v*(a + 2*b)/(2*t) | leaves out the slowing down
wrong v*(2*b + c)/(2*t) | leaves out the speeding up
wrong v*(2*a + 2*b + c)/(2*t) | takes a rectangle for the speeding up
step graphs | [distance]
step graphs | Divided by the whole time, [t: s], this is [key].
insight The mean speed is the whole area over the whole time, not a mean of speeds.

part return
given a s, b s, c s, v m s^-1, w m s^-1
figure time / s, velocity / m s^-1
let turn = a + b*v/(v + w)
let forth = v*a + v^2*b/(2*(v + w))
let back = w*c + w^2*b/(2*(v + w))
stem A [thing] moves along a straight line. Its velocity is [v] for the first [a], then changes at a constant rate during [b] until it is
  [w] in the opposite direction, and stays so for a last [c]. // [asked]
stem The velocity–time graph of a [thing] on a straight track is level at [v] for [a]. In the next [b] it falls in a straight line, crosses
  the axis and reaches [w] backwards, where it stays for [c]. // [asked]
stem At first a [thing] runs forward at [v], for [a]. Its velocity then falls at a steady rate for [b], through zero, to [w] backwards, and
  it runs at this for [c]. The graph shows the motion. // [asked]
step graphs | The graph crosses the axis at [turn: s]; by then the [thing] has gone [forth: m] forwards.

question covered + return
text asked [other? How many metres does it cover, forwards and backwards together? | What is the total distance that it covers?]
graph total_area from 0 to a + b + c through 0, v; a, v; a + b, -w; a + b + c, -w
key forth + back in m
wrong forth - back | subtracts the distance back, as for a displacement
wrong forth | counts only the distance forwards
wrong v*a + w*c | leaves out the stretch in which the velocity changes
wrong v*a + (v + w)*b/2 + w*c | takes the mean of the two speeds for the stretch in which the velocity changes
wrong v*a + (v - w)*b/2 + w*c | lets areas of different sign cancel within the sloping stretch
wrong v*a + v*b/2 + w*c | takes the velocity to fall to zero only at the end of the slope
wrong v*a + (v^2 + w^2)*b/(v + w) + w*c | takes rectangles up to the crossing and from it
step graphs kinematics | Then it goes [back: m] backwards. Both count as positive: [key].
insight For the distance covered, the areas on both sides of the axis are added.

question displaced + return
text asked [other? What is its displacement in the end? | How far from its starting point is it in the end?]
graph area from 0 to a + b + c through 0, v; a, v; a + b, -w; a + b + c, -w
key forth - back in m
wrong forth + back | adds the distance back, as for a distance covered
wrong forth | counts only the distance forwards
wrong v*a - w*c | leaves out the stretch in which the velocity changes
wrong back | gives the distance back only
wrong v*a + v*b/2 - w*c | takes the velocity to fall to zero only at the end of the slope
wrong v*a + (v - w)*b - w*c | takes rectangles up to the crossing and from it
wrong v*a + (v + w)*b/2 - w*c | takes the sum of the speeds for the stretch in which the velocity changes
step graphs kinematics | Then it goes [back: m] backwards, which leaves [key].
insight An area below the axis is a distance backwards and is subtracted.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    if difficulty == Hard {
        return there_and_back(dice);
    }
    let thing = *dice.pick(&["tram", "train on the underground", "lift", "bus", "cyclist", "goods train"]);
    if difficulty == Easy {
        let v = if thing == "lift" { dice.range(2, 6) } else { dice.range(4, 12) };
        let (a, b, c) = (dice.range(2, 6) * 2, dice.range(2, 12), dice.range(2, 6) * 2);
        return drawn!("distance", thing, a, b, c, v);
    }
    // The mean speed is v(T + b)/2T.
    let (a, b, c, d) = *dice.pick(TIMES);
    let v = d * dice.range(1, if thing == "lift" { 1 } else { (15 / d).max(1) });
    drawn!("mean", thing, a, b, c, v)
}

/// Speeding up, at full speed and slowing down, in seconds, and what the full speed must be a multiple of for the mean
/// speed to be whole.
#[rustfmt::skip]
const TIMES: &[(i64, i64, i64, i64)] = &[
    (1, 2, 1, 4), (2, 2, 2, 3), (2, 6, 2, 5), (2, 2, 4, 8), (4, 10, 6, 4), (4, 12, 4, 5), (5, 10, 5, 4), (6, 8, 10, 3),
    (3, 9, 3, 5), (2, 3, 4, 3), (5, 8, 7, 10), (3, 4, 5, 3), (6, 12, 6, 4), (1, 5, 4, 4), (4, 5, 1, 4), (5, 4, 3, 3),
    (4, 8, 8, 10), (8, 10, 2, 4),
];

fn there_and_back(dice: &mut Dice) -> Drawn {
    let (p, q) = *dice.pick(&[(2, 1), (3, 1), (3, 2), (1, 2), (1, 1), (1, 3), (2, 3)]);
    let (k, j) = (*dice.pick(&[2, 4]), dice.range(1, 3));
    let (v, w, b) = (p * k, q * k, (p + q) * j);
    let (a, c) = (dice.range(1, 8), dice.range(1, 6));
    let returns = v * a + v * p * j / 2 <= w * c + w * q * j / 2;
    let question = if dice.below(2) == 0 || returns { "covered" } else { "displaced" };
    let thing =
        *dice.pick(&["trolley", "model train", "robot", "shuttle on a rail", "crane hook on its track"]);
    drawn!(question, thing, a, b, c, v, w, other = dice.below(2) == 1)
}
