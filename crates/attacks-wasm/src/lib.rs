//! WebAssembly bindings of the attacks of rsa-cryptanalysis: a separate module, which is downloaded when the first
//! attack starts.
//!
//! Each attack has two functions. One runs it: it accepts public numbers and options as separate arguments and returns
//! a plain object. The other generates a key for it. To cancel, return false from `on_progress(progress)`. Integers and
//! errors are passed as in `cryptanalysis-wasm`.

#![allow(clippy::needless_pass_by_value)] // wasm-bindgen passes optional strings and functions by value.

pub mod class_group;
pub mod clock_seed;
pub mod common_modulus;
pub mod debian_seed;
pub mod elliptic_curve;
pub mod fault;
pub mod meet_in_the_middle;
pub mod partial_exposure;
pub mod short_crt_exponents;
pub mod small_private_exponent;
pub mod unbalanced_chosen_ciphertext;

use core::ops::ControlFlow;

use js_sys::{Array, Function, Object};
use num_bigint::BigUint;
use rsa_cryptanalysis::{Error, OnProgress, Progress};
use rsa_variants::PublicKey;
use wasm_bindgen::prelude::*;
use wasm_support::{Callback, Place, bytes, get, number, set, with_place};

/// The name of this module, and of both its builds. The loader compares it with the requested one.
#[wasm_bindgen]
pub fn build() -> String {
    "attacks".to_owned()
}

fn to_js(error: &Error) -> JsValue {
    let place = Place { parameter: error.parameter(), index: None, problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}

/// Makes a call that reports its progress to a function, if there is one.
fn reporting<T>(
    on_progress: Option<Function>,
    call: impl FnOnce(OnProgress<'_>) -> Result<T, Error>,
) -> Result<T, JsValue> {
    let mut callback = Callback::new(on_progress);
    let mut report =
        |progress: &Progress| -> ControlFlow<()> { callback.call(|| Array::of1(&progress_to_object(progress))) };
    let result = call(&mut report).map_err(|error| to_js(&error));
    callback.outcome(result)
}

/// Like [`reporting`], but also returns the time in seconds.
fn timed<T>(
    on_progress: Option<Function>,
    attack: impl FnOnce(OnProgress<'_>) -> Result<T, Error>,
) -> Result<(T, f64), JsValue> {
    let start = milliseconds();
    let outcome = reporting(on_progress, attack)?;
    Ok((outcome, (milliseconds() - start) / 1000.0))
}

/// `performance.now()`, which every platform that runs this has. WebAssembly itself has no clock.
fn milliseconds() -> f64 {
    let performance = get(&js_sys::global(), "performance");
    let now = get(&performance, "now").dyn_into::<Function>().and_then(|now| now.call0(&performance));
    now.ok().and_then(|time| time.as_f64()).unwrap_or(0.0)
}

fn progress_to_object(progress: &Progress) -> Object {
    let object = Object::new();
    set(&object, "step", &progress.step.as_str().into());
    set(&object, "done", &count(progress.done));
    if let Some(expected) = progress.expected {
        set(&object, "expected", &count(expected));
    }
    object
}

/// The common fields of all outcomes: whether the attack succeeded, the reason if not, and the time.
fn outcome_object(reason: Option<String>, seconds: f64) -> Object {
    let object = Object::new();
    set(&object, "found", &reason.is_none().into());
    if let Some(reason) = reason {
        set(&object, "reason", &reason.into());
    }
    set(&object, "seconds", &seconds.into());
    object
}

/// The public key with this modulus and exponent.
fn public_key(modulus: &[u8], public_exponent: &[u8]) -> Result<PublicKey, JsValue> {
    PublicKey::new(&number(modulus), &number(public_exponent)).map_err(|error| to_js(&error.into()))
}

/// The numbers of a key that an attacker knows.
fn public_key_to_object(key: &PublicKey) -> Object {
    let object = Object::new();
    set(&object, "modulus", &bytes(&key.modulus()));
    set(&object, "publicExponent", &bytes(&key.public_exponent()));
    object
}

/// The common fields of all demonstrations.
fn demonstration_object(target: &Object, options: &Object, secret: &Object) -> Object {
    let object = Object::new();
    set(&object, "target", target);
    set(&object, "options", options);
    set(&object, "secret", secret);
    object
}

/// The numbers that the attacker looks for.
fn secret_object(primes: &[BigUint]) -> Object {
    let object = Object::new();
    set(&object, "primes", &numbers(primes));
    object
}

/// Sets the factors of a modulus that may not be factored completely.
fn set_factors(object: &Object, primes: &[BigUint], unfactored: &[BigUint]) {
    if !primes.is_empty() {
        set(object, "primes", &numbers(primes));
        set(object, "unfactored", &numbers(unfactored));
    }
}

/// The bounds of the two stages of a method.
fn bounds_object(first: u64, second: u64) -> Object {
    let object = Object::new();
    set(&object, "first", &count(first));
    set(&object, "second", &count(second));
    object
}

fn numbers(numbers: &[BigUint]) -> JsValue {
    numbers.iter().map(bytes).collect::<Array>().into()
}

/// A count below 2^53, which a double represents exactly.
fn count(value: u64) -> JsValue {
    (value as f64).into()
}

/// A length in bits or a small count.
fn length(value: usize) -> JsValue {
    count(value as u64)
}
