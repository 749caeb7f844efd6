//! Callbacks during a computation.

use core::ops::ControlFlow;

use crate::support::JsResult;
use crate::support::js::{Array, Function};
use rsa_variants::Progress;
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

    /// Reports the progress of key generation: the phase, what is done, and what is expected.
    #[inline]
    pub fn report(&mut self, progress: &Progress) -> ControlFlow<()> {
        let (phase, done, expected) = match *progress {
            Progress::Primes { done, expected } => ("primes", done, expected),
            Progress::Candidates { done, expected } => ("candidates", done, expected),
            _ => return ControlFlow::Continue(()),
        };
        self.call(|| Array::of([phase.into(), (done as f64).into(), (expected as f64).into()]))
    }

    /// The result of the computation or, if the callback threw, what it threw.
    pub fn outcome<T>(self, result: JsResult<T>) -> JsResult<T> {
        self.thrown.map_or(result, Err)
    }
}
