//! Polynomials with rational coefficients and rational exponents, as sorted maps of terms.

use std::{cmp::Ordering, collections::BTreeMap};

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, One, Signed, Zero};

use super::NoNormalForm;
use crate::{expr::Rational, number};

/// An exponent of an atom.
pub(crate) type Exponent = Ratio<i64>;

/// The number of an atom in its context.
pub(crate) type AtomId = u32;

/// Atoms with their exponents, in order of the atoms; no exponent is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Monomial(pub(crate) Vec<(AtomId, Exponent)>);

/// Terms; no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Poly(pub(crate) BTreeMap<Monomial, Rational>);

impl Monomial {
    pub(crate) fn of(atom: AtomId, exponent: Exponent) -> Self {
        if exponent.is_zero() { Self::default() } else { Self(vec![(atom, exponent)]) }
    }

    pub(crate) fn times(&self, other: &Self) -> Result<Self, NoNormalForm> {
        if other.0.is_empty() {
            return Ok(self.clone());
        }
        let mut merged = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some((a, x)), Some((b, y))) if a == b => {
                    let sum = x.checked_add(y).ok_or(NoNormalForm::TooBig)?;
                    if !sum.is_zero() {
                        merged.push((*a, sum));
                    }
                    left.next();
                    right.next();
                }
                (Some(a), Some(b)) => {
                    if a.0 < b.0 {
                        merged.push(**a);
                        left.next();
                    } else {
                        merged.push(**b);
                        right.next();
                    }
                }
                (Some(a), None) => {
                    merged.push(**a);
                    left.next();
                }
                (None, Some(b)) => {
                    merged.push(**b);
                    right.next();
                }
                (None, None) => return Ok(Self(merged)),
            }
        }
    }

    /// Every exponent times a factor.
    pub(crate) fn raise(&self, factor: Exponent) -> Result<Self, NoNormalForm> {
        let raised = self
            .0
            .iter()
            .map(|(id, exponent)| Some((*id, exponent.checked_mul(&factor)?)))
            .collect::<Option<_>>();
        raised.map(Self).ok_or(NoNormalForm::TooBig)
    }

    /// Every exponent with the other sign.
    pub(crate) fn inverse(&self) -> Self {
        Self(self.0.iter().map(|(id, exponent)| (*id, -exponent)).collect())
    }

    pub(crate) fn exponent_of(&self, atom: AtomId) -> Exponent {
        self.0.iter().find(|(id, _)| *id == atom).map_or_else(Exponent::zero, |(_, exponent)| *exponent)
    }

    pub(crate) fn without(&self, atom: AtomId) -> Self {
        Self(self.0.iter().filter(|(id, _)| *id != atom).copied().collect())
    }

    /// Lexicographic order, which multiplication keeps.
    pub(crate) fn lex(&self, other: &Self) -> Ordering {
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (None, None) => return Ordering::Equal,
                (Some((_, x)), None) => return x.cmp(&Exponent::zero()),
                (None, Some((_, y))) => return Exponent::zero().cmp(y),
                (Some((a, x)), Some((b, y))) => match a.cmp(b) {
                    Ordering::Less => return x.cmp(&Exponent::zero()),
                    Ordering::Greater => return Exponent::zero().cmp(y),
                    Ordering::Equal if x != y => return x.cmp(y),
                    Ordering::Equal => {
                        left.next();
                        right.next();
                    }
                },
            }
        }
    }
}

impl Poly {
    pub(crate) fn zero() -> Self {
        Self::default()
    }

    pub(crate) fn one() -> Self {
        Self::number(Rational::one())
    }

    pub(crate) fn number(value: Rational) -> Self {
        Self::term(value, Monomial::default())
    }

    pub(crate) fn int(value: i64) -> Self {
        Self::number(Rational::from_integer(value.into()))
    }

