//! The crate through its public interface.

mod batch;
mod keys;
mod refusals;
mod variants;
