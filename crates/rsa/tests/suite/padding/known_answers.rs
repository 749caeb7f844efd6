//! Results of OpenSSL 4.0.0 with one key of 1041 bits. Encoded messages for PSS are one byte shorter than its modulus.
//!
//! Made by the Python package cryptography 48.0.0, which contains it: `key.sign`, `key.public_key().encrypt` and, for
//! implicit rejection, `key.decrypt` of the numbers 2 to 7. The signatures with other hash functions were made by
//! OpenSSL 3.0.19 in Node 20.20: `crypto.sign`. Long results are given by their SHA-256.

use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{Components, Engine, Hash, KeyParams, Oaep, Options, PrivateKey, Pss, SaltLength, Variant};
use sha2::{Digest, Sha256};

use crate::keys::{block, number, rng};

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
    let (p_less_one, q_less_one) = (&p - 1u8, &q - 1u8);
    let e = BigUint::from(65537u32);
    let d = e.modinv(&p_less_one.lcm(&q_less_one)).unwrap();
    let components = Components {
        modulus: &p * &q,
        public_exponents: vec![e],
        crt_exponents: vec![&d % p_less_one, &d % q_less_one],
        crt_coefficients: vec![q.modinv(&p).unwrap()],
        private_exponent: d,
        primes: vec![p, q],
    };
    PrivateKey::from_components(&KeyParams::new(Variant::Crt, 1041), components, &mut rng(70)).unwrap()
}

fn sha256(bytes: &[u8]) -> String {
    format!("{:064x}", number(&Sha256::digest(bytes)))
}

