//! Converts keys from and to the numbers that standard formats contain. The formats themselves are in a separate
//! module.

use crate::support::js::Object;
use crate::support::{JsResult, components_from_object, components_to_object, number};
use rsa_variants::Components;
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

use crate::rsa::convert::to_js;
use crate::rsa::private_key::{PrivateKey, checked};

#[wasm_bindgen]
impl PrivateKey {
    /// Makes a key from the numbers that standard formats contain. CRT numbers are computed if there are none. `checked`
    /// explains the options.
    #[wasm_bindgen(js_name = fromStandardComponents)]
    pub fn from_standard_components(components: &JsValue, trusted: bool, allow_broken: bool) -> JsResult<Self> {
        let components = components_from_object(components)?.with_crt_numbers().map_err(|error| to_js(&error))?;
        Self::made(|rng| checked(None, components, trusted, allow_broken, rng))
    }

    /// Makes a key from only N, e and d. A broken key is refused unless `allow_broken` is true.
    #[wasm_bindgen(js_name = fromExponents)]
    pub fn from_exponents(
        modulus: &[u8],
        public_exponent: &[u8],
        private_exponent: Vec<u8>,
        allow_broken: bool,
    ) -> JsResult<Self> {
        let [n, e] = [modulus, public_exponent].map(number);
        let d = number(&Zeroizing::new(private_exponent));
        Self::made(|rng| {
            let components = Components::from_exponents(&n, &e, &d, rng).map_err(|error| to_js(&error))?;
            checked(None, components, false, allow_broken, rng)
        })
    }

    /// The numbers that standard formats contain.
    #[wasm_bindgen(js_name = standardComponents)]
    pub fn standard_components(&self) -> JsResult<Object> {
        let components = self.key.standard_components().map_err(|error| to_js(&error))?;
        Ok(components_to_object(&components))
    }
}
