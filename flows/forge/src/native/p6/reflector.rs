//! A wave and its own reflection.

use crate::Difficulty;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::{Given, Parts};
use crate::native::formula::fraction;
use crate::native::whole::until;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let draft = match difficulty {
        Difficulty::Easy => wavelength(dice),
        Difficulty::Medium => speed(dice),
        Difficulty::Hard => over_a_surface(dice),
    };
    draft.believable(2)
}

/// The wavelength from minima met on the way.
fn wavelength(dice: &mut Dice) -> Draft {
    let unit = *dice.pick(&["cm", "mm"]);
    let (minima, way) = until(|| {
        let (minima, way) = (dice.range(4, 12), 2 * dice.range(4, 60));
        (2 * way % minima == 0 && way > 2 * minima).then_some((minima, way))
    });
    let mut given = Given::default();
    let n = given.number("n", minima);
    let d = given.quantity("d", way, unit);
    let stem = match dice.below(4) {
        0 => format!(
            "Microwaves fall at right angles on a metal plate. A detector on the line between transmitter and plate \
             starts at a minimum and is moved {d} towards the plate. On the way it meets {n} further minima, the \
             last of them at the end.\nWhat is the wavelength?"
        ),
        1 => format!(
            "A transmitter and a receiver stand side by side, facing a metal sheet. As the sheet is moved {d} \
             straight away from them, the signal in the receiver goes from one maximum through {n} complete cycles \
             and ends at a maximum.\nWhat is the wavelength of the waves?"
        ),
        2 => format!(
            "Sound of a single frequency is reflected straight back by a wall. Along the line of travel, the \
             distance from one node of the standing wave to the {n}th node after it is {d}.\nFind the wavelength."
        ),
        _ => format!(
            "A metal mirror sends a beam of microwaves straight back, to interfere with a fixed beam. While the mirror is moved {d} \
             along the beam, a detector counts {n} complete changes from maximum to minimum and back.\n\
             What is the wavelength of the microwaves?"
        ),
    };
    let claim = given.solve(&["w"], &["2*d = n*w"], &[], "w").in_unit(unit);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*d/n",
        wrong: &[
            ("counts the path once although the wave goes there and back", "d/n"),
            ("counts the starting point as one more", "2*d/(n + 1)"),
            ("counts one gap too few", "2*d/(n - 1)"),
            ("takes a quarter of a wavelength from one to the next", "4*d/n"),
            ("counts the path once and the starting point as one more", "d/(n + 1)"),
            ("counts the path once and one gap too few", "d/(n - 1)"),
            ("halves the path instead of doubling it", "d/(2*n)"),
        ],
        steps: &[
            (
                "A step of half a wavelength changes the path there and back by a whole wavelength and restores the pattern.",
                &["waves"],
            ),
            (
                &format!(
                    "${minima} \\times \\frac{{\\lambda}}{{2}} = {way}$, so $\\lambda = {}$ {unit}.",
                    fraction(2 * way, minima)
                ),
                &["arithmetic"],
            ),
        ],
        insight: "Every step counts twice, once on the way there and once on the way back.",
    })
}

