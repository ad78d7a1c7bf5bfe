//! Exact rational values at whole numbers, for counting.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use tutti_maths::{Expr, Function, Rational};

/// The value if it is rational by arithmetic alone.
pub(crate) fn value(expr: &Expr, at: &[(&str, i64)]) -> Option<Rational> {
    match expr {
        Expr::Number(number) => Some(number.clone()),
        Expr::Constant(_) => None,
        Expr::Symbol(name) => {
            let (_, value) = at.iter().find(|(known, _)| **known == **name)?;
            Some(Rational::from_integer((*value).into()))
        }
        Expr::Sum(parts) => parts.iter().try_fold(Rational::zero(), |sum, part| Some(sum + value(part, at)?)),
        Expr::Product(parts) => {
            parts.iter().try_fold(Rational::one(), |product, part| Some(product * value(part, at)?))
        }
        Expr::Power(base, exponent) => {
            let (base, exponent) = (value(base, at)?, value(exponent, at)?);
            let n = exponent.is_integer().then(|| exponent.numer().to_i32()).flatten()?;
            if n.abs() > 4096 || (base.is_zero() && n < 0) {
                return None;
            }
            Some(num_traits::Pow::pow(base, n))
        }
        Expr::Apply(function, arguments) => {
            let first = value(arguments.first()?, at)?;
            match function {
                Function::Abs => Some(first.abs()),
                Function::Floor => Some(first.floor()),
                Function::Ceil => Some(first.ceil()),
                Function::Factorial => {
                    let n = whole(&first)?;
                    Some(Rational::from_integer((1..=n).map(BigInt::from).product()))
                }
                Function::Binomial => {
                    let (n, k) = (whole(&first)?, whole(&value(arguments.get(1)?, at)?)?);
                    let top: BigInt = (0..k).map(|i| BigInt::from(n) - i).product();
                    let bottom: BigInt = (1..=k).map(BigInt::from).product();
                    Some(Rational::new(top, bottom))
                }
                _ => None,
            }
        }
    }
}

fn whole(value: &Rational) -> Option<u32> {
    value.is_integer().then(|| value.numer().to_u32()).flatten().filter(|n| *n <= 1000)
}
