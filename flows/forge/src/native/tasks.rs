//! Claims in few words, for families that search or count.

use std::collections::BTreeMap;

use crate::claim::{Claim, Count, Extreme, Tally, Task};

/// A name and the ends of its range.
pub(super) type Range<'a> = (&'a str, &'a str, &'a str);

fn named(given: &[(&str, i64)]) -> BTreeMap<String, String> {
    given.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect()
}

/// The extreme of an expression in one variable, or in two that an equation ties.
pub(super) fn extreme(
    given: &[(&str, i64)],
    find: Extreme,
    of: &str,
    over: &[Range<'_>],
    subject_to: Option<&str>,
) -> Claim {
    let ends = |(name, low, high): &Range<'_>| ((*name).to_owned(), [(*low).to_owned(), (*high).to_owned()]);
    Claim {
        given: named(given),
        unit: None,
        said: [].into(),
        task: Task::Extreme {
            find,
            of: of.to_owned(),
            over: over.iter().map(ends).collect(),
            subject_to: subject_to.map(str::to_owned),
        },
    }
}

/// Something counted, added or multiplied over whole numbers.
pub(super) fn tally(
    given: &[(&str, i64)],
    find: Tally,
    over: &[Range<'_>],
    such_that: &[&str],
    of: Option<&str>,
) -> Claim {
    let range = |(name, from, to): &Range<'_>| Count {
        name: (*name).to_owned(),
        from: (*from).to_owned(),
        to: (*to).to_owned(),
    };
    Claim {
        given: named(given),
        unit: None,
        said: [].into(),
        task: Task::Enumerate {
            find,
            over: over.iter().map(range).collect(),
            such_that: such_that.iter().map(|text| (*text).to_owned()).collect(),
            of: of.map(str::to_owned),
        },
    }
}

/// The claim with these givens in a unit, and the answer in another.
pub(super) fn measured(mut claim: Claim, names: &[&str], unit: &str, answer: &str) -> Claim {
    for name in names {
        if let Some(value) = claim.given.get_mut(*name) {
            *value = format!("{value} {unit}");
        }
    }
    Claim { unit: Some(answer.to_owned()), ..claim }
}
