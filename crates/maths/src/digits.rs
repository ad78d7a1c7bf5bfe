//! A constant in decimals, every digit correct.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;
use thiserror::Error;

use crate::{
    eval::{self, Point},
    expr::{Expr, Rational},
    normal::Context,
    real::{Fault, Fixed},
};

/// The most decimals that are computed.
const MOST: u32 = 2000;

/// Why there are no digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DigitsError {
    /// It has unknowns, an imaginary part, or no value.
    #[error("it has no real value")]
    NoValue,
    /// More digits, or a larger number, than anyone needs.
    #[error("too many digits")]
    TooMany,
    /// The number is so close to the middle between two decimals that rounding could go either way.
    #[error("too close to the middle between two decimals")]
    Undecided,
}

/// The value rounded to `places` decimals, every digit proved.
pub fn digits(expr: &Expr, places: u32) -> Result<String, DigitsError> {
    if places > MOST {
        return Err(DigitsError::TooMany);
    }
    if let Ok(form) = Context::default().normal(expr)
        && let Some(value) = form.as_number()
    {
        return Ok(decimal(&round_to(&value, places), places));
    }
    let scale = BigInt::from(10).pow(places);
    for extra in [32_u32, 128, 1024] {
        let fixed = Fixed::new(places * 10 / 3 + 1 + extra);
        let value = match eval::value(expr, &Point::new(), &fixed) {
            Ok(value) => value,
            Err(Fault::Imprecise) => continue,
            Err(Fault::Undefined) => return Err(DigitsError::NoValue),
            Err(Fault::TooBig) => return Err(DigitsError::TooMany),
        };
        match value.im {
            Some(im) if !im.holds_zero() => return Err(DigitsError::NoValue),
            Some(im) if !im.is_zero() => continue,
            _ => {}
        }
        let unit = BigInt::from(1) << fixed.bits;
        let round = |end: &BigInt| round_to(&Rational::new(end * &scale, unit.clone()), 0);
        let (low, high) = (round(&value.re.lo), round(&value.re.hi));
        if low == high {
            return Ok(decimal(&low, places));
        }
    }
    Err(DigitsError::Undecided)
}

/// Half away from zero, as a multiple of the last decimal place.
pub(crate) fn round_to(value: &Rational, places: u32) -> BigInt {
    (value * Rational::from_integer(BigInt::from(10).pow(places))).round().to_integer()
}

/// A whole number of units in the last place, as text.
pub(crate) fn decimal(units: &BigInt, places: u32) -> String {
    let sign = if units.is_negative() { "-" } else { "" };
    if places == 0 {
        return units.to_string();
    }
    let (whole, rest) = units.abs().div_rem(&BigInt::from(10).pow(places));
    format!("{sign}{whole}.{:0>width$}", rest.to_string(), width = places as usize)
}
