//! M4, geometry turned into algebra: on axes a geometric condition is an equation.

mod chord;
mod tangent;

use super::draft::{Given, Parts};
use super::formula::{bracketed, fraction, shifted, surd};
use super::{Draft, Family};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        schema: "M4",
        name: "right_angle",
        idea: "A right angle or an equal distance is a condition on one unknown coordinate. Written with differences of \
               coordinates it is a linear or quadratic equation.",
        objects: &["points in the plane", "right angles", "equal distances"],
        constraints: &["perpendicular lines", "point on an axis"],
        asked: "a coordinate, or the distance between two possible points",
        wrong_paths: &[
            "a slope instead of its negative reciprocal",
            "a midpoint where the perpendicular bisector is meant",
            "a diameter instead of a radius",
            "a length instead of its square",
        ],
        rationale: [
            "One right angle gives one linear equation.",
            "Equal distances have to be squared before the equation becomes linear.",
            "A circle on a diameter stands for a right angle, and two points satisfy it.",
        ],
        draft: right_angle,
    },
    tangent::TANGENT_LENGTH,
    chord::CHORD_MIDPOINT,
];

fn right_angle(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => third_corner(dice),
        Difficulty::Medium => equal_distances(dice),
        Difficulty::Hard => angle_on_axis(dice),
    }
}

/// Three names for points.
fn names(dice: &mut Dice) -> [&'static str; 3] {
    *dice.pick(&[["A", "B", "C"], ["P", "Q", "R"], ["K", "L", "M"], ["U", "V", "W"]])
}

fn third_corner(dice: &mut Dice) -> Draft {
    // From the corner B to A: (u, v); to C: a multiple of (v, -u), so that one coordinate of C is asked.
    let (u, v) = *dice.pick(&[
        (1, 2),
        (2, 1),
        (1, 3),
        (3, 1),
        (2, 3),
        (3, 2),
        (-1, 2),
        (2, -1),
        (-3, 2),
        (3, -1),
        (-2, 3),
        (4, -1),
        (1, -4),
    ]);
    let stretch = *dice.pick(&[1, 1, 2]);
    let size = *dice.pick(&[1, -1, 2, -2]);
    let (c, d) = (dice.range(-4, 5), dice.range(-4, 5));
    let (a, b) = (c + stretch * u, d + stretch * v);
    let (p, k) = (c + size * v, d - size * u);
    let [first, corner, third] = names(dice);
    let given = Given::numbers(&[("a", a), ("b", b), ("c", c), ("d", d), ("p", p)]);
    let stem = match dice.below(4) {
        0 => format!(
            "The points ${first}({a}, {b})$, ${corner}({c}, {d})$ and ${third}({p}, k)$ are such that angle \
             ${first}{corner}{third}$ is a right angle.\nWhat is the value of $k$?"
        ),
        1 => format!(
            "A triangle has its corners at ${first}({a}, {b})$, ${corner}({c}, {d})$ and ${third}({p}, k)$, and its right angle \
             is at ${corner}$.\nFind $k$."
        ),
        2 => format!(
            "The line through $({c}, {d})$ and $({p}, k)$ is perpendicular to the line through $({c}, {d})$ and $({a}, {b})$.\n\
             What is the value of $k$?"
        ),
        _ => format!(
            "The sides ${corner}{first}$ and ${corner}{third}$ of a rectangle meet at ${corner}({c}, {d})$. The other ends of \
             these sides are ${first}({a}, {b})$ and ${third}({p}, k)$.\nFind the value of $k$."
        ),
    };
    let claim = given.solve(&["k"], &["(a - c)*(p - c) + (b - d)*(k - d) = 0"], &[], "k");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "d - (a - c)*(p - c)/(b - d)",
        wrong: &[
            ("uses the slope instead of its negative reciprocal", "d + (b - d)*(p - c)/(a - c)"),
            ("takes the reciprocal of the slope but not its negative", "d + (a - c)*(p - c)/(b - d)"),
            ("takes the negative of the slope but not its reciprocal", "d - (b - d)*(p - c)/(a - c)"),
            ("puts the right angle at the first point", "b - (c - a)*(p - a)/(d - b)"),
            ("gives the rise instead of the coordinate", "-(a - c)*(p - c)/(b - d)"),
            ("adds the rise to the wrong point", "b - (a - c)*(p - c)/(b - d)"),
        ],
        steps: &[
            (
                &format!(
                    "The slope from $({c}, {d})$ to $({a}, {b})$ is ${}$, so the perpendicular slope is ${}$.",
                    fraction(v, u),
                    fraction(-u, v)
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "From $x = {c}$ to $x = {p}$ the height changes by ${}$, so $k = {d} + {} = {k}$.",
                    k - d,
                    bracketed(k - d)
                ),
                &["coordinate_geometry", "arithmetic"],
            ),
        ],
        insight: "A right angle means that the two slopes multiply to minus one.",
    })
}

