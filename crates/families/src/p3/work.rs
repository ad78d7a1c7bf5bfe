//! Force against distance.

use crate::declare::prelude::*;

declare! { draw r"
family P3 force_distance
idea The area under a force–distance graph is the work done, whatever the time it takes; it turns up as kinetic energy or goes into
  friction.
objects force–distance graph; work
constraints straight pieces
asked a work, a speed or a further distance
paths a rectangle where the graph is a triangle; taking the area for a momentum; forgetting a root or a half; leaving a stretch out
easy One area is read as work.
medium The work has to be turned into a speed.
hard All the work goes into friction in the end, also after the pull has ceased.

part pull
given a m, b m, f N
figure distance / m, force / N

part rise + pull
let work = f*a/2 + f*b
text area The work is the area: $\frac{1}{2} \times [a#] \times [f#] + [b#] \times [f#] = [work: J]$.

question work + rise
stem The force with which a [thing] is pulled along rises in a straight line from zero to [f] over the first [a] and then stays the same for
  a further [b]. // How much work does the force do?
stem The graph of the pull on a [thing] against the distance moved is a straight line from the origin to [f] at [a], followed by a level
  line [b] long. // What work is done in all?
stem A tractor pulls a [thing]. Over the first [a] the pull grows at a steady rate from nothing to [f]; over the next [b] it is constant, as
  the graph shows. // How much energy is transferred by the pull?
graph area from 0 to a + b through 0, 0; a, f; a + b, f
key work in J
wrong f*(a + b) | takes a rectangle over the whole distance
wrong f*(a + b)/2 | takes a triangle over the whole distance
wrong f*b | counts the level part only
wrong f*a/2 | counts the rising part only
wrong f*a + f*b/2 | takes a triangle for the level part and a rectangle for the rising part
wrong f*a/4 + f*b | takes the rise for a quarter of the rectangle, halving both force and distance
wrong 2*work | takes twice the area, leaving out the halves
step graphs | Work is the area under the graph of force against distance.
step graphs energy | [area]
insight Where the force changes, the work is the area under the graph.

question speed + rise
given m kg
let v = sqrt(2*work/m)
stem A [thing] of mass [m] starts from rest and moves without friction. The force on it rises in a straight line from zero to [f] over the
  first [a] and then stays the same for a further [b]. // What speed does it reach?
stem The graph shows the resultant force on a [thing] of mass [m] against the distance moved from rest: a straight line from the origin to
  [f] at [a], then a level line [b] long. // How fast is the [thing] at the end?
stem The resultant force on a [thing], of mass [m] and at rest to begin with, grows steadily with the distance to [f] after [a] and is
  constant over the next [b]. // What is its speed after this?
graph area from 0 to a + b through 0, 0; a, f; a + b, f then sqrt(2*y/m)
key v in m s^-1
wrong 2*work/m | forgets the root
wrong work/m | takes the area for a momentum
wrong sqrt(work/m) | leaves out the half in the kinetic energy
wrong sqrt(2*f*(a + b)/m) | takes a rectangle over the whole distance
wrong sqrt(2*f*b/m) | counts the level part only
wrong sqrt(f*(a + b)/m) | takes a triangle over the whole distance
wrong v/2 | takes the mean of the initial and the final speed
wrong 2*v | doubles the speed, as if the mean had been found
step graphs energy | [area]
step energy | It is the kinetic energy $\frac{1}{2} \times [m#] \times v^2$, so $v^2 = [v^2]$ and $v = [key]$.
insight Against distance the area is work, so it gives a kinetic energy and not a momentum.

question slide + pull
given r N
let work = f*(2*a + b)/2
let whole = work/r
stem A [thing] at rest is pulled over a rough floor with a horizontal force of [f] for the first [a]. Over the next [b] the pull falls to
  zero in a straight line, as in the graph. Friction is [r] throughout. // How much farther does the [thing] slide after the pull has
  ceased?
stem The graph shows the horizontal pull on a [thing] against the distance it has moved from rest: [f] up to [a], then a straight fall to
  zero, [b] further on. A constant friction of [r] acts as well. // What distance does the [thing] cover after that, before it stops?
stem Friction on a [thing] is [r] while it moves. Starting from rest, it is pulled along the level with [f] over [a], and with a pull that
  falls steadily to zero over a further [b]. // Through what distance does it go on sliding by itself?
graph area from 0 to a + b through 0, f; a, f; a + b, 0 then (y - r*(a + b))/r
key whole - a - b in m
wrong whole | gives the whole distance from the start
wrong f*(a + b)/r - a - b | takes a rectangle over the whole distance
wrong whole - a | takes off the first stretch only
wrong whole - b | takes off the second stretch only
wrong f*b/(2*r) | lets only the falling part of the pull count
wrong f*a/r - a | lets only the constant part of the pull count
wrong f*(a + b)/r | takes a rectangle and gives the whole distance
step graphs energy | The pull does work equal to the area, [work: J].
step energy | In the end all of it has gone into friction, so the [thing] moves $[work] \div [r#] = [whole: m]$ in all, and $[whole] - [a +
  b] = [key]$ after the pull.
insight From rest to rest, the area under the pull equals friction times the whole distance; no mass or speed is needed.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    if difficulty == Hard {
        return slide(dice);
    }
    let (a, b, v) = (dice.range(1, 4) * 2, dice.range(1, 6), dice.range(2, 6));
    let (question, f, m) = if difficulty == Easy {
        ("work", dice.range(2, 20) * 5, 0)
    } else {
        // Twice the work is mv².
        let j = dice.range(1, 3);
        ("speed", v * v * j, j * (a + 2 * b))
    };
    let thing = *dice.pick(&["trolley", "sledge", "boat", "cart", "crate on rollers"]);
    drawn!(question, thing, a, b, f, m)
}

/// A pull that ceases before the body stops.
fn slide(dice: &mut Dice) -> Drawn {
    let (a, b) = (dice.range(2, 8), dice.range(1, 3) * 2);
    let (k, r) = (dice.range(2, 5), dice.range(2, 12) * 5);
    let thing = *dice.pick(&["crate", "heavy box", "sack of sand", "block of stone", "trunk"]);
    drawn!("slide", thing, a, b, f = k * r, r)
}
