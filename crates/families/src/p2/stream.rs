//! The power of a stream, and of what moves through one.

use super::super::Draft;
use super::super::draft::{Given, Parts};
use super::super::formula::{fraction, quantity};
use crate::Difficulty::{self, Easy, Hard};
use crate::dice::Dice;

const RATIOS: &[(i64, i64)] =
    &[(1, 2), (1, 3), (2, 3), (3, 2), (2, 1), (3, 1), (3, 4), (4, 3), (2, 5), (5, 2)];

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Hard => engine(dice),
        _ => turbine(dice, difficulty),
    }
}

fn turbine(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let (a, b) = *dice.pick(&RATIOS[..if difficulty == Easy { 10 } else { 6 }]);
    let (thing, stream) = *dice.pick(TURBINES);
    let q: i64 = if stream == "wind" { dice.range(3, 5) } else { 1 };
    let mut given = Given::default();
    let v = given.quantity("v", q * a, "m s^-1");
    let w = given.quantity("w", q * b, "m s^-1");
    let ratio = fraction(b, a);
    if difficulty == Easy {
        let c = dice.range(1, if stream == "wind" { 9 } else { 4 });
        let p = given.quantity("p", c * a.pow(3), "kW");
        let answer = c * b.pow(3);
        let cube = fraction(b.pow(3), a.pow(3));
        let stem = match dice.below(3) {
            0 => format!(
                "A {thing} delivers {p} when the speed of the {stream} is {v}. It always turns the same fraction of \
                 the kinetic energy that reaches it into electrical energy.\nWhat does it deliver at {w}?"
            ),
            1 => format!(
                "The output of a {thing} is a fixed fraction of the kinetic energy that the {stream} carries \
                 through it per second. At a speed of {v} the output is {p}.\nWhat is it at a speed of {w}?"
            ),
            _ => format!(
                "At {v} the {stream} drives a {thing} with an output of {p}.\nWhat is the output at {w}, if the same \
                 fraction of the arriving kinetic energy is used?"
            ),
        };
        // Mass per second goes with the speed, the energy of each part of it with the square.
        let claim = given.solve(&["c", "x"], &["p = (c*v)*v^2/2", "x = (c*w)*w^2/2"], &[], "x").in_unit("kW");
        return Draft::new(Parts {
            stem: &stem,
            claim,
            key: "p*w^3/v^3",
            wrong: SPEED_PATHS,
            steps: &[
                (
                    "The mass that arrives per second is proportional to $v$, the energy of each kilogram to $v^2$, \
                     so the power is proportional to $v^3$.",
                    &["energy", "dimensions"],
                ),
                (
                    &format!("The factor is ${cube}$, and the output is ${answer}\\,\\mathrm{{kW}}$."),
                    &["ratio"],
                ),
            ],
            insight: "A faster stream brings more mass per second and more energy with each part of it.",
        });
    }
    let (e, f) = *dice.pick(&[(1, 2), (2, 1), (2, 3), (3, 2), (1, 3), (3, 1), (3, 4), (4, 3)]);
    // What a rotor can take from air or water at most is not exceeded.
    let (r, most) = if stream == "wind" {
        let r = dice.range(8, 15);
        (r, r * r * q.pow(3) * 9 / 10_000)
    } else {
        let r = dice.range(2, 3);
        (r, r * r * 6 / 10)
    };
    let c = dice.range(1, most.max(1));
    let p = given.quantity("p", c * a.pow(3) * e * e, "kW");
    let d = given.quantity("d", r * e, "m");
    let l = given.quantity("l", r * f, "m");
    let answer = c * b.pow(3) * f * f;
    let size = fraction(f, e);
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} with blades of length {d} delivers {p} at a speed of the {stream} of {v}.\n\
             What does one of the same design with blades of length {l} deliver at {w}?"
        ),
        1 => format!(
            "Two turbines of the same design use the same fraction of the kinetic energy that reaches them. The first has \
             blades of {d} and yields {p} in a {stream} of {v}.\nThe second has blades of {l} and meets a {stream} of \
             {w}. What does it yield?"
        ),
        _ => format!(
            "The blades of a {thing} are {d} long, and its output is {p} when the {stream} moves at {v}. It is replaced by \
             one with blades {l} long, at a place where the {stream} moves at {w}.\n\
             What is the new output, if both use the same fraction of the energy that arrives?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["c", "x"], &["p = c*d^2*v*v^2/2", "x = c*l^2*w*w^2/2"], &[], "x").in_unit("kW"),
        key: "p*w^3*l^2/(v^3*d^2)",
        wrong: SIZE_PATHS,
        steps: &[
            (
                "The area swept is proportional to the square of the length of the blades; through each unit of it \
                 power is proportional to $v^3$.",
                &["energy", "dimensions"],
            ),
            (
                &format!(
                    "The factor is $\\left({size}\\right)^2 \\times \\left({ratio}\\right)^3$, \
                     which gives ${answer}\\,\\mathrm{{kW}}$."
                ),
                &["ratio"],
            ),
        ],
        insight: "The area is proportional to the square of the length, the power through an area to the cube of the speed.",
    })
}

