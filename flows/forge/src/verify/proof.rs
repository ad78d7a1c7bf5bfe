//! Proof: the claim is solved, and exactly one option may satisfy it.

use super::{Found, Offered, Options};
use crate::Package;
use crate::claim::{Claim, ClaimError, Finding, numbers_in};
use crate::report::Failure;

pub(super) fn check(package: &Package, options: &Options<'_>) -> Found {
    let mut found = Found::default();
    let Some(claim) = &package.claim else {
        found.undecided.push("there is no claim to prove the key from".to_owned());
        return found;
    };
    states_the_stem(package, claim, &mut found);
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

/// The claim must speak of the same question: every number of the stem is in it, and every given quantity stands in the
/// stem with its unit.
fn states_the_stem(package: &Package, claim: &Claim, found: &mut Found) {
    let stated = claim.numbers();
    let stem = without_markup(&package.question.stem);
    for number in numbers_in(&stem) {
        if !stated.contains(&number) {
            found.object(
                Failure::MathematicalError,
                format!("the stem says {number}, the claim does not"),
                "state the same numbers in the stem and in the claim",
            );
        }
    }
    let squeezed: String = stem.split_whitespace().collect();
    for quantity in claim.given.values().filter(|text| text.contains(' ')) {
        let wanted: String = without_markup(quantity).split_whitespace().collect();
        let stands = squeezed.match_indices(&wanted).any(|(at, _)| {
            let before = squeezed[..at].chars().next_back();
            let after = squeezed[at + wanted.len()..].chars().next();
            !before.is_some_and(|c| c.is_ascii_digit() || c == '.') && !continues_unit(&wanted, after)
        });
        if !stands {
            found.object(
                Failure::MathematicalError,
                format!("the claim is given {quantity}, which the stem does not say"),
                "state the same quantities in the stem and in the claim",
            );
        }
    }
}

/// Whether the sign after a quantity makes its unit another one: the `^` of a power. A letter may be the next word.
fn continues_unit(_: &str, after: Option<char>) -> bool {
    matches!(after, Some('^' | '/'))
}

/// A text with its LaTeX dress taken off: `3\,\mathrm{m\,s^{-1}}` is `3 m s^-1`.
fn without_markup(text: &str) -> String {
    let mut out = text.to_owned();
    for (from, to) in [
        // Before the braces go: the two parts of a fraction are two numbers.
        ("}{", "}/{"),
        ("\\mathrm", ""),
        ("\\text", ""),
        ("\\Omega", "Ω"),
        ("\\,", " "),
        ("\\;", " "),
        ("\\ ", " "),
        ("~", " "),
        ("\\(", " "),
        ("\\)", " "),
        ("$", " "),
        ("{", ""),
        ("}", ""),
        ("−", "-"),
    ] {
        out = out.replace(from, to);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_fraction_are_two_numbers() {
        assert_eq!(
            numbers_in(&without_markup("\\(\\frac{1}{8}\\) of \\(3\\,\\mathrm{cm^{2}}\\)")),
            ["1", "8", "3", "2"]
        );
    }
}
