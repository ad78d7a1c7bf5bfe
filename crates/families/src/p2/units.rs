//! Powers from units.

use super::super::Draft;
use super::super::draft::{Given, Parts, borrowed};
use super::super::formula::fraction;
use crate::Difficulty::{self, Easy, Hard};
use crate::dice::Dice;

/// Exponents of kg, m and s.
type Base = [i64; 3];

struct Quantity {
    name: &'static str,
    dimension: Base,
    /// Its power in the result, as a fraction.
    power: (i64, i64),
}

struct Law {
    result: &'static str,
    dimension: Base,
    of: &'static [Quantity],
}

const fn of(name: &'static str, dimension: Base, top: i64, bottom: i64) -> Quantity {
    Quantity { name, dimension, power: (top, bottom) }
}

const TIME: Base = [0, 0, 1];
const SPEED: Base = [0, 1, -1];
const LENGTH: Base = [0, 1, 0];
const FALL: Base = [0, 1, -2];
const DENSITY: Base = [1, -3, 0];
const PRESSURE: Base = [1, -1, -2];
const SURFACE_TENSION: Base = [1, 0, -2];

const OF_TWO: &[Law] = &[
    Law {
        result: "speed of waves on a stretched string",
        dimension: SPEED,
        of: &[of("tension in the string", [1, 1, -2], 1, 2), of("mass per unit length", [1, -1, 0], -1, 2)],
    },
    Law {
        result: "speed of sound in a gas",
        dimension: SPEED,
        of: &[of("pressure of the gas", PRESSURE, 1, 2), of("density of the gas", DENSITY, -1, 2)],
    },
    Law {
        result: "period of a load bouncing on a light spring",
        dimension: TIME,
        of: &[of("mass of the load", [1, 0, 0], 1, 2), of("stiffness of the spring", [1, 0, -2], -1, 2)],
    },
    Law {
        result: "period of small swings of a pendulum",
        dimension: TIME,
        of: &[of("length of the pendulum", LENGTH, 1, 2), of("acceleration of free fall", FALL, -1, 2)],
    },
    Law {
        result: "speed of waves on deep water",
        dimension: SPEED,
        of: &[of("wavelength", LENGTH, 1, 2), of("acceleration of free fall", FALL, 1, 2)],
    },
    Law {
        result: "speed of the jet from a hole in a tank",
        dimension: SPEED,
        of: &[of("excess pressure in the tank", PRESSURE, 1, 2), of("density of the liquid", DENSITY, -1, 2)],
    },
    Law {
        result: "time a stone takes to fall from rest",
        dimension: TIME,
        of: &[of("height of the fall", LENGTH, 1, 2), of("acceleration of free fall", FALL, -1, 2)],
    },
];

const OF_THREE: &[Law] = &[
    Law {
        result: "speed of small ripples on a liquid",
        dimension: SPEED,
        of: &[
            of("surface tension of the liquid", SURFACE_TENSION, 1, 2),
            of("density of the liquid", DENSITY, -1, 2),
            of("wavelength", LENGTH, -1, 2),
        ],
    },
    Law {
        result: "period of a wobbling drop",
        dimension: TIME,
        of: &[
            of("radius of the drop", LENGTH, 3, 2),
            of("density of the liquid", DENSITY, 1, 2),
            of("surface tension of the liquid", SURFACE_TENSION, -1, 2),
        ],
    },
    Law {
        result: "radius of the fireball of an explosion",
        dimension: LENGTH,
        of: &[
            of("energy set free", [1, 2, -2], 1, 5),
            of("density of the air", DENSITY, -1, 5),
            of("time since the explosion", TIME, 2, 5),
        ],
    },
    Law {
        result: "period of a pulsating gas bubble under water",
        dimension: TIME,
        of: &[
            of("radius of the bubble", LENGTH, 1, 1),
            of("density of the water", DENSITY, 1, 2),
            of("pressure of the water", PRESSURE, -1, 2),
        ],
    },
    Law {
        result: "mass of liquid that leaves a nozzle per second",
        dimension: [1, 0, -1],
        of: &[
            of("area of the nozzle", [0, 2, 0], 1, 1),
            of("density of the liquid", DENSITY, 1, 2),
            of("excess pressure behind it", PRESSURE, 1, 2),
        ],
    },
    Law {
        result: "drag on a fast ball",
        dimension: [1, 1, -2],
        of: &[
            of("density of the air", DENSITY, 1, 1),
            of("radius of the ball", LENGTH, 2, 1),
            of("speed of the ball", SPEED, 2, 1),
        ],
    },
];

