//! Sines, cosines and their inverses.
//!
//! Angles are added term by term. Each term is a whole multiple of the largest angle that divides all its occurrences, and
//! multiples are expanded, so that sin 2x and 2 sin x cos x are one polynomial. Multiples of π/24, π/10 and their halves have values.

use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive};

use super::{
    Context, Fraction, NoNormalForm,
    atoms::Atom,
    poly::{Exponent, Monomial, Poly},
};
use crate::expr::Rational;

/// Larger multiples of an angle are not expanded.
const MULTIPLE: i64 = 24;

type SinCos = (Fraction, Fraction);

impl Context {
    pub(super) fn sin_cos(&mut self, angle: &Fraction) -> Result<SinCos, NoNormalForm> {
        if self.is_complex(&angle.num) || self.is_complex(&angle.den) {
            return Err(NoNormalForm::Unknown("the sine of a complex number"));
        }
        let mut result = None;
        for (monomial, c) in &angle.num.0 {
            let part = self.sin_cos_term(monomial, c, &angle.den)?;
            result = Some(match result {
                Some(sum) => self.angle_sum(&sum, &part)?,
                None => part,
            });
        }
        Ok(result.unwrap_or_else(|| (Fraction::whole(Poly::zero()), Fraction::whole(Poly::one()))))
    }

    fn angle_sum(&mut self, a: &SinCos, b: &SinCos) -> Result<SinCos, NoNormalForm> {
        let (ss, cc) = (self.multiply(&a.0, &b.0)?, self.multiply(&a.1, &b.1)?);
        let (sc, cs) = (self.multiply(&a.0, &b.1)?, self.multiply(&a.1, &b.0)?);
        Ok((self.add(&sc, &cs)?, self.add(&cc, &ss.scale(&-Rational::one()))?))
    }

    fn multiple(&mut self, base: &SinCos, times: u64) -> Result<SinCos, NoNormalForm> {
        if times == 0 {
            return Ok((Fraction::whole(Poly::zero()), Fraction::whole(Poly::one())));
        }
        let mut result = base.clone();
        for _ in 1..times {
            result = self.angle_sum(&result, base)?;
        }
        Ok(result)
    }

    fn sin_cos_term(
        &mut self,
        monomial: &Monomial,
        c: &Rational,
        den: &Poly,
    ) -> Result<SinCos, NoNormalForm> {
        if let ([(id, e)], true) = (&monomial.0[..], den.is_one())
            && e.is_one()
        {
            match self.get(*id).clone() {
                Atom::Pi => return self.sin_cos_of_pi(c),
                Atom::Asin(sin) if c.is_integer() => {
                    let square = self.multiply(&sin, &sin)?;
                    let rest = self.add(&Fraction::whole(Poly::one()), &square.scale(&-Rational::one()))?;
                    let cos = self.rational_power(&rest, Exponent::new(1, 2))?;
                    return self.signed_multiple(&(sin, cos), c);
                }
                Atom::Atan(tan) if c.is_integer() => {
                    let square = self.multiply(&tan, &tan)?;
                    let rest = self.add(&Fraction::whole(Poly::one()), &square)?;
                    let cos = self.rational_power(&rest, Exponent::new(-1, 2))?;
                    let sin = self.multiply(&tan, &cos)?;
                    return self.signed_multiple(&(sin, cos), c);
                }
                _ => {}
            }
        }
        let unit = Fraction { num: Poly::term(Rational::one(), monomial.clone()), den: den.clone() };
        let limit = Rational::from_integer(MULTIPLE.into());
        let divided = match c.denom().to_i64().filter(|d| *d <= MULTIPLE) {
            Some(parts) => self.divide_angle(&unit, parts),
            None => None,
        };
        let Some(parts) = divided.filter(|parts| c.abs() * Rational::from_integer((*parts).into()) <= limit)
        else {
            let base = unit.scale(&c.abs());
            let sin = Fraction::whole(self.poly_of(Atom::Sin(base.clone())));
            let cos = Fraction::whole(self.poly_of(Atom::Cos(base)));
            return self.signed_multiple(&(sin, cos), &c.signum());
        };
        let times = c * Rational::from_integer(parts.into());
        let base = unit.scale(&Rational::new(1.into(), parts.into()));
        let sin = Fraction::whole(self.poly_of(Atom::Sin(base.clone())));
        let cos = Fraction::whole(self.poly_of(Atom::Cos(base)));
        self.signed_multiple(&(sin, cos), &times)
    }

    fn signed_multiple(&mut self, base: &SinCos, times: &Rational) -> Result<SinCos, NoNormalForm> {
        let count = times
            .abs()
            .to_integer()
            .to_u64()
            .filter(|n| *n <= MULTIPLE as u64)
            .ok_or(NoNormalForm::TooBig)?;
        let (sin, cos) = self.multiple(base, count)?;
        Ok(if times.is_negative() { (sin.scale(&-Rational::one()), cos) } else { (sin, cos) })
    }

