//! A ladder against a smooth wall.

use crate::Difficulty;
use crate::Draft;
use crate::dice::Dice;
use crate::draft::{Given, Parts};
use crate::formula::{fraction, ratio};
use crate::whole::{gcd, until};

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => push_of_wall(dice).believable(1),
        Difficulty::Medium => with_climber(dice).believable(1),
        Difficulty::Hard if dice.below(2) == 0 => least_friction(dice).believable(16),
        Difficulty::Hard => farthest_up(dice).believable(5),
    }
}

/// The ladder alone: its foot `a` from the wall, its top at height `h`.
fn push_of_wall(dice: &mut Dice) -> Draft {
    let (a, h, weight) = until(|| {
        let (a, h) = (dice.range(1, 4), dice.range(2, 8));
        let weight = 10 * dice.range(12, 40);
        (h > a && weight * a % (2 * h) == 0).then_some((a, h, weight))
    });
    let mut given = Given::default();
    let foot = given.quantity("a", a, "m");
    let top = given.quantity("h", h, "m");
    let w = given.quantity("W", weight, "N");
    let wall = dice.below(2) == 0;
    let stem = match (dice.below(3), wall) {
        (0, true) => format!(
            "A uniform ladder of weight {w} leans against a smooth vertical wall. Its foot is on rough level ground {foot} from the \
             wall and its top is {top} above the ground.\n\
             What force does the wall exert on the ladder?"
        ),
        (0, false) => format!(
            "A uniform ladder of weight {w} leans against a smooth vertical wall. Its foot is on rough level ground {foot} from the \
             wall and its top is {top} above the ground.\n\
             What is the frictional force on the foot of the ladder?"
        ),
        (1, true) => format!(
            "The top of a uniform beam rests against a smooth vertical wall at a height of {top}; its lower end stands on a rough \
             horizontal floor, {foot} from the wall. The beam weighs {w} and is at rest.\n\
             Find the push of the wall on the beam."
        ),
        (1, false) => format!(
            "The top of a uniform beam rests against a smooth vertical wall at a height of {top}; its lower end stands on a rough \
             horizontal floor, {foot} from the wall. The beam weighs {w} and is at rest.\n\
             Find the friction between beam and floor."
        ),
        (_, true) => format!(
            "A uniform pole of weight {w} is propped between rough level ground and a smooth vertical wall. Its \
             upper end is {top} above the ground and its lower end {foot} from the wall.\nHow large is the force \
             between the pole and the wall?"
        ),
        (_, false) => format!(
            "A uniform pole of weight {w} is propped between rough level ground and a smooth vertical wall. Its \
             upper end is {top} above the ground and its lower end {foot} from the wall.\nHow large is the \
             frictional force that keeps the pole from slipping?"
        ),
    };
    let claim = given
        .solve(&["N", "F", "R"], &["F = N", "R = W", "R*a = F*h + W*a/2"], &[], if wall { "N" } else { "F" })
        .in_unit("N");
    let push = weight * a / (2 * h);
    let last = if wall {
        format!("So $N = {push}$ N.")
    } else {
        format!("So $N = {push}$ N, and the friction has to balance it.")
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "W*a/(2*h)",
        wrong: &[
            ("takes the weight to act at the top of the ladder", "W*a/h"),
            ("interchanges the two distances", "W*h/(2*a)"),
            ("lets the wall balance half the weight and forgets moments", "W/2"),
            ("lets the force of the wall balance the weight", "W"),
            ("takes the wall to push halfway up and the weight to act at the top", "2*W*a/h"),
            ("takes a quarter of the width as the arm of the weight", "W*a/(4*h)"),
            ("takes the weight to act at the top and interchanges the distances", "W*h/a"),
        ],
        steps: &[
            (
                &format!(
                    "Moments about the foot, where friction and normal force act: $N \\times {h} = {weight} \\times {}$.",
                    fraction(a, 2)
                ),
                &["moments"],
            ),
            (&last, &["forces", "arithmetic"]),
        ],
        insight: "About the foot only two forces have a moment: the push of the wall and the weight at the middle.",
    })
}

