//! RSAES-OAEP.

use num_bigint::BigUint;
use proptest::prelude::*;
use rsa_variants::{Engine, Error, Hash, KeyParams, Oaep, Options, PrivateKey, Variant, hazmat};
use sha1::{Digest, Sha1};

use super::{encoded_bytes, fixed_hashes, keys, message};
use crate::keys::{block, key, protections, rng};

fn decrypt(key: &PrivateKey, ciphertext: &[u8], oaep: &Oaep) -> Result<Vec<u8>, Error> {
    key.decrypt_oaep(ciphertext, oaep, Options::new(&mut rng(41)))
}

fn encrypt(key: &PrivateKey, message: &[u8], oaep: &Oaep) -> Result<Vec<u8>, Error> {
    key.public_key().encrypt_oaep(message, oaep, Options::new(&mut rng(42)))
}

#[test]
fn messages_of_every_length_at_a_bound_come_back() {
    for key in keys() {
        let modulus_bytes = key.public_key().modulus_length().div_ceil(8);
        for (hash, mgf_hash) in fixed_hashes() {
            let oaep = Oaep { mgf_hash, label: message(hash.length()), ..Oaep::new(hash) };
            let Some(most) = encoded_bytes(&key).checked_sub(2 * hash.length() + 2) else {
                assert_eq!(encrypt(&key, b"", &oaep).unwrap_err().code(), "key-too-short");
                continue;
            };
            for length in [0, 1, most.saturating_sub(1), most] {
                let ciphertext = encrypt(&key, &message(length), &oaep).unwrap();
                assert_eq!(ciphertext.len(), modulus_bytes);
                assert_eq!(decrypt(&key, &ciphertext, &oaep), Ok(message(length)), "{:?} {oaep:?}", key.params());
            }
            let error = encrypt(&key, &message(most + 1), &oaep).unwrap_err();
            let text = format!(
                "the message has {} bytes, but OAEP with {} allows at most {most} with this key",
                most + 1,
                hash.name()
            );
            assert_eq!((error.code(), error.to_string()), ("message-too-long", text));
        }
    }
}

#[test]
fn every_engine_and_protection_decrypts_the_same() {
    let key = key(&KeyParams::new(Variant::MultiPrime, 700), 43);
    let oaep = Oaep::new(Hash::Sha256);
    let ciphertext = encrypt(&key, b"hello", &oaep).unwrap();
    for engine in Engine::all() {
        for protection in protections() {
            let decrypted =
                key.decrypt_oaep(&ciphertext, &oaep, Options::new(&mut rng(44)).engine(engine).protection(protection));
            assert_eq!(decrypted.as_deref(), Ok(&b"hello"[..]));
        }
    }
}

#[test]
fn the_shortest_keys() {
    // 2·20 + 2 bytes, of which the first has one bit.
    let fits = key(&KeyParams::new(Variant::Crt, 329), 45);
    let oaep = Oaep::new(Hash::Sha1);
    assert_eq!(decrypt(&fits, &encrypt(&fits, b"", &oaep).unwrap(), &oaep), Ok(Vec::new()));

    let short = key(&KeyParams::new(Variant::Crt, 328), 45);
    for error in [encrypt(&short, b"", &oaep).unwrap_err(), decrypt(&short, &[0; 41], &oaep).unwrap_err()] {
        let text = "OAEP with SHA-1 needs a modulus of at least 329 bits, but the key has 328";
        assert_eq!((error.code(), error.to_string().as_str()), ("key-too-short", text));
    }
}

#[test]
fn encryption_is_randomized() {
    let key = key(&KeyParams::new(Variant::Crt, 600), 46);
    let (oaep, mut rng) = (Oaep::new(Hash::Sha256), rng(47));
    let mut encrypt = || key.public_key().encrypt_oaep(b"twice", &oaep, Options::new(&mut rng)).unwrap();
    assert_ne!(encrypt(), encrypt());
}

