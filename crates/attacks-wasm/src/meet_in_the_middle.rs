//! Finds short CRT exponents by meeting in the middle.

use js_sys::{Array, Function, Object};
use num_bigint::BigUint;
use rsa_cryptanalysis::attacks::meet_in_the_middle::{Options, Outcome, attack, demonstration, extrapolate};
use wasm_bindgen::prelude::*;
use wasm_support::{generator, params_from_object, params_to_object, set};

use super::{
    count, demonstration_object, length, numbers, outcome_object, public_key, public_key_to_object, reporting,
    secret_object, timed,
};

/// The lengths in bits for which the time is estimated: from those that run here to those that papers and verdicts
/// require.
const ESTIMATED: [usize; 11] = [36, 40, 48, 64, 80, 96, 128, 160, 192, 224, 256];

/// Runs the attack.
#[wasm_bindgen(js_name = meetInTheMiddle)]
pub fn meet_in_the_middle(
    modulus: &[u8],
    public_exponent: &[u8],
    crt_exponent_length: usize,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (key, options, mut rng) = (
        public_key(modulus, public_exponent)?,
        Options { crt_exponent_length, ..Options::default() },
        generator(random)?,
    );
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&key, &options, &mut rng, on_progress))?;
    let reason = outcome.reason(&options);
    let is_found = reason.is_none();
    let object = outcome_object(reason, seconds);
    set(&object, "babySteps", &count(outcome.baby_steps));
    set(&object, "giantSteps", &count(outcome.giant_steps));
    set(&object, "memory", &count(outcome.memory));
    set(&object, "estimates", &estimates(&outcome, &options, seconds));
    if is_found {
        let (found, crt_exponents): (Vec<BigUint>, Vec<BigUint>) =
            outcome.found.iter().map(|found| (found.prime.clone(), found.crt_exponent.clone())).unzip();
        set(&object, "primes", &numbers(outcome.primes.as_deref().unwrap_or(&found)));
        set(&object, "complete", &outcome.primes.is_some().into());
        set(&object, "primesWithCrtExponent", &numbers(&found));
        set(&object, "crtExponents", &numbers(&crt_exponents));
    }
    Ok(object)
}

fn estimates(outcome: &Outcome, options: &Options, seconds: f64) -> Array {
    let lengths = ESTIMATED.into_iter().filter(|length| *length > options.crt_exponent_length);
    let estimate = |crt_exponent_length| {
        let estimate = extrapolate(outcome, options, seconds, crt_exponent_length);
        let object = Object::new();
        set(&object, "crtExponentLength", &length(crt_exponent_length));
        set(&object, "seconds", &estimate.seconds.into());
        set(&object, "memory", &estimate.memory.into());
        object
    };
    lengths.map(estimate).collect()
}

/// Generates a key for the attack, from 32 random bytes.
#[wasm_bindgen(js_name = meetInTheMiddleDemonstration)]
pub fn meet_in_the_middle_demonstration(
    params: &JsValue,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (params, mut rng) = (params_from_object(params)?, generator(random)?);
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, &params, on_progress))?;
    let options = Object::new();
    set(&options, "crtExponentLength", &length(made.options.crt_exponent_length));
    let object = demonstration_object(&public_key_to_object(&made.target), &options, &secret_object(&made.primes));
    set(&object, "params", &params_to_object(&made.params));
    Ok(object)
}
