//! M3, a function from its constraints: each sentence is one equation for a parameter.

mod parity;
mod turning;

use super::draft::{Given, Parts};
use super::formula::{bracketed, polynomial, shifted, sum};
use super::{Draft, Family};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        schema: "M3",
        name: "remainders",
        idea: "A remainder on division by a linear factor is a value of the polynomial. Each remainder is one equation for \
               an unknown coefficient, or for the remainder of a longer division.",
        objects: &["polynomials", "remainder theorem"],
        constraints: &["remainder at a point", "factor"],
        asked: "a coefficient, a combination of coefficients, or a remainder",
        wrong_paths: &[
            "a remainder taken at the wrong sign",
            "treating the remainder as zero",
            "mixing up the two remainders",
            "forgetting the power on the point",
        ],
        rationale: [
            "One remainder fixes one coefficient.",
            "Two remainders give two equations, and a combination is asked.",
            "The polynomial is unknown; its remainder must be seen as a line through two points.",
        ],
        draft: remainders,
    },
    turning::TURNING_POINTS,
    parity::ODD_AND_EVEN,
];

fn remainders(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => one_coefficient(dice),
        Difficulty::Medium => two_coefficients(dice),
        Difficulty::Hard => linear_remainder(dice),
    }
}

/// From minus to plus `size`, without zero.
fn not_zero(dice: &mut Dice, size: i64) -> i64 {
    let n = dice.range(1, size);
    if dice.below(2) == 0 { n } else { -n }
}

fn one_coefficient(dice: &mut Dice) -> Draft {
    let h = *dice.pick(&[2, -2, 3, -3, 1, -1, 2, -2]);
    let (k, c, d) = (not_zero(dice, 6), dice.range(-7, 7), not_zero(dice, 9));
    let square = dice.below(2) == 0;
    // The unknown stands before x² or before x.
    let remainder =
        if square { h * h * h + k * h * h + c * h + d } else { h * h * h + c * h * h + k * h + d };
    let other = |power: &str| (c, power.to_owned());
    let terms = if square {
        [(1, "x^{3}".to_owned()), (1, "kx^{2}".to_owned()), other("x"), (d, String::new())]
    } else {
        [(1, "x^{3}".to_owned()), other("x^{2}"), (1, "kx".to_owned()), (d, String::new())]
    };
    let (cubic, factor) = (sum(&terms), shifted("x", h));
    let divides = remainder == 0;
    let given = Given::numbers(&[("h", h), ("c", c), ("d", d), ("r", remainder)]);
    let stem = match (divides, dice.below(3)) {
        (true, 0) => {
            format!("The polynomial ${cubic}$ has ${factor}$ as a factor.\nWhat is the value of $k$?")
        }
        (true, _) => format!("For which value of the constant $k$ is ${cubic}$ divisible by ${factor}$?"),
        (false, 0) => {
            format!(
                "When ${cubic}$ is divided by ${factor}$, the remainder is ${remainder}$.\nWhat is the value of $k$?"
            )
        }
        (false, 1) => format!(
            "The remainder on division of $p(x) = {cubic}$ by ${factor}$ is ${remainder}$.\nFind the constant $k$."
        ),
        (false, _) => format!(
            "For which value of $k$ does ${cubic}$ leave a remainder of ${remainder}$ on division by ${factor}$?"
        ),
    };
    let equation = if square { "h^3 + k*h^2 + c*h + d = r" } else { "h^3 + c*h^2 + k*h + d = r" };
    let claim = given.solve(&["k"], &[equation], &[], "k");
    let (key, wrong): (&str, &[(&str, &str)]) = if square {
        (
            "(r - h^3 - c*h - d)/h^2",
            &[
                ("takes the remainder at the wrong sign", "(r + h^3 + c*h - d)/h^2"),
                ("takes the remainder to be zero", "(-h^3 - c*h - d)/h^2"),
                ("forgets the square on the point", "(r - h^3 - c*h - d)/h"),
                ("brings the remainder over with the wrong sign", "(-r - h^3 - c*h - d)/h^2"),
                ("leaves the constant term out", "(r - h^3 - c*h)/h^2"),
                ("brings the known terms over without changing their signs", "(r + h^3 + c*h + d)/h^2"),
                ("forgets the cube on the point", "(r - h - c*h - d)/h^2"),
            ],
        )
    } else {
        (
            "(r - h^3 - c*h^2 - d)/h",
            &[
                ("takes the remainder at the wrong sign", "-(r + h^3 - c*h^2 - d)/h"),
                ("takes the remainder to be zero", "(-h^3 - c*h^2 - d)/h"),
                ("forgets the square on the point", "(r - h^3 - c*h - d)/h"),
                ("brings the remainder over with the wrong sign", "(-r - h^3 - c*h^2 - d)/h"),
                ("leaves the constant term out", "(r - h^3 - c*h^2)/h"),
                ("brings the known terms over without changing their signs", "(r + h^3 + c*h^2 + d)/h"),
                ("forgets to divide by the point", "r - h^3 - c*h^2 - d"),
            ],
        )
    };
    let value = polynomial(
        "k",
        &[if square { h * h } else { h }, remainder - if square { k * h * h } else { k * h }],
    );
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong,
        steps: &[
            (&format!("The remainder is the value at $x = {h}$, which is ${value}$."), &["polynomials"]),
            (&format!("${value} = {remainder}$ gives $k = {k}$."), &["linear_equations"]),
        ],
        insight: "A remainder on division by a linear factor is a value of the polynomial.",
    })
}

