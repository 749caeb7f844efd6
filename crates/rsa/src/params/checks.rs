//! The limits of every parameter, and how they depend on each other.

use core::ops::RangeInclusive;

use num_bigint::BigUint;
use num_integer::Integer;

use super::{
    BATCH_EXPONENTS, CheckedParams, KeyParams, LEAST_CRT_EXPONENT_LENGTH, LEAST_PRIME_LENGTH, MODULUS_LENGTHS,
    MOST_PRIME_LENGTH, MOST_PRIMES, MOST_PUBLIC_EXPONENT_LENGTH,
};
use crate::variants::definition::{CrtExponentLimits, Definition, Powers, PublicExponent};
use crate::{Error, defaults};

const DEFAULT_BATCH_SIZE: usize = 4;

impl KeyParams {
    /// Makes all checks. `longest_crt_exponent` returns the greatest length of a CRT exponent for a number of primes.
    pub(super) fn checked(&self, longest_crt_exponent: impl FnOnce(usize) -> usize) -> Result<CheckedParams, Error> {
        let Self { variant, modulus_length, .. } = *self;
        let (least, most) = MODULUS_LENGTHS.into_inner();
        in_range("modulus_length", "bits", modulus_length, least, most, "the lengths that this library supports")?;

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
        let choice = self.definition().primes.as_ref();
        let asked = self.asked("primes", choice.is_some(), &self.primes)?;
        // The others have two.
        let Some(choice) = choice else { return Ok(2) };
        let value = asked.unwrap_or_else(|| choice.default_at(n));
        let most = MOST_PRIMES.min(n / LEAST_PRIME_LENGTH);
        in_range("primes", "", value, choice.least, most, "each prime needs at least 64 bits")?;
        Ok(value)
    }

    fn checked_multiplicity(&self, primes: usize) -> Result<Option<usize>, Error> {
        let applies = self.definition().powers == Powers::PrimePowers;
        let asked = self.asked("multiplicity", applies, &self.multiplicity)?;
        if !applies {
            return Ok(None);
        }
        let value = asked.unwrap_or(1);
        in_range("multiplicity", "", value, 1, (primes - 1) / 2, "q must divide N fewer times than p")?;
        if value.gcd(&primes) != 1 {
            return Err(Error::PerfectPower { multiplicity: value, primes });
        }
        Ok(Some(value))
    }

    fn checked_public_exponent(&self) -> Result<Option<BigUint>, Error> {
        let n = self.modulus_length;
        let choice = self.definition().public_exponent;
        let asked = self.asked("public_exponent", choice.is_parameter(), &self.public_exponent)?;
        if !choice.is_parameter() {
            return Ok(None);
        }
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
        let choice = definition.crt_exponents.as_ref();
        let asked = self.asked("crt_exponent_length", choice.is_some(), &self.crt_exponent_length)?;
        let Some(choice) = choice else { return Ok(None) };
        let e = public_exponent.map_or_else(|| definition.public_exponent.computed_length(n), |e| e.bits() as usize);
        let lengths = CrtExponentLimits { modulus_length: n, public_exponent_length: e, longest };
        let (shortest, longest, reason) = (choice.limits)(lengths);
        let shortest = shortest.max(LEAST_CRT_EXPONENT_LENGTH);
        let value = asked.unwrap_or_else(|| {
            let wanted = defaults::crt_exponent_length(n, primes, e).max(shortest);
            wanted.min(longest).min(n / primes)
        });
        in_range("crt_exponent_length", "bits", value, shortest, longest, reason)?;
        Ok(Some(value))
    }

    fn checked_batch_size(&self) -> Result<Option<usize>, Error> {
        let applies = self.definition().powers == Powers::SeveralCiphertexts;
        let asked = self.asked("batch_size", applies, &self.batch_size)?;
        if !applies {
            return Ok(None);
        }
        let value = asked.unwrap_or(DEFAULT_BATCH_SIZE);
        let reason = "each ciphertext of a batch needs its own small public exponent";
        in_range("batch_size", "", value, 2, BATCH_EXPONENTS.len(), reason)?;
        Ok(Some(value))
    }

    fn checked_prime_length(&self) -> Result<Option<usize>, Error> {
        let n = self.modulus_length;
        let applies = self.definition().powers == Powers::ShortPrime;
        let asked = self.asked("prime_length", applies, &self.prime_length)?;
        if !applies {
            return Ok(None);
        }
        let (least, most) = short_prime_lengths(n).into_inner();
        let value = asked.unwrap_or_else(|| defaults::prime_length(n).max(least).min(most));
        let reason = "the short prime needs at least 64 bits and must be shorter than half of the modulus; the other prime may \
                      have at most 8192";
        in_range("prime_length", "bits", value, least, most, reason)?;
        Ok(Some(value))
    }

    /// The requested value. Refuses it if the variant has no such parameter.
    fn asked<T: Clone>(&self, parameter: &'static str, applies: bool, value: &Option<T>) -> Result<Option<T>, Error> {
        if value.is_some() && !applies {
            return Err(Error::NotApplicable { parameter, variant: self.variant });
        }
        Ok(value.clone())
    }
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
