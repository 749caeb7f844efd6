//! One modulus with several public exponents.

use core::ops::ControlFlow;

use js_sys::{Array, Function, Object, Uint8Array};
use rsa_cryptanalysis::attacks::common_modulus::{Target, attack, demonstration, pairs_from_one};
use rsa_cryptanalysis::{Error, Progress};
use rsa_variants::PublicKey;
use wasm_bindgen::prelude::*;
use wasm_support::{bytes, generator, number, params_from_object, params_to_object, platform_generator, set};

use super::{
    demonstration_object, numbers, outcome_object, public_key, public_key_to_object, reporting, secret_object, timed,
};

/// Recovers a message that was encrypted under two exponents. Needs no secret.
#[wasm_bindgen(js_name = commonModulus)]
pub fn common_modulus(
    modulus: &[u8],
    public_exponent: &[u8],
    second_public_exponent: &[u8],
    first_ciphertext: &[u8],
    second_ciphertext: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let keys = [public_key(modulus, public_exponent)?, public_key(modulus, second_public_exponent)?];
    let target = Target { keys, ciphertexts: [number(first_ciphertext), number(second_ciphertext)] };
    let (outcome, seconds) = timed(on_progress, |on_progress| attack(&target, on_progress))?;
    let object = outcome_object(outcome.reason(), seconds);
    if let Some(message) = &outcome.message {
        set(&object, "message", &bytes(message));
    }
    Ok(object)
}

/// Computes all private exponents from the first one. `public_exponents` is an array of `Uint8Array`.
#[wasm_bindgen(js_name = commonModulusOwner)]
pub fn common_modulus_owner(
    modulus: &[u8],
    public_exponents: &Array,
    private_exponent: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let key = |exponent: JsValue| public_key(modulus, &Uint8Array::new(&exponent).to_vec());
    let keys: Vec<PublicKey> = public_exponents.iter().map(key).collect::<Result<_, _>>()?;
    let mut rng = platform_generator()?;
    let (pairs, seconds) = timed(on_progress, |on_progress| {
        // A single library call, which cannot be interrupted.
        let step = "splitting N with a multiple of λ(N)".to_owned();
        match on_progress(&Progress { step, done: 0, expected: None }) {
            ControlFlow::Continue(()) => pairs_from_one(&keys, &number(private_exponent), &mut rng),
            ControlFlow::Break(()) => Err(Error::Aborted),
        }
    })?;
    let object = outcome_object(None, seconds);
    set(&object, "primes", &numbers(&pairs.primes));
    set(&object, "privateExponents", &numbers(&pairs.private_exponents));
    Ok(object)
}

/// Generates a batch key and a message under its first two exponents, from 32 random bytes. `ownerTarget` is the input
/// of `commonModulusOwner`.
#[wasm_bindgen(js_name = commonModulusDemonstration)]
pub fn common_modulus_demonstration(
    params: &JsValue,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Object, JsValue> {
    let (params, mut rng) = (params_from_object(params)?, generator(random)?);
    let made = reporting(on_progress, |on_progress| demonstration(&mut rng, &params, on_progress))?;
    let [first, second] = &made.target.keys;
    let target = public_key_to_object(first);
    set(&target, "secondPublicExponent", &bytes(&second.public_exponent()));
    set(&target, "ciphertexts", &numbers(&made.target.ciphertexts));
    let components = made.key.components();
    let owner = Object::new();
    set(&owner, "modulus", &bytes(&components.modulus));
    set(&owner, "publicExponents", &numbers(&components.public_exponents));
    set(&owner, "privateExponent", &bytes(&made.private_exponent));
    let secret = secret_object(&components.primes);
    set(&secret, "message", &bytes(&made.message));
    let object = demonstration_object(&target, &Object::new(), &secret);
    set(&object, "ownerTarget", &owner);
    set(&object, "params", &params_to_object(&made.key.params()));
    Ok(object)
}
