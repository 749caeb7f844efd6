//! Joined numbers, and errors.

use crate::support::{JsResult, Place, invalid, number, with_place};
use modular_powers::{CrtError, PowerError, crt_vartime, inverse_vartime};
use num_bigint::BigUint;
use wasm_bindgen::prelude::*;

/// The numbers of a list, each of `length` bytes.
pub(crate) fn numbers(joined: &[u8], length: usize) -> impl Iterator<Item = &[u8]> {
    joined.chunks(length.max(1))
}

/// Converts an error of a power.
pub(crate) fn to_js(error: &PowerError) -> JsValue {
    match error {
        PowerError::ExponentTooLong { bits, declared } => {
            invalid("exponent", format!("must have at most {declared} bits (exponentLength), got {bits}"))
        }
        PowerError::TooLittleMemory { bytes, least } => {
            invalid("memory", format!("must be at least {least} bytes for this modulus, got {bytes}"))
        }
        _ => with_place("internal", &error.to_string(), Place::default()),
    }
}

/// The inverse of a number modulo another, which may be even and is not 0; `undefined` if they share a factor. In variable time.
#[wasm_bindgen]
pub fn invert(value: &[u8], modulus: &[u8]) -> Option<Vec<u8>> {
    inverse_vartime(&number(value), &number(modulus)).map(|inverse| inverse.to_bytes_be())
}

/// The least number with the given remainders. Both lists have numbers of `length` bytes.
#[wasm_bindgen]
pub fn crt(remainders: &[u8], moduli: &[u8], length: usize) -> JsResult<Vec<u8>> {
    let residues: Vec<(BigUint, BigUint)> = numbers(remainders, length)
        .zip(numbers(moduli, length))
        .map(|(remainder, modulus)| (number(remainder), number(modulus)))
        .collect();
    let found = crt_vartime(&residues).map_err(|error| {
        let (index, problem) = match error {
            CrtError::ZeroModulus { index } => (index, "has the modulus 0"),
            CrtError::Contradiction { index } => {
                (index, "contradicts an earlier one, whose modulus shares a factor with its own")
            }
            _ => (0, "does not determine a number"),
        };
        let place = Place { parameter: Some("residues"), index: Some(index), problem: Some(problem.to_owned()) };
        with_place("invalid-params", &format!("residues[{index}] {problem}"), place)
    })?;
    Ok(found.to_bytes_be())
}
