//! What holds across the crate.

mod advice;
mod defaults;
mod keys;
mod specimens;
mod verdicts;
