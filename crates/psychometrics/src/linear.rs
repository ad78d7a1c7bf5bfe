//! Symmetric positive definite matrices: enough linear algebra for Newton's method and standard errors.

/// A symmetric matrix, stored in full.
#[derive(Debug, Clone)]
pub(crate) struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    pub(crate) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to one cell only; who fills the matrix keeps it symmetric.
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Adds `weight · v vᵀ` on and below the diagonal; [`Self::mirror`] completes the matrix.
    pub(crate) fn add_square_below(&mut self, vector: &[f64], weight: f64) {
        for (at, (row, left)) in self.cells.chunks_mut(self.size).zip(vector).enumerate() {
            let left = weight * left;
            for (cell, right) in row[..=at].iter_mut().zip(vector) {
                *cell += left * right;
            }
        }
    }

    /// Copies what is below the diagonal to above it.
    pub(crate) fn mirror(&mut self) {
        for row in 0..self.size {
            for column in 0..row {
                self.cells[column * self.size + row] = self.cells[row * self.size + column];
            }
        }
    }

    /// Adds `weight · v vᵀ`.
    #[cfg(test)]
    pub(crate) fn add_square(&mut self, vector: &[f64], weight: f64) {
        for (row, left) in self.cells.chunks_mut(self.size).zip(vector) {
            let left = weight * left;
            for (cell, right) in row.iter_mut().zip(vector) {
                *cell += left * right;
            }
        }
    }

    /// The lower triangle L with L Lᵀ = self, or none if the matrix is not positive definite.
    pub(crate) fn cholesky(&self) -> Option<Cholesky> {
        let n = self.size;
        let mut lower = self.cells.clone();
        for row in 0..n {
            for column in 0..=row {
                let (before, own) = lower.split_at(row * n);
                let other = if column < row { &before[column * n..][..column] } else { &own[..column] };
                let product: f64 = own[..column].iter().zip(other).map(|(a, b)| a * b).sum();
                let rest = own[column] - product;
                lower[row * n + column] = if column < row {
                    rest / lower[column * n + column]
                } else {
                    // Relative to what it was: below this nothing but rounding is left.
                    if rest.is_nan() || rest <= self.get(row, row).abs() * 1e-13 {
                        return None;
                    }
                    rest.sqrt()
                };
            }
        }
        Some(Cholesky { size: n, lower })
    }
}

#[derive(Debug)]
pub(crate) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.size;
        let mut x = right.to_vec();
        for row in 0..n {
            let known: f64 = self.lower[row * n..][..row].iter().zip(&x).map(|(l, x)| l * x).sum();
            x[row] = (x[row] - known) / self.lower[row * n + row];
        }
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n).map(|below| self.lower[below * n + row] * x[below]).sum();
            x[row] = (x[row] - known) / self.lower[row * n + row];
        }
        x
    }

    /// The inverse of the matrix.
    pub(crate) fn inverse(&self) -> Symmetric {
        let mut inverse = Symmetric::zero(self.size);
        let mut unit = vec![0.0; self.size];
        for column in 0..self.size {
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
            unit[column] = 0.0;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_inverts() {
        let mut matrix = Symmetric::zero(3);
        for v in [[1.0, 2.0, 0.5], [0.0, 1.0, -1.0], [3.0, 0.2, 1.0]] {
            matrix.add_square(&v, 0.7);
        }
        let inverse = matrix.cholesky().unwrap().inverse();
        for row in 0..3 {
            for column in 0..3 {
                let product: f64 = (0..3).map(|k| matrix.get(row, k) * inverse.get(k, column)).sum();
                let unit = f64::from(u8::from(row == column));
                assert!((product - unit).abs() < 1e-10);
            }
        }
        let mut flat = Symmetric::zero(2);
        flat.add_square(&[1.0, 2.0], 1.0);
        assert!(flat.cholesky().is_none());
    }
}
