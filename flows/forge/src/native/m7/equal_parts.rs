//! Sums and products that are extreme when their parts are equal.

use super::inscribed;
use crate::Difficulty;
use crate::claim::Extreme;
use crate::dice::Dice;
use crate::native::draft::{Given, Parts, Shown, borrowed};
use crate::native::formula::{fraction, sum};
use crate::native::whole::is_square;
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M7",
    name: "equal_parts",
    idea: "Two positive parts with a fixed sum have the greatest product when they are equal, and two with a fixed product the \
           least sum. The curve and the line of equal values touch where the parts agree.",
    objects: &["rectangles", "sum and product", "inscribed shapes"],
    constraints: &["a fixed sum", "a fixed product", "a corner on a line or a circle"],
    asked: "the greatest area or product, or the least sum",
    wrong_paths: &[
        "making the sides equal where the parts should be",
        "maximising each side for itself",
        "the place of the optimum instead of its value",
        "leaving out a factor that the parts carry",
    ],
    rationale: [
        "The sum or the product of the two quantities themselves is fixed.",
        "The quantities enter with different factors, so it is the parts that have to be equal.",
        "The fixed sum is hidden in a triangle, a circle or a sum of squares.",
    ],
    draft: equal_parts,
};

fn equal_parts(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(6)) {
        (Difficulty::Easy, 0..=2) => fence(dice, 2, 2),
        (Difficulty::Easy, _) => fixed_product(dice, false),
        (Difficulty::Medium, 0..=2) => {
            let (along, across) = *dice.pick(&[(1, 2), (1, 2), (2, 3), (2, 4), (1, 3), (1, 4), (2, 5)]);
            fence(dice, along, across)
        }
        (Difficulty::Medium, _) => fixed_product(dice, true),
        (Difficulty::Hard, 0 | 1) => inscribed::in_triangle(dice),
        (Difficulty::Hard, 2) => inscribed::in_circle(dice),
        (Difficulty::Hard, _) => inscribed::squares(dice),
    }
}

fn fence_stem(dice: &mut Dice, length: &Shown, along: i64, across: i64) -> String {
    let what = *dice.pick(&["fencing", "wire netting", "hurdles"]);
    let pen = *dice.pick(&["pen", "vegetable plot", "paddock", "enclosure"]);
    match (along, across) {
        (2, 2) => match dice.below(4) {
            0 => format!(
                "A farmer has {length} of {what} to enclose a rectangular {pen}.\nWhat is the greatest area it can have?"
            ),
            1 => format!(
                "A rectangular {pen} has a perimeter of {length}.\nWhat is its greatest possible area?"
            ),
            2 => format!(
                "A rope of length {length} is laid out on level ground in the form of a rectangle.\nWhat is the \
                 greatest area it can enclose?"
            ),
            _ => format!(
                "The whole {length} of a roll of wire netting is used to surround a rectangular {pen}.\nHow large \
                 can the area of the {pen} be?"
            ),
        },
        (1, 2) => match dice.below(3) {
            0 => format!(
                "A rectangular {pen} is built against a long straight wall, so that only three sides need {what}. \
                 There is {length} of it.\nWhat is the greatest area of the {pen}?"
            ),
            1 => format!(
                "With {length} of {what}, three sides of a rectangular {pen} are closed off; the fourth side is a \
                 river bank.\nWhat is the greatest area that can be enclosed?"
            ),
            _ => format!(
                "One side of a rectangular {pen} is the wall of a barn. The other three sides together measure \
                 {length}.\nWhat is the greatest possible area of the {pen}?"
            ),
        },
        (1, _) => {
            let inner = parts(across - 1);
            match dice.below(2) {
                0 => format!(
                    "A rectangular {pen} against a long wall is divided into {inner} at right angles to the wall. \
                     The wall itself needs no fence, and {length} of {what} is used in all.\nWhat is the greatest \
                     total area?"
                ),
                _ => format!(
                    "Using a straight river bank as one side, a rectangle is fenced off and divided into {inner} at \
                     right angles to the bank. In all, {length} of {what} is available.\nWhat is the greatest total \
                     area?"
                ),
            }
        }
        (_, _) => {
            let inner = parts(across - 1);
            match dice.below(2) {
                0 => format!(
                    "A rectangular {pen} is divided into {inner} parallel to one pair of sides. For all the fences \
                     together, including the sides, there is {length} of {what}.\nWhat is the greatest total area of \
                     the {pen}?"
                ),
                _ => format!(
                    "With {length} of {what} a rectangle is fenced in and divided into {inner} parallel to one of \
                     its sides.\nWhat is the greatest area the whole rectangle can have?"
                ),
            }
        }
    }
}

