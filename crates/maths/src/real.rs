//! Real numbers as intervals that are known to contain them.
//!
//! An [`Interval`] is a pair of integers, read as multiples of 2^−bits of the [`Fixed`] that made them. Every operation
//! rounds outwards, so the true value is always inside: two intervals without a common point prove two numbers
//! different, whatever the precision. Fixed point loses small numbers next to large ones; the remedy is more bits, and
//! callers ask again with more.

use std::sync::LazyLock;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::expr::Rational;

/// A closed interval that contains a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) lo: BigInt,
    pub(crate) hi: BigInt,
}

/// Why an operation gave nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// More bits may help: an interval straddles a point where the operation is not defined.
    Imprecise,
    /// The operation is not defined there, at any precision.
    Undefined,
    /// The number is too large to be worth it.
    TooBig,
}

/// Arithmetic at one precision.
#[derive(Debug)]
pub(crate) struct Fixed {
    pub(crate) bits: u32,
}

/// Bits to which the constants are kept; beyond, they are computed when asked for.
const KEPT: u32 = 1536;

static PI: LazyLock<Interval> = LazyLock::new(|| Fixed::new(KEPT).compute_pi());
static LN2: LazyLock<Interval> = LazyLock::new(|| Fixed::new(KEPT).compute_ln2());
static E: LazyLock<Interval> = LazyLock::new(|| Fixed::new(KEPT).compute_e());

/// Exponents and shifts beyond this make numbers nobody asks for.
const BIGGEST: u32 = 1 << 16;

impl Interval {
    fn exact(value: BigInt) -> Self {
        Self { lo: value.clone(), hi: value }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.lo.is_zero() && self.hi.is_zero()
    }

    pub(crate) fn holds_zero(&self) -> bool {
        !self.lo.is_positive() && !self.hi.is_negative()
    }

    pub(crate) fn is_positive(&self) -> bool {
        self.lo.is_positive()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.hi.is_negative()
    }

    pub(crate) fn apart(&self, other: &Self) -> bool {
        self.hi < other.lo || other.hi < self.lo
    }

    pub(crate) fn negate(&self) -> Self {
        Self { lo: -&self.hi, hi: -&self.lo }
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        Self { lo: &self.lo + &other.lo, hi: &self.hi + &other.hi }
    }

    pub(crate) fn sub(&self, other: &Self) -> Self {
        Self { lo: &self.lo - &other.hi, hi: &self.hi - &other.lo }
    }

    fn scale(&self, factor: i64) -> Self {
        let (a, b) = (&self.lo * factor, &self.hi * factor);
        if factor < 0 { Self { lo: b, hi: a } } else { Self { lo: a, hi: b } }
    }

    fn widen(self, by: &BigInt) -> Self {
        Self { lo: self.lo - by, hi: self.hi + by }
    }

    /// Division rounds towards zero, so an end that it moves inwards is moved out by one.
    fn divide_by(&self, divisor: u64) -> Self {
        let (mut lo, mut hi) = (&self.lo / divisor, &self.hi / divisor);
        if self.lo.is_negative() {
            lo -= 1;
        }
        if self.hi.is_positive() {
            hi += 1;
        }
        Self { lo, hi }
    }

    /// True if no number in it is negative, false if none is positive.
    fn side(&self) -> Option<bool> {
        if !self.lo.is_negative() {
            Some(true)
        } else if self.hi.is_positive() {
            None
        } else {
            Some(false)
        }
    }

    /// Outward shift to the right.
    fn shift_right(&self, by: u32) -> Self {
        Self { lo: &self.lo >> by, hi: -((-&self.hi) >> by) }
    }

    fn largest(&self) -> BigInt {
        self.lo.abs().max(self.hi.abs())
    }
}

impl Fixed {
    pub(crate) fn new(bits: u32) -> Self {
        Self { bits }
    }

    fn wider(&self, by: u32) -> Self {
        Self::new(self.bits + by)
    }

    fn up(x: &Interval, by: u32) -> Interval {
        Interval { lo: &x.lo << by, hi: &x.hi << by }
    }

