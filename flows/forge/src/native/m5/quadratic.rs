//! A quadratic in a sine or cosine, which cannot leave its range.

use super::{angle, asked, tidy, words};
use crate::Difficulty;
use crate::claim::Extreme;
use crate::dice::Dice;
use crate::native::draft::{Given, Parts, borrowed};
use crate::native::formula::{fraction, sum};
use crate::native::whole::gcd;
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M5",
    name: "quadratic_in_one",
    idea: "An expression in the square of one function and the other to the first power is a quadratic in a single \
           variable. That variable stays between its two bounds, so the vertex counts only if it lies between them.",
    objects: &["quadratic", "Pythagorean identity", "double angle"],
    constraints: &["a sine or cosine stays within its range"],
    asked: "a bound, or the width of the range",
    wrong_paths: &[
        "taking the vertex of a parabola that lies outside the range",
        "taking the ends although the vertex lies inside",
        "adding the separate bounds of the terms",
        "mixing up the least and the greatest value",
    ],
    rationale: [
        "The quadratic is written in one function; completing the square gives the bound.",
        "An identity turns the expression into a quadratic in one function first.",
        "The square hides in a double angle, and whether the vertex lies in the range has to be decided.",
    ],
    draft: quadratic,
};

/// `a u^2 + b u + c` for u from -1 to 1.
struct Parabola {
    a: i64,
    b: i64,
    c: i64,
}

impl Parabola {
    fn vertex_inside(&self) -> bool {
        self.b.abs() < 2 * self.a.abs()
    }

    /// The value at the vertex as a fraction.
    fn vertex(&self) -> (i64, i64) {
        (4 * self.a * self.c - self.b * self.b, 4 * self.a)
    }

    /// Whether this bound is the value at the vertex.
    fn at_vertex(&self, find: Extreme) -> bool {
        self.vertex_inside() && (find == Extreme::Greatest) == (self.a < 0)
    }

    /// The larger or smaller value at the ends.
    fn end(&self, find: Extreme) -> i64 {
        self.a + self.c + if find == Extreme::Greatest { self.b.abs() } else { -self.b.abs() }
    }
}

/// How the expression is written.
struct Form {
    /// LaTeX.
    shown: String,
    /// In the claim, with the coefficients a, b, c of the stem.
    stated: &'static str,
    /// The coefficients of the quadratic, in those of the stem.
    square: &'static str,
    constant: &'static str,
    /// How the square is brought into the other function.
    identity: Option<String>,
}

