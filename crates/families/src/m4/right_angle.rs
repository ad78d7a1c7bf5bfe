//! Right angles and equal distances.

use crate::declare::prelude::*;
use crate::formula::surd;
use crate::whole::until;

declare! { draw r"
family M4 right_angle
idea A right angle or an equal distance is a condition on one unknown coordinate. Written with differences of coordinates it is a linear or
  quadratic equation.
objects points in the plane; right angles; equal distances
constraints perpendicular lines; point on an axis
asked a coordinate, or the distance between two possible points
paths a slope instead of its negative reciprocal; a midpoint where the perpendicular bisector is meant; a diameter instead of a radius; a
  length instead of its square
easy One right angle gives one linear equation.
medium Equal distances have to be squared before the equation becomes linear.
hard A circle on a diameter stands for a right angle, and two points satisfy it.

question third_corner
given a, b, c, d, p
let rise = -(a - c)*(p - c)/(b - d)
stem The points $[first]([a], [b])$, $[second]([c], [d])$ and $[third]([p], k)$ are such that angle $[first][second][third]$ is a right
  angle. // What is the value of $k$?
stem A triangle has its corners at $[first]([a], [b])$, $[second]([c], [d])$ and $[third]([p], k)$, and its right angle is at $[second]$. //
  Find $k$.
stem The line through $([c], [d])$ and $([p], k)$ is perpendicular to the line through $([c], [d])$ and $([a], [b])$. // What is the value
  of $k$?
stem The sides $[second][first]$ and $[second][third]$ of a rectangle meet at $[second]([c], [d])$. The other ends of these sides are
  $[first]([a], [b])$ and $[third]([p], k)$. // Find the value of $k$.
solve k: (a - c)*(p - c) + (b - d)*(k - d) = 0
key d + rise
wrong d + (b - d)*(p - c)/(a - c) | uses the slope instead of its negative reciprocal
wrong d + (a - c)*(p - c)/(b - d) | takes the reciprocal of the slope but not its negative
wrong d - (b - d)*(p - c)/(a - c) | takes the negative of the slope but not its reciprocal
wrong b - (c - a)*(p - a)/(d - b) | puts the right angle at the first point
wrong rise | gives the rise instead of the coordinate
wrong b + rise | adds the rise to the wrong point
step coordinate_geometry | The slope from $([c], [d])$ to $([a], [b])$ is [(b - d)/(a - c)], so the perpendicular slope is [(c - a)/(b -
  d)].
step coordinate_geometry arithmetic | From $x = [c]$ to $x = [p]$ the height changes by [rise], so $k = [d] + [(rise)] = [key]$.
insight A right angle means that the two slopes multiply to minus one.

# On the x-axis; on the y-axis the coordinates change places.
question equal_distances
given a, b, c, d
let squares = c^2 + d^2 - a^2 - b^2
text axis [across? x | y]
text m [across? ([a], [b]) | ([b], [a])]
text n [across? ([c], [d]) | ([d], [c])]
stem The point $[third]$ on the $[axis]$-axis is equally far from $[first][m]$ and $[second][n]$. // What is the $[axis]$-coordinate of
  $[third]$?
stem The perpendicular bisector of the line segment from $[first][m]$ to $[second][n]$ meets the $[axis]$-axis at $[third]$. // Find the
  $[axis]$-coordinate of $[third]$.
stem A circle passes through $[first][m]$ and $[second][n]$, and its centre lies on the $[axis]$-axis. // What is the $[axis]$-coordinate of
  the centre?
stem Triangle $[first][second][third]$ has $[first][third] = [second][third]$, where $[first]$ is $[m]$, $[second]$ is $[n]$ and $[third]$
  is on the $[axis]$-axis. // Find the $[axis]$-coordinate of $[third]$.
solve x: (x - a)^2 + b^2 = (x - c)^2 + d^2
key squares/(2*(c - a))
wrong (a + c)/2 | takes the midpoint of the two points
wrong a - b*(c - a)/(d - b) | follows the line through the points to the axis
wrong squares/(c - a) | forgets the double product of the squares
wrong -squares/(2*(c - a)) | takes the difference with the wrong sign
wrong squares/(2*(c + a)) | adds the coordinates instead of subtracting them
wrong (c^2 - d^2 - a^2 + b^2)/(2*(c - a)) | subtracts the squares across the axis the wrong way round
wrong (c + d - a - b)/2 | uses lengths instead of their squares
step coordinate_geometry | With $[axis] = t$ for the point, equal squares of the distances give $([sum 1 t; -a])^{2} + [b^2] = ([sum 1 t;
  -c])^{2} + [d^2]$.
step algebra linear_equations | The squares of $t$ cancel: $[2*(c - a)]t = [squares]$, so $t = [key]$.
insight Equal distances have equal squares, and in those the square of the unknown cancels.

part on_axis
given a, b, c, d, o = 0
text m ([a], [b])
text n ([c], [d])
step coordinate_geometry geometry | At $(t, 0)$ the angle is right if $([sum 1 t; -a])([sum 1 t; -c]) + [(b)] \times [(d)] = 0$.
insight The angle in a semicircle is right, so the condition is that two slopes multiply to minus one.

question distance + on_axis
let square = (a - c)^2 - 4*b*d
stem The circle with diameter $[first][second]$, where $[first]$ is $[m]$ and $[second]$ is $[n]$, meets the $x$-axis at two points. // What
  is the distance between these two points?
stem There are two points $S$ and $T$ on the $x$-axis from which the line segment joining $[m]$ and $[n]$ is seen at a right angle. // Find
  the distance $ST$.
stem The points $[first][m]$ and $[second][n]$ are the ends of a diameter of a circle. // How long is the part of the $x$-axis that lies
  inside the circle?
solve x, y for y - x: (x - a)*(x - c) + (o - b)*(o - d) = 0; (y - a)*(y - c) + (o - b)*(o - d) = 0; x < y
key sqrt(square)
wrong sqrt((a - c)^2 + (b - d)^2) | gives the length of the diameter
wrong sqrt((a - c)^2 + 4*b*d) | takes the product of the heights with the wrong sign
wrong sqrt(square)/2 | gives the distance from the middle only
wrong c - a | gives the horizontal distance of the two points
wrong sqrt(4*((a - c)^2 + (b - d)^2) - (b + d)^2) | takes the diameter for the radius
wrong sqrt((a - c)^2 - b*d) | subtracts the product of the heights once only
step quadratics | The roots of this quadratic have the sum [a + c] and the product [a*c + b*d], so they differ by $[simple? [key] |
  \sqrt{[square]} = [key]]$.

question product + on_axis
stem The circle on the diameter from $[first][m]$ to $[second][n]$ cuts the $x$-axis at $x = p$ and $x = q$. // What is the value of $pq$?
stem A point $S$ moves along the $x$-axis. Angle $[first]S[second]$ is a right angle when $S$ is at $(p, 0)$ and when it is at $(q, 0)$,
  where $[first]$ is $[m]$ and $[second]$ is $[n]$. // Find $pq$.
stem The lines from $(t, 0)$ to $[m]$ and from $(t, 0)$ to $[n]$ are perpendicular for two values of $t$. // What is the product of these
  two values?
solve x, y for x*y: (x - a)*(x - c) + (o - b)*(o - d) = 0; (y - a)*(y - c) + (o - b)*(o - d) = 0; x < y
key a*c + b*d
wrong a*c | leaves the heights out of account
wrong a*c - b*d | takes the product of the heights with the wrong sign
wrong b*d | gives the product of the heights
wrong a + c | gives the sum of the two values
wrong -a*c - b*d | takes the product of the roots with the wrong sign
wrong a*b + c*d | multiplies the coordinates of each point with each other
step quadratics | The product of the roots of this quadratic is $[(a*c)] + [(b*d)] = [key]$.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let drawn = match difficulty {
        Easy => {
            // From the corner to the first point: (u, v); to the third: a multiple of (v, -u).
            #[rustfmt::skip]
            let (u, v) = *dice.pick(&[
                (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (-1, 2), (2, -1), (-3, 2), (3, -1), (-2, 3), (4, -1), (1, -4),
            ]);
            let (stretch, size) = (*dice.pick(&[1, 1, 2]), *dice.pick(&[1, -1, 2, -2]));
            let (c, d) = (dice.range(-4, 5), dice.range(-4, 5));
            drawn!("third_corner", a = c + stretch * u, b = d + stretch * v, c, d, p = c + size * v)
        }
        Medium => {
            let (a, b, c, d) = until(|| {
                let (a, b, c, d) =
                    (dice.range(-5, 6), dice.range(1, 7), dice.range(-5, 6), dice.range(-3, 7));
                let (twice, gap) = (c * c + d * d - a * a - b * b, 2 * (c - a));
                let fits = a < c && d != 0 && b != d && twice % gap == 0 && (twice / gap).abs() <= 12;
                fits.then_some((a, b, c, d))
            });
            drawn!("equal_distances", a, b, c, d, across = dice.below(2) == 0)
        }
        Hard => {
            let square = |a: i64, b: i64, c: i64, d: i64| (c - a).pow(2) - 4 * b * d;
            let (a, b, c, d) = until(|| {
                let (a, b, c, d) =
                    (dice.range(-6, 3), dice.range(-5, 6), dice.range(1, 9), dice.range(-5, 6));
                let fits = a < c && a != 0 && b * d != 0 && square(a, b, c, d) > 0 && b != -d;
                fits.then_some((a, b, c, d))
            });
            let question = if dice.below(3) == 0 { "product" } else { "distance" };
            drawn!(question, a, b, c, d, simple = surd(square(a, b, c, d)).starts_with('\\'))
        }
    };
    let [first, second, third] =
        *dice.pick(&[["A", "B", "C"], ["P", "Q", "R"], ["K", "L", "M"], ["U", "V", "W"]]);
    drawn.with("first", first).with("second", second).with("third", third)
}
