//! Quotients of polynomials: arithmetic, rational denominators, common factors.

use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{
    Context, NoNormalForm,
    atoms::Atom,
    poly::{AtomId, Exponent, Monomial, Poly},
};
use crate::{expr::Rational, number};

/// A numerator over a denominator. The denominator is 1 or has several terms, the leading one with coefficient 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Fraction {
    pub(crate) num: Poly,
    pub(crate) den: Poly,
}

impl Fraction {
    pub(crate) fn whole(num: Poly) -> Self {
        Self { num, den: Poly::one() }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    pub(crate) fn as_number(&self) -> Option<Rational> {
        if self.den.is_one() { self.num.as_number() } else { None }
    }

    pub(super) fn scale(&self, factor: &Rational) -> Self {
        if factor.is_zero() {
            return Self::whole(Poly::zero());
        }
        Self { num: self.num.scale(factor), den: self.den.clone() }
    }
}

/// Steps of conjugation before a denominator is left as it is.
const CONJUGATIONS: usize = 6;

impl Context {
    pub(super) fn add(&mut self, a: &Fraction, b: &Fraction) -> Result<Fraction, NoNormalForm> {
        if a.den == b.den {
            if a.num.bits().max(b.num.bits()) > 512 {
                self.charge(&a.num, &b.num)?;
            }
            let num = a.num.clone().plus(&b.num);
            return if a.den.is_one() { Ok(Fraction::whole(num)) } else { self.quotient(num, &a.den) };
        }
        let left = self.mul(&a.num, &b.den)?;
        let right = self.mul(&b.num, &a.den)?;
        let den = self.mul(&a.den, &b.den)?;
        self.quotient(left.plus(&right), &den)
    }

    pub(super) fn multiply(&mut self, a: &Fraction, b: &Fraction) -> Result<Fraction, NoNormalForm> {
        let num = self.mul(&a.num, &b.num)?;
        if a.den.is_one() && b.den.is_one() {
            return Ok(Fraction::whole(num));
        }
        let den = self.mul(&a.den, &b.den)?;
        self.quotient(num, &den)
    }

    pub(super) fn invert(&mut self, a: &Fraction) -> Result<Fraction, NoNormalForm> {
        self.quotient(a.den.clone(), &a.num)
    }

    pub(super) fn divide(&mut self, a: &Fraction, b: &Fraction) -> Result<Fraction, NoNormalForm> {
        let inverse = self.invert(b)?;
        self.multiply(a, &inverse)
    }

    pub(super) fn integer_power(&mut self, a: &Fraction, exponent: i64) -> Result<Fraction, NoNormalForm> {
        let power = exponent.unsigned_abs();
        let (num, den) = if let (Some((monomial, c)), true) = (a.num.single(), a.den.is_one()) {
            // One term: exponents are multiplied, which no budget has to watch.
            let small = c.numer().bits().max(c.denom().bits());
            if small > 1 && power.saturating_mul(small) > 1 << 14 {
                return Err(NoNormalForm::TooBig);
            }
            let power = power.to_i64().filter(|p| *p < 1 << 20).ok_or(NoNormalForm::TooBig)?;
            let raised = monomial.raise(Exponent::from_integer(power))?;
            let c = num_traits::Pow::pow(c, power as u64);
            (self.reduce(c, &raised)?, Poly::one())
        } else {
            (self.pow(&a.num, power)?, self.pow(&a.den, power)?)
        };
        if exponent < 0 { self.quotient(den, &num) } else { self.quotient(num, &den) }
    }

