//! Squares, products and higher powers of both functions, tied by the sum of their squares.

use super::{angle, asked, sign, words};
use crate::Difficulty;
use crate::claim::Extreme;
use crate::dice::Dice;
use crate::native::draft::{Given, Parts, borrowed};
use crate::native::formula::{fraction, sum};
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M5",
    name: "powers_of_both",
    idea: "The squares of sine and cosine add up to one. Any symmetric expression in them is therefore a function of their \
           product, which is half the sine of the double angle.",
    objects: &["powers of sine and cosine", "product of both", "reciprocals of squares"],
    constraints: &["the squares add up to one"],
    asked: "a bound of a symmetric expression",
    wrong_paths: &[
        "forgetting the middle term after a square",
        "letting both functions be one at once",
        "taking the product of the functions to reach one",
        "mixing up the least and the greatest value",
    ],
    rationale: [
        "The product or the square of the sum is written with the double angle.",
        "A square is completed first, so that only the product of the functions is left.",
        "The tie between the squares is hidden: a sum that stays fixed, or reciprocals whose product does.",
    ],
    draft: powers,
};

fn powers(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(3)) {
        (Difficulty::Easy, 0) => product(dice),
        (Difficulty::Easy, 1) => square_of_sum(dice),
        (Difficulty::Easy, _) => product_of_squares(dice),
        (Difficulty::Medium, kind) => high_powers(dice, kind),
        (Difficulty::Hard, 0) => reciprocals(dice),
        (Difficulty::Hard, 1) => tangents(dice),
        (Difficulty::Hard, _) => fixed_sum(dice),
    }
}

const CONSTANTS: &[i64] = &[-9, -7, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 8, 10];

fn product(dice: &mut Dice) -> Draft {
    let (p, q) = (dice.range(3, 24), *dice.pick(CONSTANTS));
    let x = angle(dice);
    let find = *dice.pick(&[Extreme::Greatest, Extreme::Least]);
    let s = sign(find);
    let f = sum(&[(p, format!("\\sin {x}\\cos {x}")), (q, String::new())]);
    let stem = asked(dice, find, &f, x);
    Draft::new(Parts {
        stem: &stem,
        claim: Given::numbers(&[("p", p), ("q", q)]).extreme(
            find,
            "p*sin(x)*cos(x) + q",
            &[("x", "0", "2*pi")],
            None,
        ),
        key: &format!("q + {s}*p/2"),
        wrong: &[
            ("lets sine and cosine be one at once", &format!("q + {s}*p")),
            ("squares the half that the double angle brings", &format!("q + {s}*p/4")),
            ("turns the double angle's half into a factor of two", &format!("q + {s}*2*p")),
            (&format!("gives the {} value", words(find).1), &format!("q - {s}*p/2")),
            ("leaves out the constant", &format!("{s}*p/2")),
            ("takes the product to lie between zero and a half", "q"),
            ("adds the constant before halving", &format!("(q + {s}*p)/2")),
        ],
        steps: &[
            (
                &format!(
                    "$\\sin {x}\\cos {x} = \\frac{{1}}{{2}}\\sin 2{x}$ lies between $-\\frac{{1}}{{2}}$ and $\\frac{{1}}{{2}}$."
                ),
                &["trigonometry"],
            ),
            (&format!("The bound is ${}$.", fraction(2 * q + s * p, 2)), &["arithmetic"]),
        ],
        insight: "The product of sine and cosine is half the sine of the double angle.",
    })
}

