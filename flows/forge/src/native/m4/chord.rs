//! Chords and their midpoints.

use super::super::draft::{Given, Methods, Parts};
use super::super::formula::{bracketed, circle, fraction, polynomial, surd};
use super::super::whole::is_square;
use super::super::{Draft, Family};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const CHORD_MIDPOINT: Family = Family {
    schema: "M4",
    name: "chord_midpoint",
    idea: "A line cuts a curve at two points. Their midpoint follows from the sum of the roots of one quadratic, or from the \
           right angle between a chord and the line to the centre, without finding the points.",
    objects: &["chords", "parabolas", "circles", "midpoints"],
    constraints: &["line and curve meet twice", "midpoint of a chord"],
    asked: "a coordinate of the midpoint, or the length of the chord",
    wrong_paths: &[
        "the sum of the roots instead of their mean",
        "the vertex instead of the midpoint",
        "half the chord instead of the chord",
        "a slope instead of its negative reciprocal",
    ],
    rationale: [
        "The mean of the roots of one quadratic is asked.",
        "The mean has to be put into the line as well, or a chord of a circle is measured from its line.",
        "Only the midpoint of the chord is told, and the right angle at it has to be seen.",
    ],
    draft: chord_midpoint,
};

fn chord_midpoint(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => on_parabola(dice, false),
        Difficulty::Medium => on_parabola(dice, true),
        Difficulty::Hard => {
            if dice.below(2) == 0 {
                chord_of_midpoint(dice)
            } else {
                where_it_crosses(dice)
            }
        }
    }
}

fn on_parabola(dice: &mut Dice, height: bool) -> Draft {
    // The curve y = x² + px + q and the line y = mx + c meet at points that are not whole.
    let (p, q, m, c) = loop {
        let (p, q, m, c) = (dice.range(-6, 6), dice.range(-7, 7), dice.range(-5, 5), dice.range(-6, 8));
        let discriminant = (m - p) * (m - p) - 4 * (q - c);
        let clean = !height || (m - p) % 2 == 0;
        if m != 0 && m != p && m != -p && p != 0 && clean && discriminant > 0 && !is_square(discriminant) {
            break (p, q, m, c);
        }
    };
    let (curve, line) = (polynomial("x", &[1, p, q]), polynomial("x", &[m, c]));
    let coordinate = if height { "y" } else { "x" };
    let given = Given::numbers(&[("p", p), ("q", q), ("m", m), ("c", c)]);
    let stem = match dice.below(4) {
        0 => format!(
            "The line $y = {line}$ meets the curve $y = {curve}$ at the points $A$ and $B$.\n\
             What is the ${coordinate}$-coordinate of the midpoint of $AB$?"
        ),
        1 => format!(
            "Find the ${coordinate}$-coordinate of the midpoint of the chord that the curve $y = {curve}$ cuts off \
             on the line $y = {line}$."
        ),
        2 => format!(
            "The curve $y = {curve}$ and the line $y = {line}$ intersect at $P$ and $Q$. The point $M$ is halfway \
             between $P$ and $Q$.\n\
             Find the ${coordinate}$-coordinate of $M$."
        ),
        _ => format!(
            "A straight rod lies along the line $y = {line}$ with both its ends on the curve $y = {curve}$.\n\
             What is the ${coordinate}$-coordinate of the middle of the rod?"
        ),
    };
    // The two ends, from left to right.
    let claim = given.solve(
        &["x", "y"],
        &["x^2 + p*x + q = m*x + c", "y^2 + p*y + q = m*y + c"],
        &["x < y"],
        if height { "((m*x + c) + (m*y + c))/2" } else { "(x + y)/2" },
    );
    let (key, wrong): (&str, &[(&str, &str)]) = if height {
        (
            "m*(m - p)/2 + c",
            &[
                ("takes the sum of the roots instead of their mean", "m*(m - p) + c"),
                ("takes the sum of the roots with the wrong sign", "m*(p - m)/2 + c"),
                ("takes the vertex of the curve for the midpoint", "q - p^2/4"),
                ("gives the other coordinate", "(m - p)/2"),
                ("puts the mean into the curve instead of the line", "((m - p)/2)^2 + p*(m - p)/2 + q"),
                ("leaves the slope of the line out of the sum of the roots", "-m*p/2 + c"),
                ("forgets the intercept of the line", "m*(m - p)/2"),
            ],
        )
    } else {
        (
            "(m - p)/2",
            &[
                ("gives the sum of the roots instead of their mean", "m - p"),
                ("takes the sum of the roots with the wrong sign", "(p - m)/2"),
                ("takes the vertex of the curve for the midpoint", "-p/2"),
                ("adds the slopes instead of subtracting them", "(m + p)/2"),
                ("gives half the product of the roots", "(q - c)/2"),
                ("gives the sum of the roots with the wrong sign", "p - m"),
                ("adds the slopes and takes the wrong sign", "-(m + p)/2"),
            ],
        )
    };
    let quadratic = polynomial("x", &[1, p - m, q - c]);
    let mean = fraction(m - p, 2);
    let ends = format!("The ends satisfy ${quadratic} = 0$.");
    let middle = format!("The sum of its roots is ${}$, so the midpoint has $x = {mean}$.", m - p);
    let x = (m - p) / 2;
    let on_line = format!(
        "It lies on the line, so $y = {m} \\times {} + {} = {}$.",
        bracketed(x),
        bracketed(c),
        m * x + c
    );
    let mut steps: Vec<(&str, Methods)> =
        vec![(&ends, &["algebra", "coordinate_geometry"]), (&middle, &["quadratics"])];
    if height {
        steps.push((&on_line, &["coordinate_geometry"]));
    }
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong,
        steps: &steps,
        insight: "The midpoint needs only the sum of the roots, and that can be read off.",
    })
}