/// Foot, height and length of a ladder with whole sides, in metres.
const LADDERS: &[(i64, i64, i64)] = &[(3, 4, 5), (5, 12, 13), (6, 8, 10), (4, 3, 5), (8, 6, 10)];

/// A climber part of the way up; the height is hidden in the length.
fn with_climber(dice: &mut Dice) -> Draft {
    let parts = [("halfway", 1, 2), ("a third of the way", 1, 3), ("two thirds of the way", 2, 3)];
    let more = [("a quarter of the way", 1, 4), ("three quarters of the way", 3, 4)];
    let (a, h, s, weight, load, (part, p, q)) = until(|| {
        let (a, h, s) = *dice.pick(LADDERS);
        let parts: Vec<_> = parts.iter().chain(&more).copied().collect();
        let part = *dice.pick(&parts);
        let (weight, load) = (20 * dice.range(6, 20), 20 * dice.range(20, 45));
        let above = a * (weight * part.2 + 2 * load * part.1);
        (above % (2 * part.2 * h) == 0).then_some((a, h, s, weight, load, part))
    });
    let mut given = Given::default();
    let foot = given.quantity("a", a, "m");
    let length = given.quantity("s", s, "m");
    let w = given.quantity("W", weight, "N");
    let l = given.quantity("P", load, "N");
    let stem = match dice.below(3) {
        0 => format!(
            "A uniform ladder of length {length} and weight {w} stands on rough level ground and leans against a smooth vertical \
             wall, with its foot {foot} from the wall. A person of weight {l} has climbed {part} up the ladder.\n\
             What force does the wall exert on the ladder?"
        ),
        1 => format!(
            "A window cleaner of weight {l} stands {part} up a uniform ladder. The ladder is {length} long, weighs {w} and leans \
             against a smooth wall; its foot is on rough ground, {foot} from the foot of the wall.\n\
             What frictional force acts on the foot of the ladder?"
        ),
        _ => format!(
            "One end of a uniform plank of length {length} stands on a rough floor, {foot} from a smooth vertical wall, and the \
             other end rests against the wall. The plank weighs {w}, and a load of weight {l} is fixed to it {part} up from the \
             floor.\n\
             Find the horizontal force of the wall on the plank."
        ),
    };
    let share = ratio(p, q);
    let claim = given
        .solve(
            &["N", "F", "R", "h"],
            &["F = N", "R = W + P", "h^2 + a^2 = s^2", &format!("R*a = F*h + W*a/2 + P*(1 - {share})*a")],
            &["h > 0"],
            "N",
        )
        .in_unit("N");
    let high = "sqrt(s^2 - a^2)";
    let push = a * (weight * q + 2 * load * p) / (2 * q * h);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("a*(W/2 + {share}*P)/{high}"),
        wrong: &[
            ("interchanges height and width", &format!("{high}*(W/2 + {share}*P)/a")),
            (
                "uses the length of the ladder as the arm of the wall's force",
                &format!("a*(W/2 + {share}*P)/s"),
            ),
            ("leaves out the weight of the ladder", &format!("a*{share}*P/{high}")),
            ("takes the ladder's weight to act at its top", &format!("a*(W + {share}*P)/{high}")),
            ("takes the load to act at the top", &format!("a*(W/2 + P)/{high}")),
            ("takes both weights to act at the middle", &format!("a*(W + P)/(2*{high})")),
            ("measures the load's place from the top", &format!("a*(W/2 + (1 - {share})*P)/{high}")),
            ("forgets the slope of the ladder", &format!("W/2 + {share}*P")),
        ],
        steps: &[
            (&format!("By Pythagoras the top is $\\sqrt{{{s}^2-{a}^2}} = {h}$ m high."), &["geometry"]),
            (
                &format!(
                    "Moments about the foot: ${h}N = {weight} \\times {} + {load} \\times {}$.",
                    fraction(a, 2),
                    fraction(a * p, q)
                ),
                &["moments"],
            ),
            (
                &format!("So $N = {push}$ N, which is also the friction at the foot."),
                &["arithmetic", "forces"],
            ),
        ],
        insight: "About the foot, the push of the wall stands against the two weights, each at its share of the width.",
    })
}

