//! Standing waves on strings and in pipes.

use crate::Difficulty;
use crate::claim::Tally;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::{Given, Parts};
use crate::native::formula::fraction;
use crate::native::whole::until;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let draft = match (difficulty, dice.below(3)) {
        (Difficulty::Easy, 0) => speed_on_string(dice),
        (Difficulty::Easy, 1) => frequency_of_string(dice),
        (Difficulty::Easy, _) => shortest_pipe(dice),
        (Difficulty::Medium, 0) => resonance_tube(dice),
        (Difficulty::Medium, 1) => successive_on_string(dice),
        (Difficulty::Medium, _) => successive_in_closed_pipe(dice),
        (Difficulty::Hard, _) => open_or_closed(dice),
    };
    draft.believable(2)
}

/// Length in centimetres, loops and frequency of a string on which waves have a whole speed.
fn string(dice: &mut Dice) -> (i64, i64, i64, i64) {
    until(|| {
        let (length, loops) = (10 * dice.range(4, 20), dice.range(2, 6));
        let frequency = 10 * dice.range(3, 40);
        let above = 2 * length * frequency;
        let speed = above / (100 * loops);
        (above % (100 * loops) == 0 && (12..400).contains(&speed))
            .then_some((length, loops, frequency, speed))
    })
}

fn speed_on_string(dice: &mut Dice) -> Draft {
    let (length, loops, frequency, speed) = string(dice);
    let mut given = Given::default();
    let l = given.quantity("L", length, "cm");
    let f = given.quantity("f", frequency, "Hz");
    let k = given.number("k", loops);
    let stem = match dice.below(2) {
        0 => format!(
            "A string of length {l} is fixed at both ends. Driven at {f}, it vibrates in a standing wave of {k} loops.\n\
             What is the speed of waves on the string?"
        ),
        _ => format!(
            "A vibrator of frequency {f} sets up a standing wave with {k} antinodes on a stretched wire. Both ends \
             of the wire are at rest, {l} apart.\nHow fast do waves travel along the wire?"
        ),
    };
    let claim = given.solve(&["w", "v"], &["k*w/2 = L", "v = f*w"], &[], "v").in_unit("m s^-1");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*L*f/k",
        wrong: &[
            ("takes each loop for a whole wavelength", "L*f/k"),
            ("takes each loop for a quarter of a wavelength", "4*L*f/k"),
            ("counts nodes for loops", "2*L*f/(k + 1)"),
            ("counts only the nodes between the ends", "2*L*f/(k - 1)"),
            ("takes the vibration for the fundamental", "2*L*f"),
            ("takes the string for one wavelength", "L*f"),
        ],
        steps: &[
            (
                &format!(
                    "Each loop is half a wavelength, so $\\lambda = \\frac{{2 \\times {length}}}{{{loops}}}$ cm."
                ),
                &["waves"],
            ),
            (
                &format!("The speed is $f\\lambda = {speed}$ $\\mathrm{{m\\,s^{{-1}}}}$."),
                &["waves", "arithmetic"],
            ),
        ],
        insight: "A loop of a standing wave is half a wavelength.",
    })
}

fn frequency_of_string(dice: &mut Dice) -> Draft {
    let (length, loops, frequency, speed) = string(dice);
    let mut given = Given::default();
    let l = given.quantity("L", length, "cm");
    let v = given.quantity("v", speed, "m s^-1");
    let k = given.number("k", loops);
    let stem = match dice.below(2) {
        0 => format!(
            "Waves travel at {v} along a string that is stretched between two fixed points {l} apart.\n\
             At what frequency does the string vibrate in {k} loops?"
        ),
        _ => format!(
            "A wire of length {l} is clamped at both ends, and waves on it have a speed of {v}. It is made to \
             vibrate so that {k} points of it, and no more, move with the greatest amplitude.\nWhat is the frequency \
             of the vibration?"
        ),
    };
    let claim = given.solve(&["w", "f"], &["k*w/2 = L", "f = v/w"], &[], "f").in_unit("Hz");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "k*v/(2*L)",
        wrong: &[
            ("takes each loop for a whole wavelength", "k*v/L"),
            ("takes each loop for a quarter of a wavelength", "k*v/(4*L)"),
            ("counts nodes for loops", "(k + 1)*v/(2*L)"),
            ("counts only the nodes between the ends", "(k - 1)*v/(2*L)"),
            ("gives the frequency of the fundamental", "v/(2*L)"),
            ("takes one end of the string to be free", "(2*k - 1)*v/(4*L)"),
        ],
        steps: &[
            (
                &format!(
                    "Each loop is half a wavelength, so $\\lambda = \\frac{{2 \\times {length}}}{{{loops}}}$ cm."
                ),
                &["waves"],
            ),
            (
                &format!("The frequency is $\\frac{{v}}{{\\lambda}} = {frequency}$ Hz."),
                &["waves", "arithmetic"],
            ),
        ],
        insight: "A loop of a standing wave is half a wavelength.",
    })
}

