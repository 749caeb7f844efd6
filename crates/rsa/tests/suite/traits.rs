//! Keys and signatures through the traits of `pkcs8`, `spki` and `signature`, as generic code uses them.

use core::fmt;

use rand_core::TryCryptoRng;
use rsa_variants::traits::pkcs8::der::Encode;
use rsa_variants::traits::pkcs8::{self, DecodePrivateKey, EncodePrivateKey};
use rsa_variants::traits::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use rsa_variants::traits::signature::{Keypair, RandomizedSigner, SignatureEncoding, Signer, Verifier};
use rsa_variants::traits::spki::{
    self, DecodePublicKey, DynSignatureAlgorithmIdentifier, EncodePublicKey, SignatureBitStringEncoding,
};
use rsa_variants::traits::{Scheme, Signature, SigningKey, VerifyingKey};
use rsa_variants::{Engine, Error, Hash, KeyParams, Options, PrivateKey, Pss, PublicKey, SaltLength, Variant};
use testing::{Filled, from_hex};

use crate::encoding::file;
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
    let refused = PrivateKey::from_pkcs8_der(&from_hex(ed25519)).unwrap_err();
    assert!(matches!(refused, pkcs8::Error::PublicKey(spki::Error::OidUnknown { .. })), "{refused}");
    let refused = PublicKey::from_public_key_der(&from_hex(ed25519_public)).unwrap_err();
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
        let signer = SigningKey::new(&key, scheme).unwrap();
        for signature in [signer.sign(b"hello"), signer.sign_with_rng(&mut rng, b"hello")] {
            let bytes = signature.to_vec();
            let valid = match &scheme {
                Scheme::Pss(pss) => key.public_key().verify_pss(b"hello", &bytes, pss, Engine::default()),
                _ => key.public_key().verify_pkcs1v15(b"hello", &bytes, Hash::Sha256, Engine::default()),
            };
            assert_eq!(valid, Ok(true), "{scheme:?}");
            let verifier: VerifyingKey = signer.verifying_key();
            assert!(verifier.verify(b"hello", &signature).is_ok(), "{scheme:?}");
            assert!(verifier.verify(b"hullo", &signature).is_err(), "{scheme:?}");
            assert!(verifier.verify(b"hello", &Signature::try_from(&bytes[1..]).unwrap()).is_err(), "{scheme:?}");
        }
    }
    let of_the_method = key.sign_pkcs1v15(b"hello", Hash::Sha256, Options::new(&mut rng)).unwrap();
    let signer = SigningKey::new(&key, Scheme::Pkcs1v15(Hash::Sha256)).unwrap();
    assert_eq!(Vec::from(signer.sign(b"hello")), of_the_method, "PKCS #1 v1.5 is deterministic");
}

#[test]
fn a_scheme_that_cannot_sign_is_refused() {
    let [short, long] = [512, 1024].map(|n| key(&KeyParams::new(Variant::Crt, n), 96));
    let unbalanced = key(&KeyParams::new(Variant::Unbalanced, 768), 97);
    let pss = |hash, mgf_hash, salt_length| Scheme::Pss(Pss { hash, mgf_hash, salt_length });
    let (sha256, sha512, shake) = (Hash::Sha256, Hash::Sha512, Hash::Shake128);
    for (key, scheme, code) in [
        (&short, Scheme::Pss(Pss::new(sha512)), "key-too-short"),
        (&short, Scheme::Pkcs1v15(sha512), "key-too-short"),
        (&long, pss(sha256, sha256, SaltLength::Bytes(95)), "key-too-short"),
        (&long, pss(sha256, shake, SaltLength::Auto), "invalid-params"),
        (&long, Scheme::Pkcs1v15(shake), "invalid-params"),
        (&unbalanced, Scheme::Pss(Pss::new(Hash::Sha1)), "wrong-variant"),
        (&unbalanced, Scheme::Pkcs1v15(Hash::Sha1), "wrong-variant"),
    ] {
        let refused: Error = SigningKey::new(key, scheme).unwrap_err();
        assert_eq!(refused.code(), code, "{scheme:?}");
        // The verifying key rejects without a reason.
        let verifier = VerifyingKey::new(key.public_key(), scheme);
        let signature = Signature::try_from(&[1; 64][..]).unwrap();
        let error = verifier.verify(b"hello", &signature).unwrap_err();
        assert!(std::error::Error::source(&error).is_none(), "{scheme:?}");
        assert!(verifier.signature_algorithm_identifier().is_err(), "{scheme:?}");
    }
    assert!(SigningKey::new(&long, pss(sha256, sha256, SaltLength::Bytes(94))).is_ok());
}

/// A source of random numbers that fails after this many calls.
fn failing(mut calls: usize) -> impl TryCryptoRng {
    Filled(move |bytes: &mut [u8]| {
        calls = calls.checked_sub(1).ok_or(fmt::Error)?;
        bytes.fill(7);
        Ok::<(), fmt::Error>(())
    })
}

