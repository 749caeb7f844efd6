//! Finds a short private exponent.

use js_sys::{Function, Object};
use rsa_cryptanalysis::attacks::small_private_exponent::{DemonstrationOptions, Short, attack, demonstration};
use wasm_bindgen::prelude::*;
use wasm_support::{bytes, generator, invalid, set};

use super::{
    count, demonstration_object, numbers, outcome_object, public_key, public_key_to_object, reporting, secret_object,
    timed,
};

/// Runs the attack.
#[wasm_bindgen(js_name = smallPrivateExponent)]
pub fn small_private_exponent(
    modulus: &[u8],
    public_exponent: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let key = public_key(modulus, public_exponent)?;
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&key, on_progress))?;
    let object = outcome_object(outcome.reason(), seconds);
    set(&object, "convergents", &count(outcome.convergents));
    if let Some(found) = &outcome.found {
        set(&object, "primes", &numbers(&found.primes));
        set(&object, "privateExponent", &bytes(&found.private_exponent));
    }
    Ok(object)
}

/// Generates a key for the attack, from 32 random bytes.
#[wasm_bindgen(js_name = smallPrivateExponentDemonstration)]
pub fn small_private_exponent_demonstration(
    modulus_length: usize,
    short: &str,
    exponent_length: Option<usize>,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let short = match short {
        "private-exponent" => Short::PrivateExponent,
        "equal-crt-exponents" => Short::EqualCrtExponents,
        name => return Err(invalid("short", format!("must be private-exponent or equal-crt-exponents, got {name:?}"))),
    };
    let options = DemonstrationOptions { modulus_length, short, exponent_length };
    let mut rng = generator(random)?;
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, &options, on_progress))?;
    let secret = secret_object(&made.primes);
    set(&secret, "privateExponent", &bytes(&made.private_exponent));
    Ok(demonstration_object(&public_key_to_object(&made.public_key), &Object::new(), &secret))
}
