//! Sums and products in which neighbours cancel.

use crate::Difficulty;
use crate::claim::Tally;
use crate::dice::Dice;
use crate::native::draft::{Given, Parts};
use crate::native::formula::{fraction, sum};
use crate::native::whole::gcd;
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M6",
    name: "telescoping",
    idea: "Each term is a difference of neighbours, or each factor a quotient of neighbours. All that stands in the middle \
           cancels and only the two ends are left.",
    objects: &["sum of fractions", "sum of roots", "product", "sum of logarithms"],
    constraints: &["each term splits into two neighbours"],
    asked: "the value of a long sum or product",
    wrong_paths: &[
        "one term too many or too few",
        "letting the sum go on for ever",
        "leaving out the factor that the gap brings",
        "keeping only one of the two ends",
    ],
    rationale: [
        "Each fraction splits into two with neighbouring denominators.",
        "The denominators are further apart, so the split brings a factor that has to be found first.",
        "The difference is hidden: in roots, in a product or in logarithms.",
    ],
    draft: telescoping,
};

/// Terms that are listed follow one another.
fn next(listed: bool) -> &'static [&'static str] {
    if listed { &["p = m + 1", "q = p + 1", "r = q + 1", "z = n + 1"] } else { &[] }
}

const ENDS: &str = "Each term is a difference of neighbours, so only the two ends are left.";

fn telescoping(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(6)) {
        (Difficulty::Easy, _) => neighbours(dice),
        (Difficulty::Medium, _) => gap(dice),
        (Difficulty::Hard, 0 | 1) => roots(dice),
        (Difficulty::Hard, 2) => one_more(dice),
        (Difficulty::Hard, 3) => less_squares(dice),
        (Difficulty::Hard, _) => logs(dice),
    }
}

fn over(a: i64, b: i64) -> String {
    format!("\\frac{{1}}{{{a} \\times {b}}}")
}

/// A question for the value of what stands there.
fn value_of(dice: &mut Dice, f: &str, noun: &str) -> String {
    match dice.below(5) {
        0 => format!("What is the value of\n${f}$?"),
        1 => format!("The {noun}\n${f}$\nis written as a single number in its simplest form. What is it?"),
        2 => format!("Evaluate\n${f}$."),
        3 => format!("$S = {f}$\nWhat is the value of $S$?"),
        _ => format!("Which of the following is equal to\n${f}$?"),
    }
}

fn neighbours(dice: &mut Dice) -> Draft {
    let (mut m, mut z) = (1, 0);
    // The key keeps a small denominator.
    while z - m < 6 || m * z / gcd(m * z, z - m) > 60 {
        (m, z) = (dice.range(1, 8), dice.range(9, 60));
    }
    let n = z - 1;
    let listed = dice.below(2) == 0;
    let shown = if listed {
        format!(
            "{} + {} + {} + \\cdots + {}",
            over(m, m + 1),
            over(m + 1, m + 2),
            over(m + 2, m + 3),
            over(n, z)
        )
    } else {
        format!("\\sum_{{k={m}}}^{{{n}}} \\frac{{1}}{{k(k+1)}}")
    };
    let given = Given::numbers(&[("m", m), ("n", n), ("p", m + 1), ("q", m + 2), ("r", m + 3), ("z", z)]);
    let stem = value_of(dice, &shown, "sum");
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(Tally::Sum, &[("k", "m", "n")], next(listed), Some("1/(k*(k + 1))")),
        key: "1/m - 1/(n + 1)",
        wrong: &[
            ("leaves out the last term", "1/m - 1/n"),
            ("adds a term beyond the last", "1/m - 1/(n + 2)"),
            ("leaves out the first term", "1/(m + 1) - 1/(n + 1)"),
            ("starts the sum at one", "1 - 1/(n + 1)"),
            ("lets the sum go on for ever", "1/m"),
            ("adds the two ends that are left", "1/m + 1/(n + 1)"),
            ("leaves out the first term and the last", "1/(m + 1) - 1/n"),
        ],
        steps: &[
            ("$\\frac{1}{k(k+1)} = \\frac{1}{k} - \\frac{1}{k+1}$.", &["algebra"]),
            (
                &format!(
                    "In the sum all but the ends cancel: ${} - \\frac{{1}}{{{z}}} = {}$.",
                    fraction(1, m),
                    fraction(z - m, m * z)
                ),
                &["sequences", "arithmetic"],
            ),
        ],
        insight: ENDS,
    })
}

