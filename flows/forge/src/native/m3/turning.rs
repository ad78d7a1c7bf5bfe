//! Turning points, and points where a curve touches.

use super::super::draft::{Given, Parts, borrowed};
use super::super::formula::{bracketed, polynomial, shifted, sum};
use super::super::{Draft, Family};
use super::not_zero;
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const TURNING_POINTS: Family = Family {
    schema: "M3",
    name: "turning_points",
    idea: "Where a curve turns or touches, its slope is known as well as its value. Written around that point the function \
           has its parameters on show.",
    objects: &["quadratics", "cubics", "tangency"],
    constraints: &["turning point", "touching point", "crossing point"],
    asked: "a coefficient, a sum of coefficients, or another value",
    wrong_paths: &[
        "a shift in the wrong direction",
        "using the value where the slope is meant",
        "treating a touching point as an ordinary root",
        "forgetting the factor from the derivative",
    ],
    rationale: [
        "The vertex of a parabola is given, and one number is read off.",
        "The slope of a cubic vanishes at two points.",
        "A cubic touches a line, and the combination asked is a single value of it.",
    ],
    draft: turning_points,
};

fn turning_points(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => vertex(dice),
        Difficulty::Medium => stationary_points(dice),
        Difficulty::Hard => touching(dice),
    }
}

fn vertex(dice: &mut Dice) -> Draft {
    let p = *dice.pick(&[1, 2, 3, -1, -2]);
    let (h, k) = (not_zero(dice, 4), not_zero(dice, 9));
    let parabola = sum(&[(p, "x^{2}".to_owned()), (1, "bx".to_owned()), (1, "c".to_owned())]);
    let kind = if p > 0 { "minimum" } else { "maximum" };
    let t = loop {
        let t = dice.range(-3, 5);
        if t != h && t != 0 && t != 1 {
            break t;
        }
    };
    let (asked, ask, key, result): (String, &str, &str, i64) = match dice.below(3) {
        0 => ("$c$".into(), "c", "k + p*h^2", k + p * h * h),
        1 => ("$b + c$".into(), "b + c", "k + p*h^2 - 2*p*h", k + p * h * h - 2 * p * h),
        _ => (format!("$y$ when $x = {t}$"), "p*t^2 + b*t + c", "p*(t - h)^2 + k", p * (t - h) * (t - h) + k),
    };
    let given = Given::numbers(&[("p", p), ("h", h), ("k", k), ("t", t)]);
    let stem = match dice.below(3) {
        0 => format!(
            "The curve $y = {parabola}$ has its turning point at $({h}, {k})$.\nWhat is the value of {asked}?"
        ),
        1 => format!(
            "The {kind} point of the curve $y = {parabola}$ is $({h}, {k})$.\nFind the value of {asked}."
        ),
        _ => format!(
            "Given that $y = {parabola}$ has a {kind} value of ${k}$, which occurs at $x = {h}$, find the value of \
             {asked}."
        ),
    };
    let claim = given.solve(&["b", "c"], &["2*p*h + b = 0", "p*h^2 + b*h + c = k"], &[], ask);
    let wrong: &[(&str, &str)] = match ask {
        "c" => &[
            ("takes the height of the turning point for the constant", "k"),
            ("takes the square off instead of adding it", "k - p*h^2"),
            ("takes the turning point to lie on the axis", "p*h^2"),
            ("stops at the coefficient of the linear term", "-2*p*h"),
            ("leaves out the doubling in the slope", "k"),
            ("forgets the square on the shift", "k + p*h"),
            ("doubles the square of the shift", "k + 2*p*h^2"),
            ("counts the square of the shift three times", "k + 3*p*h^2"),
        ],
        "b + c" => &[
            ("shifts in the wrong direction", "k + p*h^2 + 2*p*h"),
            ("takes the height of the turning point for the constant", "k - 2*p*h"),
            ("takes the square off instead of adding it", "k - p*h^2 - 2*p*h"),
            ("leaves the linear term out", "k + p*h^2"),
            ("leaves out the doubling in the slope", "k - p*h"),
            ("gives the value of the function at one", "k + p*(1 - h)^2"),
        ],
        _ => &[
            ("shifts in the wrong direction", "p*(t + h)^2 + k"),
            ("leaves the height of the turning point out", "p*(t - h)^2"),
            ("forgets the square on the shift", "p*(t - h) + k"),
            ("takes the height of the turning point off", "p*(t - h)^2 - k"),
            ("squares the coefficient too", "p^2*(t - h)^2 + k"),
            ("takes the point and the shift for each other's squares", "p*(t^2 - h^2) + k"),
            ("turns the parabola upside down", "k - p*(t - h)^2"),
        ],
    };
    let bracket = sum(&[(p, format!("({})^{{2}}", shifted("x", h))), (k, String::new())]);
    let last = match ask {
        "c" => format!("At $x = 0$ this gives $c = {result}$."),
        "b + c" => format!(
            "At $x = 1$ this gives ${} + b + c = {}$, so $b + c = {result}$.",
            p,
            p * (1 - h) * (1 - h) + k
        ),
        _ => format!("At $x = {t}$ this is ${result}$."),
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong,
        steps: &[
            (
                &format!("Written around its turning point the curve is $y = {bracket}$."),
                &["quadratics", "functions"],
            ),
            (&last, &["arithmetic"]),
        ],
        insight: "The turning point and the leading coefficient fix the completed square.",
    })
}