impl Law {
    /// The units on both sides, one equation for each base unit, in the powers a, b and c.
    fn balance(&self) -> Vec<String> {
        (0..3)
            .map(|base| {
                let terms: Vec<String> = (self.of.iter().zip(["a", "b", "c"]))
                    .map(|(quantity, power)| format!("({})*{power}", quantity.dimension[base]))
                    .collect();
                format!("{} = {}", terms.join(" + "), self.dimension[base])
            })
            .collect()
    }

    /// The quantities with their units, as a list.
    fn listed(&self) -> String {
        let each: Vec<String> = self
            .of
            .iter()
            .map(|quantity| format!("the {} (in {})", quantity.name, unit_latex(quantity.dimension)))
            .collect();
        match each.split_last() {
            Some((last, before)) => format!("{} and {last}", before.join(", ")),
            None => String::new(),
        }
    }
}

fn unit_latex(dimension: Base) -> String {
    let parts: Vec<String> = (["kg", "m", "s"].iter().zip(dimension))
        .filter(|(_, power)| *power != 0)
        .map(|(name, power)| if power == 1 { (*name).to_owned() } else { format!("{name}^{{{power}}}") })
        .collect();
    format!("$\\mathrm{{{}}}$", parts.join("\\,"))
}

/// A quantity that is changed: its place in the law, its factor's name, and whether it is multiplied.
struct Change {
    place: usize,
    factor: &'static str,
    up: bool,
}

impl Change {
    fn power(&self, law: &Law) -> (i64, i64) {
        let (top, bottom) = law.of[self.place].power;
        (if self.up { top } else { -top }, bottom)
    }
}

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let law = dice.pick(if difficulty == Hard { OF_THREE } else { OF_TWO });
    let mut places: Vec<usize> = (0..law.of.len()).collect();
    dice.shuffle(&mut places);
    places.truncate(if difficulty == Easy { 1 } else { 2 });
    places.sort_unstable();
    let changes: Vec<Change> = (places.into_iter().zip(["p", "q"]))
        .map(|(place, factor)| Change { place, factor, up: dice.below(5) < 3 })
        .collect();
    let (result, list) = (law.result, law.listed());
    let mut given = Given::default();
    let mut told = Vec::new();
    let mut used = Vec::new();
    for change in &changes {
        let (top, bottom) = law.of[change.place].power;
        let factors: &[i64] = match (bottom, top.abs()) {
            (1, 1) => &[2, 3, 4, 5, 6],
            (1, _) => &[2, 3],
            (2, 3) => &[4, 9],
            (2, _) => &[4, 9, 16, 25, 36],
            _ => &[32, 243],
        };
        let factors: Vec<i64> = factors.iter().copied().filter(|factor| !used.contains(factor)).collect();
        let factor = *dice.pick(&factors);
        used.push(factor);
        let factor = given.number(change.factor, factor);
        let verb = if change.up { "multiplied" } else { "divided" };
        told.push(format!("the {} is {verb} by {factor}", law.of[change.place].name));
    }
    let exponent = ["a", "b", "c"];
    let product = |power: &dyn Fn(usize, &Change) -> String| -> String {
        let parts: Vec<String> = changes
            .iter()
            .enumerate()
            .map(|(i, change)| format!("{}^({})", change.factor, power(i, change)))
            .collect();
        parts.join("*")
    };
    let shown = |(top, bottom): (i64, i64)| format!("{top}/{bottom}");
    let mut equations = law.balance();
    equations.push(format!(
        "f = {}",
        product(&|_, change| format!("{}{}", if change.up { "" } else { "-" }, exponent[change.place]))
    ));
    let key = product(&|_, change| shown(change.power(law)));
    let wrong = mistakes(law, &changes, &product);
    let wrong = borrowed(&wrong);
    let mut unknowns = exponent[..law.of.len()].to_vec();
    unknowns.push("f");
    let equations: Vec<&str> = equations.iter().map(String::as_str).collect();
    let found: Vec<String> = changes
        .iter()
        .map(|change| {
            format!("of the {} is ${}$", law.of[change.place].name, written(law.of[change.place].power))
        })
        .collect();
    let found = found.join(", the power ");
    let rest = if difficulty == Easy { "; nothing else changes" } else { "" };
    let working = working(law, &changes, &used);
    let changes = told.join(" and ");
    let stem = match dice.below(4) {
        0 => format!(
            "The {result} depends only on {list}.\nBy what factor is it multiplied when {changes}{rest}?"
        ),
        1 => format!(
            "Units alone show how the {result} depends on {list}, if it depends on nothing else.\n\
             Suppose {changes}{rest}. What is the new value divided by the old one?"
        ),
        2 => format!(
            "It is known that {list} determine the {result}, and that nothing else matters.\n\
             Suppose {changes}{rest}. By what factor is the result multiplied?"
        ),
        _ => format!(
            "In an experiment {changes}{rest}. What is being measured is the {result}, which depends only on {list}.\n\
             By what factor is the measured value multiplied?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&unknowns, &equations, &[], "f"),
        key: &key,
        wrong: &wrong,
        steps: &[
            (&format!("Only one product of powers has the right unit: the power {found}."), &["dimensions"]),
            (&format!("The factor is ${working}$."), &["indices"]),
        ],
        insight: "The units leave only one combination, so the powers are known without the formula.",
    })
}

