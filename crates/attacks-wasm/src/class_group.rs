//! Finds the square in a modulus with class groups.

use js_sys::{Array, Function, Object};
use rsa_cryptanalysis::attacks::class_group::{
    Measured, Options, Outcome, attack, demonstration, extrapolate, square_free_length,
};
use wasm_bindgen::prelude::*;
use wasm_support::{generator, params_to_object, set};

use super::{
    bounds_object, count, demonstration_object, length, outcome_object, public_key, public_key_to_object, reporting,
    secret_object, set_factors, timed,
};

/// The modulus length and r of the keys for which the time is estimated.
const ESTIMATED: [(usize, usize); 6] = [(1024, 3), (1024, 4), (2048, 3), (2048, 4), (3072, 3), (4096, 5)];

/// Runs the attack. `random` are 32 bytes, for its primality tests.
#[wasm_bindgen(js_name = classGroup)]
pub fn class_group(
    modulus: &[u8],
    public_exponent: &[u8],
    primes: usize,
    most_multipliers: Option<u32>,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (key, mut rng) = (public_key(modulus, public_exponent)?, generator(random)?);
    let options = Options { primes, most_multipliers: most_multipliers.map(u64::from) };
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&key, &options, &mut rng, on_progress))?;
    let reason = outcome.primes.is_empty().then(|| {
        format!(
            "{} multipliers found no square in N; if N were p^{}·q with primes of equal length, {:.0} would be enough on average",
            outcome.multipliers,
            primes - 1,
            outcome.bounds.expected_multipliers
        )
    });
    let object = outcome_object(reason, seconds);
    set(&object, "multipliers", &count(outcome.multipliers));
    if let Some(multiplier) = outcome.multiplier {
        set(&object, "multiplier", &multiplier.into());
    }
    set(&object, "products", &count(outcome.products));
    let bounds = bounds_object(outcome.bounds.first, outcome.bounds.second);
    set(&bounds, "expectedMultipliers", &outcome.bounds.expected_multipliers.into());
    set(&object, "bounds", &bounds);
    let measured = Measured { seconds, primes, modulus_length: key.modulus_length() };
    set(&object, "estimates", &estimates(&outcome, &measured));
    set_factors(&object, &outcome.primes, &outcome.unfactored);
    Ok(object)
}

/// Estimates of the time for longer keys. Empty if no multiplier was needed.
fn estimates(outcome: &Outcome, measured: &Measured) -> Array {
    let shapes = ESTIMATED.into_iter().filter(|_| outcome.multipliers > 0);
    let estimate = |(modulus_length, primes)| {
        let object = Object::new();
        set(&object, "modulusLength", &length(modulus_length));
        set(&object, "primes", &length(primes));
        set(&object, "squareFreeLength", &length(square_free_length(modulus_length, primes)));
        set(&object, "seconds", &extrapolate(outcome, measured, primes, modulus_length).into());
        object
    };
    shapes.map(estimate).collect()
}

/// Generates a key for the attack, from 32 random bytes.
#[wasm_bindgen(js_name = classGroupDemonstration)]
pub fn class_group_demonstration(
    modulus_length: usize,
    primes: usize,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let mut rng = generator(random)?;
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, modulus_length, primes, on_progress))?;
    let options = Object::new();
    set(&options, "primes", &length(made.options.primes));
    let object = demonstration_object(&public_key_to_object(&made.target), &options, &secret_object(&made.primes));
    set(&object, "params", &params_to_object(&made.params));
    Ok(object)
}
