//! Hashes data in pieces. The code for blocks, padding and output is shared by all hash functions.
//!
//! The compression functions and Keccak's permutation are RustCrypto's. RustCrypto's hashers are a separate type for
//! each function, and their copies of the same code would enlarge the WebAssembly.

use keccak::Keccak;
use sha1::block_api::compress as compress160;
use sha2::block_api::{compress256, compress512};

use super::Hash;

/// Hashes data piece by piece, for data too large to hold in memory.
///
/// ```
/// use rsa_variants::Hash;
///
/// let mut hasher = Hash::Sha256.hasher();
/// hasher.update(b"a file, ");
/// hasher.update(b"piece by piece");
/// assert_eq!(hasher.digest().len(), 32);
/// ```
pub struct Hasher {
    hash: Hash,
    state: State,
    /// A block uses the start of this buffer. SHAKE128 has the longest blocks.
    buffer: [u8; 168],
    block_length: usize,
    /// The number of bytes in the block so far, always less than the block length.
    filled: usize,
    /// The number of bytes hashed so far, including those in the block.
    total: u64,
}

/// The internal state after the blocks so far.
pub(super) enum State {
    Sha1([u32; 5]),
    /// SHA-224 and SHA-256.
    Sha256([u32; 8]),
    /// SHA-384, SHA-512 and its truncations.
    Sha512([u64; 8]),
    /// SHA-3 and SHAKE.
    Keccak([u64; 25]),
}