/// The least coefficient of friction with which somebody can climb to the top.
fn least_friction(dice: &mut Dice) -> Draft {
    let (a, h, weight, load) = until(|| {
        let (a, h) = (dice.range(1, 5), dice.range(3, 9));
        let (weight, load) = (10 * dice.range(10, 40), 10 * dice.range(40, 90));
        let (above, below) = (a * (weight + 2 * load), 2 * h * (weight + load));
        let (b, t) = (below / gcd(above, below), above / gcd(above, below));
        (h > a && b <= 16 && t < b && weight != load).then_some((a, h, weight, load))
    });
    let mut given = Given::default();
    let foot = given.quantity("a", a, "m");
    let top = given.quantity("h", h, "m");
    let w = given.quantity("W", weight, "N");
    let p = given.quantity("P", load, "N");
    let stem = match dice.below(3) {
        0 => format!(
            "A uniform ladder of weight {w} leans against a smooth vertical wall. Its foot is {foot} from the wall, its top {top} \
             above the level ground. A person of weight {p} wants to climb to the very top.\n\
             What is the least coefficient of friction between ladder and ground that makes this safe?"
        ),
        1 => format!(
            "A fruit picker of weight {p} can just stand at the top of a uniform ladder without its foot slipping. The ladder \
             weighs {w}, its foot is {foot} from a smooth vertical wall, and it touches the wall {top} above the ground.\n\
             What is the coefficient of friction between the ladder and the ground?"
        ),
        _ => format!(
            "A uniform ladder weighing {w} touches a smooth vertical wall at a height of {top}; its foot is on level ground, \
             {foot} from the wall. With a bucket of weight {p} hung from its top end, the ladder is on the point of slipping.\n\
             Find the coefficient of friction at its foot."
        ),
    };
    let claim = given.solve(
        &["N", "F", "R", "k"],
        &["F = N", "R = W + P", "R*a = F*h + W*a/2", "F = k*(W + P)"],
        &[],
        "k",
    );
    let mu = fraction(a * (weight + 2 * load), 2 * h * (weight + load));
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "a*(W/2 + P)/(h*(W + P))",
        wrong: &[
            ("takes both weights to act at the top", "a/h"),
            ("takes both weights to act at the middle", "a/(2*h)"),
            ("interchanges height and width", "h*(W/2 + P)/(a*(W + P))"),
            ("leaves the ladder's weight out of the moments", "a*P/(h*(W + P))"),
            ("leaves the climbing weight out of the normal force", "a*(W/2 + P)/(h*W)"),
            ("leaves the ladder's weight out of the normal force", "a*(W/2 + P)/(h*P)"),
            ("interchanges the places of the two weights", "a*(W + P/2)/(h*(W + P))"),
        ],
        steps: &[
            (
                &format!(
                    "Moments about the foot: ${h}N = {weight} \\times {} + {load} \\times {a}$, so $N = {}$ N.",
                    fraction(a, 2),
                    fraction(a * (weight + 2 * load), 2 * h)
                ),
                &["moments"],
            ),
            (
                &format!("The friction balances this, and the normal force is ${}$ N.", weight + load),
                &["forces"],
            ),
            (&format!("So $\\mu = {mu}$."), &["forces", "arithmetic"]),
        ],
        insight: "Friction is the only other horizontal force: it must equal the push of the wall, found by moments about the foot.",
    })
}

