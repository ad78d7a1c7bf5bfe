//! Slopes.

use super::super::draft::{Given, Methods, Parts, borrowed};
use super::super::formula::quantity;
use super::super::{Draft, figure};
use crate::Difficulty::{self, Easy, Hard};
use crate::claim::Measure;
use crate::dice::Dice;

const SECOND: [&str; 2] = ["a", "a + b"];
const POINTS: &[[&str; 2]] = &[["0", "0"], ["a", "p"], ["a + b", "q"]];

/// A quantity that changes with time, and what its slope is.
struct Rate {
    quantity: &'static str,
    unit: &'static str,
    /// With its bearer, as part of a sentence.
    phrase: &'static str,
    slope: &'static str,
    slope_unit: &'static str,
    /// What the slope leads on to: asked, unit, where the further quantity is told, its unit, and whether the slope is
    /// multiplied.
    on: (&'static str, &'static str, &'static str, &'static str, bool),
    law: Methods,
}

const RATES: &[Rate] = &[
    Rate {
        quantity: "momentum",
        unit: "kg m s^-1",
        phrase: "the momentum of a trolley",
        slope: "the resultant force on the trolley",
        slope_unit: "N",
        on: ("the acceleration of the trolley", "m s^-2", "The mass of the trolley is {z}.", "kg", false),
        law: &["forces"],
    },
    Rate {
        quantity: "charge",
        unit: "C",
        phrase: "the charge that has passed through a heater",
        slope: "the current in the heater",
        slope_unit: "A",
        on: (
            "the potential difference across the heater",
            "V",
            "The resistance of the heater is {z}.",
            "Ω",
            true,
        ),
        law: &["circuits"],
    },
    Rate {
        quantity: "velocity",
        unit: "m s^-1",
        phrase: "the velocity of a van on a straight road",
        slope: "the acceleration of the van",
        slope_unit: "m s^-2",
        on: ("the resultant force on the van", "N", "The mass of the van is {z}.", "kg", true),
        law: &["forces"],
    },
    Rate {
        quantity: "energy",
        unit: "J",
        phrase: "the energy supplied to an electric motor",
        slope: "the power of the motor",
        slope_unit: "W",
        on: ("the current in the motor", "A", "The motor works at {z}.", "V", false),
        law: &["circuits"],
    },
];

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    if difficulty == Hard {
        return driving_force(dice);
    }
    let rate = dice.pick(RATES);
    let (on_ask, on_unit, on_given, on_given_unit, multiplies) = rate.on;
    let (a, b) = (dice.range(2, 6), dice.range(2, 6));
    let z = match rate.quantity {
        "velocity" => dice.range(4, 12) * 200,
        "energy" => *dice.pick(&[6, 12, 24]),
        _ => dice.range(2, 8),
    };
    // The slope of the second stretch; with a further quantity to divide by, a multiple of it.
    let unit = if difficulty == Easy || multiplies { 1 } else { z };
    let most = if rate.quantity == "velocity" { 3 } else { 8 };
    let (s, first) = (unit * dice.range(1, most), unit * dice.range(1, most));
    let s = if s == first { s + unit } else { s };
    let (p, q) = (first * a, first * a + s * b);
    let figure = figure::graph(("time", "s"), (rate.quantity, rate.unit), &[(0, 0), (a, p), (a + b, q)]);
    let (phrase, slope) = (rate.phrase, rate.slope);
    let rise = q - p;
    let mut given = Given::default();
    let a = given.quantity("a", a, "s");
    let b = given.quantity("b", b, "s");
    let p = given.quantity("p", p, rate.unit);
    let q = given.quantity("q", q, rate.unit);
    let further = if difficulty == Easy {
        String::new()
    } else {
        format!(" {}", on_given.replace("{z}", &given.quantity("z", z, on_given_unit).to_string()))
    };
    let asked = if difficulty == Easy { slope } else { on_ask };
    let stem = match dice.below(3) {
        0 => format!(
            "The graph of {phrase} against time is a straight line from the origin to {p} after {a}, and then another \
             straight line, to {q}, which lasts {b}.{further}\nWhat is {asked} on the second stretch?"
        ),
        1 => format!(
            "At first {phrase} grows at a steady rate, from zero to {p} in {a}, and then at another steady rate to {q} in \
             the following {b}.{further}\nDuring these last {b}, what is {asked}?"
        ),
        _ => format!(
            "The graph shows {phrase} against time: from zero it rises in a straight line to {p} within {a}, and \
             in a second straight line to {q} within a further {b}.{further}\nFind {asked} while the second line applies."
        ),
    };
    let measured =
        format!("The slope of the second stretch is ${rise} \\div {b:#} = {s}$, and it is {slope}.");
    let slopes: [(&str, &str); 7] = [
        ("takes the slope of a line from the origin to the end", "q/(a + b)"),
        ("takes the slope of the first stretch", "p/a"),
        ("divides the value at the end by the time of the second stretch", "q/b"),
        ("divides the change by the whole time", "(q - p)/(a + b)"),
        ("averages the slopes of the two stretches", "(p/a + (q - p)/b)/2"),
        ("takes the area under the second stretch instead of its slope", "(p + q)*b/2"),
        ("gives the change and does not divide it by the time", "q - p"),
    ];
    let mut draft = if difficulty == Easy {
        let rate_of = format!("What is asked for is the rate at which the {} changes.", rate.quantity);
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(POINTS, Measure::Slope, SECOND, None).in_unit(rate.slope_unit),
            key: "(q - p)/b",
            wrong: &slopes,
            steps: &[(&rate_of, &["graphs"]), (&measured, &["graphs"])],
            insight: "A rate of change is the slope of the stretch, whatever came before it.",
        })
    } else {
        let taken_on = |slope: &str| if multiplies { format!("({slope})*z") } else { format!("({slope})/z") };
        let mut wrong: Vec<(&str, String)> =
            slopes[..5].iter().map(|(why, slope)| (*why, taken_on(slope))).collect();
        wrong.push(("stops at the slope", "(q - p)/b".to_owned()));
        wrong.push(if multiplies {
            ("divides where the law multiplies", "(q - p)/(b*z)".to_owned())
        } else {
            ("multiplies where the law divides", "(q - p)*z/b".to_owned())
        });
        let (sign, then, answer) =
            if multiplies { ("\\times", "y*z", s * z) } else { ("\\div", "y/z", s / z) };
        let answer = quantity(format!("{s} {sign} {z} = {answer}"), on_unit);
        Draft::new(Parts {
            stem: &stem,
            claim: given.graph(POINTS, Measure::Slope, SECOND, Some(then)).in_unit(on_unit),
            key: &taken_on("(q - p)/b"),
            wrong: &borrowed(&wrong),
            steps: &[(&measured, &["graphs"]), (&format!("So {asked} is {answer}."), rate.law)],
            insight: "The slope of the stretch gives the rate, and one law leads on from there.",
        })
    };
    draft.figure = Some(figure);
    draft
}

