//! Scanned pages: text recognition, rotation, confidence.

use std::io::Write;
use std::process::{Command, Stdio};

use tutti_document::{Kind, ReadError, Reader};

use crate::pdf_builder::{PROSE, Page, lines, one, pdf, put};
use crate::{reader, text, word_f1};

/// Width, height and dots of the first page, drawn by poppler at so many dots per inch.
fn scan(document: &[u8], dpi: u32) -> (usize, usize, Vec<u8>) {
    let mut poppler = Command::new("pdftoppm")
        .args(["-gray", "-singlefile", "-r", &dpi.to_string(), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    poppler.stdin.take().unwrap().write_all(document).unwrap();
    let pgm = poppler.wait_with_output().unwrap().stdout;
    let mut parts = pgm.splitn(4, u8::is_ascii_whitespace);
    let mut number = || std::str::from_utf8(parts.next().unwrap()).unwrap().parse::<usize>();
    let (_, width, height) = (number(), number().unwrap(), number().unwrap());
    let dots = pgm[pgm.len() - width * height..].to_vec();
    (width, height, dots)
}

fn image_page((width, height, dots): (usize, usize, Vec<u8>)) -> Page {
    Page { image: Some((width, height, dots)), ..Page::default() }
}

fn clean() -> Vec<u8> {
    one(put(72.0, 720.0, "B 20", "How plants live") + &lines(72.0, 680.0, "R 11", &PROSE))
}

fn truth() -> String {
    format!("How plants live {}", PROSE.join(" "))
}

#[tokio::test]
async fn a_clean_scan_is_read() {
    let document = reader().read(&pdf(&[image_page(scan(&clean(), 300))]), None).await.unwrap();
    let f1 = word_f1(&text(&document), &truth());
    assert!(f1 > 0.97, "{f1}: {}", text(&document));
    let confidence = document.quality.ocr_confidence.unwrap();
    assert!(confidence > 0.85, "{confidence}");
    assert_eq!((document.quality.pages_ocr, document.quality.bad_pages), (vec![1], vec![]));
    assert_eq!(document.title.as_deref(), Some("How plants live"));
    assert_eq!(document.blocks[0].id, "p1.1");
}

#[tokio::test]
async fn a_turned_scan_is_turned_back() {
    let (width, height, dots) = scan(&clean(), 200);
    let quarter: Vec<u8> = (0..width)
        .flat_map(|y| (0..height).map(move |x| (x, y)))
        .map(|(x, y)| dots[(height - 1 - x) * width + y])
        .collect();
    let half: Vec<u8> = dots.iter().rev().copied().collect();
    for page in [(height, width, quarter), (width, height, half)] {
        // The image is shown in a landscape page where it lies on its side.
        let mut page = image_page(page);
        if page.image.as_ref().is_some_and(|(width, height, _)| width > height) {
            page.entries = "/MediaBox[0 0 792 612]".to_owned();
            page.content = "q 792 0 0 612 0 0 cm /I Do Q".to_owned();
        }
        let document = reader().read(&pdf(&[page]), None).await.unwrap();
        let f1 = word_f1(&text(&document), &truth());
        assert!(f1 > 0.9, "{f1}: {}", text(&document));
    }
}

#[tokio::test]
async fn an_unreadable_scan_is_not_trusted() {
    let (width, height, mut dots) = scan(&clean(), 45);
    let mut seed = 7_u32;
    for dot in &mut dots {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (seed >> 24) as i32 - 128;
        *dot = (170 + (i32::from(*dot) - 128) / 4 + noise / 4).clamp(0, 255) as u8;
    }
    let document = reader().read(&pdf(&[image_page((width, height, dots))]), None).await.unwrap();
    let confidence = document.quality.ocr_confidence.unwrap();
    assert!(confidence < 0.6, "{confidence}: {}", text(&document));
}

#[tokio::test]
async fn only_pages_without_a_good_layer_are_recognised() {
    let written = Page { content: lines(72.0, 700.0, "R 11", &PROSE), ..Page::default() };
    // A layer whose letters are three off, over the image of the page.
    let off = |line: &str| {
        line.bytes()
            .map(|b| if b == b' ' { ' ' } else { char::from(b.wrapping_sub(29).max(33)) })
            .collect::<String>()
    };
    let nonsense: Vec<String> = PROSE.iter().map(|line| off(line)).collect();
    let nonsense: Vec<&str> = nonsense.iter().map(String::as_str).collect();
    let mut broken = image_page(scan(&clean(), 200));
    broken.content = format!("3 Tr {}", lines(72.0, 700.0, "R 11", &nonsense));
    let blank = Page::default();
    let document = reader().read(&pdf(&[written, blank, broken]), None).await.unwrap();
    assert_eq!((document.quality.pages, &document.quality.pages_ocr), (3, &vec![3]));
    let third: String = document
        .blocks
        .iter()
        .filter(|block| block.page == 3)
        .map(|block| block.text.clone() + " ")
        .collect();
    assert!(word_f1(&third, &truth()) > 0.95, "{third}");
    assert!(document.blocks.iter().any(|block| block.page == 1 && block.text == PROSE.join(" ")));
}

#[tokio::test]
async fn an_image_file_is_read_and_shown() {
    let png = reader().page_image(&clean(), 1).await.unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let (width, height, dots) = scan(&clean(), 300);
    let mut photo = Vec::new();
    let mut encoder = png::Encoder::new(&mut photo, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&dots).unwrap();
    let document = reader().read(&photo, Some("photo.png")).await.unwrap();
    assert_eq!(document.kind, Kind::Image);
    assert!(word_f1(&text(&document), &truth()) > 0.97, "{}", text(&document));
    assert!(reader().page_image(&photo, 1).await.unwrap().starts_with(b"\x89PNG"));
    assert_eq!(reader().page_image(&photo, 2).await, Err(ReadError::NoPage { page: 2, pages: 1 }));
}

#[tokio::test]
async fn without_the_language_it_says_so() {
    let reader = Reader { languages: vec!["xxx".to_owned()], ..reader() };
    let page = image_page(scan(&clean(), 150));
    let error = reader.read(&pdf(std::slice::from_ref(&page)), None).await.unwrap_err();
    assert!(matches!(error, ReadError::NoOcr { .. }), "{error}");
    // With other pages to read, the page is named instead.
    let written = Page { content: lines(72.0, 700.0, "R 11", &PROSE), ..Page::default() };
    let document = reader.read(&pdf(&[written, page]), None).await.unwrap();
    assert_eq!((document.quality.bad_pages, document.quality.ocr_confidence), (vec![2], None));
}

#[test]
fn without_tesseract_the_child_says_so() {
    let limits = serde_json::to_value(tutti_document::Limits::default()).unwrap();
    let task = serde_json::json!({"task": "recognise", "arguments": [], "limits": limits});
    let child = Command::new(env!("CARGO_BIN_EXE_tutti-document-child"))
        .args([tutti_document::COMMAND, &task.to_string()])
        .env("PATH", "/nowhere")
        .output()
        .unwrap();
    assert_eq!(child.status.code(), Some(127), "as a shell would");
    assert!(!child.stderr.is_empty());
}