    /// Into how many parts this angle is divided, after dividing it into `parts`; `None` if that would be too many.
    fn divide_angle(&mut self, unit: &Fraction, parts: i64) -> Option<i64> {
        let Some((_, known)) = self.angles.iter_mut().find(|(angle, _)| angle == unit) else {
            self.angles.push((unit.clone(), parts));
            // The first division needs no second round.
            return Some(parts);
        };
        let least = known.lcm(&parts);
        if least > MULTIPLE {
            return None;
        }
        if least != *known {
            *known = least;
            self.changed = true;
        }
        Some(least)
    }

    /// Values at a rational multiple of π.
    fn sin_cos_of_pi(&mut self, c: &Rational) -> Result<SinCos, NoNormalForm> {
        let turn = c - (c / Rational::from_integer(2.into())).floor() * Rational::from_integer(2.into());
        let denom = turn.denom().to_i64().ok_or(NoNormalForm::TooBig)?;
        let half = Exponent::new(1, 2);
        let root = |context: &mut Self, n: i64| context.number_power(&Rational::from_integer(n.into()), half);
        let quarter = Rational::new(1.into(), 4.into());
        if 6 % denom == 0 || denom == 4 {
            return self.sin_cos_of_table(&turn);
        }
        let (base, parts) = if 12 % denom == 0 {
            let (two, six) = (root(self, 2)?, root(self, 6)?);
            let sin = six.clone().plus(&two.negate()).scale(&quarter);
            let cos = six.plus(&two).scale(&quarter);
            ((Fraction::whole(sin), Fraction::whole(cos)), 12)
        } else if denom == 8 || denom == 24 {
            // cos π/8 is one atom; everything else follows from it. π/24 = π/6 − π/8.
            let two = root(self, 2)?;
            let square = Poly::int(2).plus(&two).scale(&quarter);
            let cos = self.rational_power(&Fraction::whole(square), half)?;
            let tangent = Fraction::whole(two.plus(&Poly::int(-1)));
            let sin = self.multiply(&tangent, &cos)?;
            if denom == 8 {
                ((sin, cos), 8)
            } else {
                let sixth = self.sin_cos_of_pi(&Rational::new(1.into(), 6.into()))?;
                let back = (sin.scale(&-Rational::one()), cos);
                (self.angle_sum(&sixth, &back)?, 24)
            }
        } else if denom == 5 || denom == 10 {
            let five = root(self, 5)?;
            let sin = five.clone().plus(&Poly::int(-1)).scale(&quarter);
            let square = Poly::int(10).plus(&five.scale(&Rational::from_integer(2.into())));
            let cos = self.rational_power(&Fraction::whole(square), half)?.scale(&quarter);
            ((Fraction::whole(sin), cos), 10)
        } else if matches!(denom, 16 | 20 | 40 | 48) {
            let (sin, cos) = self.sin_cos_of_pi(&Rational::new(2.into(), denom.into()))?;
            let square =
                self.add(&Fraction::whole(Poly::one()), &cos)?.scale(&Rational::new(1.into(), 2.into()));
            let cos = self.rational_power(&square, half)?;
            let sin = self.divide(&sin, &cos.scale(&Rational::from_integer(2.into())))?;
            ((sin, cos), denom)
        } else {
            return self.sin_cos_opaque(&turn);
        };
        let count = (turn * Rational::from_integer(parts.into())).to_integer().to_u64().unwrap_or(0);
        self.multiple_fast(&base, count)
    }

    /// Values at multiples of π/6 and π/4 below 2π.
    fn sin_cos_of_table(&mut self, turn: &Rational) -> Result<SinCos, NoNormalForm> {
        let twelfths = (turn * Rational::from_integer(12.into())).to_integer().to_i64().unwrap_or(0);
        let sin = self.sin_of_table(twelfths)?;
        // cos x is sin(x + π/2).
        let cos = self.sin_of_table((twelfths + 6) % 24)?;
        Ok((Fraction::whole(sin), Fraction::whole(cos)))
    }

    fn sin_of_table(&mut self, twelfths: i64) -> Result<Poly, NoNormalForm> {
        let (sign, below) = if twelfths >= 12 { (-1, twelfths - 12) } else { (1, twelfths) };
        let half = Rational::new(sign.into(), 2.into());
        Ok(match below.min(12 - below) {
            0 => Poly::zero(),
            2 => Poly::number(half),
            3 => self.number_power(&Rational::from_integer(2.into()), Exponent::new(1, 2))?.scale(&half),
            4 => self.number_power(&Rational::from_integer(3.into()), Exponent::new(1, 2))?.scale(&half),
            _ => Poly::int(sign),
        })
    }

