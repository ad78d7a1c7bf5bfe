//! Evaluation to any number of digits.
//!
//! Unknowns are real and the value at a point is an interval. A point is outside the domain if an even root of a
//! negative number or a logarithm of a number that is not positive occurs there. Only a root without unknowns may leave
//! the real line: √(−4) is 2i.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::{
    expr::{Constant, Expr, Function, Rational, Symbol},
    number,
    real::{Fault, Fixed, Interval},
};

/// Values for unknowns.
pub type Point = BTreeMap<Symbol, Rational>;

/// A complex number in a box; most are real and have no imaginary part.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) re: Interval,
    pub(crate) im: Option<Interval>,
}

/// Precisions tried in turn, in bits.
const BITS: [u32; 3] = [64, 320, 1280];

impl Value {
    fn real(re: Interval) -> Self {
        Self { re, im: None }
    }

    fn into_real(self) -> Result<Interval, Fault> {
        match self.im {
            None => Ok(self.re),
            Some(im) if im.is_zero() => Ok(self.re),
            Some(_) => Err(Fault::Undefined),
        }
    }

    /// Whether the two have no number in common.
    pub(crate) fn apart(&self, other: &Self) -> bool {
        let zero = Interval { lo: Zero::zero(), hi: Zero::zero() };
        let (a, b) = (self.im.as_ref().unwrap_or(&zero), other.im.as_ref().unwrap_or(&zero));
        self.re.apart(&other.re) || a.apart(b)
    }
}

struct Evaluation<'a> {
    point: &'a Point,
    fixed: &'a Fixed,
}

/// The value of an expression at a point.
pub(crate) fn value(expr: &Expr, point: &Point, fixed: &Fixed) -> Result<Value, Fault> {
    Evaluation { point, fixed }.value(expr)
}

/// Whether a constant is positive; `None` if it is zero or nobody can tell.
pub(crate) fn sign(expr: &Expr) -> Option<bool> {
    for bits in BITS {
        match value(expr, &Point::new(), &Fixed::new(bits)).and_then(Value::into_real) {
            Ok(interval) if interval.is_positive() => return Some(true),
            Ok(interval) if interval.is_negative() => return Some(false),
            Ok(_) | Err(Fault::Imprecise) => {}
            Err(_) => return None,
        }
    }
    None
}

/// The whole number that a floor or ceiling of a constant is, if intervals show it.
pub(crate) fn whole(expr: &Expr) -> Option<BigInt> {
    let whole = |fixed: &Fixed| {
        let found = value(expr, &Point::new(), fixed)?.into_real()?;
        Ok((found.lo == found.hi).then(|| found.lo >> fixed.bits))
    };
    refine(whole).ok()?
}

/// Tries precision after precision until `settled` is content with the result.
pub(crate) fn refine<T>(
    mut attempt: impl FnMut(&Fixed) -> Result<Option<T>, Fault>,
) -> Result<Option<T>, Fault> {
    let mut last = Ok(None);
    for bits in BITS {
        last = attempt(&Fixed::new(bits));
        match last {
            Ok(None) | Err(Fault::Imprecise) => {}
            _ => return last,
        }
    }
    last
}

