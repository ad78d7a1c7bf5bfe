//! The readers of this crate keep to the law of time; they are private, so its helper is included here.

#[path = "../../../tests/src/doubling.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with other crates")]
mod doubling;

use doubling::{ALL, check_patterns};

use crate::{html, markdown, ocr, text};

#[test]
fn markdown_takes_linear_time() {
    check_patterns("markdown", &ALL.concat(), &|text| drop(markdown::read(text)));
}

#[test]
fn html_takes_linear_time() {
    check_patterns("html", &ALL.concat(), &|text| drop(html::read(text.as_bytes())));
}

#[test]
fn html_in_a_page_takes_linear_time() {
    let read =
        |text: &str| drop(html::read(format!("<html><body><main>{text}</main></body></html>").as_bytes()));
    check_patterns("html", &ALL.concat(), &read);
}

#[test]
fn text_takes_linear_time() {
    check_patterns("text", &ALL.concat(), &|text| drop(text::read(text)));
}

#[test]
fn recognised_text_takes_linear_time() {
    check_patterns("ocr", &ALL.concat(), &|text| drop(ocr::read(text, 1)));
}
