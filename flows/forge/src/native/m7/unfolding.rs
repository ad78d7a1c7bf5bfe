//! Broken paths that a reflection or an unfolding makes straight.

use crate::Difficulty;
use crate::claim::{Claim, Extreme};
use crate::dice::Dice;
use crate::native::draft::{Given, Parts};
use crate::native::whole::is_square;
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M7",
    name: "straightened_path",
    idea: "A path has to touch a line on its way. Reflected in that line, or unfolded along it, the two pieces form one path \
           between fixed points, and the shortest of these is straight.",
    objects: &["reflection", "net of a box", "sum of two roots"],
    constraints: &["a path that touches a line"],
    asked: "the least length",
    wrong_paths: &[
        "ignoring the line that has to be touched",
        "going at right angles to the line and then along it",
        "turning at the middle of the line",
        "adding the distances along the axes",
    ],
    rationale: [
        "The line and the two distances from it are given, and one point is reflected.",
        "The line is an edge of a box, and two faces have to be laid flat first.",
        "Only a sum of two roots is given, which has to be read as the length of a path.",
    ],
    draft: unfolding,
};

/// The two distances from the line, the distance between the feet, and the straightened length.
struct Path {
    a: i64,
    b: i64,
    c: i64,
    long: i64,
}

fn path(dice: &mut Dice) -> Path {
    // Distance between the feet, sum of the distances, length.
    let (c, both, long) = *dice.pick(&[
        (4, 3, 5),
        (3, 4, 5),
        (12, 5, 13),
        (5, 12, 13),
        (8, 6, 10),
        (6, 8, 10),
        (15, 8, 17),
        (8, 15, 17),
        (12, 9, 15),
        (9, 12, 15),
        (12, 16, 20),
        (16, 12, 20),
        (24, 7, 25),
        (7, 24, 25),
        (20, 15, 25),
        (15, 20, 25),
        (24, 10, 26),
        (10, 24, 26),
        (20, 21, 29),
        (21, 20, 29),
        (24, 18, 30),
        (18, 24, 30),
        (30, 16, 34),
        (16, 30, 34),
        (28, 21, 35),
        (21, 28, 35),
    ]);
    let a = dice.range(1, both - 1);
    Path { a, b: both - a, c, long }
}

fn unfolding(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => mirror(dice),
        Difficulty::Medium => boxed(dice),
        Difficulty::Hard => roots(dice),
    }
}

const OF: &str = "sqrt(a^2 + x^2) + sqrt(b^2 + (c - x)^2)";

fn claim(given: Given, unit: &str) -> Claim {
    given.extreme(Extreme::Least, OF, &[("x", "0", "c")], None).in_unit(unit)
}

const KEY: &str = "sqrt((a + b)^2 + c^2)";

/// The mistakes in the words of a setting.
struct Words {
    three: &'static str,
    across: &'static str,
    along: &'static str,
    difference: &'static str,
    first: &'static str,
    second: &'static str,
    direct: &'static str,
    up_first: &'static str,
    up_last: &'static str,
    middle: &'static str,
}

/// What mistakes lead to, without those that give a root where the right answer has none.
fn wrong(path: &Path, words: &Words) -> Vec<(&'static str, &'static str)> {
    let Path { a, b, c, .. } = *path;
    let mut wrong = vec![
        (words.three, "a + b + c"),
        (words.across, "a + b"),
        (words.along, "c"),
        (words.difference, "c + abs(a - b)"),
        (words.first, "b + c"),
        (words.second, "a + c"),
    ];
    let rooted = [
        (words.direct, (a - b).pow(2) + c * c, "sqrt((a - b)^2 + c^2)"),
        (words.up_first, b * b + c * c, "a + sqrt(b^2 + c^2)"),
        (words.up_last, a * a + c * c, "b + sqrt(a^2 + c^2)"),
    ];
    wrong.extend(rooted.into_iter().filter(|(_, n, _)| is_square(*n)).map(|(why, _, gives)| (why, gives)));
    if c % 2 == 0 && is_square(a * a + c * c / 4) && is_square(b * b + c * c / 4) {
        wrong.push((words.middle, "sqrt(a^2 + c^2/4) + sqrt(b^2 + c^2/4)"));
    }
    wrong
}

