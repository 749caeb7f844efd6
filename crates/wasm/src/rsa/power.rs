//! Powers of any numbers.

use crate::support::{JsResult, number};
use modular_powers::{Exponent, Exponentiation, Modulus, Natural};
use rsa_variants::Error;
use wasm_bindgen::prelude::*;

use crate::rsa::convert::{engine, to_js};

/// The longest modulus of `modPow` in bits, as for keys. Base and exponent may be twice as long.
const LONGEST_MODULUS: usize = *rsa_variants::MODULUS_LENGTHS.end();

/// `base^exponent mod modulus` for an odd modulus of at least 3, at the modulus's length in bytes. The exponent is
/// treated as public: the time may depend on it.
#[wasm_bindgen(js_name = modPow)]
pub fn mod_pow(base: &[u8], exponent: &[u8], modulus: &[u8], engine_name: Option<String>) -> JsResult<Vec<u8>> {
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
