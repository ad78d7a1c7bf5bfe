//! A range of right answers as a value and how far from it one may be.

/// Middle and half width, without the last digits that binary fractions bring. None if it is no range.
pub(crate) fn middle(low: f64, high: f64) -> Option<(String, String)> {
    if !(low.is_finite() && high.is_finite() && low <= high) {
        return None;
    }
    Some((rounded(f64::midpoint(low, high)), rounded((high - low) / 2.0)))
}

/// To twelve digits, which is more than a person gives and fewer than arithmetic spoils.
pub(crate) fn rounded(value: f64) -> String {
    let text = format!("{value:.11e}");
    text.parse::<f64>().unwrap_or(value).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

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
