//! A quadratic in a sine or cosine, which cannot leave its range.

use super::{angle, ask, front};
use crate::declare::prelude::*;
use crate::whole::gcd;

declare! { draw r"
family M5 quadratic_in_one
idea An expression in the square of one function and the other to the first power is a quadratic in a single variable. That variable stays
  between its two bounds, so the vertex counts only if it lies between them.
objects quadratic; Pythagorean identity; double angle
constraints a sine or cosine stays within its range
asked a bound, or the width of the range
paths taking the vertex of a parabola that lies outside the range; taking the ends although the vertex lies inside; adding the separate
  bounds of the terms; mixing up the least and the greatest value
easy The quadratic is written in one function; completing the square gives the bound.
medium An identity turns the expression into a quadratic in one function first.
hard The square hides in a double angle, and whether the vertex lies in the range has to be decided.

part quadratic
given a, b, c
# The coefficients l, b, d of the quadratic in u.
let l = [form? a | -a | -2*a | 2*a]
let d = [form? c | a + c | a + c | c - a]
let vertex = d - b^2/(4*l)
let high = l + d + abs(b)
let low = l + d - abs(b)
text square [form? \[u]^2 [x] | \[v]^2 [x] | \cos 2[x] | \cos 2[x]]
text f [front? [sum a [square]; b \[u] [x]; c] | [sum b \[u] [x]; a [square]; c] | [sum c; a [square]; b \[u] [x]]]
stem [before][f][after]
extreme [find] of a*[form? [u](x)^2 | [v](x)^2 | cos(2*x) | cos(2*x)] + b*[u](x) + c over x from 0 to 2*pi
text identity [form? | $[square] = 1 - \[u]^2 [x]$ and  | $[square] = 1 - 2\sin^2 [x]$ and  | $[square] = 2\cos^2 [x] - 1$ and  ]
text ends At $u = 1$ it is [l + b + d], at $u = -1$ it is [l - b + d]
step trigonometry algebra | With [identity]$u = \[u] [x]$ it is [sum l u^2; b u; d], where $-1 \le u \le 1$.
step?inside quadratics | The vertex is at $u = [-b/(2*l)]$, inside the range; the value there is [vertex].
step?!inside quadratics | The vertex would be at $u = [-b/(2*l)]$, outside the range, so both bounds are at the ends.
insight It is a quadratic in one variable that stays between $-1$ and $1$: its bounds are at the vertex, if that is inside, or at the ends.

question width + quadratic
let far = abs(vertex - [down? low | high])
key [inside? far | 2*abs(b)]
wrong?inside 2*abs(b) | takes the two ends although the vertex lies between them
wrong?!inside far | takes the vertex of a parabola that lies outside the range
wrong abs(vertex - [down? high | low]) | measures from the vertex to the nearer end
wrong 2*abs(a) + 2*abs(b) | adds the separate widths of the two terms
wrong abs(a) + abs(b) | adds the coefficients for the width
wrong [peak? vertex | high] | gives the larger bound instead of the width
wrong abs(b) | lets the variable run from zero to one only
wrong abs(l) | keeps only the width of the square
step quadratics arithmetic | [ends]; the width is [key].

question bound + quadratic
let end = l + d [s] abs(b)
let bound = [place? vertex | end | end]
key bound
wrong?place=0 end | looks at the ends of the range only, although the vertex lies between them
wrong?place=1 vertex | takes the vertex, which is the other bound
wrong?place=2 vertex | takes the vertex of a parabola that lies outside the range
wrong l + d [o] abs(b) | takes the other end of the range
wrong c [s] (abs(a) + abs(b)) | adds the separate bounds of the terms
wrong d | takes the value where the variable is zero
wrong d - b^2/l | squares the whole middle coefficient, not its half, when completing the square
wrong -b/(2*l) | takes the place of the vertex for the value there
wrong?form=0 bound - c | leaves out the constant
wrong?!form=0 bound - (d - c) | forgets the constant that the identity brings
step?place=0 quadratics arithmetic | The parabola opens [down? downwards | upwards], so this is the [most] value: [key].
step?!place=0 quadratics arithmetic | [ends], so the [most] value is [key].
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let x = angle(dice);
    let (u, v) = *dice.pick(&[("sin", "cos"), ("cos", "sin")]);
    let mut a: i64 = *dice.pick(&[-4, -3, -2, -1, 1, 2, 3, 4]);
    if difficulty == Hard {
        a = *dice.pick(&[-3, -2, -1, 1, 2, 3]);
    }
    // How the square is written, and its coefficient in the quadratic.
    let (form, lead) = match difficulty {
        Easy => (0, a),
        Medium => (1, -a),
        Hard if u == "sin" => (2, -2 * a),
        Hard => (3, 2 * a),
    };
    // Easy items complete a square; in hard ones the vertex lies outside in about half of the cases.
    let outside = match difficulty {
        Easy => false,
        Medium => dice.below(4) == 0,
        Hard => dice.below(2) == 0,
    };
    let edge = 2 * lead.abs();
    let mut size = if outside { edge + dice.range(1, 6) } else { dice.range(1, edge - 1) };
    // The value at the vertex has a small denominator.
    while !outside && 4 * lead.abs() / gcd(size * size, 4 * lead) > 4 {
        size = dice.range(1, edge - 1);
    }
    let b = if dice.below(2) == 0 { size } else { -size };
    let c = *dice.pick(&[-7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8]);
    let down = lead < 0;
    let (vertex_side, end_side) = if down { ("greatest", "least") } else { ("least", "greatest") };
    let find = match difficulty {
        Easy => vertex_side,
        Medium => *dice.pick(&[vertex_side, vertex_side, end_side]),
        Hard => *dice.pick(&[vertex_side, vertex_side, end_side, "width"]),
    };
    let question = if find == "width" { "width" } else { "bound" };
    // The bound is at the vertex, or at an end although the vertex is inside, or because it is not.
    let place = if outside { 2 } else { i64::from(find != vertex_side) };
    let drawn =
        drawn!(question, a, b, c, u, v, form, down, place, inside = !outside, peak = down && !outside);
    ask(drawn.with("front", front(&[a, b, c])), dice, find, x)
}
