//! Pages as grey images: rendered from a PDF, or decoded from PNG and JPEG; rotated upright and limited in pixels.

use std::io::Cursor;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::{Kind, Limits, ReadError, pdf, sniff};

/// The resolution, in dots per inch, that is best for recognition.
pub(crate) const DPI: f32 = 300.0;
/// The renderer's own limit of a side.
const LONGEST: f32 = 60_000.0;
/// A photograph of a page has more; a stamp or icon has less and is enlarged.
const SMALL: u32 = 1_000;

/// A grey image, one byte per pixel, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grey {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dots: Vec<u8>,
}

/// A page, counted from 1, rotated clockwise by this many quarters.
pub(crate) fn page(
    bytes: Vec<u8>,
    page: u32,
    dpi: f32,
    quarters: u8,
    limits: &Limits,
) -> Result<Grey, ReadError> {
    let grey = match sniff::kind(&bytes, None)? {
        Kind::Pdf => {
            let pdf = pdf::open(bytes, limits)?;
            let pages = pdf.pages();
            let found = (page as usize).checked_sub(1).and_then(|at| pages.get(at));
            draw(found.ok_or(ReadError::NoPage { page, pages: pages.len() as u32 })?, dpi, limits)
        }
        Kind::Image if page == 1 => shrink(decode(&bytes, limits)?, limits),
        Kind::Image => return Err(ReadError::NoPage { page, pages: 1 }),
        _ => return Err(ReadError::UnknownType { found: "a document without pages to draw".to_owned() }),
    };
    Ok((0..quarters % 4).fold(grey, |grey, _| turn(&grey)))
}

fn draw(page: &Page<'_>, dpi: f32, limits: &Limits) -> Grey {
    let (width, height) = page.render_dimensions();
    let (width, height) = (width.max(1.0), height.max(1.0));
    let most = (limits.pixels as f32 / (width * height)).sqrt();
    let scale = (dpi / 72.0).min(most).min(LONGEST / width.max(height));
    let side = |length: f32| (length * scale).max(1.0) as u16;
    let mut context = RenderContext::new(side(width), side(height));
    let transform = Affine::scale(f64::from(scale)) * Affine::new(page.initial_transform(true).as_coeffs());
    let (cache, settings) = (RenderCache::new(), InterpreterSettings::default());
    render_into(page, &cache, &settings, &RenderSettings::default(), &mut context, transform);
    context.flush();
    let mut pixmap = Pixmap::new(context.width(), context.height());
    let raster =
        RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..RasterizerSettings::default() };
    context.render_with(&mut pixmap, &mut Resources::default(), raster);
    let dots = pixmap.data().iter().map(|dot| luma(dot.r, dot.g, dot.b)).collect();
    Grey { width: pixmap.width().into(), height: pixmap.height().into(), dots }
}

fn luma(r: u8, g: u8, b: u8) -> u8 {
    ((u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114) / 1000) as u8
}

fn decode(bytes: &[u8], limits: &Limits) -> Result<Grey, ReadError> {
    if bytes.starts_with(b"\x89PNG") { decode_png(bytes, limits) } else { decode_jpeg(bytes, limits) }
}

/// The maximum size of an image that is decoded before it is scaled down.
fn most_dots(limits: &Limits) -> u64 {
    limits.pixels * 6
}

fn too_many_dots(width: u64, height: u64) -> ReadError {
    ReadError::too_large(format!("the image is {width} × {height} pixels"))
}

fn decode_png(bytes: &[u8], limits: &Limits) -> Result<Grey, ReadError> {
    let damaged = |error: png::DecodingError| match error {
        png::DecodingError::LimitsExceeded => ReadError::OutOfMemory,
        error => ReadError::damaged(format!("the image cannot be decoded: {error}")),
    };
    let most = usize::try_from(limits.memory / 2).unwrap_or(usize::MAX);
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: most });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if u64::from(width) * u64::from(height) > most_dots(limits) {
        return Err(too_many_dots(width.into(), height.into()));
    }
    let size = reader.output_buffer_size().ok_or_else(|| too_many_dots(width.into(), height.into()))?;
    let mut buffer = vec![0; size];
    let frame = reader.next_frame(&mut buffer).map_err(damaged)?;
    buffer.truncate(frame.buffer_size());
    let on_white = |grey: u8, alpha: u8| {
        ((u32::from(grey) * u32::from(alpha) + 255 * (255 - u32::from(alpha))) / 255) as u8
    };
    let dots = match frame.color_type {
        png::ColorType::Grayscale | png::ColorType::Indexed => buffer,
        png::ColorType::GrayscaleAlpha => {
            buffer.chunks_exact(2).map(|dot| on_white(dot[0], dot[1])).collect()
        }
        png::ColorType::Rgb => buffer.chunks_exact(3).map(|dot| luma(dot[0], dot[1], dot[2])).collect(),
        png::ColorType::Rgba => {
            buffer.chunks_exact(4).map(|dot| on_white(luma(dot[0], dot[1], dot[2]), dot[3])).collect()
        }
    };
    Ok(Grey { width, height, dots })
}

