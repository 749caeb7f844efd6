//! A polynomial whose roots are a geometric progression, and its values at another one, without a product tree.
//!
//! Let `f(X) = (1 − X)(1 − X·h)⋯(1 − X·h^(J−1))`. By the q-binomial theorem, its coefficients are `(−1)^k·h^(k(k−1)/2)·[J, k]`.
//! The bracket is the Gaussian binomial coefficient, a quotient of products of `1 − h^i`. Its values at `c·H^i` are one
//! correlation, because `i·k = T(i + k) − T(i) − T(k)` with `T(x) = x(x − 1)/2` (A. V. Aho, K. Steiglitz, J. D. Ullman,
//! "Evaluating polynomials at fixed sets of points", SIAM Journal on Computing 4, 1975; with triangular numbers in R. Crandall,
//! C. Pomerance, "Prime numbers", algorithm 9.6.6). With `H = h^J`, the product of all values is that of all `1 − c·h^x` for `x <
//! I·J`, computed in about √(I·J) steps, as in A. Bostan, "Computing the N-th term of a q-holonomic sequence", ISSAC 2020.
//!
//! Only divisibility by p matters, so common factors that are units do no harm. That avoids all inversions: the coefficients are
//! scaled by `∏(1 − h^i)·H^(T(J))`, and the values by `H^(T(i))`.

use modular_powers::{Residue, Residues};
use num_bigint::BigUint;

use crate::Error;

/// Terms between two reports.
const BETWEEN_REPORTS: usize = 64;

/// Both sequences of the correlation.
pub(super) struct Sequences {
    /// For k from 0 to J: the coefficient, times `c^k·H^(T(J) − T(k))`.
    pub(super) coefficients: Vec<BigUint>,
    /// `H^(T(m))`, m from 0 to I + J − 1.
    pub(super) chirp: Vec<BigUint>,
    /// `∏(1 − h^i)` for i from 1 to J. If this is not a unit, the coefficients are useless.
    pub(super) common_factor: BigUint,
}

/// The sequences for J roots with the ratio h, and for I points from c on with the ratio `H = h^J`.
pub(super) fn sequences(
    residues: &mut Residues,
    ratio: &Residue,
    first: &Residue,
    roots: usize,
    points: usize,
    tick: &mut dyn FnMut(u64) -> Result<(), Error>,
) -> Result<Sequences, Error> {
    let mut done = 0;
    let mut count = || {
        done += 1;
        if done % BETWEEN_REPORTS == 0 { tick(done as u64) } else { Ok(()) }
    };
    let one = residues.one();

    // From the end: S_k = (1 − h^(k+1))⋯(1 − h^J), which needs the powers of h first.
    let mut powers = vec![one.clone()];
    for k in 0..roots {
        let mut power = powers[k].clone();
        residues.multiply_assign(&mut power, ratio);
        powers.push(power);
        count()?;
    }
    let point_ratio = powers[roots].clone();
    let mut difference = residues.sum();
    let mut products = vec![one.clone(); roots + 1];
    for k in (0..roots).rev() {
        let mut product = products[k + 1].clone();
        residues.subtract(&mut difference, &one, &powers[k + 1]);
        residues.multiply_assign(&mut product, &difference);
        products[k] = product;
        count()?;
    }
    let common_factor = residues.value(&products[0]);

    // h^T(k)·c^k, times S_k·S_(J−k).
    let mut factor = one.clone();
    let mut coefficients = Vec::with_capacity(roots + 1);
    for k in 0..=roots {
        let mut coefficient = factor.clone();
        residues.multiply_assign(&mut coefficient, &products[k]);
        residues.multiply_assign(&mut coefficient, &products[roots - k]);
        coefficients.push(coefficient);
        residues.multiply_assign(&mut factor, first);
        residues.multiply_assign(&mut factor, &powers[k]);
        count()?;
    }
    drop((powers, products));

    // H^T(m); and from the end, H^(T(J) − T(k)) = H^k·H^(k+1)⋯H^(J−1), which needs the first J powers of H.
    let (mut power, mut term) = (one.clone(), one.clone());
    let mut chirp = Vec::with_capacity(points + roots);
    let mut powers = Vec::with_capacity(roots);
    for m in 0..points + roots {
        chirp.push(residues.value(&term));
        residues.multiply_assign(&mut term, &power);
        if m < roots {
            powers.push(power.clone());
        }
        residues.multiply_assign(&mut power, &point_ratio);
        count()?;
    }
    let modulus = residues.modulus();
    let mut weight = one;
    let mut values = vec![BigUint::ZERO; roots + 1];
    for k in (0..=roots).rev() {
        if k < roots {
            residues.multiply_assign(&mut weight, &powers[k]);
        }
        residues.multiply_assign(&mut coefficients[k], &weight);
        let value = residues.value(&coefficients[k]);
        values[k] = if k % 2 == 1 && value != BigUint::ZERO { &modulus - value } else { value };
        count()?;
    }
    Ok(Sequences { coefficients: values, chirp, common_factor })
}

/// How many terms [`sequences`] reports.
pub(super) fn terms(roots: usize, points: usize) -> u64 {
    (5 * roots + 2 + points) as u64
}

#[cfg(test)]
mod tests {
    use super::super::correlation::correlate;
    use super::*;

    /// The values of the polynomial, multiplied out from its roots, times the factors that the module names.
    #[test]
    fn values_are_those_of_the_polynomial() {
        let modulus = (BigUint::from(1u8) << 127) - 1u8;
        for (roots, points, h, c) in [(1usize, 1usize, 5u32, 7u32), (4, 4, 3, 2), (8, 16, 11, 1), (16, 5, 6, 1_000_003)]
        {
            let [h, c] = [h, c].map(BigUint::from);
            let mut residues = Residues::new(&modulus).unwrap();
            let [ratio, first] = [&h, &c].map(|value| residues.residue(value));
            let mut reports = 0;
            let mut tick = |_| {
                reports += 1;
                Ok(())
            };
            let found = sequences(&mut residues, &ratio, &first, roots, points, &mut tick).unwrap();
            let values = correlate(&found.coefficients, &found.chirp, &modulus, &mut |_, _| Ok(())).unwrap();
            assert_eq!(values.len(), points);

            let power = |base: &BigUint, exponent: usize| base.modpow(&BigUint::from(exponent), &modulus);
            let minus = |x: BigUint| (&modulus + 1u8 - x) % &modulus;
            let common = (1..=roots).fold(BigUint::from(1u8), |product, i| product * minus(power(&h, i)) % &modulus);
            assert_eq!(found.common_factor, common);
            let point_ratio = power(&h, roots);
            let triangle = |x: usize| x * x.saturating_sub(1) / 2;
            for (i, value) in values.iter().enumerate() {
                let x = &c * power(&point_ratio, i) % &modulus;
                let f = (0..roots).fold(BigUint::from(1u8), |f, j| f * minus(&x * power(&h, j) % &modulus) % &modulus);
                let factor = &common * power(&point_ratio, triangle(roots) + triangle(i)) % &modulus;
                assert_eq!(*value, f * factor % &modulus, "value {i} with {roots} roots");
            }
        }
    }
}
