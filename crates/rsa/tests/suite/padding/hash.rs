//! The hash functions, and the paddings that support them.

use rsa_variants::{Engine, Error, Hash, KeyParams, Oaep, Options, Pss, Variant};
use sha2::{Digest, Sha256};

use super::{fixed_hashes, is_shake, message, pss_hashes};
use crate::keys::{key, number, rng};

#[test]
fn names() {
    for hash in Hash::ALL {
        assert_eq!(Hash::from_name(hash.name()), Ok(*hash));
    }
    for name in ["", "sha-256", "SHA256", "MD5"] {
        let error = Hash::from_name(name).unwrap_err();
        let message = format!(
            "unknown hash function {name:?}, expected one of SHA-1, SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224, \
             SHA-512/256, SHA3-224, SHA3-256, SHA3-384, SHA3-512, SHAKE128, SHAKE256"
        );
        assert_eq!((error.code(), error.to_string()), ("invalid-params", message));
    }
}

fn digest(hash: Hash, pieces: &[&[u8]]) -> Vec<u8> {
    let mut hasher = hash.hasher();
    pieces.iter().for_each(|piece| hasher.update(piece));
    hasher.digest()
}

/// The SHA-256 of the values of all messages of up to 400 bytes, more than two blocks of every function, as OpenSSL 3.0.19
/// computes them.
#[test]
fn values() {
    let expected = [
        (Hash::Sha1, "a227a9ed5998e7d96c825768bdc29583d68810cc621d533a7873609e11410735"),
        (Hash::Sha224, "6e4977ce89a40a9f31ee94dac64359c25b406f577730e7705ffa1dfdf823918c"),
        (Hash::Sha256, "784d6c85104fe3f5dba0591b8e961cb3ab6aa96fe6ac13923c6ce9b293236ada"),
        (Hash::Sha384, "c43f588e15ee0094f16d887c7f93720709195532eef26694d2a6f38463423ae2"),
        (Hash::Sha512, "ea41b6d5f50ae78ddb523e29c95be698966ba629ec15ee56939a67c3c6204f51"),
        (Hash::Sha512_224, "fe490b1972bccb58ff0ef2baac52b2d847a98832386d40929574292350250147"),
        (Hash::Sha512_256, "80d8395b5ef759433044d282b17d1c122e53dc42150cbbfca14080cccb793df8"),
        (Hash::Sha3_224, "567c0b540f1d08b6c4c57887bd37284fe00e5a92d7890365a56dd97b50bbf842"),
        (Hash::Sha3_256, "33da071c5c64cfdd31f283a355e85f4c82e7137413935f84c0b618edbed00f1b"),
        (Hash::Sha3_384, "1b8b7af30f4ec988e23374dde1dd9a966125091afc8eb3c39afa5f53fd569019"),
        (Hash::Sha3_512, "e9c3ea7e449cea53242c901afe0dc737bd2263a61dba6c25c18cb84e0d56dae1"),
        (Hash::Shake128, "9c5d236392aad80cfde32db2533b95fd139daefec4bdcaa034a4eb861fc306ef"),
        (Hash::Shake256, "d9b74caa31b6265b4e9da93e54d5a4d1607dfb541cdf3f18ce5b931ee0de1845"),
    ];
    assert_eq!(expected.map(|(hash, _)| hash), Hash::ALL);
    for (hash, expected) in expected {
        let mut values = Sha256::new();
        for length in 0..=400 {
            let (message, value) = (message(length), digest(hash, &[&message(length)]));
            assert_eq!(value.len(), hash.length());
            // Pieces that end before, at and after the ends of blocks.
            let (start, end) = message.split_at(length / 3);
            assert_eq!(digest(hash, &[start, &[], end]), value, "{hash:?} of {length} bytes");
            values.update(value);
        }
        assert_eq!(format!("{:064x}", number(&values.finalize())), expected, "{hash:?}");
    }
}

fn refused<T: core::fmt::Debug>(result: Result<T, Error>, text: &str) {
    let error = result.unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), ("invalid-params", text));
}

#[test]
fn shake_is_only_for_pss() {
    let key = key(&KeyParams::new(Variant::Crt, 1100), 90);
    let (public, engine) = (key.public_key(), Engine::default());
    for hash in Hash::ALL.iter().copied().filter(|hash| is_shake(*hash)) {
        let reason = "one of SHA-1, SHA-2 and SHA-3: SHAKE128 and SHAKE256 are only for PSS (RFC 8702)";
        let text = format!("hash is {}, but must be {reason}", hash.name());
        let oaep = Oaep::new(hash);
        refused(public.encrypt_oaep(b"", &oaep, Options::new(&mut rng(91))), &text);
        refused(key.decrypt_oaep(&[0; 138], &oaep, Options::new(&mut rng(91))), &text);
        refused(key.sign_pkcs1v15(b"", hash, Options::new(&mut rng(91))), &text);
        refused(public.verify_pkcs1v15(b"", &[0; 138], hash, engine), &text);
        refused(public.verify_pkcs1v15_digest(&[0; 32], &[0; 138], hash, engine), &text);

        let oaep = Oaep { mgf_hash: hash, ..Oaep::new(Hash::Sha256) };
        refused(public.encrypt_oaep(b"", &oaep, Options::new(&mut rng(91))), &text.replace("hash is", "mgf_hash is"));
    }
}

#[test]
fn shake_masks_only_what_it_hashes() {
    let key = key(&KeyParams::new(Variant::Crt, 1300), 92);
    let engine = Engine::default();
    for hash in Hash::ALL.iter().copied() {
        for mgf_hash in Hash::ALL.iter().copied().filter(|mgf_hash| is_shake(hash) || is_shake(*mgf_hash)) {
            let pss = Pss { mgf_hash, ..Pss::new(hash) };
            let signature = key.sign_pss(b"", &pss, Options::new(&mut rng(93)));
            if hash == mgf_hash {
                assert_eq!(key.public_key().verify_pss(b"", &signature.unwrap(), &pss, engine), Ok(true));
                continue;
            }
            let reason = "the same as hash: SHAKE128 and SHAKE256 also replace MGF1 (RFC 8702)";
            let text = format!("mgf_hash is {}, but must be {reason}", mgf_hash.name());
            refused(signature, &text);
            refused(key.public_key().verify_pss(b"", &[0; 163], &pss, engine), &text);
        }
    }
}

#[test]
fn the_lists_of_these_tests_are_complete() {
    assert_eq!(pss_hashes().map(|(hash, _)| hash).collect::<Vec<_>>(), Hash::ALL);
    assert!(fixed_hashes().all(|(hash, mgf_hash)| hash != mgf_hash && !is_shake(hash) && !is_shake(mgf_hash)));
}
