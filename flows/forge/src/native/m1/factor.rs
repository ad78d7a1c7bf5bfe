//! Amounts that change by the same factor in equal steps.

use super::super::draft::{Given, Parts};
use super::super::formula::fraction;
use super::super::{Draft, Family};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const EQUAL_FACTOR: Family = Family {
    schema: "M1",
    name: "equal_factor",
    idea: "A quantity changes by the same factor in equal steps. The factor over one stretch gives the factor over \
           another by a power, and neither the constant nor the single step has to be known.",
    objects: &["growth by a factor", "indices"],
    constraints: &["same factor in equal steps"],
    asked: "the amount at another step",
    wrong_paths: &[
        "adding the same amount where the same factor applies",
        "scaling the amount with the number of steps",
        "one step too many or too few",
        "taking the factor of a whole stretch for a single step",
    ],
    rationale: [
        "The second stretch is a multiple of the first.",
        "The second stretch is not a multiple of the first, so a root comes before the power.",
        "No reading at the start is given, or the factor is a part that is let through.",
    ],
    draft: equal_factor,
};

fn equal_factor(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy | Difficulty::Medium => from_the_start(dice, difficulty == Difficulty::Easy),
        Difficulty::Hard => match dice.below(5) {
            0 => let_through(dice),
            1 | 2 => dimmed(dice),
            _ => back_to_the_start(dice),
        },
    }
}

fn from_the_start(dice: &mut Dice, easy: bool) -> Draft {
    // Factor of one step, steps of the known stretch and of the asked one.
    let (factor, s, t): (i64, i64, i64) = if easy {
        *dice.pick(&[(2, 1, 2), (2, 1, 3), (3, 1, 2), (3, 1, 3), (4, 1, 2), (5, 1, 2), (2, 1, 4)])
    } else {
        *dice.pick(&[
            (2, 2, 3),
            (3, 2, 3),
            (2, 2, 5),
            (2, 3, 2),
            (3, 3, 2),
            (2, 3, 4),
            (4, 2, 3),
            (5, 2, 3),
            (3, 2, 1),
            (2, 3, 5),
            (2, 4, 3),
        ])
    };
    let hours = dice.range(1, 4);
    let start = *dice.pick(&[20, 30, 40, 50, 60, 80, 100, 120, 150, 200]);
    let first = start * factor.pow(s as u32);
    let result = start * factor.pow(t as u32);
    let (s, t) = (s * hours * 2, t * hours * 2);
    let mut given = Given::numbers(&[("a", start), ("b", first)]);
    let s_text = given.quantity("s", s, "h");
    let t_text = given.quantity("t", t, "h");
    let stem = match dice.below(4) {
        0 => format!(
            "The number of bacteria in a dish is multiplied by the same factor in equal times. \
             It grows from ${start}$ to ${first}$ in {s_text}.\nHow many bacteria are there {t_text} after the start?"
        ),
        1 => format!(
            "A colony of yeast cells starts with ${start}$ cells and has ${first}$ cells after {s_text}. In equal times it \
             always grows by the same percentage.\nFind the number of cells {t_text} after the start."
        ),
        2 => format!(
            "Starting from ${start}$ views, the number of views of a video grows by the same factor every hour and stands at \
             ${first}$ after {s_text}.\nWhat is the number of views {t_text} after the start?"
        ),
        _ => format!(
            "The number of cells in a culture increases by the same percentage every hour. There were ${start}$ cells at \
             first and {s_text} later there were ${first}$.\nHow many cells were there {t_text} after the start?"
        ),
    };
    // The factor k of an hour.
    let claim = given.solve(&["k"], &["a*k^(s/3600) = b"], &["k > 0"], "a*k^(t/3600)");
    let (whole, part) = (fraction(t, s), fraction(first, start));
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "a*(b/a)^(t/s)",
        wrong: &[
            ("adds the same number in equal times", "a + (b - a)*t/s"),
            ("takes the number to grow with the time", "b*t/s"),
            ("starts from the later number", "b*(b/a)^(t/s)"),
            ("goes one stretch too far", "a*(b/a)^2*(b/a)^(t/s)"),
            ("leaves one stretch out", "a*(b/a)^(t/s)*a/b"),
            ("adds the same number in equal times to the later number", "b + (b - a)*t/s"),
            ("squares the factor whatever the time", "a*(b/a)^2"),
        ],
        steps: &[
            (
                &format!(
                    "In $\\frac{{{t}}}{{{s}}} = {whole}$ stretches of {s_text} the factor ${part}$ acts ${whole}$ \
                     times."
                ),
                &["ratio", "indices"],
            ),
            (
                &format!("The number is ${start} \\times {part}^{{{whole}}} = {result}$."),
                &["indices", "arithmetic"],
            ),
        ],
        insight: "Equal times mean equal factors, so a ratio of times is an exponent.",
    })
}

