//! Finding the primes of a modulus with elliptic curves.
//!
//! **Breaks** keys with short primes: multi-prime and multi-power keys whose n/r is too small, however long their modulus.
//!
//! **Needs** only the modulus.
//!
//! H. W. Lenstra, "Factoring integers with elliptic curves", Annals of Mathematics 126, 1987. Each curve is an independent
//! chance: it finds p if the order of its group modulo p is smooth. The work grows with the length of p, and hardly with that of
//! N. The curves are Suyama's in Montgomery's form, with Lucas chains in the first stage (`lucas_chain`) and baby and giant steps
//! in the second (`stages`). How far the stages go is computed (`bounds`). Two curves run at once, because the arithmetic of the
//! engine `lanes` multiplies two numbers at once.
//!
//! **Cost**: about 220 curves of 900,000 multiplications modulo N each for a prime of 80 bits, and an eighth of that for any one
//! of eight such primes. [`extrapolate`] estimates longer primes.
//!
//! **Defense**: primes so long that the number field sieve is the cheaper attack: two at 1024 bits, at most three from 2048 to
//! 4096.

mod bounds;
mod curve;
mod lucas_chain;
mod stages;

use core::f64::consts::LN_2;
use core::ops::ControlFlow;
use std::rc::Rc;

use modular_powers::{Engine, PairedResidues, prime};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::moduli::perfect_power;
use rsa_variants::{KeyParams, MOST_PRIMES, PublicKey, Variant};

use self::curve::{Curves, Divisor};
use self::stages::Plan;
use super::entry::{Attack, Example, Facts, OnlyKey};
use super::record::{choices, defaults, record};
use super::{fresh_key, grouped, is_prime};
use crate::progress::Step;
use crate::{Error, OnProgress, Progress, sources};

pub use self::bounds::Bounds;
pub use crate::attack_limits::PRIME_LENGTHS;

/// Products of limbs of [`LIMB_BITS`] bits between two calls of the progress callback: a few milliseconds.
const WORK_BETWEEN_REPORTS: u64 = 10_000_000;
const LIMB_BITS: u64 = 29;
/// The attack tries at most this many times the expected number of curves. One search in e^8 = 3,000 fails then.
const PATIENCE: f64 = 8.0;
/// If a curve finds all primes of a number at once, the search continues for primes shorter by this many bits, down to the
/// least length.
const SHORTER: usize = 8;
const LEAST_LENGTH: usize = 16;

record! {
    /// Options of the attack.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options {
        /// The length in bits of the primes to look for. The attack finds shorter ones as well, and longer ones seldom.
        pub prime_length: usize = 80 =>
            number("Length of a prime", "bits", *PRIME_LENGTHS.start(), *PRIME_LENGTHS.end()),
        /// How many primes of about this length N has; affects only the expected number of curves.
        pub primes: usize = 1 => number("Number of primes of this length", "primes", 1, MOST_PRIMES),
        /// Whether to continue until N is factored completely. If `false`, the attack stops at the first prime.
        pub all_primes: bool = true => choice("Find all primes"),
        /// How many curves to try at most for each prime. Default: eight times the expected number.
        pub most_curves: Option<u64> => number("Maximum curves for each prime", "curves", 1, u32::MAX as usize),
    }
}

impl Default for Options {
    fn default() -> Self {
        defaults()
    }
}

impl Options {
    fn check(&self) -> Result<(), Error> {
        Error::in_range("prime_length", " bits", self.prime_length, PRIME_LENGTHS)?;
        Error::in_range("primes", "", self.primes, 1..=MOST_PRIMES)?;
        if self.most_curves == Some(0) {
            return Err(Error::option("most_curves", "is 0, but must be at least 1"));
        }
        Ok(())
    }
}