impl Evaluation<'_> {
    fn value(&self, expr: &Expr) -> Result<Value, Fault> {
        let fixed = self.fixed;
        match expr {
            Expr::Number(value) => Ok(Value::real(fixed.rational(value))),
            Expr::Constant(Constant::Pi) => Ok(Value::real(fixed.pi())),
            Expr::Constant(Constant::E) => Ok(Value::real(fixed.e())),
            Expr::Constant(Constant::I) => {
                Ok(Value { re: fixed.rational(&Rational::zero()), im: Some(fixed.one()) })
            }
            Expr::Constant(Constant::Infinity) => Err(Fault::Undefined),
            Expr::Symbol(name) => {
                let value = self.point.get(name).ok_or(Fault::Undefined)?;
                Ok(Value::real(fixed.rational(value)))
            }
            Expr::Sum(terms) => {
                let mut sum = Value::real(fixed.rational(&Rational::zero()));
                for term in terms {
                    sum = add(&sum, &self.value(term)?);
                }
                Ok(sum)
            }
            Expr::Product(factors) => {
                let mut product = Value::real(fixed.one());
                for factor in factors {
                    product = self.mul(&product, &self.value(factor)?);
                }
                Ok(product)
            }
            Expr::Power(base, power) => self.power(base, power),
            Expr::Apply(function, arguments) => self.apply(*function, arguments).map(Value::real),
        }
    }

    fn real(&self, expr: &Expr) -> Result<Interval, Fault> {
        self.value(expr)?.into_real()
    }

    fn mul(&self, a: &Value, b: &Value) -> Value {
        let fixed = self.fixed;
        match (&a.im, &b.im) {
            (None, None) => Value::real(fixed.mul(&a.re, &b.re)),
            (Some(im), None) => Value { re: fixed.mul(&a.re, &b.re), im: Some(fixed.mul(im, &b.re)) },
            (None, Some(im)) => Value { re: fixed.mul(&a.re, &b.re), im: Some(fixed.mul(im, &a.re)) },
            (Some(x), Some(y)) => Value {
                re: fixed.mul(&a.re, &b.re).sub(&fixed.mul(x, y)),
                im: Some(fixed.mul(&a.re, y).add(&fixed.mul(x, &b.re))),
            },
        }
    }

    fn invert(&self, a: &Value) -> Result<Value, Fault> {
        let fixed = self.fixed;
        let Some(im) = &a.im else { return Ok(Value::real(fixed.div(&fixed.one(), &a.re)?)) };
        let norm = fixed.square(&a.re).add(&fixed.square(im));
        Ok(Value { re: fixed.div(&a.re, &norm)?, im: Some(fixed.div(&im.negate(), &norm)?) })
    }

    fn power(&self, base: &Expr, power: &Expr) -> Result<Value, Fault> {
        let fixed = self.fixed;
        if let Expr::Constant(Constant::E) = base {
            let power = self.value(power)?;
            let size = fixed.exp(&power.re)?;
            let Some(im) = power.im else { return Ok(Value::real(size)) };
            let (sin, cos) = fixed.sin_cos(&im)?;
            return Ok(Value { re: fixed.mul(&size, &cos), im: Some(fixed.mul(&size, &sin)) });
        }
        // With an unknown in the exponent the base must be positive, at every point alike.
        let exact = if power.is_constant() {
            exact(power, self.point).or_else(|| hidden_number(power))
        } else {
            None
        };
        let value = self.value(base)?;
        let Some(exponent) = exact else {
            let power = self.real(power)?;
            let ln = fixed.ln(&value.into_real()?)?;
            return Ok(Value::real(fixed.exp(&fixed.mul(&power, &ln))?));
        };
        if exponent.is_integer() {
            let whole = exponent.to_integer().to_i64().ok_or(Fault::TooBig)?;
            return self.integer_power(&value, whole);
        }
        let degree = exponent.denom().to_u32().ok_or(Fault::TooBig)?;
        let whole = exponent.numer().to_i64().ok_or(Fault::TooBig)?;
        if let (Some(im), 2) = (&value.im, degree)
            && !im.is_zero()
        {
            let root = self.complex_root(&value.re, im)?;
            return self.integer_power(&root, whole);
        }
        let inner = value.into_real()?;
        if inner.is_negative() && degree == 2 && base.is_constant() {
            let zero = fixed.rational(&Rational::zero());
            let root = Value { re: zero, im: Some(fixed.root(&inner.negate(), 2)?) };
            return self.integer_power(&root, whole);
        }
        self.integer_power(&Value::real(fixed.root(&inner, degree)?), whole)
    }

    /// The principal square root of a number off the real line.
    fn complex_root(&self, re: &Interval, im: &Interval) -> Result<Value, Fault> {
        let fixed = self.fixed;
        if im.holds_zero() {
            return Err(Fault::Imprecise);
        }
        let size = fixed.root(&fixed.square(re).add(&fixed.square(im)), 2)?;
        let half = fixed.rational(&Rational::new(1.into(), 2.into()));
        let above = fixed.root(&fixed.mul(&size.add(re), &half), 2)?;
        let below = fixed.root(&fixed.mul(&size.sub(re), &half), 2)?;
        Ok(Value { re: above, im: Some(if im.is_negative() { below.negate() } else { below }) })
    }

    fn integer_power(&self, value: &Value, whole: i64) -> Result<Value, Fault> {
        if whole == 0 {
            let zero = value.re.holds_zero() && value.im.as_ref().is_none_or(Interval::holds_zero);
            return if value.re.is_zero() && value.im.as_ref().is_none_or(Interval::is_zero) {
                Err(Fault::Undefined)
            } else if zero {
                Err(Fault::Imprecise)
            } else {
                Ok(Value::real(self.fixed.one()))
            };
        }
        if value.im.is_none() {
            if value.re.is_zero() && whole < 0 {
                return Err(Fault::Undefined);
            }
            return Ok(Value::real(self.fixed.power(&value.re, whole)?));
        }
        if whole.unsigned_abs() > 64 {
            return Err(Fault::TooBig);
        }
        let mut result = Value::real(self.fixed.one());
        for _ in 0..whole.unsigned_abs() {
            result = self.mul(&result, value);
        }
        if whole < 0 { self.invert(&result) } else { Ok(result) }
    }

    fn apply(&self, function: Function, arguments: &[Expr]) -> Result<Interval, Fault> {
        let fixed = self.fixed;
        let [first, ..] = arguments else { return Err(Fault::Undefined) };
        match function {
            Function::Abs => {
                let value = self.value(first)?;
                match value.im {
                    None if value.re.is_positive() => Ok(value.re),
                    None if value.re.is_negative() => Ok(value.re.negate()),
                    None => {
                        let hi = value.re.lo.abs().max(value.re.hi.abs());
                        Ok(Interval { lo: Zero::zero(), hi })
                    }
                    Some(im) => fixed.root(&fixed.square(&value.re).add(&fixed.square(&im)), 2),
                }
            }
            Function::Ln => fixed.ln(&self.real(first)?),
            Function::Log => {
                let [base, argument] = arguments else { return Err(Fault::Undefined) };
                fixed.div(&fixed.ln(&self.real(argument)?)?, &fixed.ln(&self.real(base)?)?)
            }
            Function::Sin => Ok(fixed.sin_cos(&self.real(first)?)?.0),
            Function::Cos => Ok(fixed.sin_cos(&self.real(first)?)?.1),
            Function::Tan | Function::Sec | Function::Csc | Function::Cot => {
                let (sin, cos) = fixed.sin_cos(&self.real(first)?)?;
                match function {
                    Function::Tan => fixed.div(&sin, &cos),
                    Function::Cot => fixed.div(&cos, &sin),
                    Function::Sec => fixed.div(&fixed.one(), &cos),
                    _ => fixed.div(&fixed.one(), &sin),
                }
            }
            Function::Asin => fixed.asin(&self.real(first)?),
            Function::Acos => {
                let quarter = fixed.mul(&fixed.pi(), &fixed.rational(&Rational::new(1.into(), 2.into())));
                Ok(quarter.sub(&fixed.asin(&self.real(first)?)?))
            }
            Function::Atan => fixed.atan(&self.real(first)?),
            Function::Sinh | Function::Cosh | Function::Tanh => {
                let up = fixed.exp(&self.real(first)?)?;
                let down = fixed.div(&fixed.one(), &up)?;
                let half = fixed.rational(&Rational::new(1.into(), 2.into()));
                match function {
                    Function::Sinh => Ok(fixed.mul(&up.sub(&down), &half)),
                    Function::Cosh => Ok(fixed.mul(&up.add(&down), &half)),
                    _ => fixed.div(&up.sub(&down), &up.add(&down)),
                }
            }
            Function::Factorial | Function::Binomial | Function::Floor | Function::Ceil => {
                let parts: Option<Vec<Rational>> =
                    arguments.iter().map(|part| exact(part, self.point)).collect();
                match (function, parts) {
                    (_, Some(parts)) => whole_function(function, &parts).map(|value| fixed.rational(&value)),
                    (Function::Floor, None) => fixed.floor(&self.real(first)?),
                    (Function::Ceil, None) => Ok(fixed.floor(&self.real(first)?.negate())?.negate()),
                    // It may be a whole number in disguise.
                    _ => Err(Fault::Imprecise),
                }
            }
        }
    }
}

