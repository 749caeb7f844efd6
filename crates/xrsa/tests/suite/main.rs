//! The device against the counts of the paper, against ordinary decryption, and at its limits.

mod counts;
mod generation;
mod keys;
mod operation;
mod refusals;
mod trace;
