//! RSASSA-PSS and RSASSA-PKCS1-v1_5.

use rsa_variants::{Engine, Error, Hash, KeyParams, Options, PrivateKey, Pss, SaltLength, Variant, hazmat};

use super::{fixed_hashes, message, pss_hashes, signing_keys};
use crate::keys::{block, key, number, rng};

fn sign(key: &PrivateKey, message: &[u8], pss: &Pss) -> Vec<u8> {
    key.sign_pss(message, pss, Options::new(&mut rng(61))).unwrap()
}

fn verify(key: &PrivateKey, message: &[u8], signature: &[u8], pss: &Pss) -> bool {
    key.public_key().verify_pss(message, signature, pss, Engine::default()).unwrap()
}

fn sign_pkcs1v15(key: &PrivateKey, message: &[u8], hash: Hash) -> Vec<u8> {
    key.sign_pkcs1v15(message, hash, Options::new(&mut rng(61))).unwrap()
}

fn verify_pkcs1v15(key: &PrivateKey, message: &[u8], signature: &[u8], hash: Hash) -> bool {
    key.public_key().verify_pkcs1v15(message, signature, hash, Engine::default()).unwrap()
}

#[test]
fn pss_signatures_of_every_variant_verify() {
    for key in signing_keys() {
        let encoded_bytes = (key.public_key().modulus_length() - 1).div_ceil(8);
        for (hash, mgf_hash) in pss_hashes() {
            let most = encoded_bytes - hash.length() - 2;
            for length in [0, 1, hash.length().min(most), most] {
                let pss = Pss { hash, mgf_hash, salt_length: SaltLength::Bytes(length) };
                let signature = sign(&key, &message(100), &pss);
                assert_eq!(signature.len(), key.public_key().modulus_length().div_ceil(8));
                assert!(verify(&key, &message(100), &signature, &pss), "{:?} {pss:?}", key.params());
                assert!(!verify(&key, &message(101), &signature, &pss));
                let any = Pss { salt_length: SaltLength::Auto, ..pss };
                assert!(verify(&key, &message(100), &signature, &any), "{:?} {pss:?}", key.params());
                assert!(!verify(&key, &message(101), &signature, &any));
                let longest = Pss { salt_length: SaltLength::Max, ..pss };
                assert_eq!(verify(&key, &message(100), &signature, &longest), length == most);
            }
        }
    }
}

/// The signature of a file, whose hash value is computed piece by piece, is like any other.
#[test]
fn pss_signatures_of_hash_values_are_those_of_their_messages() {
    let key = key(&KeyParams::new(Variant::MultiPrime, 1100), 68);
    let (engine, message) = (Engine::default(), message(1000));
    for (hash, _) in pss_hashes() {
        let mut hasher = hash.hasher();
        message.chunks(77).for_each(|piece| hasher.update(piece));
        let (pss, digest) = (Pss::new(hash), hasher.digest());
        let signature = key.sign_pss_digest(&digest, &pss, Options::new(&mut rng(69))).unwrap();
        assert_eq!(signature, key.sign_pss(&message, &pss, Options::new(&mut rng(69))).unwrap());
        assert!(key.public_key().verify_pss_digest(&digest, &signature, &pss, engine).unwrap());
        assert!(!key.public_key().verify_pss(&message[1..], &signature, &pss, engine).unwrap());

        let long = [&digest[..], &[0]].concat();
        let text = format!("digest is {0} bytes, but must be from {1} to {1} bytes", long.len(), hash.length());
        let signed = key.sign_pss_digest(&long, &pss, Options::new(&mut rng(69))).unwrap_err();
        let verified = key.public_key().verify_pss_digest(&long, &signature, &pss, engine).unwrap_err();
        for error in [signed, verified] {
            assert_eq!(error.code(), "invalid-params");
            assert!(error.to_string().starts_with(&text), "{error}");
        }
    }
}

/// With eight successive lengths, the encoded message starts at every bit of its first byte.
#[test]
fn every_length_of_a_modulus_modulo_eight() {
    let pss = Pss::new(Hash::Sha256);
    for modulus_length in 522..=530 {
        let key = key(&KeyParams::new(Variant::Crt, modulus_length), 62);
        for length in [0, 1, 200] {
            assert!(verify(&key, &message(length), &sign(&key, &message(length), &pss), &pss), "{modulus_length}");
        }
    }
}