fn gap(dice: &mut Dice) -> Draft {
    let (mut d, mut a, mut n) = (2, 1, 1);
    let mut below = 1000;
    while below > 60 {
        d = dice.range(2, 5);
        a = dice.range(1, d + 2);
        n = dice.range(6, 30);
        let z = a + n * d;
        below = a * z / gcd(a * z, n);
    }
    let z = a + n * d;
    let (shown, first, given) = if dice.below(2) == 0 {
        (
            format!(
                "{} + {} + {} + \\cdots + {}",
                over(a, a + d),
                over(a + d, a + 2 * d),
                over(a + 2 * d, a + 3 * d),
                over(z - d, z)
            ),
            "0",
            vec![("p", a + d), ("q", a + 2 * d), ("r", a + 3 * d), ("y", z - d), ("z", z)],
        )
    } else {
        // From k = 1, with a - d as the constant of the first factor.
        let factor = |constant: i64| sum(&[(d, "k".to_owned()), (constant, String::new())]);
        let product = match (a - d, a) {
            (0, _) => format!("{d}k({})", factor(a)),
            _ => format!("({})({})", factor(a - d), factor(a)),
        };
        (format!("\\sum_{{k=1}}^{{{n}}} \\frac{{1}}{{{product}}}"), "1", vec![("u", a - d)])
    };
    let stem = value_of(dice, &shown, "sum");
    let mut names = vec![("a", a), ("d", d), ("n", n)];
    names.extend(given);
    let (last, of, next): (_, _, &[&str]) = if first == "0" {
        let next = &["p = a + d", "q = p + d", "r = q + d", "y = a + (n - 1)*d", "z = y + d"];
        ("n - 1", "1/((a + d*k)*(a + d*k + d))", next)
    } else {
        ("n", "1/((d*k + u)*(d*k + a))", &[])
    };
    Draft::new(Parts {
        stem: &stem,
        claim: Given::numbers(&names).tally(Tally::Sum, &[("k", first, last)], next, Some(of)),
        key: "(1/a - 1/(a + n*d))/d",
        wrong: &[
            ("leaves out the factor that the gap brings", "1/a - 1/(a + n*d)"),
            ("multiplies by the gap", "d*(1/a - 1/(a + n*d))"),
            ("leaves out the last term", "(1/a - 1/(a + n*d - d))/d"),
            ("adds a term beyond the last", "(1/a - 1/(a + n*d + d))/d"),
            ("leaves out the first term", "(1/(a + d) - 1/(a + n*d))/d"),
            ("lets the sum go on for ever", "1/(a*d)"),
            ("adds the two ends that are left", "(1/a + 1/(a + n*d))/d"),
        ],
        steps: &[
            (
                &format!(
                    "The factors of each denominator differ by ${d}$, so each term is $\\frac{{1}}{{{d}}}$ of the difference of \
                     their reciprocals."
                ),
                &["algebra"],
            ),
            (
                &format!(
                    "All but the ends cancel: $\\frac{{1}}{{{d}}}\\left({} - \\frac{{1}}{{{z}}}\\right) = {}$.",
                    fraction(1, a),
                    fraction(n, a * z)
                ),
                &["sequences", "arithmetic"],
            ),
        ],
        insight: "Each fraction is a fixed part of the difference of two reciprocals, so only the two ends are left.",
    })
}

