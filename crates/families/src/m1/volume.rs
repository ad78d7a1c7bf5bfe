//! A fixed amount in another shape, or more of it in the same shape.

use super::RATIOS;
use crate::declare::prelude::*;

declare! { draw r"
family M1 same_volume
idea A fixed amount of matter takes another shape, or one shape takes more of it. The volume is a product of powers of lengths, so the ratio
  of one length fixes the ratio of the other.
objects cylinders; cones; constant volume
constraints volume is kept; shape is kept
asked a length or a time after the change
paths using the ratio of lengths itself; inverting the ratio; taking the cube where the square is wanted; counting from the start what is
  asked from now on
easy One cylinder becomes another, and the ratio of radii is squared and inverted.
medium The square has to be undone, or the number of bodies changes as well.
hard Nothing says that the volume matters, and its power of the length has to be seen.

question one_cylinder
given a [wide], b [wide], h [long]
stem A piece of [metal] wire is [h] long and has a diameter of [a]. It is [made] a wire with a diameter of [b] throughout. // How long is
  the new wire?
stem A lump of modelling clay has the shape of a cylinder with radius [a] and height [h]. // It is reshaped into a cylinder with radius [b].
  What is the new height?
stem Water stands [h] deep in a cylindrical tank of diameter [a]. // All of it is poured into an empty cylindrical tank of diameter [b]. How
  deep is the water there?
stem A machine spreads a load of tar evenly over a circular area of radius [a], in a layer [h] thick. // How thick would the layer be if the
  same load were spread over a circular area of radius [b]?
solve v, x for x: v = pi*a^2*h; v = pi*b^2*x
key h*(a/b)^2 in [long]
wrong h*a/b | uses the ratio of lengths without the square
wrong h*b/a | takes height and radius to grow together
wrong h*(b/a)^2 | inverts the ratio of areas
wrong h*(a/b)^3 | takes the cube where the square is wanted
wrong 2*h*a/b | doubles the ratio instead of squaring it
wrong h*(a/b)^4 | takes the fourth power, squaring the ratio of areas
wrong h*(b/a)^3 | inverts the ratio and cubes it
step ratio geometry | The radii are in the ratio $[p]:[q]$, so the areas of the cross-sections are in the ratio $[p^2]:[q^2]$.
step ratio arithmetic | The volume stays the same, so the other dimension is multiplied by [p^2/q^2] and becomes [key].
insight With the volume kept, length times the square of the radius is constant.

# The square has to be undone.
question drawn_wire
given l [long], m [long], d [wide]
stem A [metal] wire of length [l] and diameter [d] is melted down. // All the metal is used for a wire of length [m]. What is the diameter
  of this wire?
stem A roll of dough is a cylinder of length [l] and diameter [d]. // It is shaped into another cylinder, of length [m]. Find the new
  diameter.
stem A load of gravel covers a circle of diameter [d] evenly to a depth of [l]. // What is the diameter of the circle that the same load
  covers to a depth of [m]?
solve x: pi*(x/2)^2*m = pi*(d/2)^2*l; x > 0
key d*sqrt(l/m) in [wide]
wrong d*l/m | takes the diameter to be inversely proportional to the length
wrong d*m/l | takes the diameter to grow with the length
wrong d*sqrt(m/l) | inverts the ratio of diameters
wrong d*(l/m)^2 | squares where the root is wanted
wrong d*sqrt(l/m)/2 | gives the radius for the diameter
wrong 2*d*sqrt(l/m) | takes the given diameter for a radius
wrong d*l/(2*m) | halves the ratio instead of taking its root
step ratio geometry | The volume is kept, so $[p^2]:[q^2]$ for the lengths gives $[q^2]:[p^2]$ for the areas of the cross-sections.
step ratio arithmetic | The diameters are in the ratio $[q]:[p]$, and the new one is [key].
insight Length times the square of the diameter is constant, so the diameter is inversely proportional to the root of the length.

# One cylinder of radius s, n of radius r.
part several
given r cm, s cm, h cm, n
step ratio geometry | The areas of the bases are in the ratio $[p^2]:[q^2]$.
insight Number times height times the square of the radius is kept.

question merging + several
stem The metal of [n] equal cylindrical rods, each of radius [r] and length [h], is melted. // It is all used for one cylindrical rod of
  radius [s]. How long is this rod?
stem Each of [n] identical cylindrical glasses has an inner radius of [r] and holds water to a height of [h]. // All the water is poured
  into an empty cylindrical jug of inner radius [s]. What is the depth of the water in the jug?
solve v, x for x: v = n*pi*r^2*h; v = pi*s^2*x
key n*h*(r/s)^2 in cm
wrong n*h*r/s | uses the ratio of radii without the square
wrong n*h | leaves the radii out of account
wrong n*h*(r/s)^3 | takes the cube where the square is wanted
wrong h*(r/s)^2 | forgets how many there are
wrong n*h*(s/r)^2 | inverts the ratio of areas
wrong n*h*r/(2*s) | halves the ratio of radii instead of squaring it
wrong n*h*s/r | applies the ratio of radii the wrong way round
step ratio arithmetic | The same volume in one cylinder stands at $[n] \times [h#] \times [p^2/q^2] = [key]$.

question sharing + several
stem A cylindrical jug of inner radius [s] holds juice to a height of [h]. // The juice is shared equally between [n] empty cylindrical
  glasses of inner radius [r]. How high does it stand in each glass?
stem A metal cylinder of radius [s] and height [h] is melted down and made into [n] equal cylinders of radius [r]. // What is the height of
  each of them?
solve v, x for x: v = pi*s^2*h; v = n*pi*r^2*x
key h*(s/r)^2/n in cm
wrong h*s/(r*n) | uses the ratio of radii without the square
wrong h/n | leaves the radii out of account
wrong h*(s/r)^3/n | takes the cube where the square is wanted
wrong h*(s/r)^2 | forgets how many there are
wrong h*(r/s)^2/n | inverts the ratio of areas
wrong 2*h*s/(r*n) | doubles the ratio of radii instead of squaring it
wrong h*s/r | uses the ratio of radii and forgets how many there are
step ratio arithmetic | The same volume in [n] cylinders stands at $[h#] \times [q^2/p^2] \div [n] = [key]$.

# A drop's volume is a cube, a film's area a square.
question oil_film
given r mm, s mm, f cm
stem A spherical drop of oil of radius [r] spreads on water as a thin circular film of radius [f]. // A drop of radius [s] spreads to a film
  of the same thickness. What is the radius of that film?
stem A drop of oil on water always spreads until its film has a certain thickness. A spherical drop of radius [r] gives a circular film of
  radius [f]. // Find the radius of the circular film from a spherical drop of radius [s].
stem Balls of soft metal are hammered into circular discs that all have the same thickness. // A ball of radius [r] becomes a disc of radius
  [f]. What is the radius of the disc made from a ball of radius [s]?
solve t, x for x: 4*r^3 = 3*f^2*t; 4*s^3 = 3*x^2*t; x > 0
key f*(s/r)^(3/2) in cm
wrong f*s/r | takes the two radii to grow together
wrong f*(s/r)^2 | takes the radius of the film to grow with the surface of the ball
wrong f*(s/r)^3 | takes the radius of the film to grow with the volume
wrong f*sqrt(s/r) | takes a root of the ratio of radii
wrong f*r/s | inverts the ratio of radii
wrong f*sqrt(r/s) | inverts the ratio and takes its root
step ratio geometry | The radii of the balls are in the ratio $[p^2]:[q^2]$, so the volumes are in the ratio $[p^6]:[q^6]$.
step ratio geometry | With the same thickness the areas are in that ratio, and the radii of the circles in the ratio $[p^3]:[q^3]$.
step arithmetic | The radius is [key].
insight The volume is a cube of one radius and, at a fixed thickness, a square of the other.

# The other two dimensions are fixed multiples of the one that is told.
question heap
given a cm, b cm, t min
stem Sand falls at a steady rate from a conveyor belt onto the ground and forms a conical heap that always keeps the same shape. // After
  [t] the heap is [a] high. How long after the start will it be [b] high?
stem Grain runs out of a silo at a constant rate. The conical pile below it grows without changing its shape and reaches a height of [a] in
  [t]. // In what total time does it reach a height of [b]?
stem A balloon keeps its shape while air is pumped in at a constant rate, measured at the pressure in the balloon. Starting from empty, it
  is [a] wide after [t]. // After what time from the start is it [b] wide?
solve c, x for x: c*t = a*(u*a)*(v*a); c*x = b*(u*b)*(v*b)
key t*(b/a)^3 in min
wrong t*b/a | takes the length to grow evenly with time
wrong t*(b/a)^2 | takes the square where the cube is wanted
wrong t*(b/a)^4 | applies one power too many
wrong t*((b/a)^3 - 1) | gives the further time from now on
wrong t*((b/a)^3 + 1) | adds the first time once more
wrong 3*t*b/a | multiplies the ratio by three instead of cubing it
wrong t*(b/a)^2 + t*b/a | adds the separate times for the square and for the length
step ratio geometry | The shape is kept, so the volume is proportional to the cube of the length, and the time to the volume.
step ratio arithmetic | Times are in the ratio $[p^3]:[q^3]$, so the time is [key].
insight At a steady rate time measures volume, and volume is the cube of a length.

# The water is a cone whose radius is a fixed multiple of its depth.
question cone_filling
given a cm, b cm, t s
stem Water runs at a steady rate into an empty cone that stands on its point. After [t] the water is [a] deep. // How much longer does it
  take until it is [b] deep?
stem A conical glass with its point at the bottom is filled from a tap at a constant rate. // In the first [t] the depth rises to [a]. What
  further time is needed for a depth of [b]?
stem Liquid drips steadily into a conical funnel whose lower end is closed. Its depth above the point is [a] after [t]. // How much later is
  the depth [b]?
solve c, x for x: c*t = pi*(u*a)^2*a/3; c*(t + x) = pi*(u*b)^2*b/3
key t*(b/a)^3 - t in s
wrong t*(b/a)^3 | gives the whole time from the start
wrong t*(b/a - 1) | takes the depth to grow evenly with time
wrong t*((b/a)^2 - 1) | takes the square where the cube is wanted
wrong t*(b/a - 1)^3 | cubes the difference of the depths
wrong t*(b/a)^2 | gives the whole time, with the square for the cube
wrong t*((b/a)^3 + 1) | adds the first time instead of taking it off
wrong t*((b/a)^4 - 1) | applies one power too many
step ratio geometry | Water of depths in the ratio $[p]:[q]$ fills similar cones, so the volumes are in the ratio $[p^3]:[q^3]$.
step ratio arithmetic | The whole time is [t*(b/a)^3: s], of which [t] have passed; [key] are left.
insight The water itself is a cone that keeps its shape, so time is proportional to the cube of the depth.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => one_cylinder(dice),
        Medium if dice.below(2) == 0 => drawn_wire(dice),
        Medium => {
            let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (1, 3), (3, 4)]);
            let (n, width, merging) = (dice.range(2, 9), dice.range(1, 2), dice.below(2) == 0);
            let (question, square) = if merging { ("merging", q * q) } else { ("sharing", n * p * p) };
            drawn!(question, n, p, q, r = p * width, s = q * width, h = dice.range(1, 3) * square)
        }
        Hard => match dice.below(3) {
            0 => {
                let (p, q) = *dice.pick(&[(1, 2), (1, 3), (2, 3)]);
                let (p, q): (i64, i64) = if dice.below(3) > 0 { (p, q) } else { (q, p) };
                drawn!("oil_film", p, q, r = p * p, s = q * q, f = dice.range(1, 12) * p.pow(3))
            }
            1 => {
                let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (1, 3), (3, 4), (2, 5)]);
                let (t, width) = (dice.range(1, 4) * p.pow(3), *dice.pick(&[10, 20, 25, 30]));
                drawn!("heap", p, q, a = p * width, b = q * width, t)
            }
            _ => {
                let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (1, 3), (3, 4), (1, 4)]);
                let (t, width) = (dice.range(1, 6) * p.pow(3), dice.range(2, 6));
                drawn!("cone_filling", p, q, a = p * width, b = q * width, t)
            }
        },
    }
}

