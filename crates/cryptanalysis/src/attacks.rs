//! Attacks that run. Each works on public numbers, and its documentation says which keys it breaks, at what cost, and who found
//! it. Unsuitable keys and options are refused with an [`Error`] before any work.
//!
//! | attack | breaks | cost |
//! | --- | --- | --- |
//! | [`small_crt_exponents`] | two primes, short d_p and d_q, e well below N: Schemes A and B | one lattice reduction |
//! | [`several_crt_exponents`] | three primes, short CRT exponents, e about a quarter as long as N | two small lattices, factoring a short number |
//! | [`partial_exposure`] | some bits of both CRT exponents are known, e shorter than N | two small lattices |
//! | [`small_private_exponent`] | d shorter than a quarter of N, or d_p = d_q that short | a continued fraction |
//! | [`common_modulus`] | one unpadded message under two exponents of one modulus; a modulus with several owners | two powers |
//! | [`fault`] | an operation with the Chinese remainder theorem in which one share is wrong | one power |
//! | [`unbalanced_chosen_ciphertext`] | a device that answers for messages above the short prime of an unbalanced key, or for all below it | one ciphertext, or one for each bit |
//! | [`clock_seed`] | primes from a generator that was seeded with the time | a multiplication for each second |
//! | [`debian_seed`] | primes of Debian's OpenSSL from 2006 to 2008 | the candidates for primes of 32,768 processes |
//! | [`meet_in_the_middle`] | a CRT exponent of w bits, whatever e | time and memory of 2^(w/2) |
//! | [`class_group`] | `N = p^(r−s)·q^s` with a short square-free part | sub-exponential in the length of that part |
//! | [`elliptic_curve`] | a short prime, because N has too many primes for its length | sub-exponential in the length of the prime |

pub mod class_group;
pub mod clock_seed;
pub mod common_modulus;
mod coppersmith;
pub mod debian_seed;
pub mod elliptic_curve;
pub mod fault;
mod fresh_key;
mod lattice;
pub mod meet_in_the_middle;
pub mod partial_exposure;
pub(crate) mod perfect_power;
mod power;
pub(crate) mod quadratic;
pub mod several_crt_exponents;
pub mod short_crt_exponents;
pub mod small_crt_exponents;
pub mod small_private_exponent;
mod smooth;
pub mod unbalanced_chosen_ciphertext;

use modular_powers::{Engine, prime};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::progress::Step;
use crate::{Error, OnProgress};

/// Rounds of Miller–Rabin between two reports. Each call also divides by all small primes, which takes as long as a round.
const ROUNDS_AT_ONCE: usize = 2;

/// Whether a number that an attack found is prime, whoever chose it. Reports its rounds as progress.
///
/// # Errors
/// [`Error::Aborted`].
fn is_prime(number: &BigUint, rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<bool, Error> {
    let rounds = prime::ROUNDS_FOR_ANY_NUMBER;
    let step = format!("testing a number of {} bits for primality", number.bits());
    let mut step = Step::begin(step, Some(rounds as u64), on_progress)?;
    for done in (0..rounds).step_by(ROUNDS_AT_ONCE) {
        step.report(done as u64)?;
        if !prime::is_probably_prime(number, ROUNDS_AT_ONCE, Engine::default(), rng)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}