    /// A quotient in normal form.
    pub(super) fn quotient(&mut self, num: Poly, den: &Poly) -> Result<Fraction, NoNormalForm> {
        if den.is_zero() {
            return Err(NoNormalForm::Undefined("a division by zero"));
        }
        if num.is_zero() || den.is_one() {
            self.trusting |= !den.is_one() && !self.is_surely_nonzero(den);
            return Ok(Fraction::whole(num));
        }
        if let Some((monomial, c)) = den.single() {
            let (monomial, c) = (monomial.clone(), c.clone());
            return self.over_term(&num, &c, &monomial);
        }
        self.trusting |= !self.is_surely_nonzero(den);
        if let Some((num, den)) = self.rationalise(&num, den)? {
            return self.quotient(num, &den);
        }
        let shared = den.common_monomial();
        let symbols: Vec<(AtomId, Exponent)> =
            shared.0.into_iter().filter(|(id, _)| self.divides_freely(*id)).collect();
        if !symbols.is_empty() {
            let inverse = Monomial(symbols.into_iter().map(|(id, e)| (id, -e)).collect());
            let inverse = Poly::term(Rational::one(), inverse);
            let (num, den) = (self.mul(&num, &inverse)?, self.mul(den, &inverse)?);
            return self.quotient(num, &den);
        }
        let lead = den.leading().map_or_else(Rational::one, |(_, c)| c.recip());
        let (num, den) = (num.scale(&lead), den.scale(&lead));
        if let Some(whole) = self.exact_quotient(&num, &den)? {
            return Ok(Fraction::whole(whole));
        }
        if let Some((num, den)) = self.without_common_factor(&num, &den) {
            return self.quotient(num, &den);
        }
        Ok(Fraction { num, den })
    }

    /// Atoms that may have a negative exponent.
    fn divides_freely(&self, id: AtomId) -> bool {
        matches!(self.get(id), Atom::Symbol(_) | Atom::Pi | Atom::Exp(_) | Atom::Cos(_) | Atom::Factorial(_))
    }

    fn over_term(&mut self, num: &Poly, c: &Rational, monomial: &Monomial) -> Result<Fraction, NoNormalForm> {
        let mut factor = Vec::new();
        let mut below = Poly::one();
        for (id, exponent) in &monomial.0 {
            match self.get(*id).clone() {
                Atom::Sin(angle) => {
                    let cos = self.poly_of(Atom::Cos(angle));
                    let square = self.mul(&cos, &cos)?;
                    let sin_squared = Poly::one().plus(&square.negate());
                    below = self.mul(&below, &sin_squared)?;
                    factor.push((*id, Exponent::from_integer(2) - exponent));
                }
                Atom::Base(poly) => {
                    below = self.mul(&below, &poly)?;
                    factor.push((*id, Exponent::one() - exponent));
                }
                Atom::Abs(poly) if poly.single().is_none() => {
                    let square = self.mul(&poly, &poly)?;
                    below = self.mul(&below, &square)?;
                    factor.push((*id, Exponent::from_integer(2) - exponent));
                }
                _ => factor.push((*id, -exponent)),
            }
        }
        let factor = self.reduce(c.recip(), &Monomial(factor))?;
        let num = self.mul(num, &factor)?;
        if below.is_one() { Ok(Fraction::whole(num)) } else { self.quotient(num, &below) }
    }

    /// Whether a constant differs from zero because roots of primes and i are independent over the rationals.
    fn is_surely_nonzero(&self, poly: &Poly) -> bool {
        poly.atoms().into_iter().all(|id| match self.get(id) {
            Atom::Prime(p) => p.bits() <= 64,
            Atom::I => true,
            _ => !self.atom_is_constant(id),
        })
    }

    /// Multiplies both by the conjugate with respect to a square root in a constant denominator.
    fn rationalise(&mut self, num: &Poly, den: &Poly) -> Result<Option<(Poly, Poly)>, NoNormalForm> {
        if den.0.len() > 1 << CONJUGATIONS || !self.is_constant(den) {
            return Ok(None);
        }
        let half = Exponent::new(1, 2);
        let quadratic = den.atoms().into_iter().rev().find(|id| match self.get(*id) {
            Atom::I => true,
            Atom::Prime(_) | Atom::Base(_) => den.0.keys().all(|monomial| {
                let exponent = monomial.exponent_of(*id);
                exponent.is_zero() || exponent == half
            }),
            _ => false,
        });
        let Some(id) = quadratic else { return Ok(None) };
        let conjugate = Poly(
            den.0
                .iter()
                .map(|(m, c)| (m.clone(), if m.exponent_of(id).is_zero() { c.clone() } else { -c }))
                .collect(),
        );
        if conjugate == den.negate() {
            return Ok(None);
        }
        let below = self.mul(den, &conjugate)?;
        if below.is_zero() || below.atoms().contains(&id) {
            return Ok(None);
        }
        Ok(Some((self.mul(num, &conjugate)?, below)))
    }

