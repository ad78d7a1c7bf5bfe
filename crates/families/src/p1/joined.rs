//! Bodies on one string.

use super::super::Draft;
use super::super::draft::{Given, Parts};
use super::super::formula::fraction;
use crate::Difficulty::{self, Easy, Hard, Medium};
use crate::dice::Dice;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Easy => towing(dice),
        Medium => table_and_hook(dice),
        Hard => hung_pulley(dice),
    }
}

fn towing(dice: &mut Dice) -> Draft {
    let (a, b) =
        *dice.pick(&[(1, 2), (1, 3), (2, 3), (3, 2), (2, 1), (3, 1), (1, 4), (4, 1), (3, 5), (5, 3), (1, 5)]);
    let (scale, k) = (dice.range(1, 4), dice.range(1, 6) * 2);
    let thing = *dice.pick(&["block", "sledge", "trolley", "crate"]);
    let mut given = Given::default();
    let m = given.quantity("m", a * scale, "kg");
    let w = given.quantity("w", b * scale, "kg");
    let f = given.quantity("f", k * (a + b), "N");
    let a = fraction(k, scale);
    let x = k * b;
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} of mass {m} is pulled over smooth level ground by a horizontal force of {f}. A second {thing}, \
             of mass {w}, is tied behind it with a light string.\nWhat is the tension in the string?"
        ),
        1 => format!(
            "Two {thing}s stand on a smooth floor, touching each other. The first, of mass {m}, is pushed towards the \
             second, of mass {w}, with a horizontal force of {f}.\nWith what force does the first push the second?"
        ),
        _ => format!(
            "A light string joins two {thing}s on a smooth horizontal surface. The one behind has a mass of {w}, the \
             one in front a mass of {m}, and a horizontal force of {f} pulls the one in front.\n\
             What is the pull of the string on the one behind?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["a", "x"], &["f - x = m*a", "x = w*a"], &[], "x").in_unit("N"),
        key: "f*w/(m + w)",
        wrong: &[
            ("takes the whole force to act on each of the two", "f"),
            ("shares the force equally", "f/2"),
            ("puts the mass of the body in front in the numerator", "f*m/(m + w)"),
            ("divides by the mass in front instead of the whole mass", "f*w/m"),
            ("divides the force by the ratio of the masses instead of sharing it", "f*m/w"),
            ("adds the force on the body behind to the pull", "f + f*w/(m + w)"),
        ],
        steps: &[
            (
                &format!("Both have the acceleration $a = F/(m_1 + m_2) = {a}\\,\\mathrm{{m\\,s^{{-2}}}}$."),
                &["forces"],
            ),
            (
                &format!(
                    "Only the force between them moves the second: ${w:#} \\times {a} = {x}\\,\\mathrm{{N}}$."
                ),
                &["forces"],
            ),
        ],
        insight: "One acceleration for the whole; the force between the bodies moves only the second.",
    })
}

fn table_and_hook(dice: &mut Dice) -> Draft {
    let (a, b) = *dice.pick(&[
        (1, 4),
        (2, 3),
        (3, 2),
        (4, 1),
        (1, 9),
        (3, 7),
        (7, 3),
        (6, 4),
        (4, 6),
        (1, 3),
        (3, 1),
        (2, 8),
    ]);
    let scale = dice.range(1, 3);
    let thing = *dice.pick(&["block", "trolley", "crate", "box"]);
    let mut given = Given::default();
    let m = given.quantity("m", a * scale, "kg");
    let w = given.quantity("w", b * scale, "kg");
    let g = given.quantity("g", 10, "m s^-2");
    let x = fraction(10 * a * b * scale, a + b);
    let a = fraction(10 * a, a + b);
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} of mass {w} on a smooth table is joined by a light string over a smooth pulley to a load of mass \
             {m} that hangs freely.\nWhat is the tension in the string after release? \
             ($g = {g:#}\\,\\mathrm{{m\\,s^{{-2}}}}$)"
        ),
        1 => format!(
            "A load of mass {m} hangs from a light string that runs over a smooth pulley at the edge of a table and \
             pulls a {thing} of mass {w} along the table, without friction.\n\
             Taking $g$ as {g}, what is the tension in the string?"
        ),
        _ => format!(
            "A light string passes over a smooth pulley. One end is tied to a {thing} of mass {w} on a smooth \
             horizontal table, the other carries a load of mass {m}.\n\
             The load is let go. With what force does the string pull the {thing}? Take $g$ to be {g}."
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["a", "x"], &["m*g - x = m*a", "x = w*a"], &[], "x").in_unit("N"),
        key: "m*w*g/(m + w)",
        wrong: &[
            ("takes the tension to be the weight of the load", "m*g"),
            ("takes the tension to be the weight of the body on the table", "w*g"),
            ("multiplies the acceleration by the mass of the load", "m^2*g/(m + w)"),
            ("shares the weight of the load equally between the two bodies", "m*g/2"),
            ("adds the two weights", "(m + w)*g"),
            ("doubles the tension, as for a pulley with two loads", "2*m*w*g/(m + w)"),
            ("adds the tension to the weight of the load", "m*g + m*w*g/(m + w)"),
        ],
        steps: &[
            (
                &format!(
                    "The weight of the load moves both: $a = \\frac{{{m:#}}}{{{m:#} + {w:#}}}\\,g = {a}\\,\\mathrm{{m\\,s^{{-2}}}}$."
                ),
                &["forces"],
            ),
            (
                &format!("The string alone moves the {thing}: ${w:#} \\times {a} = {x}\\,\\mathrm{{N}}$."),
                &["forces"],
            ),
        ],
        insight: "The weight of the load accelerates both bodies, the tension only the one on the table.",
    })
}

