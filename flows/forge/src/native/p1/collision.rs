//! Bodies that meet and stay together.

use super::super::Draft;
use super::super::draft::{Given, Parts};
use super::super::formula::{fraction, quantity};
use crate::Difficulty::{self, Easy, Hard};
use crate::dice::Dice;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    if difficulty == Hard {
        return swinging_block(dice);
    }
    let (a, b) =
        *dice.pick(&[(1, 3), (1, 2), (1, 4), (2, 1), (3, 1), (2, 3), (3, 2), (1, 5), (4, 5), (1, 8)]);
    let (thing, scale) = match (difficulty, dice.below(3)) {
        (_, 0) => ("trolley", dice.range(1, 4)),
        (Easy, 1) => ("railway wagon", dice.range(1, 5) * 2000),
        (_, 1) => ("crate on rollers", dice.range(2, 6) * 2),
        _ => ("sledge", dice.range(2, 8) * 2),
    };
    let k = dice.range(1, 12 / (a + b));
    let mut given = Given::default();
    let m = given.quantity("m", a * scale, "kg");
    let w = given.quantity("w", b * scale, "kg");
    let u = given.quantity("u", k * (a + b), "m s^-1");
    let v = k * a;
    let sum = (a + b) * scale;
    let common = format!(
        "Momentum is conserved: ${m:#} \\times {u:#} = {sum}\\,v$, so $v = {v}\\,\\mathrm{{m\\,s^{{-1}}}}$."
    );
    if difficulty == Easy {
        let stem = match dice.below(3) {
            0 => format!(
                "A {thing} of mass {m} moving at {u} runs into a second {thing} of mass {w}, which is at rest.\n\
                 The two stay together. At what speed do they move on?"
            ),
            1 => format!(
                "A {thing} of mass {w} stands still. Another {thing}, of mass {m} and with a speed of {u}, \
                 runs into it from behind and couples to it.\nWhat is the speed of the pair just after the collision?"
            ),
            _ => format!(
                "After a collision a {thing} of mass {m} and a {thing} of mass {w} move on together. \
                 Before it the first moved at {u} and the second was at rest.\nWhat is their common speed?"
            ),
        };
        return Draft::new(Parts {
            stem: &stem,
            claim: given.solve(&["v"], &["m*u = (m + w)*v"], &[], "v").in_unit("m s^-1"),
            key: "m*u/(m + w)",
            wrong: SPEED_PATHS,
            steps: &[
                ("The bodies stick, so kinetic energy is not conserved, but momentum is.", &["momentum"]),
                (&common, &["momentum"]),
            ],
            insight: "When bodies stick together in a collision, momentum is conserved and kinetic energy is not.",
        });
    }
    let half_speed = if 3 * a > b {
        ("lets the pair move at half the first speed", "m*u^2/2 - (m + w)*u^2/8")
    } else {
        ("takes the momentum of the first body for the energy lost", "m*u")
    };
    let before = a * scale * (k * (a + b)).pow(2);
    let after = (a + b) * scale * (k * a).pow(2);
    let lost = quantity(fraction(before - after, 2), "J");
    let before = fraction(before, 2);
    let after = fraction(after, 2);
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} of mass {m} moving at {u} hits a {thing} of mass {w} at rest, and the two stay together.\n\
             How much kinetic energy is lost in the collision?"
        ),
        1 => format!(
            "Two bodies collide head-on and stick: a {thing} of mass {m} with a speed of {u}, \
             and a {thing} of mass {w} that was at rest.\nHow much energy is turned into heat, sound and damage?"
        ),
        _ => format!(
            "A {thing} of mass {w} is at rest on level ground without friction. A {thing} of mass {m} runs into it \
             at {u} and stays attached.\nBy how much does the total kinetic energy fall?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given
            .solve(&["v", "x"], &["m*u = (m + w)*v", "m*u^2/2 = (m + w)*v^2/2 + x"], &[], "x")
            .in_unit("J"),
        key: "m*w*u^2/(2*(m + w))",
        wrong: &[
            ("gives the whole kinetic energy as lost", "m*u^2/2"),
            ("gives the kinetic energy that is left", "m^2*u^2/(2*(m + w))"),
            ("leaves out the half in the kinetic energy", "m*w*u^2/(m + w)"),
            half_speed,
            ("counts only what the first body loses", "m*u^2/2 - m*(m*u/(m + w))^2/2"),
            ("counts only what the second body gains", "w*(m*u/(m + w))^2/2"),
            ("squares the change of speed of the first body", "m*(u - m*u/(m + w))^2/2"),
        ],
        steps: &[
            (&common, &["momentum"]),
            (
                &format!(
                    "The kinetic energy falls from ${before}\\,\\mathrm{{J}}$ to ${after}\\,\\mathrm{{J}}$, \
                     by {lost}."
                ),
                &["energy"],
            ),
        ],
        insight: "Momentum gives the common speed; only then can the energies be compared.",
    })
}

