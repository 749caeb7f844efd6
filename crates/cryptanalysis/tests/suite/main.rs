//! What holds across the crate.

mod advice;
mod verdicts;
