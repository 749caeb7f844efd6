//! The random number generator of OpenSSL 0.9.8 (`crypto/rand/md_rand.c`), as Debian shipped it from 2006 to 2008.
//!
//! A pool of 1023 bytes, a chaining value and two counters are stirred with SHA-1. Seeding should hash what is added, and drawing
//! should hash what the caller's buffer contained; Debian removed both lines. What remains is how many bytes were added and
//! drawn, and the process id, which is hashed into the first block of each draw. So a process makes the same numbers each time.

use super::super::record::choices;
use sha1::{Digest, Sha1};

/// Bytes of the pool.
const POOL: usize = 1023;
/// Bytes of a digest.
const DIGEST: usize = 20;
/// Bytes that one digest gives; the others go into the pool.
const DRAWN: usize = 10;
/// Bytes that are read from `/dev/urandom`: `ENTROPY_NEEDED`.
const SEED: usize = 32;

choices! {
    /// The processor for which OpenSSL was compiled, by its byte order and the bits of C's `long`: i386 is `little-endian-32`, amd64
    /// is `little-endian-64`, and PowerPC, SPARC and HPPA are `big-endian-32`.
    pub enum Architecture as "DebianArchitecture" {
        /// Little-endian with 32 bits: Debian's i386.
        Little32 = "little-endian-32", "i386";
        /// Little-endian with 64 bits: amd64.
        Little64 = "little-endian-64", "amd64";
        /// Big-endian with 32 bits: PowerPC, SPARC and HPPA.
        Big32 = "big-endian-32", "PowerPC, SPARC, HPPA";
    }
}

impl Architecture {
    /// A few words for people.
    pub fn description(self) -> &'static str {
        match self {
            Self::Little32 => "32-bit little-endian",
            Self::Little64 => "64-bit little-endian",
            Self::Big32 => "32-bit big-endian",
        }
    }

    /// The length of `long` and `time_t` in bytes.
    pub(super) fn word(self) -> usize {
        if self == Self::Little64 { 8 } else { 4 }
    }

    /// The length of C's `struct stat` in bytes.
    pub(super) fn stat(self) -> usize {
        if self == Self::Little64 { 144 } else { 88 }
    }
}

/// The generator of one process.
#[derive(Clone)]
pub(super) struct Generator {
    architecture: Architecture,
    process: u16,
    /// The pool, and a byte that is written when the position is just behind the pool, but never read.
    pool: [u8; POOL + 1],
    position: usize,
    chain: [u8; DIGEST],
    /// How many draws there were, and how many blocks were added.
    counters: [u64; 2],
    polled: bool,
    stirred: bool,
}

impl Generator {
    pub(super) fn new(architecture: Architecture, process: u16) -> Self {
        Self {
            architecture,
            process,
            pool: [0; POOL + 1],
            position: 0,
            chain: [0; DIGEST],
            counters: [0; 2],
            polled: false,
            stirred: false,
        }
    }

    /// `RAND_add`, of which only the length matters.
    pub(super) fn add(&mut self, length: usize) {
        let mut position = self.position;
        let mut chain = self.chain;
        for from in (0..length).step_by(DIGEST) {
            let count = DIGEST.min(length - from);
            let mut block = Block::default();
            block.push(&chain);
            block.push_from_pool(&self.pool, position, count);
            block.push_counters(self.architecture, self.counters);
            chain = block.hash();
            position = self.stir_into_pool(position, &chain[..count]);
            self.counters[1] += 1;
        }
        self.position = (self.position + length) % POOL;
        self.chain.iter_mut().zip(chain).for_each(|(byte, new)| *byte ^= new);
    }

    /// `RAND_poll`, which seeds once: with bytes of `/dev/urandom`, the process id, the user id and the time.
    pub(super) fn poll(&mut self) {
        if !self.polled {
            self.polled = true;
            self.add(SEED);
            (0..3).for_each(|_| self.add(self.architecture.word()));
        }
    }

    /// `RAND_bytes` and `RAND_pseudo_bytes`, which do the same.
    pub(super) fn draw(&mut self, bytes: &mut [u8]) {
        self.poll();
        if !self.stirred {
            self.stirred = true;
            (0..POOL.div_ceil(DIGEST)).for_each(|_| self.add(DIGEST));
        }
        let mut position = self.position;
        let mut chain = self.chain;
        let counters = self.counters;
        let process = u32::from(self.process);
        for (index, bytes) in bytes.chunks_mut(DRAWN).enumerate() {
            let mut block = Block::default();
            if index == 0 && process != 0 {
                block.push(&match self.architecture {
                    Architecture::Big32 => process.to_be_bytes(),
                    Architecture::Little32 | Architecture::Little64 => process.to_le_bytes(),
                });
            }
            block.push(&chain);
            block.push_counters(self.architecture, counters);
            block.push_from_pool(&self.pool, position, DRAWN);
            chain = block.hash();
            position = self.stir_into_pool(position, &chain[..DRAWN]);
            bytes.copy_from_slice(&chain[DRAWN..DRAWN + bytes.len()]);
        }
        self.position += bytes.len().next_multiple_of(DRAWN);
        // Not the position 0 for 1023: that is how the original compares.
        if self.position > POOL {
            self.position %= POOL;
        }
        self.counters[0] += 1;
        let mut block = Block::default();
        block.push_counters(self.architecture, counters);
        block.push(&chain);
        block.push(&self.chain);
        self.chain = block.hash();
    }

    /// Returns the position behind the bytes. At the end of the pool, the first byte is lost, as in the original.
    fn stir_into_pool(&mut self, mut position: usize, bytes: &[u8]) -> usize {
        for byte in bytes {
            self.pool[position] ^= byte;
            position = if position + 1 >= POOL { 0 } else { position + 1 };
        }
        position
    }
}

/// The input of a hash.
struct Block {
    bytes: [u8; 64],
    length: usize,
}

impl Default for Block {
    fn default() -> Self {
        Self { bytes: [0; 64], length: 0 }
    }
}

impl Block {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes[self.length..][..bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    /// As many bytes from this position on, and from the beginning of the pool after its end.
    fn push_from_pool(&mut self, pool: &[u8; POOL + 1], position: usize, count: usize) {
        let before_end = count.min(POOL - position);
        self.push(&pool[position..][..before_end]);
        self.push(&pool[..count - before_end]);
    }

    fn push_counters(&mut self, architecture: Architecture, counters: [u64; 2]) {
        for counter in counters {
            match architecture {
                Architecture::Little32 => self.push(&(counter as u32).to_le_bytes()),
                Architecture::Little64 => self.push(&counter.to_le_bytes()),
                Architecture::Big32 => self.push(&(counter as u32).to_be_bytes()),
            }
        }
    }

    fn hash(&self) -> [u8; DIGEST] {
        Sha1::digest(&self.bytes[..self.length]).into()
    }
}
