//! Documents from other sources, which are not part of the repository.

use tutti_document::ReadError;

use crate::{read, reader, shared_data, show, strict, text, word_f1};

/// None, and a word about it, if the file is not there.
fn file(name: &str) -> Option<Vec<u8>> {
    Some(std::fs::read(shared_data::find(&format!("pdf/{name}"))?).unwrap())
}

#[tokio::test]
async fn a_book_has_the_words_of_its_source() {
    let (Some(bytes), Some(truth)) =
        (file("debian-policy__fhs-3.0.pdf"), file("debian-policy__fhs-3.0.truth.txt"))
    else {
        return;
    };
    let document = read(&bytes, "fhs.pdf").await.unwrap();
    let f1 = word_f1(&text(&document), &String::from_utf8_lossy(&truth));
    assert!(f1 > 0.965, "{f1}");
    let shown = show(&document);
    assert!(shown.contains("3.4.1. Purpose\n"), "headings stand alone");
    assert!(
        shown.contains("t Command | Description\ncat | Utility to concatenate files to standard output\n")
    );
    assert_eq!(shown.matches("\np The Root Filesystem\n").count(), 0, "running heads are gone");
}

#[tokio::test]
async fn two_columns_of_latex() {
    let Some(bytes) = file("sample-files__multicolumn.pdf") else { return };
    let shown = show(&read(&bytes, "a.pdf").await.unwrap());
    let paragraph = shown.lines().find(|line| line.starts_with("p Lorem ipsum")).unwrap();
    assert!(paragraph.ends_with("Donec vehicula augue eu neque. Pellentesque habitant morbi tristique senectus et netus et malesuada fames ac turpis egestas. Mauris ut leo. Cras viverra metus rhoncus sem. Nulla et lectus vestibulum urna fringilla ultrices. Phasellus eu tellus sit amet tortor gravida placerat. Integer sapien est, iaculis in, pretium quis, viverra ac, nunc. Praesent eget sem vel leo ultrices bibendum. Aenean faucibus. Morbi dolor nulla, malesuada eu, pulvinar at, mollis ac, nulla. Curabitur auctor semper nulla. Donec varius orci eget risus. Duis nibh mi, congue eu, accumsan eleifend, sagittis quis, diam. Duis eget orci sit amet orci dignissim rutrum."), "{paragraph}");
    assert!(shown.contains("t Austria | 8.9 | 83,879 | Vienna | German\n"), "{shown}");
}

#[tokio::test]
async fn three_columns_in_norwegian() {
    let Some(bytes) = file("debian-refcard__nb.pdf") else { return };
    let shown = show(&read(&bytes, "a.pdf").await.unwrap());
    let place = |words: &str| shown.find(words).unwrap_or_else(|| panic!("{words}: {shown}"));
    // Each column to its end before the next.
    assert!(place("Kopier filer og mapper.") < place("Send teksten til skjermen."));
    assert!(place("Rettslig merknad") < place("Få hjelp"));
    assert!(shown.contains("h1 Debian referansekort\n"));
}

#[tokio::test]
async fn turned_pages_and_arabic() {
    if let Some(bytes) = file("pdf.js__rotation.pdf") {
        let document = read(&bytes, "a.pdf").await.unwrap();
        assert!(
            text(&document).contains("It will have a landscape layout. Second line here."),
            "{}",
            text(&document)
        );
    }
    if let Some(bytes) = file("sample-files__habibi-rotated.pdf") {
        let document = read(&bytes, "a.pdf").await.unwrap();
        assert_eq!(document.quality.pages, 4);
        for page in 1..=4 {
            let words: Vec<&str> = document
                .blocks
                .iter()
                .filter(|block| block.page == page)
                .map(|block| block.text.as_str())
                .collect();
            assert_eq!(words, ["حَبيبي habibi"], "page {page}");
        }
    }
}

#[tokio::test]
async fn a_real_scan_is_read() {
    let Some(bytes) = file("OCRmyPDF__linn.pdf") else { return };
    let document = reader().read(&bytes, None).await.unwrap();
    let confidence = document.quality.ocr_confidence.unwrap();
    assert!(confidence > 0.85, "{confidence}");
    assert!(document.quality.characters > 1000, "{}", text(&document));
}

#[tokio::test]
async fn broken_and_locked_files() {
    for name in
        ["format-corpus__corruptionOneByteMissing.pdf", "format-corpus__text_only_fontsNotEmbedded.pdf"]
    {
        let Some(bytes) = file(name) else { continue };
        let document = read(&bytes, name).await.unwrap();
        assert!(
            text(&document).starts_with("This is a test document. It only contains some text."),
            "{name}"
        );
    }
    if let Some(bytes) = file("sample-files__libreoffice-writer-password.pdf") {
        assert_eq!(read(&bytes, "a.pdf").await, Err(ReadError::Encrypted));
    }
}

#[tokio::test]
async fn hostile_files_end_within_their_limits() {
    for name in ["cmap_bomb", "count_2g", "flate_nested_20g", "length_self", "mediabox_huge"] {
        let Some(bytes) = file(&format!("hostile/{name}.pdf")) else { continue };
        let start = std::time::Instant::now();
        let read = strict().read(&bytes, None).await;
        let drawn = strict().page_image(&bytes, 1).await;
        let took = start.elapsed();
        assert!(took.as_secs() < 90, "{name} took {took:?}");
        if let Err(error) = read {
            assert!(!matches!(error, ReadError::Reader { .. }), "{name}: {error}");
        }
        if let Err(error) = drawn {
            assert!(!matches!(error, ReadError::Reader { .. }), "{name}: {error}");
        }
    }
}
