//! From expressions to normal form, one shape at a time.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{Context, Fraction, NoNormalForm, atoms::Atom, poly::Poly, roots::exponent};
use crate::{
    eval,
    expr::{Constant, Expr, Function, Rational},
};

/// The largest number whose factorial is written out.
const FACTORIAL: u64 = 400;

impl Context {
    pub(super) fn expand(&mut self, expr: &Expr) -> Result<Fraction, NoNormalForm> {
        self.spend(1)?;
        match expr {
            Expr::Number(value) => Ok(Fraction::whole(Poly::number(value.clone()))),
            Expr::Constant(Constant::Pi) => Ok(Fraction::whole(self.poly_of(Atom::Pi))),
            Expr::Constant(Constant::E) => self.exp(&Fraction::whole(Poly::one())),
            Expr::Constant(Constant::I) => Ok(Fraction::whole(self.poly_of(Atom::I))),
            Expr::Constant(Constant::Infinity) => Err(NoNormalForm::Undefined("infinity is not a number")),
            Expr::Symbol(name) => Ok(Fraction::whole(self.poly_of(Atom::Symbol(name.clone())))),
            Expr::Sum(terms) => {
                let mut sum = Fraction::whole(Poly::zero());
                for term in terms {
                    let term = self.expand(term)?;
                    sum = self.add(&sum, &term)?;
                }
                Ok(sum)
            }
            Expr::Product(factors) => {
                let mut product = Fraction::whole(Poly::one());
                for factor in factors {
                    let factor = self.expand(factor)?;
                    product = self.multiply(&product, &factor)?;
                }
                Ok(product)
            }
            Expr::Power(base, power) => self.power(base, power),
            Expr::Apply(function, arguments) => self.apply(*function, arguments),
        }
    }

    fn power(&mut self, base: &Expr, power: &Expr) -> Result<Fraction, NoNormalForm> {
        let power = self.expand(power)?;
        if let Expr::Constant(Constant::E) = base {
            return self.exp(&power);
        }
        let base = self.expand(base)?;
        let Some(value) = power.as_number() else {
            if base.as_number().is_some_and(|b| b.is_one()) {
                return Ok(base);
            }
            let ln = self.ln(&base)?;
            let power = self.multiply(&power, &ln)?;
            return self.exp(&power);
        };
        if value.is_integer() {
            if value.is_zero() && base.is_zero() {
                return Err(NoNormalForm::Undefined("zero to the power of zero"));
            }
            let whole = value.to_integer().to_i64().ok_or(NoNormalForm::TooBig)?;
            return self.integer_power(&base, whole);
        }
        self.rational_power(&base, exponent(&value)?)
    }

