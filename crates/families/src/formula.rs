//! Numbers, quantities and formulas as a text prints them: LaTeX, and words for small numbers.

/// `3\,\mathrm{m\,s^{-2}}` from 3 and `m s^-2`; without a unit the number alone.
pub(super) fn with_unit(number: &str, unit: &str) -> String {
    if unit.is_empty() {
        return number.to_owned();
    }
    let part = |part: &str| match part.split_once('^') {
        Some((name, power)) => format!("{name}^{{{power}}}"),
        None => part.replace('Ω', "\\Omega"),
    };
    let parts: Vec<String> = unit.split(' ').map(part).collect();
    format!("{number}\\,\\mathrm{{{}}}", parts.join("\\,"))
}

/// `x^{3}`, `x`, or nothing for a power of zero.
pub(super) fn power(name: &str, exponent: i64) -> String {
    match exponent {
        0 => String::new(),
        1 => name.to_owned(),
        _ => format!("{name}^{{{exponent}}}"),
    }
}

/// A sum from coefficients and what they multiply; an empty text is a plain number.
pub(super) fn sum(terms: &[(i64, String)]) -> String {
    let mut out = String::new();
    for (coefficient, rest) in terms.iter().filter(|(coefficient, _)| *coefficient != 0) {
        out.push_str(match (out.is_empty(), *coefficient < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        let size = coefficient.abs();
        if size != 1 || rest.is_empty() {
            out.push_str(&size.to_string());
        }
        out.push_str(rest);
    }
    if out.is_empty() { "0".to_owned() } else { out }
}

/// `x - 3` from 3, `x + 3` from -3, `x` from 0.
pub(super) fn difference(name: &str, by: i64) -> String {
    sum(&[(1, name.to_owned()), (-by, String::new())])
}

/// The equation of a circle, from its centre and the square of its radius.
pub(super) fn circle(p: i64, q: i64, square: i64) -> String {
    format!("{} + {} = {square}", square_of("x", p), square_of("y", q))
}

/// `(x - 3)^{2}`, or `x^{2}` for a zero.
pub(super) fn square_of(name: &str, by: i64) -> String {
    if by == 0 { power(name, 2) } else { format!("({})^{{2}}", difference(name, by)) }
}

/// A number in brackets if it is negative, to stand after another sign.
pub(super) fn in_brackets(number: i64) -> String {
    if number < 0 { format!("({number})") } else { number.to_string() }
}

/// The square root of a whole number, with squares taken out: `2\sqrt{3}`.
pub(super) fn surd(square: i64) -> String {
    let outside = (1..=square.isqrt()).rev().find(|n| square % (n * n) == 0).unwrap_or(1);
    match (outside, square / (outside * outside)) {
        (whole, 1) => whole.to_string(),
        (1, inside) => format!("\\sqrt{{{inside}}}"),
        (outside, inside) => format!("{outside}\\sqrt{{{inside}}}"),
    }
}

/// Two to nine as a word.
pub(super) fn word(number: i64) -> &'static str {
    ["two", "three", "four", "five", "six", "seven", "eight", "nine"][(number - 2).clamp(0, 7) as usize]
}

/// A text at the start of a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_read_as_in_a_book() {
        let x = |exponent| power("x", exponent);
        assert_eq!(sum(&[(1, x(3)), (0, x(2)), (-3, x(1)), (1, x(0))]), "x^{3} - 3x + 1");
        assert_eq!(sum(&[(-1, x(2)), (-1, x(1)), (0, x(0))]), "-x^{2} - x");
        assert_eq!((surd(48), surd(49), surd(7)), ("4\\sqrt{3}".into(), "7".into(), "\\sqrt{7}".into()));
    }

    #[test]
    fn quantities_read_as_in_a_book() {
        assert_eq!(with_unit("30", "cm^2"), "30\\,\\mathrm{cm^{2}}");
        assert_eq!(with_unit("1/4", ""), "1/4");
        assert_eq!(with_unit("10", "m s^-2"), "10\\,\\mathrm{m\\,s^{-2}}");
        assert_eq!(with_unit("5", "Ω"), "5\\,\\mathrm{\\Omega}");
    }
}