fn shortest_pipe(dice: &mut Dice) -> Draft {
    let closed = dice.below(2) == 0;
    let (speed, frequency, length) = until(|| {
        let speed = *dice.pick(&[320, 330, 336, 340, 342, 345, 348, 350]);
        let frequency = 5 * dice.range(10, 200);
        let below = if closed { 4 * frequency } else { 2 * frequency };
        (speed * 100 % below == 0).then_some((speed, frequency, speed * 100 / below))
    });
    let mut given = Given::default();
    let c = given.quantity("c", speed, "m s^-1");
    let f = given.quantity("f", frequency, "Hz");
    let ends = if closed { "closed at one end and open at the other" } else { "open at both ends" };
    let stem = match dice.below(3) {
        0 => format!(
            "A pipe is {ends}. The speed of sound in it is {c}, and end corrections can be neglected.\n\
             What is the length of the shortest such pipe that resonates with a tuning fork of frequency {f}?"
        ),
        1 => format!(
            "An organ pipe, {ends}, is to have {f} as its lowest resonant frequency. Sound travels at {c} in the pipe; neglect end \
             corrections.\n\
             How long must the pipe be?"
        ),
        _ => format!(
            "A loudspeaker that emits a note of frequency {f} is held near a tube that is {ends}. The length of the \
             tube can be varied from zero, and the speed of sound is {c}.\nAt what length is the first resonance \
             heard, if end corrections are ignored?"
        ),
    };
    let fits = if closed { "x = w/4" } else { "x = w/2" };
    let claim = given.solve(&["w", "x"], &["c = f*w", fits], &[], "x").in_unit("cm");
    let (key, other, why) = if closed {
        ("c/(4*f)", "c/(2*f)", "treats the closed end like an open one")
    } else {
        ("c/(2*f)", "c/(4*f)", "treats one end as closed")
    };
    let part = if closed { "a quarter" } else { "half" };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            (why, other),
            ("fits a whole wavelength into the pipe", "c/f"),
            ("gives the second resonance of a closed pipe", "3*c/(4*f)"),
            ("fits two wavelengths into the pipe", "2*c/f"),
            ("fits an eighth of a wavelength into the pipe", "c/(8*f)"),
            ("gives the second resonance with a whole and a half wavelength", "3*c/(2*f)"),
        ],
        steps: &[
            (
                &format!("The wavelength is $\\frac{{c}}{{f}} = {}$ cm.", fraction(speed * 100, frequency)),
                &["waves"],
            ),
            (
                &format!(
                    "From {} the shortest fit is {part} of a wavelength: ${length}$ cm.",
                    if closed {
                        "the node at the closed end to the antinode at the open one"
                    } else {
                        "antinode to antinode"
                    }
                ),
                &["waves"],
            ),
        ],
        insight: "An open end is an antinode and a closed end a node; neighbours are a quarter of a wavelength apart.",
    })
}

/// Two lengths of a tube that resonate with the same fork; the end correction drops out.
fn resonance_tube(dice: &mut Dice) -> Draft {
    let (wave, frequency, speed, first) = until(|| {
        let (wave, speed) = (4 * dice.range(10, 40), 2 * dice.range(155, 180));
        let past = dice.range(1, 3);
        (speed * 100 % wave == 0).then_some((wave, speed * 100 / wave, speed, wave / 4 - past))
    });
    let second = first + wave / 2;
    let mut given = Given::default();
    let a = given.quantity("a", first, "cm");
    let b = given.quantity("b", second, "cm");
    let f = given.quantity("f", frequency, "Hz");
    let stem = match dice.below(3) {
        0 => format!(
            "A tuning fork of frequency {f} is held over a tube partly filled with water. As the water is lowered, \
             resonance is first heard when the column of air is {a} long and next when it is {b} long. The antinode \
             lies a little above the open end.\nWhat is the speed of sound?"
        ),
        1 => format!(
            "A small loudspeaker at the mouth of a tube, closed by a movable piston, emits a note of frequency {f}. \
             The first two resonances occur with the piston {a} and {b} from the mouth; the effective length of the \
             tube exceeds this distance by a constant.\nFind the speed of sound in the tube."
        ),
        _ => format!(
            "The two shortest columns of air that resonate in a glass tube, closed below by water, are {a} and {b} long when a fork of \
             frequency {f} sounds above it. Each needs the same unknown end correction.\n\
             What speed of sound follows from this?"
        ),
    };
    let claim = given
        .solve(&["w", "z", "v"], &["a + z = w/4", "b + z = 3*w/4", "v = f*w"], &[], "v")
        .in_unit("m s^-1");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*f*(b - a)",
        wrong: &[
            ("neglects the end correction and uses the first length", "4*f*a"),
            ("neglects the end correction and uses the second length", "4*f*b/3"),
            ("takes the difference for a whole wavelength", "f*(b - a)"),
            ("takes the difference for a quarter of a wavelength", "4*f*(b - a)"),
            ("adds the two lengths to one wavelength", "f*(a + b)"),
            ("takes the second length for half a wavelength", "2*f*b"),
            ("takes the first length for half a wavelength", "2*f*a"),
        ],
        steps: &[
            (
                &format!(
                    "From one resonance to the next the column grows by half a wavelength: $\\frac{{\\lambda}}{{2}} \
                     = {}$ cm, whatever the end correction.",
                    wave / 2
                ),
                &["waves"],
            ),
            (
                &format!(
                    "So $v = f\\lambda = {frequency} \\times {} = {speed}$ $\\mathrm{{m\\,s^{{-1}}}}$.",
                    fraction(wave, 100)
                ),
                &["waves", "arithmetic"],
            ),
        ],
        insight: "The difference of two successive lengths is half a wavelength, and the end correction drops out of it.",
    })
}

