//! Imports keys in PEM, DER, PKCS #1, PKCS #8, PKCS #12, SPKI, OpenSSH's and PuTTY's formats and certificates, intact or damaged. The result
//! must be an error, or a sound key that survives export and import.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rsa_variants::{Engine, Error, PrivateKey, PublicKey, hazmat};

fuzz_target!(|data: &[u8]| {
    if let Ok(key) = PublicKey::import(data) {
        // No format can hold the bound of an unbalanced key.
        for written in [key.to_spki_der(), key.to_openssh().map(String::into_bytes)].into_iter().flatten() {
            let again = PublicKey::import(&written).expect("written keys can be read");
            assert_eq!((again.modulus(), again.public_exponent()), (key.modulus(), key.public_exponent()));
        }
    }
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let mut imported = PrivateKey::import(data, None, &mut rng);
    if matches!(imported, Err(Error::PasswordRequired)) {
        imported = PrivateKey::import(data, Some(b"secret"), &mut rng);
    }
    match imported {
        Err(error) => assert!(!error.to_string().is_empty() && !error.code().is_empty()),
        Ok(key) => {
            let ciphertext = key.public_key().encrypt_raw(&[42], Engine::default()).expect("a short block");
            let message = hazmat::decrypt_raw(&key, &ciphertext, Engine::default()).expect("the ciphertext of 42");
            assert_eq!(message.iter().rev().take_while(|byte| **byte != 0).collect::<Vec<_>>(), [&42]);
            let again = PrivateKey::import(&key.to_plain_pkcs8_der().expect("an imported key"), None, &mut rng);
            assert!(again.expect("written keys can be read").components() == key.components());
            if key.components().primes.len() == 2 {
                let again = PrivateKey::import(key.to_openssh().expect("two primes").as_bytes(), None, &mut rng);
                assert!(again.expect("written keys can be read").components() == key.components());
            }
        }
    }
});
