//! Tables for powers of one base.

use crate::support::JsResult;
use modular_powers::{Exponent, FixedBase as Table};
use wasm_bindgen::prelude::*;

use crate::powers::numbers::{numbers, to_js};

/// A table for powers of one base with secret exponents.
#[wasm_bindgen]
pub struct FixedBase {
    pub(crate) table: Table,
    /// The length of the modulus in bytes.
    pub(crate) length: usize,
}

#[wasm_bindgen]
impl FixedBase {
    /// The powers with the joined exponents, each of the table's length in whole bytes.
    #[wasm_bindgen(js_name = powMany)]
    pub fn pow_many(&self, exponents: &[u8]) -> JsResult<Vec<u8>> {
        let bits = self.table.exponent_bits();
        let mut powers = Vec::with_capacity(exponents.len() / bits.div_ceil(8).max(1) * self.length);
        for bytes in numbers(exponents, bits.div_ceil(8)) {
            let exponent = Exponent::secret_from_be_bytes(bytes, bits).map_err(|error| to_js(&error))?;
            let power = self.table.pow_fixed_width(&exponent).map_err(|error| to_js(&error))?;
            powers.extend(power.to_be_bytes(self.length));
        }
        Ok(powers)
    }

    /// The size of the table in bytes.
    #[wasm_bindgen(getter, js_name = memoryBytes)]
    pub fn memory_bytes(&self) -> usize {
        self.table.memory_bytes()
    }
}
