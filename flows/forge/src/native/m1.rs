//! M1, hidden proportionality: one power law, found from what the situation is.

mod factor;
mod rates;
mod volume;

use super::draft::{Given, Parts};
use super::formula::{fraction, quantity};
use super::{Draft, Family};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        schema: "M1",
        name: "similar_solids",
        idea: "Two solids of the same shape and material are compared. Their masses are proportional to the cube of a length and \
               their surfaces with its square; from one ratio the other follows without any constant.",
        objects: &["similar solids", "power law"],
        constraints: &["same shape", "same material"],
        asked: "the second of two quantities that scale with different powers of a length",
        wrong_paths: &[
            "taking both quantities to be proportional to the length itself",
            "taking the square where the cube is wanted",
            "inverting the ratio",
            "stopping at the ratio of lengths",
        ],
        rationale: [
            "The ratio of lengths is given and one power is applied.",
            "The ratio of lengths has to be found from one quantity before another power is applied.",
            "The ratio is hidden in a number of equal parts or in a part that is lost.",
        ],
        draft: similar_solids,
    },
    volume::SAME_VOLUME,
    rates::SHARED_RATE,
    factor::EQUAL_FACTOR,
];

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

const RATIOS: &[(i64, i64)] = &[(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (2, 5)];

fn similar_solids(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => enlarged(dice),
        Difficulty::Medium => carried_over(dice),
        Difficulty::Hard => cut_and_melted(dice),
    }
}

/// From two lengths and one mass, or one amount of paint, to the other.
fn enlarged(dice: &mut Dice) -> Draft {
    let wording = dice.below(4);
    let painted = wording == 3;
    let things = if painted { &THINGS[..6] } else { THINGS };
    let (things, thing, span, mass_unit, mass_step, height) = *dice.pick(things);
    let (small, large) = *dice.pick(RATIOS);
    let up = dice.below(3) > 0;
    let (p, q) = if up { (small, large) } else { (large, small) };
    let (this, other) = if up { ("smaller", "larger") } else { ("larger", "smaller") };
    let (power, unit, step) = if painted { (2, "ml", dice.range(2, 6)) } else { (3, mass_unit, mass_step) };
    let amount = step * dice.range(1, 3) * p.pow(power);
    let result = amount / p.pow(power) * q.pow(power);
    let mut given = Given::default();
    let a = given.quantity("a", p * height, "cm");
    let b = given.quantity("b", q * height, "cm");
    let m = given.quantity("m", amount, unit);
    let stem = match wording {
        0 => format!(
            "Two {things} have exactly the same shape. One has a {span} of {a}, the other of {b}.\n\
             The {this} one has a mass of {m}. What is the mass of the {other} one?"
        ),
        1 => format!(
            "A {thing} with a {span} of {a} has a mass of {m}.\n\
             What is the mass of a {thing} of the same shape and the same material with a {span} of {b}?"
        ),
        2 => format!(
            "A shop sells {things} in two sizes, alike in shape and material. The {this} size has a {span} of {a} and a \
             mass of {m}; the {other} size has a {span} of {b}.\nFind the mass of the {other} one."
        ),
        _ => format!(
            "It takes {m} of varnish to cover a {thing} with a {span} of {a} completely.\n\
             How much varnish is needed for a layer of the same thickness on a {thing} of the same shape with a \
             {span} of {b}?"
        ),
    };
    // A box around each body: all its edges have the same ratio, whatever the other two are.
    let amounts = if painted {
        ["m = d*(a*w + w*t + t*a)", "x = d*((r*a)*(r*w) + (r*w)*(r*t) + (r*t)*(r*a))"]
    } else {
        ["m = d*a*w*t", "x = d*(r*a)*(r*w)*(r*t)"]
    };
    let claim = given.solve(&["r", "d", "x"], &["b = r*a", amounts[0], amounts[1]], &[], "x");
    let wrong: &[(&str, &str)] = if painted {
        &[
            ("takes the varnish to grow with the length", "m*b/a"),
            ("takes the varnish to grow with the volume", "m*(b/a)^3"),
            ("inverts the ratio of lengths", "m*a/b"),
            ("inverts the ratio of surfaces", "m*(a/b)^2"),
            ("squares the ratio of surfaces again", "m*(b/a)^4"),
            ("doubles the ratio instead of squaring it", "2*m*b/a"),
            ("adds the change of the length twice", "m*(1 + 2*(b/a - 1))"),
        ]
    } else {
        &[
            ("takes the mass to grow with the length", "m*b/a"),
            ("takes the mass to grow with the surface", "m*(b/a)^2"),
            ("applies one power too many", "m*(b/a)^4"),
            ("inverts the ratio of lengths", "m*a/b"),
            ("inverts the ratio of volumes", "m*(a/b)^3"),
            ("multiplies the ratio by three instead of cubing it", "3*m*b/a"),
            ("adds the change of the length three times", "m*(1 + 3*(b/a - 1))"),
        ]
    };
    let (what, ratio_of) = if painted { ("varnish", "surfaces") } else { ("mass", "volumes") };
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit(unit),
        key: &format!("m*(b/a)^{power}"),
        wrong,
        steps: &[
            (
                &format!(
                    "The lengths are in the ratio ${p}:{q}$, so the {ratio_of} are in the ratio ${}:{}$.",
                    p.pow(power),
                    q.pow(power)
                ),
                &["ratio", "geometry"],
            ),
            (
                &format!(
                    "The {what} is in the same ratio: ${amount} \\times {} = {result}\\,\\mathrm{{{unit}}}$.",
                    fraction(q.pow(power), p.pow(power))
                ),
                &["ratio", "arithmetic"],
            ),
        ],
        insight: if painted {
            "Same shape: surfaces are proportional to the square of a length."
        } else {
            "Same shape and material: masses are proportional to the cube of a length."
        },
    })
}

