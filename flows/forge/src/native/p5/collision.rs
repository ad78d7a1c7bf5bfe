//! A body that hits another one at rest.

use super::{Test, formula, renamed, which};
use crate::Difficulty;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::{Given, Shown};

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let letter = *dice.pick(&["x", "m", "M", "y", "p"]);
    let draft = match (difficulty, dice.below(2)) {
        (Difficulty::Easy, _) => sticking(dice),
        (Difficulty::Medium, 0) => thrown_forward(dice),
        (Difficulty::Medium, _) => thrown_back(dice),
        (Difficulty::Hard, 0) => share_passed_on(dice),
        (Difficulty::Hard, _) => share_lost(dice),
    };
    renamed(draft, letter)
}

/// What moves, how, and what is hit.
const STICKY: &[(&str, &str, &str)] = &[
    ("A toy truck", "rolls along level rails", "a second truck, to which it couples"),
    ("A lump of clay", "flies horizontally", "a block on smooth ice, to which it sticks"),
    ("A glider", "moves along a level air track", "another glider, to which it latches on"),
    ("A trolley", "runs along a smooth level track", "another trolley, to which it is joined by the impact"),
];

fn sticking(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = given.quantity("a", dice.range(2, 12), "kg");
    let (first, moves, second) = *dice.pick(STICKY);
    let known_moves = dice.below(2) == 0;
    let asked = which(dice, "their common speed");
    let (stem, key, other) = if known_moves {
        (
            format!(
                "{first} of mass {a} {moves} at speed $u$ and hits {second}. The body that is hit has mass \
                 $x\\,\\mathrm{{kg}}$ and was at rest.\n{asked}"
            ),
            "a*u/(x + a)",
            "x*u/(x + a)",
        )
    } else {
        (
            format!(
                "{first} of mass $x\\,\\mathrm{{kg}}$ {moves} at speed $u$ and hits {second}. The body that is hit \
                 has mass {a} and was at rest.\n{asked}"
            ),
            "x*u/(x + a)",
            "a*u/(x + a)",
        )
    };
    let (heavy, light) = if known_moves { ("0", "u") } else { ("u", "0") };
    let root = format!("u*sqrt({}/(x + a))", if known_moves { "a" } else { "x" });
    let apart = if known_moves { "u*(a - x)/(x + a)" } else { "u*(x - a)/(x + a)" };
    let single = if known_moves { "a*u/x" } else { "x*u/a" };
    let doubled = if known_moves { "2*a*u/(x + a)" } else { "2*x*u/(x + a)" };
    let square = if known_moves { "a^2*u/(x + a)^2" } else { "x^2*u/(x + a)^2" };
    formula(
        given,
        &stem,
        key,
        &[
            ("interchanges the two masses", other),
            ("keeps the kinetic energy, which is not conserved here", &root),
            ("takes the difference of the masses", apart),
            ("moves the body that was hit alone", single),
            ("takes the collision to be elastic", doubled),
            ("squares the ratio of the masses", square),
        ],
        &[
            Test {
                put: &[("x", "0")],
                gives: light,
                said: if known_moves {
                    "Nothing happens to the speed if the body that is hit is negligible."
                } else {
                    "A negligible body cannot set the other one moving."
                },
            },
            Test {
                put: &[("x", "oo")],
                gives: heavy,
                said: if known_moves {
                    "A very heavy body cannot be set moving."
                } else {
                    "A very heavy body does not notice the other one and keeps its speed."
                },
            },
            Test {
                put: &[("x", "a")],
                gives: "u/2",
                said: "With equal masses the momentum is shared equally, and the speed is halved.",
            },
        ],
    )
}

/// The stem of a head-on elastic collision.
fn elastic(dice: &mut Dice, a: &Shown, asked: &str) -> String {
    match dice.below(4) {
        0 => format!(
            "A ball of mass {a} moving at speed $u$ strikes a ball of mass $x\\,\\mathrm{{kg}}$ that is at rest. The \
             collision is head-on and perfectly elastic.\n{asked}"
        ),
        1 => format!(
            "Two gliders on a level air track have masses {a} and $x\\,\\mathrm{{kg}}$ and carry springs, so that no \
             energy is lost when they meet. The second is at rest when the first runs into it at speed $u$.\n{asked}"
        ),
        2 => format!(
            "On smooth ice a puck of mass {a} slides at speed $u$ into a puck of mass $x\\,\\mathrm{{kg}}$ at rest. \
             They move along one line, and kinetic energy is conserved.\n{asked}"
        ),
        _ => format!(
            "A trolley of mass {a}, fitted with a magnet, rolls at speed $u$ towards a trolley of mass \
             $x\\,\\mathrm{{kg}}$ at rest, whose magnet repels it. They never touch, and no energy is lost.\n{asked}"
        ),
    }
}

