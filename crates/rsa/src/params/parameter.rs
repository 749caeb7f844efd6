//! The parameters of keys: how they are called, by programs and by people, which variants have them, and their values.

use num_bigint::BigUint;

use crate::Variant;
use crate::variants::definition::{Definition, Powers, PublicExponent};

crate::named! {
    /// A parameter of a key. [`KeyParams`](crate::KeyParams) has a member for each; the limits of one may depend on the others.
    /// Its name is that in [`KeyParams`](crate::KeyParams), in errors and, in camel case, in JavaScript.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Parameter {
        /// n
        ModulusLength = "modulus_length",
        /// r
        Primes = "primes",
        /// s
        Multiplicity = "multiplicity",
        /// w
        CrtExponentLength = "crt_exponent_length",
        /// b
        BatchSize = "batch_size",
        /// |p|
        PrimeLength = "prime_length",
        /// e
        PublicExponent = "public_exponent",
    }
}

/// What people call a parameter.
#[derive(Debug)]
#[non_exhaustive]
pub struct ParameterWords {
    /// The letter of the papers.
    pub letter: &'static str,
    /// A label for a field, after the letter.
    pub label: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
}

impl Parameter {
    /// All parameters, in the order of tables.
    pub const ALL: [Self; 7] = [
        Self::ModulusLength,
        Self::Primes,
        Self::Multiplicity,
        Self::CrtExponentLength,
        Self::BatchSize,
        Self::PrimeLength,
        Self::PublicExponent,
    ];

    /// `bits` for lengths, otherwise empty.
    pub fn unit(self) -> &'static str {
        match self {
            Self::ModulusLength | Self::CrtExponentLength | Self::PrimeLength => "bits",
            Self::Primes | Self::Multiplicity | Self::BatchSize | Self::PublicExponent => "",
        }
    }

    /// What people call it.
    pub fn words(self) -> ParameterWords {
        let of = |letter, label, about| ParameterWords { letter, label, about };
        match self {
            Self::ModulusLength => of("n", "modulus", "Length of the modulus N"),
            Self::Primes => of("r", "primes", "Number of prime factors of N, counting repeated ones"),
            Self::Multiplicity => of("s", "times q", "How often q divides N = p^(r−s)·q^s"),
            Self::CrtExponentLength => of("w", "CRT exponents", "Length of each private exponent modulo p − 1"),
            Self::BatchSize => of("b", "batch", "Number of ciphertexts that one private operation decrypts"),
            Self::PrimeLength => of("|p|", "short prime", "Length of the short prime"),
            Self::PublicExponent => of("e", "public exponent", "The public exponent"),
        }
    }
}

impl Definition {
    /// Whether its keys have a parameter.
    pub fn has(&self, parameter: Parameter) -> bool {
        match parameter {
            Parameter::ModulusLength => true,
            Parameter::Primes => self.primes.is_some(),
            Parameter::Multiplicity => self.has_prime_powers(),
            Parameter::CrtExponentLength => self.crt_exponents.is_some(),
            Parameter::BatchSize => self.powers == Powers::SeveralCiphertexts,
            Parameter::PrimeLength => self.powers == Powers::ShortPrime,
            Parameter::PublicExponent => {
                matches!(self.public_exponent, PublicExponent::Chosen | PublicExponent::ChosenLong)
            }
        }
    }
}

/// The requested parameters of a key. Those that are `None` get their defaults.
///
/// The defaults are acceptable parameters; at lengths where none is acceptable, they can be broken. Parameters
/// that you set are checked against their limits, but nothing here judges their strength: you can generate a key of 512
/// bits. Call `rsa_cryptanalysis::caution` first, as the WebAssembly bindings do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyParams {
    /// The variant, which decides how the key is made and used.
    pub variant: Variant,
    /// n: the exact length of the modulus in bits, 128 to 16384.
    pub modulus_length: usize,
    /// r: the number of prime factors of the modulus, counted with multiplicity, each of at least 64 bits.
    ///
    /// - `multi-prime`: 2 to 8. Default: 3, from 4096 bits 4, from 8192 bits 5, as many as OpenSSL allows.
    /// - `r-prime`: 3 to 8. Default as for `multi-prime`.
    /// - `multi-power`: 3 to 8. Default 4, below 640 bits 3.
    /// - `batch`: 2 to 8. Default 2.
    pub primes: Option<usize>,
    /// s: the exponent of q in `N = p^(r − s)·q^s`, less than r/2 and coprime to r. For `multi-power`. Default 1.
    pub multiplicity: Option<usize>,
    /// w: the length in bits of each CRT exponent (the private exponent modulo p − 1).
    ///
    /// - `rebalanced`, `r-prime`: 16 to n/r.
    /// - `scheme-a`, `scheme-b`: from a little more (25 and 16 at n 1024), because too few keys exist below it, to less than n/2.
    /// - `tunable`: 16 to n/2; w and e together have at least n/2 + 16 bits.
    ///
    /// Default: the least multiple of 32 that no known attack makes weaker than 110 bits. At 2048 bits that is 320 for
    /// `rebalanced`, 224 for `r-prime`, 512 for `scheme-a`, 544 for `scheme-b`, and 736 for `tunable` with its default e.
    pub crt_exponent_length: Option<usize>,
    /// e: odd, at least 3.
    ///
    /// - `original`, `crt`, `multi-prime`, `multi-power`, `unbalanced`: at most 256 bits, and at most n/2. Default 65537.
    /// - `tunable`: at most n/2 bits. Default: a power of two plus 1, of somewhat less than n/4 bits (384 at 2048).
    pub public_exponent: Option<BigUint>,
    /// b: the number of ciphertexts that one private operation decrypts, 2 to 8. For `batch`. Default 4.
    pub batch_size: Option<usize>,
    /// |p|: the length of the short prime in bits: at least 64, at least n − 8192, and less than n/2. For `unbalanced`. Messages
    /// have at most |p| − 1 bits, so encrypting files with the npm package needs a |p| of at least 785. Default: within these
    /// limits, the least multiple of 32 for which the elliptic curve method needs 2^110 operations, such as 640 at 2048 bits.
    pub prime_length: Option<usize>,
}

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
}
