//! The methods that are known against RSA and its variants, and what each costs: a file for each idea, with the formulas as
//! functions of lengths, and the finding that follows for a set of parameters.
//!
//! Strengths are base-2 logarithms of the work, in whole bits: the formulas leave ±5 bits open, and a fraction would pretend
//! otherwise.

pub mod crt_exponents;
pub mod factoring;
pub mod repeated_prime;

use rsa_variants::{CheckedParams, Variant};

use crate::{Source, Verdict};

/// A method of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Short CRT exponents and a short e: a lattice of dimension 3, in seconds.
    CrtExponentSmallELattice,
    /// Short CRT exponents and any e: lattices that grow towards a limit.
    CrtExponentLattice,
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

/// What the methods need to know of parameters.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// n
    pub(crate) modulus_length: usize,
    /// r, with multiplicity.
    pub(crate) primes: usize,
    /// Whether the modulus is p^(r−1)·q.
    pub(crate) repeated_prime: bool,
    /// Bits of the smallest prime.
    pub(crate) smallest_prime: usize,
    /// w, where the CRT exponents are shorter than the primes by choice.
    pub(crate) crt_exponent_length: Option<usize>,
    /// Bits of e.
    pub(crate) public_exponent_length: usize,
}

impl Shape {
    pub(crate) fn new(params: &CheckedParams, public_exponent_length: usize) -> Self {
        let asked = params.to_params();
        Self {
            modulus_length: asked.modulus_length,
            primes: asked.primes.unwrap_or(2),
            repeated_prime: params.variant() == Variant::MultiPower,
            smallest_prime: params.prime_lengths().into_iter().min().expect("every modulus has primes"),
            crt_exponent_length: asked.crt_exponent_length,
            public_exponent_length,
        }
    }
}

/// What every method that applies does, least strength first; of equals the more practical first.
pub(crate) fn findings(shape: &Shape) -> Vec<Finding> {
    let methods = [
        crt_exponents::small_e_finding,
        crt_exponents::lattice_finding,
        crt_exponents::search_finding,
        factoring::number_field_sieve_finding,
        factoring::elliptic_curve_finding,
        repeated_prime::class_group_finding,
        repeated_prime::lattice_finding,
    ];
    let mut findings: Vec<Finding> = methods.iter().filter_map(|method| method(shape)).collect();
    findings.sort_by_key(|finding| (finding.strength, finding.method));
    findings
}

/// An estimate in whole bits.
fn whole_bits(estimate: f64) -> u32 {
    estimate.max(0.0).round() as u32
}
