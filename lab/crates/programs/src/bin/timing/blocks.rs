//! Operations on a block of bytes, such as a ciphertext.

use core::hint::black_box;

use rand_core::CryptoRng;

use crate::measure::{Class, Subject};

/// An operation on a block, and a function that makes blocks of either class.
pub(crate) struct Blocks<P, O> {
    block: Vec<u8>,
    prepare: P,
    operation: O,
}

impl<P, O, R> Blocks<P, O>
where
    P: FnMut(Class, &mut dyn CryptoRng) -> Vec<u8>,
    O: FnMut(&[u8]) -> R,
{
    /// For blocks of `length` bytes.
    pub(crate) fn new(length: usize, prepare: P, operation: O) -> Self {
        Self { block: vec![0; length], prepare, operation }
    }
}

impl<P, O, R> Subject for Blocks<P, O>
where
    P: FnMut(Class, &mut dyn CryptoRng) -> Vec<u8>,
    O: FnMut(&[u8]) -> R,
{
    fn input_length(&self) -> usize {
        self.block.len()
    }

    fn prepare(&mut self, class: Class, input: &mut [u8], rng: &mut dyn CryptoRng) {
        input.copy_from_slice(&(self.prepare)(class, rng));
    }

    fn load(&mut self, input: &[u8]) {
        self.block.copy_from_slice(input);
    }

    fn run(&mut self) {
        black_box((self.operation)(black_box(&self.block)));
    }
}
