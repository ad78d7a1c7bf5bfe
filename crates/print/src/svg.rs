//! Figures: the shapes and words of an SVG as marks.
//!
//! Supported are `path`, `line`, `circle`, `ellipse`, `rect`, `polygon`, `polyline`, `text` with its `tspan`s, `g`, and
//! nested `svg`; fill, stroke, width, dashes and transforms, as attributes or in `style`. Unsupported features
//! (gradients, masks, filters, markers, `use`, embedded images, style sheets) are reported by name.

use std::collections::BTreeSet;

use svgtypes::{
    Color, Length, LengthUnit, PathParser, PointsParser, SimplePathSegment, SimplifyingPathParser, Transform,
    ViewBox,
};
use tutti_untrusted::xml::{self, Nesting, Node};

use crate::font::{self, FaceId};
use crate::mark::{BLACK, Colour, Mark, PathStep, Piece, Stroke};

const DEEPEST: usize = 64;
const MOST_MARKS: usize = 50_000;

/// The figure in its own size, standing on the baseline, and what of it was not drawn.
pub(crate) fn set(svg: &str, missing: &mut dyn FnMut(char)) -> Result<(Piece, Vec<String>), String> {
    // Drawing stops at a level of its own.
    let document =
        xml::parse(svg, Nesting::Unbounded).map_err(|error| format!("the SVG is damaged: {error}"))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(format!("it begins with `{}`, not with `svg`", root.tag_name().name()));
    }
    let view = root.attribute("viewBox").and_then(|text| text.parse::<ViewBox>().ok());
    let side = |name: &str| root.attribute(name).and_then(length);
    let (width, height) = match (side("width"), side("height"), view) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some(view)) => (width, width * view.h / view.w),
        (None, Some(height), Some(view)) => (height * view.w / view.h, height),
        (_, _, Some(view)) => (view.w, view.h),
        _ => (300.0, 150.0),
    };
    if !(width > 0.0 && height > 0.0 && width < 1e5 && height < 1e5) {
        return Err("it has no size".to_owned());
    }
    // A pixel of the web is three quarters of a point.
    let mut base = Transform::new(0.75, 0.0, 0.0, 0.75, 0.0, -height * 0.75);
    if let Some(view) = view.filter(|view| view.w > 0.0 && view.h > 0.0) {
        let scale = (width / view.w).min(height / view.h);
        let (dx, dy) = ((width - view.w * scale) / 2.0, (height - view.h * scale) / 2.0);
        base = after(base, Transform::new(scale, 0.0, 0.0, scale, dx - view.x * scale, dy - view.y * scale));
    }
    let mut drawing = Drawing { marks: Vec::new(), left: BTreeSet::new(), missing };
    let pen = Pen { transform: base, ..Pen::default() };
    drawing.children(root, &pen.with(root), 0);
    let left = drawing.left.into_iter().collect();
    let piece = Piece {
        width: width as f32 * 0.75,
        ascent: height as f32 * 0.75,
        descent: 0.0,
        marks: drawing.marks,
    };
    Ok((piece, left))
}

fn length(text: &str) -> Option<f64> {
    let length = text.parse::<Length>().ok()?;
    let by = match length.unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::Pt => 4.0 / 3.0,
        LengthUnit::Pc | LengthUnit::Em => 16.0,
        LengthUnit::In => 96.0,
        LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::Mm => 96.0 / 25.4,
        LengthUnit::Ex => 8.0,
        LengthUnit::Percent => return None,
    };
    Some(length.number * by)
}

/// `outer` applied to what `inner` gives.
fn after(outer: Transform, inner: Transform) -> Transform {
    Transform::new(
        outer.a * inner.a + outer.c * inner.b,
        outer.b * inner.a + outer.d * inner.b,
        outer.a * inner.c + outer.c * inner.d,
        outer.b * inner.c + outer.d * inner.d,
        outer.a * inner.e + outer.c * inner.f + outer.e,
        outer.b * inner.e + outer.d * inner.f + outer.f,
    )
}

