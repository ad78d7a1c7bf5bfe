//! Equations that are quadratic in something other than the unknown.

use super::super::draft::{Given, Parts};
use super::super::formula::sum;
use super::super::{Draft, Written};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const HIDDEN_QUADRATIC: Written = Written {
    schema: "M2",
    name: "hidden_quadratic",
    idea: "An equation with powers, roots or logarithms is a quadratic in one repeated piece. The sum or product of its \
           solutions follows from the coefficients or from the two values of the piece.",
    objects: &["exponential equations", "surd equations", "logarithms"],
    constraints: &["one repeated piece", "solutions must be real"],
    asked: "a combination of all the solutions",
    wrong_paths: &[
        "giving the values of the piece instead of the unknown",
        "taking only one of two solutions",
        "keeping a value that the piece cannot take",
        "forgetting the cross term of a square",
    ],
    rationale: [
        "The piece and its square stand next to each other.",
        "A factor has to be split off, or one value of the piece has to be refused.",
        "The square of the piece appears only after multiplying through.",
    ],
    draft: hidden_quadratic,
};

fn hidden_quadratic(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => {
            if dice.below(2) == 0 {
                roots(dice)
            } else {
                powers(dice, false)
            }
        }
        Difficulty::Medium => match dice.below(3) {
            0 => powers(dice, true),
            1 => refused_root(dice),
            _ => logarithms(dice),
        },
        Difficulty::Hard => {
            if dice.below(2) == 0 {
                opposite_powers(dice)
            } else {
                opposite_logarithms(dice)
            }
        }
    }
}

fn two_different(dice: &mut Dice, low: i64, high: i64) -> (i64, i64) {
    let a = dice.range(low, high - 1);
    (a, dice.range(a + 1, high))
}

fn roots(dice: &mut Dice) -> Draft {
    let (u, v) = two_different(dice, 1, 9);
    let (b, c) = (u + v, u * v);
    let equation = sum(&[(1, "x".into()), (-b, "\\sqrt{x}".into()), (c, String::new())]);
    let given = Given::numbers(&[("b", b), ("c", c)]);
    let stem = match dice.below(3) {
        0 => format!("What is the sum of the solutions of the equation ${equation} = 0$?"),
        1 => format!("The equation ${equation} = 0$ has two solutions.\nFind their sum."),
        _ => format!(
            "Two values of $x$ satisfy $x + {c} = {b}\\sqrt{{x}}$.\nWhat do these two values add up to?"
        ),
    };
    let claim =
        given.solve(&["x", "y"], &["x - b*sqrt(x) + c = 0", "y - b*sqrt(y) + c = 0"], &["x < y"], "x + y");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "b^2 - 2*c",
        wrong: &[
            ("adds the roots instead of the solutions", "b"),
            ("squares the sum of the roots", "b^2"),
            ("takes the cross term with the wrong sign", "b^2 + 2*c"),
            ("takes the cross term once only", "b^2 - c"),
            ("gives the larger solution only", "((b + sqrt(b^2 - 4*c))/2)^2"),
            ("gives the product of the solutions", "c^2"),
            ("gives the square of the difference of the roots", "b^2 - 4*c"),
        ],
        steps: &[
            (
                &format!("With $u = \\sqrt{{x}}$: $u^{{2}} - {b}u + {c} = 0$, so $u = {u}$ or $u = {v}$."),
                &["quadratics"],
            ),
            (
                &format!("The solutions are ${}$ and ${}$, with the sum ${}$.", u * u, v * v, u * u + v * v),
                &["arithmetic"],
            ),
        ],
        insight: "In the square root of the unknown the equation is an ordinary quadratic.",
    })
}

