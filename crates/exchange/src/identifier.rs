//! Labels and gap names to identifiers, which must start with a letter and have no spaces, and back.

use std::collections::BTreeSet;

const CODED: &str = "L_";
const GAP: &str = "GAP_";

pub(crate) fn of_label(label: &str) -> String {
    let plain = label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !label.starts_with(CODED)
        && !["true", "false"].contains(&label.to_ascii_lowercase().as_str());
    if plain { label.to_owned() } else { format!("{CODED}{}", code(label)) }
}

pub(crate) fn to_label(identifier: &str) -> String {
    identifier.strip_prefix(CODED).and_then(decode).unwrap_or_else(|| identifier.to_owned())
}

pub(crate) fn of_gap(name: &str) -> String {
    format!("{GAP}{}", code(name))
}

/// None if it is not one of ours.
pub(crate) fn to_gap(identifier: &str) -> Option<String> {
    identifier.strip_prefix(GAP).and_then(decode)
}

fn code(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("-{:x}-", u32::from(c)) })
        .collect()
}

fn decode(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut parts = text.split('-');
    out.push_str(parts.next()?);
    while let Some(hex) = parts.next() {
        out.push(u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)?);
        out.push_str(parts.next()?);
    }
    Some(out)
}

/// A name for something called `id` that is not yet in `used`: the same item twice still needs two.
pub(crate) fn unused_name(id: &str, used: &mut BTreeSet<String>) -> String {
    let mut name = id.to_owned();
    let mut copy = 1;
    while !used.insert(name.clone()) {
        copy += 1;
        name = format!("{id}-{copy}");
    }
    name
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn labels_and_gaps_come_back(text in any::<String>()) {
            prop_assert_eq!(to_label(&of_label(&text)), text.clone());
            prop_assert_eq!(to_gap(&of_gap(&text)), Some(text));
        }
    }
}
