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
//! of eight such primes. [`Estimate`] is about longer primes.
//!
//! **Defense**: primes so long that the number field sieve is the cheaper attack: two at 1024 bits, at most three from 2048 to
//! 4096.

mod bounds;
mod curve;
mod lucas_chain;
mod stages;

use core::f64::consts::LN_2;
use std::rc::Rc;

use modular_powers::{PairedResidues, prime};
use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::moduli::perfect_power;
use rsa_variants::{KeyParams, MOST_PRIMES, PublicKey, Variant};

use self::curve::{Curves, Divisor};
use self::stages::Plan;
use super::attack::{Attack, AttackResult, Example, ExampleResult, Facts, OnlyKey, Outcome, Rng, types};
use super::record::{choices, options, record};
use super::{fresh_key, grouped, is_prime};
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

options! {
    /// Options of the attack.
    pub struct Options {
        /// The length in bits of the primes to look for. The attack finds shorter ones as well, and longer ones seldom.
        pub prime_length: usize = 80 => number("Length of a prime", "bits", PRIME_LENGTHS),
        /// How many primes of about this length N has; affects only the expected number of curves.
        pub primes: usize = 1 => number("Number of primes of this length", "primes", 1..=MOST_PRIMES),
        /// Whether to continue until N is factored completely. If `false`, the attack stops at the first prime.
        pub all_primes: bool = true => choice("Find all primes"),
        /// How many curves to try at most for each prime. Default: eight times the expected number.
        pub most_curves: Option<u64> => number("Maximum curves for each prime", "curves", 1..=u32::MAX as usize),
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
    /// The figures of a run.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Figures {
        /// How many curves were tried.
        pub curves: u64 => figure("{} curves").one("{} curve"),
        /// How many multiplications modulo N and its factors that took.
        pub multiplications: u64 => figure("{} multiplications").one("{} multiplication"),
        /// The bounds for the requested prime length.
        pub bounds: Bounds,
    }
}

record! {
    /// The primes that were found. The modulus may have others.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found as "FoundPrimes" {
        /// In ascending order, each as often as it divides N.
        pub primes: Vec<BigUint>,
        /// The composite rest of N; empty if N is factored completely.
        pub unfactored: Vec<BigUint>,
    }
}

/// The attack on any odd number above 1, including primes.
///
/// # Errors
/// [`Error::Aborted`].
pub(super) fn factor(
    number: BigUint,
    options: &Options,
    rng: Rng<'_>,
    on_progress: OnProgress<'_>,
) -> Result<(Figures, Found), Error> {
    let figures = Figures { curves: 0, multiplications: 0, bounds: Bounds::for_prime_of(options.prime_length) };
    let found = Found { primes: Vec::new(), unfactored: Vec::new() };
    let mut search = Search { options, rng, on_progress, figures, found, plan: None };
    let mut numbers = search.take_small_primes(number);
    // The smallest number first: it leads to a prime soonest.
    while let Some(number) = numbers.pop() {
        if is_prime(&number, search.rng, search.on_progress)? {
            search.found.primes.push(number);
        } else if !options.all_primes && !search.found.primes.is_empty() {
            search.found.unfactored.push(number);
        } else if let Some((root, exponent)) = perfect_power(&number) {
            // A curve finds all copies of a prime at once, or none.
            numbers.extend((0..exponent).map(|_| root.clone()));
        } else if let Some(divisor) = search.divisor(&number)? {
            numbers.extend([&number / &divisor, divisor]);
            numbers.sort_by(|a, b| b.cmp(a));
        } else {
            search.found.unfactored.push(number);
        }
    }
    search.found.primes.sort();
    Ok((search.figures, search.found))
}

struct Search<'a> {
    options: &'a Options,
    rng: Rng<'a>,
    on_progress: OnProgress<'a>,
    figures: Figures,
    found: Found,
    /// The last plan, and the length of primes that it is for.
    plan: Option<(usize, Rc<Plan>)>,
}

