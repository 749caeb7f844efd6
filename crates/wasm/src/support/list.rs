//! Lists of bytes, which JavaScript passes concatenated.

use crate::support::js::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

/// Cuts concatenated items apart.
#[inline]
pub fn items<'a>(joined: &'a [u8], ends: &[u32]) -> Vec<&'a [u8]> {
    let mut items = Vec::with_capacity(ends.len());
    let mut start = 0;
    for end in ends {
        items.push(&joined[start..*end as usize]);
        start = *end as usize;
    }
    items
}

/// Moves a secret to JavaScript's memory and wipes it here.
#[inline]
pub fn wiped(secret: Vec<u8>) -> Uint8Array {
    Uint8Array::from(Zeroizing::new(secret).as_slice())
}

/// The bytes or the error of each input.
#[cfg_attr(not(feature = "blind"), inline)] // There, two calls share it.
pub fn settled<E>(results: Vec<Result<Vec<u8>, E>>, to_js: impl Fn(&E) -> JsValue) -> Array {
    let array = Array::new();
    for result in results {
        array.push(&result.map_or_else(|error| to_js(&error), |bytes| wiped(bytes).into()));
    }
    array
}
