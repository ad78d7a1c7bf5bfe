//! Converts a line from visual order to reading order.
//!
//! The Unicode algorithm cannot be fully inverted, since there is no unique answer. Right-to-left runs are reversed,
//! and in a line that is mostly right-to-left so is the order of the runs.

use super::lines::Word;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Left,
    Right,
    Neutral,
}

/// Whether the line is written from the right.
pub(crate) fn to_logical(signs: &mut Vec<Word<'_>>) -> bool {
    let from_the_right =
        |word: &Word<'_>| matches!(word, Word::Sign(glyph) if glyph.sign.first() >= '\u{590}');
    if !signs.iter().any(from_the_right) {
        return false;
    }
    let classes: Vec<Class> = signs.iter().map(class).collect();
    let count = |class: Class| classes.iter().filter(|c| **c == class).count();
    let right = count(Class::Right);
    if right == 0 {
        return false;
    }
    let rtl = right * 2 >= count(Class::Left);
    // A neutral sign belongs to both neighbours where they agree, else to the line.
    let base = if rtl { Class::Right } else { Class::Left };
    let strong =
        |mut all: Box<dyn Iterator<Item = &Class> + '_>| all.find(|c| **c != Class::Neutral).copied();
    let resolved: Vec<Class> = (0..classes.len())
        .map(|at| match classes[at] {
            Class::Neutral => {
                let before = strong(Box::new(classes[..at].iter().rev()));
                let after = strong(Box::new(classes[at..].iter()));
                if before == after { before.unwrap_or(base) } else { base }
            }
            class => class,
        })
        .collect();
    let mut runs: Vec<(Class, Vec<Word<'_>>)> = Vec::new();
    for (sign, class) in signs.drain(..).zip(resolved) {
        match runs.last_mut() {
            Some((last, run)) if *last == class => run.push(sign),
            _ => runs.push((class, vec![sign])),
        }
    }
    if rtl {
        runs.reverse();
    }
    for (class, mut run) in runs {
        if class == Class::Right {
            run.reverse();
        }
        signs.extend(run);
    }
    rtl
}

fn class(word: &Word<'_>) -> Class {
    let Word::Sign(glyph) = word else { return Class::Neutral };
    match glyph.sign.first() {
        '\u{590}'..='\u{65f}'
        | '\u{66d}'..='\u{6ef}'
        | '\u{6fa}'..='\u{8ff}'
        | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' => Class::Right,
        '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}' => Class::Left,
        c if c.is_alphanumeric() => Class::Left,
        _ => Class::Neutral,
    }
}
