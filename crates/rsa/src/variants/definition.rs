//! What the rest of the code knows of a variant. Each declares it in its own file; the page and the npm package have the same facts,
//! which `xtask` writes from here.

use num_bigint::BigUint;

use crate::{Parameter, Variant};

/// A variant: its names, its parameters, and what it computes.
#[derive(Debug)]
#[non_exhaustive]
pub struct Definition {
    /// Its name in the public interface, such as `multi-prime`.
    pub name: &'static str,
    /// Its name in tables, such as "Multi-prime".
    pub title: &'static str,
    /// Authors and year of the paper that first described it.
    pub source: &'static str,
    /// The number of prime factors, counted with multiplicity, if you can choose it. Other keys have two.
    pub primes: Option<Primes>,
    /// The length w of the CRT exponents, if you can choose it.
    pub crt_exponents: Option<CrtExponents>,
    /// How e is chosen.
    pub public_exponent: PublicExponent,
    /// Which powers the private operation consists of.
    pub powers: Powers,
    /// What its keys are for.
    pub purpose: Purpose,
    /// Why PKCS#1, PKCS#8 and JWK cannot hold its private keys: "they …".
    pub no_standard_format: Option<&'static str>,
    /// The variant with the same primes and a short public exponent, for two keys with one modulus.
    pub with_short_public_exponent: Option<Variant>,
    /// Why its keys never get a better verdict than acceptable.
    pub little_studied: Option<&'static str>,
    /// How many times as fast its private operation is as that of the original, in theory.
    pub speedup: Speedup,
    /// Whether it takes minutes to make a key of a usual length.
    pub is_slow_to_generate: bool,
}

/// What most variants have in common; each states what is its own.
pub(super) const USUAL: Definition = Definition {
    name: "",
    title: "",
    source: "",
    primes: None,
    crt_exponents: None,
    public_exponent: PublicExponent::Chosen,
    powers: Powers::EachPrime,
    purpose: Purpose::General,
    no_standard_format: None,
    with_short_public_exponent: None,
    little_studied: None,
    speedup: Speedup::times(1.0),
    is_slow_to_generate: false,
};

impl Definition {
    /// Whether its keys have a parameter.
    pub fn has(&self, parameter: Parameter) -> bool {
        match parameter {
            Parameter::ModulusLength => true,
            Parameter::Primes => self.primes.is_some(),
            Parameter::Multiplicity => self.powers == Powers::PrimePowers,
            Parameter::CrtExponentLength => self.crt_exponents.is_some(),
            Parameter::BatchSize => self.powers == Powers::SeveralCiphertexts,
            Parameter::PrimeLength => self.powers == Powers::ShortPrime,
            Parameter::PublicExponent => {
                matches!(self.public_exponent, PublicExponent::Chosen | PublicExponent::ChosenLong)
            }
        }
    }
}

/// How many primes a key may have.
#[derive(Debug)]
#[non_exhaustive]
pub struct Primes {
    /// The least number.
    pub least: usize,
    /// The default from each length of the modulus on, in bits.
    pub defaults: &'static [(usize, usize)],
}

impl Primes {
    pub(crate) fn default_at(&self, modulus_length: usize) -> usize {
        let found = self.defaults.iter().rev().find(|(from, _)| *from <= modulus_length);
        found.map_or(self.least, |(_, primes)| *primes)
    }

    /// At least `least`, and by default the most that OpenSSL allows at a length. Other software refuses keys with more. The elliptic
    /// curve method needs at least as long to find such a prime as the number field sieve needs to factor a modulus of the least
    /// acceptable length.
    pub(super) const fn as_openssl(least: usize) -> Self {
        Self { least, defaults: &[(0, 3), (4096, 4), (8192, 5)] }
    }
}

