//! Finding a key by the second in which it was made.
//!
//! **Breaks** keys whose primes come from `rand()` seeded with the clock, as in the program of a paper on RSA with GMP ("bitwise
//! incremental RSA", section 5.4). Whatever the modulus length, there are only as many keys as seconds.
//!
//! **Needs** the public key, and roughly when it was made.
//!
//! # The keys
//!
//! According to the paper, the program fills two arrays with random bits, as many as the primes should have, from C's generator,
//! which `srand()` seeds with `time()`. `mpz_nextprime()` finds the next primes. `sleep()` delays execution by one second so that
//! no two seeds are equal. e is the first of 65537, 65539, … that is coprime to φ(N). The paper leaves some things open; this
//! file assumes:
//!
//! * The generator is glibc's (the program runs on Unix: `sleep`, `$HOME`, an X server).
//! * A digit is `rand() % 2`, and the first digit drawn is the most significant, as GMP reads strings.
//! * No digit is fixed, so a modulus may be a few bits shorter than requested.
//! * Either one seed serves both primes, or, as the delay suggests, q's digits are drawn with a new seed one second after p's.
//!   The attack tries both ([`Seeding`]).
//!
//! # The attack
//!
//! The next prime after a number of 512 bits differs from it only in about the last twenty bits. So the attack searches for no
//! primes. For each second, it multiplies the 64 leading digits of both starting numbers and compares the product with the
//! leading bits of N. For the one second that passes, it finds p by trial division.
//!
//! **Cost**: a microsecond or two for each second, so a fraction of a second for a day and a minute for a year.
//!
//! **Defense**: seeds from the operating system's generator, with at least as many bits as the key's strength. The same flaw was
//! found in practice, in Netscape's SSL (I. Goldberg, D. Wagner, "Randomness and the Netscape browser", Dr. Dobb's Journal,
//! 1996).

mod rand;

use modular_powers::random::{self, StuckGenerator};
use modular_powers::{Engine, prime};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::{KeyParams, MODULUS_LENGTHS, PublicKey, Variant};

use self::rand::Rand;
use super::entry::{Attack, Example, Facts};
use super::record::{choices, record};
use crate::progress::Step;
use crate::{Error, OnProgress, Progress, Source};

/// A day in seconds.
pub const DAY: u64 = 24 * 60 * 60;
/// The longest time span that can be searched: a year.
pub const MOST_SECONDS: u64 = 366 * DAY;
/// Seeds are unsigned 32-bit integers, so times end here.
const END_OF_SEEDS: u64 = 1 << 32;
/// The shortest modulus: starting numbers of 128 digits, so that the part after the leading 64 exceeds any distance between
/// primes.
const LEAST_MODULUS_LENGTH: usize = 256;
/// How many leading digits of each starting number are compared.
const LEADING: usize = 64;
/// Seconds between two calls of the progress callback.
const SECONDS_BETWEEN_REPORTS: u64 = 2048;

choices! {
    /// When the generator was seeded: `once` for both primes, or for `each-prime`, q's one second after p's.
    pub enum Seeding as "Seeding" {
        /// For each prime: q's digits are drawn one second after p's.
        EachPrime = "each-prime", "Once for each prime";
        /// Once for the key: q's digits follow p's.
        Once = "once", "Once";
    }
}

record! {
    /// A key, and roughly when it was made.
    #[derive(Clone, Debug)]
    pub struct Target as "ClockSeedTarget" {
        /// The public key.
        pub key: PublicKey,
        /// The first second to try, as a Unix time: usually the start of the day on which the key was made.
        pub first_second: u64 =>
            given("made on", "the first second to try, counted from the beginning of 1970 (UTC)").unit("seconds"),
    }
}

record! {
    /// Which seconds to search.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options {
        /// How many seconds to try: at most a year.
        pub seconds: u64 = DAY => number("Time span to search", "seconds", 1, MOST_SECONDS as usize),
        /// The n that the program was asked for, even. Default: the length of N, rounded up to a multiple of 64.
        pub modulus_length: Option<usize> =>
            number("Modulus length n", "bits", LEAST_MODULUS_LENGTH, *MODULUS_LENGTHS.end()),
    }
}

