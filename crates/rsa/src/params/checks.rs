//! The checks of requested parameters, and their defaults.

use num_bigint::BigUint;
use num_integer::Integer;

use super::{CheckedParams, KeyParams, Parameter};
use crate::Error;

impl KeyParams {
    /// Makes all checks. `longest_prime` returns the greatest length of a prime for a number of primes.
    pub(super) fn checked(&self, longest_prime: impl FnOnce(usize) -> usize) -> Result<CheckedParams, Error> {
        let Self { variant, modulus_length, .. } = *self;
        for parameter in Parameter::ALL {
            if self.is_set(parameter) && !variant.definition().has(parameter) {
                return Err(Error::NotApplicable { parameter: parameter.name(), variant });
            }
        }
        // Each step uses the limits that follow from those before it.
        let within = |parameter, value, longest| self.within(parameter, value, longest);
        within(Parameter::ModulusLength, Some(modulus_length), 0)?;
        let primes = within(Parameter::Primes, self.primes, 0)?.unwrap_or(2);
        let longest = longest_prime(primes);
        let params = CheckedParams {
            variant,
            modulus_length,
            primes,
            multiplicity: within(Parameter::Multiplicity, self.multiplicity, longest)?,
            public_exponent: self.checked_public_exponent()?,
            crt_exponent_length: within(Parameter::CrtExponentLength, self.crt_exponent_length, longest)?,
            batch_size: within(Parameter::BatchSize, self.batch_size, longest)?,
            prime_length: within(Parameter::PrimeLength, self.prime_length, longest)?,
        };
        match params.multiplicity {
            Some(multiplicity) if multiplicity.gcd(&primes) != 1 => Err(Error::PerfectPower { multiplicity, primes }),
            _ => Ok(params),
        }
    }

    fn is_set(&self, parameter: Parameter) -> bool {
        match parameter {
            Parameter::ModulusLength => true,
            Parameter::Primes => self.primes.is_some(),
            Parameter::Multiplicity => self.multiplicity.is_some(),
            Parameter::CrtExponentLength => self.crt_exponent_length.is_some(),
            Parameter::BatchSize => self.batch_size.is_some(),
            Parameter::PrimeLength => self.prime_length.is_some(),
            Parameter::PublicExponent => self.public_exponent.is_some(),
        }
    }

    /// The requested value or the default, if it is within its limits; `None` if the variant does not have this parameter.
    fn within(&self, parameter: Parameter, asked: Option<usize>, longest_prime: usize) -> Result<Option<usize>, Error> {
        let Some(limits) = self.limits_with(parameter, longest_prime) else { return Ok(None) };
        let value = asked.unwrap_or(limits.default);
        in_range(parameter.name(), parameter.unit(), value, limits.least, limits.most, limits.reason(value))?;
        Ok(Some(value))
    }

    fn checked_public_exponent(&self) -> Result<Option<BigUint>, Error> {
        let Some(limits) = self.limits(Parameter::PublicExponent) else { return Ok(None) };
        let default = || self.variant.definition().public_exponent.default_at(self.modulus_length);
        let value = self.public_exponent.clone().unwrap_or_else(default);
        if value < BigUint::from(3u8) || !value.bit(0) || value.bits() as usize > limits.most {
            let requirement = format!("odd, at least 3 and of at most {} bits", limits.most);
            return Err(Error::PublicExponent { value, requirement });
        }
        Ok(Some(value))
    }
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
