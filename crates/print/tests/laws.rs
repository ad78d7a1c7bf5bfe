//! Any item is printed or its problem is listed; nothing panics.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use tutti_item::{Body, Image, ImageData, Item};
use tutti_print::{Sheet, key, paper};

fn sheet() -> Sheet {
    Sheet { title: "Laws".into(), size: tutti_print::PageSize::A4, language: tutti_print::Language::English }
}

fn prints(item: &Item) {
    for printed in [paper(std::slice::from_ref(item), &sheet()), key(std::slice::from_ref(item), &sheet())] {
        assert!(printed.unwrap().bytes.starts_with(b"%PDF-1.7"));
    }
}

/// LaTeX as people and models write it, and as nobody does.
fn latex() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "x",
        "2",
        "^",
        "_",
        "{",
        "}",
        "&",
        "\\\\",
        "\\frac",
        "\\sqrt",
        "[",
        "]",
        "\\left(",
        "\\right)",
        "\\left.",
        "\\right|",
        "\\begin{matrix}",
        "\\end{matrix}",
        "\\begin{cases}",
        "\\end{cases}",
        "\\begin{aligned}",
        "\\end{aligned}",
        "\\text{",
        "\\mathrm{",
        "\\sum",
        "\\int",
        "\\limits",
        "\\over",
        "\\color{red}",
        "\\hspace{",
        "9999em",
        "-3em",
        "\\rule{1em}{2em}",
        "\\raisebox{9em}{x}",
        "\\def\\a{\\a\\a}",
        "\\a",
        "\\ce{",
        "->",
        "'",
        "%",
        "$",
        "~",
        "\\overbrace{",
        "\\xrightarrow{",
        "\\cancel{",
        "\\boxed{",
        "\\hline",
        "\\genfrac",
        "\\operatorname{",
        "æ",
        "漢",
        "😀",
        "\\unicode{x",
        "\\char\"",
        "\\kern1em",
        "\\Huge",
        "\\tiny",
        "\\phantom{",
        "\\middle|",
        "\\tag{1}",
        "\\newline",
    ]);
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

fn svg() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "<path d='M0 0L10 10A5 5 0 0 1 3 3z'/>",
        "<path d='M0 0 h'/>",
        "<path d='A'/>",
        "<circle r='-4'/>",
        "<g transform='scale(0)'><text>x</text></g>",
        "<g transform='matrix(1 2 3 4 5 6)'>",
        "</g>",
        "<rect width='9' height='9' rx='50'/>",
        "<text x='1'>a<tspan dy='2'>b</tspan></text>",
        "<polygon points='1 2 3'/>",
        "<polyline points='0,0 1,1 2,nan'/>",
        "<line x2='1e30' stroke='red' stroke-dasharray='0 0'/>",
        "<use href='#a'/>",
        "<image/>",
        "<svg x='3'><circle r='3'/></svg>",
        "<",
    ]);
    let root = prop::sample::select(vec![
        "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='50'>",
        "<svg viewBox='0 0 0 0'>",
        "<svg viewBox='0 0 1e9 1' width='10'>",
        "<svg width='0' height='9'>",
        "<svg width='50%'>",
    ]);
    (root, prop::collection::vec(part, 0..6))
        .prop_map(|(root, parts)| format!("{root}{}</svg>", parts.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_formula(tex in latex(), display in any::<bool>()) {
        let text = if display { format!("a \\[{tex}\\] b") } else { format!("a \\({tex}\\) b") };
        prints(&Item::new(text, Body::TrueFalse { answer: true }));
    }

    #[test]
    fn any_text(stem in ".{0,60}", back in "[a *`{}!\\[\\]()\\\\.\\-\\n1$#>\t]{0,60}") {
        prints(&Item::new(stem, Body::Flashcard { back: back.into() }));
    }

    #[test]
    fn any_figure(svg in svg()) {
        let mut item = Item::new("Look.", Body::TrueFalse { answer: true });
        item.figure = Some(svg);
        prints(&item);
    }

    #[test]
    fn any_picture(start in 0_usize..3, bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let starts: [&[u8]; 3] = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xd8\xff\xc0\0\x11\x08", b""];
        let bytes = [starts[start], &bytes].concat();
        let mut item = Item::new("![p](p.png)", Body::TrueFalse { answer: true });
        item.images.insert("p.png".into(), Image { media_type: "image/png".into(), data: ImageData::inline(&bytes) });
        prints(&item);
    }
}

#[test]
fn deep_nesting_ends() {
    for depth in [100, 4_000] {
        let tex = format!("\\({}x{}\\)", "\\sqrt{".repeat(depth), "}".repeat(depth));
        prints(&Item::new(tex, Body::TrueFalse { answer: true }));
        let mut item = Item::new("Look.", Body::TrueFalse { answer: true });
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg'>{}{}</svg>",
            "<g>".repeat(depth),
            "</g>".repeat(depth)
        );
        item.figure = Some(svg);
        prints(&item);
    }
}
