//! A question, as on the paper for the class.

use std::fmt::Write as _;

use tutti_item::{Body, Choice, Item, Prose, RichText};

use crate::compose::{SIZE, bold_width};
use crate::lines::{Line, hang};
use crate::mark::{BLACK, Mark, Piece};
use crate::page::Strip;
use crate::text::Setter;
use crate::words::Words;

/// Above the options, and between rows of them.
const ABOVE: f32 = 7.0;
const BETWEEN_ROWS: f32 = 5.0;
/// Between columns of options.
const GUTTER: f32 = 16.0;
/// The side of a box to tick.
const BOX: f32 = 8.0;

pub(crate) fn question(setter: &mut Setter<'_>, words: &Words, width: f32) -> Vec<Strip> {
    let mut strips = stem(setter, width);
    let item = setter.item;
    match &item.body {
        Body::MultipleChoice { options, .. } => strips.extend(choices(setter, options, false, width)),
        Body::MultipleResponse { options, .. } => strips.extend(choices(setter, options, true, width)),
        Body::TrueFalse { .. } => {
            let columns = [words.truth, words.falsehood].map(|word| setter.plain(word, false, width));
            let mut x = 0.0;
            let mut placed = Vec::new();
            for lines in columns {
                let wide = lines.first().map_or(0.0, |line| line.piece.width);
                placed.push((x, with_tick_box(lines)));
                x += wide + BOX + 36.0;
            }
            strips.push(Strip::beside(ABOVE, placed));
        }
        Body::Numeric { unit, .. } => strips.push(field(setter, words, unit.as_deref(), 110.0)),
        Body::ShortAnswer { .. } => strips.push(field(setter, words, None, 230.0)),
        Body::Cloze { .. } => {}
        Body::Flashcard { .. } => {
            for _ in 0..2 {
                let rule = Mark::Rule { x: 0.0, y: 20.0, width, height: 0.5, colour: BLACK };
                strips.push(Strip { before: 0.0, height: 22.0, baseline: None, marks: vec![rule] });
            }
        }
    }
    strips
}

/// The stem with its figure.
fn stem(setter: &mut Setter<'_>, width: f32) -> Vec<Strip> {
    let item: &Item = setter.item;
    let mut lines = setter.text(&item.stem, width);
    if let Some(svg) = &item.figure {
        lines.extend(setter.figure(svg, width));
    }
    lines.into_iter().map(Strip::of).collect()
}

/// In as many columns as the longest option allows, read across.
fn choices(setter: &mut Setter<'_>, options: &[Choice], many: bool, width: f32) -> Vec<Strip> {
    let label_width =
        options.iter().map(|option| bold_width(option.label.as_str(), SIZE)).fold(0.0, f32::max);
    let tick = if many { BOX + 6.0 } else { 0.0 };
    let indent = label_width + 9.0;
    let problems = setter.stock.problems.len();
    let widest = options
        .iter()
        .map(|option| setter.short(&option.text).map(|piece| piece.width))
        .try_fold(0.0_f32, |widest, width| Some(widest.max(width?)));
    setter.stock.problems.truncate(problems);
    let fits = |columns: f32| {
        widest.is_some_and(|widest| tick + indent + widest <= (width - GUTTER * (columns - 1.0)) / columns)
    };
    // Rows as even as the widths allow: five short options are one row, not four and one.
    let tries: &[usize] = match options.len() {
        2 => &[2],
        3 => &[3],
        5 => &[5, 3, 2],
        6 => &[6, 3, 2],
        _ => &[4, 2],
    };
    let columns = tries.iter().copied().find(|columns| fits(*columns as f32)).unwrap_or(1);
    let column = (width - GUTTER * (columns as f32 - 1.0)) / columns as f32;
    let mut strips = Vec::new();
    for (row, options) in options.chunks(columns).enumerate() {
        let mut cells = Vec::new();
        for (place, option) in options.iter().enumerate() {
            let lines = setter.text(&option.text, column - indent - tick);
            let label = option.label.as_str().to_owned();
            let lines = crate::compose::with_label(setter, &label, lines, indent);
            let lines = if many { with_tick_box(lines) } else { lines };
            cells.push((place as f32 * (column + GUTTER), lines));
        }
        strips.push(Strip::beside(if row == 0 { ABOVE } else { BETWEEN_ROWS }, cells));
    }
    strips
}

/// A box to tick before the lines.
fn with_tick_box(lines: Vec<Line>) -> Vec<Line> {
    let mark = Mark::frame(0.0, -BOX + 0.6, BOX, BOX);
    let sign = Piece { width: BOX, ascent: BOX, descent: 0.0, marks: vec![mark] };
    hang(vec![Line { before: 0.0, piece: sign }], lines, BOX + 6.0)
}

/// "Answer: ________ unit"
fn field(setter: &mut Setter<'_>, words: &Words, unit: Option<&str>, length: f32) -> Strip {
    let label = setter.plain(&format!("{}:", words.answer), false, length);
    let start = label.first().map_or(0.0, |line| line.piece.width) + 6.0;
    let rule = Mark::Rule { x: 0.0, y: 2.0, width: length, height: 0.6, colour: BLACK };
    let rule = Piece { width: length, ascent: SIZE, descent: 3.0, marks: vec![rule] };
    let mut columns = vec![(0.0, label), (start, vec![Line { before: 0.0, piece: rule }])];
    if let Some(unit) = unit {
        let lines = unit_lines(setter, unit);
        columns.push((start + length + 5.0, lines));
    }
    Strip::beside(ABOVE + 4.0, columns)
}

/// A unit such as `m s^-2` with its powers raised.
pub(crate) fn unit_lines(setter: &mut Setter<'_>, unit: &str) -> Vec<Line> {
    setter.text(&unit_text(unit), 150.0)
}

pub(crate) fn unit_text(unit: &str) -> RichText {
    let plain = |c: char| c.is_alphanumeric() || " ^-/·*.()°%µμΩ".contains(c);
    if !unit.contains('^') || !unit.chars().all(plain) {
        return Prose::plain(unit).print();
    }
    let mut tex = String::from("\\mathrm{");
    let mut signs = unit.chars().peekable();
    while let Some(c) = signs.next() {
        match c {
            '^' => {
                let mut power = String::new();
                while let Some(c) = signs.next_if(|c| c.is_ascii_digit() || (*c == '-' && power.is_empty())) {
                    power.push(c);
                }
                let _ = write!(tex, "^{{{power}}}");
            }
            ' ' | '*' | '·' => tex.push_str("\\,"),
            '%' => tex.push_str("\\%"),
            '°' => tex.push_str("^\\circ "),
            'µ' | 'μ' => tex.push_str("\\mu "),
            'Ω' => tex.push_str("\\Omega "),
            c => tex.push(c),
        }
    }
    RichText::new(format!("\\({tex}}}\\)"))
}