#[test]
fn keys_without_room_are_refused() {
    let key = key(&KeyParams::new(Variant::Crt, 521), 63);
    let sign = |pss: &Pss| key.sign_pss(b"", pss, Options::new(&mut rng(64)));
    let verify = |pss: &Pss| key.public_key().verify_pss(b"", &[0; 66], pss, Engine::default());
    let refused = |result: Result<bool, Error>, text: &str| {
        let error = result.unwrap_err();
        assert_eq!((error.code(), error.to_string().as_str()), ("key-too-short", text));
    };

    let pss = Pss::new(Hash::Sha256);
    let text = "PSS with SHA-256 and a salt of 32 bytes needs a modulus of at least 522 bits, but the key has 521";
    refused(sign(&pss).map(|_| true), text);
    assert_eq!(verify(&pss), Ok(false)); // There is room for 31 bytes of salt.
    let bytes = Pss { salt_length: SaltLength::Bytes(32), ..pss };
    refused(verify(&bytes), text);
    let endless = Pss { salt_length: SaltLength::Bytes(usize::MAX), ..pss };
    assert_eq!(verify(&endless).unwrap_err().code(), "key-too-short");

    let text = "PSS with SHA-512 needs a modulus of at least 522 bits, but the key has 521";
    for salt_length in [SaltLength::Auto, SaltLength::Max] {
        refused(verify(&Pss { salt_length, ..Pss::new(Hash::Sha512) }), text);
    }
    refused(sign(&Pss { salt_length: SaltLength::Max, ..Pss::new(Hash::Sha512) }).map(|_| true), text);
}

/// With eight successive lengths, for signing too.
#[test]
fn the_longest_salt_fills_the_encoded_message() {
    for modulus_length in 265..=273 {
        let key = key(&KeyParams::new(Variant::Crt, modulus_length), 75);
        let pss = Pss { salt_length: SaltLength::Max, ..Pss::new(Hash::Sha1) };
        let most = (modulus_length - 1).div_ceil(8) - 22;
        let signature = sign(&key, b"message", &pss);
        for (salt_length, expected) in [(most, true), (most - 1, false)] {
            let pss = Pss { salt_length: SaltLength::Bytes(salt_length), ..pss };
            assert_eq!(verify(&key, b"message", &signature, &pss), expected, "{salt_length} at {modulus_length}");
        }
        let longer = Pss { salt_length: SaltLength::Bytes(most + 1), ..pss };
        let error = key.public_key().verify_pss(b"message", &signature, &longer, Engine::default()).unwrap_err();
        assert_eq!(error.code(), "key-too-short");
    }
}

#[test]
fn only_the_salt_randomizes_signatures() {
    let key = key(&KeyParams::new(Variant::Crt, 600), 65);
    let mut rng = rng(66);
    let mut sign = |pss: &Pss| key.sign_pss(b"", pss, Options::new(&mut rng)).unwrap();
    let pss = Pss::new(Hash::Sha256);
    assert_ne!(sign(&pss), sign(&pss));
    let unsalted = Pss { salt_length: SaltLength::Bytes(0), ..pss };
    assert_eq!(sign(&unsalted), sign(&unsalted));
}

#[test]
fn other_parameters_do_not_verify() {
    let key = key(&KeyParams::new(Variant::Crt, 600), 67);
    let pss = Pss { salt_length: SaltLength::Bytes(20), ..Pss::new(Hash::Sha256) };
    let signature = sign(&key, b"message", &pss);
    for other in [
        Pss { hash: Hash::Sha1, ..pss },
        Pss { mgf_hash: Hash::Sha1, ..pss },
        Pss { salt_length: SaltLength::Bytes(19), ..pss },
        Pss { salt_length: SaltLength::Bytes(21), ..pss },
        Pss { salt_length: SaltLength::Bytes(0), ..pss },
    ] {
        assert!(!verify(&key, b"message", &signature, &other), "{other:?}");
    }
}

/// Changing any bit of the encoded message, including its unused first bits, makes the signature invalid.
#[test]
fn every_bit_of_pss_counts() {
    let pss = Pss { salt_length: SaltLength::Bytes(8), ..Pss::new(Hash::Sha1) };
    let mut unused_bits = 0;
    for modulus_length in 264..=272 {
        let key = key(&KeyParams::new(Variant::Crt, modulus_length), 69);
        let encoded = key.public_key().encrypt_raw(&sign(&key, b"message", &pss), Engine::default()).unwrap();
        let mut tried = 0;
        for bit in 0..8 * encoded.len() {
            let mut other = encoded.clone();
            other[bit / 8] ^= 0x80 >> (bit % 8);
            let Ok(signature) = hazmat::decrypt_raw(&key, &other, Engine::default()) else { continue };
            assert!(!verify(&key, b"message", &signature, &pss), "bit {bit} at {modulus_length}");
            tried += 1;
        }
        // All bits of the encoded message, which is one bit shorter than the modulus, and that bit if the number stays
        // below N.
        assert!(tried >= modulus_length - 1, "{tried}");
        unused_bits += tried - (modulus_length - 1);
    }
    assert!(unused_bits > 0);
}