/// Without a factor: B^(2x) - bB^x + c; with one: B^(2x+1) - bB^x + c.
fn powers(dice: &mut Dice, factor: bool) -> Draft {
    let (base, top): (i64, i64) = *dice.pick(&[(2, 5), (2, 5), (3, 3), (5, 2), (4, 2)]);
    let (m, n) = if factor { two_different(dice, -1, top - 1) } else { two_different(dice, 0, top) };
    let extra = i64::from(factor);
    let whole = |power: i64| base.pow(power as u32);
    let (b, c) = (whole(m + extra) + whole(n + extra), whole(m + n + extra));
    let middle = if b == 1 { format!("{base}^{{x}}") } else { format!("{b} \\times {base}^{{x}}") };
    let (first, first_claim) = if factor {
        (format!("{base}^{{2x + 1}}"), format!("{base}^(2*x + 1)"))
    } else if dice.below(2) == 0 {
        (format!("{base}^{{2x}}"), format!("{base}^(2*x)"))
    } else {
        (format!("{}^{{x}}", base * base), format!("{}^x", base * base))
    };
    let given = Given::numbers(&[("b", b), ("c", c)]);
    let stem = match dice.below(3) {
        0 => format!("Find the sum of all real solutions of ${first} - {middle} + {c} = 0$."),
        1 => format!("The equation ${first} + {c} = {middle}$ has two real solutions.\nWhat is their sum?"),
        _ => format!(
            "The solutions of ${first} - {middle} + {c} = 0$ are $x = p$ and $x = q$.\nWhat is the value of $p + q$?"
        ),
    };
    let equation = format!("{first_claim} - b*{base}^x + c = 0");
    let again = equation.replace("^x", "^y").replace("*x", "*y");
    let claim = given.solve(&["x", "y"], &[&equation, &again], &["x < y"], "x + y");
    let scale = if factor { base } else { 1 };
    let key = format!("log_{base}(c/{scale})");
    let product = (c / scale).to_string();
    let larger = format!("log_{base}((b + sqrt(b^2 - 4*{scale}*c))/(2*{scale}))");
    let smaller = format!("log_{base}((b - sqrt(b^2 - 4*{scale}*c))/(2*{scale}))");
    let gap = format!("{larger} - {smaller}");
    let (with_why, with_factor) = if factor {
        ("adds the exponent of the factor instead of taking it off", format!("log_{base}(c) + 1"))
    } else {
        ("multiplies the solutions", format!("({larger})*({smaller})"))
    };
    let without = if factor { format!("log_{base}(c)") } else { format!("log_{base}(c)/2") };
    let powers_sum = format!("b/{scale}");
    let product = format!("({product})");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &key,
        wrong: &[
            ("gives the larger solution only", &larger),
            ("gives the smaller solution only", &smaller),
            ("subtracts the solutions", &gap),
            ("adds the powers instead of the exponents", &powers_sum),
            ("gives the product of the powers", &product),
            (
                if factor {
                    "leaves the factor in front out of account"
                } else {
                    "halves the exponent of the constant"
                },
                &without,
            ),
            (with_why, &with_factor),
        ],
        steps: &[
            (
                &format!(
                    "With $u = {base}^{{x}}$ the equation is ${}u^{{2}} - {}u + {c} = 0$, so the product of the \
                     values of $u$ is ${}$.",
                    if factor { base.to_string() } else { String::new() },
                    if b == 1 { String::new() } else { b.to_string() },
                    c / scale
                ),
                &["quadratics", "indices"],
            ),
            (
                &format!(
                    "A product of powers adds the exponents: ${} = {base}^{{{}}}$, so the sum is ${}$.",
                    c / scale,
                    m + n,
                    m + n
                ),
                &["indices"],
            ),
        ],
        insight: "The constant of the quadratic is a product of powers, and its exponent is the sum of the solutions.",
    })
}

/// One value of the root is negative and has to go.
fn refused_root(dice: &mut Dice) -> Draft {
    let (u, v) = loop {
        let (u, v) = (dice.range(2, 9), dice.range(1, 9));
        if u != v {
            break (u, v);
        }
    };
    let (b, c) = (u - v, u * v);
    let equation = sum(&[(1, "x".into()), (-b, "\\sqrt{x}".into()), (-c, String::new())]);
    let given = Given::numbers(&[("b", b), ("c", c)]);
    let stem = match dice.below(3) {
        0 => format!("What is the sum of all real solutions of ${equation} = 0$?"),
        1 => format!("Find the sum of all real numbers $x$ that satisfy the equation ${equation} = 0$."),
        _ => {
            let right = sum(&[(b, "\\sqrt{x}".into()), (c, String::new())]);
            format!("Consider the equation $x = {right}$.\nWhat is the sum of all its real solutions?")
        }
    };
    let claim = given.solve(&["x"], &["x - b*sqrt(x) - c = 0"], &[], "x");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "((b + sqrt(b^2 + 4*c))/2)^2",
        wrong: &[
            ("keeps the value that the root cannot take", "b^2 + 2*c"),
            ("squares the value that the root cannot take", "((b - sqrt(b^2 + 4*c))/2)^2"),
            ("gives the root instead of the number", "(b + sqrt(b^2 + 4*c))/2"),
            ("subtracts the squares of the two values", "b*sqrt(b^2 + 4*c)"),
            ("gives the product of the two values as the answer", "c"),
            ("adds the two values without squaring", "sqrt(b^2 + 4*c)"),
            ("squares the sum of the sizes of the two values", "b^2 + 4*c"),
        ],
        steps: &[
            (
                &format!(
                    "With $u = \\sqrt{{x}}$: ${} = 0$, so $u = {u}$ or $u = -{v}$.",
                    sum(&[(1, "u^{2}".into()), (-b, "u".into()), (-c, String::new())])
                ),
                &["quadratics"],
            ),
            (
                &format!("A square root is not negative, so only $x = {u}^{{2}} = {}$ is left.", u * u),
                &["indices"],
            ),
        ],
        insight: "The equation is quadratic in a square root, which cannot be negative.",
    })
}

