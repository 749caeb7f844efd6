//! Calls with many inputs: each has the result of the call for it only.

use num_bigint::BigUint;
use rsa_variants::{Error, Hash, Oaep, Options, PrivateKey, Pss, SaltLength};

use super::{keys, message, signing_keys};
use crate::keys::rng;

/// Ciphertexts of messages, and between them everything that is not a ciphertext.
fn ciphertexts(key: &PrivateKey, mut encrypt: impl FnMut(&[u8]) -> Vec<u8>) -> Vec<Vec<u8>> {
    let length = key.public_key().modulus_length().div_ceil(8);
    let modulus = key.public_key().modulus().to_bytes_be();
    let third = (key.public_key().modulus() / BigUint::from(3u8)).to_bytes_be();
    let padded = [vec![0; length - third.len()], third].concat();
    let bad = [modulus, vec![0; length], vec![1; length - 1], vec![1; length + 1], Vec::new(), padded];
    bad.into_iter().flat_map(|bad| [bad, encrypt(&message(1))]).collect()
}

#[test]
fn decryption() {
    let oaep = Oaep::new(Hash::Sha1);
    for key in keys() {
        let public_key = key.public_key();
        let ours =
            ciphertexts(&key, |message| public_key.encrypt_oaep(message, &oaep, Options::new(&mut rng(70))).unwrap());
        let inputs: Vec<&[u8]> = ours.iter().map(Vec::as_slice).collect();
        let results = key.decrypt_oaep_many(&inputs, &oaep, Options::new(&mut rng(71))).unwrap();
        let single = |input: &&[u8]| key.decrypt_oaep(input, &oaep, Options::new(&mut rng(72)));
        assert_eq!(results, inputs.iter().map(single).collect::<Vec<_>>());
        for (index, result) in results.iter().enumerate() {
            assert_eq!(result.is_ok(), index % 2 == 1, "{:?}, {index}", key.params().variant);
        }
        assert_eq!(key.decrypt_oaep_many(&[], &oaep, Options::new(&mut rng(71))), Ok(Vec::new()));
        let shake = Oaep { hash: Hash::Shake128, ..oaep.clone() };
        let refused = key.decrypt_oaep_many(&inputs, &shake, Options::new(&mut rng(71)));
        assert!(matches!(refused, Err(Error::UnsuitableHash { .. })));

        let ours =
            ciphertexts(&key, |message| public_key.encrypt_pkcs1v15(message, Options::new(&mut rng(73))).unwrap());
        let inputs: Vec<&[u8]> = ours.iter().map(Vec::as_slice).collect();
        let results = key.decrypt_pkcs1v15_many(&inputs, Options::new(&mut rng(71))).unwrap();
        let single = |input: &&[u8]| key.decrypt_pkcs1v15(input, Options::new(&mut rng(72)));
        assert_eq!(results, inputs.iter().map(single).collect::<Vec<_>>());
        assert!(results[3].is_ok() && results.last().is_some_and(Result::is_ok));
    }
}

#[test]
fn signatures() {
    let messages: Vec<Vec<u8>> = (0..5).map(|index| message(30 * index)).collect();
    let inputs: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    // Without a salt, a message has one signature.
    let pss = Pss { salt_length: SaltLength::Bytes(0), ..Pss::new(Hash::Sha256) };
    for key in signing_keys() {
        let results = key.sign_pss_many(&inputs, &pss, Options::new(&mut rng(74))).unwrap();
        let single = |input: &&[u8]| key.sign_pss(input, &pss, Options::new(&mut rng(75)));
        assert_eq!(results, inputs.iter().map(single).collect::<Vec<_>>());
        let results = key.sign_pkcs1v15_many(&inputs, Hash::Sha256, Options::new(&mut rng(74))).unwrap();
        let single = |input: &&[u8]| key.sign_pkcs1v15(input, Hash::Sha256, Options::new(&mut rng(75)));
        assert_eq!(results, inputs.iter().map(single).collect::<Vec<_>>());
        let refused = key.sign_pss_digest_many(&[&[0; 32], &[0; 31]], &pss, Options::new(&mut rng(74)));
        assert!(matches!(refused, Err(Error::OutOfRange { .. })));
        let refused = key.sign_pkcs1v15_digest_many(&[&[0; 31]], Hash::Sha256, Options::new(&mut rng(74)));
        assert!(matches!(refused, Err(Error::OutOfRange { .. })));
    }
}
