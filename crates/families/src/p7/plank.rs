//! A plank on two supports.

use crate::Difficulty;
use crate::Draft;
use crate::dice::Dice;
use crate::draft::{Given, Methods, Parts, Shown};
use crate::formula::fraction;
use crate::whole::until;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => supporting_force(dice).believable(1),
        Difficulty::Medium => place_of_load(dice).believable(5),
        Difficulty::Hard if dice.below(3) == 0 => heaviest(dice).believable(1),
        Difficulty::Hard => farthest(dice).believable(4),
    }
}

/// Supports at both ends, a load between.
fn supporting_force(dice: &mut Dice) -> Draft {
    let scene = dice.below(4);
    let (length, x, weight, load) = until(|| {
        let length = *dice.pick(&[3, 4, 5, 6, 8, 10]);
        let x = dice.range(1, length - 1);
        let weight = 20 * dice.range(3, 20);
        let load = 10 * if scene == 0 || scene == 3 { dice.range(50, 90) } else { dice.range(20, 60) };
        (2 * x != length && load * x % (10 * length) == 0).then_some((length, x, weight, load))
    });
    let mut given = Given::default();
    let l = given.quantity("L", length, "m");
    let d = given.quantity("x", x, "m");
    let w = given.quantity("W", weight, "N");
    let p = given.quantity("P", load, "N");
    let far = dice.below(2) == 0;
    let end = if far { "B" } else { "A" };
    let stem = match scene {
        0 => format!(
            "A uniform plank AB of length {l} and weight {w} rests horizontally on trestles at its two ends. A painter of \
             weight {p} stands on the plank at a distance {d} from A.\n\
             What is the magnitude of the force that the trestle at {end} exerts on the plank?"
        ),
        1 => format!(
            "A crate of weight {p} lies on a horizontal uniform beam AB, with its centre of mass {d} from A. The beam is {l} \
             long, has a weight of {w} and is held up by walls at A and at B only.\n\
             Find the upward force of the wall at {end} on the beam."
        ),
        2 => format!(
            "Two vertical ropes, one tied to each end, hold a uniform rod AB horizontal. The rod has length {l} and weight \
             {w}. A load of weight {p} hangs from the point of the rod that is {d} from A.\n\
             What is the tension in the rope at {end}?"
        ),
        _ => format!(
            "A footbridge is a uniform beam AB of length {l} and weight {w}, supported at A and B. A cyclist and bicycle, \
             together of weight {p}, have stopped {d} from A.\n\
             What upward force acts on the bridge at {end}?"
        ),
    };
    let (own, other) = if far { ("x", "(L-x)") } else { ("(L-x)", "x") };
    let arm = if far { x } else { length - x };
    let total = weight / 2 + load * arm / length;
    let claim = given
        .solve(
            &["R", "S"],
            &["R + S = W + P", if far { "R*L = W*L/2 + P*(L - x)" } else { "S*L = W*L/2 + P*x" }],
            &[],
            if far { "S" } else { "R" },
        )
        .in_unit("N");
    let about = if far { "A" } else { "B" };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("W/2 + P*{own}/L"),
        wrong: &[
            ("shares both weights equally between the ends", "(W+P)/2"),
            ("leaves out the weight of the beam itself", &format!("P*{own}/L")),
            ("measures the distance of the load from the wrong end", &format!("W/2 + P*{other}/L")),
            ("puts the beam's own weight at this end", &format!("W + P*{own}/L")),
            ("lets this end carry the whole load", "W/2 + P"),
            ("lets the load's arm act on both weights", &format!("(W + P)*{own}/L")),
            ("leaves out the beam and measures from the wrong end", &format!("P*{other}/L")),
        ],
        steps: &[
            (
                &format!(
                    "Moments about {about}, where the other supporting force acts: ${length}F = {weight} \\times {} \
                     + {load} \\times {arm}$.",
                    fraction(length, 2)
                ),
                &["moments"],
            ),
            (&format!("So $F = {} + {} = {total}$ N.", weight / 2, load * arm / length), &["arithmetic"]),
        ],
        insight: "Moments about the other support leave its force out of the equation.",
    })
}

