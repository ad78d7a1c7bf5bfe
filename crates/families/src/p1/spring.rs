//! Springs that push, and springs that catch.

use super::super::Draft;
use super::super::draft::{Given, Parts};
use super::super::formula::quantity;
use crate::Difficulty::{self, Easy, Hard};
use crate::dice::Dice;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    if difficulty == Hard {
        return let_go_on_spring(dice);
    }
    // Chosen from the answer: the stiffness follows.
    let d = *dice.pick(&[10, 20]);
    let thing = *dice.pick(&["ball", "marble", "small puck", "toy car", "steel ball"]);
    if difficulty == Easy {
        let (v, mass) = (dice.range(2, 6), *dice.pick(&[50, 100, 150, 200, 250, 400]));
        let k = mass * v * v * 10 / (d * d);
        let mut given = Given::default();
        let m = given.quantity("m", mass, "g");
        let k = given.quantity("k", k, "N m^-1");
        let d = given.quantity("d", d, "cm");
        let stem = match dice.below(3) {
            0 => format!(
                "A light spring of stiffness {k} lies on a smooth table and is compressed by {d}. On release it \
                 drives a {thing} of mass {m}.\nAt what speed does the {thing} leave the spring?"
            ),
            1 => format!(
                "A {thing} of mass {m} rests against a light horizontal spring that has been compressed by {d}. \
                 The spring constant is {k}, and there is no friction.\nHow fast is the {thing} after the spring is released?"
            ),
            _ => format!(
                "In a toy launcher a light spring with a spring constant of {k} is pushed in by {d}. It shoots a \
                 {thing} of mass {m} along a smooth level track.\nWhat speed does it give to the {thing}?"
            ),
        };
        return Draft::new(Parts {
            stem: &stem,
            claim: given.solve(&["v"], &["k*d^2/2 = m*v^2/2"], &["v > 0"], "v").in_unit("m s^-1"),
            key: "d*sqrt(k/m)",
            wrong: SPEED_PATHS,
            steps: &[
                (
                    "The energy of the spring becomes kinetic: $\\frac{1}{2}kd^2 = \\frac{1}{2}mv^2$.",
                    &["springs", "energy"],
                ),
                (
                    &format!(
                        "In kilograms and metres, $v^2 = kd^2/m = {v}^2$, so $v = {v}\\,\\mathrm{{m\\,s^{{-1}}}}$."
                    ),
                    &["algebra"],
                ),
            ],
            insight: "The force falls as the spring opens, so energy and not the force gives the speed.",
        });
    }
    let (h, mass) = (dice.range(1, 9), *dice.pick(&[20, 40, 50, 80, 100, 120, 150]));
    let k = 2 * mass * h * 100 / (d * d);
    let mut given = Given::default();
    let m = given.quantity("m", mass, "g");
    let k = given.quantity("k", k, "N m^-1");
    let d = given.quantity("d", d, "cm");
    let g = given.quantity("g", 10, "m s^-2");
    let thing = *dice.pick(&["ball", "marble", "steel ball", "toy rocket"]);
    let stem = match dice.below(3) {
        0 => format!(
            "A light upright spring of stiffness {k} is compressed by {d} and shoots a {thing} of mass {m} straight up.\n\
             How high does the {thing} rise above its lowest position? ($g = {g:#}\\,\\mathrm{{m\\,s^{{-2}}}}$)"
        ),
        1 => format!(
            "A {thing} of mass {m} is pressed down on a light vertical spring with a spring constant of {k}, until the \
             spring is {d} shorter than its natural length. It is then let go.\n\
             Through what height does the {thing} rise, if air resistance is ignored? Take $g$ to be {g}."
        ),
        _ => format!(
            "A launcher holds a light vertical spring, of stiffness {k}, compressed by {d}. When it is released, a \
             {thing} of mass {m} flies straight up.\n\
             Taking $g$ as {g}, find the greatest height of the {thing} above the point of release."
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["l", "x"], &["l = k*d^2/2", "l = m*g*x"], &[], "x").in_unit("m"),
        key: "k*d^2/(2*m*g)",
        wrong: &[
            ("leaves out the half in the energy of the spring", "k*d^2/(m*g)"),
            ("halves the energy of the spring twice", "k*d^2/(4*m*g)"),
            ("divides the force of the spring by the weight", "k*d/(m*g)"),
            ("leaves out g and divides by the mass", "k*d^2/(2*m)"),
            ("doubles the energy of the spring instead of halving it", "2*k*d^2/(m*g)"),
        ],
        steps: &[
            (
                "All the energy of the spring becomes potential: $\\frac{1}{2}kd^2 = mgx$.",
                &["springs", "energy"],
            ),
            (&format!("In kilograms and metres, $x = kd^2/(2mg) = {h}\\,\\mathrm{{m}}$."), &["algebra"]),
        ],
        insight: "From rest to rest: the energy of the spring is the energy of the height, and no speed is needed.",
    })
}

