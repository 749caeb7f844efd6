//! The checks of requested parameters, and their defaults.

use num_bigint::BigUint;
use num_integer::Integer;

use super::{CheckedParams, KeyParams, Parameter};
use crate::Error;

impl KeyParams {
    /// Makes all checks. `longest_prime` returns the greatest length of a prime for a number of primes.
    pub(super) fn checked(&self, longest_prime: impl FnOnce(usize) -> usize) -> Result<CheckedParams, Error> {
        let variant = self.variant;
        for parameter in Parameter::ALL {
            let is_set = self.count(parameter).is_some()
                || self.public_exponent.is_some() && parameter == Parameter::PublicExponent;
            if is_set && !variant.definition().has(parameter) {
                return Err(Error::NotApplicable { parameter: parameter.name(), variant });
            }
        }
        // Each step uses the limits that follow from those before it.
        self.within(Parameter::ModulusLength, 0)?;
        let primes = self.within(Parameter::Primes, 0)?.unwrap_or(2);
        let longest = longest_prime(primes);
        self.within(Parameter::Multiplicity, longest)?;
        let mut values = Self { public_exponent: self.checked_public_exponent()?, ..self.clone() };
        for parameter in Parameter::ALL.into_iter().filter(|parameter| *parameter != Parameter::PublicExponent) {
            if let Some(count) = self.within(parameter, longest)? {
                values.set_count(parameter, count);
            }
        }
        match values.multiplicity {
            Some(multiplicity) if multiplicity.gcd(&primes) != 1 => Err(Error::PerfectPower { multiplicity, primes }),
            _ => Ok(CheckedParams { values, primes }),
        }
    }

    /// The requested value or the default, if it is within its limits; `None` if the variant does not have this parameter.
    fn within(&self, parameter: Parameter, longest_prime: usize) -> Result<Option<usize>, Error> {
        let Some(limits) = self.limits_with(parameter, longest_prime) else { return Ok(None) };
        let value = self.count(parameter).unwrap_or(limits.default);
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
