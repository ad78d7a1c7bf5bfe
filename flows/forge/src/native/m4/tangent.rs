//! Tangents from a point to a circle.

use super::super::draft::{Given, Parts, borrowed};
use super::super::formula::{circle, sum, surd};
use super::super::whole::is_square;
use super::super::{Draft, Family};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const TANGENT_LENGTH: Family = Family {
    schema: "M4",
    name: "tangent_length",
    idea: "A tangent is perpendicular to the radius at the point where it touches. The distance from the point to the centre, \
           the radius and the tangent form a right-angled triangle, and the point of contact is not needed.",
    objects: &["circles", "tangents"],
    constraints: &["equation of the circle", "point outside it"],
    asked: "the length of a tangent, or an area it bounds",
    wrong_paths: &[
        "using the distance to the centre",
        "using the radius instead of its square",
        "a centre with the wrong signs",
        "a length instead of its square",
    ],
    rationale: [
        "Centre and radius can be read off.",
        "The circle is given expanded, so the square has to be completed.",
        "The tangent is not mentioned as a length; an area is asked that it bounds.",
    ],
    draft: tangent_length,
};

/// A circle with centre (p, q) and squared radius n, and a point (a, b) outside it.
struct Scene {
    p: i64,
    q: i64,
    n: i64,
    a: i64,
    b: i64,
}

impl Scene {
    fn draw(dice: &mut Dice, whole: bool) -> Self {
        loop {
            let (p, q) = (dice.range(-5, 5), dice.range(-5, 5));
            let n = if whole || dice.below(2) == 0 { dice.range(2, 7).pow(2) } else { dice.range(3, 40) };
            let scene = Self { p, q, n, a: dice.range(-9, 12), b: dice.range(-9, 12) };
            let power = scene.power();
            if p != 0 && q != 0 && power > 0 && (!whole || is_square(power)) && power <= 150 {
                return scene;
            }
        }
    }

    /// The square of the distance to the centre.
    fn square(&self) -> i64 {
        (self.a - self.p).pow(2) + (self.b - self.q).pow(2)
    }

    /// The square of the tangent.
    fn power(&self) -> i64 {
        self.square() - self.n
    }

    fn equation(&self, expanded: bool) -> String {
        if expanded {
            sum(&[
                (1, "x^{2}".into()),
                (1, "y^{2}".into()),
                (-2 * self.p, "x".into()),
                (-2 * self.q, "y".into()),
                (self.constant(), String::new()),
            ]) + " = 0"
        } else {
            circle(self.p, self.q, self.n)
        }
    }

    fn constant(&self) -> i64 {
        self.p.pow(2) + self.q.pow(2) - self.n
    }

    /// The point of contact is on the circle, and the tangent there goes through the point.
    fn claim(&self, expanded: bool, ask: &str) -> crate::claim::Claim {
        let mut given = Given::numbers(&[("a", self.a), ("b", self.b)]);
        let (circle, equations) = if expanded {
            (
                [("u", -2 * self.p), ("v", -2 * self.q), ("c", self.constant())],
                ["x^2 + y^2 + u*x + v*y + c = 0", "a*x + b*y + u*(a + x)/2 + v*(b + y)/2 + c = 0"],
            )
        } else {
            (
                [("p", self.p), ("q", self.q), ("n", self.n)],
                ["(x - p)^2 + (y - q)^2 = n", "(x - p)*(a - p) + (y - q)*(b - q) = n"],
            )
        };
        for (name, number) in circle {
            given.number(name, number);
        }
        given.solve(&["x", "y"], &equations, &[], ask)
    }
}

fn tangent_length(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => length(dice, false),
        Difficulty::Medium => length(dice, true),
        Difficulty::Hard => kite(dice),
    }
}

