//! Quick values in floating point, for searches. What is found is compared with options that lie far apart.

use num_traits::ToPrimitive;
use tutti_maths::{Constant, Expr, Function, Rational};

/// The nearest float of a fraction; none where it is out of range.
pub(crate) fn number(value: &Rational) -> Option<f64> {
    Some(value.numer().to_f64()? / value.denom().to_f64()?).filter(|found| found.is_finite())
}

/// The value at a point; none where it is not defined or a name is missing.
pub(crate) fn value(expr: &Expr, at: &[(&str, f64)]) -> Option<f64> {
    let found = match expr {
        Expr::Number(fraction) => number(fraction)?,
        Expr::Constant(Constant::Pi) => std::f64::consts::PI,
        Expr::Constant(Constant::E) => std::f64::consts::E,
        Expr::Constant(_) => return None,
        Expr::Symbol(name) => at.iter().find(|(known, _)| **known == **name)?.1,
        Expr::Sum(parts) => {
            let mut sum = 0.0;
            for part in parts {
                sum += value(part, at)?;
            }
            sum
        }
        Expr::Product(parts) => {
            let mut product = 1.0;
            for part in parts {
                product *= value(part, at)?;
            }
            product
        }
        Expr::Power(base, exponent) => power(value(base, at)?, value(exponent, at)?, exponent.as_number())?,
        Expr::Apply(function, arguments) => {
            let first = value(arguments.first()?, at)?;
            apply(*function, first, &mut || value(arguments.get(1)?, at))?
        }
    };
    found.is_finite().then_some(found)
}

/// A power; `written` is the exponent if it is a number.
pub(super) fn power(base: f64, n: f64, written: Option<&Rational>) -> Option<f64> {
    if n.fract() == 0.0 && n.abs() < 1000.0 {
        return Some(base.powi(n as i32));
    }
    // An odd root of a negative number is real; the exponent must be a written fraction to know.
    if base < 0.0
        && let Some(fraction) = written
        && fraction.denom().bit(0)
    {
        let root = (-base).powf(n);
        return Some(if fraction.numer().bit(0) { -root } else { root });
    }
    (base >= 0.0).then(|| base.powf(n))
}

/// A function of its first argument; the second is asked for only if there must be one.
pub(super) fn apply(function: Function, x: f64, second: &mut dyn FnMut() -> Option<f64>) -> Option<f64> {
    Some(match function {
        Function::Ln => x.ln(),
        Function::Log => second()?.ln() / x.ln(),
        Function::Sin => x.sin(),
        Function::Cos => x.cos(),
        Function::Tan => x.tan(),
        Function::Sec => x.cos().recip(),
        Function::Csc => x.sin().recip(),
        Function::Cot => x.tan().recip(),
        Function::Asin => x.asin(),
        Function::Acos => x.acos(),
        Function::Atan => x.atan(),
        Function::Sinh => x.sinh(),
        Function::Cosh => x.cosh(),
        Function::Tanh => x.tanh(),
        Function::Abs => x.abs(),
        Function::Factorial => (1..=whole(x)?).map(f64::from).product(),
        Function::Binomial => {
            let (n, k) = (whole(x)?, whole(second()?)?);
            (0..k).map(|i| (f64::from(n) - f64::from(i)) / (f64::from(i) + 1.0)).product::<f64>().round()
        }
        Function::Floor => x.floor(),
        Function::Ceil => x.ceil(),
    })
}

fn whole(x: f64) -> Option<u32> {
    ((0.0..=1000.0).contains(&x) && x.fract() == 0.0).then_some(x as u32)
}