/// From one quantity to the ratio of lengths, and from that to another.
fn carried_over(dice: &mut Dice) -> Draft {
    let (things, thing, span, mass_unit, mass_step, height) = *dice.pick(THINGS);
    let (small, large) = *dice.pick(RATIOS);
    let up = dice.below(3) > 0;
    let (p, q) = if up { (small, large) } else { (large, small) };
    let (this, other) = if up { ("smaller", "larger") } else { ("larger", "smaller") };
    let scale = dice.range(1, 3);
    let area = height * height * scale;
    let mass = mass_step * scale;
    // The power of the known pair, and of what is asked; units and base sizes of both.
    let kind = dice.below(3);
    let (known, asked, known_unit, asked_unit, known_size, asked_size) = match kind {
        0 => (2, 3, "cm^2", mass_unit, area, mass),
        1 => (3, 1, mass_unit, "cm", mass, height),
        _ => (3, 2, mass_unit, "cm^2", mass, area),
    };
    let (first, second, third) =
        (known_size * p.pow(known), known_size * q.pow(known), asked_size * p.pow(asked));
    let mut given = Given::default();
    let s = given.quantity("s", first, known_unit);
    let t = given.quantity("t", second, known_unit);
    let m = given.quantity("m", third, asked_unit);
    let noun = |power: u32| match power {
        1 => span,
        2 => "surface area",
        _ => "mass",
    };
    let (known_noun, asked_noun) = (noun(known), noun(asked));
    let known_nouns = if known == 2 { "surface areas" } else { "masses" };
    let stem = match dice.below(3) {
        0 => format!(
            "Two {things} of the same shape and the same material have {known_nouns} of {s} and {t}.\n\
             The {asked_noun} of the {this} one is {m}. What is the {asked_noun} of the {other} one?"
        ),
        1 => format!(
            "A {thing} with a {known_noun} of {s} has a {asked_noun} of {m}. Another {thing}, made of the same material, \
             has exactly the same shape but a {known_noun} of {t}.\n\
             Find its {asked_noun}."
        ),
        _ => format!(
            "Of two {things} that differ only in size, the {this} one has a {known_noun} of {s} and a {asked_noun} of \
             {m}.\nThe {known_noun} of the {other} one is {t}. What is its {asked_noun}?"
        ),
    };
    // Two cubes with edges l and rl and the mass d per volume.
    let equations = match kind {
        0 => ["s = 6*l^2", "t = 6*(r*l)^2", "m = d*l^3", "x = d*(r*l)^3"],
        1 => ["s = d*l^3", "t = d*(r*l)^3", "m = l", "x = r*l"],
        _ => ["s = d*l^3", "t = d*(r*l)^3", "m = 6*l^2", "x = 6*(r*l)^2"],
    };
    let claim = given.solve(&["l", "r", "d", "x"], &equations, &["l > 0", "r > 0"], "x");
    let stops = format!("m*(t/s)^(1/{known})");
    let squared = format!("m*(t/s)^(2/{known})");
    let cubed = format!("m*(t/s)^(3/{known})");
    let inverse = format!("m*(s/t)^({asked}/{known})");
    let direct = format!("takes the {asked_noun} to grow with the {known_noun}");
    let wrong = [
        (direct.as_str(), "m*t/s"),
        ("uses the ratio of lengths for everything", stops.as_str()),
        ("takes the square of the ratio of lengths", squared.as_str()),
        ("takes the cube of the ratio of lengths", cubed.as_str()),
        ("inverts the ratio", inverse.as_str()),
        ("forgets to take the root first and squares", "m*(t/s)^2"),
        ("inverts the given ratio and uses it as it is", "m*s/t"),
    ];
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit(asked_unit),
        key: &format!("m*(t/s)^({asked}/{known})"),
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "The {known_nouns} are in the ratio ${}:{}$, so lengths are in the ratio ${p}:{q}$.",
                    p.pow(known),
                    q.pow(known)
                ),
                &["ratio", "geometry"],
            ),
            (
                &format!(
                    "The {asked_noun} is therefore ${third} \\times {} = {}$, that is {}.",
                    fraction(q.pow(asked), p.pow(asked)),
                    asked_size * q.pow(asked),
                    quantity(asked_size * q.pow(asked), asked_unit)
                ),
                &["ratio", "arithmetic"],
            ),
        ],
        insight: "Same shape: everything is a power of one ratio of lengths, so that ratio comes first.",
    })
}

