//! One term of an expansion, found by the power it must have.

use crate::declare::prelude::*;
use crate::formula::{in_brackets, power};
use crate::whole::{choose, until};

declare! { draw r"
family M6 fixed_term
idea A term of an expansion is wanted, not the expansion. The power it must have says how often each part was chosen, and the number of such
  choices is its coefficient.
objects binomial expansion; product of expansions
constraints the power of the wanted term
asked one coefficient, or the constant term
paths the neighbour of the wanted term; leaving the sign or the power off the constant; leaving out one of two contributions; the number of
  choices without what is chosen
easy The two parts have opposite powers, so the wanted term is read off.
medium The two parts have different powers, and an equation says how often each is chosen.
hard A second factor shifts powers, or a product has to be seen as one expansion before any term is taken.

part term
text wanted [constant? the constant term | the coefficient of $[power]$]
stem What is [wanted] in the expansion of // $[f]$?
stem?constant When // $[f]$ // is expanded, one term does not depend on $x$. What is it?
stem?!constant When // $[f]$ // is expanded and like terms are collected, what is [wanted]?
stem?constant What is the term independent of $x$ in the expansion of // $[f]$?
stem?!constant In the expansion of $[f]$, one of the terms is $k[power]$, where $k$ is a constant. // What is $k$?
stem The expression $[f]$ is multiplied out. // What is [wanted]?

question one_bracket + term
given a, c, p, q, n, t
let choices = binomial(n, [j])
let parts = a^(n - [j])*c^[j]
text f \left([sum a [above]] [s] \frac{[abs(c)]}{[below]}\right)^{[n]}
tally sum of binomial(n, k)*a^(n - k)*c^k over k from 0 to n with p*(n - k) - q*k = t
key choices*parts
wrong binomial(n, [j - 1])*a^(n - [j - 1])*c^[j - 1] | takes the term before the wanted one
wrong binomial(n, [j + 1])*a^(n - [j + 1])*c^[j + 1] | takes the term after the wanted one
wrong choices | counts the choices and leaves out what is chosen
wrong?minus choices*a^(n - [j])*(-c)^[j] | loses the sign of the second part
wrong parts | leaves the binomial coefficient out
wrong choices*a*c | takes the constants to the first power only
wrong choices*a^[j]*c^(n - [j]) | chooses the parts the other way round
# Losing a sign is one mistake, and only one where there is a sign.
wrong?even -choices*parts | takes the opposite sign for the whole term
step binomial linear_equations | If the second part is chosen $r$ times, the power of $x$ is $[p*n] - [p + q]r$. It is [t] for $r = [j]$.
step binomial arithmetic | The term is $\binom{[n]}{[j]}[factors] = [key]$.
insight The power of the wanted term says how often each part is chosen.

# Two terms of the second factor contribute.
question shifted + term
given b, c, n, u, t
let first = binomial(n, [j])*c^[j]
let second = binomial(n, [g])*c^[g]
text f ([sum 1 [above]; b])\left(x [s] \frac{[abs(c)]}{x}\right)^{[n]}
tally sum of b^(1 - h)*binomial(n, k)*c^k over h from 0 to 1, k from 0 to n with h*u + n - 2*k = t
key b*first + second
wrong b*first | leaves out the contribution of the power of x in the first factor
wrong second | leaves out the contribution of the constant in the first factor
wrong b*first - second | subtracts the two contributions
wrong first + second | forgets to multiply by the constant of the first factor
wrong b*first + b*second | multiplies both contributions by the constant
wrong b*binomial(n, [j]) + binomial(n, [g]) | leaves the constant of the second factor out
wrong b*first + binomial(n, [g - 1])*c^[g - 1] | shifts by half the power
wrong b*first + binomial(n, [abs(j - u/2)])*c^[abs(j - u/2)] | shifts the power to the other side
step binomial | In the power, the term in $[constant? x^0 | [power]]$ has the coefficient [first] and the term in $[behind]$
  has [second].
step binomial arithmetic | The first is multiplied by [b], the second by $[above]$: $[b] \times [(first)] + [(second)] =
  [key]$.
insight Each part of the first factor picks one term of the second; the two are added.

# As many sums as differences, or one more of either; h of them join in pairs.
question conjugates + term
given p, m, t, c
text f (1 + [sum c x])^{[p]}(1 - [sum c x])^{[m]}
tally sum of binomial(p, j)*binomial(m, k)*(-1)^k*c^t over j from 0 to p, k from 0 to m with j + k = t
key 0 [s] binomial([h], [r])*c^t
wrong 0 [o] binomial([h], [r])*c^t | loses the sign of the square
wrong 0 [o] binomial([h], [r - 1])*c^t | takes the neighbouring term below
wrong 0 [o] binomial([h], [r + 1])*c^t | takes the neighbouring term above
wrong 0 [s] binomial([h], [r + 1])*c^t | keeps the sign when passing to the neighbouring term
wrong 0 [s] binomial([h], [t])*c^t | chooses the power of x, not that of its square
wrong 0 [s] binomial([h + 1], [r])*c^t | takes the exponent one too high
wrong 0 [o] binomial([h + 1], [r])*c^t | takes the exponent one too high and loses the sign
step algebra | Joined in pairs, the factors give $(1 - [sum c^2 x^2])^{[h]}[apart? (1 [swapped? + | -] [sum c x])]$.
step?odd binomial | An odd power needs the term $[swapped? | -][sum c x]$ of the last factor and the power $x^{[2*r]}$ from the rest.
step?!odd binomial | The power $x^{[2*r]}$ comes from choosing the square [r] times.
step binomial arithmetic | The coefficient is [key].
insight Factors that are a sum and a difference join to a difference of squares before anything is expanded.

# One of the factors of the power turns the first factor into a difference.
question geometric + term
given n, t, d, p = 2, q = 3
let kept = (-1)^t*binomial(n - 1, t)
let moved = (-1)^(t - d)*binomial(n - 1, t - d)
text first 1 + x + x^2[cubic?  + x^3]
text f ([first])(1 - x)^{[n]}
tally sum of binomial(n, k)*(-1)^k over j from 0 to [cubic? q | p], k from 0 to n with j + k = t[cubic? ; q = p + 1]
key kept - moved
wrong kept | leaves out the second contribution
wrong kept + moved | adds the contribution that is to be subtracted
wrong (-1)^t*binomial(n, t) - (-1)^(t - d)*binomial(n, t - d) | keeps the old exponent after taking a factor out
wrong (-1)^t*binomial(n, t) | takes the term of the power alone
wrong binomial(n - 1, t) - binomial(n - 1, t - d) | loses the signs of the power
wrong kept - (-1)^(t - d + 1)*binomial(n - 1, t - d + 1) | shifts by one place too few
wrong -moved | keeps only the second contribution
step algebra | One factor $1 - x$ joins the first bracket: $([first])(1 - x) = 1 - x^[d]$.
step binomial arithmetic | In $(1 - x^[d])(1 - x)^{[n - 1]}$ the wanted coefficient is $[kept] [s] [abs(moved)] = [key]$.
insight The first factor is a quotient of differences, so it needs only one of the other factors to collapse.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(3)) {
        (Easy, _) => one_bracket(dice, true),
        (Medium, _) => one_bracket(dice, false),
        (Hard, 0) => shift(dice),
        (Hard, 1) => {
            let h = dice.range(5, 12);
            let apart = *dice.pick(&[0, 1, 1]);
            // More of one factor or of the other.
            let swapped = apart == 1 && dice.below(2) == 0;
            let (p, m) = if swapped { (h + 1, h) } else { (h, h + apart) };
            let r = dice.range(2, 4);
            let t = if apart == 1 { 2 * r + dice.range(0, 1) } else { 2 * r };
            let c: i64 = *dice.pick(&[1, 1, 1, 2]);
            let c = if c.pow(t as u32) * choose(h, r) > 3000 { 1 } else { c };
            let odd = t % 2 == 1;
            let drawn = drawn!("conjugates", h, p, m, r, c, apart = apart == 1, swapped, odd);
            wanting(drawn, t).with_sign((r % 2 == 1) != (odd && !swapped))
        }
        (Hard, _) => {
            let (n, t, cubic) = (dice.range(6, 13), dice.range(3, 6), dice.below(3) == 0);
            let d = if cubic { 4 } else { 3 };
            let t = t.max(d);
            wanting(drawn!("geometric", n, d, cubic), t).with_sign((t - d) % 2 == 0)
        }
    }
}