#[test]
fn a_source_of_random_numbers_that_fails_gives_an_error() {
    let key = key(&KeyParams::new(Variant::Crt, 768), 98);
    for scheme in [Scheme::Pss(Pss::new(Hash::Sha256)), Scheme::Pkcs1v15(Hash::Sha256)] {
        let signer = SigningKey::new(&key, scheme).unwrap();
        assert!(signer.try_sign_with_rng(&mut failing(0), b"hello").is_err(), "{scheme:?}");
        // The source is only the seed: it may fail afterwards.
        let signature: Signature = signer.try_sign_with_rng(&mut failing(1), b"hello").unwrap();
        assert!(signer.verifying_key().verify(b"hello", &signature).is_ok(), "{scheme:?}");
    }
}

/// As OpenSSL 3.0 writes them: `openssl req -x509 -new -key KEY -subj /CN=t -sha512 -sigopt rsa_padding_mode:pss -sigopt
/// rsa_pss_saltlen:0 -sigopt rsa_mgf1_md:sha1 -outform DER`. It has no PSS with SHAKE, whose identifiers are in section 2 of
/// RFC 8702.
#[test]
fn algorithm_identifiers_are_those_of_openssl() {
    use Hash::{Sha1, Sha256, Sha384, Sha512, Sha512_224, Shake128, Shake256};
    let key = key(&KeyParams::new(Variant::Crt, 1024), 99);
    let pss = |hash, mgf_hash, salt_length| Scheme::Pss(Pss { hash, mgf_hash, salt_length });
    let identifier = |scheme| {
        let signer = SigningKey::new(&key, scheme).unwrap();
        let of_signer = signer.signature_algorithm_identifier()?;
        assert_eq!(signer.verifying_key().signature_algorithm_identifier()?, of_signer, "{scheme:?}");
        spki::Result::Ok(of_signer.to_der().unwrap())
    };
    let sha256_salt_32 = "304106092a864886f70d01010a3034a00f300d06096086480165030402010500\
                          a11c301a06092a864886f70d010108300d06096086480165030402010500a203020120";
    for (scheme, hex) in [
        (Scheme::Pss(Pss::new(Sha256)), sha256_salt_32),
        (pss(Sha256, Sha256, SaltLength::Bytes(32)), sha256_salt_32),
        (
            pss(Sha256, Sha256, SaltLength::Max),
            "304106092a864886f70d01010a3034a00f300d06096086480165030402010500\
             a11c301a06092a864886f70d010108300d06096086480165030402010500a20302015e",
        ),
        (Scheme::Pss(Pss::new(Sha1)), "300d06092a864886f70d01010a3000"),
        (pss(Sha1, Sha1, SaltLength::Max), "301206092a864886f70d01010a3005a20302016a"),
        (
            pss(Sha512, Sha1, SaltLength::Bytes(0)),
            "302306092a864886f70d01010a3016a00f300d06096086480165030402030500a203020100",
        ),
        (
            pss(Sha384, Sha256, SaltLength::Bytes(20)),
            "303c06092a864886f70d01010a302fa00f300d06096086480165030402020500\
             a11c301a06092a864886f70d010108300d06096086480165030402010500",
        ),
        (
            Scheme::Pss(Pss::new(Sha512_224)),
            "304106092a864886f70d01010a3034a00f300d06096086480165030402050500\
             a11c301a06092a864886f70d010108300d06096086480165030402050500a20302011c",
        ),
        (Scheme::Pss(Pss::new(Shake128)), "300a06082b0601050507061e"),
        (pss(Shake256, Shake256, SaltLength::Bytes(60)), ""),
        (Scheme::Pkcs1v15(Sha1), "300d06092a864886f70d0101050500"),
        (Scheme::Pkcs1v15(Hash::Sha224), "300d06092a864886f70d01010e0500"),
        (Scheme::Pkcs1v15(Sha256), "300d06092a864886f70d01010b0500"),
        (Scheme::Pkcs1v15(Sha384), "300d06092a864886f70d01010c0500"),
        (Scheme::Pkcs1v15(Sha512), "300d06092a864886f70d01010d0500"),
        (Scheme::Pkcs1v15(Sha512_224), "300d06092a864886f70d01010f0500"),
        (Scheme::Pkcs1v15(Hash::Sha512_256), "300d06092a864886f70d0101100500"),
        (Scheme::Pkcs1v15(Hash::Sha3_224), "300d060960864801650304030d0500"),
        (Scheme::Pkcs1v15(Hash::Sha3_256), "300d060960864801650304030e0500"),
        (Scheme::Pkcs1v15(Hash::Sha3_384), "300d060960864801650304030f0500"),
        (Scheme::Pkcs1v15(Hash::Sha3_512), "300d06096086480165030403100500"),
    ] {
        // No text for a salt that RFC 8702 does not allow.
        assert_eq!(identifier(scheme).ok(), (!hex.is_empty()).then(|| from_hex(hex)), "{scheme:?}");
    }
}

