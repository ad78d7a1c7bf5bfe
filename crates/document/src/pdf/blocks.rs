//! Lines to blocks: paragraphs, headings with their level, list items, tables and captions.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use super::glyphs::Mix;
use super::lines::Line;
use super::{Page, table};
use crate::{BlockKind, Piece, text};

/// What is usual in a document, so that exceptions can be recognised.
#[derive(Debug)]
pub(crate) struct Usual {
    /// Size of most letters.
    size: f32,
    /// Ink of each letter of ASCII as it is most often drawn; 0 where there is none.
    inks: [f32; 128],
    /// Sizes of headings, largest first.
    sizes: Vec<f32>,
    /// Words of the document in lower case that a word divided at a line end may be.
    words: HashSet<String>,
}

impl Usual {
    pub(crate) fn of(pages: &[Page]) -> Self {
        let lines = || pages.iter().flat_map(|page| page.regions.iter().flatten());
        let mut sizes: HashMap<u32, usize, BuildHasherDefault<Mix>> = HashMap::default();
        for line in lines() {
            *sizes.entry(half_points(line.size)).or_default() += line.text.len();
        }
        let most = sizes.iter().max_by_key(|(size, count)| (**count, **size)).map_or(0, |(size, _)| *size);
        // Letter and ink, coarse enough that two drawings of one letter fall together.
        let mut seen: HashMap<(char, u32), usize, BuildHasherDefault<Mix>> = HashMap::default();
        for line in lines().filter(|line| half_points(line.size).abs_diff(most) <= 1) {
            for (letter, ink) in &line.inks {
                *seen.entry((*letter, (ink / 1000.0) as u32)).or_default() += line.text.len();
            }
        }
        let (mut inks, mut weights) = ([0.0; 128], [0; 128]);
        for ((letter, ink), weight) in seen {
            let (at, ink) = (letter as usize % 128, ink as f32 * 1000.0 + 500.0);
            // The lighter of two that are as frequent: the order they come in does not matter.
            if weight > weights[at] || (weight == weights[at] && ink < inks[at]) {
                (weights[at], inks[at]) = (weight, ink);
            }
        }
        let mut usual = Self { size: most as f32 / 2.0, inks, sizes: Vec::new(), words: HashSet::new() };
        let titles =
            lines().filter(|line| usual.is_large(line.size) && letters(line) > 1 && line.text.len() < 160);
        let mut large: Vec<f32> = titles.map(|line| half_points(line.size) as f32 / 2.0).collect();
        large.sort_by(|a, b| b.total_cmp(a));
        large.dedup_by(|small, big| *small > *big * 0.94);
        usual.sizes = large;
        usual.words = words_asked_for(pages);
        usual
    }

    fn is_large(&self, size: f32) -> bool {
        size >= self.size * 1.12 && size >= self.size + 0.9
    }

    fn is_bold(&self, line: &Line) -> bool {
        let (mut known, mut heavy) = (0, 0);
        for (letter, ink) in &line.inks {
            let usual = self.inks[*letter as usize % 128];
            known += usize::from(usual > 0.0);
            heavy += usize::from(usual > 0.0 && *ink > usual * 1.22);
        }
        heavy * 4 >= known * 3 && heavy > 0
    }

    fn level(&self, size: f32) -> u8 {
        let at = self.sizes.iter().position(|large| size > large * 0.94).unwrap_or(self.sizes.len());
        (at + 1).min(6) as u8
    }

    /// Whether two parts of a word are one without the hyphen, if the document shows it elsewhere.
    fn is_word(&self, first: &str, second: &str) -> Option<bool> {
        let (first, second) = (first.to_lowercase(), second.to_lowercase());
        if self.words.contains(&format!("{first}{second}")) {
            return Some(true);
        }
        self.words.contains(&format!("{first}-{second}")).then_some(false)
    }
}

