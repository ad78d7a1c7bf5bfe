//! Marks on a page: glyphs, rules, paths and pictures, in points from the left and from the top.

use crate::font::FaceId;

/// Red, green, blue, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Colour(pub(crate) f32, pub(crate) f32, pub(crate) f32);

pub(crate) const BLACK: Colour = Colour(0.0, 0.0, 0.0);
pub(crate) const GREY: Colour = Colour(0.42, 0.42, 0.42);

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Glyph {
    pub(crate) id: u16,
    /// What is copied from the page.
    pub(crate) text: char,
    /// In points, kerning included.
    pub(crate) advance: f32,
}

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PathStep {
    Move(f32, f32),
    Line(f32, f32),
    Curve(f32, f32, f32, f32, f32, f32),
    Close,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f32,
    pub(crate) dash: Vec<f32>,
    pub(crate) round: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mark {
    /// `y` is the baseline.
    Run {
        face: FaceId,
        size: f32,
        x: f32,
        y: f32,
        colour: Colour,
        glyphs: Vec<Glyph>,
    },
    /// A filled rectangle; `y` is its top.
    Rule {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        colour: Colour,
    },
    Path {
        steps: Vec<PathStep>,
        fill: Option<Colour>,
        even_odd: bool,
        stroke: Option<Stroke>,
    },
    /// A picture of the document by its number; `y` is its top.
    Picture {
        number: usize,
        x: f32,
        y: f32,
        width: f32,
        height: f32,
    },
}

impl Mark {
    #[must_use]
    pub(crate) fn shift(mut self, dx: f32, dy: f32) -> Self {
        match &mut self {
            Self::Run { x, y, .. } | Self::Rule { x, y, .. } | Self::Picture { x, y, .. } => {
                *x += dx;
                *y += dy;
            }
            Self::Path { steps, .. } => {
                for step in steps {
                    *step = step.map_points(|x, y| (x + dx, y + dy));
                }
            }
        }
        self
    }

    #[must_use]
    pub(crate) fn scale(mut self, by: f32) -> Self {
        match &mut self {
            Self::Run { x, y, size, glyphs, .. } => {
                for value in [x, y, size] {
                    *value *= by;
                }
                for glyph in glyphs {
                    glyph.advance *= by;
                }
            }
            Self::Rule { x, y, width, height, .. } | Self::Picture { x, y, width, height, .. } => {
                for value in [x, y, width, height] {
                    *value *= by;
                }
            }
            Self::Path { steps, stroke, .. } => {
                for step in steps {
                    *step = step.map_points(|x, y| (x * by, y * by));
                }
                if let Some(stroke) = stroke {
                    stroke.width *= by;
                    stroke.dash.iter_mut().for_each(|length| *length *= by);
                }
            }
        }
        self
    }

    /// An upright rectangle drawn around.
    pub(crate) fn frame(x: f32, y: f32, width: f32, height: f32) -> Self {
        let (right, bottom) = (x + width, y + height);
        Self::Path {
            steps: vec![
                PathStep::Move(x, y),
                PathStep::Line(right, y),
                PathStep::Line(right, bottom),
                PathStep::Line(x, bottom),
                PathStep::Close,
            ],
            fill: None,
            even_odd: false,
            stroke: Some(Stroke { colour: BLACK, width: 0.6, dash: Vec::new(), round: false }),
        }
    }
}

impl PathStep {
    #[must_use]
    pub(crate) fn map_points(self, map: impl Fn(f32, f32) -> (f32, f32)) -> Self {
        match self {
            Self::Move(x, y) => {
                let (x, y) = map(x, y);
                Self::Move(x, y)
            }
            Self::Line(x, y) => {
                let (x, y) = map(x, y);
                Self::Line(x, y)
            }
            Self::Curve(x1, y1, x2, y2, x, y) => {
                let ((x1, y1), (x2, y2), (x, y)) = (map(x1, y1), map(x2, y2), map(x, y));
                Self::Curve(x1, y1, x2, y2, x, y)
            }
            Self::Close => Self::Close,
        }
    }
}

/// No line of words and formulas is taller, in points; and how tall a label is.
const TALL: f32 = 48.0;
const LABEL: f32 = 9.0;

/// Something that stands on a line; its marks count from where its baseline begins.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Piece {
    pub(crate) width: f32,
    pub(crate) ascent: f32,
    pub(crate) descent: f32,
    pub(crate) marks: Vec<Mark>,
}

impl Piece {
    /// How far above the baseline the label of a line stands: beside a picture at its top.
    pub(crate) fn rise(&self) -> f32 {
        if self.ascent > TALL { self.ascent - LABEL } else { 0.0 }
    }

    #[must_use]
    pub(crate) fn scale(self, by: f32) -> Self {
        Self {
            width: self.width * by,
            ascent: self.ascent * by,
            descent: self.descent * by,
            marks: self.marks.into_iter().map(|mark| mark.scale(by)).collect(),
        }
    }
}
