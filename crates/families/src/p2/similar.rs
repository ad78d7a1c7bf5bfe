//! Bodies of one shape in two sizes.

use super::super::Draft;
use super::super::draft::{Given, Parts, borrowed};
use super::super::formula::quantity;
use crate::Difficulty::{self, Easy, Hard, Medium};
use crate::dice::Dice;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Easy => enlarged(dice),
        Medium => cooling(dice),
        Hard => falling(dice),
    }
}

/// What an enlargement does to a quotient of two powers of the length.
struct Quotient {
    /// With `{n}` for the ratio of the lengths.
    stems: &'static [&'static str],
    /// Top and bottom as powers of the length.
    powers: (i64, i64),
    only_top: &'static str,
    only_bottom: &'static str,
    step: &'static str,
}

const QUOTIENTS: &[Quotient] = &[
    Quotient {
        stems: &[
            "A sculptor makes a statue exactly like its model, but {n} times as large in every direction, and of the same \
             stone.\nBy what factor is the pressure on its base larger than under the model?",
            "A stone column is copied with every length multiplied by {n}.\nBy what factor is the pressure of its weight on the \
             ground larger?",
            "All the lengths of one solid block are {n} times those of another, of the same shape and metal. Both stand on a table.\n\
             How many times larger is the pressure under the first?",
        ],
        powers: (3, 2),
        only_top: "scales the weight only",
        only_bottom: "scales the area of the base only",
        step: "The weight is proportional to $L^3$ and the area it rests on to $L^2$, so the pressure is proportional to $L$.",
    },
    Quotient {
        stems: &[
            "A copper bar carries a current from end to end. A second copper bar has all its lengths {n} times as large.\n\
             What is the resistance of the first, divided by that of the second?",
            "Every dimension of a carbon resistor in the form of a rod is multiplied by {n}; the material stays the same.\n\
             By what factor is its resistance divided?",
            "Two wires of the same metal look alike, but the lengths of one, thickness included, are {n} times those of the other.\n\
             How many times larger is the resistance of the smaller wire?",
        ],
        powers: (2, 1),
        only_top: "scales the cross-section only",
        only_bottom: "scales the length only",
        step: "Resistance is proportional to length divided by cross-section, so to $L/L^2 = L^{-1}$.",
    },
    Quotient {
        stems: &[
            "Warm-blooded animals lose heat in proportion to their surface. One animal has the shape of another, with \
             every length {n} times as large.\nBy what factor is its loss of heat per kilogram smaller?",
            "Two hot castings of iron have the same shape; the lengths of the second are {n} times those of the first. \
             Each loses heat in proportion to its surface.\nWhat is the loss of heat per unit mass of the first, divided \
             by that of the second?",
            "A lump of dough is a copy of another in which every length is {n} times as large. Each takes up heat in \
             proportion to its surface.\nHow many times more heat does each gram of the smaller lump take up in a \
             second?",
        ],
        powers: (3, 2),
        only_top: "scales the mass only",
        only_bottom: "scales the surface only",
        step: "The surface is proportional to $L^2$ and the mass to $L^3$, so heat per unit mass is proportional to $L^{-1}$.",
    },
    Quotient {
        stems: &[
            "A heavy rope hangs from one end under its own weight. A second rope of the same material has all its lengths, \
             thickness included, multiplied by {n}.\nBy what factor is the greatest stress in it larger?",
            "All the lengths of a hanging steel rod are multiplied by {n}. The stress at its upper end, where it is fixed, \
             is its weight divided by its cross-section.\nBy what factor is this stress multiplied?",
            "An insect is enlarged {n} times in every direction, in a film, without any change of material.\n\
             By what factor does the stress in its legs grow, which is the weight carried per unit of cross-section?",
        ],
        powers: (3, 2),
        only_top: "scales the weight only",
        only_bottom: "scales the cross-section only",
        step: "The weight is proportional to $L^3$ and the cross-section to $L^2$, so the stress is proportional to $L$.",
    },
    Quotient {
        stems: &[
            "To cook a potato through, heat must pass from its surface to its middle. The flow of heat is \
             proportional to the area and inversely proportional to the distance it has to travel.\nA second potato \
             has {n} times the length, width and height of the first. By what factor does its cooking take longer?",
            "Two blocks of clay of the same shape are put into an oven; the lengths of one are {n} times those of \
             the other. Heat passes inwards at a rate proportional to area divided by thickness.\nHow many times \
             longer does the larger block take to warm through?",
            "The heat that a concrete block stores is proportional to its volume, and the rate at which it escapes \
             is proportional to the area divided by the thickness.\nAll the lengths of the block are multiplied by \
             {n}. By what factor is the time it takes to cool multiplied?",
        ],
        powers: (3, 1),
        only_top: "scales the heat only",
        only_bottom: "scales the flow of heat only",
        step: "The heat is proportional to $L^3$ and its rate of flow to $L^2/L = L$, so the time is proportional to $L^2$.",
    },
    Quotient {
        stems: &[
            "The force of a muscle is proportional to its cross-section. Two jumping animals have the same shape, \
             and every length of the second is {n} times that of the first.\nWhat is the height to which the second \
             can lift itself by its jump, divided by that of the first?",
            "A toy frog jumps by means of a rubber band. It is copied with every length multiplied by {n}; the force \
             of the band is proportional to its cross-section.\nBy what factor is the height of the jump multiplied?",
        ],
        powers: (3, 3),
        only_top: "scales the work done only",
        only_bottom: "scales the weight only",
        step: "The work, force times distance, is proportional to $L^2 \\times L$, and the weight to $L^3$, so the height stays the same.",
    },
];

