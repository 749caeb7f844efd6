//! Parameters of a key: as requested and as checked.

mod limits;
mod parameter;

use core::ops::RangeInclusive;

use num_bigint::BigUint;
use num_integer::Integer;

use crate::variants::definition::PublicExponent;
use crate::{Error, Variant};

pub(crate) use self::limits::WHY_THESE_LENGTHS;
pub use self::limits::{Limits, short_prime_lengths};
pub use self::parameter::{KeyParams, Parameter, ParameterWords};

/// Parameters that are within their limits, with every parameter of the variant filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckedParams {
    pub(crate) values: KeyParams,
    /// r, also for variants without a choice of it.
    pub(crate) primes: usize,
}

/// The lengths that a modulus may have, in bits.
pub const MODULUS_LENGTHS: RangeInclusive<usize> = 128..=16384;
/// The greatest number of primes of a modulus, counted with multiplicity.
pub const MOST_PRIMES: usize = 8;
/// The shortest length of a prime, in bits.
pub const LEAST_PRIME_LENGTH: usize = 64;
/// The longest length of a prime, in bits: half of the longest modulus. Testing a prime nearly as long as that modulus
/// would take minutes.
pub const MOST_PRIME_LENGTH: usize = *MODULUS_LENGTHS.end() / 2;
/// The shortest length of CRT exponents, in bits.
pub const LEAST_CRT_EXPONENT_LENGTH: usize = 16;
/// The longest public exponent that you can choose, in bits (SP 800-56B rev. 2, section 6.2). Tunable keys have another
/// limit.
pub const MOST_PUBLIC_EXPONENT_LENGTH: usize = 256;

/// The length of modulus and exponent, in bits, at which a public operation costs most.
const COSTLIEST_LENGTH: u64 = 8192;

/// The longest public exponent that a modulus may have, in bits. A public operation costs about `|N|²·|e|`, and this must not
/// exceed the cost with 8192 bits each. So every modulus to 8192 bits may have an exponent as long as itself, and one of 16384
/// bits may have 2048 bits.
pub fn longest_public_exponent(modulus_length: usize) -> usize {
    (COSTLIEST_LENGTH.pow(3) / (modulus_length as u64).pow(2).max(1)) as usize
}

/// The public exponents of batch keys. A key with batch size b uses the first b.
pub const BATCH_EXPONENTS: [u32; 8] = [3, 5, 7, 11, 13, 17, 19, 23];

impl KeyParams {
    /// Checks every limit and fills in the defaults.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::NotApplicable`], [`Error::PerfectPower`] or [`Error::PublicExponent`], each with
    /// the value and the limit.
    ///
    /// ```
    /// use rsa_variants::{KeyParams, Variant};
    ///
    /// let params = KeyParams { crt_exponent_length: Some(400), ..KeyParams::new(Variant::RPrime, 1024) };
    /// assert_eq!(
    ///     params.check().unwrap_err().to_string(),
    ///     "crt_exponent_length is 400 bits, but must be from 16 to 341 bits: a CRT exponent is no longer than a prime"
    /// );
    /// ```
    pub fn check(&self) -> Result<CheckedParams, Error> {
        self.checked(|primes| self.modulus_length / primes)
    }

    /// [`KeyParams::check`] for an existing key. Its primes may differ in length, so a CRT exponent may be longer than
    /// key generation allows. `check::shape`, which knows the primes, checks that each exponent is below its prime.
    pub(crate) fn check_existing(&self) -> Result<CheckedParams, Error> {
        self.checked(|_| self.modulus_length)
    }

    /// Makes all checks. `longest_prime` returns the greatest length of a prime for a number of primes.
    fn checked(&self, longest_prime: impl FnOnce(usize) -> usize) -> Result<CheckedParams, Error> {
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

impl CheckedParams {
    /// The variant.
    pub fn variant(&self) -> Variant {
        self.values.variant
    }

    /// Refuses a key whose public exponent would be too long for a modulus of its length, as key generation does. The modulus could
    /// not be longer than the limit in the error.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    pub fn affordable(self) -> Result<Self, Error> {
        let definition = self.values.variant.definition();
        let fits = |n: &usize| {
            let e = self.values.public_exponent.as_ref().map(|e| e.bits() as usize);
            e.unwrap_or_else(|| definition.public_exponent.computed_length(*n)) <= longest_public_exponent(*n)
        };
        let n = self.values.modulus_length;
        let (least, most) = (*MODULUS_LENGTHS.start(), (0..=n).rev().find(fits).unwrap_or_default());
        let reason = "a public operation with so long a public exponent would take seconds";
        if self.values.batch_size.is_none() {
            in_range("modulus_length", "bits", n, least, most, reason)?;
        }
        Ok(self)
    }

    /// The same parameters as [`KeyParams`], with every parameter of the variant set.
    pub fn to_params(&self) -> KeyParams {
        self.values.clone()
    }

    /// The greatest length of a message in bits, for unbalanced keys: one bit less than the short prime, which must
    /// stay secret. Messages of other keys only have to be below the modulus.
    pub fn message_length(&self) -> Option<usize> {
        self.values.prime_length.map(|bits| bits - 1)
    }

    /// The length of the public exponent in bits, or of the longest one for a batch key. Rebalanced and r-prime compute
    /// the exponent from the private one; it is hardly ever more than a few bits shorter than this.
    pub fn public_exponent_length(&self) -> usize {
        match (&self.values.public_exponent, self.values.batch_size) {
            (Some(e), _) => e.bits() as usize,
            (_, Some(size)) => BATCH_EXPONENTS[size - 1].ilog2() as usize + 1,
            _ => self.values.variant.definition().public_exponent.computed_length(self.values.modulus_length),
        }
    }

    /// The exponents of p and q in N, for the variant multi-power.
    pub(crate) fn powers(&self) -> Option<[usize; 2]> {
        self.values.multiplicity.map(|s| [self.primes - s, s])
    }

    /// The lengths of the distinct primes in bits. Counted with multiplicity, they add up to n. If r does not divide n,
    /// the first primes are one bit longer; in `p^(r−s)·q^s`, q gets the remaining bits. For an unbalanced key, the
    /// short prime comes first.
    pub fn prime_lengths(&self) -> Vec<usize> {
        let (n, r) = (self.values.modulus_length, self.primes);
        if let Some(bits) = self.values.prime_length {
            return vec![bits, n - bits];
        }
        if let Some(powers) = self.powers() {
            return prime_power_lengths(n, powers).expect("checked: the powers have no common factor").to_vec();
        }
        // The length of a fixed e is that of both primes: see `scheme_b`.
        let is_fixed = matches!(self.values.variant.definition().public_exponent, PublicExponent::Half { .. });
        let length = |index| if is_fixed { n.div_ceil(2) } else { n / r + usize::from(index < n % r) };
        (0..r).map(length).collect()
    }
}

/// The lengths of p and q for an N of n bits with these powers of them, p not longer than q. `None` if none fit. If the powers have no
/// common factor, one of any `of_q` consecutive lengths of p leaves a multiple of `of_q`.
fn prime_power_lengths(n: usize, [of_p, of_q]: [usize; 2]) -> Option<[usize; 2]> {
    let p = (0..=n / (of_p + of_q)).rev().find(|p| (n - of_p * p).is_multiple_of(of_q))?;
    Some([p, (n - of_p * p) / of_q])
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

#[cfg(test)]
mod tests;
