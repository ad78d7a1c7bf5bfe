//! Work against a constant resistance.

use super::super::Draft;
use super::super::draft::{Given, Parts};
use super::super::formula::{fraction, quantity};
use crate::Difficulty::{self, Easy, Hard, Medium};
use crate::dice::Dice;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Easy => stopping(dice),
        Medium => sliding_out(dice),
        Hard => up_and_back(dice),
    }
}

fn stopping(dice: &mut Dice) -> Draft {
    let (a, b) =
        *dice.pick(&[(1, 2), (1, 3), (2, 3), (2, 1), (3, 2), (3, 4), (3, 1), (4, 3), (2, 5), (5, 2)]);
    let q = *dice.pick(&[4, 5, 6, 7, 8]);
    let c = dice.range((q * q + 17) / 18, q * q / 4);
    let thing = *dice.pick(&["car", "van", "lorry", "motorcycle", "bus"]);
    let mut given = Given::default();
    let v = given.quantity("v", q * a, "m s^-1");
    let w = given.quantity("w", q * b, "m s^-1");
    let d = given.quantity("d", c * a * a, "m");
    let ratio = fraction(b, a);
    let square = fraction(b * b, a * a);
    let x = quantity(c * b * b, "m");
    let mut wrong = vec![
        ("takes the distance to be proportional to the speed itself", "d*w/v"),
        ("inverts the ratio of the speeds", "d*v/w"),
        ("inverts the ratio of the squares", "d*v^2/w^2"),
        ("cubes the ratio of the speeds", "d*w^3/v^3"),
        ("takes half the square, using the half of the kinetic energy for one speed only", "d*w^2/(2*v^2)"),
        ("doubles the square, losing the half of the kinetic energy for one speed only", "2*d*w^2/v^2"),
    ];
    if b > a {
        wrong.push(("gives only the extra distance", "d*(w^2 - v^2)/v^2"));
    }
    let stem = match dice.below(4) {
        0 => format!(
            "A {thing} travelling at {v} can be stopped in a distance of {d}.\n\
             What distance does it need from {w}, if the braking force is the same?"
        ),
        1 => format!(
            "When its driver brakes at {v}, a {thing} comes to rest after {d}. The braking force does not depend on \
             the speed.\nHow far does the {thing} travel after its driver brakes at {w}?"
        ),
        2 => format!(
            "The brakes of a {thing} always supply the same force. They bring it to rest from {v} within {d}.\n\
             Within what distance do they bring it to rest from {w}?"
        ),
        _ => format!(
            "On a test track a {thing} brakes twice with the same constant force: first from {v}, when it stops after \
             {d}, then from {w}.\nAfter what distance does it stop the second time?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["a", "x"], &["a*d = v^2/2", "a*x = w^2/2"], &[], "x").in_unit("m"),
        key: "d*w^2/v^2",
        wrong: &wrong,
        steps: &[
            (
                "The work of the brakes, force times distance, is the kinetic energy, so the distance is proportional to $v^2$.",
                &["energy"],
            ),
            (
                &format!("The speed is ${ratio}$ times the first, the distance ${square}$ times: {x}."),
                &["ratio"],
            ),
        ],
        insight: "At a constant force the stopping distance is proportional to the square of the speed.",
    })
}