/// What shapes inherit.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own in SVG")]
struct Pen {
    transform: Transform,
    fill: Option<Colour>,
    even_odd: bool,
    stroke: Option<Colour>,
    width: f64,
    dash: Vec<f32>,
    round: bool,
    size: f64,
    bold: bool,
    italic: bool,
    anchor: f64,
    baseline: f64,
    hidden: bool,
    current: Colour,
}

impl Default for Pen {
    fn default() -> Self {
        Self {
            transform: Transform::default(),
            fill: Some(BLACK),
            even_odd: false,
            stroke: None,
            width: 1.0,
            dash: Vec::new(),
            round: false,
            size: 16.0,
            bold: false,
            italic: false,
            anchor: 0.0,
            baseline: 0.0,
            hidden: false,
            current: BLACK,
        }
    }
}

impl Pen {
    fn with(&self, node: Node<'_, '_>) -> Self {
        let mut pen = self.clone();
        for attribute in node.attributes() {
            pen.set(attribute.name(), attribute.value());
        }
        let style = node.attribute("style").unwrap_or_default();
        for (name, value) in style.split(';').filter_map(|entry| entry.split_once(':')) {
            pen.set(name.trim(), value.trim().trim_end_matches("!important").trim());
        }
        // Paper is white: what lets it shine through is that much lighter.
        let share = |name: &str| {
            let own =
                style.split(';').filter_map(|entry| entry.split_once(':')).find(|(n, _)| n.trim() == name);
            let value = own.map(|(_, value)| value.trim()).or_else(|| node.attribute(name))?;
            value.parse::<f32>().ok().map(|share| share.clamp(0.0, 1.0))
        };
        let all = share("opacity").unwrap_or(1.0);
        let thin = |colour: &mut Option<Colour>, by: f32| {
            if by < 0.01 {
                *colour = None;
            } else if let Some(Colour(r, g, b)) = colour {
                *colour = Some(Colour(1.0 - (1.0 - *r) * by, 1.0 - (1.0 - *g) * by, 1.0 - (1.0 - *b) * by));
            }
        };
        thin(&mut pen.fill, all * share("fill-opacity").unwrap_or(1.0));
        thin(&mut pen.stroke, all * share("stroke-opacity").unwrap_or(1.0));
        pen
    }

    fn set(&mut self, name: &str, value: &str) {
        match name {
            "transform" => {
                if let Ok(transform) = value.parse::<Transform>() {
                    self.transform = after(self.transform, transform);
                }
            }
            "color" => self.current = self.paint(value).unwrap_or(self.current),
            "fill" => self.fill = self.paint(value),
            "fill-rule" => self.even_odd = value == "evenodd",
            "stroke" => self.stroke = self.paint(value),
            "stroke-width" => self.width = length(value).unwrap_or(self.width).clamp(0.0, 1e4),
            "stroke-dasharray" => {
                let lengths: Vec<f32> =
                    value.split([',', ' ']).filter_map(length).map(|length| length as f32).collect();
                let sound = lengths.iter().all(|length| *length >= 0.0) && lengths.iter().sum::<f32>() > 0.01;
                self.dash = if sound { lengths } else { Vec::new() };
            }
            "stroke-linecap" => self.round = value == "round",
            "font-size" => self.size = length(value).unwrap_or(self.size).clamp(0.0, 1e4),
            "font-weight" => {
                self.bold = value == "bold" || value.parse::<u32>().is_ok_and(|weight| weight >= 600);
            }
            "font-style" => self.italic = matches!(value, "italic" | "oblique"),
            "text-anchor" => {
                self.anchor = match value {
                    "middle" => 0.5,
                    "end" => 1.0,
                    _ => 0.0,
                }
            }
            "dominant-baseline" | "alignment-baseline" => {
                self.baseline = match value {
                    "middle" | "central" => 0.3,
                    "hanging" | "text-before-edge" => 0.7,
                    _ => 0.0,
                }
            }
            "display" => self.hidden |= value == "none",
            "visibility" => self.hidden = matches!(value, "hidden" | "collapse"),
            _ => {}
        }
    }

