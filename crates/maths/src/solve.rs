//! Equations.

use crate::expr::Expr;

/// placeholder until the polynomials land
#[derive(Debug)]
pub struct SolveError;

/// Solves.
pub fn equation(_left: &Expr, _right: &Expr, _name: &str) -> Result<Vec<Expr>, SolveError> {
    Err(SolveError)
}
