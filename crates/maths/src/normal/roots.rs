//! Powers with a fractional exponent.
//!
//! An even root of a product is the product of the roots of the absolute values: √(xy) = √|x|·√|y| wherever it is defined,
//! while √x·√y is not. If all but one factor are positive, the sign of the last one is a fact.

use num_bigint::BigInt;
use num_traits::{CheckedMul, One, Signed, ToPrimitive};

use super::{
    Context, Fraction, NoNormalForm,
    atoms::Atom,
    poly::{AtomId, Exponent, Monomial, Poly},
};
use crate::{expr::Rational, number};

/// A rational number as an exponent, if it is small enough for one.
pub(super) fn exponent(value: &Rational) -> Result<Exponent, NoNormalForm> {
    let numer = value.numer().to_i64().filter(|n| n.abs() < 1 << 20).ok_or(NoNormalForm::TooBig)?;
    let denom = value.denom().to_i64().filter(|n| *n < 1 << 20).ok_or(NoNormalForm::TooBig)?;
    Ok(Exponent::new(numer, denom))
}

impl Context {
    pub(super) fn rational_power(
        &mut self,
        base: &Fraction,
        power: Exponent,
    ) -> Result<Fraction, NoNormalForm> {
        if base.is_zero() {
            return if power.is_positive() {
                Ok(base.clone())
            } else {
                Err(NoNormalForm::Undefined("zero to a negative power"))
            };
        }
        if power.is_negative() {
            let inverse = self.invert(base)?;
            return self.rational_power(&inverse, -power);
        }
        let whole = power.floor().to_integer();
        if whole > 0 {
            let rest = power - whole;
            let left = self.integer_power(base, whole)?;
            let right = self.rational_power(base, rest)?;
            return self.multiply(&left, &right);
        }
        let lone = base.den.is_one();
        let above = self.poly_power(&base.num, power, lone)?;
        if lone {
            return Ok(above);
        }
        let below = self.poly_power(&base.den, power, false)?;
        self.divide(&above, &below)
    }

    /// A root, the exponent between 0 and 1. `alone` says that nothing else stands under it.
    fn poly_power(&mut self, poly: &Poly, power: Exponent, alone: bool) -> Result<Fraction, NoNormalForm> {
        if self.is_complex(poly) {
            if !self.is_constant(poly) || *power.denom() != 2 {
                return Err(NoNormalForm::Unknown("a root of a complex number"));
            }
            // The principal root; a positive factor may be drawn out, nothing else.
            let (content, rest) = poly.primitive();
            let rest = if content.is_negative() { rest.negate() } else { rest };
            let id = self.intern(Atom::Base(rest));
            let root = self.reduce(Rational::one(), &Monomial::of(id, power))?;
            let number = self.number_power(&content.abs(), power)?;
            return Ok(Fraction::whole(self.mul(&number, &root)?));
        }
        if self.is_constant(poly) {
            return self.constant_power(poly, power);
        }
        let even = power.denom() % 2 == 0;
        let shared = poly.common_monomial();
        let inverse = shared.inverse();
        let stripped = Self::strip(poly, &inverse)?;
        let (mut content, rest) = stripped.primitive();
        let mut factors: Vec<(Poly, Exponent)> =
            shared.0.iter().map(|(id, e)| (Poly::atom(*id), *e)).collect();
        if let Some((monomial, _)) = rest.single() {
            factors.extend(monomial.0.iter().map(|(id, e)| (Poly::atom(*id), *e)));
        } else {
            factors.push(match self.square_root_of(&rest)? {
                Some(root) => (root.primitive().1, Exponent::from_integer(2)),
                None => (rest, Exponent::one()),
            });
        }
        let mut result = Fraction::whole(Poly::one());
        if even {
            let open: Vec<&(Poly, Exponent)> =
                factors.iter().filter(|(factor, e)| !self.never_negative(factor, *e)).collect();
            match open[..] {
                [] if content.is_negative() => {
                    return Err(NoNormalForm::Unknown("the root of something never positive"));
                }
                [(factor, _)] if alone && factors.len() == 1 => {
                    let factor = factor.clone();
                    self.learn(&factor, content.is_positive());
                }
                _ => {}
            }
            content = content.abs();
        } else if content.is_negative() {
            content = -content;
            if power.numer() % 2 != 0 {
                result = Fraction::whole(Poly::int(-1));
            }
        }
        let number = self.number_power(&content, power)?;
        result = self.multiply(&result, &Fraction::whole(number))?;
        for (factor, e) in factors {
            let e = e.checked_mul(&power).ok_or(NoNormalForm::TooBig)?;
            let raised = self.factor_power(&factor, e, even)?;
            result = self.multiply(&result, &Fraction::whole(raised))?;
        }
        Ok(result)
    }

    /// Divides every term by what all share.
    pub(super) fn strip(poly: &Poly, inverse: &Monomial) -> Result<Poly, NoNormalForm> {
        let mut stripped = Poly::zero();
        for (monomial, c) in &poly.0 {
            stripped.add_term(monomial.times(inverse)?, c.clone());
        }
        Ok(stripped)
    }

