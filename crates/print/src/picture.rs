//! Pictures: PNG is decoded, JPEG embedded as it is.

use std::io::Cursor;

/// No side of a picture in a question is longer.
const LONGEST_SIDE: u32 = 12_000;
const MOST_PIXELS: u64 = 50_000_000;

/// A picture as a PDF takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) data: Data,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Data {
    /// Three bytes a pixel, on white.
    Rgb(Vec<u8>),
    Grey(Vec<u8>),
    Jpeg {
        bytes: Vec<u8>,
        channels: u8,
    },
}

impl Picture {
    /// None of these bytes are trusted; the error says why it is not drawn.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let picture = match bytes {
            [0x89, b'P', b'N', b'G', ..] => png(bytes)?,
            [0xff, 0xd8, ..] => jpeg(bytes).ok_or("the JPEG is damaged")?,
            _ => return Err("only PNG, JPEG and SVG are drawn".to_owned()),
        };
        check_size(picture.width, picture.height)?;
        Ok(picture)
    }
}

fn check_size(width: u32, height: u32) -> Result<(), String> {
    let sound = width > 0 && height > 0 && width.max(height) <= LONGEST_SIDE;
    if sound && u64::from(width) * u64::from(height) <= MOST_PIXELS {
        Ok(())
    } else {
        Err(format!("{width} by {height} pixels cannot be printed"))
    }
}

fn png(bytes: &[u8]) -> Result<Picture, String> {
    let damaged = |error: png::DecodingError| format!("the PNG is damaged: {error}");
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: 256 << 20 });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(damaged)?;
    check_size(reader.info().width, reader.info().height)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("the PNG is too large")?];
    let frame = reader.next_frame(&mut pixels).map_err(damaged)?;
    pixels.truncate(frame.buffer_size());
    let on_white = |value: u8, alpha: u8| {
        let (value, alpha) = (u16::from(value), u16::from(alpha));
        ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    let data = match frame.color_type {
        png::ColorType::Grayscale => Data::Grey(pixels),
        png::ColorType::GrayscaleAlpha => Data::Grey(
            pixels.as_chunks::<2>().0.iter().map(|[grey, alpha]| on_white(*grey, *alpha)).collect(),
        ),
        png::ColorType::Rgba => Data::Rgb(
            pixels
                .as_chunks::<4>()
                .0
                .iter()
                .flat_map(|[r, g, b, alpha]| {
                    [on_white(*r, *alpha), on_white(*g, *alpha), on_white(*b, *alpha)]
                })
                .collect(),
        ),
        png::ColorType::Rgb | png::ColorType::Indexed => Data::Rgb(pixels),
    };
    Ok(Picture { width: frame.width, height: frame.height, data })
}

/// The size is in the first frame header; the rest is for the viewer.
fn jpeg(bytes: &[u8]) -> Option<Picture> {
    let mut at = 2;
    loop {
        let [0xff, marker] = *bytes.get(at..at + 2)? else { return None };
        if marker == 0xff {
            at += 1;
            continue;
        }
        if matches!(marker, 0x01 | 0xd0..=0xd8) {
            at += 2;
            continue;
        }
        let length = usize::from(u16::from_be_bytes([*bytes.get(at + 2)?, *bytes.get(at + 3)?]));
        if matches!(marker, 0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf) {
            let [_, h1, h2, w1, w2, channels] = *bytes.get(at + 4..at + 10)? else { return None };
            let (width, height) = (u16::from_be_bytes([w1, w2]), u16::from_be_bytes([h1, h2]));
            let data = Data::Jpeg { bytes: bytes.to_vec(), channels };
            return matches!(channels, 1 | 3 | 4).then_some(Picture {
                width: width.into(),
                height: height.into(),
                data,
            });
        }
        at += 2 + length.max(2);
    }
}
