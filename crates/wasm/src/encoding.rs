//! Converts keys from and to the numbers that standard formats contain. The formats themselves are in a separate
//! module.

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
    /// Makes a key from the numbers that standard formats contain. `checked` explains the options.
    #[wasm_bindgen(js_name = fromStandardComponents)]
    pub fn from_standard_components(components: &JsValue, trusted: bool, allow_broken: bool) -> Result<Self, JsValue> {
        Self::made(|rng| checked(None, components_from_object(components)?, trusted, allow_broken, rng))
    }

    /// Makes a key from only N, e and d. A broken key is refused unless `allow_broken` is true.
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

    /// The numbers that standard formats contain.
    #[wasm_bindgen(js_name = standardComponents)]
    pub fn standard_components(&self) -> Result<Object, JsValue> {
        let components = self.key.standard_components().map_err(|error| to_js(&error))?;
        Ok(components_to_object(&components))
    }
}

/// Makes a key from its numbers and checks it. By default it gets the variant that suits the numbers. If they are
/// trusted, there are no primality tests. A broken key is refused unless `allow_broken` is true. This check comes last,
/// so everything else about the key is right.
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
