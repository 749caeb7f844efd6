//! Verdicts on important parameters, and properties of all verdicts.

use num_bigint::BigUint;
use proptest::prelude::*;
use rsa_cryptanalysis::strength::Method;
use rsa_cryptanalysis::{Assessment, Verdict, assess};
use rsa_variants::{KeyParams, Variant};

use Variant::*;

pub(crate) fn params(variant: Variant, n: usize, r: Option<usize>, w: Option<usize>) -> KeyParams {
    KeyParams { primes: r, crt_exponent_length: w, ..KeyParams::new(variant, n) }
}

pub(crate) fn assessed(params: &KeyParams) -> Assessment {
    assess(params, None).unwrap()
}

#[test]
fn known_parameters_have_their_verdicts() {
    use Verdict::*;
    for (params, verdict, strength, decisive) in [
        (params(Original, 1024, None, None), Weak, 80, Method::NumberFieldSieve),
        (params(Crt, 1024, None, None), Weak, 80, Method::NumberFieldSieve),
        (params(Crt, 2048, None, None), Acceptable, 110, Method::NumberFieldSieve),
        (params(Crt, 3072, None, None), Good, 132, Method::NumberFieldSieve),
        (params(Batch, 2048, None, None), Acceptable, 110, Method::NumberFieldSieve),
        (params(Batch, 3072, None, None), Good, 132, Method::NumberFieldSieve),
        (params(Batch, 2048, Some(3), None), Acceptable, 110, Method::NumberFieldSieve),
        (params(Batch, 2048, Some(4), None), Weak, 98, Method::EllipticCurve),
        (params(Batch, 4096, Some(4), None), Good, 146, Method::EllipticCurve),
        (params(MultiPrime, 1024, Some(3), None), Broken, 76, Method::EllipticCurve),
        (params(MultiPrime, 2048, Some(3), None), Acceptable, 110, Method::NumberFieldSieve),
        (params(MultiPrime, 2048, Some(4), None), Weak, 98, Method::EllipticCurve),
        (params(MultiPrime, 3072, Some(4), None), Acceptable, 124, Method::EllipticCurve),
        (params(MultiPrime, 4096, Some(4), None), Good, 146, Method::EllipticCurve),
        (params(MultiPower, 2048, Some(3), None), Weak, 88, Method::ClassGroup),
        (params(MultiPower, 3072, Some(3), None), Acceptable, 110, Method::ClassGroup),
        (params(MultiPower, 4096, Some(3), None), Good, 128, Method::ClassGroup),
        (params(MultiPower, 4096, Some(5), None), Weak, 98, Method::ClassGroup),
        (params(MultiPower, 1024, Some(8), None), Broken, 32, Method::PrimePowerLattice),
        (params(Rebalanced, 1024, None, Some(160)), Weak, 80, Method::CrtExponentSearch),
        (params(Rebalanced, 2048, None, Some(160)), Broken, 0, Method::CrtExponentLattice),
        (params(Rebalanced, 2048, None, Some(249)), Broken, 0, Method::CrtExponentLattice),
        (params(Rebalanced, 2048, None, Some(250)), Weak, 80, Method::CrtExponentLattice),
        (params(Rebalanced, 2048, None, Some(290)), Weak, 80, Method::CrtExponentLattice),
        (params(Rebalanced, 2048, None, Some(291)), Acceptable, 110, Method::NumberFieldSieve),
        (params(Rebalanced, 2048, None, Some(320)), Acceptable, 110, Method::NumberFieldSieve),
        (params(Rebalanced, 3072, None, Some(448)), Acceptable, 132, Method::NumberFieldSieve),
        (params(Rebalanced, 4096, None, Some(640)), Acceptable, 150, Method::NumberFieldSieve),
        (params(RPrime, 1024, Some(3), Some(160)), Broken, 76, Method::EllipticCurve),
        (params(RPrime, 2048, Some(3), Some(160)), Weak, 80, Method::CrtExponentSearch),
        (params(RPrime, 2048, Some(3), Some(219)), Weak, 109, Method::CrtExponentSearch),
        (params(RPrime, 2048, Some(3), Some(224)), Acceptable, 110, Method::NumberFieldSieve),
        (params(RPrime, 8192, Some(3), Some(512)), Acceptable, 202, Method::NumberFieldSieve),
        (params(SchemeA, 1024, None, Some(160)), Broken, 0, Method::CrtExponentSmallELattice),
        (params(SchemeB, 1024, None, Some(198)), Broken, 0, Method::CrtExponentSmallELattice),
    ] {
        let assessment = assessed(&params);
        let found = (assessment.verdict, assessment.strength, assessment.findings[0].method);
        assert_eq!(found, (verdict, strength, decisive), "{params:?}");
    }
}

