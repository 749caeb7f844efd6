//! Key parameters.

use js_sys::{Object, Uint8Array};
use rsa_variants::{KeyParams, Variant};
use wasm_bindgen::prelude::*;

use crate::{bytes, get, number, set, to_js};

/// Parameters from single values.
///
/// # Errors
/// `invalid-params` for a name that is no variant.
pub fn params(
    variant: &str,
    modulus_length: usize,
    primes: Option<usize>,
    crt_exponent_length: Option<usize>,
    public_exponent: Option<&[u8]>,
    batch_size: Option<usize>,
) -> Result<KeyParams, JsValue> {
    let variant = Variant::from_name(variant).map_err(|error| to_js(&error))?;
    let public_exponent = public_exponent.map(number);
    Ok(KeyParams { variant, modulus_length, primes, crt_exponent_length, public_exponent, batch_size })
}

/// Parameters from a plain object.
///
/// # Errors
/// `invalid-params` for a name that is no variant.
pub fn params_from_object(object: &JsValue) -> Result<KeyParams, JsValue> {
    // What is no count of its own becomes one that every limit refuses.
    let whole =
        |count: f64| if count.fract() == 0.0 && (0.0..1e9).contains(&count) { count as usize } else { usize::MAX };
    let count = |name: &str| get(object, name).as_f64().map(whole);
    let variant = get(object, "variant").as_string().unwrap_or_default();
    let e = get(object, "publicExponent").dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec());
    let modulus_length = count("modulusLength").unwrap_or(0);
    params(&variant, modulus_length, count("primes"), count("crtExponentLength"), e.as_deref(), count("batchSize"))
}

/// The parameters as a plain object; what does not apply is left out.
pub fn params_to_object(params: &KeyParams) -> Object {
    let object = Object::new();
    set(&object, "variant", &params.variant.name().into());
    set(&object, "modulusLength", &(params.modulus_length as f64).into());
    let counts = [
        ("primes", params.primes),
        ("crtExponentLength", params.crt_exponent_length),
        ("batchSize", params.batch_size),
    ];
    for (name, count) in counts.into_iter().filter_map(|(name, count)| Some((name, count?))) {
        set(&object, name, &(count as f64).into());
    }
    if let Some(e) = &params.public_exponent {
        set(&object, "publicExponent", &bytes(e));
    }
    object
}
