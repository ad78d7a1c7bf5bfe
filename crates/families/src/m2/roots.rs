//! Symmetric expressions of two numbers.

use super::super::draft::{Given, Parts, borrowed};
use super::super::formula::{bracketed, fraction, polynomial};
use super::super::whole::is_square;
use super::super::{Draft, Written};
use crate::Difficulty;
use crate::claim::Claim;
use crate::dice::Dice;

pub(super) const TWO_ROOTS: Written = Written {
    schema: "M2",
    name: "two_roots",
    idea: "An expression treats two numbers alike. It can be written in their sum and their product, which are known or \
           soon found, so that the numbers themselves are not needed.",
    objects: &["quadratic equations", "symmetric expressions"],
    constraints: &["sum of the numbers", "product of the numbers"],
    asked: "a symmetric expression of the two numbers",
    wrong_paths: &[
        "the sum of the roots with the wrong sign",
        "forgetting the cross term of a square",
        "adding reciprocals as if the sum were reciprocal",
        "keeping a factor of two that belongs to the product",
    ],
    rationale: [
        "The expression is one step from sum and product.",
        "The expression has to be rewritten before sum and product can be put in.",
        "Sum and product are hidden in lengths or in other powers.",
    ],
    draft: two_roots,
};

/// What is asked of the roots: LaTeX, claim, key, and wrong paths in the sum p and the product q.
struct Asked {
    latex: String,
    ask: String,
    key: String,
    wrong: Vec<(&'static str, String)>,
    rewrite: String,
    value: String,
}

fn two_roots(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy | Difficulty::Medium => of_an_equation(dice, difficulty == Difficulty::Easy),
        Difficulty::Hard => match dice.below(3) {
            0 => right_triangle(dice),
            1 => rectangle(dice),
            _ => sum_of_cubes(dice),
        },
    }
}

/// Sum and product of two different real numbers that are not whole.
fn sum_and_product(dice: &mut Dice) -> (i64, i64) {
    loop {
        let (p, q) = (dice.range(-8, 8), dice.range(-6, 6));
        if p != 0 && q != 0 && p * p > 4 * q && !is_square(p * p - 4 * q) {
            return (p, q);
        }
    }
}

fn of_an_equation(dice: &mut Dice, easy: bool) -> Draft {
    let (p, q) = sum_and_product(dice);
    let asked = if easy { one_step(dice, p, q) } else { rewritten(dice, p, q) };
    let equation = polynomial("x", &[1, -p, q]);
    let latex = &asked.latex;
    let stem = match dice.below(4) {
        0 => format!(
            "The equation ${equation} = 0$ has the roots $\\alpha$ and $\\beta$.\nWhat is the value of ${latex}$?"
        ),
        1 => format!(
            "Given that $\\alpha$ and $\\beta$ are the two solutions of ${equation} = 0$, find ${latex}$."
        ),
        2 => format!(
            "The graph of $y = {equation}$ crosses the $x$-axis at $x = \\alpha$ and $x = \\beta$.\n\
             Find the value of ${latex}$."
        ),
        _ => format!(
            "Let $\\alpha$ and $\\beta$ be the roots of the quadratic ${equation}$.\n\
             Which of the following is equal to ${latex}$?"
        ),
    };
    let claim = of_roots(p, q, &asked.ask);
    let wrong = borrowed(&asked.wrong);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &asked.key,
        wrong: &wrong,
        steps: &[
            (
                &format!("From the coefficients $\\alpha + \\beta = {p}$ and $\\alpha\\beta = {q}$."),
                &["quadratics"],
            ),
            (&format!("${latex} = {} = {}$.", asked.rewrite, asked.value), &["algebra", "arithmetic"]),
        ],
        insight: "What treats both roots alike can be written in their sum and product.",
    })
}

/// Both roots satisfy the equation and they differ.
fn of_roots(p: i64, q: i64, ask: &str) -> Claim {
    Given::numbers(&[("p", p), ("q", q)]).solve(
        &["a", "b"],
        &["a^2 - p*a + q = 0", "b^2 - p*b + q = 0"],
        &["a < b"],
        ask,
    )
}