const SPEED_PATHS: &[(&str, &str)] = &[
    ("conserves kinetic energy, though the bodies stick", "u*sqrt(m/(m + w))"),
    ("gives all the momentum to the second body alone", "m*u/w"),
    ("takes the mean of the two speeds", "u/2"),
    ("puts the wrong mass in the numerator", "w*u/(m + w)"),
    ("lets the pair keep the speed of the first body", "u"),
    ("applies the ratio of masses twice, as for energies", "u*m^2/(m + w)^2"),
    ("shares the momentum equally before dividing by the whole mass", "m*u/(2*(m + w))"),
];

/// A block on a string is hit and swings up.
fn swinging_block(dice: &mut Dice) -> Draft {
    let (missile, comes, target, parts, most) = *dice.pick(&[
        ("lump of clay", "is thrown horizontally", "box", &[3_i64, 4, 5, 6][..], 3_i64),
        ("dart", "is thrown horizontally", "block of cork", &[4, 5, 6, 9], 3),
        ("crossbow bolt", "is shot horizontally", "straw target", &[9, 16, 20, 25], 3),
        ("pellet", "is fired horizontally", "block of wood", &[16, 25, 36, 49], 4),
        ("ball of putty", "is thrown horizontally", "wooden block", &[3, 4, 6, 9], 2),
    ]);
    let (n, v) = (*dice.pick(parts), dice.range(1, most));
    let mass = *dice.pick(&[10, 20, 25, 30, 40, 50]);
    let mut given = Given::default();
    let m = given.quantity("m", mass, "g");
    let w = given.quantity("w", mass * (n - 1), "g");
    let h = given.quantity("h", 5 * v * v, "cm");
    let g = given.quantity("g", 10, "m s^-2");
    let u = quantity(n * v, "m s^-1");
    let stem = match dice.below(3) {
        0 => format!(
            "A {target} of mass {w} hangs at rest from long strings. A {missile} of mass {m} {comes} into it and \
             stays in it; together they swing up by a height of {h}.\n\
             How fast was the {missile}? ($g = {g:#}\\,\\mathrm{{m\\,s^{{-2}}}}$)"
        ),
        1 => format!(
            "To find the speed of a {missile} of mass {m}, it {comes} into a hanging {target} of mass {w}, where it \
             sticks.\nThe two rise by {h} before they come to rest. Taking $g$ as {g}, what was the speed?"
        ),
        _ => format!(
            "A {missile} of mass {m} {comes} at a {target} of mass {w} on a long string, and sticks in it. \
             The {target} with the {missile} rises by at most {h}.\n\
             What was the speed of the {missile} before it struck? Take $g$ to be {g}."
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given
            .solve(&["u", "v"], &["m*u = (m + w)*v", "(m + w)*v^2/2 = (m + w)*g*h"], &["v > 0"], "u")
            .in_unit("m s^-1"),
        key: "(m + w)/m*sqrt(2*g*h)",
        wrong: &[
            ("conserves energy through the collision as well", "sqrt(2*g*h*(m + w)/m)"),
            ("stops at the speed just after the collision", "sqrt(2*g*h)"),
            (&format!("takes only the {target} to carry the momentum afterwards"), "w/m*sqrt(2*g*h)"),
            ("forgets the root when finding the speed from the height", "(m + w)/m*2*g*h"),
            ("takes the mean speed of the rise for the speed at the bottom", "(m + w)/m*sqrt(2*g*h)/2"),
            ("doubles the speed, counting the way up and the way down", "2*(m + w)/m*sqrt(2*g*h)"),
            (&format!("adds the mass of the {missile} twice"), "(2*m + w)/m*sqrt(2*g*h)"),
        ],
        steps: &[
            (
                &format!(
                    "After the collision energy is conserved: $v^2 = 2gh$ gives $v = {v}\\,\\mathrm{{m\\,s^{{-1}}}}$."
                ),
                &["energy"],
            ),
            (
                &format!(
                    "In the collision momentum is conserved, and the moving mass becomes {n} times as large, so the \
                     {missile} was {n} times as fast: {u}."
                ),
                &["momentum", "ratio"],
            ),
        ],
        insight: "Momentum through the collision, energy only after it.",
    })
}