/// How far up friction lets somebody climb.
fn farthest_up(dice: &mut Dice) -> Draft {
    let (a, h, s, weight, load, (t, b), up) = until(|| {
        let (a, h, s) = *dice.pick(LADDERS);
        let (weight, load) = (20 * dice.range(6, 20), 20 * dice.range(20, 45));
        let (t, b) = *dice.pick(&[(1, 2), (1, 3), (1, 4), (2, 5), (3, 5), (2, 3), (3, 4), (3, 8), (5, 12)]);
        // 2·(distance up) = 2s·(μ(W+P)h/a − W/2)/P
        let above = s * (2 * t * (weight + load) * h - b * a * weight);
        let below = b * a * load;
        let up = above / below;
        (above % below == 0 && up > 0 && up < 2 * s && up != s).then_some((a, h, s, weight, load, (t, b), up))
    });
    let mut given = Given::default();
    let foot = given.quantity("a", a, "m");
    let length = given.quantity("s", s, "m");
    let w = given.quantity("W", weight, "N");
    let p = given.quantity("P", load, "N");
    let k = given.number("k", format!("{t}/{b}"));
    let stem = match dice.below(3) {
        0 => format!(
            "A uniform ladder of length {length} and weight {w} leans against a smooth vertical wall with its foot on level ground, \
             {foot} from the wall. The coefficient of friction at the foot is {k}.\n\
             How far up the ladder can a person of weight {p} climb before it slips?"
        ),
        1 => format!(
            "The coefficient of friction between the ground and the foot of a uniform ladder is {k}. The ladder is {length} long, \
             weighs {w}, and its foot is {foot} from the smooth vertical wall on which it leans. A roofer of weight {p} climbs it.\n\
             At what distance from the foot, measured along the ladder, is the roofer when it starts to slip?"
        ),
        _ => format!(
            "A uniform beam of weight {w} and length {length} rests against a smooth vertical wall; its lower end stands {foot} from \
             the wall on a floor for which the coefficient of friction is {k}.\n\
             What is the greatest distance from its lower end, measured along the beam, at which a load of weight {p} can be hung?"
        ),
    };
    let claim = given
        .solve(
            &["N", "F", "R", "h", "y"],
            &["F = N", "R = W + P", "F = k*(W + P)", "h^2 + a^2 = s^2", "R*a = F*h + W*a/2 + P*(a - y*a/s)"],
            &["h > 0"],
            "y",
        )
        .in_unit("m");
    let high = "sqrt(s^2 - a^2)";
    let friction = fraction(t * (weight + load), b);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("s*(k*(W + P)*{high}/a - W/2)/P"),
        wrong: &[
            ("leaves the ladder's weight out of the moments", &format!("s*k*(W + P)*{high}/(a*P)")),
            ("leaves the ladder's weight out altogether", &format!("s*k*{high}/a")),
            ("takes the ladder's weight to act at its top", &format!("s*(k*(W + P)*{high}/a - W)/P")),
            ("interchanges height and width", &format!("s*(k*(W + P)*a/{high} - W/2)/P")),
            ("gives the horizontal distance from the foot", &format!("a*(k*(W + P)*{high}/a - W/2)/P")),
            ("gives the height above the ground", &format!("{high}*(k*(W + P)*{high}/a - W/2)/P")),
            ("lets only the climbing weight press on the ground", &format!("s*(k*P*{high}/a - W/2)/P")),
            ("gives the distance from the top", &format!("s - s*(k*(W + P)*{high}/a - W/2)/P")),
        ],
        steps: &[
            (
                &format!(
                    "About to slip, the friction is ${} \\times {} = {friction}$ N, and the push of the wall is as large.",
                    fraction(t, b),
                    weight + load
                ),
                &["forces"],
            ),
            (
                &format!(
                    "The top is ${h}$ m high. Moments about the foot: ${friction} \\times {h} = {weight} \\times {} + {load}x$, so the \
                     load is $x = {}$ m from the foot horizontally.",
                    fraction(a, 2),
                    fraction(up * a, 2 * s)
                ),
                &["moments", "geometry"],
            ),
            (&format!("Along the ladder that is ${}$ m.", fraction(up, 2)), &["ratio"]),
        ],
        insight: "At the point of slipping the push of the wall is known from friction; moments about the foot then give the place.",
    })
}
