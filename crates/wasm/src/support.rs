//! Shared code of the crates with WebAssembly bindings: conversions of parameters, numbers of keys, seeds, errors and
//! callbacks. What is called once in a module is `#[inline]`, which makes modules smaller. It exports nothing to JavaScript, so each module exports only the functions of its own crate.

mod callback;
mod components;
mod derivations;
mod engine;
mod error;
pub mod js;
mod list;
mod object;
#[cfg_attr(not(any(feature = "blind", feature = "rsa")), path = "support/platform_only.rs")]
mod own_generator;
mod params;
mod random;
mod reading;

pub use callback::Callback;
pub use components::{components_from_object, components_to_object};
pub use derivations::Derivations;
pub use engine::engine;
pub use error::{JsResult, Place, invalid, name_in_javascript, renamed, to_js, with_code, with_place};
pub use list::{items, settled, wiped};
pub use object::{bytes, get, number, set};
pub use own_generator::OwnGenerator;
pub use params::{params_from_object, params_to_object};
pub use random::{generator, platform_generator, platform_random};
pub use reading::{apply_limits, repairs_to_array};