/// A rectangle fenced with `along` long and `across` short stretches.
fn fence(dice: &mut Dice, along: i64, across: i64) -> Draft {
    let half = 2 * along * across;
    let step = if half % 4 == 0 { half / 2 } else { half };
    let total = step * dice.range((24 / step).max(2), (160 / step).max(6));
    let mut given = Given::default();
    let length = given.quantity("l", total, "m");
    let stem = fence_stem(dice, &length, along, across);
    let tie = format!("{along}*x + {across}*y = l");
    let over = [("x", "0", "l"), ("y", "0", "l")];
    let claim = given.extreme(Extreme::Greatest, "x*y", &over, Some(&tie)).in_unit("m^2");
    let all = along + across;
    let mut wrong = vec![
        ("makes all stretches of fence equally long", format!("(l/{all})^2")),
        ("halves the fence for one direction only", format!("l^2/{}", 2 * along * across)),
        ("takes each side as a quarter of the fence, whatever is fenced", "(l/4)^2".to_owned()),
        ("takes a third of the fence for each side", "(l/3)^2".to_owned()),
        ("halves the fence twice for one direction", format!("l^2/{}", 8 * along * across)),
        ("counts one stretch of fence too many", format!("l^2/{}", 4 * (along + 1) * across)),
        ("squares half of the fence", "(l/2)^2".to_owned()),
        ("counts three stretches instead of those there are", "l^2/8".to_owned()),
    ];
    if (along, across) == (2, 2) {
        wrong = vec![
            ("squares half of the fence", "(l/2)^2".to_owned()),
            ("halves the square of the half", "l^2/8".to_owned()),
            ("makes one side twice as long as the other", "l^2/18".to_owned()),
            ("takes a third of the fence for each side", "(l/3)^2".to_owned()),
            ("makes one side four times as long as the other", "l^2/25".to_owned()),
            ("makes one side three times as long as the other", "3*l^2/64".to_owned()),
            ("halves each side of the square once more", "(l/8)^2".to_owned()),
        ];
    }
    let wrong = borrowed(&wrong);
    let (x, y) = (fraction(total, 2 * along), fraction(total, 2 * across));
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("l^2/{}", 4 * along * across),
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "With sides $x$ and $y$ the fence is ${} = {total}$.",
                    sum(&[(along, "x".to_owned()), (across, "y".to_owned())])
                ),
                &["algebra"],
            ),
            (
                &format!(
                    "The two parts have a fixed sum, so their product, and with it the area, is greatest when each is ${}$.",
                    fraction(total, 2)
                ),
                &["quadratics", "inequalities"],
            ),
            (
                &format!(
                    "Then $x = {x}$ and $y = {y}$, and the area is ${}$ square metres.",
                    fraction(total * total, 4 * along * across)
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Half of the fence goes to each direction, however many stretches it has.",
    })
}

fn parts(n: i64) -> &'static str {
    match n {
        2 => "two parts by a fence",
        3 => "three parts by two fences",
        _ => "four parts by three fences",
    }
}

