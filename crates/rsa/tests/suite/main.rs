//! The crate through its public interface.

mod batch;
mod hybrid;
mod keys;
mod padding;
mod refusals;
mod variants;
