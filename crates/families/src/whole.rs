//! Whole numbers that fit together.

/// Draws until the numbers fit.
pub(super) fn until<T>(mut draw: impl FnMut() -> Option<T>) -> T {
    loop {
        if let Some(drawn) = draw() {
            return drawn;
        }
    }
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Whether it is the square of a whole number.
pub(super) fn is_square(n: i64) -> bool {
    n >= 0 && n.isqrt().pow(2) == n
}

/// In how many ways `k` of `n` things can be chosen.
pub(super) fn choose(n: i64, k: i64) -> i64 {
    (0..k).fold(1, |all, i| all * (n - i) / (i + 1))
}
