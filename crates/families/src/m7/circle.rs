//! Lines that move across a circle until they only touch it.

use super::{TRIPLES, normal};
use crate::declare::prelude::*;
use crate::formula::circle;

declare! { draw r"
family M7 touching_a_circle
idea A point is bound to a circle and an expression of its coordinates is to be as large as it can be. Equal values of the expression lie on
  lines or circles, and the last of these touches the circle.
objects circle; family of parallel lines; lines through a point
constraints a point on a circle
asked the greatest or least value of an expression, or how many values it takes
paths maximising each coordinate for itself; using the centre instead of the edge; the distance instead of its square; the least value where
  the greatest is asked
easy The circle is about the origin, and the touching line has its distance as radius.
medium The centre lies elsewhere, and its value has to be found first.
hard The expression is a gradient, a squared distance or a count, and has to be seen as a family that touches.

part ends
text most [minus? least | greatest]
text other [minus? greatest | least]
text large [minus? smallest | largest]
text?expanded equation [sum 1 x^2; 1 y^2; -2*p x; -2*q y] = [-c]

part lines + ends
let reach = sqrt(n)*sqrt(a^2 + b^2)
let centre = a*p + b*q
text f [turned? [sum b y; a x] | [sum a x; b y]]
extreme [minus? least | greatest] of a*x + b*y over x from p - sqrt(n) to p + sqrt(n), y from q - sqrt(n) to q + sqrt(n) with (x - p)^2 + (y
  - q)^2 = n

question about_origin + lines
given a, b, n, p = 0, q = 0
stem The real numbers $x$ and $y$ satisfy $x^2 + y^2 = [n]$. // What is the [most] possible value of $[f]$?
stem A point $(x, y)$ moves round the circle $x^2 + y^2 = [n]$. // What is the [most] value that $[f]$ takes?
stem What is the [large] value of the constant $k$ for which the line $[f] = k$ meets the circle $x^2 + y^2 = [n]$?
stem $x^2 + y^2 = [n]$, where $x$ and $y$ are real. // What is the [most] value of $[f]$?
key 0 [s] reach
wrong 0 [s] sqrt(n)*(abs(a) + abs(b)) | maximises each variable for itself
wrong 0 [s] sqrt(n)*(a + b) | adds the coefficients with their signs
wrong 0 [o] reach | gives the [other] value
wrong 0 [s] sqrt(n)*abs(a) | sets the second variable to zero
wrong 0 [s] sqrt(n)*abs(b) | sets the first variable to zero
wrong 0 [s] n*sqrt(a^2 + b^2) | takes the square of the radius for the radius
step coordinate_geometry | The line $[f] = k$ is $\frac{|k|}{\sqrt{[a^2 + b^2]}}$ from the origin.
step coordinate_geometry arithmetic | It still meets the circle if this is at most the radius $\sqrt{[n]}$, so $|k| \le [reach]$ and the
  [most] value is [key].
insight Equal values lie on parallel lines; the last one touches the circle.

question elsewhere + lines
given a, b, n, p, q
given?expanded c, d, g
stem The real numbers $x$ and $y$ satisfy // $[equation]$. // What is the [most] possible value of $[f]$?
stem A point $(x, y)$ lies on the circle $[equation]$. // What is the [most] value that $[f]$ can have?
stem The line $[f] = k$ and the circle $[equation]$ have at least one point in common. // What is the [large] possible value of $k$?
stem What is the [minus? minimum | maximum] value of $[f]$ on the circle // $[equation]$?
extreme?expanded [minus? least | greatest] of a*x + b*y over x from p - sqrt(n) to p + sqrt(n), y from q - sqrt(n) to q + sqrt(n) with x^2 +
  y^2 - d*x - g*y + c = 0
key centre [s] reach
wrong centre | takes the value at the centre
wrong 0 [s] reach | puts the centre at the origin
wrong centre [o] reach | gives the [other] value
wrong centre [s] sqrt(n)*(abs(a) + abs(b)) | maximises each variable for itself
wrong centre [s] sqrt(n) | adds the radius alone to the value at the centre
wrong -centre [s] reach | reads the centre with the opposite sign
wrong centre [s] sqrt(a^2 + b^2) | adds the length of the normal alone
step coordinate_geometry | The centre is $([p], [q])$ and the radius [r]; at the centre the expression is [centre].
step coordinate_geometry | Going one unit along the normal changes it by $\sqrt{[a^2 + b^2]} = [h]$, so the circle's edge is $[r] \times [h]
  = [reach]$ away.
step arithmetic | The [most] value is $[centre] [s] [reach] = [key]$.
insight Start from the value at the centre and go one radius along the normal of the lines.

# The steepest line from a point outside.
question gradient
given n, p, q, u, v
stem?origin The real numbers $x$ and $y$ satisfy $[equation]$. // What is the greatest possible value of $\frac{y}{x}$?
stem?origin The line $y = mx$ meets the circle $[equation]$. // What is the largest possible value of $m$?
stem?origin A point moves round the circle $[equation]$ and is joined to the origin by a straight line. // What is the greatest gradient of
  this line?
stem?!origin A straight line through the point $([u], [v])$ meets the circle // $[equation]$. // What is the greatest gradient the line can
  have?
stem?!origin $P$ is a point on the circle $[equation]$ and $A$ is the point $([u], [v])$. // What is the greatest possible gradient of the
  line $AP$?
stem?!origin From the point $([u], [v])$, straight lines are drawn to all points of the circle // $[equation]$. // What is the gradient of
  the steepest line that rises to the right?
extreme greatest of (y - v)/(x - u) over x from p - sqrt(n) to p + sqrt(n), y from q - sqrt(n) to q + sqrt(n) with (x - p)^2 + (y - q)^2 = n
key [r]/[t]
wrong [r]/[d] | takes the highest point of the circle for the touching point
wrong [t]/[r] | takes the quotient upside down
wrong [t]/[d] | divides the tangent by the distance of the centre
wrong [r]/[d - r] | divides the radius by the distance of the nearest point
wrong [r]/[d + r] | divides the radius by the distance of the farthest point
wrong [d]/[r] | divides the distance of the centre by the radius
wrong [d]/[t] | divides the distance of the centre by the tangent
step coordinate_geometry | The centre $([p], [q])$ is [d] to the right of the point, at the same height. The steepest line is a tangent.
step geometry | Radius and tangent are at right angles, so the tangent has the length $\sqrt{[d]^2 - [r]^2} = [t]$.
step trigonometry | Its gradient is the tangent of the angle at the point: $[lowest? [key] | \frac{[r]}{[t]} = [key]]$.
insight The steepest line that still meets the circle touches it, at right angles to the radius.

question squared_distance + ends
given n, p, q, c, d, g
let centre = sqrt(p^2 + q^2)
stem The real numbers $x$ and $y$ satisfy // $[equation]$. // What is the [most] possible value of $x^2 + y^2$?
stem What is the [most] value of $x^2 + y^2$ if $x$ and $y$ are real and // $[equation]$?
stem The point $(x, y)$ moves on the curve // $[equation]$. // What is the square of the [most] distance from the origin that it reaches?
extreme [minus? least | greatest] of x^2 + y^2 over x from p - sqrt(n) to p + sqrt(n), y from q - sqrt(n) to q + sqrt(n) with x^2 + y^2 -
  d*x - g*y + c = 0
key (centre [s] sqrt(n))^2
wrong abs(centre [s] sqrt(n)) | gives the distance instead of its square
wrong p^2 + q^2 | uses the centre instead of the edge
wrong (centre [o] sqrt(n))^2 | gives the [other] value
wrong p^2 + q^2 + n | adds the squares of the distances
wrong abs(p^2 + q^2 - n) | subtracts the squares of the distances
wrong n | takes the square of the radius
wrong (abs(p) + sqrt(n))^2 + (abs(q) + sqrt(n))^2 | takes the point with both coordinates greatest in size
step coordinate_geometry algebra | It is the circle with centre $([p], [q])$ and radius [r]; the centre is $\sqrt{[p^2 + q^2]} = [centre]$
  from the origin.
step geometry arithmetic | $x^2 + y^2$ is the square of the distance from the origin. On the line through the centre it is [most]:
  $([centre] [s] [r])^2 = [key]$.
insight The sum of squares is a squared distance from the origin, and the extreme points lie on the line through the centre.

question meeting_lines + lines
given a, b, n, p, q
stem For how many integers $k$ does the line $[f] = k$ meet the circle // $[equation]$?
stem The real numbers $x$ and $y$ satisfy // $[equation]$. // How many different integer values can $[f]$ have?
stem Among the parallel lines $[f] = k$, where $k$ is an integer, how many have at least one point in common with the circle $[equation]$?
extreme whole_numbers of a*x + b*y over x from p - sqrt(n) to p + sqrt(n), y from q - sqrt(n) to q + sqrt(n) with (x - p)^2 + (y - q)^2 = n
key 2*reach + 1
wrong 2*reach | counts the steps between the two tangents, not the lines
wrong 2*reach - 1 | leaves out the two tangents
wrong 2*sqrt(n)*(abs(a) + abs(b)) + 1 | maximises each variable for itself
wrong reach + 1 | counts on one side of the centre only
wrong 2*sqrt(n) + 1 | takes the lines to be one unit apart
wrong 2*n*sqrt(a^2 + b^2) + 1 | takes the square of the radius for the radius
step coordinate_geometry | From the centre $([p], [q])$ to the edge the expression changes by at most $[r] \times \sqrt{[a^2 + b^2]} =
  [reach]$.
step counting arithmetic | So $k$ runs from [centre - reach] to [centre + reach], the tangents included: [key] integers.
insight The lines that meet the circle are those between its two tangents.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(3)) {
        (Easy, _) => {
            let (a, b, _) = normal(dice);
            let r = dice.range(2, 12);
            let drawn = drawn!("about_origin", a, b, n = r * r, turned = a < 0 && b > 0, expanded = false);
            drawn.with_sign(*dice.pick(&[false, false, true]))
        }
        (Medium, _) => {
            let (a, b, h) = normal(dice);
            let (p, q, r) = (dice.range(-6, 6), dice.range(1, 7), dice.range(1, 6));
            let (minus, expanded) = (*dice.pick(&[false, true]), dice.below(2) == 0);
            let drawn = drawn!("elsewhere", a, b, h, turned = a < 0 && b > 0, expanded);
            on_circle(drawn, p, q, r).with_sign(minus)
        }
        (Hard, 0) => {
            // Radius, tangent, distance of the centre.
            let (r, t, d) = *dice.pick(TRIPLES);
            #[rustfmt::skip]
            let (u, v) = *dice.pick(&[
                (0, 0), (0, 0), (0, 1), (0, 2), (1, 0), (-1, 0), (2, 1), (-2, 3), (-1, 2), (1, -1), (0, -3), (-3, 0),
            ]);
            let (p, n) = (u + d, r * r);
            let drawn = drawn!("gradient", r, t, d, u, v, p, q = v, n, equation = circle(p, v, n));
            drawn.with("origin", (u, v) == (0, 0)).with("lowest", d != 10)
        }
        (Hard, 1) => {
            let (p, q, d) = normal(dice);
            let r = crate::whole::until(|| Some(dice.range(1, 12)).filter(|r| *r != d));
            let minus = *dice.pick(&[false, false, true]);
            let drawn = drawn!("squared_distance", expanded = dice.below(3) > 0);
            on_circle(drawn, p, q, r).with_sign(minus)
        }
        (Hard, _) => {
            let (a, b, _) = normal(dice);
            let r = dice.range(1, 5);
            let (p, q) = (dice.range(-4, 4), dice.range(0, 5));
            let drawn = drawn!("meeting_lines", a, b, turned = a < 0 && b > 0, expanded = false);
            on_circle(drawn, p, q, r).with_sign(false)
        }
    }
}

/// A circle of radius r about (p, q), with the coefficients of its equation when multiplied out.
fn on_circle(drawn: Drawn, p: i64, q: i64, r: i64) -> Drawn {
    let n = r * r;
    let drawn = drawn.with("p", p).with("q", q).with("r", r).with("n", n).with("equation", circle(p, q, n));
    drawn.with("c", p * p + q * q - n).with("d", 2 * p).with("g", 2 * q)
}
