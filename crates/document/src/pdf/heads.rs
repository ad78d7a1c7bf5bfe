//! Running heads and page numbers: what stands at the same place of several pages.

use std::collections::HashMap;

use super::Page;
use super::lines::Line;

/// Share of the page's height at either end where heads stand.
const ZONE: f32 = 0.2;
/// Points that a head may move.
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
    let runs = |line: &Line| {
        seen.get(&shape(&line.text)).is_some_and(|places| {
            let mut same: Vec<usize> =
                places.iter().filter(|(_, y)| (y - line.y).abs() < SHIFT).map(|(page, _)| *page).collect();
            same.dedup();
            same.len() >= least
        })
    };
    for page in pages {
        let heads: Vec<f32> = outer(page).into_iter().filter(|line| runs(line)).map(|line| line.y).collect();
        let (height, zone) = (page.height, ZONE * page.height);
        for region in &mut page.regions {
            region.retain(|line| {
                let is_outer = line.y < zone || line.y > height - zone;
                !(is_outer && heads.contains(&line.y) && runs(line))
            });
        }
        page.regions.retain(|region| !region.is_empty());
    }
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

/// The text with its numbers, Arabic or Roman, made alike.
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