fn length(dice: &mut Dice, expanded: bool) -> Draft {
    let scene = Scene::draw(dice, false);
    let Scene { p, q, n, a, b } = scene;
    let circle = scene.equation(expanded);
    let stem = match dice.below(4) {
        0 => format!(
            "A tangent is drawn from the point $({a}, {b})$ to the circle ${circle}$.\n\
             What is the distance from this point to the point where the tangent touches the circle?"
        ),
        1 => format!(
            "Find the length of the tangents from $P({a}, {b})$ to the circle with equation ${circle}$."
        ),
        2 => format!(
            "The line $PT$ touches the circle ${circle}$ at $T$, and $P$ is the point $({a}, {b})$.\n\
             What is the length of $PT$?"
        ),
        _ => format!(
            "A circle has the equation ${circle}$. A line through $({a}, {b})$ touches it at the point $T$.\n\
             How far is $T$ from $({a}, {b})$?"
        ),
    };
    let claim = scene.claim(expanded, "sqrt((x - a)^2 + (y - b)^2)");
    let (key, wrong): (&str, &[(&str, &str)]) = if expanded {
        (
            "sqrt(a^2 + b^2 + u*a + v*b + c)",
            &[
                ("gives the distance to the centre", "sqrt((a + u/2)^2 + (b + v/2)^2)"),
                ("takes the centre with the wrong signs", "sqrt(a^2 + b^2 - u*a - v*b + c)"),
                (
                    "forgets to halve the coefficients for the centre",
                    "sqrt((a + u)^2 + (b + v)^2 - u^2/4 - v^2/4 + c)",
                ),
                ("takes the constant for the square of the radius", "sqrt((a + u/2)^2 + (b + v/2)^2 - c)"),
                (
                    "adds the square of the radius instead of subtracting it",
                    "sqrt((a + u/2)^2 + (b + v/2)^2 + u^2/4 + v^2/4 - c)",
                ),
                ("forgets the constant", "sqrt(a^2 + b^2 + u*a + v*b)"),
                ("takes the distance from the origin for that from the centre", "sqrt(a^2 + b^2 + c)"),
                ("gives the square of the length", "a^2 + b^2 + u*a + v*b + c"),
            ],
        )
    } else {
        (
            "sqrt((a - p)^2 + (b - q)^2 - n)",
            &[
                ("gives the distance to the centre", "sqrt((a - p)^2 + (b - q)^2)"),
                ("takes the centre with the wrong signs", "sqrt((a + p)^2 + (b + q)^2 - n)"),
                (
                    "adds the square of the radius instead of subtracting it",
                    "sqrt((a - p)^2 + (b - q)^2 + n)",
                ),
                ("gives the distance to the wrong centre", "sqrt((a + p)^2 + (b + q)^2)"),
                ("uses the radius instead of its square", "sqrt((a - p)^2 + (b - q)^2 - sqrt(n))"),
                ("uses the diameter instead of the radius", "sqrt((a - p)^2 + (b - q)^2 - 4*n)"),
                ("gives the square of the length", "(a - p)^2 + (b - q)^2 - n"),
            ],
        )
    };
    let centre = format!("The centre is $({p}, {q})$ and the square of the radius is ${n}$");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong,
        steps: &[
            (
                &if expanded {
                    format!("Completing the squares: {}.", lower(&centre))
                } else {
                    format!("{centre}.")
                },
                &["coordinate_geometry", "algebra"],
            ),
            (
                &format!(
                    "The square of the distance from $({a}, {b})$ to the centre is ${}$.",
                    scene.square()
                ),
                &["coordinate_geometry"],
            ),
            (
                &format!(
                    "Tangent and radius are perpendicular, so the length is $\\sqrt{{{} - {n}}} = {}$.",
                    scene.square(),
                    surd(scene.power())
                ),
                &["geometry"],
            ),
        ],
        insight: "The tangent, the radius and the line to the centre form a right-angled triangle.",
    })
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

