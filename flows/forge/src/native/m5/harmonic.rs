//! A sine and a cosine of one angle are one wave.

use super::{TRIPLES, angle, asked, double_angle, sign, tidy, words};
use crate::Difficulty;
use crate::claim::Extreme;
use crate::dice::Dice;
use crate::native::draft::{Given, Parts};
use crate::native::formula::{bracketed, fraction, sum};
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M5",
    name: "harmonic_form",
    idea: "A sine and a cosine of the same angle never peak together. Their sum is a single wave whose amplitude is the \
           long side of a right triangle, and its range gives the bound.",
    objects: &["harmonic form", "double angles", "reciprocal of a wave"],
    constraints: &["one angle", "coefficients from a right triangle"],
    asked: "a bound, or the width of the range",
    wrong_paths: &[
        "adding the separate greatest values of the two terms",
        "taking the larger coefficient for the amplitude",
        "mixing up the least and the greatest value",
        "leaving out the constant",
    ],
    rationale: [
        "The sum of the two terms is written as one wave and its bound is read off.",
        "The wave stands inside a reciprocal, a square or an equation, which has to be read first.",
        "The wave appears only after products of the two functions are written with the double angle.",
    ],
    draft: harmonic,
};

const WAVE: &str =
    "A sine and a cosine of one angle make one wave, with the long side of a right triangle as amplitude.";

fn harmonic(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(6)) {
        (Difficulty::Easy, 0) => tide(dice),
        (Difficulty::Easy, 1) => currents(dice),
        (Difficulty::Easy, _) => plain(dice),
        (Difficulty::Medium, 0 | 1) => reciprocal(dice),
        (Difficulty::Medium, 2 | 3) => whole_numbers(dice),
        (Difficulty::Medium, _) => squared(dice),
        (Difficulty::Hard, 0 | 1) => double_angle::product(dice),
        (Difficulty::Hard, _) => double_angle::squares(dice),
    }
}

/// Coefficients with signs, and the amplitude.
pub(super) fn wave(dice: &mut Dice) -> (i64, i64, i64) {
    let (a, b, h) = *dice.pick(TRIPLES);
    let (s, t) = *dice.pick(&[(1, 1), (1, -1), (1, -1), (-1, 1)]);
    (s * a, t * b, h)
}

pub(super) fn formula(a: i64, b: i64, c: i64, x: &str) -> String {
    tidy(vec![(a, format!("\\sin {x}")), (b, format!("\\cos {x}")), (c, String::new())])
}

pub(super) fn amplitude(a: i64, b: i64, h: i64) -> String {
    format!("\\sqrt{{{}^2 + {}^2}} = {h}", bracketed(a), bracketed(b))
}

fn plain(dice: &mut Dice) -> Draft {
    let (a, b, h) = wave(dice);
    let c = *dice.pick(&[-12, -9, -7, -6, -4, -3, -2, -1, 1, 2, 3, 4, 6, 8, 9, 11]);
    let x = angle(dice);
    let find =
        *dice.pick(&[Extreme::Greatest, Extreme::Least, Extreme::Greatest, Extreme::Least, Extreme::Width]);
    let f = formula(a, b, c, x);
    let stem = asked(dice, find, &f, x);
    let claim = Given::numbers(&[("a", a), ("b", b), ("c", c)]).extreme(
        find,
        "a*sin(x) + b*cos(x) + c",
        &[("x", "0", "2*pi")],
        None,
    );
    let wave = format!("The two terms make one wave of amplitude ${}$.", amplitude(a, b, h));
    if find == Extreme::Width {
        return Draft::new(Parts {
            stem: &stem,
            claim,
            key: "2*sqrt(a^2 + b^2)",
            wrong: &[
                ("adds the separate maxima of the two terms", "2*(abs(a) + abs(b))"),
                ("takes the amplitude for the whole width", "sqrt(a^2 + b^2)"),
                ("takes the larger coefficient for the amplitude", "abs(a) + abs(b) + abs(abs(a) - abs(b))"),
                ("takes the smaller coefficient for the amplitude", "abs(a) + abs(b) - abs(abs(a) - abs(b))"),
                ("adds the constant, which shifts both ends alike", "2*sqrt(a^2 + b^2) + abs(c)"),
                (
                    "takes the constant off the width, though it shifts both ends alike",
                    "2*sqrt(a^2 + b^2) - abs(c)",
                ),
                ("adds the coefficients and forgets that both signs occur", "abs(a) + abs(b)"),
            ],
            steps: &[
                (&wave, &["trigonometry"]),
                (
                    &format!(
                        "It lies between $-{h}$ and ${h}$, and the constant shifts both ends alike: the width is ${}$.",
                        2 * h
                    ),
                    &["trigonometry", "arithmetic"],
                ),
            ],
            insight: WAVE,
        });
    }
    let s = sign(find);
    let (_, other) = words(find);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("c + {s}*sqrt(a^2 + b^2)"),
        wrong: &[
            (
                "adds the separate bounds of two terms that never peak together",
                &format!("c + {s}*(abs(a) + abs(b))"),
            ),
            ("leaves out the constant", &format!("{s}*sqrt(a^2 + b^2)")),
            (&format!("gives the {other} value"), &format!("c - {s}*sqrt(a^2 + b^2)")),
            ("takes the coefficient of the sine for the amplitude", &format!("c + {s}*abs(a)")),
            ("takes the coefficient of the cosine for the amplitude", &format!("c + {s}*abs(b)")),
            ("adds the coefficients with their signs", "c + a + b"),
            ("adds the whole swing instead of the amplitude", &format!("c + {s}*2*sqrt(a^2 + b^2)")),
            ("subtracts the constant", &format!("{s}*sqrt(a^2 + b^2) - c")),
        ],
        steps: &[
            (&wave, &["trigonometry"]),
            (
                &format!(
                    "It lies between $-{h}$ and ${h}$, so the bound is ${} {} {h} = {}$.",
                    c,
                    if s > 0 { "+" } else { "-" },
                    c + s * h
                ),
                &["trigonometry", "arithmetic"],
            ),
        ],
        insight: WAVE,
    })
}

