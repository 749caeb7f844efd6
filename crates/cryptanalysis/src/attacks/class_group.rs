//! Finding the square factor of a modulus `N = p^(r−s)·q^s` with class groups of binary quadratic forms.
//!
//! **Breaks** multi-power keys that are too short. Only the length of the square-free part of N matters (p or q for odd r, p·q
//! for even r), not the length of the primes.
//!
//! **Needs** the modulus and r.
//!
//! The idea and its heuristic time come from E. Mulder, "Fast square-free decomposition of integers using class groups"
//! (arXiv:2308.06130, 2023). The lift, the choice of multipliers and the second stage are worked out here. G. Castagnos, A. Joux,
//! F. Laguillaumie, P. Q. Nguyen, "Factoring pq² with quadratic forms: nice cryptanalyses", Asiacrypt 2009, also use that a class
//! of the kernel reveals p.
//!
//! # How
//!
//! Let `N = f²·b` with b square-free, and let k be a small multiplier. Forms of discriminant `Δ = −kN` (or −4kN) make a group of
//! about `f·√(kb)` classes, which lies above the class group of `Δ₀ = Δ/f²`. That group has only about √(kb) classes; for r = 3,
//! their number has a sixth of the bits of N. If its class number h is smooth and E is a multiple of h, then `g^E` is in the
//! kernel for any class g, and it takes no knowledge of Δ₀ to compute it. Other k give other h, as other curves give other
//! orders.
//!
//! A class of the kernel has a form `(f², f·β, γ)`, whose leading coefficient shares p with N. (If f is a power of p, some
//! classes have a lower power there.) Computations show only reduced forms, and this one is reduced only if f² is below √|Δ|/2,
//! which is not the case. So the class is lifted to discriminant 4^s·Δ with an s for which it is. The lift makes h greater by a
//! factor of 2^(s−1), 2^s or 3·2^(s−1), which a few more squarings and a cube cover.
//!
//! The second stage goes through the primes up to a second bound: each class `g^(E·l)` follows from the previous one by one
//! product, and one product modulo N collects their leading coefficients.
//!
//! **Cost**: sub-exponential in the length of b, like elliptic curves for a prime half as long. [`Estimate`] is about longer
//! keys.
//!
//! **Defense**: a square-free part that is long enough, as the verdicts require: from n = 2488 bits on with r = 4.

mod bounds;
mod euclid;
mod form;
mod multipliers;
mod search;

use core::f64::consts::LN_2;

use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::moduli::perfect_power;
use rsa_variants::{KeyParams, MOST_PRIMES, Variant};

use self::multipliers::multipliers;
use self::search::{Plan, Search};
use super::attack::{Attack, AttackResult, Example, ExampleResult, Facts, OnlyKey, Outcome, Rng, types};
use super::record::{options, record};
use super::{fresh_key, grouped, is_prime};
use crate::progress::Step;
use crate::{Error, OnProgress, sources};

pub use self::bounds::Bounds;

/// The lengths in bits of the square-free parts that the attack accepts: longer ones would exhaust anyone's patience.
pub const SQUARE_FREE_LENGTHS: core::ops::RangeInclusive<usize> = 32..=192;
/// The modulus lengths in bits of examples: from r = 3 with the shortest primes that the library makes to r = 7 with the
/// longest square-free part that the attack accepts.
pub const MODULUS_LENGTHS: core::ops::RangeInclusive<usize> = 192..=1344;
/// The attack tries at most this many times the expected number of multipliers. Short primes need 1.45 times as many as
/// expected (a test has the figure), so one search in e^(12/1.45) = 4,000 fails.
const PATIENCE: f64 = 12.0;

/// The numbers of primes r that the attack accepts.
const PRIMES: core::ops::RangeInclusive<usize> = 3..=MOST_PRIMES;

options! {
    /// Options of the attack.
    pub struct Options {
        /// r: N is p^(r−s)·q^s with primes of about equal length.
        pub primes: usize = 3 => number("Primes r", "primes", PRIMES),
        /// How many multiples of N to try at most. Default: twelve times the expected number.
        pub most_multipliers: Option<u64> => number("Maximum multiples of N", "multipliers", 1..=u32::MAX as usize),
    }
}

impl Options {
    /// Returns the length of the square-free part, if the attack accepts it.
    fn check(&self, modulus_length: usize) -> Result<usize, Error> {
        let r = Error::in_range("primes", "", self.primes, PRIMES)?;
        if self.most_multipliers == Some(0) {
            return Err(Error::option("most_multipliers", "is 0, but must be at least 1"));
        }
        let length = square_free_length(modulus_length, r);
        let (least, most) = SQUARE_FREE_LENGTHS.into_inner();
        if !SQUARE_FREE_LENGTHS.contains(&length) {
            return Err(Error::NotApplicable(format!(
                "the square-free part of a modulus of {modulus_length} bits with r = {r} has {length} bits; the attack \
                 accepts {least} to {most} bits"
            )));
        }
        Ok(length)
    }
}

