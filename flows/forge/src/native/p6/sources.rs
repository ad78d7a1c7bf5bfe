//! Two coherent sources.

use crate::Difficulty;
use crate::claim::Tally;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::{Given, Parts, Shown, borrowed};
use crate::native::formula::fraction;
use crate::native::whole::until;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let draft = match difficulty {
        Difficulty::Easy => first(dice),
        Difficulty::Medium => sweep(dice),
        Difficulty::Hard => orders(dice),
    };
    draft.believable(2)
}

/// The lowest frequency, or the greatest wavelength, for which two ways cancel or reinforce.
fn first(dice: &mut Dice) -> Draft {
    let silence = dice.below(3) > 0;
    let waves = dice.below(4);
    if waves == 3 {
        return greatest_wavelength(dice, silence);
    }
    let (speed, near, far) = until(|| {
        let speed = *dice.pick(&[300, 320, 330, 336, 340, 350, 360]);
        let near = 10 * dice.range(12, 60);
        let difference = *dice.pick(&[20, 25, 30, 40, 50, 60, 70, 75, 80, 85, 100, 110, 120, 150, 160]);
        (speed * 100 % (4 * difference) == 0).then_some((speed, near, near + difference))
    });
    let mut given = Given::default();
    let c = given.quantity("c", speed, "m s^-1");
    let a = given.quantity("a", near, "cm");
    let b = given.quantity("b", far, "cm");
    let effect = if silence { "a minimum of sound" } else { "a maximum of sound" };
    let stem = match waves {
        0 => format!(
            "Two loudspeakers are driven in phase by the same signal. A microphone is {a} from one of them and {b} from the other. The \
             speed of sound is {c}.\n\
             What is the lowest frequency at which the microphone detects {effect}?"
        ),
        1 => format!(
            "The speed of sound in a hall is {c}. A listener sits {b} from one loudspeaker and {a} from another; both emit the same note \
             in phase. The frequency of the note is raised slowly from a very low value.\n\
             At what frequency does the listener first notice {effect}?"
        ),
        _ => format!(
            "Sound from a small source can reach a detector by two tubes, one {a} long and the other {b}. In both it travels at {c}.\n\
             What is the lowest frequency for which the detector shows {effect}?"
        ),
    };
    let (fits, times) = if silence { ("b - a = w/2", 1) } else { ("b - a = w", 2) };
    let claim = given.solve(&["f", "w"], &["c = f*w", fits], &[], "f").in_unit("Hz");
    let frequency = speed * 100 * times / (2 * (far - near));
    let later =
        if silence { "gives the second minimum" } else { "gives the minimum after the first maximum" };
    let (half, whole) = ("c/(2*(b - a))", "c/(b - a)");
    let (key, other, said) = if silence {
        (half, ("sets the path difference equal to a whole wavelength", whole), "half a wavelength")
    } else {
        (whole, ("sets the path difference equal to half a wavelength", half), "one wavelength")
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            other,
            ("takes a quarter of a wavelength", "c/(4*(b - a))"),
            (later, "3*c/(2*(b - a))"),
            ("takes two wavelengths for the path difference", "2*c/(b - a)"),
            ("fits half a wavelength into the longer path", "c/(2*b)"),
            ("fits a whole wavelength into the longer path", "c/b"),
            ("fits a whole wavelength into the shorter path", "c/a"),
            ("fits half a wavelength into the shorter path", "c/(2*a)"),
        ],
        steps: &[
            (
                &format!(
                    "The paths differ by ${}$ cm. For the lowest frequency this is {said}, so $\\lambda = {}$ cm.",
                    far - near,
                    2 * (far - near) / times
                ),
                &["waves"],
            ),
            (
                &format!("The frequency is $\\frac{{c}}{{\\lambda}} = {frequency}$ Hz."),
                &["waves", "arithmetic"],
            ),
        ],
        insight: "Only the path difference matters, measured in wavelengths.",
    })
}

