//! A number and its reciprocal.

use crate::declare::prelude::*;

declare! { draw r"
family M2 reciprocal_pair
idea A number and its reciprocal are tied by their sum or difference. Squaring or cubing that relation gives every symmetric expression in
  them, and the number itself is never needed.
objects reciprocals; symmetric expressions
constraints sum or difference of a number and its reciprocal
asked a higher power of the pair
paths squaring or cubing without the middle terms; adding the middle term where it is to be taken off; stopping after the square;
  cancelling across a sum
easy The relation is squared once.
medium The relation is squared or cubed after a step that prepares it.
hard The pair is hidden in a quadratic equation or a fraction.

question square
given a, k, l
text pair $[x] [s] \frac{[k]}{[x]} = [a]$
text asked $[x]^{2} + \frac{[l]}{[x]^{2}}$
stem The real number $[x]$ satisfies [pair]. // What is the value of [asked]?
stem Find the value of [asked], given that [pair].
stem It is known that [pair], where $[x]$ is real. // Which of these is equal to [asked]?
solve x for x^2 + l/x^2: x [s] k/x = a
key a^2 [o] 2*k
wrong a^2 | forgets the middle term of the square
wrong a^2 [s] 2*k | takes the middle term with the wrong sign
wrong a^2 [o] k | takes the middle term once only
wrong a^2 [s] k | takes the middle term once only, with the wrong sign
wrong 2*a | doubles instead of squaring
wrong a^2 [o] 2*k^2 | squares the number in the middle term as well
wrong a^2 [o] 4*k | counts the middle term twice
step algebra | Square both sides: $[x]^{2} [s] [2*k] + \frac{[k^2]}{[x]^{2}} = [a^2]$, because the product of the two terms is [k].
step arithmetic | So $[x]^{2} + \frac{[l]}{[x]^{2}} = [a^2] [o] [2*k] = [key]$.
insight The product of the two terms is a number, so the square of their sum is almost what is asked.

part power
given a
let q = a^2 [o] 2
text pair $[x] [s] \frac{1}{[x]} = [a]$
stem Given that [pair], find the value of [asked].
stem A real number $[x]$ is such that [pair]. // What is [asked]?
stem Suppose that [pair] for some real $[x]$. // Then [asked] is equal to which of the following?
step algebra | Square the relation: $[x]^{2} + \frac{1}{[x]^{2}} = [a^2] [o] 2 = [q]$.
insight Powers of the pair follow from one another; the number itself is never needed.

part fourth
text asked $[x]^{4} + \frac{1}{[x]^{4}}$
key q^2 - 2
wrong a^4 | raises [quadratic? | each side  ]to the power term by term
wrong q^2 | forgets the middle term of the second square
wrong a^4 - 2 | forgets the middle term of the first square
wrong q^2 + 2 | adds the middle term of the second square
wrong (a^2 [s] 2)^2 - 2 | takes the middle term of the first square with the wrong sign
wrong q | stops after the first square
wrong 2*q | doubles the square instead of squaring it

question fourth_power + power + fourth
solve x for x^4 + 1/x^4: x [s] 1/x = a
step algebra arithmetic | Square again: $[x]^{4} + \frac{1}{[x]^{4}} = [q]^{2} - 2 = [key]$.

question cube + power
text asked $[x]^{3} [s] \frac{1}{[x]^{3}}$
solve x for x^3 [s] 1/x^3: x [s] 1/x = a
key a^3 [o] 3*a
wrong a^3 | cubes term by term
wrong a^3 [s] 3*a | takes the middle terms with the wrong sign
wrong a*q | multiplies the sum of squares by the given value and stops
wrong a^3 [o] 3 | takes the middle terms to be numbers
wrong a^3 [s] 3 | takes the middle terms to be numbers, with the wrong sign
wrong a^3 [s] a | takes one middle term only, with the wrong sign
wrong 3*a | multiplies by three instead of cubing
step algebra arithmetic | Multiply by the given relation: $[a] \times [q] = [a*q]$ is the required expression [minus? less | plus] [a],
  so $[x]^{3} [s] \frac{1}{[x]^{3}} = [key]$.

question root
given n
text squares $[x]^{2} + \frac{1}{[x]^{2}} = [n]$
text range $[x] > [minus? 1 | 0]$
text asked $[x] [s] \frac{1}{[x]}$
stem Given that [squares] and [range], find the value of [asked].
stem A number [range] satisfies [squares]. // What is the value of [asked]?
stem What is [asked] if [range] and [squares]?
solve x for x [s] 1/x: x^2 + 1/x^2 = n; x > [minus? 1 | 0]
key sqrt(n [s] 2)
wrong sqrt(n) | takes the root term by term
wrong sqrt(n [o] 2) | takes the middle term with the wrong sign
wrong sqrt(n [s] 3) | counts the middle term three times
wrong sqrt(n [s] 1) | takes the middle term once only
wrong sqrt(n [s] 4) | takes the middle term twice
wrong sqrt(n [o] 1) | takes the middle term once only, with the wrong sign
step algebra | The square of the required expression is $[x]^{2} [s] 2 + \frac{1}{[x]^{2}} = [n] [s] 2 = [n [s] 2]$.
step indices | With [range] the expression is positive, so it is [key].
insight The square of what is asked is what is given, up to a number.

question fraction
given a, m
text fraction $\frac{[x]}{[x]^{2} + 1} = \frac{1}{[a]}$
text asked $\frac{[x]^{2}}{[sum 1 [x]^{4}; m [x]^{2}; 1]}$
stem Given that [fraction], find the value of [asked].
stem The number $[x]$ satisfies // [fraction]. // What is the value of [asked]?
stem What is the value of [asked] for a real number $[x]$ with [fraction]?
solve x for x^2/(x^4 + m*x^2 + 1): x/(x^2 + 1) = 1/a
key 1/(a^2 - 2 + m)
wrong 1/(a^2 + m) | squares term by term
wrong 1/(a^2 + 2 + m) | takes the middle term of the square with the wrong sign
wrong [zero? 1/a^2 | 1/(a^2 - 2)] | leaves out the middle term of the denominator
wrong 1/(a^2 - 1 + m) | takes the middle term of the square once only
wrong 1/(2*a + m) | doubles instead of squaring
wrong 1/(a^2 - 2 - m) | takes the middle term of the denominator with the wrong sign
wrong 1/(a^2 - 4 + m) | subtracts the middle term of the square twice
step algebra | Invert the given fraction: $[x] + \frac{1}{[x]} = [a]$.
step algebra | Squared: $[x]^{2} + \frac{1}{[x]^{2}} = [a^2 - 2]$.
step algebra arithmetic | The reciprocal of the required fraction is this[zero? |  [minus? less | plus] [abs(m)], which is
  [a^2 - 2 + m]], so the fraction is [key].
insight Inverted, both fractions are sums of a number and its reciprocal.

part quadratic
given a
let q = a^2 [o] 2
text equation $[moved? [x]^{2} [s] 1 = [a][x] | [x]^{2} - [a][x] [s] 1 = 0]$
stem The number $[x]$ is a solution of the equation [equation]. // What is the value of [asked]?
stem Given that [equation], find the value of [asked].
stem Both solutions of [equation] give the same value of [asked]. // What is this value?
step algebra quadratics | Divide the equation by $[x]$: $[x] [s] \frac{1}{[x]} = [a]$.
insight Divided by the unknown, the equation is a relation between a number and its reciprocal.

question quadratic_fourth + quadratic + fourth
solve x for x^4 + 1/x^4: x^2 - a*x [s] 1 = 0
step algebra arithmetic | Square twice: first $[a]^{2} [o] 2 = [q]$, then $[q]^{2} - 2 = [key]$.

question quadratic_cube + quadratic
text asked $[x]^{3} [s] \frac{1}{[x]^{3}}$
solve x for x^3 [s] 1/x^3: x^2 - a*x [s] 1 = 0
key a^3 [o] 3*a
wrong a^3 | cubes term by term
wrong a^3 [s] 3*a | takes the middle terms with the wrong sign
wrong a*q | multiplies the sum of squares by the pair and stops
wrong a^3 [o] 3 | takes the middle terms to be numbers
wrong q | stops after the square
wrong a^3 [s] a | takes one middle term only, with the wrong sign
wrong a^3 [s] 3 | takes the middle terms to be numbers, with the wrong sign
step algebra arithmetic | Cube it: $[a]^{3} = [x]^{3} [s] \frac{1}{[x]^{3}} [s] 3 \times [a]$, so the value is [key].
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => {
            let minus = dice.below(2) == 0;
            // The number must be real: its sum with k times its reciprocal is at least 2√k.
            let a = if minus { dice.range(2, 12) } else { dice.range(5, 12) };
            let k = dice.range(1, 6);
            drawn!("square", a, k, l = k * k, x = letter(dice)).with_sign(minus)
        }
        Medium if dice.below(2) == 0 => {
            let (a, minus, x) = (dice.range(3, 9), dice.below(2) == 0, letter(dice));
            let question = if dice.below(3) == 0 { "fourth_power" } else { "cube" };
            drawn!(question, a, x, quadratic = false).with_sign(minus)
        }
        Medium => {
            let (n, x) = (dice.range(5, 60), letter(dice));
            drawn!("root", n, x).with_sign(dice.below(2) == 0)
        }
        Hard if dice.below(2) == 0 => {
            let (a, x) = (dice.range(3, 8), letter(dice));
            // The coefficient in the middle of the asked denominator.
            let m = *dice.pick(&[0, 1, -1, 2, -2, 3, 4]);
            drawn!("fraction", a, x, m, zero = m == 0, minus = m < 0)
        }
        Hard => {
            // x² - ax + 1 = 0 gives x + 1/x = a; x² - ax - 1 = 0 gives x - 1/x = a.
            let (a, x, minus) = (dice.range(3, 9), letter(dice), dice.below(2) == 0);
            let question = if dice.below(2) == 0 { "quadratic_cube" } else { "quadratic_fourth" };
            drawn!(question, a, x, quadratic = true, moved = dice.below(2) == 1).with_sign(minus)
        }
    }
}

/// A name for the number; the claim always calls it x.
fn letter(dice: &mut Dice) -> &'static str {
    const LETTERS: [&str; 4] = ["x", "t", "y", "p"];
    LETTERS[dice.below(LETTERS.len())]
}
