//! The device.

use crate::support::js::{Array, Function, Object, Uint8Array};
use crate::support::{Callback, JsResult, bytes, components_to_object, generator, invalid, set};
use wasm_bindgen::prelude::*;
use wiping_allocator::on_wiped_stack;
use xrsa::{Decryption, DeviceOptions, GenerateParams, Mode, Shape, TraceLevel};

use crate::xrsa::key::Key;
use crate::xrsa::report::{event_to_object, progress_to_object, report_to_object};
use crate::xrsa::to_js;

/// A device.
#[wasm_bindgen]
pub struct Device(xrsa::Device);

#[wasm_bindgen]
impl Device {
    /// From the length of the multiplier in bits and the sizes of the memories in bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(multiplier_length: usize, unit_ram: usize, controller_ram: usize) -> JsResult<Self> {
        let options = DeviceOptions { multiplier_length, unit_ram, controller_ram };
        xrsa::Device::new(options).map(Self).map_err(to_js)
    }

    /// Counts what a private operation takes.
    pub fn plan(&self, modulus_length: usize, primes: usize, mode: &str, window_width: usize) -> JsResult<Object> {
        let plan = || self.0.plan(&Shape::new(modulus_length, primes)?, Mode::from_name(mode, window_width)?);
        plan().map(|report| report_to_object(&report)).map_err(to_js)
    }

    /// RSADP on the device. `on_progress(progress)` cancels by returning false.
    #[wasm_bindgen(js_name = decryptRaw)]
    pub fn decrypt_raw(
        &self,
        key: &Key,
        block: &[u8],
        mode: &str,
        window_width: usize,
        trace: Option<String>,
        on_progress: Option<Function>,
    ) -> JsResult<Object> {
        on_wiped_stack(move || {
            let level = match trace.as_deref() {
                None => TraceLevel::None,
                Some("operations") => TraceLevel::Operations,
                Some("values") => TraceLevel::Values,
                Some(name) => return Err(invalid("trace", format!("must be operations or values, got {name:?}"))),
            };
            let mode = Mode::from_name(mode, window_width).map_err(to_js)?;
            let mut callback = Callback::new(on_progress);
            let decryption = self.0.decrypt_raw(&key.0, block, mode, level, &mut |progress| {
                callback.call(|| Array::of([progress_to_object(&progress).into()]))
            });
            let Decryption { message, report } = callback.outcome(decryption.map_err(to_js))?;
            let object = Object::new();
            set(&object, "message", &Uint8Array::from(message.as_slice()).into());
            set(&object, "report", &report_to_object(&report));
            if level != TraceLevel::None {
                set(&object, "trace", &report.trace.iter().map(event_to_object).collect::<Array>());
            }
            Ok(object)
        })
    }

    /// Computes N from the primes.
    #[wasm_bindgen(js_name = publicModulus)]
    pub fn public_modulus(&self, key: &Key) -> JsResult<Object> {
        on_wiped_stack(move || {
            let (modulus, report) = self.0.public_modulus(&key.0).map_err(to_js)?;
            let object = Object::new();
            set(&object, "modulus", &bytes(&modulus));
            set(&object, "report", &report_to_object(&report));
            Ok(object)
        })
    }

    /// Makes a key from 32 random bytes. `on_progress(progress)` cancels by returning false.
    #[wasm_bindgen(js_name = generateKey)]
    // Single values are cheaper to pass than an object, and their types are checked. The only caller passes them by name.
    #[allow(clippy::too_many_arguments)]
    pub fn generate_key(
        &self,
        modulus_length: usize,
        primes: usize,
        public_exponent: u32,
        mode: &str,
        window_width: usize,
        random: &[u8],
        on_progress: Option<Function>,
    ) -> JsResult<Object> {
        on_wiped_stack(move || {
            let params = GenerateParams { modulus_length, primes, public_exponent };
            let mode = Mode::from_name(mode, window_width).map_err(to_js)?;
            let mut callback = Callback::new(on_progress);
            let made = self.0.generate_key(&params, mode, &mut generator(random)?, &mut |progress| {
                callback.call(|| Array::of([progress_to_object(&progress).into()]))
            });
            let (key, report) = callback.outcome(made.map_err(to_js))?;
            let object = Object::new();
            set(&object, "components", &components_to_object(key.components()));
            set(&object, "report", &report_to_object(&report));
            Ok(object)
        })
    }
}
