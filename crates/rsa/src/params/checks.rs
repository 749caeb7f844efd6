//! The limits of every parameter, and how they depend on each other.

use core::ops::RangeInclusive;

use num_bigint::BigUint;
use num_integer::Integer;

use super::{
    BATCH_EXPONENTS, CheckedParams, KeyParams, LEAST_CRT_EXPONENT_LENGTH, LEAST_PRIME_LENGTH, MODULUS_LENGTHS,
    MOST_PRIME_LENGTH, MOST_PRIMES, MOST_PUBLIC_EXPONENT_LENGTH, Parameter,
};
use crate::variants::definition::{CrtExponentLimits, Definition, PublicExponent};
use crate::{Error, defaults};

const DEFAULT_BATCH_SIZE: usize = 4;

impl KeyParams {
    /// Makes all checks. `longest_crt_exponent` returns the greatest length of a CRT exponent for a number of primes.
    pub(super) fn checked(&self, longest_crt_exponent: impl FnOnce(usize) -> usize) -> Result<CheckedParams, Error> {
        let Self { variant, modulus_length, .. } = *self;
        let reason = "the lengths that this library supports";
        limit(Parameter::ModulusLength, modulus_length, MODULUS_LENGTHS, reason)?;

        let primes = self.checked_primes()?;
        let multiplicity = self.checked_multiplicity(primes)?;
        let public_exponent = self.checked_public_exponent()?;
        let longest = longest_crt_exponent(primes);
        let crt_exponent_length = self.checked_crt_exponent_length(primes, public_exponent.as_ref(), longest)?;
        let batch_size = self.checked_batch_size()?;
        let prime_length = self.checked_prime_length()?;
        Ok(CheckedParams {
            variant,
            modulus_length,
            primes,
            multiplicity,
            crt_exponent_length,
            public_exponent,
            batch_size,
            prime_length,
        })
    }

    fn definition(&self) -> &'static Definition {
        self.variant.definition()
    }

    fn checked_primes(&self) -> Result<usize, Error> {
        let n = self.modulus_length;
        let asked = self.asked(Parameter::Primes, &self.primes)?;
        // The others have two.
        let Some(choice) = self.definition().primes.as_ref() else { return Ok(2) };
        let value = asked.flatten().unwrap_or_else(|| choice.default_at(n));
        let most = MOST_PRIMES.min(n / LEAST_PRIME_LENGTH);
        let reason = "each prime needs at least 64 bits";
        limit(Parameter::Primes, value, choice.least..=most, reason)
    }

    fn checked_multiplicity(&self, primes: usize) -> Result<Option<usize>, Error> {
        let Some(asked) = self.asked(Parameter::Multiplicity, &self.multiplicity)? else { return Ok(None) };
        let reason = "q must divide N fewer times than p";
        let value = limit(Parameter::Multiplicity, asked.unwrap_or(1), 1..=(primes - 1) / 2, reason)?;
        if value.gcd(&primes) != 1 {
            return Err(Error::PerfectPower { multiplicity: value, primes });
        }
        Ok(Some(value))
    }

    fn checked_public_exponent(&self) -> Result<Option<BigUint>, Error> {
        let n = self.modulus_length;
        let Some(asked) = self.asked(Parameter::PublicExponent, &self.public_exponent)? else { return Ok(None) };
        let choice = self.definition().public_exponent;
        let value = asked.unwrap_or_else(|| choice.default_at(n));
        let most = if choice == PublicExponent::ChosenLong { n / 2 } else { MOST_PUBLIC_EXPONENT_LENGTH.min(n / 2) };
        if value < BigUint::from(3u8) || !value.bit(0) || value.bits() as usize > most {
            let requirement = format!("odd, at least 3 and of at most {most} bits");
            return Err(Error::PublicExponent { value, requirement });
        }
        Ok(Some(value))
    }

    fn checked_crt_exponent_length(
        &self,
        primes: usize,
        public_exponent: Option<&BigUint>,
        longest: usize,
    ) -> Result<Option<usize>, Error> {
        let (n, definition) = (self.modulus_length, self.definition());
        let asked = self.asked(Parameter::CrtExponentLength, &self.crt_exponent_length)?;
        let Some(choice) = definition.crt_exponents.as_ref() else { return Ok(None) };
        let e = public_exponent.map_or_else(|| definition.public_exponent.computed_length(n), |e| e.bits() as usize);
        let lengths = CrtExponentLimits { modulus_length: n, public_exponent_length: e, longest };
        let (shortest, longest, reason) = (choice.limits)(lengths);
        let shortest = shortest.max(LEAST_CRT_EXPONENT_LENGTH);
        let value = asked.flatten().unwrap_or_else(|| {
            let wanted = defaults::crt_exponent_length(n, primes, e).max(shortest);
            wanted.min(longest).min(n / primes)
        });
        limit(Parameter::CrtExponentLength, value, shortest..=longest, reason).map(Some)
    }

    fn checked_batch_size(&self) -> Result<Option<usize>, Error> {
        let Some(asked) = self.asked(Parameter::BatchSize, &self.batch_size)? else { return Ok(None) };
        let reason = "each ciphertext of a batch needs its own small public exponent";
        let value = asked.unwrap_or(DEFAULT_BATCH_SIZE);
        limit(Parameter::BatchSize, value, 2..=BATCH_EXPONENTS.len(), reason).map(Some)
    }

    fn checked_prime_length(&self) -> Result<Option<usize>, Error> {
        let n = self.modulus_length;
        let Some(asked) = self.asked(Parameter::PrimeLength, &self.prime_length)? else { return Ok(None) };
        let (least, most) = short_prime_lengths(n).into_inner();
        let value = asked.unwrap_or_else(|| defaults::prime_length(n).max(least).min(most));
        let reason = "the short prime needs at least 64 bits and must be shorter than half of the modulus; the other prime may \
                      have at most 8192";
        limit(Parameter::PrimeLength, value, least..=most, reason).map(Some)
    }

    /// The requested value, or `None` for a parameter that the variant does not have. Refuses a value for such a parameter.
    fn asked<T: Clone>(&self, parameter: Parameter, value: &Option<T>) -> Result<Option<Option<T>>, Error> {
        let applies = self.definition().has(parameter);
        if value.is_some() && !applies {
            return Err(Error::NotApplicable { parameter: parameter.name(), variant: self.variant });
        }
        Ok(applies.then(|| value.clone()))
    }
}

/// The value, if it is within its limits.
fn limit(
    parameter: Parameter,
    value: usize,
    limits: RangeInclusive<usize>,
    reason: &'static str,
) -> Result<usize, Error> {
    let (least, most) = limits.into_inner();
    in_range(parameter.name(), parameter.unit(), value, least, most, reason)?;
    Ok(value)
}

/// The lengths that the short prime of an unbalanced key may have, in bits.
pub fn short_prime_lengths(modulus_length: usize) -> RangeInclusive<usize> {
    let least = LEAST_PRIME_LENGTH.max(modulus_length.saturating_sub(MOST_PRIME_LENGTH));
    least..=modulus_length.saturating_sub(1) / 2
}

/// Refuses a value outside its limits.
pub(crate) fn in_range(
    parameter: &'static str,
    unit: &'static str,
    value: usize,
    least: usize,
    most: usize,
    reason: &'static str,
) -> Result<(), Error> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Error::OutOfRange { parameter, unit, value, least, most, reason })
}
