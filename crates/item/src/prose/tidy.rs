//! The normal form of a line.

use super::Inline;
use super::print::print_inlines;
use crate::active_content::{safe_tex, without_links};
use crate::{Part, RichText};

/// How a leaf is marked. Emphasis inside emphasis is the outer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Plain,
    Strong,
    Emphasis,
}

type Leaf = (Mark, Inline);

/// An entry of a list has no line breaks.
pub(super) fn one_line(inlines: Vec<Inline>) -> Vec<Inline> {
    let joined = inlines.into_iter().map(|inline| match inline {
        Inline::Break => Inline::Text(" ".to_owned()),
        Inline::Strong(inner) => Inline::Strong(one_line(inner)),
        Inline::Emphasis(inner) => Inline::Emphasis(one_line(inner)),
        other => other,
    });
    joined.collect()
}

/// A line as [`Prose::tidy`] wants it.
pub(super) fn tidy_line(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut leaves = Vec::new();
    flatten(inlines, Mark::Plain, &mut leaves);
    let mut groups: Vec<(Mark, Vec<Inline>)> = Vec::new();
    for (mark, leaf) in single_spaced(leaves) {
        // White space is not emphasised, so that a mark never stands beside it on its inner side.
        let mark = if is_gap(&leaf) { Mark::Plain } else { mark };
        for (mark, leaf) in split_ends(mark, leaf) {
            match groups.last_mut() {
                Some((before, group)) if *before == mark => push_joined(leaf, group),
                _ => groups.push((mark, vec![leaf])),
            }
        }
    }
    let mut tidy = Vec::new();
    for i in 0..groups.len() {
        let (mark, group) = (groups[i].0, groups[i].1.clone());
        let before = i.checked_sub(1).map(|before| &groups[before]);
        let fits = before.is_none_or(|(mark, group)| *mark == Mark::Plain && !ends_in_a_letter(group))
            && groups.get(i + 1).is_none_or(|(_, group)| !starts_with_a_letter(group));
        match mark {
            Mark::Strong if fits => tidy.push(Inline::Strong(group)),
            Mark::Emphasis if fits => tidy.push(Inline::Emphasis(group)),
            _ => group.into_iter().for_each(|leaf| push_joined(leaf, &mut tidy)),
        }
    }
    tidy.into_iter().map(without_links_inside).collect()
}

fn without_links_inside(inline: Inline) -> Inline {
    let inner = |inlines: Vec<Inline>| inlines.into_iter().map(without_links_inside).collect();
    match inline {
        Inline::Text(text) => Inline::Text(without_links(text)),
        Inline::Strong(inlines) => Inline::Strong(inner(inlines)),
        Inline::Emphasis(inlines) => Inline::Emphasis(inner(inlines)),
        other => other,
    }
}

fn flatten(inlines: Vec<Inline>, mark: Mark, leaves: &mut Vec<Leaf>) {
    let outer = |inner| if mark == Mark::Plain { inner } else { mark };
    for inline in inlines {
        match inline {
            Inline::Strong(inner) => flatten(inner, outer(Mark::Strong), leaves),
            Inline::Emphasis(inner) => flatten(inner, outer(Mark::Emphasis), leaves),
            leaf => leaves.extend(sound(leaf).map(|leaf| (mark, leaf))),
        }
    }
}

/// The leaf without what its delimiters cannot hold; none if nothing is left.
fn sound(leaf: Inline) -> Option<Inline> {
    let leaf = match leaf {
        Inline::Code(code) => {
            let code = code.replace('`', "'").replace(['\n', '\r'], " ");
            let code: String = RichText::new(code.trim()).parts().into_iter().map(part_source).collect();
            // A backslash at the end would escape what comes after the code.
            Inline::Code(code.trim_end_matches(|c: char| c == '\\' || c.is_whitespace()).to_owned())
        }
        Inline::Maths { tex, display } => {
            let tex = safe_tex(tex.trim()).into_owned();
            let maths = Inline::Maths { tex: tex.clone(), display };
            let printed = RichText::new(print_inlines(std::slice::from_ref(&maths)));
            match printed.parts().as_slice() {
                [Part::Maths { .. }] => maths,
                _ => Inline::Text(tex),
            }
        }
        Inline::Image { alt, name } => Inline::Image {
            alt: alt.replace(['[', ']', '\n', '\r', '\\'], " ").trim().to_owned(),
            name: name.replace([' ', '(', ')', '\n', '\r'], "_"),
        },
        Inline::Gap(name) => {
            let name = name.replace(['{', '}', '\\', '\n', '\r', '*', '`', '!'], " ");
            Inline::Gap(name.trim().to_owned())
        }
        other => other,
    };
    let empty = match &leaf {
        Inline::Code(text) | Inline::Maths { tex: text, .. } | Inline::Text(text) | Inline::Gap(text) => {
            text.is_empty()
        }
        Inline::Image { name, .. } => name.is_empty(),
        _ => false,
    };
    (!empty).then_some(leaf)
}

