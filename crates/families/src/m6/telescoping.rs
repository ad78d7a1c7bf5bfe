//! Sums and products in which neighbours cancel.

use crate::declare::prelude::*;
use crate::whole::{gcd, until};

declare! { draw r"
family M6 telescoping
idea Each term is a difference of neighbours, or each factor a quotient of neighbours. All that stands in the middle cancels and only the
  two ends are left.
objects sum of fractions; sum of roots; product; sum of logarithms
constraints each term splits into two neighbours
asked the value of a long sum or product
paths one term too many or too few; letting the sum go on for ever; leaving out the factor that the gap brings; keeping only one of the two
  ends
easy Each fraction splits into two with neighbouring denominators.
medium The denominators are further apart, so the split brings a factor that has to be found first.
hard The difference is hidden: in roots, in a product or in logarithms.

part value
text noun sum
stem What is the value of // $[f]$?
stem The [noun] // $[f]$ // is written as a single number in its simplest form. What is it?
stem Evaluate // $[f]$.
stem $S = [f]$ // What is the value of $S$?
stem Which of the following is equal to // $[f]$?

question neighbours + value
given m, n, p, q, r, z
text?listed f \frac{1}{[m] \times [p]} + \frac{1}{[p] \times [q]} + \frac{1}{[q] \times [r]} + \cdots + \frac{1}{[n] \times [z]}
text?!listed f \sum_{k=[m]}^{[n]} \frac{1}{k(k+1)}
tally sum of 1/(k*(k + 1)) over k from m to n [listed? with p = m + 1; q = p + 1; r = q + 1; z = n + 1]
key 1/m - 1/(n + 1)
wrong 1/m - 1/n | leaves out the last term
wrong 1/m - 1/(n + 2) | adds a term beyond the last
wrong 1/(m + 1) - 1/(n + 1) | leaves out the first term
wrong 1 - 1/(n + 1) | starts the sum at one
wrong 1/m | lets the sum go on for ever
wrong 1/m + 1/(n + 1) | adds the two ends that are left
wrong 1/(m + 1) - 1/n | leaves out the first term and the last
step algebra | $\frac{1}{k(k+1)} = \frac{1}{k} - \frac{1}{k+1}$.
step sequences arithmetic | In the sum all but the ends cancel: $[1/m] - \frac{1}{[z]} = [key]$.
insight Each term is a difference of neighbours, so only the two ends are left.

question gap + value
given a, d, n
given?listed p, q, r, y, z
given?!listed u
let end = a + n*d
text?listed f \frac{1}{[a] \times [p]} + \frac{1}{[p] \times [q]} + \frac{1}{[q] \times [r]} + \cdots + \frac{1}{[y] \times [z]}
text?!listed f \sum_{k=1}^{[n]} \frac{1}{[alone? [d]k | ([sum d k; u])]([sum d k; a])}
tally?listed sum of 1/((a + d*k)*(a + d*k + d)) over k from 0 to n - 1 with p = a + d; q = p + d; r = q + d; y = a + (n - 1)*d; z = y + d
tally?!listed sum of 1/((d*k + u)*(d*k + a)) over k from 1 to n
key (1/a - 1/end)/d
wrong 1/a - 1/end | leaves out the factor that the gap brings
wrong d*(1/a - 1/end) | multiplies by the gap
wrong (1/a - 1/(end - d))/d | leaves out the last term
wrong (1/a - 1/(end + d))/d | adds a term beyond the last
wrong (1/(a + d) - 1/end)/d | leaves out the first term
wrong 1/(a*d) | lets the sum go on for ever
wrong (1/a + 1/end)/d | adds the two ends that are left
step algebra | The factors of each denominator differ by [d], so each term is $\frac{1}{[d]}$ of the difference of their reciprocals.
step sequences arithmetic | All but the ends cancel: $\frac{1}{[d]}\left([1/a] - \frac{1}{[end]}\right) = [key]$.
insight Each fraction is a fixed part of the difference of two reciprocals, so only the two ends are left.

question roots + value
given m, p, q, y, z, d
let ends = sqrt(z) - sqrt(m)
text?listed f \frac{1}{\sqrt{[m]} + \sqrt{[p]}} + \frac{1}{\sqrt{[p]} + \sqrt{[q]}} + \cdots + \frac{1}{\sqrt{[y]} + \sqrt{[z]}}
text?!listed f \sum_{k=[m]}^{[y]} \frac{1}{\sqrt{k} + \sqrt{k+1}}
tally sum of 1/(sqrt(m + k*d) + sqrt(m + k*d + d)) over k from 0 to (y - m)/d [listed? with p = m + d; q = p + d; z = y + d]
key ends/d
wrong (sqrt(z) + sqrt(m))/d | adds the two ends that are left
wrong sqrt(z)/d | keeps only the upper end
wrong (z - m)/d | forgets the roots of the ends
wrong ends | leaves out the factor that the gap brings
wrong d*ends | multiplies by the gap
wrong sqrt(z - m) | subtracts under one root
wrong 1/ends | leaves the reciprocal instead of rationalising
wrong (ends + 1)/d | counts the whole roots from end to end, both included
wrong (ends - 1)/d | counts only the whole roots between the ends
step?d=1 indices | Rationalised, $\frac{1}{\sqrt{k} + \sqrt{k+1}} = \sqrt{k+1} - \sqrt{k}$.
step?!d=1 indices | Rationalised, $\frac{1}{\sqrt{k} + \sqrt{k+[d]}} = \frac{\sqrt{k+[d]} - \sqrt{k}}{[d]}$.
step?d=1 sequences arithmetic | All but the ends cancel: $\sqrt{[z]} - \sqrt{[m]} = [key]$.
step?!d=1 sequences arithmetic | All but the ends cancel: $\frac{\sqrt{[z]} - \sqrt{[m]}}{[d]} = [key]$.
insight Rationalised, each fraction is a difference of neighbouring roots.

question one_more + value
given m, n, d, p, q
text noun product
text f \left(1 + \frac{[d]}{[m]}\right)\left(1 + \frac{[d]}{[p]}\right)\left(1 + \frac{[d]}{[q]}\right)\cdots\left(1 +
  \frac{[d]}{[n]}\right)
text?d=1 ends \frac{[n + 1]}{[m]}
text?d=2 ends \frac{[n + 1] \times [n + 2]}{[m] \times [m + 1]}
tally product of 1 + d/k over k from m to n with p = m + 1; q = p + 1
key?d=1 (n + 1)/m
wrong?d=1 n/m | leaves out the last factor
wrong?d=1 (n + 2)/m | adds a factor beyond the last
wrong?d=1 (n + 1)/(m + 1) | leaves out the first factor
wrong?d=1 n + 1 | keeps only the upper end
wrong?d=1 n + 1 - m | takes the difference of the ends
wrong?d=1 (n + 1)/(m - 1) | starts one factor too early
key?d=2 (n + 1)*(n + 2)/(m*(m + 1))
wrong?d=2 (n + 1)/m | cancels as if the gap were one
wrong?d=2 (n + 2)/m | keeps one number at each end
wrong?d=2 n*(n + 1)/(m*(m + 1)) | leaves out the last factor
wrong?d=2 (n + 2)*(n + 3)/(m*(m + 1)) | adds a factor beyond the last
wrong?d=2 (n + 1)*(n + 2)/m | keeps only the first number below
wrong?d=2 (n + 1)*(n + 2)/(m + 1) | keeps one number too few below
wrong?d=2 (n + 1)*(n + 2)/((m + 1)*(m + 2)) | leaves out the first factor
step algebra | Each factor is a quotient: $1 + \frac{[d]}{k} = \frac{k+[d]}{k}$.
step sequences arithmetic | Each numerator cancels with a denominator further on; what is left is $[lowest? [key] | [ends] = [key]]$.
insight Each factor is a quotient of neighbours, so only the numbers at the two ends are left.

question less_squares + value
given m, n, p, q
text noun product
text f \left(1 - \frac{1}{[m]^2}\right)\left(1 - \frac{1}{[p]^2}\right)\left(1 - \frac{1}{[q]^2}\right)\cdots\left(1 -
  \frac{1}{[n]^2}\right)
tally product of 1 - 1/k^2 over k from m to n with p = m + 1; q = p + 1
key (m - 1)*(n + 1)/(m*n)
wrong (m - 1)/n | keeps only the product of the smaller quotients
wrong (n + 1)/m | keeps only the product of the larger quotients
wrong (m - 1)*n/(m*(n - 1)) | leaves out the last factor
wrong (m - 1)*(n + 2)/(m*(n + 1)) | adds a factor beyond the last
wrong m*(n + 1)/((m + 1)*n) | leaves out the first factor
wrong (m - 1)/m | lets the product go on for ever
wrong (m - 1)*n/(m*(n + 1)) | takes the last quotient upside down
step algebra | Each factor is $1 - \frac{1}{k^2} = \frac{k-1}{k} \times \frac{k+1}{k}$.
step sequences | The first quotients multiply to $\frac{[m - 1]}{[n]}$ and the second to $\frac{[n + 1]}{[m]}$.
step arithmetic | The product is [key].
insight A difference of squares makes each factor two quotients of neighbours, and both strings collapse.

question logs + value
given m, n, b, p, q, r, z
text?listed f \log_{[b]}\frac{[p]}{[m]} + \log_{[b]}\frac{[q]}{[p]} + \log_{[b]}\frac{[r]}{[q]} + \cdots + \log_{[b]}\frac{[z]}{[n]}
text?!listed f \sum_{k=[m]}^{[n]} \log_{[b]}\left(1 + \frac{1}{k}\right)
tally sum of ln((k + 1)/k)/ln(b) over k from m to n [listed? with p = m + 1; q = p + 1; r = q + 1; z = n + 1]
key [w]
wrong [w + 1] | counts the powers at both ends, not the steps between them
wrong [w - 1] | counts only the powers between the ends
wrong 0 | lets all the terms cancel
wrong z/m | takes the quotient of the ends without its logarithm
wrong n - m + 1 | counts the terms
wrong z/(m*b) | divides the quotient of the ends by the base
wrong [2*w] | adds the logarithms of the ends of every term
step logarithms | The sum of the logarithms is the logarithm of the product, in which each numerator cancels with the next denominator.
step logarithms arithmetic | What is left is $\log_{[b]}\frac{[z]}{[m]} = \log_{[b]} [z/m] = [key]$.
insight A sum of logarithms is the logarithm of a product, and that product collapses.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(6)) {
        (Easy, _) => {
            // The key keeps a small denominator.
            let (m, z) = until(|| {
                let (m, z) = (dice.range(1, 8), dice.range(9, 60));
                (z - m >= 6 && m * z / gcd(m * z, z - m) <= 60).then_some((m, z))
            });
            from("neighbours", m, z - 1).with("r", m + 3).with("z", z).with("listed", dice.below(2) == 0)
        }
        (Medium, _) => {
            let (d, a, n) = until(|| {
                let d = dice.range(2, 5);
                let (a, n) = (dice.range(1, d + 2), dice.range(6, 30));
                let z = a + n * d;
                (a * z / gcd(a * z, n) <= 60).then_some((d, a, n))
            });
            let (z, listed) = (a + n * d, dice.below(2) == 0);
            let drawn = drawn!("gap", a, d, n, u = a - d, alone = a == d, listed);
            drawn.with("p", a + d).with("q", a + 2 * d).with("r", a + 3 * d).with("y", z - d).with("z", z)
        }
        (Hard, 0 | 1) => {
            // Numbers under the roots go up by d from a square to a square.
            let (d, m, z) = until(|| {
                let d = *dice.pick(&[1, 1, 2, 3, 4]);
                let (a, b) = (dice.range(1, 7), dice.range(4, 15));
                let (m, z) = (a * a, b * b);
                (b > a + d && (z - m) % d == 0 && (z - m) / d >= 7).then_some((d, m, z))
            });
            let listed = d != 1 || dice.below(2) != 0;
            drawn!("roots", m, p = m + d, q = m + 2 * d, y = z - d, z, d, listed)
        }
        (Hard, 2) => {
            let (d, m) = (dice.range(1, 2), dice.range(2, 9));
            let mut n = m + dice.range(8, 50);
            // The key is a whole number or has a small denominator.
            let below = |n: i64| {
                let (above, below) = if d == 1 { (n + 1, m) } else { ((n + 1) * (n + 2), m * (m + 1)) };
                below / gcd(above, below)
            };
            while below(n) > 4 {
                n += 1;
            }
            from("one_more", m, n).with("d", d).with("lowest", d == 1 && below(n) == m)
        }
        (Hard, 3) => {
            let (m, n) = until(|| {
                let (m, n) = (dice.range(2, 6), dice.range(8, 40));
                (n >= m + 6 && m * n / gcd(m * n, (m - 1) * (n + 1)) <= 60).then_some((m, n))
            });
            from("less_squares", m, n)
        }
        (Hard, _) => {
            // The base, the first number, and what the sum is.
            #[rustfmt::skip]
            let (b, m, w) = *dice.pick(&[
                (2_i64, 1, 5), (2, 1, 6), (2, 1, 7), (2, 2, 5), (2, 3, 4), (2, 3, 5), (2, 5, 3), (2, 5, 4), (2, 7, 3), (2, 4, 4),
                (3, 1, 3), (3, 1, 4), (3, 2, 3), (3, 2, 4), (3, 4, 3), (3, 5, 3), (5, 1, 2), (5, 1, 3), (5, 2, 2), (5, 2, 3),
                (5, 3, 2), (5, 4, 2), (10, 1, 2), (10, 1, 3), (10, 2, 2), (10, 3, 2), (4, 1, 3), (4, 2, 3), (4, 3, 2), (4, 5, 2),
            ]);
            let z = m * b.pow(w);
            let drawn = from("logs", m, z - 1).with("r", m + 3).with("z", z).with("b", b);
            drawn.with("w", i64::from(w)).with("listed", dice.below(2) == 0)
        }
    }
}

/// Terms or factors for m and the numbers after it, up to n.
fn from(question: &'static str, m: i64, n: i64) -> Drawn {
    drawn!(question, m, n, p = m + 1, q = m + 2)
}
