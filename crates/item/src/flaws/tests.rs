use super::*;

/// An item whose first option is the key shows exactly these rules.
#[track_caller]
fn check_rules(stem: &str, options: &[&str], expected: &[Rule]) {
    let item = Item::multiple_choice(stem, options.iter().copied(), 0);
    let mut found: Vec<_> = check(&item).into_iter().map(|flaw| flaw.rule).collect();
    found.dedup();
    assert_eq!(found, expected, "{stem} {options:?}\n{:#?}", check(&item));
}

#[test]
fn placeholder() {
    check_rules("Which organ makes insulin?", &["pancreas", "liver", "kidney", "spleen"], &[]);
}
