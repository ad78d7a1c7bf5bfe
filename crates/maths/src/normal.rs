//! Normal form: a quotient of polynomials in atoms that know their own relations.
//!
//! Every expression becomes `num/den` over the rationals, with atoms for unknowns, π, roots of primes, exponentials,
//! logarithms, sines and cosines. The atoms' relations are applied whenever terms are multiplied: √2·√2 is 2, i·i is
//! −1, sin² is 1 − cos², eˣ·eʸ is one term. A difference whose numerator is empty is zero: that is the proof of
//! "equal".
//!
//! The proof covers the points where everything that was written is defined. What follows from that alone is noted as a
//! [`Context`] fact: if √x or ln x occurs, x is not negative, so |x| is x. A new fact restarts the work. The form
//! proves equality, never difference: two atoms may still have a relation that is not known here.

mod atoms;
mod coefficients;
mod expand;
mod fraction;
mod logs;
mod poly;
mod roots;
mod to_expr;
mod trig;

pub(crate) use atoms::{Context, NoNormalForm};
pub(crate) use fraction::Fraction;
use poly::Monomial;

use crate::{eval, expr::Expr};

/// How often a new fact may restart the work.
const ROUNDS: usize = 8;

impl Context {
    /// The normal form of an expression.
    pub(crate) fn normal(&mut self, expr: &Expr) -> Result<Fraction, NoNormalForm> {
        for _ in 0..ROUNDS {
            self.changed = false;
            let form = self.expand(expr)?;
            if !self.changed {
                return Ok(form);
            }
        }
        Err(NoNormalForm::TooBig)
    }
}

/// The expression in normal form: fractions in lowest terms, roots drawn out and denominators rational where they can be,
/// brackets multiplied out, like terms collected, special angles and logarithms evaluated.
///
/// What cannot be brought into the form is returned as it was.
pub fn simplify(expr: &Expr) -> Expr {
    if let Some(value) = eval::arithmetic(expr) {
        return Expr::Number(value);
    }
    let mut context = Context::default();
    match context.normal(expr) {
        Ok(form) => context.write(&form),
        Err(_) => expr.clone(),
    }
}
