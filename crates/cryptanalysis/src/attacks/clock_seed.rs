//! Finding a key by the second in which it was made.
//!
//! **Breaks** keys whose primes come from `rand()` seeded with the clock, as the program of a paper on RSA with GMP makes them
//! ("bitwise incremental RSA", section 5.4): whatever the modulus length, there are as many keys as seconds.
//!
//! **Needs** the public key, and about when it was made.
//!
//! # The keys
//!
//! The paper says: two arrays of as many binary digits as the primes shall have are filled with random bits by C's generator,
//! which `srand()` seeds with `time()`; `mpz_nextprime()` takes them to the next primes; `sleep()` delays the execution by one second
//! so that no two seeds are equal; e is the first of 65537, 65539, … that is prime to φ(N). What it leaves open is read so:
//!
//! * the generator is glibc's (the program runs on Unix: `sleep`, `$HOME`, an X server);
//! * a digit is `rand() % 2`, and the first digit drawn is the most significant, as GMP reads strings;
//! * no digit is set, so that a modulus may be some bits shorter than asked for;
//! * either one seed serves both primes or, which the delay suggests, q's digits are drawn with a new seed, one second after
//!   p's. Both are tried ([`Seeding`]).
//!
//! # The attack
//!
//! The next prime after a number of 512 bits shares all but the last twenty or so of its bits. So no prime is sought: 64 leading
//! digits of both beginnings for each second, one multiplication, and one comparison with the leading bits of N. The one second
//! that passes is tried by division.
//!
//! **Costs** a microsecond or two for each second: a day in a fraction of a second, a year in a minute.
//!
//! **Defence**: seeds from the operating system's generator, of at least as many bits as the key's strength. The same was found in
//! practice: in Netscape's SSL (I. Goldberg, D. Wagner, "Randomness and the Netscape browser", Dr. Dobb's Journal, 1996).

mod rand;

use modular_powers::{Engine, prime, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::{KeyParams, PublicKey, Variant};

use self::rand::Rand;
use crate::progress::Step;
use crate::{Error, OnProgress, Progress};

/// A day in seconds.
pub const DAY: u64 = 24 * 60 * 60;
/// The longest time that is searched: a year.
pub const MOST_SECONDS: u64 = 366 * DAY;
/// The end of the times that are a seed, an unsigned int.
const END_OF_SEEDS: u64 = 1 << 32;
/// The shortest modulus: beginnings of 128 digits, so that what follows the leading 64 exceeds every distance between primes.
const LEAST_MODULUS_LENGTH: usize = 256;
/// Digits of each beginning that are compared.
const LEADING: usize = 64;
/// Seconds between two calls of the progress callback.
const SECONDS_BETWEEN_REPORTS: u64 = 2048;

/// When the generator was seeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeding {
    /// Once for the key: q's digits follow p's.
    Once,
    /// For each prime: q's digits are drawn one second after p's.
    EachPrime,
}

/// Which seconds are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The first second, since 00:00:00 UTC, January 1, 1970.
    pub first_second: u64,
    /// How many seconds from there on: at most a year.
    pub seconds: u64,
    /// n as the program was told, in bits; by default the length of N, rounded up to a multiple of 64.
    pub modulus_length: Option<usize>,
}

impl Options {
    /// The day that begins with a second.
    pub fn day(first_second: u64) -> Self {
        Self { first_second, seconds: DAY, modulus_length: None }
    }

