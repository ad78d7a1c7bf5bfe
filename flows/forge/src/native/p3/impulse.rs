//! Force against time.

use super::super::formula::fraction;
use super::super::sheet::{Parts, Sheet};
use super::super::{Draft, figure};
use super::graph;
use crate::Difficulty::{self, Easy, Hard};
use crate::claim::Measure;
use crate::dice::Dice;

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    if difficulty == Hard {
        return energy(dice);
    }
    // Both sides of the triangle are whole parts of it, so that every wrong area gives a whole speed too.
    let (t, part) = *dice.pick(&[(10, 5), (10, 2), (20, 5), (20, 4), (20, 2), (40, 5), (40, 4)]);
    let j = dice.range(80 / t / 4, 80 / t);
    let (mass, a) = (t * j * 5, t / part * dice.range(1, part - 1));
    let v = part * dice.range(6 / part + 1, 24 / part);
    let f = 10 * j * v;
    let (thing, striker) = *dice.pick(&[
        ("ball", "bat"),
        ("ball", "stick"),
        ("puck", "stick"),
        ("ball", "mallet"),
        ("ball", "club"),
    ]);
    let u = dice.range(2, v - 3);
    let sheet = Sheet::default()
        .give("m", format!("{mass} g"))
        .give("f", format!("{f} N"))
        .give("a", format!("{a} ms"))
        .give("b", format!("{} ms", t - a))
        .say("thing", thing)
        .say("striker", striker)
        .say("v", v)
        .say("t", t)
        .say("p", fraction(mass * v, 1000));
    let points = [["0", "0"], ["a", "f"], ["a + b", "0"]];
    let area: (&str, &[&str]) = (
        "The momentum given is the area of the triangle, \\(\\frac{1}{2} \\times <#f>\\,\\mathrm{N} \\times <t>\\,\\mathrm{ms} = \
         <p>\\,\\mathrm{N\\,s}\\).",
        &["graphs", "momentum"],
    );
    let mut draft = if difficulty == Easy {
        sheet.write(Parts {
            unit: "m s^-1",
            stem: dice.pick::<&str>(&[
                "A <thing> of mass <m> at rest is struck by a <striker>. The force on it rises in a straight line from zero to <f> \
                 within <a> and falls in a straight line to zero within the next <b>.\nAt what speed does it move off?",
                "The graph shows the force of a <striker> on a <thing> of mass <m>, which was at rest: it grows steadily to <f> in <a> \
                 and vanishes steadily in a further <b>.\nWhat is the speed of the <thing> after the blow?",
                "A blow from a <striker> to a resting <thing> reaches its greatest force, <f>, after <a>, and is over <b> later. \
                 The graph of force against time is a triangle. The mass of the <thing> is <m>.\n\
                 With what speed does the <thing> leave?",
            ]),
            task: graph(&points, Measure::Area, ["0", "a + b"], Some("y/m")),
            key: "f*(a + b)/(2*m)",
            wrong: &[
                ("takes a rectangle where the graph is a triangle", "f*(a + b)/m"),
                ("takes only the rising side", "f*a/(2*m)"),
                ("takes only the falling side", "f*b/(2*m)"),
                ("takes the greatest force over the rising time", "f*a/m"),
                ("takes the greatest force over the falling time", "f*b/m"),
                ("halves twice, once for the area and once for a mean speed", "f*(a + b)/(4*m)"),
            ],
            steps: &[area, ("Divided by the mass this is \\(<v>\\,\\mathrm{m\\,s^{-1}}\\).", &["momentum"])],
            insight: "The area under a force–time graph is the momentum given to the body.",
        })
    } else {
        sheet.give("u", format!("{u} m s^-1")).say("w", v - u).write(Parts {
            unit: "m s^-1",
            stem: dice.pick::<&str>(&[
                "A <thing> of mass <m> comes in at <u> and is hit straight back by a <striker>. The force on it rises in a \
                 straight line from zero to <f> within <a> and falls in a straight line to zero within the next <b>.\n\
                 At what speed does it fly back?",
                "The graph shows the force with which a <striker> hits a <thing> of mass <m> straight back: it grows steadily to <f> \
                 in <a> and vanishes steadily in a further <b>. The <thing> had been coming in at <u>.\n\
                 What is its speed after the blow?",
                "A <striker> returns a <thing> of mass <m>, which arrives at <u>, along the line on which it came. The \
                 force–time graph is a triangle: the peak of <f> is reached after <a>, and contact ends <b> later.\n\
                 With what speed does the <thing> leave?",
            ]),
            task: graph(&points, Measure::Area, ["0", "a + b"], Some("y/m - u")),
            key: "f*(a + b)/(2*m) - u",
            wrong: &[
                ("forgets the speed at the start", "f*(a + b)/(2*m)"),
                ("adds the speed at the start, as if the blow came from behind", "f*(a + b)/(2*m) + u"),
                ("takes a rectangle where the graph is a triangle", "f*(a + b)/m - u"),
                ("takes a rectangle and forgets the speed at the start", "f*(a + b)/m"),
                ("takes the speed to be the same after a bounce", "u"),
                coming_twice(v, u),
            ],
            steps: &[
                area,
                (
                    "It changes the velocity by \\(<v>\\,\\mathrm{m\\,s^{-1}}\\). Of this \\(<#u>\\) goes into stopping the <thing>: \
                     \\(<v> - <#u> = <w>\\,\\mathrm{m\\,s^{-1}}\\).",
                    &["momentum"],
                ),
            ],
            insight: "The area gives the change of momentum, and the momentum before has the other sign.",
        })
    };
    draft.figure = Some(figure::graph(("time", "ms"), ("force", "N"), &[(0, 0), (a, f), (t, 0)]));
    draft
}