fn enlarged(dice: &mut Dice) -> Draft {
    let quotient = dice.pick(QUOTIENTS);
    let (top, bottom) = quotient.powers;
    let n: i64 = dice.range(2, 20);
    let power = |power: i64| format!("n^({power})");
    let equations = [format!("y = n^{top}"), format!("z = n^{bottom}"), "f*z = y".to_owned()];
    let equations: Vec<&str> = equations.iter().map(String::as_str).collect();
    let key = power(top - bottom);
    let wrong = [
        (quotient.only_top, power(top)),
        (quotient.only_bottom, power(-bottom)),
        ("inverts the quotient", power(bottom - top)),
        ("multiplies the two factors instead of dividing them", power(top + bottom)),
        ("takes both to grow alike, so that nothing changes", "1".to_owned()),
        ("takes the square of the ratio of lengths, as for an area", power(2)),
        ("takes the result to be proportional to the length itself", power(1)),
        ("counts every area twice over", power(4)),
        ("inverts the quotient and squares it", power(2 * (bottom - top))),
    ];
    let wrong = borrowed(&wrong);
    let answer = n.pow((top - bottom) as u32);
    let mut given = Given::default();
    let n = given.number("n", n).to_string();
    Draft::new(Parts {
        stem: &dice.pick(quotient.stems).replace("{n}", &n),
        claim: given.solve(&["y", "z", "f"], &equations, &[], "f"),
        key: &key,
        wrong: &wrong,
        steps: &[
            (quotient.step, &["dimensions"]),
            (&format!("With lengths {n} times as large the factor is ${answer}$."), &["ratio"]),
        ],
        insight: "Each factor scales with its own power of the length; only the quotient counts.",
    })
}

fn cooling(dice: &mut Dice) -> Draft {
    let n: i64 = dice.range(2, 4);
    let larger = dice.below(2) == 0;
    let unit = 5 * dice.range(2, 12);
    let t = if larger { unit } else { unit * n };
    let (thing, plural, event) = *dice.pick(&[
        ("block of ice", "blocks of ice", "melts"),
        ("brass casting", "brass castings", "cools to room temperature"),
        ("tank of hot water", "tanks of hot water", "cools by ten degrees"),
        ("lead weight", "lead weights", "cools to room temperature"),
        ("tank of hot oil", "tanks of hot oil", "cools by ten degrees"),
        ("steel ball", "steel balls", "cools after forging"),
    ]);
    let (key, answer) = if larger { ("t*k^(1/3)", unit * n) } else { ("t/k^(1/3)", unit) };
    let equation = if larger { "n^3 = k" } else { "n^3*k = 1" };
    let up = |power: &str| if larger { format!("t*k^({power})") } else { format!("t/k^({power})") };
    let down = |power: &str| if larger { format!("t/k^({power})") } else { format!("t*k^({power})") };
    let wrong = [
        ("takes the time to be proportional to the mass", up("1")),
        ("takes the time to be proportional to the surface", up("2/3")),
        ("inverts the ratio of lengths", down("1/3")),
        ("inverts the ratio of surfaces, taking the heat to be the same", down("2/3")),
        ("takes a loss in proportion to size to leave the time the same", "t".to_owned()),
        ("takes the time to be inversely proportional to the mass", down("1")),
        ("multiplies heat and surface instead of dividing them", up("5/3")),
    ];
    let wrong = borrowed(&wrong);
    let mut given = Given::default();
    let t = given.quantity("t", t, "min");
    let k = given.number("k", n.pow(3));
    let things = plural;
    let which = if larger {
        format!("The second has {k} times the mass of the first")
    } else {
        format!("The first has {k} times the mass of the second")
    };
    let size = if larger { format!("{t:#} \\times {n}") } else { format!("{t:#} \\div {n}") };
    let stem = match dice.below(3) {
        0 => format!(
            "Two {things} have the same shape. {which}. Both exchange heat in proportion to their surface, under the same \
             conditions.\nThe first {event} in {t}. How long does the second take?"
        ),
        1 => format!(
            "Heat passes through the surface of a {thing} at the same rate per unit area, whatever its size. A {thing} \
             {event} in {t}.\nHow long does a second one of the same shape take? {which}."
        ),
        _ => format!(
            "A {thing} {event} in {t}. Another has the same shape and stands in the same place. {which}.\n\
             If the flow of heat is proportional to the area of the surface, how long does the second one need?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["n", "x"], &[equation, "x*n^2 = t*n^3"], &[], "x").in_unit("min"),
        key,
        wrong: &wrong,
        steps: &[
            (
                &format!("The masses are as $1 : {k:#}$, so the lengths are as $1 : {n}$."),
                &["ratio", "geometry"],
            ),
            (
                &format!(
                    "The heat is proportional to $L^3$ and its rate of flow to $L^2$, so the time is proportional to $L$: \
                     ${size} = {answer}\\,\\mathrm{{min}}$."
                ),
                &["dimensions", "heat"],
            ),
        ],
        insight: "Heat over the rate of its loss is volume over surface: the time is proportional to the length.",
    })
}

