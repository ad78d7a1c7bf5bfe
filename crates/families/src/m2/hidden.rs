//! Equations that are quadratic in something other than the unknown.

use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family M2 hidden_quadratic
idea An equation with powers, roots or logarithms is a quadratic in one repeated piece. The sum or product of its solutions follows from the
  coefficients or from the two values of the piece.
objects exponential equations; surd equations; logarithms
constraints one repeated piece; solutions must be real
asked a combination of all the solutions
paths giving the values of the piece instead of the unknown; taking only one of two solutions; keeping a value that the piece cannot take;
  forgetting the cross term of a square
easy The piece and its square stand next to each other.
medium A factor has to be split off, or one value of the piece has to be refused.
hard The square of the piece appears only after multiplying through.

# The two values of the piece.
part piece
given b, c
let u = (b - sqrt(b^2 - 4*c))/2
let v = (b + sqrt(b^2 - 4*c))/2

question roots + piece
let x = u^2
let y = v^2
text equation [sum 1 x; -b \sqrt{x}; c] = 0
stem What is the sum of the solutions of the equation $[equation]$?
stem The equation $[equation]$ has two solutions. // Find their sum.
stem Two values of $x$ satisfy $x + [c] = [b]\sqrt{x}$. // What do these two values add up to?
solve x, y for x + y: x - b*sqrt(x) + c = 0; y - b*sqrt(y) + c = 0; x < y
key b^2 - 2*c
wrong b | adds the roots instead of the solutions
wrong b^2 | squares the sum of the roots
wrong b^2 + 2*c | takes the cross term with the wrong sign
wrong b^2 - c | takes the cross term once only
wrong y | gives the larger solution only
wrong c^2 | gives the product of the solutions
wrong b^2 - 4*c | gives the square of the difference of the roots
step quadratics | With $u = \sqrt{x}$: $u^{2} - [b]u + [c] = 0$, so $u = [u]$ or $u = [v]$.
step arithmetic | The solutions are [x] and [y], with the sum [key].
insight In the square root of the unknown the equation is an ordinary quadratic.

# One value of the root is negative and has to go.
question refused_root
given b, c
let u = (b + sqrt(b^2 + 4*c))/2
let v = (b - sqrt(b^2 + 4*c))/2
let x = u^2
text equation [sum 1 x; -b \sqrt{x}; -c] = 0
stem What is the sum of all real solutions of $[equation]$?
stem Find the sum of all real numbers $x$ that satisfy the equation $[equation]$.
stem Consider the equation $x = [sum b \sqrt{x}; c]$. // What is the sum of all its real solutions?
solve x: x - b*sqrt(x) - c = 0
key x
wrong b^2 + 2*c | keeps the value that the root cannot take
wrong v^2 | squares the value that the root cannot take
wrong u | gives the root instead of the number
wrong b*sqrt(b^2 + 4*c) | subtracts the squares of the two values
wrong c | gives the product of the two values as the answer
wrong sqrt(b^2 + 4*c) | adds the two values without squaring
wrong b^2 + 4*c | squares the sum of the sizes of the two values
step quadratics | With $u = \sqrt{x}$: $[sum 1 u^{2}; -b u; -c] = 0$, so $u = [u]$ or $u = [v]$.
step indices | A square root is not negative, so only $x = [u]^{2} = [key]$ is left.
insight The equation is quadratic in a square root, which cannot be negative.

