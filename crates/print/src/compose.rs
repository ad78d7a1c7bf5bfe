//! Composes a document: its title, its questions or answers, its page numbers.

use tutti_core::Work;
use tutti_item::{Body, Item};

use crate::font::{self, BOLD, REGULAR};
use crate::lines::{Line, hang};
use crate::mark::{BLACK, GREY, Mark};
use crate::page::{Frame, Group, Role, Strip, pages};
use crate::text::{Gaps, Setter, Stock};
use crate::words::Words;
use crate::{PageSize, PrintError, Printed, Sheet, key, paper, pdf, words};

/// Of the running text, in points.
pub(crate) const SIZE: f32 = 11.0;
/// How far questions stand to the right of their numbers.
pub(crate) const INDENT: f32 = 28.0;
/// Between questions.
pub(crate) const BETWEEN: f32 = 17.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Paper,
    Key,
}

const MILLIMETRE: f32 = 72.0 / 25.4;

fn frame(size: PageSize) -> Frame {
    let (width, height) = match size {
        PageSize::A4 => (210.0 * MILLIMETRE, 297.0 * MILLIMETRE),
        PageSize::Letter => (612.0, 792.0),
    };
    let millimetres = |value: f32| value * MILLIMETRE;
    Frame { width, height, side: millimetres(22.0), top: millimetres(20.0), bottom: millimetres(24.0) }
}

pub(crate) fn document(
    items: &[Item],
    sheet: &Sheet,
    kind: Kind,
    work: &Work,
) -> Result<Printed, PrintError> {
    if items.is_empty() {
        return Err(PrintError::Empty);
    }
    let (frame, words) = (frame(sheet.size), words::of(sheet.language));
    let mut stock = Stock::default();
    let title = match kind {
        Kind::Paper => sheet.title.clone(),
        Kind::Key => format!("{} – {}", sheet.title, words.key),
    };
    let mut groups = vec![head(&title, items, &mut stock, &frame)];
    if kind == Kind::Paper {
        groups.push(name_line(words, &frame));
    }
    work.expect(items.len());
    for (question, item) in (1..).zip(items) {
        work.step()?;
        let gaps = if kind == Kind::Paper { Gaps::Blank(blank(item)) } else { Gaps::Filled };
        let mut setter = Setter { item, question, stock: &mut stock, size: SIZE, gaps };
        let width = frame.inner_width() - INDENT;
        let mut strips = match kind {
            Kind::Paper => paper::question(&mut setter, words, width),
            Kind::Key => key::answer(&mut setter, words, width),
        };
        let number = setter.plain(&format!("{question}."), true, INDENT);
        number_and_indent(&mut strips, number);
        if let Some(first) = strips.first_mut() {
            first.before = BETWEEN;
        }
        groups.push(Group::new(Role::Text, strips));
    }
    let pages = pages(groups, &frame);
    let footers: Vec<_> =
        (1..=pages.len()).map(|number| footer(number, pages.len(), &title, &frame)).collect();
    let about = pdf::About { title: &title, language: words.tag };
    let bytes = pdf::write(&pages, &footers, &stock.pictures, &frame, &about)?;
    Ok(Printed { bytes, pages: pages.len(), problems: stock.problems })
}

/// Moves everything right and puts the number before the first line.
fn number_and_indent(strips: &mut Vec<Strip>, number: Vec<Line>) {
    for strip in strips.iter_mut() {
        strip.marks =
            std::mem::take(&mut strip.marks).into_iter().map(|mark| mark.shift(INDENT, 0.0)).collect();
    }
    let baseline = strips.first().and_then(|strip| strip.baseline).unwrap_or(SIZE);
    let marks = number.into_iter().flat_map(|line| line.piece.marks).map(|mark| mark.shift(0.0, baseline));
    match strips.first_mut() {
        Some(first) => {
            first.marks = marks.chain(std::mem::take(&mut first.marks)).collect();
        }
        None => strips.push(Strip { before: 0.0, height: SIZE, baseline: None, marks: marks.collect() }),
    }
}

