//! Wrong paths, recomputed: an option must be what its mistake leads to.

use tutti_maths::{Equality, compare_exprs};

use super::{Found, Options, words};
use crate::Package;
use crate::claim::evaluate;
use crate::rules::Rule;

pub(super) fn check(package: &Package, options: &Options<'_>) -> Found {
    let mut found = Found::default();
    let Some(claim) = &package.claim else {
        words::results_of_paths(package, &mut found);
        found.undecided.push("without a claim no wrong path can be recomputed".to_owned());
        return found;
    };
    let given = claim.values();
    for (letter, path) in &package.distractor_map {
        let Some(gives) = &path.gives else {
            found.undecided.push(format!("the path to {letter} is in words only"));
            continue;
        };
        let Some(option) = options.at(letter) else { continue };
        let outcome = match &given {
            Ok(given) => evaluate(given, &format!("the path to {letter}"), gives),
            Err(error) => Err(error.clone()),
        };
        match (outcome, &option.value) {
            (Ok(result), Ok(option)) => match compare_exprs(&result, option) {
                Equality::Equal { .. } => {}
                Equality::Different { .. } => found
                    .object(Rule::PathElsewhere, format!("the wrong path to {letter} does not lead there")),
                Equality::Undecided { why } => found.undecided.push(format!("the path to {letter}: {why}")),
            },
            (Err(error), _) => {
                found.object(Rule::PathUnreadable, error.to_string());
            }
            // The proof layer objects to an option that is not a value.
            (_, Err(_)) => {}
        }
    }
    found
}
