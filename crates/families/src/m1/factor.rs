//! Amounts that change by the same factor in equal steps.

use crate::declare::prelude::*;

declare! { draw r"
family M1 equal_factor
idea A quantity changes by the same factor in equal steps. The factor over one stretch gives the factor over another by a power, and neither
  the constant nor the single step has to be known.
objects growth by a factor; indices
constraints same factor in equal steps
asked the amount at another step
paths adding the same amount where the same factor applies; scaling the amount with the number of steps; one step too many or too few;
  taking the factor of a whole stretch for a single step
easy The second stretch is a multiple of the first.
medium The second stretch is not a multiple of the first, so a root comes before the power.
hard No reading at the start is given, or the factor is a part that is let through.

# The factor k of an hour.
question from_the_start
given a, b, s h, t h
stem The number of bacteria in a dish is multiplied by the same factor in equal times. It grows from [a] to [b] in [s]. // How many bacteria
  are there [t] after the start?
stem A colony of yeast cells starts with [a] cells and has [b] cells after [s]. In equal times it always grows by the same percentage. //
  Find the number of cells [t] after the start.
stem Starting from [a] views, the number of views of a video grows by the same factor every hour and stands at [b] after [s]. // What is the
  number of views [t] after the start?
stem The number of cells in a culture increases by the same percentage every hour. There were [a] cells at first and [s] later there were
  [b]. // How many cells were there [t] after the start?
solve k for a*k^(t/3600): a*k^(s/3600) = b; k > 0
key a*(b/a)^(t/s)
wrong a + (b - a)*t/s | adds the same number in equal times
wrong b*t/s | takes the number to grow with the time
wrong b*(b/a)^(t/s) | starts from the later number
wrong a*(b/a)^2*(b/a)^(t/s) | goes one stretch too far
wrong a*(b/a)^(t/s)*a/b | leaves one stretch out
wrong b + (b - a)*t/s | adds the same number in equal times to the later number
wrong a*(b/a)^2 | squares the factor whatever the time
step ratio indices | In $\frac{[t#]}{[s#]} = [t/s]$ stretches of [s] the factor [b/a] acts [t/s] times.
step indices arithmetic | The number is $[a] \times [b/a]^{[t/s]} = [key]$.
insight Equal times mean equal factors, so a ratio of times is an exponent.

# Equal sheets, each of which lets the same part through.
question let_through
given s, t, f
stem Sheets of tinted glass are all alike. A stack of [s] of them lets [f] of the light through. // What fraction of the light passes
  through a stack of [t] sheets?
stem Behind [s] equal layers of lead the strength of a beam of gamma rays is [f] of what it was. // What fraction of its strength is left
  behind [t] such layers?
stem Water is cleaned by passing it through equal filters one after the other. After [s] filters [f] of the particles remain. // What
  fraction of the particles remains after [t] filters?
stem A ball is dropped and after each bounce rises to the same fraction of its height before. After [s] bounces it rises to [f] of the
  height from which it was dropped. // To what fraction of that height does it rise after [t] bounces?
solve k for k^t: k^s = f; k > 0
key f^(t/s)
wrong f*t/s | takes the fraction to grow with the number
wrong f*s/t | takes the fraction to be inversely proportional to the number
wrong?fewer 1 - (1 - f)*t/s | takes off an equal amount at every step
wrong?!fewer f^2 | squares the given part because there are more steps
wrong f^(1/s) | gives the part of a single step
wrong f^((t+1)/s) | takes one step too many
wrong f^((t-1)/s) | takes one step too few
wrong 1 - f^(t/s) | gives what is kept back
step indices | Each step leaves the same part $k$, with $k^{[s]} = [f]$, so $k = [1/n]$.
step indices | After [t] steps $k^{[t]} = [key]$ is left.
insight Every step takes the same part of what has arrived, so the parts multiply.

# The same with amounts, and any factor below one.
question dimmed
given a, b, s, t
stem Light of intensity [a] units falls on a stack of identical sheets of tinted glass. Behind [s] sheets the intensity is [b] units. // How
  many units is it behind [t] [one? sheet | sheets]?
stem Each year a machine loses the same fraction of the value it has at the beginning of that year. It was bought for [a] pounds and is
  worth [b] pounds [s] years later. // How many pounds is it worth [t] [one? year | years] after it was bought?
stem A ball is dropped from a height of [a] centimetres. After every bounce it rises to the same fraction of its previous height, and after
  bounce number [s] it rises to [b] centimetres. // How many centimetres high does it rise after bounce number [t]?
stem In a chain of identical filters each one stops the same fraction of the particles that reach it. Of [a] particles [b] pass the first
  [s] filters. // How many particles pass the first [one? filter | [t] filters]?
solve k for a*k^t: a*k^s = b; k > 0
key a*(b/a)^(t/s)
wrong?even a - (a - b)*t/s | takes off an equal amount at every step
wrong?!even b*s/t | takes the amount to be inversely proportional to the number
wrong a*(b/a)^((t + 1)/s) | takes one step too many
wrong a*(b/a)^((t - 1)/s) | takes one step too few
wrong b*t/s | takes the amount to grow with the number
wrong a - a*(b/a)^(t/s) | gives what is lost
wrong b*(b/a)^(t/s) | counts the steps from the second amount
wrong (a + b)/2 | takes the middle of the two amounts
step indices ratio | Each step leaves the same part $k$, with $k^{[s]} = \frac{[b]}{[a]} = [b/a]$, so $k = [p/q]$.
step indices arithmetic | The amount is $[a] \times [p^t/q^t] = [key]$.
insight Every step leaves the same part of what it found, so the parts multiply.

# Two readings, neither at the start: the factor k of a day leads from one to the other.
question back_to_the_start
given a, b, s, t, u
text first [s] [s_days]
text when [u? at the start | [u] day after the start]
text?later when [u] days after the start
stem The number of cells in a culture is multiplied by the same factor every day. There are [a] cells [first] after the start and [b] cells
  [t] days after the start. // How many cells are there [when]?
stem Duckweed on a pond grows so that its area increases by the same percentage every day. It covers [a] square centimetres [first] after
  the start and [b] square centimetres [t] days after the start. // What area does it cover [when], in square centimetres?
stem A rumour spreads so that each day the number of people who know it grows by the same factor. // After [t] days [b] people know it, and
  after [first] it was [a]. How many people know it [when]?
solve k for a*k^(u - s): a*k^(t - s) = b; k > 0
key a*(b/a)^((u - s)/(t - s))
wrong a + (b - a)*(u - s)/(t - s) | adds the same number every day
wrong a*(b/a)^((u - s + 1)/(t - s)) | goes one day too far
wrong a*(b/a)^((u - s - 1)/(t - s)) | stops one day short
wrong a*(b/a)^(u - s) | takes the ratio of the two readings for the factor of one day
wrong b*(b/a)^((u - s)/(t - s)) | starts from the later reading
wrong a*(b/a)^(u/(t - s)) | takes the first reading for the one at the start
wrong b*(b/a)^(u/(t - s)) | takes the later reading for the one at the start
wrong a*(b/a)^((u - s + 2)/(t - s)) | goes two days too far
step ratio indices | In [t - s] days the factor is $\frac{[b]}{[a]} = [b/a]$, so it is [k] for one day.
step?back indices arithmetic | Going back [s - u] [way] from the first reading: $[a] \div [k]^{[s - u]} = [key]$.
step?!back indices arithmetic | Going on [u - s] [way] from the first reading: $[a] \times [k]^{[u - s]} = [key]$.
insight The ratio of two readings belongs to the days between them, wherever they lie.
"}

/// Factor of one step, steps of the known stretch and of the asked one.
type Stretch = (i64, i64, i64);

#[rustfmt::skip]
const WHOLE: &[Stretch] = &[(2, 1, 2), (2, 1, 3), (3, 1, 2), (3, 1, 3), (4, 1, 2), (5, 1, 2), (2, 1, 4)];

#[rustfmt::skip]
const BROKEN: &[Stretch] = &[
    (2, 2, 3), (3, 2, 3), (2, 2, 5), (2, 3, 2), (3, 3, 2), (2, 3, 4), (4, 2, 3), (5, 2, 3), (3, 2, 1), (2, 3, 5), (2, 4, 3),
];

#[rustfmt::skip]
const SHEETS: &[Stretch] = &[
    (2, 2, 3), (2, 2, 5), (2, 3, 2), (2, 3, 4), (2, 3, 5), (3, 2, 3), (2, 4, 3), (2, 4, 5), (3, 3, 2), (2, 4, 2),
];

/// Factor, time of the two readings and of the question.
#[rustfmt::skip]
const READINGS: &[(i64, i64, i64, i64)] = &[
    (2, 2, 5, 0), (2, 3, 5, 0), (3, 1, 3, 0), (3, 2, 4, 0), (2, 1, 4, 0), (2, 3, 6, 1), (2, 2, 4, 7), (3, 2, 4, 5),
    (2, 1, 3, 6), (3, 1, 3, 4), (2, 4, 6, 1), (2, 2, 5, 4),
];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    if difficulty != Hard {
        let (factor, s, t) = *dice.pick(if difficulty == Easy { WHOLE } else { BROKEN });
        let hours = 2 * dice.range(1, 4);
        let a = *dice.pick(&[20, 30, 40, 50, 60, 80, 100, 120, 150, 200]);
        return drawn!("from_the_start", a, b = a * factor.pow(s as u32), s = s * hours, t = t * hours);
    }
    match dice.below(5) {
        0 => {
            let (n, s, t) = *dice.pick(SHEETS);
            drawn!("let_through", n, s, t, f = format!("1/{}", n.pow(s as u32)), fewer = t < s)
        }
        1 | 2 => dimmer(dice),
        _ => {
            let (k, s, t, u) = *dice.pick(READINGS);
            let step = dice.range(1, 15) * 10;
            let (a, b) = (step * k.pow(s as u32), step * k.pow(t as u32));
            let days = |n: i64| if n == 1 { "day" } else { "days" };
            let (s_days, way) = (days(s), days((u - s).abs()));
            drawn!("back_to_the_start", a, b, s, t, u, k, s_days, way, back = u < s, later = u > 1)
        }
    }
}

fn dimmer(dice: &mut Dice) -> Drawn {
    let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (1, 3), (2, 3), (3, 4), (1, 4), (2, 5), (3, 5), (4, 5)]);
    let (s, t): (i64, i64) = *dice.pick(&[(2, 3), (2, 1), (3, 2), (3, 1), (2, 4), (3, 4), (4, 3), (4, 2)]);
    let most = s.max(t);
    let step = dice.range(1, 6) * if q.pow(most as u32) < 100 { 4 } else { 1 };
    let at = |steps: i64| step * p.pow(steps as u32) * q.pow((most - steps) as u32);
    let (a, b) = (at(0), at(s));
    drawn!("dimmed", a, b, s, t, p, q, one = t == 1, even = (a - b) * t < a * s)
}