fn falling(dice: &mut Dice) -> Draft {
    let by_mass = dice.below(2) == 0;
    let s: i64 = if by_mass { dice.range(2, 3) } else { dice.range(2, 4) };
    let (k, root, ratio_of) = if by_mass { (s.pow(6), 6, "mass") } else { (s.pow(4), 4, "surface area") };
    let larger = dice.below(2) == 0;
    let v = dice.range(1, 8) * if larger { 1 } else { s };
    let thing = *dice.pick(&["hailstone", "frozen pellet", "cork ball", "foam ball", "wooden ball"]);
    let power = |top: i64, bottom: i64| {
        if larger { format!("v*k^({top}/{bottom})") } else { format!("v/k^({top}/{bottom})") }
    };
    let length = if by_mass { "n^3" } else { "n^2" };
    let equation = if larger { format!("{length} = k") } else { format!("{length}*k = 1") };
    let full = if by_mass { 3 } else { 2 };
    let wrong = [
        ("forgets the root: takes the speed to be proportional to the length", power(1, full)),
        ("takes the speed to be proportional to the area", power(2, full)),
        ("leaves out that the larger one meets more resistance", power(3, 2 * full)),
        ("takes the speed to be the same for all sizes", "v".to_owned()),
        ("inverts the ratio", power(-1, root)),
        ("inverts the ratio and forgets the root", power(-1, full)),
    ];
    let wrong = borrowed(&wrong);
    let answer = quantity(if larger { v * s } else { v / s }, "m s^-1");
    let mut given = Given::default();
    let v = given.quantity("v", v, "m s^-1");
    let k = given.number("k", k);
    let ratio = ratio_of;
    let n = s * s;
    let which = if larger {
        format!("a second one of the same shape and material with {k} times the {ratio}")
    } else {
        format!("a second one of the same shape and material, when the first has {k} times its {ratio}")
    };
    let stem = match dice.below(3) {
        0 => format!(
            "The resistance to a {thing} falling through still air is proportional to its cross-section and to the square of its speed. \
             One falls at a steady speed of {v}.\nWhat is the steady speed of {which}?"
        ),
        1 => format!(
            "A {thing} falls through still air at a steady speed of {v}. The drag is proportional to $Av^2$, where $A$ is the \
             area of its cross-section; upthrust may be ignored.\nFind the steady speed of {which}."
        ),
        _ => format!(
            "The drag on a {thing} that falls through still air is proportional to the area of its cross-section and to the square of \
             its speed.\nIts steady speed is {v}. Ignoring upthrust, find that of {which}."
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given
            .solve(&["n", "x"], &[&equation, "n^2*x^2 = n^3*v^2"], &["n > 0", "x > 0"], "x")
            .in_unit("m s^-1"),
        key: &power(1, root),
        wrong: &wrong,
        steps: &[
            (
                &format!("The ratio of {k} for the {ratio} means a ratio of {n} for the lengths."),
                &["ratio", "geometry"],
            ),
            (
                "Weight and drag balance: $L^3$ is proportional to $L^2v^2$, so $v$ is proportional to $\\sqrt{L}$.",
                &["forces", "dimensions"],
            ),
            (
                &format!(
                    "The lengths differ by a factor of {n}, so the speeds differ by a factor of {s}: \
                     {answer}."
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Weight is proportional to the cube of the length and drag to its square, so the square of the \
                  speed is proportional to the length.",
    })
}
