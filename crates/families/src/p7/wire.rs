//! A horizontal rod, hinged to a wall and held by a wire.

use crate::Difficulty;
use crate::Draft;
use crate::dice::Dice;
use crate::draft::{Given, Parts, Shown};
use crate::formula::fraction;
use crate::whole::until;

/// Length of the rod, height of the wire's upper end, length of the wire, and the unit.
const RODS: &[(i64, i64, i64, &str)] = &[
    (4, 3, 5, "m"),
    (3, 4, 5, "m"),
    (120, 50, 130, "cm"),
    (50, 120, 130, "cm"),
    (90, 120, 150, "cm"),
    (160, 120, 200, "cm"),
    (200, 150, 250, "cm"),
    (40, 30, 50, "cm"),
    (60, 80, 100, "cm"),
    (80, 60, 100, "cm"),
    (120, 90, 150, "cm"),
    (80, 150, 170, "cm"),
    (150, 80, 170, "cm"),
];

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let draft = match difficulty {
        Difficulty::Easy => bare_rod(dice),
        Difficulty::Medium => loaded_rod(dice),
        Difficulty::Hard => force_of_hinge(dice),
    };
    draft.believable(1)
}

/// Forces on the rod: of the hinge H outwards and V up, of the wire T. Moments are taken about the free end.
const ALONG: &str = "H = T*L/sqrt(L^2 + h^2)";

fn bare_rod(dice: &mut Dice) -> Draft {
    let (length, height, wire, unit, weight) = until(|| {
        let (length, height, wire, unit) = *dice.pick(RODS);
        let weight = 2 * dice.range(4, 60);
        (weight * wire % (2 * height) == 0).then_some((length, height, wire, unit, weight))
    });
    let mut given = Given::default();
    let l = given.quantity("L", length, unit);
    let h = given.quantity("h", height, unit);
    let w = given.quantity("W", weight, "N");
    let stem = match dice.below(4) {
        0 => format!(
            "A uniform horizontal rod of length {l} and weight {w} is hinged to a vertical wall at one end. A light wire runs from its \
             free end to a point of the wall {h} above the hinge.\n\
             What is the tension in the wire?"
        ),
        1 => format!(
            "A uniform canopy of weight {w} sticks out {l} from a wall, to which it is hinged. It is held horizontal by a light chain \
             from its outer edge to a hook in the wall, {h} above the hinge.\n\
             Find the tension in the chain."
        ),
        2 => format!(
            "A flagpole AB of length {l} is uniform, weighs {w}, and is hinged at A to a vertical mast. A light cable from B to the \
             mast, fixed {h} above A, keeps the pole horizontal.\n\
             With what force does the cable pull?"
        ),
        _ => format!(
            "A light wire joins the free end of a horizontal uniform beam to a point {h} vertically above the hinge at its other end. \
             The beam has length {l} and weight {w}.\n\
             What is the tension in the wire?"
        ),
    };
    let claim = given
        .solve(&["H", "V", "T"], &[ALONG, "V + T*h/sqrt(L^2 + h^2) = W", "V*L = W*L/2"], &[], "T")
        .in_unit("N");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "W*sqrt(L^2 + h^2)/(2*h)",
        wrong: &[
            ("takes the wire to pull straight up", "W/2"),
            ("uses the cosine of the angle instead of the sine", "W*sqrt(L^2 + h^2)/(2*L)"),
            ("takes the weight to act at the free end", "W*sqrt(L^2 + h^2)/h"),
            ("multiplies by the sine instead of dividing", "W*h/(2*sqrt(L^2 + h^2))"),
            ("uses the tangent of the angle", "W*L/(2*h)"),
            ("inverts the tangent of the angle", "W*h/(2*L)"),
            ("takes the weight at the free end and the cosine", "W*sqrt(L^2 + h^2)/L"),
            ("lets the wire alone carry the whole weight", "W"),
        ],
        steps: &[
            (
                &format!(
                    "By Pythagoras the wire is ${wire}$ {unit} long, so its angle with the rod has sine ${}$.",
                    fraction(height, wire)
                ),
                &["geometry", "trigonometry"],
            ),
            (
                &format!(
                    "Moments about the hinge: $T \\times {} \\times {length} = {weight} \\times {}$, so $T = {}$ N.",
                    fraction(height, wire),
                    fraction(length, 2),
                    weight * wire / (2 * height)
                ),
                &["moments"],
            ),
        ],
        insight: "Moments about the hinge leave its unknown force out; only the vertical component of the tension turns the rod.",
    })
}

