//! What is refused, where, and why.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_maths::{LONGEST, Reading, read};

#[track_caller]
fn check(cases: &[(&str, usize, &str)]) {
    let mut wrong = Vec::new();
    for (input, place, expected) in cases {
        match read(input) {
            Ok(value) => wrong.push(format!("{input} was read as {value}")),
            Err(error) if error.span.start != *place || !error.expected.contains(expected) => {
                wrong.push(format!("{input}: {error}"));
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    check(&[
        ("", 0, "a value"),
        ("1 +", 3, "a value"),
        ("(x+1", 4, "`)`"),
        (r"\frac{1}{2", 10, "`}`"),
        (r"\foo", 0, "a command this reader knows"),
        (r"1\frac{1}{2}", 1, "mixed number"),
        ("1/2x", 3, "brackets"),
        (r"\sin\pi/6", 7, "brackets"),
        (r"$x^12$", 3, "braces"),
        ("2 3", 2, "a sign before the number"),
        ("1e5", 0, "power of ten"),
        (r"5\text{ apples}", 1, "the end, a sign or a unit"),
        (r"\pm 1 \pm 2", 0, "one ±"),
        ("x # y", 2, "a number, letter or sign"),
        ("|x", 2, "`|`"),
        ("use half the length", 0, "a formula"),
        ("II only", 3, "a formula"),
        (r"\infty + 1", 10, "infinity"),
        ("0 oo", 4, "infinity"),
        ("[1, 2", 2, "`]`"),
        (r"\sec^{-1} x", 11, "inverse function"),
        (r"x^{\circ", 8, "`}`"),
        (r"(90^{\circ))", 10, "`}`"),
        (r"$x^2^3$", 4, "braces"),
        ("10–20", 2, "a range"),
        ("(5 m)^2", 3, "a unit only at the end"),
        (r"\frac{10\text{ m}}{2\text{ s}}", 8, "a unit only at the end"),
        ("5 °C + 3", 4, "a unit only at the end"),
        ("[0 m, 5 m]", 10, "no unit"),
    ]);
}

#[test]
fn long_and_deep_input_is_refused() {
    assert!(read(&"1".repeat(LONGEST + 1)).is_err());
    assert!(read(&"(".repeat(3000)).is_err());
    assert!(read(&"-".repeat(3000)).is_err());
    assert!(read(&format!("x{}", "!".repeat(3000))).is_err());
    assert!(read(&r"\sqrt".repeat(700)).is_err());
    assert!(read(&"2^".repeat(1000)).is_err());
    assert!(read(&format!("2^{}x", "-".repeat(4000))).is_err());
}

#[test]
fn mixed_numbers_are_read_on_request() {
    let reading = Reading { mixed_numbers: true, ..Reading::default() };
    assert_eq!(reading.read(r"1\frac{1}{2}").unwrap().to_string(), "1 + 1/2");
}
