//! Which values a parameter may have, and why not others.

use core::ops::RangeInclusive;

use super::{
    BATCH_EXPONENTS, KeyParams, LEAST_CRT_EXPONENT_LENGTH, LEAST_PRIME_LENGTH, MODULUS_LENGTHS, MOST_PRIME_LENGTH,
    MOST_PRIMES, MOST_PUBLIC_EXPONENT_LENGTH, Parameter, prime_power_lengths,
};
use crate::defaults;
use crate::variants::definition::{CrtExponentRoom, PublicExponent};

/// Why no modulus has another length.
pub(crate) const WHY_THESE_LENGTHS: &str = "the lengths that this library supports";
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
    fn new(values: RangeInclusive<usize>, default: usize, [why_least, why_most]: [&'static str; 2]) -> Self {
        let (least, most) = values.into_inner();
        Self { least, most, default, why_least, why_most }
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
            Parameter::ModulusLength => Limits::new(MODULUS_LENGTHS, DEFAULT_MODULUS_LENGTH, [WHY_THESE_LENGTHS; 2]),
            Parameter::Primes => {
                let choice = definition.primes.as_ref()?;
                let most = MOST_PRIMES.min(n / LEAST_PRIME_LENGTH);
                let too_many = "each prime needs at least 64 bits, and a modulus has at most 8";
                Limits::new(choice.least..=most, choice.default_at(n), [choice.why_least, too_many])
            }
            Parameter::Multiplicity => {
                let r = self.primes_or_default();
                // p is the shorter prime. An s with no lengths has a factor in common with r, which is refused elsewhere.
                let fits = |s: &usize| prime_power_lengths(n, [r - s, *s]).is_none_or(|[p, _]| p >= LEAST_PRIME_LENGTH);
                let most = (1..=r.saturating_sub(1) / 2).take_while(fits).count();
                let too_often = "q divides N fewer times than p, which needs 64 bits";
                Limits::new(1..=most, 1, ["q divides N at least once", too_often])
            }
            Parameter::PublicExponent => {
                let (most, too_long) = match definition.public_exponent {
                    PublicExponent::ChosenLong => (n / 2, "e has at most half as many bits as N"),
                    _ => (MOST_PUBLIC_EXPONENT_LENGTH.min(n / 2), "e has at most 256 bits, and half as many as N"),
                };
                let default = definition.public_exponent.default_length(n);
                Limits::new(2..=most, default, ["e is odd and at least 3", too_long])
            }
            Parameter::CrtExponentLength => self.crt_exponent_limits(longest_prime)?,
            Parameter::BatchSize => {
                let reasons = [
                    "a batch has at least two ciphertexts",
                    "each ciphertext of a batch needs its own small public exponent, and there are 8",
                ];
                Limits::new(2..=BATCH_EXPONENTS.len(), DEFAULT_BATCH_SIZE, reasons)
            }
            Parameter::PrimeLength => {
                let values = short_prime_lengths(n);
                let default = defaults::prime_length(n).max(*values.start()).min(*values.end());
                let reasons = [
                    "the short prime needs at least 64 bits, and the other one has at most 8192",
                    "the short prime must be shorter than half of the modulus",
                ];
                Limits::new(values, default, reasons)
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
        let too_long = "a CRT exponent is no longer than a prime";
        let (least, most, reasons) = match definition.crt_exponents.as_ref()?.room {
            CrtExponentRoom::Prime => (0, longest_prime, ["a CRT exponent has at least 16 bits", too_long]),
            CrtExponentRoom::Product { cofactor_length } => (
                (n.div_ceil(2) + cofactor_length).saturating_sub(e),
                longest_prime,
                ["e and a CRT exponent together need 16 bits more than a prime", too_long],
            ),
            CrtExponentRoom::Search { fixed_bits, .. } => (
                (16 * definition.expected_tries(n)).ilog2() as usize + 1 + fixed_bits,
                n.saturating_sub(1) / 2,
                ["shorter ones leave too few keys of this length", "longer ones are as long as a prime"],
            ),
        };
        let least = least.max(LEAST_CRT_EXPONENT_LENGTH);
        let primes = self.primes_or_default();
        let default = defaults::crt_exponent_length(n, primes, e).max(least).min(most).min(n / primes);
        Some(Limits::new(least..=most, default, reasons))
    }
}

/// The lengths that the short prime of an unbalanced key may have, in bits.
pub fn short_prime_lengths(modulus_length: usize) -> RangeInclusive<usize> {
    let least = LEAST_PRIME_LENGTH.max(modulus_length.saturating_sub(MOST_PRIME_LENGTH));
    least..=modulus_length.saturating_sub(1) / 2
}