fn loaded_rod(dice: &mut Dice) -> Draft {
    let (length, height, wire, unit, weight, load, x) = until(|| {
        let (length, height, wire, unit) = *dice.pick(RODS);
        let step = if unit == "m" { 1 } else { 10 };
        let x = step * dice.range(1, length / step - 1);
        let (weight, load) = (4 * dice.range(5, 40), 5 * dice.range(6, 60));
        let above = (weight * length + 2 * load * x) * wire;
        (above % (2 * length * height) == 0 && 2 * x != length)
            .then_some((length, height, wire, unit, weight, load, x))
    });
    let mut given = Given::default();
    let l = given.quantity("L", length, unit);
    let s = given.quantity("s", wire, unit);
    let w = given.quantity("W", weight, "N");
    let p = given.quantity("P", load, "N");
    let d = given.quantity("x", x, unit);
    let stem = match dice.below(3) {
        0 => format!(
            "A sign of weight {p} hangs from a uniform horizontal rod at a point {d} from the wall. The rod has length {l} and weight \
             {w} and is hinged to the wall; a light wire of length {s} joins its free end to the wall above.\n\
             What is the tension in the wire?"
        ),
        1 => format!(
            "A uniform beam AB of length {l} and weight {w} is hinged at A to a vertical wall and held horizontal by a light cable of \
             length {s} from B to the wall, vertically above A. A load of weight {p} rests on the beam, {d} from A.\n\
             Find the tension in the cable."
        ),
        _ => format!(
            "The arm of a small crane is a horizontal uniform bar of weight {w} and length {l}, hinged to a vertical mast. A light tie \
             of length {s} runs from its outer end up to the mast.\n\
             With what force does the tie pull when a load of weight {p} hangs {d} from the mast?"
        ),
    };
    let claim = given
        .solve(
            &["H", "V", "T", "h"],
            &["H = T*L/s", "V + T*h/s = W + P", "V*L = W*L/2 + P*(L - x)", "h^2 + L^2 = s^2"],
            &["h > 0"],
            "T",
        )
        .in_unit("N");
    let (high, arms) = ("sqrt(s^2 - L^2)", "(W/2 + P*x/L)");
    let turning = fraction(weight * length + 2 * load * x, 2);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("{arms}*s/{high}"),
        wrong: &[
            ("takes the wire to pull straight up", arms),
            ("uses the cosine of the angle instead of the sine", &format!("{arms}*s/L")),
            ("leaves out the weight of the rod", &format!("P*x*s/(L*{high})")),
            ("takes the rod's weight to act at its end", &format!("(W + P*x/L)*s/{high}")),
            ("takes the load to hang from the end", &format!("(W/2 + P)*s/{high}")),
            ("multiplies by the sine instead of dividing", &format!("{arms}*{high}/s")),
            ("measures the load's place from the free end", &format!("(W/2 + P*(L - x)/L)*s/{high}")),
            ("uses the tangent of the angle", &format!("{arms}*L/{high}")),
        ],
        steps: &[
            (
                &format!(
                    "By Pythagoras the wire is fixed ${height}$ {unit} above the hinge, so its angle has sine ${}$.",
                    fraction(height, wire)
                ),
                &["geometry", "trigonometry"],
            ),
            (
                &format!(
                    "Moments about the hinge: $T \\times {} \\times {length} = {weight} \\times {} + {load} \\times {x} = {turning}$.",
                    fraction(height, wire),
                    fraction(length, 2)
                ),
                &["moments"],
            ),
            (
                &format!("So $T = {}$ N.", (weight * length + 2 * load * x) * wire / (2 * length * height)),
                &["arithmetic"],
            ),
        ],
        insight: "Moments about the hinge leave its unknown force out; only the vertical component of the tension turns the rod.",
    })
}

