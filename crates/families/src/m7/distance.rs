//! Shortest and longest distances, measured along a normal.

use super::{TRIPLES, normal};
use crate::declare::prelude::*;
use crate::formula::{circle, square_of};
use crate::whole::{is_square, until};

declare! { draw r"
family M7 nearest_point
idea The nearest point of a curve is where a growing circle first touches it. For a circle it lies towards the centre, for a line at the
  foot of the perpendicular; the point itself need not be found.
objects circle; line; parabola
constraints a point bound to a curve
asked a shortest or longest distance, or its square
paths measuring to the centre instead of the edge; the distance instead of its square; taking the point straight above or below; the longest
  distance where the shortest is asked
easy The distance to the centre is found and the radius is taken away or added.
medium A perpendicular to a line is measured before the answer follows.
hard The distance is hidden in an expression, or the curve is a parabola whose nearest point is not its lowest.

question to_circle
given u, v, p, q, n
let centre = sqrt((u - p)^2 + (v - q)^2)
text short [minus? shortest | longest]
text near [minus? nearest | farthest]
stem What is the [short] distance from the point $([u], [v])$ to the circle // $[equation]$?
stem $P$ is a point on the circle $[equation]$ and $A$ is the point $([u], [v])$. // What is the [short] possible length of $AP$?
stem How far from the point $([u], [v])$ is the [near] point of the circle // $[equation]$?
stem A point moves round the circle $[equation]$. // What is its [minus? least | greatest] distance from the point $([u], [v])$?
extreme [minus? least | greatest] of sqrt((x - u)^2 + (y - v)^2) over x from p - sqrt(n) to p + sqrt(n), y from q - sqrt(n) to q + sqrt(n)
  with (x - p)^2 + (y - q)^2 = n
key abs(centre [s] sqrt(n))
wrong centre | measures to the centre
wrong abs(centre [o] sqrt(n)) | gives the [minus? longest | shortest] distance
wrong abs(centre [s] n) | takes the square of the radius for the radius
wrong abs(centre [s] 2*sqrt(n)) | takes the diameter instead of the radius
wrong abs(abs(u - p) + abs(v - q) [s] sqrt(n)) | adds the two coordinate differences for the distance
wrong sqrt(n) | gives the radius
wrong abs([longer] [s] sqrt(n)) | measures along the longer coordinate difference only
step coordinate_geometry | The centre $([p], [q])$ is $\sqrt{[abs(u - p)]^2 + [abs(v - q)]^2} = [centre]$ from the point; the radius is [r].
step?inside geometry arithmetic | The point lies inside the circle, so the distance is $[r] - [centre] = [key]$.
step?!inside geometry arithmetic | The [near] point lies on the line through the centre: $[centre] [s] [r] = [key]$.
insight The extreme points of a circle lie on the line through its centre.

question circle_and_line
given a, b, c, p, q, n
let centre = abs(a*p + b*q - c)/sqrt(a^2 + b^2)
text line [sum a x; b y] = [c]
stem?minus What is the shortest distance between the line $[line]$ and the circle // $[equation]$?
stem?minus The line $[line]$ does not meet the circle $[equation]$. // How far from the line is the point of the circle that is nearest to
  it?
stem?minus $P$ is a point on the circle $[equation]$ and $Q$ is a point on the line $[line]$. // What is the least possible length of $PQ$?
stem?!minus How far from the line $[line]$ is the point of the circle // $[equation]$ // that is farthest from the line?
stem?!minus A point moves round the circle $[equation]$. // What is its greatest distance from the line $[line]$?
stem?!minus What is the greatest distance that a point of the circle // $[equation]$ // can have from the line $[line]$?
# From the centre to the point of the line that is nearest to it, and one radius less or more.
extreme least of sqrt((x - p)^2 + ((c - a*x)/b - q)^2) + [minus? -1 | 1]*sqrt(n) over x from p - 30 to p + 30
key centre [s] sqrt(n)
wrong centre | measures from the centre
wrong centre [o] sqrt(n) | goes to the other side of the circle
wrong abs(centre [s] n) | takes the square of the radius for the radius
wrong abs(centre [s] 2*sqrt(n)) | takes the diameter instead of the radius
wrong abs(abs(c)/sqrt(a^2 + b^2) [s] sqrt(n)) | measures from the origin instead of the centre
wrong abs(c)/sqrt(a^2 + b^2) | measures from the origin and leaves the radius out
wrong abs(a*p + b*q - c) [s] sqrt(n) | forgets to divide by the length of the normal
step coordinate_geometry | The centre $([p], [q])$ is $\frac{|[a*p + b*q] - [(c)]|}{[h]} = [centre]$ from the line.
step geometry arithmetic | Along this perpendicular the radius [r] is [minus? taken away | added]: [key].
insight The extreme points lie on the perpendicular from the centre to the line.

question to_line
given a, b, c, u, v
let gap = abs(a*u + b*v - c)
text line [sum a x; b y] = [c]
stem The real numbers $x$ and $y$ satisfy $[line]$. // What is the least possible value of $[f]$?
stem What is the minimum value of $[f]$ on the line // $[line]$?
stem A point $(x, y)$ moves along the line $[line]$. // How small can $[f]$ become?
stem It is given that $[line]$, where $x$ and $y$ are real. // What is the smallest value that // $[f]$ // can take?
extreme least of (x - u)^2 + (y - v)^2 over x from u - 100 to u + 100, y from v - 300 to v + 300 with a*x + b*y = c
key gap^2/(a^2 + b^2)
wrong gap/sqrt(a^2 + b^2) | gives the distance instead of its square
wrong (gap/b)^2 | keeps the first variable at the point and moves along the second
wrong (gap/a)^2 | keeps the second variable at the point and moves along the first
wrong (gap/(abs(a) + abs(b)))^2 | lets the coefficients add without squares
wrong gap^2/sqrt(a^2 + b^2) | divides by the length of the normal once only
wrong 2*gap^2/(a^2 + b^2) | doubles the squared distance, once for each variable
wrong c^2/(a^2 + b^2) | measures from the origin instead of the point
wrong 2*gap/sqrt(a^2 + b^2) | gives twice the distance
step coordinate_geometry | The expression is the square of the distance from the [origin? origin | point $([u], [v])$].
step coordinate_geometry arithmetic | The perpendicular to the line has the length $\frac{[gap]}{[h]} = [gap/h]$, so the least value is
  $[gap/h]^2 = [key]$.
insight A sum of squares is a squared distance, and the nearest point of a line is the foot of the perpendicular.

# From (0, c) to y = x²/k, where the nearest points lie on both sides of the axis.
question to_parabola
given k, c
let least = k*c - k^2/4
text curve [divided? y = \frac{x^2}{[k]} | [k]y = x^2]
stem?!square What is the shortest distance from the point $(0, [c])$ to the curve $[curve]$?
stem?!square $P$ is a point on the curve $[curve]$ and $A$ is the point $(0, [c])$. // What is the least possible length of $AP$?
stem?!square A circle with centre $(0, [c])$ touches the curve $[curve]$ at two points and does not cross it. // What is its radius?
stem?square The real numbers $x$ and $y$ satisfy $[curve]$. // What is the least possible value of $x^2 + (y - [c])^2$?
stem?square A point $(x, y)$ moves along the curve $[curve]$. // How small can $x^2 + (y - [c])^2$ become?
stem?square What is the minimum value of $x^2 + (y - [c])^2$ on the curve $[curve]$?
extreme least of [square? x^2 + (y - c)^2 | sqrt(x^2 + (y - c)^2)] over x from -3*c - k to 3*c + k, y from 0 to (3*c + k)^2/k with k*y = x^2
key?square least
wrong?square c^2 | takes the lowest point of the curve
wrong?square k*c | takes the point at the same height
wrong?square sqrt(least) | gives the distance instead of its square
wrong?square c - k/2 | gives the height of the nearest point
wrong?square k*c + k^2/4 | adds the square that is to be taken away
wrong?square k*c - k^2 | forgets to halve before squaring
wrong?square k^2/4 | keeps only the vertical part
key?!square sqrt(least)
wrong?!square c | takes the lowest point of the curve
wrong?!square least | gives the square of the distance
wrong?!square c - k/2 | gives the height of the nearest point
wrong?!square k/2 | keeps only the vertical part
wrong?!square sqrt(least) + k/2 | adds the vertical part to the distance
wrong?!square c/2 | takes half of the height of the point
wrong?!square c - k/2 + sqrt(least) | adds the two parts without squaring
step algebra coordinate_geometry | On the curve $x^2 = [k]y$, so the squared distance is $[k]y + (y - [c])^2$.
step quadratics | This is $(y - [c - k/2])^2 + [least]$, which is least at $y = [c - k/2]$, a height the curve reaches.
step arithmetic | [square? The least value is [key]. | The distance is $\sqrt{[least]} = [key]$.]
insight The squared distance is a quadratic in the height alone, and the nearest point is not the lowest.

# A squared distance in disguise, on a circle about the origin.
question hidden
given n, a, b, p = 0, q = 0
let far = sqrt(a^2 + b^2)*sqrt(n)
text f [sum 1 x^2; 1 y^2; -a x; -b y]
text most [minus? least | greatest]
stem The real numbers $x$ and $y$ satisfy $x^2 + y^2 = [n]$. // What is the [most] possible value of // $[f]$?
stem A point $(x, y)$ moves round the circle $x^2 + y^2 = [n]$. // What is the [most] value of // $[f]$ // on its way?
stem What is the [minus? minimum | maximum] value of // $[f]$ // if $x^2 + y^2 = [n]$ and $x$ and $y$ are real?
extreme [minus? least | greatest] of x^2 + y^2 - a*x - b*y over x from p - sqrt(n) to p + sqrt(n), y from q - sqrt(n) to q + sqrt(n) with
  x^2 + y^2 = n
key n [s] far
wrong (sqrt(a^2 + b^2)/2 [s] sqrt(n))^2 | completes the square and forgets to take the constant away
wrong abs(sqrt(a^2 + b^2)/2 [s] sqrt(n)) | gives the distance instead of what is asked
wrong n [o] far | gives the [minus? greatest | least] value
wrong n [s] sqrt(n)*(abs(a) + abs(b)) | maximises each variable for itself
wrong 0 [s] far | leaves the squares out
wrong n [s] far/2 | halves the coefficients and forgets to double again
wrong -(a^2 + b^2)/4 | ignores the circle and takes the lowest value anywhere
step algebra coordinate_geometry | The expression is the square of the distance from $([a/2], [b/2])$, less [d^2].
step geometry | That point is [d] from the centre, so the [most] distance is [abs(d [s] r)].
step arithmetic | The [most] value is $[abs(d [s] r)]^2 - [d^2] = [key]$.
insight Completing the squares turns the expression into a squared distance from a fixed point.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(2)) {
        (Easy, _) => {
            let (dx, dy, d) = normal(dice);
            let (p, q) = (dice.range(-5, 5), dice.range(-5, 5));
            let r = dice.range(1, 9).min(d + 4);
            let r = if r == d { r - 1 } else { r };
            let (n, longer) = (r * r, dx.abs().max(dy.abs()));
            let minus = *dice.pick(&[true, true, false]);
            let drawn = drawn!("to_circle", u = p + dx, v = q + dy, p, q, r, n, longer);
            drawn.with("equation", circle(p, q, n)).with("inside", minus && r > d).with_sign(minus)
        }
        (Medium, 0) => {
            let (a, b, h) = slanting(dice);
            let (p, q) = (dice.range(-4, 4), dice.range(-4, 4));
            let r = dice.range(1, 5);
            let d = r + dice.range(1, 6);
            let (c, n) = (a * p + b * q + side(dice) * h * d, r * r);
            let drawn = drawn!("circle_and_line", a, b, c, h, p, q, r, n, equation = circle(p, q, n));
            drawn.with_sign(*dice.pick(&[true, true, false]))
        }
        (Medium, _) => {
            let (a, b, h) = slanting(dice);
            let (u, v) = if dice.below(2) == 0 { (0, 0) } else { (dice.range(-4, 4), dice.range(1, 4)) };
            let d = dice.range(2, 9);
            let c = a * u + b * v + side(dice) * h * d;
            let f = format!("{} + {}", square_of("x", u), square_of("y", v));
            drawn!("to_line", a, b, c, h, u, v, f, origin = (u, v) == (0, 0))
        }
        (Hard, 0) => {
            let (k, c) = until(|| {
                let (k, c) = (2 * dice.range(1, 4), dice.range(2, 30));
                let squared = k * c - k * k / 4;
                (c > k / 2 && squared > 0 && is_square(squared)).then_some((k, c))
            });
            drawn!("to_parabola", k, c, divided = dice.below(2) == 0, square = dice.below(3) == 0)
        }
        (Hard, _) => {
            #[rustfmt::skip]
            let (u, v, d) = *dice.pick(&[
                (3, 4, 5), (4, 3, 5), (3, -4, 5), (-3, 4, 5), (6, 8, 10), (8, -6, 10), (5, 12, 13), (12, 5, 13), (5, -12, 13),
            ]);
            let r = dice.range(1, 9);
            drawn!("hidden", a = 2 * u, b = 2 * v, d, r, n = r * r).with_sign(*dice.pick(&[false, true]))
        }
    }
}

/// The coefficients of a line, the first of them positive, and the length of its normal.
fn slanting(dice: &mut Dice) -> (i64, i64, i64) {
    let (a, b, h) = *dice.pick(TRIPLES);
    (a, if dice.below(3) == 0 { -b } else { b }, h)
}

fn side(dice: &mut Dice) -> i64 {
    if dice.below(2) == 0 { 1 } else { -1 }
}
