//! Equal springs, end to end and side by side.

use crate::declare::prelude::*;
use crate::formula::{capital, word};

declare! { draw r"
family P4 equal_springs
idea Equal springs end to end each carry the whole load, side by side they share it. Extension per spring follows, and with it the extension
  of the whole.
objects springs; Hooke's law
constraints equal light springs
asked an extension
paths taking series for parallel; leaving a part of the arrangement out; forgetting that a shorter piece is stiffer; putting all the springs
  side by side
easy One arrangement, and a load in proportion.
medium Two groups follow each other, each with the whole load.
hard The parts are pieces of one spring, so that their stiffness has to be found first.

question one_arrangement
given p N, w N, n, d cm
let one = d*w/p
text way [series? end to end | side by side]
text hang hung [series? one below the other | next to each other]
stem A light spring is stretched by [d] by a load of [p]. Now [number] such springs are joined [way] and carry a load of [w]. // How far
  does the load move down?
stem Equal light springs obey Hooke's law; [p] stretches one of them by [d]. // If [number] of them are [hang] and together hold up a load
  of [w], what is the extension of the arrangement?
stem A load of [w] hangs from [number] equal light springs, which are fitted [way]. One of these springs alone is stretched by [d] by a load
  of [p]. // By how much does the load stretch the whole?
solve k, y, x for x: p = k*d; [series? w = k*y | w = n*k*y]; [series? x = n*y | x = y]
key [series? n*one | one/n] in cm
wrong?series d*w/(n*p) | takes springs in a row to share the load
wrong?series d*w/p | gives the extension of one spring
wrong?series n*d | forgets that the load is different
wrong?series n*d*p/w | inverts the ratio of the loads
wrong?series n^2*d*w/p | counts the number of springs twice
wrong?series d/n | forgets the load and takes it to be shared
wrong?!series n*d*w/p | adds the extensions of springs side by side
wrong?!series d*w/p | gives the extension of a single spring
wrong?!series d/n | forgets that the load is different
wrong?!series d*p/(n*w) | inverts the ratio of the loads
wrong?!series d*w/(n^2*p) | divides by the number of springs twice
wrong?!series n*d | forgets the load and adds the extensions
step springs ratio | A load of [w] stretches one spring by [one: cm].
step springs | [series? End to end | Side by side] each of the [number] springs carries [series? the whole load | one part in [n] of the
  load], so the extension is [key].
insight In a row every spring carries the whole load; side by side they share it.

question two_groups
given w N, d cm, m, n
stem All the light springs in an arrangement are equal; a load of [w] stretches one of them by [d]. A light bar hangs from [upper], and
  below it [single? hangs | hang] [lower], which [single? carries | carry] the load of [w]. // How far does the load move down when it is
  put on?
stem A load of [w] hangs from [lower]. [single? This is | These are] fixed to a light bar, and the bar hangs from [upper]. All the springs
  are equal and light. // One spring alone is stretched by [d] by this load. What is the extension of the whole arrangement?
stem By itself, a light spring is stretched by [d] by a load of [w]. With more springs of this kind, an arrangement is built: [upper] above,
  then a light bar, then [lower] with the load of [w]. // By how much is the arrangement stretched?
# Both groups carry the whole load.
solve k, y, z for y + z: w = k*d; w = m*k*y; w = n*k*z
key d/m + d/n in cm
wrong d/(m + n) | puts all the springs side by side
wrong (m + n)*d | puts all the springs in a row
wrong d/m | counts the upper group only
wrong d/n | counts the lower group only
wrong d/(2*m) + d/(2*n) | lets each group carry half the load
wrong 2*d | takes each group for one spring
wrong d*m*n/(m + n) | adds the stiffness of groups that follow each other
step springs | Each group carries the whole load: the upper one is stretched by [d/m: cm], the lower one by [d/n: cm].
step arithmetic | Together this is [key].
insight Groups that follow each other each carry the whole load, and their extensions add.

question cut_in_pieces
given w N, d cm, n, m
stem A light spring is stretched by [d] by a load of [w]. It is cut into [number] equal pieces. [used] are hung side by side and carry the
  same load of [w] together. // By how much are they stretched?
stem A long light spring is cut into [number] equal parts, and [some] are fitted side by side between a beam and a load of [w]. // Before it
  was cut, this load stretched the spring by [d]. What is the extension now?
stem When a load of [w] hangs from a uniform light spring, the extension is [d]. The spring is cut into [number] equal lengths, and the load
  is hung from [some], side by side. // What is the extension then?
# Under one load a piece takes its part of the extension; side by side the pieces share the load.
solve c, x for x: w = c*(d/n); w = m*(c*x)
key d/(n*m) in cm
wrong d/m | takes a piece to be as stiff as the whole spring
wrong n*d/m | takes a piece to be softer than the whole spring
wrong d/n | gives the extension of one piece alone
wrong d | takes the two changes to cancel
wrong m*d/n | takes pieces side by side to be softer than one
wrong d/(n + m) | adds the two factors instead of multiplying them
wrong d/(n*m^2) | lets each piece share the load twice
step springs | One piece under the whole load is stretched by $[d#] \div [n] = [d/n: cm]$.
step springs | Side by side each carries one part in [m] of the load: $[d/n: # cm] \div [m] = [key]$.
insight A piece of a spring is stiffer than the whole, and pieces side by side share the load.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => {
            let (n, series) = (dice.range(2, 5), dice.below(2) == 0);
            let (a, b) = *dice.pick(&[(1, 2), (1, 3), (2, 1), (2, 3), (3, 2), (3, 1), (3, 4), (2, 5)]);
            let (scale, unit) = (dice.range(1, 6), dice.range(1, 4));
            let d = a * unit * if series { 1 } else { n };
            drawn!("one_arrangement", n, number = word(n), series, p = a * scale, w = b * scale, d)
        }
        Medium => two_groups(dice),
        Hard => cut_in_pieces(dice),
    }
}

/// The springs in the upper and the lower group.
#[rustfmt::skip]
const GROUPS: &[(i64, i64)] =
    &[(1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (2, 4), (4, 2), (1, 4), (4, 1), (1, 5), (3, 3)];

fn two_groups(dice: &mut Dice) -> Drawn {
    let (m, n) = *dice.pick(GROUPS);
    let d = m * n * dice.range(1, 5) * if m == n || m * n < 4 { 2 } else { 1 };
    let [upper, lower] = [m, n].map(|springs| match springs {
        1 => "a single spring".to_owned(),
        _ => format!("{} springs side by side", word(springs)),
    });
    drawn!("two_groups", d, w = dice.range(2, 15), m, n, upper, lower, single = n == 1)
}

fn cut_in_pieces(dice: &mut Dice) -> Drawn {
    let n = dice.range(2, 6);
    let m = dice.range(2, n);
    let d = n * m * dice.range(1, if n * m > 12 { 3 } else { 6 });
    let (used, some) = match (m, n) {
        (2, 2) => ("Both pieces".to_owned(), "both".to_owned()),
        _ if m == n => ("All the pieces".to_owned(), "all of them".to_owned()),
        _ => (format!("{} of the pieces", capital(word(m))), format!("{} of them", word(m))),
    };
    drawn!("cut_in_pieces", d, w = dice.range(2, 20), n, m, number = word(n), used, some)
}