pub use crate::attack_limits::square_free_length;

record! {
    /// The figures of a run.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Figures {
        /// How many multiples kN were tried.
        pub multipliers: u64 => figure("{} multipliers k").one("{} multiplier k"),
        /// How many products of quadratic forms that took.
        pub products: u64 => figure("{} products of forms").one("{} product of forms"),
        /// The bounds of both stages.
        pub bounds: Bounds,
    }
}

record! {
    /// What was found.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// The k whose class group revealed p; absent if N is a power of a prime, which needs none.
        pub multiplier: Option<u32> => figure("k = {} succeeded"),
        /// In ascending order, each as often as it divides N.
        pub primes: Vec<BigUint>,
        /// The composite rest of N; empty if N is factored completely.
        pub unfactored: Vec<BigUint>,
    }
}

/// Splits a modulus until no two different parts share a factor and no part is a power. Then sorts the parts into primes and
/// composite numbers.
fn split(
    modulus: &BigUint,
    divisor: Option<BigUint>,
    rng: Rng<'_>,
    on_progress: OnProgress<'_>,
) -> Result<[Vec<BigUint>; 2], Error> {
    let one = BigUint::from(1u8);
    let mut open = divisor.map_or_else(|| vec![modulus.clone()], |divisor| vec![modulus / &divisor, divisor]);
    let mut parts: Vec<BigUint> = Vec::new();
    while let Some(part) = open.pop() {
        let shared = parts.iter().position(|other| *other != part && part.gcd(other) > one);
        if let Some(other) = shared.map(|index| parts.swap_remove(index)) {
            let common = part.gcd(&other);
            open.extend(
                [&part / &common, &other / &common, common.clone(), common].into_iter().filter(|part| *part > one),
            );
        } else if let Some((root, exponent)) = perfect_power(&part) {
            open.extend(vec![root; exponent as usize]);
        } else {
            parts.push(part);
        }
    }
    parts.sort();
    let (mut primes, mut unfactored) = (Vec::new(), Vec::new());
    for same in parts.chunk_by(|a, b| a == b) {
        let prime = is_prime(&same[0], rng, &mut *on_progress)?;
        if prime { &mut primes } else { &mut unfactored }.extend_from_slice(same);
    }
    Ok([primes, unfactored])
}

/// The modulus length and r of the keys for which the time is estimated.
const ESTIMATED: [(usize, usize); 6] = [(1024, 3), (1024, 4), (2048, 3), (2048, 4), (3072, 3), (4096, 5)];

record! {
    /// How long a longer key would take: an **estimate** from the time of this run, good to a few bits.
    pub struct Estimate as "ClassGroupEstimate" {
        /// n.
        pub modulus_length: usize => column("n"),
        /// r.
        pub primes: usize => column("r"),
        /// The length in bits of the square-free part of N: q for odd r, p·q for even r.
        pub square_free_length: usize => column("square-free part").unit("bits"),
        /// The time.
        pub seconds: f64 => column("time").unit("seconds"),
    }
}

options! {
    /// The key to make.
    pub struct ExampleOptions {
        /// n, such that the square-free part has at most 192 bits.
        pub modulus_length: usize = 256 => number("Modulus length n", "bits", MODULUS_LENGTHS),
        /// r.
        pub primes: usize = Options::default().primes => number("Primes r", "primes", PRIMES),
    }
}

/// The class group method.
///
/// ```
/// use core::ops::ControlFlow;
/// use num_bigint::BigUint;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::{Attack, ClassGroup, OnlyKey};
/// use rsa_variants::PublicKey;
///
/// let [p, q] = [(1u128 << 61) - 1, (1u128 << 64) - 59].map(BigUint::from);
/// let target = OnlyKey { key: PublicKey::new(&(&p * &p * &q), &65537u32.into())? };
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let outcome = ClassGroup::attack(&target, &Default::default(), &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.found.map(|found| found.primes), Ok(vec![p.clone(), p, q]));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub struct ClassGroup;

