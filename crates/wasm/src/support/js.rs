//! The few types and functions of JavaScript that the bindings use. The crate `js-sys` has them all, but takes 14 s of processor
//! time to compile, for each set of compiler flags.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// `Array`
    #[wasm_bindgen(is_type_of = Array::is_array, typescript_type = "any[]")]
    #[derive(Clone, Debug)]
    pub type Array;
    #[wasm_bindgen(static_method_of = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> bool;
    /// `new Array()`
    #[wasm_bindgen(constructor)]
    pub fn new() -> Array;
    /// `Array.from(iterable)`
    #[wasm_bindgen(static_method_of = Array)]
    pub fn from(iterable: &JsValue) -> Array;
    /// `array.length`
    #[wasm_bindgen(method, getter, structural)]
    pub fn length(this: &Array) -> u32;
    /// `array.length = length`
    #[wasm_bindgen(method, setter, structural)]
    pub fn set_length(this: &Array, length: u32);
    /// `array[index]`
    #[wasm_bindgen(method, indexing_getter, structural)]
    pub fn get(this: &Array, index: u32) -> JsValue;
    /// `array.push(value)`
    #[wasm_bindgen(method)]
    pub fn push(this: &Array, value: &JsValue) -> u32;

    /// `Error`
    #[wasm_bindgen(extends = Object)]
    pub type Error;
    /// `new Error(message)`
    #[wasm_bindgen(constructor)]
    pub fn new(message: &str) -> Error;

    /// `Function`
    #[wasm_bindgen(is_type_of = JsValue::is_function, typescript_type = "Function")]
    #[derive(Clone, Debug)]
    pub type Function;
    /// `function.apply(context, arguments)`
    #[wasm_bindgen(method, catch)]
    pub fn apply(this: &Function, context: &JsValue, arguments: &Array) -> Result<JsValue, JsValue>;

    /// `Object`
    #[wasm_bindgen(typescript_type = "object")]
    #[derive(Clone, Debug)]
    pub type Object;
    /// `new Object()`
    #[wasm_bindgen(constructor)]
    pub fn new() -> Object;
    /// `Object.entries(object)`
    #[wasm_bindgen(static_method_of = Object)]
    pub fn entries(object: &Object) -> Array;

    /// `Uint8Array`
    #[derive(Clone, Debug)]
    pub type Uint8Array;
    /// `new Uint8Array(source)`
    #[wasm_bindgen(constructor)]
    pub fn new(source: &JsValue) -> Uint8Array;
    #[wasm_bindgen(constructor, js_class = Uint8Array)]
    fn copied(bytes: &[u8]) -> Uint8Array;
    /// Copies the bytes.
    #[wasm_bindgen(method, js_name = subarray)]
    pub fn to_vec(this: &Uint8Array) -> Vec<u8>;

    /// `performance.now()`, which every platform that runs this has; in milliseconds. WebAssembly itself has no clock.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub fn now() -> f64;

    #[wasm_bindgen(js_namespace = Reflect, js_name = get, catch)]
    pub(crate) fn reflect_get(object: &JsValue, name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = Reflect, js_name = set, catch)]
    pub(crate) fn reflect_set(object: &Object, name: &str, value: &JsValue) -> Result<bool, JsValue>;
}

impl Array {
    /// The elements, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = JsValue> + '_ {
        (0..self.length()).map(|index| self.get(index))
    }

    /// An array of these elements.
    pub fn of<const LENGTH: usize>(elements: [JsValue; LENGTH]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: AsRef<JsValue>> FromIterator<T> for Array {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let array = Self::new();
        elements.into_iter().for_each(|element| _ = array.push(element.as_ref()));
        array
    }
}

impl From<&[u8]> for Uint8Array {
    fn from(bytes: &[u8]) -> Self {
        Self::copied(bytes)
    }
}
