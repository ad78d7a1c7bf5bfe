//! Two parts that act together, one of them unknown.

use super::{Test, formula, renamed, which};
use crate::Difficulty;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::Given;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let letter = *dice.pick(&["x", "R", "y", "r"]);
    match (difficulty, dice.below(2)) {
        (Difficulty::Easy, _) => side_by_side(dice),
        (Difficulty::Medium, 0) => renamed(divided(dice), letter),
        (Difficulty::Medium, _) => renamed(power(dice), letter),
        (Difficulty::Hard, 0) => renamed(three_resistors(dice), letter),
        (Difficulty::Hard, _) => renamed(image(dice), if letter == "r" { "u" } else { "x" }),
    }
}

fn side_by_side(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let n = dice.range(2, 15);
    let scene = dice.below(4);
    let letters: &[&str] = [&["x", "R", "r"], &["x", "R", "y"], &["k", "x", "y"], &["t", "x", "y"]][scene];
    let letter = *dice.pick(letters);
    let stem = match scene {
        0 => {
            let a = given.quantity("a", n, "Ω");
            let asked = which(dice, "the resistance of the two together, in ohms");
            format!("A resistor of {a} and one of $x$ ohms are connected in parallel.\n{asked}")
        }
        1 => {
            let a = given.quantity("a", n, "Ω");
            let asked = which(dice, "the resistance between the terminals, in ohms");
            format!(
                "Between two terminals there are two branches. One holds a resistor of {a}, the other a variable \
                 resistor set to $x$ ohms.\n{asked}"
            )
        }
        2 => {
            let a = given.quantity("a", 10 * n, "N m^-1");
            let asked = which(dice, "the stiffness of the two together, in newtons per metre");
            format!(
                "A light spring of stiffness {a} hangs from a hook, and a second light spring, of stiffness $x$ \
                 newtons per metre, hangs from its lower end.\n{asked}"
            )
        }
        _ => {
            let a = given.number("a", n);
            let asked = which(dice, "the time in hours in which both together fill it");
            format!(
                "One pump fills a tank in {a} hours, another one alone would need $x$ hours. Both work at a steady rate.\n{asked}"
            )
        }
    };
    let draft = formula(
        given,
        &stem,
        "a*x/(x + a)",
        &[
            ("adds the two", "x + a"),
            ("takes the mean of the two", "(x + a)/2"),
            ("counts the product twice", "2*a*x/(x + a)"),
            ("multiplies the unknown part by itself", "x^2/(x + a)"),
            ("multiplies the known part by itself", "a^2/(x + a)"),
            ("takes the geometric mean", "sqrt(a*x)"),
            ("subtracts in the denominator", "a*x/(x - a)"),
        ],
        &[
            Test {
                put: &[("x", "0")],
                gives: "0",
                said: "If $x$ vanishes, so does the whole: that part alone settles the matter.",
            },
            Test {
                put: &[("x", "oo")],
                gives: "a",
                said: "If $x$ is very large, that part does nothing to the whole and the other alone is left.",
            },
            Test { put: &[("x", "a")], gives: "a/2", said: "Two equal parts give half of one." },
        ],
    );
    renamed(draft, letter)
}

