//! Errors as JavaScript sees them.

use wasm_bindgen::prelude::*;

/// An `Error` with this stable code and message.
pub fn with_code(code: &str, message: &str) -> JsValue {
    with_place(code, message, Place::default())
}

/// An argument that is refused; the message begins with its name.
pub fn invalid(parameter: &str, problem: String) -> JsValue {
    let message = format!("{parameter} {problem}");
    with_place("invalid-params", &message, Place { parameter: Some(parameter), index: None, problem: Some(problem) })
}

/// What an error is about.
#[derive(Default)]
pub struct Place<'a> {
    /// The parameter or argument, by its name in JavaScript.
    pub parameter: Option<&'a str>,
    /// Which item of it, where it is a list.
    pub index: Option<usize>,
    /// The message without the parameter's name, where it begins with that.
    pub problem: Option<String>,
}

/// An `Error` with this stable code and message, and what it is about.
pub fn with_place(code: &str, message: &str, Place { parameter, index, problem }: Place<'_>) -> JsValue {
    let error = js_sys::Error::new(message);
    crate::set(&error, "code", &code.into());
    if let Some(parameter) = parameter {
        crate::set(&error, "parameter", &parameter.into());
    }
    if let Some(index) = index {
        crate::set(&error, "index", &index.into());
    }
    if let Some(problem) = problem {
        crate::set(&error, "problem", &problem.into());
    }
    error.into()
}

/// An error of the core.
pub fn to_js(error: &rsa_variants::Error) -> JsValue {
    let place = Place { parameter: error.parameter(), index: error.index(), problem: error.problem() };
    with_place(error.code(), &error.to_string(), place)
}
