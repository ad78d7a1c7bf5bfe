//! Strategies for property tests, for this crate and for those that print items (feature `strategies`).

use proptest::prelude::*;

use crate::prose::{Block, Inline, Prose};

fn line() -> impl Strategy<Value = Vec<Inline>> {
    let text = "[a-c0-9 *`{}!\\[\\]()\\\\.\\-\\n$_]{0,6}";
    let leaf = prop_oneof![
        4 => text.prop_map(Inline::Text),
        1 => text.prop_map(Inline::Code),
        1 => (text, any::<bool>()).prop_map(|(tex, display)| Inline::Maths { tex, display }),
        1 => (text, text).prop_map(|(alt, name)| Inline::Image { alt, name }),
        1 => text.prop_map(Inline::Gap),
        1 => Just(Inline::Break),
    ];
    let inline = leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Inline::Strong),
            prop::collection::vec(inner, 0..3).prop_map(Inline::Emphasis),
        ]
    });
    prop::collection::vec(inline, 0..4)
}

/// Any tree of blocks, tidy or not.
pub fn prose() -> impl Strategy<Value = Prose> {
    let block = prop_oneof![
        line().prop_map(Block::Paragraph),
        (any::<bool>(), prop::collection::vec(line(), 0..3))
            .prop_map(|(ordered, entries)| Block::List { ordered, entries }),
        "[a `*\n-]{0,8}".prop_map(Block::Code),
    ];
    prop::collection::vec(block, 0..3).prop_map(Prose)
}
