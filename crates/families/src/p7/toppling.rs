//! A block that is about to topple about an edge.

use crate::Difficulty;
use crate::Draft;
use crate::dice::Dice;
use crate::draft::{Given, Parts, borrowed};
use crate::formula::{fraction, ratio};
use crate::whole::until;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => force(dice).believable(1),
        Difficulty::Medium => height(dice).believable(1),
        Difficulty::Hard => match dice.below(3) {
            0 => acceleration(dice).believable(2),
            1 => tallest(dice).believable(1),
            _ => tilt(dice).believable(8),
        },
    }
}

/// The least force at height `y` that topples a block of width `b`.
fn force(dice: &mut Dice) -> Draft {
    let (b, h, y, weight) = until(|| {
        let (b, h) = (10 * dice.range(3, 10), 10 * dice.range(8, 20));
        let y = if dice.below(2) == 0 { h } else { 10 * dice.range(5, 18) };
        let weight = 10 * dice.range(12, 90);
        (y <= h && y > b && weight * b % (2 * y) == 0).then_some((b, h, y, weight))
    });
    let mut given = Given::default();
    let wide = given.quantity("b", b, "cm");
    let tall = given.quantity("h", h, "cm");
    let w = given.quantity("W", weight, "N");
    let place = if y == h {
        "at its top edge".to_owned()
    } else {
        format!("at a height of {}", given.quantity("y", y, "cm"))
    };
    let at = if y == h { "h" } else { "y" };
    let on = if y == h { "at the top of".to_owned() } else { format!("{place} on") };
    let stem = match dice.below(3) {
        0 => format!(
            "A uniform rectangular crate of weight {w} is {tall} high and has a square base of side {wide}. It stands on a floor so \
             rough that it cannot slide, and is pushed horizontally at right angles to one face, {place}.\n\
             What is the least force that makes it topple?"
        ),
        1 => format!(
            "A uniform cupboard stands on a rough level floor. It is {tall} high and {wide} deep and weighs {w}. A horizontal rope \
             pulls it forwards {place}.\n\
             What is the tension in the rope when the cupboard, which does not slide, is about to tip over its front edge?"
        ),
        _ => format!(
            "A horizontal force acts {on} a uniform cylinder of weight {w} that stands upright on rough ground. The cylinder has \
             a diameter of {wide} and a height of {tall}, and it does not slip.\n\
             How large is the force when the cylinder just starts to tilt?"
        ),
    };
    let claim = given
        .solve(&["F", "R", "Q"], &["R = W", "Q = F", &format!("R*b/2 = F*({at} - h/2) + Q*h/2")], &[], "F")
        .in_unit("N");
    let mut wrong = vec![
        ("takes the whole width as the arm of the weight", format!("W*b/{at}")),
        ("inverts the ratio of width and height", format!("W*{at}/(2*b)")),
        ("lets the push balance half the weight", "W/2".to_owned()),
        ("takes the push to act at half its height and the whole width as arm", format!("2*W*b/{at}")),
        ("lets the push be as large as the weight", "W".to_owned()),
        ("takes a quarter of the width as the arm of the weight", format!("W*b/(4*{at})")),
        ("takes the height as the arm of the weight", format!("W*{at}/b")),
    ];
    if y != h {
        wrong.push(("lets the push act at the top", "W*b/(2*h)".to_owned()));
        wrong.push(("lets the push act at the height of the centre", "W*b/h".to_owned()));
    }
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("W*b/(2*{at})"),
        wrong: &borrowed(&wrong),
        steps: &[
            (
                "About to topple, the body rests on one edge only, so the force of the ground has no moment about it.",
                &["moments"],
            ),
            (
                &format!(
                    "Moments about that edge: $F \\times {y} = {weight} \\times {}$, so $F = {}$ N.",
                    fraction(b, 2),
                    weight * b / (2 * y)
                ),
                &["moments"],
            ),
        ],
        insight: "About to topple, the ground acts at the edge alone: only push and weight have a moment about it.",
    })
}

