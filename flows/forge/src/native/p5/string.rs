//! Two bodies on one string.

use super::{Test, formula, renamed};
use crate::Difficulty;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::{Given, Shown};

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let letter = *dice.pick(&["x", "m", "M", "y", "p"]);
    let draft = match (difficulty, dice.below(3)) {
        (Difficulty::Easy, 0) => on_a_table(dice),
        (Difficulty::Easy, _) => both_hanging(dice),
        (Difficulty::Medium, 0) => tension_at_table(dice),
        (Difficulty::Medium, _) => tension_hanging(dice),
        (Difficulty::Hard, 0) => tension_at_slope(dice),
        (Difficulty::Hard, _) => on_a_slope(dice),
    };
    renamed(draft, letter)
}

/// The question, after what `g` is.
fn which(dice: &mut Dice, what: &str) -> String {
    format!("The acceleration of free fall is $g$.\n{}", super::which(dice, what))
}

/// A known mass in kilograms, as the stem prints it.
fn mass(dice: &mut Dice, given: &mut Given) -> Shown {
    given.quantity("a", dice.range(2, 12), "kg")
}

fn both_hanging(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = mass(dice, &mut given);
    let asked = which(dice, "its downward acceleration");
    let stem = match dice.below(3) {
        0 => format!(
            "Bodies of mass {a} and $x\\,\\mathrm{{kg}}$ hang from the ends of a light string that passes over a \
             smooth light pulley. The body of mass $x\\,\\mathrm{{kg}}$ is the heavier one and moves down. {asked}"
        ),
        1 => format!(
            "A light rope runs over a smooth light pulley. One end carries a bucket of mass {a}, the other a sack of \
             mass $x\\,\\mathrm{{kg}}$, which is heavier and sinks. {asked}"
        ),
        _ => format!(
            "A body of mass $x\\,\\mathrm{{kg}}$ goes down and lifts another one of mass {a}, to which it is tied by \
             a light string over a smooth light pulley. {asked}"
        ),
    };
    formula(
        given,
        &stem,
        "g*(x - a)/(x + a)",
        &[
            ("leaves the lighter body out of the mass that is accelerated", "g*(x - a)/x"),
            ("accelerates the lighter body only", "g*(x - a)/a"),
            ("treats the lighter body as if it lay on a smooth table", "g*x/(x + a)"),
            ("takes the lighter weight as the driving force", "g*a/(x + a)"),
            ("counts the moving mass twice", "g*(x - a)/(2*(x + a))"),
            ("takes the acceleration in the other direction", "g*(a - x)/(x + a)"),
            ("adds in the numerator and subtracts in the denominator", "g*(x + a)/(x - a)"),
        ],
        &[
            Test { put: &[("x", "a")], gives: "0", said: "With equal masses nothing accelerates." },
            Test {
                put: &[("x", "oo")],
                gives: "g",
                said: "If $x$ is very large, that body falls freely and the acceleration is $g$.",
            },
            Test {
                put: &[("x", "0")],
                gives: "-g",
                said: "If $x$ were negligible, the other body would fall freely: $-g$.",
            },
        ],
    )
}

fn on_a_table(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = mass(dice, &mut given);
    let asked = which(dice, "the acceleration of the two");
    let stem = match dice.below(3) {
        0 => format!(
            "A trolley of mass {a} on a smooth horizontal table is pulled by a light string over a smooth pulley at \
             the edge. A body of mass $x\\,\\mathrm{{kg}}$ hangs from the string. {asked}"
        ),
        1 => format!(
            "A body of mass $x\\,\\mathrm{{kg}}$ hangs over the edge of a table and pulls a glider of mass {a} along \
             a level air track by a light string; friction is negligible. {asked}"
        ),
        _ => format!(
            "On a frictionless level surface lies a block of mass {a}. A light string leads from it over a smooth \
             light pulley to a hanging load of mass $x\\,\\mathrm{{kg}}$, which is released. {asked}"
        ),
    };
    formula(
        given,
        &stem,
        "g*x/(x + a)",
        &[
            ("leaves the hanging body out of the mass that is accelerated", "g*x/a"),
            ("takes the weight on the table as the driving force", "g*a/(x + a)"),
            ("lets the weight on the table pull against the motion", "g*(x - a)/(x + a)"),
            ("counts the moving mass twice", "g*x/(2*(x + a))"),
            ("adds the weights and accelerates one body", "g*(x + a)/a"),
            ("lets the string pull at both of its ends", "2*g*x/(x + a)"),
        ],
        &[
            Test {
                put: &[("x", "0")],
                gives: "0",
                said: "With nothing hanging on the string nothing accelerates.",
            },
            Test {
                put: &[("x", "oo")],
                gives: "g",
                said: "If $x$ is very large, the body on the table hardly matters and the acceleration is $g$.",
            },
            Test {
                put: &[("x", "a")],
                gives: "g/2",
                said: "With equal masses one weight moves twice its mass, at half of $g$.",
            },
        ],
    )
}

