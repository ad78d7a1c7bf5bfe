//! The sample bank as pages, checked with poppler: which text can be extracted, and where the ink is.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use tutti_exchange::{Format, read};
use tutti_item::{Body, Item};
use tutti_print::{Language, PageSize, Printed, Sheet, key, paper};

fn bank() -> Vec<Item> {
    read(Format::Jsonl, include_bytes!("../../../samples/bank.jsonl")).unwrap().items
}

fn sheet() -> Sheet {
    Sheet { title: "Sample bank".into(), size: PageSize::A4, language: Language::English }
}

/// Runs a tool of poppler on the document in a folder of its own and gives that folder.
fn poppler(tool: &str, printed: &Printed, arguments: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.pdf"), &printed.bytes).unwrap();
    let output =
        Command::new(tool).args(arguments).args(["in.pdf", "out"]).current_dir(folder.path()).output();
    let output = output.unwrap_or_else(|error| panic!("{tool}: {error}; run tests/setup/install.sh"));
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{tool}");
    folder
}

fn text(printed: &Printed) -> String {
    let folder = poppler("pdftotext", printed, &["-raw", "-enc", "UTF-8"]);
    std::fs::read_to_string(folder.path().join("out")).unwrap()
}

/// The words of the page one after the other, whatever lines they are on.
fn words(printed: &Printed) -> String {
    text(printed).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// That these stand on the pages in this order.
#[track_caller]
fn check_order(printed: &Printed, expected: &[&str]) {
    let words = words(printed);
    let mut rest = words.as_str();
    for part in expected {
        let Some((_, after)) = rest.split_once(part) else { panic!("no `{part}` in: {rest}") };
        rest = after;
    }
}

#[test]
fn words_come_out_in_order() {
    let bank = bank();
    let paper = paper(&bank, &sheet()).unwrap();
    assert_eq!(paper.problems, []);
    check_order(
        &paper,
        &[
            "Sample bank",
            "Name:",
            "Date:",
            "1.",
            "The curve in the picture is",
            "For which values of",
            "A",
            "2.",
            "Choose all that apply.",
            "3.",
            "right angle.",
            "True",
            "False",
            "4.",
            "Answer:",
            "12.",
            "what is left # of it?",
            "x < y && z",
            "£37.50",
            "£38 <net>",
        ],
    );
    check_order(&paper, &["«Å være eller ikke være» hører ikke hjemme her.", "Bergen", "Oslo", "Tromsø"]);
    let key = key(&bank, &sheet()).unwrap();
    assert_eq!(key.problems, []);
    check_order(
        &key,
        &[
            "Sample bank – Answer key",
            "1.",
            "B",
            "Solution",
            "1.",
            "The roots are where",
            "Key idea:",
            "Forgets the negative root",
            "2.",
            "B",
            "53",
            "D",
            "59",
            "3.",
            "True",
            "4.",
            "2.5",
            "within ± 0.05",
            "5.",
            "3/4",
            "within ± 1 %",
            "osmosis (also accepted osmotic flow)",
        ],
    );
    assert!(!words(&paper).contains("Siden 1814"), "the paper gives no rationale away");
}

#[test]
fn no_sign_is_missing() {
    let signs =
        "abcæøåÆØÅéüßçñšžłőğ ΑΩαβγδεζηθλμπρστφχψω ЖДЯжд «»“”‘’„–—…·•°±×÷−≤≥≠≈∞√∑∏∫∂∈∉⊂∪∩→⇒⇔∀∃¬∧∨ ½¼² € £ § ‰";
    let item = Item::new(tutti_item::Prose::plain(signs).print(), Body::TrueFalse { answer: true });
    let printed = paper(std::slice::from_ref(&item), &sheet()).unwrap();
    assert_eq!(printed.problems, []);
    let found = text(&printed);
    let lost: String = signs.chars().filter(|c| *c != ' ' && !found.contains(*c)).collect();
    assert_eq!(lost, "");
    let unknown = Item::new("漢", Body::TrueFalse { answer: true });
    let problems = paper(&[unknown], &sheet()).unwrap().problems;
    assert_eq!(problems[0].what, "no font has the character 漢 (U+6F22)");
}

#[test]
fn what_cannot_be_set_is_printed_as_its_source_and_reported() {
    let item = Item::multiple_choice("Solve \\(\\frac{1}{x\\) now", ["1", "2"], 0);
    let printed = paper(&[item], &sheet()).unwrap();
    assert_eq!(printed.problems.len(), 1);
    assert!(printed.problems[0].what.starts_with("the formula \\(\\frac{1}{x\\) is printed as its source:"));
    check_order(&printed, &["Solve", "\\(\\frac{1}{x\\)", "now"]);
}

#[test]
fn the_document_says_what_it_is() {
    let sheet = Sheet { language: Language::Norwegian, ..sheet() };
    let printed = paper(&bank(), &sheet).unwrap();
    assert_eq!(printed, paper(&bank(), &sheet).unwrap(), "same items, same bytes");
    check_order(&printed, &["Navn:", "Dato:", "Sant", "Usant", "Svar:"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.pdf");
    std::fs::write(&file, &printed.bytes).unwrap();
    let info = Command::new("pdfinfo").arg(&file).output().expect("run tests/setup/install.sh");
    let info = String::from_utf8(info.stdout).unwrap();
    for line in ["Title:           Sample bank", "Tagged:          yes", "(A4)"] {
        assert!(info.contains(line), "{line}: {info}");
    }
    let fonts = Command::new("pdffonts").arg(&file).output().unwrap();
    let fonts = String::from_utf8(fonts.stdout).unwrap();
    assert!(
        fonts.lines().skip(2).all(|line| line.contains("yes yes yes")),
        "embedded, cut down, readable: {fonts}"
    );
}

/// A page as grey pixels.
struct Grey {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

fn pages(printed: &Printed, dpi: u32) -> Vec<Grey> {
    let folder = poppler("pdftoppm", printed, &["-gray", "-r", &dpi.to_string()]);
    let mut files: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "pgm"));
    files.sort();
    files.iter().map(|file| pgm(file)).collect()
}

/// `P5`, width, height, 255, one white space, the pixels.
fn pgm(file: &Path) -> Grey {
    let bytes = std::fs::read(file).unwrap();
    let mut at = 0;
    let mut field = || {
        let end = bytes[at..].iter().position(u8::is_ascii_whitespace).unwrap() + at;
        let text = std::str::from_utf8(&bytes[at..end]).unwrap();
        at = end + 1;
        text.to_owned()
    };
    assert_eq!(field(), "P5");
    let (width, height) = (field().parse().unwrap(), field().parse().unwrap());
    assert_eq!(field(), "255");
    let pixels = bytes[at..].to_vec();
    assert_eq!(pixels.len(), width * height);
    Grey { width, height, pixels }
}

/// A bank with long formulas, long words and large pictures as well.
fn hard_bank() -> Vec<Item> {
    let mut bank = bank();
    let sum = (1..40).map(|i| format!("x_{{{i}}}^2")).collect::<Vec<_>>().join("+");
    bank.push(Item::new(format!("\\({sum}\\)"), Body::TrueFalse { answer: true }));
    bank.push(Item::new("n".repeat(300), Body::TrueFalse { answer: true }));
    bank.push(Item::new(format!("```\n{}\n```", "code ".repeat(60)), Body::TrueFalse { answer: true }));
    let mut wide = Item::new("A figure.", Body::TrueFalse { answer: true });
    wide.figure = Some("<svg xmlns='http://www.w3.org/2000/svg' width='2000' height='3000'><rect width='2000' height='3000'/></svg>".into());
    bank.push(wide);
    bank
}

#[test]
fn no_ink_is_outside_the_margins() {
    for size in [PageSize::A4, PageSize::Letter] {
        let sheet = Sheet { size, ..sheet() };
        for printed in [paper(&hard_bank(), &sheet).unwrap(), key(&hard_bank(), &sheet).unwrap()] {
            let pages = pages(&printed, 50);
            assert_eq!(pages.len(), printed.pages);
            for (number, page) in pages.iter().enumerate() {
                // 20 mm to the sides, 18 above, 10 below.
                let millimetres = |value: usize| value * 50 * 10 / 254;
                for (i, _) in page.pixels.iter().enumerate().filter(|(_, grey)| **grey < 200) {
                    let (x, y) = (i % page.width, i / page.width);
                    let inside = (millimetres(20)..page.width - millimetres(20)).contains(&x)
                        && (millimetres(18)..page.height - millimetres(10)).contains(&y);
                    assert!(
                        inside,
                        "page {} has ink at {x}, {y} of {} x {}",
                        number + 1,
                        page.width,
                        page.height
                    );
                }
            }
        }
    }
}

#[test]
fn a_question_that_fits_a_page_is_on_one() {
    let question = |i: usize| {
        let stem =
            format!("start{i}. {}", "Some words to fill the line and the next one. ".repeat(i % 7 * 3 + 1));
        let last =
            format!("Another way to say {i}, which takes up more of the line than the others do, end{i}");
        Item::multiple_choice(stem, ["The first of the options".to_owned(), "The second".to_owned(), last], 0)
    };
    let items: Vec<Item> = (0..60).map(question).collect();
    let printed = paper(&items, &sheet()).unwrap();
    let text = text(&printed);
    let pages: Vec<&str> = text.split('\u{c}').collect();
    assert!(printed.pages > 8);
    for i in 0..60 {
        let on =
            |words: &str| pages.iter().position(|page| page.split_whitespace().any(|word| word == words));
        assert_eq!(on(&format!("start{i}.")), on(&format!("end{i}")), "{i}");
        assert!(on(&format!("end{i}")).is_some());
    }
    assert!(pages[1].contains(&format!("2 / {}", printed.pages)));
}

#[test]
fn two_hundred_questions_take_no_time() {
    let items: Vec<Item> = bank().into_iter().cycle().take(200).collect();
    let start = Instant::now();
    let printed = paper(&items, &sheet()).unwrap();
    let answers = key(&items, &sheet()).unwrap();
    let took = start.elapsed();
    let limit = if cfg!(debug_assertions) { 60 } else { 2 };
    assert!(took < Duration::from_secs(limit), "{took:?} for {} and {} pages", printed.pages, answers.pages);
}
