//! Shortest and longest distances, measured along a normal.

use super::{TRIPLES, normal};
use crate::Difficulty;
use crate::claim::Extreme;
use crate::dice::Dice;
use crate::native::draft::{Given, Parts, borrowed};
use crate::native::formula::{self, bracketed, squared, sum};
use crate::native::whole::is_square;
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M7",
    name: "nearest_point",
    idea: "The nearest point of a curve is where a growing circle first touches it. For a circle it lies towards the centre, \
           for a line at the foot of the perpendicular; the point itself need not be found.",
    objects: &["circle", "line", "parabola"],
    constraints: &["a point bound to a curve"],
    asked: "a shortest or longest distance, or its square",
    wrong_paths: &[
        "measuring to the centre instead of the edge",
        "the distance instead of its square",
        "taking the point straight above or below",
        "the longest distance where the shortest is asked",
    ],
    rationale: [
        "The distance to the centre is found and the radius is taken away or added.",
        "A perpendicular to a line is measured before the answer follows.",
        "The distance is hidden in an expression, or the curve is a parabola whose nearest point is not its lowest.",
    ],
    draft: distance,
};

fn distance(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(2)) {
        (Difficulty::Easy, _) => to_circle(dice),
        (Difficulty::Medium, 0) => circle_and_line(dice),
        (Difficulty::Medium, _) => to_line(dice),
        (Difficulty::Hard, 0) => to_parabola(dice),
        (Difficulty::Hard, _) => hidden(dice),
    }
}

const OVER: [(&str, &str, &str); 2] =
    [("x", "p - sqrt(n)", "p + sqrt(n)"), ("y", "q - sqrt(n)", "q + sqrt(n)")];
const TIE: &str = "(x - p)^2 + (y - q)^2 = n";

fn to_circle(dice: &mut Dice) -> Draft {
    let (dx, dy, d) = normal(dice);
    let (p, q) = (dice.range(-5, 5), dice.range(-5, 5));
    let r = dice.range(1, 9).min(d + 4);
    let r = if r == d { r - 1 } else { r };
    let (u, v, n) = (p + dx, q + dy, r * r);
    let equation = formula::circle(p, q, n);
    let find = *dice.pick(&[Extreme::Least, Extreme::Least, Extreme::Greatest]);
    let least = find == Extreme::Least;
    let (short, near, far) =
        if least { ("shortest", "nearest", "longest") } else { ("longest", "farthest", "shortest") };
    let given = Given::numbers(&[("u", u), ("v", v), ("p", p), ("q", q), ("n", n)]);
    let stem = match dice.below(4) {
        0 => format!("What is the {short} distance from the point $({u}, {v})$ to the circle\n${equation}$?"),
        1 => format!(
            "$P$ is a point on the circle ${equation}$ and $A$ is the point $({u}, {v})$.\nWhat is the {short} possible length of $AP$?"
        ),
        2 => format!("How far from the point $({u}, {v})$ is the {near} point of the circle\n${equation}$?"),
        _ => format!(
            "A point moves round the circle ${equation}$.\nWhat is its {} distance from the point $({u}, {v})$?",
            if least { "least" } else { "greatest" }
        ),
    };
    let s = if least { -1 } else { 1 };
    let centre = "sqrt((u - p)^2 + (v - q)^2)";
    let value = (d + s * r).abs();
    Draft::new(Parts {
        stem: &stem,
        claim: given.extreme(find, "sqrt((x - u)^2 + (y - v)^2)", &OVER, Some(TIE)),
        key: &format!("abs({centre} + {s}*sqrt(n))"),
        wrong: &[
            ("measures to the centre", centre),
            (&format!("gives the {far} distance"), &format!("abs({centre} - {s}*sqrt(n))")),
            ("takes the square of the radius for the radius", &format!("abs({centre} + {s}*n)")),
            ("takes the diameter instead of the radius", &format!("abs({centre} + {s}*2*sqrt(n))")),
            (
                "adds the two coordinate differences for the distance",
                &format!("abs(abs(u - p) + abs(v - q) + {s}*sqrt(n))"),
            ),
            ("gives the radius", "sqrt(n)"),
            (
                "measures along the longer coordinate difference only",
                &format!("abs({} + {s}*sqrt(n))", dx.abs().max(dy.abs())),
            ),
        ],
        steps: &[
            (
                &format!(
                    "The centre $({p}, {q})$ is $\\sqrt{{{}^2 + {}^2}} = {d}$ from the point; the radius is ${r}$.",
                    dx.abs(),
                    dy.abs()
                ),
                &["coordinate_geometry"],
            ),
            (
                &if least && r > d {
                    format!("The point lies inside the circle, so the distance is ${r} - {d} = {value}$.")
                } else {
                    format!(
                        "The {near} point lies on the line through the centre: ${d} {} {r} = {value}$.",
                        if least { "-" } else { "+" }
                    )
                },
                &["geometry", "arithmetic"],
            ),
        ],
        insight: "The extreme points of a circle lie on the line through its centre.",
    })
}

