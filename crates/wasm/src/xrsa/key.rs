//! Keys for the device, and the naive method, which needs no device.

use crate::support::js::{Array, Function, Object, Uint8Array};
use crate::support::{Callback, JsResult, components_from_object, set};
use rsa_variants::Variant;
use wasm_bindgen::prelude::*;
use wiping_allocator::on_wiped_stack;
use xrsa::software;

use crate::xrsa::report::count;
use crate::xrsa::to_js;

/// A key for the device: distinct primes, and an exponent for each.
#[wasm_bindgen]
pub struct Key(pub(crate) xrsa::Key);

#[wasm_bindgen]
impl Key {
    /// From the numbers of a key. If its parameters are known, also from the variant and the length of the CRT exponents in bits.
    #[wasm_bindgen(constructor)]
    pub fn new(components: &JsValue, variant: Option<String>, crt_exponent_length: Option<usize>) -> JsResult<Self> {
        on_wiped_stack(move || {
            let components = components_from_object(components)?;
            let key = match variant {
                None => xrsa::Key::new(components, None),
                Some(name) => Variant::from_name(&name)
                    .map_err(xrsa::Error::from)
                    .and_then(|variant| xrsa::Key::of_variant(components, variant, crt_exponent_length)),
            };
            key.map(Self).map_err(to_js)
        })
    }

    /// RSADP by the naive method in software. `on_progress(multiplications, expected)` cancels by returning false.
    #[wasm_bindgen(js_name = decryptRawInSoftware)]
    pub fn decrypt_raw_in_software(&self, block: &[u8], on_progress: Option<Function>) -> JsResult<Object> {
        on_wiped_stack(move || {
            let mut callback = Callback::new(on_progress);
            let decryption = software::decrypt_raw(self.0.components(), block, &mut |multiplications, expected| {
                callback.call(|| Array::of([count(multiplications), count(expected)]))
            });
            let decryption = callback.outcome(decryption.map_err(to_js))?;
            let object = Object::new();
            set(&object, "message", &Uint8Array::from(decryption.message.as_slice()).into());
            set(&object, "multiplications", &count(decryption.multiplications));
            set(&object, "wordProducts", &count(decryption.word_products));
            Ok(object)
        })
    }
}
