//! A random generator that repeats itself ends every demonstration and every attack that draws numbers.

use core::convert::Infallible;
use core::ops::ControlFlow;

use rand_core::{TryCryptoRng, TryRng};
use rsa_cryptanalysis::attacks::{
    class_group, common_modulus, debian_seed, elliptic_curve, fault, meet_in_the_middle, partial_exposure,
    several_crt_exponents, small_crt_exponents, small_private_exponent, unbalanced_chosen_ciphertext,
};
use rsa_cryptanalysis::{Error, OnProgress};
use rsa_variants::{KeyParams, Variant};

/// A generator that repeats one word.
struct Constant(u64);

impl TryRng for Constant {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0 as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Infallible> {
        to.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&self.0.to_le_bytes()[..chunk.len()]));
        Ok(())
    }
}

impl TryCryptoRng for Constant {}

type Call = fn(&mut Constant, OnProgress<'_>) -> Result<(), Error>;

const CALLS: [(&str, Call); 12] = [
    ("class group", |rng, go_on| class_group::demonstration(rng, 256, 3, go_on).map(drop)),
    ("common modulus", |rng, go_on| {
        common_modulus::demonstration(rng, &KeyParams::new(Variant::Batch, 512), go_on).map(drop)
    }),
    ("debian seed", |rng, go_on| {
        let [architecture, ..] = debian_seed::Architecture::ALL;
        debian_seed::demonstration(rng, 512, architecture, debian_seed::Program::SshKeygen, go_on).map(drop)
    }),
    ("elliptic curve", |rng, go_on| {
        let shape = elliptic_curve::Shape::MultiPrime { modulus_length: 256, primes: 3 };
        elliptic_curve::demonstration(rng, shape, go_on).map(drop)
    }),
    ("elliptic curve, one short prime", |rng, go_on| {
        let shape = elliptic_curve::Shape::OneShortPrime { modulus_length: 512, prime_length: 80 };
        elliptic_curve::demonstration(rng, shape, go_on).map(drop)
    }),
    ("fault", |rng, go_on| {
        fault::demonstration(rng, &KeyParams::new(Variant::Crt, 512), fault::Place::CrtExponent, go_on).map(drop)
    }),
    ("meet in the middle", |rng, go_on| {
        let params = KeyParams { crt_exponent_length: Some(24), ..KeyParams::new(Variant::Rebalanced, 512) };
        meet_in_the_middle::demonstration(rng, &params, go_on).map(drop)
    }),
    ("partial exposure", |rng, go_on| {
        partial_exposure::demonstration(rng, &partial_exposure::DemonstrationOptions::default(), go_on).map(drop)
    }),
    ("several CRT exponents", |rng, go_on| {
        let options = several_crt_exponents::DemonstrationOptions::default();
        several_crt_exponents::demonstration(rng, &options, go_on).map(drop)
    }),
    ("small CRT exponents", |rng, go_on| {
        let params = KeyParams { crt_exponent_length: Some(198), ..KeyParams::new(Variant::SchemeB, 1024) };
        small_crt_exponents::demonstration(rng, &params, go_on).map(drop)
    }),
    ("small private exponent", |rng, go_on| {
        let options = small_private_exponent::DemonstrationOptions::default();
        small_private_exponent::demonstration(rng, &options, go_on).map(drop)
    }),
    ("unbalanced", |rng, go_on| {
        let params = KeyParams::new(Variant::Unbalanced, 1024);
        let device = unbalanced_chosen_ciphertext::Device::Unchecked;
        unbalanced_chosen_ciphertext::demonstration(rng, &params, device, go_on).map(drop)
    }),
];

#[test]
fn every_demonstration_ends() {
    for (name, call) in CALLS {
        for word in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
            // Far more reports than any of these calls makes with a sound generator.
            let mut reports = 0u32;
            let result = call(&mut Constant(word), &mut |_| {
                reports += 1;
                if reports > 1 << 16 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(result.unwrap_err().code(), "stuck-generator", "{name}, {word:x}");
        }
    }
}
