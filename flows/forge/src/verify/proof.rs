//! Proof: the claim is solved, and exactly one option may satisfy it.

use super::{Found, Offered, Options, stem_and_claim, words};
use crate::Package;
use crate::claim::{ClaimError, OptionVerdict};
use crate::rules::Rule;

pub(super) fn check(package: &Package, options: &Options<'_>) -> Found {
    let mut found = Found::default();
    let Some(claim) = &package.claim else {
        words::result(package, &mut found);
        return found;
    };
    stem_and_claim::check(package, claim, &mut found);
    match claim.solve() {
        Ok(solved) => {
            let mut right = Vec::new();
            for Offered { letter, value, .. } in &options.0 {
                match value {
                    Ok(value) => match solved.holds(value) {
                        OptionVerdict::Right => right.push(*letter),
                        OptionVerdict::Wrong => {}
                        OptionVerdict::Undecided(why) => {
                            found.undecided.push(format!("option {letter}: {why}"));
                        }
                    },
                    Err(why) => found.object(
                        Rule::OptionNoAnswer,
                        format!("option {letter} is not an answer to what is asked: {why}"),
                    ),
                }
            }
            judge(package, &right, &mut found);
        }
        Err(error @ ClaimError::NoMethod(_)) => found.undecided.push(error.to_string()),
        Err(error) => found.object(Rule::ClaimUnsolvable, error.to_string()),
    }
    found
}

fn judge(package: &Package, right: &[&str], found: &mut Found) {
    let key = package.question.correct_option.as_str();
    match right {
        [] if !found.undecided.is_empty() => {}
        [] => found.object(Rule::KeyWrong, "no option satisfies the claim"),
        [one] if *one == key => {}
        [one] => found.object(Rule::KeyWrong, format!("{one} is right, not {key}")),
        several => found.object(
            Rule::SeveralRight,
            format!("more than one option satisfies the claim: {}", several.join(", ")),
        ),
    }
}
