//! Attacks that run. Each works on public numbers, and its documentation says which keys it breaks, at what cost, and who found
//! it. Unsuitable keys and options are refused with an [`Error`] before any work. [`descriptions`] lists them all.

mod coppersmith;
mod entry;
mod fresh_key;
pub(crate) mod lattice;
mod power;
pub(crate) mod quadratic;
pub mod record;
pub mod short_crt_exponents;
mod smooth;

use modular_powers::{Engine, prime};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use self::entry::Attack;
pub use self::entry::{Description, Facts, Run};
use self::record::Record;
use crate::progress::Step;
use crate::{Error, OnProgress};

/// Declares the attacks, and what can be done with all of them.
macro_rules! attacks {
    ($($attack:ident)*) => {
        $(pub mod $attack;)*

        /// All attacks, cheapest first.
        pub fn descriptions() -> Vec<Description> {
            vec![$(entry::description::<$attack::Entry>()),*]
        }

        /// Runs an attack on plain data.
        ///
        /// # Errors
        /// Those of the attack; [`Error::Option`] for another name, and for data that do not fit.
        // Inline, so that it is compiled with the bindings, for size. So are parts of attacks that take no time by themselves.
        #[inline]
        pub fn run(name: &str, run: Run<'_>) -> Result<Record, Error> {
            match name {
                $(_ if name == <$attack::Entry as Attack>::FACTS.name => entry::run::<$attack::Entry>(run),)*
                _ => Err(unknown(name)),
            }
        }

        /// Makes a fresh key for an attack, from plain data.
        ///
        /// # Errors
        /// As [`run`].
        #[inline]
        pub fn demonstrate(
            name: &str,
            wish: &Record,
            rng: &mut dyn CryptoRng,
            on_progress: OnProgress<'_>,
        ) -> Result<Record, Error> {
            match name {
                $(_ if name == <$attack::Entry as Attack>::FACTS.name => entry::demonstrate::<$attack::Entry>(wish, rng, on_progress),)*
                _ => Err(unknown(name)),
            }
        }
    };
}

attacks! {
    small_crt_exponents
    small_private_exponent
    common_modulus
    fault
    unbalanced_chosen_ciphertext
    partial_exposure
    several_crt_exponents
    debian_seed
    meet_in_the_middle
    class_group
    elliptic_curve
}

fn unknown(name: &str) -> Error {
    Error::option("name", format!("is {name}, but no attack has it"))
}

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