fn one_step(dice: &mut Dice, p: i64, q: i64) -> Asked {
    let texts = |wrong: &[(&'static str, &str)]| {
        wrong.iter().map(|(why, gives)| (*why, (*gives).to_owned())).collect()
    };
    match dice.below(3) {
        0 => Asked {
            latex: "\\alpha^{2} + \\beta^{2}".into(),
            ask: "a^2 + b^2".into(),
            key: "p^2 - 2*q".into(),
            wrong: texts(&[
                ("forgets the cross term of the square", "p^2"),
                ("takes the cross term with the wrong sign", "p^2 + 2*q"),
                ("takes the cross term once only", "p^2 - q"),
                ("gives the square of the difference", "p^2 - 4*q"),
                ("takes the cross term once only, with the wrong sign", "p^2 + q"),
                ("mixes up the sum and the product", "q^2 - 2*p"),
            ]),
            rewrite: format!("{}^{{2}} - 2 \\times {}", bracketed(p), bracketed(q)),
            value: (p * p - 2 * q).to_string(),
        },
        1 => Asked {
            latex: "\\frac{1}{\\alpha} + \\frac{1}{\\beta}".into(),
            ask: "1/a + 1/b".into(),
            key: "p/q".into(),
            wrong: texts(&[
                ("takes the sum of the roots with the wrong sign", "-p/q"),
                ("adds reciprocals as if the sum were reciprocal", "1/p"),
                ("adds the numerators and the denominators", "2/p"),
                ("turns the quotient upside down", "q/p"),
                ("turns the quotient upside down, with the wrong sign", "-q/p"),
                ("multiplies the denominators but does not add", "1/q"),
            ]),
            rewrite: "\\frac{\\alpha + \\beta}{\\alpha\\beta}".into(),
            value: fraction(p, q),
        },
        _ => {
            let k: i64 = *dice.pick(&[1, 2, 3, -1, -2, -3]);
            let sign = if k < 0 { '-' } else { '+' };
            let size = k.abs();
            let gives = |a: i64, b: i64| format!("q + ({a})*p + ({b})");
            Asked {
                latex: format!("(\\alpha {sign} {size})(\\beta {sign} {size})"),
                ask: format!("(a {sign} {size})*(b {sign} {size})"),
                key: gives(k, k * k),
                wrong: vec![
                    ("takes the sum of the roots with the wrong sign", gives(-k, k * k)),
                    ("forgets the cross terms", gives(0, k * k)),
                    ("forgets the last term", gives(k, 0)),
                    ("counts the cross terms twice", gives(2 * k, k * k)),
                    ("takes the last term with the wrong sign", gives(k, -k * k)),
                    ("forgets the last term and the sign of the sum", gives(-k, 0)),
                ],
                rewrite: format!(
                    "\\alpha\\beta {sign} {}(\\alpha + \\beta) + {}",
                    if size == 1 { String::new() } else { size.to_string() },
                    k * k
                ),
                value: (q + k * p + k * k).to_string(),
            }
        }
    }
}

fn rewritten(dice: &mut Dice, p: i64, q: i64) -> Asked {
    let texts = |wrong: &[(&'static str, &str)]| {
        wrong.iter().map(|(why, gives)| (*why, (*gives).to_owned())).collect()
    };
    match dice.below(4) {
        0 => Asked {
            latex: "\\alpha^{3} + \\beta^{3}".into(),
            ask: "a^3 + b^3".into(),
            key: "p^3 - 3*p*q".into(),
            wrong: texts(&[
                ("forgets the cross terms of the cube", "p^3"),
                ("takes the cross terms with the wrong sign", "p^3 + 3*p*q"),
                ("leaves the sum out of the cross terms", "p^3 - 3*q"),
                ("takes the sum of the roots with the wrong sign", "-(p^3 - 3*p*q)"),
                ("multiplies the sum of squares by the sum and stops", "p*(p^2 - 2*q)"),
                ("takes the cross terms once only, with the wrong sign", "p^3 + p*q"),
            ]),
            rewrite: "(\\alpha + \\beta)^{3} - 3\\alpha\\beta(\\alpha + \\beta)".into(),
            value: (p * p * p - 3 * p * q).to_string(),
        },
        1 => Asked {
            latex: "\\frac{\\alpha}{\\beta} + \\frac{\\beta}{\\alpha}".into(),
            ask: "a/b + b/a".into(),
            key: "(p^2 - 2*q)/q".into(),
            wrong: texts(&[
                ("forgets the cross term of the square", "p^2/q"),
                ("takes the cross term with the wrong sign", "(p^2 + 2*q)/q"),
                ("takes the cross term once only", "(p^2 - q)/q"),
                ("divides by the sum instead of the product", "(p^2 - 2*q)/p"),
                ("forgets to divide by the product", "p^2 - 2*q"),
                ("gives the square of the difference over the product", "(p^2 - 4*q)/q"),
            ]),
            rewrite: "\\frac{(\\alpha + \\beta)^{2} - 2\\alpha\\beta}{\\alpha\\beta}".into(),
            value: fraction(p * p - 2 * q, q),
        },
        2 => Asked {
            latex: "(\\alpha - \\beta)^{2}".into(),
            ask: "(a - b)^2".into(),
            key: "p^2 - 4*q".into(),
            wrong: texts(&[
                ("gives the sum of the squares", "p^2 - 2*q"),
                ("takes the product with the wrong sign", "p^2 + 4*q"),
                ("forgets the product", "p^2"),
                ("takes the cross term of the square once only", "p^2 - 3*q"),
                ("takes the cross term twice with the wrong sign", "p^2 + 2*q"),
                ("subtracts the product once only", "p^2 - q"),
            ]),
            rewrite: "(\\alpha + \\beta)^{2} - 4\\alpha\\beta".into(),
            value: (p * p - 4 * q).to_string(),
        },
        _ => Asked {
            latex: "\\frac{1}{\\alpha^{2}} + \\frac{1}{\\beta^{2}}".into(),
            ask: "1/a^2 + 1/b^2".into(),
            key: "(p^2 - 2*q)/q^2".into(),
            wrong: texts(&[
                ("squares the sum of the reciprocals and stops", "p^2/q^2"),
                ("takes the cross term with the wrong sign", "(p^2 + 2*q)/q^2"),
                ("forgets to square the product", "(p^2 - 2*q)/q"),
                ("takes the cross term once only", "(p^2 - q)/q^2"),
                ("gives the square of the difference over that of the product", "(p^2 - 4*q)/q^2"),
                ("adds reciprocals as if the sum were reciprocal", "1/(p^2 - 2*q)"),
            ]),
            rewrite: "\\frac{(\\alpha + \\beta)^{2} - 2\\alpha\\beta}{(\\alpha\\beta)^{2}}".into(),
            value: fraction(p * p - 2 * q, q * q),
        },
    }
}

/// Perimeter and longest side give the area without the short sides.
fn right_triangle(dice: &mut Dice) -> Draft {
    // The sum of the short sides lies between the longest side and √2 of it, and both are even or both odd.
    let (h, s) = loop {
        let h = dice.range(5, 30);
        let s = h + 2 * dice.range(1, 6);
        if s * s <= 2 * h * h {
            break (h, s);
        }
    };
    let perimeter = h + s;
    let given = Given::numbers(&[("h", h), ("p", perimeter)]);
    let stem = match dice.below(3) {
        0 => format!(
            "A right-angled triangle has a perimeter of ${perimeter}$ and a hypotenuse of length ${h}$.\n\
             What is its area?"
        ),
        1 => format!(
            "The hypotenuse of a right-angled triangle is ${h}$ units long, and its three sides have a total \
             length of ${perimeter}$ units.\n\
             Find the area of the triangle in square units."
        ),
        _ => format!(
            "The sides of a triangle are ${h}$, $x$ and $y$, with a right angle between the sides $x$ and $y$. The \
             perimeter is ${perimeter}$.\n\
             What is the area of the triangle?"
        ),
    };
    let claim = given.solve(&["x", "y"], &["x + y + h = p", "x^2 + y^2 = h^2"], &["x > 0", "y > 0"], "x*y/2");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "((p - h)^2 - h^2)/4",
        wrong: &[
            ("forgets the half in the area", "((p - h)^2 - h^2)/2"),
            ("takes the cross term to be the area", "(p - h)^2 - h^2"),
            ("takes the two short sides to be equal", "(p - h)^2/8"),
            ("takes half the product of the hypotenuse and what is left", "h*(p - h)/2"),
            ("halves the product of the short sides twice", "((p - h)^2 - h^2)/8"),
            ("uses the perimeter for the sum of the short sides", "(p^2 - h^2)/4"),
            ("takes a quarter of the square of the hypotenuse", "h^2/4"),
        ],
        steps: &[
            (
                &format!(
                    "Let the short sides be $x$ and $y$: $x + y = {s}$ and $x^{{2}} + y^{{2}} = {}$.",
                    h * h
                ),
                &["geometry", "algebra"],
            ),
            (
                &format!("Then $2xy = {s}^{{2}} - {h}^{{2}} = ({s} - {h})({s} + {h}) = {}$.", s * s - h * h),
                &["algebra"],
            ),
            (
                &format!("The area is $\\frac{{1}}{{2}}xy = {}$.", (s * s - h * h) / 4),
                &["geometry", "arithmetic"],
            ),
        ],
        insight: "The area is in the cross term of the square of the sum of the short sides.",
    })
}

