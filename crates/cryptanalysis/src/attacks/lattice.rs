//! Lattice basis reduction (Lenstra, Lenstra, Lovász, "Factoring polynomials with rational coefficients", Mathematische
//! Annalen 261, 1982), exact, for the few long vectors of an attack.
//!
//! All numbers are integers, without fractions or rounding: this is the integral variant of de Weger ("Solving exponential
//! Diophantine equations using lattice basis reduction algorithms", Journal of Number Theory 26, 1987), as given by Cohen (A
//! Course in Computational Algebraic Number Theory, 1993, algorithm 2.6.7). It suits small dimensions: with three vectors of 1200
//! bits it takes milliseconds. With dozens of vectors, its determinants become so long that reduction with floating-point numbers
//! is faster.
//!
//! No existing crate fits. lll-rs (0.2.0, 2020) calls itself experimental and depends on GMP, which does not compile to
//! WebAssembly. lllreduce (0.0.2) uses 32-bit floating-point numbers. puremp has its own integers, which would be a second
//! library of long numbers in addition to num-bigint.

use num_bigint::BigInt;
use num_integer::Integer;

use crate::progress::Step;
use crate::{Error, OnProgress};

/// A reduced basis.
pub(crate) struct Reduced {
    /// Its vectors, roughly the shortest first.
    pub(crate) basis: Vec<Vec<BigInt>>,
    /// How often two vectors were swapped.
    pub(crate) swaps: u64,
}

/// Reduces a basis of linearly independent vectors, with Lovász's constant 3/4.
///
/// Progress counts bits of the product `d_1⋯d_{n−1}`, which each swap reduces by at least a quarter. The expected end is the
/// product for vectors of equal length.
///
/// # Errors
/// [`Error::Aborted`].
///
/// # Panics
/// If the vectors are linearly dependent.
pub(crate) fn reduce(basis: Vec<Vec<BigInt>>, on_progress: OnProgress<'_>) -> Result<Reduced, Error> {
    let dimension = basis.len();
    let bits = basis.iter().flatten().map(BigInt::bits).max().unwrap_or(0);
    let mut lattice = Lattice::new(basis);
    let start = lattice.potential();
    // Orthogonal vectors of equal length have d_i = det^(2i/n), and Σ 2i/n over i < n is n − 1; det² = d_n.
    let end = lattice.determinants[dimension].bits() * (dimension as u64).saturating_sub(1) / 2;
    let step = format!("reducing a lattice of dimension {dimension} with entries of up to {bits} bits");
    let mut step = Step::begin(step, Some(start.saturating_sub(end)), on_progress)?;

    let (mut k, mut swaps) = (1, 0);
    while k < dimension {
        lattice.reduce_size(k, k - 1);
        if lattice.is_in_order(k) {
            for l in (0..k - 1).rev() {
                lattice.reduce_size(k, l);
            }
            k += 1;
        } else {
            lattice.swap(k);
            swaps += 1;
            k = usize::max(k - 1, 1);
            step.report(start.saturating_sub(lattice.potential()))?;
        }
    }
    Ok(Reduced { basis: lattice.basis, swaps })
}

/// Reduces a basis in which long and short unknowns count alike: each column is shifted by its weight in bits for the reduction.
///
/// # Errors
/// [`Error::Aborted`].
pub(crate) fn reduce_weighted(
    mut basis: Vec<Vec<BigInt>>,
    weights: &[usize],
    on_progress: OnProgress<'_>,
) -> Result<Reduced, Error> {
    let each = |basis: &mut Vec<Vec<BigInt>>, shift: fn(&mut BigInt, usize)| {
        basis.iter_mut().for_each(|row| row.iter_mut().zip(weights).for_each(|(entry, weight)| shift(entry, *weight)));
    };
    each(&mut basis, |entry, weight| *entry <<= weight);
    let mut reduced = reduce(basis, on_progress)?;
    each(&mut reduced.basis, |entry, weight| *entry >>= weight);
    Ok(reduced)
}

/// The weights that make unknowns of these lengths equally long.
pub(crate) fn weights<const COUNT: usize>(lengths: [usize; COUNT]) -> [usize; COUNT] {
    let longest = lengths.into_iter().max().unwrap_or(0);
    lengths.map(|length| longest - length)
}

/// A basis b_0, …, b_{n−1} with its Gram–Schmidt orthogonalization b*_i = b_i − Σ μ_ij·b*_j, in integers.
struct Lattice {
    basis: Vec<Vec<BigInt>>,
    /// d_0 = 1, and `d_i = |b*_0|²⋯|b*_{i−1}|²`, the determinant of the inner products of the first i vectors: an integer.
    determinants: Vec<BigInt>,
    /// `λ_ij = d_{j+1}·μ_ij` for j < i: integers.
    coefficients: Vec<Vec<BigInt>>,
}

