//! Broken paths that a reflection or an unfolding makes straight.

use crate::declare::prelude::*;
use crate::whole::is_square;

declare! { draw r"
family M7 straightened_path
idea A path has to touch a line on its way. Reflected in that line, or unfolded along it, the two pieces form one path between fixed points,
  and the shortest of these is straight.
objects reflection; net of a box; sum of two roots
constraints a path that touches a line
asked the least length
paths ignoring the line that has to be touched; going at right angles to the line and then along it; turning at the middle of the line;
  adding the distances along the axes
easy The line and the two distances from it are given, and one point is reflected.
medium The line is an edge of a box, and two faces have to be laid flat first.
hard Only a sum of two roots is given, which has to be read as the length of a path.

part path
let direct = sqrt((a - b)^2 + c^2)
let early = a + sqrt(b^2 + c^2)
let late = b + sqrt(a^2 + c^2)
let halfway = sqrt(a^2 + c^2/4) + sqrt(b^2 + c^2/4)
extreme least of sqrt(a^2 + x^2) + sqrt(b^2 + (c - x)^2) over x from 0 to c

question mirror + path
given a [unit], b [unit], c [unit]
stem?unit=km Two villages lie on the same side of a straight canal, [a] and [b] from it. The points of the canal nearest to them are [c]
  apart. // A road is to run from one village to the canal and on to the other. What is its least length?
stem?unit=km A rider starts [a] from a straight river, has to water the horse at the river and then reach a camp [b] from the river on the
  same side. Along the river, start and camp are [c] apart. // How long is the shortest possible ride?
stem?unit=km A pumping station on a straight coast is to supply two towns, [a] and [b] inland, through straight pipes. The towns' nearest
  points on the coast are [c] apart. // What is the least total length of pipe?
stem?unit=km A ship is [a] from a straight shore and a lighthouse stands on an island [b] from the shore. Measured along the shore they are
  [c] apart. // What is the shortest course from the ship to the lighthouse that touches the shore?
stem?unit=m A runner stands [a] from a long straight wall, has to touch the wall and then reach a post [b] from it. Measured along the wall,
  runner and post are [c] apart. // What is the shortest distance the runner can cover?
stem?unit=m Light from a lamp [a] in front of a large plane mirror reaches an eye [b] in front of it by reflection. Measured along the
  mirror, lamp and eye are [c] apart. // Light takes the shortest path that meets the mirror. How long is it?
stem?unit=m A ball rolls from a point [a] from the straight side of a hall to that side and from there to a point [b] from it. The two
  points are [c] apart, measured along the side. // What is the least distance the ball can roll?
stem?unit=m Two posts, [a] and [b] high, stand [c] apart on level ground. A rope is stretched from the top of one to a peg in the ground
  between them and on to the top of the other. // What is the least length of rope needed?
key sqrt((a + b)^2 + c^2) in [unit]
wrong a + b + c | goes straight to the line, along it and straight away again
wrong a + b | adds the distances from the line and leaves out the distance along it
wrong c | takes the distance along the line only
wrong c + abs(a - b) | goes along the line and makes up the difference of the distances
wrong b + c | leaves out the first distance from the line
wrong a + c | leaves out the second distance from the line
wrong?direct direct | joins the two points directly, without touching the line
wrong?early early | goes straight to the line first, then directly to the end
wrong?late late | goes directly to the foot of the end point, then straight to it
wrong?halfway halfway | turns at the middle of the line
step geometry | Reflect the end point in the line. The path then leads to a point $[a#] + [b#] = [a + b: # [unit]]$ across and $[c#]$ along.
step geometry arithmetic | The shortest is straight: $\sqrt{[a + b: # [unit]]^2 + [c#]^2} = [key]$.
insight Reflected in the line, the broken path becomes a straight one.

question boxed + path
given a cm, b cm, c cm
stem A [holder] in the form of a cuboid is [c] wide, [b] deep and [a] high. [walker] goes from the bottom left corner of the front face to
  the top right corner of the back face, over the front face and then the top. // [ask]
stem The front face of a cuboid is [c] wide and [a] high, and its top is [b] deep. [walker] goes over the front face and then over the top,
  from a bottom corner at the front to the opposite corner at the back of the top. // [ask]
stem [walker] sits at the bottom left corner of the front of a [holder] that is [c] wide, [a] high and [b] deep. Walking on the front and
  the top only, the [it] wants to reach the corner at the back on the top right. // [ask]
key sqrt((a + b)^2 + c^2) in cm
wrong a + b + c | goes along three edges
wrong a + b | leaves out the distance along the common edge
wrong c | takes the common edge only
wrong c + abs(a - b) | goes along the common edge and makes up the difference of height and depth
wrong b + c | leaves out the height
wrong a + c | leaves out the depth
wrong?direct direct | subtracts height and depth when laying the faces flat
wrong?early early | goes up an edge first, then across the top
wrong?late late | crosses the front to its far corner, then follows an edge
wrong?halfway halfway | crosses the common edge at its middle
wrong?through sqrt(a^2 + b^2 + c^2) | goes straight through the solid
step geometry | Laid flat, the two faces form one rectangle of $[c#]$ by $[a#] + [b#] = [a + b: # cm]$.
step geometry arithmetic | The shortest path is its diagonal: $\sqrt{[c#]^2 + [a + b: # cm]^2} = [key]$.
insight Laid flat, the two faces form a rectangle, and the shortest path is its diagonal.

question roots + path
given a, b, c, s, d, k, t
text f \sqrt{x^2 + [s]} + \sqrt{[expanded? x^2 - [d]x + [k] | ([c] - x)^2 + [t]]}
stem What is the least value of // $[f]$ // for real $x$?
stem The function $\mathrm{f}(x) = [f]$ is defined for all real $x$. // What is its minimum value?
stem As $x$ takes all real values, how small can // $[f]$ // become?
stem For every real $x$, // $[f] \ge m$. // What is the largest possible value of the constant $m$?
extreme least of sqrt(x^2 + s) + sqrt([expanded? x^2 - d*x + k | (c - x)^2 + t]) over x from -c to 2*c
key sqrt((a + b)^2 + c^2)
wrong a + b + c | adds the three lengths without any root
wrong a + b | lets each root be least on its own
wrong c | leaves the numbers beside the squares out
wrong c + abs(a - b) | adds the difference of the two heights to their distance apart
wrong b + c | leaves the first height out
wrong a + c | leaves the second height out
wrong?direct direct | takes both points on the same side of the axis
wrong?early early | takes the value at zero
wrong?late late | takes the value at which the second square vanishes
wrong?halfway halfway | takes the value halfway between
step coordinate_geometry algebra | The roots are the distances of the point $(x, 0)$ from $(0, [a])$ and from $([c], -[b])$[expanded? ,
  because $x^2 - [d]x + [k] = (x - [c])^2 + [b]^2$].
step geometry arithmetic | Their sum is least when the path between these points is straight: $\sqrt{[c]^2 + [a + b]^2} = [key]$.
insight Each root is a distance from a point of the axis; with one point below the axis the sum is a broken path.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let (mut a, mut b, mut c) = path(dice);
    match difficulty {
        Easy => to_scale("mirror", a, b, c).with("unit", *dice.pick(&["km", "m"])),
        Medium => {
            // Nothing the size of a sweet.
            while a + b + c < 15 {
                (a, b, c) = path(dice);
            }
            let holder = *dice.pick(&["closed box", "block of wood", "stone block", "parcel"]);
            let it = *dice.pick(&["ant", "beetle", "snail", "spider"]);
            let ask = *dice.pick(&[
                "What is the least length of such a path?",
                "How long is the shortest such path?",
                "What is the shortest possible length of its path?",
            ]);
            let walker = format!("A{} {it}", if it == "ant" { "n" } else { "" });
            let drawn = to_scale("boxed", a, b, c).with("through", is_square(a * a + b * b + c * c));
            drawn.with("holder", holder).with("it", it).with("walker", walker).with("ask", ask)
        }
        Hard => {
            let drawn = to_scale("roots", a, b, c).with("expanded", dice.below(3) > 0);
            drawn.with("s", a * a).with("d", 2 * c).with("k", b * b + c * c).with("t", b * b)
        }
    }
}

/// The two distances from the line, and the distance between the feet.
fn path(dice: &mut Dice) -> (i64, i64, i64) {
    // Distance between the feet, sum of the distances: with a whole root of the sum of their squares.
    #[rustfmt::skip]
    let (c, both) = *dice.pick(&[
        (4, 3), (3, 4), (12, 5), (5, 12), (8, 6), (6, 8), (15, 8), (8, 15), (12, 9), (9, 12), (12, 16), (16, 12), (24, 7),
        (7, 24), (20, 15), (15, 20), (24, 10), (10, 24), (20, 21), (21, 20), (24, 18), (18, 24), (30, 16), (16, 30), (28, 21),
        (21, 28),
    ]);
    let a = dice.range(1, both - 1);
    (a, both - a, c)
}

/// The path, and which mistakes give no root: the right answer has none.
fn to_scale(question: &'static str, a: i64, b: i64, c: i64) -> Drawn {
    let (direct, early, late) =
        (is_square((a - b).pow(2) + c * c), is_square(b * b + c * c), is_square(a * a + c * c));
    let halfway = c % 2 == 0 && is_square(a * a + c * c / 4) && is_square(b * b + c * c / 4);
    drawn!(question, a, b, c, direct, early, late, halfway)
}
