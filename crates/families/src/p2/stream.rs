//! The power of a stream, and of what moves through one.

use crate::declare::prelude::*;

declare! { draw r"
family P2 stream_power
idea A stream brings more mass per second when it is faster, and each part of it more energy. So power is proportional to the cube of a
  speed, though energy is proportional to its square.
objects wind turbine; drag; power
constraints same density; same efficiency
asked a power or a speed in a second situation
paths taking power to be proportional to the square of the speed; taking power to be proportional to the speed; scaling only one of two
  factors; dividing by three where a cube root is meant
easy The cube is applied once.
medium The size of the stream changes as well, with a power of its own.
hard The power is given and the speed is asked: the cube is hidden in drag times speed.

part turbine
given p kW, v m s^-1, w m s^-1

question speed + turbine
stem A [thing] delivers [p] when the speed of the [stream] is [v]. It always turns the same fraction of the kinetic energy that reaches it
  into electrical energy. // What does it deliver at [w]?
stem The output of a [thing] is a fixed fraction of the kinetic energy that the [stream] carries through it per second. At a speed of [v]
  the output is [p]. // What is it at a speed of [w]?
stem At [v] the [stream] drives a [thing] with an output of [p]. // What is the output at [w], if the same fraction of the arriving kinetic
  energy is used?
# Mass per second goes with the speed, the energy of each part of it with the square.
solve c, x for x: p = (c*v)*v^2/2; x = (c*w)*w^2/2
key p*w^3/v^3 in kW
wrong p*w^2/v^2 | counts the energy of each part but not that more arrives per second
wrong p*w/v | counts that more arrives per second but not its greater energy
wrong p*v/w | inverts the ratio of the speeds
wrong p*v^2/w^2 | inverts the ratio of the squares
wrong p*v^3/w^3 | inverts the ratio of the cubes
wrong 3*p*w/v | multiplies by three instead of cubing
wrong p*w^4/v^4 | takes one power of the speed too many
step energy dimensions | The mass that arrives per second is proportional to $v$, the energy of each kilogram to $v^2$, so the power is
  proportional to $v^3$.
step ratio | The factor is [w^3/v^3], and the output is [key].
insight A faster stream brings more mass per second and more energy with each part of it.

question size + turbine
given d m, l m
stem A [thing] with blades of length [d] delivers [p] at a speed of the [stream] of [v]. // What does one of the same design with blades of
  length [l] deliver at [w]?
stem Two turbines of the same design use the same fraction of the kinetic energy that reaches them. The first has blades of [d] and yields
  [p] in a [stream] of [v]. // The second has blades of [l] and meets a [stream] of [w]. What does it yield?
stem The blades of a [thing] are [d] long, and its output is [p] when the [stream] moves at [v]. It is replaced by one with blades [l] long,
  at a place where the [stream] moves at [w]. // What is the new output, if both use the same fraction of the energy that arrives?
solve c, x for x: p = c*d^2*v*v^2/2; x = c*l^2*w*w^2/2
key p*w^3*l^2/(v^3*d^2) in kW
wrong p*w^2*l^2/(v^2*d^2) | takes the power to be proportional to the square of the speed
wrong p*w^3*l/(v^3*d) | takes the power to be proportional to the length of the blades, not to its square
wrong p*w^3/v^3 | scales the speed only
wrong p*l^2/d^2 | scales the area only
wrong p*w*l^2/(v*d^2) | takes the power to be proportional to the speed itself
wrong p*w^3*l^3/(v^3*d^3) | takes the power to be proportional to the cube of the length
wrong p*w*l/(v*d) | takes every dependence to be linear
step energy dimensions | The area swept is proportional to the square of the length of the blades; through each unit of it power is
  proportional to $v^3$.
step ratio | The factor is $\left([l/d]\right)^2 \times \left([w/v]\right)^3$, which gives [key].
insight The area is proportional to the square of the length, the power through an area to the cube of the speed.

question top_speed
given v m s^-1, p kW, r kW
let x = v*(r/p)^(1/3)
stem The resistance of the [fluid] to [thing] is proportional to the square of the speed. At full power its [mover] [p], and the top speed
  is [v]. // What would the top speed be at [r]?
stem At a steady speed of [v] it takes a power of [p] to drive [thing], because the [fluid] resists with a force that is proportional to the
  square of the speed. // What steady speed can be kept up with [r]?
stem The drag of the [fluid] on [thing] is proportional to the square of its speed; other resistance may be ignored. A useful power of [p]
  keeps it at [v]. // At what speed does a useful power of [r] keep it?
solve c, x for x: p = (c*v^2)*v; r = (c*x^2)*x
key x in m s^-1
wrong v*sqrt(r/p) | takes the power to be proportional to the square of the speed, like the drag
wrong v*r/p | takes the speed to be proportional to the power
wrong v*r/(3*p) | divides by three instead of taking the cube root
wrong v*(r/p)^(2/3) | takes the square of the ratio of speeds
wrong v*(p/r)^(1/3) | inverts the ratio
wrong v*p/r | inverts the ratio of the powers and takes no root
wrong v*(p/r)^(2/3) | inverts the ratio of speeds and squares it
step energy dimensions | Power is force times speed, so with a drag that is proportional to $v^2$ it is proportional to $v^3$.
step ratio indices | The powers have the ratio [r/p], so the speeds have the ratio [x/v]: [key].
insight Power is drag times speed, so it is proportional to the cube of the speed.
"}

/// The first six keep the numbers small where the blades change too.
const RATIOS: &[(i64, i64)] =
    &[(1, 2), (1, 3), (2, 3), (3, 2), (2, 1), (3, 1), (3, 4), (4, 3), (2, 5), (5, 2)];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    if difficulty == Hard {
        return driven_body(dice);
    }
    let (a, b) = *dice.pick(&RATIOS[..if difficulty == Easy { 10 } else { 6 }]);
    let (thing, stream) = *dice.pick(&[
        ("wind turbine", "wind"),
        ("tidal turbine", "current"),
        ("water turbine in a river", "stream"),
    ]);
    let wind = stream == "wind";
    let q: i64 = if wind { dice.range(3, 5) } else { 1 };
    let (v, w) = (q * a, q * b);
    if difficulty == Easy {
        let c = dice.range(1, if wind { 9 } else { 4 });
        return drawn!("speed", thing, stream, v, w, p = c * a.pow(3));
    }
    let (e, f) = *dice.pick(&[(1, 2), (2, 1), (2, 3), (3, 2), (1, 3), (3, 1), (3, 4), (4, 3)]);
    let r = if wind { dice.range(8, 15) } else { dice.range(2, 3) };
    // What a rotor can take from air or water at most is not exceeded.
    let most = if wind { r * r * q.pow(3) * 9 / 10_000 } else { r * r * 6 / 10 };
    let c = dice.range(1, most.max(1));
    drawn!("size", thing, stream, v, w, p = c * a.pow(3) * e * e, d = r * e, l = r * f)
}

fn driven_body(dice: &mut Dice) -> Drawn {
    /// What is driven, by what, through what, and speeds it does not exceed; the last could do with any power here.
    const DRIVEN: &[(&str, &str, &str, i64)] = &[
        ("a small submarine", "motor gives", "water", 12),
        ("a ferry", "engines give", "water", 18),
        ("a motor boat", "engine gives", "water", 20),
        ("an airship", "propellers give", "air", 40),
        ("a racing car on the level", "engine gives", "air", 80),
    ];
    let (a, b): (i64, i64) =
        *dice.pick(&[(1, 2), (1, 3), (2, 3), (3, 2), (2, 1), (3, 1), (3, 4), (4, 3), (1, 4), (4, 1)]);
    // Speeds are multiples of both numbers of the ratio, so that its square and its inverse give whole speeds too.
    let least = a * b * a.max(b);
    let fast: Vec<_> = DRIVEN.iter().filter(|driven| driven.3 >= least).collect();
    let (thing, mover, fluid, most) = **dice.pick(&fast);
    let q = a * b * dice.range(1, most / least);
    let c = dice.range(1, 9);
    drawn!("top_speed", thing, mover, fluid, v = q * a, p = c * a.pow(3), r = c * b.pow(3))
}
