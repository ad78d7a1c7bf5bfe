//! Equal springs, end to end and side by side.

use super::super::Draft;
use super::super::draft::{Given, Parts};
use super::super::formula::{capital, fraction, quantity, word};
use crate::Difficulty::{self, Easy, Hard, Medium};
use crate::dice::Dice;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Easy => one_arrangement(dice),
        Medium => two_groups(dice),
        Hard => cut_in_pieces(dice),
    }
}

fn one_arrangement(dice: &mut Dice) -> Draft {
    let n = dice.range(2, 5);
    let series = dice.below(2) == 0;
    let (a, b) = *dice.pick(&[(1, 2), (1, 3), (2, 1), (2, 3), (3, 2), (3, 1), (3, 4), (2, 5)]);
    let (scale, unit) = (dice.range(1, 6), dice.range(1, 4));
    let d = a * unit * if series { 1 } else { n };
    let answer = quantity(if series { n * b * unit } else { b * unit }, "cm");
    let (key, each) = if series { ("n*d*w/p", "w = k*y") } else { ("d*w/(n*p)", "w = n*k*y") };
    let whole = if series { "x = n*y" } else { "x = y" };
    let wrong: &[(&str, &str)] = if series {
        &[
            ("takes springs in a row to share the load", "d*w/(n*p)"),
            ("gives the extension of one spring", "d*w/p"),
            ("forgets that the load is different", "n*d"),
            ("inverts the ratio of the loads", "n*d*p/w"),
            ("counts the number of springs twice", "n^2*d*w/p"),
            ("forgets the load and takes it to be shared", "d/n"),
        ]
    } else {
        &[
            ("adds the extensions of springs side by side", "n*d*w/p"),
            ("gives the extension of a single spring", "d*w/p"),
            ("forgets that the load is different", "d/n"),
            ("inverts the ratio of the loads", "d*p/(n*w)"),
            ("divides by the number of springs twice", "d*w/(n^2*p)"),
            ("forgets the load and adds the extensions", "n*d"),
        ]
    };
    let mut given = Given::default();
    let p = given.quantity("p", a * scale, "N");
    let w = given.quantity("w", b * scale, "N");
    let number = word(n);
    let n = given.number("n", n);
    let way = if series { "end to end" } else { "side by side" };
    let hang = if series { "hung one below the other" } else { "hung next to each other" };
    let one = quantity(fraction(d * b, a), "cm");
    let d = given.quantity("d", d, "cm");
    let then = if series {
        format!("End to end each of the {number} springs carries the whole load")
    } else {
        format!("Side by side each of the {number} springs carries one part in {n:#} of the load")
    };
    let stem = match dice.below(3) {
        0 => format!(
            "A light spring is stretched by {d} by a load of {p}. Now {number} such springs are joined {way} and carry a load of {w}.\n\
             How far does the load move down?"
        ),
        1 => format!(
            "Equal light springs obey Hooke's law; {p} stretches one of them by {d}.\n\
             If {number} of them are {hang} and together hold up a load of {w}, what is the extension of the arrangement?"
        ),
        _ => format!(
            "A load of {w} hangs from {number} equal light springs, which are fitted {way}. One of these springs alone is stretched by \
             {d} by a load of {p}.\nBy how much does the load stretch the whole?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&["k", "y", "x"], &["p = k*d", each, whole], &[], "x").in_unit("cm"),
        key,
        wrong,
        steps: &[
            (&format!("A load of {w} stretches one spring by {one}."), &["springs", "ratio"]),
            (&format!("{then}, so the extension is {answer}."), &["springs"]),
        ],
        insight: "In a row every spring carries the whole load; side by side they share it.",
    })
}