impl Options {
    /// Returns the modulus length that the program was asked for.
    fn check(&self, Target { key, first_second }: &Target) -> Result<usize, Error> {
        if !(1..=MOST_SECONDS).contains(&self.seconds) {
            let given = self.seconds;
            let problem = format!("is {given}, but must be from 1 to {MOST_SECONDS}, the seconds of a year");
            return Err(Error::option("seconds", problem));
        }
        if first_second.saturating_add(self.seconds) >= END_OF_SEEDS {
            let problem = format!(
                "is {first_second}, but the {} seconds from there must end before second {END_OF_SEEDS}",
                self.seconds
            );
            return Err(Error::option("first_second", problem));
        }
        let bits = key.modulus_length();
        let length = self.modulus_length.unwrap_or_else(|| bits.next_multiple_of(64));
        check_length(length)?;
        if bits > length {
            let problem = format!("is {length} bits, but must be at least {bits} bits, the length of N");
            return Err(Error::option("modulus_length", problem));
        }
        Ok(length)
    }
}

fn check_length(length: usize) -> Result<(), Error> {
    KeyParams::new(Variant::Crt, length).check()?;
    if length < LEAST_MODULUS_LENGTH || length % 2 == 1 {
        let problem = format!("is {length} bits, but must be even and at least {LEAST_MODULUS_LENGTH} bits");
        return Err(Error::option("modulus_length", problem));
    }
    Ok(())
}

record! {
    /// The key that a second revealed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// In the order in which they were made.
        pub primes: [BigUint; 2],
        /// The first seed of the generator, a Unix time.
        pub second: u64 => figure("seeded at {} UTC").unit("time"),
        /// Whether it was seeded again for q.
        pub seeding: Seeding,
    }
}

record! {
    /// The result of an attack.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Outcome {
        /// How many seconds were tried.
        pub seconds_tried: u64 => figure("{} seeds tried").one("{} seed tried"),
    } hidden {
        /// The key, if it was made in these seconds.
        pub found: Option<Found>,
    }
}

/// Searches for the second in which a key was made.
///
/// # Errors
/// [`Error::Option`]; [`Error::Aborted`].
///
/// ```
/// use core::ops::ControlFlow;
/// use rsa_cryptanalysis::attacks::clock_seed::{Seeding, attack, demonstration};
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
///
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let day = 1_086_048_000; // June 1, 2004
/// let example = demonstration(&mut rng, 512, day, Seeding::EachPrime, &mut |_| ControlFlow::Continue(()))?;
/// let outcome = attack(&example.target, &example.options, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.found, Some(example.secret));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub fn attack(target: &Target, options: &Options, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
    let length = options.check(target)?;
    let Target { key, first_second } = target;
    let modulus = key.modulus();
    let leading = leading_bits(&modulus, length);
    let half = length / 2;
    let step = format!("trying {} seconds for a key of {length} bits", options.seconds);
    let mut before = Leading::of_seed(*first_second, half);
    for done in 0..options.seconds {
        if done % SECONDS_BETWEEN_REPORTS == 0 {
            let progress = Progress { step: step.clone(), done, expected: Some(options.seconds) };
            if on_progress(&progress).is_break() {
                return Err(Error::Aborted);
            }
        }
        let second = first_second + done;
        let next = Leading::of_seed(second + 1, half);
        for (seeding, q) in [(Seeding::Once, before.following), (Seeding::EachPrime, next.first)] {
            if is_near(leading, before.first, q)
                && let Some(primes) = primes(&modulus, &beginnings(second, seeding, length)[0], half)
            {
                let found = Some(Found { second, seeding, primes });
                return Ok(Outcome { found, seconds_tried: done + 1 });
            }
        }
        before = next;
    }
    Ok(Outcome { found: None, seconds_tried: options.seconds })
}

/// The leading digits that a seed gives.
#[derive(Clone, Copy)]
struct Leading {
    /// Those of the first prime.
    first: u64,
    /// Those of the second, if the generator is not seeded again.
    following: u64,
}

impl Leading {
    /// For primes of `digits` digits.
    fn of_seed(second: u64, digits: usize) -> Self {
        let mut rand = Rand::new(second as u32);
        let first = leading_digits(&mut rand);
        (LEADING..digits).for_each(|_| {
            rand.next();
        });
        Self { first, following: leading_digits(&mut rand) }
    }
}

fn leading_digits(rand: &mut Rand) -> u64 {
    (0..LEADING).fold(0, |digits, _| digits << 1 | u64::from(rand.next() % 2))
}

