//! Attacks that run. Each takes public numbers and says in its documentation which keys fall to it, at what cost, and who
//! found it; what does not fit is refused with [`Error`](crate::Error) before any work.
//!
//! | attack | falls to it | cost |
//! | --- | --- | --- |
//! | [`small_crt_exponents`] | two primes, short d_p and d_q, e well below N: Schemes A and B | one lattice reduction |
//! | [`small_private_exponent`] | d shorter than a quarter of N, and d_p = d_q as short | a continued fraction |
//! | [`common_modulus`] | one unpadded message under two exponents of one modulus; a modulus with several owners | two powers |
//! | [`fault`] | an operation with the Chinese remainder theorem of which one share is wrong | one power |
//! | [`clock_seed`] | primes from a generator that was seeded with the time | a multiplication for each second |
//! | [`meet_in_the_middle`] | a CRT exponent of w bits, whatever e | time and memory of 2^(w/2) |
//! | [`elliptic_curve`] | a short prime: too many for the length of N | sub-exponential in its length |

pub mod clock_seed;
pub mod common_modulus;
pub mod elliptic_curve;
pub mod fault;
mod fresh_key;
mod lattice;
pub mod meet_in_the_middle;
mod power;
mod quadratic;
pub mod small_crt_exponents;
pub mod small_private_exponent;

use modexp::{Engine, prime};
use num_bigint::BigUint;
use rand_core::CryptoRng;

/// Whether a number that an attack comes upon is prime, however it was made.
fn is_prime(number: &BigUint, rng: &mut dyn CryptoRng) -> bool {
    prime::is_probably_prime(number, prime::ROUNDS_FOR_ANY_NUMBER, Engine::default(), rng)
}
