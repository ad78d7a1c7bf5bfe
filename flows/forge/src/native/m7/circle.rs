//! Lines that move across a circle until they only touch it.

use super::normal;
use crate::Difficulty;
use crate::claim::{Claim, Extreme};
use crate::dice::Dice;
use crate::native::draft::{Given, Parts};
use crate::native::formula::{self, fraction, sum};
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M7",
    name: "touching_a_circle",
    idea: "A point is bound to a circle and an expression of its coordinates is to be as large as it can be. Equal values of \
           the expression lie on lines or circles, and the last of these touches the circle.",
    objects: &["circle", "family of parallel lines", "lines through a point"],
    constraints: &["a point on a circle"],
    asked: "the greatest or least value of an expression, or how many values it takes",
    wrong_paths: &[
        "maximising each coordinate for itself",
        "using the centre instead of the edge",
        "the distance instead of its square",
        "the least value where the greatest is asked",
    ],
    rationale: [
        "The circle is about the origin, and the touching line has its distance as radius.",
        "The centre lies elsewhere, and its value has to be found first.",
        "The expression is a gradient, a squared distance or a count, and has to be seen as a family that touches.",
    ],
    draft: circle,
};

/// The points of the circle about (p, q) with squared radius n.
const TIE: &str = "(x - p)^2 + (y - q)^2 = n";

fn circle(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(3)) {
        (Difficulty::Easy, _) => about_origin(dice),
        (Difficulty::Medium, _) => elsewhere(dice),
        (Difficulty::Hard, 0) => gradient(dice),
        (Difficulty::Hard, 1) => squared_distance(dice),
        (Difficulty::Hard, _) => meeting_lines(dice),
    }
}

fn on_circle(given: Given, find: Extreme, of: &str) -> Claim {
    let over = [("x", "p - sqrt(n)", "p + sqrt(n)"), ("y", "q - sqrt(n)", "q + sqrt(n)")];
    given.extreme(find, of, &over, Some(TIE))
}

fn line(a: i64, b: i64) -> String {
    if a < 0 && b > 0 {
        sum(&[(b, "y".to_owned()), (a, "x".to_owned())])
    } else {
        sum(&[(a, "x".to_owned()), (b, "y".to_owned())])
    }
}

fn side(find: Extreme) -> (i64, &'static str, &'static str) {
    if find == Extreme::Least { (-1, "least", "greatest") } else { (1, "greatest", "least") }
}

fn about_origin(dice: &mut Dice) -> Draft {
    let (a, b, h) = normal(dice);
    let r = dice.range(2, 12);
    let (n, reach) = (r * r, r * h);
    let find = *dice.pick(&[Extreme::Greatest, Extreme::Greatest, Extreme::Least]);
    let (s, most, other) = side(find);
    let f = line(a, b);
    let stem = match dice.below(4) {
        0 => format!(
            "The real numbers $x$ and $y$ satisfy $x^2 + y^2 = {n}$.\nWhat is the {most} possible value of ${f}$?"
        ),
        1 => format!(
            "A point $(x, y)$ moves round the circle $x^2 + y^2 = {n}$.\nWhat is the {most} value that ${f}$ takes?"
        ),
        2 => format!(
            "What is the {} value of the constant $k$ for which the line ${f} = k$ meets the circle $x^2 + y^2 = {n}$?",
            if s > 0 { "largest" } else { "smallest" }
        ),
        _ => format!("$x^2 + y^2 = {n}$, where $x$ and $y$ are real.\nWhat is the {most} value of ${f}$?"),
    };
    let claim =
        on_circle(Given::numbers(&[("a", a), ("b", b), ("n", n), ("p", 0), ("q", 0)]), find, "a*x + b*y");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("{s}*sqrt(n)*sqrt(a^2 + b^2)"),
        wrong: &[
            ("maximises each variable for itself", &format!("{s}*sqrt(n)*(abs(a) + abs(b))")),
            ("adds the coefficients with their signs", &format!("{s}*sqrt(n)*(a + b)")),
            (&format!("gives the {other} value"), &format!("-{s}*sqrt(n)*sqrt(a^2 + b^2)")),
            ("sets the second variable to zero", &format!("{s}*sqrt(n)*abs(a)")),
            ("sets the first variable to zero", &format!("{s}*sqrt(n)*abs(b)")),
            ("takes the square of the radius for the radius", &format!("{s}*n*sqrt(a^2 + b^2)")),
        ],
        steps: &[
            (
                &format!(
                    "The line ${f} = k$ is $\\frac{{|k|}}{{\\sqrt{{{}}}}}$ from the origin.",
                    a * a + b * b
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "It still meets the circle if this is at most the radius $\\sqrt{{{n}}}$, so $|k| \\le {reach}$ and the {most} \
                     value is ${}$.",
                    s * reach
                ),
                &["coordinate_geometry", "arithmetic"],
            ),
        ],
        insight: "Equal values lie on parallel lines; the last one touches the circle.",
    })
}

