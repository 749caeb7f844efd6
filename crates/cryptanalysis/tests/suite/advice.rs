//! Advice: acceptable, and no greater a change than needed.

use proptest::prelude::*;
use rsa_cryptanalysis::{Verdict, assess};
use rsa_variants::{KeyParams, Variant};

use crate::verdicts::{any_params, assessed, params};

#[test]
fn advice_on_known_parameters() {
    use Variant::*;
    for (asked, advice) in [
        (params(Crt, 1024, None, None), "Use n = 2048 instead of 1024."),
        (params(Rebalanced, 2048, None, Some(160)), "Use w = 320 instead of 160."),
        (params(Rebalanced, 3072, None, Some(160)), "Use w = 448 instead of 160."),
        (params(Rebalanced, 4096, None, Some(160)), "Use w = 608 instead of 160."),
        (params(Rebalanced, 1024, None, Some(160)), "Use n = 2048 and w = 320 instead of 1024 and 160."),
        (params(MultiPrime, 2048, Some(4), None), "Use r = 3 instead of 4."),
        (params(MultiPrime, 1024, Some(3), None), "Use n = 2048 instead of 1024."),
        (params(MultiPower, 2048, Some(3), None), "Use n = 3072 instead of 2048."),
        (params(RPrime, 2048, Some(3), Some(160)), "Use w = 224 instead of 160."),
        (params(RPrime, 1024, Some(3), Some(160)), "Use n = 2048 and w = 224 instead of 1024 and 160."),
        (params(RPrime, 2048, Some(4), Some(160)), "Use r = 3 and w = 224 instead of 4 and 160."),
        (params(SchemeA, 1024, None, Some(160)), "Use n = 2048 and w = 512 instead of 1024 and 160."),
        (
            KeyParams { prime_length: Some(512), ..params(Unbalanced, 4096, None, None) },
            "Use |p| = 608 instead of 512.",
        ),
        (params(SchemeB, 1024, None, Some(198)), "Use n = 2048 and w = 544 instead of 1024 and 198."),
    ] {
        assert_eq!(assessed(&asked).judgment.advice.unwrap().to_string(), advice, "{asked:?}");
    }
}

/// Which of n, r, w and |p| differ.
fn changed(from: &KeyParams, to: &KeyParams) -> [bool; 4] {
    [
        from.modulus_length != to.modulus_length,
        from.primes != to.primes,
        from.crt_exponent_length != to.crt_exponent_length,
        from.prime_length != to.prime_length,
    ]
}

fn is_acceptable(params: &KeyParams) -> bool {
    assess(params, None).is_ok_and(|assessment| assessment.verdict >= Verdict::Acceptable)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn advice_is_acceptable_and_the_least_of_its_kind(asked in any_params()) {
        let assessment = assessed(&asked);
        let from = assessment.params;
        let Some(advice) = assessment.judgment.advice else { return Ok(()) };
        let to = advice.params;
        prop_assert!(is_acceptable(&to), "{:?}", to);
        prop_assert_eq!((to.variant, &to.public_exponent, to.batch_size), (from.variant, &from.public_exponent, from.batch_size));
        let count = changed(&from, &to).iter().filter(|&&changed| changed).count();
        prop_assert!(count > 0);
        // One step back in any of the changed parameters, or that parameter as it was, is not acceptable.
        let n_before = from.modulus_length.max(to.modulus_length - 256);
        let w_before = |w: usize| from.crt_exponent_length.unwrap().max(w - 32);
        let p_before = |bits: usize| from.prime_length.unwrap().max(bits - 32);
        for before in [
            KeyParams { modulus_length: n_before, ..to.clone() },
            KeyParams { primes: to.primes.zip(from.primes).map(|(to, from)| from.min(to + 1)), ..to.clone() },
            KeyParams { crt_exponent_length: to.crt_exponent_length.map(w_before), ..to.clone() },
            KeyParams { prime_length: to.prime_length.map(p_before), ..to.clone() },
        ] {
            prop_assert!(before == to || !is_acceptable(&before), "{:?} does, {:?}", before, to);
        }
        // Nor is any change of one parameter, where the advice changes more.
        if count > 1 {
            let lengths = (1..=64).map(|k| KeyParams { modulus_length: 256 * k, ..from.clone() });
            let counts = (2..=8).map(|r| KeyParams { primes: from.primes.map(|_| r), ..from.clone() });
            let exponents = (1..=256)
                .map(|k| KeyParams { crt_exponent_length: from.crt_exponent_length.map(|_| 32 * k), ..from.clone() });
            let primes = (1..=256).map(|k| KeyParams { prime_length: from.prime_length.map(|_| 32 * k), ..from.clone() });
            for other in lengths.chain(counts).chain(exponents).chain(primes) {
                prop_assert!(!is_acceptable(&other), "{:?} does, {:?}", other, to);
            }
        }
    }
}
