//! The caller's own functions, called while a computation runs.

use core::ops::ControlFlow;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

/// A callback that may be missing, cancels by returning false, and may throw.
pub struct Callback {
    function: Option<Function>,
    thrown: Option<JsValue>,
}

impl Callback {
    /// A callback that is missing where `function` is.
    pub fn new(function: Option<Function>) -> Self {
        Self { function, thrown: None }
    }

    /// Whether to go on. The arguments are made where there is a callback.
    pub fn call(&mut self, arguments: impl FnOnce() -> Array) -> ControlFlow<()> {
        let Some(function) = &self.function else { return ControlFlow::Continue(()) };
        match function.apply(&JsValue::NULL, &arguments()) {
            Ok(answer) if answer.as_bool() == Some(false) => ControlFlow::Break(()),
            Ok(_) => ControlFlow::Continue(()),
            Err(thrown) => {
                self.thrown = Some(thrown);
                ControlFlow::Break(())
            }
        }
    }

    /// The result of the computation, unless the callback threw: that goes on to the caller.
    pub fn outcome<T>(self, result: Result<T, JsValue>) -> Result<T, JsValue> {
        self.thrown.map_or(result, Err)
    }
}
