//! WebAssembly bindings of blind signatures: what the client does, and the issuer of partially blind signatures. They are a separate
//! module, so only programs that import `rsa-variants/blind` download it. An issuer of RSABSSA uses the raw private operation of the
//! main module.
//!
//! Integers are passed as unsigned big-endian bytes. Lists are concatenated; `ends` has the end of each item. Errors are thrown as an
//! `Error` with a stable property `code`.

mod client;
#[cfg(feature = "blind")]
pub mod issuer_key;

use crate::support::{JsResult, Place, platform_random, with_place};
use rsa_variants::blind::{Error, Suite};
use wasm_bindgen::prelude::*;

/// Prepare of a suite.
#[wasm_bindgen]
pub fn prepare(suite: &str, message: &[u8]) -> JsResult<Vec<u8>> {
    let suite = Suite::from_name(suite).map_err(|error| to_js(&error))?;
    Ok(suite.prepare(message, &mut platform_random()?))
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