/// With the power of the wanted term.
fn wanting(drawn: Drawn, t: i64) -> Drawn {
    drawn.with("t", t).with("constant", t == 0).with("power", power("x", t))
}

fn one_bracket(dice: &mut Dice, opposite: bool) -> Drawn {
    let (a, c, p, q, n, j) = until(|| {
        let (p, q): (i64, i64) =
            if opposite { (1, 1) } else { *dice.pick(&[(2, 1), (1, 2), (3, 1), (2, 3), (1, 3), (3, 2)]) };
        let a: i64 = if opposite { 1 } else { *dice.pick(&[1, 1, 2, 3]) };
        let c: i64 = *dice.pick(&[-3, -2, -1, 1, 2, 3, 4, -4, 5, -5]);
        let n = dice.range(4, 8);
        let j = dice.range(1, n - 1);
        let t = p * (n - j) - q * j;
        let value = choose(n, j) * a.pow((n - j) as u32) * c.pow(j as u32);
        let interesting = a > 1 || c.abs() > 1 || n > 5;
        // A constant term is the classic question; positive powers for a change.
        let fits =
            value.abs() <= 2000 && interesting && (t == 0 || (1..=8).contains(&t) && dice.below(4) == 0);
        fits.then_some((a, c, p, q, n, j))
    });
    let raised = |base: i64, power: i64| match (base, power) {
        (1, _) => String::new(),
        (_, 1) => format!(" \\times {}", in_brackets(base)),
        _ => format!(" \\times {}^{{{power}}}", in_brackets(base)),
    };
    let factors = raised(a, n - j) + &raised(c, j);
    let drawn = drawn!("one_bracket", a, c, p, q, n, j, factors, even = c < 0 && j % 2 == 0);
    let drawn = drawn.with("above", power("x", p)).with("below", power("x", q));
    wanting(drawn, p * (n - j) - q * j).with_sign(c < 0)
}