/// Initial states (FIPS 180-4, section 5.3).
impl State {
    pub(super) const SHA1: Self = Self::Sha1([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
    pub(super) const SHA224: Self = Self::Sha256(words(H384, 0));
    pub(super) const SHA256: Self = Self::Sha256(words(H512, 32));
    pub(super) const SHA384: Self = Self::Sha512(H384);
    pub(super) const SHA512: Self = Self::Sha512(H512);
    pub(super) const SHA512_224: Self = Self::Sha512([
        0x8c3d37c819544da2,
        0x73e1996689dcd4d6,
        0x1dfab7ae32ff9c82,
        0x679dd514582f9fcf,
        0x0f6d2b697bd44da8,
        0x77e36f7304c48942,
        0x3f9d85a86a1d36c8,
        0x1112e6ad91d692a1,
    ]);
    pub(super) const SHA512_256: Self = Self::Sha512([
        0x22312194fc2bf72c,
        0x9f555fa3c84c64c2,
        0x2393b86b6f53b151,
        0x963877195940eabd,
        0x96283ee2a88effe3,
        0xbe5e1e2553863992,
        0x2b0199fc2c85b8aa,
        0x0eb72ddc81c52ca2,
    ]);
    pub(super) const KECCAK: Self = Self::Keccak([0; 25]);
}

/// The fractional parts of the square roots of the ninth to sixteenth primes.
const H384: [u64; 8] = [
    0xcbbb9d5dc1059ed8,
    0x629a292a367cd507,
    0x9159015a3070dd17,
    0x152fecd8f70e5939,
    0x67332667ffc00b31,
    0x8eb44a8768581511,
    0xdb0c2e0d64f98fa7,
    0x47b5481dbefa4fa4,
];

/// The fractional parts of the square roots of the first eight primes.
const H512: [u64; 8] = [
    0x6a09e667f3bcc908,
    0xbb67ae8584caa73b,
    0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1,
    0x510e527fade682d1,
    0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b,
    0x5be0cd19137e2179,
];

/// SHA-256 starts with the first halves of SHA-512's words, SHA-224 with the second halves of SHA-384's.
const fn words(from: [u64; 8], shift: u32) -> [u32; 8] {
    let mut words = [0; 8];
    let mut index = 0;
    while index < 8 {
        words[index] = (from[index] >> shift) as u32;
        index += 1;
    }
    words
}

impl Hash {
    /// Starts hashing data in pieces.
    #[inline(never)] // So the WebAssembly contains the initial states only once.
    pub fn hasher(self) -> Hasher {
        let block_length = self.facts().block_length;
        Hasher { hash: self, state: self.start(), buffer: [0; 168], block_length, filled: 0, total: 0 }
    }
}

impl Hasher {
    /// Adds the next piece of data.
    pub fn update(&mut self, mut data: &[u8]) {
        self.total += data.len() as u64;
        while !data.is_empty() {
            let block = &mut self.buffer[self.filled..self.block_length];
            let (now, later) = data.split_at(data.len().min(block.len()));
            block[..now.len()].copy_from_slice(now);
            self.filled += now.len();
            data = later;
            if self.filled == self.block_length {
                self.compress();
            }
        }
    }

    /// The hash value of all pieces in sequence.
    pub fn digest(self) -> Vec<u8> {
        let length = self.hash.length();
        self.output(length)
    }

    /// The first `length` bytes of output.
    pub(super) fn output(mut self, length: usize) -> Vec<u8> {
        self.pad();
        let mut output = vec![0; length];
        for block in output.chunks_mut(self.block_length) {
            // SHA-2's output is shorter than a block. SHAKE's next block depends only on the state: XOR with zeros.
            self.compress();
            self.buffer.fill(0);
            match &self.state {
                State::Sha1(words) => write(block, words.iter().map(|word| word.to_be_bytes())),
                State::Sha256(words) => write(block, words.iter().map(|word| word.to_be_bytes())),
                State::Sha512(words) => write(block, words.iter().map(|word| word.to_be_bytes())),
                State::Keccak(lanes) => write(block, lanes.iter().map(|lane| lane.to_le_bytes())),
            }
        }
        output
    }

    /// Pads the last block (FIPS 180-4, section 5.1; FIPS 202, section 5.1 and appendix B.2).
    fn pad(&mut self) {
        let last = self.block_length - 1;
        self.buffer[self.filled..].fill(0);
        if let State::Keccak(_) = self.state {
            // The bits that distinguish SHA-3 from SHAKE and the first bit of the padding, then the last bit of the
            // padding.
            self.buffer[self.filled] = if self.hash.is_extendable() { 0x1f } else { 0x06 };
            self.buffer[last] |= 0x80;
            return;
        }
        self.buffer[self.filled] = 0x80;
        // The length field takes an eighth of a block. In a block of 128 bytes its upper half is zero.
        let length_bytes = self.block_length / 8;
        if self.filled + length_bytes >= self.block_length {
            self.compress();
            self.buffer.fill(0);
        }
        self.buffer[last - 7..=last].copy_from_slice(&(8 * self.total).to_be_bytes());
    }

    fn compress(&mut self) {
        let buffer = &self.buffer;
        match &mut self.state {
            State::Sha1(words) => compress160(words, block(buffer)),
            State::Sha256(words) => compress256(words, block(buffer)),
            State::Sha512(words) => compress512(words, block(buffer)),
            State::Keccak(lanes) => {
                for (lane, bytes) in lanes.iter_mut().zip(buffer[..self.block_length].as_chunks::<8>().0) {
                    *lane ^= u64::from_le_bytes(*bytes);
                }
                Keccak::new().with_f1600(|keccak| keccak(lanes));
            }
        }
        self.filled = 0;
    }
}

/// The block of this length at the start of the buffer.
fn block<const LENGTH: usize>(buffer: &[u8; 168]) -> &[[u8; LENGTH]] {
    &buffer.as_chunks::<LENGTH>().0[..1]
}

fn write<const LENGTH: usize>(output: &mut [u8], words: impl Iterator<Item = [u8; LENGTH]>) {
    output.chunks_mut(LENGTH).zip(words).for_each(|(bytes, word)| bytes.copy_from_slice(&word[..bytes.len()]));
}

impl Drop for Hasher {
    fn drop(&mut self) {
        self.state = State::KECCAK; // the longest: all zeros
        self.buffer.fill(0);
        zeroize::optimization_barrier(self);
    }
}