fn tension_hanging(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = mass(dice, &mut given);
    let axle = dice.below(3) == 0;
    let asked = which(
        dice,
        if axle {
            "the downward force of the string on the pulley"
        } else {
            "the tension in the string, in newtons"
        },
    );
    let stem = match dice.below(3) {
        0 => format!(
            "Bodies of mass {a} and $x\\,\\mathrm{{kg}}$ hang from the ends of a light string over a smooth light \
             pulley and are released. {asked}"
        ),
        1 => format!(
            "A light cord over a smooth light pulley carries a load of mass {a} on one side and one of mass \
             $x\\,\\mathrm{{kg}}$ on the other; both move freely. {}",
            asked.replace("string", "cord")
        ),
        _ => format!(
            "Two buckets hang on one light rope, which runs over a smooth light pulley. Their masses are \
             $x\\,\\mathrm{{kg}}$ and {a}, and they are let go. {}",
            asked.replace("string", "rope")
        ),
    };
    if axle {
        return formula(
            given,
            &stem,
            "4*a*x*g/(x + a)",
            &[
                ("lets the pulley carry both weights in full", "g*(x + a)"),
                ("counts one side of the string only", "2*a*x*g/(x + a)"),
                ("multiplies one mass by itself instead of the other", "4*x^2*g/(x + a)"),
                ("multiplies the other mass by itself", "4*a^2*g/(x + a)"),
                ("takes the difference of the weights", "g*(x - a)"),
                ("doubles the larger weight", "2*x*g"),
                ("treats one body as if it lay on a smooth table, and counts one side", "a*x*g/(x + a)"),
            ],
            &[
                Test {
                    put: &[("x", "a")],
                    gives: "2*a*g",
                    said: "With equal masses nothing moves, and the pulley carries both weights.",
                },
                Test {
                    put: &[("x", "0")],
                    gives: "0",
                    said: "If $x$ is negligible, the other body falls freely and the string is slack.",
                },
                Test {
                    put: &[("x", "oo")],
                    gives: "4*a*g",
                    said: "If $x$ is very large, it falls freely and accelerates the other body upwards with $g$: \
                           the tension is twice that body's weight.",
                },
            ],
        );
    }
    formula(
        given,
        &stem,
        "2*a*x*g/(x + a)",
        &[
            ("treats one body as if it lay on a smooth table", "a*x*g/(x + a)"),
            ("takes the mean of the two weights", "g*(x + a)/2"),
            ("multiplies one mass by itself instead of the other", "2*x^2*g/(x + a)"),
            ("multiplies the other mass by itself", "2*a^2*g/(x + a)"),
            ("takes the difference of the weights", "g*(x - a)"),
            ("takes one of the weights for the tension", "x*g"),
            ("counts both sides of the string", "4*a*x*g/(x + a)"),
        ],
        &[
            Test {
                put: &[("x", "a")],
                gives: "a*g",
                said: "With equal masses nothing moves, and the tension is one weight.",
            },
            Test {
                put: &[("x", "0")],
                gives: "0",
                said: "If $x$ is negligible, the other body falls freely and the string is slack.",
            },
            Test {
                put: &[("x", "oo")],
                gives: "2*a*g",
                said: "If $x$ is very large, it falls freely and accelerates the other body upwards with $g$: the tension is twice that \
                       body's weight.",
            },
        ],
    )
}

fn tension_at_table(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = mass(dice, &mut given);
    let asked = which(dice, "the tension in the string, in newtons");
    let stem = match dice.below(3) {
        0 => format!(
            "A trolley of mass {a} on a smooth horizontal table is pulled by a light string over a smooth pulley at \
             the edge. A body of mass $x\\,\\mathrm{{kg}}$ hangs from the string and is released. {asked}"
        ),
        1 => format!(
            "A falling load of mass $x\\,\\mathrm{{kg}}$ draws a glider of mass {a} along a level air track by a \
             light string. Friction is negligible. {asked}"
        ),
        _ => format!(
            "A block of mass {a} lies on frictionless level ice. It is tied to a load of mass $x\\,\\mathrm{{kg}}$, \
             which sinks into a hole in the ice, by a light string over a smooth light pulley. {asked}"
        ),
    };
    formula(
        given,
        &stem,
        "a*x*g/(x + a)",
        &[
            ("takes the weight of the hanging body for the tension", "x*g"),
            ("treats both bodies as hanging", "2*a*x*g/(x + a)"),
            ("multiplies the hanging mass by itself", "x^2*g/(x + a)"),
            ("multiplies the other mass by itself", "a^2*g/(x + a)"),
            ("takes the difference of the weights", "g*(x - a)"),
            ("takes the mean of the two weights", "g*(x + a)/2"),
        ],
        &[
            Test { put: &[("x", "0")], gives: "0", said: "With nothing hanging on the string it is slack." },
            Test {
                put: &[("x", "oo")],
                gives: "a*g",
                said: "If $x$ is very large, it falls freely and gives the other body the acceleration $g$, for \
                       which a force equal to that body's weight is needed.",
            },
        ],
    )
}