fn thrown_forward(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = given.quantity("a", dice.range(2, 12), "kg");
    let asked = which(dice, "the speed of the second body afterwards");
    let stem = elastic(dice, &a, &asked);
    formula(
        given,
        &stem,
        "2*a*u/(x + a)",
        &[
            ("lets the bodies move on together", "a*u/(x + a)"),
            ("interchanges the two masses", "2*x*u/(x + a)"),
            ("gives the velocity of the first body", "u*(a - x)/(x + a)"),
            ("passes on all the momentum", "a*u/x"),
            ("passes on all the kinetic energy", "u*sqrt(a/x)"),
            ("takes a formula that is symmetric in the masses", "4*a*x*u/(x + a)^2"),
            ("subtracts the masses in the denominator", "2*a*u/(a - x)"),
        ],
        &[
            Test {
                put: &[("x", "a")],
                gives: "u",
                said: "Equal masses exchange their velocities, so the second body gets the speed $u$.",
            },
            Test { put: &[("x", "oo")], gives: "0", said: "A very heavy body stays at rest." },
            Test {
                put: &[("x", "0")],
                gives: "2*u",
                said: "A very light body is thrown forward at $2u$: seen from the heavy one it comes and goes at $u$.",
            },
        ],
    )
}

fn thrown_back(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = given.quantity("a", dice.range(2, 12), "kg");
    let asked = which(dice, "the velocity of the first body afterwards, positive if it goes on forwards");
    let stem = elastic(dice, &a, &asked);
    formula(
        given,
        &stem,
        "u*(a - x)/(x + a)",
        &[
            ("lets the bodies move on together", "a*u/(x + a)"),
            ("takes the difference the other way round", "u*(x - a)/(x + a)"),
            ("gives the velocity of the second body", "2*a*u/(x + a)"),
            ("leaves the first body out of the sum", "u*(a - x)/x"),
            ("leaves the second body out of the sum", "u*(a - x)/a"),
            ("squares the ratio, as for energies", "u*(a - x)^2/(x + a)^2"),
            ("takes twice the mass that was hit", "u*(a - 2*x)/(x + a)"),
        ],
        &[
            Test {
                put: &[("x", "a")],
                gives: "0",
                said: "Equal masses exchange their velocities: the first body stops.",
            },
            Test {
                put: &[("x", "oo")],
                gives: "-u",
                said: "From a very heavy body it comes straight back: $-u$.",
            },
            Test { put: &[("x", "0")], gives: "u", said: "A very light body does not slow it down: $u$." },
        ],
    )
}

fn share_passed_on(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = given.quantity("a", dice.range(2, 12), "kg");
    let asked = which(dice, "the fraction of the first body's kinetic energy that passes to the second");
    let stem = elastic(dice, &a, &asked);
    formula(
        given,
        &stem,
        "4*a*x/(x + a)^2",
        &[
            ("adds the squares of the masses instead of squaring their sum", "4*a*x/(x^2 + a^2)"),
            ("squares the speed of the second body and forgets its mass", "4*a^2/(x + a)^2"),
            ("multiplies the second mass by itself instead of the first", "4*x^2/(x + a)^2"),
            ("gives the fraction that the first body keeps", "(a - x)^2/(x + a)^2"),
            ("takes the fraction of the momentum", "2*x/(x + a)"),
            ("takes the ratio of the speeds", "2*a/(x + a)"),
            ("gives the second body the speed of bodies that stick together", "a*x/(x + a)^2"),
        ],
        &[
            Test {
                put: &[("x", "a")],
                gives: "1",
                said: "Equal masses exchange their velocities, so all the energy passes on.",
            },
            Test { put: &[("x", "oo")], gives: "0", said: "A very heavy body stays at rest and gets none." },
            Test {
                put: &[("x", "0")],
                gives: "0",
                said: "A very light body moves at no more than $2u$ and so has hardly any energy.",
            },
        ],
    )
}

fn share_lost(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = given.quantity("a", dice.range(2, 12), "kg");
    let (first, moves, second) = *dice.pick(STICKY);
    let asked = which(dice, "the fraction of the kinetic energy that is lost");
    let stem = format!(
        "{first} of mass {a} {moves} and hits {second}. The body that is hit has mass $x\\,\\mathrm{{kg}}$ and was at rest.\n{asked}"
    );
    formula(
        given,
        &stem,
        "x/(x + a)",
        &[
            ("gives the fraction that is left", "a/(x + a)"),
            ("squares the ratio of the masses", "x^2/(x + a)^2"),
            ("squares the ratio of the speeds", "a^2/(x + a)^2"),
            ("takes the difference of the masses", "(x - a)/(x + a)"),
            ("takes a formula that is symmetric in the masses", "a*x/(x + a)^2"),
            ("takes the root of the ratio of the masses", "sqrt(x/(x + a))"),
            ("compares the two masses with each other only", "x/a"),
        ],
        &[
            Test {
                put: &[("x", "0")],
                gives: "0",
                said: "If the body that is hit is negligible, nothing is lost.",
            },
            Test {
                put: &[("x", "oo")],
                gives: "1",
                said: "On a very heavy body everything comes to rest and all the energy is lost.",
            },
            Test {
                put: &[("x", "a")],
                gives: "1/2",
                said: "With equal masses twice the mass moves at half the speed, so half the energy is left.",
            },
        ],
    )
}
