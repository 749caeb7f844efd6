//! Remainders of a long number modulo many small primes, with products instead of long divisions.

use crate::Natural;

/// With limbs of 28 bits and products of two primes below 2^30, a term of a sum is below 2^58.
const LIMB_BITS: u32 = 28;

/// How many limbs are summed at once. Up to 59 terms and a product of two remainders fit 64 bits, but fewer terms need
/// less preparation. With 24, the numbers of Scheme A's search at n = 1024 take one division.
const TERMS: usize = 24;

/// A number in limbs, least significant first, prepared for [`TrialDivision`].
pub struct Limbs(Vec<u32>);

impl Limbs {
    /// The limbs of a number.
    pub fn new(number: &Natural) -> Self {
        const MASK: u64 = (1 << LIMB_BITS) - 1;
        let bytes: Vec<u8> = number.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        // Seven bytes are two limbs.
        let pairs =
            bytes.chunks(7).map(|chunk| chunk.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)));
        Self(pairs.flat_map(|pair| [(pair & MASK) as u32, (pair >> LIMB_BITS) as u32]).collect())
    }

    /// How often 2 divides the number, but at most 28.
    pub fn trailing_zeros(&self) -> u32 {
        self.0[0].trailing_zeros().min(LIMB_BITS)
    }
}

/// Small primes, prepared for trial division.
pub struct TrialDivision(Vec<PrimePair>);

impl TrialDivision {
    /// Prepares trial division by distinct primes in ascending order. The product of the least and the greatest prime,
    /// of the second least and the second greatest, and so on, must be below 2^30.
    pub fn new(primes: &[u32]) -> Self {
        let (lower, upper) = primes.split_at(primes.len() / 2);
        // If one prime has no partner, it is the one in the middle.
        let partners = lower.iter().copied().chain([1]);
        Self(partners.zip(upper.iter().rev()).map(|(first, second)| PrimePair::new([first, *second])).collect())
    }

    /// The primes that divide the number, in no particular order.
    #[inline(never)] // Inlined into a caller that is compiled for size, it would be slower.
    pub fn factors(&self, number: &Limbs) -> Vec<u32> {
        let mut factors = Vec::new();
        for pair in &self.0 {
            let remainder = pair.remainder(number);
            factors.extend(pair.primes.into_iter().filter(|prime| *prime > 1 && remainder.is_multiple_of(*prime)));
        }
        factors
    }
}

/// Two primes that share a remainder.
struct PrimePair {
    primes: [u32; 2],
    /// `2^(28·i)` modulo the product.
    powers: [u32; TERMS],
    /// The next power.
    shift: u32,
}

impl PrimePair {
    /// Prepares two different primes whose product is below 2^30, or a prime and 1.
    fn new(primes: [u32; 2]) -> Self {
        let product = product(primes);
        debug_assert!(product < 1 << 30);
        let mut power = 1;
        let mut next = || {
            power = (power << LIMB_BITS) % product;
            power as u32
        };
        Self { primes, powers: core::array::from_fn(|i| if i == 0 { 1 } else { next() }), shift: next() }
    }

    /// The number modulo the product of both primes.
    fn remainder(&self, Limbs(limbs): &Limbs) -> u32 {
        let product = product(self.primes);
        let total = limbs.chunks(TERMS).rev().fold(0, |above, limbs| {
            let terms = limbs.iter().zip(&self.powers).map(|(limb, power)| u64::from(*limb) * u64::from(*power));
            (above * u64::from(self.shift) + terms.sum::<u64>()) % product
        });
        total as u32
    }
}

fn product(primes: [u32; 2]) -> u64 {
    u64::from(primes[0]) * u64::from(primes[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;
    use num_bigint::BigUint;
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

    #[test]
    fn remainders_are_those_of_the_whole_number() {
        let mut rng = ChaCha20Rng::from_seed([90; 32]);
        let pairs = [[3, 5], [3, 65_521], [127, 1], [29_983, 30_011], [32_717, 32_749]];
        // Also more limbs than are summed at once.
        for bits in [64, 570, 1652, 4096] {
            for number in [random::below_power_of_two(bits, &mut rng), (BigUint::from(1u8) << bits) - 1u8] {
                let limbs = Limbs::new(&Natural::from_biguint(&number, bits));
                for primes in pairs {
                    let product: u32 = primes.iter().product();
                    let remainder = PrimePair::new(primes).remainder(&limbs);
                    assert_eq!(BigUint::from(remainder), &number % product, "{bits} bits, {primes:?}");
                }
            }
        }
    }
}