/// For every word that is divided at the end of a line, whether it stands elsewhere as one or with a hyphen.
fn words_asked_for(pages: &[Page]) -> HashSet<String> {
    let part = |c: char| !(c.is_alphabetic() || c == '-' || c == '\'');
    let mut asked: HashSet<String> = HashSet::new();
    for pair in pages.iter().flat_map(|page| &page.regions).flat_map(|region| region.windows(2)) {
        let [line, next] = pair else { continue };
        let Some(stem) = line.text.trim_end().strip_suffix(['-', '\u{2010}']) else { continue };
        let first = stem.rsplit(part).next().unwrap_or_default().to_lowercase();
        let second = next.text.trim_start().split(part).next().unwrap_or_default().to_lowercase();
        asked.insert(format!("{first}{second}"));
        asked.insert(format!("{first}-{second}"));
    }
    if asked.is_empty() {
        return asked;
    }
    // Few words look like one that is asked for, and only those are compared.
    let look = |word: &str| {
        let bytes = word.as_bytes();
        let end = |byte: Option<&u8>| usize::from(byte.copied().unwrap_or(0) | 0x20);
        (bytes.len() * 31 + end(bytes.first()) * 7 + end(bytes.last()) * 3) % 1024
    };
    let mut looks = [false; 1024];
    for word in &asked {
        looks[look(word)] = true;
    }
    let lines = pages.iter().flat_map(|page| page.regions.iter().flatten());
    let words = lines.flat_map(|line| line.text.split_whitespace().rev().skip(1));
    words
        .map(|word| word.trim_matches(|c: char| !c.is_alphabetic()))
        .filter(|word| looks[look(word)])
        .map(str::to_lowercase)
        .filter(|word| asked.contains(word))
        .collect()
}

fn half_points(size: f32) -> u32 {
    (size * 2.0).round().clamp(0.0, 2000.0) as u32
}

/// The blocks of a page.
pub(crate) fn blocks(page: &Page, usual: &Usual) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for region in &page.regions {
        let start = pieces.len();
        let mut rest = region.as_slice();
        while !rest.is_empty() {
            let taken = match table::rows(rest) {
                Some((rows, text)) => {
                    pieces.extend(Piece::new(page.number, BlockKind::Table, &text));
                    rows
                }
                None => {
                    let end = (1..rest.len())
                        .find(|at| table::rows(rest.get(*at..).unwrap_or_default()).is_some())
                        .unwrap_or(rest.len());
                    prose(rest.get(..end).unwrap_or_default(), page.number, usual, &mut pieces);
                    end
                }
            };
            rest = rest.get(taken..).unwrap_or_default();
        }
        join_over_columns(&mut pieces, start, usual);
    }
    pieces
}

fn prose(lines: &[Line], page: u32, usual: &Usual, pieces: &mut Vec<Piece>) {
    let pitch = pitch(lines);
    let right = lines.iter().map(|line| line.x1).fold(f32::MIN, f32::max);
    let left = lines.iter().map(|line| line.x0).fold(f32::MAX, f32::min);
    let mut open: Vec<&Line> = Vec::new();
    for line in lines {
        if open.last().is_some_and(|last| is_new(&open, last, line, pitch, (left, right), usual)) {
            pieces.extend(block(&open, page, usual));
            open.clear();
        }
        open.push(line);
    }
    pieces.extend(block(&open, page, usual));
}

/// From baseline to baseline, as most lines have it, in ems.
fn pitch(lines: &[Line]) -> f32 {
    let mut pitches: Vec<f32> = lines
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] if (a.size - b.size).abs() < 0.05 * a.size => Some((b.y - a.y) / a.size),
            _ => None,
        })
        .filter(|pitch| (0.7..2.2).contains(pitch))
        .collect();
    pitches.sort_by(f32::total_cmp);
    // The narrow ones: lines of a paragraph are never further apart than paragraphs.
    pitches.get(pitches.len() / 3).copied().unwrap_or(1.3)
}

fn is_new(
    open: &[&Line],
    last: &Line,
    line: &Line,
    pitch: f32,
    (left, right): (f32, f32),
    usual: &Usual,
) -> bool {
    let size = last.size.max(line.size);
    if (last.size - line.size).abs() > 0.08 * size && letters(line) > 2 && letters(last) > 2 {
        return true;
    }
    if (line.y - last.y) / size > pitch * 1.28 || line.y < last.y - size {
        return true;
    }
    if text::item(&line.text).is_some()
        && (text::item(&open[0].text).is_some() || line.x0 > left + 0.5 * size || ends_sentence(&last.text))
    {
        return true;
    }
    if usual.is_bold(last) != usual.is_bold(line)
        && open.len() <= 2
        && open.iter().all(|l| usual.is_bold(l) == usual.is_bold(last))
        && letters(line) > 2
    {
        return !last.text.ends_with(',');
    }
    if has_leader(&last.text) || has_leader(&line.text) {
        return true;
    }
    if line.rtl || last.rtl {
        return false;
    }
    let hanging = open.len() == 1 && text::item(&open[0].text).is_some();
    if line.x0 > last.x0 + 0.8 * size
        && line.x0 < left + 4.0 * size
        && !hanging
        && open.iter().all(|l| l.x0 < line.x0 - 0.5 * size)
        && open.len() > 1
    {
        return true;
    }
    // A line that goes back to the left of a whole item, or the first word would have fitted on the line before.
    if text::item(&open[0].text).is_some() && line.x0 < open[0].x0 - 0.5 * size {
        return true;
    }
    let room = right - last.x1;
    ends_sentence(&last.text) && room > 1.5 * (line.first_end - line.x0) + size
}