fn tide(dice: &mut Dice) -> Draft {
    let (a, b, h) = *dice.pick(&[
        (3, 4, 5),
        (4, 3, 5),
        (3, -4, 5),
        (-3, 4, 5),
        (4, -3, 5),
        (-4, 3, 5),
        (6, 8, 10),
        (8, -6, 10),
    ]);
    let c = h + dice.range(2, 9);
    let find = *dice.pick(&[Extreme::Greatest, Extreme::Least, Extreme::Width]);
    let f = sum(&[
        (c, String::new()),
        (a, "\\sin\\frac{\\pi t}{6}".to_owned()),
        (b, "\\cos\\frac{\\pi t}{6}".to_owned()),
    ]);
    let place = *dice.pick(&["in a harbour", "at the end of a pier", "over a sandbank", "in a river mouth"]);
    let stem = match find {
        Extreme::Greatest => format!(
            "The depth of the water {place}, in metres, is\n${f}$,\nwhere $t$ is the time in hours after midnight. How deep is \
             it at high tide?"
        ),
        Extreme::Least => format!(
            "At a time $t$ hours after midnight the water {place} is $d$ metres deep, where\n$d = {f}$.\nWhat is the depth at \
             low tide?"
        ),
        _ => format!(
            "The depth of the water {place}, in metres, is\n${f}$,\nwhere $t$ is the time in hours after midnight. How far does \
             the water rise from low tide to high tide?"
        ),
    };
    let of = "c + a*sin(pi*t/6) + b*cos(pi*t/6)";
    let claim = Given::numbers(&[("a", a), ("b", b), ("c", c)]).extreme(find, of, &[("t", "0", "12")], None);
    let s = sign(find);
    let (key, constant, value) = match find {
        Extreme::Width => ("2*sqrt(a^2 + b^2)".to_owned(), "0", 2 * h),
        _ => (format!("c + {s}*sqrt(a^2 + b^2)"), "c", c + s * h),
    };
    let twice = if find == Extreme::Width { 2 } else { s };
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit("m"),
        key: &key,
        wrong: &[
            (
                "adds the separate bounds of two terms that never peak together",
                &format!("{constant} + {twice}*(abs(a) + abs(b))"),
            ),
            ("takes the coefficient of the sine for the amplitude", &format!("{constant} + {twice}*abs(a)")),
            (
                "takes the coefficient of the cosine for the amplitude",
                &format!("{constant} + {twice}*abs(b)"),
            ),
            ("takes the mean depth", "c"),
            ("takes the amplitude alone", "sqrt(a^2 + b^2)"),
            ("gives the depth at the other tide", &format!("c - {s}*sqrt(a^2 + b^2)")),
            ("gives the depth at high tide with half the amplitude", "c + sqrt(a^2 + b^2)/2"),
        ],
        steps: &[
            (
                &format!("The two terms make one wave of amplitude ${}$.", amplitude(a, b, h)),
                &["trigonometry"],
            ),
            (
                &match find {
                    Extreme::Width => {
                        format!("The water rises from ${c} - {h}$ to ${c} + {h}$, which is ${value}$ metres.")
                    }
                    _ => {
                        format!("The bound is ${c} {} {h} = {value}$ metres.", if s > 0 { "+" } else { "-" })
                    }
                },
                &["trigonometry", "arithmetic"],
            ),
        ],
        insight: WAVE,
    })
}

