//! Rates that are shared.

use super::super::draft::{Given, Parts};
use super::super::formula::{fraction, quantity};
use super::super::whole::gcd;
use super::super::{Draft, Family};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const SHARED_RATE: Family = Family {
    schema: "M1",
    name: "shared_rate",
    idea: "Equal workers, pumps or pipes share a job. The work done is a product of their number, the time and the \
           size of the job, each to its own power.",
    objects: &["rates", "inverse proportion"],
    constraints: &["all work at the same rate"],
    asked: "the time or the number that another job needs",
    wrong_paths: &[
        "direct where inverse proportion holds",
        "changing only one of the two quantities",
        "using a length where its square or cube counts",
        "inverting the ratio of jobs",
    ],
    rationale: [
        "Only the number changes.",
        "The number and the size of the job change.",
        "The size of the job is the square or cube of the length that is told.",
    ],
    draft: shared_rate,
};

/// Two different numbers of workers, and what divides both.
fn numbers(dice: &mut Dice) -> (i64, i64, i64) {
    let n = dice.range(2, 12);
    let m = (n - 2 + dice.range(1, 10)) % 11 + 2;
    (n, m, gcd(n, m))
}

fn shared_rate(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => fewer_hands(dice),
        Difficulty::Medium => other_job(dice),
        Difficulty::Hard => larger_job(dice),
    }
}

fn fewer_hands(dice: &mut Dice) -> Draft {
    let (n, m, common) = numbers(dice);
    let time = dice.range(1, 6) * m / common;
    let result = n * time / m;
    let kind = dice.below(4);
    let unit = if kind == 0 || kind == 2 { "h" } else { "min" };
    let mut given = Given::numbers(&[("n", n), ("m", m)]);
    let t = given.quantity("t", time, unit);
    let stem = match kind {
        0 => format!(
            "A flooded cellar is emptied by ${n}$ equal pumps in {t}.\n\
             How long would ${m}$ of these pumps have taken?"
        ),
        1 => format!(
            "With ${n}$ identical printers running at the same time, a set of leaflets is finished in {t}.\n\
             What time does the same set take with ${m}$ such printers?"
        ),
        2 => format!(
            "It takes {t} for ${n}$ equal harvesters to clear a field.\nIn what time do ${m}$ of them clear a field of the \
             same size?"
        ),
        _ => format!(
            "When ${n}$ equal taps are open, a tank fills in {t}.\nHow long does the empty tank take to fill when ${m}$ of \
             these taps are open?"
        ),
    };
    // One job, done at the rate w by each.
    let claim = given.solve(&["w", "x"], &["n*w*t = 1", "m*w*x = 1"], &[], "x");
    let added = format!("t + (n - m)*{}", if unit == "h" { 3600 } else { 60 });
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit(unit),
        key: "n*t/m",
        wrong: &[
            ("takes time to grow with the number", "m*t/n"),
            ("squares the ratio", "t*(n/m)^2"),
            ("takes time to grow with the square of the number", "t*(m/n)^2"),
            ("takes the difference of the numbers off the time, or adds it", &added),
            ("gives the time of a single one", "n*t"),
            ("changes the time by the same percentage as the number", "t*(1 + (n - m)/n)"),
            ("divides the time by the number", "t/m"),
        ],
        steps: &[
            (
                &format!(
                    "One alone would need ${n} \\times {time} = {}$, that is {}.",
                    n * time,
                    quantity(n * time, unit)
                ),
                &["ratio"],
            ),
            (
                &format!(
                    "Shared by ${m}$ the time is ${} \\div {m} = {result}$, that is {}.",
                    n * time,
                    quantity(result, unit)
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Number times time is the same for the same job.",
    })
}

fn other_job(dice: &mut Dice) -> Draft {
    let (n, m, common) = numbers(dice);
    let (p, q) = *dice.pick(&[(1, 2), (2, 3), (3, 2), (3, 4), (4, 3), (1, 3), (5, 4), (2, 5), (5, 2)]);
    let time = dice.range(1, 3) * m / common * p;
    let result = n * time / m * q / p;
    let size = *dice.pick(&[20, 30, 60, 80, 100, 120]);
    let (a, b) = (size * p, size * q);
    let kind = dice.below(4);
    let unit = if kind == 1 || kind == 2 { "h" } else { "min" };
    let mut given = Given::numbers(&[("n", n), ("m", m), ("a", a), ("b", b)]);
    let t = given.quantity("t", time, unit);
    let stem = match kind {
        0 => format!(
            "In {t} a total of ${n}$ identical printers print ${a}$ posters.\nHow long do ${m}$ of them need for ${b}$ \
             posters?"
        ),
        1 => format!(
            "A team of ${n}$ painters, all equally fast, paints ${a}$ fence panels in {t}.\n\
             What time does a team of ${m}$ such painters need for ${b}$ panels?"
        ),
        2 => format!(
            "An orchard has ${a}$ trees, and ${n}$ pickers harvest all of them in {t}. A second orchard has ${b}$ trees of \
             the same kind.\nIn what time do ${m}$ equally fast pickers harvest it?"
        ),
        _ => format!(
            "A bakery fills ${a}$ trays in {t} with ${n}$ machines at work. All the machines work at the same rate.\n\
             How long does it take to fill ${b}$ trays with ${m}$ machines?"
        ),
    };
    let claim = given.solve(&["w", "x"], &["n*w*t = a", "m*w*x = b"], &[], "x");
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit(unit),
        key: "t*n*b/(m*a)",
        wrong: &[
            ("takes time to grow with the number", "t*m*b/(n*a)"),
            ("inverts both ratios", "t*m*a/(n*b)"),
            ("changes only the number", "t*n/m"),
            ("changes only the size of the job", "t*b/a"),
            ("inverts the ratio of jobs", "t*n*a/(m*b)"),
            ("applies the ratio of jobs twice", "t*n*b^2/(m*a^2)"),
            ("applies the ratio of numbers twice", "t*n^2*b/(m^2*a)"),
        ],
        steps: &[
            (
                &format!(
                    "For the first job ${m}$ instead of ${n}$ would need ${time} \\times {} = \
                     {}\\,\\mathrm{{{unit}}}$.",
                    fraction(n, m),
                    fraction(n * time, m)
                ),
                &["ratio"],
            ),
            (
                &format!(
                    "The second job is ${}$ times the first, so the time is {}.",
                    fraction(q, p),
                    quantity(result, unit)
                ),
                &["ratio", "arithmetic"],
            ),
        ],
        insight: "The time is proportional to the size of the job and inversely proportional to the number; take one ratio at a time.",
    })
}