    fn factor_power(&mut self, factor: &Poly, e: Exponent, even: bool) -> Result<Poly, NoNormalForm> {
        let atom = match factor.single() {
            Some((monomial, c)) if c.is_one() && monomial.0.len() == 1 && monomial.0[0].1.is_one() => {
                Some(monomial.0[0].0)
            }
            _ => None,
        };
        let id = match atom {
            Some(id) if !even || self.is_positive_atom(id) => id,
            _ if even => self.intern(Atom::Abs(factor.clone())),
            _ => self.intern(Atom::Base(factor.clone())),
        };
        self.reduce(Rational::one(), &Monomial::of(id, e))
    }

    pub(super) fn is_positive_atom(&self, id: AtomId) -> bool {
        match self.get(id) {
            Atom::Prime(_) | Atom::Pi | Atom::Exp(_) | Atom::Abs(_) | Atom::Factorial(_) => true,
            Atom::Base(poly) => self.is_constant(poly) && !self.is_complex(poly),
            _ => false,
        }
    }

    fn never_negative(&self, factor: &Poly, e: Exponent) -> bool {
        e.numer() % 2 == 0
            || factor.atoms().iter().all(|id| self.is_positive_atom(*id))
                && factor.0.values().all(Signed::is_positive)
    }

    /// A polynomial whose square this is, found term by term from the leading one.
    fn square_root_of(&mut self, poly: &Poly) -> Result<Option<Poly>, NoNormalForm> {
        if poly.0.len() < 3 || poly.0.len() > 12 {
            return Ok(None);
        }
        let half = |monomial: &Monomial| Monomial(monomial.0.iter().map(|(id, e)| (*id, e / 2)).collect());
        let Some((lead, c)) = poly.leading() else { return Ok(None) };
        let Some(c) = number::exact_root_of(c, 2) else { return Ok(None) };
        if lead.0.iter().any(|(_, e)| !(e / 2).is_integer()) {
            return Ok(None);
        }
        let (lead, double) = (half(lead), &c + &c);
        let mut root = Poly::term(c, lead.clone());
        let inverse = lead.inverse();
        for _ in 0..poly.0.len() {
            let square = self.mul(&root, &root)?;
            let rest = poly.clone().plus(&square.negate());
            let Some((next, c)) = rest.leading() else { return Ok(Some(root)) };
            let step = next.times(&inverse)?;
            if step.lex(&lead).is_ge() || step.0.iter().any(|(_, e)| e.is_negative()) {
                return Ok(None);
            }
            root.add_term(step, c / &double);
        }
        Ok(None)
    }

    /// |value|^power for a positive number: primes with exponents.
    pub(super) fn number_power(&mut self, value: &Rational, power: Exponent) -> Result<Poly, NoNormalForm> {
        let mut result = Poly::one();
        for (part, sign) in [(value.numer(), 1), (value.denom(), -1)] {
            if part.is_one() {
                continue;
            }
            if part.bits() > 4096 {
                return Err(NoNormalForm::TooBig);
            }
            for (p, count) in number::split(part).0 {
                let id = self.intern(Atom::Prime(p));
                let term = Monomial::of(id, power * i64::from(count) * sign);
                let factor = self.reduce(Rational::one(), &term)?;
                result = self.mul(&result, &factor)?;
            }
        }
        Ok(result)
    }

    fn constant_power(&mut self, poly: &Poly, power: Exponent) -> Result<Fraction, NoNormalForm> {
        let positive = match poly.as_number() {
            Some(value) => value.is_positive(),
            None => self.constant_sign(poly)?,
        };
        let mut unit = Poly::one();
        let mut poly = poly.clone();
        if !positive {
            poly = poly.negate();
            if power.denom() % 2 != 0 {
                unit = Poly::int(if power.numer() % 2 == 0 { 1 } else { -1 });
            } else if *power.denom() == 2 {
                let i = self.intern(Atom::I);
                unit =
                    self.reduce(Rational::one(), &Monomial::of(i, Exponent::from_integer(*power.numer())))?;
            } else {
                return Err(NoNormalForm::Undefined("an even root of a negative number"));
            }
        }
        let (content, rest) = poly.primitive();
        let mut result = self.number_power(&content.abs(), power)?;
        let rest = if content.is_negative() { rest.negate() } else { rest };
        result = self.mul(&result, &unit)?;
        if rest.is_one() {
            return Ok(Fraction::whole(result));
        }
        if let Some((monomial, _)) = rest.single()
            && monomial.0.iter().all(|(id, _)| self.is_positive_atom(*id))
        {
            let root = self.reduce(Rational::one(), &monomial.raise(power)?)?;
            return Ok(Fraction::whole(self.mul(&result, &root)?));
        }
        let result = Fraction::whole(result);
        if *power.denom() == 2
            && let Some(root) = self.denest(&rest)?
        {
            let root = self.integer_power(&root, *power.numer())?;
            return self.multiply(&result, &root);
        }
        let id = self.intern(Atom::Base(rest));
        let root = self.reduce(Rational::one(), &Monomial::of(id, power))?;
        self.multiply(&result, &Fraction::whole(root))
    }

