//! Random primes and primality tests. Their exponentiations run on an [`Engine`].
//!
//! Everything here runs in variable time, because a search for primes rejects candidates.

mod class;
mod lucas;
mod miller_rabin;
mod remainders;
mod sieve;
mod trial_division;

use core::fmt;
use core::ops::ControlFlow;

use num_bigint::BigUint;
use rand_core::CryptoRng;

use self::miller_rabin::Candidate;
use crate::Engine;
use crate::random::{self, Draws, StuckGenerator};

pub use class::{ClassError, ResidueClass, random_prime_in_class, random_safe_prime_in_class};
pub use sieve::small_primes;
pub use trial_division::{Limbs, TrialDivision};

/// The number of Miller–Rabin rounds for any number, however it was made. The probability that a composite passes is at
/// most 4⁻⁶⁴, because at most one base in four passes a composite (Rabin, "Probabilistic algorithm for testing
/// primality", Journal of Number Theory 12, 1980). Use it only to report progress after each round. Otherwise use
/// [`is_prime`], which costs a sixth to a tenth of this.
pub const ROUNDS_FOR_ANY_NUMBER: usize = 64;

/// Miller–Rabin rounds with random bases that [`is_prime`] adds to the Baillie–PSW test. Together with base 2 that is
/// an even number of powers, which suits engines that compute two at a time.
const ROUNDS_BESIDE_LUCAS: usize = 5;

/// [`is_prime`] first divides by the primes below this limit. This rejects most composites before any power.
const TRIAL_DIVISION_LIMIT: u32 = 1 << 11;

/// The number of Miller–Rabin rounds for a random candidate of `bits` bits.
///
/// From 1024 bits on, these numbers are from FIPS 186-5, Table B.1. Below, each is the smallest number whose error is
/// at most 2⁻¹¹² at the lower end of its range, by the bound of Damgård, Landrock and Pomerance on which the table is
/// based (FIPS 186-4, Appendix F.1). Under 128 bits the number follows from the worst case, 4⁻⁵⁶.
pub fn rounds_for_random_number(bits: usize) -> usize {
    match bits {
        1536.. => 4,
        1024.. => 5,
        768.. => 6,
        640.. => 7,
        512.. => 9,
        384.. => 12,
        256.. => 20,
        128.. => 40,
        _ => 56,
    }
}

/// How many candidates go through the first test together. It is the same with every engine, so that a seed gives the
/// same prime with all. An engine that computes two powers at a time takes 0.7 of twice the time, and the others lose
/// half a test per prime.
const TESTED_TOGETHER: usize = 2;

/// How many windows a search goes through. A window of 4·bits numbers has `4/ln 2 = 5.77` primes in the mean, and none with a
/// chance of about `e^−5.77`. If one prime in 256 is acceptable, 4096 windows hold 92 of them in the mean, and none with a
/// probability of `e^−92 < 2⁻¹³²`. Requirements on a prime leave more: being coprime to all small primes, the most that e can
/// require of p − 1, still leaves one prime in fifteen at 16384 bits.
const MOST_WINDOWS: u64 = 1 << 12;

/// Why a search for a prime ended without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The callback canceled the search.
    Canceled,
    /// The random generator repeats itself, or 4096 windows have no suitable prime.
    StuckGenerator,
}

impl fmt::Display for SearchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Canceled => formatter.write_str("the search for a prime was canceled"),
            Self::StuckGenerator => StuckGenerator.fmt(formatter),
        }
    }
}

impl core::error::Error for SearchError {}

impl From<StuckGenerator> for SearchError {
    fn from(_: StuckGenerator) -> Self {
        Self::StuckGenerator
    }
}