/// CRT exponents of a chosen length.
#[derive(Debug)]
#[non_exhaustive]
pub struct CrtExponents {
    /// By how many bits they may be longer than w.
    pub excess: usize,
    pub(crate) limits: fn(CrtExponentLimits) -> (usize, usize, &'static str),
}

/// What limits w: least and most bits, and the reason, follow from these lengths in bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrtExponentLimits {
    pub(crate) modulus_length: usize,
    pub(crate) public_exponent_length: usize,
    /// The length of the longest prime that there may be.
    pub(crate) longest: usize,
}

impl CrtExponents {
    /// As long as a prime at most.
    pub(super) const BELOW_PRIME: Self =
        Self { excess: 0, limits: |lengths| (0, lengths.longest, "a CRT exponent is no longer than a prime") };
}

/// How the public exponent e is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PublicExponent {
    /// A parameter: 65537 unless you choose another one of at most 256 bits.
    Chosen,
    /// A parameter of up to n/2 bits.
    ChosenLong,
    /// Computed from the private exponents: about as long as N.
    Computed,
    /// Fixed: n/2 bits, rounded up, and this many more, few of them 1.
    Half {
        /// How many bits e has more than a prime.
        excess: usize,
    },
    /// The first of [`BATCH_EXPONENTS`](crate::BATCH_EXPONENTS).
    Several,
}

impl PublicExponent {
    /// The length in bits of an e that is not a parameter.
    pub(crate) fn computed_length(self, modulus_length: usize) -> usize {
        match self {
            Self::Half { excess } => modulus_length.div_ceil(2) + excess,
            _ => modulus_length,
        }
    }

    /// The default of the parameter: 65537, or a power of two plus 1.
    ///
    /// The cofactor of a prime of tunable keys reveals the prime modulo e. With an e of |e| bits, n/4 − |e| bits then remain to be
    /// guessed (Galbraith, Heneghan, McKee 2005). The length of e is the greatest multiple of 32 that leaves 112 bits to guess, but
    /// at least 17 bits. Then only the lattice attacks limit w.
    pub(crate) fn default_at(self, modulus_length: usize) -> BigUint {
        let length = if self == Self::ChosenLong { (modulus_length / 4).saturating_sub(112) / 32 * 32 } else { 0 };
        (BigUint::from(1u8) << (length.max(17) - 1)) + 1u8
    }
}

/// Which powers the private operation consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Powers {
    /// One modulo N.
    Modulus,
    /// One modulo each prime.
    EachPrime,
    /// One modulo each of two primes, lifted to powers of the primes.
    PrimePowers,
    /// One modulo each prime for several ciphertexts.
    SeveralCiphertexts,
    /// One modulo the shorter prime.
    ShortPrime,
}

/// What keys of a variant are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// Any message.
    General,
    /// Messages shorter than a short prime.
    ShortMessages,
    /// Several ciphertexts that wait together.
    SeveralCiphertexts,
}

/// Why keys of two primes with short CRT exponents are no better than acceptable.
pub(super) const SHORT_CRT_EXPONENTS: &str = "Attacks on short CRT exponents have improved several times since 2006, so these keys \
                                              never get a better verdict than acceptable.";

/// A product of powers of lengths and numbers: `factor · n^modulus_length · r^primes · w^crt_exponent_length · b^batch_size ·
/// |p|^prime_length`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Speedup {
    /// The constant factor.
    pub factor: f64,
    /// The exponent of n.
    pub modulus_length: i32,
    /// The exponent of r.
    pub primes: i32,
    /// The exponent of w.
    pub crt_exponent_length: i32,
    /// The exponent of b.
    pub batch_size: i32,
    /// The exponent of |p|.
    pub prime_length: i32,
}

impl Speedup {
    /// A constant.
    pub(super) const fn times(factor: f64) -> Self {
        Self { factor, modulus_length: 0, primes: 0, crt_exponent_length: 0, batch_size: 0, prime_length: 0 }
    }

    /// Two exponents of w bits instead of one of n bits, each modulo half the length: 2n/w.
    pub(super) const TWO_SHORT_EXPONENTS: Self =
        Self { modulus_length: 1, crt_exponent_length: -1, ..Self::times(2.0) };
}