fn kite(dice: &mut Dice) -> Draft {
    let scene = Scene::draw(dice, true);
    let Scene { p, q, n, a, b } = scene;
    let expanded = dice.below(2) == 0;
    let circle = scene.equation(expanded);
    let (r, l) = (n.isqrt(), scene.power().isqrt());
    let (triangle, stem) = area_stem(dice, &circle, a, b);
    let radius = if expanded { "sqrt(u^2/4 + v^2/4 - c)" } else { "sqrt(n)" };
    let far = if expanded { "((a + u/2)^2 + (b + v/2)^2)" } else { "((a - p)^2 + (b - q)^2)" };
    let tangent = format!("sqrt({far} - ({radius})^2)");
    let half = if triangle { "/2" } else { "" };
    let claim = scene.claim(expanded, &format!("{radius}*sqrt((x - a)^2 + (y - b)^2){half}"));
    let gives = [
        ("uses the distance to the centre instead of the tangent", format!("{radius}*sqrt({far}){half}")),
        (
            if triangle {
                "forgets the half in the area of a triangle"
            } else {
                "gives the area of one of the two triangles"
            },
            if triangle { format!("{radius}*{tangent}") } else { format!("{radius}*{tangent}/2") },
        ),
        (
            if triangle {
                "gives half the area of the triangle"
            } else {
                "forgets the half in the areas of the triangles"
            },
            if triangle { format!("{radius}*{tangent}/4") } else { format!("2*{radius}*{tangent}") },
        ),
        ("uses the square of the radius", format!("({radius})^2*{tangent}{half}")),
        (
            "adds the squares instead of subtracting them",
            format!("{radius}*sqrt({far} + ({radius})^2){half}"),
        ),
        ("uses the square of the tangent", format!("{radius}*({far} - ({radius})^2){half}")),
        ("multiplies the tangent by itself", format!("({far} - ({radius})^2){half}")),
    ];
    let wrong = borrowed(&gives);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("{radius}*{tangent}{half}"),
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "The centre is $({p}, {q})$, the radius ${r}$ and the square of the distance to the centre ${}$.",
                    scene.square()
                ),
                &["coordinate_geometry", "algebra"],
            ),
            (
                &format!(
                    "The tangent is perpendicular to the radius, so its length is $\\sqrt{{{} - {n}}} = {l}$.",
                    scene.square()
                ),
                &["geometry"],
            ),
            (
                &if triangle {
                    format!(
                        "The area is $\\frac{{1}}{{2}} \\times {r} \\times {l} = {}$.",
                        super::fraction(r * l, 2)
                    )
                } else {
                    format!(
                        "Two equal right-angled triangles have the area $2 \\times \\frac{{1}}{{2}} \\times {r} \
                         \\times {l} = {}$.",
                        r * l
                    )
                },
                &["geometry", "arithmetic"],
            ),
        ],
        insight: "Radius and tangent are the short sides of a right-angled triangle.",
    })
}

/// Whether the triangle rather than the quadrilateral of tangents and radii is asked, and the words.
fn area_stem(dice: &mut Dice, circle: &str, a: i64, b: i64) -> (bool, String) {
    match dice.below(4) {
        0 => (
            false,
            format!(
                "The tangents from $P({a}, {b})$ to the circle ${circle}$ touch it at $A$ and $B$. The centre of \
                 the circle is $C$.\n\
                 What is the area of the quadrilateral $PACB$?"
            ),
        ),
        1 => (
            false,
            format!(
                "Two tangents to the circle ${circle}$ meet at the point $({a}, {b})$.\n\
                 Find the area of the quadrilateral formed by the two tangents and the radii to the points where \
                 they touch."
            ),
        ),
        2 => (
            true,
            format!(
                "A line through $P({a}, {b})$ touches the circle ${circle}$ at $T$. The centre of the circle is \
                 $C$.\n\
                 What is the area of triangle $PTC$?"
            ),
        ),
        _ => (
            true,
            format!(
                "The circle ${circle}$ has the centre $C$. From the point $P({a}, {b})$ a tangent is drawn, which \
                 touches the circle at $T$.\n\
                 Find the area of the triangle with corners $P$, $C$ and $T$."
            ),
        ),
    }
}