fn greatest_wavelength(dice: &mut Dice, silence: bool) -> Draft {
    let unit = *dice.pick(&["cm", "m", "mm"]);
    let (near, step) = (dice.range(8, 60), 2 * dice.range(2, 12));
    let far = near + step;
    let mut given = Given::default();
    let a = given.quantity("a", near, unit);
    let b = given.quantity("b", far, unit);
    let stem = match (unit, silence) {
        ("m", true) => format!(
            "Two radio aerials transmit the same signal in phase. A receiver is {a} from one and {b} from the other, and receives almost \
             nothing.\n\
             What is the greatest possible wavelength of the signal?"
        ),
        ("m", false) => format!(
            "Two radio aerials transmit the same signal in phase. A receiver is {a} from one and {b} from the other, \
             and receives a signal as strong as possible there.\nWhat is the greatest possible wavelength of the \
             signal?"
        ),
        (_, true) => format!(
            "In a ripple tank two dippers oscillate in phase. At a point {a} from one dipper and {b} from the other the water stays at \
             rest.\n\
             What is the greatest wavelength for which this is possible?"
        ),
        (_, false) => format!(
            "In a ripple tank two dippers oscillate in phase. At a point {a} from one dipper and {b} from the other the two waves \
             reinforce each other fully.\n\
             What is the greatest wavelength for which this is possible?"
        ),
    };
    let (fits, key) = if silence { ("b - a = w/2", "2*(b - a)") } else { ("b - a = w", "b - a") };
    let claim = given.solve(&["w"], &[fits], &[], "w").in_unit(unit);
    let (said, value) = if silence { ("half a wavelength", 2 * step) } else { ("one wavelength", step) };
    let (why, other) = if silence {
        ("sets the path difference equal to a whole wavelength", "b - a")
    } else {
        ("sets the path difference equal to half a wavelength", "2*(b - a)")
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            (why, other),
            ("gives the least difference as if it were two wavelengths", "(b - a)/2"),
            ("takes a quarter of a wavelength", "4*(b - a)"),
            ("takes the longer path for the wavelength", "b"),
            ("takes the shorter path for the wavelength", "a"),
            ("adds the two paths", "a + b"),
            ("takes the mean of the two paths", "(a + b)/2"),
        ],
        steps: &[
            (&format!("The paths differ by ${step}$ {unit}."), &["arithmetic"]),
            (
                &format!(
                    "The wavelength is greatest when this is only {said}, so $\\lambda = {value}$ {unit}."
                ),
                &["waves"],
            ),
        ],
        insight: "Only the path difference matters; the longest wave fits into it the least number of times.",
    })
}