/// Centre (p, q), squared radius n, and a point (h, k) inside that is the middle of a chord.
fn inside(dice: &mut Dice) -> (i64, i64, i64, i64, i64) {
    loop {
        let (p, q) = (dice.range(-4, 5), dice.range(-4, 5));
        let (dx, dy) = (dice.range(-4, 4), dice.range(-4, 4));
        let n = dice.range(8, 60);
        if dx != 0 && dy != 0 && p != 0 && q != 0 && dx * dx + dy * dy < n {
            return (p, q, n, p + dx, q + dy);
        }
    }
}

/// An end (x, y) of the chord lies on the circle, and so does what lies opposite it about the midpoint.
const ENDS: [&str; 2] =
    ["(x - p)^2 + (y - q)^2 = n", "(2*h - x - p)^2 + (2*k - y - q)^2 = (x - p)^2 + (y - q)^2"];

fn chord_of_midpoint(dice: &mut Dice) -> Draft {
    let (p, q, n, h, k) = inside(dice);
    let equation = circle(p, q, n);
    let given = Given::numbers(&[("p", p), ("q", q), ("n", n), ("h", h), ("k", k)]);
    let stem = match dice.below(4) {
        0 => format!(
            "The point $({h}, {k})$ is the midpoint of a chord of the circle ${equation}$.\n\
             What is the length of the chord?"
        ),
        1 => format!(
            "A chord $AB$ of the circle ${equation}$ has its midpoint at $({h}, {k})$.\nFind the length of $AB$."
        ),
        2 => format!(
            "Of all the chords of the circle ${equation}$ that pass through $M({h}, {k})$, exactly one is bisected \
             by $M$.\n\
             How long is this chord?"
        ),
        _ => format!(
            "The line segment joining two points of the circle ${equation}$ has its midpoint at $M({h}, {k})$.\n\
             How far apart are the two points?"
        ),
    };
    let claim = given.solve(&["x", "y"], &ENDS, &[], "sqrt((2*x - 2*h)^2 + (2*y - 2*k)^2)");
    let far = (h - p).pow(2) + (k - q).pow(2);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*sqrt(n - (h - p)^2 - (k - q)^2)",
        wrong: &[
            ("gives half the chord", "sqrt(n - (h - p)^2 - (k - q)^2)"),
            ("adds the squares instead of subtracting them", "2*sqrt(n + (h - p)^2 + (k - q)^2)"),
            ("gives the diameter", "2*sqrt(n)"),
            ("gives twice the distance from the centre", "2*sqrt((h - p)^2 + (k - q)^2)"),
            ("takes the centre with the wrong signs", "2*sqrt(n - (h + p)^2 - (k + q)^2)"),
            ("gives the distance from the centre", "sqrt((h - p)^2 + (k - q)^2)"),
            ("doubles the square instead of the length", "sqrt(2*(n - (h - p)^2 - (k - q)^2))"),
        ],
        steps: &[
            (
                &format!(
                    "The square of the distance from the centre $({p}, {q})$ to the midpoint is ${far}$."
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "That line is perpendicular to the chord, so the square of half the chord is ${n} - {far} = {}$.",
                    n - far
                ),
                &["geometry"],
            ),
            (
                &format!("The chord has length $2\\sqrt{{{}}}{}$.", n - far, whole_root(n - far)),
                &["geometry", "indices"],
            ),
        ],
        insight: "The line from the centre to the middle of a chord is perpendicular to it.",
    })
}