impl Search<'_> {
    /// Divides primes below 2^16 out of the modulus, which needs no curve, and returns the rest, if any.
    fn take_small_primes(&mut self, mut modulus: BigUint) -> Vec<BigUint> {
        for prime in prime::small_primes().iter().map(|prime| BigUint::from(*prime)) {
            while modulus.is_multiple_of(&prime) {
                modulus /= &prime;
                self.found.primes.push(prime.clone());
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
            let bounds = if is_asked_for { self.figures.bounds } else { Bounds::for_prime_of(length) };
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
        let left = self.options.primes.saturating_sub(self.found.primes.len()).max(1);
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
        self.figures.curves += count;
        let (mut curves, points) = match Curves::of_suyama(sigmas, residues) {
            Ok(curves) => curves,
            Err(Divisor(divisor)) => return Ok(Some(divisor)),
        };
        let found = plan.run(&mut curves, points, &mut tick)?;
        self.figures.multiplications += count * curves.multiplications;
        Ok(found.map(|Divisor(divisor)| divisor))
    }
}

/// The modulus length of examples in bits.
const DEFAULT_MODULUS_LENGTH: usize = 512;
/// How many primes multi-prime examples have: of 64 bits each.
const DEFAULT_PRIMES: usize = 8;
/// The length of the short prime in bits.
const DEFAULT_SHORT_PRIME: usize = 48;

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
    pub enum Shape {
        /// A multi-prime key of this library.
        MultiPrime = "multi-prime", "Multi-prime";
        /// One short prime and two longer ones that fill up the modulus. This is harder, because only one prime is in reach.
        OneShortPrime = "one-short-prime", "One short prime";
    }
}

options! {
    /// The key to make.
    pub struct ExampleOptions {
        /// A multi-prime key of this library, or a key with one short prime and two long ones.
        pub shape: Shape = Shape::MultiPrime => choice("Shape of the key"),
        /// n. The default is for eight primes of 64 bits each.
        pub modulus_length: usize = DEFAULT_MODULUS_LENGTH => modulus_length(),
        /// r, for the shape `multi-prime`.
        pub primes: Option<usize> =>
            number("Primes r", "primes", 2..=MOST_PRIMES).only("shape", "multi-prime").usual(DEFAULT_PRIMES),
        /// The length of the short prime in bits, for the shape `one-short-prime`.
        pub prime_length: Option<usize> =>
            number("Length of a prime", "bits", PRIME_LENGTHS)
                .only("shape", "one-short-prime")
                .usual(DEFAULT_SHORT_PRIME),
    }
}

/// A random prime that e = 65537 suits, between 13/16 of a power of two and that power. The length of a product of three such
/// primes is then the sum of their lengths (`(13/16)³ > 1/2`).
#[inline] // As `run` in attacks.rs.
fn random_prime(bits: usize, rng: Rng<'_>, on_progress: OnProgress<'_>) -> Result<BigUint, Error> {
    let limits = (BigUint::from(13u8) << (bits - 4), BigUint::from(1u8) << bits);
    let fits = |p: &BigUint| (p - 1u8).gcd(&BigUint::from(65537u32)) == BigUint::from(1u8);
    fresh_key::prime(format!("searching for a prime of {bits} bits"), bits, &limits, fits, rng, on_progress)
}

/// The elliptic curve method.
///
/// ```
/// use core::ops::ControlFlow;
/// use num_bigint::BigUint;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::elliptic_curve::{EllipticCurve, Options};
/// use rsa_cryptanalysis::attacks::{Attack, OnlyKey};
/// use rsa_variants::PublicKey;
///
/// let [p, q] = [(1u128 << 40) - 87, (1u128 << 89) - 1].map(BigUint::from);
/// let target = OnlyKey { key: PublicKey::new(&(&p * &q), &65537u32.into())? };
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let options = Options { prime_length: 40, ..Options::default() };
/// let outcome = EllipticCurve::attack(&target, &options, &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.found.map(|found| found.primes), Ok(vec![p, q]));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub struct EllipticCurve;

