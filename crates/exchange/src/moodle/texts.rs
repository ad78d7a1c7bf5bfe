//! Texts of a question to texts of an item, with their images.
//!
//! Maths is between `\(` and `\)` or dollar signs. Images are files of the question or data URLs; a question with any
//! other image is not read, because we cannot show it.

use std::collections::BTreeMap;

use tutti_item::{Image, ImageData, RichText};
use tutti_untrusted::path::{percent_decode, percent_decode_text};

use super::import::Refusal;
use super::question::{GAP, Markup, Text};
use crate::markup::{Reading, escape};
use crate::{Block, Inline, Prose, ReadError, media};

/// What goes before the name of a file in an address.
pub(crate) const FILES: &str = "@@PLUGINFILE@@/";

/// The texts of one question while it is read.
pub(super) struct Texts<'a> {
    pub(super) images: BTreeMap<String, Image>,
    place: &'a str,
    /// In what we wrote, a dollar sign is one, and `{{x}}` was a gap.
    ours: bool,
}

impl<'a> Texts<'a> {
    pub(super) fn new(place: &'a str, ours: bool) -> Self {
        Self { images: BTreeMap::new(), place, ours }
    }

    pub(super) fn read(&mut self, text: &Text) -> Result<Prose, Refusal> {
        let mut failed = None;
        let images = &mut self.images;
        let place = self.place;
        let mut image = |source: &str| {
            if source.starts_with(GAP) {
                return Some(source.to_owned());
            }
            match find(images, text, source, place) {
                Ok(name) => Some(name),
                Err(refusal) => {
                    failed.get_or_insert(refusal);
                    None
                }
            }
        };
        let prose = match text.markup {
            Markup::Markdown => {
                // Markdown takes a backslash from what maths opens and closes with.
                let source = ["\\\\(", "\\\\)", "\\\\[", "\\\\]"]
                    .iter()
                    .fold(text.source.clone(), |source, mark| source.replace(mark, &mark[1..]));
                let source = if self.ours { RichText::new(source) } else { RichText::from_dollars(&source) };
                with_images(Prose::read(&source), &mut image)
            }
            _ => {
                let html = match text.markup {
                    Markup::Plain => escape(text.source.trim()).replace('\n', "<br/>"),
                    Markup::Auto => text.source.trim().replace('\n', "<br/>"),
                    _ => text.source.clone(),
                };
                Reading { image: &mut image, dollars: !self.ours, gaps: self.ours }.html(&html)
            }
        };
        failed.map_or(Ok(prose), Err)
    }
}

/// The name that the image at `source` has among the images of the item.
fn find(
    images: &mut BTreeMap<String, Image>,
    text: &Text,
    source: &str,
    place: &str,
) -> Result<String, Refusal> {
    if let Some(data) = source.strip_prefix("data:") {
        let (name, bytes) = from_data(data).ok_or_else(|| {
            Refusal::Broken(
                ReadError::new(place, "an image inside the text is not base64")
                    .hint("put the image into the text again, or remove it"),
            )
        })?;
        return Ok(media::take(images, &name, &bytes));
    }
    let Some(path) = source.strip_prefix(FILES) else {
        return Err(Refusal::Skipped(format!("its image {} is not in the file", shorten(source))));
    };
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let path = percent_decode_text(path);
    let name = path.rsplit('/').next().unwrap_or(&path);
    match text.files.iter().find(|(known, _)| known == name) {
        Some((name, bytes)) => Ok(media::take(images, name, bytes)),
        None => Err(Refusal::Skipped(format!("its image {} is not in the file", shorten(name)))),
    }
}

/// The name and the bytes of a data address, without its `data:`.
fn from_data(data: &str) -> Option<(String, Vec<u8>)> {
    let (head, body) = data.split_once(',')?;
    let mut head = head.split(';');
    let ending = match head.next().unwrap_or_default() {
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/gif" => "gif",
        "image/webp" => "webp",
        "image/svg+xml" => "svg",
        _ => "bin",
    };
    let (mut name, mut base64) = (format!("image.{ending}"), false);
    for part in head {
        match part.split_once('=') {
            Some(("name", given)) => name = String::from_utf8(percent_decode(given)).unwrap_or(name),
            None if part == "base64" => base64 = true,
            _ => {}
        }
    }
    let bytes = if base64 { from_base64(body) } else { Some(percent_decode(body)) };
    Some((name, bytes?))
}

