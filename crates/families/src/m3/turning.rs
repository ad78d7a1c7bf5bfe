//! Turning points, and points where a curve touches.

use super::not_zero;
use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family M3 turning_points
idea Where a curve turns or touches, its slope is known as well as its value. Written around that point the function has its parameters on
  show.
objects quadratics; cubics; tangency
constraints turning point; touching point; crossing point
asked a coefficient, a sum of coefficients, or another value
paths a shift in the wrong direction; using the value where the slope is meant; treating a touching point as an ordinary root; forgetting
  the factor from the derivative
easy The vertex of a parabola is given, and one number is read off.
medium The slope of a cubic vanishes at two points.
hard A cubic touches a line, and the combination asked is a single value of it.

question vertex
given p, h, k, t
text curve $y = [sum p x^{2}; 1 bx; 1 c]$
text asked [kind? $c$ | $b + c$ | $y$ when $x = [t]$]
stem The curve [curve] has its turning point at $([h], [k])$. // What is the value of [asked]?
stem The [turn] point of the curve [curve] is $([h], [k])$. // Find the value of [asked].
stem Given that [curve] has a [turn] value of [k], which occurs at $x = [h]$, find the value of [asked].
solve b, c for [kind? c | b + c | p*t^2 + b*t + c]: 2*p*h + b = 0; p*h^2 + b*h + c = k
key [kind? k + p*h^2 | k + p*h^2 - 2*p*h | p*(t - h)^2 + k]
wrong?kind=0 k | takes the height of the turning point for the constant
wrong?kind=0 k - p*h^2 | takes the square off instead of adding it
wrong?kind=0 p*h^2 | takes the turning point to lie on the axis
wrong?kind=0 -2*p*h | stops at the coefficient of the linear term
wrong?kind=0 k | leaves out the doubling in the slope
wrong?kind=0 k + p*h | forgets the square on the shift
wrong?kind=0 k + 2*p*h^2 | doubles the square of the shift
wrong?kind=0 k + 3*p*h^2 | counts the square of the shift three times
wrong?kind=1 k + p*h^2 + 2*p*h | shifts in the wrong direction
wrong?kind=1 k - 2*p*h | takes the height of the turning point for the constant
wrong?kind=1 k - p*h^2 - 2*p*h | takes the square off instead of adding it
wrong?kind=1 k + p*h^2 | leaves the linear term out
wrong?kind=1 k - p*h | leaves out the doubling in the slope
wrong?kind=1 k + p*(1 - h)^2 | gives the value of the function at one
wrong?kind=2 p*(t + h)^2 + k | shifts in the wrong direction
wrong?kind=2 p*(t - h)^2 | leaves the height of the turning point out
wrong?kind=2 p*(t - h) + k | forgets the square on the shift
wrong?kind=2 p*(t - h)^2 - k | takes the height of the turning point off
wrong?kind=2 p^2*(t - h)^2 + k | squares the coefficient too
wrong?kind=2 p*(t^2 - h^2) + k | takes the point and the shift for each other's squares
wrong?kind=2 k - p*(t - h)^2 | turns the parabola upside down
step quadratics functions | Written around its turning point the curve is $y = [sum p ([sum 1 x; -h])^{2}; k]$.
step?kind=0 arithmetic | At $x = 0$ this gives $c = [key]$.
step?kind=1 arithmetic | At $x = 1$ this gives $[p] + b + c = [p*(1 - h)^2 + k]$, so $b + c = [key]$.
step?kind=2 arithmetic | At $x = [t]$ this is [key].
insight The turning point and the leading coefficient fix the completed square.

question stationary_points
given g, h, d
let z = g + h
let w = g*h
text cubic x^{3} + ax^{2} + bx[tail? |  + [d] |  - [d] ]
text asked $[less? b - a | a + b]$
stem The curve $y = [cubic]$ has stationary points at $x = [g]$ and at $x = [h]$. // What is the value of [asked]?
stem The tangents to the curve $y = [cubic]$ at $x = [g]$ and $x = [h]$ are both parallel to the $x$-axis. // Find the value of [asked].
stem The function $f(x) = [cubic]$ is decreasing for $[g] < x < [h]$ and for no other values of $x$. // Find [asked].
stem The constants $a$ and $b$ are such that the curve $y = [cubic]$ turns at $x = [g]$ and again at $x = [h]$. // What is [asked]?
solve a, b, y for [less? b - a | a + b]: 3*g^2 + 2*a*g + b = 0; 3*h^2 + 2*a*h + b = 0; y = g^3 + a*g^2 + b*g + d
key 3*w [t] (-3*z/2)
wrong w [t] (-z) | takes the stationary points for roots of the curve
wrong w [t] (-z/2) | forgets the factor of the cube in the derivative
wrong 3*w [t] 3*z/2 | takes the sum of the points with the wrong sign
wrong 3*w [t] (-3*z) | forgets the factor of the square in the derivative
wrong -3*w [t] (-3*z/2) | takes the product of the points with the wrong sign
wrong w [t] (-3*z/2) | takes the factor of the cube for the sum only
wrong 3*w [t] 3*z/2 | combines the coefficients the other way
step differentiation quadratics | The slope $3x^{2} + 2ax + b$ is zero at the two points, so it is $3([sum 1 x; -g])([sum 1 x; -h]) = [sum 3
  x^{2}; -3*z x; 3*w]$.
