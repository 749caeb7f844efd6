//! What the tests of several crates share: random generators that are not sound, and hexadecimal digits.

use core::convert::Infallible;

use rand_core::{CryptoRng, TryCryptoRng, TryRng, utils};

/// A generator whose bytes come from a function, which may fail. Words are drawn as bytes.
pub struct Filled<F>(pub F);

impl<F: FnMut(&mut [u8]) -> Result<(), E>, E: core::error::Error> TryRng for Filled<F> {
    type Error = E;

    fn try_next_u32(&mut self) -> Result<u32, E> {
        utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, E> {
        utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), E> {
        self.0(bytes)
    }
}

impl<F: FnMut(&mut [u8]) -> Result<(), E>, E: core::error::Error> TryCryptoRng for Filled<F> {}

/// A generator that repeats one word.
pub fn constant(word: u64) -> impl CryptoRng {
    Filled(move |bytes: &mut [u8]| {
        bytes.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]));
        Ok::<(), Infallible>(())
    })
}

/// The hexadecimal digits of bytes.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes with these hexadecimal digits.
///
/// # Panics
/// If they are none.
pub fn from_hex(digits: &str) -> Vec<u8> {
    let pairs = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal digits")).collect()
}
