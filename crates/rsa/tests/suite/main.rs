//! The crate through its public interface.

mod batch;
mod hybrid;
mod keys;
mod refusals;
mod variants;
