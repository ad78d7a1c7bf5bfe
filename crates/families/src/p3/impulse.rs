//! Force against time.

use super::super::draft::{Given, Parts};
use super::super::formula::fraction;
use super::super::{Draft, figure};
use crate::Difficulty::{self, Easy, Hard};
use crate::claim::Measure;
use crate::dice::Dice;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    if difficulty == Hard {
        return energy(dice);
    }
    // Both sides of the triangle are whole parts of it, so that every wrong area gives a whole speed too.
    let (t, part) = *dice.pick(&[(10, 5), (10, 2), (20, 5), (20, 4), (20, 2), (40, 5), (40, 4)]);
    let j = dice.range(80 / t / 4, 80 / t);
    let (mass, a) = (t * j * 5, t / part * dice.range(1, part - 1));
    let v = part * dice.range(6 / part + 1, 24 / part);
    let f = 10 * j * v;
    let (thing, striker) = *dice.pick(STRIKERS);
    let u = dice.range(2, v - 3);
    let coming_twice = coming_twice(v, u);
    let figure = figure::graph(("time", "ms"), ("force", "N"), &[(0, 0), (a, f), (t, 0)]);
    let mut given = Given::default();
    let m = given.quantity("m", mass, "g");
    let f = given.quantity("f", f, "N");
    let b = given.quantity("b", t - a, "ms");
    let a = given.quantity("a", a, "ms");
    let p = fraction(mass * v, 1000);
    let points = [["0", "0"], ["a", "f"], ["a + b", "0"]];
    let area = format!(
        "The momentum given is the area of the triangle, $\\frac{{1}}{{2}} \\times {f:#}\\,\\mathrm{{N}} \\times {t}\\,\\mathrm{{ms}} = \
         {p}\\,\\mathrm{{N\\,s}}$."
    );
    let mut draft = if difficulty == Easy {
        let stem = match dice.below(3) {
            0 => format!(
                "A {thing} of mass {m} at rest is struck by a {striker}. The force on it rises in a straight line from zero to {f} \
                 within {a} and falls in a straight line to zero within the next {b}.\nAt what speed does it move off?"
            ),
            1 => format!(
                "The graph shows the force of a {striker} on a {thing} of mass {m}, which was at rest: it grows steadily to {f} in {a} \
                 and vanishes steadily in a further {b}.\nWhat is the speed of the {thing} after the blow?"
            ),
            _ => format!(
                "A blow from a {striker} to a resting {thing} reaches its greatest force, {f}, after {a}, and is over {b} later. \
                 The graph of force against time is a triangle. The mass of the {thing} is {m}.\n\
                 With what speed does the {thing} leave?"
            ),
        };
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(&points, Measure::Area, ["0", "a + b"], Some("y/m")).in_unit("m s^-1"),
            key: "f*(a + b)/(2*m)",
            wrong: BLOW_PATHS,
            steps: &[
                (&area, &["graphs", "momentum"]),
                (&format!("Divided by the mass this is ${v}\\,\\mathrm{{m\\,s^{{-1}}}}$."), &["momentum"]),
            ],
            insight: "The area under a force–time graph is the momentum given to the body.",
        })
    } else {
        let w = v - u;
        let u = given.quantity("u", u, "m s^-1");
        let stem = match dice.below(3) {
            0 => format!(
                "A {thing} of mass {m} comes in at {u} and is hit straight back by a {striker}. The force on it rises in a \
                 straight line from zero to {f} within {a} and falls in a straight line to zero within the next {b}.\n\
                 At what speed does it fly back?"
            ),
            1 => format!(
                "The graph shows the force with which a {striker} hits a {thing} of mass {m} straight back: it grows steadily to {f} \
                 in {a} and vanishes steadily in a further {b}. The {thing} had been coming in at {u}.\n\
                 What is its speed after the blow?"
            ),
            _ => format!(
                "A {striker} returns a {thing} of mass {m}, which arrives at {u}, along the line on which it came. The \
                 force–time graph is a triangle: the peak of {f} is reached after {a}, and contact ends {b} later.\n\
                 With what speed does the {thing} leave?"
            ),
        };
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(&points, Measure::Area, ["0", "a + b"], Some("y/m - u")).in_unit("m s^-1"),
            key: "f*(a + b)/(2*m) - u",
            wrong: &[
                ("forgets the speed at the start", "f*(a + b)/(2*m)"),
                ("adds the speed at the start, as if the blow came from behind", "f*(a + b)/(2*m) + u"),
                ("takes a rectangle where the graph is a triangle", "f*(a + b)/m - u"),
                ("takes a rectangle and forgets the speed at the start", "f*(a + b)/m"),
                ("takes the speed to be the same after a bounce", "u"),
                coming_twice,
            ],
            steps: &[
                (&area, &["graphs", "momentum"]),
                (
                    &format!(
                        "It changes the velocity by ${v}\\,\\mathrm{{m\\,s^{{-1}}}}$. Of this ${u:#}$ goes into stopping the {thing}: \
                         ${v} - {u:#} = {w}\\,\\mathrm{{m\\,s^{{-1}}}}$."
                    ),
                    &["momentum"],
                ),
            ],
            insight: "The area gives the change of momentum, and the momentum before has the other sign.",
        })
    };
    draft.figure = Some(figure);
    draft
}

