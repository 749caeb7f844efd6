//! Two private operations of a key that may be damaged, and what comes of them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use num_integer::Integer;
use rsa_variants::hazmat::Protection;

use super::{BigUint, ChaCha20Rng, Engine, Options, PrivateKey, SeedableRng, Variant};

/// What came of the operations: the worst of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All results were right.
    Right,
    /// An operation failed with an error.
    Error,
    /// An operation panicked.
    Panic,
    /// The process was ended, as for a read at a wrong address, or did not end within two seconds.
    Ended,
    /// A wrong result was released …
    Wrong,
    /// … and shows a factor of N to anybody who knows N, e and the ciphertext.
    RevealsFactor,
}

pub(crate) const COLUMNS: usize = Outcome::RevealsFactor as usize + 1;

/// Inputs of private operations, and the right results.
pub(crate) struct Uses {
    engine: Engine,
    protection: Protection,
    modulus: BigUint,
    exponents: Vec<BigUint>,
    /// Two blocks for each public exponent.
    ciphertexts: Vec<[Vec<u8>; 2]>,
    expected: [Vec<u8>; 2],
}

impl Uses {
    /// Encrypts messages for an undamaged key.
    pub(crate) fn new(key: &PrivateKey, engine: Engine) -> Self {
        let modulus = key.public_key().modulus();
        let bound = key.public_key().message_length().map_or(modulus.clone(), |bits| BigUint::from(1u8) << bits);
        let length = modulus.bits().div_ceil(8) as usize;
        let expected = [3u8, 5].map(|divisor| {
            let bytes = (&bound / divisor).to_bytes_be();
            [vec![0; length - bytes.len()], bytes].concat()
        });
        let keys = key.public_keys();
        let ciphertexts = keys
            .iter()
            .map(|key| expected.each_ref().map(|message| key.encrypt_raw(message, engine).unwrap()))
            .collect();
        let exponents = keys.iter().map(|key| key.public_exponent()).collect();
        Self { engine, protection: Protection::default(), modulus, exponents, ciphertexts, expected }
    }

    /// The same without guards.
    pub(crate) fn unguarded(self) -> Self {
        Self { protection: Protection { blinding: false, fault_check: false }, ..self }
    }

    /// Decrypts the ciphertexts with this index: under each public exponent, the results or `None`.
    pub(crate) fn decrypt(&self, key: &PrivateKey, index: usize) -> Option<Vec<Vec<u8>>> {
        let rng = &mut ChaCha20Rng::from_seed([92; 32]);
        let options = Options::new(rng).engine(self.engine).protection(self.protection);
        let blocks: Vec<&[u8]> = self.ciphertexts.iter().map(|pair| &pair[index][..]).collect();
        if key.params().variant == Variant::Batch {
            key.decrypt_raw_batch(&blocks, options).ok()
        } else {
            Some(vec![key.decrypt_raw(blocks[0], options).ok()?])
        }
    }

    /// The outcome of two operations. If the first fails, the second draws new blinding factors.
    pub(crate) fn outcome(&self, key: &PrivateKey) -> Outcome {
        let one = |index: usize| match quietly(|| self.decrypt(key, index)) {
            Err(_) => Outcome::Panic,
            Ok(None) => Outcome::Error,
            Ok(Some(results)) => {
                let each = results.iter().zip(&self.ciphertexts).zip(&self.exponents);
                each.map(|((result, pair), e)| self.judge(result, &pair[index], e, index))
                    .max()
                    .unwrap_or(Outcome::Wrong)
            }
        };
        one(0).max(one(1))
    }

    /// Judges a result as anybody can who knows the public key.
    fn judge(&self, result: &[u8], ciphertext: &[u8], e: &BigUint, index: usize) -> Outcome {
        if result == self.expected[index] {
            return Outcome::Right;
        }
        let again = BigUint::from_bytes_be(result).modpow(e, &self.modulus);
        let divisor = (again + &self.modulus - BigUint::from_bytes_be(ciphertext)).gcd(&self.modulus);
        let shows_factor = divisor != BigUint::from(1u8) && divisor != self.modulus;
        if shows_factor { Outcome::RevealsFactor } else { Outcome::Wrong }
    }
}

/// Calls with a damaged key, which may panic: that releases nothing. The panics of assertions are printed as usual.
pub(crate) fn quietly<T>(call: impl FnOnce() -> T) -> std::thread::Result<T> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let result = catch_unwind(AssertUnwindSafe(call));
    std::panic::set_hook(hook);
    result
}

/// How many bytes the copy may use. A damaged length can ask for many times more, and filling them took most of this suite's time.
const MEMORY: libc::rlim_t = 1 << 30;

/// Runs a call in a copy of this process, which may crash.
pub(crate) fn in_a_child(call: impl FnOnce() -> Outcome) -> Outcome {
    // SAFETY: The child computes, allocates (glibc and Apple's C library allow that after a fork) and ends without
    // unwinding. It ends itself after two seconds: the operations take milliseconds.
    unsafe {
        match libc::fork() {
            -1 => panic!("no process can be started"),
            0 => {
                libc::setrlimit(libc::RLIMIT_AS, &libc::rlimit { rlim_cur: MEMORY, rlim_max: MEMORY });
                libc::alarm(2);
                libc::close(2);
                libc::_exit(call() as i32);
            }
            child => {
                let mut status = 0;
                assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
                if !libc::WIFEXITED(status) {
                    return Outcome::Ended;
                }
                [Outcome::Right, Outcome::Error, Outcome::Panic, Outcome::Ended, Outcome::Wrong, Outcome::RevealsFactor]
                    .into_iter()
                    .find(|outcome| *outcome as i32 == libc::WEXITSTATUS(status))
                    .unwrap_or(Outcome::Ended)
            }
        }
    }
}
