//! Odd and even parts: half of a function changes its sign, the other half does not.

use super::not_zero;
use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family M3 odd_and_even
idea Most coefficients of a function are unknown and stay unknown. Its odd part changes sign with the variable and its even part does not,
  so one value gives the value at the mirrored point.
objects odd and even functions; polynomials
constraints one value; symmetry of the terms
asked the value at the mirrored point
paths taking the whole function to be odd; taking the whole function to be even; counting the constant once only; mirroring about the wrong
  point
easy Only a constant stands beside the odd terms.
medium One known term of the other kind stands beside the unknown ones.
hard The symmetry is about another point, or no coefficient is known at all.

# b stays a parameter: the answer does not depend on it.
question constant_known
given h, c, r
text f [sum 1 ax^{[i]}; 1 b[single? x | x^{[j]}]; c]
stem The function $f(x) = [f]$, where $a$ and $b$ are constants, satisfies $f([h]) = [r]$. // What is the value of $f([-h])$?
stem Let $f(x) = [f]$ with constants $a$ and $b$. Given that $f([h]) = [r]$, find $f([-h])$.
stem The point $([h], [r])$ lies on the curve $y = [f]$, where $a$ and $b$ are constants. // What is the value of $y$ on this curve at $x =
  [-h]$?
solve a for a*(-h)^[i] + b*(-h)^[j] + c: a*h^[i] + b*h^[j] + c = r
key 2*c - r
wrong -r | takes the whole function to be odd
wrong r | takes the whole function to be even
wrong c - r | adds the constant once only
wrong -r - 2*c | takes the constant off twice instead of adding it
wrong r - 2*c | takes the odd part without changing its sign
wrong r - c | gives the odd part
wrong r + 2*c | adds the constant twice to the given value
step functions | The terms in $a$ and $b$ add up to $[r] - [(c)] = [r - c]$ at $x = [h]$.
step functions arithmetic | They are odd, so at $x = [-h]$ they add up to [c - r], and the value is $[c - r] + [(c)] = [key]$.
insight The unknown terms are odd: together they change sign with $x$, and the constant stays.

part term
given h, k, r
let w = k*h^[n]
text f [form? [sum 1 ax^{4}; 1 bx^{2}; k x] | [sum 1 ax^{4}; k x^{3}; 1 bx^{2}] | [sum 1 ax^{5}; 1 bx^{3}; k x^{2}]]
stem Given that $f(x) = [f]$ for constants $a$ and $b$, and that $f([h]) = [r]$, find the value of $f([-h])$.
stem The curve $y = [f]$, where $a$ and $b$ are constants, passes through the point $([h], [r])$ and through the point $([-h], q)$. // What
  is the value of $q$?
stem For certain constants $a$ and $b$ the function $f(x) = [f]$ has the value [r] at $x = [h]$. // What is its value at $x = [-h]$?
step functions | The known term is [w] at $x = [h]$, so the unknown terms add up to [r - w] there.

question even_unknown + term
solve a for a*(-h)^4 + b*(-h)^2 + k*(-h)[form? | ^3]: a*h^4 + b*h^2 + k*h[form? | ^3] = r
key r - 2*w
wrong r | takes the whole function to be even
wrong -r | takes the whole function to be odd
wrong r - w | takes the known term off once only
wrong r + 2*w | adds the known term twice
wrong 2*w - r | changes the sign of the unknown terms
wrong w - r | leaves the known term out and changes the sign of the rest
wrong r + w | adds the known term once
step functions arithmetic | At $x = [-h]$ the unknown terms give [r - w] and the known one [-w]: together [key].
insight The unknown terms are even and keep their value; only the known term changes its sign.

question odd_unknown + term
solve a for a*(-h)^5 + b*(-h)^3 + k*(-h)^2: a*h^5 + b*h^3 + k*h^2 = r
key 2*w - r
wrong -r | takes the whole function to be odd
wrong r | takes the whole function to be even
wrong w - r | adds the known term once only
wrong -2*w - r | takes the known term to change its sign twice
wrong r - 2*w | takes the unknown terms without changing their sign
wrong r - w | gives the unknown terms
wrong r + 2*w | adds the known term twice to the given value
step functions arithmetic | At $x = [-h]$ the unknown terms give [w - r] and the known one [w]: together [key].
insight The unknown terms are odd and change their sign; only the known term keeps its value.

# Two values at mirrored points give the sum of any other such pair.
part mirrored
given h, t, r, s
text f ax^{[i]} + b[single? x | x^{[j]}] + c
step functions | The terms in $a$ and $b$ are odd, so they cancel in $f([h]) + f(-[h]) = 2c = [r + s]$.
insight In a sum of values at mirrored points only the even part is left.

question mirrored_sum + mirrored
stem Let $f(x) = [f]$, where $a$, $b$ and $c$ are constants. It is given that $f([h]) = [r]$ and $f(-[h]) = [s]$. // What is the value of
  $f([t]) + f(-[t])$?
