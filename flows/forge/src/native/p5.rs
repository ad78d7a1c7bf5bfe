//! P5, limiting cases: of the formulas offered only one is right where the answer is plain.

mod angle;
mod collision;
mod pair;
mod string;

use super::draft::{Given, Methods, Parts};
use super::{Draft, Family};
use crate::dice::Dice;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        schema: "P5",
        name: "bodies_on_a_string",
        idea: "Two bodies hang on one string, or one of them lies on a table or a slope. The formula must agree with what is plain \
               when the masses are equal, or when one of them is negligible or overwhelming.",
        objects: &["two bodies", "light string", "smooth pulley"],
        constraints: &["equal masses", "one mass vanishes", "one mass grows without bound"],
        asked: "the formula for an acceleration or a tension",
        wrong_paths: &[
            "leaving one body out of the mass that is accelerated",
            "adding weights that pull against each other",
            "a cosine where a sine is meant",
        ],
        rationale: [
            "One or two limits of the mass decide.",
            "The tension in a limit has to be thought through before the formulas are tested.",
            "The limits of an angle turn the situation into two simpler ones.",
        ],
        draft: string::draft,
    },
    Family {
        schema: "P5",
        name: "collisions",
        idea: "A body hits another at rest. What happens when the masses are equal, or one is far heavier, is known without \
               algebra and leaves one formula.",
        objects: &["two bodies", "collision"],
        constraints: &["equal masses", "a very heavy or very light partner"],
        asked: "the formula for a velocity or a share of the energy",
        wrong_paths: &[
            "interchanging the masses",
            "keeping the energy where it is lost",
            "a sum instead of a difference",
        ],
        rationale: [
            "A very light and a very heavy partner decide.",
            "Equal masses exchange their velocities, and a light partner is thrown forward.",
            "What is asked is a share of the energy, which vanishes in two opposite limits.",
        ],
        draft: collision::draft,
    },
    Family {
        schema: "P5",
        name: "two_parts_together",
        idea: "Two parts act together: resistors, springs, a cell and its load, a lens and its object. When one part is absent or \
               overwhelming, the other acts alone.",
        objects: &["resistors", "springs", "cell", "lens"],
        constraints: &["one part vanishes", "one part grows without bound", "two equal parts"],
        asked: "the formula for the whole",
        wrong_paths: &[
            "series instead of parallel",
            "interchanging the two parts",
            "a sum instead of a difference",
        ],
        rationale: [
            "One part absent and one overwhelming decide.",
            "The limits have to be read off a circuit with a source.",
            "Three parts, or a lens, of which two limits are known.",
        ],
        draft: pair::draft,
    },
    Family {
        schema: "P5",
        name: "limits_of_an_angle",
        idea: "A force depends on an angle. At no slope and at the steepest the situation is plain, and friction may be let vanish: \
               one formula fits.",
        objects: &["slope", "inclined string", "friction"],
        constraints: &["the angle vanishes", "the angle becomes a right angle", "no friction"],
        asked: "the formula for a force",
        wrong_paths: &[
            "a sine where a cosine is meant",
            "friction with the wrong sign",
            "the weight itself instead of its component",
        ],
        rationale: [
            "Two values of the angle decide.",
            "The angle and the friction each have a limit that decides.",
            "The pull changes the normal force, and three limits are needed.",
        ],
        draft: angle::draft,
    },
];

/// What a formula must give: for what is put, and in words for the solution.
struct Test<'a> {
    put: &'a [(&'a str, &'a str)],
    gives: &'a str,
    said: &'a str,
}

/// A question for the one formula that passes every test.
fn formula(given: Given, stem: &str, key: &str, wrong: &[(&str, &str)], tests: &[Test<'_>]) -> Draft {
    let cases: Vec<_> = tests.iter().map(|test| (test.put, test.gives)).collect();
    let mut said: Vec<String> = tests.iter().map(|test| test.said.to_owned()).collect();
    if let Some(last) = said.last_mut() {
        last.push_str(" Only one of the formulas passes every test.");
    }
    let steps: Vec<(&str, Methods)> = said.iter().map(|text| (text.as_str(), METHODS)).collect();
    Draft::new(Parts {
        stem,
        claim: given.fits(&cases),
        key,
        wrong,
        steps: &steps,
        insight: "A right formula is right in the special cases too; test the formulas there instead of deriving one.",
    })
}

const METHODS: Methods = &["dimensions", "algebra"];

/// How the question for a formula is put.
fn which(dice: &mut Dice, what: &str) -> String {
    let asked = *dice.pick(&[
        "Which expression gives {}?",
        "Which of these is {}?",
        "Which formula is correct for {}?",
        "Without deriving it, decide which expression is {}.",
    ]);
    asked.replace("{}", what)
}

/// The draft with another letter for `x`, so that not every formula is one in `x`.
fn renamed(mut draft: Draft, letter: &str) -> Draft {
    let change = |text: &str| swapped(text, letter);
    draft.key = change(&draft.key);
    for path in &mut draft.wrong {
        path.gives = change(&path.gives);
    }
    if let crate::claim::Task::Fits { at } = &mut draft.claim.task {
        for limit in at {
            limit.gives = change(&limit.gives);
            limit.put = std::mem::take(&mut limit.put)
                .into_iter()
                .map(|(name, value)| (change(&name), change(&value)))
                .collect();
        }
    }
    // In the texts the letter is told from words by standing in maths.
    draft.stem = in_maths(&draft.stem, letter);
    for (text, _) in &mut draft.steps {
        *text = in_maths(text, letter);
    }
    draft
}

/// `x` where it stands alone.
fn swapped(text: &str, letter: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let part = |i: Option<usize>| i.and_then(|i| chars.get(i)).is_some_and(char::is_ascii_alphabetic);
    let mut out = String::new();
    for (i, &c) in chars.iter().enumerate() {
        if c == 'x' && !part(i.checked_sub(1)) && !part(Some(i + 1)) {
            out.push_str(letter);
        } else {
            out.push(c);
        }
    }
    out
}

fn in_maths(text: &str, letter: &str) -> String {
    let mut out = String::new();
    for (i, piece) in text.split("\\(").enumerate() {
        if i == 0 {
            out.push_str(piece);
            continue;
        }
        let (maths, words) = piece.split_once("\\)").unwrap_or((piece, ""));
        out.push_str("\\(");
        out.push_str(&swapped(maths, letter));
        out.push_str("\\)");
        out.push_str(words);
    }
    out
}
