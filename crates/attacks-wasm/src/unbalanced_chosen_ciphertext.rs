//! Breaks an unbalanced key with chosen ciphertexts.

use js_sys::{Array, Function, Object, Uint8Array};
use num_bigint::BigUint;
use rsa_cryptanalysis::attacks::unbalanced_chosen_ciphertext::{Device, Target, attack, demonstration};
use wasm_bindgen::prelude::*;
use wasm_support::{generator, invalid, number, params_from_object, params_to_object, set};

use super::{
    demonstration_object, length, numbers, outcome_object, public_key, public_key_to_object, reporting, secret_object,
    timed,
};

/// Runs the attack. `messages`, `answers` and `refused` are arrays of numbers as `Uint8Array`.
#[wasm_bindgen(js_name = unbalancedChosenCiphertext)]
pub fn unbalanced_chosen_ciphertext(
    modulus: &[u8],
    public_exponent: &[u8],
    messages: &Array,
    answers: &Array,
    refused: &Array,
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let key = public_key(modulus, public_exponent)?;
    let [messages, answers, refused] = [messages, answers, refused].map(from_array);
    let target = Target { key, messages, answers, refused };
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&target, on_progress))?;
    let object = outcome_object(outcome.reason(), seconds);
    set(&object, "questions", &length(outcome.questions));
    if let Some(primes) = &outcome.primes {
        set(&object, "primes", &numbers(primes));
    }
    Ok(object)
}

/// Generates a key, from 32 random bytes, and a device's answers to an attacker.
#[wasm_bindgen(js_name = unbalancedChosenCiphertextDemonstration)]
pub fn unbalanced_chosen_ciphertext_demonstration(
    params: &JsValue,
    device: &str,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let device = match device {
        "unchecked" => Device::Unchecked,
        "encrypts-again" => Device::EncryptsAgain,
        "library" => Device::Library,
        name => return Err(invalid("device", format!("must be unchecked, encrypts-again or library, got {name:?}"))),
    };
    let (params, mut rng) = (params_from_object(params)?, generator(random)?);
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, &params, device, on_progress))?;
    let target = public_key_to_object(&made.target.key);
    set(&target, "messages", &numbers(&made.target.messages));
    set(&target, "answers", &numbers(&made.target.answers));
    set(&target, "refused", &numbers(&made.target.refused));
    let object = demonstration_object(&target, &Object::new(), &secret_object(&made.key.components().primes));
    set(&object, "params", &params_to_object(&made.key.params()));
    Ok(object)
}

fn from_array(array: &Array) -> Vec<BigUint> {
    array.iter().map(|bytes| number(&Uint8Array::new(&bytes).to_vec())).collect()
}
