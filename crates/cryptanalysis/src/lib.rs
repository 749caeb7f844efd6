//! What is known against RSA and its variants: the cost of each attack on a set of parameters, the verdict that follows,
//! and attacks that run.
//!
//! * [`assess()`]: the verdict on a set of parameters, from [`strength`], what each method costs; with the smallest change that
//!   makes them acceptable, and whether they conform to the standards, which is another question.
//! * [`assess_public_key`], [`assess_private_key`]: the same for one key, by its actual numbers, with what is wrong with it alone
//!   ([`findings`]).
//! * [`caution()`]: the same before a key is made, in one message, or nothing where the parameters are acceptable.
//! * [`mod@attacks`]: one file an attack, from public numbers to what they give away, with progress and cancelling.
//!
//! Nothing here is constant-time. Attacks work on public numbers; only the assessment of a private key sees secret ones.

/// The examples of the README, which doctests run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod advice;
mod assess;
mod assess_key;
pub mod attacks;
mod caution;
mod conformance;
mod error;
mod few;
pub mod findings;
mod prime_limits;
mod progress;
mod reach;
pub mod sources;
pub mod strength;
mod verdict;

pub use advice::Advice;
pub use assess::{Assessment, Judgement, assess};
pub use assess_key::{KeyAssessment, assess_private_key, assess_public_key};
pub use caution::{Caution, caution};
pub use conformance::Conformance;
pub use error::Error;
pub use findings::KeyFinding;
pub use prime_limits::{PrimeLimits, prime_limits};
pub use progress::{OnProgress, Progress};
pub use reach::Reach;
pub use sources::Source;
pub use verdict::{TARGETS, Verdict};
