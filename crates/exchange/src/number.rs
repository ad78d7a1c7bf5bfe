//! Numbers and tolerances in the notation of other systems: decimals, percentages, ranges.
//!
//! What a decimal cannot express, such as `3/4`, is written beside it in words: `3/4 ± 1/100`.

use tutti_item::{Tolerance, parse_number};

/// The number as a decimal that every reader of floats takes. None if it is not a number.
pub(crate) fn decimal(text: &str) -> Option<String> {
    let is_float = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
    let value = parse_number(text)?;
    if is_float(text.trim()) && text.trim().parse() == Ok(value) {
        return Some(text.trim().to_owned());
    }
    Some(value.to_string())
}

/// Mode and size for the operator `equal`. None if the size is not a number.
pub(crate) fn tolerance(tolerance: &Tolerance) -> Option<(&'static str, Option<String>)> {
    match tolerance {
        Tolerance::Exact => Some(("exact", None)),
        Tolerance::Absolute(by) => Some(("absolute", Some(decimal(by)?))),
        Tolerance::Relative(share) => {
            let percent = plain(share).and_then(|share| shift(&share, 2));
            Some(("relative", Some(percent.or_else(|| Some((parse_number(share)? * 100.0).to_string()))?)))
        }
    }
}

/// The value and the least and the greatest number that count as right. None if they are not numbers.
pub(crate) fn bounds(value: &str, tolerance: &Tolerance) -> Option<(String, String, String)> {
    let middle = parse_number(value)?;
    let by = match tolerance {
        Tolerance::Exact => 0.0,
        Tolerance::Absolute(by) => parse_number(by)?,
        Tolerance::Relative(share) => (middle * parse_number(share)?).abs(),
    };
    let value = decimal(value)?;
    if by == 0.0 {
        return Some((value.clone(), value.clone(), value));
    }
    Some((value, round_text(middle - by), round_text(middle + by)))
}

/// The value and tolerance of a range, in the form its words give if they say the same.
pub(crate) fn from_range(
    value: Option<&str>,
    low: f64,
    high: f64,
    words: Option<&str>,
) -> Option<(String, Tolerance)> {
    let (middle, by) = middle(low, high)?;
    // An answer that is not in the middle of its range is none of ours; the range is what counts.
    let value = value.filter(|value| same(value, &middle)).map_or(middle, |value| value.trim().to_owned());
    let from_file = if parse_number(&by) == Some(0.0) { Tolerance::Exact } else { Tolerance::Absolute(by) };
    // The words count if they give the same range.
    let told = words.map(split_tolerance).filter(|(value, tolerance)| {
        let number = |text: &str| text.parse::<f64>().ok();
        bounds(value, tolerance)
            .is_some_and(|(_, from, to)| number(&from) == Some(low) && number(&to) == Some(high))
    });
    Some(told.unwrap_or((value, from_file)))
}

/// How the answer reads for a person; what reading it back is checked against.
pub(crate) fn in_words(value: &str, tolerance: &Tolerance) -> String {
    match tolerance {
        Tolerance::Exact => value.to_owned(),
        Tolerance::Absolute(by) => format!("{value} ± {by}"),
        Tolerance::Relative(share) => format!("{value} ± {share} of it"),
    }
}

/// The value and tolerance of a file, in the form its words give if they say the same.
pub(crate) fn read(value: &str, mode: &str, size: Option<&str>, words: Option<&str>) -> (String, Tolerance) {
    let size = size.and_then(|size| size.split_whitespace().next());
    let from_file = match (mode, size) {
        ("absolute", Some(size)) => Tolerance::Absolute(size.to_owned()),
        ("relative", Some(percent)) => {
            let share = plain(percent).and_then(|percent| shift(&percent, -2));
            Tolerance::Relative(share.unwrap_or_else(|| {
                parse_number(percent)
                    .map_or_else(|| percent.to_owned(), |percent| (percent / 100.0).to_string())
            }))
        }
        _ => Tolerance::Exact,
    };
    let from_file = match from_file {
        Tolerance::Absolute(by) | Tolerance::Relative(by)
            if parse_number(&by) == Some(0.0) && words.is_none() =>
        {
            Tolerance::Exact
        }
        tolerance => tolerance,
    };
    match words.map(split_tolerance) {
        Some((said, by)) if same(&said, value) && agree(&by, &from_file) => (said, by),
        _ => (value.trim().to_owned(), from_file),
    }
}

fn split_tolerance(words: &str) -> (String, Tolerance) {
    match words.split_once(" ± ") {
        None => (words.to_owned(), Tolerance::Exact),
        Some((value, by)) => match by.strip_suffix(" of it") {
            Some(share) => (value.to_owned(), Tolerance::Relative(share.to_owned())),
            None => (value.to_owned(), Tolerance::Absolute(by.to_owned())),
        },
    }
}

