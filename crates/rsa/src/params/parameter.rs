//! The parameters of keys: how they are called, by programs and by people.

/// A parameter of a key. [`KeyParams`](crate::KeyParams) has a member for each; the limits of one may depend on the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parameter {
    /// n
    ModulusLength,
    /// r
    Primes,
    /// s
    Multiplicity,
    /// w
    CrtExponentLength,
    /// b
    BatchSize,
    /// |p|
    PrimeLength,
    /// e
    PublicExponent,
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

    /// Its name in [`KeyParams`](crate::KeyParams), in errors and, in camel case, in JavaScript.
    pub fn name(self) -> &'static str {
        match self {
            Self::ModulusLength => "modulus_length",
            Self::Primes => "primes",
            Self::Multiplicity => "multiplicity",
            Self::CrtExponentLength => "crt_exponent_length",
            Self::BatchSize => "batch_size",
            Self::PrimeLength => "prime_length",
            Self::PublicExponent => "public_exponent",
        }
    }

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