fn successive_on_string(dice: &mut Dice) -> Draft {
    let (first, loops, length) = until(|| {
        let (first, loops) = (2 * dice.range(10, 60), dice.range(2, 6));
        let length = 10 * dice.range(4, 20);
        (first * length * 2 % 100 == 0).then_some((first, loops, length))
    });
    let mut given = Given::default();
    let a = given.quantity("a", loops * first, "Hz");
    let b = given.quantity("b", (loops + 1) * first, "Hz");
    let l = given.quantity("L", length, "cm");
    let stem = match dice.below(2) {
        0 => format!(
            "A string fixed at both ends is {l} long. As the driving frequency is raised, it resonates at {a} and next at {b}.\n\
             What is the speed of waves on the string?"
        ),
        _ => format!(
            "Between two clamps {l} apart a wire shows standing waves at frequencies of {a} and {b}, and at none between.\n\
             Find the speed of waves on the wire."
        ),
    };
    let claim = given
        .tally(Tally::Greatest, &[("n", "1", "30")], &["2*L/(n + 1)*b = 2*L/n*a"], Some("2*L/n*a"))
        .in_unit("m s^-1");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "2*L*(b - a)",
        wrong: &[
            ("takes the lower frequency for the fundamental", "2*L*a"),
            ("takes the string for one wavelength at the lower frequency", "L*a"),
            ("takes the difference for twice the fundamental", "L*(b - a)"),
            ("takes the difference for half the fundamental", "4*L*(b - a)"),
            ("takes the higher frequency for the fundamental", "2*L*b"),
            ("uses the mean of the two frequencies", "L*(a + b)"),
            ("takes the string for one wavelength at the higher frequency", "L*b"),
        ],
        steps: &[
            (
                &format!(
                    "On a string fixed at both ends the resonances are multiples of the fundamental, so that is ${} - {} = {first}$ Hz.",
                    (loops + 1) * first,
                    loops * first
                ),
                &["waves"],
            ),
            (
                &format!(
                    "There the string is half a wavelength: $v = 2Lf = {}$ $\\mathrm{{m\\,s^{{-1}}}}$.",
                    2 * length * first / 100
                ),
                &["waves", "arithmetic"],
            ),
        ],
        insight: "Successive resonances of a string differ by its fundamental frequency.",
    })
}