/// Coefficients of friction, as printed.
const ROUGHNESS: &[(i64, i64)] =
    &[(1, 2), (1, 3), (1, 4), (2, 5), (3, 10), (3, 8), (2, 3), (3, 4), (3, 5), (1, 5)];

/// The height up to which a push moves a block without toppling it.
fn height(dice: &mut Dice) -> Draft {
    let (b, h, t, u) = until(|| {
        let (b, h) = (4 * dice.range(5, 25), 10 * dice.range(9, 24));
        let (t, u) = *dice.pick(ROUGHNESS);
        let y = b * u / (2 * t);
        (b * u % (2 * t) == 0 && y < h && 2 * y != h && y > b / 2 && h > b).then_some((b, h, t, u))
    });
    let mut given = Given::default();
    let wide = given.quantity("b", b, "cm");
    let tall = given.quantity("h", h, "cm");
    let k = given.number("k", format!("{t}/{u}"));
    let stem = match dice.below(3) {
        0 => format!(
            "A uniform filing cabinet, {tall} high and {wide} wide, stands on a level floor. The coefficient of friction between them \
             is {k}. It is pushed sideways by a horizontal force that is just large enough to move it.\n\
             What is the greatest height above the floor at which the force may act if the cabinet is not to topple?"
        ),
        1 => format!(
            "The coefficient of friction between a uniform block and a horizontal table is {k}. The block is {tall} tall and {wide} \
             wide, and a string pulls it slowly along the table, parallel to its width.\n\
             At what greatest height may the string be attached without making the block tip over?"
        ),
        _ => format!(
            "A uniform wardrobe of width {wide} and height {tall} is to be slid across a floor, at constant speed and in the direction \
             of its width, by a horizontal push. The coefficient of friction is {k}.\n\
             Up to what height above the floor can one push without toppling the wardrobe?"
        ),
    };
    let claim = given
        .solve(&["N", "F", "Q", "y"], &["N = W", "Q = k*N", "F = Q", "N*b/2 = F*(y - h/2) + Q*h/2"], &[], "y")
        .in_unit("cm");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "b/(2*k)",
        wrong: &[
            ("takes the whole width as the arm of the weight", "b/k"),
            ("multiplies by the coefficient of friction", "k*b"),
            ("takes the height instead of the width", "k*h"),
            ("leaves friction out of the comparison", "b/2"),
            ("pushes at the height of the centre", "h/2"),
            ("takes moments about the centre and forgets friction", "h/2 + b/(2*k)"),
            ("measures from the centre down", "h/2 + b/2"),
            ("measures from the top", "h - b/(2*k)"),
            ("takes a quarter of the width as the arm of the weight", "b/(4*k)"),
        ],
        steps: &[
            (
                &format!("To keep it moving the push must equal the friction: $F = {} W$.", fraction(t, u)),
                &["forces"],
            ),
            (
                &format!(
                    "About to topple over the front edge: $F y = W \\times {}$, so $y = {}$ cm.",
                    fraction(b, 2),
                    fraction(b * u, 2 * t)
                ),
                &["moments"],
            ),
        ],
        insight: "The push is as large as the friction, and the weight cancels: only width and friction decide.",
    })
}

