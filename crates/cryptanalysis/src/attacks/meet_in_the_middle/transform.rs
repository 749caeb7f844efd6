//! Number-theoretic transforms modulo primes of 30 bits.

/// A prime `k·2^s + 1` below `2^30`, with the tables for transforms of a power-of-two length.
///
/// Butterflies keep values below `4p < 2^32` and multiply by constants with Shoup's method, which takes a quotient from the high
/// half of a product (D. Harvey, "Faster arithmetic for number-theoretic transforms", Journal of Symbolic Computation 60, 2014).
pub(super) struct Transform {
    pub(super) prime: u32,
    /// For blocks of 2, 4, 8, … values, half as many powers of a root of unity; and of its inverse.
    forward: Vec<Vec<Constant>>,
    backward: Vec<Vec<Constant>>,
}

/// A factor `w` below p, with `⌊w·2^32/p⌋`.
#[derive(Clone, Copy)]
pub(super) struct Constant {
    factor: u32,
    quotient: u32,
}

impl Constant {
    pub(super) fn new(factor: u32, prime: u32) -> Self {
        Self { factor, quotient: ((u64::from(factor) << 32) / u64::from(prime)) as u32 }
    }

    /// `x·w` modulo p, below `2p`, for any x: the estimated quotient is at most one too small.
    #[inline(always)]
    pub(super) fn times(self, x: u32, prime: u32) -> u32 {
        let quotient = ((u64::from(x) * u64::from(self.quotient)) >> 32) as u32;
        x.wrapping_mul(self.factor).wrapping_sub(quotient.wrapping_mul(prime))
    }
}

/// The primes `k·length + 1` below `2^30`, largest first.
pub(super) fn primes(length: usize) -> impl Iterator<Item = u32> {
    let step = length as u32;
    let is_prime = |n: &u32| {
        modular_powers::prime::small_primes().iter().take_while(|p| *p * *p <= *n).all(|p| !n.is_multiple_of(*p))
    };
    (1..(1 << 30) / step).rev().map(move |k| k * step + 1).filter(is_prime)
}

impl Transform {
    /// For a prime that is 1 modulo the length, a power of two that is at least 2.
    pub(super) fn new(prime: u32, length: usize) -> Self {
        assert!(length.is_power_of_two() && length >= 2, "{length}"); // otherwise no root would be found
        // x^((p−1)/length) has the order `length` exactly if its power by `half` is −1.
        let half = length as u64 / 2;
        let root = (2..)
            .map(|x| power(x, u64::from(prime - 1) / length as u64, prime))
            .find(|root| power(*root, half, prime) == prime - 1)
            .expect("half of all numbers give one");
        let powers = |mut root: u32| {
            let mut tables = Vec::new();
            let mut half = half;
            while half > 0 {
                let values = core::iter::successors(Some(1), |value| Some(multiply(*value, root, prime)));
                tables.push(values.take(half as usize).map(|value| Constant::new(value, prime)).collect());
                root = multiply(root, root, prime);
                half /= 2;
            }
            tables.reverse();
            tables
        };
        Self { prime, forward: powers(root), backward: powers(power(root, u64::from(prime - 2), prime)) }
    }

    /// Replaces coefficients below `4p` by the values at the powers of the root, in bit-reversed order and below `4p`.
    pub(super) fn forward(&self, values: &mut [u32]) {
        let p = self.prime;
        for constants in self.forward.iter().rev() {
            for block in values.chunks_exact_mut(2 * constants.len()) {
                let (low, high) = block.split_at_mut(constants.len());
                for ((x, y), constant) in low.iter_mut().zip(high).zip(constants) {
                    let u = reduce(*x, 2 * p);
                    let v = reduce(*y, 2 * p);
                    *x = u + v;
                    *y = constant.times(u + 2 * p - v, p);
                }
            }
        }
    }

    /// Replaces values in bit-reversed order, below `4p`, by the coefficients times the length, below `p`.
    pub(super) fn backward(&self, values: &mut [u32]) {
        let p = self.prime;
        for constants in &self.backward {
            for block in values.chunks_exact_mut(2 * constants.len()) {
                let (low, high) = block.split_at_mut(constants.len());
                for ((x, y), constant) in low.iter_mut().zip(high).zip(constants) {
                    let u = reduce(*x, 2 * p);
                    let v = constant.times(*y, p);
                    *x = u + v;
                    *y = u + 2 * p - v;
                }
            }
        }
        values.iter_mut().for_each(|value| *value = reduce(reduce(*value, 2 * p), p));
    }

    /// `a·b` value by value, below `p`, from values below `4p`.
    pub(super) fn multiply_values(&self, a: &mut [u32], b: &[u32]) {
        for (x, y) in a.iter_mut().zip(b) {
            *x = (u64::from(*x) * u64::from(*y) % u64::from(self.prime)) as u32;
        }
    }
}

/// `x` or `x − m`, whichever is in `[0, m)`, for x below `2m`.
#[inline(always)]
fn reduce(x: u32, m: u32) -> u32 {
    x.min(x.wrapping_sub(m))
}

/// `a·b mod p`
pub(super) fn multiply(a: u32, b: u32, prime: u32) -> u32 {
    (u64::from(a) * u64::from(b) % u64::from(prime)) as u32
}

/// `x^exponent mod p`
pub(super) fn power(x: u32, exponent: u64, prime: u32) -> u32 {
    let bits = (0..u64::BITS - exponent.leading_zeros()).rev().map(|bit| exponent >> bit & 1);
    bits.fold(1, |result, bit| {
        let square = multiply(result, result, prime);
        if bit == 1 { multiply(square, x, prime) } else { square }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn primes_are_those_wanted() {
        let by_division = |n: &u32| (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
        let found: Vec<u32> = primes(1 << 17).collect();
        let expected: Vec<u32> = (1..1 << 13).rev().map(|k| (k << 17) + 1).filter(by_division).collect();
        assert_eq!(found, expected);
        assert!(found.len() > 500);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// The cyclic convolution through transforms, against the definition.
        #[test]
        fn convolutions_are_cyclic_products(
            log in 1u32..8,
            which in 0usize..20,
            words in proptest::collection::vec(any::<u32>(), 256),
        ) {
            let length = 1usize << log;
            let prime = primes(1 << 12).nth(which).unwrap();
            let transform = Transform::new(prime, length);
            // As large as values may be.
            let bound = 4 * prime;
            let [a, b] = [&words[..length], &words[128..128 + length]]
                .map(|words| words.iter().map(|word| bound - 1 - word % 3 * (word % (bound / 4))).collect::<Vec<_>>());
            let mut expected = vec![0u32; length];
            for (i, x) in a.iter().enumerate() {
                for (j, y) in b.iter().enumerate() {
                    let place = &mut expected[(i + j) % length];
                    *place = (*place + multiply(*x, *y, prime)) % prime;
                }
            }
            let (mut x, mut y) = (a, b);
            transform.forward(&mut x);
            transform.forward(&mut y);
            prop_assert!(x.iter().all(|value| *value < 4 * prime));
            transform.multiply_values(&mut x, &y);
            transform.backward(&mut x);
            let scaled: Vec<u32> = expected.iter().map(|value| multiply(*value, length as u32, prime)).collect();
            prop_assert_eq!(x, scaled);
        }
    }
}
