//! Callbacks during a computation.

use core::ops::ControlFlow;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

/// An optional callback. It may cancel the computation by returning false, and it may throw.
pub struct Callback {
    function: Option<Function>,
    thrown: Option<JsValue>,
}

impl Callback {
    /// Wraps a function, if there is one.
    pub fn new(function: Option<Function>) -> Self {
        Self { function, thrown: None }
    }

    /// Makes the arguments and calls the callback, if there is one. Returns whether to continue.
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

    /// The result of the computation or, if the callback threw, what it threw.
    pub fn outcome<T>(self, result: Result<T, JsValue>) -> Result<T, JsValue> {
        self.thrown.map_or(result, Err)
    }
}
