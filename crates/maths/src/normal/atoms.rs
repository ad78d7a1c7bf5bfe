//! Atoms, their relations, and multiplication under them.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

use super::{
    Fraction,
    poly::{AtomId, Exponent, Monomial, Poly},
};
use crate::{
    expr::{Function, Rational, Symbol},
    number,
};

/// What a polynomial is made of besides numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Atom {
    /// A prime, or a large number nobody split; its exponents lie between 0 and 1.
    Prime(BigInt),
    I,
    Pi,
    Symbol(Symbol),
    /// e to a quotient with one term above, coefficient 1.
    Exp(Fraction),
    /// ln of the absolute value.
    Ln(Poly),
    /// Of a quotient with one term above.
    Sin(Fraction),
    Cos(Fraction),
    Asin(Fraction),
    Atan(Fraction),
    /// The absolute value of a polynomial that may have either sign; also what stands under even roots.
    Abs(Poly),
    /// A positive constant, or what stands under an odd root; exponents between 0 and 1.
    Base(Poly),
    Factorial(Fraction),
    /// A function nothing more is known about.
    Opaque(Function, Vec<Fraction>),
}

/// Why there is no normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoNormalForm {
    /// It is defined nowhere: a division by zero, a logarithm of a negative number.
    Undefined(&'static str),
    /// It would be too large to be worth it.
    TooBig,
    /// There is no rule.
    Unknown(&'static str),
}

/// The atoms of one comparison, and what is known about them.
#[derive(Debug)]
pub(crate) struct Context {
    pub(super) atoms: Vec<Atom>,
    /// Polynomials whose sign follows from being under a root or a logarithm: true for "not negative".
    pub(super) facts: BTreeMap<Poly, bool>,
    /// For each angle, into how many parts it is divided somewhere.
    pub(super) angles: Vec<(Fraction, i64)>,
    /// Whether a fact or a divided angle was added in this round.
    pub(super) changed: bool,
    /// Whether something must be both not negative and not positive: at single points at most all is defined.
    pub(crate) torn: bool,
    /// Whether something was divided by a constant that is not proved to differ from zero.
    pub(crate) trusting: bool,
    /// Multiplications left.
    budget: usize,
}

const BUDGET: usize = 30_000;

/// Bits of the largest power of a number that is written out.
const LARGEST: u64 = 1 << 14;

/// Bits of the longest two coefficients that are put together.
const LONGEST: u64 = 1 << 16;

impl Default for Context {
    fn default() -> Self {
        Self {
            atoms: Vec::new(),
            facts: BTreeMap::new(),
            angles: Vec::new(),
            changed: false,
            torn: false,
            trusting: false,
            budget: BUDGET,
        }
    }
}

impl Context {
    pub(super) fn intern(&mut self, atom: Atom) -> AtomId {
        let found = self.atoms.iter().position(|known| *known == atom).unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        });
        found as AtomId
    }

    pub(super) fn get(&self, id: AtomId) -> &Atom {
        &self.atoms[id as usize]
    }

    pub(super) fn poly_of(&mut self, atom: Atom) -> Poly {
        Poly::atom(self.intern(atom))
    }

    pub(super) fn spend(&mut self, work: usize) -> Result<(), NoNormalForm> {
        self.budget = self.budget.checked_sub(work).ok_or(NoNormalForm::TooBig)?;
        Ok(())
    }

    /// Notes that a polynomial is not negative (or not positive) wherever all is defined.
    pub(super) fn learn(&mut self, poly: &Poly, positive: bool) {
        match self.facts.get(poly) {
            Some(known) => self.torn |= *known != positive,
            None => {
                self.facts.insert(poly.clone(), positive);
                self.changed = true;
            }
        }
    }

    /// Whether no unknown is in it.
    pub(super) fn is_constant(&self, poly: &Poly) -> bool {
        poly.atoms().into_iter().all(|id| self.atom_is_constant(id))
    }

    pub(super) fn fraction_is_constant(&self, fraction: &Fraction) -> bool {
        self.is_constant(&fraction.num) && self.is_constant(&fraction.den)
    }

    pub(super) fn atom_is_constant(&self, id: AtomId) -> bool {
        match self.get(id) {
            Atom::Prime(_) | Atom::I | Atom::Pi => true,
            Atom::Symbol(_) => false,
            Atom::Ln(poly) | Atom::Abs(poly) | Atom::Base(poly) => self.is_constant(poly),
            Atom::Exp(f)
            | Atom::Sin(f)
            | Atom::Cos(f)
            | Atom::Asin(f)
            | Atom::Atan(f)
            | Atom::Factorial(f) => self.fraction_is_constant(f),
            Atom::Opaque(_, parts) => parts.iter().all(|part| self.fraction_is_constant(part)),
        }
    }

    /// Whether i is in it, openly or under a root.
    pub(super) fn is_complex(&self, poly: &Poly) -> bool {
        poly.atoms().into_iter().any(|id| match self.get(id) {
            Atom::I => true,
            Atom::Base(inner) => self.is_complex(inner),
            _ => false,
        })
    }

    /// Whether i is in it openly at most.
    pub(super) fn only_i(&self, poly: &Poly) -> bool {
        poly.atoms()
            .into_iter()
            .all(|id| !matches!(self.get(id), Atom::Base(inner) if self.is_complex(inner)))
    }

    /// Pays for the product of two, or for their sum over a common denominator. Common factors of long numbers are
    /// found bit by bit, so the price grows with the square of their length.
    pub(super) fn charge(&mut self, a: &Poly, b: &Poly) -> Result<(), NoNormalForm> {
        let (left, right) = (a.bits(), b.bits());
        if left + right > LONGEST {
            return Err(NoNormalForm::TooBig);
        }
        self.spend(a.0.len() * b.0.len() * (1 + (left * right) as usize / 16_384))
    }

    pub(super) fn mul(&mut self, a: &Poly, b: &Poly) -> Result<Poly, NoNormalForm> {
        self.charge(a, b)?;
        if let Some(value) = a.as_number() {
            return Ok(b.scale(&value));
        }
        if let Some(value) = b.as_number() {
            return Ok(a.scale(&value));
        }
        let mut product = Poly::zero();
        for (left, x) in &a.0 {
            for (right, y) in &b.0 {
                let monomial = left.times(right)?;
                if self.is_reduced(&monomial) {
                    product.add_term(monomial, number::product(x, y));
                } else {
                    product = product.plus(&self.reduce(number::product(x, y), &monomial)?);
                }
            }
        }
        Ok(product)
    }

    pub(super) fn pow(&mut self, base: &Poly, exponent: u64) -> Result<Poly, NoNormalForm> {
        if exponent > 1 && exponent.saturating_mul(base.bits()) > LARGEST {
            let plain = base.single().is_some_and(|(_, c)| c.is_one() || (-c).is_one());
            if !plain {
                return Err(NoNormalForm::TooBig);
            }
        }
        let mut result = Poly::one();
        let mut square = base.clone();
        let mut left = exponent;
        while left > 0 {
            if left & 1 == 1 {
                result = self.mul(&result, &square)?;
            }
            left >>= 1;
            if left > 0 {
                square = self.mul(&square, &square)?;
            }
        }
        Ok(result)
    }

    fn is_reduced(&self, monomial: &Monomial) -> bool {
        let zero = Exponent::zero();
        let one = Exponent::one();
        monomial.0.iter().all(|(id, exponent)| match self.get(*id) {
            Atom::Prime(_) | Atom::Base(_) => *exponent >= zero && *exponent < one,
            Atom::I => *exponent == one,
            Atom::Sin(_) => *exponent <= one,
            Atom::Abs(poly) => {
                let top = if self.facts.contains_key(poly) { 1 } else { 2 };
                !exponent.is_negative() && *exponent < Exponent::from_integer(top)
            }
            _ => true,
        })
    }

    /// A term with every relation of its atoms applied.
    pub(super) fn reduce(
        &mut self,
        mut coefficient: Rational,
        monomial: &Monomial,
    ) -> Result<Poly, NoNormalForm> {
        let mut kept = Vec::with_capacity(monomial.0.len());
        let mut others: Vec<(Poly, u64)> = Vec::new();
        for (id, exponent) in &monomial.0 {
            let whole = exponent.floor().to_integer();
            match self.get(*id).clone() {
                Atom::Prime(p) => {
                    if whole.unsigned_abs().saturating_mul(p.bits()) > LARGEST {
                        return Err(NoNormalForm::TooBig);
                    }
                    coefficient *= Rational::from_integer(p).pow(whole.to_i32().ok_or(NoNormalForm::TooBig)?);
                    kept.push((*id, exponent - whole));
                }
                Atom::I => {
                    let turn = whole.rem_euclid(4);
                    if turn >= 2 {
                        coefficient = -coefficient;
                    }
                    kept.push((*id, Exponent::from_integer(turn % 2)));
                }
                Atom::Sin(angle) if whole >= 2 => {
                    let cos = self.poly_of(Atom::Cos(angle));
                    let square = self.mul(&cos, &cos)?;
                    others.push((Poly::one().plus(&square.negate()), whole.unsigned_abs() / 2));
                    kept.push((*id, exponent - Exponent::from_integer(whole / 2 * 2)));
                }
                Atom::Base(poly) if whole >= 1 => {
                    others.push((poly, whole.unsigned_abs()));
                    kept.push((*id, exponent - whole));
                }
                Atom::Abs(poly) => {
                    let known = self.facts.get(&poly).copied();
                    let taken = if known.is_some() { whole } else { whole.div_euclid(2) * 2 };
                    let poly = if known == Some(false) { poly.negate() } else { poly };
                    kept.push((*id, exponent - taken));
                    if taken > 0 {
                        others.push((poly, taken.unsigned_abs()));
                    } else if taken < 0 {
                        let (inner, c) =
                            poly.single().ok_or(NoNormalForm::Unknown("a quotient of absolute values"))?;
                        coefficient *= c.clone().pow(taken as i32);
                        let inverse = inner.raise(Exponent::from_integer(taken))?;
                        others.push((Poly::term(Rational::one(), inverse), 1));
                    }
                }
                _ => kept.push((*id, *exponent)),
            }
        }
        kept.retain(|(_, exponent)| !exponent.is_zero());
        let mut result = Poly::term(coefficient, Monomial(kept));
        for (poly, power) in others {
            let factor = self.pow(&poly, power)?;
            result = self.mul(&result, &factor)?;
        }
        Ok(result)
    }
}
