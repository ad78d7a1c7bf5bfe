//! EPUB books: the chapters in the order of the spine, each as a page.

use std::collections::HashMap;

use tutti_untrusted::Archive;
use tutti_untrusted::path::percent_decode_text;

use crate::package::{attribute, need_text, read_text, resolve, xml};
use crate::{Document, Kind, Limits, Piece, ReadError, html};

pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let mut archive = Archive::open_within(bytes, limits.unpacked)?;
    if read_text(&mut archive, "META-INF/encryption.xml")?.is_some_and(|text| is_locked(&text)) {
        return Err(ReadError::Encrypted);
    }
    let container = need_text(&mut archive, "META-INF/container.xml")?;
    let tree = xml(&container, "META-INF/container.xml")?;
    let package = tree
        .descendants()
        .find(|node| node.tag_name().name() == "rootfile")
        .and_then(|node| attribute(&node, "full-path"))
        .ok_or_else(|| ReadError::damaged("it does not say where the book begins"))?;
    let text = need_text(&mut archive, package)?;
    let tree = xml(&text, package)?;
    let named = |name: &'static str| tree.descendants().filter(move |node| node.tag_name().name() == name);
    let files: HashMap<&str, &str> =
        named("item").filter_map(|item| Some((attribute(&item, "id")?, attribute(&item, "href")?))).collect();
    let title = named("title").find_map(|node| node.text()).map(str::to_owned);
    let chapters: Vec<String> = named("itemref")
        .filter(|item| attribute(item, "linear") != Some("no"))
        .filter_map(|item| files.get(attribute(&item, "idref")?))
        .map(|href| resolve(package, &percent_decode_text(href.split('#').next().unwrap_or(href))))
        .collect();
    if chapters.len() > limits.pages as usize {
        return Err(ReadError::too_large(format!(
            "it has {} chapters; the limit is {}",
            chapters.len(),
            limits.pages
        )));
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for (at, chapter) in chapters.iter().enumerate() {
        if let Some(bytes) = archive.read(chapter)? {
            pieces.extend(html::whole(&html::decode(&bytes), at as u32 + 1));
        }
    }
    Ok(Document::new(Kind::Epub, title, chapters.len() as u32, pieces))
}

/// Many books obfuscate fonts; some encrypt text.
fn is_locked(text: &str) -> bool {
    let methods = text.split("EncryptionMethod").skip(1);
    methods.filter_map(|rest| rest.split_once("Algorithm=")).any(|(_, value)| {
        let value = value.get(1..value.len().min(60)).unwrap_or_default();
        !value.starts_with("http://www.idpf.org/2008/embedding")
            && !value.starts_with("http://ns.adobe.com/pdf/enc#RC")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks() {
        assert!(!is_locked("<EncryptionMethod Algorithm=\"http://www.idpf.org/2008/embedding\"/>"));
        assert!(is_locked("<EncryptionMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#aes256-cbc\"/>"));
    }
}