fn successive_in_closed_pipe(dice: &mut Dice) -> Draft {
    let (first, order) = (5 * dice.range(6, 40), 2 * dice.range(1, 4) + 1);
    let mut given = Given::default();
    let a = given.quantity("a", order * first, "Hz");
    let b = given.quantity("b", (order + 2) * first, "Hz");
    let stem = match dice.below(3) {
        0 => format!(
            "A pipe is closed at one end and open at the other. Two of its successive resonant frequencies are {a} and {b}.\n\
             What is its fundamental frequency?"
        ),
        1 => format!(
            "The air in a straight glass tube, sealed at the bottom and open at the top, resonates at {a} and next at {b}.\n\
             What is the lowest frequency at which it resonates?"
        ),
        _ => format!(
            "As the pitch of a note is raised, the air in a test tube resonates at {a} and next at {b}.\n\
             Find the frequency of the lowest note to which the tube responds."
        ),
    };
    let claim = given
        .tally(Tally::Greatest, &[("n", "0", "20")], &["(2*n + 1)*b = (2*n + 3)*a"], Some("a/(2*n + 1)"))
        .in_unit("Hz");
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "(b - a)/2",
        wrong: &[
            ("takes the pipe to resonate at all multiples of the fundamental", "b - a"),
            ("takes the lower frequency for the first overtone", "a/3"),
            ("takes the lower frequency for twice the fundamental", "a/2"),
            ("takes the lower frequency for the fundamental", "a"),
            ("takes the difference for four times the fundamental", "(b - a)/4"),
            ("takes the mean of the two frequencies", "(a + b)/2"),
            ("doubles the difference", "2*(b - a)"),
            ("takes a third of the difference", "(b - a)/3"),
        ],
        steps: &[
            (
                "With one end closed only odd multiples of the fundamental resonate, so successive ones differ by twice the fundamental.",
                &["waves"],
            ),
            (
                &format!("$2f = {} - {}$, so $f = {first}$ Hz.", (order + 2) * first, order * first),
                &["arithmetic"],
            ),
        ],
        insight: "One closed end leaves only the odd multiples: they lie two fundamentals apart.",
    })
}

/// Nothing is said about the ends: the ratio of two successive resonances tells.
fn open_or_closed(dice: &mut Dice) -> Draft {
    let closed = dice.below(3) > 0;
    let step = 10 * dice.range(3, 30);
    // Resonances in units of half the step.
    let order = if closed { 2 * dice.range(1, 5) + 1 } else { 2 * dice.range(2, 6) };
    let (low, high) = (order * step / 2, (order + 2) * step / 2);
    let fundamental = if closed { step / 2 } else { step };
    let mut given = Given::default();
    let a = given.quantity("a", low, "Hz");
    let b = given.quantity("b", high, "Hz");
    let stem = match dice.below(4) {
        0 => format!(
            "A straight tube may be open at both ends or closed at one; this cannot be seen. Two successive resonant \
             frequencies of the air in it are {a} and {b}.\nWhat is its fundamental frequency?"
        ),
        1 => format!(
            "Part of a ventilation pipe resonates at {a} and next at {b}. It is not known whether its far end is \
             open or blocked; the near end is open.\nWhat is the lowest frequency at which it can resonate?"
        ),
        2 => format!(
            "The resonant frequencies of an organ pipe include {a} and {b}, and none between these. Its top is \
             hidden from view and may or may not be stopped.\nFind the frequency of its lowest note."
        ),
        _ => format!(
            "A loudspeaker is held at the open end of a long straight drain. As its frequency is raised, resonance \
             is heard at {a} and next at {b}. The other end of the drain is either open \
             or closed.\nAt what lowest frequency would the drain resonate?"
        ),
    };
    // c = 0 for two open ends, with multiples 1, 2, 3, …; c = 1 for one closed end, with 1, 3, 5, ….
    let claim = given
        .tally(
            Tally::Greatest,
            &[("c", "0", "1"), ("k", "0", "20")],
            &["((1 + c)*k + 1)*b = ((1 + c)*(k + 1) + 1)*a"],
            Some("a/((1 + c)*k + 1)"),
        )
        .in_unit("Hz");
    let (key, why, other) = if closed {
        ("(b - a)/2", "takes both ends to be open", "b - a")
    } else {
        ("b - a", "takes one end to be closed", "(b - a)/2")
    };
    let ratio = if closed {
        format!("${low}:{high} = {order}:{}$, two successive odd numbers", order + 2)
    } else {
        format!("${low}:{high} = {}:{}$, two successive whole numbers", order / 2, order / 2 + 1)
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            (why, other),
            ("takes the lower frequency for the fundamental", "a"),
            ("takes the lower frequency for three times the fundamental", "a/3"),
            ("takes the lower frequency for twice the fundamental", "a/2"),
            ("takes the difference for four times the fundamental", "(b - a)/4"),
            ("takes the mean of the two frequencies", "(a + b)/2"),
            ("takes the difference for half the fundamental", "2*(b - a)"),
            ("takes a third of the difference", "(b - a)/3"),
        ],
        steps: &[
            (&format!("The frequencies are in the ratio {ratio}."), &["ratio"]),
            (
                &if closed {
                    format!(
                        "So one end is closed, the step of ${step}$ Hz is twice the fundamental, and that is ${fundamental}$ Hz."
                    )
                } else {
                    format!("So both ends are open, and the step of ${step}$ Hz is the fundamental itself.")
                },
                &["waves"],
            ),
        ],
        insight: "Open pipes resonate at all multiples of the fundamental, closed ones at the odd multiples; the ratio tells which.",
    })
}
