//! WebAssembly bindings of blind signatures: what the client does, and the issuer of partially blind signatures. They are a separate
//! module, so only programs that import `rsa-variants/blind` download it. An issuer of RSABSSA uses the raw private operation of the
//! main module.
//!
//! Integers are passed as unsigned big-endian bytes. Lists are concatenated; `ends` has the end of each item. Errors are thrown as an
//! `Error` with a stable property `code`.

mod client;
mod issuer_key;

use crate::support::js::{Array, Function, Object};
use crate::support::{
    Callback, Place, components_to_object, generator, params_to_object, platform_random, set, wiped, with_place,
};
use rsa_variants::blind::{Error, Suite, generate_partial_key};
use wasm_bindgen::prelude::*;
use wiping_allocator::on_wiped_stack;

/// Prepare of a suite.
#[wasm_bindgen]
pub fn prepare(suite: &str, message: &[u8]) -> Result<Vec<u8>, JsValue> {
    let suite = Suite::from_name(suite).map_err(|error| to_js(&error))?;
    Ok(suite.prepare(message, &mut platform_random()?))
}

/// Generates a key of two safe primes from 32 random bytes, and returns its numbers. To cancel, return false from
/// `on_progress(phase, done, expected)`.
#[wasm_bindgen(js_name = generateKey)]
pub fn generate_key(
    modulus_length: usize,
    random: &[u8],
    on_progress: Option<Function>,
) -> Result<Option<Object>, JsValue> {
    on_wiped_stack(|| {
        let mut callback = Callback::new(on_progress);
        let mut rng = generator(random)?;
        let key = generate_partial_key(modulus_length, &mut rng, |progress| callback.report(&progress));
        callback.outcome(match key {
            Ok(key) => {
                let object = Object::new();
                set(&object, "params", &params_to_object(&key.params()));
                set(&object, "components", &components_to_object(key.components()));
                Ok(Some(object))
            }
            Err(Error::Rsa(rsa_variants::Error::Aborted)) => Ok(None),
            Err(error) => Err(to_js(&error)),
        })
    })
}

fn to_js(error: &Error) -> JsValue {
    if let Error::Rsa(error) = error {
        return crate::support::to_js(error);
    }
    let message = error.to_string();
    let parameter = error.parameter();
    let problem = parameter.and_then(|name| message.strip_prefix(name)?.strip_prefix(' ')).map(str::to_owned);
    with_place(error.code(), &message, Place { parameter, index: None, problem })
}

/// The bytes or the error of each input.
fn settled(results: Vec<Result<Vec<u8>, Error>>) -> Array {
    let array = Array::new();
    for result in results {
        array.push(&result.map_or_else(|error| to_js(&error), |bytes| wiped(bytes).into()));
    }
    array
}
