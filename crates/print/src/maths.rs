//! LaTeX to marks.

use ratex_layout::{LayoutOptions, layout, to_display_list, validate_layout};
use ratex_types::color::Color;
use ratex_types::display_item::DisplayItem;
use ratex_types::math_style::MathStyle;
use ratex_types::path_command::PathCommand;

use crate::font::{BOLD, FaceId, ITALIC, REGULAR, SYMBOLS};
use crate::mark::{BLACK, Colour, Glyph, Mark, PathStep, Piece, Stroke};

/// Longer formulas are not for paper.
const LONGEST: usize = 10_000;

/// The formula at `size`, or why it cannot be read. `missing` is told of signs that no font has.
pub(crate) fn set(
    tex: &str,
    display: bool,
    size: f32,
    missing: &mut dyn FnMut(char),
) -> Result<Piece, String> {
    if tex.len() > LONGEST {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    let nodes = ratex_parser::parse(tex).map_err(|error| error.to_string())?;
    let style = if display { MathStyle::Display } else { MathStyle::Text };
    let root = layout(&nodes, &LayoutOptions { style, ..LayoutOptions::default() });
    validate_layout(&root)?;
    let list = to_display_list(&root);
    let em = size;
    let at = |length: f64| length as f32 * em;
    let mut piece =
        Piece { width: at(list.width), ascent: at(list.height), descent: at(list.depth), marks: Vec::new() };
    for item in list.items {
        let mark = match item {
            DisplayItem::GlyphPath { x, y, scale, font, char_code, color } => {
                let Some(c) = char::from_u32(char_code) else { continue };
                let size = at(scale);
                let own = FaceId::maths(&font).and_then(|face| Some((face, face.glyph(c)?)));
                let own = own.map(|own| twin(&font, c, own).unwrap_or(own));
                let found = own.or_else(|| REGULAR.with(c)).or_else(|| {
                    missing(c);
                    REGULAR.with('\u{25a1}')
                });
                let Some((face, id)) = found else { continue };
                let advance = face.face().map_or(0.0, |face| face.advance(id)) * size;
                let glyphs = vec![Glyph { id, text: c, advance }];
                Mark::Run { face, size, x: at(x), y: at(y), colour: colour(color), glyphs }
            }
            DisplayItem::Line { x, y, width, thickness, color, .. } => {
                let height = at(thickness).max(0.4);
                Mark::Rule {
                    x: at(x),
                    y: at(y) - height / 2.0,
                    width: at(width),
                    height,
                    colour: colour(color),
                }
            }
            DisplayItem::Rect { x, y, width, height, color } => {
                Mark::Rule { x: at(x), y: at(y), width: at(width), height: at(height), colour: colour(color) }
            }
            DisplayItem::Path { x, y, commands, fill, color } => {
                let steps = commands.iter().fold(Vec::new(), |mut steps, command| {
                    steps.push(step(command, steps.last()));
                    steps
                });
                let steps = steps
                    .into_iter()
                    .map(|step: PathStep| step.map_points(|dx, dy| (at(x) + dx * em, at(y) + dy * em)))
                    .collect();
                let colour = colour(color);
                let stroke = Stroke { colour, width: 0.04 * em, dash: Vec::new(), round: false };
                Mark::Path {
                    steps,
                    fill: fill.then_some(colour),
                    even_odd: false,
                    stroke: (!fill).then_some(stroke),
                }
            }
        };
        piece.marks.push(mark);
    }
    // The list counts from its top; a piece from its baseline.
    piece.marks = piece.marks.into_iter().map(|mark| mark.shift(0.0, -piece.ascent)).collect();
    if [piece.width, piece.ascent, piece.descent]
        .iter()
        .all(|length| length.is_finite() && length.abs() < 1e5)
    {
        Ok(piece)
    } else {
        Err("it is larger than any page".to_owned())
    }
}

/// The same letter of the family the words are in, which is lighter: formulas in running text should not look bold.
/// Only where it takes the place of the one the layout has measured: a root sign, for one, hangs elsewhere.
fn twin(font: &str, c: char, (face, id): (FaceId, u16)) -> Option<(FaceId, u16)> {
    let (family, c) = match (font, c) {
        ("Main-Regular", _) => (SYMBOLS, c),
        ("Main-Bold", _) => (BOLD, c),
        ("Main-Italic", _) => (ITALIC, c),
        // The planet of mathematical letters has a hole where h would be.
        ("Math-Italic", 'h') => (SYMBOLS, 'ℎ'),
        ("Math-Italic", 'a'..='z') => (SYMBOLS, char::from_u32(0x1d44e + u32::from(c) - u32::from('a'))?),
        ("Math-Italic", 'A'..='Z') => (SYMBOLS, char::from_u32(0x1d434 + u32::from(c) - u32::from('A'))?),
        ("Math-Italic", 'α'..='ω') => (SYMBOLS, char::from_u32(0x1d6fc + u32::from(c) - u32::from('α'))?),
        _ => return None,
    };
    let other = family.glyph(c)?;
    let (ours, theirs) = (family.face()?.extent(other), face.face()?.extent(id));
    let alike = ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() < 0.03);
    alike.then_some((family, other))
}

fn colour(color: Color) -> Colour {
    if color == Color::BLACK { BLACK } else { Colour(color.r, color.g, color.b) }
}

fn step(command: &PathCommand, before: Option<&PathStep>) -> PathStep {
    let (fx, fy) = match before {
        Some(PathStep::Move(x, y) | PathStep::Line(x, y) | PathStep::Curve(_, _, _, _, x, y)) => (*x, *y),
        _ => (0.0, 0.0),
    };
    let f = |value: f64| value as f32;
    match *command {
        PathCommand::MoveTo { x, y } => PathStep::Move(f(x), f(y)),
        PathCommand::LineTo { x, y } => PathStep::Line(f(x), f(y)),
        PathCommand::CubicTo { x1, y1, x2, y2, x, y } => {
            PathStep::Curve(f(x1), f(y1), f(x2), f(y2), f(x), f(y))
        }
        PathCommand::QuadTo { x1, y1, x, y } => {
            let (x1, y1, x, y) = (f(x1), f(y1), f(x), f(y));
            let third = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
            PathStep::Curve(third(fx, x1), third(fy, y1), third(x, x1), third(y, y1), x, y)
        }
        PathCommand::Close => PathStep::Close,
    }
}