    /// The length of the modulus as the program was told.
    fn check(&self, target: &PublicKey) -> Result<usize, Error> {
        if !(1..=MOST_SECONDS).contains(&self.seconds) {
            let given = self.seconds;
            let problem = format!("is {given}, but must be from 1 to {MOST_SECONDS}, the seconds of a year");
            return Err(Error::option("seconds", problem));
        }
        if self.first_second.saturating_add(self.seconds) >= END_OF_SEEDS {
            let problem = format!(
                "is {}, from which {} seconds must end before second {END_OF_SEEDS}",
                self.first_second, self.seconds
            );
            return Err(Error::option("first_second", problem));
        }
        let bits = target.modulus_length();
        let length = self.modulus_length.unwrap_or_else(|| bits.next_multiple_of(64));
        check_length(length)?;
        if bits > length {
            let problem = format!("is {length} bits, but must be at least the {bits} bits that N has");
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

/// What a second gave away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The second with which the generator was seeded first.
    pub second: u64,
    /// Whether it was seeded again for q.
    pub seeding: Seeding,
    /// p and q, in the order in which the program made them.
    pub primes: [BigUint; 2],
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The key, if it was made in this time.
    pub found: Option<Found>,
    /// How many seconds were tried.
    pub seconds_tried: u64,
}

/// Looks for the second in which a key was made.
///
/// # Errors
/// [`Error::Option`]; [`Error::Aborted`].
///
/// ```
/// use core::ops::ControlFlow;
/// use rsa_cryptanalysis::attacks::clock_seed::{Options, Seeding, attack, demonstration};
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
///
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let day = 1_086_048_000; // June 1, 2004
/// let example = demonstration(&mut rng, 512, day, Seeding::EachPrime, &mut |_| ControlFlow::Continue(()))?;
/// let outcome = attack(&example.target, &Options::day(day), &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.found, Some(example.secret));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub fn attack(target: &PublicKey, options: &Options, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
    let length = options.check(target)?;
    let modulus = target.modulus();
    let leading = leading_bits(&modulus, length);
    let half = length / 2;
    let step = format!("{} seconds for a key of {length} bits", options.seconds);
    let mut before = Leading::of_seed(options.first_second, half);
    for done in 0..options.seconds {
        if done % SECONDS_BETWEEN_REPORTS == 0 {
            let progress = Progress { step: step.clone(), done, expected: Some(options.seconds) };
            if on_progress(&progress).is_break() {
                return Err(Error::Aborted);
            }
        }
        let second = options.first_second + done;
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
    /// Of the first prime.
    first: u64,
    /// Of the second, if the generator is not seeded again.
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

/// Whether `N = p·q` may be, given the leading bits of N and the leading digits x and y of what p and q were sought from.
///
/// With `s` digits behind the leading ones `x·2^s ≤ p < (x + 2)·2^s`, because the next prime is less than `2^s` away; so N, without
/// its last 2s bits, is from x·y to (x + 2)·(y + 2).
fn is_near(leading: u128, x: u64, y: u64) -> bool {
    let product = u128::from(x) * u128::from(y);
    let most = 2 * (u128::from(x) + u128::from(y)) + 4;
    leading.checked_sub(product).is_some_and(|difference| difference <= most)
}

/// What the program draws for p and q: numbers of n/2 binary digits each, before the search for primes.
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

/// p and q, if p is soon after a beginning of `bits` digits.
fn primes(modulus: &BigUint, beginning: &BigUint, bits: usize) -> Option<[BigUint; 2]> {
    // Prime numbers of this length are 0.7·bits apart in the mean; more than 40 times that between two is out of the question.
    let p = odd_numbers_after(beginning).take(16 * bits).find(|p| modulus.is_multiple_of(p))?;
    let q = modulus / &p;
    Some([p, q])
}

/// The odd numbers above a number, from 3 on.
fn odd_numbers_after(number: &BigUint) -> impl Iterator<Item = BigUint> {
    let first = (number.max(&BigUint::from(2u8)) + 1u8) | BigUint::from(1u8);
    core::iter::successors(Some(first), |number| Some(number + 2u8))
}

/// A key as that program makes it.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// What the attacker sees.
    pub target: PublicKey,
    /// The day on which it was made, which the attacker knows or tries.
    pub options: Options,
    /// What the attacker is after.
    pub secret: Found,
}

/// A key made in a random second of the day that begins with `first_second`, with a modulus of about `modulus_length` bits.
///
/// # Errors
/// [`Error::Rsa`] or [`Error::Option`] for a modulus length out of range, or a day that is no time for a seed;
/// [`Error::Aborted`].
pub fn demonstration(
    rng: &mut dyn CryptoRng,
    modulus_length: usize,
    first_second: u64,
    seeding: Seeding,
    on_progress: OnProgress<'_>,
) -> Result<Demonstration, Error> {
    check_length(modulus_length)?;
    let options = Options { modulus_length: Some(modulus_length), ..Options::day(first_second) };
    if first_second.saturating_add(DAY) >= END_OF_SEEDS {
        let problem = format!("is {first_second}, but its day must end before second {END_OF_SEEDS}");
        return Err(Error::option("first_second", problem));
    }
    loop {
        let second = random::in_interval(&BigUint::from(first_second), &BigUint::from(first_second + DAY), rng);
        let second = second.to_u64_digits().first().copied().unwrap_or(0);
        let [p, q] = beginnings(second, seeding, modulus_length);
        let primes = [next_prime(&p, rng, &mut *on_progress)?, next_prime(&q, rng, &mut *on_progress)?];
        let phi: BigUint = primes.iter().map(|prime| prime - 1u8).product();
        let public_exponent = core::iter::successors(Some(BigUint::from(65537u32)), |e| Some(e + 2u8))
            .find(|e| e.gcd(&phi) == BigUint::from(1u8))
            .expect("a prime that does not divide phi");
        // Equal primes come from no seed; a modulus with so many leading zeros that it is none of this library's would be the
        // only reason to draw another second.
        if let Ok(target) = PublicKey::new(&primes.iter().product(), &public_exponent) {
            return Ok(Demonstration { target, options, secret: Found { second, seeding, primes } });
        }
    }
}

/// `mpz_nextprime`: the least prime above a number.
fn next_prime(number: &BigUint, rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<BigUint, Error> {
    let bits = number.bits() as usize;
    let rounds = prime::rounds_for_random_number(bits);
    let step = format!("looking for the next prime after a number of {bits} bits");
    let mut step = Step::begin(step, Some(prime::expected_candidates(bits)), on_progress)?;
    for (done, candidate) in (1..).zip(odd_numbers_after(number)) {
        if prime::is_probably_prime(&candidate, rounds, Engine::default(), rng) {
            return Ok(candidate);
        }
        step.report(done)?;
    }
    unreachable!("there are infinitely many primes")
}

#[cfg(test)]
mod tests;
