//! Correlations of sequences of long numbers: `v_i = Σ_k a_k·b_{i+k}`, modulo N.
//!
//! The sums are computed modulo as many 30-bit primes as they need, each by transforms of the same length. They are reduced
//! modulo N only when they are combined (P. L. Montgomery, R. D. Silverman, "An FFT extension to the p − 1 factoring algorithm",
//! Mathematics of Computation 54, 1990; the quotient by the product of the primes comes from a sum of fractions).

use num_bigint::BigUint;

use super::transform::{Constant, Transform, multiply, power, primes};
use crate::Error;

/// By how many bits the product of the primes exceeds the sums. A sum's fraction of that product is below 2^-24, which leaves
/// room for the rounding errors of the sum of fractions in doubles.
const MARGIN_BITS: u64 = 24;
/// Values to combine between two reports.
const BETWEEN_REPORTS: usize = 128;
/// Numbers to reduce modulo a prime between two reports.
const REDUCED_BETWEEN_REPORTS: usize = 1 << 14;

/// The correlation of `a` with the longer `b`: all `v_i` for which every term exists, each below N.
///
/// Passes the work done and the total to `tick`, and stops if it returns an error.
pub(super) fn correlate(
    a: &[BigUint],
    b: &[BigUint],
    modulus: &BigUint,
    tick: &mut dyn FnMut(u64, u64) -> Result<(), Error>,
) -> Result<Vec<BigUint>, Error> {
    let count = b.len() + 1 - a.len();
    // Terms that wrap around only affect places from `count` on.
    let length = b.len().next_power_of_two().max(2);
    let bits = 2 * modulus.bits() + u64::from(a.len().ilog2()) + 1;
    let primes = enough_primes(length, bits + MARGIN_BITS);
    // Three transforms for each prime; combining the values counts as one more.
    let to_do = 3 * primes.len() as u64 + primes.len() as u64;

    let [a, b] = [a, b].map(|numbers| numbers.iter().map(BigUint::to_u32_digits).collect::<Vec<_>>());
    let mut residues = Vec::with_capacity(primes.len());
    for (index, prime) in primes.iter().enumerate() {
        let done = 3 * index as u64;
        let transform = Transform::new(*prime, length);
        let reduce = Reduction::new(*prime, modulus);
        let mut transformed = |numbers: &mut dyn Iterator<Item = &Vec<u32>>, done: u64| {
            let mut values = Vec::with_capacity(length);
            for (index, words) in numbers.enumerate() {
                if index % REDUCED_BETWEEN_REPORTS == 0 {
                    tick(done, to_do)?;
                }
                values.push(reduce.residue(words));
            }
            tick(done, to_do)?;
            values.resize(length, 0);
            transform.forward(&mut values);
            Ok::<_, Error>(values)
        };
        let mut product = transformed(&mut b.iter(), done)?;
        // With `a` reversed, a correlation is a product of polynomials: v_i is at i + a.len() − 1.
        let other = transformed(&mut a.iter().rev(), done + 1)?;
        tick(done + 2, to_do)?;
        transform.multiply_values(&mut product, &other);
        transform.backward(&mut product);
        product.drain(..a.len() - 1);
        product.truncate(count);
        residues.push(product);
    }
    put_together(&residues, &primes, length, modulus, &mut |done| {
        tick(3 * primes.len() as u64 + (done * primes.len() / count) as u64, to_do)
    })
}

/// About how many bytes a correlation of this size holds at once, including its operands.
pub(super) fn memory(a_length: usize, b_length: usize, modulus_length: usize) -> u64 {
    let length = b_length.next_power_of_two() as u64;
    let bits = 2 * modulus_length as u64 + u64::from(a_length.ilog2()) + 1 + MARGIN_BITS;
    let count = (b_length + 1 - a_length) as u64;
    // Two sequences with four bytes for each value, and two tables with eight.
    let transforms = 24 * length;
    let residues = 4 * bits.div_ceil(29) * count;
    // The operands twice, as numbers and as words, and the values, with the overhead of vectors.
    let numbers = (2 * (a_length + b_length) as u64 + count) * (modulus_length as u64 / 8 + 32);
    transforms + residues + numbers
}

/// The largest primes for transforms of this length, as many as it takes for a product of more than `bits` bits.
fn enough_primes(length: usize, bits: u64) -> Vec<u32> {
    let mut product = BigUint::from(1u8);
    primes(length)
        .take_while(|prime| {
            let enough = product.bits() > bits;
            product *= *prime;
            !enough
        })
        .collect()
}

/// Reduces long numbers modulo a prime.
struct Reduction {
    prime: u32,
    /// `2^(32·i) mod p`
    weights: Vec<u32>,
}

impl Reduction {
    fn new(prime: u32, modulus: &BigUint) -> Self {
        let base = (1u64 << 32) % u64::from(prime);
        let count = modulus.bits().div_ceil(32);
        Self { prime, weights: (0..count).map(|index| power(base as u32, index, prime)).collect() }
    }

    fn residue(&self, words: &[u32]) -> u32 {
        // Each product is below 2^62, so three of them and a residue stay below 2^64.
        let blocks = words.chunks(3).zip(self.weights.chunks(3));
        let sum = blocks.fold(0u64, |sum, (words, weights)| {
            let products = words.iter().zip(weights).map(|(word, weight)| u64::from(*word) * u64::from(*weight));
            (sum + products.sum::<u64>()) % u64::from(self.prime)
        });
        sum as u32
    }
}