fn quadratic(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let x = angle(dice);
    let (u, v) = *dice.pick(&[("\\sin", "\\cos"), ("\\cos", "\\sin")]);
    let sine = u == "\\sin";
    let mut a: i64 = *dice.pick(&[-4, -3, -2, -1, 1, 2, 3, 4]);
    let lead = match difficulty {
        Difficulty::Easy => a,
        Difficulty::Medium => -a,
        Difficulty::Hard => {
            a = *dice.pick(&[-3, -2, -1, 1, 2, 3]);
            if sine { -2 * a } else { 2 * a }
        }
    };
    // Easy items complete a square; in hard ones the vertex lies outside in about half of the cases.
    let outside = match difficulty {
        Difficulty::Easy => false,
        Difficulty::Medium => dice.below(4) == 0,
        Difficulty::Hard => dice.below(2) == 0,
    };
    let edge = 2 * lead.abs();
    let mut size = if outside { edge + dice.range(1, 6) } else { dice.range(1, edge - 1) };
    // The value at the vertex has a small denominator.
    while !outside && 4 * lead.abs() / gcd(size * size, 4 * lead) > 4 {
        size = dice.range(1, edge - 1);
    }
    let b = if dice.below(2) == 0 { size } else { -size };
    let c = *dice.pick(&[-7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8]);
    let form = form(difficulty, [a, b, c], u, v, x);
    let constant = match (difficulty, sine) {
        (Difficulty::Easy, _) => c,
        (Difficulty::Medium, _) | (Difficulty::Hard, true) => a + c,
        (Difficulty::Hard, false) => c - a,
    };
    let parabola = Parabola { a: lead, b, c: constant };
    let vertex_side = if lead < 0 { Extreme::Greatest } else { Extreme::Least };
    let end_side = if lead < 0 { Extreme::Least } else { Extreme::Greatest };
    let find = match difficulty {
        Difficulty::Easy => vertex_side,
        Difficulty::Medium => *dice.pick(&[vertex_side, vertex_side, end_side]),
        Difficulty::Hard => *dice.pick(&[vertex_side, vertex_side, end_side, Extreme::Width]),
    };
    let stem = asked(dice, find, &form.shown, x);
    let claim = Given::numbers(&[("a", a), ("b", b), ("c", c)]).extreme(
        find,
        form.stated,
        &[("x", "0", "2*pi")],
        None,
    );
    let (key, wrong) = answers(&parabola, &form, find, c);
    let wrong = borrowed(&wrong);
    let [quadratic, vertex, bound] = steps(&parabola, &form, find, &format!("{u} {x}"));
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &key,
        wrong: &wrong,
        steps: &[
            (&quadratic, &["trigonometry", "algebra"]),
            (&vertex, &["quadratics"]),
            (&bound, &["quadratics", "arithmetic"]),
        ],
        insight: "It is a quadratic in one variable that stays between $-1$ and $1$: its bounds are at the vertex, if that is inside, \
                  or at the ends.",
    })
}

fn form(difficulty: Difficulty, [a, b, c]: [i64; 3], u: &str, v: &str, x: &str) -> Form {
    let sine = u == "\\sin";
    let shown = |square: String| tidy(vec![(a, square), (b, format!("{u} {x}")), (c, String::new())]);
    match (difficulty, sine) {
        (Difficulty::Easy, _) => Form {
            shown: shown(format!("{u}^2 {x}")),
            stated: if sine { "a*sin(x)^2 + b*sin(x) + c" } else { "a*cos(x)^2 + b*cos(x) + c" },
            square: "a",
            constant: "c",
            identity: None,
        },
        (Difficulty::Medium, _) => Form {
            shown: shown(format!("{v}^2 {x}")),
            stated: if sine { "a*cos(x)^2 + b*sin(x) + c" } else { "a*sin(x)^2 + b*cos(x) + c" },
            square: "(-a)",
            constant: "(a + c)",
            identity: Some(format!("{v}^2 {x} = 1 - {u}^2 {x}")),
        },
        (Difficulty::Hard, true) => Form {
            shown: shown(format!("\\cos 2{x}")),
            stated: "a*cos(2*x) + b*sin(x) + c",
            square: "(-2*a)",
            constant: "(a + c)",
            identity: Some(format!("\\cos 2{x} = 1 - 2\\sin^2 {x}")),
        },
        (Difficulty::Hard, false) => Form {
            shown: shown(format!("\\cos 2{x}")),
            stated: "a*cos(2*x) + b*cos(x) + c",
            square: "(2*a)",
            constant: "(c - a)",
            identity: Some(format!("\\cos 2{x} = 2\\cos^2 {x} - 1")),
        },
    }
}