/// How many minima or maxima are met as the frequency is raised.
fn sweep(dice: &mut Dice) -> Draft {
    let silence = dice.below(2) == 0;
    let (speed, near, difference, low, high, count) = until(|| {
        let speed = *dice.pick(&[300, 320, 330, 340, 350, 360]);
        let near = 10 * dice.range(10, 60);
        let difference = *dice.pick(&[50, 60, 75, 80, 100, 120, 150, 160, 200, 240]);
        let (low, high) = (50 * dice.range(2, 20), 100 * dice.range(10, 40));
        // Twice the path difference in wavelengths; it must not be whole at the ends.
        let halves = |f: i64| (2 * difference * f, 100 * speed);
        let ((a, d), (b, _)) = (halves(low), halves(high));
        let odd = |x: i64| (x / d + 1) / 2;
        let even = |x: i64| x / d / 2;
        let count = if silence { odd(b) - odd(a) } else { even(b) - even(a) };
        (100 * speed % (2 * difference) == 0
            && a % d != 0
            && b % d != 0
            && high > low + 500
            && (2..=12).contains(&count))
        .then_some((speed, near, difference, low, high, count))
    });
    let mut given = Given::default();
    let c = given.quantity("c", speed, "m s^-1");
    let a = given.quantity("a", near, "cm");
    let b = given.quantity("b", near + difference, "cm");
    let from = given.quantity("p", low, "Hz");
    let to = given.quantity("q", high, "Hz");
    let effect = if silence { "minimum" } else { "maximum" };
    let stem = match dice.below(3) {
        0 => format!(
            "Two loudspeakers emit the same note in phase. A microphone is {a} from one and {b} from the other, and \
             the speed of sound is {c}. The frequency is raised steadily from {from} to {to}.\nHow many times does \
             the microphone register a {effect} due to interference?"
        ),
        1 => format!(
            "Sound enters a branching pipe and reaches a listener along two paths of lengths {a} and {b}. It travels at \
             {c}. A generator sweeps its frequency once from {from} up to {to}.\nHow many times does the loudness pass \
             through a {effect} because of interference?"
        ),
        _ => format!(
            "A listener stands {b} from one loudspeaker and {a} from a second one that is in phase with it. Take the speed of sound as \
             {c}.\n\
             At how many frequencies between {from} and {to} do the two sounds produce a {effect} at the listener?"
        ),
    };
    let order = if silence { "(2*n + 1)*c/(2*(b - a))" } else { "n*c/(b - a)" };
    let first = if silence { "0" } else { "1" };
    let claim = given.tally(
        Tally::Count,
        &[("n", first, "60")],
        &[&format!("{order} > p"), &format!("{order} < q")],
        None,
    );
    // Whole wavelengths in the difference of the ways at each end.
    let (p, q) = ("p*(b - a)/c", "q*(b - a)/c");
    let odd = |x: &str| format!("floor({x} + 1/2)");
    let even = |x: &str| format!("floor({x})");
    let (own, other) = if silence {
        (format!("{} - {}", odd(q), odd(p)), format!("{} - {}", even(q), even(p)))
    } else {
        (format!("{} - {}", even(q), even(p)), format!("{} - {}", odd(q), odd(p)))
    };
    let swapped = if silence { "counts the maxima" } else { "counts the minima" };
    let step = if silence { 100 * speed / (2 * difference) } else { 100 * speed / difference };
    let (fit, kind) =
        if silence { ("half a wavelength", "odd multiples") } else { ("one wavelength", "multiples") };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &own.clone(),
        wrong: &[
            (swapped, &other),
            ("counts maxima and minima together", &format!("floor(2*{q}) - floor(2*{p})")),
            ("forgets that the sweep does not start at zero", &if silence { odd(q) } else { even(q) }),
            ("counts the gaps between them", &format!("{own} - 1")),
            ("counts one more for the start of the sweep", &format!("{own} + 1")),
            ("counts one more for each end of the sweep", &format!("{own} + 2")),
            ("counts the path difference twice", &format!("floor(2*{q} + 1/2) - floor(2*{p} + 1/2)")),
            ("takes only every other one", &format!("floor({q}/2) - floor({p}/2)")),
        ],
        steps: &[
            (
                &format!(
                    "The paths differ by ${difference}$ cm. This is {fit} at ${step}$ Hz, so {} occur at the {kind} of this.",
                    if silence { "minima" } else { "maxima" }
                ),
                &["waves", "arithmetic"],
            ),
            (&format!("Between ${low}$ Hz and ${high}$ Hz there are ${count}$ of them."), &["counting"]),
        ],
        insight: "Raising the frequency lets more and more wavelengths fit into the same path difference; count them.",
    })
}