record! {
    /// The result of an attack.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Outcome {
        /// How many curves were tried.
        pub curves: u64 => figure("{} curves").one("{} curve"),
        /// How many multiplications modulo N and its factors that took.
        pub multiplications: u64 => figure("{} multiplications").one("{} multiplication"),
        /// The bounds for the requested prime length.
        pub bounds: Bounds,
    } hidden {
        /// The primes found, in ascending order, each as often as it divides the modulus.
        pub primes: Vec<BigUint>,
        /// The composite rest of the modulus; empty if it is factored completely.
        pub unfactored: Vec<BigUint>,
    }
}

/// Looks for the primes of a key's modulus.
///
/// Progress counts curves. The expected number is a mean, which one search in three exceeds.
///
/// # Errors
/// [`Error::Option`], [`Error::NotApplicable`] for a prime modulus, [`Error::Aborted`].
///
/// ```
/// use core::ops::ControlFlow;
/// use rsa_cryptanalysis::attacks::elliptic_curve::{Options, attack};
/// use num_bigint::BigUint;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::PublicKey;
///
/// let [p, q] = [(1u128 << 40) - 87, (1u128 << 89) - 1].map(BigUint::from);
/// let target = PublicKey::new(&(&p * &q), &65537u32.into())?;
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let options = Options { prime_length: 40, ..Options::default() };
/// let outcome = attack(&target, &options, &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.primes, [p, q]);
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub fn attack(
    target: &PublicKey,
    options: &Options,
    rng: &mut dyn CryptoRng,
    on_progress: OnProgress<'_>,
) -> Result<Outcome, Error> {
    options.check()?;
    let modulus = target.modulus();
    if is_prime(&modulus, rng, on_progress)? {
        return Err(Error::NotApplicable(format!("the modulus of {} bits is prime", modulus.bits())));
    }
    factor(modulus, options, rng, on_progress)
}

/// The same for any odd number above 1, including primes.
///
/// # Errors
/// [`Error::Aborted`].
pub(super) fn factor(
    number: BigUint,
    options: &Options,
    rng: &mut dyn CryptoRng,
    on_progress: OnProgress<'_>,
) -> Result<Outcome, Error> {
    let bounds = Bounds::for_prime_of(options.prime_length);
    let outcome = Outcome { primes: Vec::new(), unfactored: Vec::new(), curves: 0, multiplications: 0, bounds };
    let mut search = Search { options, rng, on_progress, outcome, plan: None };
    let mut numbers = search.take_small_primes(number);
    // The smallest number first: it leads to a prime soonest.
    while let Some(number) = numbers.pop() {
        if is_prime(&number, search.rng, search.on_progress)? {
            search.outcome.primes.push(number);
        } else if !options.all_primes && !search.outcome.primes.is_empty() {
            search.outcome.unfactored.push(number);
        } else if let Some((root, exponent)) = perfect_power(&number) {
            // A curve finds all copies of a prime at once, or none.
            numbers.extend((0..exponent).map(|_| root.clone()));
        } else if let Some(divisor) = search.divisor(&number)? {
            numbers.extend([&number / &divisor, divisor]);
            numbers.sort_by(|a, b| b.cmp(a));
        } else {
            search.outcome.unfactored.push(number);
        }
    }
    search.outcome.primes.sort();
    Ok(search.outcome)
}

struct Search<'a> {
    options: &'a Options,
    rng: &'a mut dyn CryptoRng,
    on_progress: OnProgress<'a>,
    outcome: Outcome,
    /// The last plan, and the length of primes that it is for.
    plan: Option<(usize, Rc<Plan>)>,
}

