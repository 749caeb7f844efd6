//! Random primes, and tests of primality whose exponentiations run on an [`Engine`].
//!
//! Everything here takes time that depends on the numbers: a search for primes rejects candidates.

mod lucas;
mod miller_rabin;
mod sieve;
mod small_factors;

use core::ops::ControlFlow;

use num_bigint::BigUint;
use rand_core::CryptoRng;

use self::miller_rabin::Candidate;
use crate::{Engine, random};

pub use sieve::small_primes;
pub use small_factors::{Limbs, TrialDivision};

/// Miller–Rabin rounds that prove any number prime, however it was made, with a chance of error of at most 4⁻⁶⁴: at most one
/// base in four passes a composite (Rabin, "Probabilistic algorithm for testing primality", Journal of Number Theory 12,
/// 1980). For callers that report their progress from round to round; others take [`is_prime`], which costs a sixth to a tenth.
pub const ROUNDS_FOR_ANY_NUMBER: usize = 64;

/// Miller–Rabin rounds with random bases that [`is_prime`] adds to the test of Baillie and PSW. With base 2 they make an even
/// number of powers, which engines that compute two at a time need.
const ROUNDS_BESIDE_LUCAS: usize = 5;

/// [`is_prime`] divides by the primes below this first, which spares most composites the powers.
const TRIAL_DIVISION_LIMIT: u32 = 1 << 11;

/// Miller–Rabin rounds for a candidate drawn at random.
///
/// From 1024 bits on these are FIPS 186-5, Table B.1. Below, the least count whose error is at most 2⁻¹¹² by the bound of
/// Damgård, Landrock and Pomerance that the table rests on (FIPS 186-4, Appendix F.1), at the lower end of each step;
/// under 128 bits the worst case 4⁻⁵⁶.
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

/// Candidates that go through the first test together, with every engine, so that a seed leads to the same prime with all:
/// an engine that computes two powers at a time takes 0.7 of twice the time, and the others lose half a test a prime.
const TESTED_TOGETHER: usize = 2;

