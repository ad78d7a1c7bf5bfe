//! Equal lamps at one supply.

use super::super::Draft;
use super::super::draft::{Given, Parts};
use super::super::formula::{capital, fraction, quantity, word};
use crate::Difficulty::{self, Easy, Hard, Medium};
use crate::dice::Dice;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Easy => in_a_row(dice),
        Medium => rearranged(dice),
        Hard => unequal_shares(dice),
    }
}

/// What glows or gives heat, in the singular and in the plural.
const PARTS: &[(&str, &str)] =
    &[("lamp", "lamps"), ("heater", "heaters"), ("heating wire", "heating wires"), ("bulb", "bulbs")];

fn in_a_row(dice: &mut Dice) -> Draft {
    let n = dice.range(2, 6);
    let part = dice.range(1, 12) * if n < 4 { 2 } else { 1 };
    // One alone takes n·n parts, all in series n, each of these one.
    let each = dice.below(2) == 0;
    let power = part * n * if each { n } else { 1 };
    let others: &[(&str, &str)] = if each {
        &[
            ("takes the power of each to fall with the number, without the square", "p/n"),
            ("takes each to have the power it has alone", "p"),
            ("multiplies by the number", "p*n"),
            ("multiplies by the square of the number", "p*n^2"),
            ("divides by the number once more, for the share of each", "p/n^3"),
            ("divides by twice the number", "p/(2*n)"),
        ]
    } else {
        &[
            ("adds the powers, as for a parallel circuit", "p*n"),
            ("takes the whole power to stay the same", "p"),
            ("gives the power of one of them only", "p/n^2"),
            ("takes the whole power to be proportional to the square of the number", "p*n^2"),
            ("divides by twice the number", "p/(2*n)"),
            ("gives twice the power of one of them", "2*p/n^2"),
        ]
    };
    let ask = if each { "x/n" } else { "x" };
    let (thing, things) = *dice.pick(PARTS);
    let number = word(n);
    let many = capital(number);
    let mut given = Given::default();
    let p = given.quantity("p", power, "W");
    let asked =
        if each { format!("each of the {things}") } else { format!("the {number} {things} together") };
    let take =
        if each { format!("does each of the {things} take") } else { "do they take together".to_owned() };
    let together = match (each, n) {
        (true, _) => "each of them",
        (false, 2) => "both together",
        (false, _) => "all of them together",
    };
    let all = fraction(power, n);
    let one = quantity(fraction(power, n * n), "W");
    let n = given.number("n", n);
    let then = if each { format!(", and each has {one}") } else { String::new() };
    let stem = match dice.below(3) {
        0 => format!(
            "A {thing} takes a power of {p} when it is connected to a certain supply on its own. Now {number} such {things} are \
             connected in series to the same supply.\nWhat is the power of {asked}, if resistance does not change?"
        ),
        1 => format!(
            "{many} equal {things} are connected in series to a supply. One of them alone would take {p} from this supply; the \
             resistance of a {thing} is constant.\nWhat power {take}?"
        ),
        _ => format!(
            "Connected to the mains, one {thing} has a power of {p}. Now {number} of this kind are connected to the mains in \
             series.\nWhat is the power of {together}, if the resistance of a {thing} stays the same?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["r", "x"], &["p*r = u^2", "x*(n*r) = u^2"], &[], ask).in_unit("W"),
        key: if each { "p/n^2" } else { "p/n" },
        wrong: others,
        steps: &[
            (
                &format!(
                    "In series the resistance is {n:#} times as large, so the current is {n:#} times smaller."
                ),
                &["circuits"],
            ),
            (
                &format!(
                    "At the same voltage they take ${p:#} \\div {n:#} = {all}\\,\\mathrm{{W}}$ in all{then}."
                ),
                &["circuits", "ratio"],
            ),
        ],
        insight: "At a fixed voltage the whole power is inversely proportional to the whole resistance.",
    })
}