/// The equation of a line, with its first coefficient positive.
fn line(a: i64, b: i64, c: i64) -> String {
    format!("{} = {c}", sum(&[(a, "x".to_owned()), (b, "y".to_owned())]))
}

fn circle_and_line(dice: &mut Dice) -> Draft {
    let (a, b, h) = *dice.pick(TRIPLES);
    let b = if dice.below(3) == 0 { -b } else { b };
    let (p, q) = (dice.range(-4, 4), dice.range(-4, 4));
    let r = dice.range(1, 5);
    let d = r + dice.range(1, 6);
    let up = if dice.below(2) == 0 { 1 } else { -1 };
    let (c, n) = (a * p + b * q + up * h * d, r * r);
    let (circle, straight) = (formula::circle(p, q, n), line(a, b, c));
    let find = *dice.pick(&[Extreme::Least, Extreme::Least, Extreme::Greatest]);
    let s = if find == Extreme::Least { -1 } else { 1 };
    let given = Given::numbers(&[("a", a), ("b", b), ("c", c), ("p", p), ("q", q), ("n", n)]);
    let stem = match (find, dice.below(3)) {
        (Extreme::Least, 0) => {
            format!("What is the shortest distance between the line ${straight}$ and the circle\n${circle}$?")
        }
        (Extreme::Least, 1) => format!(
            "The line ${straight}$ does not meet the circle ${circle}$.\nHow far from the line is the point of the circle that is \
             nearest to it?"
        ),
        (Extreme::Least, _) => format!(
            "$P$ is a point on the circle ${circle}$ and $Q$ is a point on the line ${straight}$.\nWhat is the least \
             possible length of $PQ$?"
        ),
        (_, 0) => format!(
            "How far from the line ${straight}$ is the point of the circle\n${circle}$\nthat is farthest from the line?"
        ),
        (_, 1) => format!(
            "A point moves round the circle ${circle}$.\nWhat is its greatest distance from the line ${straight}$?"
        ),
        (_, _) => format!(
            "What is the greatest distance that a point of the circle\n${circle}$\ncan have from the line ${straight}$?"
        ),
    };
    // From the centre to the point of the line that is nearest to it, and one radius less or more.
    let of = format!("sqrt((x - p)^2 + ((c - a*x)/b - q)^2) + {s}*sqrt(n)");
    let claim = given.extreme(Extreme::Least, &of, &[("x", "p - 30", "p + 30")], None);
    let centre = "abs(a*p + b*q - c)/sqrt(a^2 + b^2)";
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("{centre} + {s}*sqrt(n)"),
        wrong: &[
            ("measures from the centre", centre),
            ("goes to the other side of the circle", &format!("{centre} - {s}*sqrt(n)")),
            ("takes the square of the radius for the radius", &format!("abs({centre} + {s}*n)")),
            ("takes the diameter instead of the radius", &format!("abs({centre} + {s}*2*sqrt(n))")),
            (
                "measures from the origin instead of the centre",
                &format!("abs(abs(c)/sqrt(a^2 + b^2) + {s}*sqrt(n))"),
            ),
            ("measures from the origin and leaves the radius out", "abs(c)/sqrt(a^2 + b^2)"),
            ("forgets to divide by the length of the normal", &format!("abs(a*p + b*q - c) + {s}*sqrt(n)")),
        ],
        steps: &[
            (
                &format!(
                    "The centre $({p}, {q})$ is $\\frac{{|{} - {}|}}{{{h}}} = {d}$ from the line.",
                    a * p + b * q,
                    bracketed(c)
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "Along this perpendicular the radius ${r}$ is {}: ${}$.",
                    if s < 0 { "taken away" } else { "added" },
                    d + s * r
                ),
                &["geometry", "arithmetic"],
            ),
        ],
        insight: "The extreme points lie on the perpendicular from the centre to the line.",
    })
}