fn mirror(dice: &mut Dice) -> Draft {
    let path = path(dice);
    let Path { a, b, c, long } = path;
    let unit = *dice.pick(&["km", "m"]);
    let mut given = Given::default();
    let (at_a, at_b) = (given.quantity("a", a, unit), given.quantity("b", b, unit));
    let apart = given.quantity("c", c, unit);
    let stem = match (unit, dice.below(4)) {
        ("km", 0) => format!(
            "Two villages lie on the same side of a straight canal, {at_a} and {at_b} from it. The points of the canal nearest to \
             them are {apart} apart.\nA road is to run from one village to the canal and on to the other. What is its least length?"
        ),
        ("km", 1) => format!(
            "A rider starts {at_a} from a straight river, has to water the horse at the river and then reach a camp {at_b} from the \
             river on the same side. Along the river, start and camp are {apart} apart.\nHow long is the shortest possible ride?"
        ),
        ("km", 2) => format!(
            "A pumping station on a straight coast is to supply two towns, {at_a} and {at_b} inland, through straight pipes. The \
             towns' nearest points on the coast are {apart} apart.\nWhat is the least total length of pipe?"
        ),
        ("km", _) => format!(
            "A ship is {at_a} from a straight shore and a lighthouse stands on an island {at_b} from the shore. Measured along the \
             shore they are {apart} apart.\nWhat is the shortest course from the ship to the lighthouse that touches the shore?"
        ),
        (_, 0) => format!(
            "A runner stands {at_a} from a long straight wall, has to touch the wall and then reach a post {at_b} from it. Measured \
             along the wall, runner and post are {apart} apart.\nWhat is the shortest distance the runner can cover?"
        ),
        (_, 1) => format!(
            "Light from a lamp {at_a} in front of a large plane mirror reaches an eye {at_b} in front of it by reflection. Measured \
             along the mirror, lamp and eye are {apart} apart.\nLight takes the shortest path that meets the mirror. How long is it?"
        ),
        (_, 2) => format!(
            "A ball rolls from a point {at_a} from the straight side of a hall to that side and from there to a point {at_b} from \
             it. The two points are {apart} apart, measured along the side.\nWhat is the least distance the ball can roll?"
        ),
        (_, _) => format!(
            "Two posts, {at_a} and {at_b} high, stand {apart} apart on level ground. A rope is stretched from the top of one to a \
             peg in the ground between them and on to the top of the other.\nWhat is the least length of rope needed?"
        ),
    };
    let words = Words {
        three: "goes straight to the line, along it and straight away again",
        across: "adds the distances from the line and leaves out the distance along it",
        along: "takes the distance along the line only",
        difference: "goes along the line and makes up the difference of the distances",
        first: "leaves out the first distance from the line",
        second: "leaves out the second distance from the line",
        direct: "joins the two points directly, without touching the line",
        up_first: "goes straight to the line first, then directly to the end",
        up_last: "goes directly to the foot of the end point, then straight to it",
        middle: "turns at the middle of the line",
    };
    let wrong = wrong(&path, &words);
    Draft::new(Parts {
        stem: &stem,
        claim: claim(given, unit),
        key: KEY,
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "Reflect the end point in the line. The path then leads to a point ${a} + {b} = {}$ across and ${c}$ along.",
                    a + b
                ),
                &["geometry"],
            ),
            (
                &format!("The shortest is straight: $\\sqrt{{{}^2 + {c}^2}} = {long}$ {unit}.", a + b),
                &["geometry", "arithmetic"],
            ),
        ],
        insight: "Reflected in the line, the broken path becomes a straight one.",
    })
}