/// The greatest acceleration of a lorry that leaves its load standing.
fn acceleration(dice: &mut Dice) -> Draft {
    let (b, h) = until(|| {
        let (b, h) = (10 * dice.range(2, 12), 10 * dice.range(4, 24));
        (b < h && (10 * b) % h == 0 || (20 * b) % h == 0 && 2 * b < h).then_some((b, h))
    });
    let mut given = Given::default();
    let wide = given.quantity("b", b, "cm");
    let tall = given.quantity("h", h, "cm");
    let g = given.quantity("g", 10, "m s^-2");
    let stem = match dice.below(3) {
        0 => format!(
            "A uniform crate stands upright on the level platform of a lorry, without being tied. It is {tall} high and {wide} long in \
             the direction of travel, and the platform is so rough that it cannot slide. The acceleration of free fall is {g}.\n\
             What is the greatest acceleration of the lorry at which the crate stays upright?"
        ),
        1 => format!(
            "A uniform column of height {tall} with a square base of side {wide} stands on a trolley, two of its faces at right angles \
             to the motion. Friction keeps the column from sliding. Take the acceleration of free fall as {g}.\n\
             With what greatest deceleration can the trolley be stopped without toppling the column?"
        ),
        _ => format!(
            "A train carries a uniform cylinder of diameter {wide} and height {tall}, standing on its base on a rough floor. The train \
             starts on a straight level track and the acceleration of free fall is {g}.\n\
             Above what acceleration of the train does the cylinder, which does not slide, fall over?"
        ),
    };
    let claim =
        given.solve(&["N", "F", "a"], &["N = m*g", "F = m*a", "N*b/2 = F*h/2"], &[], "a").in_unit("m s^-2");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "g*b/h",
        wrong: &[
            ("takes the friction to act with the whole height as its arm", "g*b/(2*h)"),
            ("takes the whole width as the arm of the weight", "2*g*b/h"),
            ("inverts the ratio of width and height", "g*h/b"),
            ("inverts the ratio and halves the height", "g*h/(2*b)"),
            ("lets it topple only when the acceleration is that of free fall", "g"),
            ("takes half the free fall acceleration as the limit", "g/2"),
            ("takes a quarter of the width and the whole height as arms", "g*b/(4*h)"),
        ],
        steps: &[
            (
                "Friction at the base gives the acceleration, $F = ma$, and the normal force is $mg$; about to topple, both act at \
                 the rear edge.",
                &["forces"],
            ),
            (
                &format!(
                    "Moments about the centre of mass: $mg \\times \\frac{{b}}{{2}} = ma \\times \\frac{{h}}{{2}}$, so \
                     $a = \\frac{{gb}}{{h}} = {}$ $\\mathrm{{m\\,s^{{-2}}}}$.",
                    fraction(10 * b, h)
                ),
                &["moments"],
            ),
        ],
        insight: "An accelerating body is in balance only about its centre of mass; there, normal force and friction have to agree.",
    })
}

/// The tallest load that survives a given acceleration.
fn tallest(dice: &mut Dice) -> Draft {
    let (b, a) = until(|| {
        let (b, a) = (5 * dice.range(4, 24), dice.range(1, 5));
        (10 * b % a == 0 && 10 * b / a <= 300).then_some((b, a))
    });
    let mut given = Given::default();
    let wide = given.quantity("b", b, "cm");
    let acceleration = given.quantity("a", a, "m s^-2");
    let g = given.quantity("g", 10, "m s^-2");
    let stem = match dice.below(3) {
        0 => format!(
            "A lorry brakes with a deceleration of {acceleration}. Uniform crates that are {wide} long in the \
             direction of travel stand on its rough platform and do not slide. The acceleration of free fall is \
             {g}.\nHow tall can a crate be without toppling?"
        ),
        1 => format!(
            "Uniform cylinders of diameter {wide} stand upright on a conveyor belt that starts with an acceleration \
             of {acceleration}. They do not slip on the belt. Take the acceleration of free fall as {g}.\nWhat is \
             the height of the tallest cylinder that does not fall over?"
        ),
        _ => format!(
            "A tram can accelerate at up to {acceleration}. A uniform box with a square base of side {wide}, one \
             face towards the driver, stands on its floor and cannot slide. The acceleration of free fall is {g}.\n\
             What is the greatest height of the box for which it is certain to stay upright?"
        ),
    };
    let claim =
        given.solve(&["N", "F", "h"], &["N = m*g", "F = m*a", "N*b/2 = F*h/2"], &[], "h").in_unit("cm");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "g*b/a",
        wrong: &[
            ("takes the friction to act with the whole height as its arm", "g*b/(2*a)"),
            ("takes the whole width as the arm of the weight", "2*g*b/a"),
            ("inverts the ratio of the accelerations", "a*b/g"),
            ("subtracts the acceleration from that of free fall", "(g - a)*b/a"),
            ("adds the acceleration to that of free fall", "(g + a)*b/a"),
            ("takes the weight to be lowered by the acceleration", "g*b/(g - a)"),
            ("takes the whole width and a quarter of the height as arms", "4*g*b/a"),
        ],
        steps: &[
            (
                "Friction at the base gives the acceleration, $F = ma$, and the normal force is $mg$; about to topple, both act at \
                 one edge.",
                &["forces"],
            ),
            (
                &format!(
                    "Moments about the centre of mass: $mg \\times \\frac{{b}}{{2}} = ma \\times \\frac{{h}}{{2}}$, so \
                     $h = \\frac{{gb}}{{a}} = {}$ cm.",
                    fraction(10 * b, a)
                ),
                &["moments"],
            ),
        ],
        insight: "An accelerating body is in balance only about its centre of mass; there, normal force and friction have to agree.",
    })
}