/// Equal sheets, each of which lets the same part through.
fn let_through(dice: &mut Dice) -> Draft {
    let (base, s, t): (i64, i64, i64) = *dice.pick(&[
        (2, 2, 3),
        (2, 2, 5),
        (2, 3, 2),
        (2, 3, 4),
        (2, 3, 5),
        (3, 2, 3),
        (2, 4, 3),
        (2, 4, 5),
        (3, 3, 2),
        (2, 4, 2),
    ]);
    let part = base.pow(s as u32);
    let mut given = Given::numbers(&[("s", s), ("t", t)]);
    let f = given.number("f", format!("1/{part}"));
    let stem = match dice.below(4) {
        0 => format!(
            "Sheets of tinted glass are all alike. A stack of ${s}$ of them lets {f} of the light through.\n\
             What fraction of the light passes through a stack of ${t}$ sheets?"
        ),
        1 => format!(
            "Behind ${s}$ equal layers of lead the strength of a beam of gamma rays is {f} of what it was.\n\
             What fraction of its strength is left behind ${t}$ such layers?"
        ),
        2 => format!(
            "Water is cleaned by passing it through equal filters one after the other. After ${s}$ filters {f} of the \
             particles remain.\nWhat fraction of the particles remains after ${t}$ filters?"
        ),
        _ => format!(
            "A ball is dropped and after each bounce rises to the same fraction of its height before. After ${s}$ \
             bounces it rises to {f} of the height from which it was dropped.\n\
             To what fraction of that height does it rise after ${t}$ bounces?"
        ),
    };
    let claim = given.solve(&["k"], &["k^s = f"], &["k > 0"], "k^t");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "f^(t/s)",
        wrong: &[
            ("takes the fraction to grow with the number", "f*t/s"),
            ("takes the fraction to be inversely proportional to the number", "f*s/t"),
            if t < s {
                ("takes off an equal amount at every step", "1 - (1 - f)*t/s")
            } else {
                ("squares the given part because there are more steps", "f^2")
            },
            ("gives the part of a single step", "f^(1/s)"),
            ("takes one step too many", "f^((t+1)/s)"),
            ("takes one step too few", "f^((t-1)/s)"),
            ("gives what is kept back", "1 - f^(t/s)"),
        ],
        steps: &[
            (
                &format!(
                    "Each step leaves the same part $k$, with $k^{{{s}}} = {f:#}$, so $k = {}$.",
                    fraction(1, base)
                ),
                &["indices"],
            ),
            (
                &format!("After ${t}$ steps $k^{{{t}}} = {}$ is left.", fraction(1, base.pow(t as u32))),
                &["indices"],
            ),
        ],
        insight: "Every step takes the same part of what has arrived, so the parts multiply.",
    })
}

/// The same with amounts, and any factor below one.
fn dimmed(dice: &mut Dice) -> Draft {
    let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (1, 3), (2, 3), (3, 4), (1, 4), (2, 5), (3, 5), (4, 5)]);
    let (s, t): (i64, i64) = *dice.pick(&[(2, 3), (2, 1), (3, 2), (3, 1), (2, 4), (3, 4), (4, 3), (4, 2)]);
    let most = s.max(t);
    let step = dice.range(1, 6) * if q.pow(most as u32) < 100 { 4 } else { 1 };
    let at = |steps: i64| step * p.pow(steps as u32) * q.pow((most - steps) as u32);
    let (a, b, result) = (at(0), at(s), at(t));
    let count = |n: i64| format!("${n}$");
    let plural = |n: i64, word: &str| if n == 1 { word.to_owned() } else { format!("{word}s") };
    let given = Given::numbers(&[("a", a), ("b", b), ("s", s), ("t", t)]);
    let stem = match dice.below(4) {
        0 => format!(
            "Light of intensity ${a}$ units falls on a stack of identical sheets of tinted glass. Behind ${s}$ sheets the \
             intensity is ${b}$ units.\nHow many units is it behind {} {}?",
            count(t),
            plural(t, "sheet")
        ),
        1 => format!(
            "Each year a machine loses the same fraction of the value it has at the beginning of that year. It was bought \
             for ${a}$ pounds and is worth ${b}$ pounds ${s}$ years later.\nHow many pounds is it worth {} {} after it was \
             bought?",
            count(t),
            plural(t, "year")
        ),
        2 => format!(
            "A ball is dropped from a height of ${a}$ centimetres. After every bounce it rises to the same fraction of its \
             previous height, and after bounce number ${s}$ it rises to ${b}$ centimetres.\n\
             How many centimetres high does it rise after bounce number {}?",
            count(t)
        ),
        _ => format!(
            "In a chain of identical filters each one stops the same fraction of the particles that reach it. \
             Of ${a}$ particles ${b}$ pass the first ${s}$ filters.\nHow many particles pass the first {}?",
            if t == 1 { "filter".to_owned() } else { format!("${t}$ filters") }
        ),
    };
    let claim = given.solve(&["k"], &["a*k^s = b"], &["k > 0"], "a*k^t");
    let (even, even_gives) = if (a - b) * t < a * s {
        ("takes off an equal amount at every step", "a - (a - b)*t/s")
    } else {
        ("takes the amount to be inversely proportional to the number", "b*s/t")
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "a*(b/a)^(t/s)",
        wrong: &[
            (even, even_gives),
            ("takes one step too many", "a*(b/a)^((t + 1)/s)"),
            ("takes one step too few", "a*(b/a)^((t - 1)/s)"),
            ("takes the amount to grow with the number", "b*t/s"),
            ("gives what is lost", "a - a*(b/a)^(t/s)"),
            ("counts the steps from the second amount", "b*(b/a)^(t/s)"),
            ("takes the middle of the two amounts", "(a + b)/2"),
        ],
        steps: &[
            (
                &format!(
                    "Each step leaves the same part $k$, with $k^{{{s}}} = \\frac{{{b}}}{{{a}}} = {}$, so $k = {}$.",
                    fraction(b, a),
                    fraction(p, q)
                ),
                &["indices", "ratio"],
            ),
            (
                &format!(
                    "The amount is ${a} \\times {} = {result}$.",
                    fraction(p.pow(t as u32), q.pow(t as u32))
                ),
                &["indices", "arithmetic"],
            ),
        ],
        insight: "Every step leaves the same part of what it found, so the parts multiply.",
    })
}

