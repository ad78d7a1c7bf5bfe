//! Counting what is wanted by what is not.

use crate::declare::prelude::*;
use crate::formula::word;
use crate::whole::{gcd, until};

declare! { draw r"
family M6 complement
idea The wanted cases are many and of several kinds, the unwanted ones are of one kind. Count all, and take away what is not wanted; what is
  taken away twice is given back.
objects choices; multiples; codes and throws
constraints at least one; all or none
asked how many cases there are
paths counting several times what meets the condition several times; forgetting to subtract what was counted twice; counting the unwanted
  cases; counting ordered where order does not matter, or the reverse
easy One number of choices is taken from another.
medium Two overlapping sets are counted, and the overlap is seen to.
hard The unwanted cases have to be described first, and are then a single product.

question teams
given w, m, k
let all = binomial(w + m, k)
let none = binomial(m, k)
stem A club has [w] senior and [m] junior members. A committee of [k] is chosen that must have at least one senior member. // In how many
  ways can this be done?
stem From [m] violinists and [w] cellists, [k] players are picked for a concert. // How many choices are there in which at least one cellist
  plays?
stem A box holds [w] red and [m] blue counters, all numbered differently. A set of [k] counters is taken out together. // How many of the
  possible sets contain at least one red counter?
stem In how many ways can [k] books be borrowed from a shelf with [w] novels and [m] biographies, all different, if at least one of them is
  to be a novel?
stem A shop sells [m] kinds of apple and [w] kinds of pear. A customer buys [k] pieces of fruit, all of different kinds, among them at least
  one pear. // How many selections are possible?
tally sum of binomial(w, j)*binomial(m, k - j) over j from 1 to k with j <= w
key all - none
wrong w*binomial(w + m - 1, k - 1) | counts a selection once for each of the wanted members in it
wrong all | counts all selections
wrong none | counts the unwanted selections
wrong w*binomial(m, k - 1) | allows exactly one of the wanted kind
wrong all - binomial(w, k) | takes away the selections from the other group
wrong (all - none)*factorial(k) | takes order into account
wrong all - none - binomial(w, k) | takes away both kinds of unmixed selections
step counting | There are $\binom{[w + m]}{[k]} = [all]$ selections in all.
step counting arithmetic | In $\binom{[m]}{[k]} = [none]$ of them the wanted kind is missing; this leaves $[all] - [none] = [key]$.
insight ‘At least one’ is everything except ‘none’.

# The least common multiple t is for the key and the wrong paths; the count does without it.
question multiples
given a, b, z
let one = z/a
let other = z/b
let both = z/[t]
stem?kind=0 How many of the integers from $1$ to [z] are divisible by [a] or by [b] (or by both)?
stem?kind=0 [place] numbered from $1$ to [z]. Each number that is a multiple of [a] or of [b], or of both, is painted red. // How many are
  painted red?
stem?kind=0 How many positive integers that are not greater than [z] have at least one of [a] and [b] as a factor?
stem?kind=1 How many of the integers from $1$ to [z] are divisible by neither [a] nor [b]?
stem?kind=1 [place] numbered from $1$ to [z]. All multiples of [a] and all multiples of [b] are crossed out. // How many numbers are left?
stem?kind=1 How many positive integers that are not greater than [z] are multiples neither of [a] nor of [b]?
stem?kind=2 How many of the integers from $1$ to [z] are divisible by exactly one of [a] and [b]?
stem?kind=2 [place] numbered from $1$ to [z]. Those whose number is a multiple of [a] or of [b], but not of both, are marked. // How many
  are marked?
stem?kind=2 A bell rings once in every minute whose number is a multiple of [a] and once in every minute whose number is a multiple of [b],
  so that it rings twice in some. The minutes run from $1$ to [z]. // In how many minutes does it ring exactly once?
tally count over n from 1 to z with (n - a*floor(n/a))*(n - b*floor(n/b)) [kind? = 0 | != 0 | = 0; (n - a*floor(n/a)) + (n - b*floor(n/b))
  != 0]
key [kind? one + other - both | z - one - other + both | one + other - 2*both]
wrong one + other | counts the multiples of both twice
wrong one + other - both | gives those that are multiples of one at least
wrong one + other - 2*both | takes away the multiples of both twice
wrong z - one - other + both | counts the numbers that are left over
wrong z - one - other | takes away the multiples of each and does not give back those of both
wrong both | counts only the multiples of both
wrong z - both | takes away only the multiples of both
wrong one + other - floor(z/(a*b)) | takes the multiples of both to be those of the product
wrong z - one - other + 2*both | takes all but the multiples of exactly one
step arithmetic counting | There are [one] multiples of [a] and [other] multiples of [b]; [both] are multiples of both, that is, of [t].
step?kind=0 counting arithmetic | The multiples of both were counted twice: $[one] + [other] - [both] = [key]$.
step?kind=1 counting arithmetic | The multiples of both would be taken away twice, so they are given back: $[z] - [one] - [other] + [both] =
  [key]$.
step?kind=2 counting arithmetic | The multiples of both are in each count and wanted in neither: $[one] + [other] - 2 \times [both] =
  [key]$.
insight What lies in both sets is counted twice, and has to be set right.

# A list of l things of s kinds.
part lists
given s, l
let all = s^l

question repeated + lists
let different = binomial(s, l)*factorial(l)
stem A code is a list of [l] letters, each chosen from the first [s] letters of the alphabet. // How many codes have at least two letters
  the same?
stem Each of [l] friends orders one of [s] dishes. // In how many ways can they order so that they do not all have different dishes?
stem A spinner with [s] equal sectors, each of a different colour, is spun [l] times, and the colours are noted in order. // How many of the
  possible lists show some colour more than once?
tally?l=3 count over p from 1 to s, q from 1 to s, r from 1 to s with (p - q)*(p - r)*(q - r) = 0; l = 3
tally?l=4 count over p from 1 to s, q from 1 to s, r from 1 to s, t from 1 to s with (p - q)*(p - r)*(p - t)*(q - r)*(q - t)*(r - t) = 0; l
  = 4
key all - different
wrong different | counts the lists without repetition
wrong all | counts all lists
wrong all - binomial(s, l) | takes away selections without order
wrong binomial(l, 2)*s^(l - 1) | chooses two places to agree and leaves the others free
wrong all - s | takes away only the lists of one kind throughout
wrong s | counts only the lists of one kind throughout
wrong s^(l - 1) | lets only the first two agree
step counting | There are $[s]^[l] = [all]$ lists.
step counting | With all entries different there are $[s] \times [s - 1] \times [s - 2][four?  \times [s - 3]] = [different]$.
step arithmetic | So $[all] - [different] = [key]$ lists have a repetition.
insight ‘Some the same’ is everything except ‘all different’.

question highest + lists
given h
let below = (h - 1)^l
stem A fair spinner numbered from $1$ to [s] is spun [l] times, and the results are written down in order. // How many of the possible lists
  have [h] as their largest number?
stem A list consists of [l] numbers, each of them a whole number from $1$ to [s], and repetition is allowed. // In how many such lists is
  [h] the greatest number?
stem Each of [l] judges awards a whole number of points from $1$ to [s]. // In how many ways can they vote so that the highest award is
  exactly [h]?
tally?l=3 count over p from 1 to s, q from 1 to s, r from 1 to s with p <= h; q <= h; r <= h; (p - h)*(q - h)*(r - h) = 0; l = 3
tally?l=4 count over p from 1 to s, q from 1 to s, r from 1 to s, t from 1 to s with p <= h; q <= h; r <= h; t <= h; (p - h)*(q - h)*(r -
  h)*(t - h) = 0; l = 4
key h^l - below
wrong h^l | counts all lists with no number greater
wrong l*h^(l - 1) | chooses the place of the largest and lets the others be as large
wrong l*(h - 1)^(l - 1) | lets the largest number occur only once
wrong below | counts the lists in which the number does not occur
wrong all - (s - 1)^l | counts all lists in which the number occurs
wrong h^(l - 1) | fixes the place of the largest number
wrong (h + 1)^l - h^l | takes the lists one step too high
step counting | In $[h]^[l] = [h^l]$ lists no number is greater than [h].
step counting | In $[h - 1]^[l] = [below]$ of these [h] itself is missing.
step arithmetic | That leaves $[h^l] - [below] = [key]$.
insight ‘The largest is’ means ‘none is greater’ without ‘all are smaller’.

question even_product + lists
given d
let multiples = [floor(s/d)]
let rest = [s - floor(s/d)]
text what [prime? even | divisible by $3$ | a multiple of $5$]
stem A fair spinner numbered from $1$ to [s] is spun [l] times, and the results are written down in order. // For how many of the possible
  lists is the product of the numbers [what]?
stem Cards numbered from $1$ to [s] lie in a box. One is drawn and put back, [l] times in all. // In how many of the ordered results is the
  product of the numbers [what]?
stem A password consists of [l] numbers in order, each a whole number from $1$ to [s]. // How many passwords are there whose numbers have a
  product that is [what]?
tally?l=3 count over p from 1 to s, q from 1 to s, r from 1 to s with (p - d*floor(p/d))*(q - d*floor(q/d))*(r - d*floor(r/d)) = 0; l = 3
tally?l=4 count over p from 1 to s, q from 1 to s, r from 1 to s, t from 1 to s with (p - d*floor(p/d))*(q - d*floor(q/d))*(r -
  d*floor(r/d))*(t - d*floor(t/d)) = 0; l = 4
key all - rest^l
wrong rest^l | counts the lists without any multiple
wrong multiples^l | counts the lists of multiples only
wrong l*multiples*s^(l - 1) | counts a list once for each multiple in it
wrong l*multiples*rest^(l - 1) | allows exactly one multiple
wrong all - multiples^l | takes away the lists of multiples only
wrong multiples*s^(l - 1) | fixes which place the multiple has
wrong all | counts all lists
step arithmetic | The product fails to be [what] only if every number does. There are [rest] such numbers.
step counting arithmetic | Of the $[s]^[l] = [all]$ lists, $[rest]^[l] = [rest^l]$ are made of these alone; that leaves [key].
insight A product misses a prime factor only if every number in it does, so the complement is a single power.

question neighbours + lists
let none = s*(s - 1)^(l - 1)
stem A row of [row] squares is coloured, each square in one of [s] colours. // In how many of the colourings do at least two squares that
  are next to each other have the same colour?
stem On each of [row] successive days, one of [s] meals is cooked. // How many plans for these days have the same meal on two days in a row
  at least once?
stem From a marked end, [row] beads are threaded on a string, each of one of [s] kinds. // How many of the possible strings have somewhere
  two neighbouring beads of the same kind?
tally?l=3 count over p from 1 to s, q from 1 to s, r from 1 to s with (p - q)*(q - r) = 0; l = 3
tally?l=4 count over p from 1 to s, q from 1 to s, r from 1 to s, t from 1 to s with (p - q)*(q - r)*(r - t) = 0; l = 4
key all - none
wrong none | counts those without equal neighbours
wrong all - binomial(s, l)*factorial(l) | takes away those with all entries different
wrong (l - 1)*s^(l - 1) | counts a list once for each pair of equal neighbours
wrong all - (s - 1)^l | takes away one choice at every place, the first included
wrong (l - 1)*s*(s - 1)^(l - 2) | allows exactly one pair of equal neighbours
wrong s^(l - 1) | fixes which pair is equal
wrong all | counts all lists
step counting | There are $[s]^[l] = [all]$ possibilities in all.
step counting | Without equal neighbours there are [s] choices for the first place and [s - 1] for each further one: [none].
step arithmetic | That leaves $[all] - [none] = [key]$.
insight ‘Somewhere equal neighbours’ is everything except ‘each differs from the one before’.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(4)) {
        (Easy, _) => {
            let k = dice.range(3, 4);
            drawn!("teams", w = dice.range(2, 6), m = dice.range(k, 7), k)
        }
        (Medium, _) => {
            let (a, b) = until(|| {
                let (a, b) = (dice.range(2, 10), dice.range(3, 15));
                (a % b != 0 && b % a != 0).then_some((a, b))
            });
            let t = a * b / gcd(a, b);
            let (z, kind) = (t * dice.range(2, (400 / t).max(3)), dice.below(3));
            let place = *dice.pick(&["A row of lockers is", "Tickets are", "The seats of a hall are"]);
            drawn!("multiples", a, b, t, z, kind, place)
        }
        (Hard, kind) => {
            let l = dice.range(3, 4);
            let s = if l == 3 { dice.range(4, 10) } else { dice.range(4, 6) };
            let question = ["repeated", "highest", "even_product", "neighbours"][kind];
            let drawn = drawn!(question, s, l, four = l == 4, row = word(l));
            match kind {
                1 => drawn.with("h", dice.range(3, s)),
                2 => {
                    let (d, prime) = *dice.pick(&[(2, 0), (2, 0), (3, 1), (5, 2)]);
                    let (d, prime) = if s < d { (2, 0) } else { (d, prime) };
                    drawn.with("d", d).with("prime", prime)
                }
                _ => drawn,
            }
        }
    }
}