fn square_of_sum(dice: &mut Dice) -> Draft {
    let (p, q) = (dice.range(2, 12), *dice.pick(CONSTANTS));
    let x = angle(dice);
    let minus = dice.below(2) == 1;
    let (inner, stated) = if minus {
        (format!("\\sin {x} - \\cos {x}"), "(sin(x) - cos(x))^2")
    } else {
        (format!("\\sin {x} + \\cos {x}"), "(sin(x) + cos(x))^2")
    };
    let f = sum(&[(p, format!("({inner})^2")), (q, String::new())]);
    let stem = asked(dice, Extreme::Greatest, &f, x);
    Draft::new(Parts {
        stem: &stem,
        claim: Given::numbers(&[("p", p), ("q", q)]).extreme(
            Extreme::Greatest,
            &format!("p*{stated} + q"),
            &[("x", "0", "2*pi")],
            None,
        ),
        key: "2*p + q",
        wrong: &[
            ("forgets the middle term after squaring", "p + q"),
            ("lets sine and cosine have size one at once", "4*p + q"),
            ("takes the middle term to reach two", "3*p + q"),
            ("leaves out the constant", "2*p"),
            ("takes the least value, at which the bracket is zero", "q"),
            ("halves the middle term although it is doubled", "3*p/2 + q"),
            ("multiplies the constant too", "2*p + 2*q"),
        ],
        steps: &[
            (
                &format!("Squared, the bracket is $1 {} \\sin 2{x}$.", if minus { "-" } else { "+" }),
                &["trigonometry", "algebra"],
            ),
            (
                &format!(
                    "This is at most $2$, so the bound is ${}$.",
                    sum(&[(2 * p, String::new()), (q, String::new())]) + &format!(" = {}", 2 * p + q)
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Squared out, the squares make one and the middle term is the sine of the double angle.",
    })
}

fn product_of_squares(dice: &mut Dice) -> Draft {
    let p = *dice.pick(&[4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 6, 10, 14, 18]);
    let q = *dice.pick(CONSTANTS);
    let x = angle(dice);
    let down = dice.below(2) == 1;
    let (find, k) = if down { (Extreme::Least, -p) } else { (Extreme::Greatest, p) };
    let square = format!("\\sin^2 {x}\\cos^2 {x}");
    let f =
        if down { sum(&[(q, String::new()), (k, square)]) } else { sum(&[(k, square), (q, String::new())]) };
    let stem = asked(dice, find, &f, x);
    Draft::new(Parts {
        stem: &stem,
        claim: Given::numbers(&[("k", k), ("q", q)]).extreme(
            find,
            "k*sin(x)^2*cos(x)^2 + q",
            &[("x", "0", "2*pi")],
            None,
        ),
        key: "k/4 + q",
        wrong: &[
            ("lets both squares be one at once", "k + q"),
            ("forgets to square the half", "k/2 + q"),
            ("takes the product to be squared once more", "k/16 + q"),
            ("gives the other bound, where one of the squares is zero", "q"),
            ("lets the product of squares be negative", "q - k/4"),
            ("leaves out the constant", "k/4"),
            ("turns the quarter into a factor of four", "4*k + q"),
        ],
        steps: &[
            (
                &format!(
                    "$\\sin^2 {x}\\cos^2 {x} = \\frac{{1}}{{4}}\\sin^2 2{x}$ lies between $0$ and $\\frac{{1}}{{4}}$."
                ),
                &["trigonometry"],
            ),
            (&format!("The bound is ${}$.", fraction(k + 4 * q, 4)), &["arithmetic"]),
        ],
        insight: "The product of the squares is a quarter of the square of one sine.",
    })
}

/// Fourth or sixth powers, or fourth powers with the product of squares: 1 less a multiple of that product.
fn high_powers(dice: &mut Dice, kind: usize) -> Draft {
    let p = dice.range(2, 12);
    let q = *dice.pick(CONSTANTS);
    let x = angle(dice);
    let bracket = |n: i64| format!("(\\sin^{n} {x} + \\cos^{n} {x})");
    // The expression is p + q + k s with the product of squares s between 0 and a quarter.
    let (k, shown, stated, given, n) = match kind {
        0 => (-2 * p, vec![(p, bracket(4)), (q, String::new())], "p*(sin(x)^4 + cos(x)^4) + q", 0, 4),
        1 => (-3 * p, vec![(p, bracket(6)), (q, String::new())], "p*(sin(x)^6 + cos(x)^6) + q", 0, 6),
        _ => {
            let mut r = *dice.pick(&[-8, -6, -4, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24]);
            if r == 2 * p {
                r += 4;
            }
            let shown = vec![(p, bracket(4)), (r, format!("\\sin^2 {x}\\cos^2 {x}")), (q, String::new())];
            (r - 2 * p, shown, "p*(sin(x)^4 + cos(x)^4) + r*sin(x)^2*cos(x)^2 + q", r, 4)
        }
    };
    let f = sum(&shown);
    // At the quarter: the bound that has to be worked for.
    let find = if k < 0 { Extreme::Least } else { Extreme::Greatest };
    let stem = asked(dice, find, &f, x);
    let mut names = vec![("p", p), ("q", q)];
    if kind == 2 {
        names.push(("r", given));
    }
    let k_text = match kind {
        0 => "(-2*p)",
        1 => "(-3*p)",
        _ => "(r - 2*p)",
    };
    let mut wrong = vec![
        (
            "forgets the middle term after raising the sum of squares to a power",
            if kind == 2 { "p + q + r/4" } else { "p + q" }.to_owned(),
        ),
        ("takes the product of the squares to reach one", format!("p + q + {k_text}")),
        ("takes the product of the squares to reach a half", format!("p + q + {k_text}/2")),
        ("lets both functions be zero at once", "q".to_owned()),
        ("leaves out the constant", format!("p + {k_text}/4")),
        ("takes the product of the squares to reach an eighth", format!("p + q + {k_text}/8")),
    ];
    if kind == 2 {
        wrong.push(("gives the other bound, where the product is zero", "p + q".to_owned()));
    } else {
        wrong.push(("lets both functions be one at once", "2*p + q".to_owned()));
    }
    let wrong = borrowed(&wrong);
    let raised = if n == 4 { "square" } else { "cube" };
    Draft::new(Parts {
        stem: &stem,
        claim: Given::numbers(&names).extreme(find, stated, &[("x", "0", "2*pi")], None),
        key: &format!("p + q + {k_text}/4"),
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "The {raised} of $\\sin^2 {x} + \\cos^2 {x} = 1$ gives $\\sin^{n} {x} + \\cos^{n} {x} = 1 - \
                     {}\\sin^2 {x}\\cos^2 {x}$.",
                    n / 2
                ),
                &["algebra", "trigonometry"],
            ),
            (
                &format!(
                    "With $s = \\sin^2 {x}\\cos^2 {x}$ the expression is ${}$, and $s = \\frac{{1}}{{4}}\\sin^2 2{x}$ lies between $0$ \
                     and $\\frac{{1}}{{4}}$.",
                    sum(&[(p + q, String::new()), (k, "s".to_owned())])
                ),
                &["trigonometry"],
            ),
            (
                &format!("The bound is at $s = \\frac{{1}}{{4}}$ and is ${}$.", fraction(4 * (p + q) + k, 4)),
                &["arithmetic"],
            ),
        ],
        insight: "The squares add up to one, so only the product of the squares is left, and that is a quarter of a squared sine.",
    })
}