impl Search<'_> {
    /// Divides primes below 2^16 out of the modulus, which needs no curve, and returns the rest, if any.
    fn take_small_primes(&mut self, mut modulus: BigUint) -> Vec<BigUint> {
        for prime in prime::small_primes().iter().map(|prime| BigUint::from(*prime)) {
            while modulus.is_multiple_of(&prime) {
                modulus /= &prime;
                self.outcome.primes.push(prime.clone());
            }
        }
        if modulus == BigUint::from(1u8) { Vec::new() } else { vec![modulus] }
    }

    /// A proper divisor of a composite number, unless all curves fail.
    fn divisor(&mut self, number: &BigUint) -> Result<Option<BigUint>, Error> {
        // At most one prime is longer than half of the number.
        let mut length = self.options.prime_length.min(number.bits() as usize / 2 + 1);
        let mut residues = PairedResidues::new(number).expect("an odd number above 1");
        let mut done = 0;
        loop {
            let is_asked_for = length == self.options.prime_length;
            let bounds = if is_asked_for { self.outcome.bounds } else { Bounds::for_prime_of(length) };
            let step = format!(
                "looking for a prime of about {length} bits in {} bits, on elliptic curves with B1 = {} and B2 = {}",
                number.bits(),
                grouped(bounds.first),
                grouped(bounds.second)
            );
            let mut progress = Progress { step, done, expected: Some(self.expected_curves(&bounds)) };
            let plan = self.plan(length, &bounds, &progress)?;
            let most = self.options.most_curves.unwrap_or((PATIENCE * bounds.expected_curves).ceil() as u64);
            loop {
                if done >= most {
                    return Ok(None);
                }
                progress.done = done;
                let count = (most - done).min(2);
                done += count;
                match self.curves(count, &plan, &mut residues, &progress)? {
                    Some(divisor) if divisor != *number => return Ok(Some(divisor)),
                    Some(_) => break,
                    None => {}
                }
            }
            length = length.saturating_sub(SHORTER).max(LEAST_LENGTH);
        }
    }

    /// The plan for these bounds. Reuses the previous plan if it was for primes of the same length.
    fn plan(&mut self, length: usize, bounds: &Bounds, progress: &Progress) -> Result<Rc<Plan>, Error> {
        if let Some((of_length, plan)) = &self.plan
            && *of_length == length
        {
            return Ok(Rc::clone(plan));
        }
        let on_progress = &mut self.on_progress;
        let mut tick = || if on_progress(progress).is_break() { Err(Error::Aborted) } else { Ok(()) };
        let plan = Rc::new(Plan::new(bounds, &mut tick)?);
        self.plan = Some((length, Rc::clone(&plan)));
        Ok(plan)
    }

    /// The mean number of curves until one of the remaining primes of this length is found.
    fn expected_curves(&self, bounds: &Bounds) -> u64 {
        let left = self.options.primes.saturating_sub(self.outcome.primes.len()).max(1);
        let none = (1.0 - 1.0 / bounds.expected_curves).powi(left as i32);
        (1.0 / (1.0 - none)).round().max(1.0) as u64
    }

    /// One or two curves with random parameters. A single one runs twice at once.
    fn curves(
        &mut self,
        count: u64,
        plan: &Plan,
        residues: &mut PairedResidues,
        progress: &Progress,
    ) -> Result<Option<BigUint>, Error> {
        let between = (WORK_BETWEEN_REPORTS / (4 * residues.modulus().bits().div_ceil(LIMB_BITS).pow(2))).max(1);
        let mut next = 0;
        let on_progress = &mut self.on_progress;
        let mut tick = |multiplications: u64| {
            if multiplications < next {
                return Ok(());
            }
            next = multiplications + between;
            if on_progress(progress).is_break() { Err(Error::Aborted) } else { Ok(()) }
        };
        tick(0)?;
        // Parameters below 6 give degenerate curves.
        let mut sigma = || u64::from(self.rng.next_u32()) + 6;
        let first = sigma();
        let sigmas = [first, if count == 2 { sigma() } else { first }];
        self.outcome.curves += count;
        let (mut curves, points) = match Curves::of_suyama(sigmas, residues) {
            Ok(curves) => curves,
            Err(Divisor(divisor)) => return Ok(Some(divisor)),
        };
        let found = plan.run(&mut curves, points, &mut tick)?;
        self.outcome.multiplications += count * curves.multiplications;
        Ok(found.map(|Divisor(divisor)| divisor))
    }
}

