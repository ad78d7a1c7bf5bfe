//! Sums whose terms pair up about the middle.

use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family M6 pairing
idea Terms at equal distances from the two ends of a sum belong together: each pair has the same simple value, so the sum is the number of
  pairs times that value and whatever stands alone.
objects alternating squares; sums of cubes; squares of sines; values of a function
constraints two partners have a fixed sum
asked the value of a long sum
paths one term too many or too few; counting terms instead of pairs; forgetting the term that has no partner; taking each pair to cancel
easy Neighbours or opposites pair up at sight.
medium An identity shows that partners from the two ends add up to one.
hard The fixed sum of a pair has to be found from the formula of a function first.

part value
stem What is the value of // $[f]$?
stem What number is equal to the sum // $[f]$?
stem The terms of // $[f]$ // follow a pattern throughout. What is the value of the sum?
stem $S = [f]$ // What is $S$?

question alternating + value
given m, n, p, q, r, s
let total = (m + n)*(n - m + 1)/2
text f [n]^2 - [p]^2 + [q]^2 - [r]^2 + \cdots + [s]^2 - [m]^2
tally sum of (-1)^(n - k)*k^2 over k from m to n with p = n - 1; q = p - 1; r = q - 1; s = m + 1
key total
wrong total - (2*m + 1) | leaves out the last pair
wrong total + 2*n + 3 | adds a pair beyond the first
wrong (n - m + 1)/2 | takes each pair to be worth one
wrong 2*total | multiplies the sum of the ends by the number of terms, not of pairs
wrong (2*n - 1)*(n - m + 1)/2 | takes every pair to be as large as the first
wrong n^2 - m^2 | takes the difference of the first and last squares only
wrong (2*m + 1)*(n - m + 1)/2 | takes every pair to be as small as the last
step algebra | Each pair is a difference of squares: $[n]^2 - [p]^2 = [n] + [p]$, and so on.
step sequences arithmetic | The sum is $[n] + [p] + \cdots + [m]$, which is [n - m + 1] numbers with mean [(n + m)/2]: [key].
insight A difference of neighbouring squares is the sum of the two numbers.

# From the cube of -a to that of b, a little larger than a, or with all signs turned over.
question cubes + value
given m, n, p, q, r
text f [(m)]^3 + [(p)]^3 + [(q)]^3 + \cdots + [(r)]^3 + [(n)]^3
tally sum of k^3 over k from m to n with p = m + 1; q = p + 1; r = n - 1
key [left]
wrong 0 | lets all the cubes cancel
wrong [left] [s] [a]^3 | cancels one pair too few
wrong [left] [o] [b]^3 | cancels the largest cube as well
wrong 0 [s] [a]^3 | leaves the cube of the wrong number
wrong -[left] | keeps the sign of the cubes that cancel
wrong 0 [s] [sum_left]^3 | adds the numbers that are left before cubing
wrong 0 [s] [squares] | takes squares of what is left
wrong 0 [s] [b + 1]^3 | leaves the next cube beyond the end
step algebra | The cubes of opposite numbers cancel, from $-[a]$ and [a] down to zero.
step arithmetic | What is left is $[two? [(0 [s] (b - 1))]^3 +  ][(0 [s] b)]^3 = [key]$.
insight Opposite numbers have opposite cubes, so all but the surplus cancels.

# The terms from a to 90 - a pair up; at 90 there may be one more, which is 1 or 0.
question squares_of_sines + value
given a, b, c, z
let terms = (90 - 2*a)/(b - a) + 1
text name [sine? \sin | \cos]
text f [name]^2 [a]^\circ + [name]^2 [b]^\circ + [name]^2 [c]^\circ + \cdots + [name]^2 [z]^\circ
tally sum of [sine? sin | cos]((a + k*(b - a))*pi/180)^2 over k from 0 to (z - a)/(b - a) with c - b = b - a
key terms/2 + [l]
wrong terms/2 + [l] - 1 | counts one pair too few
wrong terms/2 + [l] + 1 | counts one pair too many
wrong (terms - 1)/2 + [l] | counts the gaps instead of the terms
wrong (terms + 1)/2 + [l] | counts one term too many
wrong terms + [l] | takes each term to be one
wrong terms/4 + [l] | takes the mean square to be a quarter
wrong?to_ninety terms/2 + [1 - l] | takes the last term to have the other extreme value
step trigonometry | Since $[name]^2 (90^\circ - \theta) = [sine? \cos | \sin]^2 \theta$, the terms for $\theta$ and $90^\circ - \theta$ add
  up to $1$.
step sequences arithmetic | From $[a]^\circ$ to $[90 - a]^\circ$ there are [terms] terms, each worth $\frac{1}{2}$ on average. [to_ninety?
  The last term is [l].  ]The sum is [key].
insight Partners whose angles add up to a right angle have squares that add up to one.

part function
stem The function f is given by $[f]$. // What is the value of // $[whole]$?
stem Given that $[f]$ for all real $x$, evaluate // $[whole]$.
stem $S = [whole]$, // where $[f]$. What is $S$?
stem What is the sum // $[whole]$ // if $[f]$?