    fn paint(&self, value: &str) -> Option<Colour> {
        match value {
            "none" | "transparent" => None,
            "currentColor" => Some(self.current),
            _ => {
                let colour = value.parse::<Color>().ok()?;
                let part = |byte: u8| f32::from(byte) / 255.0;
                (colour.alpha > 0).then_some(Colour(part(colour.red), part(colour.green), part(colour.blue)))
            }
        }
    }

    fn at(&self, x: f64, y: f64) -> (f32, f32) {
        let t = self.transform;
        ((t.a * x + t.c * y + t.e) as f32, (t.b * x + t.d * y + t.f) as f32)
    }

    /// How much longer lengths become, on the whole.
    fn scale(&self) -> f32 {
        let t = self.transform;
        (t.a * t.d - t.b * t.c).abs().sqrt() as f32
    }
}

struct Drawing<'a> {
    marks: Vec<Mark>,
    left: BTreeSet<String>,
    missing: &'a mut dyn FnMut(char),
}

impl Drawing<'_> {
    fn children(&mut self, node: Node<'_, '_>, pen: &Pen, depth: usize) {
        if depth > DEEPEST {
            self.left.insert("deeper nesting".to_owned());
            return;
        }
        for child in node.children().filter(Node::is_element) {
            if self.marks.len() > MOST_MARKS {
                self.left.insert(format!("more than {MOST_MARKS} shapes"));
                return;
            }
            let pen = pen.with(child);
            if !pen.hidden {
                self.element(child, &pen, depth);
            }
        }
    }

    fn element(&mut self, node: Node<'_, '_>, pen: &Pen, depth: usize) {
        let number = |name: &str| node.attribute(name).and_then(length).unwrap_or(0.0);
        match node.tag_name().name() {
            "g" | "a" => self.children(node, pen, depth + 1),
            "svg" => {
                let mut pen = pen.clone();
                pen.transform =
                    after(pen.transform, Transform::new(1.0, 0.0, 0.0, 1.0, number("x"), number("y")));
                self.children(node, &pen, depth + 1);
            }
            "path" => self.path(pen, path(node.attribute("d").unwrap_or_default()), true),
            "line" => {
                let from = Segment::Move(number("x1"), number("y1"));
                self.path(pen, vec![from, Segment::Line(number("x2"), number("y2"))], false);
            }
            "polyline" | "polygon" => {
                let points = PointsParser::from(node.attribute("points").unwrap_or_default());
                let mut segments: Vec<Segment> =
                    points.take(MOST_MARKS).map(|(x, y)| Segment::Line(x, y)).collect();
                if let Some(first) = segments.first_mut()
                    && let Segment::Line(x, y) = *first
                {
                    *first = Segment::Move(x, y);
                }
                if node.tag_name().name() == "polygon" {
                    segments.push(Segment::Close);
                }
                self.path(pen, segments, true);
            }
            "rect" => {
                let (x, y, w, h) = (number("x"), number("y"), number("width"), number("height"));
                let side = |name: &str| node.attribute(name).and_then(length);
                let rx = side("rx").or_else(|| side("ry")).unwrap_or(0.0).clamp(0.0, (w / 2.0).max(0.0));
                let ry = side("ry").or_else(|| side("rx")).unwrap_or(0.0).clamp(0.0, (h / 2.0).max(0.0));
                if w > 0.0 && h > 0.0 {
                    self.path(pen, rounded_rectangle(x, y, w, h, rx, ry), true);
                }
            }
            "circle" => {
                let r = number("r").max(0.0);
                self.path(
                    pen,
                    rounded_rectangle(number("cx") - r, number("cy") - r, 2.0 * r, 2.0 * r, r, r),
                    true,
                );
            }
            "ellipse" => {
                let (rx, ry) = (number("rx").max(0.0), number("ry").max(0.0));
                self.path(
                    pen,
                    rounded_rectangle(number("cx") - rx, number("cy") - ry, 2.0 * rx, 2.0 * ry, rx, ry),
                    true,
                );
            }
            "text" => {
                let mut at = (number("x"), number("y"));
                self.text(node, pen, &mut at, depth);
            }
            "title" | "desc" | "metadata" | "defs" => {}
            other => {
                self.left.insert(other.to_owned());
            }
        }
    }

    fn path(&mut self, pen: &Pen, segments: Vec<Segment>, filled: bool) {
        let steps = segments
            .into_iter()
            .map(|segment| match segment {
                Segment::Move(x, y) => {
                    let (x, y) = pen.at(x, y);
                    PathStep::Move(x, y)
                }
                Segment::Line(x, y) => {
                    let (x, y) = pen.at(x, y);
                    PathStep::Line(x, y)
                }
                Segment::Curve(x1, y1, x2, y2, x, y) => {
                    let ((x1, y1), (x2, y2), (x, y)) = (pen.at(x1, y1), pen.at(x2, y2), pen.at(x, y));
                    PathStep::Curve(x1, y1, x2, y2, x, y)
                }
                Segment::Close => PathStep::Close,
            })
            .collect::<Vec<_>>();
        let scale = pen.scale();
        let stroke = pen.stroke.filter(|_| pen.width > 0.0).map(|colour| Stroke {
            colour,
            width: (pen.width as f32 * scale).max(0.25),
            dash: pen.dash.iter().map(|length| length * scale).collect(),
            round: pen.round,
        });
        let fill = pen.fill.filter(|_| filled);
        if !steps.is_empty() && (fill.is_some() || stroke.is_some()) {
            self.marks.push(Mark::Path { steps, fill, even_odd: pen.even_odd, stroke });
        }
    }

    /// Words are upright whatever the transform: labels of figures are.
    fn text(&mut self, node: Node<'_, '_>, pen: &Pen, at: &mut (f64, f64), depth: usize) {
        if depth > DEEPEST {
            return;
        }
        for child in node.children() {
            if let Some(words) = child.text().filter(|_| child.is_text()) {
                let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
                let (scale, face) = (pen.scale(), FaceId::of(pen.bold, pen.italic));
                let size = pen.size as f32 * scale;
                let runs = font::shape(&words, face, size, self.missing);
                let width: f32 = runs.iter().flat_map(|(_, glyphs)| glyphs).map(|glyph| glyph.advance).sum();
                let (mut x, y) = pen.at(at.0, at.1);
                x -= width * pen.anchor as f32;
                for (face, glyphs) in runs {
                    let wide: f32 = glyphs.iter().map(|glyph| glyph.advance).sum();
                    let y = y + size * pen.baseline as f32;
                    self.marks.push(Mark::Run {
                        face,
                        size,
                        x,
                        y,
                        colour: pen.fill.unwrap_or(BLACK),
                        glyphs,
                    });
                    x += wide;
                }
                at.0 += f64::from(width / scale.max(1e-6));
            } else if child.tag_name().name() == "tspan" {
                let pen = pen.with(child);
                let number = |name: &str| child.attribute(name).and_then(length);
                at.0 = number("x").unwrap_or(at.0) + number("dx").unwrap_or(0.0);
                at.1 = number("y").unwrap_or(at.1) + number("dy").unwrap_or(0.0);
                self.text(child, &pen, at, depth + 1);
            }
        }
    }
}