impl Attack for ClassGroup {
    const FACTS: Facts = Facts {
        name: "class-group",
        title: "Class group method for repeated primes",
        breaks: "Multi-power keys, N = p^(r−s)·q^s, with a short square-free part: p or q for odd r, p·q for even r. The length of \
                 p hardly matters.",
        needs: "The modulus and r.",
        cost: "Sub-exponential in the length of the square-free part, like elliptic curves for a prime half as long.",
        defense: "Use a modulus of at least 2488 bits with r = 4, or 3072 bits with r = 3.",
        source: sources::MULDER,
        is_seeded: true,
    };
    const EXAMPLE_SETS: &'static [&'static str] = &["primes"];
    types!(Target = OnlyKey, Options, Figures, Found, Estimate, ExampleOptions, Answer = (), Note = ());

    /// Factors the modulus of a multi-power key. Progress counts multipliers. The expected number is a mean, which one search in
    /// three exceeds.
    ///
    /// # Errors
    /// [`Error::Option`]; [`Error::NotApplicable`] for a prime modulus and for one whose square-free part is too long;
    /// [`Error::Aborted`].
    fn attack(target: &OnlyKey, options: &Options, rng: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
        let length = options.check(target.key.modulus_length())?;
        let modulus = target.key.modulus();
        if is_prime(&modulus, rng, on_progress)? {
            return Err(Error::NotApplicable(format!("the modulus of {} bits is prime", modulus.bits())));
        }
        let multipliers = multipliers(&modulus, length, if options.primes.is_multiple_of(2) { 2 } else { 1 });
        let bounds = Bounds::new(&multipliers);
        let mut figures = Figures { multipliers: 0, products: 0, bounds };
        let mut multiplier = None;
        let divisor = match perfect_power(&modulus) {
            Some((root, _)) => Some(root),
            None => {
                let text = format!(
                    "looking for a smooth class number for {} bits, with B1 = {} and B2 = {}",
                    modulus.bits(),
                    grouped(bounds.first),
                    grouped(bounds.second)
                );
                let expected = bounds.expected_multipliers.round().max(1.0) as u64;
                let mut step = Step::begin(text, Some(expected), &mut *on_progress)?;
                let plan = Plan::new(&bounds, &mut step)?;
                let square_free_length = length as u64;
                let mut search =
                    Search { modulus: &modulus, square_free_length, plan: &plan, step, tried: 0, products: 0 };
                let most = options.most_multipliers.unwrap_or((PATIENCE * bounds.expected_multipliers).ceil() as u64);
                let mut found = None;
                for candidate in &multipliers {
                    if found.is_some() || search.tried >= most {
                        break;
                    }
                    found = search.divisor(candidate)?;
                    search.tried += 1;
                    multiplier = found.is_some().then_some(candidate.k);
                }
                (figures.multipliers, figures.products) = (search.tried, search.products);
                found
            }
        };
        let [primes, unfactored] = split(&modulus, divisor, rng, on_progress)?;
        let found = if primes.is_empty() {
            Err(format!(
                "{} multipliers found no square in N; if N were p^{}·q with primes of equal length, {:.0} would be enough on average",
                figures.multipliers,
                options.primes - 1,
                bounds.expected_multipliers
            ))
        } else {
            Ok(Found { multiplier, primes, unfactored })
        };
        Ok(Outcome { found, figures })
    }

    /// Estimates how long other multi-power keys would take the program that ran for `seconds`; empty if no multiplier was needed.
    ///
    /// The number of products times the expected multipliers grows as `e^√(L·ln L)` with `L = b·ln 2` for a square-free part of b
    /// bits (the main term of the paper's time), and the time of a product as n². The estimate extrapolates from what one machine
    /// did in minutes to what none will ever do: it is good to a few bits, not to a few percent.
    #[inline]
    fn estimates(figures: &Figures, seconds: f64, target: &OnlyKey, options: &Options) -> Option<Vec<Estimate>> {
        let expected = seconds / figures.multipliers.max(1) as f64 * figures.bounds.expected_multipliers;
        let ln_work = |square_free_length: usize, modulus_length: usize| {
            let l = square_free_length as f64 * LN_2;
            (l * l.ln()).sqrt() + 2.0 * (modulus_length as f64).ln()
        };
        let n = target.key.modulus_length();
        let measured = ln_work(square_free_length(n, options.primes), n);
        let shapes = ESTIMATED.into_iter().filter(|_| figures.multipliers > 0);
        let estimates = shapes.map(|(modulus_length, primes)| {
            let square_free_length = square_free_length(modulus_length, primes);
            let seconds = expected * (ln_work(square_free_length, modulus_length) - measured).exp();
            Estimate { modulus_length, primes, square_free_length, seconds }
        });
        Some(estimates.collect())
    }

    /// Makes a fresh multi-power key.
    ///
    /// # Errors
    /// [`Error::Rsa`] for parameters that the library refuses, [`Error::NotApplicable`] for keys out of reach, [`Error::Option`],
    /// [`Error::Aborted`].
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let ExampleOptions { modulus_length, primes } = *options;
        Error::in_range("modulus_length", " bits", modulus_length, MODULUS_LENGTHS)?;
        let params = KeyParams { primes: Some(primes), ..KeyParams::new(Variant::MultiPower, modulus_length) };
        params.check()?;
        let options = Options { primes, ..Options::default() };
        options.check(modulus_length)?;
        let key = fresh_key::generate(rng, &params, on_progress)?;
        let example = Example::new(key.public_key().into(), key.components().primes.clone(), ());
        Ok(Example { options, params: Some(params), ..example })
    }
}

#[cfg(test)]
mod tests;
