//! Flips bits in the memory of prepared private keys. A guarded private operation must then return an error or the right
//! result, never anything else: one wrong result can reveal a prime (Boneh, DeMillo, Lipton, Eurocrypt 1997).
//!
//! The crate consists of its tests, because they need an allocator and processes of their own:
//! `node lab/exhaustive.mjs bits_flipped -- --nocapture` runs the long ones and prints their tables.