/// Estimates how many seconds the program that had this outcome in `measured.seconds` would take to find a prime of
/// `prime_length` bits in a modulus of `modulus_length` bits.
///
/// The seconds for a curve, times the expected curves for one prime, grow as `n²·e^√(2·L·ln L)` with `L = (n/r)·ln 2` (A. K.
/// Lenstra, "Unbelievable security", Asiacrypt 2001), the law for large primes without its small terms. The estimate extrapolates
/// from what one machine did in minutes to what none will ever do: it is good to a few bits, not to a few percent.
pub fn extrapolate(outcome: &Outcome, measured: &Measured, prime_length: usize, modulus_length: usize) -> f64 {
    let expected = measured.seconds / outcome.curves.max(1) as f64 * outcome.bounds.expected_curves;
    let ln_work = |prime_length: usize, modulus_length: usize| {
        let ln_prime = prime_length as f64 * LN_2;
        (2.0 * ln_prime * ln_prime.ln()).sqrt() + 2.0 * (modulus_length as f64).ln()
    };
    let growth = ln_work(prime_length, modulus_length) - ln_work(measured.prime_length, measured.modulus_length);
    expected * growth.exp()
}

/// A measured attack, for [`extrapolate`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// How long it took.
    pub seconds: f64,
    /// The length in bits of the primes looked for.
    pub prime_length: usize,
    /// The length in bits of the modulus.
    pub modulus_length: usize,
}

/// The modulus length of demonstrations in bits.
const DEFAULT_MODULUS_LENGTH: usize = 512;
/// How many primes multi-prime demonstrations have: of 64 bits each.
const DEFAULT_PRIMES: usize = 8;
/// The length of the short prime in bits.
const DEFAULT_SHORT_PRIME: usize = 48;

/// The shape of a key for a demonstration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A multi-prime key of this library: `primes` primes of `modulus_length / primes` bits.
    MultiPrime {
        /// n
        modulus_length: usize,
        /// r
        primes: usize,
    },
    /// One short prime and two longer ones that fill up the modulus. This is harder, because only one prime is in reach.
    OneShortPrime {
        /// n
        modulus_length: usize,
        /// The length of the short prime in bits.
        prime_length: usize,
    },
}

impl Default for Shape {
    fn default() -> Self {
        Self::MultiPrime { modulus_length: DEFAULT_MODULUS_LENGTH, primes: DEFAULT_PRIMES }
    }
}

/// A fresh key that falls to the attack.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// What the attacker sees.
    pub target: PublicKey,
    /// The options that fit it.
    pub options: Options,
    /// The key's parameters, if this library makes such keys.
    pub params: Option<KeyParams>,
    /// What the attacker is after, in ascending order.
    pub primes: Vec<BigUint>,
}

/// Makes a fresh key of a shape.
///
/// # Errors
/// [`Error::Rsa`] for parameters that the library refuses, [`Error::Option`] for prime lengths that the attack does not accept or
/// that do not fit the modulus, [`Error::Aborted`].
#[inline] // As `run` in attacks.rs.
pub fn demonstration(
    rng: &mut dyn CryptoRng,
    shape: Shape,
    on_progress: OnProgress<'_>,
) -> Result<Demonstration, Error> {
    let (prime_length, primes) = match shape {
        Shape::MultiPrime { modulus_length, primes } => (modulus_length / primes.max(1), primes),
        Shape::OneShortPrime { prime_length, .. } => (prime_length, 1),
    };
    let options = Options { prime_length, primes, all_primes: primes > 1, ..Options::default() };
    match shape {
        Shape::MultiPrime { modulus_length, primes } => {
            let params = KeyParams { primes: Some(primes), ..KeyParams::new(Variant::MultiPrime, modulus_length) };
            params.check()?;
            options.check()?;
            let key = fresh_key::generate(rng, &params, on_progress)?;
            let mut primes = key.components().primes.clone();
            primes.sort();
            Ok(Demonstration { target: key.public_key().clone(), options, params: Some(params), primes })
        }
        Shape::OneShortPrime { modulus_length, prime_length } => {
            options.check()?;
            KeyParams::new(Variant::Crt, modulus_length).check()?;
            if modulus_length < 3 * prime_length {
                let problem = format!(
                    "is {modulus_length} bits, but must be at least {} bits: the other two primes are at least as long as the one \
                     of {prime_length} bits",
                    3 * prime_length
                );
                return Err(Error::option("modulus_length", problem));
            }
            let rest = modulus_length - prime_length;
            let lengths = [prime_length, rest / 2, rest - rest / 2].into_iter();
            let mut primes: Vec<BigUint> =
                lengths.map(|bits| random_prime(bits, rng, &mut *on_progress)).collect::<Result<_, _>>()?;
            primes.sort();
            let target = PublicKey::new(&primes.iter().product(), &BigUint::from(65537u32))?;
            Ok(Demonstration { target, options, params: None, primes })
        }
    }
}

