//! What is fuzzed: each function takes any bytes and must end, soon and without a panic.
//!
//! The same functions are run over the corpus by `crates/maths/tests/corpus.rs`.

use tutti_maths::{Answer, ReadError, Reading, compare, read, read_mathml};

/// Reads the text in every way there is. What was read must be printed as something that is read again.
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
    // Braces may nest deeper than what they stand for.
    let deep = error.expected.contains("levels");
    assert!(deep, "{text:?} is printed as {printed:?}, which is not read: {error}");
}

/// Compares the two sides of the first line break: the same either way round, and each equal to itself or undecided.
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
