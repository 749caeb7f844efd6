//! The device with a multiplier shorter than the modulus.

use js_sys::{Array, Function, Object};
use wasm_bindgen::prelude::*;
use xrsa::{
    Counts, Decryption, DeviceOptions, Error, Event, GenerateParams, Key, Mode, Progress, Report, Shape, TraceLevel,
    TracedNumber, Way, software,
};

use crate::callback::Callback;
use crate::convert::{bytes, components_from_object, components_to_object, generator, platform_generator, set};
use crate::error::with_code;
use crate::private_key::PrivateKey;

fn to_js(error: Error) -> JsValue {
    with_code(error.code(), &error.to_string())
}

/// A device.
#[wasm_bindgen]
pub struct XrsaDevice(xrsa::Device);

#[wasm_bindgen]
impl XrsaDevice {
    /// From the length of the multiplier in bits and the sizes of the memories in bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(multiplier_length: usize, unit_ram: usize, controller_ram: usize) -> Result<Self, JsValue> {
        let options = DeviceOptions { multiplier_length, unit_ram, controller_ram };
        xrsa::Device::new(options).map(Self).map_err(to_js)
    }

    /// What a private operation takes.
    pub fn plan(
        &self,
        modulus_length: usize,
        primes: usize,
        mode: &str,
        window_width: usize,
    ) -> Result<Object, JsValue> {
        let plan = || self.0.plan(&Shape::new(modulus_length, primes)?, Mode::from_name(mode, window_width)?);
        plan().map(|report| report_to_object(&report)).map_err(to_js)
    }

    /// RSADP on the device. `on_progress(progress)` cancels by returning false.
    #[wasm_bindgen(js_name = decryptRaw)]
    pub fn decrypt_raw(
        &self,
        key: &XrsaKey,
        block: &[u8],
        mode: &str,
        window_width: usize,
        trace: Option<String>,
        on_progress: Option<Function>,
    ) -> Result<Object, JsValue> {
        let level = match trace.as_deref() {
            None => TraceLevel::None,
            Some("operations") => TraceLevel::Operations,
            Some("values") => TraceLevel::Values,
            Some(name) => {
                let message = format!("unknown trace {name:?}, expected operations or values");
                return Err(with_code("invalid-params", &message));
            }
        };
        let mode = Mode::from_name(mode, window_width).map_err(to_js)?;
        let mut callback = Callback::new(on_progress);
        let decryption = self.0.decrypt_raw(&key.0, block, mode, level, &mut |progress| {
            callback.call(|| Array::of1(&progress_to_object(&progress)))
        });
        let Decryption { message, report } = callback.outcome(decryption.map_err(to_js))?;
        let object = Object::new();
        set(&object, "message", &js_sys::Uint8Array::from(message.as_slice()).into());
        set(&object, "report", &report_to_object(&report));
        if level != TraceLevel::None {
            set(&object, "trace", &report.trace.iter().map(event_to_object).collect::<Array>());
        }
        Ok(object)
    }

    /// N from the primes.
    #[wasm_bindgen(js_name = publicModulus)]
    pub fn public_modulus(&self, key: &XrsaKey) -> Result<Object, JsValue> {
        let (modulus, report) = self.0.public_modulus(&key.0).map_err(to_js)?;
        let object = Object::new();
        set(&object, "modulus", &bytes(&modulus));
        set(&object, "report", &report_to_object(&report));
        Ok(object)
    }

    /// Makes a key from 32 random bytes. `on_progress(progress)` cancels by returning false.
    #[wasm_bindgen(js_name = generateKey)]
    #[allow(clippy::too_many_arguments)] // Single values cross more cheaply and with checked types; one caller names them.
    pub fn generate_key(
        &self,
        modulus_length: usize,
        primes: usize,
        public_exponent: u32,
        mode: &str,
        window_width: usize,
        random: &[u8],
        on_progress: Option<Function>,
    ) -> Result<Object, JsValue> {
        let params = GenerateParams { modulus_length, primes, public_exponent };
        let mode = Mode::from_name(mode, window_width).map_err(to_js)?;
        let mut callback = Callback::new(on_progress);
        let made = self.0.generate_key(&params, mode, &mut generator(random)?, &mut |progress| {
            callback.call(|| Array::of1(&progress_to_object(&progress)))
        });
        let (key, report) = callback.outcome(made.map_err(to_js))?;
        let object = Object::new();
        set(&object, "components", &components_to_object(key.components()));
        set(&object, "report", &report_to_object(&report));
        Ok(object)
    }
}

/// A key as the device takes it: distinct primes with an exponent each.
#[wasm_bindgen]
pub struct XrsaKey(Key);

#[wasm_bindgen]
impl XrsaKey {
    /// From a private key of a variant that fits.
    pub fn of(key: &PrivateKey) -> Result<Self, JsValue> {
        Key::of(&key.0).map(Self).map_err(to_js)
    }

