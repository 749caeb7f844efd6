//! What it costs to find a prime of which an attacker can guess the highest bits, the lowest bits, or both.
//!
//! Coppersmith's method finds a prime p of ℓ bits that divides N m times if at most `m·ℓ²/n` consecutive bits of it are unknown
//! (n/4 for an ordinary key). What is missing must be guessed, and so must the relation that gives the known bits.
//!
//! A finding needs a cost below [`line()`]. The relations here are such that at most about 2^c of them can be chosen with c bits,
//! and each fits a random prime with a chance of 2^−(known bits). With `m·ℓ²/n` about n/4, a random key has a cost of c bits with
//! a chance of at most about `2^(c + 20 − 20 − n/4)`: 20 bits for the kinds of relations and the place where the known bits end,
//! less [`LATTICE`]. Below the line that is 2^(−n/8): 2^−64 at 512 bits and 2^−146 at 1024 bits.

use num_bigint::BigUint;

use crate::{Reach, Source, Verdict};

/// Reducing a lattice takes about as long as 2^20 steps of Fermat's method.
pub(super) const LATTICE: u64 = 20;
/// With up to 2^50 steps, an attack takes days at most on a few machines.
const PRACTICAL: u32 = 50;

/// Costs of this many bits and more are not reported: other methods cost less, or it happens by chance.
pub(super) fn line(modulus_length: u64) -> u64 {
    u64::from(Verdict::Acceptable.least()).min(modulus_length / 8)
}

/// Relations that take more bits to choose are not tried.
pub(super) const MOST_CHOICE: u64 = 110;
/// Relations that show no more bits than this in addition to those of their choice are left out.
pub(super) const BY_CHANCE: u64 = 32;

/// How many unknown bits of a prime Coppersmith's method finds.
pub(super) fn coppersmith(modulus_length: u64, prime_length: u64, multiplicity: u64) -> u64 {
    multiplicity * prime_length * prime_length / modulus_length
}

/// How close an attack of this cost is to practice.
pub(super) fn reach(strength: u32) -> Reach {
    if strength <= PRACTICAL { Reach::Practical } else { Reach::Theory }
}

/// Some bits of a prime that follow from a relation.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// How many bits it takes to choose the relation.
    pub(super) choice: u64,
    /// How many of the highest bits follow, or of the lowest.
    pub(super) bits: u64,
    /// What such a relation is called, and who described it.
    pub(super) code: (&'static str, Source),
    /// The relation in words.
    pub(super) text: String,
}

/// The cheapest guess.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    /// The work in bits, below [`line()`].
    pub(super) strength: u32,
    pub(super) code: (&'static str, Source),
    /// The relations in words.
    pub(super) text: String,
}

/// The cheapest way to know so much of a prime of `length` bits that only `reach` bits remain: by one of the relations for its
/// highest bits, one of those for its lowest bits, or both. A few bits more than those, a search finds without a lattice.
pub(super) fn cheapest(n: u64, [length, reach]: [u64; 2], highest: &[Part], lowest: &[Part]) -> Option<Guess> {
    let with_nothing = |parts| <[Part]>::iter(parts).map(Some).chain([None]);
    let pairs = with_nothing(highest).flat_map(|high| with_nothing(lowest).map(move |low| [high, low]));
    let (strength, parts) = pairs
        .map(|parts| {
            let sum = |of: fn(&Part) -> u64| parts.iter().flatten().map(|part| of(part)).sum::<u64>();
            let excess = length.saturating_sub(reach + sum(|part| part.bits));
            (sum(|part| part.choice) + excess + excess.min(LATTICE), parts)
        })
        .min_by_key(|(strength, _)| *strength)?;
    let texts = || parts.iter().flatten();
    let code = texts().last()?.code;
    let text = texts().map(|part| &part.text[..]).collect::<Vec<_>>().join(", and ");
    (strength < line(n)).then_some(Guess { strength: strength as u32, code, text })
}

/// ⌊log₂ x⌋, and 0 for 0.
pub(super) fn log2(x: &BigUint) -> u64 {
    x.bits().saturating_sub(1)
}

/// The odd part of x.
pub(super) fn odd(x: &BigUint) -> BigUint {
    x >> x.trailing_zeros().unwrap_or(0)
}

/// A k-th root up to a few units, by Newton's method from one in double precision. That of num-bigint begins with a power of two.
pub(super) fn nearest_root(x: &BigUint, k: u32) -> BigUint {
    let shift = x.bits().saturating_sub(64);
    let highest = (x >> shift).iter_u64_digits().next().unwrap_or(1);
    let logarithm = ((highest as f64).log2() + shift as f64) / f64::from(k);
    let whole = (logarithm as u64).saturating_sub(52);
    let mut root = BigUint::from((logarithm - whole as f64).exp2() as u64 + 1) << whole;
    for _ in 0..root.bits().ilog2().saturating_sub(3) {
        root = (x / root.pow(k - 1) + &root * (k - 1)) / k;
    }
    root
}