fn stationary_points(dice: &mut Dice) -> Draft {
    let (g, h) = loop {
        let (g, h) = (dice.range(-5, 5), dice.range(-5, 5));
        if g < h && (g + h) % 2 == 0 && g + h != 0 && g * h != 0 {
            break (g, h);
        }
    };
    let (a, b) = (-3 * (g + h) / 2, 3 * g * h);
    let d = dice.range(1, 9);
    let cubic = match dice.below(3) {
        0 => "x^{3} + ax^{2} + bx".to_owned(),
        1 => format!("x^{{3}} + ax^{{2}} + bx + {d}"),
        _ => format!("x^{{3}} + ax^{{2}} + bx - {d}"),
    };
    let (asked, result, product) =
        if dice.below(2) == 0 { ("a + b", a + b, false) } else { ("b - a", b - a, true) };
    let given = Given::numbers(&[("g", g), ("h", h), ("d", d)]);
    let stem = match dice.below(4) {
        0 => format!(
            "The curve $y = {cubic}$ has stationary points at $x = {g}$ and at $x = {h}$.\n\
             What is the value of ${asked}$?"
        ),
        1 => format!(
            "The tangents to the curve $y = {cubic}$ at $x = {g}$ and $x = {h}$ are both parallel to the \
             $x$-axis.\n\
             Find the value of ${asked}$."
        ),
        2 => format!(
            "The function $f(x) = {cubic}$ is decreasing for ${g} < x < {h}$ and for no other values of $x$.\n\
             Find ${asked}$."
        ),
        _ => format!(
            "The constants $a$ and $b$ are such that the curve $y = {cubic}$ turns at $x = {g}$ and again at $x = \
             {h}$.\n\
             What is ${asked}$?"
        ),
    };
    let equations = ["3*g^2 + 2*a*g + b = 0", "3*h^2 + 2*a*h + b = 0", "y = g^3 + a*g^2 + b*g + d"];
    let claim = given.solve(&["a", "b", "y"], &equations, &[], asked);
    let put = |a: &str, b: &str| if product { format!("{b} - ({a})") } else { format!("{a} + ({b})") };
    let gives = [
        ("takes the stationary points for roots of the curve", put("-(g + h)", "g*h")),
        ("forgets the factor of the cube in the derivative", put("-(g + h)/2", "g*h")),
        ("takes the sum of the points with the wrong sign", put("3*(g + h)/2", "3*g*h")),
        ("forgets the factor of the square in the derivative", put("-3*(g + h)", "3*g*h")),
        ("takes the product of the points with the wrong sign", put("-3*(g + h)/2", "-3*g*h")),
        ("takes the factor of the cube for the sum only", put("-3*(g + h)/2", "g*h")),
        (
            "combines the coefficients the other way",
            if product { put("3*(g + h)/2", "3*g*h") } else { "3*g*h + 3*(g + h)/2".into() },
        ),
    ];
    let wrong = borrowed(&gives);
    let slope = polynomial("x", &[3, -3 * (g + h), 3 * g * h]);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &put("-3*(g + h)/2", "3*g*h"),
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "The slope $3x^{{2}} + 2ax + b$ is zero at the two points, so it is $3({})({}) = {slope}$.",
                    shifted("x", g),
                    shifted("x", h)
                ),
                &["differentiation", "quadratics"],
            ),
            (&format!("Comparing, $a = {a}$ and $b = {b}$, so ${asked} = {result}$."), &["algebra"]),
        ],
        insight: "The slope is a quadratic whose roots and leading coefficient are known.",
    })
}

