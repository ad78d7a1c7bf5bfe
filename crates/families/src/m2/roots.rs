//! Symmetric expressions of two numbers.

use crate::declare::prelude::*;
use crate::whole::{is_square, until};

declare! { draw r"
family M2 two_roots
idea An expression treats two numbers alike. It can be written in their sum and their product, which are known or soon found, so that the
  numbers themselves are not needed.
objects quadratic equations; symmetric expressions
constraints sum of the numbers; product of the numbers
asked a symmetric expression of the two numbers
paths the sum of the roots with the wrong sign; forgetting the cross term of a square; adding reciprocals as if the sum were reciprocal;
  keeping a factor of two that belongs to the product
easy The expression is one step from sum and product.
medium The expression has to be rewritten before sum and product can be put in.
hard Sum and product are hidden in lengths or in other powers.

part equation
given p, q
text f [sum 1 x^{2}; -p x; q]
text total \alpha + \beta
text product \alpha\beta
stem The equation $[f] = 0$ has the roots $\alpha$ and $\beta$. // What is the value of $[asked]$?
stem Given that $\alpha$ and $\beta$ are the two solutions of $[f] = 0$, find $[asked]$.
stem The graph of $y = [f]$ crosses the $x$-axis at $x = \alpha$ and $x = \beta$. // Find the value of $[asked]$.
stem Let $\alpha$ and $\beta$ be the roots of the quadratic $[f]$. // Which of the following is equal to $[asked]$?
step quadratics | From the coefficients $[total] = [p]$ and $[product] = [q]$.
step algebra arithmetic | $[asked] = [rewritten] = [key]$.
insight What treats both roots alike can be written in their sum and product.

question squares + equation
text asked \alpha^{2} + \beta^{2}
text rewritten [(p)]^{2} - 2 \times [(q)]
solve a, b for a^2 + b^2: a^2 - p*a + q = 0; b^2 - p*b + q = 0; a < b
key p^2 - 2*q
wrong p^2 | forgets the cross term of the square
wrong p^2 + 2*q | takes the cross term with the wrong sign
wrong p^2 - q | takes the cross term once only
wrong p^2 - 4*q | gives the square of the difference
wrong p^2 + q | takes the cross term once only, with the wrong sign
wrong q^2 - 2*p | mixes up the sum and the product

question reciprocals + equation
text asked \frac{1}{\alpha} + \frac{1}{\beta}
text rewritten \frac{[total]}{[product]}
solve a, b for 1/a + 1/b: a^2 - p*a + q = 0; b^2 - p*b + q = 0; a < b
key p/q
wrong -p/q | takes the sum of the roots with the wrong sign
wrong 1/p | adds reciprocals as if the sum were reciprocal
wrong 2/p | adds the numerators and the denominators
wrong q/p | turns the quotient upside down
wrong -q/p | turns the quotient upside down, with the wrong sign
wrong 1/q | multiplies the denominators but does not add

question shifts + equation
text asked (\alpha [s] [abs(k)])(\beta [s] [abs(k)])
text rewritten [sum 1 [product]; k ([total]); k^2]
solve a, b for (a [s] [abs(k)])*(b [s] [abs(k)]): a^2 - p*a + q = 0; b^2 - p*b + q = 0; a < b
key q + [k]*p + [k]^2
wrong q - [k]*p + [k]^2 | takes the sum of the roots with the wrong sign
wrong q + [k]^2 | forgets the cross terms
wrong q + [k]*p | forgets the last term
wrong q + 2*[k]*p + [k]^2 | counts the cross terms twice
wrong q + [k]*p - [k]^2 | takes the last term with the wrong sign
wrong q - [k]*p | forgets the last term and the sign of the sum

question cubes + equation
text asked \alpha^{3} + \beta^{3}
text rewritten ([total])^{3} - 3[product]([total])
solve a, b for a^3 + b^3: a^2 - p*a + q = 0; b^2 - p*b + q = 0; a < b
key p^3 - 3*p*q
wrong p^3 | forgets the cross terms of the cube
wrong p^3 + 3*p*q | takes the cross terms with the wrong sign
wrong p^3 - 3*q | leaves the sum out of the cross terms
wrong -(p^3 - 3*p*q) | takes the sum of the roots with the wrong sign
wrong p*(p^2 - 2*q) | multiplies the sum of squares by the sum and stops
wrong p^3 + p*q | takes the cross terms once only, with the wrong sign

question quotients + equation
text asked \frac{\alpha}{\beta} + \frac{\beta}{\alpha}
text rewritten \frac{([total])^{2} - 2[product]}{[product]}
solve a, b for a/b + b/a: a^2 - p*a + q = 0; b^2 - p*b + q = 0; a < b
key (p^2 - 2*q)/q
wrong p^2/q | forgets the cross term of the square
wrong (p^2 + 2*q)/q | takes the cross term with the wrong sign
wrong (p^2 - q)/q | takes the cross term once only
wrong (p^2 - 2*q)/p | divides by the sum instead of the product
wrong p^2 - 2*q | forgets to divide by the product
wrong (p^2 - 4*q)/q | gives the square of the difference over the product

question difference + equation
text asked (\alpha - \beta)^{2}
text rewritten ([total])^{2} - 4[product]
solve a, b for (a - b)^2: a^2 - p*a + q = 0; b^2 - p*b + q = 0; a < b
key p^2 - 4*q
wrong p^2 - 2*q | gives the sum of the squares
wrong p^2 + 4*q | takes the product with the wrong sign
wrong p^2 | forgets the product
wrong p^2 - 3*q | takes the cross term of the square once only
wrong p^2 + 2*q | takes the cross term twice with the wrong sign
wrong p^2 - q | subtracts the product once only

question inverse_squares + equation
text asked \frac{1}{\alpha^{2}} + \frac{1}{\beta^{2}}
text rewritten \frac{([total])^{2} - 2[product]}{([product])^{2}}
solve a, b for 1/a^2 + 1/b^2: a^2 - p*a + q = 0; b^2 - p*b + q = 0; a < b
key (p^2 - 2*q)/q^2
wrong p^2/q^2 | squares the sum of the reciprocals and stops
wrong (p^2 + 2*q)/q^2 | takes the cross term with the wrong sign
wrong (p^2 - 2*q)/q | forgets to square the product
wrong (p^2 - q)/q^2 | takes the cross term once only
wrong (p^2 - 4*q)/q^2 | gives the square of the difference over that of the product
wrong 1/(p^2 - 2*q) | adds reciprocals as if the sum were reciprocal

# Perimeter and longest side give the area without the short sides.
question right_triangle
given h, p
let s = p - h
stem A right-angled triangle has a perimeter of [p] and a hypotenuse of length [h]. // What is its area?
stem The hypotenuse of a right-angled triangle is [h] units long, and its three sides have a total length of [p] units. // Find the area of
  the triangle in square units.
stem The sides of a triangle are [h], $x$ and $y$, with a right angle between the sides $x$ and $y$. The perimeter is [p]. // What is the
  area of the triangle?
solve x, y for x*y/2: x + y + h = p; x^2 + y^2 = h^2; x > 0; y > 0
key (s^2 - h^2)/4
wrong (s^2 - h^2)/2 | forgets the half in the area
wrong s^2 - h^2 | takes the cross term to be the area
wrong s^2/8 | takes the two short sides to be equal
wrong h*s/2 | takes half the product of the hypotenuse and what is left
wrong (s^2 - h^2)/8 | halves the product of the short sides twice
wrong (p^2 - h^2)/4 | uses the perimeter for the sum of the short sides
wrong h^2/4 | takes a quarter of the square of the hypotenuse
step geometry algebra | Let the short sides be $x$ and $y$: $x + y = [s]$ and $x^{2} + y^{2} = [h^2]$.
step algebra | Then $2xy = [s]^{2} - [h]^{2} = ([s] - [h])([s] + [h]) = [s^2 - h^2]$.
step geometry arithmetic | The area is $\frac{1}{2}xy = [key]$.
insight The area is in the cross term of the square of the sum of the short sides.

question rectangle
given p, d
let s = p/2
text diagonal $[whole? [d] | \sqrt{[d^2]}]$
stem A rectangle has a perimeter of [p], and its diagonals have length [diagonal]. // What is its area?
stem A rectangle with a perimeter of [p] fits exactly into a circle of diameter [diagonal], with all four corners on the circle. // Find the
  area of the rectangle.
stem The diagonal of a rectangular card is [diagonal] units long. A thread laid once round its edge is [p] units long. // What is the area
  of the card in square units?
solve x, y for x*y: 2*(x + y) = p; x^2 + y^2 = d^2; x > 0; y > 0
key (s^2 - d^2)/2
wrong s^2 - d^2 | forgets to halve the cross term
wrong (p^2 - d^2)/2 | uses the whole perimeter for the sum of the sides
wrong d^2/2 | takes the rectangle to be a square with that diagonal
wrong (p/4)^2 | takes the rectangle to be a square with that perimeter
wrong (s^2 - d^2)/4 | halves the cross term twice
wrong (s^2 + d^2)/2 | adds the squares instead of subtracting them
step geometry algebra | For sides $x$ and $y$: $x + y = [s]$ and $x^{2} + y^{2} = [d^2]$.
step algebra arithmetic | So $2xy = [s]^{2} - [d^2] = [s^2 - d^2]$, and the area is $xy = [key]$.
insight The area is in the cross term of the square of the sum of the sides.

part powers
given s, t
text squares x^{2} + y^{2}
text cubes x^{3} + y^{3}
stem Two real numbers satisfy $x + y = [s]$ and $[known] = [t]$. // What is the value of $[asked]$?
stem Given that $x + y = [s]$ and $[known] = [t]$, find $[asked]$.
stem For two numbers $x$ and $y$ it is known that $[known] = [t]$. Their sum is [s]. // Find the value of $[asked]$.
insight The product of the numbers links all the sums of powers.

question cubes_from_squares + powers
let q = (s^2 - t)/2
text known [squares]
text asked [cubes]
solve x, y for x^3 + y^3: x + y = s; x^2 + y^2 = t
key s^3 - 3*s*q
wrong s^3 | cubes the sum term by term
wrong s*t | multiplies the sum by the sum of squares
wrong s^3 - 6*s*q | forgets to halve the cross term
wrong s^3 + 3*s*q | takes the cross terms with the wrong sign
wrong s^3 - 3*q | leaves the sum out of the cross terms
wrong s^3 - s*q | takes off the cross terms once only
wrong s*(t + q) | adds the product once to the sum of squares
step algebra | $2xy = [s]^{2} - [(t)] = [2*q]$, so $xy = [q]$.
step algebra arithmetic | $[asked] = (x + y)^{3} - 3xy(x + y) = [key]$.

question squares_from_cubes + powers
let q = (s^3 - t)/(3*s)
text known [cubes]
text asked [squares]
solve x, y for x^2 + y^2: x + y = s; x^3 + y^3 = t
key s^2 - 2*q
wrong s^2 | squares the sum term by term
wrong t/s | divides the sum of cubes by the sum
wrong s^2 - 6*q | forgets the factor three of the cross terms
wrong s^2 + 2*q | takes the cross term with the wrong sign
wrong s^2 - q | takes the cross term once only
wrong s^2 - 4*q | gives the square of the difference
wrong s^2 + q | takes the cross term once only, with the wrong sign
step algebra | $3xy(x + y) = [s]^{3} - [(t)] = [3*s*q]$, so $xy = [q]$.
step algebra arithmetic | $[asked] = (x + y)^{2} - 2xy = [key]$.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => {
            let (p, q) = sum_and_product(dice, (-8, 8), (-6, 6));
            match dice.below(3) {
                0 => drawn!("squares", p, q),
                1 => drawn!("reciprocals", p, q),
                _ => {
                    let k = *dice.pick(&[1, 2, 3, -1, -2, -3]);
                    drawn!("shifts", p, q, k).with_sign(k < 0)
                }
            }
        }
        Medium => {
            let (p, q) = sum_and_product(dice, (-8, 8), (-6, 6));
            drawn!(*dice.pick(&["cubes", "quotients", "difference", "inverse_squares"]), p, q)
        }
        Hard => match dice.below(3) {
            0 => {
                // The sum of the short sides lies between the longest side and √2 of it, and both are even or both odd.
                let (h, s) = until(|| {
                    let h = dice.range(5, 30);
                    let s = h + 2 * dice.range(1, 6);
                    (s * s <= 2 * h * h).then_some((h, s))
                });
                drawn!("right_triangle", h, p = h + s)
            }
            1 => {
                let (s, q) = sum_and_product(dice, (5, 16), (3, 40));
                let square = s * s - 2 * q;
                let whole = is_square(square);
                let d = if whole { square.isqrt().to_string() } else { format!("sqrt({square})") };
                drawn!("rectangle", p = 2 * s, d, whole)
            }
            _ => {
                let (s, q) = sum_and_product(dice, (2, 9), (-6, 12));
                let (squares, cubes) = (s * s - 2 * q, s * s * s - 3 * s * q);
                if dice.below(2) == 0 {
                    drawn!("cubes_from_squares", s, t = squares)
                } else {
                    drawn!("squares_from_cubes", s, t = cubes)
                }
            }
        },
    }
}

/// Sum and product, from these ranges, of two different real numbers that are not whole.
fn sum_and_product(dice: &mut Dice, sums: (i64, i64), products: (i64, i64)) -> (i64, i64) {
    until(|| {
        let (p, q) = (dice.range(sums.0, sums.1), dice.range(products.0, products.1));
        (p != 0 && q != 0 && p * p > 4 * q && !is_square(p * p - 4 * q)).then_some((p, q))
    })
}
