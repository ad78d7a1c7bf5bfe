//! Zeros of polynomials: rational ones by the rational root theorem, then quadratics, then pure powers.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{Field, SolveError};
use crate::{
    compare::compare_exprs,
    expr::{Expr, Rational},
    normal::simplify,
    number,
};

/// More candidates than this for a rational root are not tried.
const CANDIDATES: usize = 20_000;

/// The zeros of a polynomial with rational coefficients, constant first, with multiplicity: the rational ones, and what is
/// left of the polynomial.
pub fn roots(coefficients: &[Rational]) -> Result<(Vec<Rational>, Vec<Rational>), SolveError> {
    let mut rest: Vec<Rational> = coefficients.to_vec();
    while rest.last().is_some_and(Zero::is_zero) {
        rest.pop();
    }
    let mut found = Vec::new();
    while rest.len() > 1 && rest[0].is_zero() {
        rest.remove(0);
        found.push(Rational::zero());
    }
    while rest.len() > 1 {
        let Some(root) = rational_root(&rest)? else { break };
        while rest.len() > 1 && value_at(&rest, &root).is_zero() {
            rest = deflate(&rest, &root);
            found.push(root.clone());
        }
    }
    Ok((found, rest))
}

/// A polynomial with rational coefficients as a product: a number, linear factors with whole coefficients, and the rest.
pub fn factor(coefficients: &[Rational], name: &str) -> Result<Expr, SolveError> {
    let (found, rest) = roots(coefficients)?;
    let mut scale = Rational::one();
    let mut product = Vec::new();
    for root in found {
        let (p, q) = (root.numer().clone(), root.denom().clone());
        scale /= Rational::from_integer(q.clone());
        product.push(Expr::int(q).times(Expr::symbol(name)).plus(Expr::int(-p)));
    }
    let mut left = Expr::int(0);
    for (power, c) in rest.iter().enumerate() {
        let x = match power {
            0 => Expr::int(1),
            1 => Expr::symbol(name),
            _ => Expr::symbol(name).power(Expr::int(power)),
        };
        left = left.plus(Expr::Number(c * &scale).times(x));
    }
    Ok(product.into_iter().fold(left, Expr::times))
}

fn value_at(coefficients: &[Rational], x: &Rational) -> Rational {
    coefficients.iter().rev().fold(Rational::zero(), |sum, c| sum * x + c)
}

fn deflate(coefficients: &[Rational], root: &Rational) -> Vec<Rational> {
    let mut quotient = vec![Rational::zero(); coefficients.len() - 1];
    let mut carry = Rational::zero();
    for (place, c) in coefficients.iter().enumerate().skip(1).rev() {
        carry = c + carry * root;
        quotient[place - 1] = carry.clone();
    }
    quotient
}

fn divisors(n: &BigInt) -> Option<Vec<u64>> {
    let n = n.abs().to_u64()?;
    let mut all = vec![1_u64];
    for (p, count) in number::factors(n) {
        let known = all.clone();
        let mut power = 1;
        for _ in 0..count {
            power *= p;
            all.extend(known.iter().map(|d| d * power));
        }
        if all.len() > CANDIDATES {
            return None;
        }
    }
    Some(all)
}

/// A prime below 2^61, so that two products of remainders add up in 128 bits.
const SIEVE: u64 = (1 << 61) - 1;

fn remainder(n: &BigInt) -> u64 {
    n.mod_floor(&SIEVE.into()).to_u64().unwrap_or(0)
}

/// Whether `above/below` may be a zero: what is not zero modulo a prime is not zero. Almost every candidate ends here.
fn may_be_zero(remainders: &[u64], above: u64, below: u64) -> bool {
    let modulo = |n: u128| (n % u128::from(SIEVE)) as u64;
    let (above, below) = (u128::from(above % SIEVE), u128::from(below % SIEVE));
    let (mut sum, mut power) = (0, 1);
    for c in remainders.iter().rev() {
        sum = modulo(u128::from(sum) * above + u128::from(*c) * u128::from(power));
        power = modulo(u128::from(power) * below);
    }
    sum == 0
}

