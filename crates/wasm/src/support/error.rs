//! Errors for JavaScript.

use rsa_variants::codes;
use wasm_bindgen::prelude::*;

/// What most calls return: the error is thrown.
pub type JsResult<T> = Result<T, JsValue>;

/// An `Error` with this stable code and message.
pub fn with_code(code: &str, message: &str) -> JsValue {
    with_place(code, message, Place::default())
}

/// The error for an invalid argument. The message starts with its name.
pub fn invalid(parameter: &str, problem: String) -> JsValue {
    let message = format!("{parameter} {problem}");
    with_place(
        codes::INVALID_PARAMS,
        &message,
        Place { parameter: Some(parameter), index: None, problem: Some(problem) },
    )
}

/// The parameter that an error is about.
#[derive(Default)]
pub struct Place<'a> {
    /// The name of the parameter or argument, in Rust or in JavaScript.
    pub parameter: Option<&'a str>,
    /// The index of the item, if the parameter is a list.
    pub index: Option<usize>,
    /// The message without the parameter's name, if it starts with that name.
    pub problem: Option<String>,
}

/// An `Error` with this stable code and message, and the parameter that it is about. If the message starts with the
/// parameter's name, this is replaced with the name in JavaScript.
pub fn with_place(code: &str, message: &str, Place { parameter, index, problem }: Place<'_>) -> JsValue {
    let message = parameter.map_or_else(|| message.to_owned(), |parameter| renamed(message, parameter));
    let error = crate::support::js::Error::new(&message);
    crate::support::set(&error, "code", &code.into());
    if let Some(parameter) = parameter {
        crate::support::set(&error, "parameter", &name_in_javascript(parameter).into());
    }
    if let Some(index) = index {
        crate::support::set(&error, "index", &index.into());
    }
    if let Some(problem) = problem {
        crate::support::set(&error, "problem", &problem.into());
    }
    error.into()
}

/// Converts an error of rsa-variants.
pub fn to_js(error: &rsa_variants::Error) -> JsValue {
    let place = Place { parameter: error.parameter(), index: error.index(), problem: error.problem() };
    let message = error.to_string();
    let message =
        if let rsa_variants::Error::WrongVariant { call, .. } = error { renamed(&message, call) } else { message };
    with_place(error.code(), &message, place)
}

/// If a message starts with a name, replaces it with the name in JavaScript.
pub fn renamed(message: &str, name: &str) -> String {
    let rest = message.strip_prefix(name);
    rest.map_or_else(|| message.to_owned(), |rest| name_in_javascript(name) + rest)
}

/// Converts a name in Rust to the name in JavaScript: `modulusLength` for `modulus_length`.
pub fn name_in_javascript(name: &str) -> String {
    if name == "generate_common_modulus" {
        return "generateCommonModulusKeys".to_owned();
    }
    let mut joined = String::new();
    let mut begins = false;
    for letter in name.chars() {
        if letter != '_' {
            joined.push(if begins { letter.to_ascii_uppercase() } else { letter });
        }
        begins = letter == '_';
    }
    joined
}