/// Supports at A and C with an overhang; the ratio of their forces is known.
fn place_of_load(dice: &mut Dice) -> Draft {
    // Twice the distance of the load from A.
    let (length, d, weight, load, k, twice) = until(|| {
        let length = dice.range(4, 10);
        let d = dice.range(length / 2 + 1, length - 1);
        let (weight, load) = (20 * dice.range(4, 20), 20 * dice.range(10, 40));
        let k = dice.range(1, 3);
        let above = 2 * k * (weight + load) * d - (k + 1) * weight * length;
        let below = (k + 1) * load;
        let twice = above / below;
        (above % below == 0
            && k * (weight + load) % (k + 1) == 0
            && (1..2 * length).contains(&twice)
            && twice != 2 * d
            && weight != load)
            .then_some((length, d, weight, load, k, twice))
    });
    let mut given = Given::default();
    let l = given.quantity("L", length, "m");
    let c = given.quantity("d", d, "m");
    let w = given.quantity("W", weight, "N");
    let p = given.quantity("P", load, "N");
    let times = ["the same force as", "twice the force of", "three times the force of"][(k - 1) as usize];
    let stem = match dice.below(3) {
        0 => format!(
            "A uniform plank AB of length {l} and weight {w} rests horizontally on a support at A and on another at C, where \
             $AC$ = {c}. When a person of weight {p} stands on the plank, the support at C exerts {times} the support at A.\n\
             How far from A does the person stand?"
        ),
        1 => format!(
            "A uniform beam AB has length {l} and weight {w}. It lies horizontally on two trestles, one at the end A and one at \
             C, {c} from A.\n\
             At what distance from A must a sack of weight {p} be placed if the trestle at C is to exert {times} the \
             trestle at A?"
        ),
        _ => format!(
            "A load of weight {p} hangs from a uniform horizontal rod AB of weight {w} and length {l}. The rod itself is held by \
             vertical strings at A and at C, a distance {c} from A, and the string at C pulls with {times} the string at A.\n\
             What is the distance of the load from A?"
        ),
    };
    let share = format!("{k}/{}", k + 1);
    let claim = given
        .solve(
            &["R", "S", "x"],
            &["R + S = W + P", &format!("S = {k}*R"), "R*d = W*(d - L/2) + P*(d - x)"],
            &[],
            "x",
        )
        .in_unit("m");
    let force = fraction(k * (weight + load), k + 1);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("({share}*(W+P)*d - W*L/2)/P"),
        wrong: &[
            ("leaves out the weight of the plank", &format!("{share}*d")),
            ("puts the plank's weight midway between the supports", &format!("({share}*(W+P)*d - W*d/2)/P")),
            ("interchanges the two supporting forces", &format!("((W+P)*d/{} - W*L/2)/P", k + 1)),
            ("gives the distance from C", &format!("abs(({share}*(W+P)*d - W*L/2)/P - d)")),
            ("gives the distance from B", &format!("L - ({share}*(W+P)*d - W*L/2)/P")),
            (
                "shares only the load in this ratio and halves the plank's weight",
                &format!("((W/2 + {share}*P)*d - W*L/2)/P"),
            ),
            ("shares the plank's length in the ratio of the forces", &format!("{share}*L")),
        ],
        steps: &[
            (
                &format!(
                    "Together the supports carry ${}$ N, so the force at C is ${force}$ N.",
                    weight + load
                ),
                &["forces", "ratio"],
            ),
            (
                &format!(
                    "Moments about A: ${force} \\times {d} = {weight} \\times {} + {load}x$.",
                    fraction(length, 2)
                ),
                &["moments"],
            ),
            (&format!("This gives $x = {}$ m.", fraction(twice, 2)), &["linear_equations"]),
        ],
        insight: "The forces follow from their sum and ratio; moments about A then know only the place of the load.",
    })
}

