//! What a key gets where nothing was asked for: the fastest parameters that the crate `rsa-cryptanalysis` calls acceptable.
//!
//! That crate stands above this one and judges whole sets of parameters. Here are closed formulas; a test there compares them
//! with its verdicts at every length of a modulus. At lengths where no parameters are acceptable, such as 1024 bits, they give
//! the strongest set that the variant has.

use num_bigint::BigUint;

use crate::Variant;

/// CRT exponents come in multiples of this many bits.
const CRT_EXPONENT_STEP: usize = 32;
/// Short primes come in multiples of this many bits.
const PRIME_LENGTH_STEP: usize = 32;
/// A CRT exponent of w bits is found in `2^(w/2)` operations, by meeting in the middle (Qiao, Lam, CARDIS 1998). Keys are
/// acceptable from 110 bits of strength.
const LEAST_CRT_EXPONENT_LENGTH: usize = 2 * LEAST_STRENGTH;
const LEAST_STRENGTH: usize = 110;

/// The default count of primes, where it can be chosen.
///
/// * Multi-prime and R-Prime: as many as OpenSSL makes at this length. Others refuse keys with more, and the elliptic curve
///   method finds none of these primes sooner than the number field sieve factors a modulus of the least acceptable length.
/// * Multi-power: 4, and 3 below 640 bits. Class groups (Mulder 2023) split off the square-free part of N, which has `2n/r`
///   bits with an even r but `n/r` with an odd one, so `p³·q` is stronger than `p²·q`; below 640 bits its shorter prime weighs
///   more.
/// * Batch: 2, as all its keys had before the count could be chosen. Stored parameters do not name it.
pub(crate) fn primes(variant: Variant, modulus_length: usize) -> usize {
    match (variant, modulus_length) {
        (Variant::Batch, _) => 2,
        (Variant::MultiPower, 0..640) => 3,
        (Variant::MultiPower, _) | (_, 4096..8192) => 4,
        (_, 0..4096) => 3,
        (_, 8192..) => 5,
    }
}

/// The default length of the short prime of unbalanced keys in bits, before it is cut to the lengths that the modulus allows.
///
/// The least multiple of 32 that the elliptic curve method needs 2^110 operations for, by the formula of Lenstra ("Unbelievable
/// security", Asiacrypt 2001) that the crate `rsa-cryptanalysis` uses, rounded to whole bits as there.
pub(crate) fn prime_length(modulus_length: usize) -> usize {
    let operations = |bits: usize| {
        let l = bits as f64 * core::f64::consts::LN_2;
        2.0 * (modulus_length as f64).log2() + (2.0 * l * l.ln()).sqrt() / core::f64::consts::LN_2 - 17.34
    };
    let mut lengths = (PRIME_LENGTH_STEP..).step_by(PRIME_LENGTH_STEP);
    lengths.find(|bits| operations(*bits) >= LEAST_STRENGTH as f64 - 0.5).expect("the work grows without bound")
}

/// The default public exponent, where it can be chosen: 65537.
///
/// Tunable: a power of two plus 1. With an e of |e| bits each prime is known modulo e once its cofactor is; then n/4 − |e| bits
/// are to be guessed (Galbraith, Heneghan, McKee 2005). The greatest multiple of 32 that leaves 112 of them, so that no more is
/// asked of w than the lattices ask; 17 bits at least.
pub(crate) fn public_exponent(variant: Variant, modulus_length: usize) -> BigUint {
    let length = match variant {
        Variant::Tunable => (modulus_length / 4).saturating_sub(112) / 32 * 32,
        _ => 0,
    };
    (BigUint::from(1u8) << (length.max(17) - 1)) + 1u8
}

/// The default length of the CRT exponents in bits, before it is cut to the greatest length that the variant allows.
///
/// With two primes lattices reach `w < n/2 − √(n·|e|/7)` (Takayasu, Lu, Peng, J. Cryptology 32, 2019, section 5). Less than
/// `0.02·n` above that counts as weak. The line for short e (Bleichenbacher, May, PKC 2006) is never higher. With an e of about
/// n/4 bits the cofactors of `|e| + w − n/2` bits are found more easily: all but `3·|k| − |e|` bits of the three, and all but
/// `n/4 − |e|` of what follows, need no guessing (Galbraith, Heneghan, McKee, ACISP 2005).
pub(crate) fn crt_exponent_length(modulus_length: usize, primes: usize, public_exponent_length: usize) -> usize {
    let (n, e) = (modulus_length, public_exponent_length);
    let mut least = LEAST_CRT_EXPONENT_LENGTH;
    if primes == 2 {
        let reached = 0.52 * n as f64 - (n as f64 * e as f64 / 7.0).sqrt();
        let asked = LEAST_STRENGTH.saturating_sub((n / 4).saturating_sub(e));
        let cofactor = if asked == 0 { 0 } else { (e + asked).div_ceil(3) };
        least = least.max(reached as usize + 1).max((n / 2 + cofactor).saturating_sub(e));
    }
    least.next_multiple_of(CRT_EXPONENT_STEP)
}
