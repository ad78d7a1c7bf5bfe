//! The fuzzed functions: each takes any bytes and must return quickly and without a panic.
//!
//! `crates/maths/tests/corpus.rs` runs the same functions over the corpus.

use tutti_maths::{Answer, ReadError, Reading, compare, read, read_mathml};

/// Parses the text with every parser. A parsed expression must be printed in a form that can be parsed again.
pub(crate) fn latex(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let readings = [(false, false), (true, true)]
        .map(|(plain_letters, mixed_numbers)| Reading { plain_letters, mixed_numbers }.read(text));
    let markup = read_mathml(text);
    for answer in readings.into_iter().chain([markup]).flatten() {
        let printed = format!("${}$", answer.to_latex());
        if printed.len() <= 1000 {
            again(text, &printed, read(&printed));
        }
        let printed = answer.to_mathml();
        if printed.len() <= 8000 {
            again(text, &printed, read_mathml(&printed));
        }
        let _ = answer.to_string();
    }
}

fn again(text: &str, printed: &str, read: Result<Answer, ReadError>) {
    let Err(error) = read else { return };
    // Printed braces may nest deeper than the parser allows.
    let deep = error.expected.contains("levels");
    assert!(deep, "{text:?} is printed as {printed:?}, which is not read: {error}");
}

/// Compares the two sides of the first line break: the result must be symmetric, and neither side may differ from itself.
pub(crate) fn compare_two(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Some((left, right)) = text.split_once('\n') else { return };
    let (Ok(left), Ok(right)) = (read(left), read(right)) else { return };
    let there = compare(&left, &right);
    let back = compare(&right, &left);
    assert!(!(there.is_equal() && back.is_different()), "{left} and {right}");
    assert!(!(there.is_different() && back.is_equal()), "{left} and {right}");
    for answer in [left, right] {
        same(&answer);
    }
}

fn same(answer: &Answer) {
    assert!(!compare(answer, answer).is_different(), "{answer} differs from itself");
}