fn hung_pulley(dice: &mut Dice) -> Draft {
    let (a, b) = *dice.pick(&[
        (1, 3),
        (2, 3),
        (1, 4),
        (3, 5),
        (1, 9),
        (3, 7),
        (2, 6),
        (4, 6),
        (3, 6),
        (2, 8),
        (3, 12),
    ]);
    let scale = dice.range(1, 3);
    let (thing, support) = *dice.pick(&[
        ("loads", "a chain"),
        ("buckets", "a rope"),
        ("weights", "a hook in the ceiling"),
        ("sandbags", "a steel wire"),
    ]);
    let mut given = Given::default();
    let m = given.quantity("m", a * scale, "kg");
    let w = given.quantity("w", b * scale, "kg");
    let g = given.quantity("g", 10, "m s^-2");
    let things = thing;
    let t = fraction(20 * a * b * scale, a + b);
    let x = fraction(40 * a * b * scale, a + b);
    let a = fraction(10 * (b - a), a + b);
    let stem = match dice.below(3) {
        0 => format!(
            "A light, smooth pulley hangs from {support}. Two {things} of mass {m} and {w} are tied to the ends of \
             a light string over it and let go.\n\
             What force does the pulley exert on its support while they move? \
             ($g = {g:#}\\,\\mathrm{{m\\,s^{{-2}}}}$)"
        ),
        1 => format!(
            "Two {things}, of mass {m} and {w}, hang from the two ends of a light string over a light, smooth pulley, \
             which is held by {support}.\n\
             While the {things} move freely, what is the force on the support? Take $g$ to be {g}."
        ),
        _ => format!(
            "A string over a pulley carries {things} of mass {w} and {m}; string and pulley are light and there is \
             no friction. The pulley is held up by {support}.\n\
             Taking $g$ as {g}, what does the support carry once the {things} are released?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["a", "t"], &["t - m*g = m*a", "w*g - t = w*a"], &[], "2*t").in_unit("N"),
        key: "4*m*w*g/(m + w)",
        wrong: &[
            ("takes the support to carry both weights", "(m + w)*g"),
            ("stops at the tension in the string", "2*m*w*g/(m + w)"),
            ("takes the support to carry the difference of the weights", "(w - m)*g"),
            ("sets the tension equal to the heavier weight", "2*w*g"),
            ("sets the tension equal to the lighter weight", "2*m*g"),
            ("takes the tension on one side only, equal to the heavier weight", "w*g"),
            ("takes the mean of the two weights for the tension on one side", "(m + w)*g/2"),
        ],
        steps: &[
            (
                &format!("The difference of the weights moves both: $a = {a}\\,\\mathrm{{m\\,s^{{-2}}}}$."),
                &["forces"],
            ),
            (
                &format!(
                    "For the lighter of them $T = {m:#} \\times ({g:#} + {a}) = {t}\\,\\mathrm{{N}}$. The string pulls the pulley down \
                     twice: $2T = {x}\\,\\mathrm{{N}}$."
                ),
                &["forces"],
            ),
        ],
        insight: "The support carries two tensions, and these are less than the weights, for the loads accelerate.",
    })
}