fn two_groups(dice: &mut Dice) -> Draft {
    let (m, n) = *dice.pick(&[
        (1, 2),
        (2, 1),
        (1, 3),
        (3, 1),
        (2, 3),
        (3, 2),
        (2, 4),
        (4, 2),
        (1, 4),
        (4, 1),
        (1, 5),
        (3, 3),
    ]);
    let d = m * n * dice.range(1, 5) * if m == n || m * n < 4 { 2 } else { 1 };
    let group = |k: i64| {
        if k == 1 { "a single spring".to_owned() } else { format!("{} springs side by side", word(k)) }
    };
    let load = dice.range(2, 15);
    let mut given = Given::default();
    let w = given.quantity("w", load, "N");
    let upper = group(m);
    let lower = group(n);
    let hang = if n == 1 { format!("hangs {lower}") } else { format!("hang {lower}") };
    let carry = if n == 1 { "carries" } else { "carry" };
    let fixed = if n == 1 { "This is" } else { "These are" };
    let first = quantity(fraction(d, m), "cm");
    let second = quantity(fraction(d, n), "cm");
    let answer = quantity(fraction(d * (m + n), m * n), "cm");
    let d = given.quantity("d", d, "cm");
    given.number("m", m);
    given.number("n", n);
    let stem = match dice.below(3) {
        0 => format!(
            "All the light springs in an arrangement are equal; a load of {w} stretches one of them by {d}. A light bar hangs from \
             {upper}, and below it {hang}, which {carry} the load of {w}.\nHow far does the load move down when it is put on?"
        ),
        1 => format!(
            "A load of {w} hangs from {lower}. {fixed} fixed to a light bar, and the bar hangs from {upper}. All the springs are \
             equal and light.\nOne spring alone is stretched by {d} by this load. What is the extension of the whole arrangement?"
        ),
        _ => format!(
            "By itself, a light spring is stretched by {d} by a load of {w}. With more springs of this kind, an arrangement is built: \
             {upper} above, then a light bar, then {lower} with the load of {w}.\nBy how much is the arrangement stretched?"
        ),
    };
    // Both groups carry the whole load.
    let claim =
        given.solve(&["k", "y", "z"], &["w = k*d", "w = m*k*y", "w = n*k*z"], &[], "y + z").in_unit("cm");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "d/m + d/n",
        wrong: &[
            ("puts all the springs side by side", "d/(m + n)"),
            ("puts all the springs in a row", "(m + n)*d"),
            ("counts the upper group only", "d/m"),
            ("counts the lower group only", "d/n"),
            ("lets each group carry half the load", "d/(2*m) + d/(2*n)"),
            ("takes each group for one spring", "2*d"),
            ("adds the stiffness of groups that follow each other", "d*m*n/(m + n)"),
        ],
        steps: &[
            (
                &format!(
                    "Each group carries the whole load: the upper one is stretched by {first}, the lower one by \
                     {second}."
                ),
                &["springs"],
            ),
            (&format!("Together this is {answer}."), &["arithmetic"]),
        ],
        insight: "Groups that follow each other each carry the whole load, and their extensions add.",
    })
}

fn cut_in_pieces(dice: &mut Dice) -> Draft {
    let n = dice.range(2, 6);
    let m = dice.range(2, n);
    let d = n * m * dice.range(1, if n * m > 12 { 3 } else { 6 });
    let load = dice.range(2, 20);
    let used = if m == n && n == 2 {
        "Both pieces".to_owned()
    } else if m == n {
        "All the pieces".to_owned()
    } else {
        format!("{} of the pieces", capital(word(m)))
    };
    let used_low = match (m, n) {
        (2, 2) => "both".to_owned(),
        _ if m == n => "all of them".to_owned(),
        _ => format!("{} of them", word(m)),
    };
    let mut given = Given::default();
    let w = given.quantity("w", load, "N");
    let number = word(n);
    let some = used_low;
    let piece = fraction(d, n);
    let answer = fraction(d, n * m);
    let d = given.quantity("d", d, "cm");
    let n = given.number("n", n);
    let m = given.number("m", m);
    let stem = match dice.below(3) {
        0 => format!(
            "A light spring is stretched by {d} by a load of {w}. It is cut into {number} equal pieces. {used} are hung side by side \
             and carry the same load of {w} together.\nBy how much are they stretched?"
        ),
        1 => format!(
            "A long light spring is cut into {number} equal parts, and {some} are fitted side by side between a beam and a load of \
             {w}.\nBefore it was cut, this load stretched the spring by {d}. What is the extension now?"
        ),
        _ => format!(
            "When a load of {w} hangs from a uniform light spring, the extension is {d}. The spring is cut into {number} equal lengths, \
             and the load is hung from {some}, side by side.\nWhat is the extension then?"
        ),
    };
    // Under one load a piece takes its part of the extension; side by side the pieces share the load.
    let claim = given.solve(&["c", "x"], &["w = c*(d/n)", "w = m*(c*x)"], &[], "x").in_unit("cm");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "d/(n*m)",
        wrong: &[
            ("takes a piece to be as stiff as the whole spring", "d/m"),
            ("takes a piece to be softer than the whole spring", "n*d/m"),
            ("gives the extension of one piece alone", "d/n"),
            ("takes the two changes to cancel", "d"),
            ("takes pieces side by side to be softer than one", "m*d/n"),
            ("adds the two factors instead of multiplying them", "d/(n + m)"),
            ("lets each piece share the load twice", "d/(n*m^2)"),
        ],
        steps: &[
            (
                &format!(
                    "One piece under the whole load is stretched by ${d:#} \\div {n:#} = {piece}\\,\\mathrm{{cm}}$."
                ),
                &["springs"],
            ),
            (
                &format!(
                    "Side by side each carries one part in {m:#} of the load: ${piece} \\div {m:#} = {answer}\\,\\mathrm{{cm}}$."
                ),
                &["springs"],
            ),
        ],
        insight: "A piece of a spring is stiffer than the whole, and pieces side by side share the load.",
    })
}
