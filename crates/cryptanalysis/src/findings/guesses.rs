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

use crate::{Reach, Verdict};

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
const BY_CHANCE: u64 = 32;

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
    /// How many of the lowest bits are unknown (if the highest follow), or known (if the lowest follow).
    pub(super) bits: u64,
    /// The relation in words; empty for a part that follows from nothing.
    pub(super) text: String,
}

impl Part {
    fn nothing(bits: u64) -> Self {
        Self { choice: 0, bits, text: String::new() }
    }
}

/// The cheapest guess.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    /// The work in bits, below [`line()`].
    pub(super) strength: u32,
    /// Whether the lowest bits follow.
    pub(super) has_low: bool,
    /// The relations in words.
    pub(super) text: String,
}

/// The cheapest way to know so much of a prime of `length` bits that only `reach` bits remain: by one of the relations for its
/// highest bits, one of those for its lowest bits, or both.
pub(super) fn cheapest(
    modulus_length: u64,
    [length, reach]: [u64; 2],
    mut highest: Vec<Part>,
    mut lowest: Vec<Part>,
) -> Option<Guess> {
    // Any two numbers have relations that show a few bits more than it takes to choose them.
    highest.retain(|part| part.bits + part.choice + BY_CHANCE < length);
    lowest.retain(|part| part.bits > part.choice + BY_CHANCE);
    highest.insert(0, Part::nothing(length));
    lowest.insert(0, Part::nothing(0));
    let pairs = lowest.iter().flat_map(|low| highest.iter().map(move |high| [high, low]));
    let (guesses, [high, low]) = pairs
        .map(|[high, low]| {
            let unknown = high.bits.saturating_sub(low.bits);
            (high.choice + low.choice + unknown.saturating_sub(reach), [high, low])
        })
        .min_by_key(|(guesses, _)| *guesses)?;
    let strength = if guesses == 0 { 0 } else { guesses + LATTICE };
    (strength < line(modulus_length)).then(|| Guess {
        strength: strength as u32,
        has_low: !low.text.is_empty(),
        text: [&high.text[..], &low.text]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(", and "),
    })
}

/// ⌊log₂ x⌋, and 0 for 0.
pub(super) fn log2(x: &BigUint) -> u64 {
    x.bits().saturating_sub(1)
}

/// The odd part of x.
pub(super) fn odd(x: &BigUint) -> BigUint {
    x >> x.trailing_zeros().unwrap_or(0)
}
