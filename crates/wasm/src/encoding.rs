//! Keys from the numbers that standard formats list, and those numbers. The formats are a module of their own.

use js_sys::Object;
use rand_chacha::ChaCha20Rng;
use rsa_variants::{Components, Error, KeyParams};
use wasm_bindgen::prelude::*;
use wasm_support::{components_from_object, components_to_object, number};
use zeroize::Zeroizing;

use crate::convert::to_js;
use crate::private_key::PrivateKey;

#[wasm_bindgen]
impl PrivateKey {
    /// From the numbers that standard formats list, checked as `checked` says.
    #[wasm_bindgen(js_name = fromStandardComponents)]
    pub fn from_standard_components(components: &JsValue, trusted: bool, allow_broken: bool) -> Result<Self, JsValue> {
        Self::made(|rng| checked(None, components_from_object(components)?, trusted, allow_broken, rng))
    }

    /// From N, e and d alone; a broken key is refused unless it is allowed.
    #[wasm_bindgen(js_name = fromExponents)]
    pub fn from_exponents(
        modulus: &[u8],
        public_exponent: &[u8],
        private_exponent: Vec<u8>,
        allow_broken: bool,
    ) -> Result<Self, JsValue> {
        let [n, e] = [modulus, public_exponent].map(number);
        let d = number(&Zeroizing::new(private_exponent));
        Self::made(|rng| {
            let components = Components::from_exponents(&n, &e, &d, rng).map_err(|error| to_js(&error))?;
            checked(None, components, false, allow_broken, rng)
        })
    }

    /// The numbers that standard formats list.
    #[wasm_bindgen(js_name = standardComponents)]
    pub fn standard_components(&self) -> Result<Object, JsValue> {
        let components = self.key.standard_components().map_err(|error| to_js(&error))?;
        Ok(components_to_object(&components))
    }
}

/// A key from its numbers, checked, by default of the variant that suits them; if they are trusted, without tests of primality.
/// A broken key is refused unless it is allowed; it is refused last, so everything else about it is right.
pub(crate) fn checked(
    params: Option<KeyParams>,
    components: Components,
    trusted: bool,
    allow_broken: bool,
    rng: &mut ChaCha20Rng,
) -> Result<rsa_variants::PrivateKey, JsValue> {
    let copy = allow_broken.then(|| components.clone());
    let params = params.map_or_else(|| components.standard_params(), Ok);
    let key = params.and_then(|params| {
        let made = if trusted {
            rsa_variants::PrivateKey::from_trusted_components(&params, components)
        } else {
            rsa_variants::PrivateKey::from_components(&params, components, rng)
        };
        match (made, copy) {
            (Err(Error::BrokenKey(_)), Some(components)) => rsa_variants::PrivateKey::restore(&params, components),
            (result, _) => result,
        }
    });
    key.map_err(|error| to_js(&error))
}