/// All failures give the same error.
#[test]
fn all_failures_look_the_same() {
    let key = key(&KeyParams::new(Variant::Crt, 600), 48);
    let oaep = Oaep { label: b"label".to_vec(), ..Oaep::new(Hash::Sha256) };
    let ciphertext = encrypt(&key, b"hello", &oaep).unwrap();
    let n = key.public_key().modulus();

    for other in [
        Oaep { label: b"Label".to_vec(), ..oaep.clone() },
        Oaep { label: Vec::new(), ..oaep.clone() },
        Oaep { hash: Hash::Sha1, ..oaep.clone() },
        Oaep { mgf_hash: Hash::Sha1, ..oaep.clone() },
    ] {
        assert_eq!(decrypt(&key, &ciphertext, &other), Err(Error::Decryption), "{other:?}");
    }
    let longer = [&[0], &ciphertext[..]].concat();
    let zero = block(&BigUint::ZERO, 600);
    for other in [&block(&n, 600)[..], &[0xff; 75], &zero] {
        assert_eq!(decrypt(&key, other, &oaep), Err(Error::Decryption), "{other:x?}");
    }
    for other in [&ciphertext[1..], &ciphertext[..74], &longer, &[]] {
        let refused = decrypt(&key, other, &oaep).unwrap_err();
        assert_eq!(refused, Error::CiphertextLength { bytes: other.len(), modulus_bytes: 75 });
        assert_eq!(refused.code(), Error::Decryption.code());
    }
    for (length, hint) in [(76, ""), (100, ": this may be Base64"), (150, ": this may be hexadecimal digits")] {
        let message = decrypt(&key, &vec![b'A'; length], &oaep).unwrap_err().to_string();
        assert!(
            message
                .starts_with(&format!("the ciphertext has {length} bytes, but ciphertexts of this key have 75{hint}"))
        );
        assert_eq!(message.contains("may be"), !hint.is_empty());
    }
    // Every byte of the encoded message counts; the first may only be 0x00.
    let encoded = hazmat::decrypt_raw(&key, &ciphertext, Engine::default()).unwrap();
    for index in 0..encoded.len() {
        let mut other = encoded.clone();
        other[index] ^= 0x01;
        let ciphertext = key.public_key().encrypt_raw(&other, Engine::default()).unwrap();
        assert_eq!(decrypt(&key, &ciphertext, &oaep), Err(Error::Decryption), "byte {index}");
    }
    assert_eq!(Error::Decryption.code(), "decryption-failed");
    assert_eq!(Error::Decryption.to_string(), "the ciphertext cannot be decrypted");
}

/// Also the few ciphertexts that a multi-power key cannot decrypt.
#[test]
fn a_ciphertext_that_shares_a_prime_with_a_multi_power_modulus() {
    let key = key(&KeyParams::new(Variant::MultiPower, 700), 49);
    let ciphertext = block(&(&key.components().primes[0] * 3u8), 700);
    assert_eq!(decrypt(&key, &ciphertext, &Oaep::new(Hash::Sha256)), Err(Error::Decryption));
}

/// The block for any first byte, seed and DB, exactly as in RFC 8017, section 7.1.1, with SHA-1.
fn encoded(first: u8, seed: [u8; 20], db: &[u8]) -> Vec<u8> {
    let mgf1 = |seed: &[u8], length: usize| -> Vec<u8> {
        let block = |counter: u32| Sha1::digest([seed, &counter.to_be_bytes()].concat());
        (0..).flat_map(block).take(length).collect()
    };
    let xor = |a: &[u8], b: &[u8]| -> Vec<u8> { a.iter().zip(b).map(|(a, b)| a ^ b).collect() };
    let masked_db = xor(db, &mgf1(&seed, db.len()));
    let masked_seed = xor(&seed, &mgf1(&masked_db, 20));
    [&[first], &masked_seed[..], &masked_db].concat()
}

/// Decodes a block in the straightforward way.
fn expected(first: u8, db: &[u8]) -> Option<Vec<u8>> {
    let padded = db.strip_prefix(&Sha1::digest(b"")[..])?;
    let start = padded.iter().position(|byte| *byte != 0)?;
    (first == 0 && padded[start] == 1).then(|| padded[start + 1..].to_vec())
}

proptest! {
    #[test]
    fn decoding_agrees_with_the_plain_way(
        first in prop_oneof![4 => Just(0u8), 1 => Just(1u8)],
        seed: [u8; 20],
        label_hash in prop_oneof![4 => Just(None), 1 => (0..20usize).prop_map(Some)],
        // 35 leave no room for a separator.
        zeros in prop_oneof![4 => 0..35usize, 1 => Just(35)],
        separator in prop_oneof![4 => Just(1u8), 1 => any::<u8>()],
        rest in prop::collection::vec(prop_oneof![Just(0u8), Just(1u8), any::<u8>()], 35),
    ) {
        thread_local! {
            // 76 bytes, the first with one bit spare.
            static KEY: PrivateKey = key(&KeyParams::new(Variant::Crt, 602), 50);
        }
        let mut db = Sha1::digest(b"").to_vec();
        if let Some(index) = label_hash {
            db[index] ^= 1;
        }
        db.resize(20 + zeros, 0);
        db.push(separator);
        db.extend(rest);
        db.truncate(76 - 21);
        db.resize(76 - 21, 0);
        KEY.with(|key| {
            let block = encoded(first, seed, &db);
            let ciphertext = key.public_key().encrypt_raw(&block, Engine::default()).unwrap();
            prop_assert_eq!(decrypt(key, &ciphertext, &Oaep::new(Hash::Sha1)).ok(), expected(first, &db));
            Ok(())
        })?;
    }
}