fn to_line(dice: &mut Dice) -> Draft {
    let (a, b, h) = *dice.pick(TRIPLES);
    let b = if dice.below(3) == 0 { -b } else { b };
    let (u, v) = if dice.below(2) == 0 { (0, 0) } else { (dice.range(-4, 4), dice.range(1, 4)) };
    let d = dice.range(2, 9);
    let up = if dice.below(2) == 0 { 1 } else { -1 };
    let c = a * u + b * v + up * h * d;
    let straight = line(a, b, c);
    let f = format!("{} + {}", squared("x", u), squared("y", v));
    let given = Given::numbers(&[("a", a), ("b", b), ("c", c), ("u", u), ("v", v)]);
    let stem = match dice.below(4) {
        0 => format!(
            "The real numbers $x$ and $y$ satisfy ${straight}$.\nWhat is the least possible value of ${f}$?"
        ),
        1 => format!("What is the minimum value of ${f}$ on the line\n${straight}$?"),
        2 => format!("A point $(x, y)$ moves along the line ${straight}$.\nHow small can ${f}$ become?"),
        _ => format!(
            "It is given that ${straight}$, where $x$ and $y$ are real.\nWhat is the smallest value that\n${f}$\ncan take?"
        ),
    };
    let over = [("x", "u - 100", "u + 100"), ("y", "v - 300", "v + 300")];
    let gap = "abs(a*u + b*v - c)";
    Draft::new(Parts {
        stem: &stem,
        claim: given.extreme(Extreme::Least, "(x - u)^2 + (y - v)^2", &over, Some("a*x + b*y = c")),
        key: &format!("{gap}^2/(a^2 + b^2)"),
        wrong: &[
            ("gives the distance instead of its square", &format!("{gap}/sqrt(a^2 + b^2)")),
            ("keeps the first variable at the point and moves along the second", &format!("({gap}/b)^2")),
            ("keeps the second variable at the point and moves along the first", &format!("({gap}/a)^2")),
            ("lets the coefficients add without squares", &format!("({gap}/(abs(a) + abs(b)))^2")),
            ("divides by the length of the normal once only", &format!("{gap}^2/sqrt(a^2 + b^2)")),
            ("doubles the squared distance, once for each variable", &format!("2*{gap}^2/(a^2 + b^2)")),
            ("measures from the origin instead of the point", "c^2/(a^2 + b^2)"),
            ("gives twice the distance", &format!("2*{gap}/sqrt(a^2 + b^2)")),
        ],
        steps: &[
            (
                &if (u, v) == (0, 0) {
                    "The expression is the square of the distance from the origin.".to_owned()
                } else {
                    format!("The expression is the square of the distance from the point $({u}, {v})$.")
                },
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "The perpendicular to the line has the length $\\frac{{{}}}{{{h}}} = {d}$, so the least value is ${d}^2 = {}$.",
                    h * d,
                    d * d
                ),
                &["coordinate_geometry", "arithmetic"],
            ),
        ],
        insight: "A sum of squares is a squared distance, and the nearest point of a line is the foot of the perpendicular.",
    })
}

