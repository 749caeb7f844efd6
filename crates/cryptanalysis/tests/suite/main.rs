//! Tests across the whole crate.

mod advice;
mod defaults;
mod keys;
mod published_methods;
mod relations;
mod specimens;
mod stuck;
mod verdicts;