step algebra | Comparing, $a = [-3*z/2]$ and $b = [3*w]$, so $[less? b - a | a + b] = [key]$.
insight The slope is a quadratic whose roots and leading coefficient are known.

# The cubic less a line is (x - g)²(x - h). What is asked is its value at X, less one for the sum of the coefficients.
question touching
given g, h, m, n, t
let X = [kind? 0 | 1 | t]
let over = m*X + n
let rest = over - [kind? 0 | 1 | 0]
let product = (X - g)^2*(X - h)
text cubic x^{3} + ax^{2} + bx + c
text asked [kind? $c$ | $a + b + c$ | $y$ on the curve at $x = [t]$]
text value [kind? $c$ | $a + b + c$ | $y$ at $x = [t]$]
text tangent $y = [sum m x; n]$
stem?line The line [tangent] touches the curve $y = [cubic]$ at $x = [g]$ and crosses it at $x = [h]$. // What is the value of [asked]?
stem?line The curve $y = [cubic]$ has the line [tangent] as its tangent at $x = [g]$. The tangent meets the curve again at $x = [h]$. //
  Find the value of [asked].
stem?line The tangent to the curve $y = [cubic]$ at the point with $x = [g]$ has the equation [tangent]. It cuts the curve at one other
  point, where $x = [h]$. // What is the value of [asked]?
stem?!line The curve $y = [cubic]$ touches the $x$-axis at $x = [g]$ and crosses it at $x = [h]$. // What is the value of [asked]?
stem?!line The equation $[cubic] = 0$ has the repeated root $x = [g]$ and the root $x = [h]$. Let $y = [cubic]$. // Find the value of
  [value].
stem?!line The $x$-axis is a tangent to the curve $y = [cubic]$ at the point $([g], 0)$, and the curve also passes through $([h], 0)$. //
  Find the value of [asked].
solve a, b, c for [kind? c | a + b + c | t^3 + a*t^2 + b*t + c]: g^3 + a*g^2 + b*g + c = m*g + n; 3*g^2 + 2*a*g + b = m; h^3 + a*h^2 + b*h +
  c = m*h + n
key product + rest
wrong (X - g)*(X - h)^2 + rest | takes the crossing point for the touching point
wrong (X + g)^2*(X + h) + rest | shifts in the wrong direction
wrong (X - g)*(X - h) + rest | treats the touching point as an ordinary root
wrong (X - g)^2*(h - X) + rest | takes the crossing factor with the wrong sign
wrong?kind=1 product + over | forgets the leading coefficient
wrong?!kind=1 (X - g)^2*(X + h) + rest | shifts the crossing factor in the wrong direction
wrong?line product + rest - over | leaves the line out of account
wrong?!line (X + g)^2*(X - h) + rest | shifts the touching factor in the wrong direction
wrong?line product + rest - 2*over | takes the line off instead of adding it
wrong?!line (X - h)^2 + rest | takes the crossing point for the only root, a double one
step polynomials functions | Touching means a double root, so the cubic [line? less the line is | is] $([sum 1 x; -g])^{2}([sum 1 x; -h])$.
text gives At $x = [X]$ this gives $[(X - g)]^{2} \times [(X - h)] = [product]$[line?  plus [over] from the line]
step?kind=1 arithmetic | [gives]; the curve is at $1 + a + b + c = [product + over]$, so $a + b + c = [key]$.
step?!kind=1 arithmetic | [gives][line? , which is [key]].
insight A touching point is a double root, and what is asked is one value of the product.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => {
            let p = *dice.pick(&[1, 2, 3, -1, -2]);
            let (h, k) = (not_zero(dice, 4), not_zero(dice, 9));
            let t = until(|| Some(dice.range(-3, 5)).filter(|t| ![h, 0, 1].contains(t)));
            let turn = if p > 0 { "minimum" } else { "maximum" };
            drawn!("vertex", p, h, k, t, turn, kind = dice.below(3))
        }
        Medium => {
            let (g, h) = loop {
                let (g, h) = (dice.range(-5, 5), dice.range(-5, 5));
                if g < h && (g + h) % 2 == 0 && g + h != 0 && g * h != 0 {
                    break (g, h);
                }
            };
            let (d, tail, less) = (dice.range(1, 9), dice.below(3), dice.below(2) == 1);
            drawn!("stationary_points", g, h, d, tail, less, t = if less { "-" } else { "+" })
        }
        Hard => {
            let (g, h) = loop {
                let (g, h) = (dice.range(-3, 4), dice.range(-4, 5));
                if g != h && g != 0 && h != 0 && g != 1 && h != 1 {
                    break (g, h);
                }
            };
            let line = dice.below(2) == 0;
            let (m, n) = if line { (not_zero(dice, 4), dice.range(-6, 6)) } else { (0, 0) };
            let t = until(|| Some(dice.range(-2, 4)).filter(|t| ![g, h, 1, 0].contains(t)));
            drawn!("touching", g, h, m, n, t, line, kind = dice.below(3))
        }
    }
}