fn divided(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = given.quantity("a", dice.range(2, 15), "Ω");
    let v = given.quantity("V", *dice.pick(&[3, 5, 6, 9, 10, 12, 15, 20, 24]), "V");
    let asked = which(dice, "the potential difference across the variable resistor, in volts");
    let stem = match dice.below(3) {
        0 => format!(
            "A battery of emf {v} and negligible internal resistance is connected to a resistor of {a} and a \
             variable resistor of $x$ ohms in series.\n{asked}"
        ),
        1 => format!(
            "A variable resistor set to $x$ ohms is connected to a cell whose emf is {v} and whose internal resistance is {a}.\n{asked}"
        ),
        _ => format!(
            "A fixed resistor of {a} and a variable one of $x$ ohms form a potential divider across a supply of {v}.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "V*x/(x + a)",
        &[
            ("gives the potential difference across the other resistance", "V*a/(x + a)"),
            ("inverts the ratio", "V*(x + a)/x"),
            ("compares with the other resistance alone", "V*x/a"),
            ("takes the difference of the resistances", "V*(x - a)/(x + a)"),
            ("counts the fixed resistance twice", "V*x/(x + 2*a)"),
            ("squares the ratio", "V*x^2/(x + a)^2"),
            ("compares with the other resistance alone, inverted", "V*a/x"),
        ],
        &[
            Test {
                put: &[("x", "0")],
                gives: "0",
                said: "Across no resistance there is no potential difference.",
            },
            Test {
                put: &[("x", "oo")],
                gives: "V",
                said: "If $x$ is very large there is no current, and the whole emf stands across it.",
            },
            Test { put: &[("x", "a")], gives: "V/2", said: "Equal resistances share it equally." },
        ],
    )
}

fn power(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let a = given.quantity("a", dice.range(2, 9), "Ω");
    let v = given.quantity("V", *dice.pick(&[2, 3, 4, 5, 6, 8, 9, 10, 12]), "V");
    let asked = which(dice, "the power in the variable resistor, in watts");
    let stem = match dice.below(3) {
        0 => format!(
            "A cell of emf {v} and internal resistance {a} is connected to a variable resistor that is set to $x$ ohms.\n{asked}"
        ),
        1 => format!(
            "A supply of {v} without internal resistance drives a current through a fixed resistor of {a} and a \
             variable resistor of $x$ ohms in series.\n{asked}"
        ),
        _ => format!(
            "A variable resistor of $x$ ohms is fed through a long cable of resistance {a} from a source that keeps \
             a potential difference of {v}.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "V^2*x/(x + a)^2",
        &[
            ("gives the power of the whole circuit", "V^2/(x + a)"),
            ("gives the power in the other resistance", "V^2*a/(x + a)^2"),
            ("leaves the other resistance out", "V^2/x"),
            ("adds the squares of the resistances", "V^2*x/(x^2 + a^2)"),
            ("takes the difference of the resistances", "V^2*x/(x - a)^2"),
            ("puts the square of the resistance above", "V^2*x^2/(a*(x + a)^2)"),
            ("counts the other resistance twice", "V^2*x/(x + 2*a)^2"),
        ],
        &[
            Test { put: &[("x", "0")], gives: "0", said: "In no resistance no power is used." },
            Test {
                put: &[("x", "oo")],
                gives: "0",
                said: "If $x$ is very large there is no current and no power.",
            },
            Test {
                put: &[("x", "a")],
                gives: "V^2/(4*a)",
                said: "Equal resistances have half the emf each, so the power is $\\left(\\frac{V}{2}\\right)^2/x$.",
            },
        ],
    )
}

fn three_resistors(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let (p, q) = loop {
        let drawn = (dice.range(2, 12), dice.range(2, 12));
        if drawn.0 != drawn.1 {
            break drawn;
        }
    };
    let a = given.quantity("a", p, "Ω");
    let b = given.quantity("b", q, "Ω");
    let asked = which(dice, "the resistance of the whole, in ohms");
    if dice.below(2) == 0 {
        let stem = match dice.below(2) {
            0 => format!(
                "A variable resistor of $x$ ohms is in parallel with a resistor of {a}. In series with the two is a \
                 resistor of {b}.\n{asked}"
            ),
            _ => format!(
                "The current passes first through a resistor of {b} and then divides between a resistor of {a} and a \
                 variable resistor of $x$ ohms.\n{asked}"
            ),
        };
        return formula(
            given,
            &stem,
            "b + a*x/(x + a)",
            &[
                ("interchanges the two fixed resistors", "a + b*x/(x + b)"),
                ("puts all three in series", "a + b + x"),
                ("puts the variable resistor across both fixed ones", "(a + b)*x/(x + a + b)"),
                ("puts the third resistor across the other two", "b*(x + a)/(x + a + b)"),
                ("multiplies the unknown part by itself", "b + x^2/(x + a)"),
                ("multiplies the known part by itself", "b + a^2/(x + a)"),
                ("takes the mean of the two parallel resistances", "b + (x + a)/2"),
            ],
            &[
                Test {
                    put: &[("x", "0")],
                    gives: "b",
                    said: "At $x = 0$ the parallel pair is short-circuited and only the series resistor is left.",
                },
                Test {
                    put: &[("x", "oo")],
                    gives: "a + b",
                    said: "If $x$ is very large its branch is broken, and the two fixed resistors are in series.",
                },
            ],
        );
    }
    let stem = match dice.below(2) {
        0 => format!(
            "A resistor of {b} and a variable resistor of $x$ ohms are in series. A resistor of {a} is connected in \
             parallel with this pair.\n{asked}"
        ),
        _ => format!(
            "The current divides between two branches. In one there is a resistor of {a}; in the other a resistor of \
             {b} is followed by a variable resistor of $x$ ohms.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "a*(x + b)/(x + a + b)",
        &[
            ("interchanges the two fixed resistors", "b*(x + a)/(x + a + b)"),
            ("puts all three in series", "a + b + x"),
            ("puts the variable resistor across both fixed ones", "(a + b)*x/(x + a + b)"),
            ("puts only the variable resistor in parallel", "b + a*x/(x + a)"),
            ("leaves the series resistor out of the branch", "a*x/(x + a)"),
            ("leaves the series resistor out of the sum below", "a*(x + b)/(x + a)"),
            ("takes the mean of the two branches", "(x + a + b)/2"),
        ],
        &[
            Test {
                put: &[("x", "0")],
                gives: "a*b/(a + b)",
                said: "At $x = 0$ the two fixed resistors are in parallel.",
            },
            Test {
                put: &[("x", "oo")],
                gives: "a",
                said: "If $x$ is very large its branch is broken, and the other resistor is left alone.",
            },
        ],
    )
}

fn image(dice: &mut Dice) -> Draft {
    let mut given = Given::default();
    let f = given.number("a", 5 * dice.range(2, 16));
    let scene = dice.below(3);
    let seen = ["image", "screen", "wall"][scene];
    let asked = which(dice, &format!("the distance of the {seen} from the lens, in centimetres"));
    let stem = match scene {
        0 => format!(
            "A thin converging lens has a focal length of {f} cm. An object stands $x$ cm from it, farther away than \
             the focus, and a real image is formed on the other side.\n{asked}"
        ),
        1 => format!(
            "A lamp is $x$ cm in front of a thin converging lens of focal length {f} cm and forms a sharp image on a \
             screen behind the lens.\n{asked}"
        ),
        _ => format!(
            "With a thin converging lens of focal length {f} cm, a sharp image of an object is formed on a wall. The \
             object is $x$ cm from the lens.\n{asked}"
        ),
    };
    formula(
        given,
        &stem,
        "a*x/(x - a)",
        &[
            ("adds in the denominator", "a*x/(x + a)"),
            ("multiplies the focal length by itself", "a^2/(x - a)"),
            ("multiplies the object's distance by itself", "x^2/(x - a)"),
            ("takes what lies between object and focus", "x - a"),
            ("takes the difference the other way round", "a*x/(a - x)"),
            ("takes twice the focal length in the denominator", "a*x/(x - 2*a)"),
            ("adds the focal length in the numerator", "a*(x + a)/(x - a)"),
        ],
        &[
            Test {
                put: &[("x", "oo")],
                gives: "a",
                said: "The image of a very distant object is in the focus.",
            },
            Test {
                put: &[("x", "2*a")],
                gives: "2*a",
                said: "At twice the focal length object and image are equally far from the lens.",
            },
            Test {
                put: &[("x", "a")],
                gives: "oo",
                said: "From the focus the light leaves the lens parallel: the image is infinitely far away.",
            },
        ],
    )
}
