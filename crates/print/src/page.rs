//! Lines stacked into groups, and groups into pages. A group that fits on a page is never split.

use crate::lines::Line;
use crate::mark::{Mark, Piece};

/// In points: a page, and how much of it is left free on every side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) side: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

impl Frame {
    pub(crate) fn inner_width(&self) -> f32 {
        self.width - 2.0 * self.side
    }

    pub(crate) fn inner_height(&self) -> f32 {
        self.height - self.top - self.bottom
    }
}

/// The role of a group for screen readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Title,
    Text,
}

/// A strip across the page that is never split; its marks count from its top left corner.
#[derive(Debug, Clone)]
pub(crate) struct Strip {
    pub(crate) before: f32,
    pub(crate) height: f32,
    /// Of its first line, from the top.
    pub(crate) baseline: Option<f32>,
    pub(crate) marks: Vec<Mark>,
}

#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) role: Role,
    pub(crate) strips: Vec<Strip>,
}

impl Strip {
    pub(crate) fn of(line: Line) -> Self {
        let label = line.piece.ascent - line.piece.rise();
        let Piece { ascent, descent, marks, .. } = line.piece;
        let marks = marks.into_iter().map(|mark| mark.shift(0.0, ascent)).collect();
        Self { before: line.before, height: ascent + descent, baseline: Some(label), marks }
    }

    /// Several columns of lines side by side, each from its own place.
    pub(crate) fn beside(before: f32, columns: Vec<(f32, Vec<Line>)>) -> Self {
        // First lines stand on one baseline.
        let first = columns.iter().filter_map(|(_, lines)| lines.first()).map(|line| line.piece.ascent);
        let baseline = first.fold(0.0, f32::max);
        let mut strip = Self { before, height: 0.0, baseline: Some(baseline), marks: Vec::new() };
        for (x, lines) in columns {
            let mut y = lines.first().map_or(0.0, |line| baseline - line.piece.ascent);
            for (i, line) in lines.into_iter().enumerate() {
                y += if i > 0 { line.before } else { 0.0 };
                let below = Self::of(line);
                strip.marks.extend(below.marks.into_iter().map(|mark| mark.shift(x, y)));
                y += below.height;
            }
            strip.height = strip.height.max(y);
        }
        strip
    }
}

impl Group {
    pub(crate) fn new(role: Role, strips: Vec<Strip>) -> Self {
        Self { role, strips }
    }

    fn height(&self) -> f32 {
        self.strips.iter().map(|strip| strip.before + strip.height).sum::<f32>()
            - self.strips.first().map_or(0.0, |strip| strip.before)
    }
}

/// A page: what is on it, group by group, in points from its top left corner.
pub(crate) type Page = Vec<(usize, Role, Vec<Mark>)>;

pub(crate) fn pages(groups: Vec<Group>, frame: &Frame) -> Vec<Page> {
    let mut pages: Vec<Page> = vec![Vec::new()];
    let (mut y, room) = (0.0, frame.inner_height());
    for (number, group) in groups.into_iter().enumerate() {
        let height = group.height();
        let before = group.strips.first().map_or(0.0, |strip| strip.before);
        if y > 0.0 && y + before + height > room && (height <= room || y > room * 0.5) {
            pages.push(Vec::new());
            y = 0.0;
        }
        for strip in group.strips {
            let mut before = if y > 0.0 { strip.before } else { 0.0 };
            if y > 0.0 && y + before + strip.height > room {
                pages.push(Vec::new());
                (y, before) = (0.0, 0.0);
            }
            y += before;
            // What is taller than a page is made to fit.
            let by = (room / strip.height.max(1.0)).min(1.0);
            let placed = strip.marks.into_iter().map(|mark| {
                let mark = if by < 1.0 { mark.scale(by) } else { mark };
                mark.shift(frame.side, frame.top + y)
            });
            if let Some(page) = pages.last_mut() {
                match page.last_mut() {
                    Some((last, _, marks)) if *last == number => marks.extend(placed),
                    _ => page.push((number, group.role, placed.collect())),
                }
            }
            y += strip.height * by;
        }
    }
    pages
}
