//! What holds across the crate.

mod advice;
mod keys;
mod specimens;
mod verdicts;