    pub(crate) fn one(&self) -> Interval {
        Interval::exact(BigInt::one() << self.bits)
    }

    pub(crate) fn rational(&self, value: &Rational) -> Interval {
        let scaled = value.numer() << self.bits;
        if value.is_integer() {
            return Interval::exact(scaled);
        }
        let (lo, rest) = scaled.div_mod_floor(value.denom());
        let hi = if rest.is_zero() { lo.clone() } else { &lo + 1 };
        Interval { lo, hi }
    }

    pub(crate) fn mul(&self, a: &Interval, b: &Interval) -> Interval {
        let (lo, hi) = match (a.side(), b.side()) {
            (Some(true), Some(true)) => (&a.lo * &b.lo, &a.hi * &b.hi),
            (Some(false), Some(false)) => (&a.hi * &b.hi, &a.lo * &b.lo),
            (Some(true), Some(false)) => (&a.hi * &b.lo, &a.lo * &b.hi),
            (Some(false), Some(true)) => (&a.lo * &b.hi, &a.hi * &b.lo),
            _ => {
                let all = [&a.lo * &b.lo, &a.lo * &b.hi, &a.hi * &b.lo, &a.hi * &b.hi];
                let lo = all.iter().min().cloned().unwrap_or_default();
                (lo, all.into_iter().max().unwrap_or_default())
            }
        };
        Interval { lo, hi }.shift_right(self.bits)
    }

    pub(crate) fn square(&self, a: &Interval) -> Interval {
        if a.holds_zero() {
            let hi = a.largest().pow(2);
            return Interval { lo: BigInt::zero(), hi }.shift_right(self.bits);
        }
        self.mul(a, a)
    }

    pub(crate) fn div(&self, a: &Interval, b: &Interval) -> Result<Interval, Fault> {
        if b.is_zero() {
            return Err(Fault::Undefined);
        }
        if b.holds_zero() {
            return Err(Fault::Imprecise);
        }
        if b.is_negative() {
            return self.div(&a.negate(), &b.negate());
        }
        let (below, above) = match a.side() {
            Some(true) => (&b.hi, &b.lo),
            Some(false) => (&b.lo, &b.hi),
            None => (&b.lo, &b.lo),
        };
        let lo = (&a.lo << self.bits).div_floor(below);
        let hi = (&a.hi << self.bits).div_ceil(above);
        Ok(Interval { lo, hi })
    }

    pub(crate) fn power(&self, base: &Interval, exponent: i64) -> Result<Interval, Fault> {
        let mut left = exponent.unsigned_abs();
        let size = base.largest().bits().saturating_sub(u64::from(self.bits)) + 1;
        if left.saturating_mul(size) > u64::from(BIGGEST) {
            return Err(Fault::TooBig);
        }
        let mut result = self.one();
        let mut square = base.clone();
        while left > 0 {
            if left & 1 == 1 {
                result = self.mul(&result, &square);
            }
            left >>= 1;
            if left > 0 {
                square = self.square(&square);
            }
        }
        if exponent < 0 { self.div(&self.one(), &result) } else { Ok(result) }
    }

    /// The root of a number that is not negative; with an odd degree, of any.
    pub(crate) fn root(&self, x: &Interval, degree: u32) -> Result<Interval, Fault> {
        if x.is_zero() {
            return Ok(x.clone());
        }
        if x.lo.is_negative() {
            if degree.is_multiple_of(2) {
                return Err(if x.is_negative() { Fault::Undefined } else { Fault::Imprecise });
            }
            if x.is_negative() {
                return Ok(self.root(&x.negate(), degree)?.negate());
            }
            return Err(Fault::Imprecise);
        }
        if degree > 64 {
            return Err(Fault::TooBig);
        }
        let shift = self.bits * (degree - 1);
        let lo = (&x.lo << shift).nth_root(degree);
        let hi = (&x.hi << shift).nth_root(degree) + 1;
        Ok(Interval { lo, hi })
    }