/// The friction that makes a block on a tilted board topple before it slides.
fn tilt(dice: &mut Dice) -> Draft {
    let (b, h) = until(|| {
        let (b, h) = (dice.range(3, 20), dice.range(6, 40));
        let below: i64 = ratio(b, h).split_once('/').and_then(|(_, below)| below.parse().ok())?;
        (b < h && 2 * b != h && below <= 6).then_some((b, h))
    });
    let mut given = Given::default();
    let wide = given.quantity("b", b, "cm");
    let tall = given.quantity("h", h, "cm");
    let stem = match dice.below(3) {
        0 => format!(
            "A uniform block with a square base of side {wide} and a height of {tall} stands on a board. One end of the board is slowly \
             raised; the lower edges of the block are parallel and perpendicular to the slope.\n\
             What is the least coefficient of friction for which the block topples before it slides?"
        ),
        1 => format!(
            "A uniform cylinder, {tall} tall and {wide} in diameter, stands on a tray which is tilted little by \
             little. At a certain angle the cylinder is about to slide and about to topple at the same time.\nWhat \
             is the coefficient of friction between cylinder and tray?"
        ),
        _ => format!(
            "On a ramp of adjustable slope stands a uniform carton. It is {tall} high, and its base measures {wide} in the direction of \
             the slope. As the ramp is made steeper, the carton slides without ever toppling.\n\
             Which value can the coefficient of friction not exceed?"
        ),
    };
    let claim = given.solve(
        &["N", "F", "k"], // The weight's component across the slope is c; moments about the centre.
        &["N = c", "F = k*N", "N*b/2 = F*h/2"],
        &[],
        "k",
    );
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "b/h",
        wrong: &[
            ("takes the whole height as the arm of the friction", "b/(2*h)"),
            ("takes the whole width as the arm of the normal force", "2*b/h"),
            ("inverts the ratio of width and height", "h/b"),
            ("inverts the ratio and halves the height", "h/(2*b)"),
            ("compares the width with the sum of the sides", "b/(b + h)"),
            ("compares the width with the difference of the sides", "b/(h - b)"),
            ("takes the complement of the ratio", "1 - b/h"),
        ],
        steps: &[
            (
                "About to topple, the weight points through the lower edge: $\\tan\\theta = \\frac{b}{h}$, where $b$ is the width.",
                &["moments", "trigonometry"],
            ),
            (
                &format!(
                    "About to slide, $\\tan\\theta = \\mu$. The two meet at $\\mu = {}$.",
                    fraction(b, h)
                ),
                &["forces"],
            ),
        ],
        insight: "Sliding and toppling each begin at a tilt of their own: at tangent μ and at tangent width over height.",
    })
}
