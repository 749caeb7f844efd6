//! One short key of each kind.

use std::collections::BTreeSet;

use rsa_cryptanalysis::Verdict;

use super::keys::{Shows, is_broken};
use super::kinds;

#[test]
fn extended_every_kind_of_weak_keys_is_broken() {
    let kinds = kinds::all();
    assert!(kinds.len() >= 150, "{}", kinds.len());
    let names: BTreeSet<&str> = kinds.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), kinds.len(), "two kinds have one name");
    assert!(kinds.iter().all(|kind| !kind.attack.is_empty()));
    let missed: Vec<&str> = kinds
        .iter()
        .filter(|kind| kind.shows != Shows::Nowhere && !kind.name.contains("4104"))
        .filter(|kind| {
            let key = kind.key(1, 1024);
            let private = key.assess_private().is_none_or(|private| is_broken(&private));
            let public = kind.shows == Shows::Private || is_broken(&key.assess_public());
            !(private && public)
        })
        .map(|kind| kind.name)
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
}

/// If a verdict called these broken, it would know more than their numbers show.
#[test]
fn keys_of_generators_with_few_seeds_look_sound() {
    for kind in kinds::all().iter().filter(|kind| kind.shows == Shows::Nowhere) {
        let assessment = kind.key(1, 1024).assess_private().unwrap();
        assert!(assessment.verdict > Verdict::Broken, "{}: {:?}", kind.name, assessment.key_findings);
    }
}
