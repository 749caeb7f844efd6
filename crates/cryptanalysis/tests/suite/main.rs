//! Tests across the whole crate.

mod advice;
mod defaults;
mod keys;
mod published_methods;
mod relations;
mod verdicts;
mod weak_keys;
