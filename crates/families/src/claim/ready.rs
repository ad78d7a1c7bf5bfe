//! Expressions made ready to be evaluated many times: names are places, numbers are machine numbers.
//!
//! A search or a count asks for thousands of values of one expression. Floats serve searches; fractions of machine size
//! serve counting, and where one would not fit there is no value and the caller goes on with large numbers.

use num_traits::ToPrimitive;
use tutti_maths::{Constant, Expr, Function, Rational};

use super::float;

/// An expression in variables that are known by their place.
#[derive(Debug)]
pub(super) enum Ready {
    Number(f64, Option<Small>),
    Place(usize),
    Sum(Vec<Ready>),
    Product(Vec<Ready>),
    Whole(Box<Ready>, i32),
    /// With the exponent as it is written, if it is a number.
    Power(Box<Ready>, Box<Ready>, Option<Rational>),
    Apply(Function, Vec<Ready>),
}

impl Ready {
    /// None if there is a name in it that has no place.
    pub(super) fn new(expr: &Expr, places: &[&str]) -> Option<Self> {
        let all =
            |parts: &[Expr]| parts.iter().map(|part| Self::new(part, places)).collect::<Option<Vec<_>>>();
        Some(match expr {
            Expr::Number(number) => Self::Number(float::number(number)?, Small::of(number)),
            Expr::Constant(Constant::Pi) => Self::Number(std::f64::consts::PI, None),
            Expr::Constant(Constant::E) => Self::Number(std::f64::consts::E, None),
            Expr::Constant(_) => return None,
            Expr::Symbol(name) => Self::Place(places.iter().position(|place| *place == &**name)?),
            Expr::Sum(parts) => Self::Sum(all(parts)?),
            Expr::Product(parts) => Self::Product(all(parts)?),
            Expr::Power(base, exponent) => {
                let base = Box::new(Self::new(base, places)?);
                match exponent.as_i64().and_then(|n| i32::try_from(n).ok()).filter(|n| n.abs() < 1000) {
                    Some(n) => Self::Whole(base, n),
                    None => {
                        let written = exponent.as_number().cloned();
                        Self::Power(base, Box::new(Self::new(exponent, places)?), written)
                    }
                }
            }
            Expr::Apply(function, arguments) => Self::Apply(*function, all(arguments)?),
        })
    }

    /// The value at a point; none where it is not defined.
    pub(super) fn float(&self, at: &[f64]) -> Option<f64> {
        let found = match self {
            Self::Number(number, _) => *number,
            Self::Place(place) => at[*place],
            Self::Sum(parts) => {
                let mut sum = 0.0;
                for part in parts {
                    sum += part.float(at)?;
                }
                sum
            }
            Self::Product(parts) => {
                let mut product = 1.0;
                for part in parts {
                    product *= part.float(at)?;
                }
                product
            }
            Self::Whole(base, n) => base.float(at)?.powi(*n),
            Self::Power(base, exponent, written) => {
                float::power(base.float(at)?, exponent.float(at)?, written.as_ref())?
            }
            Self::Apply(function, arguments) => {
                let first = arguments.first()?.float(at)?;
                float::apply(*function, first, &mut || arguments.get(1)?.float(at))?
            }
        };
        found.is_finite().then_some(found)
    }

    /// The exact value at whole numbers, if it and all on the way to it fit.
    pub(super) fn small(&self, at: &[i64]) -> Option<Small> {
        match self {
            Self::Number(_, number) => *number,
            Self::Place(place) => Some(Small { above: at[*place], below: 1 }),
            Self::Sum(parts) => {
                parts.iter().try_fold(Small { above: 0, below: 1 }, |sum, part| sum.plus(part.small(at)?))
            }
            Self::Product(parts) => {
                parts.iter().try_fold(Small { above: 1, below: 1 }, |all, part| all.times(part.small(at)?))
            }
            Self::Whole(base, n) => base.small(at)?.power(*n),
            Self::Power(base, exponent, _) => {
                let exponent = exponent.small(at)?.whole()?;
                base.small(at)?.power(i32::try_from(exponent).ok()?)
            }
            Self::Apply(function, arguments) => {
                let first = arguments.first()?.small(at)?;
                let whole = match function {
                    Function::Abs => return Some(Small { above: first.above.checked_abs()?, ..first }),
                    Function::Floor => first.above.div_euclid(first.below),
                    Function::Ceil => first.above.checked_neg()?.div_euclid(first.below).checked_neg()?,
                    Function::Factorial => {
                        let n = first.whole().filter(|n| (0..=20).contains(n))?;
                        (1..=n).product()
                    }
                    Function::Binomial => {
                        let (n, k) = (first.whole()?, arguments.get(1)?.small(at)?.whole()?);
                        if !(0..=1000).contains(&n) || !(0..=1000).contains(&k) {
                            return None;
                        }
                        (0..k).try_fold(1_i64, |all, i| Some(all.checked_mul(n - i)? / (i + 1)))?
                    }
                    _ => return None,
                };
                Some(Small { above: whole, below: 1 })
            }
        }
    }

