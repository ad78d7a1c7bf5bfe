//! Squares, products and higher powers of both functions, tied by the sum of their squares.

use super::{angle, ask};
use crate::declare::prelude::*;

declare! { draw r"
family M5 powers_of_both
idea The squares of sine and cosine add up to one. Any symmetric expression in them is therefore a function of their product, which is half
  the sine of the double angle.
objects powers of sine and cosine; product of both; reciprocals of squares
constraints the squares add up to one
asked a bound of a symmetric expression
paths forgetting the middle term after a square; letting both functions be one at once; taking the product of the functions to reach one;
  mixing up the least and the greatest value
easy The product or the square of the sum is written with the double angle.
medium A square is completed first, so that only the product of the functions is left.
hard The tie between the squares is hidden: a sum that stays fixed, or reciprocals whose product does.

question product
given p, q
stem [before][sum p \sin [x]\cos [x]; q][after]
extreme [find] of p*sin(x)*cos(x) + q over x from 0 to 2*pi
key q [s] p/2
wrong q [s] p | lets sine and cosine be one at once
wrong q [s] p/4 | squares the half that the double angle brings
wrong q [s] 2*p | turns the double angle's half into a factor of two
wrong q [o] p/2 | gives the [other] value
wrong 0 [s] p/2 | leaves out the constant
wrong q | takes the product to lie between zero and a half
wrong (q [s] p)/2 | adds the constant before halving
step trigonometry | $\sin [x]\cos [x] = \frac{1}{2}\sin 2[x]$ lies between $-\frac{1}{2}$ and $\frac{1}{2}$.
step arithmetic | The bound is [key].
insight The product of sine and cosine is half the sine of the double angle.

question square_of_sum
given p, q
stem [before][sum p (\sin [x] [t] \cos [x])^2; q][after]
extreme greatest of p*(sin(x) [t] cos(x))^2 + q over x from 0 to 2*pi
key 2*p + q
wrong p + q | forgets the middle term after squaring
wrong 4*p + q | lets sine and cosine have size one at once
wrong 3*p + q | takes the middle term to reach two
wrong 2*p | leaves out the constant
wrong q | takes the least value, at which the bracket is zero
wrong 3*p/2 + q | halves the middle term although it is doubled
wrong 2*p + 2*q | multiplies the constant too
step trigonometry algebra | Squared, the bracket is $1 [t] \sin 2[x]$.
step arithmetic | This is at most $2$, so the bound is $[sum 2*p; q] = [key]$.
insight Squared out, the squares make one and the middle term is the sine of the double angle.

part product_of_squares
text product \sin^2 [x]\cos^2 [x]

question squares + product_of_squares
given k, q
stem [before][minus? [sum q; k [product]] | [sum k [product]; q]][after]
extreme [find] of k*sin(x)^2*cos(x)^2 + q over x from 0 to 2*pi
key k/4 + q
wrong k + q | lets both squares be one at once
wrong k/2 + q | forgets to square the half
wrong k/16 + q | takes the product to be squared once more
wrong q | gives the other bound, where one of the squares is zero
wrong q - k/4 | lets the product of squares be negative
wrong k/4 | leaves out the constant
wrong 4*k + q | turns the quarter into a factor of four
step trigonometry | $[product] = \frac{1}{4}\sin^2 2[x]$ lies between $0$ and $\frac{1}{4}$.
step arithmetic | The bound is [key].
insight The product of the squares is a quarter of the square of one sine.

# Fourth or sixth powers, or fourth powers with the product of squares: 1 less a multiple of that product.
question high_powers + product_of_squares
given p, q
given?kind=2 r
let k = [kind? -2*p | -3*p | r - 2*p]
stem [before][sum p (\sin^[n] [x] + \cos^[n] [x]); r [product]; q][after]
extreme [find] of p*(sin(x)^[n] + cos(x)^[n]) + [kind? | | r*sin(x)^2*cos(x)^2 +  ]q over x from 0 to 2*pi
key p + q + k/4
wrong p + q[kind? | |  + r/4] | forgets the middle term after raising the sum of squares to a power
wrong p + q + k | takes the product of the squares to reach one
wrong p + q + k/2 | takes the product of the squares to reach a half
wrong q | lets both functions be zero at once
wrong p + k/4 | leaves out the constant
wrong p + q + k/8 | takes the product of the squares to reach an eighth
wrong?kind=2 p + q | gives the other bound, where the product is zero
wrong?!kind=2 2*p + q | lets both functions be one at once
step algebra trigonometry | The [kind? square | cube | square] of $\sin^2 [x] + \cos^2 [x] = 1$ gives $\sin^[n] [x] + \cos^[n] [x] = 1 -
  [n/2][product]$.
step trigonometry | With $s = [product]$ the expression is [sum (p + q); k s], and $s = \frac{1}{4}\sin^2 2[x]$ lies between $0$ and
  $\frac{1}{4}$.
step arithmetic | The bound is at $s = \frac{1}{4}$ and is [key].
insight The squares add up to one, so only the product of the squares is left, and that is a quarter of a squared sine.

part acute
text range $0 < [x] < \frac{\pi}{2}$
stem What is the least value of // $[f]$ // for [range]?
stem The function $\mathrm{f}([x]) = [f]$ is defined for [range]. // What is its minimum value?
stem For [range], the expression // $[f]$ // is never less than $m$ and sometimes equal to $m$. What is $m$?
stem The angle $[x]$ satisfies [range]. What is the smallest possible value of // $[f]$?

question reciprocals + acute
given p, q
text f \frac{[p]}{\sin^2 [x]} + \frac{[q]}{\cos^2 [x]}
extreme least of p/sin(x)^2 + q/cos(x)^2 over x from 0 to pi/2
key (sqrt(p) + sqrt(q))^2
wrong p + q | lets both squares be one at once
wrong 2*(p + q) | lets both squares be a half
wrong p + q + sqrt(p*q) | forgets the two before the root of the product
wrong 2*sqrt(p*q) | takes only the terms that vary
wrong p + q + 2*p*q | takes twice the product without its root
wrong p + q + 4*sqrt(p*q) | doubles the middle term once more
wrong 4*sqrt(p*q) | takes four times the root of the product
step trigonometry algebra | Since $\frac{1}{\sin^2 [x]} = 1 + \cot^2 [x]$ and $\frac{1}{\cos^2 [x]} = 1 + \tan^2 [x]$, it is
  [sum (p + q); p \cot^2 [x]; q \tan^2 [x]].
step quadratics trigonometry | $[sum p \cot^2 [x]; q \tan^2 [x]] = ([sum a \cot [x]; -b \tan [x]])^2 + [2*a*b]$, and the square can be zero.
step arithmetic | The least value is $[p + q] + [2*a*b] = [key]$.
insight Tangent and cotangent have a fixed product, so a square can be completed and set to zero.

question tangents + acute
given p, q, c
let root = sqrt(p*q)
text f [sum p \tan^2 [x]; q \cot^2 [x]; c]
extreme least of p*tan(x)^2 + q*cot(x)^2 + c over x from 0 to pi/2
key 2*root + c
wrong p + q + c | sets tangent and cotangent equal to one
wrong c | lets both squares be zero at once
wrong root + c | forgets the two before the root of the product
wrong 2*root | leaves out the constant
wrong 2*p*q + c | takes twice the product without its root
wrong 4*root + c | takes four times the root of the product
wrong 2*root - c | subtracts the constant
step trigonometry | The first two terms have the fixed product $[p] \times [q] = [p*q]$, because $\tan [x]\cot [x] = 1$.
step inequalities | Two positive numbers with a fixed product have the least sum when they are equal: $[root] + [root] = [2*root]$.
step arithmetic | With the constant this is [key].
insight The two varying terms have a fixed product, so their sum is least when they are equal.

question fixed_sum
given a, b, k
let total = a + b + k
stem [before]([sum a; k \[u]^2 [x]])([sum b; k \[v]^2 [x]])[after]
extreme greatest of (a + k*[u](x)^2)*(b + k*[v](x)^2) over x from 0 to 2*pi
key (total/2)^2
wrong (a + k)*(b + k) | multiplies the separate greatest values of the brackets
wrong (a + k)*b | makes the second square zero
wrong a*(b + k) | makes the first square zero
wrong (a + k/2)*(b + k/2) | sets both squares to a half although the brackets differ then
wrong a*b | multiplies the constants alone
wrong ((a + b)/2)^2 | leaves the varying part out of the fixed sum
wrong total | takes the fixed sum of the brackets for their product
wrong total^2/2 | halves the square of the sum, not the sum
step trigonometry | Since $\sin^2 [x] + \cos^2 [x] = 1$, the two brackets always add up to $[a] + [b] + [k] = [total]$.
step quadratics | A product with a fixed sum is greatest when the factors are equal, here both [total/2], which they can be.
step arithmetic | The greatest value is [key].
insight The brackets have a fixed sum, so their product is greatest when they are equal.
"}

const CONSTANTS: &[i64] = &[-9, -7, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 8, 10];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(3)) {
        (Easy, 0) => {
            let (p, q, x) = (dice.range(3, 24), *dice.pick(CONSTANTS), angle(dice));
            let find = *dice.pick(&["greatest", "least"]);
            ask(drawn!("product", p, q), dice, find, x)
        }
        (Easy, 1) => {
            let (p, q, x) = (dice.range(2, 12), *dice.pick(CONSTANTS), angle(dice));
            let t = *dice.pick(&["+", "-"]);
            ask(drawn!("square_of_sum", p, q, t), dice, "greatest", x)
        }
        (Easy, _) => {
            let p = *dice.pick(&[4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 6, 10, 14, 18]);
            let (q, x) = (*dice.pick(CONSTANTS), angle(dice));
            let (find, k) = *dice.pick(&[("greatest", p), ("least", -p)]);
            ask(drawn!("squares", k, q), dice, find, x)
        }
        (Medium, kind) => high_powers(dice, kind),
        (Hard, 0) => {
            let (a, b) = (dice.range(1, 9), dice.range(1, 9));
            drawn!("reciprocals", a, b, p = a * a, q = b * b, x = angle(dice))
        }
        (Hard, 1) => {
            let (p, q) = *dice.pick(PRODUCTS);
            drawn!("tangents", p, q, c = *dice.pick(CONSTANTS), x = angle(dice))
        }
        (Hard, _) => {
            let (k, a) = (dice.range(1, 8), dice.range(1, 9));
            let b = (a + dice.range(-k + 1, k - 1)).max(1);
            let x = angle(dice);
            let (u, v) = *dice.pick(&[("sin", "cos"), ("cos", "sin")]);
            ask(drawn!("fixed_sum", a, b, k, u, v), dice, "greatest", x)
        }
    }
}

/// Pairs whose product is a square.
#[rustfmt::skip]
const PRODUCTS: &[(i64, i64)] = &[
    (1, 4), (1, 9), (4, 9), (2, 8), (2, 18), (3, 12), (1, 16), (4, 1), (9, 1), (9, 4), (8, 2), (18, 2), (12, 3), (3, 27),
    (5, 20), (20, 5), (16, 9), (9, 16), (4, 25), (6, 24), (1, 25), (25, 4), (16, 1), (2, 32), (32, 2), (27, 3),
];

fn high_powers(dice: &mut Dice, kind: usize) -> Drawn {
    let (p, q, x) = (dice.range(2, 12), *dice.pick(CONSTANTS), angle(dice));
    let mut r = 0;
    if kind == 2 {
        r = *dice.pick(&[-8, -6, -4, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24]);
        if r == 2 * p {
            r += 4;
        }
    }
    // The bound that has to be worked for is where the product of squares is a quarter.
    let find = if r < 2 * p { "least" } else { "greatest" };
    ask(drawn!("high_powers", p, q, r, kind, n = [4, 6, 4][kind]), dice, find, x)
}
