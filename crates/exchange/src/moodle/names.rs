//! Names and ids of questions in Moodle's question bank.
//!
//! The id number is our id, so that a second import finds the question. The name is what teachers see in lists: the
//! first alias, otherwise the start of the stem.

use tutti_item::{Item, RichText};

use crate::Prose;

/// Moodle cuts names at 255; lists show far less.
const LONGEST: usize = 60;

pub(crate) fn name_of(item: &Item) -> String {
    let alias = item.aliases.first().map(|alias| one_line(alias)).filter(|alias| !alias.is_empty());
    let start = alias.unwrap_or_else(|| words(&item.stem));
    let mut name: String = start.chars().take(LONGEST).collect();
    if name.len() < start.len() {
        // Half a formula says less than none.
        if let Some(open) = name.rfind("\\(").filter(|open| !name[*open..].contains("\\)")) {
            name.truncate(name[..open].trim_end().len());
        }
        name.push('…');
    }
    if name.is_empty() { item.id.to_string() } else { name }
}

/// Whether a question of a file is one that we wrote.
pub(crate) fn is_ours(id: &str) -> bool {
    id.split_once('-').is_some_and(|(kind, hash)| {
        ["mc", "mr", "tf", "num", "sa", "cloze", "card"].contains(&kind)
            && hash.len() == 20
            && hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    })
}

/// The name by which another system knows the question: its id number, else a name that is not the start of its own
/// text.
pub(crate) fn alias(id: &str, name: &str, stem: &RichText) -> Option<String> {
    let (id, name) = (id.trim(), one_line(name));
    if !id.is_empty() {
        return (!is_ours(id)).then(|| id.to_owned());
    }
    let start = name.trim_end_matches(['…', '.', ' ']);
    let says_nothing = start.is_empty() || is_ours(&name) || words(stem).starts_with(start);
    (!says_nothing).then_some(name)
}

/// The last part of a category's path, if a person named it.
pub(crate) fn topic(category: &str) -> Option<String> {
    let last = category.replace("//", "\u{1}").rsplit('/').next()?.replace('\u{1}', "/");
    let last = one_line(&last);
    let by_machine = ["", "top", "$course$", "$system$", "$module$"].contains(&last.as_str())
        || last.starts_with("Default for ");
    (!by_machine).then_some(last)
}

fn words(stem: &RichText) -> String {
    one_line(&Prose::read(stem).words())
}

fn one_line(text: &str) -> String {
    let visible: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_name() {
        let stem = RichText::from("What is the **capital** of Norway?");
        let check = |id: &str, name: &str, expected: Option<&str>| {
            assert_eq!(alias(id, name, &stem).as_deref(), expected, "{id} {name}");
        };
        check("", "What is the capital…", None);
        check("", "What is the capital of Norway?", None);
        check("", "Q 17", Some("Q 17"));
        check("geo-1", "Q 17", Some("geo-1"));
        check("mc-0123456789abcdef0123", "renamed", None);
        check("", "mc-0123456789abcdef0123", None);
        assert_eq!(topic("$course$/top/Maths/Either//or").as_deref(), Some("Either/or"));
        assert_eq!(topic("$course$/top/Default for X"), None);
    }
}