/// Two readings, neither at the start.
fn back_to_the_start(dice: &mut Dice) -> Draft {
    // Factor, time of the two readings and of the question.
    let (factor, s, t, u): (i64, i64, i64, i64) = *dice.pick(&[
        (2, 2, 5, 0),
        (2, 3, 5, 0),
        (3, 1, 3, 0),
        (3, 2, 4, 0),
        (2, 1, 4, 0),
        (2, 3, 6, 1),
        (2, 2, 4, 7),
        (3, 2, 4, 5),
        (2, 1, 3, 6),
        (3, 1, 3, 4),
        (2, 4, 6, 1),
        (2, 2, 5, 4),
    ]);
    let step = dice.range(1, 15) * 10;
    let at = |time: i64| step * factor.pow(time as u32);
    let (a, b, result) = (at(s), at(t), at(u));
    let days = |n: i64| if n == 1 { "$1$ day".to_owned() } else { format!("${n}$ days") };
    let (first, second) = (days(s), days(t));
    let when = if u == 0 { "at the start".to_owned() } else { format!("{} after the start", days(u)) };
    let given = Given::numbers(&[("a", a), ("b", b), ("s", s), ("t", t), ("u", u)]);
    let stem = match dice.below(3) {
        0 => format!(
            "The number of cells in a culture is multiplied by the same factor every day. \
             There are ${a}$ cells {first} after the start and ${b}$ cells {second} after the start.\n\
             How many cells are there {when}?"
        ),
        1 => format!(
            "Duckweed on a pond grows so that its area increases by the same percentage every day. It covers \
             ${a}$ square centimetres {first} after the start and ${b}$ square centimetres {second} after the start.\n\
             What area does it cover {when}, in square centimetres?"
        ),
        _ => format!(
            "A rumour spreads so that each day the number of people who know it grows by the same factor.\n\
             After {second} ${b}$ people know it, and after {first} it was ${a}$. How many people know it {when}?"
        ),
    };
    // The factor k of a day leads from one reading to the other.
    let claim = given.solve(&["k"], &["a*k^(t - s) = b"], &["k > 0"], "a*k^(u - s)");
    let stretch = t - s;
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "a*(b/a)^((u - s)/(t - s))",
        wrong: &[
            ("adds the same number every day", "a + (b - a)*(u - s)/(t - s)"),
            ("goes one day too far", "a*(b/a)^((u - s + 1)/(t - s))"),
            ("stops one day short", "a*(b/a)^((u - s - 1)/(t - s))"),
            ("takes the ratio of the two readings for the factor of one day", "a*(b/a)^(u - s)"),
            ("starts from the later reading", "b*(b/a)^((u - s)/(t - s))"),
            ("takes the first reading for the one at the start", "a*(b/a)^(u/(t - s))"),
            ("takes the later reading for the one at the start", "b*(b/a)^(u/(t - s))"),
            ("goes two days too far", "a*(b/a)^((u - s + 2)/(t - s))"),
        ],
        steps: &[
            (
                &format!(
                    "In ${stretch}$ days the factor is $\\frac{{{b}}}{{{a}}} = {}$, so it is ${factor}$ for one day.",
                    fraction(b, a)
                ),
                &["ratio", "indices"],
            ),
            (
                &if u < s {
                    format!(
                        "Going back {} from the first reading: ${a} \\div {factor}^{{{}}} = {result}$.",
                        days(s - u),
                        s - u
                    )
                } else {
                    format!(
                        "Going on {} from the first reading: ${a} \\times {factor}^{{{}}} = {result}$.",
                        days(u - s),
                        u - s
                    )
                },
                &["indices", "arithmetic"],
            ),
        ],
        insight: "The ratio of two readings belongs to the days between them, wherever they lie.",
    })
}
