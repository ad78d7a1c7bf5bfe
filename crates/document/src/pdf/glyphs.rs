//! The glyphs of a page from its content stream: their text, position, size and weight.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use hayro::hayro_interpret::font::{Glyph as Shown, GlyphId, GlyphIdentifier, GlyphRun, PositionedGlyph};
use hayro::hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask,
};
use hayro::kurbo::{BezPath, Rect, Shape};

/// The text of one glyph: nearly always one character.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Sign {
    One(char),
    Many(Box<str>),
}

impl Sign {
    #[inline]
    pub(crate) fn first(&self) -> char {
        match self {
            Self::One(c) => *c,
            Self::Many(text) => text.chars().next().unwrap_or('\u{fffd}'),
        }
    }

    #[inline]
    pub(crate) fn is_space(&self) -> bool {
        match self {
            Self::One(c) => c.is_whitespace(),
            Self::Many(text) => text.chars().all(char::is_whitespace),
        }
    }
}

/// A glyph with its position. The page is upright, `y` grows downwards; lengths are points.
#[derive(Debug, Clone)]
pub(crate) struct Glyph {
    pub(crate) sign: Sign,
    /// Origin, then where the pen goes on; along the direction of writing.
    pub(crate) x0: f32,
    pub(crate) x1: f32,
    /// Of the baseline.
    pub(crate) y: f32,
    pub(crate) size: f32,
    /// Which way the pen goes, in whole degrees clockwise from the right.
    pub(crate) angle: i16,
    /// Area of the outline in an em of 1000 as if it were half an em wide, of some letters of each run.
    pub(crate) ink: Option<f32>,
}

/// The content collected from one page.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    pub(crate) glyphs: Vec<Glyph>,
    /// Area of all images, in square points.
    pub(crate) images: f64,
    /// Elements of all paths: a text drawn as outlines has thousands.
    pub(crate) strokes: usize,
    /// Known outlines, kept from page to page: asking a font takes longer than all the rest.
    outlines: HashMap<GlyphIdentifier, Outline, BuildHasherDefault<Mix>>,
    /// Whether two fonts share an outline with different meanings: then every run asks for itself.
    ambiguous: bool,
    /// The meaning of the codes of a run, as a run has one font; with the run in which each was last seen.
    codes: Vec<(u64, Known)>,
    run: u64,
}

#[derive(Debug, Default)]
struct Outline {
    area: Option<f32>,
    said: Option<Known>,
}

/// The meaning of a code.
#[derive(Debug, Clone, PartialEq)]
struct Known {
    code: u32,
    sign: Sign,
    /// In thousandths of an em.
    advance: f64,
    /// Area of the outline of a letter.
    ink: Option<f32>,
}

/// The placement of a run on the page: the same for all its glyphs except for where each begins.
#[derive(Debug, Clone, Copy)]
struct Stand {
    angle: i16,
    sin: f64,
    cos: f64,
    /// An em along the line and across it.
    along: f64,
    up: f64,
}

/// Letters of a run whose ink is measured.
const WEIGHED: usize = 10;
/// Codes that are remembered of a run.
const CODES: usize = 256;
/// Glyphs of a run that are asked for again; the first may be a space, which is as wide in many fonts.
const ASKED: usize = 2;

impl Collector {
    /// `again` is whether the font is asked even if it is known what it said.
    fn look_up(&mut self, shown: &Shown<'_>, again: bool) -> &Known {
        let (run, code) = (self.run, shown.char_code());
        let slot = code as usize % CODES;
        if self.codes.is_empty() {
            let nothing = Known { code: 0, sign: Sign::One(' '), advance: 0.0, ink: None };
            self.codes = vec![(0, nothing); CODES];
        }
        if (self.codes[slot].0, self.codes[slot].1.code) != (run, code) {
            self.codes[slot] = (run, self.recall(shown, again));
        }
        &self.codes[slot].1
    }

    /// What the font says, or what it said before. A glyph names its outline and not its font, so every run begins by
    /// asking again: two fonts that share outlines show themselves by it.
    fn recall(&mut self, shown: &Shown<'_>, again: bool) -> Known {
        let Shown::Outline(glyph) = shown else { return ask(shown, || None) };
        let outline = self.outlines.entry(glyph.identifier()).or_default();
        let keep = !self.ambiguous && glyph.glyph_id() != GlyphId::NOTDEF;
        let said = outline.said.as_ref().filter(|said| keep && said.code == shown.char_code());
        if let Some(said) = said
            && !again
        {
            return said.clone();
        }
        let area = &mut outline.area;
        let asked = ask(shown, || Some(*area.get_or_insert_with(|| glyph.outline().area().abs() as f32)));
        self.ambiguous |= said.is_some_and(|said| *said != asked);
        if keep && outline.said.is_none() {
            outline.said = Some(asked.clone());
        }
        asked
    }

