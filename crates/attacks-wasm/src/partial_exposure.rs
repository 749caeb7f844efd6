//! Finds a key from some bits of both CRT exponents.

use js_sys::{Function, Object};
use rsa_cryptanalysis::attacks::partial_exposure::{DemonstrationOptions, End, Exposure, attack, demonstration};
use wasm_bindgen::prelude::*;
use wasm_support::{generator, number, set, with_code};

use super::{
    count, demonstration_object, length, numbers, outcome_object, public_key, public_key_to_object, reporting,
    secret_object, timed,
};

fn end(name: &str) -> Result<End, JsValue> {
    match name {
        "low" => Ok(End::Low),
        "high" => Ok(End::High),
        _ => Err(with_code("invalid-params", &format!("unknown end {name:?}, expected low or high"))),
    }
}

/// Runs the attack.
#[wasm_bindgen(js_name = partialExposure)]
// Single values are cheaper to pass than an object, and their types are checked. The only caller passes them by name.
#[allow(clippy::too_many_arguments)]
pub fn partial_exposure(
    modulus: &[u8],
    public_exponent: &[u8],
    which: &str,
    known_bits: usize,
    crt_exponent_length: usize,
    first_part: &[u8],
    second_part: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let key = public_key(modulus, public_exponent)?;
    let parts = [number(first_part), number(second_part)];
    let exposure = Exposure { end: end(which)?, known_bits, crt_exponent_length, parts };
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&key, &exposure, on_progress))?;
    let object = outcome_object(outcome.reason(), seconds);
    set(&object, "knownBits", &length(outcome.known_bits));
    set(&object, "knownBitsNeeded", &length(outcome.known_bits_needed));
    set(&object, "swaps", &count(outcome.swaps));
    if let Some(found) = &outcome.found {
        set(&object, "primes", &numbers(&found.primes));
        set(&object, "crtExponents", &numbers(&found.crt_exponents));
    }
    Ok(object)
}

/// Generates a key for the attack, from 32 random bytes, and the known bits.
#[wasm_bindgen(js_name = partialExposureDemonstration)]
pub fn partial_exposure_demonstration(
    modulus_length: usize,
    public_exponent_length: Option<usize>,
    crt_exponent_length: Option<usize>,
    which: &str,
    known_bits: Option<usize>,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let options = DemonstrationOptions {
        modulus_length,
        public_exponent_length,
        crt_exponent_length,
        end: end(which)?,
        known_bits,
    };
    let mut rng = generator(random)?;
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, &options, on_progress))?;
    let target = public_key_to_object(made.key.public_key());
    set(&target, "end", &which.into());
    set(&target, "knownBits", &length(made.exposure.known_bits));
    set(&target, "crtExponentLength", &length(made.exposure.crt_exponent_length));
    set(&target, "crtExponentParts", &numbers(&made.exposure.parts));
    let secret = secret_object(&made.key.components().primes);
    set(&secret, "crtExponents", &numbers(&made.key.components().crt_exponents));
    Ok(demonstration_object(&target, &Object::new(), &secret))
}