fn add(a: &Value, b: &Value) -> Value {
    let im = match (&a.im, &b.im) {
        (None, None) => None,
        (Some(im), None) | (None, Some(im)) => Some(im.clone()),
        (Some(x), Some(y)) => Some(x.add(y)),
    };
    Value { re: a.re.add(&b.re), im }
}

/// Whether two values look different in floating point: a hint which proof to try first, and no more.
pub(crate) fn looks_different(a: &Expr, b: &Expr, point: &Point) -> bool {
    let (Some(a), Some(b)) = (approximate(a, point), approximate(b, point)) else { return false };
    (a - b).abs() > 1e-6 * (a.abs() + b.abs())
}

fn approximate(expr: &Expr, point: &Point) -> Option<f64> {
    let quotient = |value: &Rational| Some(value.numer().to_f64()? / value.denom().to_f64()?);
    let value = match expr {
        Expr::Number(value) => quotient(value)?,
        Expr::Constant(Constant::Pi) => std::f64::consts::PI,
        Expr::Constant(Constant::E) => std::f64::consts::E,
        Expr::Constant(Constant::I | Constant::Infinity) => return None,
        Expr::Symbol(name) => quotient(point.get(name)?)?,
        Expr::Sum(terms) => terms.iter().try_fold(0.0, |sum, term| Some(sum + approximate(term, point)?))?,
        Expr::Product(factors) => {
            factors.iter().try_fold(1.0, |product, factor| Some(product * approximate(factor, point)?))?
        }
        Expr::Power(base, power) => approximate(base, point)?.powf(approximate(power, point)?),
        Expr::Apply(Function::Log, parts) => {
            let [base, x] = &parts[..] else { return None };
            approximate(x, point)?.ln() / approximate(base, point)?.ln()
        }
        Expr::Apply(function, parts) => {
            let x = approximate(parts.first()?, point)?;
            match function {
                Function::Ln => x.ln(),
                Function::Sin => x.sin(),
                Function::Cos => x.cos(),
                Function::Tan => x.tan(),
                Function::Abs => x.abs(),
                _ => return None,
            }
        }
    };
    value.is_finite().then_some(value)
}