/// The job is the square or cube of a length, or a pipe's share goes with the square of its width.
fn larger_job(dice: &mut Dice) -> Draft {
    let (n, m, common) = numbers(dice);
    let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (3, 2), (2, 1), (3, 4)]);
    let kind = dice.below(4);
    let power = if kind == 2 { 3 } else { 2 };
    let pipes = kind == 0 || kind == 3;
    // Pipes: wider ones need less time; jobs: larger ones need more.
    let (above, below) = if pipes { (p, q) } else { (q, p) };
    let (above, below) = (above.pow(power), below.pow(power));
    let time = dice.range(1, 2) * m / common * below;
    let result = n * time / m * above / below;
    let step = dice.range(1, 3);
    let size = if kind == 2 { 20 * step } else { 2 * step };
    let (unit, side) = match kind {
        0 | 2 => ("min", "cm"),
        1 => ("h", "m"),
        _ => ("min", "mm"),
    };
    let mut given = Given::numbers(&[("n", n), ("m", m)]);
    let d = given.quantity("d", size * p, side);
    let e = given.quantity("s", size * q, side);
    let t = given.quantity("t", time, unit);
    let stem = match kind {
        0 => format!(
            "A pool is filled by ${n}$ pipes of diameter {d} in {t}. Water flows at the same speed in all pipes.\n\
             How long would ${m}$ pipes of diameter {e} take?"
        ),
        1 => format!(
            "In {t} a group of ${n}$ gardeners lays the turf of a square lawn with sides of {d}.\n\
             How long do ${m}$ gardeners, working at the same rate, need for a square lawn with sides of {e}?"
        ),
        2 => format!(
            "Robots build with bricks that are all alike. Together ${n}$ robots build a solid cube with edges of {d} in \
             {t}.\nIn what time do ${m}$ such robots build a solid cube with edges of {e}?"
        ),
        _ => format!(
            "Water leaves a tank through round holes, at the same speed through each. With ${n}$ holes of diameter {d} \
             a certain amount leaves in {t}.\nWhat time does the same amount need with ${m}$ holes of diameter {e}?"
        ),
    };
    let equations = if pipes {
        ["n*w*d^2*t = 1".to_owned(), "m*w*s^2*x = 1".to_owned()]
    } else {
        [format!("n*w*t = d^{power}"), format!("m*w*x = s^{power}")]
    };
    let claim = given.solve(&["w", "x"], &[&equations[0], &equations[1]], &[], "x");
    let ratio = if pipes { "(d/s)" } else { "(s/d)" };
    let power_of = |power: u32| format!("t*n/m*{ratio}^{power}");
    let (key, one, five) = (power_of(power), power_of(1), power_of(5 - power));
    let upside_down = format!("t*m/n*{ratio}^{power}");
    let inverse = format!("t*n/m/{ratio}^{power}");
    let alone = format!("t*{ratio}^{power}");
    let five_why = if power == 2 {
        "takes the cube of the ratio of lengths"
    } else {
        "takes the square of the ratio of lengths"
    };
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit(unit),
        key: &key,
        wrong: &[
            ("uses the ratio of lengths itself", &one),
            (five_why, &five),
            ("takes time to grow with the number", &upside_down),
            ("applies the ratio of lengths the wrong way round", &inverse),
            ("leaves the number out of account", &alone),
            ("changes only the number", "t*n/m"),
        ],
        steps: &[
            (
                &if pipes {
                    format!(
                        "What passes in a given time is proportional to the area, so the openings are in the ratio ${}:{}$.",
                        p * p,
                        q * q
                    )
                } else {
                    format!("The jobs are in the ratio ${}:{}$.", p.pow(power), q.pow(power))
                },
                &["ratio", "geometry"],
            ),
            (
                &format!(
                    "The number changes the time by the factor ${}$, the size by ${}$: together the time is {}.",
                    fraction(n, m),
                    fraction(above, below),
                    quantity(result, unit)
                ),
                &["ratio", "arithmetic"],
            ),
        ],
        insight: if pipes {
            "What flows through is proportional to the area of the opening, not to its width."
        } else {
            "The job is measured by area or volume, not by the length that is told."
        },
    })
}
