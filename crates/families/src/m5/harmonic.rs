//! A sine and a cosine of one angle are one wave.

use super::{angle, ask, front};
use crate::declare::prelude::*;

declare! { draw r"
family M5 harmonic_form
idea A sine and a cosine of the same angle never peak together. Their sum is a single wave whose amplitude is the long side of a right
  triangle, and its range gives the bound.
objects harmonic form; double angles; reciprocal of a wave
constraints one angle; coefficients from a right triangle
asked a bound, or the width of the range
paths adding the separate greatest values of the two terms; taking the larger coefficient for the amplitude; mixing up the least and the
  greatest value; leaving out the constant
easy The sum of the two terms is written as one wave and its bound is read off.
medium The wave stands inside a reciprocal, a square or an equation, which has to be read first.
hard The wave appears only after products of the two functions are written with the double angle.

part wave
given a, b
let h = sqrt(a^2 + b^2)
text amplitude $\sqrt{[(a)]^2 + [(b)]^2} = [h]$
text wave [front? [sum a \sin [x]; b \cos [x]; c] | [sum b \cos [x]; a \sin [x]; c] | [sum c; a \sin [x]; b \cos [x]]]
text f [wave]
insight A sine and a cosine of one angle make one wave, with the long side of a right triangle as amplitude.

part plain + wave
given c
stem [before][f][after]
extreme [find] of a*sin(x) + b*cos(x) + c over x from 0 to 2*pi

question width + plain
key 2*h
wrong 2*(abs(a) + abs(b)) | adds the separate maxima of the two terms
wrong h | takes the amplitude for the whole width
wrong abs(a) + abs(b) + abs(abs(a) - abs(b)) | takes the larger coefficient for the amplitude
wrong abs(a) + abs(b) - abs(abs(a) - abs(b)) | takes the smaller coefficient for the amplitude
wrong 2*h + abs(c) | adds the constant, which shifts both ends alike
wrong 2*h - abs(c) | takes the constant off the width, though it shifts both ends alike
wrong abs(a) + abs(b) | adds the coefficients and forgets that both signs occur
step trigonometry | The two terms make one wave of amplitude [amplitude].
step trigonometry arithmetic | It lies between $-[h]$ and $[h]$, and the constant shifts both ends alike: the width is [key].

question bound + plain
key c [s] h
wrong c [s] (abs(a) + abs(b)) | adds the separate bounds of two terms that never peak together
wrong 0 [s] h | leaves out the constant
wrong c [o] h | gives the [other] value
wrong c [s] abs(a) | takes the coefficient of the sine for the amplitude
wrong c [s] abs(b) | takes the coefficient of the cosine for the amplitude
wrong c + a + b | adds the coefficients with their signs
wrong c [s] 2*h | adds the whole swing instead of the amplitude
wrong 0 [s] h - c | subtracts the constant
step trigonometry | The two terms make one wave of amplitude [amplitude].
step trigonometry arithmetic | It lies between $-[h]$ and $[h]$, so the bound is $[c] [s] [h] = [key]$.

question tide + wave
given c
text f [sum c; a \sin\frac{\pi t}{6}; b \cos\frac{\pi t}{6}]
text depth The depth of the water [place], in metres, is // $[f]$, // where $t$ is the time in hours after midnight.
stem?find=greatest [depth] How deep is it at high tide?
stem?find=least At a time $t$ hours after midnight the water [place] is $d$ metres deep, where // $d = [f]$. // What is the depth at low
  tide?
stem?wide [depth] How far does the water rise from low tide to high tide?
extreme [find] of c + a*sin(pi*t/6) + b*cos(pi*t/6) over t from 0 to 12
let base = [wide? 0 | c]
let twice = [wide? 2 | 1]
key base [s] twice*h in m
wrong base [s] twice*(abs(a) + abs(b)) | adds the separate bounds of two terms that never peak together
wrong base [s] twice*abs(a) | takes the coefficient of the sine for the amplitude
wrong base [s] twice*abs(b) | takes the coefficient of the cosine for the amplitude
wrong c | takes the mean depth
wrong h | takes the amplitude alone
wrong c [o] h | gives the depth at the other tide
wrong c + h/2 | gives the depth at high tide with half the amplitude
step trigonometry | The two terms make one wave of amplitude [amplitude].
step?wide trigonometry arithmetic | The water rises from $[c] - [h]$ to $[c] + [h]$, which is [key].
step?!wide trigonometry arithmetic | The bound is $[c] [s] [h] = [key]$.

question currents + wave
stem Two wires carry currents of $[a]\sin\omega t$ amperes and $[b]\cos\omega t$ amperes to a junction, from which a third wire leads away.
  // What is the greatest current in the third wire?
stem Currents of $[a]\cos\omega t$ amperes and $[b]\sin\omega t$ amperes flow into a junction and leave it together through a lamp. // What
  is the peak current in the lamp?
stem At a junction in a circuit, a current of $[b]\sin\omega t$ amperes is joined by one of $[a]\cos\omega t$ amperes. // What is the
  greatest value of their sum as the time $t$ varies?
extreme greatest of a*sin(x) + b*cos(x) over x from 0 to 2*pi
key h in A
wrong a + b | adds the peaks of two currents that never peak together
wrong abs(a - b) | takes the difference of the peaks
wrong (a + b)/2 | takes the mean of the peaks
wrong (a + b + abs(a - b))/2 | takes the larger peak alone
wrong (a + b - abs(a - b))/2 | takes the smaller peak alone
wrong 2*h | gives the whole swing from least to greatest
step trigonometry | The sum is one wave of amplitude [amplitude].
step trigonometry | Its greatest value is [key].

question reciprocal + plain
given n
text f \frac{[n]}{[wave]}
extreme [find] of n/(a*sin(x) + b*cos(x) + c) over x from 0 to 2*pi
key n/(c [o] h)
wrong n/(c [s] h) | puts the [most] value of the wave into the denominator
wrong n/c | takes the wave to be zero
wrong n/h | leaves out the constant of the denominator
wrong n/(c [o] [large]) | takes the larger coefficient for the amplitude
wrong n/(c [o] [small]) | takes the smaller coefficient for the amplitude
wrong?before_sum n/(c [o] (abs(a) + abs(b))) | adds the separate maxima of the two terms
wrong?after_sum n/(c [s] (abs(a) + abs(b))) | adds the separate bounds and takes the wrong end
step trigonometry | The wave in the denominator has the amplitude [amplitude], so the denominator runs from [c - h] to [c + h].
step algebra arithmetic | It is always positive, so the fraction is [most] where the denominator is [other]: [key].
insight A positive denominator turns the bounds over: the fraction peaks where the wave is lowest.

question whole_numbers + plain
key 2*h + 1
wrong 2*h | counts the steps between the bounds, not the numbers
wrong 2*h - 1 | leaves out both bounds, although they are reached
wrong h + 1 | counts only the numbers from zero up to the amplitude
wrong 2*(abs(a) + abs(b)) + 1 | adds the separate maxima of the two terms
wrong 2*(abs(a) + abs(b)) | adds the separate maxima and counts the steps
wrong abs(a) + abs(b) + abs(abs(a) - abs(b)) + 1 | takes the larger coefficient for the amplitude
wrong abs(a) + abs(b) + 1 | adds the coefficients for the whole width
step trigonometry | The wave has the amplitude [amplitude].
step trigonometry counting | Every value from [c - h] to [c + h] is taken, both ends included: [key] integers.
insight The equation can be solved exactly when the constant lies within the range of one wave.

question squared + plain
given k
text square ([sum a \sin [x]; b \cos [x]])^2
text f [minus? [sum c; -k [square]] | [sum k [square]; c]]
extreme [find] of c + [sign]*k*(a*sin(x) + b*cos(x))^2 over x from 0 to 2*pi
key c [s] k*h^2
wrong c [s] k*(abs(a) + abs(b))^2 | adds the separate maxima before squaring
wrong c [s] k*h | forgets to square the amplitude
wrong c [s] k*[large]^2 | leaves out the middle term and takes the larger square
wrong c [s] k*[small]^2 | leaves out the middle term and takes the smaller square
wrong c [o] k*h^2 | lets the square be negative
wrong 0 [s] k*h^2 | leaves out the constant
wrong c | takes the bound at which the square is zero
step trigonometry | The bracket is one wave of amplitude [amplitude].
step algebra | Its square lies between $0$ and [h^2].
step arithmetic | The bound is $[c] [s] [single? | [k] \times  ][h^2] = [key]$.
insight Bound the wave first, then square the bound.

question squares
given p, q, r
let h = sqrt(q^2 + (p - r)^2)
text S \sin^2 [x]
text P \sin [x]\cos [x]
text C \cos^2 [x]
stem [before][front? [sum p [S]; q [P]; r [C]] | [sum q [P]; p [S]; r [C]] | [sum r [C]; p [S]; q [P]]][after]
extreme [find] of p*sin(x)^2 + q*sin(x)*cos(x) + r*cos(x)^2 over x from 0 to 2*pi
key (p + r [s] h)/2
wrong (p + r [o] h)/2 | gives the [other] value
wrong 0 [s] h/2 | leaves out the mean of the two squares
wrong (p + r [s] (abs(q) + abs(p - r)))/2 | adds the amplitudes of both waves of the double angle
wrong p + r [s] h | forgets that the products bring a half
wrong (p + r)/2 [s] h | halves the mean but not the amplitude
wrong (p + r [s] abs(q))/2 | keeps only the mixed term beside the mean
wrong (p + r [s] abs(p - r))/2 | drops the mixed term and takes the squares alone
step trigonometry | With the double angle, $[S] = \frac{1 - \cos 2[x]}{2}$, $[C] = \frac{1 + \cos 2[x]}{2}$ and $[P] = \frac{\sin 2[x]}{2}$.
step trigonometry algebra | The expression is half of [sum (p + r); q \sin 2[x]; (r - p) \cos 2[x]].
step trigonometry arithmetic | The wave has the amplitude $\sqrt{[(q)]^2 + [(r - p)]^2} = [h]$, so the bound is [key].
insight Squares and products of sine and cosine are a mean and one wave of the double angle.

question product
given a, b, c, d
let both = sqrt(a^2 + b^2)*sqrt(c^2 + d^2)
stem [before]([sum a \sin [x]; b \cos [x]])([sum c \sin [x]; d \cos [x]])[after]
extreme [find] of (a*sin(x) + b*cos(x))*(c*sin(x) + d*cos(x)) over x from 0 to 2*pi
key (a*c + b*d [s] both)/2
wrong 0 [s] both | multiplies the bounds of two waves that never peak together
wrong (a*c + b*d [o] both)/2 | gives the [other] value
wrong 0 [s] both/2 | leaves out the mean
wrong a*c + b*d [s] both | forgets that products of waves bring a half
wrong 0 [s] (abs(a) + abs(b))*(abs(c) + abs(d)) | multiplies the sums of the coefficients
wrong (a*c + b*d [s] abs(a*c - b*d))/2 | leaves out the middle term of the product
wrong (a*c + b*d)/2 | keeps only the mean
step algebra trigonometry | Multiplied out, the product is half of
  [sum (a*c + b*d); (a*d + b*c) \sin 2[x]; (b*d - a*c) \cos 2[x]].
step trigonometry | The wave of the double angle has the amplitude $\sqrt{[(a*d + b*c)]^2 + [(b*d - a*c)]^2} = [both]$.
step arithmetic | The bound is [key].
insight The product of two waves of one angle is a mean and a single wave of the double angle.
"}

/// Whole-number right triangles: the two short sides and the long one.
#[rustfmt::skip]
const TRIPLES: &[(i64, i64, i64)] = &[
    (3, 4, 5), (4, 3, 5), (5, 12, 13), (12, 5, 13), (8, 15, 17), (15, 8, 17), (7, 24, 25), (24, 7, 25), (6, 8, 10),
    (8, 6, 10), (9, 12, 15), (12, 9, 15), (12, 16, 20), (20, 21, 29),
];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(6)) {
        (Easy, 0) => tide(dice),
        (Easy, 1) => {
            let (p, q, _) = *dice.pick(TRIPLES);
            let (a, b) = if dice.below(2) == 0 { (p.min(q), p.max(q)) } else { (p.max(q), p.min(q)) };
            drawn!("currents", a, b)
        }
        (Easy, _) => {
            let (a, b, _) = wave(dice);
            let c = *dice.pick(&[-12, -9, -7, -6, -4, -3, -2, -1, 1, 2, 3, 4, 6, 8, 9, 11]);
            let x = angle(dice);
            let find = *dice.pick(&["greatest", "least", "greatest", "least", "width"]);
            let question = if find == "width" { "width" } else { "bound" };
            ask(drawn!(question, a, b, c, front = front(&[a, b, c])), dice, find, x)
        }
        (Medium, 0 | 1) => reciprocal(dice),
        (Medium, 2 | 3) => {
            let (a, b, _) = wave(dice);
            let c = *dice.pick(&[0, 0, 1, 2, 3, 5, -1, -2, -4, -6]);
            let x = angle(dice);
            ask(drawn!("whole_numbers", a, b, c, front = front(&[a, b, c])), dice, "whole_numbers", x)
        }
        (Medium, _) => square(dice),
        (Hard, 0 | 1) => product(dice),
        (Hard, _) => {
            let (d, q, _) = wave(dice);
            let r = *dice.pick(&[-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]);
            let (p, x) = (r + d, angle(dice));
            let find = *dice.pick(&["greatest", "least"]);
            ask(drawn!("squares", p, q, r, front = front(&[p, q, r])), dice, find, x)
        }
    }
}