fn rectangle(dice: &mut Dice) -> Draft {
    let (s, q) = loop {
        let (s, q) = (dice.range(5, 16), dice.range(3, 40));
        if s * s > 4 * q && !is_square(s * s - 4 * q) {
            break (s, q);
        }
    };
    let square = s * s - 2 * q;
    let diagonal = if is_square(square) { square.isqrt().to_string() } else { format!("\\sqrt{{{square}}}") };
    let given_diagonal =
        if is_square(square) { square.isqrt().to_string() } else { format!("sqrt({square})") };
    let perimeter = 2 * s;
    let stem = match dice.below(3) {
        0 => format!(
            "A rectangle has a perimeter of ${perimeter}$, and its diagonals have length ${diagonal}$.\n\
             What is its area?"
        ),
        1 => format!(
            "A rectangle with a perimeter of ${perimeter}$ fits exactly into a circle of diameter ${diagonal}$, \
             with all four corners on the circle.\n\
             Find the area of the rectangle."
        ),
        _ => format!(
            "The diagonal of a rectangular card is ${diagonal}$ units long. A thread laid once round its edge is \
             ${perimeter}$ units long.\n\
             What is the area of the card in square units?"
        ),
    };
    let mut given = Given::numbers(&[("p", perimeter)]);
    given.number("d", given_diagonal);
    let claim = given.solve(&["x", "y"], &["2*(x + y) = p", "x^2 + y^2 = d^2"], &["x > 0", "y > 0"], "x*y");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "((p/2)^2 - d^2)/2",
        wrong: &[
            ("forgets to halve the cross term", "(p/2)^2 - d^2"),
            ("uses the whole perimeter for the sum of the sides", "(p^2 - d^2)/2"),
            ("takes the rectangle to be a square with that diagonal", "d^2/2"),
            ("takes the rectangle to be a square with that perimeter", "(p/4)^2"),
            ("halves the cross term twice", "((p/2)^2 - d^2)/4"),
            ("adds the squares instead of subtracting them", "((p/2)^2 + d^2)/2"),
        ],
        steps: &[
            (
                &format!("For sides $x$ and $y$: $x + y = {s}$ and $x^{{2}} + y^{{2}} = {square}$."),
                &["geometry", "algebra"],
            ),
            (
                &format!("So $2xy = {s}^{{2}} - {square} = {}$, and the area is $xy = {q}$.", 2 * q),
                &["algebra", "arithmetic"],
            ),
        ],
        insight: "The area is in the cross term of the square of the sum of the sides.",
    })
}

