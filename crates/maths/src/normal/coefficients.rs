//! An expression as a polynomial in one thing: the unknown itself, or the only atom that contains it.

use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::{
    Context, Fraction, NoNormalForm,
    atoms::Atom,
    poly::{AtomId, Exponent, Monomial, Poly},
};
use crate::expr::Expr;

/// A numerator read as a polynomial.
#[derive(Debug)]
pub(crate) struct Generated {
    /// What the powers are of; contains the unknown.
    pub(crate) generator: Expr,
    /// Coefficients by power, constant first; none contains the unknown.
    pub(crate) coefficients: Vec<Expr>,
}

impl Context {
    fn mentions(&self, id: AtomId, name: &str) -> bool {
        let poly = |poly: &Poly| poly.atoms().into_iter().any(|id| self.mentions(id, name));
        let fraction = |f: &Fraction| poly(&f.num) || poly(&f.den);
        match self.get(id) {
            Atom::Prime(_) | Atom::I | Atom::Pi => false,
            Atom::Symbol(symbol) => &**symbol == name,
            Atom::Ln(inner) | Atom::Abs(inner) | Atom::Base(inner) => poly(inner),
            Atom::Exp(f)
            | Atom::Sin(f)
            | Atom::Cos(f)
            | Atom::Asin(f)
            | Atom::Atan(f)
            | Atom::Factorial(f) => fraction(f),
            Atom::Opaque(_, parts) => parts.iter().any(fraction),
        }
    }

    /// The numerator of an expression as a polynomial whose zeros include those of the expression. `None` if more
    /// than one atom contains the unknown, or the degree is too high.
    pub(crate) fn generator_form(
        &mut self,
        expr: &Expr,
        name: &str,
    ) -> Result<Option<Generated>, NoNormalForm> {
        let form = self.normal(expr)?;
        let mut holding: Vec<AtomId> =
            form.num.atoms().into_iter().filter(|id| self.mentions(*id, name)).collect();
        // Under a root the unknown and its absolute value are one thing once the sign is known.
        if let [a, b] = holding[..]
            && (self.root_of(a, b) || self.root_of(b, a))
        {
            let (symbol, root) = if self.root_of(a, b) { (b, a) } else { (a, b) };
            return Ok(self.collect_powers(&form.num, root, Some(symbol)));
        }
        if holding.is_empty() {
            let coefficients = if form.num.is_zero() { Vec::new() } else { vec![self.write_poly(&form.num)] };
            return Ok(Some(Generated { generator: Expr::symbol(name), coefficients }));
        }
        let (Some(only), true) = (holding.pop(), holding.is_empty()) else { return Ok(None) };
        Ok(self.collect_powers(&form.num, only, None))
    }

    /// Whether `root` is the absolute value of the atom `inner`, known not to be negative.
    fn root_of(&self, root: AtomId, inner: AtomId) -> bool {
        match self.get(root) {
            Atom::Abs(poly) => *poly == Poly::atom(inner) && self.facts.get(poly) == Some(&true),
            _ => false,
        }
    }

    fn collect_powers(&self, num: &Poly, atom: AtomId, same: Option<AtomId>) -> Option<Generated> {
        let exponent = |monomial: &Monomial| {
            monomial.exponent_of(atom) + same.map_or_else(Exponent::zero, |same| monomial.exponent_of(same))
        };
        let parts = num.0.keys().fold(1, |parts: i64, m| parts.lcm(exponent(m).denom()));
        let least = num.0.keys().map(exponent).min()?;
        let mut coefficients: Vec<Poly> = Vec::new();
        for (monomial, c) in &num.0 {
            let shift = if least.is_negative() { exponent(monomial) - least } else { exponent(monomial) };
            let power = usize::try_from((shift * parts).to_integer()).ok().filter(|p| *p <= 40)?;
            if coefficients.len() <= power {
                coefficients.resize(power + 1, Poly::zero());
            }
            let rest = monomial.without(atom);
            let rest = same.map_or_else(|| rest.clone(), |same| rest.without(same));
            coefficients[power].add_term(rest, c.clone());
        }
        let unit = Poly::term(num_traits::one(), Monomial::of(atom, Exponent::new(1, parts)));
        Some(Generated {
            generator: self.write_poly(&unit),
            coefficients: coefficients.iter().map(|c| self.write_poly(c)).collect(),
        })
    }
}
