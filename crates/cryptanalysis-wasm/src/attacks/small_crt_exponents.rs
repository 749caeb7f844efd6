//! Short CRT exponents with a public exponent well below N.

use cryptanalysis::attacks::small_crt_exponents::{Options, attack, demonstration};
use js_sys::{Function, Object};
use wasm_bindgen::prelude::*;
use wasm_support::{generator, params_from_object, params_to_object, set};

use super::{
    count, demonstration_object, length, numbers, outcome_object, public_key, public_key_to_object, reporting,
    secret_object, timed,
};

/// The attack.
#[wasm_bindgen(js_name = smallCrtExponents)]
pub fn small_crt_exponents(
    modulus: &[u8],
    public_exponent: &[u8],
    crt_exponent_length: Option<usize>,
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (key, options) = (public_key(modulus, public_exponent)?, Options { crt_exponent_length });
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&key, &options, on_progress))?;
    let object = outcome_object(outcome.reason(), seconds);
    set(&object, "crtExponentLength", &length(outcome.crt_exponent_length));
    set(&object, "longestCrtExponent", &length(outcome.longest_crt_exponent));
    set(&object, "swaps", &count(outcome.swaps));
    if let Some(found) = &outcome.found {
        set(&object, "primes", &numbers(&found.primes));
        set(&object, "crtExponents", &numbers(&found.crt_exponents));
    }
    Ok(object)
}

/// A fresh key for it, from 32 random bytes.
#[wasm_bindgen(js_name = smallCrtExponentsDemonstration)]
pub fn small_crt_exponents_demonstration(
    params: &JsValue,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (params, mut rng) = (params_from_object(params)?, generator(random)?);
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, &params, on_progress))?;
    let secret = secret_object(&made.key.components().primes);
    set(&secret, "crtExponents", &numbers(&made.key.components().crt_exponents));
    let object = demonstration_object(&public_key_to_object(made.key.public_key()), &Object::new(), &secret);
    set(&object, "params", &params_to_object(&made.key.params()));
    Ok(object)
}
