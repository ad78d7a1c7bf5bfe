//! Odd and even parts: half of a function changes its sign, the other half does not.

use super::super::draft::{Given, Parts, borrowed};
use super::super::formula::{bracketed, shifted, sum};
use super::super::{Draft, Family};
use super::not_zero;
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const ODD_AND_EVEN: Family = Family {
    schema: "M3",
    name: "odd_and_even",
    idea: "Most coefficients of a function are unknown and stay unknown. Its odd part changes sign with the variable and its \
           even part does not, so one value gives the value at the mirrored point.",
    objects: &["odd and even functions", "polynomials"],
    constraints: &["one value", "symmetry of the terms"],
    asked: "the value at the mirrored point",
    wrong_paths: &[
        "taking the whole function to be odd",
        "taking the whole function to be even",
        "counting the constant once only",
        "mirroring about the wrong point",
    ],
    rationale: [
        "Only a constant stands beside the odd terms.",
        "One known term of the other kind stands beside the unknown ones.",
        "The symmetry is about another point, or no coefficient is known at all.",
    ],
    draft: odd_and_even,
};

fn odd_and_even(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => constant_known(dice),
        Difficulty::Medium => one_term_known(dice),
        Difficulty::Hard => {
            if dice.below(2) == 0 {
                nothing_known(dice)
            } else {
                other_centre(dice)
            }
        }
    }
}

fn constant_known(dice: &mut Dice) -> Draft {
    let (high, low): (i64, i64) = *dice.pick(&[(3, 1), (5, 3), (5, 1), (7, 3)]);
    let h = *dice.pick(&[2, 3, 4, 5, -2, -3, -4]);
    let c = not_zero(dice, 9);
    let r = loop {
        let r = dice.range(-20, 20);
        if r != c && r != 0 {
            break r;
        }
    };
    let power = |n: i64| if n == 1 { "x".to_owned() } else { format!("x^{{{n}}}") };
    let f = sum(&[(1, format!("a{}", power(high))), (1, format!("b{}", power(low))), (c, String::new())]);
    let m = -h;
    let given = Given::numbers(&[("h", h), ("c", c), ("r", r)]);
    let stem = match dice.below(3) {
        0 => format!(
            "The function $f(x) = {f}$, where $a$ and $b$ are constants, satisfies $f({h}) = {r}$.\n\
             What is the value of $f({m})$?"
        ),
        1 => {
            format!("Let $f(x) = {f}$ with constants $a$ and $b$. Given that $f({h}) = {r}$, find $f({m})$.")
        }
        _ => format!(
            "The point $({h}, {r})$ lies on the curve $y = {f}$, where $a$ and $b$ are constants.\n\
             What is the value of $y$ on this curve at $x = {m}$?"
        ),
    };
    let equation = format!("a*h^{high} + b*h^{low} + c = r");
    // b stays a parameter: the answer does not depend on it.
    let claim = given.solve(&["a"], &[&equation], &[], &format!("a*(-h)^{high} + b*(-h)^{low} + c"));
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*c - r",
        wrong: &[
            ("takes the whole function to be odd", "-r"),
            ("takes the whole function to be even", "r"),
            ("adds the constant once only", "c - r"),
            ("takes the constant off twice instead of adding it", "-r - 2*c"),
            ("takes the odd part without changing its sign", "r - 2*c"),
            ("gives the odd part", "r - c"),
            ("adds the constant twice to the given value", "r + 2*c"),
        ],
        steps: &[
            (
                &format!(
                    "The terms in $a$ and $b$ add up to ${r} - {} = {}$ at $x = {h}$.",
                    bracketed(c),
                    r - c
                ),
                &["functions"],
            ),
            (
                &format!(
                    "They are odd, so at $x = {m}$ they add up to ${}$, and the value is ${} + {} = {}$.",
                    c - r,
                    c - r,
                    bracketed(c),
                    2 * c - r
                ),
                &["functions", "arithmetic"],
            ),
        ],
        insight: "The unknown terms are odd: together they change sign with $x$, and the constant stays.",
    })
}

