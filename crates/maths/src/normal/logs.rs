//! Logarithms and exponentials.
//!
//! ln u is kept as ln|u|: they agree wherever ln u is defined, and ln|xy| = ln|x| + ln|y| holds everywhere.

use num_traits::{One, Signed};

use super::{
    Context, Fraction, NoNormalForm,
    atoms::Atom,
    poly::{Exponent, Monomial, Poly},
    roots::exponent,
};
use crate::{expr::Rational, number};

impl Context {
    pub(super) fn ln(&mut self, value: &Fraction) -> Result<Fraction, NoNormalForm> {
        if value.is_zero() {
            return Err(NoNormalForm::Undefined("the logarithm of zero"));
        }
        if self.is_complex(&value.num) || self.is_complex(&value.den) {
            return Err(NoNormalForm::Unknown("the logarithm of a complex number"));
        }
        if self.fraction_is_constant(value)
            && self.constant_sign(&value.num)? != self.constant_sign(&value.den)?
        {
            return Err(NoNormalForm::Undefined("the logarithm of a negative number"));
        }
        let above = self.ln_poly(&value.num, value.den.is_one())?;
        if value.den.is_one() {
            return Ok(above);
        }
        let below = self.ln_poly(&value.den, false)?;
        self.add(&above, &below.scale(&-Rational::one()))
    }

    fn ln_poly(&mut self, poly: &Poly, alone: bool) -> Result<Fraction, NoNormalForm> {
        let shared = poly.common_monomial();
        let inverse = shared.inverse();
        let (content, rest) = Self::strip(poly, &inverse)?.primitive();
        let mut sum = Fraction::whole(self.ln_number(&content.abs())?);
        let mut factors = shared.0.clone();
        if let Some((monomial, _)) = rest.single() {
            factors.extend(monomial.0.iter().copied());
        } else {
            if alone && factors.is_empty() && !self.is_constant(&rest) {
                self.learn(&rest, content.is_positive());
            }
            sum.num = sum.num.plus(&self.poly_of(Atom::Ln(rest.clone())));
        }
        let lone = alone && factors.len() == 1 && rest.single().is_some();
        for (id, e) in factors {
            let e_number = Rational::new((*e.numer()).into(), (*e.denom()).into());
            let part = match self.get(id).clone() {
                Atom::Exp(inner) => inner.scale(&e_number),
                Atom::Abs(inner) | Atom::Base(inner) => self.ln_poly(&inner, false)?.scale(&e_number),
                Atom::Prime(p) => {
                    Fraction::whole(self.ln_number(&Rational::from_integer(p))?).scale(&e_number)
                }
                _ => {
                    let atom = Poly::atom(id);
                    let odd = e.is_integer() && e.to_integer() % 2 != 0;
                    if lone && odd && !self.atom_is_constant(id) {
                        self.learn(&atom, content.is_positive());
                    }
                    Fraction::whole(self.poly_of(Atom::Ln(atom))).scale(&e_number)
                }
            };
            sum = self.add(&sum, &part)?;
        }
        Ok(sum)
    }

    fn ln_number(&mut self, value: &Rational) -> Result<Poly, NoNormalForm> {
        let mut sum = Poly::zero();
        for (part, sign) in [(value.numer(), 1), (value.denom(), -1)] {
            if part.is_one() {
                continue;
            }
            if part.bits() > 4096 {
                return Err(NoNormalForm::TooBig);
            }
            for (p, count) in number::split(part).0 {
                let ln = self.poly_of(Atom::Ln(Poly::number(Rational::from_integer(p))));
                sum = sum.plus(&ln.scale(&Rational::from_integer((i64::from(count) * sign).into())));
            }
        }
        Ok(sum)
    }

    pub(super) fn exp(&mut self, power: &Fraction) -> Result<Fraction, NoNormalForm> {
        let mut result = Fraction::whole(Poly::one());
        let terms: Vec<(Monomial, Rational)> =
            power.num.0.iter().map(|(m, c)| (m.clone(), c.clone())).collect();
        for (monomial, c) in terms {
            let factor = self.exp_term(&monomial, &c, &power.den)?;
            result = self.multiply(&result, &factor)?;
        }
        Ok(result)
    }

    fn exp_term(&mut self, monomial: &Monomial, c: &Rational, den: &Poly) -> Result<Fraction, NoNormalForm> {
        if let ([(id, e)], true) = (&monomial.0[..], den.is_one())
            && e.is_one()
            && let Atom::Ln(inner) = self.get(*id).clone()
        {
            let positive = self.absolute(&Fraction::whole(inner))?;
            if c.is_integer() {
                return self.integer_power(&positive, exponent(c)?.to_integer());
            }
            return self.rational_power(&positive, exponent(c)?);
        }
        if !self.only_i(&Poly::term(Rational::one(), monomial.clone())) || self.is_complex(den) {
            return Err(NoNormalForm::Unknown("a power with a nested complex root"));
        }
        if let Some((i, _)) = monomial.0.iter().find(|(id, _)| matches!(self.get(*id), Atom::I)).copied() {
            let angle = self.quotient(Poly::term(c.clone(), monomial.without(i)), den)?;
            let (sin, cos) = self.sin_cos(&angle)?;
            let turned = self.multiply(&sin, &Fraction::whole(Poly::atom(i)))?;
            return self.add(&cos, &turned);
        }
        let inner = Fraction { num: Poly::term(Rational::one(), monomial.clone()), den: den.clone() };
        let id = self.intern(Atom::Exp(inner));
        let power: Exponent = exponent(c)?;
        Ok(Fraction::whole(Poly::term(Rational::one(), Monomial::of(id, power))))
    }
}
