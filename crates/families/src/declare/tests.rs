//! The language, and what every declaration must keep.

use tutti_item::{Part, RichText};
use tutti_maths::{Equality, compare_exprs, read};

use super::lines::Says;
use super::template::{Part as Piece, Template};
use super::*;
use crate::claim::{Solved, Task};
use crate::family::SCHEMAS;
use crate::{Place, families, faults};

const HEAD: &str =
    "family X1 example\nidea a\nobjects b\nconstraints c\nasked d\npaths e; f; g\neasy h\nmedium i\nhard j\n";

fn source(text: &str, draw: Draw) -> Source {
    Source { file: "x.rs", line: 1, text: Box::leak(format!("{HEAD}{text}").into_boxed_str()), draw }
}

fn family(text: &str, draw: Draw) -> &'static Family {
    Box::leak(Box::new(source(text, draw).read().unwrap()))
}

#[test]
fn a_question_is_what_its_lines_say() {
    let family = family(
        r"
part moving
given m kg, u m s^-1
let p = m*u
question hit + moving
text ask What is [the? the speed | its speed in words]?
stem A [thing] of mass [m] has $u = [u#]$; $[sum 1 x^{2}; c x; d]$.
  [ask] // [^thing], [n] times.
solve v, w for w: m*u = 2*m*v; w = v; v > 0
key p/(2*m) in cm s^-1
wrong u | [thing] goes on
wrong p/m^[n] | forgets a half
wrong?odd 3*u | is odd
wrong?!odd 4*u | is even
wrong 2*u | doubles
step momentum | It is $[m#] \times [(c)] = [m*c: g]$, or [m*c: # g] in grams: [key].
insight Half.
",
        |_, _| drawn!("hit", thing = "ball", m = 3, u = 8, c = -2, d = 0, n = 2, the = true, odd = true),
    );
    let question = family.question(Easy, Place { seed: 1, slot: 0, attempt: 0 }).unwrap();
    assert_eq!(
        question.stem,
        "A ball of mass \\(3\\,\\mathrm{kg}\\) has \\(u = 8\\); \\(x^{2} - 2x\\). What is the speed?\nBall, \\(2\\) times."
    );
    let bound: Vec<&str> =
        question.bindings.iter().map(|binding| &question.stem[binding.at.clone()]).collect();
    assert_eq!(bound, ["\\(3\\,\\mathrm{kg}\\)", "8"]);
    let Task::Solve { unknowns, equations, conditions, ask } = &question.claim.task else {
        panic!("no equations")
    };
    assert_eq!((unknowns.len(), equations.len(), conditions.len(), ask.as_str()), (2, 2, 1, "w"));
    assert_eq!(question.options[question.key].text, "\\(400\\,\\mathrm{cm\\,s^{-1}}\\)");
    let ids: Vec<&str> =
        question.options.iter().filter_map(|option| Some(option.mistake.as_ref()?.id.as_str())).collect();
    assert!(ids.contains(&"X1/example/hit/is-odd") || ids.contains(&"X1/example/hit/doubles"), "{ids:?}");
    assert!(ids.iter().all(|id| !id.ends_with("is-even")));
    assert_eq!(
        question.steps[0].text,
        "It is \\(3 \\times (-2) = -6000\\,\\mathrm{g}\\), or \\(-6000\\) in grams: \\(400\\,\\mathrm{cm\\,s^{-1}}\\)."
    );
}

use crate::Difficulty::Easy;

#[test]
fn a_malformed_declaration_names_its_line() {
    let none: Draw = |_, _| drawn!("a");
    for (text, wanted) in [
        ("question a\nstemm x", "x.rs:11: `stemm` is no line of a question"),
        ("question a\nstem [x", "x.rs:11: `[` and `]` do not match in `[x`"),
        ("question a\nstem [ ]", "x.rs:11: a hole is empty"),
        ("question a\nwrong u", "x.rs:11: ` | ` is missing after `wrong`"),
        ("question a\n\nquestion a", "x.rs:12: `a` is there twice"),
        ("question a + b", "x.rs:10: there is no part `b` above"),
        ("question a\nlet 2 = 3", "x.rs:11: `2` is no name"),
        ("question a\nstem?2 x", "x.rs:11: `2` is no name"),
        ("idea\n", "x.rs:1: a family says its idea, what is asked, and why it is easy, medium or hard"),
    ] {
        let fault = source(text, none).read().unwrap_err();
        assert_eq!(fault.to_string(), wanted, "{text}");
    }
    let place = Place { seed: 1, slot: 0, attempt: 0 };
    for (text, wanted) in [
        ("question b", "x.rs:1 `a`: there is no `a`"),
        ("question a\nkey 1", "x.rs:1 `a`: there is no stem"),
        ("question a\nstem [y]\nkey 1", "x.rs:1 `a`: `y` in `y` has no value"),
        ("question a\nstem $y\nkey 1", "x.rs:1 `a`: a dollar is missing in `\\(y`"),
        ("question a\ntext y [y]\nstem [y]\nkey 1", "x.rs:1 `a`: the text `y` has itself in it"),
        ("question a\nstem y\nkey 1", "x.rs:1 `a`: nothing is stated to be solved or tested"),
        ("question a\nstem y\nkey 1\nsolve x x = 1", "x.rs:1 `a`: `:` is missing in `x x = 1`"),
        ("question a\ngiven n\nstem y\nkey 1", "x.rs:1 `a`: `n` is given and was not drawn"),
    ] {
        assert_eq!(family(text, none).question(Easy, place).unwrap_err().to_string(), wanted, "{text}");
    }
}

#[test]
fn every_declaration_can_be_read() {
    let faults: Vec<String> = faults().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for source in SCHEMAS.into_iter().flatten() {
        for (number, line) in source.text.lines().enumerate() {
            let place = source.line as usize + number;
            assert!(line.chars().count() <= 140, "{}:{place} is longer than 140 columns", source.file);
        }
    }
}

/// Every declared family at every difficulty, so many times.
fn each(times: u64, see: impl Fn(&'static Family, Difficulty, Place)) {
    for family in families() {
        for difficulty in Difficulty::ALL {
            (0..times).for_each(|slot| see(family, difficulty, Place { seed: 23, slot, attempt: 0 }));
        }
    }
}

/// The last value that a solution prints is the key.
#[test]
fn solutions_end_with_their_keys() {
    each(12, |family, difficulty, place| {
        let question = family.question(difficulty, place).unwrap();
        if matches!(question.claim.task, Task::Fits { .. }) {
            return;
        }
        let (key, last) = (&question.options[question.key].text, &question.steps.last().unwrap().text);
        let text = RichText::from(last.as_str());
        let tex = text.parts().into_iter().rev().find_map(|part| match part {
            Part::Maths { tex, .. } => Some(tex.to_owned()),
            _ => None,
        });
        let tex = tex.unwrap_or_else(|| panic!("{} {}: no maths in `{last}`", family.schema, family.name));
        let ends = tex.rsplit('=').next().unwrap_or_default().trim();
        let value =
            |text: &str| question.claim.answer_kind().value(&read(text).map_err(|error| error.to_string())?);
        let (found, wanted) = (value(ends), value(key).unwrap());
        let same =
            found.as_ref().is_ok_and(|found| matches!(compare_exprs(found, &wanted), Equality::Equal { .. }));
        assert!(same, "{} {} ends with {ends}, its key is {key}: {last}", family.schema, family.name);
    });
}

/// A `let` with the name of an unknown is that unknown's value in the claim.
#[test]
fn named_results_solve_the_claim() {
    each(4, |family, difficulty, place| {
        let draft = family.draft(&mut place.dice(0), difficulty).unwrap();
        let scene = &draft.scene;
        let Task::Solve { unknowns, .. } = &draft.claim.task else { return };
        for says in scene.lines() {
            let Says::Let(name, of) = says else { continue };
            if !unknowns.contains(name) {
                continue;
            }
            let mut claim = draft.claim.clone();
            if let Task::Solve { ask, .. } = &mut claim.task {
                ask.clone_from(name);
            }
            let value = scene.evaluate(of).unwrap();
            let Ok(Solved::Exact(found)) = claim.solve() else {
                panic!("{} `{name}` has no value", family.name)
            };
            assert!(
                compare_exprs(&found, &value).is_equal(),
                "{} `{name}`: {found} is not {value}",
                family.name
            );
        }
    });
}

/// What a step computes stands in a hole: a longer number in its words is one that nobody computed.
#[test]
fn steps_have_no_numbers_of_their_own() {
    fn literal(template: &Template) -> impl Iterator<Item = &str> {
        template
            .0
            .iter()
            .filter_map(|part| if let Piece::Text(text) = part { Some(text.as_str()) } else { None })
    }
    each(1, |family, difficulty, place| {
        let draft = family.draft(&mut place.dice(0), difficulty).unwrap();
        for says in draft.scene.lines() {
            let Says::Step(_, text) = says else { continue };
            for number in literal(text).flat_map(crate::claim::numbers_in) {
                let plain = number.len() <= 2 || ["100", "180", "360", "1000"].contains(&number.as_str());
                assert!(plain, "{} has {number} in the words of a step", family.name);
            }
        }
    });
}