fn one_term_known(dice: &mut Dice) -> Draft {
    let h: i64 = *dice.pick(&[2, 3, -2, -3, 2, 4]);
    let k = not_zero(dice, 5);
    let r = not_zero(dice, 30);
    let m = -h;
    let even = dice.below(2) == 0;
    let (f, equation, ask) = if even {
        // Unknown even terms beside a known odd one.
        let (n, n_claim) = if dice.below(2) == 0 { ("x", "") } else { ("x^{3}", "^3") };
        (
            if n_claim.is_empty() {
                sum(&[(1, "ax^{4}".into()), (1, "bx^{2}".into()), (k, n.into())])
            } else {
                sum(&[(1, "ax^{4}".into()), (k, n.into()), (1, "bx^{2}".into())])
            },
            format!("a*h^4 + b*h^2 + k*h{n_claim} = r"),
            format!("a*(-h)^4 + b*(-h)^2 + k*(-h){n_claim}"),
        )
    } else {
        (
            sum(&[(1, "ax^{5}".into()), (1, "bx^{3}".into()), (k, "x^{2}".into())]),
            "a*h^5 + b*h^3 + k*h^2 = r".to_owned(),
            "a*(-h)^5 + b*(-h)^3 + k*(-h)^2".to_owned(),
        )
    };
    let power = if even { if equation.ends_with("h^3 = r") { 3 } else { 1 } } else { 2 };
    let known = k * h.pow(power);
    let given = Given::numbers(&[("h", h), ("k", k), ("r", r)]);
    let stem = match dice.below(3) {
        0 => format!(
            "Given that $f(x) = {f}$ for constants $a$ and $b$, and that $f({h}) = {r}$, find the value of $f({m})$."
        ),
        1 => format!(
            "The curve $y = {f}$, where $a$ and $b$ are constants, passes through the point $({h}, {r})$ and \
             through the point $({m}, q)$.\n\
             What is the value of $q$?"
        ),
        _ => format!(
            "For certain constants $a$ and $b$ the function $f(x) = {f}$ has the value ${r}$ at $x = {h}$.\n\
             What is its value at $x = {m}$?"
        ),
    };
    let claim = given.solve(&["a"], &[&equation], &[], &ask);
    let term = format!("k*h^{power}");
    let (key, wrong): (String, Vec<(&str, String)>) = if even {
        (
            format!("r - 2*{term}"),
            vec![
                ("takes the whole function to be even", "r".into()),
                ("takes the whole function to be odd", "-r".into()),
                ("takes the known term off once only", format!("r - {term}")),
                ("adds the known term twice", format!("r + 2*{term}")),
                ("changes the sign of the unknown terms", format!("2*{term} - r")),
                ("leaves the known term out and changes the sign of the rest", format!("{term} - r")),
                ("adds the known term once", format!("r + {term}")),
            ],
        )
    } else {
        (
            format!("2*{term} - r"),
            vec![
                ("takes the whole function to be odd", "-r".into()),
                ("takes the whole function to be even", "r".into()),
                ("adds the known term once only", format!("{term} - r")),
                ("takes the known term to change its sign twice", format!("-2*{term} - r")),
                ("takes the unknown terms without changing their sign", format!("r - 2*{term}")),
                ("gives the unknown terms", format!("r - {term}")),
                ("adds the known term twice to the given value", format!("r + 2*{term}")),
            ],
        )
    };
    let wrong = borrowed(&wrong);
    let (unknown, result) = if even { (r - known, r - 2 * known) } else { (known - r, 2 * known - r) };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &key,
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "The known term is ${known}$ at $x = {h}$, so the unknown terms add up to ${}$ there.",
                    r - known
                ),
                &["functions"],
            ),
            (
                &format!(
                    "At $x = {m}$ the unknown terms give ${unknown}$ and the known one ${}$: together ${result}$.",
                    if even { -known } else { known }
                ),
                &["functions", "arithmetic"],
            ),
        ],
        insight: if even {
            "The unknown terms are even and keep their value; only the known term changes its sign."
        } else {
            "The unknown terms are odd and change their sign; only the known term keeps its value."
        },
    })
}

/// Two values at mirrored points give the sum of any other such pair.
fn nothing_known(dice: &mut Dice) -> Draft {
    let (h, t) = *dice.pick(&[(1, 2), (2, 3), (1, 3), (2, 5), (3, 4), (3, 5), (4, 7), (2, 1), (5, 2)]);
    let (r, s) = loop {
        let (r, s) = (dice.range(-12, 20), dice.range(-12, 20));
        if r != s && r + s != 0 && (r + s) % 2 == 0 {
            break (r, s);
        }
    };
    let (high, low) = *dice.pick(&[(3, 1), (5, 3), (5, 1), (7, 5)]);
    let low_power = if low == 1 { "x".to_owned() } else { format!("x^{{{low}}}") };
    let f = format!("ax^{{{high}}} + b{low_power} + c");
    let (stem, both) = mirrored_stem(dice, &f, (h, t), (r, s));
    let given = Given::numbers(&[("h", h), ("t", t), ("r", r), ("s", s)]);
    let first = format!("a*h^{high} + b*h^{low} + c = r");
    let second = format!("a*(-h)^{high} + b*(-h)^{low} + c = s");
    let ask = if both {
        format!("a*t^{high} + b*t^{low} + c + a*(-t)^{high} + b*(-t)^{low} + c")
    } else {
        "c".into()
    };
    let claim = given.solve(&["a", "c"], &[&first, &second], &[], &ask);
    let (key, wrong): (&str, &[(&str, &str)]) = if both {
        (
            "r + s",
            &[
                ("scales the sum with the point", "(r + s)*t/h"),
                ("gives the constant only", "(r + s)/2"),
                ("takes the difference of the two values", "r - s"),
                ("takes the function to be odd", "0"),
                ("takes the difference of the two values the other way", "s - r"),
                ("doubles the sum", "2*(r + s)"),
                ("gives half the difference", "(r - s)/2"),
            ],
        )
    } else {
        (
            "(r + s)/2",
            &[
                ("forgets to halve the sum", "r + s"),
                ("takes half the difference", "(r - s)/2"),
                ("takes the difference", "r - s"),
                ("takes half the difference the other way", "(s - r)/2"),
                ("halves twice", "(r + s)/4"),
                ("takes the function to be odd", "0"),
                ("takes the difference the other way", "s - r"),
            ],
        )
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong,
        steps: &[
            (
                &format!(
                    "The terms in $a$ and $b$ are odd, so they cancel in $f({h}) + f(-{h}) = 2c = {}$.",
                    r + s
                ),
                &["functions"],
            ),
            (
                &if both {
                    format!(
                        "They cancel in the same way at ${t}$ and $-{t}$, so that sum is $2c = {}$ as well.",
                        r + s
                    )
                } else {
                    format!("So $c = {}$.", i64::midpoint(r, s))
                },
                &["functions"],
            ),
        ],
        insight: "In a sum of values at mirrored points only the even part is left.",
    })
}

