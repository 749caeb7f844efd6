//! The crate through its public interface.

mod batch;
mod hybrid;
mod encoding;
mod foreign;
mod keys;
mod padding;
mod refusals;
mod variants;
