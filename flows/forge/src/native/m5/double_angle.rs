//! Waves that appear only with the double angle.

use super::harmonic::{amplitude, formula, wave};
use super::{angle, asked, sign, tidy, words};
use crate::claim::Extreme;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::{Given, Parts};
use crate::native::formula::{fraction, sum};

/// Squares and the product of both functions: a wave of the double angle about a mean.
pub(super) fn squares(dice: &mut Dice) -> Draft {
    let (d, q, h) = wave(dice);
    let r = *dice.pick(&[-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]);
    let p = r + d;
    let x = angle(dice);
    let find = *dice.pick(&[Extreme::Greatest, Extreme::Least]);
    let s = sign(find);
    let f = tidy(vec![
        (p, format!("\\sin^2 {x}")),
        (q, format!("\\sin {x}\\cos {x}")),
        (r, format!("\\cos^2 {x}")),
    ]);
    let stem = asked(dice, find, &f, x);
    let claim = Given::numbers(&[("p", p), ("q", q), ("r", r)]).extreme(
        find,
        "p*sin(x)^2 + q*sin(x)*cos(x) + r*cos(x)^2",
        &[("x", "0", "2*pi")],
        None,
    );
    let (_, other) = words(find);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("(p + r)/2 + {s}*sqrt(q^2 + (p - r)^2)/2"),
        wrong: &[
            (&format!("gives the {other} value"), &format!("(p + r)/2 - {s}*sqrt(q^2 + (p - r)^2)/2")),
            ("leaves out the mean of the two squares", &format!("{s}*sqrt(q^2 + (p - r)^2)/2")),
            (
                "adds the amplitudes of both waves of the double angle",
                &format!("(p + r)/2 + {s}*(abs(q) + abs(p - r))/2"),
            ),
            ("forgets that the products bring a half", &format!("p + r + {s}*sqrt(q^2 + (p - r)^2)")),
            ("halves the mean but not the amplitude", &format!("(p + r)/2 + {s}*sqrt(q^2 + (p - r)^2)")),
            ("keeps only the mixed term beside the mean", &format!("(p + r)/2 + {s}*abs(q)/2")),
            ("drops the mixed term and takes the squares alone", &format!("(p + r)/2 + {s}*abs(p - r)/2")),
        ],
        steps: &[
            (
                &format!(
                    "With the double angle, $\\sin^2 {x} = \\frac{{1 - \\cos 2{x}}}{{2}}$, $\\cos^2 {x} = \\frac{{1 + \\cos \
                     2{x}}}{{2}}$ and $\\sin {x}\\cos {x} = \\frac{{\\sin 2{x}}}{{2}}$."
                ),
                &["trigonometry"],
            ),
            (
                &format!(
                    "The expression is half of ${}$.",
                    sum(&[
                        (p + r, String::new()),
                        (q, format!("\\sin 2{x}")),
                        (r - p, format!("\\cos 2{x}"))
                    ])
                ),
                &["trigonometry", "algebra"],
            ),
            (
                &format!(
                    "The wave has the amplitude ${}$, so the bound is ${}$.",
                    amplitude(q, r - p, h),
                    fraction(p + r + s * h, 2)
                ),
                &["trigonometry", "arithmetic"],
            ),
        ],
        insight: "Squares and products of sine and cosine are a mean and one wave of the double angle.",
    })
}

/// Two waves multiplied: half their scalar product about half the product of the amplitudes.
pub(super) fn product(dice: &mut Dice) -> Draft {
    const SHORT: &[(i64, i64, i64)] =
        &[(3, 4, 5), (4, 3, 5), (5, 12, 13), (12, 5, 13), (6, 8, 10), (8, 6, 10), (8, 15, 17)];
    let (a, b, h) = *dice.pick(SHORT);
    let (mut c, mut d, mut k) = *dice.pick(SHORT);
    while a * d == b * c {
        (c, d, k) = *dice.pick(SHORT);
    }
    let b = if dice.below(3) == 0 { -b } else { b };
    let d = if dice.below(3) == 0 { -d } else { d };
    let x = angle(dice);
    let find = *dice.pick(&[Extreme::Greatest, Extreme::Least]);
    let s = sign(find);
    let f = format!("({})({})", formula(a, b, 0, x), formula(c, d, 0, x));
    let stem = asked(dice, find, &f, x);
    let claim = Given::numbers(&[("a", a), ("b", b), ("c", c), ("d", d)]).extreme(
        find,
        "(a*sin(x) + b*cos(x))*(c*sin(x) + d*cos(x))",
        &[("x", "0", "2*pi")],
        None,
    );
    let (_, other) = words(find);
    let both = "sqrt(a^2 + b^2)*sqrt(c^2 + d^2)";
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("(a*c + b*d + {s}*{both})/2"),
        wrong: &[
            ("multiplies the bounds of two waves that never peak together", &format!("{s}*{both}")),
            (&format!("gives the {other} value"), &format!("(a*c + b*d - {s}*{both})/2")),
            ("leaves out the mean", &format!("{s}*{both}/2")),
            ("forgets that products of waves bring a half", &format!("a*c + b*d + {s}*{both}")),
            ("multiplies the sums of the coefficients", &format!("{s}*(abs(a) + abs(b))*(abs(c) + abs(d))")),
            ("leaves out the middle term of the product", &format!("(a*c + b*d + {s}*abs(a*c - b*d))/2")),
            ("keeps only the mean", "(a*c + b*d)/2"),
        ],
        steps: &[
            (
                &format!(
                    "Multiplied out, the product is half of ${}$.",
                    sum(&[
                        (a * c + b * d, String::new()),
                        (a * d + b * c, format!("\\sin 2{x}")),
                        (b * d - a * c, format!("\\cos 2{x}"))
                    ])
                ),
                &["algebra", "trigonometry"],
            ),
            (
                &format!(
                    "The wave of the double angle has the amplitude ${}$.",
                    amplitude(a * d + b * c, b * d - a * c, h * k)
                ),
                &["trigonometry"],
            ),
            (&format!("The bound is ${}$.", fraction(a * c + b * d + s * h * k, 2)), &["arithmetic"]),
        ],
        insight: "The product of two waves of one angle is a mean and a single wave of the double angle.",
    })
}