/// The bytes of base64 as files have it: with white space and line breaks.
pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    ImageData::Base64(text).bytes()
}

fn shorten(address: &str) -> String {
    let start: String = address.chars().take(60).collect();
    format!("`{start}`")
}

/// The text with its images under the names that `image` gives them; one without stays as its words.
fn with_images(prose: Prose, image: &mut dyn FnMut(&str) -> Option<String>) -> Prose {
    with_inlines(prose, &mut |inline| match inline {
        Inline::Image { alt, name } => match image(&name) {
            Some(name) => Inline::Image { alt, name },
            None => Inline::Text(alt),
        },
        other => other,
    })
}

/// The text with its gap marks as gaps.
pub(super) fn with_gaps(prose: Prose) -> Prose {
    with_inlines(prose, &mut |inline| match inline {
        Inline::Image { name, .. } if name.starts_with(GAP) => Inline::Gap(name[GAP.len()..].to_owned()),
        other => other,
    })
}

fn with_inlines(prose: Prose, change: &mut dyn FnMut(Inline) -> Inline) -> Prose {
    fn line(inlines: Vec<Inline>, change: &mut dyn FnMut(Inline) -> Inline) -> Vec<Inline> {
        let one = |inline| match inline {
            Inline::Strong(inner) => Inline::Strong(line(inner, change)),
            Inline::Emphasis(inner) => Inline::Emphasis(line(inner, change)),
            leaf => change(leaf),
        };
        inlines.into_iter().map(one).collect()
    }
    let block = |block| match block {
        Block::Paragraph(inlines) => Block::Paragraph(line(inlines, change)),
        Block::List { ordered, entries } => {
            Block::List { ordered, entries: entries.into_iter().map(|entry| line(entry, change)).collect() }
        }
        code @ Block::Code(_) => code,
    };
    Prose(prose.0.into_iter().map(block).collect()).tidy()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(markup: Markup, source: &str, expected: &str) {
        let text = Text { markup, source: source.into(), files: vec![("a b.png".into(), b"x".to_vec())] };
        let mut texts = Texts::new("line 1", false);
        match texts.read(&text) {
            Ok(prose) => assert_eq!(prose.print().as_str(), expected),
            Err(Refusal::Skipped(why)) => assert_eq!(why, expected),
            Err(Refusal::Broken(error)) => assert_eq!(error.to_string(), expected),
        }
    }

    #[test]
    fn the_four_markups() {
        check(Markup::Html, "<p>a\nb &lt; $$x$$</p>", "a b < \\[x\\]");
        check(Markup::Auto, "a\nb <b>c</b>", "a\nb **c**");
        check(Markup::Plain, "a <b>\n\\(x < y\\) *c* ", "a <b>\n\\(x < y\\) \\*c\\*");
        check(Markup::Markdown, "**a** \\\\(x_1\\\\) {{b}}", "**a** \\(x_1\\) {{b}}");
    }

    #[test]
    fn images() {
        check(Markup::Html, "<img src='@@PLUGINFILE@@/a%20b.png' alt='c'>", "![c](a_b.png)");
        check(Markup::Markdown, "![c](@@PLUGINFILE@@/a%20b.png)", "![c](a_b.png)");
        check(Markup::Html, "<img src='data:image/png;base64,\niVBO Rw==' alt='c'>", "![c](image.png)");
        check(Markup::Html, "<img src='data:image/png;name=d.png;base64,iVBORw=='>", "![](d.png)");
        check(Markup::Html, "<img src='data:image/svg+xml,%3Csvg/%3E'>", "![](image.svg)");
        check(
            Markup::Html,
            "<img src='data:image/png;base64,###'>",
            "line 1: an image inside the text is not base64",
        );
        check(
            Markup::Html,
            "<img src='https://example.org/x.png'>",
            "its image `https://example.org/x.png` is not in the file",
        );
        check(Markup::Html, "<img src='@@PLUGINFILE@@/c.png'>", "its image `c.png` is not in the file");
    }
}
