//! Keys from the numbers that standard formats list, and those numbers. The formats are a module of their own.

use js_sys::Object;
use wasm_bindgen::prelude::*;
use wasm_support::{components_from_object, components_to_object, number};
use zeroize::Zeroizing;

use crate::convert::to_js;
use crate::private_key::PrivateKey;

#[wasm_bindgen]
impl PrivateKey {
    /// From the numbers that standard formats list, checked; if they are trusted, without tests of primality.
    #[wasm_bindgen(js_name = fromStandardComponents)]
    pub fn from_standard_components(components: &JsValue, trusted: bool) -> Result<Self, JsValue> {
        use rsa_variants::PrivateKey as Key;
        Self::made(|rng| {
            let components = components_from_object(components)?;
            let key = if trusted {
                Key::from_trusted_standard_components(components)
            } else {
                Key::from_standard_components(components, rng)
            };
            key.map_err(|error| to_js(&error))
        })
    }

    /// From N, e and d alone.
    #[wasm_bindgen(js_name = fromExponents)]
    pub fn from_exponents(modulus: &[u8], public_exponent: &[u8], private_exponent: Vec<u8>) -> Result<Self, JsValue> {
        let [n, e] = [modulus, public_exponent].map(number);
        let d = number(&Zeroizing::new(private_exponent));
        Self::made(|rng| rsa_variants::PrivateKey::from_exponents(&n, &e, &d, rng).map_err(|error| to_js(&error)))
    }

    /// The numbers that standard formats list.
    #[wasm_bindgen(js_name = standardComponents)]
    pub fn standard_components(&self) -> Result<Object, JsValue> {
        let components = self.key.standard_components().map_err(|error| to_js(&error))?;
        Ok(components_to_object(&components))
    }
}