/// The cubic less a line is (x - g)²(x - h).
fn touching(dice: &mut Dice) -> Draft {
    let (g, h) = loop {
        let (g, h) = (dice.range(-3, 4), dice.range(-4, 5));
        if g != h && g != 0 && h != 0 && g != 1 && h != 1 {
            break (g, h);
        }
    };
    let with_line = dice.below(2) == 0;
    let (m, n) = if with_line { (not_zero(dice, 4), dice.range(-6, 6)) } else { (0, 0) };
    let t = loop {
        let t = dice.range(-2, 4);
        if t != g && t != h && t != 1 && t != 0 {
            break t;
        }
    };
    let (asked, ask, at): (String, String, i64) = match dice.below(3) {
        0 => ("$c$".into(), "c".into(), 0),
        1 => ("$a + b + c$".into(), "a + b + c".into(), 1),
        _ => (format!("$y$ on the curve at $x = {t}$"), "t^3 + a*t^2 + b*t + c".into(), t),
    };
    let line = with_line.then(|| polynomial("x", &[m, n]));
    let given = Given::numbers(&[("g", g), ("h", h), ("m", m), ("n", n), ("t", t)]);
    let stem = touching_stem(dice, g, h, line.as_deref(), &asked);
    let claim = given.solve(
        &["a", "b", "c"],
        &["g^3 + a*g^2 + b*g + c = m*g + n", "3*g^2 + 2*a*g + b = m", "h^3 + a*h^2 + b*h + c = m*h + n"],
        &[],
        &ask,
    );
    // What is asked is the value at a point, less one for the sum of the coefficients.
    let x = if at == t { "t".to_owned() } else { at.to_string() };
    let less = if at == 1 { " - 1" } else { "" };
    let over = format!("m*{x} + n");
    let put = |shape: &str| format!("{}{less} + {over}", shape.replace('X', &x));
    let gives = [
        ("takes the crossing point for the touching point", put("(X - g)*(X - h)^2")),
        ("shifts in the wrong direction", put("(X + g)^2*(X + h)")),
        ("treats the touching point as an ordinary root", put("(X - g)*(X - h)")),
        ("takes the crossing factor with the wrong sign", put("(X - g)^2*(h - X)")),
        if at == 1 {
            ("forgets the leading coefficient", format!("(1 - g)^2*(1 - h) + {over}"))
        } else {
            ("shifts the crossing factor in the wrong direction", put("(X - g)^2*(X + h)"))
        },
        if with_line {
            ("leaves the line out of account", format!("({x} - g)^2*({x} - h){less}"))
        } else {
            ("shifts the touching factor in the wrong direction", put("(X + g)^2*(X - h)"))
        },
        if with_line {
            ("takes the line off instead of adding it", format!("({x} - g)^2*({x} - h){less} - ({over})"))
        } else {
            ("takes the crossing point for the only root, a double one", put("(X - h)^2"))
        },
    ];
    let wrong = borrowed(&gives);
    let curve = format!("({})^{{2}}({})", shifted("x", g), shifted("x", h));
    let value = (at - g) * (at - g) * (at - h);
    let total = value + m * at + n;
    let minuend = if with_line { format!("less the line is ${curve}$") } else { format!("is ${curve}$") };
    let line_part = if with_line { format!(" plus ${}$ from the line", m * at + n) } else { String::new() };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &put("(X - g)^2*(X - h)"),
        wrong: &wrong,
        steps: &[
            (
                &format!("Touching means a double root, so the cubic {minuend}."),
                &["polynomials", "functions"],
            ),
            (
                &format!(
                    "At $x = {at}$ this gives ${}^{{2}} \\times {} = {value}${line_part}{}.",
                    bracketed(at - g),
                    bracketed(at - h),
                    match at {
                        1 => format!(
                            "; the curve is at $1 + a + b + c = {total}$, so $a + b + c = {}$",
                            total - 1
                        ),
                        _ if with_line => format!(", which is ${total}$"),
                        _ => String::new(),
                    }
                ),
                &["arithmetic"],
            ),
        ],
        insight: "A touching point is a double root, and what is asked is one value of the product.",
    })
}

/// The words for a cubic that touches a line, or the axis, at g and crosses it at h.
fn touching_stem(dice: &mut Dice, g: i64, h: i64, line: Option<&str>, asked: &str) -> String {
    let cubic = "x^{3} + ax^{2} + bx + c";
    if let Some(line) = line {
        match dice.below(3) {
            0 => format!(
                "The line $y = {line}$ touches the curve $y = {cubic}$ at $x = {g}$ and crosses it at $x = {h}$.\n\
                 What is the value of {asked}?"
            ),
            1 => format!(
                "The curve $y = {cubic}$ has the line $y = {line}$ as its tangent at $x = {g}$. The tangent meets \
                 the curve again at $x = {h}$.\n\
                 Find the value of {asked}."
            ),
            _ => format!(
                "The tangent to the curve $y = {cubic}$ at the point with $x = {g}$ has the equation $y = {line}$. \
                 It cuts the curve at one other point, where $x = {h}$.\n\
                 What is the value of {asked}?"
            ),
        }
    } else {
        match dice.below(3) {
            0 => format!(
                "The curve $y = {cubic}$ touches the $x$-axis at $x = {g}$ and crosses it at $x = {h}$.\n\
                 What is the value of {asked}?"
            ),
            1 => format!(
                "The equation ${cubic} = 0$ has the repeated root $x = {g}$ and the root $x = {h}$. Let $y = \
                 {cubic}$.\n\
                 Find the value of {}.",
                asked.replace(" on the curve", "")
            ),
            _ => format!(
                "The $x$-axis is a tangent to the curve $y = {cubic}$ at the point $({g}, 0)$, and the curve also \
                 passes through $({h}, 0)$.\n\
                 Find the value of {asked}."
            ),
        }
    }
}
