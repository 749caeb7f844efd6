//! Options of reading keys, and what it repaired.

use crate::support::js::{Array, Object};
use rsa_variants::{ReadLimits, Repair};
use wasm_bindgen::prelude::*;

use crate::support::{get, set};

/// Takes the limits that a plain object sets.
pub fn apply_limits(limits: &mut ReadLimits, options: &JsValue) {
    for (name, limit) in [
        ("iterations", &mut limits.iterations),
        ("scryptMebibytes", &mut limits.scrypt_mebibytes),
        ("bcryptRounds", &mut limits.bcrypt_rounds),
        ("modulusLength", &mut limits.modulus_length),
    ] {
        if let Some(value) = get(options, name).as_f64() {
            *limit = value as usize;
        }
    }
}

/// Repairs as an array of objects with a `code` and a `message`.
pub fn repairs_to_array(repairs: &[Repair]) -> Array {
    let warnings = repairs.iter().map(|repair| {
        let warning = Object::new();
        set(&warning, "code", &repair.code().into());
        set(&warning, "message", &repair.to_string().into());
        warning
    });
    warnings.collect()
}