/// Draws a random prime in `[low, high)` for which `accept` is true.
///
/// It sieves a random window of the interval and tests the remaining numbers in random order. So a prime after a long
/// gap is hardly more likely than another (Fouque and Tibouchi, "Close to uniform prime number generation with fewer
/// random bits", ICALP 2014). `on_candidate` receives the number of candidates tested so far, for each window and after
/// every two candidates, and may cancel the search. Primes below 2^14, which the sieve strikes out, are never found.
///
/// # Errors
/// [`SearchError::Canceled`] if `on_candidate` breaks. [`SearchError::StuckGenerator`] if the generator repeats itself; or if no
/// prime is found in 4096 windows, because the interval has no suitable prime or only one in thousands is acceptable.
///
/// # Panics
/// If the interval is empty.
///
/// ```
/// use core::ops::ControlFlow;
/// use modular_powers::{Engine, prime};
/// use num_bigint::BigUint;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
///
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let [low, high] = [127u32, 128].map(|bits| BigUint::from(1u8) << bits);
/// let found = prime::random_prime(&low, &high, |_| true, Engine::default(), &mut rng, |_| ControlFlow::Continue(()))?;
/// assert!(prime::is_prime(&found, Engine::default(), &mut rng)?);
/// # Ok::<(), prime::SearchError>(())
/// ```
pub fn random_prime<R: CryptoRng + ?Sized>(
    low: &BigUint,
    high: &BigUint,
    accept: impl FnMut(&BigUint) -> bool,
    engine: Engine,
    rng: &mut R,
    on_candidate: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<BigUint, SearchError> {
    let bits = (high - 1u8).bits() as usize;
    let rounds = rounds_for_random_number(bits);
    search(
        [low, high],
        |start| sieve::survivors(start, 4 * bits),
        accept,
        |drawn, rng| first_to_pass(drawn, rounds, engine, rng),
        rng,
        on_candidate,
    )
}

/// Draws random windows of `[low, high)` and tests the offsets that `sieve` leaves of each, in random order. `first`
/// finds the first suitable one of the candidates that are tested together.
fn search<R: CryptoRng + ?Sized>(
    [low, high]: [&BigUint; 2],
    sieve: impl Fn(&BigUint) -> Vec<u32>,
    mut accept: impl FnMut(&BigUint) -> bool,
    first: impl Fn(Vec<BigUint>, &mut R) -> Result<Option<BigUint>, StuckGenerator>,
    rng: &mut R,
    mut on_candidate: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<BigUint, SearchError> {
    let mut tested = 0;
    let mut windows = Draws::new(MOST_WINDOWS);
    loop {
        let start = random::in_interval(low, high, rng)?;
        windows.note(&start, (high - low).bits() - 1)?;
        let mut candidates = sieve(&start);
        if on_candidate(tested).is_break() {
            return Err(SearchError::Canceled);
        }
        loop {
            let mut drawn = Vec::new();
            while drawn.len() < TESTED_TOGETHER && !candidates.is_empty() {
                let index = rng.next_u64() % candidates.len() as u64;
                let candidate = &start + candidates.swap_remove(index as usize);
                if candidate < *high && accept(&candidate) {
                    drawn.push(candidate);
                }
            }
            if drawn.is_empty() {
                break;
            }
            tested += drawn.len() as u64;
            if let Some(prime) = first(drawn, rng)? {
                return Ok(prime);
            }
            if on_candidate(tested).is_break() {
                return Err(SearchError::Canceled);
            }
        }
    }
}

const E_TO_GAMMA: f64 = 1.781_072_417_990_198;

/// The mean number of candidates that [`random_prime`] tests for a prime of `bits` bits: `ln 2^bits / (e^γ·ln B)` for a
/// sieve with the primes below `B`, by the prime number theorem and Mertens' third theorem.
pub fn expected_candidates(bits: usize) -> u64 {
    let sieve_gain = E_TO_GAMMA * f64::from(sieve::limit(bits as u64)).ln();
    (bits as f64 * core::f64::consts::LN_2 / sieve_gain).ceil().max(1.0) as u64
}

/// A window of `bits²/4` numbers that are congruent to 5 modulo 6 has about 4.1 halves of safe primes in the mean, as the
/// density in [`expected_safe_candidates`] gives. Above 4096 bits a window is shorter than that, to save memory.
const LONGEST_SAFE_WINDOW: usize = 1 << 22;

/// Draws a random safe prime of exactly `bits` bits for which `accept` is true: a prime `p = 2q + 1` for which q is
/// prime too.
///
/// Only the highest bit of p is fixed. To get products of two safe primes of exactly `2·bits` bits, accept only
/// numbers with the second highest bit set. With a condition such as `p ≡ 7` modulo 8, the search tests as many
/// candidates as without; it only sieves more windows. Every safe prime above 7 is congruent to 11 modulo 12. 5 and 7
/// are never found.
///
/// The search sieves random windows for numbers q of which neither q nor 2q + 1 has a small factor (Wiener, "Safe prime
/// generation with a combined sieve", eprint 2003/186), and tests the rest in random order, as [`random_prime`] does.
/// `on_candidate` receives the number of candidates q tested so far, for each window and after every two candidates,
/// and may cancel the search. See [`expected_safe_candidates`].
///
/// # How certain the result is
/// Fermat's test with base 2 rejects almost every composite q, then almost every composite p. A q that passes, and
/// whose p passes, goes through Miller–Rabin with random bases. No more is needed for p, by Pocklington's criterion
/// ("The determination of the prime or composite nature of large numbers by Fermat's theorem", Proceedings of the
/// Cambridge Philosophical Society 18, 1914): let q be a prime factor of p − 1 with `q > √p − 1`. If
/// `2^(p−1) ≡ 1` modulo p and `2^((p−1)/q) − 1 = 2² − 1 = 3` is coprime to p, then p is prime. The first congruence is
/// Fermat's test, and 3 does not divide p, because p ≡ 2 modulo 3. So p is certainly prime if q is. Only the primality of
/// q is probabilistic.
///
/// q goes through [`rounds_for_random_number`] rounds and `log₄ bits` more. The additional rounds are needed because the
/// search also rejects most primes q: 2q + 1 is prime for about one in `bits/1.9`. It may reject fewer of the composites that
/// pass the rounds, so their share could grow by this factor. Each additional round divides it by at least 4, because
/// at most a quarter of the bases pass a composite.
///
/// # Errors
/// [`SearchError::Canceled`] if `on_candidate` breaks. [`SearchError::StuckGenerator`] if the generator repeats itself; or if
/// no safe prime is found in 4096 windows, because `accept` accepts none or too few. From 64 to 4096 bits, one in a hundred
/// is always enough, and at 16384 bits one in ten.
///
/// # Panics
/// If `bits` is less than 4.
///
/// ```
/// use core::ops::ControlFlow;
/// use modular_powers::{Engine, prime};
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
///
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let found = prime::random_safe_prime(128, |_| true, Engine::default(), &mut rng, |_| ControlFlow::Continue(()))?;
/// assert_eq!(found.bits(), 128);
/// assert!(prime::is_safe_prime(&found, Engine::default(), &mut rng)?);
/// # Ok::<(), prime::SearchError>(())
/// ```
pub fn random_safe_prime<R: CryptoRng + ?Sized>(
    bits: usize,
    mut accept: impl FnMut(&BigUint) -> bool,
    engine: Engine,
    rng: &mut R,
    on_candidate: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<BigUint, SearchError> {
    assert!(bits >= 4, "safe primes must have at least 4 bits, got {bits}");
    let high = BigUint::from(1u8) << (bits - 1);
    let low = &high >> 1;
    let rounds = rounds_for_random_number(bits - 1) + rounds_beside_safe_prime(bits);
    let count = (bits * bits / 4).min(LONGEST_SAFE_WINDOW);
    let half = search(
        [&low, &high],
        |start| sieve::safe_survivors(start, count),
        |half| accept(&double_and_one(half)),
        |drawn, rng| first_safe_half(drawn, rounds, engine, rng),
        rng,
        on_candidate,
    )?;
    Ok(double_and_one(&half))
}

/// The least number of rounds that makes up for a factor of `bits`: each makes up for 4.
fn rounds_beside_safe_prime(bits: usize) -> usize {
    bits.next_power_of_two().ilog2().div_ceil(2) as usize
}

fn double_and_one(half: &BigUint) -> BigUint {
    (half << 1) + 1u8
}

/// The first q of several that passes all rounds, and for which 2q + 1 passes Fermat's test with base 2.
fn first_safe_half<R: CryptoRng + ?Sized>(
    halves: Vec<BigUint>,
    rounds: usize,
    engine: Engine,
    rng: &mut R,
) -> Result<Option<BigUint>, StuckGenerator> {
    let halves = those_that_pass_base_two(halves, BigUint::clone, engine);
    let halves = those_that_pass_base_two(halves, double_and_one, engine);
    first_to_pass_rounds(halves, rounds, engine, rng)
}

/// The mean number of candidates q that [`random_safe_prime`] tests for a safe prime `p = 2q + 1` of `bits` bits. For about
/// the square root of this number it also tests p.
///
/// Among random numbers q of this length, `2·C₂/(ln q · ln p)` are halves of safe primes, with `C₂ = 0.6601618…`
/// (Hardy and Littlewood, "Some problems of 'Partitio numerorum' III", Acta Mathematica 44, 1923, conjecture D). By Mertens'
/// third theorem, a sieve with the primes below `B` leaves `½·∏(1 − 2/ℓ) = 2·C₂/(e^γ·ln B)²` of all numbers, over the odd
/// primes ℓ. The quotient is the mean number, `ln q · ln p / (e^γ·ln B)²`.
pub fn expected_safe_candidates(bits: usize) -> u64 {
    let half = bits.saturating_sub(1);
    let sieve_gain = E_TO_GAMMA * f64::from(sieve::safe_limit(half as u64)).ln();
    let logarithms = [bits, half].map(|bits| bits as f64 * core::f64::consts::LN_2);
    (logarithms[0] * logarithms[1] / sieve_gain.powi(2)).ceil().max(1.0) as u64
}

/// Whether a number is prime, however it was made. A prime always passes, and below 2^64 no composite does.
///
/// This is the Baillie–PSW test (Baillie, Wagstaff, "Lucas pseudoprimes", Mathematics of Computation 35, 1980;
/// Pomerance, Selfridge, Wagstaff, same volume), which consists of Miller–Rabin with base 2 and a strong Lucas test.
/// Five rounds of Miller–Rabin with random bases are added.
///
/// * Malicious numbers: composites that pass Miller–Rabin with many fixed bases can be constructed (Arnault,
///   "Rabin–Miller primality test: composite numbers which pass it", Mathematics of Computation 64, 1995), and they
///   deceived libraries (Albrecht, Massimo, Paterson, Somorovsky, "Prime and Prejudice", CCS 2018, who recommend this
///   test). Nobody has published a composite that passes base 2 and a strong Lucas test, although there is a prize for
///   one (Baillie, Fiori, Wagstaff, "Strengthening the Baillie–PSW primality test", Mathematics of Computation 90,
///   2021). Even an attacker who finds one cannot choose the random bases. At most a quarter of all bases pass a round,
///   so such a number is refused with a probability of at least 1 − 4⁻⁵, again at every import.
/// * Random composites from a faulty program: from 1024 bits on, six rounds are more than FIPS 186-5, Table B.1,
///   requires for random candidates without a Lucas test. Below, the Lucas test compensates for the missing rounds.
///
/// No composite below 2^64 passes base 2 and an extra strong Lucas test: Jacobsen checked all pseudoprimes to base 2 in Feitsma's
/// list ("Pseudoprime statistics, tables, and data", 2013 to 2020).
///
/// # Errors
/// [`StuckGenerator`] if the random bases are all the same or cannot be drawn.
pub fn is_prime<R: CryptoRng + ?Sized>(number: &BigUint, engine: Engine, rng: &mut R) -> Result<bool, StuckGenerator> {
    is_prime_with_rounds(number, ROUNDS_BESIDE_LUCAS, engine, rng)
}

/// [`is_prime`] with another number of Miller–Rabin rounds with random bases beside the Baillie–PSW test. An engine that
/// computes two powers at a time prefers an odd number, because base 2 is another round.
///
/// # Errors
/// [`StuckGenerator`] if the random bases are all the same or cannot be drawn.
pub fn is_prime_with_rounds<R: CryptoRng + ?Sized>(
    number: &BigUint,
    rounds: usize,
    engine: Engine,
    rng: &mut R,
) -> Result<bool, StuckGenerator> {
    if !number.bit(0) {
        return Ok(*number == BigUint::from(2u8));
    }
    if let Some(factor) = small_factor(number) {
        return Ok(*number == BigUint::from(factor));
    }
    if *number < BigUint::from(TRIAL_DIVISION_LIMIT).pow(2) {
        return Ok(*number > BigUint::from(1u8));
    }
    let candidate = Candidate::new(number);
    let bases = [vec![candidate.base(2)], candidate.random_bases(rounds, rng)?].concat();
    Ok(miller_rabin::pass(&[candidate], &[bases], engine)[0] && lucas::is_extra_strong_probable_prime(number))
}

/// The least odd prime below the limit that divides the number.
fn small_factor(number: &BigUint) -> Option<u32> {
    let trial = small_primes().iter().take_while(|prime| **prime < TRIAL_DIVISION_LIMIT);
    trial.copied().find(|prime| number % *prime == BigUint::ZERO)
}

/// Whether a number p is a safe prime, however it was made: p and `(p − 1)/2` are prime. A safe prime always passes, and below
/// 2^65 no other number does.
///
/// `(p − 1)/2` goes through [`is_prime`]. If it is prime, then Fermat's test with base 2 proves that p is prime, as
/// [`random_safe_prime`] explains. So a number that is not a safe prime passes at most as often as a composite passes [`is_prime`].
///
/// # Errors
/// [`StuckGenerator`] if the random bases are all the same or cannot be drawn.
pub fn is_safe_prime<R: CryptoRng + ?Sized>(
    number: &BigUint,
    engine: Engine,
    rng: &mut R,
) -> Result<bool, StuckGenerator> {
    // For 5 and 7, (p − 1)/2 divides 6. All others are congruent to 11 modulo 12.
    if [5u8, 7].map(BigUint::from).contains(number) {
        return Ok(true);
    }
    if number % 12u8 != BigUint::from(11u8) {
        return Ok(false);
    }
    let half = number >> 1;
    let is_excluded = |number: &BigUint| small_factor(number).is_some_and(|factor| *number != BigUint::from(factor));
    Ok(!is_excluded(number)
        && !is_excluded(&half)
        && engine.fermat_base_two_vartime(core::slice::from_ref(number))[0]
        && is_prime(&half, engine, rng)?)
}

/// Whether a number is prime. The result is exact below the square of the sieve's limit, 2^32. Above, it comes from
/// `rounds` rounds of Miller–Rabin with random bases, which a prime always passes. How many rounds suffice depends on
/// who chose the number: see [`rounds_for_random_number`] and [`is_prime`].
///
/// # Errors
/// [`StuckGenerator`] if the random bases are all the same or cannot be drawn.
pub fn is_probably_prime<R: CryptoRng + ?Sized>(
    number: &BigUint,
    rounds: usize,
    engine: Engine,
    rng: &mut R,
) -> Result<bool, StuckGenerator> {
    if !number.bit(0) {
        return Ok(*number == BigUint::from(2u8));
    }
    if let Some(factor) = small_primes().iter().copied().find(|prime| number % *prime == BigUint::ZERO) {
        return Ok(*number == BigUint::from(factor));
    }
    let limit = BigUint::from(sieve::SMALL);
    Ok(*number > BigUint::from(1u8)
        && (*number < &limit * &limit || first_to_pass(vec![number.clone()], rounds, engine, rng)?.is_some()))
}

/// The first of several odd numbers above 4 that passes all rounds. Fermat's test with base 2 comes first, because it
/// rejects almost all composites and makes about a fifth fewer products than a round. It does not replace any of the
/// rounds.
fn first_to_pass<R: CryptoRng + ?Sized>(
    numbers: Vec<BigUint>,
    rounds: usize,
    engine: Engine,
    rng: &mut R,
) -> Result<Option<BigUint>, StuckGenerator> {
    first_to_pass_rounds(those_that_pass_base_two(numbers, BigUint::clone, engine), rounds, engine, rng)
}

/// Those of several odd numbers whose images pass Fermat's test with base 2. The images must be odd and above 4.
fn those_that_pass_base_two(
    numbers: Vec<BigUint>,
    image: impl Fn(&BigUint) -> BigUint,
    engine: Engine,
) -> Vec<BigUint> {
    let images: Vec<BigUint> = numbers.iter().map(image).collect();
    let passes = engine.fermat_base_two_vartime(&images);
    numbers.into_iter().zip(passes).filter(|(_, passes)| *passes).map(|(number, _)| number).collect()
}

/// The first of several odd numbers above 4 that passes all rounds of Miller–Rabin with random bases.
fn first_to_pass_rounds<R: CryptoRng + ?Sized>(
    numbers: Vec<BigUint>,
    rounds: usize,
    engine: Engine,
    rng: &mut R,
) -> Result<Option<BigUint>, StuckGenerator> {
    for number in numbers {
        let candidate = Candidate::new(&number);
        let bases = candidate.random_bases(rounds, rng)?;
        if miller_rabin::pass(&[candidate], &[bases], engine)[0] {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