/// From (0, c) to y = x²/k, where the nearest points lie on both sides of the axis.
fn to_parabola(dice: &mut Dice) -> Draft {
    let (k, c) = loop {
        let k = 2 * dice.range(1, 4);
        let c = dice.range(2, 30);
        let squared = k * c - k * k / 4;
        if c > k / 2 && squared > 0 && is_square(squared) {
            break (k, c);
        }
    };
    let d = i64::isqrt(k * c - k * k / 4);
    let f = format!("\\frac{{x^2}}{{{k}}}");
    let curve = match dice.below(2) {
        0 => format!("y = {f}"),
        _ => format!("{k}y = x^2"),
    };
    let wants_square = dice.below(3) == 0;
    let given = Given::numbers(&[("k", k), ("c", c), ("z", 0), ("t", 2)]);
    let stem = match (wants_square, dice.below(3)) {
        (false, 0) => {
            format!("What is the shortest distance from the point $(0, {c})$ to the curve ${curve}$?")
        }
        (false, 1) => format!(
            "$P$ is a point on the curve ${curve}$ and $A$ is the point $(0, {c})$.\nWhat is the least possible length of $AP$?"
        ),
        (false, _) => format!(
            "A circle with centre $(0, {c})$ touches the curve ${curve}$ at two points and does not cross it.\nWhat is its radius?"
        ),
        (true, 0) => format!(
            "The real numbers $x$ and $y$ satisfy ${curve}$.\nWhat is the least possible value of $x^2 + (y - {c})^2$?"
        ),
        (true, 1) => format!(
            "A point $(x, y)$ moves along the curve ${curve}$.\nHow small can $x^2 + (y - {c})^2$ become?"
        ),
        (true, _) => format!("What is the minimum value of $x^2 + (y - {c})^2$ on the curve ${curve}$?"),
    };
    let over = [("x", "-3*c - k", "3*c + k"), ("y", "0", "(3*c + k)^2/k")];
    let of = if wants_square { "x^2 + (y - c)^2" } else { "sqrt(x^2 + (y - c)^2)" };
    let squared = "(k*c - k^2/4)";
    let (key, wrong): (String, Vec<(&str, String)>) = if wants_square {
        (
            squared.to_owned(),
            vec![
                ("takes the lowest point of the curve", "c^2".to_owned()),
                ("takes the point at the same height", "k*c".to_owned()),
                ("gives the distance instead of its square", format!("sqrt{squared}")),
                ("gives the height of the nearest point", "c - k/2".to_owned()),
                ("adds the square that is to be taken away", "k*c + k^2/4".to_owned()),
                ("forgets to halve before squaring", "k*c - k^2".to_owned()),
                ("keeps only the vertical part", "k^2/4".to_owned()),
            ],
        )
    } else {
        (
            format!("sqrt{squared}"),
            vec![
                ("takes the lowest point of the curve", "c".to_owned()),
                ("gives the square of the distance", squared.to_owned()),
                ("gives the height of the nearest point", "c - k/2".to_owned()),
                ("keeps only the vertical part", "k/2".to_owned()),
                ("adds the vertical part to the distance", format!("sqrt{squared} + k/2")),
                ("takes half of the height of the point", "c/2".to_owned()),
                ("adds the two parts without squaring", format!("c - k/2 + sqrt{squared}")),
            ],
        )
    };
    let wrong = borrowed(&wrong);
    Draft::new(Parts {
        stem: &stem,
        claim: given.extreme(Extreme::Least, of, &over, Some("k*y = x^2")),
        key: &key,
        wrong: &wrong,
        steps: &[
            (
                &format!("On the curve $x^2 = {k}y$, so the squared distance is ${k}y + (y - {c})^2$."),
                &["algebra", "coordinate_geometry"],
            ),
            (
                &format!(
                    "This is $(y - {})^2 + {}$, which is least at $y = {}$, a height the curve reaches.",
                    c - k / 2,
                    d * d,
                    c - k / 2
                ),
                &["quadratics"],
            ),
            (
                &if wants_square {
                    format!("The least value is ${}$.", d * d)
                } else {
                    format!("The distance is $\\sqrt{{{}}} = {d}$.", d * d)
                },
                &["arithmetic"],
            ),
        ],
        insight: "The squared distance is a quadratic in the height alone, and the nearest point is not the lowest.",
    })
}

