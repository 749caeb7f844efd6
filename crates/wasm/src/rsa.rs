//! WebAssembly bindings of rsa-variants: only types and conversions.
//!
//! Integers are passed as unsigned big-endian bytes: blocks at the full length of the modulus, numbers of a key without
//! leading zeros. Errors are thrown as an `Error` with a stable property `code`.

mod convert;
mod encoding;
mod hasher;
mod padding;
mod private_key;
mod public_key;

use crate::support::{
    Place, name_in_javascript, number, params_from_object, params_to_object, renamed, set, with_place,
};
use modular_powers::{Exponent, Exponentiation, Modulus, Natural};
use rsa_variants::Error;
use wasm_bindgen::prelude::*;

use crate::rsa::convert::{engine, to_js};

/// The names of the engines, fastest first.
#[wasm_bindgen]
pub fn engines() -> Vec<String> {
    rsa_variants::Engine::all().map(|engine| engine.name().to_owned()).collect()
}

/// The longest modulus of `modPow` in bits, as for keys. Base and exponent may be twice as long.
const LONGEST_MODULUS: usize = *rsa_variants::MODULUS_LENGTHS.end();

/// `base^exponent mod modulus` for an odd modulus of at least 3, at the modulus's length in bytes. The exponent is
/// treated as public: the time may depend on it.
#[wasm_bindgen(js_name = modPow)]
pub fn mod_pow(base: &[u8], exponent: &[u8], modulus: &[u8], engine_name: Option<String>) -> Result<Vec<u8>, JsValue> {
    let engine = engine(engine_name.as_deref())?;
    let [base, exponent, modulus] = [base, exponent, modulus].map(number);
    for (parameter, number, most) in [
        ("modulus", &modulus, LONGEST_MODULUS),
        ("base", &base, 2 * LONGEST_MODULUS),
        ("exponent", &exponent, 2 * LONGEST_MODULUS),
    ] {
        let value = number.bits() as usize;
        if value > most {
            let reason = "even the longest keys need no more";
            return Err(to_js(&Error::OutOfRange { parameter, unit: "bits", value, least: 0, most, reason }));
        }
    }
    let modulus = Modulus::new(&modulus).map_err(|error| to_js(&error.into()))?;
    let base = Natural::from_biguint(&base, base.bits() as usize);
    let exponent = Exponent::public(&exponent);
    let exponentiation = Exponentiation { base: &base, exponent: &exponent, modulus: &modulus };
    Ok(engine.exponentiate(&[exponentiation]).remove(0).to_be_bytes(modulus.bit_length().div_ceil(8)))
}

/// Checks key parameters and fills in the defaults.
#[wasm_bindgen(js_name = checkParams)]
pub fn check_params(params: &JsValue) -> Result<crate::support::js::Object, JsValue> {
    let checked = params_from_object(params)?.check().map_err(|error| to_js(&error))?;
    Ok(params_to_object(&checked.to_params()))
}

/// The warning to show before a key with these parameters is made: an object with verdict, parameter, strength and
/// message, or `undefined`.
#[wasm_bindgen]
pub fn caution(params: &JsValue) -> Result<Option<crate::support::js::Object>, JsValue> {
    let caution = rsa_cryptanalysis::caution(&params_from_object(params)?).map_err(|error| {
        let place = Place { parameter: error.parameter(), index: None, problem: error.problem() };
        with_place(error.code(), &error.to_string(), place)
    })?;
    Ok(caution.map(|caution| {
        let object = crate::support::js::Object::new();
        set(&object, "verdict", &caution.verdict.name().into());
        set(&object, "parameter", &name_in_javascript(caution.parameter).into());
        set(&object, "strength", &caution.strength.into());
        set(&object, "message", &renamed(&caution.message, caution.parameter).into());
        object
    }))
}
