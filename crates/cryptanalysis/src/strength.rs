//! The methods that are known against RSA and its variants, and what each costs: a file for each idea, with the formulas as
//! functions of lengths, and the finding that follows for a set of parameters.
//!
//! Strengths are base-2 logarithms of the work, in whole bits: the formulas leave ±5 bits open, and a fraction would pretend
//! otherwise.

pub mod crt_exponents;
pub mod factoring;
pub mod multi_prime_crt_exponents;
pub mod one_crt_exponent;
pub mod repeated_prime;

use rsa_variants::{CheckedParams, Components, KeyParams, Variant};

use crate::{Reach, Source, Verdict};

/// A method of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Short CRT exponents and a short e: a lattice of dimension 3, in seconds.
    CrtExponentSmallELattice,
    /// Short CRT exponents and any e: lattices that grow towards a limit.
    CrtExponentLattice,
    /// One short CRT exponent and a short e: lattices that grow towards a limit.
    OneCrtExponentLattice,
    /// Short CRT exponents of three or more primes and a short e: a small lattice.
    MultiPrimeCrtExponentLattice,
    /// Short CRT exponents: a search that meets in the middle.
    CrtExponentSearch,
    /// The whole modulus, whatever its primes.
    NumberFieldSieve,
    /// The smallest prime.
    EllipticCurve,
    /// A repeated prime, by class groups of binary quadratic forms.
    ClassGroup,
    /// A repeated prime, by lattices.
    PrimePowerLattice,
}

impl Method {
    /// Its identifier in the public interface.
    pub fn id(self) -> &'static str {
        match self {
            Self::CrtExponentSmallELattice => "crt-exponent-small-e-lattice",
            Self::CrtExponentLattice => "crt-exponent-lattice",
            Self::OneCrtExponentLattice => "one-crt-exponent-lattice",
            Self::MultiPrimeCrtExponentLattice => "multi-prime-crt-exponent-lattice",
            Self::CrtExponentSearch => "crt-exponent-search",
            Self::NumberFieldSieve => "number-field-sieve",
            Self::EllipticCurve => "elliptic-curve",
            Self::ClassGroup => "class-group",
            Self::PrimePowerLattice => "prime-power-lattice",
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::CrtExponentSmallELattice => "Small lattice for short CRT exponents and short e",
            Self::CrtExponentLattice => "Lattice for short CRT exponents",
            Self::OneCrtExponentLattice => "Lattice for one short CRT exponent and short e",
            Self::MultiPrimeCrtExponentLattice => "Small lattice for short CRT exponents of several primes and short e",
            Self::CrtExponentSearch => "Search for a CRT exponent, meeting in the middle",
            Self::NumberFieldSieve => "Number field sieve",
            Self::EllipticCurve => "Elliptic curve method",
            Self::ClassGroup => "Class groups",
            Self::PrimePowerLattice => "Lattice for prime powers",
        }
    }
}

/// What a strength rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Basis {
    /// A condition or a count that holds as it stands, small factors of the work apart.
    Exact,
    /// A formula fitted to experience, or a limit that lattices reach only as they grow.
    Estimate,
}

impl Basis {
    /// Its name in the public interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Estimate => "estimate",
        }
    }
}

/// What one method does to a set of parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The method.
    pub method: Method,
    /// Bits of work; 0 where it takes polynomial time.
    pub strength: u32,
    /// The least and the greatest bits of work, where the estimate is no better than a range; `strength` is the least.
    pub strength_range: Option<(u32, u32)>,
    /// Whether the strength is a count or an estimate.
    pub basis: Basis,
    /// How close to practice the method is, where its verdict is "broken".
    pub reach: Option<Reach>,
    /// The attack of this crate that carries it out, where `reach` is [`Reach::Here`]: its public name.
    pub attack: Option<&'static str>,
    /// Why, with the numbers: a sentence.
    pub reason: String,
    /// Who found it.
    pub source: Source,
}

impl Finding {
    /// What it alone would make of the parameters.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.strength)
    }
}

/// What the methods need to know of parameters or of a key.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// n
    pub(crate) modulus_length: usize,
    /// r, with multiplicity.
    pub(crate) primes: usize,
    /// Whether the modulus is p^(r−s)·q^s.
    pub(crate) repeated_prime: bool,
    /// Bits of the smallest prime; `None` for a public key of which nothing is known.
    pub(crate) smallest_prime: Option<usize>,
    /// The CRT exponents, where they are shorter than the primes; else empty.
    pub(crate) crt_exponents: Vec<CrtExponentLength>,
    /// Bits of e.
    pub(crate) public_exponent_length: usize,
}

