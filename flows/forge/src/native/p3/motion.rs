//! Velocity against time.

use super::super::draft::{Given, Parts};
use super::super::formula::{fraction, quantity};
use super::super::{Draft, figure};
use crate::Difficulty::{self, Easy, Hard};
use crate::claim::Measure;
use crate::dice::Dice;

const ACROSS: figure::Axis<'_> = ("time", "s");
const UP: figure::Axis<'_> = ("velocity", "m s^-1");
const WHOLE: [&str; 2] = ["0", "a + b + c"];
const TRIP: &[[&str; 2]] = &[["0", "0"], ["a", "v"], ["a + b", "v"], ["a + b + c", "0"]];

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    if difficulty == Hard {
        return there_and_back(dice);
    }
    let thing = *dice.pick(&["tram", "train on the underground", "lift", "bus", "cyclist", "goods train"]);
    let (a, b, c, v) = if difficulty == Easy {
        let v = if thing == "lift" { dice.range(2, 6) } else { dice.range(4, 12) };
        (dice.range(2, 6) * 2, dice.range(2, 12), dice.range(2, 6) * 2, v)
    } else {
        // The mean speed is v(T + b)/2T.
        let (a, b, c, d) = *dice.pick(TIMES);
        (a, b, c, d * dice.range(1, if thing == "lift" { 1 } else { (15 / d).max(1) }))
    };
    let t = a + b + c;
    let figure = figure::graph(ACROSS, UP, &[(0, 0), (a, v), (a + b, v), (t, 0)]);
    let mut given = Given::default();
    let area = fraction(v * (a + c + 2 * b), 2);
    let a = given.quantity("a", a, "s");
    let c = given.quantity("c", c, "s");
    let mean = fraction(v * (t + b), 2 * t);
    let b = given.quantity("b", b, "s");
    let v = given.quantity("v", v, "m s^-1");
    let area = format!(
        "The area under the graph is $\\frac{{1}}{{2}} \\times {a:#} \\times {v:#} + {b:#} \\times {v:#} + \
         \\frac{{1}}{{2}} \\times {c:#} \\times {v:#} = {area}$, so the distance is ${area}\\,\\mathrm{{m}}$."
    );
    let mut draft = if difficulty == Easy {
        let stem = match dice.below(3) {
            0 => format!(
                "The velocity–time graph of a {thing} rises in a straight line from the origin to {v} in {a}, is level for \
                 {b} and falls in a straight line to zero in a further {c}.\nHow far does the {thing} travel?"
            ),
            1 => format!(
                "A {thing} starts from rest and gains speed at a steady rate, reaching {v} after {a}. It keeps this speed for {b} \
                 and then slows down at a steady rate, stopping within {c}. The graph shows its motion.\n\
                 What distance does it cover?"
            ),
            _ => format!(
                "The graph shows the velocity of a {thing} between two stops: a straight rise to {v} lasting {a}, a level part \
                 lasting {b} and a straight fall lasting {c}.\nHow far apart are the stops?"
            ),
        };
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(TRIP, Measure::Area, WHOLE, None).in_unit("m"),
            key: "v*b + v*(a + c)/2",
            wrong: DISTANCE_PATHS,
            steps: &[
                (
                    "The distance is the area under the graph: two triangles and a rectangle.",
                    &["graphs", "kinematics"],
                ),
                (&area, &["graphs"]),
            ],
            insight: "The distance is the area under a velocity–time graph.",
        })
    } else {
        let stem = match dice.below(3) {
            0 => format!(
                "The velocity–time graph of a {thing} rises in a straight line from the origin to {v} in {a}, is level for \
                 {b} and falls in a straight line to zero in a further {c}.\n\
                 What is the mean speed of the {thing} over the whole of this time?"
            ),
            1 => format!(
                "Between two stops a {thing} speeds up steadily for {a}, runs at {v} for {b} and slows down steadily for {c}, as \
                 in the graph.\nWhat steady speed would take it from stop to stop in the same time?"
            ),
            _ => format!(
                "A {thing} takes {a} to reach its top speed of {v} from rest and {c} to come to rest again, both at a steady \
                 rate. In between it runs at top speed for {b}. The graph shows this.\nWhat is its average speed?"
            ),
        };
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(TRIP, Measure::Mean, WHOLE, None).in_unit("m s^-1"),
            key: "v*(a + 2*b + c)/(2*(a + b + c))",
            wrong: MEAN_PATHS,
            steps: &[
                (&area, &["graphs"]),
                (
                    &format!(
                        "Divided by the whole time, ${t}\\,\\mathrm{{s}}$, this is ${mean}\\,\\mathrm{{m\\,s^{{-1}}}}$."
                    ),
                    &["graphs"],
                ),
            ],
            insight: "The mean speed is the whole area over the whole time, not a mean of speeds.",
        })
    };
    draft.figure = Some(figure);
    draft
}

