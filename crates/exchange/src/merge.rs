//! Merges an imported item with the one in the bank.
//!
//! A format that has no place for a claim does not thereby delete it: only what the format can hold is compared and
//! taken over.

use tutti_item::{Body, Item, Merged, Tolerance, normal_form, parse_number};

use crate::{Aspect, Format};

/// `stored` and `incoming` have the same id; `incoming` was read from a file of this `format`.
pub fn merge(stored: &Item, incoming: &Item, format: Format) -> Merged {
    let stored = normal_form(stored.clone());
    let mut next = incoming.clone();
    for aspect in format.holds(&stored).unwrap_or_default() {
        keep(aspect, &stored, &mut next);
    }
    tutti_item::merge(&stored, next)
}

/// Gives `next` what `stored` has of this aspect.
fn keep(aspect: Aspect, stored: &Item, next: &mut Item) {
    match aspect {
        Aspect::Aliases => next.aliases.clone_from(&stored.aliases),
        Aspect::Language => next.language.clone_from(&stored.language),
        Aspect::Solution => next.solution.clone_from(&stored.solution),
        Aspect::Methods => {
            for (step, before) in next.solution.steps.iter_mut().zip(&stored.solution.steps) {
                if step.text == before.text {
                    step.methods.clone_from(&before.methods);
                }
            }
        }
        Aspect::Evidence => next.evidence.clone_from(&stored.evidence),
        Aspect::Claim => next.claim.clone_from(&stored.claim),
        Aspect::Figure => next.figure.clone_from(&stored.figure),
        Aspect::Images => next.images.clone_from(&stored.images),
        Aspect::Tags => next.tags.clone_from(&stored.tags),
        Aspect::Bloom => next.bloom = stored.bloom,
        Aspect::Difficulty => next.difficulty = stored.difficulty,
        Aspect::Seed => next.seed = stored.seed,
        Aspect::Provenance => next.provenance.clone_from(&stored.provenance),
        Aspect::History => {
            next.version = stored.version;
            next.previous.clone_from(&stored.previous);
        }
        Aspect::Labels
        | Aspect::GapNames
        | Aspect::Hints
        | Aspect::Rationales
        | Aspect::Unit
        | Aspect::RelativeTolerance
        | Aspect::NumberForm
        | Aspect::CaseSensitive
        | Aspect::OtherAnswers => keep_in_body(aspect, stored, next),
    }
}

/// The body is kept whole if all that tells the two apart is what the format cannot hold.
fn keep_in_body(aspect: Aspect, stored: &Item, next: &mut Item) {
    let (mut a, mut b) = (stored.clone(), next.clone());
    for side in [&mut a, &mut b] {
        aspect.remove(side);
    }
    match (&stored.body, &mut next.body) {
        _ if a.body == b.body && a.stem == b.stem => {
            next.body.clone_from(&stored.body);
            next.stem.clone_from(&stored.stem);
        }
        (
            Body::MultipleChoice { options: before, .. } | Body::MultipleResponse { options: before, .. },
            Body::MultipleChoice { options, .. } | Body::MultipleResponse { options, .. },
        ) if aspect == Aspect::Rationales => {
            for option in options {
                if let Some(same) = before.iter().find(|same| same.text == option.text) {
                    option.rationale.clone_from(&same.rationale);
                }
            }
        }
        (Body::Numeric { unit: before, .. }, Body::Numeric { unit, .. }) if aspect == Aspect::Unit => {
            unit.clone_from(before);
        }
        (Body::Numeric { value: before, tolerance: by, .. }, Body::Numeric { value, tolerance, .. })
            if same_number(before, value) =>
        {
            value.clone_from(before);
            if matches!(by, Tolerance::Relative(_)) && aspect == Aspect::RelativeTolerance {
                let mut stored = stored.clone();
                aspect.remove(&mut stored);
                if matches!(&stored.body, Body::Numeric { tolerance: now, .. } if now == tolerance) {
                    tolerance.clone_from(by);
                }
            }
        }
        _ => {}
    }
}

fn same_number(a: &str, b: &str) -> bool {
    parse_number(a).is_some() && parse_number(a) == parse_number(b)
}