# The first term is k times the square of a power, with k the base or one.
question powers
given b, c
let x = log_[base]((b - sqrt(b^2 - 4*[k]*c))/(2*[k]))
let y = log_[base]((b + sqrt(b^2 - 4*[k]*c))/(2*[k]))
text first [shape? [base]^{2x} | [[base]^2]^{x} | [base]^{2x + 1}]
text middle [b] \times [base]^{x}
stem Find the sum of all real solutions of $[first] - [middle] + [c] = 0$.
stem The equation $[first] + [c] = [middle]$ has two real solutions. // What is their sum?
stem The solutions of $[first] - [middle] + [c] = 0$ are $x = p$ and $x = q$. // What is the value of $p + q$?
solve?shape=0 x, y for x + y: [base]^(2*x) - b*[base]^x + c = 0; [base]^(2*y) - b*[base]^y + c = 0; x < y
solve?shape=1 x, y for x + y: [[base]^2]^x - b*[base]^x + c = 0; [[base]^2]^y - b*[base]^y + c = 0; x < y
solve?shape=2 x, y for x + y: [base]^(2*x + 1) - b*[base]^x + c = 0; [base]^(2*y + 1) - b*[base]^y + c = 0; x < y
key log_[base](c/[k])
wrong y | gives the larger solution only
wrong x | gives the smaller solution only
wrong y - x | subtracts the solutions
wrong b/[k] | adds the powers instead of the exponents
wrong?whole c/[k] | gives the product of the powers
wrong?shape=2 log_[base](c) | leaves the factor in front out of account
wrong?!shape=2 log_[base](c)/2 | halves the exponent of the constant
wrong?shape=2 log_[base](c) + 1 | adds the exponent of the factor instead of taking it off
wrong?!shape=2 y*x | multiplies the solutions
step quadratics indices | With $u = [base]^{x}$ the equation is $[sum k u^{2}; -b u; c] = 0$, so the product of the values of $u$ is [c/k].
step indices | A product of powers adds the exponents: $[c/k] = [base]^{[key]}$, so the sum is [key].
insight The constant of the quadratic is a product of powers, and its exponent is the sum of the solutions.

part logarithm + piece
text log \log_{[base]} x
let x = [base]^u
let y = [base]^v

question logarithms + logarithm
text equation [sum 1 ([log])^{2}; -b [log]; c] = 0
stem What is the product of the solutions of $[equation]$?
stem The equation $[equation]$ has two solutions. // Find their product.
stem The numbers $p$ and $q$ are the two solutions of $[equation]$. // What is $pq$?
solve x, y for x*y: (log_[base](x))^2 - b*log_[base](x) + c = 0; (log_[base](y))^2 - b*log_[base](y) + c = 0; x < y
key [base]^b
wrong [base]^c | raises the base to the product of the logarithms
wrong c | gives the product of the logarithms
wrong b | gives the sum of the logarithms
wrong y | gives the larger solution only
wrong x | gives the smaller solution only
wrong [base]^(-b) | takes the sum of the roots with the wrong sign
wrong y + x | adds the solutions
step quadratics logarithms | The equation is a quadratic in $u = [log]$, whose roots have the sum [b].
step logarithms | Logarithms add when numbers multiply: the product has the logarithm [b], so it is $[base]^{[b]} = [key]$.
insight The sum of the logarithms is the logarithm of the product.

# A product of powers is hidden in the exponents.
question opposite_powers + piece
given k
let x = log_[base](u)
let y = log_[base](v)
text equation [base]^{x} + [quotient? \frac{[c]}{[base]^{x}} | [base]^{[k] - x}] = [b]
stem The equation $[equation]$ has two real solutions. // What is their product?
stem Find the product of the two real solutions of $[equation]$.
stem The numbers $p$ and $q$ are the two real solutions of the equation $[equation]$. // What is the value of $pq$?
solve?quotient x, y for x*y: [base]^x + c/[base]^x = b; [base]^y + c/[base]^y = b; x < y
solve?!quotient x, y for x*y: [base]^x + [base]^(k - x) = b; [base]^y + [base]^(k - y) = b; x < y
key y*x
wrong k | gives the sum of the solutions
wrong y | gives the larger solution only
wrong x | gives the smaller solution only
wrong c | multiplies the powers instead of the exponents
wrong b | adds the powers
wrong y - x | gives the difference of the solutions
wrong (k/2)^2 | squares half the sum of the solutions
step indices quadratics | Multiply by $u = [base]^{x}$: $u^{2} - [b]u + [c] = 0$.
step quadratics indices | So $u = [u]$ or $u = [v]$, which means $x = [x]$ or $x = [y]$, with the product [key].
insight The two powers have a constant product, so each is a root of one quadratic.

