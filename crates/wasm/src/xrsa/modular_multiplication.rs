//! Modular multiplication.

use crate::support::{JsResult, bytes, invalid, platform_generator};
use wasm_bindgen::prelude::*;
use xrsa::Way;

use crate::xrsa::to_js;

/// Modular multiplication in several ways, for timing.
#[wasm_bindgen]
pub struct ModularMultiplication(xrsa::ModularMultiplication);

#[wasm_bindgen]
impl ModularMultiplication {
    /// With a random modulus of `length` bits and random operands.
    #[wasm_bindgen(constructor)]
    pub fn new(length: usize) -> JsResult<Self> {
        xrsa::ModularMultiplication::new(length, &mut platform_generator()?).map(Self).map_err(to_js)
    }

    /// Multiplies `count` times.
    pub fn run(&mut self, way: &str, count: usize) -> JsResult<()> {
        self.0.run(self::way(way)?, count);
        Ok(())
    }

    /// The current product.
    pub fn result(&self, way: &str) -> JsResult<JsValue> {
        Ok(bytes(&self.0.result(self::way(way)?)))
    }
}

fn way(name: &str) -> JsResult<Way> {
    Way::from_name(name).ok_or_else(|| invalid("way", format!("is unknown: {name:?}")))
}
