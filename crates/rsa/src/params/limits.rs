//! Which values a parameter may have, and why not others.

use core::ops::RangeInclusive;

use super::{
    BATCH_EXPONENTS, KeyParams, LEAST_CRT_EXPONENT_LENGTH, LEAST_PRIME_LENGTH, MODULUS_LENGTHS, MOST_PRIME_LENGTH,
    MOST_PRIMES, MOST_PUBLIC_EXPONENT_LENGTH, Parameter,
};
use crate::defaults;
use crate::variants::definition::{CrtExponentRoom, PublicExponent};

const DEFAULT_MODULUS_LENGTH: usize = 2048;
const DEFAULT_BATCH_SIZE: usize = 4;

/// The possible values of a parameter: those from `least` to `most`. If `least` exceeds `most`, no value is possible.
///
/// The other conditions are that s has no common factor with r, and that e is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The least value.
    pub least: usize,
    /// The greatest value.
    pub most: usize,
    /// The default. For the modulus, which has none: the usual length.
    pub default: usize,
    /// Why a smaller value is not possible.
    pub why_least: &'static str,
    /// Why a greater value is not possible.
    pub why_most: &'static str,
}

impl Limits {
    fn new(values: RangeInclusive<usize>, default: usize, reason: &'static str) -> Self {
        Self { least: *values.start(), most: *values.end(), default, why_least: reason, why_most: reason }
    }

    /// Why a value is not possible.
    pub fn reason(&self, value: usize) -> &'static str {
        if value < self.least { self.why_least } else { self.why_most }
    }
}

impl KeyParams {
    /// The limits of a parameter, which depend on the parameters before it in the order n, r, s, e, w, b, |p|: on their values or, if
    /// they are `None`, on their defaults. Of e they limit the length in bits. `None` if the variant does not have this parameter. An n
    /// outside its own limits counts as the nearest inside.
    ///
    /// ```
    /// use rsa_variants::{KeyParams, Parameter, Variant};
    ///
    /// let limits = KeyParams::new(Variant::RPrime, 2048).limits(Parameter::CrtExponentLength).unwrap();
    /// assert_eq!((limits.least, limits.most, limits.default), (16, 682, 224));
    /// assert_eq!(limits.why_most, "a CRT exponent is no longer than a prime");
    /// ```
    pub fn limits(&self, parameter: Parameter) -> Option<Limits> {
        self.limits_with(parameter, self.supported_length() / self.primes_or_default())
    }

    /// Like [`KeyParams::limits`], for primes of at most `longest_prime` bits.
    pub(super) fn limits_with(&self, parameter: Parameter, longest_prime: usize) -> Option<Limits> {
        let (n, definition) = (self.supported_length(), self.variant.definition());
        if !definition.has(parameter) {
            return None;
        }
        let limits = match parameter {
            Parameter::ModulusLength => {
                Limits::new(MODULUS_LENGTHS, DEFAULT_MODULUS_LENGTH, "the lengths that this library supports")
            }
            Parameter::Primes => {
                let choice = definition.primes.as_ref()?;
                let most = MOST_PRIMES.min(n / LEAST_PRIME_LENGTH);
                let reason = "each prime needs at least 64 bits, and more than 8 primes are not supported";
                let limits = Limits::new(choice.least..=most, choice.default_at(n), reason);
                Limits { why_least: choice.why_least, ..limits }
            }
            Parameter::Multiplicity => {
                let most = self.primes_or_default().saturating_sub(1) / 2;
                Limits::new(1..=most, 1, "q must divide N fewer times than p")
            }
            Parameter::PublicExponent => {
                let is_long = definition.public_exponent == PublicExponent::ChosenLong;
                let most = if is_long { n / 2 } else { MOST_PUBLIC_EXPONENT_LENGTH.min(n / 2) };
                let default = definition.public_exponent.default_length(n);
                let limits = Limits::new(2..=most, default, "it must be odd and at least 3");
                Limits {
                    why_most: if is_long {
                        "it may have half as many bits as N"
                    } else {
                        "it may have at most 256 bits"
                    },
                    ..limits
                }
            }
            Parameter::CrtExponentLength => self.crt_exponent_limits(longest_prime)?,
            Parameter::BatchSize => {
                let reason = "each ciphertext of a batch needs its own small public exponent";
                let limits = Limits::new(2..=BATCH_EXPONENTS.len(), DEFAULT_BATCH_SIZE, reason);
                Limits { why_least: "a batch has at least two ciphertexts", ..limits }
            }
            Parameter::PrimeLength => {
                let (least, most) = short_prime_lengths(n).into_inner();
                let default = defaults::prime_length(n).max(least).min(most);
                let limits =
                    Limits::new(least..=most, default, "the short prime must be shorter than half of the modulus");
                Limits {
                    why_least: "the short prime needs at least 64 bits, and the other one may have at most 8192",
                    ..limits
                }
            }
        };
        Some(limits)
    }

    /// n, or the supported length nearest to it.
    fn supported_length(&self) -> usize {
        self.modulus_length.clamp(*MODULUS_LENGTHS.start(), *MODULUS_LENGTHS.end())
    }

    fn primes_or_default(&self) -> usize {
        // The variants without a choice have two.
        let choice = self.variant.definition().primes.as_ref();
        choice.map_or(2, |choice| self.primes.unwrap_or_else(|| choice.default_at(self.modulus_length))).max(1)
    }

    fn crt_exponent_limits(&self, longest_prime: usize) -> Option<Limits> {
        let (n, definition) = (self.supported_length(), self.variant.definition());
        let e = match &self.public_exponent {
            Some(e) => e.bits() as usize,
            None if definition.has(Parameter::PublicExponent) => definition.public_exponent.default_length(n),
            None => definition.public_exponent.computed_length(n),
        };
        let (least, most, reason) = match definition.crt_exponents.as_ref()?.room {
            CrtExponentRoom::Prime => (0, longest_prime, "a CRT exponent is no longer than a prime"),
            CrtExponentRoom::Product { cofactor_length } => (
                (n.div_ceil(2) + cofactor_length).saturating_sub(e),
                longest_prime,
                "e and a CRT exponent together need 16 bits more than a prime, and neither is longer than one",
            ),
            CrtExponentRoom::Search { fixed_bits, .. } => (
                (16 * definition.expected_tries(n).max(1)).ilog2() as usize + 1 + fixed_bits,
                n.saturating_sub(1) / 2,
                "shorter ones leave too few keys of this length, longer ones are as long as a prime",
            ),
        };
        let least = least.max(LEAST_CRT_EXPONENT_LENGTH);
        let primes = self.primes_or_default();
        let default = defaults::crt_exponent_length(n, primes, e).max(least).min(most).min(n / primes);
        Some(Limits::new(least..=most, default, reason))
    }
}

/// The lengths that the short prime of an unbalanced key may have, in bits.
pub fn short_prime_lengths(modulus_length: usize) -> RangeInclusive<usize> {
    let least = LEAST_PRIME_LENGTH.max(modulus_length.saturating_sub(MOST_PRIME_LENGTH));
    least..=modulus_length.saturating_sub(1) / 2
}