/// The 128 leading bits of a number of at most `length` bits.
fn leading_bits(modulus: &BigUint, length: usize) -> u128 {
    let digits = (modulus >> (length - 2 * LEADING)).to_u64_digits();
    let word = |index: usize| u128::from(digits.get(index).copied().unwrap_or(0));
    word(1) << 64 | word(0)
}

/// Whether `N = p·q` is possible, given the leading bits of N and the leading digits x and y of the numbers from which the search
/// for p and q started.
///
/// With `s` digits after the leading ones, `x·2^s ≤ p < (x + 2)·2^s`, because the next prime is less than `2^s` away. So N
/// without its last 2s bits is between x·y and (x + 2)·(y + 2).
fn is_near(leading: u128, x: u64, y: u64) -> bool {
    let product = u128::from(x) * u128::from(y);
    let most = 2 * (u128::from(x) + u128::from(y)) + 4;
    leading.checked_sub(product).is_some_and(|difference| difference <= most)
}

/// The numbers of n/2 binary digits that the program draws for p and q, before it searches for primes.
fn beginnings(second: u64, seeding: Seeding, length: usize) -> [BigUint; 2] {
    let number = |rand: &mut Rand| {
        let mut bytes = vec![0u8; (length / 2).div_ceil(8)];
        for bit in (0..length / 2).rev() {
            bytes[bit / 8] |= ((rand.next() % 2) as u8) << (bit % 8);
        }
        BigUint::from_bytes_le(&bytes)
    };
    let mut rand = Rand::new(second as u32);
    let p = number(&mut rand);
    if seeding == Seeding::EachPrime {
        rand = Rand::new(second as u32 + 1);
    }
    [p, number(&mut rand)]
}

/// p and q, if p comes soon after a starting number of `bits` digits.
fn primes(modulus: &BigUint, beginning: &BigUint, bits: usize) -> Option<[BigUint; 2]> {
    // Primes of this length are 0.7·bits apart on average; a gap of more than 40 times that is out of the question.
    let p = odd_numbers_after(beginning).take(16 * bits).find(|p| modulus.is_multiple_of(p))?;
    let q = modulus / &p;
    Some([p, q])
}

/// The odd numbers above a number, from 3 on.
fn odd_numbers_after(number: &BigUint) -> impl Iterator<Item = BigUint> {
    let first = (number.max(&BigUint::from(2u8)) + 1u8) | BigUint::from(1u8);
    core::iter::successors(Some(first), |number| Some(number + 2u8))
}

/// A key made like that program makes them.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// What the attacker sees, and the day on which it was made, which the attacker knows or guesses.
    pub target: Target,
    /// The options that fit it.
    pub options: Options,
    /// What the attacker is after.
    pub secret: Found,
}

/// Makes a key as if in a random second of the day that begins at `first_second`, with a modulus of about `modulus_length` bits.
///
/// # Errors
/// [`Error::Rsa`] or [`Error::Option`] for a modulus length out of range, or a day that is too late for a seed;
/// [`Error::Aborted`].
#[inline] // As `run` in attacks.rs.
pub fn demonstration(
    rng: &mut dyn CryptoRng,
    modulus_length: usize,
    first_second: u64,
    seeding: Seeding,
    on_progress: OnProgress<'_>,
) -> Result<Demonstration, Error> {
    check_length(modulus_length)?;
    let options = Options { seconds: DAY, modulus_length: Some(modulus_length) };
    if first_second.saturating_add(DAY) >= END_OF_SEEDS {
        let problem = format!("is {first_second}, but its day must end before second {END_OF_SEEDS}");
        return Err(Error::option("first_second", problem));
    }
    // Half of the digits of a modulus are leading zeros with a chance below 2⁻⁶⁰, so three of them practically never are.
    for _ in 0..3 {
        let second = random::in_interval(&BigUint::from(first_second), &BigUint::from(first_second + DAY), rng)?;
        let second = second.to_u64_digits().first().copied().unwrap_or(0);
        let [p, q] = beginnings(second, seeding, modulus_length);
        let primes = [next_prime(&p, rng, &mut *on_progress)?, next_prime(&q, rng, &mut *on_progress)?];
        let phi: BigUint = primes.iter().map(|prime| prime - 1u8).product();
        let public_exponent = core::iter::successors(Some(BigUint::from(65537u32)), |e| Some(e + 2u8))
            .find(|e| e.gcd(&phi) == BigUint::from(1u8))
            .expect("a prime that does not divide phi");
        // No seed gives equal primes. The only reason to draw another second would be a modulus with so many leading zeros that
        // this library refuses it.
        if let Ok(key) = PublicKey::new(&primes.iter().product(), &public_exponent) {
            let target = Target { key, first_second };
            return Ok(Demonstration { target, options, secret: Found { second, seeding, primes } });
        }
    }
    Err(StuckGenerator.into())
}

