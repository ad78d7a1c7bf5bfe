//! Remainders on division by linear factors.

use super::not_zero;
use crate::declare::prelude::*;

declare! { draw r"
family M3 remainders
idea A remainder on division by a linear factor is a value of the polynomial. Each remainder is one equation for an unknown coefficient, or
  for the remainder of a longer division.
objects polynomials; remainder theorem
constraints remainder at a point; factor
asked a coefficient, a combination of coefficients, or a remainder
paths a remainder taken at the wrong sign; treating the remainder as zero; mixing up the two remainders; forgetting the power on the point
easy One remainder fixes one coefficient.
medium Two remainders give two equations, and a combination is asked.
hard The polynomial is unknown; its remainder must be seen as a line through two points.

question one_coefficient
given h, c, d, r
let w = [square? h^2 | h]
let z = [square? c*h | c*h^2]
text cubic $[square? [sum 1 x^{3}; 1 kx^{2}; c x; d] | [sum 1 x^{3}; c x^{2}; 1 kx; d]]$
text factor [sum 1 x; -h]
text value [sum w k; (r - w*k)]
stem?!r The polynomial [cubic] has [factor] as a factor. // What is the value of $k$?
stem?!r For which value of the constant $k$ is [cubic] divisible by [factor]?
stem?r When [cubic] is divided by [factor], the remainder is [r]. // What is the value of $k$?
stem?r The remainder on division of $p(x) = [square? [sum 1 x^{3}; 1 kx^{2}; c x; d] | [sum 1 x^{3}; c x^{2}; 1 kx; d]]$ by [factor] is [r].
  // Find the constant $k$.
stem?r For which value of $k$ does [cubic] leave a remainder of [r] on division by [factor]?
solve?square k: h^3 + k*h^2 + c*h + d = r
solve?!square k: h^3 + c*h^2 + k*h + d = r
key (r - h^3 - z - d)/w
wrong?square (r + h^3 + c*h - d)/h^2 | takes the remainder at the wrong sign
wrong?!square -(r + h^3 - c*h^2 - d)/h | takes the remainder at the wrong sign
wrong (-h^3 - z - d)/w | takes the remainder to be zero
wrong (r - h^3 - c*h - d)/h | forgets the square on the point
wrong (-r - h^3 - z - d)/w | brings the remainder over with the wrong sign
wrong (r - h^3 - z)/w | leaves the constant term out
wrong (r + h^3 + z + d)/w | brings the known terms over without changing their signs
wrong?square (r - h - c*h - d)/h^2 | forgets the cube on the point
wrong?!square r - h^3 - c*h^2 - d | forgets to divide by the point
step polynomials | The remainder is the value at $x = [h]$, which is [value].
step linear_equations | $[value] = [r]$ gives $k = [key]$.
insight A remainder on division by a linear factor is a value of the polynomial.

# The coefficients of x² and x from the two remainders, and from what mistakes make of them.
question two_coefficients
given g, h, r, s, d
let first = ((r - g^3 - d)/g - (s - h^3 - d)/h)/(g - h)
let second = (r - g^3 - d)/g - g*first
let mirrored = ((r + g^3 - d)/g - (s + h^3 - d)/h)/(g - h)
let opposite = g*mirrored - (r + g^3 - d)/g
let swapped = ((s - g^3 - d)/g - (r - h^3 - d)/h)/(g - h)
let exchanged = (s - g^3 - d)/g - g*swapped
let zero = ((-g^3 - d)/g - (-h^3 - d)/h)/(g - h)
let nought = (-g^3 - d)/g - g*zero
let negative = ((-r - g^3 - d)/g - (-s - h^3 - d)/h)/(g - h)
let reversed = (-r - g^3 - d)/g - g*negative
text cubic [sum 1 x^{3}; 1 ax^{2}; 1 bx; d]
text asked $[kind? a + b | ab | a - b]$
stem?!s The polynomial [cubic] has the factor [sum 1 x; -h] and leaves a remainder of [r] on division by [sum 1 x; -g]. // What is the value
  of [asked]?
stem?s When [cubic] is divided by [sum 1 x; -g] the remainder is [r]. When it is divided by [sum 1 x; -h] the remainder is [s]. // Find
  [asked].
stem?s The polynomial $p(x) = [cubic]$ leaves the remainders [r] and [s] on division by [sum 1 x; -g] and by [sum 1 x; -h] respectively. //
  What is the value of [asked]?
stem?s Division of [cubic] by [sum 1 x; -g] gives the remainder [r], and division by [sum 1 x; -h] gives the remainder [s]. The numbers $a$
  and $b$ are constants. // Find the value of [asked].
solve a, b for [kind? a + b | a*b | a - b]: g^3 + a*g^2 + b*g + d = r; h^3 + a*h^2 + b*h + d = s
key first [t] second
wrong mirrored [t] opposite | takes both remainders at the wrong sign
# A product of fractions would stand out.
wrong?kind=1 -first*second | takes the product with the wrong sign
wrong?!kind=1 swapped [t] exchanged | mixes up the two remainders
wrong zero [t] nought | takes both remainders to be zero
wrong negative [t] reversed | brings the remainders over with the wrong sign
wrong?kind=0 first - second | subtracts the coefficients
wrong?!kind=0 first + second | adds the coefficients
wrong first | gives the first coefficient only
wrong second | gives the second coefficient only
step polynomials | The values at $x = [g]$ and $x = [h]$ give $[sum g^2 a; g b] = [a*g^2 + b*g]$ and $[sum h^2 a; h b] = [a*h^2 + b*h]$.
step linear_equations | So $a = [a]$ and $b = [b]$, and $[kind? a + b | ab | a - b] = [key]$.
insight Each remainder is a value of the polynomial, and so one linear equation.

question linear_remainder
given g, h, r, s
let k = (r - s)/(g - h)
text first [sum 1 x; -g]
text second [sum 1 x; -h]
stem A polynomial leaves the remainder [r] on division by [first] and the remainder [s] on division by [second]. // What is its remainder on
  division by $([first])([second])$?
stem The polynomial $p(x)$ satisfies $p([g]) = [r]$ and $p([h]) = [s]$. // Find the remainder when $p(x)$ is divided by
  $([first])([second])$.
stem When $p(x)$ is divided by [first], the remainder is [r]; when it is divided by [second], the remainder is [s]. // Which of the
  following is the remainder when $p(x)$ is divided by the product $([first])([second])$?
solve m, c for m*x + c: m*g + c = r; m*h + c = s
key k*x + r - g*k
wrong -k*x + r - g*k | takes both remainders at the wrong sign
wrong -k*x + s + g*k | mixes up the two remainders
wrong r*x + s | takes the remainders for the coefficients
wrong s*x + r | takes the remainders for the coefficients, in the other order
wrong k*x + r | takes the first remainder for the constant
wrong (r - g*k)*x + k | mixes up the coefficients of the remainder
step polynomials | The divisor is quadratic, so the remainder has the form $mx + c$, with the same values as the polynomial at $x = [g]$ and
  $x = [h]$.
step linear_equations | $m \times [(g)] + c = [r]$ and $m \times [(h)] + c = [s]$ give $m = [m]$ and $c = [c]$: the remainder is [key].
insight Where the divisor is zero the polynomial equals its remainder, and two values fix a line.
"}

/// Where two remainders are taken.
#[rustfmt::skip]
const POINTS: &[(i64, i64)] =
    &[(2, -1), (2, -2), (1, 2), (1, -2), (1, -1), (3, -1), (1, 3), (2, 3), (-1, -2), (3, -2), (1, -3)];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => {
            let h = *dice.pick(&[2, -2, 3, -3, 1, -1, 2, -2]);
            let (k, c, d) = (not_zero(dice, 6), dice.range(-7, 7), not_zero(dice, 9));
            // The unknown stands before x² or before x.
            let square = dice.below(2) == 0;
            let (a, b) = if square { (k, c) } else { (c, k) };
            let r = h * h * h + a * h * h + b * h + d;
            drawn!("one_coefficient", h, k, c, d, r, square, stem = dice.below(3))
        }
        Medium => {
            let (g, h) = *dice.pick(POINTS);
            let (a, b, d) = (not_zero(dice, 5), not_zero(dice, 7), not_zero(dice, 8));
            let at = |x: i64| x * x * x + a * x * x + b * x + d;
            // A sum that one of the remainders gives at once is not asked.
            let (kind, t) = match dice.below(3) {
                0 if g != 1 => (0, "+"),
                1 => (1, "*"),
                _ if h != -1 && g != -1 => (2, "-"),
                _ => (1, "*"),
            };
            drawn!("two_coefficients", g, h, a, b, d, r = at(g), s = at(h), kind, t, stem = dice.below(3))
        }
        Hard => {
            let (g, h) = *dice.pick(&[
                (1, 3),
                (2, -1),
                (1, -2),
                (3, -1),
                (2, 4),
                (1, -1),
                (2, -3),
                (-1, -3),
                (1, 4),
                (5, 2),
            ]);
            loop {
                let (m, c) = (dice.range(-4, 5), dice.range(-6, 6));
                if m != 0 && c != 0 && m * g + c != 0 && m * h + c != 0 {
                    break drawn!("linear_remainder", g, h, m, c, r = m * g + c, s = m * h + c);
                }
            }
        }
    }
}