fn boxed(dice: &mut Dice) -> Draft {
    let mut path = path(dice);
    // Nothing the size of a sweet.
    while path.a + path.b + path.c < 15 {
        path = self::path(dice);
    }
    let Path { a, b, c, long } = path;
    let mut given = Given::default();
    let (high, deep) = (given.quantity("a", a, "cm"), given.quantity("b", b, "cm"));
    let wide = given.quantity("c", c, "cm");
    let holder = *dice.pick(&["closed box", "block of wood", "stone block", "parcel"]);
    let (walker, it) = *dice.pick(&[
        ("An ant", "ant"),
        ("A beetle", "beetle"),
        ("A snail", "snail"),
        ("A spider", "spider"),
    ]);
    let asked = *dice.pick(&[
        "What is the least length of such a path?",
        "How long is the shortest such path?",
        "What is the shortest possible length of its path?",
    ]);
    let stem = match dice.below(3) {
        0 => format!(
            "A {holder} in the form of a cuboid is {wide} wide, {deep} deep and {high} high. {walker} goes from the bottom left \
             corner of the front face to the top right corner of the back face, over the front face and then the top.\n{asked}"
        ),
        1 => format!(
            "The front face of a cuboid is {wide} wide and {high} high, and its top is {deep} deep. {walker} goes over the front \
             face and then over the top, from a bottom corner at the front to the opposite corner at the back of the top.\n{asked}"
        ),
        _ => format!(
            "{walker} sits at the bottom left corner of the front of a {holder} that is {wide} wide, {high} high and {deep} deep. \
             Walking on the front and the top only, the {it} wants to reach the corner at the back on the top right.\n{asked}"
        ),
    };
    let words = Words {
        three: "goes along three edges",
        across: "leaves out the distance along the common edge",
        along: "takes the common edge only",
        difference: "goes along the common edge and makes up the difference of height and depth",
        first: "leaves out the height",
        second: "leaves out the depth",
        direct: "subtracts height and depth when laying the faces flat",
        up_first: "goes up an edge first, then across the top",
        up_last: "crosses the front to its far corner, then follows an edge",
        middle: "crosses the common edge at its middle",
    };
    let mut wrong = wrong(&path, &words);
    let through = a * a + b * b + c * c;
    if is_square(through) {
        wrong.push(("goes straight through the solid", "sqrt(a^2 + b^2 + c^2)"));
    }
    Draft::new(Parts {
        stem: &stem,
        claim: claim(given, "cm"),
        key: KEY,
        wrong: &wrong,
        steps: &[
            (
                &format!("Laid flat, the two faces form one rectangle of ${c}$ by ${a} + {b} = {}$.", a + b),
                &["geometry"],
            ),
            (
                &format!("The shortest path is its diagonal: $\\sqrt{{{c}^2 + {}^2}} = {long}$ cm.", a + b),
                &["geometry", "arithmetic"],
            ),
        ],
        insight: "Laid flat, the two faces form a rectangle, and the shortest path is its diagonal.",
    })
}

fn roots(dice: &mut Dice) -> Draft {
    let path = path(dice);
    let Path { a, b, c, long } = path;
    let (square, constant) = (a * a, b * b + c * c);
    let expanded = dice.below(3) > 0;
    let second = if expanded {
        format!("\\sqrt{{x^2 - {}x + {constant}}}", 2 * c)
    } else {
        format!("\\sqrt{{({c} - x)^2 + {}}}", b * b)
    };
    let f = format!("\\sqrt{{x^2 + {square}}} + {second}");
    let given = Given::numbers(&[
        ("a", a),
        ("b", b),
        ("c", c),
        ("s", square),
        ("d", 2 * c),
        ("k", constant),
        ("t", b * b),
    ]);
    let stem = match dice.below(4) {
        0 => format!("What is the least value of\n${f}$\nfor real $x$?"),
        1 => format!(
            "The function $\\mathrm{{f}}(x) = {f}$ is defined for all real $x$.\nWhat is its minimum value?"
        ),
        2 => format!("As $x$ takes all real values, how small can\n${f}$\nbecome?"),
        _ => format!(
            "For every real $x$,\n${f} \\ge m$.\nWhat is the largest possible value of the constant $m$?"
        ),
    };
    let of =
        if expanded { "sqrt(x^2 + s) + sqrt(x^2 - d*x + k)" } else { "sqrt(x^2 + s) + sqrt((c - x)^2 + t)" };
    let words = Words {
        three: "adds the three lengths without any root",
        across: "lets each root be least on its own",
        along: "leaves the numbers beside the squares out",
        difference: "adds the difference of the two heights to their distance apart",
        first: "leaves the first height out",
        second: "leaves the second height out",
        direct: "takes both points on the same side of the axis",
        up_first: "takes the value at zero",
        up_last: "takes the value at which the second square vanishes",
        middle: "takes the value halfway between",
    };
    let wrong = wrong(&path, &words);
    Draft::new(Parts {
        stem: &stem,
        claim: given.extreme(Extreme::Least, of, &[("x", "-c", "2*c")], None),
        key: KEY,
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "The roots are the distances of the point $(x, 0)$ from $(0, {a})$ and from $({c}, -{b})${}.",
                    if expanded {
                        format!(", because $x^2 - {}x + {constant} = (x - {c})^2 + {b}^2$", 2 * c)
                    } else {
                        String::new()
                    }
                ),
                &["coordinate_geometry", "algebra"],
            ),
            (
                &format!(
                    "Their sum is least when the path between these points is straight: $\\sqrt{{{c}^2 + {}^2}} = {long}$.",
                    a + b
                ),
                &["geometry", "arithmetic"],
            ),
        ],
        insight: "Each root is a distance from a point of the axis; with one point below the axis the sum is a broken path.",
    })
}
