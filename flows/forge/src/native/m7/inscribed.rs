//! Rectangles with a corner on a line or a curve: the fixed sum is hidden in the shape around them.

use crate::claim::Extreme;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::{Given, Parts};
use crate::native::formula::{fraction, sum};

pub(super) fn in_triangle(dice: &mut Dice) -> Draft {
    let (a, b) = (2 * dice.range(2, 15), dice.range(3, 24));
    let unit = *dice.pick(&["cm", "m", ""]);
    let mut given = Given::default();
    let (base, height) = (given.quantity("a", a, unit), given.quantity("b", b, unit));
    let stem = if unit.is_empty() {
        match dice.below(3) {
            0 => format!(
                "A rectangle has two sides along the positive coordinate axes and one corner on the line through $({a}, 0)$ and \
                 $(0, {b})$.\nWhat is its greatest possible area?"
            ),
            1 => format!(
                "The point $P$ lies on the line segment from $({a}, 0)$ to $(0, {b})$. Perpendiculars from $P$ to both axes form a \
                 rectangle with them.\nWhat is the greatest area of this rectangle?"
            ),
            _ => format!(
                "Two sides of a rectangle lie along the axes. The corner opposite the origin moves along the line segment from \
                 $({a}, 0)$ to $(0, {b})$.\nHow large can the area of the rectangle become?"
            ),
        }
    } else {
        match dice.below(3) {
            0 => format!(
                "A right-angled triangle has shorter sides of {base} and {height}. A rectangle is cut from it with \
                 one corner at the right angle and the opposite corner on the hypotenuse.\nWhat is the greatest area \
                 of the rectangle?"
            ),
            1 => format!(
                "A triangular {} has a right angle between sides of {base} and {height}. The largest possible \
                 rectangle with sides along these two is marked out inside it.\nWhat is the area of the rectangle?",
                if unit == "m" { "garden" } else { "tile" },
            ),
            _ => format!(
                "A triangle has a base of {base} and a height of {height}. A rectangle lies inside it with one side \
                 on the base and two corners on the other two sides.\nWhat is the greatest area the rectangle can \
                 have?"
            ),
        }
    };
    let tie = "x/a + y/b = 1";
    let over = [("x", "0", "a"), ("y", "0", "b")];
    let claim = if unit.is_empty() {
        given.number("z", 0);
        given.extreme(Extreme::Greatest, "x*y", &over, Some(tie))
    } else {
        given.extreme(Extreme::Greatest, "x*y", &over, Some(tie)).in_unit(&format!("{unit}^2"))
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "a*b/4",
        wrong: &[
            ("takes the whole triangle", "a*b/2"),
            ("takes both sides whole", "a*b"),
            ("takes a third of each side", "a*b/9"),
            ("takes a third of one side and the rest of the other", "2*a*b/9"),
            ("makes the rectangle a square", "(a*b/(a + b))^2"),
            ("halves once too often", "a*b/8"),
            ("takes a third of the product of the sides", "a*b/3"),
            ("takes a quarter of one side and the rest of the other", "3*a*b/16"),
        ],
        steps: &[
            (
                "Measured in parts of the two given lengths, the sides of the rectangle add up to one, because the corner lies on \
                 the slanting side.",
                &["geometry", "ratio"],
            ),
            (
                &format!(
                    "Two parts with a fixed sum have the greatest product when each is a half: $\\frac{{{a}}}{{2}} \\times \
                     \\frac{{{b}}}{{2}} = {}$.",
                    fraction(a * b, 4)
                ),
                &["quadratics", "arithmetic"],
            ),
        ],
        insight: "On the slanting side the two shares add up to one, so the largest rectangle takes half of each.",
    })
}