fn currents(dice: &mut Dice) -> Draft {
    let (p, q, r) = *dice.pick(TRIPLES);
    let (a, b, h) = (p.min(q), p.max(q), r);
    let (a, b) = if dice.below(2) == 0 { (a, b) } else { (b, a) };
    let stem = match dice.below(3) {
        0 => format!(
            "Two wires carry currents of ${a}\\sin\\omega t$ amperes and ${b}\\cos\\omega t$ amperes to a junction, from which a \
             third wire leads away.\nWhat is the greatest current in the third wire?"
        ),
        1 => format!(
            "Currents of ${a}\\cos\\omega t$ amperes and ${b}\\sin\\omega t$ amperes flow into a junction and leave it together \
             through a lamp.\nWhat is the peak current in the lamp?"
        ),
        _ => format!(
            "At a junction in a circuit, a current of ${b}\\sin\\omega t$ amperes is joined by one of ${a}\\cos\\omega t$ \
             amperes.\nWhat is the greatest value of their sum as the time $t$ varies?"
        ),
    };
    let claim = Given::numbers(&[("a", a), ("b", b)]).extreme(
        Extreme::Greatest,
        "a*sin(x) + b*cos(x)",
        &[("x", "0", "2*pi")],
        None,
    );
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit("A"),
        key: "sqrt(a^2 + b^2)",
        wrong: &[
            ("adds the peaks of two currents that never peak together", "a + b"),
            ("takes the difference of the peaks", "abs(a - b)"),
            ("takes the mean of the peaks", "(a + b)/2"),
            ("takes the larger peak alone", "(a + b + abs(a - b))/2"),
            ("takes the smaller peak alone", "(a + b - abs(a - b))/2"),
            ("gives the whole swing from least to greatest", "2*sqrt(a^2 + b^2)"),
        ],
        steps: &[
            (&format!("The sum is one wave of amplitude ${}$.", amplitude(a, b, h)), &["trigonometry"]),
            (&format!("Its greatest value is ${h}$ amperes."), &["trigonometry"]),
        ],
        insight: WAVE,
    })
}

fn reciprocal(dice: &mut Dice) -> Draft {
    let (a, b, h) = wave(dice);
    let c = h + *dice.pick(&[1, 2, 3, 4, 5, 7]);
    let find = *dice.pick(&[Extreme::Greatest, Extreme::Least]);
    let s = sign(find);
    let bottom = c - s * h;
    let n = match dice.below(3) {
        0 => bottom * dice.range(1, 6),
        _ => dice.range(2, 60),
    };
    let x = angle(dice);
    let f = format!("\\frac{{{n}}}{{{}}}", formula(a, b, c, x));
    let stem = asked(dice, find, &f, x);
    let claim = Given::numbers(&[("a", a), ("b", b), ("c", c), ("n", n)]).extreme(
        find,
        "n/(a*sin(x) + b*cos(x) + c)",
        &[("x", "0", "2*pi")],
        None,
    );
    let (most, other) = words(find);
    let mut wrong = vec![
        (
            format!("puts the {most} value of the wave into the denominator"),
            format!("n/(c + {s}*sqrt(a^2 + b^2))"),
        ),
        ("takes the wave to be zero".to_owned(), "n/c".to_owned()),
        ("leaves out the constant of the denominator".to_owned(), "n/sqrt(a^2 + b^2)".to_owned()),
        (
            "takes the larger coefficient for the amplitude".to_owned(),
            format!("n/(c - {s}*{})", a.abs().max(b.abs())),
        ),
        (
            "takes the smaller coefficient for the amplitude".to_owned(),
            format!("n/(c - {s}*{})", a.abs().min(b.abs())),
        ),
    ];
    if c - s * (a.abs() + b.abs()) > 0 {
        wrong.push((
            "adds the separate maxima of the two terms".to_owned(),
            format!("n/(c - {s}*(abs(a) + abs(b)))"),
        ));
    }
    if c + s * (a.abs() + b.abs()) > 0 {
        wrong.push((
            "adds the separate bounds and takes the wrong end".to_owned(),
            format!("n/(c + {s}*(abs(a) + abs(b)))"),
        ));
    }
    let wrong: Vec<(&str, &str)> = wrong.iter().map(|(why, gives)| (why.as_str(), gives.as_str())).collect();
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("n/(c - {s}*sqrt(a^2 + b^2))"),
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "The wave in the denominator has the amplitude ${}$, so the denominator runs from ${}$ to ${}$.",
                    amplitude(a, b, h),
                    c - h,
                    c + h
                ),
                &["trigonometry"],
            ),
            (
                &format!(
                    "It is always positive, so the fraction is {most} where the denominator is {other}: ${}$.",
                    fraction(n, bottom)
                ),
                &["algebra", "arithmetic"],
            ),
        ],
        insight: "A positive denominator turns the bounds over: the fraction peaks where the wave is lowest.",
    })
}