enum Segment {
    Move(f64, f64),
    Line(f64, f64),
    Curve(f64, f64, f64, f64, f64, f64),
    Close,
}

/// As much of the path as is sound, as browsers draw it.
fn path(text: &str) -> Vec<Segment> {
    if PathParser::from(text).next().is_none_or(|first| first.is_err()) {
        return Vec::new();
    }
    let (mut segments, mut x0, mut y0) = (Vec::new(), 0.0, 0.0);
    for segment in SimplifyingPathParser::from(text).map_while(Result::ok).take(MOST_MARKS) {
        let (next, to) = match segment {
            SimplePathSegment::MoveTo { x, y } => (Segment::Move(x, y), (x, y)),
            SimplePathSegment::LineTo { x, y } => (Segment::Line(x, y), (x, y)),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                (Segment::Curve(x1, y1, x2, y2, x, y), (x, y))
            }
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                let third = |from: f64, to: f64| from + (to - from) * 2.0 / 3.0;
                (Segment::Curve(third(x0, x1), third(y0, y1), third(x, x1), third(y, y1), x, y), (x, y))
            }
            SimplePathSegment::ClosePath => (Segment::Close, (x0, y0)),
        };
        segments.push(next);
        (x0, y0) = to;
    }
    segments
}

/// A rectangle with rounded corners; a circle if they meet.
fn rounded_rectangle(x: f64, y: f64, w: f64, h: f64, rx: f64, ry: f64) -> Vec<Segment> {
    let (right, bottom) = (x + w, y + h);
    if rx <= 0.0 || ry <= 0.0 {
        return vec![
            Segment::Move(x, y),
            Segment::Line(right, y),
            Segment::Line(right, bottom),
            Segment::Line(x, bottom),
            Segment::Close,
        ];
    }
    // How far a cubic's handles reach to draw a quarter of a circle.
    let (kx, ky) = (rx * 0.447_715, ry * 0.447_715);
    vec![
        Segment::Move(x + rx, y),
        Segment::Line(right - rx, y),
        Segment::Curve(right - kx, y, right, y + ky, right, y + ry),
        Segment::Line(right, bottom - ry),
        Segment::Curve(right, bottom - ky, right - kx, bottom, right - rx, bottom),
        Segment::Line(x + rx, bottom),
        Segment::Curve(x + kx, bottom, x, bottom - ky, x, bottom - ry),
        Segment::Line(x, y + ry),
        Segment::Curve(x, y + ky, x + kx, y, x + rx, y),
        Segment::Close,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of paths and of words drawn, and what was left.
    #[track_caller]
    fn check(inside: &str, paths: usize, words: usize, left: &[&str]) {
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' width='100' height='40'>{inside}</svg>");
        let (piece, found) = set(&svg, &mut |_| {}).unwrap_or_default();
        let drawn = |is: fn(&Mark) -> bool| piece.marks.iter().filter(|mark| is(mark)).count();
        assert_eq!(drawn(|mark| matches!(mark, Mark::Path { .. })), paths, "{inside}");
        assert_eq!(drawn(|mark| matches!(mark, Mark::Run { .. })), words, "{inside}");
        assert_eq!(found, left, "{inside}");
        assert!((piece.width - 75.0).abs() < 0.01 && (piece.ascent - 30.0).abs() < 0.01);
    }

    #[test]
    fn shapes_are_drawn_and_the_rest_is_named() {
        check("<circle r='4'/><rect width='3' height='3'/><path d='M0 0h9'/>", 3, 0, &[]);
        check("<g fill='none'><circle r='4'/><line x2='9' stroke='red'/></g>", 1, 0, &[]);
        check("<text x='4'>a<tspan>b</tspan></text><title>t</title>", 0, 2, &[]);
        check("<g style='display:none'><circle r='4'/></g>", 0, 0, &[]);
        check("<use href='#a'/><image/><circle r='1'/><use/>", 1, 0, &["image", "use"]);
    }

    #[test]
    fn places_are_in_points_from_the_baseline() {
        let svg = "<svg viewBox='0 0 10 10' width='40' height='40'><line x1='0' y1='0' x2='10' y2='10' stroke='#000'/></svg>";
        let (piece, _) = set(svg, &mut |_| {}).unwrap_or_default();
        let Some(Mark::Path { steps, stroke: Some(stroke), .. }) = piece.marks.first() else {
            panic!("{piece:?}")
        };
        assert_eq!(*steps, [PathStep::Move(0.0, -30.0), PathStep::Line(30.0, 0.0)]);
        assert!((stroke.width - 3.0).abs() < 0.01);
    }
}