impl Attack for EllipticCurve {
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
    const EXAMPLE_SETS: &'static [&'static str] = &["prime_length", "primes", "all_primes"];
    types!(Target = OnlyKey, Options, Figures, Found, Estimate, ExampleOptions, Answer = (), Note = ());

    /// Looks for the primes of a key's modulus. Progress counts curves. The expected number is a mean, which one search in three
    /// exceeds.
    ///
    /// # Errors
    /// [`Error::Option`], [`Error::NotApplicable`] for a prime modulus, [`Error::Aborted`].
    fn attack(target: &OnlyKey, options: &Options, rng: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
        options.check()?;
        let modulus = target.key.modulus();
        if is_prime(&modulus, rng, on_progress)? {
            return Err(Error::NotApplicable(format!("the modulus of {} bits is prime", modulus.bits())));
        }
        let (figures, found) = factor(modulus, options, rng, on_progress)?;
        let reason = || {
            format!(
                "{} curves found no prime: the modulus probably has none of at most {} bits, which would take {:.0} curves on \
                 average",
                figures.curves, options.prime_length, figures.bounds.expected_curves
            )
        };
        let found = if found.primes.is_empty() { Err(reason()) } else { Ok(found) };
        Ok(Outcome { found, figures })
    }

    /// Estimates how long the program that ran for `seconds` would take to find a prime of other keys; empty if no curve was
    /// needed.
    ///
    /// The seconds for a curve, times the expected curves for one prime, grow as `n²·e^√(2·L·ln L)` with `L = (n/r)·ln 2` (A. K.
    /// Lenstra, "Unbelievable security", Asiacrypt 2001), the law for large primes without its small terms. The estimate
    /// extrapolates from what one machine did in minutes to what none will ever do: it is good to a few bits, not to a few
    /// percent.
    #[inline]
    fn estimates(figures: &Figures, seconds: f64, target: &OnlyKey, options: &Options) -> Option<Vec<Estimate>> {
        let expected = seconds / figures.curves.max(1) as f64 * figures.bounds.expected_curves;
        let ln_work = |prime_length: usize, modulus_length: usize| {
            let ln_prime = prime_length as f64 * LN_2;
            (2.0 * ln_prime * ln_prime.ln()).sqrt() + 2.0 * (modulus_length as f64).ln()
        };
        let measured = ln_work(options.prime_length, target.key.modulus_length());
        let shapes = ESTIMATED.into_iter().filter(|_| figures.curves > 0);
        let estimates = shapes.map(|(modulus_length, primes)| {
            let prime_length = modulus_length / primes;
            let seconds = expected * (ln_work(prime_length, modulus_length) - measured).exp();
            Estimate { modulus_length, primes, prime_length, seconds }
        });
        Some(estimates.collect())
    }

    /// Makes a fresh key of a shape.
    ///
    /// # Errors
    /// [`Error::Rsa`] for parameters that the library refuses, [`Error::Option`] for prime lengths that the attack does not accept
    /// or that do not fit the modulus, [`Error::Aborted`].
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let ExampleOptions { shape, modulus_length: n, primes, prime_length } = *options;
        let (unused, value) = match shape {
            Shape::MultiPrime => ("prime_length", prime_length),
            Shape::OneShortPrime => ("primes", primes),
        };
        if let Some(value) = value {
            let problem = format!("is {value}, but the shape {} does not have this option", shape.name());
            return Err(Error::option(unused, problem));
        }
        if shape == Shape::MultiPrime {
            let r = primes.unwrap_or(DEFAULT_PRIMES);
            let params = KeyParams { primes: Some(r), ..KeyParams::new(Variant::MultiPrime, n) };
            params.check()?;
            let options = Options { prime_length: n / r, primes: r, ..Options::default() };
            options.check()?;
            let key = fresh_key::generate(rng, &params, on_progress)?;
            let mut primes = key.components().primes.clone();
            primes.sort();
            return Ok(Example { options, params: Some(params), ..Example::new(key.public_key().into(), primes, ()) });
        }
        let short = prime_length.unwrap_or(DEFAULT_SHORT_PRIME);
        let options = Options { prime_length: short, all_primes: false, ..Options::default() };
        options.check()?;
        KeyParams::new(Variant::Crt, n).check()?;
        if n < 3 * short {
            let problem = format!(
                "is {n} bits, but must be at least {} bits: the other two primes are at least as long as the one of {short} bits",
                3 * short
            );
            return Err(Error::option("modulus_length", problem));
        }
        let rest = n - short;
        let mut primes = Vec::new();
        for bits in [short, rest / 2, rest - rest / 2] {
            primes.push(random_prime(bits, rng, &mut *on_progress)?);
        }
        primes.sort();
        let key = PublicKey::new(&primes.iter().product(), &BigUint::from(65537u32))?;
        Ok(Example { options, ..Example::new(OnlyKey { key }, primes, ()) })
    }
}

#[cfg(test)]
mod tests;