/// A cylinder becomes another: heights go with the inverse square of radii.
fn one_cylinder(dice: &mut Dice) -> Drawn {
    let (p, q) = *dice.pick(RATIOS);
    let (p, q) = if dice.below(2) == 0 { (p, q) } else { (q, p) };
    let stem = dice.below(4);
    // Units of the width and of the length, and steps of both.
    let (wide, long, width, length) = match stem {
        0 => ("mm", "m", *dice.pick(&[1, 2, 3]), dice.range(1, 9)),
        1 => ("cm", "cm", *dice.pick(&[2, 3, 4]), dice.range(1, 4)),
        2 => ("cm", "cm", *dice.pick(&[10, 15, 20]), dice.range(1, 5)),
        _ => ("m", "mm", *dice.pick(&[1, 2, 3]), dice.range(1, 3)),
    };
    let metal = if stem == 0 { *dice.pick(&["copper", "silver", "gold", "steel"]) } else { "" };
    let made = if p > q { "drawn out into" } else { "melted down and recast as" };
    let drawn = drawn!("one_cylinder", stem, p, q, a = p * width, b = q * width, h = length * q * q);
    drawn.with("wide", wide).with("long", long).with("metal", metal).with("made", made)
}

/// Lengths as p² to q², widths as q to p.
fn drawn_wire(dice: &mut Dice) -> Drawn {
    let (p, q) = *dice.pick(RATIOS);
    let (p, q) = if dice.below(3) > 0 { (p, q) } else { (q, p) };
    let stem = dice.below(3);
    let (wide, long, width, length) = match stem {
        0 => ("mm", "m", dice.range(1, 4), dice.range(1, 8)),
        1 => ("cm", "cm", dice.range(1, 3), dice.range(1, 4)),
        _ => ("m", "cm", dice.range(1, 6), dice.range(1, 2)),
    };
    let metal = if stem == 0 { *dice.pick(&["copper", "silver", "brass"]) } else { "" };
    let drawn = drawn!("drawn_wire", stem, p, q, l = length * p * p, m = length * q * q, d = width * q);
    drawn.with("wide", wide).with("long", long).with("metal", metal)
}
