//! PDF to blocks: glyphs from the content streams, joined into text by their positions.
//!
//! The steps for a page: glyphs → chunks → regions in reading order → lines. Then, across all pages, running heads are
//! removed, and lines become blocks. A page whose text layer is missing or nonsense is marked for text recognition
//! instead.

mod bidi;
mod blocks;
mod columns;
mod glyphs;
mod lines;
mod running_heads;
mod table;
mod text_layer;

use hayro::hayro_interpret::{Context, InterpreterCache, InterpreterSettings, interpret_page};
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::kurbo::{Affine, Rect};

use self::glyphs::Collector;
use self::lines::Line;
use self::text_layer::Layer;
use crate::child::{Answer, Found};
use crate::{Document, Kind, Limits, Piece, ReadError, text};

/// A page as lines.
#[derive(Debug)]
struct Page {
    /// From 1.
    number: u32,
    height: f32,
    /// In reading order.
    regions: Vec<Vec<Line>>,
    /// Share of the page that images cover.
    images: f32,
    strokes: usize,
}

pub(crate) fn open(bytes: Vec<u8>, limits: &Limits) -> Result<Pdf, ReadError> {
    let pdf = Pdf::new(bytes).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::InvalidEncryption) => {
            ReadError::damaged("it is marked as encrypted, but the method is missing")
        }
        LoadPdfError::Decryption(_) => ReadError::Encrypted,
        LoadPdfError::Invalid => ReadError::damaged("its pages cannot be found"),
    })?;
    let pages = pdf.pages().len();
    if pages == 0 {
        return Err(ReadError::damaged("it has no pages"));
    }
    if pages > limits.pages as usize {
        return Err(ReadError::too_large(format!("it has {pages} pages; the limit is {}", limits.pages)));
    }
    Ok(pdf)
}

pub(crate) fn read(bytes: Vec<u8>, limits: &Limits) -> Answer {
    let pdf = open(bytes, limits)?;
    let mut pages = pages(&pdf);
    running_heads::remove(&mut pages);
    let mut to_recognise = Vec::new();
    let layers: Vec<Layer> = pages.iter().map(text_layer::layer).collect();
    for (page, layer) in pages.iter_mut().zip(layers) {
        if layer == Layer::Bad {
            to_recognise.push(page.number);
            page.regions.clear();
        }
    }
    let usual = blocks::Usual::of(&pages);
    let pieces: Vec<Piece> = pages.iter().flat_map(|page| blocks::blocks(page, &usual)).collect();
    if pieces.is_empty() && to_recognise.is_empty() {
        return Err(ReadError::Empty);
    }
    let document = Document::new(Kind::Pdf, title(&pdf), pages.len() as u32, pieces);
    Ok(Found { document, to_recognise })
}

fn pages(pdf: &Pdf) -> Vec<Page> {
    let cache = InterpreterCache::new();
    let settings = InterpreterSettings::default();
    let mut collector = Collector::default();
    let mut pages = Vec::new();
    for (at, page) in pdf.pages().iter().enumerate() {
        let (width, height) = page.render_dimensions();
        let coefficients = page.initial_transform(true).as_coeffs();
        let bounds = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let mut context =
            Context::new(Affine::new(coefficients), bounds, &cache, pdf.xref(), settings.clone());
        interpret_page(page, &mut context, &mut collector);
        pages.push(Page {
            number: at as u32 + 1,
            height,
            regions: regions(&mut collector.glyphs, width, height),
            images: (std::mem::take(&mut collector.images) / f64::from(width * height).max(1.0)) as f32,
            strokes: std::mem::take(&mut collector.strokes),
        });
    }
    pages
}

/// Text of every direction is laid out separately; the main direction of the page comes first. Leaves no glyphs
/// behind.
fn regions(glyphs: &mut Vec<glyphs::Glyph>, width: f32, height: f32) -> Vec<Vec<Line>> {
    // Text off the page is invisible.
    glyphs.retain(|glyph| glyph.angle % 90 != 0 || is_on_page(glyph, width, height));
    let first = glyphs.first().map_or(0, |glyph| glyph.angle);
    if glyphs.iter().all(|glyph| glyph.angle == first) {
        return one_way(glyphs.drain(..)).collect();
    }
    let mut ways: Vec<(i16, Vec<glyphs::Glyph>)> = Vec::new();
    for glyph in glyphs.drain(..) {
        match ways.iter_mut().find(|(angle, _)| *angle == glyph.angle) {
            Some((_, way)) => way.push(glyph),
            None => ways.push((glyph.angle, vec![glyph])),
        }
    }
    ways.sort_by_key(|(_, way)| std::cmp::Reverse(way.len()));
    ways.into_iter().flat_map(|(_, way)| one_way(way)).collect()
}

fn one_way(glyphs: impl IntoIterator<Item = glyphs::Glyph>) -> impl Iterator<Item = Vec<Line>> {
    let regions = columns::regions(lines::chunks(glyphs));
    regions.into_iter().map(lines::lines).filter(|region| !region.is_empty())
}

fn is_on_page(glyph: &glyphs::Glyph, width: f32, height: f32) -> bool {
    let (sin, cos) = match glyph.angle {
        0 => (0.0, 1.0),
        angle => f32::from(angle).to_radians().sin_cos(),
    };
    let (x, y) = (glyph.x0 * cos - glyph.y * sin, glyph.x0 * sin + glyph.y * cos);
    let slack = glyph.size;
    x > -slack && x < width + slack && y > -slack && y < height + slack
}

/// Most programs write the name of the file they printed; that is not a title.
fn title(pdf: &Pdf) -> Option<String> {
    let bytes = pdf.metadata().title.as_deref()?;
    let title = text::decode(bytes)?;
    let title = text::squeeze(&title);
    let is_file =
        title.rsplit_once('.').is_some_and(|(_, end)| (2..=4).contains(&end.len()) && !end.contains(' '));
    (title.chars().count() > 2
        && !is_file
        && !title.starts_with("Microsoft ")
        && !title.eq_ignore_ascii_case("untitled"))
    .then_some(title)
}
