//! The defaults of key generation are the fastest acceptable parameters, and cautions name all others that are not acceptable.

use num_bigint::BigUint;
use rsa_cryptanalysis::{Verdict, caution};
use rsa_variants::{CheckedParams, KeyParams, MODULUS_LENGTHS, MOST_PRIME_LENGTH, Variant};

use crate::verdicts::{assessed, params};

/// Lengths at which verdicts change: those that the formulas round differently, and common ones.
fn modulus_lengths() -> impl Iterator<Item = usize> {
    MODULUS_LENGTHS.filter(|n| n % 61 == 7 || n % 256 == 0 || (2000..2100).contains(n) || (4090..4100).contains(n))
}

fn verdict(params: &CheckedParams) -> (Verdict, u32) {
    let assessment = assessed(&params.to_params());
    (assessment.verdict, assessment.strength)
}

/// The verdict and the strength of a variant at a length with other parameters, where they are within the limits.
fn other(variant: Variant, n: usize, r: Option<usize>, w: Option<usize>) -> Option<(Verdict, u32)> {
    params(variant, n, r, w).check().ok().map(|checked| verdict(&checked))
}

fn with_prime(n: usize, bits: usize) -> Option<(Verdict, u32)> {
    let params = KeyParams { prime_length: Some(bits), ..KeyParams::new(Variant::Unbalanced, n) };
    params.check().ok().map(|checked| verdict(&checked))
}

#[test]
fn defaults_are_acceptable_wherever_a_variant_is_and_else_the_strongest() {
    for (n, variant) in modulus_lengths().flat_map(|n| Variant::ALL.map(|variant| (n, variant))) {
        // Three primes do not fit in every length.
        let Ok(default) = KeyParams::new(variant, n).check() else { continue };
        let found = verdict(&default);
        if found.0 >= Verdict::Acceptable {
            continue;
        }
        if variant == Variant::Unbalanced {
            let strongest = (64..n).step_by(32).chain([(n - 1) / 2]).filter_map(|bits| with_prime(n, bits)).max();
            assert_eq!(strongest, Some(found), "{n}");
            continue;
        }
        // Multi-prime with two primes is crt.
        let counts: Vec<_> = default.to_params().primes.map_or(vec![None], |_| (3..=8).map(Some).collect());
        let exponents = |r: Option<usize>| -> Vec<Option<usize>> {
            let longest = n / r.unwrap_or(2);
            let choices = (32..=longest).step_by(32).chain([longest, (n - 1) / 2]);
            default.to_params().crt_exponent_length.map_or(vec![None], |_| choices.map(Some).collect())
        };
        for (r, w) in counts.into_iter().flat_map(|r| exponents(r).into_iter().map(move |w| (r, w))) {
            assert!(
                other(variant, n, r, w) <= Some(found),
                "{variant:?}, {n}: {found:?} is less than with {r:?}, {w:?}"
            );
        }
    }
}

#[test]
fn shorter_crt_exponents_than_the_default_are_not_acceptable() {
    for n in modulus_lengths() {
        for variant in [Variant::Rebalanced, Variant::RPrime, Variant::SchemeA, Variant::SchemeB, Variant::Tunable] {
            let Ok(default) = KeyParams::new(variant, n).check() else { continue };
            let w = default.to_params().crt_exponent_length.unwrap();
            if verdict(&default).0 >= Verdict::Acceptable {
                assert_eq!(w % 32, 0, "{variant:?}, {n}");
                let shorter = other(variant, n, default.to_params().primes, Some(w - 32)).unwrap();
                assert!(shorter.0 < Verdict::Acceptable, "{variant:?}, {n}, w {w}");
            }
        }
    }
}

#[test]
fn shorter_primes_than_the_default_are_not_acceptable() {
    for n in modulus_lengths() {
        let Ok(default) = KeyParams::new(Variant::Unbalanced, n).check() else { continue };
        let bits = default.to_params().prime_length.unwrap();
        if verdict(&default).0 >= Verdict::Acceptable {
            let shorter = with_prime(n, bits - 32);
            assert!(shorter.is_none_or(|shorter| shorter.0 < Verdict::Acceptable), "{n}, |p| {bits}");
            // A multiple of 32, unless the longer prime asks for more.
            assert!(bits % 32 == 0 || bits == n - MOST_PRIME_LENGTH, "{n}, |p| {bits}");
        }
    }
}