fn decode_jpeg(bytes: &[u8], limits: &Limits) -> Result<Grey, ReadError> {
    let options = DecoderOptions::default()
        .set_max_width(65_535)
        .set_max_height(65_535)
        .jpeg_set_out_colorspace(ColorSpace::Luma);
    let damaged = |error: zune_jpeg::errors::DecodeErrors| {
        ReadError::damaged(format!("the image cannot be decoded: {error:?}"))
    };
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(damaged)?;
    let (width, height) = decoder.dimensions().unwrap_or_default();
    if width as u64 * height as u64 > most_dots(limits) {
        return Err(too_many_dots(width as u64, height as u64));
    }
    let dots = decoder.decode().map_err(damaged)?;
    if dots.len() != width * height {
        return Err(ReadError::damaged("the image has colours that cannot be converted to grey"));
    }
    Ok(Grey { width: width as u32, height: height as u32, dots })
}

/// Scales down to the pixel limit by averaging squares of pixels; an image too small to read is enlarged.
fn shrink(grey: Grey, limits: &Limits) -> Grey {
    let dots = u64::from(grey.width) * u64::from(grey.height);
    if grey.width.max(grey.height) < SMALL && dots > 0 {
        return enlarge(&grey, 3);
    }
    let by = (1..1000).find(|by| dots / (by * by) <= limits.pixels).unwrap_or(1) as u32;
    if by == 1 {
        return grey;
    }
    let (width, height) = (grey.width / by, grey.height / by);
    let mean = |x: u32, y: u32| {
        let rows = (y * by..(y + 1) * by).map(|row| (row * grey.width + x * by) as usize);
        let sum: u32 = rows.flat_map(|at| &grey.dots[at..at + by as usize]).map(|dot| u32::from(*dot)).sum();
        (sum / (by * by)) as u8
    };
    let dots = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| mean(x, y)).collect();
    Grey { width, height, dots }
}

/// Interpolates between neighbouring pixels, so that edges stay smooth.
fn enlarge(grey: &Grey, by: u32) -> Grey {
    let (width, height) = (grey.width * by, grey.height * by);
    let dot = |x: u32, y: u32| {
        u32::from(grey.dots[(y.min(grey.height - 1) * grey.width + x.min(grey.width - 1)) as usize])
    };
    let between = |x: u32, y: u32| {
        let (left, top, dx, dy) = (x / by, y / by, x % by, y % by);
        let upper = dot(left, top) * (by - dx) + dot(left + 1, top) * dx;
        let lower = dot(left, top + 1) * (by - dx) + dot(left + 1, top + 1) * dx;
        ((upper * (by - dy) + lower * dy) / (by * by)) as u8
    };
    let dots =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| between(x, y)).collect();
    Grey { width, height, dots }
}

/// A quarter clockwise.
fn turn(grey: &Grey) -> Grey {
    let (width, height) = (grey.height, grey.width);
    let mut dots = Vec::with_capacity(grey.dots.len());
    for y in 0..height {
        dots.extend((0..width).map(|x| grey.dots[((grey.height - 1 - x) * grey.width + y) as usize]));
    }
    Grey { width, height, dots }
}

impl Grey {
    /// The simplest format that Tesseract reads.
    pub(crate) fn pgm(&self) -> Vec<u8> {
        let mut bytes = format!("P5\n{} {}\n255\n", self.width, self.height).into_bytes();
        bytes.extend_from_slice(&self.dots);
        bytes
    }

    pub(crate) fn png(&self) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header().map_err(ReadError::reader)?;
        writer.write_image_data(&self.dots).map_err(ReadError::reader)?;
        writer.finish().map_err(ReadError::reader)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_is_clockwise() {
        let grey = Grey { width: 3, height: 2, dots: vec![1, 2, 3, 4, 5, 6] };
        assert_eq!(turn(&grey), Grey { width: 2, height: 3, dots: vec![4, 1, 5, 2, 6, 3] });
        assert_eq!((0..4).fold(grey.clone(), |grey, _| turn(&grey)), grey);
    }

    #[test]
    fn large_images_shrink_and_small_ones_grow() {
        let limits = Limits { pixels: 1_000_000, ..Limits::default() };
        let grey = Grey { width: 2000, height: 1500, dots: vec![7; 3_000_000] };
        let small = shrink(grey, &limits);
        assert_eq!((small.width, small.height, small.dots[0]), (1000, 750, 7));
        let grey = Grey { width: 2, height: 1, dots: vec![0, 90] };
        assert_eq!(shrink(grey, &limits).dots[..6], [0, 30, 60, 90, 90, 90]);
    }
}
