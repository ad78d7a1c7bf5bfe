//! The fonts: New Computer Modern for words, DejaVu Sans Mono for code, KaTeX's for formulas.

use std::borrow::Cow;
use std::sync::OnceLock;

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{GlyphId, Tag};

use crate::mark::Glyph;

/// One of the fonts in [`faces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FaceId(usize);

pub(crate) const REGULAR: FaceId = FaceId(0);
pub(crate) const BOLD: FaceId = FaceId(1);
pub(crate) const ITALIC: FaceId = FaceId(2);
pub(crate) const BOLD_ITALIC: FaceId = FaceId(3);
pub(crate) const MONO: FaceId = FaceId(4);
pub(crate) const SYMBOLS: FaceId = FaceId(5);

/// A font that the build script took out of its bundle.
macro_rules! bundled {
    ($name:literal) => {
        ($name, include_bytes!(concat!(env!("OUT_DIR"), "/", $name)).as_slice())
    };
}

const TEXT: [(&str, &[u8]); 6] = [
    bundled!("NewCM10-Regular"),
    bundled!("NewCM10-Bold"),
    bundled!("NewCM10-Italic"),
    bundled!("NewCM10-BoldItalic"),
    bundled!("DejaVuSansMono"),
    bundled!("NewCMMath-Regular"),
];

const MATHS: [&str; 19] = [
    "AMS-Regular",
    "Caligraphic-Regular",
    "Fraktur-Regular",
    "Fraktur-Bold",
    "Main-Bold",
    "Main-BoldItalic",
    "Main-Italic",
    "Main-Regular",
    "Math-BoldItalic",
    "Math-Italic",
    "SansSerif-Bold",
    "SansSerif-Italic",
    "SansSerif-Regular",
    "Script-Regular",
    "Size1-Regular",
    "Size2-Regular",
    "Size3-Regular",
    "Size4-Regular",
    "Typewriter-Regular",
];

pub(crate) struct Face {
    pub(crate) name: &'static str,
    pub(crate) data: &'static [u8],
    pub(crate) parsed: ttf_parser::Face<'static>,
    kerning: Vec<PairAdjustment<'static>>,
}

/// In the order of [`FaceId`]s. They come with the program; one that is missing is a build without its data.
fn faces() -> &'static [Option<Face>] {
    static FACES: OnceLock<Vec<Option<Face>>> = OnceLock::new();
    FACES.get_or_init(|| {
        let maths = |name: &'static str| {
            let data = match ratex_katex_fonts::ttf_bytes(&format!("KaTeX_{name}.ttf"))? {
                Cow::Borrowed(data) => data,
                Cow::Owned(data) => data.leak(),
            };
            Face::new(name, data)
        };
        let text = TEXT.into_iter().map(|(name, data)| Face::new(name, data));
        text.chain(MATHS.into_iter().map(maths)).collect()
    })
}

impl Face {
    fn new(name: &'static str, data: &'static [u8]) -> Option<Self> {
        let parsed = ttf_parser::Face::parse(data, 0).ok()?;
        let kerning = kerning(&parsed);
        Some(Self { name, data, parsed, kerning })
    }

    /// Of a glyph at size 1.
    pub(crate) fn advance(&self, glyph: u16) -> f32 {
        f32::from(self.parsed.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0)) / self.em()
    }

    /// Advance, depth and height of a glyph at size 1.
    pub(crate) fn extent(&self, glyph: u16) -> [f32; 3] {
        let area = self.parsed.glyph_bounding_box(GlyphId(glyph));
        let [low, high] = area.map_or([0, 0], |area| [area.y_min, area.y_max]);
        [self.advance(glyph), f32::from(low) / self.em(), f32::from(high) / self.em()]
    }

    pub(crate) fn em(&self) -> f32 {
        f32::from(self.parsed.units_per_em())
    }

    /// How much closer the right one stands, at size 1.
    fn kern(&self, left: u16, right: u16) -> f32 {
        let (left, right) = (GlyphId(left), GlyphId(right));
        for pairs in &self.kerning {
            let Some(place) = pairs.coverage().get(left) else { continue };
            let by = match pairs {
                PairAdjustment::Format1 { sets, .. } => {
                    sets.get(place).and_then(|set| set.get(right)).map(|(first, _)| first.x_advance)
                }
                PairAdjustment::Format2 { classes, matrix, .. } => {
                    matrix.get((classes.0.get(left), classes.1.get(right))).map(|(first, _)| first.x_advance)
                }
            };
            if let Some(by) = by {
                return f32::from(by) / self.em();
            }
        }
        0.0
    }
}

fn kerning(face: &ttf_parser::Face<'static>) -> Vec<PairAdjustment<'static>> {
    let Some(table) = face.tables().gpos else { return Vec::new() };
    let kern = Tag::from_bytes(b"kern");
    let Some(feature) = table.features.into_iter().find(|feature| feature.tag == kern) else {
        return Vec::new();
    };
    let mut pairs = Vec::new();
    for lookup in feature.lookup_indices.into_iter().filter_map(|index| table.lookups.get(index)) {
        for subtable in lookup.subtables.into_iter::<PositioningSubtable<'_>>() {
            if let PositioningSubtable::Pair(pair) = subtable {
                pairs.push(pair);
            }
        }
    }
    pairs
}

impl FaceId {
    pub(crate) fn of(bold: bool, italic: bool) -> Self {
        match (bold, italic) {
            (false, false) => REGULAR,
            (true, false) => BOLD,
            (false, true) => ITALIC,
            (true, true) => BOLD_ITALIC,
        }
    }

    /// A font of formulas by the name the layout calls it.
    pub(crate) fn maths(name: &str) -> Option<Self> {
        MATHS.iter().position(|known| *known == name).map(|place| Self(TEXT.len() + place))
    }

    pub(crate) fn number(self) -> usize {
        self.0
    }

    pub(crate) fn face(self) -> Option<&'static Face> {
        faces().get(self.0)?.as_ref()
    }

    pub(crate) fn glyph(self, c: char) -> Option<u16> {
        self.face()?.parsed.glyph_index(c).map(|glyph| glyph.0).filter(|glyph| *glyph != 0)
    }

    /// The font that has this sign: this one, or the first of the others.
    pub(crate) fn with(self, c: char) -> Option<(Self, u16)> {
        [self, REGULAR, SYMBOLS, MONO].into_iter().find_map(|face| Some((face, face.glyph(c)?)))
    }
}

/// What `text` is set as at `size`: runs of one font each. `missing` is told of signs that no font has.
pub(crate) fn shape(
    text: &str,
    face: FaceId,
    size: f32,
    missing: &mut dyn FnMut(char),
) -> Vec<(FaceId, Vec<Glyph>)> {
    let mut runs: Vec<(FaceId, Vec<Glyph>)> = Vec::new();
    for c in text.chars() {
        let c = if c.is_whitespace() { ' ' } else { c };
        if c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{fe0f}') {
            continue;
        }
        let found = face.with(c).or_else(|| {
            missing(c);
            face.with('\u{25a1}')
        });
        let Some((used, id)) = found else { continue };
        let Some(metrics) = used.face() else { continue };
        let glyph = Glyph { id, text: c, advance: metrics.advance(id) * size };
        match runs.last_mut() {
            Some((last, glyphs)) if *last == used => {
                if let Some(before) = glyphs.last_mut() {
                    before.advance += metrics.kern(before.id, id) * size;
                }
                glyphs.push(glyph);
            }
            _ => runs.push((used, vec![glyph])),
        }
    }
    runs
}
