//! Fields of a note to texts of an item, with the images they show.

use std::collections::{BTreeMap, BTreeSet};

use tutti_item::{Gap, Image};

use super::cloze::{self, Text};
use super::details::ImageDetails;
use super::field;
use super::package::MediaFiles;
use crate::markup::{Node, Reading, parse_html};
use crate::{Prose, ReadError, media};

/// What is read of one note.
pub(super) struct Texts<'m, 'a> {
    media: &'m mut MediaFiles<'a>,
    pub(super) images: BTreeMap<String, Image>,
    /// Names of images that the item has otherwise than the media file says.
    pub(super) image_names: BTreeMap<String, ImageDetails>,
    /// What was left out of the note, in words.
    pub(super) remarks: BTreeSet<String>,
    /// The first media file that could not be unpacked.
    pub(super) failed: Option<ReadError>,
    pub(super) place: String,
}

impl<'m, 'a> Texts<'m, 'a> {
    pub(super) fn new(media: &'m mut MediaFiles<'a>, place: String) -> Self {
        let (images, image_names) = (BTreeMap::new(), BTreeMap::new());
        Self { media, images, image_names, remarks: BTreeSet::new(), failed: None, place }
    }

    /// A field as a text. Only in notes of ours `{{name}}` is a gap outside gap texts.
    pub(super) fn prose(&mut self, html: &str, gaps: bool) -> Prose {
        let html = self.prepare(html, &mut field::delimit);
        self.reading(gaps, |reading| reading.html(&html))
    }

    /// The nodes of a field, for those that are lists.
    pub(super) fn nodes(&mut self, html: &str) -> Vec<Node> {
        parse_html(&self.prepare(html, &mut field::delimit))
    }

    /// Some nodes as a text.
    pub(super) fn prose_of(&mut self, nodes: &[Node], gaps: bool) -> Prose {
        self.reading(gaps, |reading| reading.nodes(nodes))
    }

    /// The words of a field.
    fn words(&mut self, html: &str) -> String {
        self.prose(html, false).words()
    }

    /// A gap text, its answers to the letter if it is our own. `name` calls a gap by its place among the gaps and
    /// its mark.
    pub(super) fn cloze(
        &mut self,
        html: &str,
        own: bool,
        name: &dyn Fn(usize, &cloze::Mark) -> String,
    ) -> (Prose, Vec<Gap>) {
        let Text { html, mut marks } = cloze::read(html);
        let html = self.prepare(&html, &mut |tex, display| Text::maths(&mut marks, tex, display));
        let mut nodes = parse_html(&html);
        cloze::open_code(&mut nodes);
        let prose = self.reading(false, |reading| reading.nodes(&nodes));
        // A formula with two gaps that cannot be cut is one gap, so not every mark has a place.
        let prose = cloze::place_gaps(prose, &|at| Some(at.to_string()));
        let mut placed = BTreeSet::new();
        prose.visit(&mut |inline| {
            if let crate::Inline::Gap(at) = inline {
                placed.insert(at.clone());
            }
        });
        let (mut gaps, mut names) = (Vec::new(), BTreeMap::new());
        for (at, mark) in marks.iter().enumerate().filter(|(at, _)| placed.contains(&at.to_string())) {
            let [answer, hint] = [&mark.answer, &mark.hint].map(|html| {
                let html = cloze::unprotect(html);
                if own { literal(&html) } else { self.words(&html) }
            });
            let hint = Some(hint).filter(|hint| !hint.is_empty());
            let name = name(gaps.len(), mark);
            names.insert(at.to_string(), name.clone());
            gaps.push(Gap { name, accepts: vec![answer], hint });
        }
        (prose.renamed_gaps(&|at| names.get(at).cloned()), gaps)
    }

    fn prepare(&mut self, html: &str, maths: &mut dyn FnMut(&str, bool) -> String) -> String {
        let remarks = &mut self.remarks;
        field::prepare(html, maths, &mut |sound| {
            remarks.insert(format!("the sound `{sound}` was left out"));
        })
    }

    fn reading(&mut self, gaps: bool, read: impl FnOnce(&mut Reading<'_>) -> Prose) -> Prose {
        let Self { media, images, image_names, remarks, failed, .. } = self;
        let mut image = |source: &str| match media.get(source) {
            Ok(None) => match media.get(&decode_address(source)) {
                Ok(Some(bytes)) => Some(take(images, image_names, source, &bytes)),
                _ => {
                    let source: String = source.chars().take(80).collect();
                    remarks.insert(format!("the image `{source}` is not in the file"));
                    None
                }
            },
            Ok(Some(bytes)) => Some(take(images, image_names, source, &bytes)),
            Err(error) => {
                failed.get_or_insert(error);
                None
            }
        };
        read(&mut Reading { image: &mut image, dollars: false, gaps })
    }

    /// The images that no text shows.
    pub(super) fn take_the_rest(&mut self) -> Result<(), ReadError> {
        for (file, details) in &self.image_names {
            if self.images.contains_key(&details.name) {
                continue;
            }
            match self.media.get(file)? {
                Some(bytes) => drop(take(&mut self.images, &self.image_names, file, &bytes)),
                None => drop(self.remarks.insert(format!("the image `{}` is not in the file", details.name))),
            }
        }
        Ok(())
    }
}

fn take(
    images: &mut BTreeMap<String, Image>,
    names: &BTreeMap<String, ImageDetails>,
    file: &str,
    bytes: &[u8],
) -> String {
    let Some(details) = names.get(file) else { return media::take(images, file, bytes) };
    let data = tutti_item::ImageData::inline(bytes);
    images.insert(details.name.clone(), Image { media_type: details.media_type.clone(), data });
    details.name.clone()
}

/// The words of a field to the letter: nothing in it is a text of ours. Lines stay lines.
pub(super) fn literal(html: &str) -> String {
    fn push(nodes: &[Node], out: &mut String) {
        for node in nodes {
            match node {
                Node::Text(text) => out.push_str(text),
                Node::Element(element) => {
                    if matches!(element.name.as_str(), "br" | "div" | "p") && !out.is_empty() {
                        out.push('\n');
                    }
                    push(&element.children, out);
                }
            }
        }
    }
    let mut out = String::new();
    push(&parse_html(html), &mut out);
    out.replace('\u{a0}', " ").trim().to_owned()
}

/// A name as an address has it: `a%20b.png`.
fn decode_address(source: &str) -> String {
    let mut out = Vec::with_capacity(source.len());
    let mut bytes = source.as_bytes();
    while let Some((first, rest)) = bytes.split_first() {
        let code = rest.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                out.push(byte);
                bytes = &rest[2..];
            }
            None => {
                out.push(*first);
                bytes = rest;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| source.to_owned())
}
