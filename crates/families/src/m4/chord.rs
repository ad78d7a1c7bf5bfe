//! Chords and their midpoints.

use crate::declare::prelude::*;
use crate::formula::{circle, surd};
use crate::whole::{is_square, until};

declare! { draw r"
family M4 chord_midpoint
idea A line cuts a curve at two points. Their midpoint follows from the sum of the roots of one quadratic, or from the right angle between a
  chord and the line to the centre, without finding the points.
objects chords; parabolas; circles; midpoints
constraints line and curve meet twice; midpoint of a chord
asked a coordinate of the midpoint, or the length of the chord
paths the sum of the roots instead of their mean; the vertex instead of the midpoint; half the chord instead of the chord; a slope instead
  of its negative reciprocal
easy The mean of the roots of one quadratic is asked.
medium The mean has to be put into the line as well, or a chord of a circle is measured from its line.
hard Only the midpoint of the chord is told, and the right angle at it has to be seen.

# The unknowns are the two ends, from left to right.
question on_parabola
given p, q, m, c
let mean = (m - p)/2
text curve $y = [sum 1 x^{2}; p x; q]$
text line $y = [sum m x; c]$
text asked $[height? y | x]$-coordinate
stem The line [line] meets the curve [curve] at the points $A$ and $B$. // What is the [asked] of the midpoint of $AB$?
stem Find the [asked] of the midpoint of the chord that the curve [curve] cuts off on the line [line].
stem The curve [curve] and the line [line] intersect at $P$ and $Q$. The point $M$ is halfway between $P$ and $Q$. // Find the [asked] of
  $M$.
stem A straight rod lies along the line [line] with both its ends on the curve [curve]. // What is the [asked] of the middle of the rod?
solve x, y for [height? ((m*x + c) + (m*y + c))/2 | (x + y)/2]: x^2 + p*x + q = m*x + c; y^2 + p*y + q = m*y + c; x < y
key?height m*mean + c
wrong?height m*(m - p) + c | takes the sum of the roots instead of their mean
wrong?height m*(p - m)/2 + c | takes the sum of the roots with the wrong sign
wrong?height q - p^2/4 | takes the vertex of the curve for the midpoint
wrong?height mean | gives the other coordinate
wrong?height mean^2 + p*mean + q | puts the mean into the curve instead of the line
wrong?height -m*p/2 + c | leaves the slope of the line out of the sum of the roots
wrong?height m*mean | forgets the intercept of the line
key?!height mean
wrong?!height m - p | gives the sum of the roots instead of their mean
wrong?!height (p - m)/2 | takes the sum of the roots with the wrong sign
wrong?!height -p/2 | takes the vertex of the curve for the midpoint
wrong?!height (m + p)/2 | adds the slopes instead of subtracting them
wrong?!height (q - c)/2 | gives half the product of the roots
wrong?!height p - m | gives the sum of the roots with the wrong sign
wrong?!height -(m + p)/2 | adds the slopes and takes the wrong sign
step algebra coordinate_geometry | The ends satisfy $[sum 1 x^{2}; p-m x; q-c] = 0$.
step quadratics | The sum of its roots is [m - p], so the midpoint has $x = [mean]$.
step?height coordinate_geometry | It lies on the line, so $y = [m] \times [(mean)] + [(c)] = [key]$.
insight The midpoint needs only the sum of the roots, and that can be read off.

# An end (x, y) of the chord lies on the circle, and so does what lies opposite it about the midpoint.
question chord_of_midpoint
given p, q, n, h, k
let far = (h - p)^2 + (k - q)^2
stem The point $([h], [k])$ is the midpoint of a chord of the circle $[equation]$. // What is the length of the chord?
stem A chord $AB$ of the circle $[equation]$ has its midpoint at $([h], [k])$. // Find the length of $AB$.
stem Of all the chords of the circle $[equation]$ that pass through $M([h], [k])$, exactly one is bisected by $M$. // How long is this
  chord?
stem The line segment joining two points of the circle $[equation]$ has its midpoint at $M([h], [k])$. // How far apart are the two points?
solve x, y for sqrt((2*x - 2*h)^2 + (2*y - 2*k)^2): (x - p)^2 + (y - q)^2 = n; (2*h - x - p)^2 + (2*k - y - q)^2 = (x - p)^2 + (y - q)^2
key 2*sqrt(n - far)
wrong sqrt(n - far) | gives half the chord
wrong 2*sqrt(n + far) | adds the squares instead of subtracting them
wrong 2*sqrt(n) | gives the diameter
wrong 2*sqrt(far) | gives twice the distance from the centre
wrong 2*sqrt(n - (h + p)^2 - (k + q)^2) | takes the centre with the wrong signs
wrong sqrt(far) | gives the distance from the centre
wrong sqrt(2*(n - far)) | doubles the square instead of the length
step coordinate_geometry | The square of the distance from the centre $([p], [q])$ to the midpoint is [far].
step geometry | That line is perpendicular to the chord, so the square of half the chord is $[n] - [far] = [n - far]$.
step geometry indices | The chord has length $[simple? [key] | 2\sqrt{[n - far]} = [key]]$.
insight The line from the centre to the middle of a chord is perpendicular to it.

# The crossing point (s, 0) is in line with the midpoint and an end.
question where_it_crosses
given p, q, n, h, k, o = 0
let along = k*(k - q)/(h - p)
stem A chord of the circle $[equation]$ has its midpoint at $([h], [k])$. // At which value of $x$ does the line through the ends of the
  chord cross the $x$-axis?
stem The points $A$ and $B$ lie on the circle $[equation]$, and $([h], [k])$ is the midpoint of $AB$. // The line $AB$ meets the line $y =
  0$ at $S$. What is the $x$-coordinate of $S$?
stem A straight line cuts the circle $[equation]$ at two points that have $([h], [k])$ as their midpoint. // Find the $x$-coordinate of the
  point where this line meets the $x$-axis.
solve x, y, s for s: (x - p)^2 + (y - q)^2 = n; (2*h - x - p)^2 + (2*k - y - q)^2 = (x - p)^2 + (y - q)^2; (s - h)*(y - k) = (o - k)*(x - h)
key h + along
wrong h - k*(h - p)/(k - q) | follows the line to the centre instead of the chord
wrong h - along | takes the reciprocal of the slope but not its negative
wrong h + k*(h - p)/(k - q) | takes the negative of the slope but not its reciprocal
wrong p + q*(k - q)/(h - p) | starts from the centre instead of the midpoint
wrong h + k*(k + q)/(h + p) | takes the centre with the wrong signs
wrong along | gives the step along the axis instead of the coordinate
step coordinate_geometry geometry | The line from the centre $([p], [q])$ to the midpoint has slope [(k - q)/(h - p)], so the chord has
  slope [(p - h)/(k - q)].
step coordinate_geometry | Through $([h], [k])$ with this slope, the line reaches $y = 0$ at $x = [key]$.
insight A chord is perpendicular to the line from the centre to its midpoint; the radius plays no part.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    if difficulty != Hard {
        // The curve y = x² + px + q and the line y = mx + c meet at points that are not whole.
        let height = difficulty == Medium;
        return until(|| {
            let (p, q, m, c) = (dice.range(-6, 6), dice.range(-7, 7), dice.range(-5, 5), dice.range(-6, 8));
            let discriminant = (m - p).pow(2) - 4 * (q - c);
            let clean = m.abs() != p.abs() && m != 0 && p != 0 && (!height || (m - p) % 2 == 0);
            let fits = clean && discriminant > 0 && !is_square(discriminant);
            fits.then(|| drawn!("on_parabola", p, q, m, c, height))
        });
    }
    let question = if dice.below(2) == 0 { "chord_of_midpoint" } else { "where_it_crosses" };
    // Centre (p, q), squared radius n, and a point (h, k) inside that is the middle of a chord.
    until(|| {
        let (p, q) = (dice.range(-4, 5), dice.range(-4, 5));
        let (dx, dy) = (dice.range(-4, 4), dice.range(-4, 4));
        let (n, h, k) = (dice.range(8, 60), p + dx, q + dy);
        let half = n - dx * dx - dy * dy;
        let inside = dx != 0 && dy != 0 && p != 0 && q != 0 && half > 0;
        let fits = inside && (question == "chord_of_midpoint" || k != 0 && (k * dy) % dx == 0);
        let simple = surd(half.max(1)).starts_with('\\');
        fits.then(|| drawn!(question, p, q, n, h, k, simple, equation = circle(p, q, n)))
    })
}
