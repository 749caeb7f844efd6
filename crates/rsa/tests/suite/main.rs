//! The crate through its public interface.

mod batch;
mod hybrid;
mod encoding;
mod foreign;
mod keys;
mod padding;
mod der_tree;
mod encoding;
mod foreign;
mod keys;
mod mutations;
mod refusals;
mod variants;