/// The coefficients of x² and x from the remainders r and s at g and h, as expressions.
fn coefficients(g: &str, h: &str, r: &str, s: &str) -> (String, String) {
    let first = format!("(({r}) - ({g})^3 - d)/({g})");
    let second = format!("(({s}) - ({h})^3 - d)/({h})");
    let a = format!("(({first}) - ({second}))/(({g}) - ({h}))");
    let b = format!("(({first}) - ({g})*({a}))");
    (a, b)
}

/// Where two remainders are taken.
const POINTS: &[(i64, i64)] =
    &[(2, -1), (2, -2), (1, 2), (1, -2), (1, -1), (3, -1), (1, 3), (2, 3), (-1, -2), (3, -2), (1, -3)];

fn two_coefficients(dice: &mut Dice) -> Draft {
    let (g, h) = *dice.pick(POINTS);
    let (a, b, d) = (not_zero(dice, 5), not_zero(dice, 7), not_zero(dice, 8));
    let at = |x: i64| x * x * x + a * x * x + b * x + d;
    let (r, s) = (at(g), at(h));
    let cubic =
        sum(&[(1, "x^{3}".to_owned()), (1, "ax^{2}".to_owned()), (1, "bx".to_owned()), (d, String::new())]);
    let (first, second) = (shifted("x", g), shifted("x", h));
    // A sum that one of the remainders gives at once is not asked.
    let (asked, result) = match dice.below(3) {
        0 if g != 1 => ("a + b", a + b),
        1 => ("ab", a * b),
        _ if h != -1 && g != -1 => ("a - b", a - b),
        _ => ("ab", a * b),
    };
    let given = Given::numbers(&[("g", g), ("h", h), ("r", r), ("s", s), ("d", d)]);
    let stem = match (s, dice.below(3)) {
        (0, _) => format!(
            "The polynomial ${cubic}$ has the factor ${second}$ and leaves a remainder of ${r}$ on division by \
             ${first}$.\nWhat is the value of ${asked}$?"
        ),
        (_, 0) => format!(
            "When ${cubic}$ is divided by ${first}$ the remainder is ${r}$. When it is divided by ${second}$ the remainder \
             is ${s}$.\nFind ${asked}$."
        ),
        (_, 1) => format!(
            "The polynomial $p(x) = {cubic}$ leaves the remainders ${r}$ and ${s}$ on division by ${first}$ and by \
             ${second}$ respectively.\nWhat is the value of ${asked}$?"
        ),
        _ => format!(
            "Division of ${cubic}$ by ${first}$ gives the remainder ${r}$, and division by ${second}$ gives the remainder \
             ${s}$. The numbers $a$ and $b$ are constants.\nFind the value of ${asked}$."
        ),
    };
    let ask = asked.replace("ab", "a*b");
    let claim =
        given.solve(&["a", "b"], &["g^3 + a*g^2 + b*g + d = r", "h^3 + a*h^2 + b*h + d = s"], &[], &ask);
    let put = |(a, b): (String, String)| match asked {
        "a + b" => format!("({a}) + ({b})"),
        "a - b" => format!("({a}) - ({b})"),
        _ => format!("({a})*({b})"),
    };
    let right = coefficients("g", "h", "r", "s");
    let key = put(right.clone());
    let wrong_sign = put(coefficients("(-g)", "(-h)", "r", "s"));
    // A product of fractions would stand out.
    let (swapped_why, swapped) = if asked == "ab" {
        ("takes the product with the wrong sign", format!("-({})*({})", right.0, right.1))
    } else {
        ("mixes up the two remainders", put(coefficients("g", "h", "s", "r")))
    };
    let zero = put(coefficients("g", "h", "0", "0"));
    let minus = put(coefficients("g", "h", "-r", "-s"));
    let other = if asked == "a + b" {
        format!("({}) - ({})", right.0, right.1)
    } else {
        format!("({}) + ({})", right.0, right.1)
    };
    let other_why = if asked == "a + b" { "subtracts the coefficients" } else { "adds the coefficients" };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &key,
        wrong: &[
            ("takes both remainders at the wrong sign", &wrong_sign),
            (swapped_why, &swapped),
            ("takes both remainders to be zero", &zero),
            ("brings the remainders over with the wrong sign", &minus),
            (other_why, &other),
            ("gives the first coefficient only", &right.0),
            ("gives the second coefficient only", &right.1),
        ],
        steps: &[
            (
                &format!(
                    "The values at $x = {g}$ and $x = {h}$ give ${} = {}$ and ${} = {}$.",
                    sum(&[(g * g, "a".into()), (g, "b".into())]),
                    a * g * g + b * g,
                    sum(&[(h * h, "a".into()), (h, "b".into())]),
                    a * h * h + b * h
                ),
                &["polynomials"],
            ),
            (&format!("So $a = {a}$ and $b = {b}$, and ${asked} = {result}$."), &["linear_equations"]),
        ],
        insight: "Each remainder is a value of the polynomial, and so one linear equation.",
    })
}