/// What goes wrong with the powers, as products of powers of the factors.
fn mistakes(
    law: &Law,
    changes: &[Change],
    product: &dyn Fn(&dyn Fn(usize, &Change) -> String) -> String,
) -> Vec<(&'static str, String)> {
    let times = |top: i64, bottom: i64| {
        product(&|_, change: &Change| {
            let (n, d) = change.power(law);
            format!("{}/{}", n * top, d * bottom)
        })
    };
    let only = |kept: usize| {
        product(&|i, change: &Change| {
            let (n, d) = change.power(law);
            if i == kept { format!("{n}/{d}") } else { "0".to_owned() }
        })
    };
    let linear = product(&|_, change: &Change| change.power(law).0.signum().to_string());
    let mut wrong = vec![
        ("takes the right powers with the wrong sign", times(-1, 1)),
        ("takes every dependence to be linear", linear),
        ("takes every power twice as high", times(2, 1)),
    ];
    if changes.len() == 1 {
        wrong.push(("takes the inverse, and without the root", times(-2, 1)));
        wrong.push(("takes the square where the root is meant", times(4, 1)));
        wrong.push(("halves the factor instead of taking its root", halved(&changes[0], law)));
        wrong.push(("takes three times the power", times(3, 1)));
    } else {
        wrong.push(("scales only the first of the two quantities", only(0)));
        wrong.push(("scales only the second of the two quantities", only(1)));
        for turned in 0..2 {
            let gives = product(&|i, change: &Change| {
                let (n, d) = change.power(law);
                format!("{}/{d}", if i == turned { -n } else { n })
            });
            wrong.push(("takes one of the powers with the wrong sign", gives));
        }
    }
    wrong
}

fn halved(change: &Change, law: &Law) -> String {
    if change.power(law).0 > 0 { format!("{}/2", change.factor) } else { format!("2/{}", change.factor) }
}

fn written((top, bottom): (i64, i64)) -> String {
    fraction(top, bottom)
}

/// The product of the factors with their powers, as it is worked out.
fn working(law: &Law, changes: &[Change], factors: &[i64]) -> String {
    let parts: Vec<String> = (changes.iter().zip(factors))
        .map(|(change, factor)| match written(change.power(law)).as_str() {
            "1" => factor.to_string(),
            power => format!("{factor}^{{{power}}}"),
        })
        .collect();
    let (mut top, mut bottom) = (1, 1);
    for (change, factor) in changes.iter().zip(factors) {
        let (n, d) = change.power(law);
        let root = (1..=*factor).find(|root| root.pow(d as u32) >= *factor).unwrap_or(1);
        let value = root.pow(n.unsigned_abs() as u32);
        if n > 0 { top *= value } else { bottom *= value }
    }
    format!("{} = {}", parts.join(" \\times "), fraction(top, bottom))
}