fn roots(dice: &mut Dice) -> Draft {
    // Numbers under the roots go up by d from a square to a square.
    let (mut d, mut a, mut b) = (1, 1, 2);
    let fits = |d: i64, a: i64, b: i64| b > a + d && (b * b - a * a) % d == 0 && (b * b - a * a) / d >= 7;
    while !fits(d, a, b) {
        d = *dice.pick(&[1, 1, 2, 3, 4]);
        (a, b) = (dice.range(1, 7), dice.range(4, 15));
    }
    let (m, z) = (a * a, b * b);
    let term = |n: i64| format!("\\frac{{1}}{{\\sqrt{{{n}}} + \\sqrt{{{}}}}}", n + d);
    let explicit = format!("{} + {} + \\cdots + {}", term(m), term(m + d), term(z - d));
    let listed = d != 1 || dice.below(2) != 0;
    let shown = if listed {
        explicit
    } else {
        format!("\\sum_{{k={m}}}^{{{}}} \\frac{{1}}{{\\sqrt{{k}} + \\sqrt{{k+1}}}}", z - 1)
    };
    let given = Given::numbers(&[("m", m), ("p", m + d), ("q", m + 2 * d), ("y", z - d), ("z", z), ("d", d)]);
    let stem = value_of(dice, &shown, "sum");
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Sum,
            &[("k", "0", "(y - m)/d")],
            if listed { &["p = m + d", "q = p + d", "z = y + d"] } else { &[] },
            Some("1/(sqrt(m + k*d) + sqrt(m + k*d + d))"),
        ),
        key: "(sqrt(z) - sqrt(m))/d",
        wrong: &[
            ("adds the two ends that are left", "(sqrt(z) + sqrt(m))/d"),
            ("keeps only the upper end", "sqrt(z)/d"),
            ("forgets the roots of the ends", "(z - m)/d"),
            ("leaves out the factor that the gap brings", "sqrt(z) - sqrt(m)"),
            ("multiplies by the gap", "d*(sqrt(z) - sqrt(m))"),
            ("subtracts under one root", "sqrt(z - m)"),
            ("leaves the reciprocal instead of rationalising", "1/(sqrt(z) - sqrt(m))"),
            ("counts the whole roots from end to end, both included", "(sqrt(z) - sqrt(m) + 1)/d"),
            ("counts only the whole roots between the ends", "(sqrt(z) - sqrt(m) - 1)/d"),
        ],
        steps: &[
            (
                &match d {
                    1 => "Rationalised, $\\frac{1}{\\sqrt{k} + \\sqrt{k+1}} = \\sqrt{k+1} - \\sqrt{k}$."
                        .to_owned(),
                    _ => format!(
                        "Rationalised, $\\frac{{1}}{{\\sqrt{{k}} + \\sqrt{{k+{d}}}}} = \\frac{{\\sqrt{{k+{d}}} - \\sqrt{{k}}}}{{{d}}}$."
                    ),
                },
                &["indices"],
            ),
            (
                &match d {
                    1 => format!("All but the ends cancel: $\\sqrt{{{z}}} - \\sqrt{{{m}}} = {}$.", b - a),
                    _ => format!(
                        "All but the ends cancel: $\\frac{{\\sqrt{{{z}}} - \\sqrt{{{m}}}}}{{{d}}} = {}$.",
                        fraction(b - a, d)
                    ),
                },
                &["sequences", "arithmetic"],
            ),
        ],
        insight: "Rationalised, each fraction is a difference of neighbouring roots.",
    })
}