#[test]
fn signatures_of_pkcs1v15() {
    for (hash, expected) in [
        (Hash::Sha1, "4a36da6920dd30c636d6e5e6c990dec407b1e57f0d06d097d9d7a14223d97bb2"),
        (Hash::Sha224, "9fc301ee289b83d71a3a2211357e130fb39ee56bf3584b280e2cad05bcd98524"),
        (Hash::Sha256, "dfbaf3857404f8846c23618502fc5bd58ebc70b43f620a2645a958d3b95fb461"),
        (Hash::Sha384, "a7dc95b22f6a22a3e2f36d6ba6017b1e6937f91641f62c65f7502b060cbf48ba"),
        (Hash::Sha512, "4125d4eea704bd1b42f8955d36fa40b352580e3e2b36d75bd2bc2af512d95872"),
        (Hash::Sha512_224, "1a060e798a17f1df37f5d05e64c5acc6623c620a064dda420d2ed0dfdf8f1d45"),
        (Hash::Sha512_256, "71cae1f1851f08c17d84655392abb13706904dc1cb18d04e36d91557eb2afd54"),
        (Hash::Sha3_224, "9393cabbdf9c949f9cf32ecadb24c62d1bae8e3de3627a20d31a8c15de794a26"),
        (Hash::Sha3_256, "5c7f306b4592358f31e1e0750cfee3d180b353a0d9ecfb6d9eaa930f67730731"),
        (Hash::Sha3_384, "1304d99914cf6b897bbd2fcb585bb2575cd9f8829202db2943e8f548c0e5d7cd"),
        (Hash::Sha3_512, "1e5a32880425f5498a80781a8e268f1544f92ac786d09916e87e5d659fea4566"),
    ] {
        let key = key();
        let signature = key.sign_pkcs1v15(MESSAGE, hash, Options::new(&mut rng(71))).unwrap();
        assert_eq!(sha256(&signature), expected);
    }
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

#[test]
fn a_signature_of_pss_with_salt() {
    let signature = block(
        &from_hex(
            "00c513a8c5bd25a3cc956ee0829b06cdf1d83682ec704a7b8297a499598ec71458c54bd935991caa386bc0d7496a72f4cee2\
             371605fbba89b8dc703eebcabaca87537ae9a3fe02407b206520a749f1fdda744c6f87cb72e09f1c813110784e359e539861\
             38980af219f1e563983240a5f07c371e844c846d51525e0de8020bd9c38fef",
        ),
        1041,
    );
    let public_key = key().public_key().clone();
    assert_eq!(public_key.verify_pss(MESSAGE, &signature, &Pss::new(Hash::Sha256), Engine::default()), Ok(true));
}

/// Made by Node without options, whose salt is as long as possible.
#[test]
fn a_signature_of_pss_with_the_longest_salt() {
    let signature = block(
        &from_hex(
            "017980a460fba5fe4191b487f43701be97e3cf6424504151f0d3649cfdb9b391f348167d03c13bc21cab897afa342c688b5d185e6972\
             fe731dc8bbfc33f3542bee376e90a6c1bf51b9faaee616327e53ada97414f496a8f3b746485efeae36a5bd6aa33934af79751b1f47a9\
             76a01052c249071e7ecc2a6aa729cc7d792be7fb8e514a",
        ),
        1041,
    );
    let public_key = key().public_key().clone();
    // Of 130 bytes: 96 and those of the hash value, 0x01 and the trailer.
    for (salt_length, expected) in [
        (SaltLength::Auto, true),
        (SaltLength::Max, true),
        (SaltLength::Bytes(96), true),
        (SaltLength::Bytes(95), false),
        (SaltLength::Bytes(32), false),
    ] {
        let pss = Pss { salt_length, ..Pss::new(Hash::Sha256) };
        assert_eq!(
            public_key.verify_pss(MESSAGE, &signature, &pss, Engine::default()),
            Ok(expected),
            "{salt_length:?}"
        );
    }
}

#[test]
fn ciphertexts_of_oaep() {
    let with_sha1 = Oaep { mgf_hash: Hash::Sha1, label: b"label".to_vec(), ..Oaep::new(Hash::Sha256) };
    for (oaep, message, ciphertext) in [
        (
            Oaep::new(Hash::Sha1),
            MESSAGE,
            "00b1aba20e71deb76e35e7a0a233ecc9f5e60572cfc2c635da9b13ffae64306b4e38e4d7985bc9306d8af7255b8b6c077786\
             ef5aa0d7ac163facf35fe1b9b5a4f561449aec8d779a6e851cb3465289c825cae5d361002d960c103239d6a19d4618fa8dab\
             169572860d512a524a3c0db66d4e2bfa9d6a50f43ca7c0f6287af2af39ec3c",
        ),
        (
            with_sha1,
            MESSAGE,
            "019ef2f3d37100dad351aa23db187e8807bf06dc52b226650a5ce74bb156dbb15f990f9251f69f8d9b96768a74bab2e84496\
             eeeab9bf325effadc52f4c43ddd6abac7c553e022ba033cda17e8ef9b6cf8654f1d9b0abcc2e76fb291d73823b867d15f5d3\
             bd274f63df34d5d052b27bd98ea45f8db09977c9cf35828df8856afd5bf28b",
        ),
        (
            Oaep::new(Hash::Sha512),
            b"",
            "0134a0723291f23462601fc7dcabaaeac768f54b3b2bb77d102e28e9a17b57ba49f00d4be68416e04a6c718d061e7805e075\
             6dceaba4e4040cff200c30464299a5b75a238fbf0f4a77dfc274bbee067bda9f69d8867b03a2a037eb05263c2d7f1959f8a3\
             35e9fe4d0ffbfbde172c1f252255d285e36b80b6491aeb526dd7e58cfd7f87",
        ),
    ] {
        let ciphertext = block(&from_hex(ciphertext), 1041);
        let decrypted = key().decrypt_oaep(&ciphertext, &oaep, Options::new(&mut rng(73))).unwrap();
        assert_eq!(decrypted, message);
    }
}

#[test]
fn a_ciphertext_of_pkcs1v15() {
    let ciphertext = block(
        &from_hex(
            "0074d15c9f87c9a76d33d4903ab16b6b08325655dbdaf93abbcc0b7102f357be9129af7a26a6baceb3a3b7c23662977cabc1\
             f7a30bcb14f3d02c022675c35afe304df7501832b449da94cb3f3a4498be4e48452fe88437379a96084e630b855abe4b3ac2\
             b39ec3c82ca3d49bc5dca9fee90792125eb0f748f8da5d39ee78b049e9322c",
        ),
        1041,
    );
    let decrypted = key().decrypt_pkcs1v15(&ciphertext, Options::new(&mut rng(74)));
    assert_eq!(decrypted.as_deref(), Ok(MESSAGE));
}

#[test]
fn implicit_rejection() {
    for (ciphertext, length, expected) in [
        (2u8, 105, "2bbb96d238215927f6528f45e66426e11805e7697bf3322a99264bd6f06c18fa"),
        (3u8, 30, "eb76cee2d06a72ada91dde67d29a4523fc81347570203f8ad9aeb3e16b2bf67b"),
        (4u8, 16, "57cc14ed46a15bd1b9caec89baeacf76e9dd5fb1ca242ad86fedcecb4802d5aa"),
        (5u8, 16, "2594cfaa5dc43e21fffc79dab3359b01e5f76a8fc1ce816c6f0c7c5322cf1c48"),
        (6u8, 120, "d1fe29ce3cdc77767a91c363ca9dd9ccf4b09d2ecfc4ed73786556c9e7f49696"),
        (7u8, 58, "bd725f22af6ceea62ce5ba89be0b809634cd541d7a6d5f8a0f22d20818b09dea"),
    ] {
        let ciphertext = block(&BigUint::from(ciphertext), 1041);
        let message = key().decrypt_pkcs1v15(&ciphertext, Options::new(&mut rng(75))).unwrap();
        assert_eq!((message.len(), sha256(&message).as_str()), (length, expected));
    }
}
