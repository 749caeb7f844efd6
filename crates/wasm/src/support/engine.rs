//! Engines by name.

use rsa_variants::{Engine, Error};

use crate::support::{JsResult, to_js};

/// The engine with this name, or by default the fastest.
///
/// # Errors
/// `unknown-engine`.
#[inline]
pub fn engine(name: Option<&str>) -> JsResult<Engine> {
    name.map_or(Ok(Engine::default()), |name| {
        let known = || Engine::all().map(Engine::name).collect();
        Engine::from_name(name).ok_or_else(|| to_js(&Error::UnknownEngine { name: name.to_owned(), known: known() }))
    })
}