/// Least ax + by for positive x and y with a fixed product.
fn fixed_product(dice: &mut Dice, weighted: bool) -> Draft {
    let (a, b, n) = loop {
        let (a, b) = if weighted { (dice.range(1, 9), dice.range(1, 9)) } else { (1, 1) };
        let n = if weighted { dice.range(2, 60) } else { dice.range(2, 20).pow(2) };
        let under = a * b * n;
        if is_square(under) && under < 4000 && (!weighted || a != b) {
            break (a, b, n);
        }
    };
    let root = i64::isqrt(a * b * n);
    let f = sum(&[(a, "x".to_owned()), (b, "y".to_owned())]);
    let quotient = if weighted {
        format!("{} + \\frac{{{}}}{{x}}", sum(&[(a, "x".to_owned())]), b * n)
    } else {
        format!("x + \\frac{{{n}}}{{x}}")
    };
    // One variable shows the product of the two terms in place of the fixed product.
    let (stem, shown) = match dice.below(5) {
        0 => (
            format!(
                "The positive numbers $x$ and $y$ satisfy $xy = {n}$.\nWhat is the least possible value of ${f}$?"
            ),
            false,
        ),
        1 => (format!("What is the least value of\n${quotient}$\nfor $x > 0$?"), true),
        2 => (
            format!(
                "The point $(x, y)$ lies on the curve $xy = {n}$ with $x > 0$.\nWhat is the smallest value that ${f}$ can have?"
            ),
            false,
        ),
        3 => (
            format!(
                "The line ${f} = k$, where $k > 0$, meets the curve $xy = {n}$.\nWhat is the least possible value of $k$?"
            ),
            false,
        ),
        _ => (
            format!(
                "For all positive $x$, ${quotient} \\ge m$.\nWhat is the largest possible value of the constant $m$?"
            ),
            true,
        ),
    };
    let given = Given::numbers(&[("a", a), ("b", b), ("n", n), ("k", b * n), ("z", 0)]);
    let claim = if shown {
        given.extreme(Extreme::Least, "a*x + k/x", &[("x", "1/10", "200")], None)
    } else {
        let near = [("x", "1/10", "200"), ("y", "0", "10*n")];
        given.extreme(Extreme::Least, "a*x + b*y", &near, Some("x*y = n"))
    };
    let wrong = product_mistakes(a, b, n, shown);
    let wrong = borrowed(&wrong);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*sqrt(a*b*n)",
        wrong: &wrong,
        steps: &[
            (
                &if shown {
                    format!("The two terms have the fixed product ${}$.", a * b * n)
                } else if weighted {
                    format!(
                        "The two terms ${}$ and ${}$ have the fixed product ${} \\times {n} = {}$.",
                        sum(&[(a, "x".to_owned())]),
                        sum(&[(b, "y".to_owned())]),
                        a * b,
                        a * b * n
                    )
                } else {
                    format!("The product of $x$ and $y$ is fixed at ${n}$.")
                },
                &["algebra"],
            ),
            (
                &format!(
                    "Their sum is least when they are equal, each ${root}$: the least value is ${}$.",
                    2 * root
                ),
                &["inequalities", "arithmetic"],
            ),
        ],
        insight: "Two positive terms with a fixed product have the least sum when they are equal.",
    })
}

fn product_mistakes(a: i64, b: i64, n: i64, shown: bool) -> Vec<(&'static str, String)> {
    let mut wrong = vec![
        ("gives one of the two equal parts", "sqrt(a*b*n)".to_owned()),
        ("doubles the sum of the equal parts again", "4*sqrt(a*b*n)".to_owned()),
        (
            if shown { "takes the value at one" } else { "sets the first variable to one" },
            "a + b*n".to_owned(),
        ),
        (
            if shown {
                "makes the second term as small as its coefficient"
            } else {
                "sets the second variable to one"
            },
            "a*n + b".to_owned(),
        ),
        ("forgets the root", "2*a*b*n".to_owned()),
        ("takes half of the product for the sum", "a*b*n/2".to_owned()),
    ];
    if a == b {
        let why = if shown { "takes the value at two" } else { "takes two and half of the product" };
        wrong.push((why, "2 + n/2".to_owned()));
    } else if shown {
        if is_square(b * n) {
            wrong.push(("leaves the coefficient out", "2*sqrt(b*n)".to_owned()));
        }
    } else {
        let rooted = [
            ("makes the variables equal, not the parts", n, "(a + b)*sqrt(n)"),
            ("leaves the coefficients out", n, "2*sqrt(n)"),
            ("leaves the first coefficient out", b * n, "2*sqrt(b*n)"),
            ("leaves the second coefficient out", a * n, "2*sqrt(a*n)"),
        ];
        wrong.extend(
            rooted
                .into_iter()
                .filter(|(_, n, _)| is_square(*n))
                .map(|(why, _, gives)| (why, gives.to_owned())),
        );
    }
    wrong
}