#[test]
fn the_small_e_line_of_schemes_a_and_b_is_where_the_attack_stops() {
    for (variant, last) in [(SchemeA, 182), (SchemeB, 204)] {
        for (w, method) in [(last, Method::CrtExponentSmallELattice), (last + 1, Method::CrtExponentLattice)] {
            let assessment = assessed(&params(variant, 1024, None, Some(w)));
            assert_eq!((assessment.verdict, assessment.findings[0].method), (Verdict::Broken, method), "{w}");
        }
    }
}

#[test]
fn raising_n_alone_makes_rebalanced_keys_worse() {
    let verdict = |n| assessed(&params(Rebalanced, n, None, Some(160))).judgment.findings;
    let reached = |n| verdict(n).iter().any(|finding| finding.strength == 0);
    assert!(!reached(1311) && reached(1312) && reached(2048) && reached(16384));
}

#[test]
fn e_is_as_long_as_key_generation_makes_it() {
    let length = |params: &KeyParams| assessed(params).public_exponent_length;
    assert_eq!(length(&params(SchemeA, 1024, None, None)), 568);
    assert_eq!(length(&params(SchemeB, 1024, None, None)), 512);
    assert_eq!(length(&params(Rebalanced, 2048, None, None)), 2048);
    assert_eq!(length(&params(RPrime, 2048, None, None)), 2048);
    assert_eq!(length(&params(Crt, 2048, None, None)), 17);
    let e = BigUint::from(1u8) << 200 | BigUint::from(1u8);
    assert_eq!(length(&KeyParams { public_exponent: Some(e), ..KeyParams::new(MultiPrime, 2048) }), 201);
    assert_eq!(length(&KeyParams { batch_size: Some(8), ..KeyParams::new(Batch, 2048) }), 5);
}

#[test]
fn a_shorter_e_is_reckoned_with() {
    let key = params(Rebalanced, 2048, None, Some(320));
    assert_eq!(assess(&key, Some(2048)).unwrap().verdict, Verdict::Acceptable);
    let shorter = assess(&key, Some(1500)).unwrap();
    assert_eq!(
        (shorter.verdict, shorter.public_exponent_length, shorter.findings[0].method),
        (Verdict::Broken, 1500, Method::CrtExponentLattice)
    );
    let advice = shorter.judgment.advice.unwrap();
    assert_eq!(advice.params, shorter.params);
    assert_eq!(advice.to_string(), "Make a new key with the same parameters: it will have a longer e.");
    assert_eq!(assess(&key, Some(1024)).unwrap().findings[0].method, Method::CrtExponentSmallELattice);
}

#[test]
fn lengths_that_e_cannot_have_are_refused() {
    let refused = |params: &KeyParams, length| {
        let error = assess(params, Some(length)).unwrap_err();
        assert_eq!(error.code(), "invalid-params");
        error.to_string()
    };
    let key = params(Rebalanced, 2048, None, Some(160));
    assert!(refused(&key, 863).starts_with("public_exponent_length is 863 bits, but must be from 864 to 2048 bits"));
    assert!(refused(&key, 2049).starts_with("public_exponent_length is 2049 bits, but must be from 864 to 2048 bits"));
    assert!(assess(&key, Some(864)).is_ok());
    assert!(assess(&params(Crt, 2048, None, None), Some(17)).is_ok());
    assert_eq!(
        refused(&params(Crt, 2048, None, None), 64),
        "public_exponent_length is 64 bits, but e has 17 bits with these crt parameters"
    );
    let error = assess(&KeyParams::new(Crt, 64), None).unwrap_err();
    assert_eq!((error.code(), error), ("invalid-params", KeyParams::new(Crt, 64).check().unwrap_err().into()));
}