/// Coefficients with signs, and the amplitude.
fn wave(dice: &mut Dice) -> (i64, i64, i64) {
    let (a, b, h) = *dice.pick(TRIPLES);
    let (s, t) = *dice.pick(&[(1, 1), (1, -1), (1, -1), (-1, 1)]);
    (s * a, t * b, h)
}

fn tide(dice: &mut Dice) -> Drawn {
    let (a, b, h) = *dice.pick(&[
        (3, 4, 5),
        (4, 3, 5),
        (3, -4, 5),
        (-3, 4, 5),
        (4, -3, 5),
        (-4, 3, 5),
        (6, 8, 10),
        (8, -6, 10),
    ]);
    let c = h + dice.range(2, 9);
    let find = *dice.pick(&["greatest", "least", "width"]);
    let place = *dice.pick(&["in a harbour", "at the end of a pier", "over a sandbank", "in a river mouth"]);
    drawn!("tide", a, b, c, find, place, wide = find == "width", stem = 0).with_sign(find == "least")
}

fn reciprocal(dice: &mut Dice) -> Drawn {
    let (a, b, h) = wave(dice);
    let c = h + *dice.pick(&[1, 2, 3, 4, 5, 7]);
    let find = *dice.pick(&["greatest", "least"]);
    let s = if find == "least" { -1 } else { 1 };
    let n = match dice.below(3) {
        0 => (c - s * h) * dice.range(1, 6),
        _ => dice.range(2, 60),
    };
    let x = angle(dice);
    let (large, small) = (a.abs().max(b.abs()), a.abs().min(b.abs()));
    let both = s * (large + small);
    let drawn = drawn!("reciprocal", a, b, c, n, large, small, front = front(&[a, b, c]));
    ask(drawn.with("before_sum", c > both).with("after_sum", c + both > 0), dice, find, x)
}

