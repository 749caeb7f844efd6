//! Compares the device with the counts of the paper and with ordinary decryption, and tests its limits.

mod counts;
mod generation;
mod keys;
mod operation;
mod refusals;
mod trace;
