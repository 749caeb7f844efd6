//! Checks of parameters, before a key is made.

use crate::support::js::Object;
use crate::support::{
    JsResult, Place, name_in_javascript, params_from_object, params_to_object, renamed, set, with_place,
};
use rsa_variants::CheckedParams;
use wasm_bindgen::prelude::*;

use crate::rsa::convert::to_js;

/// Checks key parameters and fills in the defaults.
#[wasm_bindgen(js_name = checkParams)]
pub fn check_params(params: &JsValue) -> JsResult<Object> {
    let checked =
        params_from_object(params)?.check().and_then(CheckedParams::affordable).map_err(|error| to_js(&error))?;
    Ok(params_to_object(&checked.to_params()))
}

/// The warning to show before a key with these parameters is made: an object with verdict, parameter, strength and
/// message, or `undefined`.
#[wasm_bindgen]
pub fn caution(params: &JsValue) -> JsResult<Option<Object>> {
    let caution = rsa_cryptanalysis::caution(&params_from_object(params)?).map_err(|error| {
        let place = Place { parameter: error.parameter(), index: None, problem: error.problem() };
        with_place(error.code(), &error.to_string(), place)
    })?;
    Ok(caution.map(|caution| {
        let object = Object::new();
        set(&object, "verdict", &caution.verdict.name().into());
        set(&object, "parameter", &name_in_javascript(caution.parameter).into());
        set(&object, "strength", &caution.strength.into());
        set(&object, "message", &renamed(&caution.message, caution.parameter).into());
        object
    }))
}