    /// The greatest whole number not above, if both ends have the same.
    pub(crate) fn floor(&self, x: &Interval) -> Result<Interval, Fault> {
        let (lo, hi) = (&x.lo >> self.bits, &x.hi >> self.bits);
        if lo == hi { Ok(Interval::exact(lo << self.bits)) } else { Err(Fault::Imprecise) }
    }

    pub(crate) fn pi(&self) -> Interval {
        self.precomputed_value(&PI).unwrap_or_else(|| self.compute_pi())
    }

    pub(crate) fn e(&self) -> Interval {
        self.precomputed_value(&E).unwrap_or_else(|| self.compute_e())
    }

    fn ln2(&self) -> Interval {
        self.precomputed_value(&LN2).unwrap_or_else(|| self.compute_ln2())
    }

    /// A constant that is known to more bits than are asked for.
    fn precomputed_value(&self, constant: &LazyLock<Interval>) -> Option<Interval> {
        KEPT.checked_sub(self.bits).map(|spare| constant.shift_right(spare))
    }

    fn compute_pi(&self) -> Interval {
        let inner = self.wider(16);
        let machin = inner.atan_inverse(5).scale(16).sub(&inner.atan_inverse(239).scale(4));
        machin.shift_right(16)
    }

    fn compute_ln2(&self) -> Interval {
        let inner = self.wider(16);
        inner.atanh_twice(&inner.rational(&Rational::new(1.into(), 3.into()))).shift_right(16)
    }

    /// The sum of 1/n!; what is left out is less than twice the last term.
    fn compute_e(&self) -> Interval {
        let inner = self.wider(16);
        let mut term = inner.one();
        let mut sum = term.clone();
        let mut n = 1;
        while term.hi > BigInt::one() {
            term = term.divide_by(n);
            sum = sum.add(&term);
            n += 1;
        }
        sum.widen(&BigInt::from(2)).shift_right(16)
    }

    /// atan(1/n) by its series; the terms alternate and shrink, so the next one bounds the rest.
    fn atan_inverse(&self, n: u64) -> Interval {
        let mut power = self.one().divide_by(n);
        let mut sum = power.clone();
        let mut k = 1_u64;
        while power.hi > BigInt::one() {
            power = power.divide_by(n * n);
            k += 2;
            let term = power.divide_by(k);
            sum = if k % 4 == 3 { sum.sub(&term) } else { sum.add(&term) };
        }
        sum.widen(&BigInt::from(2))
    }

    /// 2·atanh(t) for |t| ≤ 1/2.
    fn atanh_twice(&self, t: &Interval) -> Interval {
        let square = self.square(t);
        let mut power = t.clone();
        let mut sum = t.clone();
        let mut k = 1_u64;
        while power.largest() > BigInt::one() {
            power = self.mul(&power, &square);
            k += 2;
            sum = sum.add(&power.divide_by(k));
        }
        // The rest is a geometric series with ratio at most 1/4 below the last unit.
        sum.widen(&BigInt::from(4)).scale(2)
    }

    pub(crate) fn exp(&self, x: &Interval) -> Result<Interval, Fault> {
        let whole = x.largest().bits().saturating_sub(u64::from(self.bits)) as u32;
        if whole > 12 {
            return Err(Fault::TooBig);
        }
        // The result may have this many whole bits; squaring doubles the relative error each time.
        let halvings = whole + 6;
        let inner = self.wider(2 * halvings + (3 << whole) + 16);
        let small = Self::up(x, inner.bits - self.bits).shift_right(halvings);
        let mut term = inner.one();
        let mut sum = term.clone();
        let mut n = 1_u64;
        while term.largest() > BigInt::one() {
            term = inner.mul(&term, &small).divide_by(n);
            sum = sum.add(&term);
            n += 1;
        }
        let mut result = sum.widen(&BigInt::from(4));
        for _ in 0..halvings {
            result = inner.square(&result);
        }
        Ok(result.shift_right(inner.bits - self.bits))
    }