fn shift(dice: &mut Dice) -> Drawn {
    let contribution = |n: i64, t: i64, c: i64| {
        let j = (n - t) / 2;
        if (n - t) % 2 == 0 && (0..=n).contains(&j) { choose(n, j) * c.pow(j as u32) } else { 0 }
    };
    let (n, u, t, b, c) = until(|| {
        let (n, u) = (dice.range(3, 8), 2 * dice.range(1, 2));
        let t = if n % 2 == 0 { *dice.pick(&[0, 0, 2]) } else { *dice.pick(&[1, 3]) };
        let (b, c) = (*dice.pick(&[1, 2, 3, 4, 5, -1, -2, -3]), *dice.pick(&[1, 1, -1, 2, -2, 3]));
        let (kept, moved) = (b * contribution(n, t, c), contribution(n, t - u, c));
        let largest = (kept + moved).abs().max(kept.abs()).max(moved.abs());
        (kept != 0 && moved != 0 && largest <= 2500).then_some((n, u, t, b, c))
    });
    let (j, behind) = ((n - t) / 2, if t == u { "x^0".to_owned() } else { power("x", t - u) });
    let drawn = drawn!("shifted", n, u, b, c, j, g = j + u / 2, above = power("x", u), behind);
    wanting(drawn, t).with_sign(c < 0)
}