/// A search for a prime was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// Draws a random prime of `[low, high)` for which `accept` is true.
///
/// A random window of the interval is sieved, then what is left is tested in random order, so that a prime after a long
/// gap is hardly likelier than another (Fouque and Tibouchi, "Close to uniform prime number generation with fewer random
/// bits", ICALP 2014). `on_candidate` hears how many were tested, for each window and after each two, and may cancel. Primes
/// that the sieve strikes out, those below 2^16, are never found.
///
/// # Errors
/// [`Cancelled`] when `on_candidate` breaks.
///
/// # Panics
/// When the interval is empty. An interval without a fitting prime is searched until cancelled.
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
/// assert!(prime::is_prime(&found, Engine::default(), &mut rng));
/// # Ok::<(), prime::Cancelled>(())
/// ```
pub fn random_prime<R: CryptoRng + ?Sized>(
    low: &BigUint,
    high: &BigUint,
    mut accept: impl FnMut(&BigUint) -> bool,
    engine: Engine,
    rng: &mut R,
    mut on_candidate: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<BigUint, Cancelled> {
    let bits = (high - 1u8).bits() as usize;
    let rounds = rounds_for_random_number(bits);
    let mut tested = 0;
    loop {
        let start = random::in_interval(low, high, rng);
        let mut candidates = sieve::survivors(&start, 4 * bits);
        if on_candidate(tested).is_break() {
            return Err(Cancelled);
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
            if let Some(prime) = first_to_pass(drawn, rounds, engine, rng) {
                return Ok(prime);
            }
            if on_candidate(tested).is_break() {
                return Err(Cancelled);
            }
        }
    }
}

/// The mean count of candidates that [`random_prime`] tests for a prime of `bits` bits: by the prime number theorem and
/// Mertens' third theorem, `ln 2^bits / (e^γ·ln B)` for a sieve with the primes below `B`.
pub fn expected_candidates(bits: usize) -> u64 {
    const E_TO_GAMMA: f64 = 1.781_072_417_990_198;
    let sieve_gain = E_TO_GAMMA * f64::from(sieve::LIMIT).ln();
    (bits as f64 * core::f64::consts::LN_2 / sieve_gain).ceil().max(1.0) as u64
}

/// Whether a number is prime, however it was made. A prime always passes, and below 2^64 no composite does.
///
/// This is the test of Baillie and PSW (Baillie, Wagstaff, "Lucas pseudoprimes", Mathematics of Computation 35, 1980;
/// Pomerance, Selfridge, Wagstaff, same volume): Miller–Rabin with base 2 and a strong Lucas test. Five rounds of
/// Miller–Rabin with random bases come on top.
///
/// * Numbers built to deceive: composites that pass Miller–Rabin with many fixed bases can be constructed (Arnault,
///   "Rabin–Miller primality test: composite numbers which pass it", Mathematics of Computation 64, 1995), and they deceived
///   libraries (Albrecht, Massimo, Paterson, Somorovsky, "Prime and Prejudice", CCS 2018, who advise this test). Nobody has
///   published a composite that passes base 2 and a strong Lucas test, in spite of the prize for one (Baillie, Fiori, Wagstaff,
///   "Strengthening the Baillie–PSW primality test", Mathematics of Computation 90, 2021). Should somebody find one, they
///   cannot choose our bases: each round lets at most a quarter of them pass, so such a number is refused with a chance of
///   at least 1 − 4⁻⁵, again at every import.
/// * Random numbers, from a program with a fault: from 1024 bits on, six rounds are more than FIPS 186-5, Table B.1, asks of
///   random candidates without a Lucas test; below, the Lucas test makes up for the missing ones.
///
/// No composite below 2^64 passes base 2 and an extra strong Lucas test: Jacobsen checked all pseudoprimes to base 2 in Feitsma's
/// list ("Pseudoprime statistics, tables, and data", 2013 to 2020).
pub fn is_prime<R: CryptoRng + ?Sized>(number: &BigUint, engine: Engine, rng: &mut R) -> bool {
    if !number.bit(0) {
        return *number == BigUint::from(2u8);
    }
    let trial = small_primes().iter().take_while(|prime| **prime < TRIAL_DIVISION_LIMIT);
    if let Some(factor) = trial.copied().find(|prime| number % *prime == BigUint::ZERO) {
        return *number == BigUint::from(factor);
    }
    if *number < BigUint::from(TRIAL_DIVISION_LIMIT).pow(2) {
        return *number > BigUint::from(1u8);
    }
    let candidate = Candidate::new(number);
    let bases = [vec![candidate.base(2)], candidate.random_bases(ROUNDS_BESIDE_LUCAS, rng)].concat();
    miller_rabin::pass(&[candidate], &[bases], engine)[0] && lucas::is_extra_strong_probable_prime(number)
}

/// Whether a number is prime: exact below the square of the sieve's limit, else by `rounds` rounds of Miller–Rabin with
/// random bases. A prime always passes. How many rounds suffice depends on who chose the number: see
/// [`rounds_for_random_number`] and [`is_prime`].
pub fn is_probably_prime<R: CryptoRng + ?Sized>(number: &BigUint, rounds: usize, engine: Engine, rng: &mut R) -> bool {
    if !number.bit(0) {
        return *number == BigUint::from(2u8);
    }
    if let Some(factor) = small_primes().iter().copied().find(|prime| number % *prime == BigUint::ZERO) {
        return *number == BigUint::from(factor);
    }
    let limit = BigUint::from(sieve::LIMIT);
    *number > BigUint::from(1u8)
        && (*number < &limit * &limit || first_to_pass(vec![number.clone()], rounds, engine, rng).is_some())
}

/// The first of odd numbers above 4 that passes all rounds. Fermat's test with base 2 comes first, because it ends most searches
/// and makes about a fifth fewer products than a round; it is an addition to the rounds and replaces none of them.
fn first_to_pass<R: CryptoRng + ?Sized>(
    numbers: Vec<BigUint>,
    rounds: usize,
    engine: Engine,
    rng: &mut R,
) -> Option<BigUint> {
    let passes = engine.fermat_base_two_vartime(&numbers);
    (numbers.into_iter().zip(passes)).filter(|(_, passes)| *passes).map(|(number, _)| number).find(|number| {
        let candidate = Candidate::new(number);
        let bases = candidate.random_bases(rounds, rng);
        miller_rabin::pass(&[candidate], &[bases], engine)[0]
    })
}

#[cfg(test)]
mod tests;