/// What twice a root comes to, where squares can be taken out.
fn whole_root(square: i64) -> String {
    if surd(square) == format!("\\sqrt{{{square}}}") {
        String::new()
    } else {
        format!(" = {}", surd(4 * square))
    }
}

fn where_it_crosses(dice: &mut Dice) -> Draft {
    let (p, q, n, h, k) = loop {
        let (p, q, n, h, k) = inside(dice);
        if k != 0 && (k * (k - q)) % (h - p) == 0 {
            break (p, q, n, h, k);
        }
    };
    let equation = circle(p, q, n);
    let given = Given::numbers(&[("p", p), ("q", q), ("n", n), ("h", h), ("k", k), ("o", 0)]);
    let stem = match dice.below(3) {
        0 => format!(
            "A chord of the circle ${equation}$ has its midpoint at $({h}, {k})$.\n\
             At which value of $x$ does the line through the ends of the chord cross the $x$-axis?"
        ),
        1 => format!(
            "The points $A$ and $B$ lie on the circle ${equation}$, and $({h}, {k})$ is the midpoint of $AB$.\n\
             The line $AB$ meets the line $y = 0$ at $S$. What is the $x$-coordinate of $S$?"
        ),
        _ => format!(
            "A straight line cuts the circle ${equation}$ at two points that have $({h}, {k})$ as their \
             midpoint.\n\
             Find the $x$-coordinate of the point where this line meets the $x$-axis."
        ),
    };
    // The crossing point (s, 0) is in line with the midpoint and an end.
    let equations = [ENDS[0], ENDS[1], "(s - h)*(y - k) = (o - k)*(x - h)"];
    let claim = given.solve(&["x", "y", "s"], &equations, &[], "s");
    let result = h + k * (k - q) / (h - p);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "h + k*(k - q)/(h - p)",
        wrong: &[
            ("follows the line to the centre instead of the chord", "h - k*(h - p)/(k - q)"),
            ("takes the reciprocal of the slope but not its negative", "h - k*(k - q)/(h - p)"),
            ("takes the negative of the slope but not its reciprocal", "h + k*(h - p)/(k - q)"),
            ("starts from the centre instead of the midpoint", "p + q*(k - q)/(h - p)"),
            ("takes the centre with the wrong signs", "h + k*(k + q)/(h + p)"),
            ("gives the step along the axis instead of the coordinate", "k*(k - q)/(h - p)"),
        ],
        steps: &[
            (
                &format!(
                    "The line from the centre $({p}, {q})$ to the midpoint has slope ${}$, so the chord has slope \
                     ${}$.",
                    fraction(k - q, h - p),
                    fraction(p - h, k - q)
                ),
                &["coordinate_geometry", "geometry"],
            ),
            (
                &format!("Through $({h}, {k})$ with this slope, the line reaches $y = 0$ at $x = {result}$."),
                &["coordinate_geometry"],
            ),
        ],
        insight: "A chord is perpendicular to the line from the centre to its midpoint; the radius plays no part.",
    })
}