question opposite_logarithms + logarithm
text equation [log] + [c]\log_{x} [base] = [b]
text asked [adds? sum | product]
stem The equation $[equation]$ has two solutions. // What is their [asked]?
stem Find the [asked] of the two solutions of $[equation]$.
stem What is the [asked] of all the numbers $x$ for which $[equation]$?
solve x, y for [adds? x + y | x*y]: log_[base](x) + c*ln([base])/ln(x) = b; log_[base](y) + c*ln([base])/ln(y) = b; x < y
key [adds? y + x | [base]^b]
wrong?adds [base]^b | multiplies the solutions
wrong?!adds y + x | adds the solutions
wrong b | gives the sum of the logarithms
wrong c | gives the product of the logarithms
wrong y | gives the larger solution only
wrong x | gives the smaller solution only
wrong [base]^c | raises the base to the product of the logarithms
wrong y - x | subtracts the solutions
step logarithms quadratics | With $u = [log]$ the other logarithm is $\frac{1}{u}$, so $u^{2} - [b]u + [c] = 0$.
step quadratics logarithms | $u = [u]$ or $u = [v]$, so $x = [x]$ or $x = [y]$; the [asked] is [key].
insight Swapping base and number turns a logarithm into its reciprocal.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy if dice.below(2) == 0 => {
            let (u, v) = two_different(dice, 1, 9);
            drawn!("roots", b = u + v, c = u * v)
        }
        Easy => powers(dice, false),
        Medium => match dice.below(3) {
            0 => powers(dice, true),
            1 => {
                let (u, v) = until(|| {
                    let (u, v) = (dice.range(2, 9), dice.range(1, 9));
                    (u != v).then_some((u, v))
                });
                drawn!("refused_root", b = u - v, c = u * v)
            }
            _ => {
                let (base, low, high) = *dice.pick(&[(2, -2, 5), (2, -2, 5), (3, -1, 3)]);
                let (m, n) = two_different(dice, low, high);
                drawn!("logarithms", base, b = m + n, c = m * n)
            }
        },
        Hard if dice.below(2) == 0 => {
            let (base, top): (i64, i64) = *dice.pick(&[(2, 6), (2, 6), (3, 3), (5, 2)]);
            let (m, n) = two_different(dice, 1, top);
            let power = |exponent: i64| base.pow(exponent as u32);
            let (b, c, k) = (power(m) + power(n), power(m + n), m + n);
            drawn!("opposite_powers", base, b, c, k, quotient = dice.below(2) == 1)
        }
        Hard => {
            let (base, top) = *dice.pick(&[(2, 6), (2, 6), (3, 4)]);
            let (m, n) = two_different(dice, 1, top);
            drawn!("opposite_logarithms", base, b = m + n, c = m * n, adds = dice.below(2) == 0)
        }
    }
}

fn two_different(dice: &mut Dice, low: i64, high: i64) -> (i64, i64) {
    let a = dice.range(low, high - 1);
    (a, dice.range(a + 1, high))
}

/// Without a factor: B^(2x) - bB^x + c; with one: B^(2x+1) - bB^x + c.
fn powers(dice: &mut Dice, factor: bool) -> Drawn {
    let (base, top): (i64, i64) = *dice.pick(&[(2, 5), (2, 5), (3, 3), (5, 2), (4, 2)]);
    let (low, high, extra, k) = if factor { (-1, top - 1, 1, base) } else { (0, top, 0, 1) };
    let (m, n) = two_different(dice, low, high);
    let power = |exponent: i64| base.pow((exponent + extra) as u32);
    let shape = if factor { 2 } else { dice.below(2) };
    // A product of powers below one was never offered, and a seed must keep its options.
    drawn!("powers", base, k, b = power(m) + power(n), c = power(m + n), shape, whole = m + n >= 0)
}