/// The key and what mistakes lead to.
fn answers(parabola: &Parabola, form: &Form, find: Extreme, c: i64) -> (String, Vec<(&'static str, String)>) {
    let (square, constant) = (form.square, form.constant);
    let vertex = format!("{constant} - b^2/(4*{square})");
    let high = format!("{square} + {constant} + abs(b)");
    let low = format!("{square} + {constant} - abs(b)");
    if find == Extreme::Width {
        let (end, other) = if parabola.a < 0 { (&low, &high) } else { (&high, &low) };
        let far = format!("abs({vertex} - ({end}))");
        let ends = "2*abs(b)".to_owned();
        let inside = parabola.vertex_inside();
        let wrong = vec![
            if inside {
                ("takes the two ends although the vertex lies between them", ends.clone())
            } else {
                ("takes the vertex of a parabola that lies outside the range", far.clone())
            },
            ("measures from the vertex to the nearer end", format!("abs({vertex} - ({other}))")),
            ("adds the separate widths of the two terms", "2*abs(a) + 2*abs(b)".to_owned()),
            ("adds the coefficients for the width", "abs(a) + abs(b)".to_owned()),
            (
                "gives the larger bound instead of the width",
                if parabola.a < 0 && inside { vertex.clone() } else { high.clone() },
            ),
            ("lets the variable run from zero to one only", "abs(b)".to_owned()),
            ("keeps only the width of the square", format!("abs({square})")),
        ];
        return (if inside { far } else { ends }, wrong);
    }
    let (end, other) = if find == Extreme::Greatest { (&high, &low) } else { (&low, &high) };
    let s = super::sign(find);
    let at_vertex = parabola.at_vertex(find);
    let mut wrong = vec![
        if at_vertex {
            ("looks at the ends of the range only, although the vertex lies between them", end.clone())
        } else if parabola.vertex_inside() {
            ("takes the vertex, which is the other bound", vertex.clone())
        } else {
            ("takes the vertex of a parabola that lies outside the range", vertex.clone())
        },
        ("takes the other end of the range", other.clone()),
        ("adds the separate bounds of the terms", format!("c + {s}*(abs(a) + abs(b))")),
        ("takes the value where the variable is zero", constant.to_owned()),
        (
            "squares the whole middle coefficient, not its half, when completing the square",
            format!("{constant} - b^2/{square}"),
        ),
        ("takes the place of the vertex for the value there", format!("-b/(2*{square})")),
    ];
    if parabola.c == c {
        wrong.push((
            "leaves out the constant",
            if at_vertex { "-b^2/(4*a)".to_owned() } else { format!("{end} - c") },
        ));
    } else {
        wrong.push((
            "forgets the constant that the identity brings",
            format!("{} - ({})", if at_vertex { &vertex } else { end }, parabola.c - c),
        ));
    }
    (if at_vertex { vertex } else { end.clone() }, wrong)
}

fn steps(parabola: &Parabola, form: &Form, find: Extreme, u: &str) -> [String; 3] {
    let Parabola { a, b, c } = *parabola;
    let quadratic = sum(&[(a, "u^2".to_owned()), (b, "u".to_owned()), (c, String::new())]);
    let first = match &form.identity {
        Some(identity) => {
            format!("With ${identity}$ and $u = {u}$ it is ${quadratic}$, where $-1 \\le u \\le 1$.")
        }
        None => format!("With $u = {u}$ it is ${quadratic}$, where $-1 \\le u \\le 1$."),
    };
    let (above, below) = parabola.vertex();
    let place = fraction(-b, 2 * a);
    let second = if parabola.vertex_inside() {
        format!(
            "The vertex is at $u = {place}$, inside the range; the value there is ${}$.",
            fraction(above, below)
        )
    } else {
        format!("The vertex would be at $u = {place}$, outside the range, so both bounds are at the ends.")
    };
    let ends = format!("At $u = 1$ it is ${}$, at $u = -1$ it is ${}$", a + b + c, a - b + c);
    let third = match find {
        Extreme::Width => {
            let width = if parabola.vertex_inside() {
                let end = parabola.end(if a < 0 { Extreme::Least } else { Extreme::Greatest });
                fraction((above - end * below).abs(), below.abs())
            } else {
                (2 * b.abs()).to_string()
            };
            format!("{ends}; the width is ${width}$.")
        }
        _ if parabola.at_vertex(find) => {
            let shape = if a < 0 { "opens downwards" } else { "opens upwards" };
            format!("The parabola {shape}, so this is the {} value.", words(find).0)
        }
        _ => format!("{ends}, so the {} value is ${}$.", words(find).0, parabola.end(find)),
    };
    [first, second, third]
}