/// `mpz_nextprime`: the smallest prime above a number.
#[inline] // As `run` in attacks.rs.
fn next_prime(number: &BigUint, rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<BigUint, Error> {
    let bits = number.bits() as usize;
    let rounds = prime::rounds_for_random_number(bits);
    let step = format!("searching for the next prime after a number of {bits} bits");
    let mut step = Step::begin(step, Some(prime::expected_candidates(bits)), on_progress)?;
    for (done, candidate) in (1..).zip(odd_numbers_after(number)) {
        if prime::is_probably_prime(&candidate, rounds, Engine::default(), rng)? {
            return Ok(candidate);
        }
        step.report(done)?;
    }
    unreachable!("there are infinitely many primes")
}

record! {
    /// The key to make.
    pub struct Wish {
        /// n, even.
        pub modulus_length: usize = 1024 =>
            number("Modulus length n", "bits", LEAST_MODULUS_LENGTH, *MODULUS_LENGTHS.end()),
        /// The first second of the day on which the key is made. The default is June 1, 2004.
        pub first_second: u64 = 1_086_048_000 =>
            number("Start of the day (Unix time)", "seconds", 0, (END_OF_SEEDS - DAY) as usize - 1).day(),
        /// When the generator is seeded.
        pub seeding: Seeding = Seeding::EachPrime => choice("The generator is seeded"),
    }
}

record! {
    /// The options that fit a demonstration.
    pub struct Fitting {
        /// A day.
        pub seconds: u64,
        /// n.
        pub modulus_length: usize,
    }
}

/// The attack for programs in other languages.
pub(crate) struct Entry;

impl Attack for Entry {
    const FACTS: Facts = Facts {
        name: "clock-seed",
        title: "Random number generator seeded with the clock",
        breaks: "Keys whose primes come from rand() seeded with time(), as in the program of Biswas, Bandyopadhyay and Banerjee \
                 (2003).",
        needs: "The public key, and roughly when it was made.",
        cost: "About a microsecond for each second to try, whatever the length of the modulus.",
        defense: "Seed with random bits from the operating system, at least as many as the strength of the key in bits.",
        source: Source {
            authors: "Ian Goldberg, David Wagner",
            title: "Randomness and the Netscape Browser",
            published_in: "Dr. Dobb’s Journal, January 1996",
            year: 1996,
        },
        is_seeded: false,
    };
    type Target = Target;
    type Options = Options;
    type Outcome = Outcome;
    type Found = Found;
    type Estimate = ();
    type Wish = Wish;
    type Fitting = Fitting;
    type Secret = Found;
    type Aside = ();

    fn attack(
        target: &Target,
        options: &Options,
        _: &mut dyn CryptoRng,
        on_progress: OnProgress<'_>,
    ) -> Result<Outcome, Error> {
        attack(target, options, on_progress)
    }

    #[inline]
    fn found(outcome: &Outcome) -> Option<Found> {
        outcome.found.clone()
    }

    fn reason(_: &Outcome, Target { first_second, .. }: &Target, Options { seconds, .. }: &Options) -> Option<String> {
        Some(format!(
            "the key was not made in the {seconds} seconds from second {first_second} on, or another program made it"
        ))
    }

    #[inline]
    fn example(wish: &Wish, rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<Example<Self>, Error> {
        let Wish { modulus_length, first_second, seeding } = *wish;
        let Demonstration { target, options, secret } =
            demonstration(rng, modulus_length, first_second, seeding, on_progress)?;
        let options = Fitting { seconds: options.seconds, modulus_length };
        let primes = secret.primes.to_vec();
        Ok(Example { target, options, params: None, primes, secret, aside: () })
    }
}

#[cfg(test)]
mod tests;
