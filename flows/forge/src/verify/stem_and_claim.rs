//! Checks that stem and claim describe the same question.

use std::collections::{BTreeMap, BTreeSet};

use super::Found;
use crate::Package;
use crate::claim::{Claim, numbers_in};
use crate::rules::Rule;
use tutti_families::stem::{self, Stated};

/// Every number of the stem is in the claim in the same role; every given is in the stem, equally often and with its
/// unit; and nothing is given that the task does not use.
pub(super) fn check(package: &Package, claim: &Claim, found: &mut Found) {
    let stem = stem::read(&package.question.stem);
    let task: Vec<Stated> = claim.texts().into_iter().map(stem::read).collect();
    in_the_claim(&stem, claim, &task, found);
    in_the_stem(&stem, claim, &task, found);
    check_counts(&stem, claim, found);
    for name in claim.given.keys().filter(|name| !claim.uses(name)) {
        found.object(Rule::GivenUnused, format!("the claim is given `{name}` and does not use it"));
    }
}

/// A writer who counted the numbers of the stem is held to the count: one that is said twice and changed once is found by
/// nothing else.
fn check_counts(stem: &Stated, claim: &Claim, found: &mut Found) {
    if claim.said.is_empty() {
        return;
    }
    let counts = stem.counts();
    let numbers: BTreeSet<&String> = counts.keys().chain(claim.said.keys()).collect();
    for number in numbers {
        let times = |counts: &BTreeMap<String, u32>| counts.get(number).copied().unwrap_or(0);
        let (says, noted) = (times(&counts), times(&claim.said));
        if says != noted {
            found.object(
                Rule::NumberUnclaimed,
                format!("the stem says {number} {says} times, and {noted} times when the claim was written"),
            );
        }
    }
}

fn in_the_claim(stem: &Stated, claim: &Claim, task: &[Stated], found: &mut Found) {
    let given: Vec<String> = claim.given.values().flat_map(|text| numbers_in(text)).collect();
    let plain: BTreeSet<&String> = given.iter().chain(task.iter().flat_map(|text| &text.numbers)).collect();
    let exponents: BTreeSet<&String> = task.iter().flat_map(|text| &text.exponents).collect();
    let numbers = stem.numbers.iter().filter(|number| !plain.contains(number));
    let raised = stem.exponents.iter().filter(|n| !plain.contains(n) && !exponents.contains(n));
    // A claim that gives quantities gives all of them; one in bare numbers has at least the number.
    let with_units = claim.given.values().any(|text| text.contains(' '));
    let quantities = stem.quantities.iter().filter(|quantity| {
        if with_units {
            return !claim.given.values().any(|given| Stated::is_quantity(quantity, given));
        }
        let number = quantity.split(' ').next().unwrap_or_default();
        !numbers_in(number).iter().all(|number| plain.contains(number))
    });
    for number in numbers.chain(raised).chain(quantities) {
        found.object(Rule::NumberUnclaimed, format!("the stem says {number}, the claim does not"));
    }
}

fn in_the_stem(stem: &Stated, claim: &Claim, task: &[Stated], found: &mut Found) {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    let mut bare: BTreeMap<String, usize> = BTreeMap::new();
    for text in claim.given.values() {
        if text.contains(' ') {
            *times.entry(text).or_default() += 1;
        } else {
            for number in numbers_in(text) {
                *bare.entry(number).or_default() += 1;
            }
        }
    }
    let quantities = times.into_iter().filter(|(text, times)| stem.quantity(text) < *times);
    let numbers = bare.iter().filter(|(text, times)| stem.number(text, task) < **times);
    for given in quantities.map(|(text, _)| text).chain(numbers.map(|(text, _)| text.as_str())) {
        found.object(
            Rule::GivenUnstated,
            format!("the claim is given {given}, which the stem does not say, or not as often"),
        );
    }
}