/// One component of the hinge's force, without the tension.
fn force_of_hinge(dice: &mut Dice) -> Draft {
    let level = dice.below(2) == 0;
    let (length, height, unit, weight, load, x, force) = until(|| {
        let (length, height, _, unit) = *dice.pick(RODS);
        let step = if unit == "m" { 1 } else { 10 };
        let x = step * dice.range(1, length / step - 1);
        let (weight, load) = (4 * dice.range(5, 40), 5 * dice.range(6, 60));
        let (above, below) = if level {
            (weight * length + 2 * load * x, 2 * height)
        } else {
            (weight * length + 2 * load * (length - x), 2 * length)
        };
        (above % below == 0 && 2 * x != length).then_some((
            length,
            height,
            unit,
            weight,
            load,
            x,
            above / below,
        ))
    });
    let mut given = Given::default();
    let l = given.quantity("L", length, unit);
    let h = given.quantity("h", height, unit);
    let w = given.quantity("W", weight, "N");
    let p = given.quantity("P", load, "N");
    let d = given.quantity("x", x, unit);
    let part = if level { "horizontal" } else { "vertical" };
    let stem = hinge_stem(dice, [&l, &h, &w, &p, &d], part);
    let claim = given
        .solve(
            &["H", "V", "T"],
            &[ALONG, "V + T*h/sqrt(L^2 + h^2) = W + P", "T*h*L/sqrt(L^2 + h^2) = W*L/2 + P*x"],
            &[],
            if level { "H" } else { "V" },
        )
        .in_unit("N");
    let (arms, far) = ("(W/2 + P*x/L)", "(W/2 + P*(L - x)/L)");
    let (key, wrong): (_, &[(&str, &str)]) = if level {
        (
            "(W*L/2 + P*x)/h",
            &[
                ("gives the tension instead of its horizontal part", &format!("{arms}*sqrt(L^2 + h^2)/h")),
                ("gives the vertical component at the hinge", far),
                ("measures the load's place from the free end", &format!("{far}*L/h")),
                ("takes the rod's weight to act at its end", "(W*L + P*x)/h"),
                ("leaves out the weight of the rod", "P*x/h"),
                ("takes the load to hang from the end", "(W*L/2 + P*L)/h"),
                ("inverts the tangent of the angle", &format!("{arms}*h/L")),
            ],
        )
    } else {
        (
            far,
            &[
                ("gives the vertical component of the tension", arms),
                ("gives the horizontal component at the hinge", &format!("{arms}*L/h")),
                ("lets the hinge carry everything", "W + P"),
                ("lets hinge and wire share the weights equally", "(W + P)/2"),
                ("gives the tension in the wire", &format!("{arms}*sqrt(L^2 + h^2)/h")),
                ("takes the rod's weight to act at the hinge", "W + P*(L - x)/L"),
            ],
        )
    };
    let (about, moments, insight) = if level {
        (
            "The tension and the vertical force at the hinge have no moment about the upper end of the wire.",
            format!(
                "${height}H = {weight} \\times {} + {load} \\times {x}$, so $H = {force}$ N.",
                fraction(length, 2)
            ),
            "About the upper end of the wire, neither the tension nor the vertical force of the hinge has a moment.",
        )
    } else {
        (
            "The tension and the horizontal force at the hinge have no moment about the free end of the rod.",
            format!(
                "${length}V = {weight} \\times {} + {load} \\times {}$, so $V = {force}$ N.",
                fraction(length, 2),
                length - x
            ),
            "About the free end, neither the tension nor the horizontal force of the hinge has a moment.",
        )
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong,
        steps: &[(about, &["moments"]), (&format!("Moments about that point: {moments}"), &["moments"])],
        insight,
    })
}

fn hinge_stem(dice: &mut Dice, [l, h, w, p, d]: [&Shown; 5], part: &str) -> String {
    match dice.below(3) {
        0 => format!(
            "A uniform horizontal rod of length {l} and weight {w} is hinged to a wall. A light wire joins its free end to the wall, \
             {h} above the hinge, and a lamp of weight {p} hangs from the rod {d} from the wall.\n\
             What is the {part} component of the force of the hinge on the rod?"
        ),
        1 => format!(
            "A uniform beam AB, {l} long and of weight {w}, is hinged at A to a vertical wall and kept horizontal by a light cable \
             from B to the point C of the wall, {h} above A. A box of weight {p} lies on the beam {d} from A.\n\
             Find the {part} component of the force on the beam at A."
        ),
        _ => format!(
            "An inn sign of weight {p} is hung {d} from the wall on a horizontal uniform bar of length {l} and weight {w}. The bar is \
             hinged to the wall at one end; from the other a light chain leads to a hook in the wall, {h} above the hinge.\n\
             With what {part} force does the hinge act on the bar?"
        ),
    }
}