impl Lattice {
    fn new(basis: Vec<Vec<BigInt>>) -> Self {
        let mut determinants = vec![BigInt::from(1u8)];
        let mut coefficients: Vec<Vec<BigInt>> = Vec::new();
        for (k, vector) in basis.iter().enumerate() {
            let mut row: Vec<BigInt> = Vec::new();
            for j in 0..=k {
                // b_k·b_j without its parts along b*_0, …, b*_{j−1}, times d_j.
                let others = if j < k { &coefficients[j] } else { &row };
                let left = (0..j).fold(inner_product(vector, &basis[j]), |product, i| {
                    (product * &determinants[i + 1] - &row[i] * &others[i]) / &determinants[i]
                });
                row.push(left);
            }
            let determinant = row.pop().expect("j = k gives one");
            assert!(determinant > BigInt::ZERO, "the vectors of a basis are linearly independent");
            determinants.push(determinant);
            coefficients.push(row);
        }
        Self { basis, determinants, coefficients }
    }

    /// The length of `d_1⋯d_{n−1}` in bits, up to n too large.
    fn potential(&self) -> u64 {
        self.determinants[1..self.basis.len()].iter().map(BigInt::bits).sum()
    }

    /// Subtracts a multiple of b_l from b_k such that |μ_kl| ≤ 1/2.
    fn reduce_size(&mut self, k: usize, l: usize) {
        let d = &self.determinants[l + 1];
        let coefficient = &self.coefficients[k][l];
        if coefficient.magnitude() * 2u8 <= *d.magnitude() {
            return;
        }
        // The nearest integer.
        let multiple = (coefficient * 2u8 + d).div_floor(&(d * 2u8));
        let (head, tail) = self.basis.split_at_mut(k);
        for (entry, other) in tail[0].iter_mut().zip(&head[l]) {
            *entry -= &multiple * other;
        }
        let (head, tail) = self.coefficients.split_at_mut(k);
        for (coefficient, other) in tail[0].iter_mut().zip(&head[l]) {
            *coefficient -= &multiple * other;
        }
        tail[0][l] -= multiple * d;
    }

    /// Lovász's condition `|b*_k|² ≥ (3/4 − μ²)·|b*_{k−1}|²` with μ = μ_{k,k−1}, times 4·d_k²:
    /// `4·(d_{k+1}·d_{k−1} + λ²) ≥ 3·d_k²`.
    fn is_in_order(&self, k: usize) -> bool {
        let [before, own, after] = [k - 1, k, k + 1].map(|i| &self.determinants[i]);
        let lambda = &self.coefficients[k][k - 1];
        (after * before + lambda * lambda) * 4u8 >= own * own * 3u8
    }

    /// Swaps b_k and b_{k−1}. Of the determinants, only d_k changes; all divisions are exact.
    fn swap(&mut self, k: usize) {
        self.basis.swap(k - 1, k);
        let (before_k, from_k) = self.coefficients.split_at_mut(k);
        let (own_row, others) = from_k.split_at_mut(1);
        before_k[k - 1].swap_with_slice(&mut own_row[0][..k - 1]);
        let lambda = &own_row[0][k - 1];
        let [before, own, after] = [k - 1, k, k + 1].map(|i| &self.determinants[i]);
        let determinant = (before * after + lambda * lambda) / own;
        for row in others {
            let coefficient = (after * &row[k - 1] - lambda * &row[k]) / own;
            row[k - 1] = (&determinant * &row[k] + lambda * &coefficient) / after;
            row[k] = coefficient;
        }
        self.determinants[k] = determinant;
    }
}

/// The vectors of the basis and their combinations with coefficients from −2 to 2, up to sign. Near the limits of an attack, the
/// vector sought may be one of these.
pub(crate) fn combinations(basis: &[Vec<BigInt>]) -> impl Iterator<Item = Vec<BigInt>> {
    let mut coefficients = vec![vec![0i8; 0]];
    for _ in basis {
        coefficients =
            coefficients.iter().flat_map(|begun| (-2..=2).map(|next| [&begun[..], &[next]].concat())).collect();
    }
    coefficients.retain(|coefficients| coefficients.iter().find(|c| **c != 0).is_some_and(|first| *first > 0));
    let size = |coefficients: &[i8]| coefficients.iter().map(|c| c.unsigned_abs()).sum::<u8>();
    let by_size = (1..=2 * basis.len() as u8).flat_map(move |wanted| {
        let of_size = coefficients.iter().filter(|coefficients| size(coefficients) == wanted);
        of_size.cloned().collect::<Vec<_>>()
    });
    by_size.map(|coefficients| {
        let entry = |column: usize| basis.iter().zip(&coefficients).map(|(row, c)| &row[column] * c).sum();
        (0..basis[0].len()).map(entry).collect()
    })
}

fn inner_product(a: &[BigInt], b: &[BigInt]) -> BigInt {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests;