    /// From the numbers of a key.
    #[wasm_bindgen(js_name = fromComponents)]
    pub fn from_components(components: &JsValue) -> Result<Self, JsValue> {
        Key::new(components_from_object(components)?, None).map(Self).map_err(to_js)
    }

    /// RSADP by the naive method in software. `on_progress(multiplications, expected)` cancels by returning false.
    #[wasm_bindgen(js_name = decryptRawInSoftware)]
    pub fn decrypt_raw_in_software(&self, block: &[u8], on_progress: Option<Function>) -> Result<Object, JsValue> {
        let mut callback = Callback::new(on_progress);
        let decryption = software::decrypt_raw(self.0.components(), block, &mut |multiplications, expected| {
            callback.call(|| Array::of2(&count(multiplications), &count(expected)))
        });
        let decryption = callback.outcome(decryption.map_err(to_js))?;
        let object = Object::new();
        set(&object, "message", &js_sys::Uint8Array::from(decryption.message.as_slice()).into());
        set(&object, "multiplications", &count(decryption.multiplications));
        set(&object, "wordProducts", &count(decryption.word_products));
        Ok(object)
    }
}

/// Modular multiplication in several ways, for timing.
#[wasm_bindgen]
pub struct XrsaModularMultiplication(xrsa::ModularMultiplication);

#[wasm_bindgen]
impl XrsaModularMultiplication {
    /// With a random modulus of so many bits and random operands.
    #[wasm_bindgen(constructor)]
    pub fn new(length: usize) -> Result<Self, JsValue> {
        xrsa::ModularMultiplication::new(length, &mut platform_generator()?).map(Self).map_err(to_js)
    }

    /// Multiplies so many times.
    pub fn run(&mut self, way: &str, count: usize) -> Result<(), JsValue> {
        self.0.run(self::way(way)?, count);
        Ok(())
    }

    /// The product.
    pub fn result(&self, way: &str) -> Result<JsValue, JsValue> {
        Ok(bytes(&self.0.result(self::way(way)?)))
    }
}

fn way(name: &str) -> Result<Way, JsValue> {
    Way::from_name(name).ok_or_else(|| with_code("invalid-params", &format!("unknown way {name:?}")))
}

/// Counts stay below 2^53, where doubles are exact.
fn count(value: u64) -> JsValue {
    (value as f64).into()
}

fn set_index(object: &Object, name: &str, index: Option<usize>) {
    if let Some(index) = index {
        set(object, name, &count(index as u64));
    }
}

fn set_counts(object: &Object, counts: &Counts) {
    for (name, value) in [
        ("multiplications", counts.multiplications),
        ("additions", counts.additions),
        ("subtractions", counts.subtractions),
        ("loads", counts.loads),
        ("fetches", counts.fetches),
        ("bytes", counts.bytes),
    ] {
        set(object, name, &count(value));
    }
}

fn report_to_object(report: &Report) -> Object {
    let object = Object::new();
    for (name, value) in [
        ("multiplierLength", report.multiplier_length),
        ("operandLength", report.operand_length),
        ("unitRam", report.unit_ram),
        ("controllerRam", report.controller_ram),
    ] {
        set(&object, name, &count(value as u64));
    }
    let sections = report.sections.iter().map(|section| {
        let object = Object::new();
        set(&object, "step", &section.step.name().into());
        set_index(&object, "prime", section.prime);
        set_counts(&object, &section.counts);
        object
    });
    set(&object, "sections", &sections.collect::<Array>());
    let total = Object::new();
    set_counts(&total, &report.total());
    set(&object, "total", &total);
    object
}

fn progress_to_object(progress: &Progress) -> Object {
    let section = Object::new();
    set(&section, "step", &progress.step.name().into());
    set_index(&section, "prime", progress.prime);
    set(&section, "multiplications", &count(progress.section_multiplications));
    let object = Object::new();
    set(&object, "section", &section);
    set(&object, "multiplications", &count(progress.multiplications));
    for (name, value) in [("expected", progress.expected), ("candidates", progress.candidates)] {
        if let Some(value) = value {
            set(&object, name, &count(value));
        }
    }
    object
}

fn event_to_object(event: &Event) -> Object {
    let object = Object::new();
    set(&object, "section", &count(event.section as u64));
    set(&object, "operation", &event.operation.name().into());
    set(&object, "operands", &event.operands.iter().map(traced_to_object).collect::<Array>());
    if let Some(modulus) = &event.modulus {
        set(&object, "modulus", &traced_to_object(modulus));
    }
    set(&object, "result", &traced_to_object(&event.result));
    object
}

fn traced_to_object(number: &TracedNumber) -> Object {
    let object = Object::new();
    set(&object, "name", &number.name.into());
    set(&object, "domain", &number.domain.name().into());
    set_index(&object, "slot", number.slot);
    if let Some(value) = &number.value {
        set(&object, "value", &bytes(value));
    }
    object
}