/// How far past the support one may go.
fn farthest(dice: &mut Dice) -> Draft {
    // Four times the way past C.
    let (length, d, plank, person, past) = until(|| {
        let length = dice.range(4, 12);
        let d = dice.range(length / 2 + 1, length - 1);
        let (plank, person) = (5 * dice.range(4, 16), 5 * dice.range(6, 16));
        let above = 2 * plank * (2 * d - length);
        let past = above / person;
        let room = 4 * (length - d);
        (above % person == 0 && past % 2 == 0 && past > 0 && past < room && plank != person)
            .then_some((length, d, plank, person, past))
    });
    let mut given = Given::default();
    let l = given.quantity("L", length, "m");
    let c = given.quantity("d", d, "m");
    let m = given.quantity("M", plank, "kg");
    let p = given.quantity("m", person, "kg");
    let past_c = dice.below(2) == 0;
    let stem = farthest_stem(dice, [&l, &c, &m, &p], past_c);
    let claim = given
        .solve(
            &["R", "S", "x"],
            &["R = 0", "R + S = M + m", "S*d = M*L/2 + m*x"],
            &[],
            if past_c { "x - d" } else { "L - x" },
        )
        .in_unit("m");
    let as_asked = |past: &str| if past_c { past.to_owned() } else { format!("L - d - ({past})") };
    let turned = if past_c {
        "gives the distance left to the end"
    } else {
        "gives the distance from the edge on which it turns"
    };
    let past_it = "M*(d - L/2)/m";
    let other = if past_c { format!("L - d - {past_it}") } else { past_it.to_owned() };
    let (arm, way) = (fraction(2 * d - length, 2), fraction(past, 4));
    let tipping = format!(
        "The middle of the plank is ${arm}$ m behind it: ${plank} \\times {arm} = {person}y$, so $y = {way}$ m."
    );
    let left = fraction(4 * (length - d) - past, 4);
    let left = format!("The overhang is ${}$ m, which leaves ${left}$ m.", length - d);
    let mut steps: Vec<(&str, Methods)> = vec![
        (
            "When it is about to tip, all the support comes from the point on which it turns, so moments are taken about that point.",
            &["moments", "forces"],
        ),
        (&tipping, &["moments"]),
    ];
    if !past_c {
        steps.push((&left, &["arithmetic"]));
    }
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &as_asked(past_it),
        wrong: &[
            ("measures the arm of the weight from the far end", &as_asked("M*L/(2*m)")),
            ("inverts the ratio of the masses", &as_asked("m*(d - L/2)/M")),
            ("puts the weight of the plank at its far end", &as_asked("M*d/m")),
            (turned, &other),
            (
                "puts the person's moment about the middle of the plank",
                &as_asked("M*(d - L/2)/m - (d - L/2)"),
            ),
            ("takes the weight of the part behind the edge only", &as_asked("M*d^2/(2*L*m)")),
            ("takes the overhang as the arm of the weight", &as_asked("M*(L - d)/m")),
            ("takes both bodies to have the same mass", &as_asked("d - L/2")),
            ("lets the overhang balance the whole plank", &as_asked("(L - d)*M/(M + m)")),
        ],
        steps: &steps,
        insight: "About to tip means that the other support carries nothing: only two moments about the edge are left.",
    })
}

