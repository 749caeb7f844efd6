//! What is known against RSA and its variants: the cost of each attack on a set of parameters, the verdict that follows,
//! and attacks that run.
//!
//! * [`assess()`]: the verdict on a set of parameters, from [`strength`], what each method costs; with the smallest change that
//!   makes them acceptable, and whether they conform to the standards, which is another question.
//! * [`mod@attacks`]: one file an attack, from public numbers to what they give away, with progress and cancelling.
//!
//! Nothing here is constant-time; it works on what is public.

mod advice;
mod assess;
pub mod attacks;
mod conformance;
mod error;
mod prime_limits;
mod progress;
pub mod sources;
pub mod strength;
mod verdict;

pub use advice::Advice;
pub use assess::{Assessment, assess};
pub use conformance::Conformance;
pub use error::Error;
pub use prime_limits::{PrimeLimits, prime_limits};
pub use progress::{OnProgress, Progress};
pub use sources::Source;
pub use verdict::{TARGETS, Verdict};
