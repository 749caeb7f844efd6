//! Keys and signatures through the traits of `pkcs8`, `spki` and `signature`, as generic code uses them.

use pkcs8::{DecodePrivateKey, EncodePrivateKey};
use rsa_variants::traits::{Scheme, Signature, SigningKey, VerifyingKey};
use rsa_variants::{Engine, Hash, KeyParams, Options, PrivateKey, Pss, PublicKey, Variant};
use signature::{Keypair, RandomizedSigner, SignatureEncoding, Signer, Verifier};
use spki::{DecodePublicKey, EncodePublicKey};

use crate::keys::{key, rng};

fn private_again<K: EncodePrivateKey + DecodePrivateKey>(key: &K) -> pkcs8::Result<K> {
    K::from_pkcs8_der(key.to_pkcs8_der()?.as_bytes())
}

fn public_again<K: EncodePublicKey + DecodePublicKey>(key: &K) -> spki::Result<K> {
    K::from_public_key_der(key.to_public_key_der()?.as_bytes())
}

#[test]
fn keys_survive_pkcs8_and_spki() {
    for variant in [Variant::Crt, Variant::MultiPrime, Variant::Rebalanced, Variant::RPrime] {
        let key = key(&KeyParams::new(variant, 768), 91);
        assert!(private_again(&key).unwrap().components() == key.components(), "{variant:?}");
        assert_eq!(public_again(key.public_key()).unwrap().components(), key.public_key().components(), "{variant:?}");
    }
}

#[test]
fn keys_without_a_standard_format_are_refused() {
    for variant in [Variant::MultiPower, Variant::Batch, Variant::Unbalanced] {
        let key = key(&KeyParams::new(variant, 768), 92);
        assert!(private_again(&key).is_err(), "{variant:?}");
        assert_eq!(public_again(key.public_key()).is_err(), variant == Variant::Unbalanced, "{variant:?}");
    }
}

#[test]
fn keys_of_other_algorithms_and_damaged_ones_are_refused() {
    // id-Ed25519: the first private key of RFC 8410, section 10.3, and its public key of section 10.1.
    let ed25519 = "302e020100300506032b657004220420d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842";
    let ed25519_public = "302a300506032b657003210019bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1";
    let bytes = |hex: &str| -> Vec<u8> {
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
    };
    let refused = PrivateKey::from_pkcs8_der(&bytes(ed25519)).unwrap_err();
    assert!(matches!(refused, pkcs8::Error::PublicKey(spki::Error::OidUnknown { .. })), "{refused}");
    let refused = PublicKey::from_public_key_der(&bytes(ed25519_public)).unwrap_err();
    assert!(matches!(refused, spki::Error::OidUnknown { .. }), "{refused}");

    let key = key(&KeyParams::new(Variant::Crt, 512), 93);
    let mut der = EncodePrivateKey::to_pkcs8_der(&key).unwrap().as_bytes().to_vec();
    *der.last_mut().unwrap() ^= 1; // the last byte of the CRT coefficient
    let refused = PrivateKey::from_pkcs8_der(&der).unwrap_err();
    assert!(matches!(refused, pkcs8::Error::KeyMalformed(_)), "{refused}");
}

#[test]
fn signatures_verify_as_those_of_the_methods_do() {
    let key = key(&KeyParams::new(Variant::MultiPrime, 768), 94);
    let mut rng = rng(95);
    for scheme in [Scheme::Pss(Pss::new(Hash::Sha256)), Scheme::Pkcs1v15(Hash::Sha256)] {
        let signer = SigningKey::new(&key, scheme);
        for signature in [signer.sign(b"hello"), signer.sign_with_rng(&mut rng, b"hello")] {
            let bytes = signature.to_vec();
            let valid = match &scheme {
                Scheme::Pss(pss) => key.public_key().verify_pss(b"hello", &bytes, pss, Engine::default()),
                _ => key.public_key().verify_pkcs1v15(b"hello", &bytes, Hash::Sha256, Engine::default()),
            };
            assert_eq!(valid, Ok(true), "{scheme:?}");
            let verifier: VerifyingKey<'_> = signer.verifying_key();
            assert!(verifier.verify(b"hello", &signature).is_ok(), "{scheme:?}");
            assert!(verifier.verify(b"hullo", &signature).is_err(), "{scheme:?}");
            assert!(verifier.verify(b"hello", &Signature::try_from(&bytes[1..]).unwrap()).is_err(), "{scheme:?}");
        }
    }
    let of_the_method = key.sign_pkcs1v15(b"hello", Hash::Sha256, Options::new(&mut rng)).unwrap();
    let signer = SigningKey::new(&key, Scheme::Pkcs1v15(Hash::Sha256));
    assert_eq!(Vec::from(signer.sign(b"hello")), of_the_method, "PKCS #1 v1.5 is deterministic");
}

#[test]
fn a_key_too_short_for_the_scheme_says_so() {
    let key = key(&KeyParams::new(Variant::Crt, 512), 96);
    let error = SigningKey::new(&key, Scheme::Pss(Pss::new(Hash::Sha512))).try_sign(b"hello").unwrap_err();
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert!(source.contains("SHA-512"), "{source}");
}
