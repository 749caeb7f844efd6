//! Keys from generators with few seeds. Their numbers look random, so no verdict can see them: only repeating the generator with
//! all its seeds finds them. They are here to keep that limit in view.

use num_bigint::BigUint;

use super::{Draft, Kind, Maker, nowhere, two_to};

const SEEDS: &str = "2^32 seeds at most, a product of leading words for each";

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        nowhere("rand() of Microsoft's C library, a seed of 15 bits", "2^15 seeds", |make, n| {
            let mut state = make.between(0, 1 << 15) as u32;
            of_words(make, n, 8, move || {
                state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
                state >> 16 & 0xff
            })
        }),
        nowhere("java.util.Random, a seed of 32 bits", SEEDS, |make, n| {
            let mut state = make.between(0, 1 << 32) ^ 0x5_DEEC_E66D;
            of_words(make, n, 32, move || {
                state = state.wrapping_mul(0x5_DEEC_E66D).wrapping_add(0xB) & ((1 << 48) - 1);
                (state >> 16) as u32
            })
        }),
        nowhere("MT19937, a seed of 32 bits", SEEDS, |make, n| {
            let mut words = mersenne_twister(make.between(0, 1 << 32) as u32).into_iter();
            of_words(make, n, 32, move || words.next().unwrap_or(0))
        }),
    ]
}

/// The next primes of numbers that consist of such words, with the two top bits set.
fn of_words(make: &Maker, n: usize, bits: usize, mut word: impl FnMut() -> u32) -> Draft {
    let mut prime = || {
        let number = (0..n / 2 / bits).fold(BigUint::ZERO, |number, _| (number << bits) + word());
        make.next_prime(number | two_to(n / 2 - 1) | two_to(n / 2 - 2))
    };
    Draft::new([prime(), prime()])
}

/// The first 624 words of the generator of Matsumoto and Nishimura (1998).
fn mersenne_twister(seed: u32) -> Vec<u32> {
    let mut state = vec![seed; 624];
    for index in 1..624 {
        let before = state[index - 1];
        state[index] = 1_812_433_253u32.wrapping_mul(before ^ before >> 30).wrapping_add(index as u32);
    }
    for index in 0..624 {
        let word = (state[index] & 0x8000_0000) | (state[(index + 1) % 624] & 0x7fff_ffff);
        let mask = if word & 1 == 1 { 0x9908_b0df } else { 0 };
        state[index] = state[(index + 397) % 624] ^ word >> 1 ^ mask;
    }
    let temper = |word: u32| {
        let word = word ^ word >> 11;
        let word = word ^ word << 7 & 0x9d2c_5680;
        let word = word ^ word << 15 & 0xefc6_0000;
        word ^ word >> 18
    };
    state.into_iter().map(temper).collect()
}

#[test]
fn the_twister_starts_as_published() {
    // The first output for the seed 5489, the default of the authors' program.
    assert_eq!(mersenne_twister(5489)[0], 3_499_211_612);
}
