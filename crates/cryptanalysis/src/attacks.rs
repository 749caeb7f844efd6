//! Attacks that run. Each works on public numbers, and its documentation says which keys it breaks, at what cost, and who found
//! it. Unsuitable keys and options are refused with an [`Error`] before any work. [`descriptions`] lists them all.
//!
//! Each is a struct that implements [`Attack`]. [`run`] and [`example`] do the same by name and with plain data ([`record`]), for
//! other languages.

mod attack;
pub mod class_group;
pub mod common_modulus;
pub(crate) mod coppersmith;
pub mod debian_seed;
pub mod elliptic_curve;
pub mod fault;
mod fresh_key;
pub(crate) mod lattice;
pub mod meet_in_the_middle;
pub mod partial_exposure;
mod power;
pub(crate) mod quadratic;
pub mod record;
pub mod several_crt_exponents;
pub mod short_crt_exponents;
pub mod small_crt_exponents;
pub mod small_private_exponent;
mod smooth;
pub mod unbalanced_chosen_ciphertext;

use modular_powers::{Engine, prime};
use num_bigint::BigUint;
use num_integer::Integer;

pub use self::attack::{Attack, AttackResult, Description, Example, ExampleResult, Facts, OnlyKey, Outcome, Rng, Run};
pub use self::class_group::ClassGroup;
pub use self::common_modulus::CommonModulus;
pub use self::debian_seed::DebianSeed;
pub use self::elliptic_curve::EllipticCurve;
pub use self::fault::Fault;
pub use self::meet_in_the_middle::MeetInTheMiddle;
pub use self::partial_exposure::PartialExposure;
use self::record::Record;
pub use self::several_crt_exponents::SeveralCrtExponents;
pub use self::small_crt_exponents::SmallCrtExponents;
pub use self::small_private_exponent::SmallPrivateExponent;
pub use self::unbalanced_chosen_ciphertext::UnbalancedChosenCiphertext;
use crate::progress::Step;
use crate::{Error, OnProgress};

/// Declares what can be done with all attacks.
macro_rules! attacks {
    ($($attack:ident)*) => {
        /// All attacks, cheapest first.
        pub fn descriptions() -> Vec<Description> {
            vec![$(attack::description::<$attack>()),*]
        }

        /// Runs an attack on plain data.
        ///
        /// # Errors
        /// Those of the attack; [`Error::Option`] for another name, and for data that do not fit.
        // Inline, so that it is compiled with the bindings, for size. So are parts of attacks that take no time by themselves.
        #[inline]
        pub fn run(name: &str, run: Run<'_>) -> Result<Record, Error> {
            match name {
                $(_ if name == $attack::FACTS.name => attack::run::<$attack>(run),)*
                _ => Err(unknown(name)),
            }
        }

        /// Makes a fresh key for an attack, from plain data.
        ///
        /// # Errors
        /// As [`run`].
        #[inline]
        pub fn example(
            name: &str,
            options: &Record,
            rng: Rng<'_>,
            on_progress: OnProgress<'_>,
        ) -> Result<Record, Error> {
            match name {
                $(_ if name == $attack::FACTS.name => attack::example::<$attack>(options, rng, on_progress),)*
                _ => Err(unknown(name)),
            }
        }
    };
}

attacks! {
    SmallCrtExponents
    SmallPrivateExponent
    CommonModulus
    Fault
    UnbalancedChosenCiphertext
    PartialExposure
    SeveralCrtExponents
    DebianSeed
    MeetInTheMiddle
    ClassGroup
    EllipticCurve
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
fn is_prime(number: &BigUint, rng: Rng<'_>, on_progress: OnProgress<'_>) -> Result<bool, Error> {
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

/// The greatest common divisor of a number and N, if it divides N properly.
pub(crate) fn common_divisor(number: &BigUint, modulus: &BigUint) -> Option<BigUint> {
    let divisor = number.gcd(modulus);
    (divisor > BigUint::from(1u8) && divisor < *modulus).then_some(divisor)
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
