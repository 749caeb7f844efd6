//! The known methods against RSA and its variants, and the cost of each. There is one file for each idea, with its formulas as
//! functions of lengths and the finding that they give for a set of parameters.
//!
//! Strengths are base-2 logarithms of the work, in whole bits: the formulas are good to ±5 bits, so fractions would mislead.

pub mod crt_exponents;
pub mod factoring;
pub mod multi_prime_crt_exponents;
pub mod one_crt_exponent;
pub mod repeated_prime;

use num_bigint::BigUint;
use rsa_variants::{CheckedParams, Components, KeyParams};

use crate::relations::of_exponent;
use crate::{Reach, Source, Verdict};

/// A method of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Short CRT exponents and a short e: a lattice of dimension 3, in seconds.
    CrtExponentSmallELattice,
    /// Short CRT exponents and any e: lattices that approach a limit as they grow.
    CrtExponentLattice,
    /// One short CRT exponent and a short e: lattices that approach a limit as they grow.
    OneCrtExponentLattice,
    /// Short CRT exponents of three or more primes and a short e: a small lattice.
    MultiPrimeCrtExponentLattice,
    /// Short CRT exponents: a meet-in-the-middle search.
    CrtExponentSearch,
    /// Factors the whole modulus, whatever its primes.
    NumberFieldSieve,
    /// Finds the smallest prime.
    EllipticCurve,
    /// Finds a repeated prime with class groups of binary quadratic forms.
    ClassGroup,
    /// Finds a repeated prime with lattices.
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

    /// The public name of the attack of this crate that runs it.
    fn attack(self) -> Option<&'static str> {
        match self {
            Self::CrtExponentSmallELattice => Some("small-crt-exponents"),
            Self::MultiPrimeCrtExponentLattice => Some("several-crt-exponents"),
            Self::CrtExponentSearch => Some("meet-in-the-middle"),
            Self::EllipticCurve => Some("elliptic-curve"),
            Self::ClassGroup => Some("class-group"),
            _ => None,
        }
    }

    /// Whether it is about short CRT exponents.
    fn uses_crt_exponents(self) -> bool {
        self <= Self::CrtExponentSearch
    }

    /// Its name to display.
    pub fn name(self) -> &'static str {
        match self {
            Self::CrtExponentSmallELattice => "Small lattice attack on short CRT exponents and a short e",
            Self::CrtExponentLattice => "Lattice attack on short CRT exponents",
            Self::OneCrtExponentLattice => "Lattice attack on one short CRT exponent and a short e",
            Self::MultiPrimeCrtExponentLattice => {
                "Small lattice attack on short CRT exponents of several primes and a short e"
            }
            Self::CrtExponentSearch => "Meet-in-the-middle search for a CRT exponent",
            Self::NumberFieldSieve => "Number field sieve",
            Self::EllipticCurve => "Elliptic curve method",
            Self::ClassGroup => "Class group method",
            Self::PrimePowerLattice => "Lattice attack on prime powers",
        }
    }
}

/// What a reason adds if the exponents are not short as they are.
const DISGUISED: &str = " Here w is the length of a number that takes the place of a CRT exponent: the exponent differs from a \
                         simple fraction of p − 1 only by that number.";

rsa_variants::named! {
    /// What a strength is based on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Basis {
        /// A condition or a count that holds as stated, up to small factors of the work.
        Exact = "exact",
        /// A formula fitted to experience, or a limit that lattices only approach as they grow.
        Estimate = "estimate",
    }
}

/// What one method achieves against a set of parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The method.
    pub method: Method,
    /// The work in bits; 0 if it takes polynomial time.
    pub strength: u32,
    /// The lowest and the highest figure, if the estimate is only a range; `strength` is the lowest.
    pub strength_range: Option<(u32, u32)>,
    /// Whether the strength is exact or an estimate.
    pub basis: Basis,
    /// For a "broken" verdict: how close the method is to practice.
    pub reach: Option<Reach>,
    /// The public name of the attack of this crate that runs it, if `reach` is [`Reach::Here`].
    pub attack: Option<&'static str>,
    /// The reason, with the numbers: one or two sentences.
    pub reason: String,
    /// The paper or standard that describes the method.
    pub source: Source,
}

impl Finding {
    /// An estimate. `reach` is how close the method is to practice if the strength means "broken".
    fn new(method: Method, strength: u32, reach: Reach, reason: String, source: Source) -> Self {
        let attack = method.attack().filter(|_| reach == Reach::Here);
        let reach = (Verdict::of(strength) == Verdict::Broken).then_some(reach);
        Self { method, strength, strength_range: None, basis: Basis::Estimate, reach, attack, reason, source }
    }

    /// The verdict that this method alone would give.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.strength)
    }
}

/// What the methods need to know about parameters or a key.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// n
    pub(crate) modulus_length: usize,
    /// r, with multiplicity.
    pub(crate) primes: usize,
    /// Whether the modulus is p^(r−s)·q^s.
    pub(crate) repeated_prime: bool,
    /// The length of the smallest prime; `None` for a public key that does not show it.
    pub(crate) smallest_prime: Option<usize>,
    /// The CRT exponents, if they are shorter than the primes; otherwise empty.
    pub(crate) crt_exponents: Vec<CrtExponentLength>,
    /// Whether a CRT exponent is only short in the sense of [`effective_length`].
    pub(crate) is_disguised: bool,
    /// The length of e.
    pub(crate) public_exponent_length: usize,
}