fn sliding_out(dice: &mut Dice) -> Draft {
    let (p, q) = *dice.pick(&[(1, 2), (1, 3), (1, 4), (1, 5), (2, 5), (3, 4), (2, 3), (3, 5)]);
    let h = p * dice.range(1, 12 / q + 2);
    let (thing, slope, floor) = *dice.pick(&[
        ("parcel", "a smooth chute", "the rough floor of a warehouse"),
        ("toboggan", "an icy slope", "level rough snow"),
        ("crate", "a smooth ramp", "a rough level floor"),
        ("block", "a smooth curved track", "a rough horizontal table"),
        ("suitcase", "a smooth slide", "rough level ground"),
    ]);
    let mut given = Given::default();
    let u = given.number("u", format!("{p}/{q}"));
    let m = given.quantity("m", dice.range(2, 12), "kg");
    let x = fraction(h * q, p);
    let h = given.quantity("h", h, "m");
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} of mass {m} is released from rest on {slope}, at a height of {h} above the bottom, and slides \
             out onto {floor}. There the coefficient of friction is {u}.\nHow far does it slide on the level?"
        ),
        1 => format!(
            "A {thing} with a mass of {m} starts from rest and slides down {slope}, losing {h} in height. It then \
             crosses {floor}, where the coefficient of friction is {u}.\n\
             After what distance on the level does it stop?"
        ),
        _ => format!(
            "The coefficient of friction between a {thing} of mass {m} and {floor} is {u}. \
             The {thing} reaches the level from {slope}, on which it was let go from rest {h} higher up.\n\
             What distance does it cover on the level before it comes to rest?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["k", "x"], &["k = m*g*h", "k = (u*m*g)*x"], &[], "x").in_unit("m"),
        key: "h/u",
        wrong: &[
            ("multiplies by the coefficient of friction", "h*u"),
            ("includes the half of the kinetic energy twice", "h/(2*u)"),
            ("leaves out the half of the kinetic energy", "2*h/u"),
            ("takes friction to act on the smooth slope too", "h*(1 - u)/u"),
            ("adds the height to the distance", "h*(1 + u)/u"),
            ("takes the whole weight to slow the body", "h"),
            ("divides by the coefficient twice", "h/u^2"),
        ],
        steps: &[
            (
                "The potential energy $mgh$ is turned into work against friction, $\\mu mgx$.",
                &["energy", "forces"],
            ),
            (&format!("The weight cancels: $x = h/\\mu = {x}\\,\\mathrm{{m}}$."), &["algebra"]),
        ],
        insight: "From rest to rest, the energy of the height all goes into friction; no speed is needed.",
    })
}

fn up_and_back(dice: &mut Dice) -> Draft {
    let (v, w) = *dice.pick(&[
        (6, 2),
        (12, 4),
        (14, 2),
        (18, 6),
        (16, 8),
        (8, 4),
        (16, 12),
        (18, 14),
        (12, 6),
        (14, 8),
        (8, 6),
        (16, 2),
        (18, 4),
        (14, 12),
        (18, 16),
        (10, 5),
        (9, 3),
        (7, 1),
        (9, 7),
        (13, 9),
        (11, 7),
        (14, 6),
        (20, 10),
    ]);
    let thing = *dice.pick(&["block", "puck", "stone", "small box", "wooden disc"]);
    let mut given = Given::default();
    let g = given.quantity("g", 10, "m s^-2");
    let sum = v * v + w * w;
    let x = fraction(v * v + w * w, 40);
    let v = given.quantity("v", v, "m s^-1");
    let w = given.quantity("w", w, "m s^-1");
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} is pushed off up a rough slope at {v}. It slides up, stops, slides back and passes its starting \
             point at {w}.\nWhat height above the starting point did it reach? \
             ($g = {g:#}\\,\\mathrm{{m\\,s^{{-2}}}}$)"
        ),
        1 => format!(
            "A {thing} slides up a straight rough slope and back down again. It leaves the bottom at {v} and is \
             back there with a speed of {w}.\nTaking $g$ as {g}, how high above the bottom was its highest point?"
        ),
        _ => format!(
            "Because of friction, a {thing} that is sent up a straight slope at {v} returns to the same place at only \
             {w}.\nThrough what vertical height did it rise? Take $g$ to be {g}."
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["h", "l"], &["v^2/2 = g*h + l", "g*h = w^2/2 + l"], &[], "h").in_unit("m"),
        key: "(v^2 + w^2)/(4*g)",
        wrong: &[
            ("leaves out friction on the way up", "v^2/(2*g)"),
            ("leaves out friction on the way down", "w^2/(2*g)"),
            ("takes the energy lost both ways for the potential energy", "(v^2 - w^2)/(2*g)"),
            ("takes the energy lost one way for the potential energy", "(v^2 - w^2)/(4*g)"),
            ("adds the two energies and does not halve the sum", "(v^2 + w^2)/(2*g)"),
            ("averages the speeds before squaring", "(v + w)^2/(8*g)"),
            ("includes the half of the kinetic energy twice", "(v^2 + w^2)/(8*g)"),
        ],
        steps: &[
            (
                "Friction takes the same energy on the way up as on the way down, \
                 so $gh$ lies midway between $\\frac{1}{2}v^2$ and $\\frac{1}{2}w^2$.",
                &["energy"],
            ),
            (
                &format!(
                    "So $gh = \\frac{{1}}{{4}}({v:#}^2 + {w:#}^2) = \\frac{{{sum}}}{{4}}$ and $h = {x}\\,\\mathrm{{m}}$."
                ),
                &["algebra"],
            ),
        ],
        insight: "The loss is the same both ways, so the energy at the top is the mean of the two at the bottom.",
    })
}