fn elsewhere(dice: &mut Dice) -> Draft {
    let (a, b, h) = normal(dice);
    let (p, q) = (dice.range(-6, 6), dice.range(1, 7));
    let r = dice.range(1, 6);
    let n = r * r;
    let find = *dice.pick(&[Extreme::Greatest, Extreme::Least]);
    let (s, most, other) = side(find);
    let f = line(a, b);
    let expanded = dice.below(2) == 0;
    let c = p * p + q * q - n;
    let equation = if expanded {
        let left = sum(&[
            (1, "x^2".to_owned()),
            (1, "y^2".to_owned()),
            (-2 * p, "x".to_owned()),
            (-2 * q, "y".to_owned()),
        ]);
        format!("{left} = {}", -c)
    } else {
        formula::circle(p, q, n)
    };
    let stem = match dice.below(4) {
        0 => format!(
            "The real numbers $x$ and $y$ satisfy\n${equation}$.\nWhat is the {most} possible value of ${f}$?"
        ),
        1 => format!(
            "A point $(x, y)$ lies on the circle ${equation}$.\nWhat is the {most} value that ${f}$ can have?"
        ),
        2 => format!(
            "The line ${f} = k$ and the circle ${equation}$ have at least one point in common.\nWhat is the {} possible value of \
             $k$?",
            if s > 0 { "largest" } else { "smallest" }
        ),
        _ => format!(
            "What is the {} value of ${f}$ on the circle\n${equation}$?",
            if s > 0 { "maximum" } else { "minimum" }
        ),
    };
    let mut given = Given::numbers(&[("a", a), ("b", b), ("n", n), ("p", p), ("q", q)]);
    let claim = if expanded {
        for (name, number) in [("c", c), ("d", 2 * p), ("g", 2 * q)] {
            given.number(name, number);
        }
        let over = [("x", "p - sqrt(n)", "p + sqrt(n)"), ("y", "q - sqrt(n)", "q + sqrt(n)")];
        given.extreme(find, "a*x + b*y", &over, Some("x^2 + y^2 - d*x - g*y + c = 0"))
    } else {
        on_circle(given, find, "a*x + b*y")
    };
    let centre = a * p + b * q;
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("a*p + b*q + {s}*sqrt(n)*sqrt(a^2 + b^2)"),
        wrong: &[
            ("takes the value at the centre", "a*p + b*q"),
            ("puts the centre at the origin", &format!("{s}*sqrt(n)*sqrt(a^2 + b^2)")),
            (&format!("gives the {other} value"), &format!("a*p + b*q - {s}*sqrt(n)*sqrt(a^2 + b^2)")),
            ("maximises each variable for itself", &format!("a*p + b*q + {s}*sqrt(n)*(abs(a) + abs(b))")),
            ("adds the radius alone to the value at the centre", &format!("a*p + b*q + {s}*sqrt(n)")),
            ("reads the centre with the opposite sign", &format!("-a*p - b*q + {s}*sqrt(n)*sqrt(a^2 + b^2)")),
            ("adds the length of the normal alone", &format!("a*p + b*q + {s}*sqrt(a^2 + b^2)")),
        ],
        steps: &[
            (
                &format!(
                    "The centre is $({p}, {q})$ and the radius ${r}$; at the centre the expression is ${centre}$."
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "Going one unit along the normal changes it by $\\sqrt{{{}}} = {h}$, so the circle's edge is ${r} \\times {h} = \
                     {}$ away.",
                    a * a + b * b,
                    r * h
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "The {most} value is ${centre} {} {} = {}$.",
                    if s > 0 { "+" } else { "-" },
                    r * h,
                    centre + s * r * h
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Start from the value at the centre and go one radius along the normal of the lines.",
    })
}

/// The steepest line from a point outside.
fn gradient(dice: &mut Dice) -> Draft {
    // Radius, tangent, distance of the centre.
    let (r, t, d) = *dice.pick(&[
        (3, 4, 5),
        (4, 3, 5),
        (5, 12, 13),
        (12, 5, 13),
        (8, 15, 17),
        (15, 8, 17),
        (6, 8, 10),
        (8, 6, 10),
    ]);
    let (u, v) = *dice.pick(&[
        (0, 0),
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (-1, 0),
        (2, 1),
        (-2, 3),
        (-1, 2),
        (1, -1),
        (0, -3),
        (-3, 0),
    ]);
    let (p, q, n) = (u + d, v, r * r);
    let equation = formula::circle(p, q, n);
    let stem = match (u, v, dice.below(3)) {
        (0, 0, 0) => format!(
            "The real numbers $x$ and $y$ satisfy ${equation}$.\nWhat is the greatest possible value of $\\frac{{y}}{{x}}$?"
        ),
        (0, 0, 1) => format!(
            "The line $y = mx$ meets the circle ${equation}$.\nWhat is the largest possible value of $m$?"
        ),
        (0, 0, _) => format!(
            "A point moves round the circle ${equation}$ and is joined to the origin by a straight line.\nWhat is the greatest \
             gradient of this line?"
        ),
        (_, _, 0) => format!(
            "A straight line through the point $({u}, {v})$ meets the circle\n${equation}$.\nWhat is the greatest gradient the line \
             can have?"
        ),
        (_, _, 1) => format!(
            "$P$ is a point on the circle ${equation}$ and $A$ is the point $({u}, {v})$.\nWhat is the greatest possible gradient of \
             the line $AP$?"
        ),
        (_, _, _) => format!(
            "From the point $({u}, {v})$, straight lines are drawn to all points of the circle\n${equation}$.\nWhat is the gradient \
             of the steepest line that rises to the right?"
        ),
    };
    let claim = on_circle(
        Given::numbers(&[("n", n), ("p", p), ("q", q), ("u", u), ("v", v)]),
        Extreme::Greatest,
        "(y - v)/(x - u)",
    );
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("{r}/{t}"),
        wrong: &[
            ("takes the highest point of the circle for the touching point", &format!("{r}/{d}")),
            ("takes the quotient upside down", &format!("{t}/{r}")),
            ("divides the tangent by the distance of the centre", &format!("{t}/{d}")),
            ("divides the radius by the distance of the nearest point", &format!("{r}/{}", d - r)),
            ("divides the radius by the distance of the farthest point", &format!("{r}/{}", d + r)),
            ("divides the distance of the centre by the radius", &format!("{d}/{r}")),
            ("divides the distance of the centre by the tangent", &format!("{d}/{t}")),
        ],
        steps: &[
            (
                &format!(
                    "The centre $({p}, {q})$ is ${d}$ to the right of the point, at the same height. The steepest line is a tangent."
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "Radius and tangent are at right angles, so the tangent has the length $\\sqrt{{{d}^2 - {r}^2}} = {t}$."
                ),
                &["geometry"],
            ),
            (
                &format!("Its gradient is the tangent of the angle at the point: ${}$.", ratio(r, t)),
                &["trigonometry"],
            ),
        ],
        insight: "The steepest line that still meets the circle touches it, at right angles to the radius.",
    })
}

