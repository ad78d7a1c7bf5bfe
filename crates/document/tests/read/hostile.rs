//! Hostile files: each ends within its limits, and the next request is served.

use std::fmt::Write;
use std::time::{Duration, Instant};

use tutti_document::{Document, ReadError};

use crate::pdf_builder::{PROSE, deflated_stream, file, lines, one, stream};
use crate::{strict, text};

/// What came of it. The reader itself is never to blame, and reads the next document.
async fn ends(bytes: &[u8], what: &str) -> Result<Document, ReadError> {
    let start = Instant::now();
    let found = strict().read(bytes, None).await;
    assert!(start.elapsed() < Duration::from_secs(45), "{what} took {:?}", start.elapsed());
    assert!(!matches!(found, Err(ReadError::Reader { .. })), "{what}: {found:?}");
    let next = strict().read(&one(lines(72.0, 700.0, "R 10", &PROSE)), None).await.unwrap();
    assert!(text(&next).contains("chlorophyll"));
    found
}

/// A page that shows a content stream, with these entries in its resources and further objects from the fifth on.
fn page(content: Vec<u8>, resources: &str, more: Vec<Vec<u8>>) -> Vec<u8> {
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources <<{resources}>>>>")
            .into_bytes(),
        content,
    ];
    objects.extend(more);
    file(&objects)
}

#[tokio::test]
async fn flate_bombs() {
    let zeros = vec![b' '; 64 << 20];
    let once = miniz_oxide::deflate::compress_to_vec_zlib(&zeros, 6);
    drop(zeros);
    // The same packed again is read as thirty-two times the first.
    let many: Vec<u8> = once.repeat(32);
    let twice = miniz_oxide::deflate::compress_to_vec_zlib(&many, 6);
    let nested = stream("/Filter[/FlateDecode/FlateDecode]", &twice);
    let found = ends(&page(nested, "", vec![]), "nested flate").await;
    assert!(found.is_err(), "{found:?}");
    let operators = deflated_stream("", "q Q 1 0 0 1 0 0 cm ".repeat(8 << 20).as_bytes());
    let found = ends(&page(operators, "", vec![]), "operators").await;
    assert!(
        matches!(found, Err(ReadError::OutOfTime | ReadError::OutOfMemory | ReadError::Empty)),
        "{found:?}"
    );
}

#[tokio::test]
async fn forms_that_call_forms() {
    let mut more = Vec::new();
    for level in 0..24 {
        let next = 6 + level;
        let resources = format!("/Resources <</XObject <</F {next} 0 R>>>>");
        let calls = "/F Do ".repeat(20);
        more.push(stream(&format!("/Type/XObject/Subtype/Form/BBox[0 0 9 9] {resources}"), calls.as_bytes()));
    }
    more.push(stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", b"0 0 m"));
    let found = ends(&page(stream("", b"/F Do"), "/XObject <</F 5 0 R>>", more), "billion laughs").await;
    assert_eq!(found, Err(ReadError::OutOfTime));
    let own = vec![stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources <</XObject <</F 5 0 R>>>>",
        b"/F Do /F Do",
    )];
    let found = ends(&page(stream("", b"/F Do"), "/XObject <</F 5 0 R>>", own), "calls itself").await;
    assert!(found.is_err());
}

#[tokio::test]
async fn ranges_and_nesting_without_end() {
    let cmap = b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange \
        1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange endcmap end";
    let fonts = "/Font <</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 5 0 R>>>>";
    let content = stream("", b"BT /F 10 Tf 72 700 Td (hello there) Tj ET");
    let _ = ends(&page(content, fonts, vec![stream("", cmap)]), "ToUnicode").await;
    let deep = |open: &str, close: &str| format!("{}{} 0 0 m", open.repeat(500_000), close.repeat(500_000));
    for (open, close) in [("[", "]"), ("<</A ", ">>"), ("q ", "Q ")] {
        let found = ends(&page(stream("", deep(open, close).as_bytes()), "", vec![]), open).await;
        assert!(found.is_err(), "{open}: {found:?}");
    }
    // Pages that are their own children.
    let mut objects = vec![b"<</Type/Catalog/Pages 2 0 R>>".to_vec()];
    objects.push(b"<</Type/Pages/Kids[2 0 R 2 0 R 3 0 R]/Count 2000000000>>".to_vec());
    objects.push(b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>".to_vec());
    assert!(ends(&file(&objects), "page tree").await.is_err());
    let mut kids = String::new();
    for _ in 0..3000 {
        let _ = write!(kids, "3 0 R ");
    }
    objects[1] = format!("<</Type/Pages/Kids[{kids}]/Count 3000>>").into_bytes();
    let found = ends(&file(&objects), "too many pages").await;
    assert!(matches!(found, Err(ReadError::TooLarge { .. } | ReadError::Empty)), "{found:?}");
}

#[tokio::test]
async fn images_larger_than_any_memory() {
    let image = deflated_stream(
        "/Type/XObject/Subtype/Image/Width 100000/Height 100000/ColorSpace/DeviceRGB/BitsPerComponent 8",
        &vec![0; 1 << 20],
    );
    let found = ends(
        &page(stream("", b"q 612 0 0 792 0 0 cm /I Do Q"), "/XObject <</I 5 0 R>>", vec![image]),
        "image",
    )
    .await;
    if let Ok(document) = found {
        assert_eq!(text(&document).trim(), "");
    }
    let mut objects =
        vec![b"<</Type/Catalog/Pages 2 0 R>>".to_vec(), b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec()];
    objects.push(b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 2000000 2000000]/Contents 4 0 R>>".to_vec());
    objects.push(stream("", b"0 0 m 9 9 l S"));
    let huge = file(&objects);
    assert!(ends(&huge, "media box").await.is_err());
    assert!(strict().page_image(&huge, 1).await.is_ok(), "it is drawn smaller");
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\x01\x86\xa0\0\x01\x86\xa0\x08\x02\0\0\0".to_vec();
    png.extend([0; 64]);
    assert!(ends(&png, "PNG").await.is_err());
}