fn sum_of_cubes(dice: &mut Dice) -> Draft {
    let (s, q) = loop {
        let (s, q) = (dice.range(2, 9), dice.range(-6, 12));
        if q != 0 && s * s > 4 * q && !is_square(s * s - 4 * q) {
            break (s, q);
        }
    };
    let (cubes, squares) = (s * s * s - 3 * s * q, s * s - 2 * q);
    let from_squares = dice.below(2) == 0;
    let (known, known_power, value, asked, result) = if from_squares {
        ("x^{2} + y^{2}", 2, squares, "x^{3} + y^{3}", cubes)
    } else {
        ("x^{3} + y^{3}", 3, cubes, "x^{2} + y^{2}", squares)
    };
    let given = Given::numbers(&[("s", s), ("t", value)]);
    let stem = match dice.below(3) {
        0 => format!(
            "Two real numbers satisfy $x + y = {s}$ and ${known} = {value}$.\nWhat is the value of ${asked}$?"
        ),
        1 => format!("Given that $x + y = {s}$ and ${known} = {value}$, find ${asked}$."),
        _ => format!(
            "For two numbers $x$ and $y$ it is known that ${known} = {value}$. Their sum is ${s}$.\n\
             Find the value of ${asked}$."
        ),
    };
    let known_equation = format!("x^{known_power} + y^{known_power} = t");
    let ask = if from_squares { "x^3 + y^3" } else { "x^2 + y^2" };
    let claim = given.solve(&["x", "y"], &["x + y = s", &known_equation], &[], ask);
    let (key, wrong): (&str, &[(&str, &str)]) = if from_squares {
        (
            "s^3 - 3*s*(s^2 - t)/2",
            &[
                ("cubes the sum term by term", "s^3"),
                ("multiplies the sum by the sum of squares", "s*t"),
                ("forgets to halve the cross term", "s^3 - 3*s*(s^2 - t)"),
                ("takes the cross terms with the wrong sign", "s^3 + 3*s*(s^2 - t)/2"),
                ("leaves the sum out of the cross terms", "s^3 - 3*(s^2 - t)/2"),
                ("takes off the cross terms once only", "s^3 - s*(s^2 - t)/2"),
                ("adds the product once to the sum of squares", "s*(t + (s^2 - t)/2)"),
            ],
        )
    } else {
        (
            "s^2 - 2*(s^3 - t)/(3*s)",
            &[
                ("squares the sum term by term", "s^2"),
                ("divides the sum of cubes by the sum", "t/s"),
                ("forgets the factor three of the cross terms", "s^2 - 2*(s^3 - t)/s"),
                ("takes the cross term with the wrong sign", "s^2 + 2*(s^3 - t)/(3*s)"),
                ("takes the cross term once only", "s^2 - (s^3 - t)/(3*s)"),
                ("gives the square of the difference", "s^2 - 4*(s^3 - t)/(3*s)"),
                ("takes the cross term once only, with the wrong sign", "s^2 + (s^3 - t)/(3*s)"),
            ],
        )
    };
    let product = if from_squares {
        format!("$2xy = {s}^{{2}} - {} = {}$, so $xy = {q}$.", bracketed(value), 2 * q)
    } else {
        format!("$3xy(x + y) = {s}^{{3}} - {} = {}$, so $xy = {q}$.", bracketed(value), 3 * s * q)
    };
    let last = if from_squares {
        format!("$x^{{3}} + y^{{3}} = (x + y)^{{3}} - 3xy(x + y) = {result}$.")
    } else {
        format!("$x^{{2}} + y^{{2}} = (x + y)^{{2}} - 2xy = {result}$.")
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong,
        steps: &[(&product, &["algebra"]), (&last, &["algebra", "arithmetic"])],
        insight: "The product of the numbers links all the sums of powers.",
    })
}
