//! How the programs seed the generator, and how OpenSSL 0.9.8 searches for primes with it (`crypto/bn/bn_prime.c`, `bn_rand.c`).
//!
//! A candidate is the first odd number from a random one on that is neither 0 nor 1 modulo any of the first small primes. For each
//! base of Miller–Rabin, the test of a candidate draws from the same generator. So what the next candidate is depends on how many
//! bases were drawn for this one: one for a composite, which practically never passes, and more for a prime.

use super::super::record::choices;
use modular_powers::prime;
use num_bigint::BigUint;

use super::generator::{Architecture, Generator};

/// The odd primes that OpenSSL divides by; with 2, they are the first 2048 primes.
const SMALL_PRIMES: usize = 2047;
/// The length of `~/.rnd` in bytes, as OpenSSL writes it.
const SEED_FILE: usize = 1024;
/// What `arc4random_stir` draws in OpenSSH, in bytes.
const STIR: usize = 20;

choices! {
    /// The program that made the key. The others are `openssl genrsa` and `openssl req`, which make other keys if there is a file
    /// `~/.rnd`, if there is none, or if it cannot be read. Without the file, version 0.9.8c makes the same as if it could not be
    /// read.
    pub enum Program as "DebianProgram" {
        /// `ssh-keygen` of OpenSSH.
        SshKeygen = "ssh-keygen", "ssh-keygen";
        /// `openssl genrsa` or `openssl req`, which read the file `~/.rnd`.
        OpensslSeedFile = "openssl-seed-file", "openssl, with ~/.rnd";
        /// The same without a file `~/.rnd`, in later versions such as 0.9.8g.
        OpensslNoSeedFile = "openssl-no-seed-file", "openssl, without ~/.rnd";
        /// The same when `~/.rnd` is empty or cannot be read, or without the file in earlier versions such as 0.9.8c: they add the
        /// file's status even if there is none.
        OpensslUnreadSeedFile = "openssl-unread-seed-file", "openssl, ~/.rnd not readable";
    }
}

impl Program {
    /// A few words for people.
    pub fn description(self) -> &'static str {
        match self {
            Self::SshKeygen => "ssh-keygen",
            Self::OpensslSeedFile => "openssl with ~/.rnd",
            Self::OpensslNoSeedFile => "openssl without ~/.rnd",
            Self::OpensslUnreadSeedFile => "openssl with an unread ~/.rnd, or 0.9.8c without it",
        }
    }

    /// The public exponent that the program chooses.
    pub(super) fn public_exponent(self) -> BigUint {
        BigUint::from(if self == Self::SshKeygen { 35u32 } else { 65537 })
    }
}

/// A program in search of primes.
#[derive(Clone)]
pub(super) struct Search {
    generator: Generator,
    architecture: Architecture,
}

impl Search {
    /// The program has started, and has not yet drawn a number.
    pub(super) fn new(architecture: Architecture, program: Program, process: u16) -> Self {
        let mut generator = Generator::new(architecture, process);
        match program {
            Program::SshKeygen => {
                generator.poll();
                generator.draw(&mut [0; STIR]);
            }
            Program::OpensslSeedFile => {
                generator.add(architecture.stat());
                generator.add(SEED_FILE);
            }
            Program::OpensslNoSeedFile => generator.poll(),
            Program::OpensslUnreadSeedFile => {
                generator.add(architecture.stat());
                generator.poll();
            }
        }
        Self { generator, architecture }
    }

    /// Draws a number of `bits` bits from which the search for a candidate starts. Its two leading bits and its last bit are set.
    pub(super) fn start(&mut self, bits: usize) -> BigUint {
        let mut start = BigUint::from_bytes_be(&self.number(bits));
        [0, bits as u64 - 1, bits as u64 - 2].into_iter().for_each(|bit| start.set_bit(bit, true));
        start
    }

    /// Draws a base of Miller–Rabin for an odd candidate: a number of as many bits, until one is less than the candidate without 1.
    /// Its value does not matter here.
    pub(super) fn base(&mut self, candidate: &BigUint) {
        let bits = candidate.bits() as usize;
        let mut limit = candidate.to_bytes_be();
        if let Some(last) = limit.last_mut() {
            *last -= 1;
        }
        while self.number(bits) >= limit {}
    }

    /// Draws a number of `bits` bits, in bytes.
    fn number(&mut self, bits: usize) -> Vec<u8> {
        let mut bytes = vec![0; bits.div_ceil(8)];
        // The time, before each number.
        self.generator.add(self.architecture.word());
        self.generator.draw(&mut bytes);
        bytes[0] &= 0xff >> (bits.next_multiple_of(8) - bits);
        bytes
    }

    /// The next prime of `bits` bits.
    pub(super) fn prime<E>(
        &mut self,
        bits: usize,
        mut is_prime: impl FnMut(&BigUint) -> Result<bool, E>,
    ) -> Result<BigUint, E> {
        loop {
            let candidate = candidate(self.start(bits));
            if is_prime(&candidate)? {
                (0..bases(bits)).for_each(|_| self.base(&candidate));
                return Ok(candidate);
            }
            self.base(&candidate);
        }
    }
}

/// How many candidates are tested for a prime of this length in the mean: `ln 2^bits / (e^γ·ln 17863)` by the prime number theorem
/// and Mertens' third theorem, because the last prime to divide by is 17863.
pub(super) fn mean_candidates(bits: usize) -> f64 {
    bits as f64 * core::f64::consts::LN_2 / (1.781_072_418 * 17863f64.ln())
}

/// The first number from `start` on that OpenSSL tests.
fn candidate(start: BigUint) -> BigUint {
    let primes = small_primes();
    let remainders: Vec<u32> = primes.iter().map(|prime| remainder(&start, *prime)).collect();
    let passes = |offset: &u32| primes.iter().zip(&remainders).all(|(prime, rest)| (rest + offset) % prime > 1);
    let offset = (0..).step_by(2).find(passes).expect("an offset that the Chinese remainder theorem gives");
    start + offset
}

fn remainder(number: &BigUint, prime: u32) -> u32 {
    (number % prime).to_u32_digits().first().copied().unwrap_or(0)
}

fn small_primes() -> &'static [u32] {
    &prime::small_primes()[..SMALL_PRIMES]
}

/// How many bases a prime of this length is tested with: `BN_prime_checks_for_size`.
fn bases(bits: usize) -> usize {
    match bits {
        1300.. => 2,
        850.. => 3,
        650.. => 4,
        550.. => 5,
        450.. => 6,
        400.. => 7,
        350.. => 8,
        300.. => 9,
        250.. => 12,
        200.. => 15,
        150.. => 18,
        _ => 27,
    }
}
