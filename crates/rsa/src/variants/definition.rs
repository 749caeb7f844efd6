//! What the rest of the code knows of a variant. Each declares it in its own file; the page and the npm package have the same facts,
//! which `xtask` writes from here.

use num_bigint::BigUint;

use crate::Variant;

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
    /// What users of its keys must know, for every verdict.
    pub caveat: Option<&'static str>,
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
    caveat: None,
    speedup: Speedup::times(1.0),
    is_slow_to_generate: false,
};

impl Definition {
    /// Whether a prime may divide N more than once.
    pub fn has_prime_powers(&self) -> bool {
        self.powers == Powers::PrimePowers
    }

    /// The mean number of tries for a prime of a variant that searches among CRT exponents.
    pub(crate) fn expected_tries(&self, modulus_length: usize) -> u64 {
        match self.crt_exponents.as_ref().map(|exponents| exponents.room) {
            Some(CrtExponentRoom::Search { tries_per_bit, .. }) => {
                (modulus_length as f64 * tries_per_bit).ceil() as u64
            }
            _ => 1,
        }
    }
}

/// How many primes a key may have.
#[derive(Debug)]
#[non_exhaustive]
pub struct Primes {
    /// The least number.
    pub least: usize,
    /// Why fewer are not possible.
    pub why_least: &'static str,
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
    pub(super) const fn as_openssl(least: usize, why_least: &'static str) -> Self {
        Self { least, why_least, defaults: &[(0, 3), (4096, 4), (8192, 5)] }
    }
}

/// CRT exponents of a chosen length.
#[derive(Debug)]
#[non_exhaustive]
pub struct CrtExponents {
    /// By how many bits they may be longer than w.
    pub excess: usize,
    /// What limits w.
    pub room: CrtExponentRoom,
}

impl CrtExponents {
    /// As long as a prime at most.
    pub(super) const BELOW_PRIME: Self = Self { excess: 0, room: CrtExponentRoom::Prime };
}

/// What limits the length w of CRT exponents. Each has at least 16 bits.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum CrtExponentRoom {
    /// A prime: w is at most its length.
    Prime,
    /// Also e: in `e·d = 1 + k·(p − 1)`, k has at least so many bits.
    Product {
        /// The least length of k in bits.
        cofactor_length: usize,
    },
    /// A search for primes among the numbers of w bits, and a length below that of a prime, because d < 2k must stay below
    /// `p − 1 ≈ e·d/k`, and e is as long as p. With sixteen times the mean number of tries, one in 10⁷ parameter sets has no prime.
    Search {
        /// The mean number of tries for a prime, for each bit of the modulus.
        tries_per_bit: f64,
        /// How many of the w bits are fixed.
        fixed_bits: usize,
    },
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
        (BigUint::from(1u8) << (self.default_length(modulus_length) - 1)) + 1u8
    }

    pub(crate) fn default_length(self, modulus_length: usize) -> usize {
        let length = if self == Self::ChosenLong { (modulus_length / 4).saturating_sub(112) / 32 * 32 } else { 0 };
        length.max(17)
    }
}

crate::named! {
    /// Which powers the private operation consists of.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Powers {
        /// One modulo N.
        Modulus = "modulus",
        /// One modulo each prime.
        EachPrime = "each-prime",
        /// One modulo each of two primes, lifted to powers of the primes.
        PrimePowers = "prime-powers",
        /// One modulo each prime for several ciphertexts.
        SeveralCiphertexts = "several-ciphertexts",
        /// One modulo the shorter prime.
        ShortPrime = "short-prime",
    }
}

crate::named! {
    /// What keys of a variant are for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Purpose {
        /// Any message.
        General = "general",
        /// Messages shorter than a short prime.
        ShortMessages = "short-messages",
        /// Several ciphertexts that wait together.
        SeveralCiphertexts = "several-ciphertexts",
    }
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