    /// √(a + b√d) as a sum of roots where a² − b²d is a square; otherwise, with b < 0, over the conjugate, so that both
    /// conjugates share one atom.
    fn denest(&mut self, poly: &Poly) -> Result<Option<Fraction>, NoNormalForm> {
        if poly.0.len() != 2 {
            return Ok(None);
        }
        let (Some(a), Some((root, b))) =
            (poly.0.get(&Monomial::default()), poly.0.iter().find(|(monomial, _)| !monomial.0.is_empty()))
        else {
            return Ok(None);
        };
        let surd =
            root.0.iter().all(|(id, e)| matches!(self.get(*id), Atom::Prime(_)) && *e == Exponent::new(1, 2));
        if !surd {
            return Ok(None);
        }
        let mut d = BigInt::one();
        for (id, _) in &root.0 {
            if let Atom::Prime(p) = self.get(*id) {
                d *= p;
            }
        }
        let norm = a * a - b * b * Rational::from_integer(d);
        if !norm.is_positive() || !a.is_positive() {
            return Ok(None);
        }
        let half = Exponent::new(1, 2);
        let (a, b) = (a.clone(), b.clone());
        if let Some(s) = number::exact_root_of(&norm, 2) {
            let two = Rational::from_integer(2.into());
            let left = self.number_power(&((&a + &s) / &two), half)?;
            let right = if a == s { Poly::zero() } else { self.number_power(&((&a - &s) / &two), half)? };
            let right = if b.is_negative() { right.negate() } else { right };
            return Ok(Some(Fraction::whole(left.plus(&right))));
        }
        if !b.is_negative() {
            return Ok(None);
        }
        let mut conjugate = Poly::number(a);
        conjugate.add_term(root.clone(), -b);
        let id = self.intern(Atom::Base(conjugate.clone()));
        let scale = self.number_power(&norm, half)?;
        let above = self.mul(&scale, &Poly::term(Rational::one(), Monomial::of(id, half)))?;
        Ok(Some(self.quotient(above, &conjugate)?))
    }

    /// The absolute value.
    pub(super) fn absolute(&mut self, value: &Fraction) -> Result<Fraction, NoNormalForm> {
        if self.is_complex(&value.num) || self.is_complex(&value.den) {
            if !self.only_i(&value.num) || !self.only_i(&value.den) {
                return Err(NoNormalForm::Unknown("the absolute value of a nested complex root"));
            }
            let conjugate = |context: &Self, poly: &Poly| {
                let flipped = poly.0.iter().map(|(m, c)| {
                    let imaginary = m.0.iter().any(|(id, _)| matches!(context.get(*id), Atom::I));
                    (m.clone(), if imaginary { -c } else { c.clone() })
                });
                Poly(flipped.collect())
            };
            let other = Fraction { num: conjugate(self, &value.num), den: conjugate(self, &value.den) };
            let square = self.multiply(value, &other)?;
            return self.rational_power(&square, Exponent::new(1, 2));
        }
        if value.is_zero() {
            return Ok(value.clone());
        }
        if self.fraction_is_constant(value) {
            let above = self.constant_sign(&value.num)?;
            let below = self.constant_sign(&value.den)?;
            return Ok(if above == below { value.clone() } else { value.scale(&-Rational::one()) });
        }
        let above = self.absolute_poly(&value.num)?;
        let below = self.absolute_poly(&value.den)?;
        self.divide(&Fraction::whole(above), &Fraction::whole(below))
    }

    fn absolute_poly(&mut self, poly: &Poly) -> Result<Poly, NoNormalForm> {
        let shared = poly.common_monomial();
        let inverse = shared.inverse();
        let (content, rest) = Self::strip(poly, &inverse)?.primitive();
        let mut result = Poly::number(content.abs());
        let mut factors: Vec<(Poly, Exponent)> =
            shared.0.iter().map(|(id, e)| (Poly::atom(*id), *e)).collect();
        if let Some((monomial, _)) = rest.single() {
            factors.extend(monomial.0.iter().map(|(id, e)| (Poly::atom(*id), *e)));
        } else {
            factors.push((rest, Exponent::one()));
        }
        for (factor, e) in factors {
            if self.is_constant(&factor)
                && !self.never_negative(&factor, e)
                && !self.constant_sign(&factor)?
            {
                result = self.mul(&result, &factor.negate())?;
                continue;
            }
            if self.never_negative(&factor, Exponent::one()) || self.is_constant(&factor) {
                let power = match factor.single() {
                    Some((m, _)) => Poly::term(Rational::one(), m.raise(e)?),
                    None => factor,
                };
                result = self.mul(&result, &power)?;
                continue;
            }
            let id = self.intern(Atom::Abs(factor));
            let factor = self.reduce(Rational::one(), &Monomial::of(id, e))?;
            result = self.mul(&result, &factor)?;
        }
        Ok(result)
    }
}
