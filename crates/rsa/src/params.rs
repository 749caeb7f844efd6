//! Parameters of a key: as requested and as checked.

mod checks;
mod limits;
mod parameter;

use core::ops::RangeInclusive;

use num_bigint::BigUint;

use crate::variants::definition::PublicExponent;
use crate::{Error, Variant};

pub(crate) use self::checks::in_range;
pub use self::limits::{Limits, short_prime_lengths};
pub use self::parameter::{Parameter, ParameterWords};

/// The requested parameters of a key. Those that are `None` get their defaults.
///
/// The defaults are the fastest parameters that no known attack breaks, or the strongest where none is safe. Parameters
/// that you set are checked against their limits, but nothing here judges their strength: you can generate a key of 512
/// bits. Call `rsa_cryptanalysis::caution` first, as the WebAssembly bindings do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyParams {
    /// The variant.
    pub variant: Variant,
    /// n, the length of the modulus in bits.
    pub modulus_length: usize,
    /// r, the number of primes, counted with multiplicity. Multi-prime and r-prime: default 3, from 4096 bits 4, from
    /// 8192 bits 5. Multi-power: default 4, below 640 bits 3. Batch: default 2.
    pub primes: Option<usize>,
    /// s, the exponent of q in `N = p^(r−s)·q^s`: multi-power. Less than r/2 and coprime to r; default 1.
    pub multiplicity: Option<usize>,
    /// w, the length in bits of the CRT exponents (the private exponent modulo each prime minus 1): rebalanced,
    /// r-prime, scheme-a, scheme-b, tunable. Default: the smallest multiple of 32 for which every known attack needs at
    /// least 2^110 operations, such as 320 for rebalanced with 2048 bits, and 224 for r-prime.
    pub crt_exponent_length: Option<usize>,
    /// e, the public exponent. Original, crt, multi-prime, multi-power, unbalanced: default 65537. Tunable: up to n/2
    /// bits, and at least as long as w requires; the default is a power of two plus 1 with somewhat less than n/4 bits,
    /// 384 at 2048.
    pub public_exponent: Option<BigUint>,
    /// b, the number of public exponents: batch. Default 4.
    pub batch_size: Option<usize>,
    /// |p|, the length of the short prime in bits: unbalanced. Default: the smallest multiple of 32 for which the
    /// elliptic curve method needs 2^110 operations, 640 at 2048 bits. Messages have one bit less.
    pub prime_length: Option<usize>,
}

/// Parameters that are within their limits, with every parameter of the variant filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckedParams {
    pub(crate) variant: Variant,
    pub(crate) modulus_length: usize,
    pub(crate) primes: usize,
    pub(crate) multiplicity: Option<usize>,
    pub(crate) crt_exponent_length: Option<usize>,
    pub(crate) public_exponent: Option<BigUint>,
    pub(crate) batch_size: Option<usize>,
    pub(crate) prime_length: Option<usize>,
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
    /// Parameters for a variant with a modulus of `modulus_length` bits, and defaults for everything else.
    pub fn new(variant: Variant, modulus_length: usize) -> Self {
        Self {
            variant,
            modulus_length,
            primes: None,
            multiplicity: None,
            crt_exponent_length: None,
            public_exponent: None,
            batch_size: None,
            prime_length: None,
        }
    }

    /// The value of a parameter that is a length or a number; `None` if it has its default, and for e.
    pub fn count(&self, parameter: Parameter) -> Option<usize> {
        match parameter {
            Parameter::ModulusLength => Some(self.modulus_length),
            Parameter::Primes => self.primes,
            Parameter::Multiplicity => self.multiplicity,
            Parameter::CrtExponentLength => self.crt_exponent_length,
            Parameter::BatchSize => self.batch_size,
            Parameter::PrimeLength => self.prime_length,
            Parameter::PublicExponent => None,
        }
    }

    /// Sets a parameter that is a length or a number. Ignores e, which is neither.
    pub fn set_count(&mut self, parameter: Parameter, value: usize) {
        match parameter {
            Parameter::ModulusLength => self.modulus_length = value,
            Parameter::Primes => self.primes = Some(value),
            Parameter::Multiplicity => self.multiplicity = Some(value),
            Parameter::CrtExponentLength => self.crt_exponent_length = Some(value),
            Parameter::BatchSize => self.batch_size = Some(value),
            Parameter::PrimeLength => self.prime_length = Some(value),
            Parameter::PublicExponent => (),
        }
    }

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
}