    fn apply(&mut self, function: Function, arguments: &[Expr]) -> Result<Fraction, NoNormalForm> {
        let mut parts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            parts.push(self.expand(argument)?);
        }
        let one = Fraction::whole(Poly::one());
        match (function, &parts[..]) {
            (Function::Ln, [x]) => self.ln(x),
            (Function::Log, [base, x]) => {
                let (above, below) = (self.ln(x)?, self.ln(base)?);
                self.divide(&above, &below)
            }
            (Function::Sin, [x]) => Ok(self.sin_cos(x)?.0),
            (Function::Cos, [x]) => Ok(self.sin_cos(x)?.1),
            (Function::Tan | Function::Cot | Function::Sec | Function::Csc, [x]) => {
                let (sin, cos) = self.sin_cos(x)?;
                match function {
                    Function::Tan => self.divide(&sin, &cos),
                    Function::Cot => self.divide(&cos, &sin),
                    Function::Sec => self.divide(&one, &cos),
                    _ => self.divide(&one, &sin),
                }
            }
            (Function::Asin, [x]) => self.asin(x),
            (Function::Acos, [x]) => {
                let asin = self.asin(x)?;
                let pi = Fraction::whole(self.poly_of(Atom::Pi));
                let quarter = pi.scale(&Rational::new(1.into(), 2.into()));
                self.add(&quarter, &asin.scale(&-Rational::one()))
            }
            (Function::Atan, [x]) => self.atan(x),
            (Function::Sinh | Function::Cosh | Function::Tanh, [x]) => {
                let up = self.exp(x)?;
                let down = self.invert(&up)?;
                let half = Rational::new(1.into(), 2.into());
                let sinh = self.add(&up, &down.scale(&-Rational::one()))?.scale(&half);
                let cosh = self.add(&up, &down)?.scale(&half);
                match function {
                    Function::Sinh => Ok(sinh),
                    Function::Cosh => Ok(cosh),
                    _ => self.divide(&sinh, &cosh),
                }
            }
            (Function::Abs, [x]) => self.absolute(x),
            (Function::Factorial, [x]) => self.factorial(x),
            (Function::Binomial, [n, k]) => self.binomial(n, k),
            (Function::Floor | Function::Ceil, [x]) => {
                if let Some(value) = x.as_number() {
                    let value = if function == Function::Floor { value.floor() } else { value.ceil() };
                    return Ok(Fraction::whole(Poly::number(value)));
                }
                if self.fraction_is_constant(x) {
                    let written = Expr::apply(function, self.write(x));
                    if let Some(value) = eval::whole(&written) {
                        return Ok(Fraction::whole(Poly::number(Rational::from_integer(value))));
                    }
                }
                Ok(Fraction::whole(self.poly_of(Atom::Opaque(function, parts))))
            }
            _ => Err(NoNormalForm::Unknown("a function with the wrong number of arguments")),
        }
    }

    /// (n + k)! is n! times the numbers between, so that quotients of factorials cancel.
    fn factorial(&mut self, x: &Fraction) -> Result<Fraction, NoNormalForm> {
        if let Some(value) = x.as_number() {
            if !value.is_integer() || value.is_negative() {
                return Err(NoNormalForm::Undefined("the factorial of a value that is not a whole number"));
            }
            let n = value.to_integer().to_u64().filter(|n| *n <= FACTORIAL).ok_or(NoNormalForm::TooBig)?;
            let product = (2..=n).fold(BigInt::one(), |product, k| product * k);
            return Ok(Fraction::whole(Poly::number(Rational::from_integer(product))));
        }
        if self.fraction_is_constant(x) {
            return Err(NoNormalForm::Unknown("the factorial of a value that may not be a whole number"));
        }
        if !x.den.is_one() {
            return Ok(Fraction::whole(self.poly_of(Atom::Factorial(x.clone()))));
        }
        let shift = x.num.0.get(&super::Monomial::default()).cloned().unwrap_or_else(Rational::zero);
        let steps =
            shift.floor().to_integer().to_i64().filter(|s| s.abs() <= 20).ok_or(NoNormalForm::TooBig)?;
        let base = x.num.clone().plus(&Poly::int(-steps));
        let mut result = Fraction::whole(self.poly_of(Atom::Factorial(Fraction::whole(base.clone()))));
        for step in 1..=steps {
            let factor = Fraction::whole(base.clone().plus(&Poly::int(step)));
            result = self.multiply(&result, &factor)?;
        }
        for step in 0..-steps {
            let factor = Fraction::whole(base.clone().plus(&Poly::int(-step)));
            result = self.divide(&result, &factor)?;
        }
        Ok(result)
    }

    fn binomial(&mut self, n: &Fraction, k: &Fraction) -> Result<Fraction, NoNormalForm> {
        let small = k.as_number().filter(Rational::is_integer).and_then(|k| k.to_integer().to_i64());
        let most = if n.as_number().is_some() { FACTORIAL as i64 } else { 12 };
        if let Some(k) = small.filter(|k| (0..=most).contains(k)) {
            // A sum of many terms to a high power would be large; the budget stops it.
            let mut result = Fraction::whole(Poly::one());
            for step in 0..k {
                let factor = Fraction::whole(Poly::int(-step));
                let factor = self.add(n, &factor)?;
                result = self.multiply(&result, &factor)?.scale(&Rational::new(1.into(), (step + 1).into()));
            }
            return Ok(result);
        }
        let rest = self.add(n, &k.scale(&-Rational::one()))?;
        let (above, left, right) = (self.factorial(n)?, self.factorial(k)?, self.factorial(&rest)?);
        let below = self.multiply(&left, &right)?;
        self.divide(&above, &below)
    }

    /// Whether a constant is positive. Zero, or too close to it to tell, is an error.
    pub(super) fn constant_sign(&mut self, poly: &Poly) -> Result<bool, NoNormalForm> {
        if let Some(value) = poly.as_number() {
            return Ok(value.is_positive());
        }
        let written = self.write(&Fraction::whole(poly.clone()));
        eval::sign(&written).ok_or(NoNormalForm::Unknown("the sign of a number very close to zero"))
    }
}