/// A last mistake whose result is a speed too.
fn coming_twice(v: i64, u: i64) -> (&'static str, &'static str) {
    if v > 2 * u {
        ("subtracts the speed at the start twice", "f*(a + b)/(2*m) - 2*u")
    } else {
        ("halves the change of velocity, for before and after", "f*(a + b)/(4*m)")
    }
}

fn energy(dice: &mut Dice) -> Draft {
    let (a, b) = (dice.range(1, 5), dice.range(1, 4) * 2);
    let s = 2 * a + b;
    let mass = dice.range(1, 6);
    let f = mass * dice.range(1, 3);
    let thing = *dice.pick(&["trolley", "sledge", "puck of stone", "toy boat", "block of ice"]);
    let mut draft = Sheet::default()
        .give("m", format!("{mass} kg"))
        .give("f", format!("{f} N"))
        .give("a", format!("{a} s"))
        .give("b", format!("{b} s"))
        .say("thing", thing)
        .say("v", fraction(f * s, 2 * mass))
        .say("p", f * s / 2)
        .say("e", fraction(f * s * f * s, 8 * mass))
        .write(Parts {
            unit: "J",
            stem: dice.pick::<&str>(&[
                "A <thing> of mass <m> is at rest on a smooth level surface. A horizontal force of <f> acts on it for <a> and then \
                 falls to zero at a steady rate within <b>.\nWhat is the kinetic energy of the <thing> in the end?",
                "The graph shows the resultant force on a <thing> of mass <m> that starts from rest: <f> for <a>, then a fall in a \
                 straight line to zero, lasting <b>.\nHow much kinetic energy does the <thing> gain?",
                "Someone pushes a resting <thing> of mass <m> without friction. The push is <f> during the first <a>; after that \
                 it dies away at a steady rate and is gone <b> later.\nHow much work has been done on the <thing>?",
            ]),
            task: graph(
                &[["0", "f"], ["a", "f"], ["a + b", "0"]],
                Measure::Area,
                ["0", "a + b"],
                Some("y^2/(2*m)"),
            ),
            key: "(f*(2*a + b)/2)^2/(2*m)",
            wrong: &[
                ("takes the area for an energy", "f*(2*a + b)/2"),
                ("leaves out the half in the kinetic energy", "(f*(2*a + b)/2)^2/m"),
                ("takes a rectangle over the whole time", "(f*(a + b))^2/(2*m)"),
                ("takes a triangle over the whole time", "(f*(a + b)/2)^2/(2*m)"),
                ("counts only the time of constant force", "(f*a)^2/(2*m)"),
                ("forgets to square the speed", "f*(2*a + b)/4"),
                ("adds the energies of the two stretches as if each began at rest", "((f*a)^2 + (f*b/2)^2)/(2*m)"),
            ],
            steps: &[
                ("The area under the force–time graph is the momentum: \\(<p>\\,\\mathrm{N\\,s}\\).", &["graphs", "momentum"]),
                (
                    "So the speed is \\(<v>\\,\\mathrm{m\\,s^{-1}}\\) and the kinetic energy \
                     \\(\\frac{1}{2} \\times <p> \\times <v> = <e>\\,\\mathrm{J}\\).",
                    &["energy"],
                ),
            ],
            insight: "Against time the area is a momentum, and the energy follows from it; it is not an energy itself.",
        });
    draft.figure = Some(figure::graph(("time", "s"), ("force", "N"), &[(0, f), (a, f), (a + b, 0)]));
    draft
}
