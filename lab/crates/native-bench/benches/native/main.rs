//! RSA and modular powers, natively, by this project's crates and by others. `node lab/native-bench.mjs` runs it in rounds
//! and makes a table.
//!
//! All signers use the same keys, made from a fixed seed. Criterion calls `OPERATION/LENGTH` a group and the software a
//! function. Every result is compared with ours before the measurement.

mod cpu_time;
mod signers;

use core::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rsa_variants::{KeyParams, PrivateKey, Variant};
use rsa_variants_peers::Powers;

use self::cpu_time::CpuTime;

const MESSAGE: &[u8] = b"the message that every signer signs";

/// A key with two primes and e = 65537, for measurements only.
fn key(modulus_length: usize) -> PrivateKey {
    let mut rng = ChaCha20Rng::seed_from_u64(modulus_length as u64);
    let params = KeyParams::new(Variant::Crt, modulus_length);
    PrivateKey::new(&params, &mut rng).expect("a key")
}

/// PKCS #1 v1.5 signatures with SHA-256, and their verification.
fn signatures(criterion: &mut Criterion<CpuTime>) {
    for length in [2048, 3072, 4096] {
        let key = key(length);
        let mut signers = signers::all(&key, MESSAGE);
        let expected = signers[0].sign(MESSAGE);
        let mut group = criterion.benchmark_group(format!("sign/{length}"));
        for signer in &mut signers {
            assert_eq!(signer.sign(MESSAGE), expected, "{} signs differently", signer.name());
            group.bench_function(signer.name(), |bencher| bencher.iter(|| signer.sign(black_box(MESSAGE))));
        }
        group.finish();
        let mut group = criterion.benchmark_group(format!("verify/{length}"));
        for signer in &signers {
            let Some(is_valid) = signer.verify(MESSAGE, &expected) else { continue };
            assert!(is_valid && signer.verify(b"another", &expected) == Some(false), "{}", signer.name());
            group
                .bench_function(signer.name(), |bencher| bencher.iter(|| signer.verify(black_box(MESSAGE), &expected)));
        }
        group.finish();
    }
}

/// Fresh keys of 2048 bits. Their times vary by nature, so only the mean of many says something.
fn keys(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("generate/2048");
    for (name, generate) in signers::GENERATORS {
        group.bench_function(*name, |bencher| bencher.iter(generate));
    }
    group.finish();
}

/// Two independent powers with base, exponent and odd modulus of the same length, with prepared moduli where the crate
/// offers that.
fn powers(criterion: &mut Criterion<CpuTime>) {
    for length in [1024, 2048] {
        let bytes = length / 8;
        let mut numbers = vec![0; 6 * bytes];
        ChaCha20Rng::seed_from_u64(length as u64).fill_bytes(&mut numbers);
        for triple in numbers.chunks_exact_mut(3 * bytes) {
            triple[0] >>= 1; // The base is below the modulus.
            triple[2 * bytes] |= 0x80;
            triple[3 * bytes - 1] |= 1;
        }
        let prepare = |arithmetic| Powers::new(arithmetic, &numbers, bytes).ok();
        let compute = |powers: &mut Powers| {
            powers.compute(0);
            powers.take()
        };
        let expected = prepare("scalar").map(|mut powers| compute(&mut powers));
        let mut group = criterion.benchmark_group(format!("two-powers/{length}"));
        for (name, arithmetic) in [
            ("rsa-variants", "lanes"),
            ("rsa-variants, scalar", "scalar"),
            ("crypto-bigint", "crypto-bigint"),
            ("num-bigint", "num-bigint-crate"),
        ] {
            let Some(mut powers) = prepare(arithmetic) else { continue }; // `lanes` is not everywhere.
            assert_eq!(Some(compute(&mut powers)), expected, "{name} computes something else");
            group.bench_function(name, |bencher| bencher.iter(|| compute(&mut powers)));
        }
        group.finish();
    }
}

criterion_group! {
    name = all;
    config = Criterion::default().with_measurement(CpuTime);
    targets = signatures, keys, powers
}
criterion_main!(all);