fn square(dice: &mut Dice) -> Drawn {
    let (a, b, h): (i64, i64, i64) = *dice.pick(&[
        (3, 4, 5),
        (4, 3, 5),
        (3, -4, 5),
        (4, -3, 5),
        (5, 12, 13),
        (12, -5, 13),
        (6, 8, 10),
        (8, -6, 10),
    ]);
    let c = *dice.pick(&[-20, -10, -8, -5, -3, -1, 1, 2, 4, 6, 9, 12, 15]);
    let k = if h > 10 { 1 } else { dice.range(1, 3) };
    let x = angle(dice);
    // The square is added, or taken away from a constant.
    let (find, sign) = *dice.pick(&[("greatest", "1"), ("least", "-1")]);
    let (large, small) = (a.max(b.abs()), a.min(b.abs()));
    ask(drawn!("squared", a, b, c, k, sign, large, small, single = k == 1), dice, find, x)
}

fn product(dice: &mut Dice) -> Drawn {
    const SHORT: &[(i64, i64)] = &[(3, 4), (4, 3), (5, 12), (12, 5), (6, 8), (8, 6), (8, 15)];
    let (a, b) = *dice.pick(SHORT);
    let (mut c, mut d) = *dice.pick(SHORT);
    while a * d == b * c {
        (c, d) = *dice.pick(SHORT);
    }
    let b = if dice.below(3) == 0 { -b } else { b };
    let d = if dice.below(3) == 0 { -d } else { d };
    let x = angle(dice);
    let find = *dice.pick(&["greatest", "least"]);
    ask(drawn!("product", a, b, c, d), dice, find, x)
}