fn logarithms(dice: &mut Dice) -> Draft {
    let base = *dice.pick(&[2, 2, 3]);
    let (m, n) = if base == 2 { two_different(dice, -2, 5) } else { two_different(dice, -1, 3) };
    let (b, c) = (m + n, m * n);
    let log = format!("\\log_{{{base}}} x");
    let equation = sum(&[(1, format!("({log})^{{2}}")), (-b, log.clone()), (c, String::new())]);
    let given = Given::numbers(&[("b", b), ("c", c)]);
    let stem = match dice.below(3) {
        0 => format!("What is the product of the solutions of ${equation} = 0$?"),
        1 => format!("The equation ${equation} = 0$ has two solutions.\nFind their product."),
        _ => format!("The numbers $p$ and $q$ are the two solutions of ${equation} = 0$.\nWhat is $pq$?"),
    };
    let of = |x: &str| format!("(log_{base}({x}))^2 - b*log_{base}({x}) + c = 0");
    let claim = given.solve(&["x", "y"], &[&of("x"), &of("y")], &["x < y"], "x*y");
    let (larger, smaller) = ("(b + sqrt(b^2 - 4*c))/2", "(b - sqrt(b^2 - 4*c))/2");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("{base}^b"),
        wrong: &[
            ("raises the base to the product of the logarithms", &format!("{base}^c")),
            ("gives the product of the logarithms", "c"),
            ("gives the sum of the logarithms", "b"),
            ("gives the larger solution only", &format!("{base}^({larger})")),
            ("gives the smaller solution only", &format!("{base}^({smaller})")),
            ("takes the sum of the roots with the wrong sign", &format!("{base}^(-b)")),
            ("adds the solutions", &format!("{base}^({larger}) + {base}^({smaller})")),
        ],
        steps: &[
            (
                &format!("The equation is a quadratic in $u = {log}$, whose roots have the sum ${b}$."),
                &["quadratics", "logarithms"],
            ),
            (
                &format!(
                    "Logarithms add when numbers multiply: the product has the logarithm ${b}$, so it is \
                     ${base}^{{{b}}}{}$.",
                    if b < 0 {
                        format!(" = \\frac{{1}}{{{}}}", i64::from(base).pow(-b as u32))
                    } else {
                        format!(" = {}", i64::from(base).pow(b as u32))
                    }
                ),
                &["logarithms"],
            ),
        ],
        insight: "The sum of the logarithms is the logarithm of the product.",
    })
}

