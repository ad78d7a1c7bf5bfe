//! Detects the kind of a document from its bytes.

use tutti_untrusted::Archive;

use crate::{Kind, ReadError, text};

/// The name only distinguishes Markdown and HTML from plain text.
pub(crate) fn kind(bytes: &[u8], name: Option<&str>) -> Result<Kind, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let head = bytes.get(..bytes.len().min(1024)).unwrap_or_default();
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") || bytes.starts_with(b"\xff\xd8\xff") {
        return Ok(Kind::Image);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return sniff_archive(bytes);
    }
    if head.windows(5).any(|five| five == b"%PDF-") {
        return Ok(Kind::Pdf);
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        let mark: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        return if bytes.windows(mark.len()).any(|window| window == mark) {
            Err(ReadError::Encrypted)
        } else {
            unknown_type("an old Office file")
        };
    }
    let known: [(&[u8], &str); 9] = [
        (b"{\\rtf", "RTF"),
        (b"GIF8", "a GIF image"),
        (b"II*\0", "a TIFF image"),
        (b"MM\0*", "a TIFF image"),
        (b"RIFF", "a RIFF file"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"%!PS", "PostScript"),
        (b"\x7fELF", "a program"),
        (b"MZ\x90", "a program"),
    ];
    if let Some((_, found)) = known.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return unknown_type(found);
    }
    let Some(text) = text::decode(head) else { return unknown_type("a binary file") };
    let ending = name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending.to_ascii_lowercase());
    let ending = ending.as_deref().unwrap_or_default();
    let start = text.trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    let html = ["<!doctype html", "<html", "<head", "<body"];
    if html.iter().any(|tag| start.starts_with(tag))
        || (start.starts_with('<') && html.iter().any(|tag| start.contains(tag)))
        || (matches!(ending, "html" | "htm" | "xhtml") && start.contains('<'))
    {
        return Ok(Kind::Html);
    }
    if start.starts_with("<?xml") {
        return unknown_type("XML");
    }
    Ok(if matches!(ending, "md" | "markdown" | "mdown") { Kind::Markdown } else { Kind::Text })
}

fn sniff_archive(bytes: &[u8]) -> Result<Kind, ReadError> {
    let archive = Archive::open(bytes)?;
    if archive.has("word/document.xml") {
        Ok(Kind::Docx)
    } else if archive.has("ppt/presentation.xml") {
        Ok(Kind::Pptx)
    } else if archive.has("META-INF/container.xml") {
        Ok(Kind::Epub)
    } else {
        unknown_type("a zip archive")
    }
}

fn unknown_type(found: &str) -> Result<Kind, ReadError> {
    Err(ReadError::UnknownType { found: found.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], name: Option<&str>, expected: &str) {
        let found = match kind(bytes, name) {
            Ok(kind) => format!("{kind:?}"),
            Err(error) => error.to_string(),
        };
        assert!(found.contains(expected), "{found}");
    }

    #[test]
    fn bytes_tell_the_kind() {
        check(b"junk\n%PDF-1.7", Some("a.txt"), "Pdf");
        check(b"\x89PNG\r\n\x1a\n", Some("a.pdf"), "Image");
        check(b"# Title", Some("notes.MD"), "Markdown");
        check(b"# Title", None, "Text");
        check(b"<!-- x --><html>", None, "Html");
        check(b"<p>Hei</p>", Some("a.html"), "Html");
        check(b"<?xml version='1.0'?><a/>", None, "XML is not");
        check(b"PK\x03\x04junk", None, "cannot be opened");
        check(b"\0\x01\x02\x03\0\0\x05", Some("a.txt"), "a binary file is not");
        check(b"\xd0\xcf\x11\xe0....", None, "an old Office file");
        check(b"", None, "no text");
        check("æøå".as_bytes(), Some("a.pdf"), "Text");
        check(b"\xff\xfeh\0i\0", None, "Text");
    }
}