fn whole_numbers(dice: &mut Dice) -> Draft {
    let (a, b, h) = wave(dice);
    let c = *dice.pick(&[0, 0, 1, 2, 3, 5, -1, -2, -4, -6]);
    let x = angle(dice);
    let f = formula(a, b, c, x);
    let stem = asked(dice, Extreme::WholeNumbers, &f, x);
    let claim = Given::numbers(&[("a", a), ("b", b), ("c", c)]).extreme(
        Extreme::WholeNumbers,
        "a*sin(x) + b*cos(x) + c",
        &[("x", "0", "2*pi")],
        None,
    );
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*sqrt(a^2 + b^2) + 1",
        wrong: &[
            ("counts the steps between the bounds, not the numbers", "2*sqrt(a^2 + b^2)"),
            ("leaves out both bounds, although they are reached", "2*sqrt(a^2 + b^2) - 1"),
            ("counts only the numbers from zero up to the amplitude", "sqrt(a^2 + b^2) + 1"),
            ("adds the separate maxima of the two terms", "2*(abs(a) + abs(b)) + 1"),
            ("adds the separate maxima and counts the steps", "2*(abs(a) + abs(b))"),
            ("takes the larger coefficient for the amplitude", "abs(a) + abs(b) + abs(abs(a) - abs(b)) + 1"),
            ("adds the coefficients for the whole width", "abs(a) + abs(b) + 1"),
        ],
        steps: &[
            (&format!("The wave has the amplitude ${}$.", amplitude(a, b, h)), &["trigonometry"]),
            (
                &format!(
                    "Every value from ${}$ to ${}$ is taken, both ends included: ${}$ integers.",
                    c - h,
                    c + h,
                    2 * h + 1
                ),
                &["trigonometry", "counting"],
            ),
        ],
        insight: "The equation can be solved exactly when the constant lies within the range of one wave.",
    })
}

fn squared(dice: &mut Dice) -> Draft {
    let (a, b, h) = *dice.pick(&[
        (3, 4, 5),
        (4, 3, 5),
        (3, -4, 5),
        (4, -3, 5),
        (5, 12, 13),
        (12, -5, 13),
        (6, 8, 10),
        (8, -6, 10),
    ]);
    let c: i64 = *dice.pick(&[-20, -10, -8, -5, -3, -1, 1, 2, 4, 6, 9, 12, 15]);
    let k = if h > 10 { 1 } else { dice.range(1, 3) };
    let x = angle(dice);
    let inner = formula(a, b, 0, x);
    let squared = if k == 1 { String::new() } else { k.to_string() };
    // The square is added, or taken away from a constant.
    let (find, f, s) = if dice.below(2) == 0 {
        (Extreme::Greatest, format!("{squared}({inner})^2 {} {}", if c > 0 { "+" } else { "-" }, c.abs()), 1)
    } else {
        (Extreme::Least, format!("{c} - {squared}({inner})^2"), -1)
    };
    let stem = asked(dice, find, &f, x);
    let claim = Given::numbers(&[("a", a), ("b", b), ("c", c), ("k", k)]).extreme(
        find,
        &format!("c + {s}*k*(a*sin(x) + b*cos(x))^2"),
        &[("x", "0", "2*pi")],
        None,
    );
    let k_text = if k == 1 { String::new() } else { format!("{k} \\times ") };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("c + {s}*k*(a^2 + b^2)"),
        wrong: &[
            ("adds the separate maxima before squaring", &format!("c + {s}*k*(abs(a) + abs(b))^2")),
            ("forgets to square the amplitude", &format!("c + {s}*k*sqrt(a^2 + b^2)")),
            (
                "leaves out the middle term and takes the larger square",
                &format!("c + {s}*k*{}^2", a.abs().max(b.abs())),
            ),
            (
                "leaves out the middle term and takes the smaller square",
                &format!("c + {s}*k*{}^2", a.abs().min(b.abs())),
            ),
            ("lets the square be negative", &format!("c - {s}*k*(a^2 + b^2)")),
            ("leaves out the constant", &format!("{s}*k*(a^2 + b^2)")),
            ("takes the bound at which the square is zero", "c"),
        ],
        steps: &[
            (&format!("The bracket is one wave of amplitude ${}$.", amplitude(a, b, h)), &["trigonometry"]),
            (&format!("Its square lies between $0$ and ${}$.", h * h), &["algebra"]),
            (
                &format!(
                    "The bound is ${c} {} {k_text}{} = {}$.",
                    if s > 0 { "+" } else { "-" },
                    h * h,
                    c + s * k * h * h
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Bound the wave first, then square the bound.",
    })
}
