//! Key parameters.

use crate::support::js::{Object, Uint8Array};
use rsa_variants::{KeyParams, Parameter, Variant};
use wasm_bindgen::prelude::*;

use crate::support::{JsResult, bytes, get, name_in_javascript, number, set, to_js};

/// Parameters from a plain object.
///
/// # Errors
/// `invalid-params` if no variant has the given name.
pub fn params_from_object(object: &JsValue) -> JsResult<KeyParams> {
    // A value that is not a count becomes one that is above every limit.
    let whole =
        |count: f64| if count.fract() == 0.0 && (0.0..1e9).contains(&count) { count as usize } else { usize::MAX };
    let variant = get(object, "variant").as_string().unwrap_or_default();
    let variant = Variant::from_name(&variant).map_err(|error| to_js(&error))?;
    let mut params = KeyParams::new(variant, 0);
    for parameter in Parameter::ALL {
        if let Some(value) = get(object, &name_in_javascript(parameter.name())).as_f64() {
            params.set_count(parameter, whole(value));
        }
    }
    let e = get(object, "publicExponent").dyn_into::<Uint8Array>().ok();
    params.public_exponent = e.map(|bytes| number(&bytes.to_vec()));
    Ok(params)
}

/// The parameters as a plain object, without those that do not apply.
pub fn params_to_object(params: &KeyParams) -> Object {
    let object = Object::new();
    set(&object, "variant", &params.variant.name().into());
    for parameter in Parameter::ALL {
        if let Some(count) = params.count(parameter) {
            set(&object, &name_in_javascript(parameter.name()), &(count as f64).into());
        }
    }
    if let Some(e) = &params.public_exponent {
        set(&object, "publicExponent", &bytes(e));
    }
    object
}