fn rearranged(dice: &mut Dice) -> Draft {
    let n = dice.range(2, 6);
    let to_parallel = dice.below(2) == 0;
    let part = dice.range(1, 20);
    let power = if to_parallel { part } else { part * n * n };
    let (from, to) = if to_parallel { ("series", "parallel") } else { ("parallel", "series") };
    let equations: [&str; 2] =
        if to_parallel { ["p*(n*r) = u^2", "x*(r/n) = u^2"] } else { ["p*(r/n) = u^2", "x*(n*r) = u^2"] };
    let (key, answer) = if to_parallel { ("p*n^2", part * n * n) } else { ("p/n^2", part) };
    let wrong: &[(&str, &str)] = if to_parallel {
        &[
            ("multiplies by the number only once", "p*n"),
            ("takes the power to stay the same", "p"),
            ("divides where the power grows", "p/n"),
            ("divides by the square where the power grows", "p/n^2"),
            ("multiplies by the number three times", "p*n^3"),
            ("doubles the factor instead of squaring it", "2*p*n"),
        ]
    } else {
        &[
            ("divides by the number only once", "p/n"),
            ("takes the power to stay the same", "p"),
            ("multiplies where the power falls", "p*n"),
            ("multiplies by the square where the power falls", "p*n^2"),
            ("divides by the number three times", "p/n^3"),
            ("doubles the factor instead of squaring it", "p/(2*n)"),
        ]
    };
    let (thing, things) = *dice.pick(PARTS);
    let number = word(n);
    let mut given = Given::default();
    let square = n * n;
    let p = given.quantity("p", power, "W");
    let n = given.number("n", n);
    let many = capital(number);
    let change = if to_parallel { "smaller" } else { "larger" };
    let then = if to_parallel { "\\times" } else { "\\div" };
    let x = answer;
    let stem = match dice.below(3) {
        0 => format!(
            "{many} equal {things} in {from} take {p} in all from a supply of constant voltage.\n\
             What do they take in all when they are connected in {to} to the same supply? Resistance does not change."
        ),
        1 => format!(
            "The total power of {number} equal {things}, connected in {from} to a supply, is {p}. They are then connected to it in \
             {to}.\nWhat is the total power now, if their resistance is constant?"
        ),
        _ => format!(
            "A supply delivers {p} to {number} equal {things} that are connected in {from}. Its voltage is always the same, and so \
             is the resistance of each {thing}.\nHow much does it deliver when they are connected in {to}?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["r", "x"], &equations, &[], "x").in_unit("W"),
        key,
        wrong,
        steps: &[
            (
                &format!(
                    "In series the resistance is {n:#} times that of one, in parallel one over {n:#} of it."
                ),
                &["circuits"],
            ),
            (
                &format!(
                    "So it becomes {square} times {change}, and the power is ${p:#} {then} {square} = {x}\\,\\mathrm{{W}}$."
                ),
                &["circuits", "ratio"],
            ),
        ],
        insight: "From series to parallel the resistance changes by the square of the number.",
    })
}

