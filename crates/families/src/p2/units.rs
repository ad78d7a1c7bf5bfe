//! Powers from units.

use crate::declare::prelude::*;

declare! { draw r"
family P2 powers_from_units
idea A result depends on a few quantities only. Their units allow one combination, which gives the powers and so the factor by which the
  result changes.
objects units; power law
constraints the result depends on nothing else
asked the factor by which the result changes
paths a linear dependence where a root is meant; the right power with the wrong sign; scaling only one of two factors; squares where roots
  are meant
easy Of two quantities one is changed, and one power is needed.
medium Both quantities are changed, and both powers are needed.
hard Three quantities are in play, so the powers come from three units at once.

# The laws. The result depends on the quantities A, B and C with the powers a, b and c; it changes by the factor f. There is one equation
# for each of kg, m and s.

part root_of_quotient
let a = 1/2
let b = -1/2

question string_waves + root_of_quotient
text result speed of waves on a stretched string
text A tension in the string
text B mass per unit length
text list the [A] (in $\mathrm{kg\,m\,s^{-2}}$) and the [B] (in $\mathrm{kg\,m^{-1}}$)
solve a, b, f for f: (1)*a + (1)*b = 0; (1)*a + (-1)*b = 1; (-2)*a + (0)*b = -1; f = [change]

part pressure_and_density + root_of_quotient
text list the [A] (in $\mathrm{kg\,m^{-1}\,s^{-2}}$) and the [B] (in $\mathrm{kg\,m^{-3}}$)
solve a, b, f for f: (1)*a + (1)*b = 0; (-1)*a + (-3)*b = 1; (-2)*a + (0)*b = -1; f = [change]

question sound + pressure_and_density
text result speed of sound in a gas
text A pressure of the gas
text B density of the gas

question jet + pressure_and_density
text result speed of the jet from a hole in a tank
text A excess pressure in the tank
text B density of the liquid

question load_on_spring + root_of_quotient
text result period of a load bouncing on a light spring
text A mass of the load
text B stiffness of the spring
text list the [A] (in $\mathrm{kg}$) and the [B] (in $\mathrm{kg\,s^{-2}}$)
solve a, b, f for f: (1)*a + (1)*b = 0; (0)*a + (0)*b = 0; (0)*a + (-2)*b = 1; f = [change]

part length_and_gravity
text B acceleration of free fall
text list the [A] (in $\mathrm{m}$) and the [B] (in $\mathrm{m\,s^{-2}}$)

part time_of_fall + root_of_quotient + length_and_gravity
solve a, b, f for f: (0)*a + (0)*b = 0; (1)*a + (1)*b = 0; (0)*a + (-2)*b = 1; f = [change]

question pendulum + time_of_fall
text result period of small swings of a pendulum
text A length of the pendulum

question falling_stone + time_of_fall
text result time a stone takes to fall from rest
text A height of the fall

question deep_water + length_and_gravity
let a = 1/2
let b = 1/2
text result speed of waves on deep water
text A wavelength
solve a, b, f for f: (0)*a + (0)*b = 0; (1)*a + (1)*b = 1; (0)*a + (-2)*b = -1; f = [change]

question ripples
let a = 1/2
let b = -1/2
let c = -1/2
text result speed of small ripples on a liquid
text A surface tension of the liquid
text B density of the liquid
text C wavelength
text list the [A] (in $\mathrm{kg\,s^{-2}}$), the [B] (in $\mathrm{kg\,m^{-3}}$) and the [C] (in $\mathrm{m}$)
solve a, b, c, f for f: (1)*a + (1)*b + (0)*c = 0; (0)*a + (-3)*b + (1)*c = 1; (-2)*a + (0)*b + (0)*c = -1; f = [change]

question drop
let a = 3/2
let b = 1/2
let c = -1/2
text result period of a wobbling drop
text A radius of the drop
text B density of the liquid
text C surface tension of the liquid
text list the [A] (in $\mathrm{m}$), the [B] (in $\mathrm{kg\,m^{-3}}$) and the [C] (in $\mathrm{kg\,s^{-2}}$)
solve a, b, c, f for f: (0)*a + (1)*b + (1)*c = 0; (1)*a + (-3)*b + (0)*c = 0; (0)*a + (0)*b + (-2)*c = 1; f = [change]

question fireball
let a = 1/5
let b = -1/5
let c = 2/5
text result radius of the fireball of an explosion
text A energy set free
text B density of the air
text C time since the explosion
text list the [A] (in $\mathrm{kg\,m^{2}\,s^{-2}}$), the [B] (in $\mathrm{kg\,m^{-3}}$) and the [C] (in $\mathrm{s}$)
solve a, b, c, f for f: (1)*a + (1)*b + (0)*c = 0; (2)*a + (-3)*b + (0)*c = 1; (-2)*a + (0)*b + (1)*c = 0; f = [change]

question bubble
let a = 1
let b = 1/2
let c = -1/2
text result period of a pulsating gas bubble under water
text A radius of the bubble
text B density of the water
text C pressure of the water
text list the [A] (in $\mathrm{m}$), the [B] (in $\mathrm{kg\,m^{-3}}$) and the [C] (in $\mathrm{kg\,m^{-1}\,s^{-2}}$)
solve a, b, c, f for f: (0)*a + (1)*b + (1)*c = 0; (1)*a + (-3)*b + (-1)*c = 0; (0)*a + (0)*b + (-2)*c = 1; f = [change]

question nozzle
let a = 1
let b = 1/2
let c = 1/2
text result mass of liquid that leaves a nozzle per second
text A area of the nozzle
text B density of the liquid
text C excess pressure behind it
text list the [A] (in $\mathrm{m^{2}}$), the [B] (in $\mathrm{kg\,m^{-3}}$) and the [C] (in $\mathrm{kg\,m^{-1}\,s^{-2}}$)
solve a, b, c, f for f: (0)*a + (1)*b + (1)*c = 1; (2)*a + (-3)*b + (-1)*c = 0; (0)*a + (0)*b + (-2)*c = -1; f = [change]

question drag
let a = 1
let b = 2
let c = 2
text result drag on a fast ball
text A density of the air
text B radius of the ball
text C speed of the ball
text list the [A] (in $\mathrm{kg\,m^{-3}}$), the [B] (in $\mathrm{m}$) and the [C] (in $\mathrm{m\,s^{-1}}$)
solve a, b, c, f for f: (1)*a + (0)*b + (0)*c = 1; (-3)*a + (1)*b + (1)*c = 1; (0)*a + (0)*b + (-1)*c = -2; f = [change]

# What is changed: the quantity X by the factor p, which brings p^m, and perhaps Y by the factor q. One of the last two parts follows a law.

part change
given p
let m = [up? | -][first? a | b | c]
text X [first? [A] | [B] | [C]]
text found the power of the [X] is [first? [a] | [b] | [c]]
text changed the [X] is [up? multiplied | divided] by [p]
stem The [result] depends only on [list]. // By what factor is it multiplied when [changes]?
stem Units alone show how the [result] depends on [list], if it depends on nothing else. // Suppose [changes]. What is the new value divided
  by the old one?
stem It is known that [list] determine the [result], and that nothing else matters. // Suppose [changes]. By what factor is the result
  multiplied?
stem In an experiment [changes]. What is being measured is the [result], which depends only on [list]. // By what factor is the measured
  value multiplied?
key f
wrong 1/f | takes the right powers with the wrong sign
wrong linear | takes every dependence to be linear
wrong f^2 | takes every power twice as high
step dimensions | Only one product of powers has the right unit: [powers].
insight The units leave only one combination, so the powers are known without the formula.

part one_change + change
let f = p^m
let sign = m/abs(m)
let linear = p^sign
text powers [found]
text changes [changed]; nothing else changes
wrong 1/f^2 | takes the inverse, and without the root
wrong f^4 | takes the square where the root is meant
wrong (p/2)^sign | halves the factor instead of taking its root
wrong f^3 | takes three times the power
step indices | The factor is $[p]^{[m]} = [key]$.

part two_changes + change
given q
let n = [also_up? | -][second? a | b | c]
let f = p^m*q^n
let linear = p^(m/abs(m))*q^(n/abs(n))
text Y [second? [A] | [B] | [C]]
text powers [found], the power of the [Y] is [second? [a] | [b] | [c]]
text changes [changed] and the [Y] is [also_up? multiplied | divided] by [q]
wrong p^m | scales only the first of the two quantities
wrong q^n | scales only the second of the two quantities
wrong q^n/p^m | takes one of the powers with the wrong sign
wrong p^m/q^n | takes one of the powers with the wrong sign
step indices | The factor is $[p][plain? | ^{[m]}] \times [q]^{[n]} = [key]$.
"}

/// Factors whose square roots are whole; all the powers of the laws of two quantities are halves.
const SQUARES: &[i64] = &[4, 9, 16, 25, 36];
const OF_TWO: &[&str] =
    &["string_waves", "sound", "load_on_spring", "pendulum", "deep_water", "jet", "falling_stone"];

/// For a power of one.
const ANY: &[i64] = &[2, 3, 4, 5, 6];
/// Laws of three quantities, with factors that suit the power of each.
const OF_THREE: &[(&str, [&[i64]; 3])] = &[
    ("ripples", [SQUARES, SQUARES, SQUARES]),
    ("drop", [&[4, 9], SQUARES, SQUARES]),
    ("fireball", [&[32, 243], &[32, 243], &[32, 243]]),
    ("bubble", [ANY, SQUARES, SQUARES]),
    ("nozzle", [ANY, SQUARES, SQUARES]),
    ("drag", [ANY, &[2, 3], &[2, 3]]),
];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let (law, factors) = match difficulty {
        Hard => *dice.pick(OF_THREE),
        _ => (*dice.pick(OF_TWO), [SQUARES; 3]),
    };
    let mut places: Vec<usize> = (0..if difficulty == Hard { 3 } else { 2 }).collect();
    dice.shuffle(&mut places);
    let up = dice.below(5) < 3;
    let power = |place: usize, up: bool| format!("({}{})", if up { "" } else { "-" }, ["a", "b", "c"][place]);
    if difficulty == Easy {
        let first = places[0];
        let (p, change) = (*dice.pick(factors[first]), format!("p^{}", power(first, up)));
        return drawn!(law, part = "one_change", first, up, p, change);
    }
    let (first, second) = (places[0].min(places[1]), places[0].max(places[1]));
    let also_up = dice.below(5) < 3;
    let p = *dice.pick(factors[first]);
    let others: Vec<i64> = factors[second].iter().copied().filter(|factor| *factor != p).collect();
    let q = *dice.pick(&others);
    let change = format!("p^{}*q^{}", power(first, up), power(second, also_up));
    let plain = up && factors[first] == ANY;
    drawn!(law, part = "two_changes", first, up, p, second, also_up, q, change, plain)
}