fn linear_remainder(dice: &mut Dice) -> Draft {
    let (g, h) =
        *dice.pick(&[(1, 3), (2, -1), (1, -2), (3, -1), (2, 4), (1, -1), (2, -3), (-1, -3), (1, 4), (5, 2)]);
    let (m, c) = loop {
        let (m, c) = (dice.range(-4, 5), dice.range(-6, 6));
        if m != 0 && c != 0 && m * g + c != 0 && m * h + c != 0 {
            break (m, c);
        }
    };
    let (r, s) = (m * g + c, m * h + c);
    let (first, second) = (shifted("x", g), shifted("x", h));
    let given = Given::numbers(&[("g", g), ("h", h), ("r", r), ("s", s)]);
    let stem = match dice.below(3) {
        0 => format!(
            "A polynomial leaves the remainder ${r}$ on division by ${first}$ and the remainder ${s}$ on division by \
             ${second}$.\nWhat is its remainder on division by $({first})({second})$?"
        ),
        1 => format!(
            "The polynomial $p(x)$ satisfies $p({g}) = {r}$ and $p({h}) = {s}$.\nFind the remainder when $p(x)$ is divided by \
             $({first})({second})$."
        ),
        _ => format!(
            "When $p(x)$ is divided by ${first}$, the remainder is ${r}$; when it is divided by ${second}$, the remainder is \
             ${s}$.\nWhich of the following is the remainder when $p(x)$ is divided by the product $({first})({second})$?"
        ),
    };
    let claim = given.solve(&["m", "c"], &["m*g + c = r", "m*h + c = s"], &[], "m*x + c");
    let line = |g: &str, h: &str, r: &str, s: &str| {
        let slope = format!("(({r}) - ({s}))/(({g}) - ({h}))");
        format!("({slope})*x + ({r}) - ({g})*({slope})")
    };
    let key = line("g", "h", "r", "s");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &key,
        wrong: &[
            ("takes both remainders at the wrong sign", &line("(-g)", "(-h)", "r", "s")),
            ("mixes up the two remainders", &line("g", "h", "s", "r")),
            ("takes the remainders for the coefficients", "r*x + s"),
            ("takes the remainders for the coefficients, in the other order", "s*x + r"),
            ("takes the first remainder for the constant", "((r - s)/(g - h))*x + r"),
            (
                "mixes up the coefficients of the remainder",
                &format!("({})*x + (r - s)/(g - h)", "r - g*(r - s)/(g - h)"),
            ),
        ],
        steps: &[
            (
                &format!(
                    "The divisor is quadratic, so the remainder has the form $mx + c$, with the same values as the \
                     polynomial at $x = {g}$ and $x = {h}$."
                ),
                &["polynomials"],
            ),
            (
                &format!(
                    "$m \\times {} + c = {r}$ and $m \\times {} + c = {s}$ give $m = {m}$ and $c = {c}$.",
                    bracketed(g),
                    bracketed(h)
                ),
                &["linear_equations"],
            ),
        ],
        insight: "Where the divisor is zero the polynomial equals its remainder, and two values fix a line.",
    })
}