/// Speeding up, at full speed and slowing down, in seconds, and what the full speed must be a multiple of for the mean
/// speed to be whole.
const TIMES: &[(i64, i64, i64, i64)] = &[
    (1, 2, 1, 4),
    (2, 2, 2, 3),
    (2, 6, 2, 5),
    (2, 2, 4, 8),
    (4, 10, 6, 4),
    (4, 12, 4, 5),
    (5, 10, 5, 4),
    (6, 8, 10, 3),
    (3, 9, 3, 5),
    (2, 3, 4, 3),
    (5, 8, 7, 10),
    (3, 4, 5, 3),
    (6, 12, 6, 4),
    (1, 5, 4, 4),
    (4, 5, 1, 4),
    (5, 4, 3, 3),
    (4, 8, 8, 10),
    (8, 10, 2, 4),
];

const DIFFERENCE: &str = "v*a + (v - w)*b/2 - w*c";
const TOTAL: &str = "v*a + w*c + (v^2 + w^2)*b/(2*(v + w))";

fn there_and_back(dice: &mut Dice) -> Draft {
    let (p, q) = *dice.pick(&[(2, 1), (3, 1), (3, 2), (1, 2), (1, 1), (1, 3), (2, 3)]);
    let (k, j) = (*dice.pick(&[2, 4]), dice.range(1, 3));
    let (v, w, b) = (p * k, q * k, (p + q) * j);
    let (a, c) = (dice.range(1, 8), dice.range(1, 6));
    let forth = v * a + v * p * j / 2;
    let back = w * c + w * q * j / 2;
    let covered = dice.below(2) == 0 || forth <= back;
    let thing =
        *dice.pick(&["trolley", "model train", "robot", "shuttle on a rail", "crane hook on its track"]);
    let figure = figure::graph(ACROSS, UP, &[(0, v), (a, v), (a + b, -w), (a + b + c, -w)]);
    let mut given = Given::default();
    let b = given.quantity("b", b, "s");
    let c = given.quantity("c", c, "s");
    let v = given.quantity("v", v, "m s^-1");
    let w = given.quantity("w", w, "m s^-1");
    let turn = a + p * j;
    let a = given.quantity("a", a, "s");
    let sum = quantity(forth + back, "m");
    let rest = quantity(forth - back, "m");
    let ask = if covered {
        *dice.pick(&[
            "What is the total distance that it covers?",
            "How many metres does it cover, forwards and backwards together?",
        ])
    } else {
        *dice.pick(&[
            "How far from its starting point is it in the end?",
            "What is its displacement in the end?",
        ])
    };
    let turn = format!(
        "The graph crosses the axis at ${turn}\\,\\mathrm{{s}}$; by then the {thing} has gone ${forth}\\,\\mathrm{{m}}$ forwards."
    );
    let points = [["0", "v"], ["a", "v"], ["a + b", "-w"], ["a + b + c", "-w"]];
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} moves along a straight line. Its velocity is {v} for the first {a}, then changes at a constant rate \
             during {b} until it is {w} in the opposite direction, and stays so for a last {c}.\n{ask}"
        ),
        1 => format!(
            "The velocity–time graph of a {thing} on a straight track is level at {v} for {a}. In the next {b} it falls in a \
             straight line, crosses the axis and reaches {w} backwards, where it stays for {c}.\n{ask}"
        ),
        _ => format!(
            "At first a {thing} runs forward at {v}, for {a}. Its velocity then falls at a steady rate for {b}, through zero, to \
             {w} backwards, and it runs at this for {c}. The graph shows the motion.\n{ask}"
        ),
    };
    let mut draft = if covered {
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(&points, Measure::TotalArea, WHOLE, None).in_unit("m"),
            key: TOTAL,
            wrong: TOTAL_PATHS,
            steps: &[
                (&turn, &["graphs"]),
                (
                    &format!(
                        "Then it goes ${back}\\,\\mathrm{{m}}$ backwards. Both count as positive: {sum}."
                    ),
                    &["graphs", "kinematics"],
                ),
            ],
            insight: "For the distance covered, the areas on both sides of the axis are added.",
        })
    } else {
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(&points, Measure::Area, WHOLE, None).in_unit("m"),
            key: DIFFERENCE,
            wrong: DIFFERENCE_PATHS,
            steps: &[
                (&turn, &["graphs"]),
                (
                    &format!("Then it goes ${back}\\,\\mathrm{{m}}$ backwards, which leaves {rest}."),
                    &["graphs", "kinematics"],
                ),
            ],
            insight: "An area below the axis is a distance backwards and is subtracted.",
        })
    };
    draft.figure = Some(figure);
    draft
}

