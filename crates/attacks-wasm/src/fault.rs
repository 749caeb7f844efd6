//! Exploits a fault in an operation with the Chinese remainder theorem.

use js_sys::{Function, Object};
use num_bigint::BigUint;
use rsa_cryptanalysis::attacks::fault::{Place, Target, attack, demonstration};
use wasm_bindgen::prelude::*;
use wasm_support::{bytes, generator, invalid, number, params_from_object, params_to_object, set};

use super::{
    count, demonstration_object, numbers, outcome_object, public_key, public_key_to_object, reporting, secret_object,
    timed,
};

/// Runs the attack.
#[wasm_bindgen]
pub fn fault(
    modulus: &[u8],
    public_exponent: &[u8],
    message: &[u8],
    signature: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let key = public_key(modulus, public_exponent)?;
    let target = Target { key, message: number(message), signature: number(signature) };
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&target, on_progress))?;
    let object = outcome_object(outcome.reason(), seconds);
    set(&object, "signatureIsRight", &outcome.signature_is_right.into());
    if let Some(factors) = &outcome.factors {
        set(&object, "factors", &numbers(factors));
    }
    Ok(object)
}

/// Generates a key with a fault, from 32 random bytes, and signs with it, without the fault check and with it.
#[wasm_bindgen(js_name = faultDemonstration)]
pub fn fault_demonstration(
    params: &JsValue,
    place: &str,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (params, mut rng) = (params_from_object(params)?, generator(random)?);
    let place = match place {
        "crt-exponent" => Place::CrtExponent,
        "crt-coefficient" => Place::CrtCoefficient,
        name => return Err(invalid("place", format!("must be crt-exponent or crt-coefficient, got {name:?}"))),
    };
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, &params, place, on_progress))?;
    let target = public_key_to_object(&made.target.key);
    set(&target, "message", &bytes(&made.target.message));
    set(&target, "signature", &bytes(&made.target.signature));
    let object = demonstration_object(&target, &Object::new(), &secret_object(&made.key.components().primes));
    set(&object, "withCheck", &with_check_to_object(&made.with_check));
    set(&object, "bit", &count(made.bit));
    set(&object, "params", &params_to_object(&made.key.params()));
    Ok(object)
}

/// The result of signing with the fault check: a signature or an error.
fn with_check_to_object(answer: &Result<BigUint, rsa_variants::Error>) -> Object {
    let object = Object::new();
    set(&object, "released", &answer.is_ok().into());
    match answer {
        Ok(signature) => set(&object, "signature", &bytes(signature)),
        Err(error) => {
            set(&object, "code", &error.code().into());
            set(&object, "message", &error.to_string().into());
        }
    }
    object
}
