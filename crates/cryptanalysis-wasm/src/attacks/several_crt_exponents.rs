//! Short CRT exponents of three primes, with a short e.

use cryptanalysis::attacks::several_crt_exponents::{DemonstrationOptions, Options, attack, demonstration};
use js_sys::{Function, Object};
use wasm_bindgen::prelude::*;
use wasm_support::{generator, params_to_object, set};

use super::{
    count, demonstration_object, length, numbers, outcome_object, public_key, public_key_to_object, reporting,
    secret_object, timed,
};

/// The attack, with 32 random bytes for its elliptic curves.
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
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&key, &options, &mut rng, on_progress))?;
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
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, &options, on_progress))?;
    let secret = secret_object(&made.key.components().primes);
    set(&secret, "crtExponents", &numbers(&made.key.components().crt_exponents));
    let object = demonstration_object(&public_key_to_object(made.key.public_key()), &Object::new(), &secret);
    set(&object, "params", &params_to_object(&made.key.params()));
    Ok(object)
}