    pub(crate) fn ln(&self, x: &Interval) -> Result<Interval, Fault> {
        if !x.is_positive() {
            return Err(if x.hi.is_positive() { Fault::Imprecise } else { Fault::Undefined });
        }
        if &x.lo << 1_u32 < x.hi {
            return Err(Fault::Imprecise);
        }
        let inner = self.wider(24);
        let x = Self::up(x, 24);
        // x = 2^k · m with m near 1: below 3/4, the next lower k is nearer.
        let k = x.hi.bits() as i64 - i64::from(inner.bits);
        let k = if (&x.hi << 2_u32) < (BigInt::from(3) << x.hi.bits()) { k - 1 } else { k };
        let m = if k >= 0 { x.shift_right(k as u32) } else { Self::up(&x, (-k) as u32) };
        let t = inner.div(&m.sub(&inner.one()), &m.add(&inner.one()))?;
        let sum = inner.atanh_twice(&t).add(&inner.ln2().scale(k));
        Ok(sum.shift_right(24))
    }

    pub(crate) fn atan(&self, x: &Interval) -> Result<Interval, Fault> {
        const HALVINGS: u32 = 5;
        let inner = self.wider(32);
        let mut t = Self::up(x, 32);
        for _ in 0..HALVINGS {
            let root = inner.root(&inner.one().add(&inner.square(&t)), 2)?;
            t = inner.div(&t, &inner.one().add(&root))?;
        }
        let square = inner.square(&t);
        let mut power = t.clone();
        let mut sum = t;
        let mut k = 1_u64;
        while power.largest() > BigInt::one() {
            power = inner.mul(&power, &square);
            k += 2;
            let term = power.divide_by(k);
            sum = if k % 4 == 3 { sum.sub(&term) } else { sum.add(&term) };
        }
        Ok(sum.widen(&BigInt::from(2)).scale(1 << HALVINGS).shift_right(32))
    }

    pub(crate) fn asin(&self, x: &Interval) -> Result<Interval, Fault> {
        let rest = self.one().sub(&self.square(x));
        let root = self.root(&rest, 2)?;
        Ok(self.atan(&self.div(x, &self.one().add(&root))?)?.scale(2))
    }

    /// Sine and cosine together.
    pub(crate) fn sin_cos(&self, x: &Interval) -> Result<(Interval, Interval), Fault> {
        let whole = x.largest().bits().saturating_sub(u64::from(self.bits)) as u32;
        if whole > 4096 {
            return Err(Fault::TooBig);
        }
        if &x.hi - &x.lo > self.one().hi {
            return Err(Fault::Imprecise);
        }
        let guard = whole + 16;
        let inner = self.wider(guard);
        let x = Self::up(x, guard);
        let quarter = inner.pi().shift_right(1);
        let turns = (&x.lo + &x.hi + &quarter.lo).div_floor(&(&quarter.lo * 2));
        let r = x.sub(&Interval { lo: &quarter.lo * &turns, hi: &quarter.hi * &turns }.sort_ends());
        let (sin, cos) = inner.sin_cos_small(&r);
        let (sin, cos) = (sin.shift_right(guard), cos.shift_right(guard));
        let turn: i64 = turns.mod_floor(&BigInt::from(4)).try_into().unwrap_or(0);
        Ok(match turn {
            0 => (sin, cos),
            1 => (cos, sin.negate()),
            2 => (sin.negate(), cos.negate()),
            _ => (cos.negate(), sin),
        })
    }

    fn sin_cos_small(&self, x: &Interval) -> (Interval, Interval) {
        let mut term = self.one();
        let mut sums = [Interval::exact(BigInt::zero()), self.one()];
        let mut n = 1_u64;
        while term.largest() > BigInt::one() {
            term = self.mul(&term, x).divide_by(n);
            let sum = &mut sums[usize::from(n.is_multiple_of(2))];
            *sum = if n % 4 < 2 { sum.add(&term) } else { sum.sub(&term) };
            n += 1;
        }
        let [sin, cos] = sums.map(|sum| sum.widen(&BigInt::from(4)));
        (sin, cos)
    }
}

impl Interval {
    fn sort_ends(self) -> Self {
        if self.lo <= self.hi { self } else { Self { lo: self.hi, hi: self.lo } }
    }
}
