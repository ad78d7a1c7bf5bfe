//! Running heads and page numbers: text at the same place on several pages.

use std::collections::HashMap;

use super::Page;
use super::lines::Line;

/// Share of the page's height at either end where running heads are.
const ZONE: f32 = 0.2;
/// Points by which a running head may move.
const SHIFT: f32 = 4.0;
/// Lines at either end that can be one.
const OUTER: usize = 3;

pub(crate) fn remove(pages: &mut [Page]) {
    let mut seen: HashMap<String, Vec<(usize, f32)>> = HashMap::new();
    for (number, page) in pages.iter().enumerate() {
        for line in outer(page) {
            seen.entry(shape(&line.text)).or_default().push((number, line.y));
        }
    }
    let written = pages.iter().filter(|page| !page.regions.is_empty()).count();
    let least = written.clamp(2, 3);
    let numbered = page_number_places(pages);
    let runs = |line: &Line| {
        seen.get(&shape(&line.text)).is_some_and(|places| {
            let mut same: Vec<usize> =
                places.iter().filter(|(_, y)| (y - line.y).abs() < SHIFT).map(|(page, _)| *page).collect();
            same.dedup();
            same.len() >= least
        })
    };
    for page in pages {
        let is_head = |line: &Line| runs(line) || is_numbered(line, page.number, &numbered);
        let heads: Vec<f32> =
            outer(page).into_iter().filter(|line| is_head(line)).map(|line| line.y).collect();
        let number = page.number;
        let (height, zone) = (page.height, ZONE * page.height);
        for region in &mut page.regions {
            region.retain(|line| {
                let is_outer = line.y < zone || line.y > height - zone;
                !(is_outer && heads.contains(&line.y) && (runs(line) || is_numbered(line, number, &numbered)))
            });
        }
        page.regions.retain(|region| !region.is_empty());
    }
}

/// Places of the page number, whatever else is beside it: the height, and the offset from the number of the page.
/// Three pages are enough.
fn page_number_places(pages: &[Page]) -> Vec<(f32, i64)> {
    let mut seen: Vec<(f32, i64, usize)> = Vec::new();
    for page in pages {
        for line in outer(page) {
            for number in numbers(&line.text) {
                let off = number - i64::from(page.number);
                match seen.iter_mut().find(|(y, other, _)| (y - line.y).abs() < SHIFT && *other == off) {
                    Some((_, _, count)) => *count += 1,
                    None => seen.push((line.y, off, 1)),
                }
            }
        }
    }
    seen.retain(|(_, _, count)| *count >= 3);
    seen.into_iter().map(|(y, off, _)| (y, off)).collect()
}

fn is_numbered(line: &Line, page: u32, places: &[(f32, i64)]) -> bool {
    let fits = |number: i64| {
        places.iter().any(|(y, off)| (y - line.y).abs() < SHIFT && number - i64::from(page) == *off)
    };
    line.text.chars().count() < 90 && numbers(&line.text).into_iter().any(fits)
}

/// What a line begins and ends with.
fn numbers(text: &str) -> Vec<i64> {
    let ends = [text.split_whitespace().next(), text.split_whitespace().next_back()];
    ends.into_iter().flatten().filter(|word| word.len() < 6).filter_map(|word| word.parse().ok()).collect()
}

/// The lines nearest to the ends of the page.
fn outer(page: &Page) -> Vec<&Line> {
    let zone = ZONE * page.height;
    let mut lines: Vec<&Line> = page.regions.iter().flatten().collect();
    lines.sort_by(|a, b| a.y.total_cmp(&b.y));
    let first = lines.iter().take_while(|line| line.y < zone).take(OUTER);
    let last = lines.iter().rev().take_while(|line| line.y > page.height - zone).take(OUTER);
    first.chain(last).copied().collect()
}

/// The text with its numbers, Arabic or Roman, unified.
fn shape(text: &str) -> String {
    let number = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        !word.is_empty()
            && (word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '/')
                || (word.len() < 7 && word.chars().all(|c| "ivxlc".contains(c))))
    };
    let words: Vec<&str> =
        text.split_whitespace().map(|word| if number(word) { "#" } else { word }).collect();
    words.join(" ")
}