#[test]
fn crt_exponents_go_with_the_public_exponent_that_is_chosen() {
    for n in [2048, 2049, 3072, 4096, 8192] {
        for length in (17..=n / 2).step_by(n / 128) {
            let e = (BigUint::from(1u8) << (length - 1)) + 1u8;
            let asked = KeyParams { public_exponent: Some(e), ..KeyParams::new(Variant::Tunable, n) };
            let default = asked.check().unwrap();
            let w = default.to_params().crt_exponent_length.unwrap();
            // With 17 bits of e and cofactors of 16, no w that exists is short of a prime.
            assert!(verdict(&default).0 >= Verdict::Acceptable, "{n}, |e| {length}, w {w}: {:?}", verdict(&default));
        }
    }
}

#[test]
fn lengths_of_2048_bits_and_more_have_acceptable_defaults() {
    for n in modulus_lengths().filter(|&n| n >= 2048) {
        for variant in Variant::ALL {
            let least = if variant == Variant::MultiPower { 2488 } else { 2048 };
            let checked = KeyParams::new(variant, n).check();
            if variant == Variant::Unbalanced && n == *MODULUS_LENGTHS.end() {
                // Its shorter prime has less than half of the bits, and the longer one may not have more.
                assert!(checked.is_err());
                continue;
            }
            let (verdict, strength) = verdict(&checked.unwrap());
            assert_eq!(verdict >= Verdict::Acceptable, n >= least, "{variant:?}, {n}: {strength} bits");
        }
    }
}

#[test]
fn cautions_name_the_parameter_the_reason_and_the_remedy() {
    use Variant::*;
    for (asked, verdict, message) in [
        (
            params(Rebalanced, 2048, None, Some(160)),
            Verdict::Broken,
            "crt_exponent_length is 160, which makes this rebalanced key broken (0 bits of strength): w = 160 is below \
             0.122·n = 250, the limit for an e of 2048 bits: in theory, lattices factor N in polynomial time. They reach this \
             limit only as they grow without bound; no run near it is known. Use w = 320 instead of 160.",
        ),
        (
            params(MultiPrime, 2048, Some(8), None),
            Verdict::Broken,
            "primes is 8, which makes this multi-prime key broken (67 bits of strength): Finding a prime of 256 bits in a \
             modulus of 2048 bits takes about 2^67 operations. Use r = 3 instead of 8.",
        ),
        (
            KeyParams { prime_length: Some(256), ..params(Unbalanced, 2048, None, None) },
            Verdict::Broken,
            "prime_length is 256, which makes this unbalanced key broken (67 bits of strength): Finding a prime of 256 bits in a \
             modulus of 2048 bits takes about 2^67 operations. Use |p| = 640 instead of 256.",
        ),
        (
            KeyParams::new(Unbalanced, 1024),
            Verdict::Weak,
            "prime_length is 511, which makes this unbalanced key weak (80 bits of strength): Factoring a modulus of 1024 bits \
             takes about 2^80 operations. Use n = 2048 and |p| = 640 instead of 1024 and 511.",
        ),
        (
            params(Crt, 512, None, None),
            Verdict::Broken,
            "modulus_length is 512, which makes this crt key broken (57 bits of strength): Factoring a modulus of 512 bits \
             takes about 2^57 operations. Use n = 2048 instead of 512.",
        ),
        (
            params(Batch, 2048, Some(8), None),
            Verdict::Broken,
            "primes is 8, which makes this batch key broken (67 bits of strength): Finding a prime of 256 bits in a modulus of \
             2048 bits takes about 2^67 operations. Use r = 3 instead of 8.",
        ),
        (
            params(Batch, 1024, None, None),
            Verdict::Weak,
            "modulus_length is 1024, which makes this batch key weak (80 bits of strength): Factoring a modulus of 1024 bits \
             takes about 2^80 operations. Use n = 2048 instead of 1024.",
        ),
    ] {
        let caution = caution(&asked).unwrap().unwrap();
        assert_eq!((caution.verdict, caution.message.as_str()), (verdict, message));
        assert!(message.starts_with(caution.parameter));
    }
    assert_eq!(caution(&KeyParams::new(RPrime, 2048)).unwrap(), None);
    assert_eq!(caution(&KeyParams::new(Crt, 64)).unwrap_err().code(), "invalid-params");
    assert_eq!(caution(&KeyParams::new(RPrime, 8193)).unwrap_err().parameter(), Some("modulus_length"));
}