fn rational_root(coefficients: &[Rational]) -> Result<Option<Rational>, SolveError> {
    let scale = coefficients.iter().fold(BigInt::one(), |scale, c| scale.lcm(c.denom()));
    let whole: Vec<BigInt> = coefficients.iter().map(|c| (c * &scale).to_integer()).collect();
    let common = whole.iter().fold(BigInt::zero(), |common, c| common.gcd(c));
    let (Some(first), Some(last)) = (whole.first(), whole.last()) else { return Ok(None) };
    let (Some(above), Some(below)) = (divisors(&(first / &common)), divisors(&(last / &common))) else {
        return Err(SolveError::TooBig);
    };
    if above.len() * below.len() > CANDIDATES {
        return Err(SolveError::TooBig);
    }
    let remainders: Vec<u64> = whole.iter().map(remainder).collect();
    for &p in &above {
        for &q in &below {
            if p.gcd(&q) != 1 {
                continue;
            }
            let minus = SIEVE - p % SIEVE;
            for (sign, above) in [(1, p), (-1, minus)] {
                if !may_be_zero(&remainders, above, q) {
                    continue;
                }
                let root = Rational::new(BigInt::from(p) * sign, q.into());
                if value_at(coefficients, &root).is_zero() {
                    return Ok(Some(root));
                }
            }
        }
    }
    Ok(None)
}

/// The zeros of a polynomial with any coefficients, constant first, each once.
pub(super) fn zeros(coefficients: &[Expr], field: Field) -> Result<Vec<Expr>, SolveError> {
    let numbers: Option<Vec<Rational>> = coefficients.iter().map(|c| c.as_number().cloned()).collect();
    if let Some(numbers) = numbers {
        let (found, rest) = roots(&numbers)?;
        let mut all: Vec<Expr> = Vec::new();
        for root in found {
            let root = Expr::Number(root);
            if !all.contains(&root) {
                all.push(root);
            }
        }
        let rest: Vec<Expr> = rest.into_iter().map(Expr::Number).collect();
        // Dividing a rational zero out of x^n − c hides that only one power occurs.
        let others =
            irrational(&rest, field).or_else(|error| irrational(coefficients, field).map_err(|_| error))?;
        all.extend(others);
        return Ok(all);
    }
    let mut rest = coefficients.to_vec();
    let mut all = Vec::new();
    while rest.len() > 1 && compare_exprs(&rest[0], &Expr::int(0)).is_equal() {
        rest.remove(0);
        if all.is_empty() {
            all.push(Expr::int(0));
        }
    }
    all.extend(irrational(&rest, field)?);
    Ok(all)
}

fn irrational(rest: &[Expr], field: Field) -> Result<Vec<Expr>, SolveError> {
    match rest {
        [] | [_] => Ok(Vec::new()),
        [b, a] => Ok(vec![b.clone().negate().over(a.clone())]),
        [c, b, a] => Ok(quadratic(a, b, c, field)),
        _ => {
            let zero = |c: &Expr| c.as_number().is_some_and(Zero::is_zero);
            // Only every n-th power occurs: a polynomial in x^n.
            let step =
                (1..rest.len()).filter(|place| !zero(&rest[*place])).fold(0, |step: usize, p| step.gcd(&p));
            if step < 2 {
                return Err(SolveError::NoMethod(
                    "a polynomial of degree three or more without rational zeros",
                ));
            }
            let inner: Vec<Expr> = rest.iter().step_by(step).cloned().collect();
            let mut all = Vec::new();
            for value in zeros(&inner, field)? {
                all.extend(nth_roots(&value, step, field)?);
            }
            Ok(all)
        }
    }
}

fn nth_roots(value: &Expr, degree: usize, field: Field) -> Result<Vec<Expr>, SolveError> {
    if field == Field::Complex && degree > 2 {
        if degree.is_multiple_of(2) {
            let mut all = Vec::new();
            for root in nth_roots(value, 2, field)? {
                all.extend(nth_roots(&root, degree / 2, field)?);
            }
            return Ok(all);
        }
        return Err(SolveError::NoMethod("complex roots of an odd degree"));
    }
    let root = value.clone().power(Expr::frac(1, degree));
    if !degree.is_multiple_of(2) {
        return Ok(vec![root]);
    }
    match crate::eval::sign(value) {
        Some(false) if field == Field::Real => Ok(Vec::new()),
        _ => Ok(vec![root.clone().negate(), root]),
    }
}

fn quadratic(a: &Expr, b: &Expr, c: &Expr, field: Field) -> Vec<Expr> {
    let square = b.clone().power(Expr::int(2));
    let four = Expr::int(4).times(a.clone()).times(c.clone());
    let discriminant = simplify(&square.minus(four));
    if discriminant.is_constant() {
        if compare_exprs(&discriminant, &Expr::int(0)).is_equal() {
            return vec![b.clone().negate().over(Expr::int(2).times(a.clone()))];
        }
        if field == Field::Real && crate::eval::sign(&discriminant) == Some(false) {
            return Vec::new();
        }
    }
    let root = discriminant.sqrt();
    let below = Expr::int(2).times(a.clone());
    let half = |sign: i64| b.clone().negate().plus(Expr::int(sign).times(root.clone())).over(below.clone());
    vec![half(-1), half(1)]
}