/// x² + y² − 2ux − 2vy on a circle about the origin: a squared distance in disguise.
fn hidden(dice: &mut Dice) -> Draft {
    let (u, v, d) = *dice.pick(&[
        (3, 4, 5),
        (4, 3, 5),
        (3, -4, 5),
        (-3, 4, 5),
        (6, 8, 10),
        (8, -6, 10),
        (5, 12, 13),
        (12, 5, 13),
        (5, -12, 13),
    ]);
    let r = dice.range(1, 9);
    let n = r * r;
    let find = *dice.pick(&[Extreme::Greatest, Extreme::Least]);
    let (s, most, other) =
        if find == Extreme::Least { (-1, "least", "greatest") } else { (1, "greatest", "least") };
    let f = sum(&[
        (1, "x^2".to_owned()),
        (1, "y^2".to_owned()),
        (-2 * u, "x".to_owned()),
        (-2 * v, "y".to_owned()),
    ]);
    let given = Given::numbers(&[("n", n), ("a", 2 * u), ("b", 2 * v), ("p", 0), ("q", 0), ("t", 2)]);
    let stem = match dice.below(3) {
        0 => format!(
            "The real numbers $x$ and $y$ satisfy $x^2 + y^2 = {n}$.\nWhat is the {most} possible value of\n${f}$?"
        ),
        1 => format!(
            "A point $(x, y)$ moves round the circle $x^2 + y^2 = {n}$.\nWhat is the {most} value of\n${f}$\non its way?"
        ),
        _ => format!(
            "What is the {} value of\n${f}$\nif $x^2 + y^2 = {n}$ and $x$ and $y$ are real?",
            if s > 0 { "maximum" } else { "minimum" }
        ),
    };
    let far = "sqrt(a^2 + b^2)*sqrt(n)";
    Draft::new(Parts {
        stem: &stem,
        claim: given.extreme(find, "x^2 + y^2 - a*x - b*y", &OVER, Some("x^2 + y^2 = n")),
        key: &format!("n + {s}*{far}"),
        wrong: &[
            (
                "completes the square and forgets to take the constant away",
                &format!("(sqrt(a^2 + b^2)/2 + {s}*sqrt(n))^2"),
            ),
            ("gives the distance instead of what is asked", &format!("abs(sqrt(a^2 + b^2)/2 + {s}*sqrt(n))")),
            (&format!("gives the {other} value"), &format!("n - {s}*{far}")),
            ("maximises each variable for itself", &format!("n + {s}*sqrt(n)*(abs(a) + abs(b))")),
            ("leaves the squares out", &format!("{s}*{far}")),
            ("halves the coefficients and forgets to double again", &format!("n + {s}*{far}/2")),
            ("ignores the circle and takes the lowest value anywhere", "-(a^2 + b^2)/4"),
        ],
        steps: &[
            (
                &format!("The expression is the square of the distance from $({u}, {v})$, less ${}$.", d * d),
                &["algebra", "coordinate_geometry"],
            ),
            (
                &format!(
                    "That point is ${d}$ from the centre, so the {} distance is ${}$.",
                    if s > 0 { "greatest" } else { "least" },
                    (d + s * r).abs()
                ),
                &["geometry"],
            ),
            (
                &format!(
                    "The {most} value is ${}^2 - {} = {}$.",
                    (d + s * r).abs(),
                    d * d,
                    (d + s * r).pow(2) - d * d
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Completing the squares turns the expression into a squared distance from a fixed point.",
    })
}
