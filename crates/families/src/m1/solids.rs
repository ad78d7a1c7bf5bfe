//! Solids of one shape and several sizes.

use super::RATIOS;
use crate::declare::prelude::*;

declare! { draw r"
family M1 similar_solids
idea Two solids of the same shape and material are compared. Their masses are proportional to the cube of a length and their surfaces with
  its square; from one ratio the other follows without any constant.
objects similar solids; power law
constraints same shape; same material
asked the second of two quantities that scale with different powers of a length
paths taking both quantities to be proportional to the length itself; taking the square where the cube is wanted; inverting the ratio;
  stopping at the ratio of lengths
easy The ratio of lengths is given and one power is applied.
medium The ratio of lengths has to be found from one quantity before another power is applied.
hard The ratio is hidden in a number of equal parts or in a part that is lost.

# A box around each body: all its edges have the same ratio, whatever the other two are.
question mass
given a cm, b cm, m [unit]
stem Two [things] have exactly the same shape. One has a [span] of [a], the other of [b]. // The [this] one has a mass of [m]. What is the
  mass of the [other] one?
stem A [thing] with a [span] of [a] has a mass of [m]. // What is the mass of a [thing] of the same shape and the same material with a
  [span] of [b]?
stem A shop sells [things] in two sizes, alike in shape and material. The [this] size has a [span] of [a] and a mass of [m]; the [other]
  size has a [span] of [b]. // Find the mass of the [other] one.
solve r, d, x for x: b = r*a; m = d*a*w*t; x = d*(r*a)*(r*w)*(r*t)
key m*(b/a)^3 in [unit]
wrong m*b/a | takes the mass to grow with the length
wrong m*(b/a)^2 | takes the mass to grow with the surface
wrong m*(b/a)^4 | applies one power too many
wrong m*a/b | inverts the ratio of lengths
wrong m*(a/b)^3 | inverts the ratio of volumes
wrong 3*m*b/a | multiplies the ratio by three instead of cubing it
wrong m*(1 + 3*(b/a - 1)) | adds the change of the length three times
step ratio geometry | The lengths are in the ratio $[p]:[q]$, so the volumes are in the ratio $[p^3]:[q^3]$.
step ratio arithmetic | The mass is in the same ratio: $[m#] \times [q^3/p^3] = [key]$.
insight Same shape and material: masses are proportional to the cube of a length.

question varnish
given a cm, b cm, m ml
stem It takes [m] of varnish to cover a [thing] with a [span] of [a] completely. // How much varnish is needed for a layer of the same
  thickness on a [thing] of the same shape with a [span] of [b]?
solve r, d, x for x: b = r*a; m = d*(a*w + w*t + t*a); x = d*((r*a)*(r*w) + (r*w)*(r*t) + (r*t)*(r*a))
key m*(b/a)^2 in ml
wrong m*b/a | takes the varnish to grow with the length
wrong m*(b/a)^3 | takes the varnish to grow with the volume
wrong m*a/b | inverts the ratio of lengths
wrong m*(a/b)^2 | inverts the ratio of surfaces
wrong m*(b/a)^4 | squares the ratio of surfaces again
wrong 2*m*b/a | doubles the ratio instead of squaring it
wrong m*(1 + 2*(b/a - 1)) | adds the change of the length twice
step ratio geometry | The lengths are in the ratio $[p]:[q]$, so the surfaces are in the ratio $[p^2]:[q^2]$.
step ratio arithmetic | The varnish is in the same ratio: $[m#] \times [q^2/p^2] = [key]$.
insight Same shape: surfaces are proportional to the square of a length.

# Two cubes with edges l and rl and the mass d per volume.
question carried_over
given s [known_unit], t [known_unit], m [unit]
stem Two [things] of the same shape and the same material have [nouns] of [s] and [t]. // The [asked] of the [this] one is [m]. What is the
  [asked] of the [other] one?
stem A [thing] with a [known] of [s] has a [asked] of [m]. Another [thing], made of the same material, has exactly the same shape but a
  [known] of [t]. // Find its [asked].
stem Of two [things] that differ only in size, the [this] one has a [known] of [s] and a [asked] of [m]. // The [known] of the [other] one
  is [t]. What is its [asked]?
solve?kind=0 l, r, d, x for x: s = 6*l^2; t = 6*(r*l)^2; m = d*l^3; x = d*(r*l)^3; l > 0; r > 0
solve?kind=1 l, r, d, x for x: s = d*l^3; t = d*(r*l)^3; m = l; x = r*l; l > 0; r > 0
solve?kind=2 l, r, d, x for x: s = d*l^3; t = d*(r*l)^3; m = 6*l^2; x = 6*(r*l)^2; l > 0; r > 0
key m*(t/s)^([j]/[i]) in [unit]
wrong m*t/s | takes the [asked] to grow with the [known]
wrong m*(t/s)^(1/[i]) | uses the ratio of lengths for everything
wrong m*(t/s)^(2/[i]) | takes the square of the ratio of lengths
wrong m*(t/s)^(3/[i]) | takes the cube of the ratio of lengths
wrong m*(s/t)^([j]/[i]) | inverts the ratio
wrong m*(t/s)^2 | forgets to take the root first and squares
wrong m*s/t | inverts the given ratio and uses it as it is
step ratio geometry | The [nouns] are in the ratio $[p^[i]]:[q^[i]]$, so lengths are in the ratio $[p]:[q]$.
step ratio arithmetic | The [asked] is therefore $[m#] \times [q^[j]/p^[j]] = [key#]$, that is [key].
insight Same shape: everything is a power of one ratio of lengths, so that ratio comes first.

question recast
given s cm^2, k
stem A solid [matter] [shape] with a surface area of [s] is melted down and recast as [k] equal [shape]s. // What is the total surface area
  of all the small [shape]s?
stem All the [matter] of one [shape] is used to make [k] identical smaller [shape]s. // The surface area of the original [shape] was [s].
  Find the sum of the surface areas of the smaller ones.
solve?shape=cube a, b for k*6*b^2: s = 6*a^2; a^3 = k*b^3; a > 0
solve?shape=ball a, b for k*4*pi*b^2: s = 4*pi*a^2; 4*pi*a^3/3 = k*4*pi*b^3/3; a > 0
key s*k^(1/3) in cm^2
wrong s | keeps the surface because the volume is kept
wrong s*k^(2/3) | takes the small surfaces to shrink with the length
wrong s*k | takes every small surface to be as large as the first
wrong s/k^(1/3) | inverts the ratio of lengths
wrong s/k^(2/3) | gives the surface of one small body
wrong s/k | takes one small surface to shrink with the volume
step ratio geometry | Each small [shape] has $\frac{1}{[k]}$ of the volume, so its lengths are $\frac{1}{[n]}$ and its surface is
  $\frac{1}{[n^2]}$ of the original.
step arithmetic | All together have $[k] \times \frac{1}{[n^2]} = [n]$ times the surface, which is [key].
insight The number of parts fixes the ratio of volumes, and its cube root the ratio of lengths.

question merged_drops
given s mm^2, k
stem A total of [k] equal spherical drops of [matter] run together to form one large spherical drop. // The surface area of each small drop
  is [s]. What is the surface area of the large drop?
solve a, b for 4*pi*b^2: s = 4*pi*a^2; 4*pi*b^3/3 = k*4*pi*a^3/3; a > 0
key s*k^(2/3) in mm^2
wrong s*k^(1/3) | takes the surface to grow with the radius
wrong s*k | adds the surfaces of the drops
wrong 2*s*k^(1/3) | doubles the ratio of radii instead of squaring it
wrong s*k^(4/3) | squares the ratio of surfaces again
wrong s/k^(1/3) | inverts the ratio of radii
wrong 3*s*k^(1/3) | multiplies the ratio of radii by three
step ratio geometry | The volume is [k] times that of a small drop, so the radius is [n] times as large.
step arithmetic | The surface is $[n]^{2} = [n^2]$ times as large: [key].
insight Volumes add when drops merge; surfaces follow from the ratio of radii.

# A cube of edge a, of which one of edge b is left.
question shrinking
given s cm^2, f
stem A block of ice with a surface area of [s] melts without changing its shape. // What is its surface area when [f] of its volume has
  melted away?
stem A crystal dissolves slowly and keeps its shape while it shrinks. At first its surface area is [s]. // Find its surface area at the
  moment when [f] of the crystal has dissolved.
stem As a bar of soap is used it becomes smaller but always keeps the same shape. The surface area of the new bar is [s]. // What is the
  surface area of the bar once [f] of the soap has been used up?
solve a, b for 6*b^2: s = 6*a^2; b^3 = (1 - f)*a^3; a > 0
key s*(1-f)^(2/3) in cm^2
wrong s*(1-f)^(1/3) | takes the surface to shrink with the length
wrong s*(1-f) | takes the surface to shrink with the volume
wrong s*(1-f)^(4/3) | takes the same part off the surface twice
wrong s*(1 - (1-f)^(2/3)) | gives what the surface has lost
wrong s*f | uses the part that is lost instead of the part that is left
wrong s*(1 - (1-f)^(1/3)) | gives what would be lost if surface shrank with length
step ratio geometry | What is left is [p^3/q^3] of the volume, so every length is [p/q] of what it was.
step arithmetic | The surface is $[p^2/q^2] \times [s#] = [key]$.
insight Not the part that is lost but the part that is left has a cube root.
"}

/// Things of one shape in several sizes: name of several and of one, the length that is told, unit and step of the mass,
/// step of the length in cm. Nobody varnishes those after the first six.
const THINGS: &[(&str, &str, &str, &str, i64, i64)] = &[
    ("solid bronze statues", "solid bronze statue", "height", "kg", 1, 10),
    ("solid bronze statues", "solid bronze statue", "height", "kg", 1, 12),
    ("solid clay figures", "solid clay figure", "height", "g", 20, 5),
    ("solid wooden boats", "solid wooden boat", "length", "g", 30, 8),
    ("glass paperweights", "glass paperweight", "width", "g", 20, 4),
    ("marble chess pieces", "marble chess piece", "height", "g", 15, 3),
    ("wax candles", "wax candle", "height", "g", 10, 5),
    ("wax candles", "wax candle", "height", "g", 15, 6),
    ("steel bolts", "steel bolt", "length", "g", 5, 2),
    ("solid chocolate rabbits", "solid chocolate rabbit", "height", "g", 10, 6),
    ("bars of soap", "bar of soap", "length", "g", 15, 4),
];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => enlargement(dice),
        Medium => carried_over(dice),
        Hard => match dice.below(4) {
            0 | 1 => {
                let n = dice.range(2, 5);
                let (matter, shape) =
                    *dice.pick(&[("lead", "ball"), ("gold", "cube"), ("wax", "ball"), ("iron", "cube")]);
                drawn!("recast", n, k = n.pow(3), matter, shape, s = 6 * dice.range(2, 30))
            }
            2 => {
                let (n, matter) = (dice.range(2, 5), *dice.pick(&["mercury", "water", "oil"]));
                drawn!("merged_drops", n, k = n.pow(3), matter, s = dice.range(2, 20) * n, stem = 0)
            }
            _ => {
                let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (3, 4), (1, 3), (4, 5), (3, 5)]);
                let f = format!("{}/{}", q.pow(3) - p.pow(3), q.pow(3));
                drawn!("shrinking", p, q, f, s = dice.range(2, 12) * q * q)
            }
        },
    }
}

/// Two lengths in a ratio, and which of the bodies is told of and which asked about.
fn sizes(dice: &mut Dice) -> (i64, i64, &'static str, &'static str) {
    let (small, large) = *dice.pick(RATIOS);
    if dice.below(3) > 0 { (small, large, "smaller", "larger") } else { (large, small, "larger", "smaller") }
}

/// From two lengths and one mass, or one amount of paint, to the other.
fn enlargement(dice: &mut Dice) -> Drawn {
    let stem = dice.below(4);
    let painted = stem == 3;
    let (things, thing, span, unit, step, height) = *dice.pick(if painted { &THINGS[..6] } else { THINGS });
    let (p, q, this, other) = sizes(dice);
    let (question, power, step) = if painted { ("varnish", 2, dice.range(2, 6)) } else { ("mass", 3, step) };
    let m = step * dice.range(1, 3) * p.pow(power);
    let drawn = drawn!(question, stem, a = p * height, b = q * height, m, p, q, unit);
    drawn
        .with("things", things)
        .with("thing", thing)
        .with("span", span)
        .with("this", this)
        .with("other", other)
}

/// From one quantity to the ratio of lengths, and from that to another.
fn carried_over(dice: &mut Dice) -> Drawn {
    let (things, thing, span, mass_unit, mass, height) = *dice.pick(THINGS);
    let (p, q, this, other) = sizes(dice);
    let scale = dice.range(1, 3);
    let area = (2, "surface area", "cm^2", height * height * scale);
    let mass = (3, "mass", mass_unit, mass * scale);
    // The power of a length, name, unit and base size of what is known and of what is asked.
    let kind = dice.below(3);
    let (from, to) = [(area, mass), (mass, (1, span, "cm", height)), (mass, area)][kind];
    let ((i, known, known_unit, size), (j, asked, unit, asked_size)) = (from, to);
    let nouns = if kind == 0 { "surface areas" } else { "masses" };
    let (s, t, m) = (size * p.pow(i), size * q.pow(i), asked_size * p.pow(j));
    let drawn =
        drawn!("carried_over", kind, s, t, m, p, q, i = i64::from(i), j = i64::from(j), known, asked, nouns);
    let drawn = drawn.with("known_unit", known_unit).with("unit", unit).with("things", things);
    drawn.with("thing", thing).with("this", this).with("other", other)
}
