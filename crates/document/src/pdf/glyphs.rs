//! The glyphs of a page as its content stream shows them: what they say, where they stand, how large and how heavy.

use std::collections::HashMap;

use hayro::hayro_interpret::font::{Glyph as Shown, GlyphRun, PositionedGlyph};
use hayro::hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask,
};
use hayro::kurbo::{BezPath, Rect, Shape};

/// What one glyph says: nearly always one character.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Sign {
    One(char),
    Many(Box<str>),
}

impl Sign {
    pub(crate) fn first(&self) -> char {
        match self {
            Self::One(c) => *c,
            Self::Many(text) => text.chars().next().unwrap_or('\u{fffd}'),
        }
    }

    pub(crate) fn is_space(&self) -> bool {
        match self {
            Self::One(c) => c.is_whitespace(),
            Self::Many(text) => text.chars().all(char::is_whitespace),
        }
    }
}

/// A glyph where it stands. The page is upright, `y` grows downwards; lengths are points.
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

/// What is collected from one page.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    pub(crate) glyphs: Vec<Glyph>,
    /// Area of all images, in square points.
    pub(crate) images: f64,
    /// Elements of all paths: a text drawn as outlines has thousands.
    pub(crate) strokes: usize,
    /// Area of outlines by glyph, kept from page to page.
    pub(crate) inks: HashMap<u128, f32>,
}

/// Letters of a run whose ink is measured.
const WEIGHED: usize = 10;

impl Collector {
    fn ink(&mut self, shown: &Shown<'_>) -> Option<f32> {
        let Shown::Outline(outline) = shown else { return None };
        let key = outline.identifier().cache_key();
        Some(*self.inks.entry(key).or_insert_with(|| outline.outline().area().abs() as f32))
    }

    fn shows_nothing(&mut self, shown: &Shown<'_>) -> bool {
        self.ink(shown).is_some_and(|ink| ink <= 0.0)
    }

    fn add(
        &mut self,
        shown: &PositionedGlyph<'_>,
        props: &DrawProps<'_>,
        stretched: bool,
        down: bool,
        weigh: bool,
    ) -> bool {
        let [ax, ay, ux, uy, left, top] = (props.transform * shown.transform()).as_coeffs();
        let (along, up) = (ax.hypot(ay) * 1000.0, ux.hypot(uy) * 1000.0);
        if ![along, up, left, top].iter().all(|length| length.is_finite()) || up < 0.01 {
            return false;
        }
        let sign = match shown.as_unicode() {
            Some(BfString::Char(c)) => Sign::One(c),
            Some(BfString::String(text)) if !text.is_empty() => Sign::Many(text.into_boxed_str()),
            // What says nothing and shows nothing is a space.
            _ if self.shows_nothing(shown) => Sign::One(' '),
            _ => Sign::One('\u{fffd}'),
        };
        let advance = match &**shown {
            Shown::Outline(outline) => outline.advance_width(),
            Shown::Type3(glyph) => glyph.advance_width(),
        };
        let em = if stretched { up } else { along };
        let width = if down { up } else { f64::from(advance.unwrap_or(500.0)).abs() / 1000.0 * em };
        let (dx, dy) = if down { (-ay, ax) } else { (ax, ay) };
        let angle = snap(dy.atan2(dx).to_degrees());
        let (sin, cos) = f64::from(angle).to_radians().sin_cos();
        let (pen, base) = (left * cos + top * sin, top * cos - left * sin);
        let letter = sign.first().is_ascii_alphabetic();
        let ink = if weigh && letter { self.ink(shown).filter(|ink| *ink > 0.0) } else { None };
        // A wide letter has more ink and is no bolder for it.
        let ink = ink.map(|ink| ink * 500.0 / advance.unwrap_or(500.0).abs().max(50.0));
        self.glyphs.push(Glyph {
            sign,
            x0: pen as f32,
            x1: (pen + width) as f32,
            y: base as f32,
            size: up as f32,
            angle,
            ink,
        });
        ink.is_some()
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
    let ratio = |glyph: &PositionedGlyph<'_>| {
        let [a, b, c, d, ..] = glyph.transform().as_coeffs();
        a.hypot(b) / c.hypot(d).max(1e-9)
    };
    let Some(first) = run.glyphs().first().map(ratio) else { return false };
    run.glyphs().iter().skip(1).take(12).any(|glyph| (ratio(glyph) - first).abs() > 0.01)
}

impl<'a> Device<'a> for Collector {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        // Text that is filled and stroked comes twice.
        if matches!(mode, DrawMode::Stroke(_)) && self.repeats(run, &props) {
            return;
        }
        let down = matches!(run.writing_mode(), WritingMode::Vertical);
        let stretched = is_stretched(run);
        let mut weighed = 0;
        for glyph in run.glyphs() {
            weighed += usize::from(self.add(glyph, &props, stretched, down, weighed < WEIGHED));
        }
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