/// The ratio of lengths is hidden in a number of parts, or in what is left.
fn cut_and_melted(dice: &mut Dice) -> Draft {
    match dice.below(4) {
        0 | 1 => recast(dice),
        2 => merged_drops(dice),
        _ => shrinking(dice),
    }
}

const SIMILAR: &[&str] = &["ratio", "geometry"];

fn recast(dice: &mut Dice) -> Draft {
    let n = dice.range(2, 5);
    let parts = n.pow(3);

    let body = *dice.pick(&[("lead", "ball"), ("gold", "cube"), ("wax", "ball"), ("iron", "cube")]);
    let surface = 6 * dice.range(2, 30);
    let mut given = Given::default();
    let s = given.quantity("s", surface, "cm^2");
    given.number("k", parts);
    let (matter, shape) = body;
    let stem = if dice.below(2) == 0 {
        format!(
            "A solid {matter} {shape} with a surface area of {s} is melted down and recast as ${parts}$ equal \
             {shape}s.\nWhat is the total surface area of all the small {shape}s?"
        )
    } else {
        format!(
            "All the {matter} of one {shape} is used to make ${parts}$ identical smaller {shape}s.\n\
             The surface area of the original {shape} was {s}. Find the sum of the surface areas of the \
             smaller ones."
        )
    };
    let (equations, ask) = if shape == "cube" {
        (["s = 6*a^2", "a^3 = k*b^3"], "k*6*b^2")
    } else {
        (["s = 4*pi*a^2", "4*pi*a^3/3 = k*4*pi*b^3/3"], "k*4*pi*b^2")
    };
    let claim = given.solve(&["a", "b"], &equations, &["a > 0"], ask);
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit("cm^2"),
        key: "s*k^(1/3)",
        wrong: &[
            ("keeps the surface because the volume is kept", "s"),
            ("takes the small surfaces to shrink with the length", "s*k^(2/3)"),
            ("takes every small surface to be as large as the first", "s*k"),
            ("inverts the ratio of lengths", "s/k^(1/3)"),
            ("gives the surface of one small body", "s/k^(2/3)"),
            ("takes one small surface to shrink with the volume", "s/k"),
        ],
        steps: &[
            (
                &format!(
                    "Each small {shape} has $\\frac{{1}}{{{parts}}}$ of the volume, so its lengths are \
                     $\\frac{{1}}{{{n}}}$ and its surface is $\\frac{{1}}{{{}}}$ of the original.",
                    n * n
                ),
                SIMILAR,
            ),
            (
                &format!(
                    "All together have ${parts} \\times \\frac{{1}}{{{}}} = {n}$ times the surface, \
                     which is {}.",
                    n * n,
                    quantity(n * surface, "cm^2")
                ),
                &["arithmetic"],
            ),
        ],
        insight: "The number of parts fixes the ratio of volumes, and its cube root the ratio of lengths.",
    })
}