/// If the encoded message is a byte shorter than the modulus, that byte of the number must be zero.
#[test]
fn the_byte_before_the_encoded_message_counts() {
    let (key, pss) = (
        key(&KeyParams::new(Variant::Crt, 265), 74),
        Pss { salt_length: SaltLength::Bytes(8), ..Pss::new(Hash::Sha1) },
    );
    let mut tried = 0;
    for length in 0..32 {
        let signature = sign(&key, &message(length), &pss);
        let mut encoded = key.public_key().encrypt_raw(&signature, Engine::default()).unwrap();
        encoded[0] = 0x01;
        // Not all of these are below N.
        let Ok(signature) = hazmat::decrypt_raw(&key, &encoded, Engine::default()) else { continue };
        assert!(!verify(&key, &message(length), &signature, &pss));
        tried += 1;
    }
    assert!(tried > 0);
}

#[test]
fn pkcs1v15_signatures_of_every_variant_verify() {
    for key in signing_keys() {
        for (hash, other) in fixed_hashes() {
            for length in [0, 1, 200] {
                let signature = sign_pkcs1v15(&key, &message(length), hash);
                assert_eq!(signature.len(), key.public_key().modulus_length().div_ceil(8));
                assert!(verify_pkcs1v15(&key, &message(length), &signature, hash), "{:?}", key.params());
                assert!(!verify_pkcs1v15(&key, &message(length + 1), &signature, hash));
                assert!(!verify_pkcs1v15(&key, &message(length), &signature, other));
            }
        }
    }
}

#[test]
fn pkcs1v15_signatures_of_hash_values_are_those_of_their_messages() {
    let key = key(&KeyParams::new(Variant::Crt, 800), 65);
    let engine = Engine::default();
    for (hash, _) in fixed_hashes() {
        let mut hasher = hash.hasher();
        hasher.update(&message(200));
        let digest = hasher.digest();
        let signature = key.sign_pkcs1v15_digest(&digest, hash, Options::new(&mut rng(66))).unwrap();
        assert_eq!(signature, sign_pkcs1v15(&key, &message(200), hash));
        assert!(key.public_key().verify_pkcs1v15_digest(&digest, &signature, hash, engine).unwrap());

        let short = &digest[1..];
        let signed = key.sign_pkcs1v15_digest(short, hash, Options::new(&mut rng(66))).unwrap_err();
        let verified = key.public_key().verify_pkcs1v15_digest(short, &signature, hash, engine).unwrap_err();
        assert_eq!([signed.code(), verified.code()], ["invalid-params"; 2]);
    }
}

#[test]
fn the_shortest_keys_for_pkcs1v15() {
    // 15 + 20 + 11 bytes, of which the first has one bit.
    let fits = key(&KeyParams::new(Variant::Crt, 361), 62);
    assert!(verify_pkcs1v15(&fits, b"", &sign_pkcs1v15(&fits, b"", Hash::Sha1), Hash::Sha1));

    let short = key(&KeyParams::new(Variant::Crt, 360), 62);
    let text = "a PKCS #1 v1.5 signature with SHA-1 needs a modulus of at least 361 bits, but the key has 360";
    let signed = short.sign_pkcs1v15(b"", Hash::Sha1, Options::new(&mut rng(63)));
    let verified = short.public_key().verify_pkcs1v15(b"", &[0; 45], Hash::Sha1, Engine::default());
    for error in [signed.unwrap_err(), verified.unwrap_err()] {
        assert_eq!((error.code(), error.to_string().as_str()), ("key-too-short", text));
    }
}

/// The whole encoded message is checked: changing one bit makes the signature invalid.
#[test]
fn every_bit_of_pkcs1v15_counts() {
    let key = key(&KeyParams::new(Variant::Crt, 400), 64);
    let encoded =
        key.public_key().encrypt_raw(&sign_pkcs1v15(&key, b"message", Hash::Sha1), Engine::default()).unwrap();
    for bit in 0..400 {
        let mut other = encoded.clone();
        other[bit / 8] ^= 0x80 >> (bit % 8);
        // With the first bit, the number is not below N.
        let Ok(signature) = hazmat::decrypt_raw(&key, &other, Engine::default()) else { continue };
        assert!(!verify_pkcs1v15(&key, b"message", &signature, Hash::Sha1), "bit {bit}");
    }
}

#[test]
fn signatures_of_the_wrong_length_or_range_do_not_verify() {
    // The modulus has one bit in its first byte, so a number below twice the modulus is not longer in bytes.
    let (key, pss, hash) = (key(&KeyParams::new(Variant::Crt, 601), 69), Pss::new(Hash::Sha256), Hash::Sha256);
    type Verify<'a> = &'a dyn Fn(&[u8]) -> bool;
    let schemes: [(_, Verify<'_>); 2] = [
        (sign(&key, b"message", &pss), &|signature| verify(&key, b"message", signature, &pss)),
        (sign_pkcs1v15(&key, b"message", hash), &|signature| verify_pkcs1v15(&key, b"message", signature, hash)),
    ];
    for (signature, verify) in schemes {
        let same_number = block(&(number(&signature) + key.public_key().modulus()), 601);
        for other in [&[&[0], &signature[..]].concat(), &signature[1..], &[], &[0; 76], &same_number] {
            assert!(!verify(other), "{other:x?}");
        }
    }
}
