//! Sound keys of all variants and many lengths, and harmless relatives of weak ones.

use num_bigint::BigUint;
use rsa_cryptanalysis::{KeyAssessment, KeyFinding, Verdict};
use rsa_variants::{KeyParams, Variant};

use super::{Draft, Kind, Maker, nowhere, two_to};

/// A kind of sound keys, and the worst verdict that a finding on them may have.
pub(crate) struct Shape {
    pub(crate) kind: Kind,
    pub(crate) least: Verdict,
}

impl Shape {
    /// What is wrong with the verdict on a private key of this shape, if anything. It includes the checks of the public key.
    pub(crate) fn problem(&self, assessment: &KeyAssessment) -> Option<String> {
        let mut findings = assessment.key_findings.iter().filter_map(KeyFinding::verdict);
        let has_defect = findings.any(|verdict| verdict < self.least || self.least == Verdict::Good);
        (has_defect || assessment.reach.is_some()).then(|| format!("{}: {:?}", self.kind.name, assessment.key_findings))
    }
}

const NONE: &str = "none is known";

/// This many shapes: those of the variants and the harmless relatives in turn.
pub(crate) fn shapes(count: usize) -> Vec<Shape> {
    let generated = || {
        parameters().into_iter().map(|params| {
            let name = format!("{} {}", params.variant.name(), params.modulus_length);
            let kind = nowhere(name, NONE, move |make, _| Draft::made(make.generate(&params)));
            Shape { kind, least: Verdict::Good }
        })
    };
    let harmless = || harmless().into_iter().map(|(kind, least)| Shape { kind, least });
    core::iter::repeat_with(|| generated().chain(harmless())).flatten().take(count).collect()
}

/// Parameters that are acceptable, or weak only because the modulus is short.
fn parameters() -> Vec<KeyParams> {
    let of = |variant, n| KeyParams::new(variant, n);
    let short = |variant, n, w| KeyParams { crt_exponent_length: Some(w), ..of(variant, n) };
    let primes = |variant, n, r| KeyParams { primes: Some(r), ..of(variant, n) };
    vec![
        of(Variant::Crt, 1024),
        of(Variant::Original, 1024),
        of(Variant::Batch, 1024),
        of(Variant::Crt, 1280),
        short(Variant::Rebalanced, 1024, 176),
        short(Variant::SchemeB, 1024, 320),
        of(Variant::Crt, 1536),
        of(Variant::Tunable, 1536),
        primes(Variant::MultiPrime, 1536, 3),
        of(Variant::Batch, 1792),
        of(Variant::Original, 2048),
        of(Variant::Crt, 2048),
        of(Variant::MultiPrime, 2048),
        primes(Variant::MultiPower, 2048, 3),
        of(Variant::Rebalanced, 2048),
        of(Variant::RPrime, 2048),
        of(Variant::Tunable, 2048),
        of(Variant::Unbalanced, 2048),
        of(Variant::Batch, 2048),
        of(Variant::MultiPower, 2560),
        of(Variant::Crt, 3072),
    ]
}

/// Keys that only look like weak ones, and the worst verdict that a finding on them may have.
fn harmless() -> Vec<(Kind, Verdict)> {
    type Make = fn(&Maker, usize) -> Draft;
    let of = |least| move |name, make: Make| (nowhere(name, NONE, make), least);
    let (good, weak) = (of(Verdict::Good), of(Verdict::Weak));
    vec![
        good("primes of different lengths", |make, n| Draft::new([make.prime(n / 2 - 24), make.prime(n / 2 + 24)])),
        good("e = 3 or 17", |make, n| {
            let e = if make.between(0, 2) == 0 { 3u8 } else { 17 };
            make.one(n, make.prime(n / 2)).with_public_exponent(e.into())
        }),
        good("an odd e of 200 bits", |make, n| make.one(n, make.prime(n / 2)).with_public_exponent(make.odd(200))),
        // Anyone can choose half the bits of N (Lenstra 1998). The finding that N is not random is right, but it is no attack.
        weak("the low half of N is 1", |make, n| {
            let p = make.prime(n / 2);
            let bits = n / 2 - 12;
            let inverse = p.modinv(&two_to(bits)).unwrap_or_default();
            let q = make.prime_among(|make| (make.number(12) << bits) + &inverse);
            Draft::new([p, q])
        }),
        weak("N is just above 3·2^(n − 2)", |make, n| {
            let p = make.prime(n / 2);
            let q = make.next_prime((BigUint::from(3u8) << (n - 2)) / &p + 1u8);
            Draft::new([p, q])
        }),
        good("beside two other keys", |make, n| {
            let other = || make.prime(n / 2) * make.prime(n / 2);
            make.one(n, make.prime(n / 2)).beside([other(), other()])
        }),
    ]
}