fn merged_drops(dice: &mut Dice) -> Draft {
    let n = dice.range(2, 5);
    let parts = n.pow(3);

    let matter = *dice.pick(&["mercury", "water", "oil"]);
    let each = dice.range(2, 20);
    let mut given = Given::default();
    let s = given.quantity("s", each * n, "mm^2");
    given.number("k", parts);
    let stem = format!(
        "A total of ${parts}$ equal spherical drops of {matter} run together to form one large spherical drop.\n\
         The surface area of each small drop is {s}. What is the surface area of the large drop?"
    );
    let volumes = "4*pi*b^3/3 = k*4*pi*a^3/3";
    let claim = given.solve(&["a", "b"], &["s = 4*pi*a^2", volumes], &["a > 0"], "4*pi*b^2");
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit("mm^2"),
        key: "s*k^(2/3)",
        wrong: &[
            ("takes the surface to grow with the radius", "s*k^(1/3)"),
            ("adds the surfaces of the drops", "s*k"),
            ("doubles the ratio of radii instead of squaring it", "2*s*k^(1/3)"),
            ("squares the ratio of surfaces again", "s*k^(4/3)"),
            ("inverts the ratio of radii", "s/k^(1/3)"),
            ("multiplies the ratio of radii by three", "3*s*k^(1/3)"),
        ],
        steps: &[
            (
                &format!(
                    "The volume is ${parts}$ times that of a small drop, so the radius is ${n}$ times as large."
                ),
                SIMILAR,
            ),
            (
                &format!(
                    "The surface is ${n}^{{2}} = {}$ times as large: {}.",
                    n * n,
                    quantity(each * n.pow(3), "mm^2")
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Volumes add when drops merge; surfaces follow from the ratio of radii.",
    })
}

fn shrinking(dice: &mut Dice) -> Draft {
    let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (3, 4), (1, 3), (4, 5), (3, 5)]);
    let lost = (q.pow(3) - p.pow(3), q.pow(3));
    let scale = dice.range(2, 12);
    let (surface, left) = (scale * q * q, scale * p * p);
    let mut given = Given::default();
    let s = given.quantity("s", surface, "cm^2");
    given.number("f", format!("{}/{}", lost.0, lost.1));
    let gone = fraction(lost.0, lost.1);
    let stem = match dice.below(3) {
        0 => format!(
            "A block of ice with a surface area of {s} melts without changing its shape.\n\
             What is its surface area when ${gone}$ of its volume has melted away?"
        ),
        1 => format!(
            "A crystal dissolves slowly and keeps its shape while it shrinks. At first its surface area is {s}.\n\
             Find its surface area at the moment when ${gone}$ of the crystal has dissolved."
        ),
        _ => format!(
            "As a bar of soap is used it becomes smaller but always keeps the same shape. \
             The surface area of the new bar is {s}.\n\
             What is the surface area of the bar once ${gone}$ of the soap has been used up?"
        ),
    };
    // A cube of edge a, of which one of edge b is left.
    let claim = given.solve(&["a", "b"], &["s = 6*a^2", "b^3 = (1 - f)*a^3"], &["a > 0"], "6*b^2");
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit("cm^2"),
        key: "s*(1-f)^(2/3)",
        wrong: &[
            ("takes the surface to shrink with the length", "s*(1-f)^(1/3)"),
            ("takes the surface to shrink with the volume", "s*(1-f)"),
            ("takes the same part off the surface twice", "s*(1-f)^(4/3)"),
            ("gives what the surface has lost", "s*(1 - (1-f)^(2/3))"),
            ("uses the part that is lost instead of the part that is left", "s*f"),
            ("gives what would be lost if surface shrank with length", "s*(1 - (1-f)^(1/3))"),
        ],
        steps: &[
            (
                &format!(
                    "What is left is ${}$ of the volume, so every length is ${}$ of what it was.",
                    fraction(p.pow(3), q.pow(3)),
                    fraction(p, q)
                ),
                SIMILAR,
            ),
            (
                &format!(
                    "The surface is ${} \\times {surface} = {left}\\,\\mathrm{{cm^{{2}}}}$.",
                    fraction(p * p, q * q)
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Not the part that is lost but the part that is left has a cube root.",
    })
}