/// `What is the least value of … for 0 < x < π/2?`
fn least_acute(dice: &mut Dice, f: &str, x: &str) -> String {
    let range = format!("$0 < {x} < \\frac{{\\pi}}{{2}}$");
    match dice.below(4) {
        0 => format!("What is the least value of\n${f}$\nfor {range}?"),
        1 => format!(
            "The function $\\mathrm{{f}}({x}) = {f}$ is defined for {range}.\nWhat is its minimum value?"
        ),
        2 => format!(
            "For {range}, the expression\n${f}$\nis never less than $m$ and sometimes equal to $m$. What is $m$?"
        ),
        _ => format!("The angle ${x}$ satisfies {range}. What is the smallest possible value of\n${f}$?"),
    }
}

fn reciprocals(dice: &mut Dice) -> Draft {
    let (a, b) = (dice.range(1, 9), dice.range(1, 9));
    let x = angle(dice);
    let (p, q) = (a * a, b * b);
    let f = format!("\\frac{{{p}}}{{\\sin^2 {x}}} + \\frac{{{q}}}{{\\cos^2 {x}}}");
    let stem = least_acute(dice, &f, x);
    Draft::new(Parts {
        stem: &stem,
        claim: Given::numbers(&[("p", p), ("q", q)]).extreme(
            Extreme::Least,
            "p/sin(x)^2 + q/cos(x)^2",
            &[("x", "0", "pi/2")],
            None,
        ),
        key: "(sqrt(p) + sqrt(q))^2",
        wrong: &[
            ("lets both squares be one at once", "p + q"),
            ("lets both squares be a half", "2*(p + q)"),
            ("forgets the two before the root of the product", "p + q + sqrt(p*q)"),
            ("takes only the terms that vary", "2*sqrt(p*q)"),
            ("takes twice the product without its root", "p + q + 2*p*q"),
            ("doubles the middle term once more", "p + q + 4*sqrt(p*q)"),
            ("takes four times the root of the product", "4*sqrt(p*q)"),
        ],
        steps: &[
            (
                &format!(
                    "Since $\\frac{{1}}{{\\sin^2 {x}}} = 1 + \\cot^2 {x}$ and $\\frac{{1}}{{\\cos^2 {x}}} = 1 + \
                     \\tan^2 {x}$, it is ${} + {}\\cot^2 {x} + {}\\tan^2 {x}$.",
                    p + q,
                    one(p),
                    one(q)
                ),
                &["trigonometry", "algebra"],
            ),
            (
                &format!(
                    "${}\\cot^2 {x} + {}\\tan^2 {x} = ({}\\cot {x} - {}\\tan {x})^2 + {}$, and the square can be zero.",
                    one(p),
                    one(q),
                    one(a),
                    one(b),
                    2 * a * b
                ),
                &["quadratics", "trigonometry"],
            ),
            (
                &format!("The least value is ${} + {} = {}$.", p + q, 2 * a * b, (a + b) * (a + b)),
                &["arithmetic"],
            ),
        ],
        insight: "Tangent and cotangent have a fixed product, so a square can be completed and set to zero.",
    })
}

/// A coefficient, left out if it is one.
fn one(n: i64) -> String {
    if n == 1 { String::new() } else { n.to_string() }
}