    /// Doubling keeps the numbers small where the values are exact.
    fn multiple_fast(&mut self, base: &SinCos, times: u64) -> Result<SinCos, NoNormalForm> {
        let mut result = (Fraction::whole(Poly::zero()), Fraction::whole(Poly::one()));
        let mut power = base.clone();
        let mut left = times;
        while left > 0 {
            if left & 1 == 1 {
                result = self.angle_sum(&result, &power)?;
            }
            left >>= 1;
            if left > 0 {
                power = self.angle_sum(&power.clone(), &power)?;
            }
        }
        Ok(result)
    }

    /// An angle without a value here, brought below π/2.
    fn sin_cos_opaque(&mut self, turn: &Rational) -> Result<SinCos, NoNormalForm> {
        let half = Rational::new(1.into(), 2.into());
        let quarters = (turn / &half).floor();
        let rest = turn - &quarters * &half;
        let pi = self.poly_of(Atom::Pi);
        let unit = Fraction::whole(pi);
        let parts = rest.denom().to_i64().filter(|d| *d <= 1 << 16).ok_or(NoNormalForm::TooBig)?;
        let (parts, times) = if parts <= MULTIPLE {
            let parts = self.divide_angle(&unit, parts).ok_or(NoNormalForm::TooBig)?;
            (parts, &rest * Rational::from_integer(parts.into()))
        } else {
            (1, Rational::one())
        };
        let base =
            if parts == 1 { unit.scale(&rest) } else { unit.scale(&Rational::new(1.into(), parts.into())) };
        let sin = Fraction::whole(self.poly_of(Atom::Sin(base.clone())));
        let cos = Fraction::whole(self.poly_of(Atom::Cos(base)));
        let (sin, cos) = self.signed_multiple(&(sin, cos), &times)?;
        let minus = -Rational::one();
        Ok(match quarters.to_integer().to_i64().unwrap_or(0).rem_euclid(4) {
            0 => (sin, cos),
            1 => (cos, sin.scale(&minus)),
            2 => (sin.scale(&minus), cos.scale(&minus)),
            _ => (cos.scale(&minus), sin),
        })
    }

    pub(super) fn asin(&mut self, value: &Fraction) -> Result<Fraction, NoNormalForm> {
        if self.is_complex(&value.num) || self.is_complex(&value.den) {
            return Err(NoNormalForm::Unknown("an inverse function of a complex number"));
        }
        if value.is_zero() {
            return Ok(value.clone());
        }
        if let Some(found) = self.known_angle(value, &[24, 10], |(sin, _)| Some(sin))? {
            return Ok(found);
        }
        let (sign, value) = positive_lead(value);
        let atom = Fraction::whole(self.poly_of(Atom::Asin(value)));
        Ok(atom.scale(&sign))
    }

    pub(super) fn atan(&mut self, value: &Fraction) -> Result<Fraction, NoNormalForm> {
        if self.is_complex(&value.num) || self.is_complex(&value.den) {
            return Err(NoNormalForm::Unknown("an inverse function of a complex number"));
        }
        if value.is_zero() {
            return Ok(value.clone());
        }
        if let Some(found) = self.known_angle(value, &[12, 8], |_| None)? {
            return Ok(found);
        }
        let (sign, value) = positive_lead(value);
        let atom = Fraction::whole(self.poly_of(Atom::Atan(value)));
        Ok(atom.scale(&sign))
    }

    /// The multiple of π with this sine, or with this tangent where `pick` gives nothing.
    fn known_angle(
        &mut self,
        value: &Fraction,
        parts: &[i64],
        pick: impl Fn(SinCos) -> Option<Fraction>,
    ) -> Result<Option<Fraction>, NoNormalForm> {
        let constant = self.fraction_is_constant(value);
        if !constant {
            return Ok(None);
        }
        for &parts in parts {
            for k in 1..=parts / 2 {
                let angle = Rational::new(k.into(), parts.into());
                let (sin, cos) = self.sin_cos_of_pi(&angle)?;
                let candidate = match pick((sin.clone(), cos.clone())) {
                    Some(candidate) => candidate,
                    None if cos.is_zero() => continue,
                    None => self.divide(&sin, &cos)?,
                };
                let pi = Fraction::whole(self.poly_of(Atom::Pi));
                if candidate == *value {
                    return Ok(Some(pi.scale(&angle)));
                }
                if candidate.scale(&-Rational::one()) == *value {
                    return Ok(Some(pi.scale(&-angle)));
                }
            }
        }
        Ok(None)
    }
}

/// The sign of the leading coefficient, and the value with a positive one.
fn positive_lead(value: &Fraction) -> (Rational, Fraction) {
    let negative = value.num.leading().is_some_and(|(_, c)| c.is_negative());
    let sign = if negative { -Rational::one() } else { Rational::one() };
    let value = value.scale(&sign);
    (sign, value)
}