fn equal_distances(dice: &mut Dice) -> Draft {
    // On the x-axis at t: squares of distances are equal. On the y-axis the coordinates change places.
    let (a, b, c, d, t) = loop {
        let (a, b, c, d) = (dice.range(-5, 6), dice.range(1, 7), dice.range(-5, 6), dice.range(-3, 7));
        let twice = c * c + d * d - a * a - b * b;
        if a < c && d != 0 && b != d && twice % (2 * (c - a)) == 0 && (twice / (2 * (c - a))).abs() <= 12 {
            break (a, b, c, d, twice / (2 * (c - a)));
        }
    };
    let across = dice.below(2) == 0;
    let [first, second, point] = names(dice);
    let place = |x: i64, y: i64| if across { format!("({x}, {y})") } else { format!("({y}, {x})") };
    let (axis, letter) = if across { ("x", "x") } else { ("y", "y") };
    let (m, n) = (place(a, b), place(c, d));
    let given = Given::numbers(&[("a", a), ("b", b), ("c", c), ("d", d)]);
    let stem = match dice.below(4) {
        0 => format!(
            "The point ${point}$ on the ${axis}$-axis is equally far from ${first}{m}$ and ${second}{n}$.\n\
             What is the ${letter}$-coordinate of ${point}$?"
        ),
        1 => format!(
            "The perpendicular bisector of the line segment from ${first}{m}$ to ${second}{n}$ meets the ${axis}$-axis at \
             ${point}$.\nFind the ${letter}$-coordinate of ${point}$."
        ),
        2 => format!(
            "A circle passes through ${first}{m}$ and ${second}{n}$, and its centre lies on the ${axis}$-axis.\n\
             What is the ${letter}$-coordinate of the centre?"
        ),
        _ => format!(
            "Triangle ${first}{second}{point}$ has ${first}{point} = {second}{point}$, where ${first}$ is ${m}$, ${second}$ is \
             ${n}$ and ${point}$ is on the ${axis}$-axis.\nFind the ${letter}$-coordinate of ${point}$."
        ),
    };
    let claim = given.solve(&["x"], &["(x - a)^2 + b^2 = (x - c)^2 + d^2"], &[], "x");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "(c^2 + d^2 - a^2 - b^2)/(2*(c - a))",
        wrong: &[
            ("takes the midpoint of the two points", "(a + c)/2"),
            ("follows the line through the points to the axis", "a - b*(c - a)/(d - b)"),
            ("forgets the double product of the squares", "(c^2 + d^2 - a^2 - b^2)/(c - a)"),
            ("takes the difference with the wrong sign", "-(c^2 + d^2 - a^2 - b^2)/(2*(c - a))"),
            ("adds the coordinates instead of subtracting them", "(c^2 + d^2 - a^2 - b^2)/(2*(c + a))"),
            (
                "subtracts the squares across the axis the wrong way round",
                "(c^2 - d^2 - a^2 + b^2)/(2*(c - a))",
            ),
            ("uses lengths instead of their squares", "(c + d - a - b)/2"),
        ],
        steps: &[
            (
                &format!(
                    "With ${letter} = t$ for the point, equal squares of the distances give $({})^{{2}} + {} = \
                     ({})^{{2}} + {}$.",
                    shifted("t", a),
                    b * b,
                    shifted("t", c),
                    d * d
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "The squares of $t$ cancel: ${}t = {}$, so $t = {t}$.",
                    2 * (c - a),
                    2 * (c - a) * t
                ),
                &["algebra", "linear_equations"],
            ),
        ],
        insight: "Equal distances have equal squares, and in those the square of the unknown cancels.",
    })
}

