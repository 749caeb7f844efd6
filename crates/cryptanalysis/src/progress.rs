//! How an attack tells how far it is, and is cancelled.

use core::ops::ControlFlow;

use crate::Error;

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

/// One step of an attack, whose beginning has been reported.
pub(crate) struct Step<'a> {
    on_progress: OnProgress<'a>,
    progress: Progress,
}

impl<'a> Step<'a> {
    /// Reports the beginning of a step.
    pub(crate) fn begin(step: String, expected: Option<u64>, on_progress: OnProgress<'a>) -> Result<Self, Error> {
        let mut begun = Self { on_progress, progress: Progress { step, done: 0, expected } };
        begun.report(0)?;
        Ok(begun)
    }

    /// Reports how much of it is done.
    pub(crate) fn report(&mut self, done: u64) -> Result<(), Error> {
        self.progress.done = done;
        if (self.on_progress)(&self.progress).is_break() { Err(Error::Aborted) } else { Ok(()) }
    }
}