fn letters(line: &Line) -> usize {
    line.text.chars().filter(|c| c.is_alphabetic()).take(3).count()
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '»', ')', '’', ' ']).ends_with(['.', '!', '?', ':', ';', '…'])
}

fn block(lines: &[&Line], page: u32, usual: &Usual) -> Option<Piece> {
    let mut whole = String::new();
    for line in lines {
        text::join_knowing(&mut whole, line.text.trim(), &|a, b| usual.is_word(a, b));
    }
    let whole = text::squeeze(&without_leaders(&whole));
    let kind = kind(lines, &whole, usual);
    let whole = match (kind, text::item(&whole)) {
        (BlockKind::ListItem, Some(item)) => item,
        _ => whole.as_str(),
    };
    // Meaningless characters are few, otherwise the page would not be here.
    let sound = whole.replace('\u{fffd}', "");
    let whole = sound.trim();
    // A bullet alone belongs to an item that is drawn elsewhere, or is an ornament.
    if whole.chars().count() == 1 && !whole.chars().any(char::is_alphanumeric) {
        return None;
    }
    Piece::new(page, kind, whole)
}

/// The dots between an entry of a table of contents and its page.
fn without_leaders(text: &str) -> Cow<'_, str> {
    if !has_leader(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('.') {
        let (before, dots) = rest.split_at(at);
        let after = dots.trim_start_matches(['.', ' ', '\u{a0}']);
        let run = dots.get(..dots.len() - after.len()).unwrap_or_default();
        out.push_str(before);
        out.push_str(if run.matches('.').count() > 3 { " … " } else { run });
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn has_leader(text: &str) -> bool {
    text.contains("....") || text.contains(". . . .")
}

fn kind(lines: &[&Line], whole: &str, usual: &Usual) -> BlockKind {
    if is_caption(whole) {
        return BlockKind::Caption;
    }
    let size = lines.iter().map(|line| line.size).fold(0.0, f32::max);
    let letters = whole.chars().filter(|c| c.is_alphabetic()).take(3).count();
    if has_leader(&lines[0].text) {
        return BlockKind::Paragraph;
    }
    let short = lines.len() <= 3 && whole.chars().count() <= 160 && letters >= 2;
    if short && usual.is_large(size) && !whole.ends_with(',') {
        return BlockKind::Heading(usual.level(size));
    }
    let bold = lines.iter().all(|line| usual.is_bold(line));
    let title = lines.len() <= 2
        && whole.chars().count() <= 110
        && !whole.ends_with(['.', ',', ';', ':'])
        && letters >= 3;
    let unbulleted = text::item(whole).is_none_or(|item| item.len() == whole.len());
    if bold && title && size >= usual.size * 0.95 && unbulleted {
        return BlockKind::Heading((usual.sizes.len() + 1).min(6) as u8);
    }
    if text::item(whole).is_some() { BlockKind::ListItem } else { BlockKind::Paragraph }
}

/// `Figure 3:`, `Tabell 2.1 …`
fn is_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or_default().trim_end_matches('.');
    let named =
        ["Figure", "Fig", "Table", "Figur", "Tabell", "Tabelle", "Abbildung", "Abb", "Tableau", "Listing"];
    let number = words.next().unwrap_or_default();
    let is_number = number.starts_with(|c: char| c.is_ascii_digit());
    named.contains(&word)
        && is_number
        && (number.ends_with([':', '.']) || words.next().is_none_or(|w| w.starts_with(char::is_uppercase)))
}

/// A paragraph that continues in the next column is one.
fn join_over_columns(pieces: &mut Vec<Piece>, start: usize, usual: &Usual) {
    if start == 0 || start >= pieces.len() {
        return;
    }
    let (before, after) = (&pieces[start - 1], &pieces[start]);
    let goes_on = |piece: &Piece| matches!(piece.kind, BlockKind::Paragraph | BlockKind::ListItem);
    let open = !ends_sentence(&before.text) && before.text.chars().count() > 40;
    let next = after.text.starts_with(char::is_lowercase);
    if goes_on(before) && after.kind == BlockKind::Paragraph && open && next {
        let after = pieces.remove(start);
        text::join_knowing(&mut pieces[start - 1].text, &after.text, &|a, b| usual.is_word(a, b));
    }
}