/// B^x + B^(k-x) = b: a product of powers is hidden in the exponents.
fn opposite_powers(dice: &mut Dice) -> Draft {
    let (base, top): (i64, i64) = *dice.pick(&[(2, 6), (2, 6), (3, 3), (5, 2)]);
    let (m, n) = two_different(dice, 1, top);
    let k = m + n;
    let b = base.pow(m as u32) + base.pow(n as u32);
    let shape = dice.below(2);
    let text = if shape == 0 {
        format!("{base}^{{x}} + {base}^{{{k} - x}} = {b}")
    } else {
        format!("{base}^{{x}} + \\frac{{{}}}{{{base}^{{x}}}} = {b}", base.pow(k as u32))
    };
    let given = Given::numbers(&[("b", b), ("c", base.pow(k as u32)), ("k", k)]);
    let stem = match dice.below(3) {
        0 => format!("The equation ${text}$ has two real solutions.\nWhat is their product?"),
        1 => format!("Find the product of the two real solutions of ${text}$."),
        _ => format!(
            "The numbers $p$ and $q$ are the two real solutions of the equation ${text}$.\nWhat is the value of $pq$?"
        ),
    };
    let of = |x: &str| {
        if shape == 0 {
            format!("{base}^{x} + {base}^(k - {x}) = b")
        } else {
            format!("{base}^{x} + c/{base}^{x} = b")
        }
    };
    let claim = given.solve(&["x", "y"], &[&of("x"), &of("y")], &["x < y"], "x*y");
    let larger = format!("log_{base}((b + sqrt(b^2 - 4*c))/2)");
    let smaller = format!("log_{base}((b - sqrt(b^2 - 4*c))/2)");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("{larger}*{smaller}"),
        wrong: &[
            ("gives the sum of the solutions", "k"),
            ("gives the larger solution only", &larger),
            ("gives the smaller solution only", &smaller),
            ("multiplies the powers instead of the exponents", "c"),
            ("adds the powers", "b"),
            ("gives the difference of the solutions", &format!("{larger} - {smaller}")),
            ("squares half the sum of the solutions", "(k/2)^2"),
        ],
        steps: &[
            (
                &format!("Multiply by $u = {base}^{{x}}$: $u^{{2}} - {b}u + {} = 0$.", base.pow(k as u32)),
                &["indices", "quadratics"],
            ),
            (
                &format!(
                    "So $u = {}$ or $u = {}$, which means $x = {m}$ or $x = {n}$, with the product ${}$.",
                    base.pow(m as u32),
                    base.pow(n as u32),
                    m * n
                ),
                &["quadratics", "indices"],
            ),
        ],
        insight: "The two powers have a constant product, so each is a root of one quadratic.",
    })
}

/// log_B x + k log_x B = b.
fn opposite_logarithms(dice: &mut Dice) -> Draft {
    let base = *dice.pick(&[2, 2, 3]);
    let (m, n) = if base == 2 { two_different(dice, 1, 6) } else { two_different(dice, 1, 4) };
    let (b, c) = (m + n, m * n);
    let front = if c == 1 { String::new() } else { c.to_string() };
    let text = format!("\\log_{{{base}}} x + {front}\\log_{{x}} {base} = {b}");
    let (asked, ask, sum_asked) =
        if dice.below(2) == 0 { ("sum", "x + y", true) } else { ("product", "x*y", false) };
    let given = Given::numbers(&[("b", b), ("c", c)]);
    let stem = match dice.below(3) {
        0 => format!("The equation ${text}$ has two solutions.\nWhat is their {asked}?"),
        1 => format!("Find the {asked} of the two solutions of ${text}$."),
        _ => format!("What is the {asked} of all the numbers $x$ for which ${text}$?"),
    };
    let of = |x: &str| format!("log_{base}({x}) + c*ln({base})/ln({x}) = b");
    let claim = given.solve(&["x", "y"], &[&of("x"), &of("y")], &["x < y"], ask);
    let (larger, smaller) =
        (format!("{base}^((b + sqrt(b^2 - 4*c))/2)"), format!("{base}^((b - sqrt(b^2 - 4*c))/2)"));
    let (sum_gives, product_gives) = (format!("{larger} + {smaller}"), format!("{base}^b"));
    let (key, other, other_why) = if sum_asked {
        (&sum_gives, &product_gives, "multiplies the solutions")
    } else {
        (&product_gives, &sum_gives, "adds the solutions")
    };
    let (p, q) = (i64::from(base).pow(m as u32), i64::from(base).pow(n as u32));
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            (other_why, other),
            ("gives the sum of the logarithms", "b"),
            ("gives the product of the logarithms", "c"),
            ("gives the larger solution only", &larger),
            ("gives the smaller solution only", &smaller),
            ("raises the base to the product of the logarithms", &format!("{base}^c")),
            ("subtracts the solutions", &format!("{larger} - {smaller}")),
        ],
        steps: &[
            (
                &format!(
                    "With $u = {}$ the other logarithm is $\\frac{{1}}{{u}}$, so $u^{{2}} - {b}u + {c} = 0$.",
                    format_args!("\\log_{{{base}}} x")
                ),
                &["logarithms", "quadratics"],
            ),
            (
                &format!(
                    "$u = {m}$ or $u = {n}$, so $x = {p}$ or $x = {q}$; the {asked} is ${}$.",
                    if sum_asked { p + q } else { p * q }
                ),
                &["quadratics", "logarithms"],
            ),
        ],
        insight: "Swapping base and number turns a logarithm into its reciprocal.",
    })
}
