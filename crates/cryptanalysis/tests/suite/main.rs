//! Tests across the whole crate.

mod adversarial;
mod advice;
mod defaults;
mod keys;
mod published_methods;
mod relations;
mod specimens;
mod stuck;
mod verdicts;