/// The lengths of a CRT exponent and of its prime, in bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrtExponentLength {
    pub(crate) exponent: usize,
    pub(crate) prime: usize,
}

/// A CRT exponent counts as short if it is more than 48 bits shorter than its prime. By chance that happens once in 2^45 primes:
/// for each b there are b fractions and two signs, and `b·2·2^(−48)/b²·1/b` summed over all b is below `4·2^(−48)`.
const SHORTER_BY_CHANCE: usize = 48;

/// The length of a CRT exponent d as attacks see it. If `b·d = a·(p − 1) + s` with small a and b, then `e·s ≡ b mod p − 1`, and s
/// takes the place of d. The search for s, `g^(e·s) = g^b mod p`, takes half of its bits, and all those of b to choose it. So the
/// length is that of s and twice that of b. Lattices have one more unknown, b, and lose no more than that either.
fn effective_length(exponent: &BigUint, prime: &BigUint, e: &BigUint) -> usize {
    let order = prime - 1u8;
    let lengths = of_exponent(exponent, &order, e).map(|near| near.rest.bits() + 2 * (near.denominator.bits() - 1));
    lengths.min().map_or(0, |length| length as usize)
}

impl Shape {
    /// For parameters: the shape of keys that key generation makes.
    pub(crate) fn new(params: &CheckedParams, public_exponent_length: usize) -> Self {
        let asked = params.to_params();
        let primes = params.prime_lengths();
        let exponents = asked
            .crt_exponent_length
            .map(|exponent| primes.iter().map(|&prime| CrtExponentLength { exponent, prime }).collect());
        Self {
            modulus_length: asked.modulus_length,
            primes: asked.primes.unwrap_or(2),
            repeated_prime: params.variant().definition().has_prime_powers(),
            smallest_prime: primes.into_iter().min(),
            crt_exponents: exponents.unwrap_or_default(),
            is_disguised: false,
            public_exponent_length,
        }
    }

    /// For a private key: its actual numbers, whatever its parameters say.
    pub(crate) fn of_key(params: &KeyParams, key: &Components, public_exponent_length: usize) -> Self {
        let e = key.public_exponents.iter().product();
        let numbers = key.primes.iter().map(|prime| (&key.private_exponent % (prime - 1u8), prime));
        let lengths = numbers.map(|(exponent, prime)| {
            let length =
                CrtExponentLength { exponent: effective_length(&exponent, prime, &e), prime: prime.bits() as usize };
            (length, exponent.bits() as usize > length.exponent + SHORTER_BY_CHANCE)
        });
        let (exponents, disguises): (Vec<_>, Vec<_>) = lengths.unzip();
        let are_short = params.crt_exponent_length.is_some()
            || exponents.iter().any(|length| length.exponent + SHORTER_BY_CHANCE < length.prime);
        let repeated_prime = params.variant.definition().has_prime_powers();
        Self {
            modulus_length: key.modulus.bits() as usize,
            primes: if repeated_prime { params.primes.unwrap_or(3) } else { key.primes.len() },
            repeated_prime,
            smallest_prime: exponents.iter().map(|length| length.prime).min(),
            crt_exponents: if are_short { exponents } else { Vec::new() },
            is_disguised: disguises.contains(&true),
            public_exponent_length,
        }
    }

    /// For a public key: only its lengths are known, and for an unbalanced key the length of its short prime.
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
            is_disguised: false,
            public_exponent_length,
        }
    }

    /// The shortest CRT exponent, which a search finds first.
    pub(crate) fn shortest_crt_exponent(&self) -> Option<usize> {
        self.crt_exponents.iter().map(|length| length.exponent).min()
    }
}

/// The findings of all methods that apply, lowest strength first; at equal strength, the more practical method first.
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
    // Inserted one by one: the standard library's sort would add several kilobytes to the module that makes keys.
    for mut finding in methods.iter().filter_map(|method| method(shape)) {
        if shape.is_disguised && finding.method.uses_crt_exponents() {
            // The attacks of this crate look for exponents that are short as they are.
            finding.attack = None;
            finding.reach = finding.reach.map(|reach| reach.max(Reach::Practical));
            finding.reason.push_str(DISGUISED);
        }
        findings.insert(findings.partition_point(|other| rank(other) <= rank(&finding)), finding);
    }
    findings
}

/// A positive number with the given number of decimals. Formatting floating-point numbers would make up a tenth of the module
/// that makes keys.
pub(crate) fn decimal(value: f64, decimals: usize) -> String {
    let unit = 10u64.pow(decimals as u32);
    let scaled = (value * unit as f64).round() as u64;
    format!("{}.{:0decimals$}", scaled / unit, scaled % unit)
}

/// An estimate in whole bits.
fn whole_bits(estimate: f64) -> u32 {
    estimate.max(0.0).round() as u32
}
