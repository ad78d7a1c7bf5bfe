//! From normal form back to a readable expression.

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

use super::{
    Context, Fraction,
    atoms::Atom,
    poly::{AtomId, Exponent, Monomial, Poly},
};
use crate::expr::{Constant, Expr, Function, Rational};

impl Context {
    /// The expression a normal form stands for.
    pub(crate) fn write(&self, form: &Fraction) -> Expr {
        if form.den.is_one() {
            return self.write_poly(&form.num);
        }
        let (above, num) = form.num.primitive();
        let (below, den) = form.den.primitive();
        let content = above / below;
        let num = num.scale(&Rational::from_integer(content.numer().clone()));
        let den = den.scale(&Rational::from_integer(content.denom().clone()));
        let den = self.write_poly(&den).power(Expr::int(-1));
        if num.is_one() { den } else { self.write_poly(&num).times(den) }
    }

    pub(crate) fn write_poly(&self, poly: &Poly) -> Expr {
        let mut terms: Vec<(Exponent, Expr)> = poly
            .0
            .iter()
            .map(|(monomial, c)| {
                let degree = monomial
                    .0
                    .iter()
                    .filter(|(id, _)| matches!(self.get(*id), Atom::Symbol(_)))
                    .map(|(_, e)| *e)
                    .fold(Exponent::zero(), |sum, e| sum + e);
                (degree, self.write_term(monomial, c))
            })
            .collect();
        terms.sort_by(|a, b| {
            b.0.cmp(&a.0).then_with(|| b.1.size().cmp(&a.1.size())).then_with(|| a.1.cmp(&b.1))
        });
        let mut terms: Vec<Expr> = terms.into_iter().map(|(_, term)| term).collect();
        match terms.len() {
            0 => Expr::int(0),
            1 => terms.swap_remove(0),
            _ => Expr::Sum(terms),
        }
    }

    fn write_term(&self, monomial: &Monomial, c: &Rational) -> Expr {
        let mut factors = Vec::new();
        let mut surds: Vec<(BigInt, Exponent)> = Vec::new();
        let mut natural: Vec<Expr> = Vec::new();
        for (id, exponent) in &monomial.0 {
            match self.get(*id) {
                Atom::Prime(p) => surds.push((p.clone(), *exponent)),
                Atom::Exp(inner) => {
                    let power = Rational::new((*exponent.numer()).into(), (*exponent.denom()).into());
                    match self.other_base(inner, &power) {
                        Some(expr) => factors.push(expr),
                        None => natural.push(self.write(&inner.scale(&power))),
                    }
                }
                _ => factors.push(raise(self.write_atom(*id), *exponent)),
            }
        }
        if !natural.is_empty() {
            let power = if natural.len() == 1 { natural.swap_remove(0) } else { Expr::Sum(natural) };
            let e = Expr::Constant(Constant::E);
            factors.push(if power == Expr::int(1) { e } else { e.power(power) });
        }
        factors.sort_by_key(|factor| !matches!(factor, Expr::Constant(_)));
        for root in merge_surds(surds) {
            factors.insert(0, root);
        }
        if !c.is_one() || factors.is_empty() {
            factors.insert(0, Expr::Number(c.clone()));
        }
        if factors.len() == 1 { factors.swap_remove(0) } else { Expr::Product(factors) }
    }

    /// exp(x·ln 2) is 2^x.
    fn other_base(&self, inner: &Fraction, power: &Rational) -> Option<Expr> {
        let (monomial, _) = inner.num.single()?;
        let (id, base) = monomial.0.iter().find_map(|(id, e)| match self.get(*id) {
            Atom::Ln(base) if e.is_one() => Some((*id, base)),
            _ => None,
        })?;
        let rest = Fraction { num: Poly::term(power.clone(), monomial.without(id)), den: inner.den.clone() };
        let known = base.as_number().is_some() || self.facts.get(base) == Some(&true);
        known.then(|| self.write_poly(base).power(self.write(&rest)))
    }

    fn write_atom(&self, id: AtomId) -> Expr {
        let of = |function, inner: &Fraction| Expr::apply(function, self.write(inner));
        match self.get(id) {
            Atom::Prime(p) => Expr::int(p.clone()),
            Atom::I => Expr::Constant(Constant::I),
            Atom::Pi => Expr::pi(),
            Atom::Symbol(name) => Expr::Symbol(name.clone()),
            Atom::Exp(inner) => Expr::Constant(Constant::E).power(self.write(inner)),
            Atom::Ln(inner) => {
                let argument = self.write_poly(inner);
                let known = self.facts.get(inner).copied();
                let sign = known.or_else(|| self.is_constant(inner).then(|| crate::eval::sign(&argument))?);
                Expr::apply(
                    Function::Ln,
                    match sign {
                        Some(true) => argument,
                        Some(false) => self.write_poly(&inner.negate()),
                        None => Expr::apply(Function::Abs, argument),
                    },
                )
            }
            Atom::Sin(inner) => of(Function::Sin, inner),
            Atom::Cos(inner) => of(Function::Cos, inner),
            Atom::Asin(inner) => of(Function::Asin, inner),
            Atom::Atan(inner) => of(Function::Atan, inner),
            Atom::Abs(inner) => match self.facts.get(inner) {
                Some(true) => self.write_poly(inner),
                Some(false) => self.write_poly(&inner.negate()),
                None => Expr::apply(Function::Abs, self.write_poly(inner)),
            },
            Atom::Base(inner) => self.write_poly(inner),
            Atom::Factorial(inner) => of(Function::Factorial, inner),
            Atom::Opaque(function, parts) => {
                Expr::Apply(*function, parts.iter().map(|part| self.write(part)).collect())
            }
        }
    }
}

fn raise(base: Expr, exponent: Exponent) -> Expr {
    if exponent.is_one() {
        return base;
    }
    base.power(Expr::frac(*exponent.numer(), *exponent.denom()))
}

/// √2·√3 is written √6: one root for each index.
fn merge_surds(surds: Vec<(BigInt, Exponent)>) -> Vec<Expr> {
    let mut roots: Vec<(i64, BigInt)> = Vec::new();
    for (p, exponent) in surds {
        let power = p.pow(exponent.numer().to_u32().unwrap_or(1));
        match roots.iter_mut().find(|(index, _)| index == exponent.denom()) {
            Some((_, product)) => *product *= power,
            None => roots.push((*exponent.denom(), power)),
        }
    }
    roots.sort();
    roots.reverse();
    roots.into_iter().map(|(index, n)| Expr::int(n).power(Expr::frac(1, index))).collect()
}
