//! Page layouts, case by case: content streams in, blocks out.

use crate::pdf_builder::{PROSE, Page, lines, one, pdf, put};
use crate::{read, show};

async fn check(pdf: &[u8], expected: &str) {
    let document = read(pdf, "a.pdf").await.unwrap();
    assert_eq!(show(&document).trim(), expected.trim());
}

const FILL: &str = "Text of the body stands here so that its size is the usual one, and it goes on for";

#[tokio::test]
async fn lines_become_paragraphs() {
    let content = lines(72.0, 700.0, "R 10", &PROSE)
        + &lines(72.0, 580.0, "R 10", &["Another paragraph stands", "apart."]);
    check(&one(content), &format!("p {}\np Another paragraph stands apart.", PROSE.join(" "))).await;
    // A first line that is indented begins a paragraph, and so does one whose first word had room above.
    let content = lines(72.0, 700.0, "R 10", &PROSE)
        + &put(
            84.0,
            604.0,
            "R 10",
            "An indented line begins a paragraph, though nothing else sets it apart from what",
        )
        + &lines(
            72.0,
            592.0,
            "R 10",
            &["came before it.", "A short line ended the last one, so this is a new one as well."],
        );
    let indented =
        "p An indented line begins a paragraph, though nothing else sets it apart from what came before it.";
    let room = "p A short line ended the last one, so this is a new one as well.";
    check(&one(content), &format!("p {}\n{indented}\n{room}", PROSE.join(" "))).await;
}

#[tokio::test]
async fn fonts_with_the_same_outlines_have_their_own_widths() {
    let text = ["sections of it are", "wide and others not."];
    let content = lines(72.0, 700.0, "S 10", &text) + &lines(72.0, 600.0, "W 10", &text);
    let expected = format!("p {0}\np {0}", text.join(" "));
    check(&one(content.clone()), &expected).await;
    // It is the same on a page that begins with the wide one.
    let pages = [lines(72.0, 600.0, "W 10", &text), content];
    let pages = pages.map(|content| Page { content, ..Page::default() });
    check(&pdf(&pages), &format!("p {0}\n{expected}", text.join(" "))).await;
}

#[tokio::test]
async fn two_columns_are_read_one_after_the_other() {
    let left: Vec<String> = (1..20).map(|n| format!("left {n} goes on for a while and then")).collect();
    let right: Vec<String> = (1..20).map(|n| format!("right {n} goes on for a while and then")).collect();
    // Drawn row by row, with a title over both and a foot under both.
    let mut content = put(120.0, 740.0, "B 20", "A title over the two columns of it");
    for (row, (left, right)) in left.iter().zip(&right).enumerate() {
        let y = 700.0 - 12.0 * row as f32;
        content += &put(72.0, y, "R 10", left);
        content += &put(300.0, y, "R 10", right);
    }
    let foot = "What stands under both columns and is as wide as both of them together comes last.";
    content += &put(72.0, 440.0, "R 10", foot);
    let expected =
        format!("h1 A title over the two columns of it\np {} {}\np {foot}", left.join(" "), right.join(" "));
    // The last line of the left column has no full stop and the right begins small: one paragraph.
    check(&one(content), &expected).await;
}

#[tokio::test]
async fn divided_words_are_joined_and_real_hyphens_stay() {
    let content = lines(
        72.0,
        700.0,
        "R 10",
        &[
            "The well-known process of photosynthesis in plants was understood by a photo-",
            "synthesis team; the result is well-",
            "known, and the Franco-",
            "Prussian war had nothing to do with it, nor had pages 10-",
            "20 of the book.",
        ],
    );
    check(
        &one(content),
        "p The well-known process of photosynthesis in plants was understood by a photosynthesis team; the result is \
         well-known, and the Franco-Prussian war had nothing to do with it, nor had pages 10-20 of the book.",
    )
    .await;
}

#[tokio::test]
async fn running_heads_and_page_numbers_go() {
    let page = |n: usize| Page {
        content: put(72.0, 760.0, "R 9", &format!("Chapter {n} of the book"))
            + &put(72.0, 700.0, "R 10", &format!("{FILL} page {}.", ["one", "two", "three"][n - 1]))
            + &put(300.0, 40.0, "R 9", &format!("{}", n + 10)),
        ..Page::default()
    };
    let pages: Vec<Page> = (1..=3).map(page).collect();
    check(&pdf(&pages), &format!("p {FILL} page one.\np {FILL} page two.\np {FILL} page three.")).await;
    // What stands there once stays.
    check(&pdf(&pages[..1]), &format!("p Chapter 1 of the book\np {FILL} page one.\np 11")).await;
}

#[tokio::test]
async fn bold_by_writing_twice_is_read_once() {
    let twice = |x: f32, text: &str| put(x, 700.0, "R 10", text) + &put(x + 0.3, 700.0, "R 10", text);
    check(&one(twice(72.0, "balloon and bookkeeper")), "p balloon and bookkeeper").await;
    let stroked = "BT /R 10 Tf 2 Tr 1 0 0 1 72 700 Tm (balloon and bookkeeper) Tj ET";
    check(&one(stroked), "p balloon and bookkeeper").await;
}

