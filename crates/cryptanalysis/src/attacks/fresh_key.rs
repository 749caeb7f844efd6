//! Making keys for examples.

use core::ops::ControlFlow;

use modular_powers::random::{self, Draws};
use modular_powers::{Engine, prime};
use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{Components, KeyParams, PrivateKey, far_apart, prime_interval};

use super::attack::Rng;
use crate::progress::Step;
use crate::{Error, OnProgress, Progress};

/// Makes a key with the library's key generation. Reports the candidates for its primes as progress.
///
/// # Errors
/// Those of [`PrivateKey::generate`]; [`Error::Aborted`].
#[inline] // As `run` in attacks.rs.
pub(super) fn generate(rng: Rng<'_>, params: &KeyParams, on_progress: OnProgress<'_>) -> Result<PrivateKey, Error> {
    let title = format!("making a {} key of {} bits", params.variant.name(), params.modulus_length);
    let mut prime = 0;
    let key = PrivateKey::generate(params, rng, |progress| {
        let (done, expected) = match progress {
            rsa_variants::Progress::Primes { done, .. } => {
                prime = done + 1;
                return ControlFlow::Continue(());
            }
            rsa_variants::Progress::Candidates { done, expected } => (done, expected),
            _ => return ControlFlow::Continue(()),
        };
        on_progress(&Progress { step: format!("{title}: prime {prime}"), done, expected: Some(expected) })
    });
    match key {
        Err(rsa_variants::Error::Aborted) => Err(Error::Aborted),
        result => Ok(result?),
    }
}

/// Searches for a random prime of `bits` bits between two numbers. Reports the candidates as progress.
///
/// # Errors
/// [`Error::Aborted`].
#[inline] // As `run` in attacks.rs.
pub(super) fn prime(
    step: String,
    bits: usize,
    (low, high): &(BigUint, BigUint),
    accept: impl FnMut(&BigUint) -> bool,
    rng: Rng<'_>,
    on_progress: OnProgress<'_>,
) -> Result<BigUint, Error> {
    let mut step = Step::begin(step, Some(prime::expected_candidates(bits)), on_progress)?;
    let on_candidate = |done| step.report(done).map_or(ControlFlow::Break(()), ControlFlow::Continue);
    Ok(prime::random_prime(low, high, accept, Engine::default(), rng, on_candidate)?)
}

/// Makes a key of `count` primes from an e that is chosen first. For each prime it draws a k, then a d ≡ e⁻¹ mod k of w bits such
/// that `p = (e·d − 1)/k + 1` has the right length and is prime.
///
/// # Errors
/// [`Error::Option`]; [`Error::Aborted`].
#[inline] // As `run` in attacks.rs.
pub(super) fn with_short_exponents(
    rng: Rng<'_>,
    count: usize,
    n: usize,
    e_length: usize,
    w: usize,
    on_progress: OnProgress<'_>,
) -> Result<PrivateKey, Error> {
    let top = |bits: usize| BigUint::from(1u8) << (bits - 1);
    let e = random::in_interval(&top(e_length), &(top(e_length) << 1u8), rng)? | BigUint::from(1u8);
    let mut primes: Vec<BigUint> = Vec::new();
    let mut tested = 0;
    for index in 0..count {
        let length = n / count + usize::from(index < n % count);
        let (low, high) = prime_interval(length, count);
        let expected = 4 * prime::expected_candidates(length);
        let title = format!("making a key of {n} bits with an e of {e_length} bits: prime {}", index + 1);
        let mut step = Step::begin(title, Some(expected), &mut *on_progress)?;
        // A sound generator needs more than 89 times the mean with a probability below 2⁻¹²⁸.
        let mut draws = Draws::new(1000 * expected);
        let prime = loop {
            tested += 1;
            if tested % 8 == 0 {
                step.report(tested)?;
            }
            let d = random::in_interval(&top(w), &(top(w) << 1u8), rng)?;
            draws.note(&d, w as u64 - 1)?;
            let k = &e * &d / random::in_interval(&low, &high, rng)?;
            let Some(inverse) = e.modinv(&k) else { continue };
            // The largest d with e·d ≡ 1 mod k that is at most the one drawn: it is smaller by less than k.
            if d < inverse {
                continue;
            }
            let d = &d - (&d - &inverse) % &k;
            let p = (&e * &d - 1u8) / &k + 1u8;
            let fits = d.bits() as usize == w && p.bit(0) && p >= low && p < high && far_apart(&p, &primes);
            if fits && prime::is_probably_prime(&p, prime::ROUNDS_FOR_ANY_NUMBER, Engine::default(), rng)? {
                break p;
            }
        };
        primes.push(prime);
    }
    let lambda = primes.iter().map(|prime| prime - 1u8).reduce(|a, b| a.lcm(&b)).expect("two primes or more");
    // e is coprime to each p − 1, because e·d = 1 + k·(p − 1).
    let private_exponent = e.modinv(&lambda).expect("e is a unit modulo λ(N)");
    let components = Components {
        modulus: primes.iter().product(),
        public_exponents: vec![e],
        private_exponent,
        primes,
        crt_exponents: Vec::new(), // computed, as are the coefficients
        crt_coefficients: Vec::new(),
    };
    Ok(PrivateKey::from_standard_components(components, rng)?)
}