impl CheckedParams {
    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Refuses to make a key whose public exponent would be too long for a modulus of its length. The modulus could not be longer
    /// than the limit in the error.
    pub(crate) fn affordable(self) -> Result<Self, Error> {
        let definition = self.variant.definition();
        let fits = |n: &usize| {
            let e = self.public_exponent.as_ref().map(|e| e.bits() as usize);
            e.unwrap_or_else(|| definition.public_exponent.computed_length(*n)) <= longest_public_exponent(*n)
        };
        let n = self.modulus_length;
        let (least, most) = (*MODULUS_LENGTHS.start(), (0..=n).rev().find(fits).unwrap_or_default());
        let reason = "a public operation with so long a public exponent would take seconds";
        if self.batch_size.is_none() {
            in_range("modulus_length", "bits", n, least, most, reason)?;
        }
        Ok(self)
    }

    /// The same parameters as [`KeyParams`], with every parameter of the variant set.
    pub fn to_params(&self) -> KeyParams {
        KeyParams {
            variant: self.variant,
            modulus_length: self.modulus_length,
            primes: self.variant.definition().primes.as_ref().map(|_| self.primes),
            multiplicity: self.multiplicity,
            crt_exponent_length: self.crt_exponent_length,
            public_exponent: self.public_exponent.clone(),
            batch_size: self.batch_size,
            prime_length: self.prime_length,
        }
    }

    /// The greatest length of a message in bits, for unbalanced keys: one bit less than the short prime, which must
    /// stay secret. Messages of other keys only have to be below the modulus.
    pub fn message_length(&self) -> Option<usize> {
        self.prime_length.map(|bits| bits - 1)
    }

    /// The length of the public exponent in bits, or of the longest one for a batch key. Rebalanced and r-prime compute
    /// the exponent from the private one; it is hardly ever more than a few bits shorter than this.
    pub fn public_exponent_length(&self) -> usize {
        match (&self.public_exponent, self.batch_size) {
            (Some(e), _) => e.bits() as usize,
            (_, Some(size)) => BATCH_EXPONENTS[size - 1].ilog2() as usize + 1,
            _ => self.variant.definition().public_exponent.computed_length(self.modulus_length),
        }
    }

    /// The exponents of p and q in N, for the variant multi-power.
    pub(crate) fn powers(&self) -> Option<[usize; 2]> {
        self.multiplicity.map(|s| [self.primes - s, s])
    }

    /// The lengths of the distinct primes in bits. Counted with multiplicity, they add up to n. If r does not divide n,
    /// the first primes are one bit longer; in `p^(r−s)·q^s`, q gets the remaining bits. For an unbalanced key, the
    /// short prime comes first.
    pub fn prime_lengths(&self) -> Vec<usize> {
        let (n, r) = (self.modulus_length, self.primes);
        if let Some(bits) = self.prime_length {
            return vec![bits, n - bits];
        }
        if let Some([of_p, of_q]) = self.powers() {
            // The two powers have no common factor, so among any `of_q` consecutive lengths of p, one leaves a multiple
            // of `of_q`.
            let p = (0..=n / r).rev().find(|p| (n - of_p * p).is_multiple_of(of_q)).expect("a length of p that fits");
            return vec![p, (n - of_p * p) / of_q];
        }
        // The length of a fixed e is that of both primes: see `scheme_b`.
        let is_fixed = matches!(self.variant.definition().public_exponent, PublicExponent::Half { .. });
        let length = |index| if is_fixed { n.div_ceil(2) } else { n / r + usize::from(index < n % r) };
        (0..r).map(length).collect()
    }
}

#[cfg(test)]
mod tests;