/// What stands in code. A delimiter that is open there would reach past its end, so it is broken up.
fn part_source(part: Part<'_>) -> String {
    match part {
        Part::Text(text) => ["\\(", "\\)", "\\[", "\\]", "!["].iter().fold(text.to_owned(), |text, open| {
            text.replace(open, &format!("{} {}", &open[..1], &open[1..]))
        }),
        Part::Maths { tex, display: false } => format!("\\({}\\)", tex.trim()),
        Part::Maths { tex, display: true } => format!("\\[{}\\]", tex.trim()),
        Part::Image { alt, name } => format!("![{alt}]({name})"),
    }
}

/// One space for any white space, none at the start or end of a line, no empty lines.
fn single_spaced(leaves: Vec<Leaf>) -> Vec<Leaf> {
    let mut spaced: Vec<Leaf> = Vec::new();
    for (mark, leaf) in leaves {
        match leaf {
            Inline::Text(text) => {
                let mut open = match spaced.last() {
                    None | Some((_, Inline::Break)) => false,
                    Some((_, Inline::Text(before))) => !before.ends_with(' '),
                    Some(_) => true,
                };
                let mut kept = String::with_capacity(text.len());
                for c in text.chars() {
                    if c.is_whitespace() {
                        if open {
                            kept.push(' ');
                            open = false;
                        }
                    } else if !c.is_control() && !matches!(c, '\u{feff}' | '\u{200b}') {
                        kept.push(c);
                        open = true;
                    }
                }
                if !kept.is_empty() {
                    spaced.push((mark, Inline::Text(kept)));
                }
            }
            Inline::Break => {
                trim_end(&mut spaced);
                if !matches!(spaced.last(), None | Some((_, Inline::Break))) {
                    spaced.push((Mark::Plain, Inline::Break));
                }
            }
            leaf => spaced.push((mark, leaf)),
        }
    }
    trim_end(&mut spaced);
    if matches!(spaced.last(), Some((_, Inline::Break))) {
        spaced.pop();
    }
    spaced
}

fn trim_end(leaves: &mut Vec<Leaf>) {
    while let Some((_, Inline::Text(text))) = leaves.last_mut() {
        text.truncate(text.trim_end_matches(' ').len());
        if !text.is_empty() {
            break;
        }
        leaves.pop();
    }
}

fn is_gap(leaf: &Inline) -> bool {
    matches!(leaf, Inline::Break) || matches!(leaf, Inline::Text(text) if text == " ")
}

/// A marked text without the spaces at its ends, and these as plain text around it.
fn split_ends(mark: Mark, leaf: Inline) -> Vec<Leaf> {
    match leaf {
        Inline::Text(text) if mark != Mark::Plain => {
            let space = |is: bool| is.then(|| (Mark::Plain, Inline::Text(" ".to_owned())));
            let (first, last) = (space(text.starts_with(' ')), space(text.ends_with(' ')));
            let middle = (mark, Inline::Text(text.trim_matches(' ').to_owned()));
            first.into_iter().chain([middle]).chain(last).collect()
        }
        leaf => vec![(mark, leaf)],
    }
}

fn push_joined(leaf: Inline, line: &mut Vec<Inline>) {
    match (line.last_mut(), leaf) {
        (Some(Inline::Text(before)), Inline::Text(text)) => before.push_str(&text),
        (_, leaf) => line.push(leaf),
    }
}

fn starts_with_a_letter(group: &[Inline]) -> bool {
    matches!(group.first(), Some(Inline::Text(text)) if text.starts_with(char::is_alphanumeric))
}

fn ends_in_a_letter(group: &[Inline]) -> bool {
    matches!(group.last(), Some(Inline::Text(text)) if text.ends_with(char::is_alphanumeric))
}
