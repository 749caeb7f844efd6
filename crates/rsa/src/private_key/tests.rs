use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

use super::*;
use crate::arithmetic::inverse;
use crate::components::carmichael;

fn generate(variant: Variant, fault: impl FnOnce(&mut Components)) -> Result<PrivateKey, Error> {
    let mut rng = ChaCha20Rng::from_seed([70; 32]);
    let progress = |_| ControlFlow::Continue(());
    PrivateKey::generate_disturbed(&KeyParams::new(variant, 256), &mut rng, progress, fault)
}

/// Changes a bit without changing the number's parity and length.
fn flip(number: &mut BigUint) {
    number.set_bit(1, !number.bit(1));
}

/// All variants but Scheme A, whose keys take seconds and which has the private operation of rebalanced RSA.
fn variants() -> impl Iterator<Item = Variant> {
    Variant::ALL.into_iter().filter(|variant| *variant != Variant::SchemeA)
}

#[test]
fn a_wrong_number_in_a_new_key_is_detected() {
    for variant in variants() {
        let key = generate(variant, |_| ()).unwrap();
        let numbers = |components: &Components| {
            let Components { crt_exponents, crt_coefficients, .. } = components;
            1 + crt_exponents.len() + crt_coefficients.len()
        };
        for index in 0..numbers(key.components()) {
            let fault = |components: &mut Components| {
                let Components { private_exponent, crt_exponents, crt_coefficients, .. } = components;
                let mut numbers = [private_exponent].into_iter().chain(crt_exponents).chain(crt_coefficients);
                numbers.nth(index).into_iter().for_each(flip);
            };
            assert_eq!(generate(variant, fault).err(), Some(Error::KeyPairTest), "{variant:?}, number {index}");
        }
    }
}

/// The private operation detects errors in the numbers that it uses.
#[test]
fn the_operation_detects_wrong_exponents() {
    for variant in variants().filter(|variant| *variant != Variant::Batch) {
        let key = generate(variant, |_| ()).unwrap();
        assert!(key.decrypts_what_it_encrypts(), "{variant:?}");
        let used = if variant == Variant::Unbalanced { 1 } else { key.components().crt_exponents.len().max(1) };
        for index in 0..used {
            let mut components = key.components().clone();
            flip(match components.crt_exponents.get_mut(index) {
                Some(exponent) => exponent,
                None => &mut components.private_exponent,
            });
            let wrong = PrivateKey::prepare(key.params.clone(), components).unwrap();
            assert!(!wrong.decrypts_what_it_encrypts(), "{variant:?}, exponent {index}");
        }
    }
}

/// A composite number replaces a prime, and the other numbers follow from it. All relations hold, so only the operation
/// shows the error.
#[test]
fn a_composite_among_the_primes_is_detected() {
    for variant in [Variant::Original, Variant::Crt, Variant::MultiPrime, Variant::MultiPower, Variant::Batch] {
        let params = KeyParams::new(variant, 256).check().unwrap();
        let fault = |components: &mut Components| {
            let e: BigUint = components.public_exponents.iter().product();
            let mut primes = components.primes.clone();
            let d = loop {
                primes[0] -= 2u8;
                let is_composite =
                    modular_powers::prime::small_primes().iter().any(|p| &primes[0] % *p == BigUint::ZERO);
                // If this were a multiple of 3, the test's number ⌊N/3⌋ would be 0 modulo a third of it.
                let is_unit = &primes[0] % 3u8 != BigUint::ZERO;
                if let Some(d) = inverse(&e, &carmichael(&params, &primes)).filter(|_| is_composite && is_unit) {
                    break d;
                }
            };
            *components = Components::new(&params, primes, components.public_exponents.clone(), d);
            check::relations(&params, components).unwrap();
        };
        assert_eq!(generate(variant, fault).err(), Some(Error::KeyPairTest), "{variant:?}");
    }
}