/// A product of factors `1 + d/k`.
fn one_more(dice: &mut Dice) -> Draft {
    let d = dice.range(1, 2);
    let m = dice.range(2, 9);
    let mut n = m + dice.range(8, 50);
    // The key is a whole number or has a small denominator.
    let parts = |n: i64| if d == 1 { (n + 1, m) } else { ((n + 1) * (n + 2), m * (m + 1)) };
    while {
        let (above, below) = parts(n);
        below / gcd(above, below) > 4
    } {
        n += 1;
    }
    let factor = |k: i64| format!("\\left(1 + \\frac{{{d}}}{{{k}}}\\right)");
    let shown = format!("{}{}{}\\cdots{}", factor(m), factor(m + 1), factor(m + 2), factor(n));
    let given = Given::numbers(&[("m", m), ("n", n), ("d", d), ("p", m + 1), ("q", m + 2)]);
    let stem = value_of(dice, &shown, "product");
    let claim = given.tally(Tally::Product, &[("k", "m", "n")], &["p = m + 1", "q = p + 1"], Some("1 + d/k"));
    let (above, below) = parts(n);
    let (key, wrong): (&str, Vec<(&str, &str)>) = if d == 1 {
        (
            "(n + 1)/m",
            vec![
                ("leaves out the last factor", "n/m"),
                ("adds a factor beyond the last", "(n + 2)/m"),
                ("leaves out the first factor", "(n + 1)/(m + 1)"),
                ("keeps only the upper end", "n + 1"),
                ("takes the difference of the ends", "n + 1 - m"),
                ("starts one factor too early", "(n + 1)/(m - 1)"),
            ],
        )
    } else {
        (
            "(n + 1)*(n + 2)/(m*(m + 1))",
            vec![
                ("cancels as if the gap were one", "(n + 1)/m"),
                ("keeps one number at each end", "(n + 2)/m"),
                ("leaves out the last factor", "n*(n + 1)/(m*(m + 1))"),
                ("adds a factor beyond the last", "(n + 2)*(n + 3)/(m*(m + 1))"),
                ("keeps only the first number below", "(n + 1)*(n + 2)/m"),
                ("keeps one number too few below", "(n + 1)*(n + 2)/(m + 1)"),
                ("leaves out the first factor", "(n + 1)*(n + 2)/((m + 1)*(m + 2))"),
            ],
        )
    };
    let ends = if d == 1 {
        format!("\\frac{{{}}}{{{m}}}", n + 1)
    } else {
        format!("\\frac{{{} \\times {}}}{{{m} \\times {}}}", n + 1, n + 2, m + 1)
    };
    let (value, one) = (fraction(above, below), if m * above == 0 { "" } else { &ends });
    let end = if value == ends { value } else { format!("{one} = {value}") };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &wrong,
        steps: &[
            (
                &format!("Each factor is a quotient: $1 + \\frac{{{d}}}{{k}} = \\frac{{k+{d}}}{{k}}$."),
                &["algebra"],
            ),
            (
                &format!("Each numerator cancels with a denominator further on; what is left is ${end}$."),
                &["sequences", "arithmetic"],
            ),
        ],
        insight: "Each factor is a quotient of neighbours, so only the numbers at the two ends are left.",
    })
}

/// A product of factors `1 - 1/k^2`.
fn less_squares(dice: &mut Dice) -> Draft {
    let (mut m, mut n) = (2, 0);
    while n < m + 6 || m * n / gcd(m * n, (m - 1) * (n + 1)) > 60 {
        (m, n) = (dice.range(2, 6), dice.range(8, 40));
    }
    let factor = |k: i64| format!("\\left(1 - \\frac{{1}}{{{k}^2}}\\right)");
    let shown = format!("{}{}{}\\cdots{}", factor(m), factor(m + 1), factor(m + 2), factor(n));
    let given = Given::numbers(&[("m", m), ("n", n), ("p", m + 1), ("q", m + 2)]);
    let stem = value_of(dice, &shown, "product");
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Product,
            &[("k", "m", "n")],
            &["p = m + 1", "q = p + 1"],
            Some("1 - 1/k^2"),
        ),
        key: "(m - 1)*(n + 1)/(m*n)",
        wrong: &[
            ("keeps only the product of the smaller quotients", "(m - 1)/n"),
            ("keeps only the product of the larger quotients", "(n + 1)/m"),
            ("leaves out the last factor", "(m - 1)*n/(m*(n - 1))"),
            ("adds a factor beyond the last", "(m - 1)*(n + 2)/(m*(n + 1))"),
            ("leaves out the first factor", "m*(n + 1)/((m + 1)*n)"),
            ("lets the product go on for ever", "(m - 1)/m"),
            ("takes the last quotient upside down", "(m - 1)*n/(m*(n + 1))"),
        ],
        steps: &[
            ("Each factor is $1 - \\frac{1}{k^2} = \\frac{k-1}{k} \\times \\frac{k+1}{k}$.", &["algebra"]),
            (
                &format!(
                    "The first quotients multiply to $\\frac{{{}}}{{{n}}}$ and the second to $\\frac{{{}}}{{{m}}}$.",
                    m - 1,
                    n + 1
                ),
                &["sequences"],
            ),
            (&format!("The product is ${}$.", fraction((m - 1) * (n + 1), m * n)), &["arithmetic"]),
        ],
        insight: "A difference of squares makes each factor two quotients of neighbours, and both strings collapse.",
    })
}

