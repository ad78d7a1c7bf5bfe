//! Roots in roots, which come in pairs.

use super::super::draft::{Given, Parts};
use super::super::formula::surd;
use super::super::whole::is_square;
use super::super::{Draft, Written};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const NESTED_RADICALS: Written = Written {
    schema: "M2",
    name: "nested_radicals",
    idea: "Two nested roots differ only in one sign. Their product is free of the inner root, so the square of their sum \
           or difference is too.",
    objects: &["surds", "conjugate pairs"],
    constraints: &["the two roots differ in one sign"],
    asked: "a product, sum or difference of the pair",
    wrong_paths: &[
        "taking a root term by term",
        "forgetting the cross term of a square",
        "forgetting the outer root",
        "the wrong sign of the cross term",
    ],
    rationale: [
        "The two roots are multiplied.",
        "The sum or difference is squared, and its square is asked.",
        "The sum or difference itself is asked, and nothing hints at squaring.",
    ],
    draft: nested_radicals,
};

fn nested_radicals(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let pair = Pair::draw(dice);
    match difficulty {
        Difficulty::Easy => product(dice, &pair),
        Difficulty::Medium => square(dice, &pair),
        Difficulty::Hard => combined(dice, &pair),
    }
}

/// The roots √m + √n and √m - √n, written with one root in another.
struct Pair {
    m: i64,
    n: i64,
    /// The sum of m and n, which stands outside the inner root.
    p: i64,
    upper: String,
    lower: String,
    given: Given,
}

const PLUS: &str = "sqrt(p + k*sqrt(q))";
const MINUS: &str = "sqrt(p - k*sqrt(q))";

impl Pair {
    fn draw(dice: &mut Dice) -> Self {
        let (m, n) = loop {
            let (m, n) = (dice.range(2, 13), dice.range(1, 12));
            // The inner root must not be whole.
            if m > n && !is_square(m * n) {
                break (m, n);
            }
        };
        let p = m + n;
        let (inner, inner_number, scale) = match dice.below(2) {
            0 => (format!("2\\sqrt{{{}}}", m * n), m * n, 2),
            _ => (format!("\\sqrt{{{}}}", 4 * m * n), 4 * m * n, 1),
        };
        let (upper, lower) = (format!("\\sqrt{{{p} + {inner}}}"), format!("\\sqrt{{{p} - {inner}}}"));
        let given = Given::numbers(&[("p", p), ("q", inner_number), ("k", scale)]);
        Self { m, n, p, upper, lower, given }
    }
}

fn product(dice: &mut Dice, pair: &Pair) -> Draft {
    let Pair { m, n, p, upper, lower, given } = pair;
    let (m, n, p) = (*m, *n, *p);

    let stem = match dice.below(3) {
        0 => format!("What is the value of ${upper} \\times {lower}$?"),
        1 => format!("Let $a = {upper}$ and $b = {lower}$.\nFind the value of $ab$."),
        _ => format!("A rectangle has sides of length ${upper}$ and ${lower}$.\nWhat is its area?"),
    };
    let claim =
        given.clone().solve(&["x", "y"], &[&format!("x = {PLUS}"), &format!("y = {MINUS}")], &[], "x*y");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "sqrt(p^2 - k^2*q)",
        wrong: &[
            ("forgets the outer roots", "p^2 - k^2*q"),
            ("forgets the inner root altogether", "p"),
            ("adds the squares instead of subtracting them", "sqrt(p^2 + k^2*q)"),
            ("takes the root term by term", "p - k*sqrt(q)"),
            ("adds the two expressions under the roots", "2*p"),
            ("adds the two expressions under one root", "sqrt(2*p)"),
        ],
        steps: &[
            (
                &format!(
                    "Under one root the product is a difference of squares, ${} - {} = {}$.",
                    p * p,
                    4 * m * n,
                    (m - n) * (m - n)
                ),
                &["algebra", "indices"],
            ),
            (&format!("The product is $\\sqrt{{{}}} = {}$.", (m - n) * (m - n), m - n), &["indices"]),
        ],
        insight: "The product under the root is a difference of squares.",
    })
}