/// What a certificate builder calls: the identifier, the public key and the signature as a bit string.
#[test]
fn a_generic_builder_finds_what_certificates_contain() {
    fn parts<K>(signer: &K, message: &[u8]) -> [Vec<u8>; 3]
    where
        K: Keypair + Signer<Signature> + DynSignatureAlgorithmIdentifier,
        K::VerifyingKey: EncodePublicKey,
    {
        let algorithm = signer.signature_algorithm_identifier().unwrap().to_der().unwrap();
        let public_key = signer.verifying_key().to_public_key_der().unwrap().into_vec();
        [algorithm, public_key, signer.sign(message).to_bitstring().unwrap().raw_bytes().to_vec()]
    }
    let key = PrivateKey::import(&file("primes-2"), None, &mut rng(100)).unwrap();
    let signer = SigningKey::new(&key, Scheme::Pkcs1v15(Hash::Sha256)).unwrap();
    // A certificate is a sequence of the signed part, the identifier and the signature. OpenSSL made this one with the key.
    let pem = String::from_utf8(file("certificate")).unwrap();
    let pem = &pem[pem.find("-----BEGIN").unwrap()..];
    let (_, certificate) = pkcs8::der::Document::from_pem(pem).unwrap();
    let certificate = &certificate.as_bytes()[4..];
    let length = 4 + usize::from(u16::from_be_bytes([certificate[2], certificate[3]]));
    let [algorithm, public_key, signature] = parts(&signer, &certificate[..length]);
    assert!(certificate[length..].starts_with(&algorithm));
    assert!(certificate[..length].windows(public_key.len()).any(|window| window == public_key));
    assert!(certificate.ends_with(&signature));
}

/// A key that moves into its signer, as a server holds it, and one that several signers share.
#[test]
fn signing_keys_own_or_share_their_key() {
    fn moved<S: Signer<Signature> + Keypair + Send + 'static>(signer: S) -> (Signature, S::VerifyingKey)
    where
        S::VerifyingKey: Send,
    {
        std::thread::spawn(move || (signer.sign(b"hello"), signer.verifying_key())).join().unwrap()
    }
    let key = key(&KeyParams::new(Variant::Crt, 768), 101);
    let scheme = Scheme::Pss(Pss::new(Hash::Sha256));
    let shared = std::sync::Arc::new(key.clone());
    let borrowed = SigningKey::new(&key, scheme).unwrap();
    let of_key = VerifyingKey::new(key.public_key(), scheme);
    let owned: SigningKey = SigningKey::new(key.clone(), scheme).unwrap();
    assert_eq!(owned.private_key().public_key(), key.public_key());
    for (signature, verifier) in [moved(owned.clone()), moved(SigningKey::new(shared, scheme).unwrap())] {
        assert!(verifier.verify(b"hello", &signature).is_ok() && of_key.verify(b"hello", &signature).is_ok());
        assert_eq!(verifier, borrowed.verifying_key());
        assert_eq!(verifier.public_key(), key.public_key());
    }
}

#[test]
fn hash_values_are_signed_and_verified() {
    let key = key(&KeyParams::new(Variant::Crt, 768), 102);
    let mut hasher = Hash::Sha256.hasher();
    hasher.update(b"hello");
    let digest = hasher.digest();
    for scheme in [Scheme::Pss(Pss::new(Hash::Sha256)), Scheme::Pkcs1v15(Hash::Sha256)] {
        let signer = SigningKey::new(&key, scheme).unwrap();
        let verifier = signer.verifying_key();
        let signatures: [Signature; 2] =
            [signer.sign_prehash(&digest).unwrap(), signer.sign_prehash_with_rng(&mut rng(103), &digest).unwrap()];
        for signature in signatures {
            assert!(verifier.verify(b"hello", &signature).is_ok(), "{scheme:?}");
            assert!(verifier.verify_prehash(&digest, &signature).is_ok(), "{scheme:?}");
            assert!(verifier.verify_prehash(&[7; 32], &signature).is_err(), "{scheme:?}");
            assert!(verifier.verify_prehash(&digest[1..], &signature).is_err(), "{scheme:?}");
        }
        // A hash value of another length, and a source that fails.
        assert!(signer.sign_prehash(&digest[1..]).is_err(), "{scheme:?}");
        assert!(signer.sign_prehash_with_rng(&mut failing(0), &digest).is_err(), "{scheme:?}");
    }
}

/// No method of `PrivateKey` has the name of a method of the trait, so both can be called.
#[test]
fn keys_are_written_as_pem_by_the_trait() {
    use rsa_variants::traits::pkcs8::LineEnding;
    let key = key(&KeyParams::new(Variant::Crt, 768), 104);
    assert_eq!(key.to_pkcs8_pem(LineEnding::LF).unwrap(), key.to_plain_pkcs8_pem().unwrap());
    assert_eq!(key.to_pkcs8_der().unwrap().as_bytes(), &key.to_plain_pkcs8_der().unwrap()[..]);
    let pem = key.public_key().to_public_key_pem(LineEnding::LF).unwrap();
    assert_eq!(pem, key.public_key().to_spki_pem().unwrap());
    assert_eq!(PublicKey::from_public_key_pem(&pem).unwrap(), *key.public_key());
    let again = PrivateKey::from_pkcs8_pem(&key.to_pkcs8_pem(LineEnding::CRLF).unwrap()).unwrap();
    assert!(again.components() == key.components());
}