fn driving_force(dice: &mut Dice) -> Draft {
    let (a, b) = (dice.range(2, 9) * 10, dice.range(2, 9) * 10);
    let (first, r) = (dice.range(4, 12) * 100, dice.range(1, 6) * 100);
    let p = first * a;
    // The second stretch rises, or falls more steeply than the resistance alone would make it, with energy left.
    let steep = r + dice.range(1, 8) * 100;
    let brakes = dice.below(3) < 2 && p > steep * b;
    let s = if brakes { steep } else { dice.range(1, 9) * 100 };
    let q = if brakes { p - s * b } else { p + s * b };
    let thing = *dice.pick(&["car", "van", "motorcycle with its rider", "small lorry", "bus"]);
    let figure = figure::graph(
        ("distance", "m"),
        ("kinetic energy", "kJ"),
        &[(0, 0), (a, p / 1000), (a + b, q / 1000)],
    );
    let mut given = Given::default();
    let a = given.quantity("a", a, "m");
    let b = given.quantity("b", b, "m");
    let change = quantity((q - p).abs() / 1000, "kJ");
    let p = given.quantity("p", p / 1000, "kJ");
    let q = given.quantity("q", q / 1000, "kJ");
    let x = if brakes { s - r } else { s + r };
    let r = given.quantity("r", r, "N");
    let slopes = ["(q - p)/b", "(p - q)/b"][usize::from(brakes)];
    let (sign, other) = if brakes { ("-", "+") } else { ("+", "-") };
    let key = format!("{slopes} {sign} r");
    let mut wrong = vec![
        ("takes the resultant force for the one that is asked for", slopes.to_owned()),
        ("lets the resistance work the other way", format!("{slopes} {other} r")),
        ("takes the slope of the first stretch", format!("p/a {sign} r")),
        ("takes the slope of the first stretch and forgets the resistance", "p/a".to_owned()),
        ("divides the change by the whole distance", format!("{slopes}*b/(a + b) {sign} r")),
    ];
    if brakes {
        wrong.push(("divides the energy at the end by the distance", "q/b".to_owned()));
        wrong.push(("takes twice the slope, as for the square of a speed", format!("2*{slopes} - r")));
    } else {
        wrong.push(("takes the slope of a line from the origin to the end", "q/(a + b) + r".to_owned()));
        wrong.push(("takes twice the slope, as for the square of a speed", format!("2*{slopes} + r")));
    }
    let stem = match (brakes, dice.below(3)) {
        (true, 0) => format!(
            "The kinetic energy of a {thing} on a level road is plotted against the distance. It rises in a straight line from zero to \
             {p} over {a}, and then, as the brakes are applied, falls in a straight line to {q} over {b}.\n\
             Besides the brakes, a constant resistance of {r} acts. What is the force of the brakes?"
        ),
        (true, 1) => format!(
            "On a level road a {thing} gains kinetic energy steadily with distance, from zero to {p} over {a}. It is \
             then braked, and its kinetic energy falls steadily to {q} over a further {b}.\nAir and friction resist \
             with {r} all the time. With what force do the brakes act?"
        ),
        (true, _) => format!(
            "A constant resistance of {r} acts on a {thing} on a level road. The graph shows its kinetic energy: a straight rise to {p} \
             over the first {a}, and a straight fall to {q} over the next {b}, with the brakes on.\nHow large is the braking force?"
        ),
        (false, 0) => format!(
            "The kinetic energy of a {thing} on a level road is plotted against the distance. It rises in a straight line from zero to \
             {p} over {a}, and then in another straight line to {q} over {b}.\n\
             A constant resistance of {r} acts on the {thing}. What is the driving force on the second stretch?"
        ),
        (false, 1) => format!(
            "On a level road a {thing} gains kinetic energy steadily with distance: from zero to {p} over the first \
             {a}, and from there to {q} over a further {b}.\nAir and friction resist with {r} all the time. What is \
             the driving force over the last {b}?"
        ),
        (false, _) => format!(
            "A constant resistance of {r} acts on a {thing} on a level road. The graph shows its kinetic energy: a straight rise from \
             zero to {p} over the first {a}, and another straight rise to {q} over the next {b}.\n\
             How large is the driving force during the second rise?"
        ),
    };
    let (what, verb) = if brakes {
        ("fall", "The resistance does part of this")
    } else {
        ("rise", "The engine also overcomes the resistance")
    };
    let mut draft = Draft::new(Parts {
        stem: &stem,
        claim: given
            .graph(POINTS, Measure::Slope, SECOND, Some(if brakes { "-y - r" } else { "y + r" }))
            .in_unit("N"),
        key: &key,
        wrong: &borrowed(&wrong),
        steps: &[
            (
                &format!(
                    "The slope is work per metre, so it is the resultant force: a {what} of {change} over \
                     ${b:#}\\,\\mathrm{{m}}$ is ${s}\\,\\mathrm{{N}}$."
                ),
                &["graphs", "energy"],
            ),
            (&format!("{verb}: ${s} {sign} {r:#} = {x}\\,\\mathrm{{N}}$."), &["forces"]),
        ],
        insight: "The slope of kinetic energy against distance is the resultant force, not one of the forces.",
    });
    draft.figure = Some(figure);
    draft
}