fn farthest_stem(dice: &mut Dice, [l, c, m, p]: [&Shown; 4], past_c: bool) -> String {
    match (dice.below(3), past_c) {
        (0, true) => format!(
            "A uniform plank AB of mass {m} and length {l} lies across two supports, one at A and one at C, where $AC$ = {c}. \
             A person of mass {p} walks slowly along the plank from A.\n\
             How far past C can the person walk before the plank tips?"
        ),
        (0, false) => format!(
            "A uniform plank AB of mass {m} and length {l} lies across two supports, one at A and one at C, where $AC$ = {c}. \
             A person of mass {p} walks slowly along the plank from A.\n\
             How close to B can the person come without tipping the plank?"
        ),
        (1, true) => format!(
            "A uniform gangway {l} long rests on the deck of a boat with {c} of its length; the rest sticks out over the water. \
             It has a mass of {m} and is not fixed.\n\
             A sailor of mass {p} walks out on it. What is the greatest distance from the side of the boat that the sailor \
             can reach?"
        ),
        (1, false) => format!(
            "A uniform gangway {l} long rests on the deck of a boat with {c} of its length; the rest sticks out over the water. \
             It has a mass of {m} and is not fixed.\n\
             A sailor of mass {p} walks out on it. What is the least distance from its free end that the sailor can reach?"
        ),
        (_, true) => format!(
            "A uniform board of length {l} and mass {m} lies on a flat roof and reaches over its edge, with {c} of the board on \
             the roof. A roofer of mass {p} steps out on the overhanging part.\n\
             How far from the edge of the roof is the roofer when the board is about to tip?"
        ),
        (_, false) => format!(
            "A uniform board of length {l} and mass {m} lies on a flat roof and reaches over its edge, with {c} of the board on \
             the roof. A roofer of mass {p} steps out on the overhanging part.\n\
             How far from the outer end of the board is the roofer when the board is about to tip?"
        ),
    }
}

/// The greatest mass that may stand at the free end.
fn heaviest(dice: &mut Dice) -> Draft {
    let (length, d, plank, mass) = until(|| {
        let length = dice.range(4, 12);
        let d = dice.range(length / 2 + 1, length - 1);
        let plank = 4 * dice.range(6, 30);
        let above = plank * (2 * d - length);
        let mass = above / (2 * (length - d));
        (above % (2 * (length - d)) == 0 && (15..100).contains(&mass) && mass != plank)
            .then_some((length, d, plank, mass))
    });
    let mut given = Given::default();
    let l = given.quantity("L", length, "m");
    let c = given.quantity("d", d, "m");
    let m = given.quantity("M", plank, "kg");
    let stem = match dice.below(3) {
        0 => format!(
            "A uniform board AB of mass {m} and length {l} lies loosely on two trestles beside a pool, one at A and one at C, {c} \
             from A, so that B is over the water.\n\
             What is the greatest mass of a swimmer who can stand at B without tipping the board?"
        ),
        1 => format!(
            "A uniform plank of length {l} and mass {m} lies on a level quay and sticks out over the water, with {c} of the \
             plank on the quay.\n\
             What is the greatest mass that can be hung from its outer end without tipping it?"
        ),
        _ => format!(
            "A uniform platform AB of length {l} and mass {m} rests on posts at A and at C, where $AC$ = {c}. It is not fixed \
             to them.\n\
             What is the greatest mass that can be put down at B without tipping the platform?"
        ),
    };
    let claim = given
        .solve(&["R", "S", "p"], &["R = 0", "R + S = M + p", "S*d = M*L/2 + p*L"], &[], "p")
        .in_unit("kg");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "M*(d - L/2)/(L - d)",
        wrong: &[
            ("puts the weight of the plank at its far end", "M*d/(L - d)"),
            ("balances the parts on either side as if each had half the weight", "M*d/(2*(L - d))"),
            ("measures the arm of the weight from the far end", "M*L/(2*(L - d))"),
            ("inverts the ratio of the arms", "M*(L - d)/(d - L/2)"),
            ("takes moments about the far end", "M/2"),
            ("measures the arm of the load from the middle", "M*(d - L/2)/(L/2)"),
            ("lets the load be as heavy as the plank", "M"),
            ("takes the arm of the load from the far end", "M*(d - L/2)/L"),
        ],
        steps: &[
            (
                "When it is about to tip, the support at the other end carries nothing, so moments are taken about the point on \
                 which it turns.",
                &["moments", "forces"],
            ),
            (
                &format!(
                    "${plank} \\times {} = m \\times {}$, so $m = {mass}$ kg.",
                    fraction(2 * d - length, 2),
                    length - d
                ),
                &["moments"],
            ),
        ],
        insight: "About to tip means that the other support carries nothing: only two moments about the edge are left.",
    })
}