    /// The highest power of a variable, if this is a polynomial in it as it is written.
    pub(super) fn degree(&self, of: usize) -> Option<u32> {
        match self {
            Self::Number(..) => Some(0),
            Self::Place(place) => Some(u32::from(*place == of)),
            Self::Sum(parts) => parts.iter().try_fold(0, |most, part| Some(part.degree(of)?.max(most))),
            Self::Product(parts) => parts.iter().try_fold(0, |sum, part| Some(sum + part.degree(of)?)),
            Self::Whole(base, n) => match (base.degree(of)?, u32::try_from(*n)) {
                (0, _) => Some(0),
                (degree, Ok(n)) => Some(degree * n),
                (_, Err(_)) => None,
            },
            Self::Power(base, exponent, _) => (base.degree(of)? + exponent.degree(of)? == 0).then_some(0),
            Self::Apply(_, arguments) => {
                arguments.iter().all(|argument| argument.degree(of) == Some(0)).then_some(0)
            }
        }
    }
}

/// A fraction in lowest terms with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Small {
    above: i64,
    below: i64,
}

impl Small {
    fn of(number: &Rational) -> Option<Self> {
        Some(Self { above: number.numer().to_i64()?, below: number.denom().to_i64()? })
    }

    fn new(above: i128, below: i128) -> Option<Self> {
        let (mut a, mut b) = (above.abs(), below.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = a.max(1) * below.signum();
        (below != 0).then_some(())?;
        Some(Self { above: i64::try_from(above / common).ok()?, below: i64::try_from(below / common).ok()? })
    }

    pub(super) fn rational(self) -> Rational {
        Rational::new_raw(self.above.into(), self.below.into())
    }

    pub(super) fn whole(self) -> Option<i64> {
        (self.below == 1).then_some(self.above)
    }

    fn plus(self, other: Self) -> Option<Self> {
        if self.below == 1 && other.below == 1 {
            return Some(Self { above: self.above.checked_add(other.above)?, below: 1 });
        }
        let wide = |n: i64| i128::from(n);
        let cross = wide(self.above) * wide(other.below);
        let above = cross.checked_add(wide(other.above) * wide(self.below))?;
        Self::new(above, wide(self.below) * wide(other.below))
    }

    fn times(self, other: Self) -> Option<Self> {
        if self.below == 1 && other.below == 1 {
            return Some(Self { above: self.above.checked_mul(other.above)?, below: 1 });
        }
        let wide = |n: i64| i128::from(n);
        Self::new(wide(self.above) * wide(other.above), wide(self.below) * wide(other.below))
    }

    fn power(self, n: i32) -> Option<Self> {
        if n < 0 {
            let turned = Self::new(self.below.into(), self.above.into())?;
            return turned.power(n.checked_neg()?);
        }
        Some(Self {
            above: self.above.checked_pow(n.unsigned_abs())?,
            below: self.below.checked_pow(n.unsigned_abs())?,
        })
    }
}

impl PartialOrd for Small {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Small {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let wide = |n: i64| i128::from(n);
        (wide(self.above) * wide(other.below)).cmp(&(wide(other.above) * wide(self.below)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::exact;
    use tutti_maths::read_expr;

    /// Both ways to a value agree with the slow ones.
    #[track_caller]
    fn check(text: &str, at: [i64; 2]) {
        let expr = read_expr(text).unwrap();
        let ready = Ready::new(&expr, &["x", "y"]).unwrap();
        let names = [("x", at[0]), ("y", at[1])];
        assert_eq!(ready.small(&at).map(Small::rational), exact::value(&expr, &names), "{text}");
        let [x, y] = at.map(|n| n as f64);
        assert_eq!(ready.float(&[x, y]), float::value(&expr, &[("x", x), ("y", y)]), "{text}");
    }

    #[test]
    fn quick_values_are_the_values() {
        for at in [[3, 4], [-5, 2], [0, 7], [6, 3]] {
            check("x^2 - 3*x*y + 1/7", at);
            check("1/(x*(x + 1))", at);
            check("abs(x) + floor(x/y) - ceil(x/2)", at);
            check("(x + y/3)^(-2)", at);
            check("2^y - sin(x)", at);
            check("sqrt(x + 9)*cbrt(y)", at);
            check("binomial(y, 2) + factorial(y)", at);
        }
        assert_eq!(Ready::new(&read_expr("x + z").unwrap(), &["x"]).map(|_| ()), None);
    }

    #[test]
    fn what_does_not_fit_has_no_quick_value() {
        let ready = Ready::new(&read_expr("x^3").unwrap(), &["x"]).unwrap();
        assert_eq!(ready.small(&[3_000_000]), None);
    }

    #[test]
    fn degrees_are_read_off() {
        let degree = |text: &str| Ready::new(&read_expr(text).unwrap(), &["x", "y"]).unwrap().degree(1);
        assert_eq!(degree("x^3 + (y - 2)^2"), Some(2));
        assert_eq!(degree("x*y - 12"), Some(1));
        assert_eq!(degree("sqrt(x) - 1"), Some(0));
        assert_eq!(degree("sqrt(y) - x"), None);
        assert_eq!(degree("1/y"), None);
    }
}
