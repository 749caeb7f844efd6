//! Shows how secure RSA keys and those of its variants are: the cost of each known attack, the verdict that follows, and attacks
//! that you can run.
//!
//! * [`assess()`] judges a set of parameters by the cost of every method ([`strength`]). It also returns the smallest change that
//!   makes them acceptable, and whether they conform to the standards, which is a different question.
//! * [`assess_public_key`] and [`assess_private_key`] judge one key by its actual numbers, and check it for defects
//!   ([`findings`]).
//! * [`caution()`] returns one warning before a key is made, or nothing if the parameters are acceptable.
//! * [`mod@attacks`] has one file for each attack. An attack works on public numbers, reports progress and can be canceled.
//!
//! Nothing here is constant-time. Attacks work on public numbers; only the assessment of a private key sees secret ones.

#![cfg_attr(not(feature = "attacks"), allow(dead_code, unreachable_pub))] // Grading needs only parts of its modules.

/// Runs the examples of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod advice;
mod assess;
#[cfg(feature = "attacks")]
mod assess_key;
mod attack_limits;
#[cfg(feature = "attacks")]
pub mod attacks;
mod caution;
mod conformance;
mod error;
#[cfg(feature = "attacks")]
mod few;
#[cfg(feature = "attacks")]
pub mod findings;
mod grade;
mod prime_limits;
#[cfg(feature = "attacks")]
mod progress;
mod reach;
mod relations;
pub mod sources;
pub mod strength;
mod verdict;

pub use advice::Advice;
pub use assess::{Assessment, Judgment, assess};
#[cfg(feature = "attacks")]
pub use assess_key::{KeyAssessment, UNSEEN, assess_private_key, assess_public_key};
pub use caution::{Caution, caution};
pub use conformance::Conformance;
pub use error::Error;
#[cfg(feature = "attacks")]
pub use findings::KeyFinding;
pub use prime_limits::{PrimeLimits, prime_limits};
#[cfg(feature = "attacks")]
pub use progress::{OnProgress, Progress};
pub use reach::Reach;
pub use sources::Source;
pub use verdict::{TARGETS, Verdict};