/// The wavelength first, then a speed or a frequency.
fn speed(dice: &mut Dice) -> Draft {
    let water = dice.below(3) == 0;
    let (gaps, way, frequency, speed) = until(|| {
        let gaps = dice.range(4, 12);
        let (unit, frequency, speed) = if water {
            (1000, dice.range(50, 500), 10 * dice.range(144, 154))
        } else {
            (100, 10 * dice.range(20, 300), 2 * dice.range(160, 180))
        };
        // d = n v / 2 f, in millimetres for kilohertz and centimetres for hertz
        let (above, below) =
            if water { (gaps * speed, 2 * frequency) } else { (gaps * speed * unit, 2 * frequency) };
        let way = above / below;
        (above % below == 0 && (10..=200).contains(&way)).then_some((gaps, way, frequency, speed))
    });
    let (length, pitch) = if water { ("mm", "kHz") } else { ("cm", "Hz") };
    let ask_speed = dice.below(2) == 0;
    let mut given = Given::default();
    let n = given.number("n", gaps);
    let d = given.quantity("d", way, length);
    let (place, wall, probe) = if water {
        ("a tank of water", "a steel plate", "A small probe")
    } else {
        ("the air of a hall", "a hard wall", "A microphone")
    };
    let medium = if water { "water" } else { "air" };
    let (known, asked) = if ask_speed {
        let f = given.quantity("f", frequency, pitch);
        (format!("The frequency is {f}."), format!("What is the speed of sound in the {medium}?"))
    } else {
        let v = given.quantity("v", speed, "m s^-1");
        (format!("The speed of sound is {v}."), "What is the frequency of the sound?".to_owned())
    };
    let stem = match dice.below(3) {
        0 => format!(
            "In {place}, sound from a distant source falls at right angles on {wall}. {probe}, moved straight \
             towards the reflector, passes from one minimum to the {n}th minimum after it in a distance of {d}. \
             {known}\n{asked}"
        ),
        1 => format!(
            "In {place}, sound of a single frequency is reflected straight back by {wall} and forms a standing wave. \
             Together, {n} successive loops of it are {d} long. {known}\n{asked}"
        ),
        _ => format!(
            "A transmitter and a receiver are fixed side by side in {place}, facing {wall}. When the reflector is drawn \
             back by {d}, the received sound rises and falls {n} times, and in the end is as loud as at first. \
             {known}\n{asked}"
        ),
    };
    let claim = if ask_speed {
        given.solve(&["w", "v"], &["n*w/2 = d", "v = f*w"], &[], "v").in_unit("m s^-1")
    } else {
        given.solve(&["w", "f"], &["n*w/2 = d", "f = v/w"], &[], "f").in_unit(pitch)
    };
    let wrong: &[(&str, &str)] = if ask_speed {
        &[
            ("counts the path once although the wave goes there and back", "d*f/n"),
            ("counts the starting point as one more", "2*d*f/(n + 1)"),
            ("counts one gap too few", "2*d*f/(n - 1)"),
            ("takes a quarter of a wavelength from one to the next", "4*d*f/n"),
            ("counts the path once and one gap too few", "d*f/(n - 1)"),
            ("counts the path once and the starting point as one more", "d*f/(n + 1)"),
        ]
    } else {
        &[
            ("counts the path once although the wave goes there and back", "v*n/d"),
            ("counts the starting point as one more", "v*(n + 1)/(2*d)"),
            ("counts one gap too few", "v*(n - 1)/(2*d)"),
            ("takes a quarter of a wavelength from one to the next", "v*n/(4*d)"),
            ("counts the path once and one gap too few", "v*(n - 1)/d"),
            ("counts the path once and the starting point as one more", "v*(n + 1)/d"),
        ]
    };
    let wave = fraction(2 * way, gaps);
    let last = if ask_speed {
        format!("$v = f\\lambda = {speed}$ $\\mathrm{{m\\,s^{{-1}}}}$.")
    } else {
        format!("$f = \\frac{{v}}{{\\lambda}} = {frequency}$ {pitch}.")
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: if ask_speed { "2*d*f/n" } else { "v*n/(2*d)" },
        wrong,
        steps: &[
            (
                &format!(
                    "From one to the next is half a wavelength, so $\\lambda = \\frac{{2 \\times {way}}}{{{gaps}}} = {wave}$ {length}."
                ),
                &["waves"],
            ),
            (&last, &["waves", "arithmetic"]),
        ],
        insight: "Every step counts twice, so the pattern repeats after half a wavelength.",
    })
}

/// Half the distance, height, and half the reflected way.
const TRIANGLES: &[(i64, i64, i64)] = &[
    (4, 3, 5),
    (12, 5, 13),
    (3, 4, 5),
    (8, 6, 10),
    (6, 8, 10),
    (15, 8, 17),
    (24, 7, 25),
    (12, 9, 15),
    (20, 15, 25),
    (40, 9, 41),
    (35, 12, 37),
    (24, 10, 26),
    (21, 20, 29),
    (16, 12, 20),
    (30, 16, 34),
    (40, 30, 50),
    (45, 24, 51),
    (36, 15, 39),
];

