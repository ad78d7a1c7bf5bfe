//! The few special functions behind p-values and intervals.

/// Logarithm of the gamma function for x > 0: Stirling's series, after moving x up to where it is exact.
pub(crate) fn ln_gamma(x: f64) -> f64 {
    let mut shift = 0.0;
    let mut x = x;
    while x < 12.0 {
        shift += x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift
}

/// P(X > x) for X chi-square distributed.
pub(crate) fn chi_square_above(x: f64, degrees: f64) -> f64 {
    let (shape, x) = (degrees / 2.0, x / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = (shape * x.ln() - x - ln_gamma(shape)).exp();
    if x < shape + 1.0 {
        let mut term = 1.0 / shape;
        let mut sum = term;
        let mut n = shape;
        while term > sum * 1e-16 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return (1.0 - front * sum).clamp(0.0, 1.0);
    }
    let fraction = continued_fraction(|j| {
        if j == 0 {
            return (1.0, x + 1.0 - shape);
        }
        let j = f64::from(j);
        (-j * (j - shape), x + 2.0 * j + 1.0 - shape)
    });
    (front * fraction).clamp(0.0, 1.0)
}

/// Regularised incomplete beta function.
pub(crate) fn beta_below(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast on this side of the mean only.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_below(1.0 - x, b, a);
    }
    let front = (a * x.ln() + b * (1.0 - x).ln() + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b)).exp() / a;
    let fraction = continued_fraction(|j| {
        let m = f64::from(j / 2);
        let over = match j {
            0 => 1.0,
            _ if j % 2 == 0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        (over, 1.0)
    });
    (front * fraction).clamp(0.0, 1.0)
}

/// Value that a variable with the F distribution stays below with the given probability.
pub(crate) fn f_quantile(probability: f64, above: f64, below: f64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if beta_below(middle, above / 2.0, below / 2.0) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    let u = f64::midpoint(low, high);
    below * u / (above * (1.0 - u))
}

/// a₀ / (b₀ + a₁ / (b₁ + a₂ / (b₂ + …))), by the ratios of successive convergents.
fn continued_fraction(term: impl Fn(u32) -> (f64, f64)) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |x: f64| if x.abs() < TINY { TINY } else { x };
    let (mut value, mut upper, mut lower) = (TINY, TINY, 0.0);
    for j in 0..20_000 {
        let (a, b) = term(j);
        lower = 1.0 / away_from_zero(b + a * lower);
        upper = away_from_zero(b + a / upper);
        let ratio = upper * lower;
        value *= ratio;
        if (ratio - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(have: f64, want: f64) {
        assert!((have - want).abs() < 1e-6 * want.abs().max(1e-3), "{have} is not {want}");
    }

    #[test]
    fn table_values() {
        near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln());
        near(ln_gamma(11.0), 3_628_800_f64.ln());
        near(chi_square_above(3.841_458_821, 1.0), 0.05);
        near(chi_square_above(18.307_038_05, 10.0), 0.05);
        near(chi_square_above(2.0, 2.0), (-1.0_f64).exp());
        near(beta_below(0.5, 3.0, 3.0), 0.5);
        // Binomial tail: three or more of ten at .3.
        near(beta_below(0.3, 3.0, 8.0), 0.617_217_213_6);
        near(f_quantile(0.975, 20_000.0, 980_000.0), 1.019_899_132_7);
        near(f_quantile(0.95, 5.0, 10.0), 3.325_834_530);
        near(f_quantile(0.025, 999.0, 3996.0), 0.905_241_030_6);
    }
}
