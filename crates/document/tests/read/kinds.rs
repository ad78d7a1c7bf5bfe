//! The kinds of documents, and which are refused.

use tutti_core::Problem;
use tutti_document::{Kind, Limits, ReadError, Reader};

use crate::pdf_builder::{PROSE, file, lines, one};
use crate::{read, show};

/// The HTTP status and a part of the sentence.
async fn check_refused(bytes: &[u8], name: &str, status: u16, said: &str) {
    let problem = Problem::from(read(bytes, name).await.unwrap_err());
    assert_eq!(problem.code.status(), status, "{problem}");
    assert!(problem.detail.contains(said), "{problem}");
    assert!(!problem.hints.is_empty());
}

#[tokio::test]
async fn what_cannot_be_read_says_why() {
    check_refused(b"", "a.pdf", 422, "no text").await;
    check_refused(b"   \n \n", "a.txt", 422, "no text").await;
    check_refused(&one(""), "a.pdf", 422, "no text").await;
    check_refused(b"%PDF-1.7\nnothing else", "a.pdf", 400, "damaged").await;
    check_refused(&one("x")[..120], "a.pdf", 400, "damaged").await;
    check_refused(b"PK\x03\x04nothing else", "a.docx", 400, "damaged").await;
    check_refused(b"GIF89a...", "a.pdf", 415, "a GIF image").await;
    check_refused(b"\x7fELF\x02\x01", "a.txt", 415, "a program").await;
    check_refused(b"\0\0\0\x01\x02\0\0", "a.txt", 415, "a binary file").await;
    check_refused(b"\x89PNG\r\n\x1a\nnothing else", "a.png", 400, "damaged").await;
    check_refused(b"\xff\xd8\xff\xe0nothing else", "a.jpg", 400, "damaged").await;
    let locked =
        file(&[b"<</Type/Catalog/Pages 2 0 R>>".to_vec(), b"<</Type/Pages/Kids[]/Count 0>>".to_vec()]);
    let end = "/Encrypt <</Filter/Standard/V 1/R 2/O (oooooooooooooooooooooooooooooooo)/U (uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu)/P -4>>/ID[(a)(b)]/Root";
    let locked = String::from_utf8(locked).unwrap().replace("/Root", end);
    check_refused(locked.as_bytes(), "a.pdf", 422, "password").await;
}

#[tokio::test]
async fn too_large_is_refused_before_it_is_opened() {
    let limits = Limits { bytes: 1000, ..Limits::default() };
    // There is no such program: it is never asked.
    let reader = Reader { limits, program: "/nowhere".into(), languages: Vec::new() };
    let error = reader.read(&[b'a'; 1001], None).await.unwrap_err();
    assert_eq!(Problem::from(error).code.status(), 413);
    let error = reader.read(b"a", None).await.unwrap_err();
    assert!(matches!(error, ReadError::Reader { .. }), "{error}");
}

#[tokio::test]
async fn the_bytes_count_and_not_the_name() {
    let pdf = read(&one(lines(72.0, 700.0, "R 10", &PROSE)), "notes.txt").await.unwrap();
    assert_eq!(pdf.kind, Kind::Pdf);
    assert_eq!(pdf.blocks[0].id, "p1.1");
    let markdown = read("# Tittel\n\nBlåbær.\n\n- én\n- to".as_bytes(), "a.md").await.unwrap();
    assert_eq!((markdown.kind, markdown.title.as_deref()), (Kind::Markdown, Some("Tittel")));
    assert_eq!(show(&markdown), "h1 Tittel\np Blåbær.\n- én\n- to\n");
    let text = read(b"Bl\xe5b\xe6r er bl\xe5.", "a.pdf").await.unwrap();
    assert_eq!((text.kind, show(&text)), (Kind::Text, "p Blåbær er blå.\n".to_owned()));
}

#[tokio::test]
async fn a_document_crosses_as_json() {
    let document = read(b"# One\n\ntwo", "a.md").await.unwrap();
    let json = serde_json::to_value(&document).unwrap();
    assert_eq!(
        json["blocks"][0],
        serde_json::json!({"id": "p1.1", "page": 1, "kind": "heading", "level": 1, "text": "One"})
    );
    assert_eq!(
        json["blocks"][1],
        serde_json::json!({"id": "p1.2", "page": 1, "kind": "paragraph", "text": "two"})
    );
    assert_eq!(serde_json::from_value::<tutti_document::Document>(json).unwrap(), document);
}