/// Lengths in bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrtExponentLength {
    /// Of the exponent.
    pub(crate) exponent: usize,
    /// Of its prime.
    pub(crate) prime: usize,
}

/// A CRT exponent of a key counts as short when it lacks so many bits of its prime: by chance once in 2^32 keys.
const SHORTER_BY_CHANCE: usize = 32;

impl Shape {
    /// Of parameters: as key generation makes their keys.
    pub(crate) fn new(params: &CheckedParams, public_exponent_length: usize) -> Self {
        let asked = params.to_params();
        let primes = params.prime_lengths();
        let exponents = asked
            .crt_exponent_length
            .map(|exponent| primes.iter().map(|&prime| CrtExponentLength { exponent, prime }).collect());
        Self {
            modulus_length: asked.modulus_length,
            primes: asked.primes.unwrap_or(2),
            repeated_prime: params.variant() == Variant::MultiPower,
            smallest_prime: primes.into_iter().min(),
            crt_exponents: exponents.unwrap_or_default(),
            public_exponent_length,
        }
    }

    /// Of a private key: by its actual numbers, whatever its parameters say.
    pub(crate) fn of_key(params: &KeyParams, key: &Components, public_exponent_length: usize) -> Self {
        let exponents = key.primes.iter().map(|prime| CrtExponentLength {
            exponent: (&key.private_exponent % (prime - 1u8)).bits() as usize,
            prime: prime.bits() as usize,
        });
        let exponents: Vec<_> = exponents.collect();
        let are_short = params.crt_exponent_length.is_some()
            || exponents.iter().any(|length| length.exponent + SHORTER_BY_CHANCE < length.prime);
        let repeated_prime = params.variant == Variant::MultiPower;
        Self {
            modulus_length: key.modulus.bits() as usize,
            primes: if repeated_prime { params.primes.unwrap_or(3) } else { key.primes.len() },
            repeated_prime,
            smallest_prime: exponents.iter().map(|length| length.prime).min(),
            crt_exponents: if are_short { exponents } else { Vec::new() },
            public_exponent_length,
        }
    }

    /// Of a public key: nothing is known but its lengths, and of an unbalanced key that of its short prime.
    pub(crate) fn of_public_key(
        modulus_length: usize,
        public_exponent_length: usize,
        smallest_prime: Option<usize>,
    ) -> Self {
        Self {
            modulus_length,
            primes: 2,
            repeated_prime: false,
            smallest_prime,
            crt_exponents: Vec::new(),
            public_exponent_length,
        }
    }

    /// The shortest CRT exponent, which a search finds first.
    pub(crate) fn shortest_crt_exponent(&self) -> Option<usize> {
        self.crt_exponents.iter().map(|length| length.exponent).min()
    }
}

/// What every method that applies does, least strength first; of equals the more practical first.
pub(crate) fn findings(shape: &Shape) -> Vec<Finding> {
    let methods = [
        crt_exponents::small_e_finding,
        crt_exponents::lattice_finding,
        one_crt_exponent::finding,
        multi_prime_crt_exponents::finding,
        crt_exponents::search_finding,
        factoring::number_field_sieve_finding,
        factoring::elliptic_curve_finding,
        repeated_prime::class_group_finding,
        repeated_prime::lattice_finding,
    ];
    let rank = |finding: &Finding| (finding.strength, finding.method);
    let mut findings: Vec<Finding> = Vec::with_capacity(methods.len());
    // One by one: the library's sort would be some kilobytes of the module that makes keys.
    for finding in methods.iter().filter_map(|method| method(shape)) {
        findings.insert(findings.partition_point(|other| rank(other) <= rank(&finding)), finding);
    }
    findings
}

/// A positive number with so many decimals. The formatting of floating-point numbers would be a tenth of the module that makes
/// keys.
pub(crate) fn decimal(value: f64, decimals: usize) -> String {
    let unit = 10u64.pow(decimals as u32);
    let scaled = (value * unit as f64).round() as u64;
    format!("{}.{:0decimals$}", scaled / unit, scaled % unit)
}

/// An estimate in whole bits.
fn whole_bits(estimate: f64) -> u32 {
    estimate.max(0.0).round() as u32
}

/// How close to practice a method is, if its strength means that parameters are broken.
fn reach_if_broken(strength: u32, reach: Reach) -> Option<Reach> {
    (Verdict::of(strength) == Verdict::Broken).then_some(reach)
}