#[tokio::test]
async fn letter_spaced_and_tight_text_keeps_its_words() {
    // Letters three points apart, words more.
    let spaced = "BT /R 10 Tf 3 Tc 4 Tw 72 700 Td (SPACED LETTERS ARE WORDS) Tj ET";
    check(&one(spaced), "p SPACED LETTERS ARE WORDS").await;
    // No spaces at all: words are told apart by a gap of 0.16 em, as on a tight line.
    let words: Vec<String> = PROSE[0].split(' ').map(|word| format!("({word})")).collect();
    let tight = format!("BT /R 10 Tf 72 700 Td [{}] TJ ET", words.join(" -160 "));
    check(&one(tight), &format!("p {}", PROSE[0])).await;
    let loose = format!("BT /R 10 Tf 72 700 Td [{}] TJ ET", words.join(" -800 "));
    check(&one(loose), &format!("p {}", PROSE[0])).await;
    // Kerned pairs are no words.
    let kerned = "BT /R 10 Tf 72 700 Td [(A) 90 (V) 70 (A) -40 (T) 80 (A) -30 (R) -300 (is) -300 (a) -300 (\\fb) 20 (ilm)] TJ ET";
    let kerned = kerned.replace("\\fb", "f");
    check(&one(kerned), "p AVATAR is a film").await;
}

#[tokio::test]
async fn turned_pages_and_turned_text_are_read_upright() {
    let text = lines(
        72.0,
        500.0,
        "R 10",
        &["This page is turned by the viewer, as its dictionary says,", "and reads as ever."],
    );
    let expected = "p This page is turned by the viewer, as its dictionary says, and reads as ever.";
    for quarter in [90, 180, 270] {
        let page = Page { content: text.clone(), entries: format!("/Rotate {quarter}"), ..Page::default() };
        // The text stands as its author turned it; what is on its side is read all the same.
        check(&pdf(&[page]), expected).await;
    }
    let up = "BT /R 10 Tf 0 1 -1 0 100 100 Tm (Text that climbs the page) Tj 0 -12 Td (line by line) Tj ET";
    check(&one(up), "p Text that climbs the page line by line").await;
}

#[tokio::test]
async fn text_from_the_right_is_in_the_order_it_is_read() {
    // The first letter of the alphabet stands at the right end of the line.
    let content = put(72.0, 700.0, "H 12", "gfe dcba");
    check(&one(content), "p אבגד הוז").await;
    let content = put(72.0, 700.0, "S 12", "The word ")
        + &put(130.0, 700.0, "H 12", "dcba")
        + &put(160.0, 700.0, "S 12", " is read so and is one of four letters");
    check(&one(content), "p The word אבגד is read so and is one of four letters").await;
}

#[tokio::test]
async fn headings_have_levels() {
    let content = put(72.0, 740.0, "B 20", "The book")
        + &put(72.0, 710.0, "B 14", "1 The chapter")
        + &lines(72.0, 690.0, "R 10", &PROSE)
        + &put(72.0, 580.0, "B 10", "A bold line")
        + &lines(72.0, 566.0, "R 10", &PROSE)
        + &put(72.0, 450.0, "B 14", "2 Another chapter")
        + &lines(72.0, 430.0, "R 10", &PROSE);
    let prose = PROSE.join(" ");
    check(
        &one(content),
        &format!("h1 The book\nh2 1 The chapter\np {prose}\nh3 A bold line\np {prose}\nh2 2 Another chapter\np {prose}"),
    )
    .await;
}

#[tokio::test]
async fn lists_tables_and_captions_are_told_apart() {
    let mut content = lines(72.0, 700.0, "R 10", &PROSE)
        + &lines(
            84.0,
            596.0,
            "R 10",
            &["\u{95} the first item", "\u{95} the second item, which is long and goes on"],
        )
        .replace('\u{95}', "\\225")
        .replace("\\\\225", "\\225")
        + &put(92.0, 572.0, "R 10", "on another line")
        + &lines(84.0, 560.0, "R 10", &["1. numbered", "2. numbered too"])
        + &put(72.0, 530.0, "R 10", "Table 1: Cities and people");
    for (row, (city, people)) in
        [("Oslo", "709 000"), ("Bergen", "290 000"), ("Troms\\370", "78 000")].iter().enumerate()
    {
        let row = format!("BT /R 10 Tf 72 {} Td ({city}) Tj 160 0 Td ({people}) Tj ET\n", 510 - 12 * row);
        content += &row;
    }
    content += &put(232.0, 474.0, "R 10", "in the north");
    check(
        &one(content),
        &format!(
            "p {}\n- the first item\n- the second item, which is long and goes on on another line\n- 1. numbered\n\
             - 2. numbered too\nc Table 1: Cities and people\nt Oslo | 709 000\nBergen | 290 000\nTromsø | 78 000 in the north",
            PROSE.join(" ")
        ),
    )
    .await;
}

#[tokio::test]
async fn raised_signs_stay_in_their_line_and_accents_on_their_letter() {
    let content = put(72.0, 700.0, "R 10", "The area is 5 km")
        + &put(139.0, 704.0, "R 6", "2")
        + &put(146.0, 700.0, "R 10", "and not more than that,")
        + &put(72.0, 688.0, "R 10", "says the text.");
    check(&one(content), "p The area is 5 km2 and not more than that, says the text.").await;
    let accent = "BT /R 10 Tf 72 700 Td (caf) Tj ET BT /R 10 Tf 85.3 700 Td (\\264) Tj ET BT /R 10 Tf 84.8 700 Td (e in town) Tj ET";
    check(&one(accent), "p café in town").await;
}
