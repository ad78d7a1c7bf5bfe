//! Tangents from a point to a circle.

use crate::declare::prelude::*;
use crate::formula::circle;
use crate::whole::{is_square, until};

declare! { draw r"
family M4 tangent_length
idea A tangent is perpendicular to the radius at the point where it touches. The distance from the point to the centre, the radius and the
  tangent form a right-angled triangle, and the point of contact is not needed.
objects circles; tangents
constraints equation of the circle; point outside it
asked the length of a tangent, or an area it bounds
paths using the distance to the centre; using the radius instead of its square; a centre with the wrong signs; a length instead of its
  square
easy Centre and radius can be read off.
medium The circle is given expanded, so the square has to be completed.
hard The tangent is not mentioned as a length; an area is asked that it bounds.

# A circle with centre (p, q) and squared radius n, and a point (a, b) outside it.
# The point of contact is on the circle, and the tangent there goes through the point.
part outside
given a, b
given?expanded u, v, c
given?!expanded p, q, n
let far = [expanded? (a + u/2)^2 + (b + v/2)^2 | (a - p)^2 + (b - q)^2]
let square = [expanded? u^2/4 + v^2/4 - c | n]
let radius = sqrt(square)
let tangent = sqrt(far - square)
text?expanded circle $[sum 1 x^{2}; 1 y^{2}; u x; v y; c] = 0$

question length + outside
stem A tangent is drawn from the point $([a], [b])$ to the circle [circle]. // What is the distance from this point to the point where the
  tangent touches the circle?
stem Find the length of the tangents from $P([a], [b])$ to the circle with equation [circle].
stem The line $PT$ touches the circle [circle] at $T$, and $P$ is the point $([a], [b])$. // What is the length of $PT$?
stem A circle has the equation [circle]. A line through $([a], [b])$ touches it at the point $T$. // How far is $T$ from $([a], [b])$?
solve?expanded x, y for sqrt((x - a)^2 + (y - b)^2): x^2 + y^2 + u*x + v*y + c = 0; a*x + b*y + u*(a + x)/2 + v*(b + y)/2 + c = 0
solve?!expanded x, y for sqrt((x - a)^2 + (y - b)^2): (x - p)^2 + (y - q)^2 = n; (x - p)*(a - p) + (y - q)*(b - q) = n
key tangent
wrong sqrt(far) | gives the distance to the centre
wrong?expanded sqrt(a^2 + b^2 - u*a - v*b + c) | takes the centre with the wrong signs
wrong?expanded sqrt((a + u)^2 + (b + v)^2 - square) | forgets to halve the coefficients for the centre
wrong?expanded sqrt(far - c) | takes the constant for the square of the radius
wrong?expanded sqrt(far + square) | adds the square of the radius instead of subtracting it
wrong?expanded sqrt(a^2 + b^2 + u*a + v*b) | forgets the constant
wrong?expanded sqrt(a^2 + b^2 + c) | takes the distance from the origin for that from the centre
wrong?!expanded sqrt((a + p)^2 + (b + q)^2 - n) | takes the centre with the wrong signs
wrong?!expanded sqrt(far + n) | adds the square of the radius instead of subtracting it
wrong?!expanded sqrt((a + p)^2 + (b + q)^2) | gives the distance to the wrong centre
wrong?!expanded sqrt(far - sqrt(n)) | uses the radius instead of its square
wrong?!expanded sqrt(far - 4*n) | uses the diameter instead of the radius
wrong far - square | gives the square of the length
step coordinate_geometry algebra | [expanded? Completing the squares: the | The] centre is $([p], [q])$ and the square of the radius is [n].
step coordinate_geometry | The square of the distance from $([a], [b])$ to the centre is [far].
step geometry | Tangent and radius are perpendicular, so the length is $\sqrt{[far] - [n]} = [key]$.
insight The tangent, the radius and the line to the centre form a right-angled triangle.

question area + outside
let part = [triangle? 1/2 | 1]
stem The tangents from $P([a], [b])$ to the circle [circle] touch it at $A$ and $B$. The centre of the circle is $C$. // What is the area of
  the quadrilateral $PACB$?
stem Two tangents to the circle [circle] meet at the point $([a], [b])$. // Find the area of the quadrilateral formed by the two tangents
  and the radii to the points where they touch.
stem A line through $P([a], [b])$ touches the circle [circle] at $T$. The centre of the circle is $C$. // What is the area of triangle
  $PTC$?
stem The circle [circle] has the centre $C$. From the point $P([a], [b])$ a tangent is drawn, which touches the circle at $T$. // Find the
  area of the triangle with corners $P$, $C$ and $T$.
solve?expanded x, y for sqrt(u^2/4 + v^2/4 - c)*sqrt((x - a)^2 + (y - b)^2)[triangle? /2]: x^2 + y^2 + u*x + v*y + c = 0; a*x + b*y + u*(a +
  x)/2 + v*(b + y)/2 + c = 0
solve?!expanded x, y for sqrt(n)*sqrt((x - a)^2 + (y - b)^2)[triangle? /2]: (x - p)^2 + (y - q)^2 = n; (x - p)*(a - p) + (y - q)*(b - q) = n
key part*radius*tangent
wrong part*radius*sqrt(far) | uses the distance to the centre instead of the tangent
wrong?triangle radius*tangent | forgets the half in the area of a triangle
wrong?!triangle radius*tangent/2 | gives the area of one of the two triangles
wrong?triangle radius*tangent/4 | gives half the area of the triangle
wrong?!triangle 2*radius*tangent | forgets the half in the areas of the triangles
wrong part*square*tangent | uses the square of the radius
wrong part*radius*sqrt(far + square) | adds the squares instead of subtracting them
wrong part*radius*(far - square) | uses the square of the tangent
wrong part*(far - square) | multiplies the tangent by itself
step coordinate_geometry algebra | The centre is $([p], [q])$, the radius [radius] and the square of the distance to the centre [far].
step geometry | The tangent is perpendicular to the radius, so its length is $\sqrt{[far] - [n]} = [tangent]$.
step?triangle geometry arithmetic | The area is $\frac{1}{2} \times [radius] \times [tangent] = [key]$.
step?!triangle geometry arithmetic | Two equal right-angled triangles have the area $2 \times \frac{1}{2} \times [radius] \times [tangent] =
  [key]$.
insight Radius and tangent are the short sides of a right-angled triangle.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let whole = difficulty == Hard;
    let (p, q, n, a, b) = until(|| {
        let (p, q) = (dice.range(-5, 5), dice.range(-5, 5));
        let n = if whole || dice.below(2) == 0 { dice.range(2, 7).pow(2) } else { dice.range(3, 40) };
        let (a, b) = (dice.range(-9, 12), dice.range(-9, 12));
        // The square of the tangent.
        let power = (a - p).pow(2) + (b - q).pow(2) - n;
        let fits = p != 0 && q != 0 && (1..=150).contains(&power) && (!whole || is_square(power));
        fits.then_some((p, q, n, a, b))
    });
    let expanded = difficulty == Medium || whole && dice.below(2) == 0;
    let drawn = drawn!(if whole { "area" } else { "length" }, p, q, n, a, b, expanded);
    let drawn = drawn.with("u", -2 * p).with("v", -2 * q).with("c", p * p + q * q - n);
    let drawn = drawn.with("circle", format!("${}$", circle(p, q, n)));
    if !whole {
        return drawn;
    }
    let stem = dice.below(4);
    drawn.with("stem", stem).with("triangle", stem > 1)
}