fn angle_on_axis(dice: &mut Dice) -> Draft {
    let (a, b, c, d) = loop {
        let (a, b, c, d) = (dice.range(-6, 3), dice.range(-5, 6), dice.range(1, 9), dice.range(-5, 6));
        let square = (c - a) * (c - a) - 4 * b * d;
        if a < c && a != 0 && b * d != 0 && square > 0 && square != (c - a) * (c - a) + (d - b) * (d - b) {
            break (a, b, c, d);
        }
    };
    let square = (c - a) * (c - a) - 4 * b * d;
    let (asked, ask, key, result) = match dice.below(3) {
        0 => ("product", "x*y", "a*c + b*d", (a * c + b * d).to_string()),
        _ => ("distance", "y - x", "sqrt((a - c)^2 - 4*b*d)", surd(square)),
    };
    let distance = asked == "distance";
    let given = Given::numbers(&[("a", a), ("b", b), ("c", c), ("d", d), ("o", 0)]);
    let stem = angle_stem(dice, &format!("({a}, {b})"), &format!("({c}, {d})"), distance);
    let claim = given.solve(
        &["x", "y"],
        &["(x - a)*(x - c) + (o - b)*(o - d) = 0", "(y - a)*(y - c) + (o - b)*(o - d) = 0"],
        &["x < y"],
        ask,
    );
    let wrong: &[(&str, &str)] = if distance {
        &[
            ("gives the length of the diameter", "sqrt((a - c)^2 + (b - d)^2)"),
            ("takes the product of the heights with the wrong sign", "sqrt((a - c)^2 + 4*b*d)"),
            ("gives the distance from the middle only", "sqrt((a - c)^2 - 4*b*d)/2"),
            ("gives the horizontal distance of the two points", "c - a"),
            ("takes the diameter for the radius", "sqrt(4*((a - c)^2 + (b - d)^2) - (b + d)^2)"),
            ("subtracts the product of the heights once only", "sqrt((a - c)^2 - b*d)"),
        ]
    } else {
        &[
            ("leaves the heights out of account", "a*c"),
            ("takes the product of the heights with the wrong sign", "a*c - b*d"),
            ("gives the product of the heights", "b*d"),
            ("gives the sum of the two values", "a + c"),
            ("takes the product of the roots with the wrong sign", "-a*c - b*d"),
            ("multiplies the coordinates of each point with each other", "a*b + c*d"),
        ]
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong,
        steps: &[
            (
                &format!(
                    "At $(t, 0)$ the angle is right if $({})({}) + {} \\times {} = 0$.",
                    shifted("t", a),
                    shifted("t", c),
                    bracketed(b),
                    bracketed(d)
                ),
                &["coordinate_geometry", "geometry"],
            ),
            (
                &if distance {
                    format!(
                        "The roots of this quadratic have the sum ${}$ and the product ${}$, so they differ by \
                         $\\sqrt{{{square}}}{}$.",
                        a + c,
                        a * c + b * d,
                        if result == format!("\\sqrt{{{square}}}") {
                            String::new()
                        } else {
                            format!(" = {result}")
                        }
                    )
                } else {
                    format!(
                        "The product of the roots of this quadratic is ${} + {} = {result}$.",
                        bracketed(a * c),
                        bracketed(b * d)
                    )
                },
                &["quadratics"],
            ),
        ],
        insight: "The angle in a semicircle is right, so the condition is that two slopes multiply to minus one.",
    })
}

/// The words for a right angle over the points m and n from the axis, where a distance or a product is asked.
fn angle_stem(dice: &mut Dice, m: &str, n: &str, distance: bool) -> String {
    let [first, second, _] = names(dice);
    match (distance, dice.below(3)) {
        (true, 0) => format!(
            "The circle with diameter ${first}{second}$, where ${first}$ is ${m}$ and ${second}$ is ${n}$, meets the $x$-axis at \
             two points.\nWhat is the distance between these two points?"
        ),
        (true, 1) => format!(
            "There are two points $S$ and $T$ on the $x$-axis from which the line segment joining ${m}$ and ${n}$ is seen at \
             a right angle.\nFind the distance $ST$."
        ),
        (true, _) => format!(
            "The points ${first}{m}$ and ${second}{n}$ are the ends of a diameter of a circle.\nHow long is the part of the \
             $x$-axis that lies inside the circle?"
        ),
        (false, 0) => format!(
            "The circle on the diameter from ${first}{m}$ to ${second}{n}$ cuts the $x$-axis at $x = p$ and $x = q$.\n\
             What is the value of $pq$?"
        ),
        (false, 1) => format!(
            "A point $S$ moves along the $x$-axis. Angle ${first}S{second}$ is a right angle when $S$ is at $(p, 0)$ and when it \
             is at $(q, 0)$, where ${first}$ is ${m}$ and ${second}$ is ${n}$.\nFind $pq$."
        ),
        (false, _) => format!(
            "The lines from $(t, 0)$ to ${m}$ and from $(t, 0)$ to ${n}$ are perpendicular for two values of $t$.\n\
             What is the product of these two values?"
        ),
    }
}
