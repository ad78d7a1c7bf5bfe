//! Force against distance.

use super::super::draft::{Given, Parts};
use super::super::formula::fraction;
use super::super::{Draft, figure};
use crate::Difficulty::{self, Easy, Hard};
use crate::claim::Measure;
use crate::dice::Dice;

const ACROSS: figure::Axis<'_> = ("distance", "m");
const UP: figure::Axis<'_> = ("force", "N");

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    if difficulty == Hard {
        return slides_on(dice);
    }
    let (a, b) = (dice.range(1, 4) * 2, dice.range(1, 6));
    let (s, v) = (a + 2 * b, dice.range(2, 6));
    let (f, mass) = if difficulty == Easy {
        (dice.range(2, 20) * 5, 0)
    } else {
        let j = dice.range(1, 3);
        (v * v * j, j * s)
    };
    let thing = *dice.pick(&["trolley", "sledge", "boat", "cart", "crate on rollers"]);
    let figure = figure::graph(ACROSS, UP, &[(0, 0), (a, f), (a + b, f)]);
    let mut given = Given::default();
    let a = given.quantity("a", a, "m");
    let b = given.quantity("b", b, "m");
    let w = fraction(f * s, 2);
    let f = given.quantity("f", f, "N");
    let points = [["0", "0"], ["a", "f"], ["a + b", "f"]];
    let area = format!(
        "The work is the area: $\\frac{{1}}{{2}} \\times {a:#} \\times {f:#} + {b:#} \\times {f:#} = {w}\\,\\mathrm{{J}}$."
    );
    let mut draft = if difficulty == Easy {
        let stem = match dice.below(3) {
            0 => format!(
                "The force with which a {thing} is pulled along rises in a straight line from zero to {f} over the first {a} and then \
                 stays the same for a further {b}.\nHow much work does the force do?"
            ),
            1 => format!(
                "The graph of the pull on a {thing} against the distance moved is a straight line from the origin to {f} at {a}, \
                 followed by a level line {b} long.\nWhat work is done in all?"
            ),
            _ => format!(
                "A tractor pulls a {thing}. Over the first {a} the pull grows at a steady rate from nothing to {f}; over the next \
                 {b} it is constant, as the graph shows.\nHow much energy is transferred by the pull?"
            ),
        };
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(&points, Measure::Area, ["0", "a + b"], None).in_unit("J"),
            key: "f*a/2 + f*b",
            wrong: WORK_PATHS,
            steps: &[
                ("Work is the area under the graph of force against distance.", &["graphs"]),
                (&area, &["graphs", "energy"]),
            ],
            insight: "Where the force changes, the work is the area under the graph.",
        })
    } else {
        let m = given.quantity("m", mass, "kg");
        let square = v * v;
        let stem = match dice.below(3) {
            0 => format!(
                "A {thing} of mass {m} starts from rest and moves without friction. The force on it rises in a straight line from \
                 zero to {f} over the first {a} and then stays the same for a further {b}.\nWhat speed does it reach?"
            ),
            1 => format!(
                "The graph shows the resultant force on a {thing} of mass {m} against the distance moved from rest: a straight line \
                 from the origin to {f} at {a}, then a level line {b} long.\nHow fast is the {thing} at the end?"
            ),
            _ => format!(
                "The resultant force on a {thing}, of mass {m} and at rest to begin with, grows steadily with the distance to {f} \
                 after {a} and is constant over the next {b}.\nWhat is its speed after this?"
            ),
        };
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(&points, Measure::Area, ["0", "a + b"], Some("sqrt(2*y/m)")).in_unit("m s^-1"),
            key: "sqrt(f*(a + 2*b)/m)",
            wrong: &[
                ("forgets the root", "f*(a + 2*b)/m"),
                ("takes the area for a momentum", "f*(a + 2*b)/(2*m)"),
                ("leaves out the half in the kinetic energy", "sqrt(f*(a + 2*b)/(2*m))"),
                ("takes a rectangle over the whole distance", "sqrt(2*f*(a + b)/m)"),
                ("counts the level part only", "sqrt(2*f*b/m)"),
                ("takes a triangle over the whole distance", "sqrt(f*(a + b)/m)"),
                ("takes the mean of the initial and the final speed", "sqrt(f*(a + 2*b)/m)/2"),
                ("doubles the speed, as if the mean had been found", "2*sqrt(f*(a + 2*b)/m)"),
            ],
            steps: &[
                (&area, &["graphs", "energy"]),
                (
                    &format!(
                        "It is the kinetic energy $\\frac{{1}}{{2}} \\times {m:#} \\times v^2$, so $v^2 = {square}$ and \
                         $v = {v}\\,\\mathrm{{m\\,s^{{-1}}}}$."
                    ),
                    &["energy"],
                ),
            ],
            insight: "Against distance the area is work, so it gives a kinetic energy and not a momentum.",
        })
    };
    draft.figure = Some(figure);
    draft
}