const TURBINES: &[(&str, &str)] =
    &[("wind turbine", "wind"), ("tidal turbine", "current"), ("water turbine in a river", "stream")];

const SIZE_PATHS: &[(&str, &str)] = &[
    ("takes the power to be proportional to the square of the speed", "p*w^2*l^2/(v^2*d^2)"),
    ("takes the power to be proportional to the length of the blades, not to its square", "p*w^3*l/(v^3*d)"),
    ("scales the speed only", "p*w^3/v^3"),
    ("scales the area only", "p*l^2/d^2"),
    ("takes the power to be proportional to the speed itself", "p*w*l^2/(v*d^2)"),
    ("takes the power to be proportional to the cube of the length", "p*w^3*l^3/(v^3*d^3)"),
    ("takes every dependence to be linear", "p*w*l/(v*d)"),
];

/// What is driven, by what, through what, and speeds it does not exceed; the last could do with any power here.
const DRIVEN: &[(&str, &str, &str, i64)] = &[
    ("a small submarine", "motor", "water", 12),
    ("a ferry", "engines", "water", 18),
    ("a motor boat", "engine", "water", 20),
    ("an airship", "propellers", "air", 40),
    ("a racing car on the level", "engine", "air", 80),
];

fn engine(dice: &mut Dice) -> Draft {
    let (a, b): (i64, i64) =
        *dice.pick(&[(1, 2), (1, 3), (2, 3), (3, 2), (2, 1), (3, 1), (3, 4), (4, 3), (1, 4), (4, 1)]);
    // Speeds are multiples of both numbers of the ratio, so that its square and its inverse give whole speeds too.
    let least = a * b * a.max(b);
    let fast: Vec<_> = DRIVEN.iter().filter(|driven| driven.3 >= least).collect();
    let (thing, mover, fluid, most) = **dice.pick(&fast);
    let q = a * b * dice.range(1, most / least);
    let c = dice.range(1, 9);
    let mut given = Given::default();
    let v = given.quantity("v", q * a, "m s^-1");
    let p = given.quantity("p", c * a.pow(3), "kW");
    let r = given.quantity("r", c * b.pow(3), "kW");
    let needs = if mover == "engine" || mover == "motor" { "gives" } else { "give" };
    let ratio = fraction(b.pow(3), a.pow(3));
    let root = fraction(b, a);
    let answer = quantity(q * b, "m s^-1");
    let stem = match dice.below(3) {
        0 => format!(
            "The resistance of the {fluid} to {thing} is proportional to the square of the speed. At full power its {mover} \
             {needs} {p}, and the top speed is {v}.\nWhat would the top speed be at {r}?"
        ),
        1 => format!(
            "At a steady speed of {v} it takes a power of {p} to drive {thing}, because the {fluid} resists with a \
             force that is proportional to the square of the speed.\nWhat steady speed can be kept up with {r}?"
        ),
        _ => format!(
            "The drag of the {fluid} on {thing} is proportional to the square of its speed; other resistance may be \
             ignored. A useful power of {p} keeps it at {v}.\nAt what speed does a useful power of {r} keep it?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["c", "x"], &["p = (c*v^2)*v", "r = (c*x^2)*x"], &[], "x").in_unit("m s^-1"),
        key: "v*(r/p)^(1/3)",
        wrong: &[
            ("takes the power to be proportional to the square of the speed, like the drag", "v*sqrt(r/p)"),
            ("takes the speed to be proportional to the power", "v*r/p"),
            ("divides by three instead of taking the cube root", "v*r/(3*p)"),
            ("takes the square of the ratio of speeds", "v*(r/p)^(2/3)"),
            ("inverts the ratio", "v*(p/r)^(1/3)"),
            ("inverts the ratio of the powers and takes no root", "v*p/r"),
            ("inverts the ratio of speeds and squares it", "v*(p/r)^(2/3)"),
        ],
        steps: &[
            (
                "Power is force times speed, so with a drag that is proportional to $v^2$ it is proportional to $v^3$.",
                &["energy", "dimensions"],
            ),
            (
                &format!(
                    "The powers have the ratio ${ratio}$, so the speeds have the ratio ${root}$: \
                     {answer}."
                ),
                &["ratio", "indices"],
            ),
        ],
        insight: "Power is drag times speed, so it is proportional to the cube of the speed.",
    })
}

const SPEED_PATHS: &[(&str, &str)] = &[
    ("counts the energy of each part but not that more arrives per second", "p*w^2/v^2"),
    ("counts that more arrives per second but not its greater energy", "p*w/v"),
    ("inverts the ratio of the speeds", "p*v/w"),
    ("inverts the ratio of the squares", "p*v^2/w^2"),
    ("inverts the ratio of the cubes", "p*v^3/w^3"),
    ("multiplies by three instead of cubing", "3*p*w/v"),
    ("takes one power of the speed too many", "p*w^4/v^4"),
];