#[test]
fn reasons_have_the_numbers() {
    let reasons = |params: &KeyParams| {
        assessed(params)
            .judgment
            .findings
            .into_iter()
            .map(|finding| (finding.method, finding.reason))
            .collect::<Vec<_>>()
    };
    let has = |params: &KeyParams, method, text: &str| {
        let reasons = reasons(params);
        assert!(reasons.iter().any(|(found, reason)| *found == method && reason.contains(text)), "{reasons:?}");
    };
    let rebalanced = params(Rebalanced, 2048, None, Some(160));
    has(&rebalanced, Method::CrtExponentLattice, "w = 160 is below 0.122·n = 250");
    has(&rebalanced, Method::CrtExponentLattice, "no run near it is known");
    has(&rebalanced, Method::CrtExponentSearch, "about 2^80 operations");
    // Rounded, the limit would equal w.
    has(&params(Rebalanced, 2048, None, Some(250)), Method::CrtExponentLattice, "w = 250 is above 0.122·n = 249.9,");
    has(&rebalanced, Method::NumberFieldSieve, "2^110 operations; the standards put it at 2^112");
    has(&params(SchemeA, 1024, None, Some(160)), Method::CrtExponentSmallELattice, "min(0.4·(n − |e|), n/4) = 182");
    has(&params(MultiPower, 2048, Some(3), None), Method::ClassGroup, "takes 2^88 to 2^104");
    has(
        &params(MultiPrime, 2048, Some(4), None),
        Method::EllipticCurve,
        "a prime of 512 bits in a modulus of 2048 bits",
    );
}

#[test]
fn what_is_little_studied_is_capped_where_it_would_be_good() {
    for (variant, w) in [(Rebalanced, 640), (SchemeA, 1200), (SchemeB, 1200), (RPrime, 640)] {
        let assessment = assessed(&params(variant, 4096, None, Some(w)));
        assert!(assessment.strength >= Verdict::Good.least(), "{variant:?}: {:?}", assessment.findings);
        assert_eq!((assessment.verdict, assessment.cap.is_some()), (Verdict::Acceptable, true));
    }
    // The cap is only present if it lowered the verdict.
    assert!(assessed(&params(Rebalanced, 2048, None, Some(320))).cap.is_none());
    assert!(assessed(&params(RPrime, 2048, None, None)).cap.is_none());
    assert!(assessed(&params(MultiPrime, 4096, None, None)).cap.is_none());
}

#[test]
fn notes_say_what_the_verdict_does_not() {
    let notes = |params: &KeyParams| assessed(params).notes.join("\n");
    assert!(notes(&params(Batch, 2048, None, None)).contains("randomized padding"));
    let small_e = KeyParams { public_exponent: Some(BigUint::from(3u8)), ..KeyParams::new(Crt, 2048) };
    assert!(notes(&small_e).contains("padding"));
    assert!(notes(&params(Rebalanced, 2048, None, Some(320))).contains("below 250 bits"));
    assert_eq!(notes(&params(Rebalanced, 2048, None, Some(160))), "");
    assert_eq!(notes(&params(Crt, 2048, None, None)), "");
}