/// A random prime that e = 65537 suits, between 13/16 of a power of two and that power. The length of a product of three such
/// primes is then the sum of their lengths (`(13/16)³ > 1/2`).
#[inline] // As `run` in attacks.rs.
fn random_prime(bits: usize, rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<BigUint, Error> {
    let (low, high) = (BigUint::from(13u8) << (bits - 4), BigUint::from(1u8) << bits);
    let fits = |p: &BigUint| (p - 1u8).gcd(&BigUint::from(65537u32)) == BigUint::from(1u8);
    let step = format!("searching for a prime of {bits} bits");
    let mut step = Step::begin(step, Some(prime::expected_candidates(bits)), on_progress)?;
    let on_candidate = |done| step.report(done).map_or(ControlFlow::Break(()), ControlFlow::Continue);
    Ok(prime::random_prime(&low, &high, fits, Engine::default(), rng, on_candidate)?)
}

/// The modulus length and the number of primes of the keys for which the time is estimated.
const ESTIMATED: [(usize, usize); 7] = [(1024, 4), (1024, 3), (1024, 2), (2048, 4), (2048, 3), (2048, 2), (4096, 4)];

record! {
    /// How long one prime of a longer key would take: an **estimate** from the time of this run, good to a few bits.
    pub struct Estimate as "CurveEstimate" {
        /// n.
        pub modulus_length: usize => column("n"),
        /// r.
        pub primes: usize => column("primes"),
        /// n/r.
        pub prime_length: usize => column("length of each").unit("bits"),
        /// The time.
        pub seconds: f64 => column("time for one of them").unit("seconds"),
    }
}

choices! {
    /// The shape of a key.
    pub enum ShapeName {
        /// [`Shape::MultiPrime`].
        MultiPrime = "multi-prime", "Multi-prime";
        /// [`Shape::OneShortPrime`].
        OneShortPrime = "one-short-prime", "One short prime";
    }
}

record! {
    /// The key to make.
    pub struct Wish {
        /// A multi-prime key of this library, or a key with one short prime and two long ones.
        pub shape: ShapeName = ShapeName::MultiPrime => choice("Shape of the key"),
        /// n. The default is for eight primes of 64 bits each.
        pub modulus_length: usize = DEFAULT_MODULUS_LENGTH => modulus_length(),
        /// r, for the shape `multi-prime`.
        pub primes: Option<usize> =>
            number("Primes r", "primes", 2, MOST_PRIMES).only("shape", "multi-prime").usual(DEFAULT_PRIMES),
        /// The length of the short prime in bits, for the shape `one-short-prime`.
        pub prime_length: Option<usize> =>
            number("Length of a prime", "bits", *PRIME_LENGTHS.start(), *PRIME_LENGTHS.end())
                .only("shape", "one-short-prime")
                .usual(DEFAULT_SHORT_PRIME),
    }
}

impl Wish {
    fn shape(&self) -> Result<Shape, Error> {
        let Self { shape, modulus_length, primes, prime_length } = *self;
        let (unused, value) = match shape {
            ShapeName::MultiPrime => ("prime_length", prime_length),
            ShapeName::OneShortPrime => ("primes", primes),
        };
        if let Some(value) = value {
            let problem = format!("is {value}, but the shape {} does not have this option", shape.name());
            return Err(Error::option(unused, problem));
        }
        Ok(match shape {
            ShapeName::MultiPrime => Shape::MultiPrime { modulus_length, primes: primes.unwrap_or(DEFAULT_PRIMES) },
            ShapeName::OneShortPrime => {
                Shape::OneShortPrime { modulus_length, prime_length: prime_length.unwrap_or(DEFAULT_SHORT_PRIME) }
            }
        })
    }
}

record! {
    /// The options that fit a demonstration.
    pub struct Fitting {
        /// The length of its primes, or of the short one.
        pub prime_length: usize,
        /// How many primes are that short.
        pub primes: usize,
        /// Whether all primes are within reach.
        pub all_primes: bool,
    }
}

record! {
    /// The primes that were found. The modulus may have others.
    pub struct Found as "FoundPrimes" {
        /// In ascending order, each as often as it divides N.
        pub primes: Vec<BigUint>,
        /// The composite rest of N; empty if N is factored completely.
        pub unfactored: Vec<BigUint>,
    }
}

/// The attack for programs in other languages.
pub(crate) struct Entry;

impl Attack for Entry {
    const FACTS: Facts = Facts {
        name: "elliptic-curve",
        title: "Elliptic curve method for short primes",
        breaks: "Keys with short primes, however long the modulus: multi-prime and multi-power keys with too many primes.",
        needs: "The modulus.",
        cost: "Sub-exponential in the length of the shortest prime.",
        defense: "Use primes so long that the number field sieve is faster: at most r = 3 at 2048 and 4096 bits.",
        source: sources::LENSTRA_CURVES,
        is_seeded: true,
    };
    type Target = OnlyKey;
    type Options = Options;
    type Outcome = Outcome;
    type Found = Found;
    type Estimate = Estimate;
    type Wish = Wish;
    type Fitting = Fitting;
    type Secret = ();
    type Aside = ();

    fn attack(
        (key, ()): &OnlyKey,
        options: &Options,
        rng: &mut dyn CryptoRng,
        on_progress: OnProgress<'_>,
    ) -> Result<Outcome, Error> {
        attack(key, options, rng, on_progress)
    }

    #[inline]
    fn found(Outcome { primes, unfactored, .. }: &Outcome) -> Option<Found> {
        (!primes.is_empty()).then(|| Found { primes: primes.clone(), unfactored: unfactored.clone() })
    }

    fn reason(outcome: &Outcome, _: &OnlyKey, options: &Options) -> Option<String> {
        Some(format!(
            "{} curves found no prime: the modulus probably has none of at most {} bits, which would take {:.0} curves on average",
            outcome.curves, options.prime_length, outcome.bounds.expected_curves
        ))
    }

    /// Empty if no curve was needed.
    #[inline]
    fn estimates(outcome: &Outcome, seconds: f64, (key, ()): &OnlyKey, options: &Options) -> Option<Vec<Estimate>> {
        let measured = Measured { seconds, prime_length: options.prime_length, modulus_length: key.modulus_length() };
        let shapes = ESTIMATED.into_iter().filter(|_| outcome.curves > 0);
        let estimates = shapes.map(|(modulus_length, primes)| {
            let prime_length = modulus_length / primes;
            let seconds = extrapolate(outcome, &measured, prime_length, modulus_length);
            Estimate { modulus_length, primes, prime_length, seconds }
        });
        Some(estimates.collect())
    }

    #[inline]
    fn example(wish: &Wish, rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<Example<Self>, Error> {
        let Demonstration { target, options, params, primes } = demonstration(rng, wish.shape()?, on_progress)?;
        let Options { prime_length, primes: count, all_primes, .. } = options;
        let options = Fitting { prime_length, primes: count, all_primes };
        Ok(Example { target: (target, ()), options, params, primes, secret: (), aside: () })
    }
}

#[cfg(test)]
mod tests;
