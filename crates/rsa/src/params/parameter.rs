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

/// What a parameter is called.
#[derive(Debug)]
#[non_exhaustive]
pub struct ParameterFacts {
    /// Its name in [`KeyParams`](crate::KeyParams), in errors and, in camel case, in JavaScript.
    pub name: &'static str,
    /// The letter of the papers.
    pub letter: &'static str,
    /// A label for a field, after the letter.
    pub label: &'static str,
    /// `bits` for lengths, otherwise empty.
    pub unit: &'static str,
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

    /// What the parameter is called.
    pub fn facts(self) -> ParameterFacts {
        let of = |name, letter, label, unit, about| ParameterFacts { name, letter, label, unit, about };
        match self {
            Self::ModulusLength => of("modulus_length", "n", "modulus", "bits", "Length of the modulus N"),
            Self::Primes => of("primes", "r", "primes", "", "Number of prime factors of N, counting repeated ones"),
            Self::Multiplicity => of("multiplicity", "s", "times q", "", "How often q divides N = p^(r−s)·q^s"),
            Self::CrtExponentLength => {
                of("crt_exponent_length", "w", "CRT exponents", "bits", "Length of each private exponent modulo p − 1")
            }
            Self::BatchSize => {
                of("batch_size", "b", "batch", "", "Number of ciphertexts that one private operation decrypts")
            }
            Self::PrimeLength => of("prime_length", "|p|", "short prime", "bits", "Length of the short prime"),
            Self::PublicExponent => of("public_exponent", "e", "public exponent", "", "The public exponent"),
        }
    }

    /// Its name in [`KeyParams`](crate::KeyParams).
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Its unit, or nothing.
    pub(crate) fn unit(self) -> &'static str {
        self.facts().unit
    }
}