stem The curve $y = [f]$ passes through $([h], [r])$ and $(-[h], [s])$. It also passes through $([t], p)$ and $(-[t], q)$. // Find $p + q$.
solve a, c for a*t^[i] + b*t^[j] + c + a*(-t)^[i] + b*(-t)^[j] + c: a*h^[i] + b*h^[j] + c = r; a*(-h)^[i] + b*(-h)^[j] + c = s
key r + s
wrong (r + s)*t/h | scales the sum with the point
wrong (r + s)/2 | gives the constant only
wrong r - s | takes the difference of the two values
wrong 0 | takes the function to be odd
wrong s - r | takes the difference of the two values the other way
wrong 2*(r + s) | doubles the sum
wrong (r - s)/2 | gives half the difference
step functions | They cancel in the same way at [t] and $-[t]$, so that sum is $2c = [key]$ as well.

question constant_asked + mirrored
stem The function $f(x) = [f]$ with constants $a$, $b$ and $c$ satisfies $f([h]) = [r]$ and $f(-[h]) = [s]$. // What is the value of $c$?
stem Where does the curve $y = [f]$ meet the $y$-axis, if it passes through the points $([h], [r])$ and $(-[h], [s])$? // Give the value of
  $y$.
solve a, c for c: a*h^[i] + b*h^[j] + c = r; a*(-h)^[i] + b*(-h)^[j] + c = s
key (r + s)/2
wrong r + s | forgets to halve the sum
wrong (r - s)/2 | takes half the difference
wrong r - s | takes the difference
wrong (s - r)/2 | takes half the difference the other way
wrong (r + s)/4 | halves twice
wrong 0 | takes the function to be odd
wrong s - r | takes the difference the other way
step functions | So $c = [key]$.

# Odd about another point: the mirrored point is on the other side of the centre.
question other_centre
given m, h, t, c, r
text bracket ([sum 1 x; -m])
text f [sum 1 a[bracket]^{[i]}; 1 b[bracket]; c]
stem The function $f(x) = [f]$, where $a$ and $b$ are constants, satisfies $f([h]) = [r]$. // What is the value of $f([t])$?
stem Given that $f(x) = [f]$ for constants $a$ and $b$ and that $f([h]) = [r]$, find $f([t])$.
stem The curve $y = [f]$, where $a$ and $b$ are constants, passes through the points $([h], [r])$ and $([t], q)$. // Find the value of $q$.
solve a for a*(t - m)^[i] + b*(t - m) + c: a*(h - m)^[i] + b*(h - m) + c = r
key 2*c - r
wrong -r | takes the whole function to be odd about the centre
wrong r | takes the function to be even about the centre
wrong c - r | adds the constant once only
wrong r - 2*c | takes the unknown terms without changing their sign
wrong r - c | gives the unknown terms
wrong r + t - h | moves the value by the distance of the points
wrong r + 2*c | adds the constant twice to the given value
step functions | At $x = [h]$ the bracket is [h - m] and at $x = [t]$ it is [t - m].
step functions arithmetic | The terms in $a$ and $b$ change from [r - c] to [c - r], so the value is $[c - r] + [(c)] = [key]$.
insight The two points lie on opposite sides of the centre, where the unknown terms are opposite too.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => {
            let (i, j) = *dice.pick(&[(3, 1), (5, 3), (5, 1), (7, 3)]);
            let (h, c) = (*dice.pick(&[2, 3, 4, 5, -2, -3, -4]), not_zero(dice, 9));
            let r = until(|| Some(dice.range(-20, 20)).filter(|r| *r != c && *r != 0));
            drawn!("constant_known", h, c, r, i, j, single = j == 1)
        }
        Medium => {
            let h = *dice.pick(&[2, 3, -2, -3, 2, 4]);
            let (k, r) = (not_zero(dice, 5), not_zero(dice, 30));
            // Unknown even terms beside a known odd one, or unknown odd ones beside an even one.
            let even = dice.below(2) == 0;
            let form = if even { dice.below(2) } else { 2 };
            let question = if even { "even_unknown" } else { "odd_unknown" };
            drawn!(question, h, k, r, form, n = [1, 3, 2][form])
        }
        Hard if dice.below(2) == 0 => {
            let (h, t) =
                *dice.pick(&[(1, 2), (2, 3), (1, 3), (2, 5), (3, 4), (3, 5), (4, 7), (2, 1), (5, 2)]);
            let (r, s) = until(|| {
                Some((dice.range(-12, 20), dice.range(-12, 20)))
                    .filter(|(r, s)| r != s && r + s != 0 && (r + s) % 2 == 0)
            });
            let (i, j) = *dice.pick(&[(3, 1), (5, 3), (5, 1), (7, 5)]);
            let stem = dice.below(4);
            let question = if stem < 2 { "mirrored_sum" } else { "constant_asked" };
            drawn!(question, h, t, r, s, i, j, single = j == 1, stem = stem % 2)
        }
        Hard => {
            let (m, k, c) = (not_zero(dice, 5), *dice.pick(&[1, 2, 3, -1, -2, -3]), not_zero(dice, 9));
            let r = until(|| Some(dice.range(-15, 20)).filter(|r| *r != c && *r != 0));
            drawn!("other_centre", m, h = m + k, t = m - k, c, r, i = *dice.pick(&[3, 5]))
        }
    }
}
