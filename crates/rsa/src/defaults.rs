//! Default parameters, which the crate `rsa-cryptanalysis` calls acceptable.
//!
//! That crate depends on this one and judges whole sets of parameters. The formulas here are closed; a test there
//! compares them with its verdicts at every modulus length. Where no parameters are acceptable, as at 1024 bits, they
//! give the strongest ones of the variant.

/// CRT exponents come in multiples of this many bits.
const CRT_EXPONENT_STEP: usize = 32;
/// Short primes come in multiples of this many bits.
const PRIME_LENGTH_STEP: usize = 32;
/// Meeting in the middle finds a CRT exponent of w bits in `2^(w/2)` operations (Qiao, Lam, CARDIS 1998). Keys are
/// acceptable from 110 bits of strength.
const LEAST_CRT_EXPONENT_LENGTH: usize = 2 * LEAST_STRENGTH;
const LEAST_STRENGTH: usize = 110;

/// The default length of the short prime of unbalanced keys in bits, before it is limited to the lengths that the
/// modulus allows.
///
/// The smallest multiple of 32 for which the elliptic curve method needs 2^110 operations, by Lenstra's formula
/// ("Unbelievable security", Asiacrypt 2001), rounded to whole bits as in the crate `rsa-cryptanalysis`.
pub(crate) fn prime_length(modulus_length: usize) -> usize {
    let operations = |bits: usize| {
        let l = bits as f64 * core::f64::consts::LN_2;
        2.0 * (modulus_length as f64).log2() + (2.0 * l * l.ln()).sqrt() / core::f64::consts::LN_2 - 17.34
    };
    let mut lengths = (PRIME_LENGTH_STEP..).step_by(PRIME_LENGTH_STEP);
    lengths.find(|bits| operations(*bits) >= LEAST_STRENGTH as f64 - 0.5).expect("the work grows without bound")
}

/// The default length of the CRT exponents in bits, before it is limited to the greatest length that the variant
/// allows.
///
/// With two primes, lattice attacks reach `w < n/2 − √(n·|e|/7)` (Takayasu, Lu, Peng, J. Cryptology 32, 2019, section
/// 5). A w at most `0.02·n` above that line counts as weak. The line for short e (Bleichenbacher, May, PKC 2006) is
/// never higher. With an e of about n/4 bits, the cofactors, which have `|e| + w − n/2` bits, are easier to find: an
/// attacker guesses only `3·|k| − |e|` bits for them, and then `n/4 − |e|` bits (Galbraith, Heneghan, McKee, ACISP
/// 2005).
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