    fn add_run(&mut self, run: &GlyphRun<'_, '_>, props: &DrawProps<'_>) {
        self.run += 1;
        let down = matches!(run.writing_mode(), WritingMode::Vertical);
        let stretched = is_stretched(run);
        let (mut weighed, mut stand) = (0, None::<Stand>);
        self.glyphs.reserve(run.glyphs().len());
        for (at, shown) in run.glyphs().iter().enumerate() {
            let coefficients = (props.transform * shown.transform()).as_coeffs();
            let [ax, ay, ux, uy, left, top] = coefficients;
            let stand = *stand.get_or_insert_with(|| Stand::new([ax, ay], [ux, uy], stretched, down));
            let sound = coefficients.iter().all(|length| length.is_finite());
            if !sound || stand.up < 0.01 {
                continue;
            }
            let Known { sign, advance, ink, .. } = self.look_up(shown, at < ASKED);
            let (sign, advance, ink) = (sign.clone(), *advance, *ink);
            let width = if down { stand.up } else { advance / 1000.0 * stand.along };
            let (pen, base) = (left * stand.cos + top * stand.sin, top * stand.cos - left * stand.sin);
            let weigh = weighed < WEIGHED && sign.first().is_ascii_alphabetic();
            let ink = if weigh { ink.filter(|ink| *ink > 0.0) } else { None };
            // A wide letter has more ink but is not bolder.
            let ink = ink.map(|ink| ink * 500.0 / (advance as f32).max(50.0));
            weighed += usize::from(ink.is_some());
            self.glyphs.push(Glyph {
                sign,
                x0: pen as f32,
                x1: (pen + width) as f32,
                y: base as f32,
                size: stand.up as f32,
                angle: stand.angle,
                ink,
            });
        }
    }
}

/// Asks the font; `area` is that of the outline.
fn ask(shown: &Shown<'_>, mut area: impl FnMut() -> Option<f32>) -> Known {
    let sign = match shown.as_unicode() {
        Some(BfString::Char(c)) => Sign::One(c),
        Some(BfString::String(text)) if !text.is_empty() => Sign::Many(text.into_boxed_str()),
        // A glyph without text and without ink is a space.
        _ if area().is_some_and(|area| area <= 0.0) => Sign::One(' '),
        _ => Sign::One('\u{fffd}'),
    };
    let ink = if sign.first().is_ascii_alphabetic() { area() } else { None };
    let advance = match shown {
        Shown::Outline(glyph) => glyph.advance_width(),
        Shown::Type3(glyph) => glyph.advance_width(),
    };
    Known { code: shown.char_code(), sign, advance: f64::from(advance.unwrap_or(500.0)).abs(), ink }
}

impl Stand {
    fn new([ax, ay]: [f64; 2], upright: [f64; 2], stretched: bool, down: bool) -> Self {
        let (along, up) = (ax.hypot(ay) * 1000.0, upright[0].hypot(upright[1]) * 1000.0);
        let (dx, dy) = if down { (-ay, ax) } else { (ax, ay) };
        let angle = snap(dy.atan2(dx).to_degrees());
        let (sin, cos) = f64::from(angle).to_radians().sin_cos();
        Self { angle, sin, cos, along: if stretched { up } else { along }, up }
    }
}

/// Mixes the hashes that fonts bring, which are good already, and small numbers.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

/// Text that is nearly upright or on its side is; anything between keeps its degrees.
fn snap(degrees: f64) -> i16 {
    let quarter = (degrees / 90.0).round() * 90.0;
    let degrees = if (degrees - quarter).abs() < 8.0 { quarter } else { (degrees / 3.0).round() * 3.0 };
    (degrees as i16).rem_euclid(360)
}

/// Fonts that are not embedded are stretched glyph by glyph to the widths the document gives.
fn is_stretched(run: &GlyphRun<'_, '_>) -> bool {
    let squares = |glyph: &PositionedGlyph<'_>| {
        let [ax, ay, ux, uy, ..] = glyph.transform().as_coeffs();
        (ax * ax + ay * ay) / (ux * ux + uy * uy).max(1e-18)
    };
    let Some(first) = run.glyphs().first().map(squares) else { return false };
    run.glyphs().iter().skip(1).take(12).any(|glyph| (squares(glyph) - first).abs() > 0.02 * first)
}

impl<'a> Device<'a> for Collector {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        // Text that is both filled and stroked appears twice.
        if matches!(mode, DrawMode::Stroke(_)) && self.repeats(run, &props) {
            return;
        }
        self.add_run(run, &props);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let pixels = f64::from(image.width()) * f64::from(image.height());
        self.images += props.transform.determinant().abs() * pixels;
    }

    fn draw_path(&mut self, path: &BezPath, _: DrawProps<'a>, _: &DrawMode) {
        self.strokes += path.elements().len();
    }

    fn draw_rect(&mut self, _: &Rect, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_clip_rect(&mut self, _: &Rect) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

impl Collector {
    /// Whether the run is what was added last.
    fn repeats(&self, run: &GlyphRun<'_, '_>, props: &DrawProps<'_>) -> bool {
        let count = run.glyphs().len();
        let last = self.glyphs.len().checked_sub(count).and_then(|at| self.glyphs.get(at));
        let (Some(last), Some(first)) = (last, run.glyphs().first()) else { return false };
        let [_, _, _, _, e, f] = (props.transform * first.transform()).as_coeffs();
        let (sin, cos) = f64::from(last.angle).to_radians().sin_cos();
        let (x, y) = ((e * cos + f * sin) as f32, (f * cos - e * sin) as f32);
        (x - last.x0).abs() < 0.01 && (y - last.y).abs() < 0.01
    }
}