/// r/t, and in lowest terms if that is something else.
fn ratio(r: i64, t: i64) -> String {
    let (plain, low) = (format!("\\frac{{{r}}}{{{t}}}"), fraction(r, t));
    if plain == low { low } else { format!("{plain} = {low}") }
}

fn squared_distance(dice: &mut Dice) -> Draft {
    let (p, q, d) = normal(dice);
    let r = loop {
        let r = dice.range(1, 12);
        if r != d {
            break r;
        }
    };
    let n = r * r;
    let c = d * d - n;
    let find = *dice.pick(&[Extreme::Greatest, Extreme::Greatest, Extreme::Least]);
    let (s, most, other) = side(find);
    let left = sum(&[
        (1, "x^2".to_owned()),
        (1, "y^2".to_owned()),
        (-2 * p, "x".to_owned()),
        (-2 * q, "y".to_owned()),
    ]);
    let equation = match dice.below(3) {
        0 => formula::circle(p, q, n),
        _ => format!("{left} = {}", -c),
    };
    let given = Given::numbers(&[("n", n), ("p", p), ("q", q), ("c", c), ("d", 2 * p), ("g", 2 * q)]);
    let stem = match dice.below(3) {
        0 => format!(
            "The real numbers $x$ and $y$ satisfy\n${equation}$.\nWhat is the {most} possible value of $x^2 + y^2$?"
        ),
        1 => format!("What is the {most} value of $x^2 + y^2$ if $x$ and $y$ are real and\n${equation}$?"),
        _ => format!(
            "The point $(x, y)$ moves on the curve\n${equation}$.\nWhat is the {} of the {most} distance from the origin that it \
             reaches?",
            "square"
        ),
    };
    let over = [("x", "p - sqrt(n)", "p + sqrt(n)"), ("y", "q - sqrt(n)", "q + sqrt(n)")];
    let claim = given.extreme(find, "x^2 + y^2", &over, Some("x^2 + y^2 - d*x - g*y + c = 0"));
    let value = (d + s * r) * (d + s * r);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("(sqrt(p^2 + q^2) + {s}*sqrt(n))^2"),
        wrong: &[
            ("gives the distance instead of its square", &format!("abs(sqrt(p^2 + q^2) + {s}*sqrt(n))")),
            ("uses the centre instead of the edge", "p^2 + q^2"),
            (&format!("gives the {other} value"), &format!("(sqrt(p^2 + q^2) - {s}*sqrt(n))^2")),
            ("adds the squares of the distances", "p^2 + q^2 + n"),
            ("subtracts the squares of the distances", "abs(p^2 + q^2 - n)"),
            ("takes the square of the radius", "n"),
            (
                "takes the point with both coordinates greatest in size",
                "(abs(p) + sqrt(n))^2 + (abs(q) + sqrt(n))^2",
            ),
        ],
        steps: &[
            (
                &format!(
                    "It is the circle with centre $({p}, {q})$ and radius ${r}$; the centre is $\\sqrt{{{}}} = {d}$ from the origin.",
                    d * d
                ),
                &["coordinate_geometry", "algebra"],
            ),
            (
                &format!(
                    "$x^2 + y^2$ is the square of the distance from the origin. On the line through the centre it is {most}: $({d} {} \
                     {r})^2 = {value}$.",
                    if s > 0 { "+" } else { "-" }
                ),
                &["geometry", "arithmetic"],
            ),
        ],
        insight: "The sum of squares is a squared distance from the origin, and the extreme points lie on the line through the centre.",
    })
}