fn square(dice: &mut Dice, pair: &Pair) -> Draft {
    let Pair { m, n, p, upper, lower, given } = pair;
    let (m, n, p) = (*m, *n, *p);

    let sum = dice.below(2) == 0;
    let sign = if sum { "+" } else { "-" };
    let stem = match dice.below(3) {
        0 => format!("Given that $x = {upper} {sign} {lower}$, find the value of $x^{{2}}$."),
        1 => format!("What is the value of $({upper} {sign} {lower})^{{2}}$?"),
        _ => format!("A square has sides of length ${upper} {sign} {lower}$.\nFind its area."),
    };
    let claim = given.clone().solve(&["x"], &[&format!("x = {PLUS} {sign} {MINUS}")], &[], "x^2");
    let (key, opposite) = if sum {
        ("2*p + 2*sqrt(p^2 - k^2*q)", "2*p - 2*sqrt(p^2 - k^2*q)")
    } else {
        ("2*p - 2*sqrt(p^2 - k^2*q)", "2*p + 2*sqrt(p^2 - k^2*q)")
    };
    let result = if sum { 4 * m } else { 4 * n };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            ("forgets the cross term of the square", "2*p"),
            ("takes the cross term with the wrong sign", opposite),
            (
                "takes the cross term once only",
                if sum { "2*p + sqrt(p^2 - k^2*q)" } else { "2*p - sqrt(p^2 - k^2*q)" },
            ),
            (
                "takes the cross term once only, with the wrong sign",
                if sum { "2*p - sqrt(p^2 - k^2*q)" } else { "2*p + sqrt(p^2 - k^2*q)" },
            ),
            (
                "forgets the root in the cross term",
                if sum { "2*p + 2*(p^2 - k^2*q)" } else { "2*p - 2*(p^2 - k^2*q)" },
            ),
            ("gives the expression under one root without the inner root", "p"),
            ("squares twice", "4*p"),
        ],
        steps: &[
            (&format!("The squares add up to ${}$, because the inner roots cancel.", 2 * p), &["algebra"]),
            (
                &format!(
                    "The cross term is $2\\sqrt{{{}^{{2}} - {}}} = {}$, so the value is ${} {sign} {} = {result}$.",
                    p,
                    4 * m * n,
                    2 * (m - n),
                    2 * p,
                    2 * (m - n)
                ),
                &["indices", "arithmetic"],
            ),
        ],
        insight: "In the square the inner roots cancel and the cross term is a difference of squares.",
    })
}

fn combined(dice: &mut Dice, pair: &Pair) -> Draft {
    let Pair { m, n, p, upper, lower, given } = pair;
    let (m, n, p) = (*m, *n, *p);

    let sum = dice.below(2) == 0;
    let sign = if sum { "+" } else { "-" };
    let text = format!("{upper} {sign} {lower}");
    let stem = match dice.below(3) {
        0 => format!("Which of the following is equal to ${text}$?"),
        1 => format!("Simplify ${text}$."),
        _ => format!("The exact value of ${text}$ can be written without nested roots.\nWhat is this value?"),
    };
    let claim = given.clone().solve(&["x"], &[&format!("x = {PLUS} {sign} {MINUS}")], &[], "x");
    let (key, opposite) = if sum {
        ("sqrt(2*p + 2*sqrt(p^2 - k^2*q))", "sqrt(2*p - 2*sqrt(p^2 - k^2*q))")
    } else {
        ("sqrt(2*p - 2*sqrt(p^2 - k^2*q))", "sqrt(2*p + 2*sqrt(p^2 - k^2*q))")
    };
    let result = if sum { m } else { n };
    let root = surd(4 * result);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            ("forgets the cross term of the square", "sqrt(2*p)"),
            ("takes the cross term with the wrong sign", opposite),
            (
                "takes the cross term once only",
                if sum { "sqrt(2*p + sqrt(p^2 - k^2*q))" } else { "sqrt(2*p - sqrt(p^2 - k^2*q))" },
            ),
            (
                "takes the cross term once only, with the wrong sign",
                if sum { "sqrt(2*p - sqrt(p^2 - k^2*q))" } else { "sqrt(2*p + sqrt(p^2 - k^2*q))" },
            ),
            if sum {
                ("takes the root term by term", "2*sqrt(p)")
            } else {
                ("leaves out the outer roots", "2*k*sqrt(q)")
            },
            ("adds the expressions under the roots and halves", "sqrt(p)"),
            ("multiplies the two roots instead of combining them", "sqrt(p^2 - k^2*q)"),
        ],
        steps: &[
            (
                &format!(
                    "Square it: ${} {sign} 2\\sqrt{{{}^{{2}} - {}}} = {} {sign} {} = {}$.",
                    2 * p,
                    p,
                    4 * m * n,
                    2 * p,
                    2 * (m - n),
                    4 * result
                ),
                &["algebra", "indices"],
            ),
            (&format!("The value is positive, so it is $\\sqrt{{{}}} = {root}$.", 4 * result), &["indices"]),
        ],
        insight: "The square of the whole is free of nested roots, because the pair multiplies to a difference of squares.",
    })
}
