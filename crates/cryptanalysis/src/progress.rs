//! How an attack tells how far it is, and is cancelled.

use core::ops::ControlFlow;

/// How far an attack has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it does now: a short sentence for people, with the numbers that matter. It changes with each step of the attack.
    pub step: String,
    /// How much of this step is done.
    pub done: u64,
    /// How much there is to do, or is expected to be, where that is known.
    pub expected: Option<u64>,
}

/// Called at each step and at least every 50 ms (in WebAssembly) in between; `Break` ends the attack with
/// [`Error::Aborted`](crate::Error::Aborted).
pub type OnProgress<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;
