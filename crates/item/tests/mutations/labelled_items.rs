//! Well-written items, and borrowed real ones.

use tutti_item::{Item, flaws::Rule};

/// One item from each block of `clean.txt`: the stem, then the options, the key with a star.
pub(crate) fn clean() -> Vec<Item> {
    include_str!("clean.txt").split("\n\n").filter(|block| !block.trim().is_empty()).map(item).collect()
}

fn item(block: &str) -> Item {
    let mut lines = block.trim().lines();
    let stem = lines.next().unwrap();
    let options: Vec<&str> = lines.collect();
    let key = options.iter().position(|option| option.starts_with('*')).unwrap();
    Item::multiple_choice(stem, options.iter().map(|option| &option[2..]), key)
}

/// Items with the rule they break, or none: those the rules were widened by, and those they never saw.
pub(crate) fn seen_items() -> Vec<(Option<Rule>, Item)> {
    read_labelled(include_str!("seen.txt"))
}

pub(crate) fn held_out_items() -> Vec<(Option<Rule>, Item)> {
    read_labelled(include_str!("held_out.txt"))
}

/// Items that whoever widened the rules last had written.
pub(crate) fn known_items() -> Vec<(Option<Rule>, Item)> {
    read_labelled(include_str!("known.txt"))
}

fn read_labelled(text: &str) -> Vec<(Option<Rule>, Item)> {
    text.split("\n\n")
        .filter(|block| !block.trim().is_empty())
        .map(|block| {
            let (name, rest) = block.trim().strip_prefix("= ").unwrap().split_once('\n').unwrap();
            let rule = Rule::ALL.iter().copied().find(|rule| rule.name() == name);
            assert!(rule.is_some() || name == "clean", "{name}");
            (rule, item(rest))
        })
        .collect()
}
