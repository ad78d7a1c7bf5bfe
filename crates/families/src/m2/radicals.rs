//! Roots in roots, which come in pairs.

use crate::declare::prelude::*;
use crate::whole::{is_square, until};

declare! { draw r"
family M2 nested_radicals
idea Two nested roots differ only in one sign. Their product is free of the inner root, so the square of their sum or difference is too.
objects surds; conjugate pairs
constraints the two roots differ in one sign
asked a product, sum or difference of the pair
paths taking a root term by term; forgetting the cross term of a square; forgetting the outer root; the wrong sign of the cross term
easy The two roots are multiplied.
medium The sum or difference is squared, and its square is asked.
hard The sum or difference itself is asked, and nothing hints at squaring.

part pair
given p, q, k
let d = p^2 - k^2*q
text inner [sum k \sqrt{[q]}]
text upper \sqrt{[p] + [inner]}
text lower \sqrt{[p] - [inner]}

question product + pair
stem What is the value of $[upper] \times [lower]$?
stem Let $a = [upper]$ and $b = [lower]$. // Find the value of $ab$.
stem A rectangle has sides of length $[upper]$ and $[lower]$. // What is its area?
solve x, y for x*y: x = sqrt(p + k*sqrt(q)); y = sqrt(p - k*sqrt(q))
key sqrt(d)
wrong d | forgets the outer roots
wrong p | forgets the inner root altogether
wrong sqrt(p^2 + k^2*q) | adds the squares instead of subtracting them
wrong p - k*sqrt(q) | takes the root term by term
wrong 2*p | adds the two expressions under the roots
wrong sqrt(2*p) | adds the two expressions under one root
step algebra indices | Under one root the product is a difference of squares, $[p^2] - [k^2*q] = [d]$.
step indices | The product is $\sqrt{[d]} = [key]$.
insight The product under the root is a difference of squares.

part both + pair
let square = 2*p [s] 2*sqrt(d)
text both [upper] [s] [lower]
text cross 2\sqrt{[p]^{2} - [k^2*q]}
text value [2*p] [s] [2*sqrt(d)] = [square]

question square_of_both + both
stem Given that $x = [both]$, find the value of $x^{2}$.
stem What is the value of $([both])^{2}$?
stem A square has sides of length $[both]$. // Find its area.
solve x for x^2: x = sqrt(p + k*sqrt(q)) [s] sqrt(p - k*sqrt(q))
key square
wrong 2*p | forgets the cross term of the square
wrong 2*p [o] 2*sqrt(d) | takes the cross term with the wrong sign
wrong 2*p [s] sqrt(d) | takes the cross term once only
wrong 2*p [o] sqrt(d) | takes the cross term once only, with the wrong sign
wrong 2*p [s] 2*d | forgets the root in the cross term
wrong p | gives the expression under one root without the inner root
wrong 4*p | squares twice
step algebra | The squares add up to [2*p], because the inner roots cancel.
step indices arithmetic | The cross term is $[cross] = [2*sqrt(d)]$, so the value is $[value]$.
insight In the square the inner roots cancel and the cross term is a difference of squares.

question both_roots + both
stem Which of the following is equal to $[both]$?
stem Simplify $[both]$.
stem The exact value of $[both]$ can be written without nested roots. // What is this value?
solve x: x = sqrt(p + k*sqrt(q)) [s] sqrt(p - k*sqrt(q))
key sqrt(square)
wrong sqrt(2*p) | forgets the cross term of the square
wrong sqrt(2*p [o] 2*sqrt(d)) | takes the cross term with the wrong sign
wrong sqrt(2*p [s] sqrt(d)) | takes the cross term once only
wrong sqrt(2*p [o] sqrt(d)) | takes the cross term once only, with the wrong sign
wrong?minus 2*k*sqrt(q) | leaves out the outer roots
wrong?!minus 2*sqrt(p) | takes the root term by term
wrong sqrt(p) | adds the expressions under the roots and halves
wrong sqrt(d) | multiplies the two roots instead of combining them
step algebra indices | Square it: $[2*p] [s] [cross] = [value]$.
step indices | The value is positive, so it is $\sqrt{[square]} = [key]$.
insight The square of the whole is free of nested roots, because the pair multiplies to a difference of squares.
"}

/// The roots √m + √n and √m - √n, written with one root in another.
fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let (m, n) = until(|| {
        let (m, n) = (dice.range(2, 13), dice.range(1, 12));
        // The inner root must not be whole.
        (m > n && !is_square(m * n)).then_some((m, n))
    });
    let (p, (q, k)) = (m + n, if dice.below(2) == 0 { (m * n, 2) } else { (4 * m * n, 1) });
    match difficulty {
        Easy => drawn!("product", p, q, k),
        Medium => drawn!("square_of_both", p, q, k).with_sign(dice.below(2) != 0),
        Hard => drawn!("both_roots", p, q, k).with_sign(dice.below(2) != 0),
    }
}
