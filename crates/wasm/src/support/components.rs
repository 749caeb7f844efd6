//! The numbers of a key.

use crate::support::js::{Array, Object, Uint8Array};
use num_bigint::BigUint;
use rsa_variants::{Components, codes};
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

use crate::support::{JsResult, bytes, get, number, set, with_code};

/// The numbers of a key as a plain object of byte arrays.
pub fn components_to_object(components: &Components) -> Object {
    let object = Object::new();
    let list = |numbers: &[BigUint]| JsValue::from(numbers.iter().map(bytes).collect::<Array>());
    set(&object, "modulus", &bytes(&components.modulus));
    set(&object, "publicExponents", &list(&components.public_exponents));
    set(&object, "privateExponent", &bytes(&components.private_exponent));
    set(&object, "primes", &list(&components.primes));
    set(&object, "crtExponents", &list(&components.crt_exponents));
    set(&object, "crtCoefficients", &list(&components.crt_coefficients));
    object
}

/// The numbers of a key from a plain object of byte arrays.
///
/// # Errors
/// `inconsistent-key` if a number is missing.
pub fn components_from_object(object: &JsValue) -> JsResult<Components> {
    let one = |name: &str| to_number(&get(object, name), name);
    let list = |name: &str| {
        let array = get(object, name).dyn_into::<Array>().map_err(|_| missing(name, "an array of Uint8Array"))?;
        array.iter().map(|value| to_number(&value, name)).collect::<Result<Vec<_>, _>>()
    };
    Ok(Components {
        modulus: one("modulus")?,
        public_exponents: list("publicExponents")?,
        private_exponent: one("privateExponent")?,
        primes: list("primes")?,
        crt_exponents: list("crtExponents")?,
        crt_coefficients: list("crtCoefficients")?,
    })
}

fn to_number(value: &JsValue, name: &str) -> JsResult<BigUint> {
    let bytes = value.dyn_ref::<Uint8Array>().ok_or_else(|| missing(name, "a Uint8Array"))?;
    Ok(number(&Zeroizing::new(bytes.to_vec())))
}

fn missing(name: &str, expected: &str) -> JsValue {
    with_code(codes::INCONSISTENT_KEY, &format!("the component {name} must be {expected}"))
}
