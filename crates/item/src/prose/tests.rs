//! What counts as markup, and the round-trip laws.

use proptest::prelude::*;

use super::*;
use crate::strategies::prose;

#[track_caller]
fn check(text: &str, printed: &str) {
    let prose = Prose::read(&text.into());
    assert_eq!(prose.print().as_str(), printed, "{prose:?}");
    assert_eq!(Prose::read(&prose.print()), prose);
}

#[test]
fn what_is_markup_and_what_is_not() {
    check("5*3*2 and a_b_c", "5*3*2 and a_b_c");
    check("**Which** is *not* `x*y`?", "**Which** is *not* `x*y`?");
    check("two  spaces\n and a line", "two spaces\nand a line");
    check("a\n\n\n\nb\n- c\n- d\n1. e", "a\n\nb\n\n- c\n- d\n\n1. e");
    check("```\nif x:\n  *y*\n```", "```\nif x:\n  *y*\n```");
    check("see ![a plot](p.png) of \\(x ^2\\)", "see ![a plot](p.png) of \\(x ^2\\)");
    check("the {{ organ }} that", "the {{organ}} that");
    check("\\- no list", "\\- no list");
    check("a * b", "a \\* b");
    check("costs \\$5", "costs $5");
}

#[test]
fn the_tree_of_a_text() {
    let prose = Prose::read(&"*a* {{g}}\n\\[x\\]".into());
    assert_eq!(
        prose.0,
        [Block::Paragraph(vec![
            Inline::Emphasis(vec![Inline::Text("a".into())]),
            Inline::Text(" ".into()),
            Inline::Gap("g".into()),
            Inline::Break,
            Inline::Maths { tex: "x".into(), display: true },
        ])]
    );
    assert_eq!(prose.words(), "a ____\n\\[x\\]");
}

#[test]
fn a_title_is_the_first_whole_words() {
    let title = |text: &str| Prose::read(&text.into()).title();
    assert_eq!(title("What is \\(x^2\\)?"), "What is x^2?");
    assert_eq!(title(&"seven77 ".repeat(20)), "seven77 seven77 seven77 seven77 seven77 seven77 seven77…");
    assert_eq!(title(&"x".repeat(100)), "x".repeat(59) + "…");
}

#[test]
fn plain_text_has_no_markup() {
    assert_eq!(Prose::plain("- *a* {{b}} \\(c\\)").print().as_str(), "\\- \\*a\\* \\{\\{b}} \\\\(c\\\\)");
}

proptest! {
    #[test]
    fn printing_and_reading_gives_the_tidied_tree(prose in prose()) {
        let tidy = prose.tidy();
        prop_assert_eq!(&tidy.clone().tidy(), &tidy);
        let printed = tidy.print();
        prop_assert_eq!(&Prose::read(&printed), &tidy, "{:?}", printed);
    }

    #[test]
    fn any_text_settles_at_once(text in "[ab *`{}!\\[\\]()\\\\\\.\\-\\n1$]{0,30}") {
        let once = Prose::read(&RichText::new(text)).print();
        prop_assert_eq!(Prose::read(&once).print(), once);
    }
}
