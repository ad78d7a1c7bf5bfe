//! Integers: primes, factors, exact roots.

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::expr::Rational;

/// Trial division ends here; what is left of a number beyond 64 bits stays one factor.
const TRIAL_LIMIT: u64 = 1 << 12;

/// Whether a number is prime; exact for every 64-bit number.
pub fn is_prime(n: u64) -> bool {
    const WITNESSES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    for p in WITNESSES {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    let (odd, twos) = ((n - 1) >> (n - 1).trailing_zeros(), (n - 1).trailing_zeros());
    WITNESSES.iter().all(|&witness| {
        let mut x = power_mod(witness, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        for _ in 1..twos {
            x = multiply_mod(x, x, n);
            if x == n - 1 {
                return true;
            }
        }
        false
    })
}

fn multiply_mod(a: u64, b: u64, n: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(n)) as u64
}

fn power_mod(mut base: u64, mut exponent: u64, n: u64) -> u64 {
    let mut result = 1;
    base %= n;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply_mod(result, base, n);
        }
        base = multiply_mod(base, base, n);
        exponent >>= 1;
    }
    result
}

/// The prime factors of a 64-bit number with their exponents, in order. Of 0 and 1: none.
pub fn factors(n: u64) -> Vec<(u64, u32)> {
    let mut found: Vec<u64> = Vec::new();
    let mut rest = n;
    let mut p = 2;
    while p <= TRIAL_LIMIT && p * p <= rest {
        while rest.is_multiple_of(p) {
            found.push(p);
            rest /= p;
        }
        p += if p == 2 { 1 } else { 2 };
    }
    let mut open = if rest > 1 { vec![rest] } else { Vec::new() };
    while let Some(part) = open.pop() {
        if is_prime(part) {
            found.push(part);
        } else {
            let divisor = divisor(part);
            open.push(divisor);
            open.push(part / divisor);
        }
    }
    found.sort_unstable();
    let mut counted: Vec<(u64, u32)> = Vec::new();
    for p in found {
        match counted.last_mut() {
            Some((last, count)) if *last == p => *count += 1,
            _ => counted.push((p, 1)),
        }
    }
    counted
}

/// A proper divisor of a composite number (Pollard's rho; the constants are tried in order until one works).
fn divisor(n: u64) -> u64 {
    let root = n.sqrt();
    if root * root == n {
        return root;
    }
    for c in 1_u64.. {
        let step = |x: u64| ((u128::from(x) * u128::from(x) + u128::from(c)) % u128::from(n)) as u64;
        let (mut slow, mut fast, mut common) = (2, 2, 1);
        while common == 1 {
            slow = step(slow);
            fast = step(step(fast));
            common = slow.abs_diff(fast).gcd(&n);
        }
        if common != n {
            return common;
        }
    }
    n
}

/// The product of two fractions. The general way looks for common factors even where a denominator is one, bit by bit.
pub(crate) fn product(a: &Rational, b: &Rational) -> Rational {
    if a.denom().is_one() && b.denom().is_one() {
        return Rational::new_raw(a.numer() * b.numer(), BigInt::one());
    }
    let (left, right) = (common(a.numer(), b.denom()), common(b.numer(), a.denom()));
    let numer = (a.numer() / &left) * (b.numer() / &right);
    let denom = (a.denom() / &right) * (b.denom() / &left);
    Rational::new_raw(numer, denom)
}

/// The sum of two fractions.
pub(crate) fn sum(a: &Rational, b: &Rational) -> Rational {
    if a.denom().is_one() && b.denom().is_one() {
        return Rational::new_raw(a.numer() + b.numer(), BigInt::one());
    }
    let shared = common(a.denom(), b.denom());
    let (left, right) = (a.denom() / &shared, b.denom() / &shared);
    let numer = a.numer() * &right + b.numer() * &left;
    // What is left in common divides what the denominators shared.
    let rest = common(&numer, &shared);
    Rational::new_raw(numer / &rest, left * right * (shared / rest))
}

/// The greatest common divisor, positive; of zero and a number, the number.
fn common(a: &BigInt, b: &BigInt) -> BigInt {
    let (a, b) = if a.bits() < b.bits() { (b, a) } else { (a, b) };
    if b.is_one() {
        return BigInt::one();
    }
    let (Some(large), Some(small)) = (remainder(a, b), b.magnitude().to_u64()) else { return a.gcd(b) };
    large.gcd(&small).into()
}

fn remainder(a: &BigInt, b: &BigInt) -> Option<u64> {
    let small = b.magnitude().to_u64().filter(|small| *small > 0)?;
    match a.magnitude().to_u64() {
        Some(a) => Some(a % small),
        None => (a.magnitude() % small).to_u64(),
    }
}

/// Bits of numerator and denominator together.
pub(crate) fn bits(value: &Rational) -> u64 {
    value.numer().bits() + value.denom().bits()
}

/// The factors of a positive whole number with exponents. The flag says whether every factor is proved prime.
pub(crate) fn split(n: &BigInt) -> (Vec<(BigInt, u32)>, bool) {
    if let Some(small) = n.to_u64() {
        return (factors(small).into_iter().map(|(p, e)| (BigInt::from(p), e)).collect(), true);
    }
    let mut found = Vec::new();
    let mut rest = n.clone();
    let mut p = 2_u64;
    while p <= TRIAL_LIMIT {
        let mut count = 0;
        while (&rest % p).is_zero() {
            rest /= p;
            count += 1;
        }
        if count > 0 {
            found.push((BigInt::from(p), count));
        }
        p += if p == 2 { 1 } else { 2 };
    }
    if rest.is_one() {
        return (found, true);
    }
    for degree in [2_u32, 3, 5, 7] {
        if let Some(root) = exact_root(&rest, degree) {
            let (parts, proved) = split(&root);
            found.extend(parts.into_iter().map(|(p, e)| (p, e * degree)));
            return (found, proved);
        }
    }
    if rest.to_u64().is_some() {
        let (parts, proved) = split(&rest);
        found.extend(parts);
        return (found, proved);
    }
    found.push((rest, 1));
    (found, false)
}

/// The whole root, if there is one.
pub(crate) fn exact_root(n: &BigInt, degree: u32) -> Option<BigInt> {
    if n.is_negative() && degree.is_multiple_of(2) {
        return None;
    }
    let root = n.nth_root(degree);
    (root.pow(degree) == *n).then_some(root)
}

/// The rational root, if there is one.
pub(crate) fn exact_root_of(value: &Rational, degree: u32) -> Option<Rational> {
    Some(Rational::new_raw(exact_root(value.numer(), degree)?, exact_root(value.denom(), degree)?))
}
