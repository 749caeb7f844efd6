//! Numbers for the tests of powers.

use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A number of at most `bits` bits.
pub(crate) fn random(bits: usize, rng: &mut ChaCha20Rng) -> BigUint {
    let words = (0..bits.div_ceil(32)).map(|_| rng.next_u32()).collect();
    BigUint::new(words) >> (bits.next_multiple_of(32) - bits)
}

pub(crate) fn generator(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

/// For each length, a random odd number, the least and the greatest.
pub(crate) fn odd_moduli(lengths: &[usize]) -> Vec<BigUint> {
    let (rng, one) = (&mut generator(61), BigUint::from(1u8));
    let moduli = lengths.iter().flat_map(|&bits| {
        let top = &one << (bits - 1);
        [random(bits, rng) | &top | &one, &top | &one, (&one << bits) - &one]
    });
    moduli.collect()
}

/// Lengths in bits at which numbers of some kernel get another limb or word: of 25, 29, 32, 50 and 64 bits, also less the distance
/// that a kernel keeps from R.
pub(crate) fn lengths_at_limbs() -> Vec<usize> {
    let edges = [3, 4, 5, 9].into_iter().flat_map(|limbs| {
        [25, 29, 32, 50, 64].into_iter().flat_map(move |bits| [0, 1, 5].map(|less| bits * limbs + 1 - less))
    });
    let mut lengths: Vec<_> = edges.chain([2, 64, 521, 1025, 2048]).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// 0, 1, m − 1, m, a longer number, and random ones; the greatest number of the modulus' words and of twice as many.
pub(crate) fn edge_numbers(m: &BigUint) -> Vec<BigUint> {
    let (rng, one, bits) = (&mut generator(62), BigUint::from(1u8), m.bits() as usize);
    let words = bits.next_multiple_of(32);
    let random = [random(bits, rng) % m, random(words, rng), random(2 * words, rng)];
    let edges = [BigUint::ZERO, one.clone(), m - &one, m.clone(), (m << 70u8) + &one];
    edges.into_iter().chain(random).chain([words, 2 * words].map(|bits| (&one << bits) - &one)).collect()
}

/// 0, 1, 2, the highest bit, all ones, and random ones.
pub(crate) fn edge_exponents(bits: usize) -> Vec<BigUint> {
    let (rng, one) = (&mut generator(63), BigUint::from(1u8));
    let edges = vec![BigUint::ZERO, one.clone(), &one << (bits - 1), (&one << bits) - &one];
    [edges, vec![random(bits, rng), random(bits / 2, rng)]].concat()
}

/// xorshift64 with a fixed seed, so that failures are reproducible.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn bits(&mut self, bits: usize) -> BigUint {
        let words = (0..bits.div_ceil(32)).map(|_| self.next() as u32).collect();
        BigUint::new(words) & ones(bits)
    }
}

pub(crate) fn ones(bits: usize) -> BigUint {
    (BigUint::from(1u8) << bits) - 1u8
}