/// A direct wave and one that was turned over by a surface below.
fn over_a_surface(dice: &mut Dice) -> Draft {
    let strong = dice.below(2) == 0;
    let times = dice.range(1, 3);
    let (half, height, slant) = *dice.pick(TRIANGLES);
    let (half, height, slant) = (half * times, height * times, slant * times);
    let unit = *dice.pick(&["m", "cm"]);
    let mut given = Given::default();
    let h = given.quantity("h", height, unit);
    let d = given.quantity("D", 2 * half, unit);
    let effect = if strong { "a maximum" } else { "a minimum" };
    let stem = match (unit, dice.below(2)) {
        ("m", 0) => format!(
            "A transmitter and a receiver of radio waves both stand {h} above the surface of a lake, {d} apart. One wave goes directly, \
             another by reflection at the water, which inverts the wave. The received signal is at {effect}.\n\
             What is the greatest possible wavelength?"
        ),
        ("m", _) => format!(
            "Two ships are {d} apart on a calm sea, and their aerials are {h} above the water. A signal reaches the second ship both \
             directly and after reflection by the sea, where its phase changes by half a cycle.\n\
             What is the greatest wavelength for which the direct and the reflected signal give {effect} there?"
        ),
        (_, 0) => format!(
            "A microwave source and a detector are {d} apart, each at a height of {h} above a large horizontal metal plate. Waves arrive \
             directly and by one reflection, and the reflection inverts them.\n\
             What is the greatest wavelength for which the detector shows {effect}?"
        ),
        _ => format!(
            "The distance between a source of microwaves and a detector is {d}. Both are {h} from a flat metal wall \
             that is parallel to the line joining them. On reflection at the wall the phase changes by half a \
             cycle.\nFind the greatest wavelength at which direct and reflected waves produce {effect} at the \
             detector."
        ),
    };
    let ahead = if strong { "2*s - D + w/2 = w" } else { "2*s - D + w/2 = 3*w/2" };
    let claim = given.solve(&["s", "w"], &["s^2 = (D/2)^2 + h^2", ahead], &["s > 0"], "w").in_unit(unit);
    let slope = "sqrt((D/2)^2 + h^2)";
    let longer = 2 * (slant - half);
    let (key, missed) = if strong {
        (format!("2*(2*{slope} - D)"), format!("2*{slope} - D"))
    } else {
        (format!("2*{slope} - D"), format!("2*(2*{slope} - D)"))
    };
    let (waves, fit) = if strong { (2, "half a wavelength") } else { (1, "a whole wavelength") };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &key,
        wrong: &[
            ("forgets that the reflection inverts the wave", &missed),
            ("takes half of the extra path for the path difference", &format!("{slope} - D/2")),
            ("takes a quarter of a wavelength for the extra path", &format!("4*(2*{slope} - D)")),
            ("takes twice the height for the path difference", "2*h"),
            ("takes twice the height for half a wavelength", "4*h"),
            ("takes the reflected path itself for the wavelength", &format!("2*{slope}")),
            ("lets the reflected wave travel only half the path", &format!("abs(D - {slope})")),
            ("takes one wavelength and a half for the extra path", &format!("2*(2*{slope} - D)/3")),
            ("takes the height for the path difference", "h"),
        ],
        steps: &[
            (
                &format!(
                    "The reflected path is $2\\sqrt{{{half}^2+{height}^2}} = {}$ {unit}, which is ${longer}$ {unit} longer than the \
                     direct one.",
                    2 * slant
                ),
                &["geometry"],
            ),
            (
                &format!(
                    "Because the reflection inverts the wave, {effect} needs an extra path of {fit} at least: $\\lambda = {}$ {unit}.",
                    waves * longer
                ),
                &["waves"],
            ),
        ],
        insight: "The reflected wave is behind by its longer path and by the half wavelength of the reflection.",
    })
}