    /// num/den if it is a polynomial.
    pub(super) fn exact_quotient(&mut self, num: &Poly, den: &Poly) -> Result<Option<Poly>, NoNormalForm> {
        let Some((den_lead, den_c)) = den.leading().map(|(m, c)| (m.clone(), c.clone())) else {
            return Ok(None);
        };
        let inverse = den_lead.inverse();
        let mut rest = num.clone();
        let mut quotient = Poly::zero();
        for _ in 0..64 {
            let Some((lead, c)) = rest.leading().map(|(m, c)| (m.clone(), c.clone())) else {
                return Ok(Some(quotient));
            };
            let step = lead.times(&inverse)?;
            if step.0.iter().any(|(_, e)| e.is_negative()) {
                return Ok(None);
            }
            let c = c / &den_c;
            quotient.add_term(step.clone(), c.clone());
            let product = self.mul(&Poly::term(c, step), den)?;
            rest = rest.plus(&product.negate());
            if rest.leading().is_some_and(|(next, _)| next.lex(&lead).is_ge()) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Both divided by their greatest common divisor, if they are polynomials in one atom and it is not 1.
    fn without_common_factor(&mut self, num: &Poly, den: &Poly) -> Option<(Poly, Poly)> {
        let mut atoms = num.atoms();
        atoms.extend(den.atoms());
        atoms.sort_unstable();
        atoms.dedup();
        let [atom] = atoms[..] else { return None };
        if matches!(self.get(atom), Atom::Prime(_) | Atom::I | Atom::Sin(_) | Atom::Abs(_) | Atom::Base(_)) {
            return None;
        }
        let (above, below) = (dense(num, atom)?, dense(den, atom)?);
        let common = gcd(above.clone(), below.clone())?;
        if common.len() < 2 {
            return None;
        }
        let sparse = |coefficients: Vec<Rational>| {
            let mut poly = Poly::zero();
            for (power, c) in coefficients.into_iter().enumerate() {
                poly.add_term(Monomial::of(atom, Exponent::from_integer(power as i64)), c);
            }
            poly
        };
        Some((sparse(divide_dense(&above, &common).0), sparse(divide_dense(&below, &common).0)))
    }
}

/// Coefficients by power, constant first, if all exponents are whole and small.
pub(super) fn dense(poly: &Poly, atom: AtomId) -> Option<Vec<Rational>> {
    let mut coefficients = Vec::new();
    for (monomial, c) in &poly.0 {
        let exponent = monomial.exponent_of(atom);
        if !exponent.is_integer() || exponent.is_negative() || exponent > Exponent::from_integer(64) {
            return None;
        }
        let power = exponent.to_integer() as usize;
        if coefficients.len() <= power {
            coefficients.resize(power + 1, Rational::zero());
        }
        coefficients[power] = c.clone();
    }
    Some(coefficients)
}

/// Quotient and remainder of dense polynomials.
pub(crate) fn divide_dense(num: &[Rational], den: &[Rational]) -> (Vec<Rational>, Vec<Rational>) {
    let mut rest = num.to_vec();
    if den.is_empty() || num.len() < den.len() {
        return (Vec::new(), rest);
    }
    let mut quotient = vec![Rational::zero(); num.len() - den.len() + 1];
    for shift in (0..quotient.len()).rev() {
        let factor = &rest[shift + den.len() - 1] / &den[den.len() - 1];
        if !factor.is_zero() {
            for (place, c) in den.iter().enumerate() {
                let product = number::product(&factor, c);
                rest[shift + place] = number::sum(&rest[shift + place], &-product);
            }
        }
        quotient[shift] = factor;
    }
    while rest.last().is_some_and(Zero::is_zero) {
        rest.pop();
    }
    (quotient, rest)
}

/// The greatest common divisor; `None` if its search would take too long.
fn gcd(mut a: Vec<Rational>, mut b: Vec<Rational>) -> Option<Vec<Rational>> {
    while !b.is_empty() {
        if b.iter().any(|c| number::bits(c) > 2048) {
            return None;
        }
        let (_, rest) = divide_dense(&a, &b);
        a = b;
        b = rest;
    }
    Some(a)
}
