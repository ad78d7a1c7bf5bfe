//! A force that depends on an angle.

use super::{Test, formula, which};
use crate::Difficulty;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::{Given, Shown};

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(3)) {
        (Difficulty::Easy, 0) => held_by_level_force(dice),
        (Difficulty::Easy, 1) => two_strings(dice),
        (Difficulty::Easy, _) => blown_aside(dice),
        (Difficulty::Medium, 0) => drawn_up(dice),
        (Difficulty::Medium, _) => sliding_down(dice),
        (Difficulty::Hard, 0) => pushed_up(dice),
        (Difficulty::Hard, 1) => pushed_along(dice),
        (Difficulty::Hard, _) => pulled_along(dice),
    }
}

fn weight(dice: &mut Dice, given: &mut Given) -> Shown {
    given.quantity("W", 2 * dice.range(2, 60), "N")
}

/// The weight of something that is dragged or pushed.
fn heavy(dice: &mut Dice, given: &mut Given) -> Shown {
    given.quantity("W", 10 * dice.range(20, 90), "N")
}

fn held_by_level_force(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let w = weight(dice, &mut given);
    let asked = which(dice, "the size of this force, in newtons");
    let stem = match dice.below(3) {
        0 => format!(
            "A block of weight {w} rests on a smooth slope, inclined at $\\theta$ to the horizontal. It is held \
             there by a horizontal force.\n{asked}"
        ),
        1 => format!(
            "A horizontal push keeps a trolley of weight {w} at rest on a smooth ramp that makes an angle $\\theta$ \
             with the ground.\n{asked}"
        ),
        _ => format!(
            "On a smooth plane at an angle $\\theta$ to the horizontal a crate of weight {w} would slide down, but a \
             force parallel to the ground holds it.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "W*tan(theta)",
        &[
            ("takes the force to act along the slope", "W*sin(theta)"),
            ("gives the normal force of a free slope", "W*cos(theta)"),
            ("gives the normal force", "W/cos(theta)"),
            ("inverts the tangent", "W/tan(theta)"),
            ("takes the horizontal component of the force along the slope", "W*sin(theta)*cos(theta)"),
            ("divides by the sine", "W/sin(theta)"),
        ],
        &[
            Test { put: &[("theta", "0")], gives: "0", said: "On level ground no force is needed." },
            Test {
                put: &[("theta", "pi/2")],
                gives: "oo",
                said: "At a vertical wall no horizontal force, however large, can hold a smooth block.",
            },
            Test {
                put: &[("theta", "pi/4")],
                gives: "W",
                said: "At $45^\\circ$ force and weight lie alike to the slope, so they are equal.",
            },
        ],
    )
}

fn two_strings(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let w = weight(dice, &mut given);
    let scene = dice.below(3);
    let each = ["string", "cable", "half of the rope"][scene];
    let asked = which(dice, &format!("the tension in each {each}, in newtons"));
    let stem = match scene {
        0 => format!(
            "A picture of weight {w} hangs from two light strings, each at an angle $\\theta$ to the vertical.\n{asked}"
        ),
        1 => format!(
            "Two light cables carry a lamp of weight {w}. They run up to either side, and both make an angle \
             $\\theta$ with the vertical.\n{asked}"
        ),
        _ => format!(
            "A load of weight {w} hangs from the middle of a light rope whose ends are fixed at the same height, so \
             that either half is inclined at $\\theta$ to the vertical.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "W/(2*cos(theta))",
        &[
            ("uses the sine instead of the cosine", "W/(2*sin(theta))"),
            ("multiplies by the cosine instead of dividing", "W*cos(theta)/2"),
            ("lets each string carry the whole weight", "W/cos(theta)"),
            ("multiplies by the sine", "W*sin(theta)/2"),
            ("gives the horizontal component of the tension", "W*tan(theta)/2"),
            ("takes the component of the weight along one of them", "W*cos(theta)"),
        ],
        &[
            Test {
                put: &[("theta", "0")],
                gives: "W/2",
                said: "At $\\theta = 0$ both pull straight up and share the weight.",
            },
            Test {
                put: &[("theta", "pi/2")],
                gives: "oo",
                said: "Near $\\theta = 90^\\circ$ they are almost level and the tension grows without bound.",
            },
        ],
    )
}

fn blown_aside(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let w = weight(dice, &mut given);
    let tension = dice.below(2) == 0;
    let asked = which(
        dice,
        if tension { "the tension in the string, in newtons" } else { "the horizontal force, in newtons" },
    );
    let stem = match dice.below(3) {
        0 => format!(
            "A ball of weight {w} hangs on a light string. A steady horizontal force pulls it aside until the string \
             is at rest at an angle $\\theta$ to the vertical.\n{asked}"
        ),
        1 => format!(
            "A lantern of weight {w} on a light string is blown aside by a steady horizontal wind; the string makes \
             an angle $\\theta$ with the vertical.\n{asked}"
        ),
        _ => format!(
            "A magnet pulls horizontally at an iron ball of weight {w}, which hangs at rest on a light string \
             inclined at $\\theta$ to the vertical.\n{asked}"
        ),
    };
    let (key, other) = if tension {
        ("W/cos(theta)", ("gives the horizontal force", "W*tan(theta)"))
    } else {
        ("W*tan(theta)", ("gives the tension", "W/cos(theta)"))
    };
    let level = if tension {
        Test {
            put: &[("theta", "0")],
            gives: "W",
            said: "Hanging straight down, the string carries just the weight.",
        }
    } else {
        Test { put: &[("theta", "0")], gives: "0", said: "Hanging straight down, no horizontal force acts." }
    };
    let halfway = Test {
        put: &[("theta", "pi/4")],
        gives: if tension { "sqrt(2)*W" } else { "W" },
        said: "At $45^\\circ$ the horizontal force is as large as the weight.",
    };
    formula(
        given,
        &stem,
        key,
        &[
            other,
            ("takes the component of the weight along the string", "W*cos(theta)"),
            ("takes the component of the weight across the string", "W*sin(theta)"),
            ("uses the sine instead of the cosine", "W/sin(theta)"),
            ("inverts the tangent", "W/tan(theta)"),
            ("multiplies the two components of the weight", "W*sin(theta)*cos(theta)"),
        ],
        &[
            level,
            halfway,
            Test {
                put: &[("theta", "pi/2")],
                gives: "oo",
                said: "Near $\\theta = 90^\\circ$ an almost level string can carry the weight only with a force that grows without bound.",
            },
        ],
    )
}

fn sliding_down(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let w = weight(dice, &mut given);
    let asked = which(dice, "the resultant force down the slope, in newtons");
    let stem = match dice.below(3) {
        0 => format!(
            "A block of weight {w} slides down a slope at an angle $\\theta$ to the horizontal. The coefficient of \
             friction is $\\mu$.\n{asked}"
        ),
        1 => format!(
            "A sledge of weight {w} gathers speed on a hillside inclined at $\\theta$ to the horizontal; the \
             coefficient of friction between sledge and snow is $\\mu$.\n{asked}"
        ),
        _ => format!(
            "With a coefficient of friction $\\mu$ between them, a parcel of weight {w} slides down a chute that \
             makes an angle $\\theta$ with the ground.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "W*(sin(theta) - mu*cos(theta))",
        &[
            ("lets friction act down the slope", "W*(sin(theta) + mu*cos(theta))"),
            ("interchanges sine and cosine", "W*(cos(theta) - mu*sin(theta))"),
            ("takes the whole weight for the normal force", "W*(sin(theta) - mu)"),
            ("takes the same component for both forces", "W*(sin(theta) - mu*sin(theta))"),
            ("divides by the cosine", "W*(sin(theta) - mu/cos(theta))"),
            ("takes the cosine for both forces", "W*(cos(theta) - mu*cos(theta))"),
        ],
        &[
            Test {
                put: &[("mu", "0")],
                gives: "W*sin(theta)",
                said: "Without friction it is the component $W\\sin\\theta$ of the weight.",
            },
            Test {
                put: &[("theta", "pi/2")],
                gives: "W",
                said: "On a vertical slope there is no normal force, and the body falls freely.",
            },
            Test {
                put: &[("mu", "tan(theta)")],
                gives: "0",
                said: "At $\\mu = \\tan\\theta$ it slides at constant speed.",
            },
        ],
    )
}

fn drawn_up(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let w = heavy(dice, &mut given);
    let asked = which(dice, "the tension in the rope, in newtons");
    let stem = match dice.below(3) {
        0 => format!(
            "A rope parallel to a slope pulls a crate of weight {w} up it at constant speed. The slope is inclined at $\\theta$ to the \
             horizontal and the coefficient of friction is $\\mu$.\n{asked}"
        ),
        1 => format!(
            "A loaded sledge of weight {w} is drawn steadily up a slope at an angle $\\theta$ to the horizontal by a \
             rope parallel to it. The coefficient of friction on the snow is $\\mu$.\n{asked}"
        ),
        _ => format!(
            "A winch hauls a small boat of weight {w} slowly up a ramp, with the rope along the ramp. The ramp makes \
             an angle $\\theta$ with the horizontal; between boat and ramp the coefficient of friction is $\\mu$.\n\
             {asked}"
        ),
    };
    formula(
        given,
        &stem,
        "W*(sin(theta) + mu*cos(theta))",
        &[
            ("lets friction help the motion", "W*(sin(theta) - mu*cos(theta))"),
            ("interchanges sine and cosine", "W*(cos(theta) + mu*sin(theta))"),
            ("takes the whole weight for the normal force", "W*(sin(theta) + mu)"),
            ("takes the same component for both forces", "W*(sin(theta) + mu*sin(theta))"),
            ("uses the tangent instead of the sine", "W*(tan(theta) + mu*cos(theta))"),
            ("takes the cosine for both forces", "W*(cos(theta) + mu*cos(theta))"),
        ],
        &[
            Test {
                put: &[("theta", "0")],
                gives: "mu*W",
                said: "On level ground only friction, $\\mu W$, has to be overcome.",
            },
            Test {
                put: &[("theta", "pi/2")],
                gives: "W",
                said: "On a vertical slope there is no normal force and no friction: the weight is lifted.",
            },
        ],
    )
}

fn pulled_along(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let w = heavy(dice, &mut given);
    let asked = which(dice, "the tension in the rope, in newtons");
    let stem = match dice.below(3) {
        0 => format!(
            "A crate of weight {w} is pulled at constant speed over a level floor by a rope that rises at an angle $\\theta$ to the \
             horizontal. The coefficient of friction is $\\mu$.\n{asked}"
        ),
        1 => format!(
            "A pony draws a sledge of weight {w} steadily along level snow. The cord points upwards at an angle \
             $\\theta$ to the ground, and the coefficient of friction is $\\mu$.\n{}",
            asked.replace("rope", "cord")
        ),
        _ => format!(
            "The coefficient of friction between a log of weight {w} and level ground is $\\mu$. A horse drags it at \
             constant speed with a rope inclined upwards at $\\theta$ to the ground.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "mu*W/(cos(theta) + mu*sin(theta))",
        &[
            ("lets the pull press the body down", "mu*W/(cos(theta) - mu*sin(theta))"),
            ("interchanges sine and cosine", "mu*W/(sin(theta) + mu*cos(theta))"),
            ("forgets that the pull lifts the body", "mu*W/cos(theta)"),
            ("takes the formula for a slope", "W*(sin(theta) + mu*cos(theta))"),
            ("leaves the coefficient of friction out of the numerator", "W/(cos(theta) + mu*sin(theta))"),
            ("takes the whole pull as horizontal", "mu*W/(1 + mu*sin(theta))"),
        ],
        &[
            Test {
                put: &[("theta", "0")],
                gives: "mu*W",
                said: "A horizontal pull has to overcome the friction $\\mu W$.",
            },
            Test {
                put: &[("theta", "pi/2")],
                gives: "W",
                said: "Straight up, the body is moved only once its weight is carried.",
            },
            Test { put: &[("mu", "0")], gives: "0", said: "Without friction no force is needed." },
        ],
    )
}

fn pushed_along(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let w = heavy(dice, &mut given);
    let asked = which(dice, "the push, in newtons");
    let stem = match dice.below(3) {
        0 => format!(
            "A crate of weight {w} is pushed at constant speed over a level floor by a force that points downwards \
             at an angle $\\theta$ to the horizontal. The coefficient of friction is $\\mu$.\n{asked}"
        ),
        1 => format!(
            "A lawn roller of weight {w} with a locked wheel slides steadily over level ground, pushed along its \
             handle. The handle slopes down to it at an angle $\\theta$ to the horizontal, and the coefficient of \
             friction is $\\mu$.\n{asked}"
        ),
        _ => format!(
            "The coefficient of friction between a box of weight {w} and the level floor is $\\mu$. The box moves uniformly under a push \
             directed obliquely downwards, at an angle $\\theta$ to the floor.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "mu*W/(cos(theta) - mu*sin(theta))",
        &[
            ("lets the push lift the body", "mu*W/(cos(theta) + mu*sin(theta))"),
            ("interchanges sine and cosine", "mu*W/(sin(theta) - mu*cos(theta))"),
            ("forgets that the push presses the body down", "mu*W/cos(theta)"),
            ("leaves the coefficient of friction out of the numerator", "W/(cos(theta) - mu*sin(theta))"),
            ("takes the formula for a slope", "W*(sin(theta) + mu*cos(theta))"),
            ("takes the whole push as horizontal", "mu*W/(1 - mu*sin(theta))"),
        ],
        &[
            Test {
                put: &[("theta", "0")],
                gives: "mu*W",
                said: "A horizontal push has to overcome the friction $\\mu W$.",
            },
            Test { put: &[("mu", "0")], gives: "0", said: "Without friction no force is needed." },
            Test {
                put: &[("mu", "1/tan(theta)")],
                gives: "oo",
                said: "If the push is so steep that its friction eats up its horizontal part, $\\cos\\theta = \
                       \\mu\\sin\\theta$, no push is large enough.",
            },
        ],
    )
}

fn pushed_up(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let w = heavy(dice, &mut given);
    let asked = which(dice, "the size of this force, in newtons");
    let stem = match dice.below(3) {
        0 => format!(
            "A horizontal force moves a block of weight {w} at constant speed up a slope inclined at $\\theta$ to the horizontal. The \
             coefficient of friction is $\\mu$.\n{asked}"
        ),
        1 => format!(
            "A load of weight {w} is pushed steadily up a ramp by a force parallel to the ground. The ramp rises at \
             an angle $\\theta$, and the coefficient of friction between load and ramp is $\\mu$.\n{asked}"
        ),
        _ => format!(
            "The coefficient of friction between a wedge and a block of weight {w} on it is $\\mu$. The face of the wedge makes an angle \
             $\\theta$ with the horizontal, and a horizontal force just makes the block slide up it.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "W*(sin(theta) + mu*cos(theta))/(cos(theta) - mu*sin(theta))",
        &[
            ("lets friction help the motion", "W*(sin(theta) - mu*cos(theta))/(cos(theta) + mu*sin(theta))"),
            ("interchanges sine and cosine", "W*(cos(theta) + mu*sin(theta))/(sin(theta) - mu*cos(theta))"),
            (
                "lets the push reduce the normal force",
                "W*(sin(theta) + mu*cos(theta))/(cos(theta) + mu*sin(theta))",
            ),
            ("forgets that the push adds to the normal force", "W*(sin(theta) + mu*cos(theta))/cos(theta)"),
            ("takes the force to act along the slope", "W*(sin(theta) + mu*cos(theta))"),
            (
                "lets friction help the motion, but not through the push",
                "W*(sin(theta) - mu*cos(theta))/(cos(theta) - mu*sin(theta))",
            ),
        ],
        &[
            Test {
                put: &[("theta", "0")],
                gives: "mu*W",
                said: "On level ground only friction, $\\mu W$, has to be overcome.",
            },
            Test {
                put: &[("mu", "0")],
                gives: "W*tan(theta)",
                said: "Without friction the horizontal force is $W\\tan\\theta$.",
            },
            Test {
                put: &[("mu", "1/tan(theta)")],
                gives: "oo",
                said: "If the push presses so hard on the slope that friction keeps up with it, $\\cos\\theta = \
                       \\mu\\sin\\theta$, no force is large enough.",
            },
        ],
    )
}