pub(super) fn in_circle(dice: &mut Dice) -> Draft {
    let r = dice.range(6, 45);
    let mut given = Given::default();
    let length = given.quantity("r", r, "cm");
    let half = dice.below(2) == 0;
    let stem = match (half, dice.below(3)) {
        (true, 0) => format!(
            "A rectangle has one side on the diameter of a semicircle of radius {length} and two corners on the \
             arc.\nWhat is its greatest possible area?"
        ),
        (true, 1) => format!(
            "A window in the form of a semicircle of radius {length} has its straight side at the bottom. A \
             rectangular pane is fitted into it, with one side along the bottom.\nWhat is the greatest area of the \
             pane?"
        ),
        (true, _) => format!(
            "From a semicircular plate of radius {length} a rectangle with one side along the straight edge is \
             cut.\nHow large can its area be?"
        ),
        (false, 0) => format!(
            "A rectangle has all four corners on a circle of radius {length}.\nWhat is its greatest possible area?"
        ),
        (false, 1) => format!(
            "A beam of rectangular cross-section is cut from a round trunk of radius {length}.\nWhat is the greatest \
             area the cross-section can have?"
        ),
        (false, _) => format!(
            "The largest possible rectangle is cut from a circular sheet of radius {length}.\nWhat is its area?"
        ),
    };
    let over = [("x", "0", "r"), ("y", "0", "r")];
    let of = if half { "2*x*y" } else { "4*x*y" };
    let claim = given.extreme(Extreme::Greatest, of, &over, Some("x^2 + y^2 = r^2")).in_unit("cm^2");
    let (key, wrong): (&str, Vec<(&str, &str)>) = if half {
        (
            "r^2",
            vec![
                ("makes height and whole width equal", "4*r^2/5"),
                ("takes both sides as long as they can be", "2*r^2"),
                ("forgets that the rectangle reaches to both sides of the centre", "r^2/2"),
                ("takes three quarters of the radius for the height and all of the width", "3*r^2/2"),
                ("takes the square on the diameter", "4*r^2"),
            ],
        )
    } else {
        (
            "2*r^2",
            vec![
                ("takes both sides as long as they can be", "4*r^2"),
                ("takes the square on the radius", "r^2"),
                ("takes a quarter of the rectangle only", "r^2/2"),
                ("makes one side twice the other", "8*r^2/5"),
                ("takes the square on the diameter less that on the radius", "3*r^2"),
            ],
        )
    };
    let value = if half { r * r } else { 2 * r * r };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "A corner at $(x, y)$, measured from the centre, satisfies $x^2 + y^2 = {}$.",
                    r * r
                ),
                &["geometry"],
            ),
            (
                &format!(
                    "The squares have a fixed sum, so their product is greatest when $x^2 = y^2$, and then $xy = {}$.",
                    fraction(r * r, 2)
                ),
                &["inequalities"],
            ),
            (&format!("The area is ${}xy = {value}$.", if half { 2 } else { 4 }), &["arithmetic"]),
        ],
        insight: "The squares of the two half-sides have a fixed sum, so the product is greatest when they are equal.",
    })
}

/// Greatest xy with a²x² + b²y² = n.
pub(super) fn squares(dice: &mut Dice) -> Draft {
    let (p, q) = *dice.pick(&[
        (1, 4),
        (4, 1),
        (1, 9),
        (9, 1),
        (4, 9),
        (9, 4),
        (1, 16),
        (16, 1),
        (1, 25),
        (9, 16),
        (4, 25),
        (25, 4),
        (16, 9),
    ]);
    let (a, b) = (i64::isqrt(p), i64::isqrt(q));
    let n = 2 * a * b * dice.range(1, 12) / *dice.pick(&[1, 1, 2]);
    let left = sum(&[(p, "x^2".to_owned()), (q, "y^2".to_owned())]);
    let given = Given::numbers(&[("p", p), ("q", q), ("n", n), ("t", 2)]);
    let stem = match dice.below(4) {
        0 => format!(
            "The real numbers $x$ and $y$ satisfy ${left} = {n}$.\nWhat is the greatest possible value of $xy$?"
        ),
        1 => format!(
            "The point $(x, y)$ moves along the closed curve ${left} = {n}$.\nWhat is the greatest value of $xy$ on the curve?"
        ),
        2 => format!(
            "What is the largest value of the constant $k$ for which the curves $xy = k$ and ${left} = {n}$ have a point in common?"
        ),
        _ => format!(
            "A rectangle has sides $x$ and $y$, where ${left} = {n}$.\nWhat is the greatest area it can have?"
        ),
    };
    let over = [("x", "0", "sqrt(n/p)"), ("y", "0", "sqrt(n/q)")];
    Draft::new(Parts {
        stem: &stem,
        claim: given.extreme(Extreme::Greatest, "x*y", &over, Some("p*x^2 + q*y^2 = n")),
        key: "n/(2*sqrt(p*q))",
        wrong: &[
            ("maximises each variable for itself", "n/sqrt(p*q)"),
            ("makes the variables equal, not the parts", "n/(p + q)"),
            ("leaves the coefficients out", "n/2"),
            ("leaves the root off the coefficients", "n/(2*p*q)"),
            ("halves once more", "n/(4*sqrt(p*q))"),
            ("takes the greatest value of one part", "n"),
            ("multiplies by the root of the coefficients", "n*sqrt(p*q)/2"),
        ],
        steps: &[
            (
                &format!(
                    "The parts ${}$ and ${}$ have the fixed sum ${n}$.",
                    sum(&[(p, "x^2".to_owned())]),
                    sum(&[(q, "y^2".to_owned())])
                ),
                &["algebra"],
            ),
            (
                &format!(
                    "Their product ${}x^2y^2$ is greatest when each is ${}$, so ${}xy = {}$.",
                    p * q,
                    fraction(n, 2),
                    a * b,
                    fraction(n, 2)
                ),
                &["inequalities"],
            ),
            (&format!("The greatest value of $xy$ is ${}$.", fraction(n, 2 * a * b)), &["arithmetic"]),
        ],
        insight: "The two squared parts have a fixed sum, so their product is greatest when they are equal.",
    })
}