fn head(title: &str, items: &[Item], stock: &mut Stock, frame: &Frame) -> Group {
    let mut strips = Vec::new();
    if let Some(item) = items.first() {
        let mut setter = Setter { item, question: 0, stock, size: 18.0, gaps: Gaps::Filled };
        let lines = setter.plain(title, true, frame.inner_width());
        strips.extend(lines.into_iter().map(Strip::of));
    }
    let rule = Mark::Rule { x: 0.0, y: 0.0, width: frame.inner_width(), height: 0.8, colour: BLACK };
    strips.push(Strip { before: 5.0, height: 0.8, baseline: None, marks: vec![rule] });
    Group::new(Role::Title, strips)
}

/// "Name ______  Date ____"
fn name_line(words: &Words, frame: &Frame) -> Group {
    let (width, baseline) = (frame.inner_width(), 14.0);
    let mut marks = Vec::new();
    let mut field = |word: &str, from: f32, to: f32| {
        let mut x = from;
        for (face, glyphs) in font::shape(&format!("{word}:"), REGULAR, SIZE, &mut |_| {}) {
            let wide: f32 = glyphs.iter().map(|glyph| glyph.advance).sum();
            marks.push(Mark::Run { face, size: SIZE, x, y: baseline, colour: BLACK, glyphs });
            x += wide;
        }
        marks.push(Mark::Rule {
            x: x + 6.0,
            y: baseline + 2.0,
            width: to - x - 6.0,
            height: 0.6,
            colour: BLACK,
        });
    };
    field(words.name, 0.0, width * 0.62);
    field(words.date, width * 0.66, width);
    Group::new(Role::Text, vec![Strip { before: 12.0, height: 22.0, baseline: Some(baseline), marks }])
}

/// "Title                    3 / 7"
fn footer(number: usize, of: usize, title: &str, frame: &Frame) -> Vec<Mark> {
    const SMALL: f32 = 9.0;
    let y = frame.height - frame.bottom + 30.0;
    let wide = |runs: &[(font::FaceId, Vec<crate::mark::Glyph>)]| -> f32 {
        runs.iter().flat_map(|(_, glyphs)| glyphs).map(|glyph| glyph.advance).sum()
    };
    let mut marks = Vec::new();
    let mut put = |runs: Vec<(font::FaceId, Vec<crate::mark::Glyph>)>, mut x: f32| {
        for (face, glyphs) in runs {
            let width: f32 = glyphs.iter().map(|glyph| glyph.advance).sum();
            marks.push(Mark::Run { face, size: SMALL, x, y, colour: GREY, glyphs });
            x += width;
        }
    };
    let count = font::shape(&format!("{number} / {of}"), REGULAR, SMALL, &mut |_| {});
    let left = frame.width - frame.side - wide(&count);
    let short: String = title.chars().take(90).collect();
    let name = font::shape(&short, REGULAR, SMALL, &mut |_| {});
    if number > 1 && wide(&name) < frame.inner_width() - 60.0 {
        put(name, frame.side);
    }
    put(count, left);
    marks
}

/// One width for all gaps of a text, so that none gives its answer away.
fn blank(item: &Item) -> f32 {
    let Body::Cloze { gaps } = &item.body else { return 80.0 };
    let longest = gaps.iter().flat_map(|gap| &gap.accepts).map(|answer| answer.chars().count()).max();
    (longest.unwrap_or(0) as f32 * 8.0).clamp(70.0, 160.0)
}

/// A bold label before a text.
pub(crate) fn with_label(setter: &mut Setter<'_>, label: &str, lines: Vec<Line>, indent: f32) -> Vec<Line> {
    let label = setter.plain(label, true, indent);
    hang(label, lines, indent)
}

/// How wide words are in bold.
pub(crate) fn bold_width(words: &str, size: f32) -> f32 {
    let runs = font::shape(words, BOLD, size, &mut |_| {});
    runs.iter().flat_map(|(_, glyphs)| glyphs).map(|glyph| glyph.advance).sum()
}