/// Combines residues, which are scaled by the length, into numbers modulo N.
///
/// With `P = p_1⋯p_s` and `c_i = r_i·(P/p_i)⁻¹ mod p_i`, a number is `Σ c_i·(P/p_i) − q·P`, where `q = ⌊Σ c_i/p_i⌋`. The number's
/// own fraction of P is below `2^(−MARGIN_BITS)`, and the sum in doubles is off by less than `s·2^(−51)`. So adding half the
/// margin before rounding down gives the right q.
fn put_together(
    residues: &[Vec<u32>],
    primes: &[u32],
    length: usize,
    modulus: &BigUint,
    tick: &mut dyn FnMut(usize) -> Result<(), Error>,
) -> Result<Vec<BigUint>, Error> {
    let product: BigUint = primes.iter().map(|prime| BigUint::from(*prime)).product();
    let parts: Vec<(Constant, BigUint)> = primes
        .iter()
        .map(|prime| {
            let cofactor = &product / *prime;
            let residue = (&cofactor % *prime).iter_u32_digits().next().unwrap_or(0);
            let scaled = multiply(residue, (length as u64 % u64::from(*prime)) as u32, *prime);
            let inverse = power(scaled, u64::from(*prime - 2), *prime);
            (Constant::new(inverse, *prime), cofactor % modulus)
        })
        .collect();
    // Added as a multiple of −P modulo N, so that nothing is subtracted.
    let negated = modulus - &product % modulus;
    let count = residues.first().map_or(0, Vec::len);
    let mut values = Vec::with_capacity(count);
    for index in 0..count {
        if index % BETWEEN_REPORTS == 0 {
            tick(index)?;
        }
        let mut sum = BigUint::ZERO;
        let mut fraction = 0.5 / (1u64 << MARGIN_BITS) as f64;
        for ((residues, prime), (constant, cofactor)) in residues.iter().zip(primes).zip(&parts) {
            let scaled = constant.times(residues[index], *prime);
            let coefficient = scaled.min(scaled.wrapping_sub(*prime));
            fraction += f64::from(coefficient) / f64::from(*prime);
            sum += cofactor * coefficient;
        }
        sum += &negated * (fraction as u64);
        values.push(sum % modulus);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn correlations_are_what_they_are_defined_as(
            bits in 128u64..700,
            a_length in 1usize..40,
            more in 0usize..60,
            words in proptest::collection::vec(any::<u32>(), 64),
            largest: bool,
        ) {
            let modulus = (BigUint::from(1u8) << bits) - 57u8;
            let number = |index: usize| {
                let last: BigUint = &modulus - 1u8;
                if largest { last } else { BigUint::from_slice(&words[index % 40..]) * (index as u32 + 1) % &modulus }
            };
            let a: Vec<BigUint> = (0..a_length).map(number).collect();
            let b: Vec<BigUint> = (0..a_length + more).map(|index| number(index + 7)).collect();
            let expected: Vec<BigUint> = (0..=more)
                .map(|i| a.iter().zip(&b[i..]).map(|(x, y)| x * y).sum::<BigUint>() % &modulus)
                .collect();
            let mut last = 0;
            let values = correlate(&a, &b, &modulus, &mut |done, to_do| {
                assert!(last <= done && done <= to_do);
                last = done;
                Ok(())
            });
            prop_assert_eq!(values.unwrap(), expected);
        }
    }

    #[test]
    fn one_number_with_one_is_their_product() {
        let modulus = (BigUint::from(1u8) << 128) - 159u8;
        let numbers = [&modulus - 1u8];
        assert_eq!(correlate(&numbers, &numbers, &modulus, &mut |_, _| Ok(())), Ok(vec![BigUint::from(1u8)]));
    }

    #[test]
    fn long_results_are_reported_as_they_grow() {
        let primes = enough_primes(16, 60);
        let residues = vec![vec![0; 2 * BETWEEN_REPORTS + 1]; primes.len()];
        let mut reports = Vec::new();
        let mut tick = |done| {
            reports.push(done);
            Ok(())
        };
        put_together(&residues, &primes, 16, &BigUint::from(1_000_003u32), &mut tick).unwrap();
        assert_eq!(reports, [0, BETWEEN_REPORTS, 2 * BETWEEN_REPORTS]);
    }

    #[test]
    fn the_work_can_be_ended_anywhere() {
        let modulus = (BigUint::from(1u8) << 128) - 159u8;
        let numbers = vec![BigUint::from(3u8); 10];
        let mut ticks = 0;
        correlate(&numbers[..4], &numbers, &modulus, &mut |_, _| {
            ticks += 1;
            Ok(())
        })
        .unwrap();
        for end in 0..ticks {
            let mut left = end;
            let ended = correlate(&numbers[..4], &numbers, &modulus, &mut |_, _| {
                left -= 1;
                if left < 0 { Err(Error::Aborted) } else { Ok(()) }
            });
            assert_eq!(ended, Err(Error::Aborted));
        }
        assert!(ticks > 20);
    }
}
