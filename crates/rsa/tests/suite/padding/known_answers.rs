//! Signatures of OpenSSL 4.0.0 with one key of 1041 bits. Encoded messages for PSS are one byte shorter than its modulus. What
//! OpenSSL decrypts and verifies is in `vectors`.
//!
//! Made by the Python package cryptography 48.0.0, which contains it: `key.sign`. The signatures with other hash functions were made
//! by OpenSSL 3.0.19 in Node 20.20: `crypto.sign`. They are given by their SHA-256.

use num_bigint::BigUint;
use rsa_variants::{Hash, KeyParams, Options, PrivateKey, Pss, SaltLength, Variant};
use sha2::{Digest, Sha256};

use crate::foreign::components;
use crate::keys::{number, rng};

/// TEST KEY: the primes, p first; e is 65537.
const PRIMES: [&str; 2] = [
    "1c1080821cddc6c9dadfc169342215eada1759b1dbbd0bb0ef276f62ce5617f619717c1a8a81b588c2fae963c1c789735525\
     a3511880478c89ab097ef003b610b53",
    "ee7582960550ee6559203e79cf13c447f1047a391fd180f8f0565630044d1a2114fcdedc99dc129f9c043380201552bf9374\
     c10634f3b3c27486d7aea9e27e1493",
];

const MESSAGE: &[u8] = b"rsa-variants";

fn from_hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).unwrap()
}

fn key() -> PrivateKey {
    let [p, q] = PRIMES.map(from_hex);
    let components = components(vec![p, q], &BigUint::from(65537u32));
    PrivateKey::from_components(&KeyParams::new(Variant::Crt, 1041), components, &mut rng(70)).unwrap()
}

fn sha256(bytes: &[u8]) -> String {
    format!("{:064x}", number(&Sha256::digest(bytes)))
}

/// Without salt a message has only one signature. The hash functions for MGF1 are in the opposite order.
#[test]
fn signatures_of_pss_without_salt() {
    for (hash, mgf_hash, expected) in [
        (Hash::Sha1, Hash::Sha512, "33c4f243e0465e70f4ad255b2a6a8accbb883cd24a443425e12876130fc48137"),
        (Hash::Sha256, Hash::Sha384, "c3b57130d9ac79d572f5a3381fd17629e5761d61c39fa96a3170ff5e5c75f2d4"),
        (Hash::Sha384, Hash::Sha256, "411060648f8345ffa590966067d4a73accb8425afc9d6b089b4ba6e26b3ef2f0"),
        (Hash::Sha512, Hash::Sha1, "5d12077ee7f86255cd2e392e864f48d811492da85d6ed8e34679fd85cb10f96b"),
        (Hash::Sha224, Hash::Sha224, "1c6014d6de05940070e319648760945b5dddb077b8efd04f2b513c084fb4e6d1"),
        (Hash::Sha512_224, Hash::Sha512_224, "c9090e6957c6e410671e5d3bf54ee8e5269eff4d9eb7d83eae50016825d80ea7"),
        (Hash::Sha512_256, Hash::Sha512_256, "3f460632a036a3f673136bd206aefa6cb0a01a4bc053e920a11a8e44c6b3d061"),
        (Hash::Sha3_224, Hash::Sha3_224, "39c0433e068f47296e73de75c6dae216a631606615cd55b4b80d63976235867e"),
        (Hash::Sha3_256, Hash::Sha3_256, "178dc31ae01a4eebf7e3c9075a9d95033a4fad0b56131af204b13c1f36156ea9"),
        (Hash::Sha3_384, Hash::Sha3_384, "df64ecc994c88892f2dcd7cb8b054eb7ffbf29f7b959f1c15db367256a7f1d92"),
        (Hash::Sha3_512, Hash::Sha3_512, "16b009143825069aff017edd9673a306b58dc17e16fcf23c102b93cc0f483a44"),
    ] {
        let (key, pss) = (key(), Pss { hash, mgf_hash, salt_length: SaltLength::Bytes(0) });
        let signature = key.sign_pss(MESSAGE, &pss, Options::new(&mut rng(72))).unwrap();
        assert_eq!(sha256(&signature), expected);
    }
}
