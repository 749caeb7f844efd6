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

/// 0, 1, m − 1, m, a longer number, and a random one.
pub(crate) fn edge_numbers(m: &BigUint) -> Vec<BigUint> {
    let one = BigUint::from(1u8);
    let random = random(m.bits() as usize, &mut generator(62)) % m;
    vec![BigUint::ZERO, one.clone(), m - &one, m.clone(), (m << 70u8) + &one, random]
}

/// 0, 1, 2, the highest bit, all ones, and random ones.
pub(crate) fn edge_exponents(bits: usize) -> Vec<BigUint> {
    let (rng, one) = (&mut generator(63), BigUint::from(1u8));
    let edges = vec![BigUint::ZERO, one.clone(), &one << (bits - 1), (&one << bits) - &one];
    [edges, vec![random(bits, rng), random(bits / 2, rng)]].concat()
}