fn slope(dice: &mut Dice, a: &Shown, asked: &str) -> String {
    match dice.below(3) {
        0 => format!(
            "A block of mass {a} lies on a smooth slope that makes an angle $\\theta$ with the horizontal. A light \
             string runs from it, parallel to the slope, over a smooth pulley at the top to a hanging body of mass \
             $x\\,\\mathrm{{kg}}$, which moves down. {asked}"
        ),
        1 => format!(
            "A hanging load of mass $x\\,\\mathrm{{kg}}$ sinks and pulls a truck of mass {a} up a smooth ramp by a \
             light rope over a smooth pulley at the top. The rope is parallel to the ramp, which rises at an angle \
             $\\theta$ to the horizontal. {asked}"
        ),
        _ => format!(
            "At the top of a smooth plane, inclined at $\\theta$ to the horizontal, is a smooth light pulley. A \
             light cord over it joins a body of mass {a} on the plane to one of mass $x\\,\\mathrm{{kg}}$ that hangs \
             freely and descends. {asked}"
        ),
    }
}

fn on_a_slope(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = mass(dice, &mut given);
    let asked = which(dice, "the acceleration of the two bodies");
    let stem = slope(dice, &a, &asked);
    formula(
        given,
        &stem,
        "g*(x - a*sin(theta))/(x + a)",
        &[
            ("uses the cosine instead of the sine", "g*(x - a*cos(theta))/(x + a)"),
            ("adds the pull down the slope", "g*(x + a*sin(theta))/(x + a)"),
            ("lets the slope act on both weights", "g*(x - a)*sin(theta)/(x + a)"),
            ("lets the slope act on the hanging weight", "g*(x*sin(theta) - a)/(x + a)"),
            ("reduces the mass on the slope as well", "g*(x - a*sin(theta))/(x + a*sin(theta))"),
            ("leaves the body on the slope out of the mass that is accelerated", "g*(x - a*sin(theta))/x"),
            ("forgets the slope", "g*(x - a)/(x + a)"),
        ],
        &[
            Test {
                put: &[("theta", "pi/2")],
                gives: "g*(x - a)/(x + a)",
                said: "At $\\theta = 90^\\circ$ both bodies hang, and only the difference of the weights drives them.",
            },
            Test {
                put: &[("theta", "0")],
                gives: "g*x/(x + a)",
                said: "At $\\theta = 0$ the block lies on a level table, and the hanging weight drives both.",
            },
            Test { put: &[("x", "oo")], gives: "g", said: "If $x$ is very large, it falls freely." },
        ],
    )
}

fn tension_at_slope(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = mass(dice, &mut given);
    let asked = which(dice, "the tension, in newtons");
    let stem = slope(dice, &a, &asked);
    formula(
        given,
        &stem,
        "a*x*g*(1 + sin(theta))/(x + a)",
        &[
            ("uses the cosine instead of the sine", "a*x*g*(1 + cos(theta))/(x + a)"),
            ("subtracts the pull down the slope", "a*x*g*(1 - sin(theta))/(x + a)"),
            ("lets the slope reduce the whole tension of two hanging bodies", "2*a*x*g*sin(theta)/(x + a)"),
            ("forgets the slope", "2*a*x*g/(x + a)"),
            ("multiplies the hanging mass by itself", "x^2*g*(1 + sin(theta))/(x + a)"),
            ("multiplies the other mass by itself", "a^2*g*(1 + sin(theta))/(x + a)"),
            ("treats the slope as a level table", "a*x*g/(x + a)"),
        ],
        &[
            Test {
                put: &[("theta", "pi/2"), ("x", "a")],
                gives: "a*g",
                said: "At $\\theta = 90^\\circ$ with equal masses both bodies hang at rest, and the tension is one weight.",
            },
            Test {
                put: &[("theta", "0"), ("x", "oo")],
                gives: "a*g",
                said: "At $\\theta = 0$ a very heavy load falls freely and gives the block the acceleration $g$: the \
                       tension is the block's weight.",
            },
            Test { put: &[("x", "0")], gives: "0", said: "Without a hanging load the string is slack." },
            Test {
                put: &[("x", "oo")],
                gives: "a*g*(1 + sin(theta))",
                said: "On a slope, a very heavy load has to overcome $g\\sin\\theta$ too while it gives the block the acceleration $g$.",
            },
        ],
    )
}