/// The exact value of rational arithmetic at a point, if it is that.
pub(crate) fn exact(expr: &Expr, point: &Point) -> Option<Rational> {
    match expr {
        Expr::Number(value) => Some(value.clone()),
        Expr::Symbol(name) => point.get(name).cloned(),
        Expr::Sum(terms) => terms
            .iter()
            .try_fold(Rational::zero(), |sum, term| short(number::sum(&sum, &exact(term, point)?))),
        Expr::Product(factors) => factors.iter().try_fold(num_traits::one(), |product: Rational, factor| {
            short(number::product(&product, &exact(factor, point)?))
        }),
        Expr::Power(base, power) => {
            let (base, power) = (exact(base, point)?, exact(power, point)?);
            raise(base, power.is_integer().then(|| power.to_integer().to_i32())??)
        }
        Expr::Apply(function, parts) => {
            let parts: Option<Vec<Rational>> = parts.iter().map(|part| exact(part, point)).collect();
            match (function, &parts?[..]) {
                (Function::Abs, [x]) => Some(x.abs()),
                (_, parts) => whole_function(*function, parts).ok(),
            }
        }
        Expr::Constant(_) => None,
    }
}

/// The value of arithmetic with numbers alone, without a root or a function.
pub(crate) fn arithmetic(expr: &Expr) -> Option<Rational> {
    match expr {
        Expr::Number(value) => Some(value.clone()),
        Expr::Sum(terms) => {
            let (first, rest) = terms.split_first()?;
            rest.iter().try_fold(arithmetic(first)?, |sum, term| short(number::sum(&sum, &arithmetic(term)?)))
        }
        Expr::Product(factors) => {
            let (first, rest) = factors.split_first()?;
            rest.iter().try_fold(arithmetic(first)?, |product, factor| {
                short(number::product(&product, &arithmetic(factor)?))
            })
        }
        Expr::Power(base, power) => {
            let whole = power.as_i64().and_then(|n| i32::try_from(n).ok())?;
            raise(arithmetic(base)?, whole)
        }
        Expr::Constant(_) | Expr::Symbol(_) | Expr::Apply(..) => None,
    }
}

/// A whole power, unless it is not defined or too long.
fn raise(base: Rational, whole: i32) -> Option<Rational> {
    let bits = base.numer().bits() + base.denom().bits();
    if (base.is_zero() && whole <= 0) || bits.saturating_mul(whole.unsigned_abs().into()) > 1 << 14 {
        return None;
    }
    Some(num_traits::Pow::pow(base, whole))
}

/// Nothing for a number so long that the next step would take too long.
fn short(value: Rational) -> Option<Rational> {
    (number::bits(&value) <= 1 << 15).then_some(value)
}

/// A constant exponent that is a rational number in disguise.
fn hidden_number(power: &Expr) -> Option<Rational> {
    if matches!(power, Expr::Number(_)) || !power.is_constant() {
        return None;
    }
    crate::normal::Context::default().normal(power).ok()?.as_number()
}

/// Functions of whole numbers.
fn whole_function(function: Function, parts: &[Rational]) -> Result<Rational, Fault> {
    let whole = |x: &Rational| -> Result<i64, Fault> {
        if !x.is_integer() {
            return Err(Fault::Undefined);
        }
        x.to_integer().to_i64().filter(|n| n.abs() <= 2000).ok_or(Fault::TooBig)
    };
    match (function, parts) {
        (Function::Floor, [x]) => Ok(x.floor()),
        (Function::Ceil, [x]) => Ok(x.ceil()),
        (Function::Factorial, [x]) => {
            let n = whole(x)?;
            if n < 0 {
                return Err(Fault::Undefined);
            }
            Ok(Rational::from_integer((1..=n).fold(BigInt::from(1), |product, k| product * k)))
        }
        (Function::Binomial, [n, k]) => {
            let k = whole(k)?;
            if k < 0 {
                return Err(Fault::Undefined);
            }
            if number::bits(n).saturating_mul(k.unsigned_abs()) > 1 << 15 {
                return Err(Fault::TooBig);
            }
            let mut result: Rational = num_traits::one();
            for step in 0..k {
                result = result * (n - Rational::from_integer(step.into()))
                    / Rational::from_integer((step + 1).into());
            }
            Ok(result)
        }
        _ => Err(Fault::Undefined),
    }
}