/// The words for values r and s at h and -h, and whether the sum of those at t and -t is asked rather than the constant.
fn mirrored_stem(dice: &mut Dice, f: &str, (h, t): (i64, i64), (r, s): (i64, i64)) -> (String, bool) {
    match dice.below(4) {
        0 => (
            format!(
                "Let $f(x) = {f}$, where $a$, $b$ and $c$ are constants. It is given that $f({h}) = {r}$ and \
                 $f(-{h}) = {s}$.\n\
                 What is the value of $f({t}) + f(-{t})$?"
            ),
            true,
        ),
        1 => (
            format!(
                "The curve $y = {f}$ passes through $({h}, {r})$ and $(-{h}, {s})$. It also passes through $({t}, \
                 p)$ and $(-{t}, q)$.\n\
                 Find $p + q$."
            ),
            true,
        ),
        2 => (
            format!(
                "The function $f(x) = {f}$ with constants $a$, $b$ and $c$ satisfies $f({h}) = {r}$ and $f(-{h}) = \
                 {s}$.\n\
                 What is the value of $c$?"
            ),
            false,
        ),
        _ => (
            format!(
                "Where does the curve $y = {f}$ meet the $y$-axis, if it passes through the points $({h}, {r})$ \
                 and $(-{h}, {s})$?\n\
                 Give the value of $y$."
            ),
            false,
        ),
    }
}

/// Odd about another point: the mirrored point is on the other side of the centre.
fn other_centre(dice: &mut Dice) -> Draft {
    let (m, k) = (not_zero(dice, 5), *dice.pick(&[1, 2, 3, -1, -2, -3]));
    let c = not_zero(dice, 9);
    let r = loop {
        let r = dice.range(-15, 20);
        if r != c && r != 0 {
            break r;
        }
    };
    let (h, t) = (m + k, m - k);
    let high = *dice.pick(&[3, 5]);
    let inner = shifted("x", m);
    let f = sum(&[(1, format!("a({inner})^{{{high}}}")), (1, format!("b({inner})")), (c, String::new())]);
    let given = Given::numbers(&[("m", m), ("h", h), ("t", t), ("c", c), ("r", r)]);
    let stem = match dice.below(3) {
        0 => format!(
            "The function $f(x) = {f}$, where $a$ and $b$ are constants, satisfies $f({h}) = {r}$.\n\
             What is the value of $f({t})$?"
        ),
        1 => format!(
            "Given that $f(x) = {f}$ for constants $a$ and $b$ and that $f({h}) = {r}$, find $f({t})$."
        ),
        _ => format!(
            "The curve $y = {f}$, where $a$ and $b$ are constants, passes through the points $({h}, {r})$ and \
             $({t}, q)$.\n\
             Find the value of $q$."
        ),
    };
    let equation = format!("a*(h - m)^{high} + b*(h - m) + c = r");
    let claim = given.solve(&["a"], &[&equation], &[], &format!("a*(t - m)^{high} + b*(t - m) + c"));
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*c - r",
        wrong: &[
            ("takes the whole function to be odd about the centre", "-r"),
            ("takes the function to be even about the centre", "r"),
            ("adds the constant once only", "c - r"),
            ("takes the unknown terms without changing their sign", "r - 2*c"),
            ("gives the unknown terms", "r - c"),
            ("moves the value by the distance of the points", "r + t - h"),
            ("adds the constant twice to the given value", "r + 2*c"),
        ],
        steps: &[
            (&format!("At $x = {h}$ the bracket is ${k}$ and at $x = {t}$ it is ${}$.", -k), &["functions"]),
            (
                &format!(
                    "The terms in $a$ and $b$ change from ${}$ to ${}$, so the value is ${} + {} = {}$.",
                    r - c,
                    c - r,
                    c - r,
                    bracketed(c),
                    2 * c - r
                ),
                &["functions", "arithmetic"],
            ),
        ],
        insight: "The two points lie on opposite sides of the centre, where the unknown terms are opposite too.",
    })
}