fn unequal_shares(dice: &mut Dice) -> Draft {
    let m = dice.range(2, 5);
    let part = dice.range(1, 12);
    let (thing, things) = *dice.pick(PARTS);
    let number = word(m);
    if m > 2 && dice.below(2) == 0 {
        return one_fails(dice, (thing, things), m, part);
    }
    let single = dice.below(3) == 0;
    let power = part * m * (m + 1);
    let (key, answer) = if single { ("p*n/(n + 1)", part * m * m) } else { ("p/(n*(n + 1))", part) };
    let all: [(&str, &str); 6] = [
        ("takes every one to have an equal share of the power", "p/(n + 1)"),
        ("gives the group and the single one equal shares", "p/2"),
        ("shares the power of the group equally with the single one", "p/(2*n)"),
        ("takes a part of the current for the same part of the power", if single { "p/n" } else { "p/n^2" }),
        ("takes the whole power to be that of the single one", if single { "p" } else { "p/n" }),
        (
            "takes the power to be proportional to the number, not to its square",
            if single { "p*(n - 1)/n" } else { "p/(n + 2)" },
        ),
    ];
    let mut given = Given::default();
    let p = given.quantity("p", power, "W");
    let n = given.number("n", m);
    let square = m * m;
    let asked = if single {
        format!("the single {thing}")
    } else {
        format!("each of the {number} {things} in parallel")
    };
    let whole = fraction(m + 1, m);
    let share = if single { fraction(m, m + 1) } else { fraction(1, m * (m + 1)) };
    let stem = match dice.below(3) {
        0 => format!(
            "One {thing} is in series with {number} others, which are in parallel with each other. All are equal, and together they \
             take {p} from a supply.\nWhat is the power of {asked}?"
        ),
        1 => format!(
            "A group of {number} equal {things} in parallel, with one more of the same kind in series with the group, takes a total \
             power of {p}.\nHow much of this is taken by {asked}?"
        ),
        _ => format!(
            "Equal {things} are connected to a supply: {number} of them in parallel, and a single one in series with these. The supply \
             delivers {p}.\nAt what power does {asked} run?"
        ),
    };
    // The square of the current is s; each of the group carries one part of n.
    let claim = given
        .solve(&["s"], &["p = s*r + n*(s/n^2)*r"], &[], if single { "s*r" } else { "(s/n^2)*r" })
        .in_unit("W");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &all,
        steps: &[
            (
                &format!(
                    "Each in the group carries one part in {n:#} of the current, so it has one part in {square} of \
                     the power of the single one, and the whole has ${whole}$ times that of the single one."
                ),
                &["circuits", "ratio"],
            ),
            (&format!("So the share asked for is ${share}$: ${answer}\\,\\mathrm{{W}}$."), &["arithmetic"]),
        ],
        insight: "Equal parts compare by the square of their current.",
    })
}

fn one_fails(dice: &mut Dice, (thing, things): (&str, &str), m: i64, part: i64) -> Draft {
    let number = word(m);
    let power = part * m * m;
    let mut given = Given::default();
    let p = given.quantity("p", power, "W");
    given.number("n", m);
    let before = fraction(m + 1, m);
    let after = fraction(m, m - 1);
    let factor = fraction(m * m - 1, m * m);
    let x = quantity(part * (m * m - 1), "W");
    let stem = match dice.below(3) {
        0 => format!(
            "One {thing} is in series with {number} others, which are in parallel with each other. All are equal, and a supply of \
             constant voltage gives them {p} in all.\nOne of the {number} breaks, so that no current passes it. \
             What is the total power then?"
        ),
        1 => format!(
            "A supply of constant voltage feeds a group of {number} equal {things} in parallel, with one more of the same kind in \
             series with the group. The total power is {p}.\nWhat does it become when one {thing} of the group is taken out?"
        ),
        _ => format!(
            "Equal {things} are connected to a supply of constant voltage: {number} of them in parallel, and one more in series \
             with these. Together they take {p}.\nOne of the parallel {things} burns out. What do the others take together?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given
            .solve(&["r", "x"], &["p*(r + r/n) = u^2", "x*(r + r/(n - 1)) = u^2"], &[], "x")
            .in_unit("W"),
        key: "p*(n^2 - 1)/n^2",
        wrong: &[
            ("takes the total power to stay the same", "p"),
            ("takes the power to grow as the resistance does", "p*n^2/(n^2 - 1)"),
            ("looks at the parallel group only", "p*(n - 1)/n"),
            ("takes every one to have an equal share of the power", "p*n/(n + 1)"),
            ("takes the share of the broken one to be shared by the others", "p*(n + 1)/n"),
            ("takes the loss to be twice as large, for current and voltage", "p*(n^2 - 2)/n^2"),
        ],
        steps: &[
            (&format!("Before, the resistance is ${before}R$; afterwards it is ${after}R$."), &["circuits"]),
            (
                &format!(
                    "At the same voltage the power changes by ${before} \\div {after} = {factor}$, to {x}."
                ),
                &["circuits", "ratio"],
            ),
        ],
        insight: "Only the whole resistance counts, and the group is but a part of it.",
    })
}
