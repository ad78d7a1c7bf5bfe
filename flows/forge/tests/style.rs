//! The native Style judge: each of the six scores drops for its own fault.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_forge::native::{design, implement};
use tutti_forge::report::Scores;
use tutti_forge::{BUILT_IN, Brief, Order, Package, ReasoningStep, ToJudge, briefs, read_library, style};

fn brief() -> Brief {
    briefs(1, 7, &read_library(BUILT_IN).unwrap(), [1.0, 1.0, 1.0]).remove(0)
}

fn package() -> Package {
    let (brief, idea) = (brief(), design(&brief()).unwrap());
    implement(&Order { brief, idea, attempt: 0, failed: Vec::new() }).unwrap()
}

fn scores(package: Package) -> Scores {
    style::judge(&ToJudge { brief: brief(), package }).unwrap().scores
}

#[track_caller]
fn check(score: fn(&Scores) -> f64, change: fn(&mut Package)) {
    let mut faulty = package();
    change(&mut faulty);
    let (was, is) = (score(&scores(package())), score(&scores(faulty)));
    assert!(is < was, "{is} is not less than {was}");
}

#[test]
fn each_score_drops_for_its_fault() {
    assert!(scores(package()).pass());
    check(|scores| scores.authenticity, |item| item.question.stem.push_str(" Can you find it, please!"));
    check(
        |scores| scores.one_idea,
        |item| {
            let methods = ["algebra", "geometry", "vectors", "waves", "heat", "fields"].map(str::to_owned);
            item.solution.steps.push(ReasoningStep { text: "Go on.".to_owned(), methods: methods.to_vec() });
        },
    );
    check(|scores| scores.no_calculator, |item| item.question.stem.push_str(" It is \\(123457\\)."));
    check(
        |scores| scores.elegance,
        |item| {
            let step = ReasoningStep { text: "Go on.".to_owned(), methods: Vec::new() };
            item.solution.steps.extend(vec![step; 9]);
        },
    );
    check(
        |scores| scores.distractor_realism,
        |item| item.distractor_map.values_mut().for_each(|path| path.gives = None),
    );
    check(
        |scores| scores.plausibility,
        |item| {
            let letter = item.distractor_map.keys().next().unwrap().clone();
            item.question.options.insert(letter, "None of the above".to_owned());
        },
    );
}
