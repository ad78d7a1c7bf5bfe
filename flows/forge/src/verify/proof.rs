//! Proof: the claim is solved, and exactly one option may satisfy it.

use super::{Found, Offered, Options, stated, words};
use crate::Package;
use crate::claim::{ClaimError, Finding};
use crate::report::Failure;

pub(super) fn check(package: &Package, options: &Options<'_>) -> Found {
    let mut found = Found::default();
    let Some(claim) = &package.claim else {
        words::result(package, &mut found);
        return found;
    };
    stated::check(package, claim, &mut found);
    match claim.solve() {
        Ok(solved) => {
            let mut right = Vec::new();
            for Offered { letter, value, .. } in &options.0 {
                match value {
                    Ok(value) => match solved.holds(value) {
                        Finding::Right => right.push(*letter),
                        Finding::Wrong => {}
                        Finding::Undecided(why) => found.undecided.push(format!("option {letter}: {why}")),
                    },
                    Err(why) => found.object(
                        Failure::MathematicalError,
                        format!("option {letter} is not an answer to what is asked: {why}"),
                        "give every option as a value of the kind that is asked for",
                    ),
                }
            }
            judge(package, &right, &mut found);
        }
        Err(error @ ClaimError::NoMethod(_)) => found.undecided.push(error.to_string()),
        Err(error) => found.object(
            Failure::MathematicalError,
            error.to_string(),
            "state what is given so that there is exactly one answer",
        ),
    }
    found
}

fn judge(package: &Package, right: &[&str], found: &mut Found) {
    let key = package.question.correct_option.as_str();
    match right {
        [] if !found.undecided.is_empty() => {}
        [] => found.object(
            Failure::MathematicalError,
            "no option satisfies the claim",
            "work the key out again from what is given",
        ),
        [one] if *one == key => {}
        [one] => found.object(
            Failure::MathematicalError,
            format!("{one} is right, not {key}"),
            "work the key out again from what is given",
        ),
        several => found.object(
            Failure::MultipleCorrect,
            format!("more than one option satisfies the claim: {}", several.join(", ")),
            "change the options so that only one is right",
        ),
    }
}
