//! Finds the primes of a modulus with elliptic curves.

use js_sys::{Array, Function, Object};
use rsa_cryptanalysis::attacks::elliptic_curve::{
    Measured, Options, Outcome, Shape, attack, demonstration, extrapolate,
};
use wasm_bindgen::prelude::*;
use wasm_support::{generator, params_to_object, set, with_code};

use super::{
    bounds_object, count, demonstration_object, length, outcome_object, public_key, public_key_to_object, reporting,
    secret_object, set_factors, timed,
};

/// The modulus length and the number of primes of the keys for which the time is estimated.
const ESTIMATED: [(usize, usize); 7] = [(1024, 4), (1024, 3), (1024, 2), (2048, 4), (2048, 3), (2048, 2), (4096, 4)];

/// Runs the attack.
#[wasm_bindgen(js_name = ellipticCurve)]
// Single values are cheaper to pass than an object, and their types are checked. The only caller passes them by name.
#[allow(clippy::too_many_arguments)]
pub fn elliptic_curve(
    modulus: &[u8],
    public_exponent: &[u8],
    prime_length: usize,
    primes: usize,
    all_primes: bool,
    most_curves: Option<u32>,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (key, mut rng) = (public_key(modulus, public_exponent)?, generator(random)?);
    let options = Options { prime_length, primes, all_primes, most_curves: most_curves.map(u64::from) };
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&key, &options, &mut rng, on_progress))?;
    let reason = outcome.primes.is_empty().then(|| {
        format!(
            "{} curves found no prime: the modulus probably has none of at most {prime_length} bits, which would take {:.0} curves \
             on average",
            outcome.curves, outcome.bounds.expected_curves
        )
    });
    let object = outcome_object(reason, seconds);
    set(&object, "curves", &count(outcome.curves));
    set(&object, "multiplications", &count(outcome.multiplications));
    let bounds = bounds_object(outcome.bounds.first, outcome.bounds.second);
    set(&bounds, "expectedCurves", &outcome.bounds.expected_curves.into());
    set(&object, "bounds", &bounds);
    let measured = Measured { seconds, prime_length, modulus_length: key.modulus_length() };
    set(&object, "estimates", &estimates(&outcome, &measured));
    set_factors(&object, &outcome.primes, &outcome.unfactored);
    Ok(object)
}

/// Estimates of the time for longer keys. Empty if no curve was needed.
fn estimates(outcome: &Outcome, measured: &Measured) -> Array {
    let shapes = ESTIMATED.into_iter().filter(|_| outcome.curves > 0);
    let estimate = |(modulus_length, primes)| {
        let prime_length = modulus_length / primes;
        let object = Object::new();
        set(&object, "modulusLength", &length(modulus_length));
        set(&object, "primes", &length(primes));
        set(&object, "primeLength", &length(prime_length));
        set(&object, "seconds", &extrapolate(outcome, measured, prime_length, modulus_length).into());
        object
    };
    shapes.map(estimate).collect()
}

/// Generates a key for the attack, from 32 random bytes: with `primes` primes of equal length, or with one short prime
/// of `prime_length` bits.
#[wasm_bindgen(js_name = ellipticCurveDemonstration)]
pub fn elliptic_curve_demonstration(
    modulus_length: usize,
    primes: Option<usize>,
    prime_length: Option<usize>,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let shape = match (primes, prime_length) {
        (Some(primes), None) => Shape::MultiPrime { modulus_length, primes },
        (None, Some(prime_length)) => Shape::OneShortPrime { modulus_length, prime_length },
        _ => return Err(with_code("invalid-params", "pass exactly one of primes and primeLength")),
    };
    let mut rng = generator(random)?;
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, shape, on_progress))?;
    let options = Object::new();
    set(&options, "primeLength", &length(made.options.prime_length));
    set(&options, "primes", &length(made.options.primes));
    set(&options, "allPrimes", &made.options.all_primes.into());
    let object = demonstration_object(&public_key_to_object(&made.target), &options, &secret_object(&made.primes));
    if let Some(params) = &made.params {
        set(&object, "params", &params_to_object(params));
    }
    Ok(object)
}
