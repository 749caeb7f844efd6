//! Finds short CRT exponents: of two primes with a public exponent well below N, or of three primes with a short public
//! exponent.

use js_sys::{Function, Object};
use rsa_cryptanalysis::attacks::several_crt_exponents::{self, DemonstrationOptions};
use rsa_cryptanalysis::attacks::short_crt_exponents::{Demonstration, Options, Outcome};
use rsa_cryptanalysis::attacks::small_crt_exponents;
use wasm_bindgen::prelude::*;
use wasm_support::{generator, params_from_object, params_to_object, set};

use super::{
    count, demonstration_object, length, numbers, outcome_object, public_key, public_key_to_object, reporting,
    secret_object, timed,
};

/// Runs the attack on a key with two primes.
#[wasm_bindgen(js_name = smallCrtExponents)]
pub fn small_crt_exponents(
    modulus: &[u8],
    public_exponent: &[u8],
    crt_exponent_length: Option<usize>,
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (key, options) = (public_key(modulus, public_exponent)?, Options { crt_exponent_length });
    let (outcome, seconds) =
        timed(on_progress, |on_progress| small_crt_exponents::attack(&key, &options, on_progress))?;
    Ok(found_to_object(&outcome, seconds))
}

/// Generates a key with two primes, from 32 random bytes.
#[wasm_bindgen(js_name = smallCrtExponentsDemonstration)]
pub fn small_crt_exponents_demonstration(
    params: &JsValue,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (params, mut rng) = (params_from_object(params)?, generator(random)?);
    let made =
        reporting(on_progress, |on_progress| small_crt_exponents::demonstration(&mut rng, &params, on_progress))?;
    Ok(made_to_object(&made))
}

/// Runs the attack on a key with three primes. `random` are 32 bytes, for its elliptic curves.
#[wasm_bindgen(js_name = severalCrtExponents)]
pub fn several_crt_exponents(
    modulus: &[u8],
    public_exponent: &[u8],
    crt_exponent_length: Option<usize>,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (key, options, mut rng) =
        (public_key(modulus, public_exponent)?, Options { crt_exponent_length }, generator(random)?);
    let (outcome, seconds) =
        timed(on_progress, |on_progress| several_crt_exponents::attack(&key, &options, &mut rng, on_progress))?;
    Ok(found_to_object(&outcome, seconds))
}

/// Generates a key with three primes, from 32 random bytes.
#[wasm_bindgen(js_name = severalCrtExponentsDemonstration)]
pub fn several_crt_exponents_demonstration(
    modulus_length: usize,
    public_exponent_length: Option<usize>,
    crt_exponent_length: Option<usize>,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let mut rng = generator(random)?;
    let options = DemonstrationOptions { modulus_length, public_exponent_length, crt_exponent_length };
    let made =
        reporting(on_progress, |on_progress| several_crt_exponents::demonstration(&mut rng, &options, on_progress))?;
    Ok(made_to_object(&made))
}

fn found_to_object(outcome: &Outcome, seconds: f64) -> Object {
    let object = outcome_object(outcome.reason(), seconds);
    set(&object, "crtExponentLength", &length(outcome.crt_exponent_length));
    set(&object, "longestCrtExponent", &length(outcome.longest_crt_exponent));
    set(&object, "swaps", &count(outcome.swaps));
    if let Some(found) = &outcome.found {
        set(&object, "primes", &numbers(&found.primes));
        set(&object, "crtExponents", &numbers(&found.crt_exponents));
    }
    object
}

fn made_to_object(made: &Demonstration) -> Object {
    let secret = secret_object(&made.key.components().primes);
    set(&secret, "crtExponents", &numbers(&made.key.components().crt_exponents));
    let object = demonstration_object(&public_key_to_object(made.key.public_key()), &Object::new(), &secret);
    set(&object, "params", &params_to_object(&made.key.params()));
    object
}
