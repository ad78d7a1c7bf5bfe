//! Only what the stem says is given.
//!
//! A family gives names to all its numbers, also to a coefficient of one that no stem prints and to what only a mistake
//! uses. Here those are written out in the claim and in the paths, and the names go.

use std::collections::BTreeMap;

use crate::claim::numbers_in;
use crate::draft::Draft;
use crate::stem::{self, Stated};

/// The draft with every unsaid or unused number written out.
pub(super) fn write_out_unstated(mut draft: Draft) -> Draft {
    let stated = stem::read(&draft.stem);
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    let task: Vec<Stated> = draft.claim.texts().into_iter().map(stem::read).collect();
    let mut unsaid = Vec::new();
    // “The same load”: what the stem says once has one name.
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, text) in draft.claim.given.iter().filter(|(_, text)| text.contains(' ')) {
        let known = names.entry(text).or_default();
        match known.first() {
            Some(first) if known.len() >= stated.quantity(text) => {
                unsaid.push((name.clone(), (*first).to_owned()));
            }
            _ => known.push(name),
        }
    }
    for (name, text) in draft.claim.given.iter().filter(|(_, text)| !text.contains(' ')) {
        let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
        for number in numbers_in(text) {
            *wanted.entry(number).or_default() += 1;
        }
        for number in wanted.keys() {
            left.entry(number.clone()).or_insert_with(|| stated.number(number, &task));
        }
        if draft.claim.uses(name) && wanted.iter().all(|(number, times)| left[number] >= *times) {
            for (number, times) in &wanted {
                left.entry(number.clone()).and_modify(|left| *left -= times);
            }
        } else {
            unsaid.push((name.clone(), text.clone()));
        }
    }
    for (name, value) in unsaid {
        draft.claim.given.remove(&name);
        for text in draft.claim.texts_mut() {
            *text = written_out(text, &name, &value);
        }
        draft.key = written_out(&draft.key, &name, &value);
        for path in &mut draft.wrong {
            path.gives = written_out(&path.gives, &name, &value);
        }
    }
    draft.claim.said = stated.counts();
    draft
}

/// A text with its number in place of a name.
fn written_out(text: &str, name: &str, value: &str) -> String {
    if value.bytes().all(|b| b.is_ascii_digit()) {
        substitute(text, name, value)
    } else {
        substitute(text, name, &format!("({value})"))
    }
}

/// An expression with something else in place of a name.
pub(super) fn substitute(text: &str, name: &str, with: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars().map(Some).chain([None]) {
        match c {
            Some(c) if c.is_alphanumeric() || c == '_' => word.push(c),
            _ => {
                out.push_str(if word == name { with } else { &word });
                word.clear();
                out.extend(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_replaced_as_a_whole() {
        assert_eq!(written_out("k*sqrt(kk) - k^2 + k_1", "k", "3"), "3*sqrt(kk) - 3^2 + k_1");
        assert_eq!(written_out("a*u^2 + u", "u", "-3/2"), "a*(-3/2)^2 + (-3/2)");
    }
}