fn meeting_lines(dice: &mut Dice) -> Draft {
    let (a, b, h) = normal(dice);
    let r = dice.range(1, 5);
    let (p, q) = (dice.range(-4, 4), dice.range(0, 5));
    let n = r * r;
    let f = line(a, b);
    let equation = formula::circle(p, q, n);
    let stem = match dice.below(3) {
        0 => format!("For how many integers $k$ does the line ${f} = k$ meet the circle\n${equation}$?"),
        1 => format!(
            "The real numbers $x$ and $y$ satisfy\n${equation}$.\nHow many different integer values can ${f}$ have?"
        ),
        _ => format!(
            "Among the parallel lines ${f} = k$, where $k$ is an integer, how many have at least one point in common with the \
             circle ${equation}$?"
        ),
    };
    let claim = on_circle(
        Given::numbers(&[("a", a), ("b", b), ("n", n), ("p", p), ("q", q)]),
        Extreme::WholeNumbers,
        "a*x + b*y",
    );
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*sqrt(n)*sqrt(a^2 + b^2) + 1",
        wrong: &[
            ("counts the steps between the two tangents, not the lines", "2*sqrt(n)*sqrt(a^2 + b^2)"),
            ("leaves out the two tangents", "2*sqrt(n)*sqrt(a^2 + b^2) - 1"),
            ("maximises each variable for itself", "2*sqrt(n)*(abs(a) + abs(b)) + 1"),
            ("counts on one side of the centre only", "sqrt(n)*sqrt(a^2 + b^2) + 1"),
            ("takes the lines to be one unit apart", "2*sqrt(n) + 1"),
            ("takes the square of the radius for the radius", "2*n*sqrt(a^2 + b^2) + 1"),
        ],
        steps: &[
            (
                &format!(
                    "From the centre $({p}, {q})$ to the edge the expression changes by at most ${r} \\times \\sqrt{{{}}} = {}$.",
                    a * a + b * b,
                    r * h
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "So $k$ runs from ${}$ to ${}$, the tangents included: ${}$ integers.",
                    a * p + b * q - r * h,
                    a * p + b * q + r * h,
                    2 * r * h + 1
                ),
                &["counting", "arithmetic"],
            ),
        ],
        insight: "The lines that meet the circle are those between its two tangents.",
    })
}