#[test]
fn conformance_is_another_question() {
    let reasons = |params: &KeyParams| assessed(params).judgment.conformance.reasons;
    for conforming in
        [params(Original, 2048, None, None), params(Crt, 4096, None, None), params(MultiPrime, 2048, Some(2), None)]
    {
        assert!(assessed(&conforming).conformance.conforms(), "{:?}", reasons(&conforming));
    }
    let e = |e: u32| KeyParams { public_exponent: Some(BigUint::from(e)), ..KeyParams::new(Crt, 2048) };
    assert_eq!(reasons(&e(65537)), Vec::<String>::new());
    for (params, words) in [
        (params(Crt, 1024, None, None), vec!["1024 bits; the standards require at least 2048"]),
        (params(Crt, 2049, None, None), vec!["even length"]),
        (params(MultiPrime, 2048, Some(3), None), vec!["3 primes"]),
        (params(MultiPower, 3072, Some(3), None), vec!["p^2·q; the"]),
        (
            KeyParams { multiplicity: Some(2), ..params(MultiPower, 4096, Some(5), None) },
            vec!["p^3·q^2; the standards allow only products"],
        ),
        (e(65535), vec!["e has 16 bits"]),
        (params(Batch, 3072, None, None), vec!["4 public exponents", "e has 4 bits"]),
        (params(Batch, 3072, Some(3), None), vec!["3 primes", "4 public exponents", "e has 4 bits"]),
        (params(Rebalanced, 3072, None, Some(448)), vec!["e has 3072 bits", "computed from the private"]),
        (params(RPrime, 2048, None, None), vec!["3 primes", "e has 2048 bits", "computed from the private"]),
        (params(SchemeB, 4096, None, Some(1200)), vec!["e has 2048 bits"]),
    ] {
        let found = reasons(&params);
        assert_eq!(found.len(), words.len(), "{found:?}");
        for (reason, word) in found.iter().zip(words) {
            assert!(reason.contains(word), "{reason}");
        }
    }
}

/// Parameters of every variant, half of them with a short modulus.
pub(crate) fn any_params() -> impl Strategy<Value = KeyParams> {
    let n = prop_oneof![128usize..=3000, 128usize..=16384];
    (prop::sample::select(&Variant::ALL[..]), n, 2usize..=8, prop_oneof![16usize..=300, 16usize..=4096])
        .prop_map(|(variant, n, r, w)| {
            // With a longer modulus, elliptic curves cost more, so the default short prime gets shorter.
            let prime_length = (variant == Unbalanced).then_some((n / r).min((n - 1) / 2));
            let r = variant.definition().primes.as_ref().map(|_| r);
            let w = variant.definition().crt_exponents.as_ref().map(|_| w);
            KeyParams { prime_length, ..params(variant, n, r, w) }
        })
        .prop_filter("within the limits", |params| params.check().is_ok())
}

proptest! {
    #[test]
    fn findings_are_sorted_and_decide(params in any_params()) {
        let assessment = assessed(&params);
        prop_assert!(assessment.findings.is_sorted_by_key(|finding| finding.strength));
        prop_assert_eq!(assessment.strength, assessment.findings[0].strength);
        let by_strength = Verdict::of(assessment.strength);
        prop_assert_eq!(assessment.verdict, if assessment.cap.is_some() { Verdict::Acceptable } else { by_strength });
        prop_assert_eq!(assessment.advice.is_some(), assessment.verdict < Verdict::Acceptable);
        prop_assert_eq!(assessment.params.check().unwrap().to_params(), assessment.params);
        for finding in assessment.judgment.findings {
            let (low, high) = finding.strength_range.unwrap_or((finding.strength, finding.strength));
            prop_assert!(low == finding.strength && low <= high);
        }
    }

    #[test]
    fn longer_moduli_with_all_else_alike_are_no_weaker(params in any_params(), more in 1usize..2000) {
        prop_assume!(params.crt_exponent_length.is_none());
        let longer = KeyParams { modulus_length: params.modulus_length + more, ..params.clone() };
        prop_assume!(longer.check().is_ok());
        prop_assert!(assessed(&params).strength <= assessed(&longer).strength);
    }

    #[test]
    fn longer_crt_exponents_are_no_weaker(params in any_params(), more in 1usize..500) {
        let Some(w) = params.crt_exponent_length else { return Ok(()) };
        let longer = KeyParams { crt_exponent_length: Some(w + more), ..params.clone() };
        prop_assume!(longer.check().is_ok());
        prop_assert!(assessed(&params).strength <= assessed(&longer).strength);
    }

    #[test]
    fn a_longer_public_exponent_is_no_weaker(params in any_params(), length in 128usize..16384, more in 1usize..500) {
        let Ok(shorter) = assess(&params, Some(length)) else { return Ok(()) };
        let Ok(longer) = assess(&params, Some(length + more)) else { return Ok(()) };
        // Short CRT exponents are the exception below n/4: there a longer e gives more bits of a prime (`cofactor_guesses`).
        prop_assume!(longer.params.crt_exponent_length.is_none() || 4 * length >= params.modulus_length);
        prop_assert!(shorter.strength <= longer.strength);
    }
}
