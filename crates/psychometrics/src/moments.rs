//! Means, spreads and correlations of small lists. A figure that does not exist is `None`, never a NaN.

pub(crate) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Sample variance, divided by n − 1.
pub(crate) fn variance(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    (values.len() > 1)
        .then(|| values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64)
}

pub(crate) fn sd(values: &[f64]) -> Option<f64> {
    variance(values).map(f64::sqrt)
}

/// Third standardised moment of the values as a population.
pub(crate) fn skew(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let moment = |power| values.iter().map(|v| (v - mean).powi(power)).sum::<f64>() / values.len() as f64;
    let spread = moment(2);
    (spread > SMALLEST_SPREAD).then(|| moment(3) / spread.powf(1.5))
}

/// Pearson correlation; none below three pairs or without spread on either side.
pub(crate) fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let n = pairs.len() as f64;
    let (mx, my) = pairs.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / n, y + pair.1 / n));
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        xx += (x - mx).powi(2);
        yy += (y - my).powi(2);
        xy += (x - mx) * (y - my);
    }
    (xx > SMALLEST_SPREAD && yy > SMALLEST_SPREAD).then(|| (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0))
}

/// Sums of equal shares differ in the last digits; anything smaller than this counts as no spread.
const SMALLEST_SPREAD: f64 = 1e-12;