const DISTANCE_PATHS: &[(&str, &str)] = &[
    ("takes a rectangle over the whole time", "v*(a + b + c)"),
    ("takes a triangle over the whole time", "v*(a + b + c)/2"),
    ("counts the level part only", "v*b"),
    ("leaves out the slowing down", "v*b + v*a/2"),
    ("leaves out the speeding up", "v*b + v*c/2"),
    ("takes a rectangle for the speeding up", "v*b + v*a + v*c/2"),
    ("takes a rectangle for the slowing down", "v*b + v*c + v*a/2"),
];

const MEAN_PATHS: &[(&str, &str)] = &[
    ("reads off the greatest height instead of the mean", "v"),
    ("takes half the greatest height, as for one triangle", "v/2"),
    ("averages the mean speeds of the three parts without their times", "2*v/3"),
    ("counts the level part only", "v*b/(a + b + c)"),
    ("leaves out the slowing down", "v*(a + 2*b)/(2*(a + b + c))"),
    ("leaves out the speeding up", "v*(2*b + c)/(2*(a + b + c))"),
    ("takes a rectangle for the speeding up", "v*(2*a + 2*b + c)/(2*(a + b + c))"),
];

const TOTAL_PATHS: &[(&str, &str)] = &[
    ("subtracts the distance back, as for a displacement", DIFFERENCE),
    ("counts only the distance forwards", "v*a + v^2*b/(2*(v + w))"),
    ("leaves out the stretch in which the velocity changes", "v*a + w*c"),
    (
        "takes the mean of the two speeds for the stretch in which the velocity changes",
        "v*a + (v + w)*b/2 + w*c",
    ),
    ("lets areas of different sign cancel within the sloping stretch", "v*a + (v - w)*b/2 + w*c"),
    ("takes the velocity to fall to zero only at the end of the slope", "v*a + v*b/2 + w*c"),
    ("takes rectangles up to the crossing and from it", "v*a + (v^2 + w^2)*b/(v + w) + w*c"),
];

const DIFFERENCE_PATHS: &[(&str, &str)] = &[
    ("adds the distance back, as for a distance covered", TOTAL),
    ("counts only the distance forwards", "v*a + v^2*b/(2*(v + w))"),
    ("leaves out the stretch in which the velocity changes", "v*a - w*c"),
    ("gives the distance back only", "w*c + w^2*b/(2*(v + w))"),
    ("takes the velocity to fall to zero only at the end of the slope", "v*a + v*b/2 - w*c"),
    ("takes rectangles up to the crossing and from it", "v*a + (v - w)*b - w*c"),
    ("takes the sum of the speeds for the stretch in which the velocity changes", "v*a + (v + w)*b/2 - w*c"),
];