fn same(a: &str, b: &str) -> bool {
    match (parse_number(a), parse_number(b)) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.abs().max(b.abs()),
        _ => false,
    }
}

fn agree(a: &Tolerance, b: &Tolerance) -> bool {
    match (a, b) {
        (Tolerance::Exact, Tolerance::Exact) => true,
        (Tolerance::Absolute(a), Tolerance::Absolute(b))
        | (Tolerance::Relative(a), Tolerance::Relative(b)) => same(a, b),
        _ => false,
    }
}

/// Digits with at most one point.
fn plain(text: &str) -> Option<String> {
    let text = text.trim();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let points = text.bytes().filter(|b| *b == b'.').count();
    (digits > 0 && points <= 1 && digits + points == text.len()).then(|| text.to_owned())
}

/// The decimal point this many places to the right.
fn shift(text: &str, places: isize) -> Option<String> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let point = isize::try_from(whole.len()).ok()? + places;
    let digits = format!("{whole}{part}");
    let before = usize::try_from(-point).unwrap_or(0) + usize::from(point <= 0);
    let digits = format!("{}{digits}", "0".repeat(before));
    let point = usize::try_from(point).unwrap_or(0).max(1);
    let digits = format!("{digits}{}", "0".repeat(point.saturating_sub(digits.len())));
    let (whole, part) = digits.split_at_checked(point)?;
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") })
}

/// Middle and half width, without the rounding digits of binary fractions. None if it is not a range.
pub(crate) fn middle(low: f64, high: f64) -> Option<(String, String)> {
    if !(low.is_finite() && high.is_finite() && low <= high) {
        return None;
    }
    let largest = low.abs().max(high.abs());
    Some((round_text(f64::midpoint(low, high)), round_beside((high - low) / 2.0, largest)))
}

/// To the digits that are left after taking a number from one as large as `largest`.
fn round_beside(value: f64, largest: f64) -> String {
    let places = 11.0 - largest.max(1e-9).log10().floor();
    let text = format!("{value:.*}", places.clamp(0.0, 20.0) as usize);
    text.parse::<f64>().unwrap_or(value).to_string()
}

/// To twelve digits, which is more than a person gives and fewer than arithmetic spoils.
pub(crate) fn round_text(value: f64) -> String {
    let text = format!("{value:.11e}");
    text.parse::<f64>().unwrap_or(value).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, by: Tolerance, written: (&str, &str, Option<&str>)) {
        let (mode, size) = tolerance(&by).unwrap();
        let number = decimal(value).unwrap();
        assert_eq!((number.as_str(), mode, size.as_deref()), written);
        let words = in_words(value, &by);
        assert_eq!(read(&number, mode, size.as_deref(), Some(&words)), (value.to_owned(), by));
    }

    #[test]
    fn numbers_keep_their_form() {
        check("1.50", Tolerance::Exact, ("1.50", "exact", None));
        check("3/4", Tolerance::Relative("0.01".into()), ("0.75", "relative", Some("1")));
        check("6.02e23", Tolerance::Relative("5%".into()), ("6.02e23", "relative", Some("5")));
        check("1/3", Tolerance::Absolute("1/100".into()), ("0.3333333333333333", "absolute", Some("0.01")));
        check("-1,234", Tolerance::Relative(".005".into()), ("-1234", "relative", Some("0.5")));
    }

    #[test]
    fn files_of_others_need_no_words() {
        assert_eq!(
            read("2.5", "relative", Some("1 1"), None),
            ("2.5".into(), Tolerance::Relative("0.01".into()))
        );
        assert_eq!(
            read("2.5", "relative", Some("12.5"), None),
            ("2.5".into(), Tolerance::Relative("0.125".into()))
        );
        assert_eq!(read("2.5", "absolute", Some("0"), None), ("2.5".into(), Tolerance::Exact));
        assert_eq!(read("2.5", "exact", None, Some("two and a half")), ("2.5".into(), Tolerance::Exact));
        assert_eq!(decimal("many"), None);
    }

    #[test]
    fn a_range_is_a_value_with_a_tolerance() {
        for (low, high, expected) in [
            (1.9, 2.1, Some(("2", "0.1"))),
            (2.45, 2.55, Some(("2.5", "0.05"))),
            (-1.0, 0.0, Some(("-0.5", "0.5"))),
            (3.0, 3.0, Some(("3", "0"))),
            (2.0, 1.0, None),
            (f64::NAN, 1.0, None),
        ] {
            let expected = expected.map(|(value, by)| (value.to_owned(), by.to_owned()));
            assert_eq!(middle(low, high), expected);
        }
    }
}