/// How many maxima or minima lie around two sources, or between them.
fn orders(dice: &mut Dice) -> Draft {
    let in_phase = dice.below(2) == 0;
    let maxima = dice.below(2) == 0;
    let circle = dice.below(2) == 0;
    // Whole wavelengths are wanted if the sources are in phase and maxima are asked, or neither.
    let whole = in_phase == maxima;
    let unit = *dice.pick(&["cm", "mm", "m"]);
    let (wave, apart) = until(|| {
        let wave = dice.range(2, 15);
        let apart = dice.range(wave + 1, 6 * wave);
        // Not a whole number of half wavelengths: no maximum or minimum lies beyond the sources.
        (2 * apart % wave != 0).then_some((wave, apart))
    });
    let mut given = Given::default();
    let w = given.quantity("w", wave, unit);
    let d = given.quantity("D", apart, unit);
    let phase = if in_phase { "in phase" } else { "in antiphase" };
    let effect = if maxima { "maxima" } else { "minima" };
    let stem = orders_stem(dice, unit, [&w, &d], [phase, effect], circle);
    let sides = if circle { "2" } else { "1" };
    let ways = if whole { "n*w" } else { "(2*n + 1)*w/2" };
    let claim = given.tally(
        Tally::Count,
        &[("n", "-10", "10"), ("s", "1", sides)],
        &[&format!("{ways} < D"), &format!("{ways} > -D")],
        None,
    );
    let n = if circle { 2 } else { 1 };
    let lines = if whole { "(2*floor(D/w) + 1)" } else { "(2*floor(D/w + 1/2))" };
    let others = if whole { "(2*floor(D/w + 1/2))" } else { "(2*floor(D/w) + 1)" };
    let found = n * if whole { 2 * (apart / wave) + 1 } else { 2 * ((2 * apart + wave) / (2 * wave)) };
    let mut wrong = vec![
        if in_phase {
            (if maxima { "counts the minima" } else { "counts the maxima" }, format!("{n}*{others}"))
        } else {
            ("takes the sources to be in phase", format!("{n}*{others}"))
        },
        (
            "counts one side of the middle only",
            format!("{n}*floor(D/w + {})", if whole { "0" } else { "1/2" }),
        ),
        ("takes the path difference to be twice the distance", format!("{n}*(2*floor(2*D/w) + 1)")),
        ("counts maxima and minima together", format!("{n}*(2*floor(2*D/w) + 1) - 1")),
        ("counts the two ends as well", format!("{n}*{lines} + 2")),
    ];
    if whole {
        wrong.push(("forgets the middle line", format!("{n}*2*floor(D/w)")));
    } else {
        wrong.push(("adds one for the middle line", format!("{n}*{lines} + 1")));
    }
    if circle {
        wrong.push(("counts each line once although it meets the circle twice", lines.to_owned()));
    } else {
        wrong.push(("counts each line twice", format!("2*{lines}")));
    }
    let listed = borrowed(&wrong);
    let kind = if whole { "whole numbers" } else { "odd numbers of half" };
    let lines_found = found / n;
    let last = if circle {
        format!("There are ${lines_found}$ such lines, and each meets the circle twice: ${found}$.")
    } else {
        format!("There are ${lines_found}$ such values, each at one point of the line: ${found}$.")
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &format!("{n}*{lines}"),
        wrong: &listed,
        steps: &[
            (
                &format!(
                    "The path difference runs from $-{apart}$ to ${apart}$ {unit}, that is up to ${}$ wavelengths either way.",
                    fraction(apart, wave)
                ),
                &["waves"],
            ),
            (
                &format!(
                    "Sources {phase}: {effect} occur where it is {}.",
                    if whole {
                        "a whole number of wavelengths".to_owned()
                    } else {
                        format!("one of the {kind} wavelengths")
                    }
                ),
                &["waves"],
            ),
            (&last, &["counting"]),
        ],
        insight: "Nowhere can the path difference exceed the distance of the sources; count the values it can take.",
    })
}

fn orders_stem(
    dice: &mut Dice,
    unit: &str,
    [w, d]: [&Shown; 2],
    [phase, effect]: [&str; 2],
    circle: bool,
) -> String {
    let (what, detector) = match unit {
        "cm" => ("loudspeakers", "microphone"),
        "mm" => ("dippers in a ripple tank", "float"),
        _ => ("radio aerials", "receiver"),
    };
    match (dice.below(2), circle) {
        (0, true) => format!(
            "Two small {what} are {d} apart and are driven {phase}, sending out waves of wavelength {w}. A \
             {detector} is carried once round a large circle whose centre is midway between them; the circle lies in \
             a plane that contains both.\nHow many {effect} does it meet?"
        ),
        (_, true) => format!(
            "Waves of wavelength {w} spread from two {what}, {d} apart, that are driven {phase}. Their interference \
             is observed all the way round on a wide circle in the same plane, centred on the point midway between \
             the two.\nHow many {effect} are there on the circle?"
        ),
        (0, false) => format!(
            "Two small {what}, {d} apart, are driven {phase} and send out waves of wavelength {w}. A {detector} is \
             moved along the straight line from one to the other.\nHow many {effect} does it pass between them?"
        ),
        (_, false) => format!(
            "Waves of wavelength {w} spread from two {what}, {d} apart, that are driven {phase}.\n\
             How many {effect} of the interference pattern lie on the straight line between the two?"
        ),
    }
}