fn tangents(dice: &mut Dice) -> Draft {
    let (p, q) = *dice.pick(&[
        (1, 4),
        (1, 9),
        (4, 9),
        (2, 8),
        (2, 18),
        (3, 12),
        (1, 16),
        (4, 1),
        (9, 1),
        (9, 4),
        (8, 2),
        (18, 2),
        (12, 3),
        (3, 27),
        (5, 20),
        (20, 5),
        (16, 9),
        (9, 16),
        (4, 25),
        (6, 24),
        (1, 25),
        (25, 4),
        (16, 1),
        (2, 32),
        (32, 2),
        (27, 3),
    ]);
    let c = *dice.pick(CONSTANTS);
    let x = angle(dice);
    let root = i64::isqrt(p * q);
    let f = sum(&[(p, format!("\\tan^2 {x}")), (q, format!("\\cot^2 {x}")), (c, String::new())]);
    let stem = least_acute(dice, &f, x);
    Draft::new(Parts {
        stem: &stem,
        claim: Given::numbers(&[("p", p), ("q", q), ("c", c)]).extreme(
            Extreme::Least,
            "p*tan(x)^2 + q*cot(x)^2 + c",
            &[("x", "0", "pi/2")],
            None,
        ),
        key: "2*sqrt(p*q) + c",
        wrong: &[
            ("sets tangent and cotangent equal to one", "p + q + c"),
            ("lets both squares be zero at once", "c"),
            ("forgets the two before the root of the product", "sqrt(p*q) + c"),
            ("leaves out the constant", "2*sqrt(p*q)"),
            ("takes twice the product without its root", "2*p*q + c"),
            ("takes four times the root of the product", "4*sqrt(p*q) + c"),
            ("subtracts the constant", "2*sqrt(p*q) - c"),
        ],
        steps: &[
            (
                &format!(
                    "The first two terms have the fixed product ${p} \\times {q} = {}$, because $\\tan {x}\\cot {x} = 1$.",
                    p * q
                ),
                &["trigonometry"],
            ),
            (
                &format!(
                    "Two positive numbers with a fixed product have the least sum when they are equal: ${root} + {root} = {}$.",
                    2 * root
                ),
                &["inequalities"],
            ),
            (&format!("With the constant this is ${}$.", 2 * root + c), &["arithmetic"]),
        ],
        insight: "The two varying terms have a fixed product, so their sum is least when they are equal.",
    })
}

fn fixed_sum(dice: &mut Dice) -> Draft {
    let k = dice.range(1, 8);
    let a = dice.range(1, 9);
    let b = (a + dice.range(-k + 1, k - 1)).max(1);
    let x = angle(dice);
    let (first, second, stated) = if dice.below(2) == 0 {
        ("\\sin", "\\cos", "(a + k*sin(x)^2)*(b + k*cos(x)^2)")
    } else {
        ("\\cos", "\\sin", "(a + k*cos(x)^2)*(b + k*sin(x)^2)")
    };
    let f = format!(
        "({})({})",
        sum(&[(a, String::new()), (k, format!("{first}^2 {x}"))]),
        sum(&[(b, String::new()), (k, format!("{second}^2 {x}"))])
    );
    let stem = asked(dice, Extreme::Greatest, &f, x);
    let total = a + b + k;
    Draft::new(Parts {
        stem: &stem,
        claim: Given::numbers(&[("a", a), ("b", b), ("k", k)]).extreme(
            Extreme::Greatest,
            stated,
            &[("x", "0", "2*pi")],
            None,
        ),
        key: "((a + b + k)/2)^2",
        wrong: &[
            ("multiplies the separate greatest values of the brackets", "(a + k)*(b + k)"),
            ("makes the second square zero", "(a + k)*b"),
            ("makes the first square zero", "a*(b + k)"),
            ("sets both squares to a half although the brackets differ then", "(a + k/2)*(b + k/2)"),
            ("multiplies the constants alone", "a*b"),
            ("leaves the varying part out of the fixed sum", "((a + b)/2)^2"),
            ("takes the fixed sum of the brackets for their product", "a + b + k"),
            ("halves the square of the sum, not the sum", "(a + b + k)^2/2"),
        ],
        steps: &[
            (
                &format!(
                    "Since $\\sin^2 {x} + \\cos^2 {x} = 1$, the two brackets always add up to ${a} + {b} + {k} = {total}$."
                ),
                &["trigonometry"],
            ),
            (
                &format!(
                    "A product with a fixed sum is greatest when the factors are equal, here both ${}$, which they can be.",
                    fraction(total, 2)
                ),
                &["quadratics"],
            ),
            (&format!("The greatest value is ${}$.", fraction(total * total, 4)), &["arithmetic"]),
        ],
        insight: "The brackets have a fixed sum, so their product is greatest when they are equal.",
    })
}