fn logs(dice: &mut Dice) -> Draft {
    let (base, m, r): (i64, i64, i64) = *dice.pick(&[
        (2, 1, 5),
        (2, 1, 6),
        (2, 1, 7),
        (2, 2, 5),
        (2, 3, 4),
        (2, 3, 5),
        (2, 5, 3),
        (2, 5, 4),
        (2, 7, 3),
        (2, 4, 4),
        (3, 1, 3),
        (3, 1, 4),
        (3, 2, 3),
        (3, 2, 4),
        (3, 4, 3),
        (3, 5, 3),
        (5, 1, 2),
        (5, 1, 3),
        (5, 2, 2),
        (5, 2, 3),
        (5, 3, 2),
        (5, 4, 2),
        (10, 1, 2),
        (10, 1, 3),
        (10, 2, 2),
        (10, 3, 2),
        (4, 1, 3),
        (4, 2, 3),
        (4, 3, 2),
        (4, 5, 2),
    ]);
    let z = m * base.pow(r.unsigned_abs() as u32);
    let n = z - 1;
    let term = |k: i64| format!("\\log_{{{base}}}\\frac{{{}}}{{{k}}}", k + 1);
    let listed = dice.below(2) == 0;
    let shown = if listed {
        format!("{} + {} + {} + \\cdots + {}", term(m), term(m + 1), term(m + 2), term(n))
    } else {
        format!("\\sum_{{k={m}}}^{{{n}}} \\log_{{{base}}}\\left(1 + \\frac{{1}}{{k}}\\right)")
    };
    let given = Given::numbers(&[
        ("m", m),
        ("n", n),
        ("b", base),
        ("p", m + 1),
        ("q", m + 2),
        ("r", m + 3),
        ("z", z),
    ]);
    let stem = value_of(dice, &shown, "sum");
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(Tally::Sum, &[("k", "m", "n")], next(listed), Some("ln((k + 1)/k)/ln(b)")),
        key: &r.to_string(),
        wrong: &[
            ("counts the powers at both ends, not the steps between them", &(r + 1).to_string()),
            ("counts only the powers between the ends", &(r - 1).to_string()),
            ("lets all the terms cancel", "0"),
            ("takes the quotient of the ends without its logarithm", "z/m"),
            ("counts the terms", "n - m + 1"),
            ("divides the quotient of the ends by the base", "z/(m*b)"),
            ("adds the logarithms of the ends of every term", &(2 * r).to_string()),
        ],
        steps: &[
            (
                "The sum of the logarithms is the logarithm of the product, in which each numerator cancels with the next \
                 denominator.",
                &["logarithms"],
            ),
            (
                &format!(
                    "What is left is $\\log_{{{base}}}\\frac{{{z}}}{{{m}}} = \\log_{{{base}}} {} = {r}$.",
                    z / m
                ),
                &["logarithms", "arithmetic"],
            ),
        ],
        insight: "A sum of logarithms is the logarithm of a product, and that product collapses.",
    })
}