const SPEED_PATHS: &[(&str, &str)] = &[
    ("forgets the root at the end", "d^2*k/m"),
    ("leaves out the half in the kinetic energy only", "d*sqrt(k/(2*m))"),
    ("leaves out the half in the energy of the spring only", "d*sqrt(2*k/m)"),
    ("takes the mean of the initial and the final speed", "d*sqrt(k/m)/2"),
    ("doubles the energy of the spring instead of halving it", "2*d*sqrt(k/m)"),
    ("takes the greatest force over the mass for the speed", "k*d/m"),
];

fn let_go_on_spring(dice: &mut Dice) -> Draft {
    let (a, b) =
        *dice.pick(&[(1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (1, 3), (3, 1), (4, 3), (2, 5), (4, 5), (5, 2)]);
    let (scale, unit) = (dice.range(1, 6), dice.range(1, 5));
    let same = a == b;
    let mut given = Given::default();
    let p = given.quantity("p", a * scale, "N");
    let w = given.quantity("w", b * scale, "N");
    let d = given.quantity("d", a * unit, "cm");
    let rest = quantity(b * unit, "cm");
    let x = quantity(2 * b * unit, "cm");
    let stem = match (same, dice.below(3)) {
        (true, 0) => format!(
            "A load of weight {p}, lowered gently, stretches a light spring by {d}.\nThe same load is \
             now fixed to the unstretched spring and let go. What is the greatest extension of the spring?"
        ),
        (true, 1) => format!(
            "Hung at rest on a light spring, a load of weight {p} stretches it by {d}. The load is lifted until the spring \
             has its natural length, and dropped.\nBy how much is the spring stretched at the lowest point?"
        ),
        (true, _) => format!(
            "A light spring is {d} longer when a load of weight {p} hangs on it at rest. The load is held where the spring is \
             unstretched and then released.\nWhat is the largest extension that follows?"
        ),
        (false, 0) => format!(
            "A load of weight {p} at rest stretches a light spring by {d}. A load of weight {w} is fixed to the unstretched \
             spring instead and let go.\nWhat is the greatest extension of the spring?"
        ),
        (false, 1) => format!(
            "When a weight of {p} hangs at rest from a light spring, the extension is {d}. It is replaced by a weight of \
             {w}, which is released from the place where the spring is unstretched.\n\
             By how much is the spring stretched at the lowest point?"
        ),
        (false, _) => format!(
            "A light spring is extended by {d} when it carries a weight of {p} at rest. With a weight of {w} on its \
             end, it is held at its natural length and then released.\nWhat is the largest extension that follows?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["k", "x"], &["p = k*d", "w*x = k*x^2/2"], &["x > 0"], "x").in_unit("cm"),
        key: "2*w*d/p",
        wrong: &[
            ("takes the equilibrium position for the lowest point", "w*d/p"),
            ("halves the extension at equilibrium", "w*d/(2*p)"),
            ("doubles the energy of the spring instead of halving it", "4*w*d/p"),
            ("takes the extension to be proportional to the square of the weight", "2*w^2*d/p^2"),
            ("inverts the ratio of the weights", "2*p*d/w"),
            ("adds both extensions at equilibrium", "d + w*d/p"),
        ],
        steps: &[
            (
                &format!("At rest the second weight would stretch the spring by {rest}."),
                &["springs", "ratio"],
            ),
            (
                &format!(
                    "Let go, it comes to rest when $Wx = \\frac{{1}}{{2}}kx^2$, so $x = 2W/k$: twice as much, \
                     {x}."
                ),
                &["energy"],
            ),
        ],
        insight: "At the lowest point the energies balance, not the forces: the extension is twice that at rest.",
    })
}