    pub(crate) fn term(coefficient: Rational, monomial: Monomial) -> Self {
        let mut terms = BTreeMap::new();
        if !coefficient.is_zero() {
            terms.insert(monomial, coefficient);
        }
        Self(terms)
    }

    pub(crate) fn atom(atom: AtomId) -> Self {
        Self::term(Rational::one(), Monomial::of(atom, Exponent::one()))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn is_one(&self) -> bool {
        self.as_number().is_some_and(|value| value.is_one())
    }

    /// The number it is, if there are no atoms.
    pub(crate) fn as_number(&self) -> Option<Rational> {
        match self.0.len() {
            0 => Some(Rational::zero()),
            1 => self.0.get(&Monomial::default()).cloned(),
            _ => None,
        }
    }

    /// Bits of the largest coefficient.
    pub(crate) fn bits(&self) -> u64 {
        self.0.values().map(number::bits).max().unwrap_or(0)
    }

    /// The only term, if there is one only.
    pub(crate) fn single(&self) -> Option<(&Monomial, &Rational)> {
        if self.0.len() == 1 { self.0.iter().next() } else { None }
    }

    pub(crate) fn add_term(&mut self, monomial: Monomial, coefficient: Rational) {
        use std::collections::btree_map::Entry;
        match self.0.entry(monomial) {
            Entry::Vacant(place) => {
                if !coefficient.is_zero() {
                    place.insert(coefficient);
                }
            }
            Entry::Occupied(mut place) => {
                let sum = number::sum(place.get(), &coefficient);
                if sum.is_zero() {
                    place.remove();
                } else {
                    place.insert(sum);
                }
            }
        }
    }

    pub(crate) fn plus(mut self, other: &Self) -> Self {
        for (monomial, coefficient) in &other.0 {
            self.add_term(monomial.clone(), coefficient.clone());
        }
        self
    }

    pub(crate) fn scale(&self, factor: &Rational) -> Self {
        if factor.is_zero() {
            return Self::zero();
        }
        Self(self.0.iter().map(|(monomial, c)| (monomial.clone(), number::product(c, factor))).collect())
    }

    pub(crate) fn negate(&self) -> Self {
        Self(self.0.iter().map(|(monomial, c)| (monomial.clone(), -c)).collect())
    }

    /// The greatest term in the order of division.
    pub(crate) fn leading(&self) -> Option<(&Monomial, &Rational)> {
        self.0.iter().max_by(|a, b| a.0.lex(b.0))
    }

    /// The number all coefficients share, with the sign of the leading one, and what is left.
    pub(crate) fn primitive(&self) -> (Rational, Self) {
        use num_integer::Integer;
        let Some((_, lead)) = self.leading() else { return (Rational::one(), Self::zero()) };
        let mut numer = num_bigint::BigInt::zero();
        let mut denom = num_bigint::BigInt::one();
        for c in self.0.values() {
            numer = numer.gcd(c.numer());
            denom = denom.lcm(c.denom());
        }
        let mut content = Rational::new(numer, denom);
        if lead.is_negative() {
            content = -content;
        }
        let rest = self.scale(&content.recip());
        (content, rest)
    }

    /// The atoms every term shares, with the least exponent.
    pub(crate) fn common_monomial(&self) -> Monomial {
        let mut terms = self.0.keys();
        let Some(first) = terms.next() else { return Monomial::default() };
        let mut shared = first.clone();
        for monomial in terms {
            shared.0.retain_mut(|(atom, exponent)| {
                let other = monomial.exponent_of(*atom);
                *exponent = (*exponent).min(other);
                !other.is_zero() && exponent.is_positive()
            });
        }
        shared.0.retain(|(_, exponent)| exponent.is_positive());
        shared
    }

    /// Every atom that occurs.
    pub(crate) fn atoms(&self) -> Vec<AtomId> {
        let mut found: Vec<AtomId> = self.0.keys().flat_map(|m| m.0.iter().map(|(id, _)| *id)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