/// What is struck, and with what.
const STRIKERS: &[(&str, &str)] =
    &[("ball", "bat"), ("ball", "stick"), ("puck", "stick"), ("ball", "mallet"), ("ball", "club")];

const BLOW_PATHS: &[(&str, &str)] = &[
    ("takes a rectangle where the graph is a triangle", "f*(a + b)/m"),
    ("takes only the rising side", "f*a/(2*m)"),
    ("takes only the falling side", "f*b/(2*m)"),
    ("takes the greatest force over the rising time", "f*a/m"),
    ("takes the greatest force over the falling time", "f*b/m"),
    ("halves twice, once for the area and once for a mean speed", "f*(a + b)/(4*m)"),
];

/// A last mistake whose result is a speed too.
fn coming_twice(v: i64, u: i64) -> (&'static str, &'static str) {
    if v > 2 * u {
        ("subtracts the speed at the start twice", "f*(a + b)/(2*m) - 2*u")
    } else {
        ("halves the change of velocity, for before and after", "f*(a + b)/(4*m)")
    }
}

fn energy(dice: &mut Dice) -> Draft {
    let (a, b) = (dice.range(1, 5), dice.range(1, 4) * 2);
    let s = 2 * a + b;
    let mass = dice.range(1, 6);
    let f = mass * dice.range(1, 3);
    let thing = *dice.pick(&["trolley", "sledge", "stone disc", "toy boat", "block of ice"]);
    let figure = figure::graph(("time", "s"), ("force", "N"), &[(0, f), (a, f), (a + b, 0)]);
    let mut given = Given::default();
    let m = given.quantity("m", mass, "kg");
    let a = given.quantity("a", a, "s");
    let b = given.quantity("b", b, "s");
    let v = fraction(f * s, 2 * mass);
    let p = f * s / 2;
    let e = fraction(f * s * f * s, 8 * mass);
    let f = given.quantity("f", f, "N");
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} of mass {m} is at rest on a smooth level surface. A horizontal force of {f} acts on it for {a} and then \
             falls to zero at a steady rate within {b}.\nWhat is the kinetic energy of the {thing} in the end?"
        ),
        1 => format!(
            "The graph shows the resultant force on a {thing} of mass {m} that starts from rest: {f} for {a}, then a fall in a \
             straight line to zero, lasting {b}.\nHow much kinetic energy does the {thing} gain?"
        ),
        _ => format!(
            "Someone pushes a resting {thing} of mass {m} without friction. The push is {f} during the first {a}; after that \
             it dies away at a steady rate and is gone {b} later.\nHow much work has been done on the {thing}?"
        ),
    };
    let mut draft = Draft::new(Parts {
        stem: &stem,
        claim: given
            .graph(
                &[["0", "f"], ["a", "f"], ["a + b", "0"]],
                Measure::Area,
                ["0", "a + b"],
                Some("y^2/(2*m)"),
            )
            .in_unit("J"),
        key: "(f*(2*a + b)/2)^2/(2*m)",
        wrong: &[
            ("takes the area for an energy", "f*(2*a + b)/2"),
            ("leaves out the half in the kinetic energy", "(f*(2*a + b)/2)^2/m"),
            ("takes a rectangle over the whole time", "(f*(a + b))^2/(2*m)"),
            ("takes a triangle over the whole time", "(f*(a + b)/2)^2/(2*m)"),
            ("counts only the time of constant force", "(f*a)^2/(2*m)"),
            ("forgets to square the speed", "f*(2*a + b)/4"),
            (
                "adds the energies of the two stretches as if each began at rest",
                "((f*a)^2 + (f*b/2)^2)/(2*m)",
            ),
        ],
        steps: &[
            (
                &format!("The area under the force–time graph is the momentum: ${p}\\,\\mathrm{{N\\,s}}$."),
                &["graphs", "momentum"],
            ),
            (
                &format!(
                    "So the speed is ${v}\\,\\mathrm{{m\\,s^{{-1}}}}$ and the kinetic energy \
                     $\\frac{{1}}{{2}} \\times {p} \\times {v} = {e}\\,\\mathrm{{J}}$."
                ),
                &["energy"],
            ),
        ],
        insight: "Against time the area is a momentum, and the energy follows from it; it is not an energy itself.",
    });
    draft.figure = Some(figure);
    draft
}
