//! Key parameters.

use js_sys::{Object, Uint8Array};
use rsa_variants::{KeyParams, Variant};
use wasm_bindgen::prelude::*;

use crate::{bytes, get, number, set, to_js};

/// The optional parameters that are whole numbers, with their names in JavaScript.
fn counts(params: &mut KeyParams) -> [(&'static str, &mut Option<usize>); 5] {
    [
        ("primes", &mut params.primes),
        ("multiplicity", &mut params.multiplicity),
        ("crtExponentLength", &mut params.crt_exponent_length),
        ("batchSize", &mut params.batch_size),
        ("primeLength", &mut params.prime_length),
    ]
}

/// Parameters from a plain object.
///
/// # Errors
/// `invalid-params` if no variant has the given name.
pub fn params_from_object(object: &JsValue) -> Result<KeyParams, JsValue> {
    // A value that is not a count becomes one that is above every limit.
    let whole =
        |count: f64| if count.fract() == 0.0 && (0.0..1e9).contains(&count) { count as usize } else { usize::MAX };
    let count = |name: &str| get(object, name).as_f64().map(whole);
    let variant = get(object, "variant").as_string().unwrap_or_default();
    let variant = Variant::from_name(&variant).map_err(|error| to_js(&error))?;
    let mut params = KeyParams::new(variant, count("modulusLength").unwrap_or(0));
    for (name, value) in counts(&mut params) {
        *value = count(name);
    }
    let e = get(object, "publicExponent").dyn_into::<Uint8Array>().ok();
    params.public_exponent = e.map(|bytes| number(&bytes.to_vec()));
    Ok(params)
}

/// The parameters as a plain object, without those that do not apply.
pub fn params_to_object(params: &KeyParams) -> Object {
    let object = Object::new();
    set(&object, "variant", &params.variant.name().into());
    set(&object, "modulusLength", &(params.modulus_length as f64).into());
    for (name, count) in counts(&mut params.clone()) {
        if let Some(count) = count {
            set(&object, name, &(*count as f64).into());
        }
    }
    if let Some(e) = &params.public_exponent {
        set(&object, "publicExponent", &bytes(e));
    }
    object
}
