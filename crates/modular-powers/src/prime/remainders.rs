//! Remainders of a long number modulo many small primes, in doubles, without preparation.
//!
//! # Bounds
//! Limbs are below `β = 2^24`, and so are primes p. Powers of β and remainders are at most `p·(1/2 + 2⁻²⁴)` from zero. So a
//! sum of eight limbs times powers and one remainder times a power is below `9·2^24·2^23.1 < 2^51`: all sums and products are
//! exact. Its quotient by p is below `9·2^24 < 2^28`, and is computed with an error below `2^28·2⁻⁵² = 2⁻²⁴`. Rounded to the
//! nearest integer, it leaves a remainder within the bound.

use crate::Natural;

const LIMB_BITS: u32 = 24;

/// How many primes share a loop. Compilers put two of them into a vector. 64 and 128 take 3 to 5 % longer.
const GROUP: usize = 32;

/// How many limbs are summed before a reduction. More limbs need more powers of β, which are computed for each number.
const BLOCK: usize = 8;

/// A number in limbs, least significant first: whole blocks.
struct Limbs(Vec<[f64; BLOCK]>);

impl Limbs {
    /// The limbs of a number.
    fn new(number: &Natural) -> Self {
        let bytes: Vec<u8> = number.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        let limb = |bytes: &[u8]| f64::from(bytes.iter().rev().fold(0u32, |value, byte| value << 8 | u32::from(*byte)));
        let block = |bytes: &[u8]| {
            let mut limbs = bytes.chunks(3).map(limb);
            core::array::from_fn(|_| limbs.next().unwrap_or(0.0))
        };
        Self(bytes.chunks(3 * BLOCK).map(block).collect())
    }
}

/// Adding and subtracting it rounds to the nearest integer.
const ROUND: f64 = 1.5 * (1u64 << 52) as f64;

/// Primes below 2^24, one in each place.
struct Group {
    primes: [f64; GROUP],
    inverses: [f64; GROUP],
}

impl Group {
    /// The primes, and 1 in the places that remain.
    fn new(primes: &[u32]) -> Self {
        let primes = core::array::from_fn(|place| primes.get(place).map_or(1.0, |prime| f64::from(*prime)));
        Self { primes, inverses: primes.map(|prime| 1.0 / prime) }
    }

    /// The number modulo each prime.
    #[inline(always)]
    fn remainders(&self, Limbs(blocks): &Limbs) -> [f64; GROUP] {
        let mut powers = [[f64::from(1u32 << LIMB_BITS); GROUP]; BLOCK];
        self.reduce(&mut powers[0], |_, power| power);
        for index in 1..BLOCK {
            // Of two powers about half as high, so that few steps wait for each other.
            let (lower, power) = powers.split_at_mut(index);
            let factors = [&lower[(index - 1) / 2], &lower[index / 2]];
            self.reduce(&mut power[0], |place, _| factors[0][place] * factors[1][place]);
        }
        let mut remainders = [0.0; GROUP];
        for limbs in blocks.iter().rev() {
            self.reduce(&mut remainders, |place, remainder| {
                let mut sum = limbs[0] + remainder * powers[BLOCK - 1][place];
                for index in 1..BLOCK {
                    sum += limbs[index] * powers[index - 1][place];
                }
                sum
            });
        }
        remainders
    }

    /// Replaces numbers by the remainders of least absolute value of others.
    #[inline(always)]
    fn reduce(&self, numbers: &mut [f64; GROUP], number: impl Fn(usize, f64) -> f64) {
        // Compilers turn this loop into one over vectors.
        let primes = self.primes.iter().zip(&self.inverses);
        for (place, (remainder, (prime, inverse))) in numbers.iter_mut().zip(primes).enumerate() {
            let number = number(place, *remainder);
            let quotient = number * inverse + ROUND - ROUND;
            *remainder = number - quotient * prime;
        }
    }
}

/// Visits each prime, all below 2^24, with the remainder of the number modulo it.
pub(super) fn visit_remainders(number: &Natural, primes: &[u32], visit: &mut dyn FnMut(u32, u32)) {
    let limbs = Limbs::new(number);
    for primes in primes.chunks(GROUP) {
        let remainders = Group::new(primes).remainders(&limbs);
        for (prime, remainder) in primes.iter().zip(remainders) {
            let remainder = remainder as i32;
            visit(*prime, (remainder + if remainder < 0 { *prime as i32 } else { 0 }) as u32);
        }
    }
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
        let primes = [3, 5, 7, 127, 29_983, 30_011, 32_749, 65_521, 262_147, 4_194_301, 16_777_213];
        for bits in [1, 24, 64, 192, 193, 570, 1652, 4096] {
            let greatest = (BigUint::from(1u8) << bits) - 1u8;
            for number in [random::below_power_of_two(bits, &mut rng), greatest] {
                for count in 1..=primes.len() {
                    let mut found = Vec::new();
                    let natural = Natural::from_biguint(&number, bits);
                    visit_remainders(&natural, &primes[..count], &mut |prime, remainder| {
                        found.push((prime, remainder));
                    });
                    let expected = primes[..count].iter().map(|prime| (*prime, &number % *prime));
                    assert!(found.iter().map(|(prime, remainder)| (*prime, BigUint::from(*remainder))).eq(expected));
                }
            }
        }
    }
}