const WORK_PATHS: &[(&str, &str)] = &[
    ("takes a rectangle over the whole distance", "f*(a + b)"),
    ("takes a triangle over the whole distance", "f*(a + b)/2"),
    ("counts the level part only", "f*b"),
    ("counts the rising part only", "f*a/2"),
    ("takes a triangle for the level part and a rectangle for the rising part", "f*a + f*b/2"),
    ("takes the rise for a quarter of the rectangle, halving both force and distance", "f*a/4 + f*b"),
    ("takes twice the area, leaving out the halves", "f*a + 2*f*b"),
];

fn slides_on(dice: &mut Dice) -> Draft {
    let (a, b) = (dice.range(2, 8), dice.range(1, 3) * 2);
    let (k, r) = (dice.range(2, 5), dice.range(2, 12) * 5);
    let f = k * r;
    let whole = k * (2 * a + b) / 2;
    let thing = *dice.pick(&["crate", "heavy box", "sack of sand", "block of stone", "trunk"]);
    let figure = figure::graph(ACROSS, UP, &[(0, f), (a, f), (a + b, 0)]);
    let mut given = Given::default();
    let r = given.quantity("r", r, "N");
    let w = f * (2 * a + b) / 2;
    let f = given.quantity("f", f, "N");
    let moved = a + b;
    let x = whole - a - b;
    let a = given.quantity("a", a, "m");
    let b = given.quantity("b", b, "m");
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} at rest is pulled over a rough floor with a horizontal force of {f} for the first {a}. Over the next {b} \
             the pull falls to zero in a straight line, as in the graph. Friction is {r} throughout.\n\
             How much farther does the {thing} slide after the pull has ceased?"
        ),
        1 => format!(
            "The graph shows the horizontal pull on a {thing} against the distance it has moved from rest: {f} up to {a}, then a \
             straight fall to zero, {b} further on. A constant friction of {r} acts as well.\n\
             What distance does the {thing} cover after that, before it stops?"
        ),
        _ => format!(
            "Friction on a {thing} is {r} while it moves. Starting from rest, it is pulled along the level with {f} over {a}, and with \
             a pull that falls steadily to zero over a further {b}.\nThrough what distance does it go on sliding by itself?"
        ),
    };
    let mut draft = Draft::new(Parts {
        stem: &stem,
        claim: given
            .graph(
                &[["0", "f"], ["a", "f"], ["a + b", "0"]],
                Measure::Area,
                ["0", "a + b"],
                Some("(y - r*(a + b))/r"),
            )
            .in_unit("m"),
        key: "f*(2*a + b)/(2*r) - a - b",
        wrong: &[
            ("gives the whole distance from the start", "f*(2*a + b)/(2*r)"),
            ("takes a rectangle over the whole distance", "f*(a + b)/r - a - b"),
            ("takes off the first stretch only", "f*(2*a + b)/(2*r) - a"),
            ("takes off the second stretch only", "f*(2*a + b)/(2*r) - b"),
            ("lets only the falling part of the pull count", "f*b/(2*r)"),
            ("lets only the constant part of the pull count", "f*a/r - a"),
            ("takes a rectangle and gives the whole distance", "f*(a + b)/r"),
        ],
        steps: &[
            (&format!("The pull does work equal to the area, ${w}\\,\\mathrm{{J}}$."), &["graphs", "energy"]),
            (
                &format!(
                    "In the end all of it has gone into friction, so the {thing} moves ${w} \\div {r:#} = \
                     {whole}\\,\\mathrm{{m}}$ in all, and ${whole} - {moved} = {x}\\,\\mathrm{{m}}$ after the pull."
                ),
                &["energy"],
            ),
        ],
        insight: "From rest to rest, the area under the pull equals friction times the whole distance; no mass or speed is needed.",
    });
    draft.figure = Some(figure);
    draft
}
