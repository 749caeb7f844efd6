//! How an attack reports progress and is canceled.

use core::ops::ControlFlow;

use crate::Error;

/// The progress of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current step, in a few readable words with the numbers that matter. It changes with each step of the attack.
    pub step: String,
    /// How much of this step is done.
    pub done: u64,
    /// How much work the step has, or is expected to have, if known.
    pub expected: Option<u64>,
}

/// Called at each step and often in between; `Break` ends the attack with [`Error::Aborted`](crate::Error::Aborted).
///
/// In WebAssembly that is about every 50 ms for moduli up to 1024 bits. The work between two reports, such as two rounds of a
/// primality test or a part of a curve, takes longer with longer moduli: about 100 ms at 2048 bits, seconds at 16384. Key
/// recovery ([`Target::Owner`](crate::attacks::common_modulus::Target::Owner)) reports nothing until it ends.
pub type OnProgress<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// A step of an attack. Its beginning has been reported.
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