# At equal steps between 0 and 1, where r is the root of a.
question powers + function
given a, r, c, n, m, s = 1, t = 2
text f \mathrm{f}(x) = \frac{[many? [c] \times  ][a]^x}{[a]^x + [r]}
text whole \mathrm{f}\left(\frac{1}{[n]}\right) + \mathrm{f}\left(\frac{2}{[n]}\right) + \cdots + \mathrm{f}\left(\frac{[m]}{[n]}\right)
tally sum of c*a^(k/n)/(a^(k/n) + r) over k from s to m with t = s + 1; m = n - 1
key c*(n - 1)/2
wrong c*n/2 | counts one term too many
wrong c*(n + 1)/2 | counts both ends as well
wrong c*(n - 1) | takes each term to be worth the sum of a pair
wrong c*(n - 2)/2 | counts one term too few
wrong c*(n - 1)/4 | leaves the value of a pair at one half
wrong c*(n - 3)/2 | counts one pair too few
wrong c*a/(a + r)*(n - 1)/2 | takes the value at one for every pair
step indices algebra | Multiplying top and bottom of $\mathrm{f}(1-x)$ by $[a]^x$ and dividing by [r] gives $\mathrm{f}(1-x) =
  \frac{[c*r]}{[a]^x + [r]}$.
step algebra | So $\mathrm{f}(x) + \mathrm{f}(1-x) = [c]$.
step sequences arithmetic | The [m] terms are worth [c/2] each on average: [key].
insight Partners from the two ends have arguments that add up to one, and their values have a fixed sum.

# At the whole numbers from -n to n.
question sigmoid + function
given b, c, n, m
text f \mathrm{f}(x) = \frac{[c]}{[b]^x + 1}
text whole \mathrm{f}([-n]) + \mathrm{f}([1 - n]) + \cdots + \mathrm{f}([m]) + \mathrm{f}([n])
tally sum of c/(b^k + 1) over k from -n to n with m = n - 1
key c*(2*n + 1)/2
wrong c*n | forgets the middle term, which has no partner
wrong c*(n + 1) | counts the middle term as a whole pair
wrong c*(2*n - 1)/2 | leaves out one of the ends
wrong c*(2*n + 1) | takes each term to be worth the sum of a pair
wrong c/2 | takes opposite terms to cancel
wrong c*n/2 | takes half of the pairs only
wrong c*(2*n + 3)/2 | adds a pair beyond the ends
step indices algebra | Multiplying top and bottom by $[b]^x$ gives $\mathrm{f}(-x) = \frac{[many? [c] \times  ][b]^x}{1 + [b]^x}$, so
  $\mathrm{f}(x) + \mathrm{f}(-x) = [c]$.
step sequences arithmetic | There are [n] such pairs and the middle term $\mathrm{f}(0) = [c/2]$: [key].
insight Values at opposite numbers have a fixed sum; only the one in the middle stands alone.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(2)) {
        (Easy, 0) => {
            let m = dice.range(1, 12);
            let n = m + 1 + 2 * dice.range(5, 24);
            drawn!("alternating", m, n, p = n - 1, q = n - 2, r = n - 3, s = m + 1)
        }
        (Easy, _) => {
            let a = dice.range(5, 14);
            let b = a + if a < 11 { dice.range(1, 2) } else { 1 };
            let minus = dice.below(3) == 0;
            let (sign, m, n) = if minus { (-1, -b, a) } else { (1, -a, b) };
            let left: i64 = (a + 1..=b).map(|n| sign * n.pow(3)).sum();
            let drawn = drawn!("cubes", a, b, m, n, p = m + 1, q = m + 2, r = n - 1, left, two = b == a + 2);
            let squares: i64 = (a + 1..=b).map(|n| n * n).sum();
            drawn.with("sum_left", (a + 1..=b).sum::<i64>()).with("squares", squares).with_sign(minus)
        }
        (Medium, _) => {
            let (a, d) = until(|| {
                let d = *dice.pick(&[1, 2, 3, 4, 5, 6, 8, 10]);
                let a = *dice.pick(&[d, d, 5, 9, 10, 15, 3, 7, 20, 25, 1, 2, 11, 13]);
                ((90 - 2 * a) % d == 0 && (6..=44).contains(&((90 - 2 * a) / d))).then_some((a, d))
            });
            let to_ninety = a == d && dice.below(2) == 0;
            let (z, sine) = (if to_ninety { 90 } else { 90 - a }, dice.below(2) == 0);
            let l = i64::from(to_ninety && sine);
            drawn!("squares_of_sines", a, b = a + d, c = a + 2 * d, z, sine, l, to_ninety)
        }
        (Hard, 0) => {
            let (r, c, n) = (dice.range(2, 6), dice.range(1, 6), dice.range(7, 40));
            drawn!("powers", a = r * r, r, c, n, m = n - 1, many = c != 1)
        }
        (Hard, _) => {
            let (b, c, n) = (dice.range(2, 9), dice.range(1, 9), dice.range(4, 30));
            drawn!("sigmoid", b, c, n, m = n - 1, many = c != 1)
        }
    }
}
