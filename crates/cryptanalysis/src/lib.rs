//! What is known against RSA and its variants: the cost of each attack on a set of parameters, the verdict that follows,
//! and attacks that run.
//!
//! * [`mod@attacks`]: one file an attack, from public numbers to what they give away, with progress and cancelling.
//!
//! Nothing here is constant-time; it works on what is public.

pub mod attacks;
mod error;
mod progress;

pub use error::Error;
pub use progress::{OnProgress, Progress};
