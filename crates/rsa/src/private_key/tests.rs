use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

use super::*;
use crate::arithmetic::inverse;
use crate::components::carmichael;

fn generate(variant: Variant, fault: impl FnOnce(&mut Components)) -> Result<PrivateKey, Error> {
    let mut rng = ChaCha20Rng::from_seed([70; 32]);
    let progress = |_| ControlFlow::Continue(());
    PrivateKey::generate_disturbed(&KeyParams::new(variant, 256), &mut Vec::new(), &mut rng, progress, fault)
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

/// Searches for a key until it finds the next prime, and returns all primes that it has then.
fn search(params: &KeyParams, known: &[BigUint], seed: u8) -> Result<PrivateKey, Vec<BigUint>> {
    let mut primes = known.to_vec();
    let mut searched = false;
    let result = PrivateKey::generate_from(params, &mut primes, &mut ChaCha20Rng::from_seed([seed; 32]), |progress| {
        match progress {
            Progress::Candidates { .. } => searched = true,
            Progress::Primes { done, expected } if searched && done < expected => return ControlFlow::Break(()),
            Progress::Primes { .. } => (),
        }
        ControlFlow::Continue(())
    });
    result.map_err(|error| {
        assert_eq!(error, Error::Aborted);
        primes
    })
}

#[test]
fn primes_from_several_searches_make_a_key() {
    for variant in variants() {
        let params = KeyParams::new(variant, 256);
        let mut known: Vec<BigUint> = Vec::new();
        let mut seed = 100;
        let key = loop {
            seed += 1;
            match search(&params, &known, seed) {
                Ok(key) => break key,
                Err(primes) => known = primes,
            }
            // What another search without known primes found.
            known.extend(search(&params, &[], seed + 100).unwrap_err());
            assert!(seed < 150, "{variant:?}");
        };
        key.check(&mut ChaCha20Rng::from_seed([71; 32])).unwrap();
        // The first prime was taken, and a search with all primes has nothing to do.
        let Components { primes, .. } = key.components();
        assert!(primes.contains(&known[0]), "{variant:?}");
        assert!(primes.is_sorted_by(|one, other| one.bits() != other.bits() || one > other), "{variant:?}");
        let mut again = primes.clone();
        let done = |progress| {
            assert!(matches!(progress, Progress::Primes { .. }), "{variant:?}");
            ControlFlow::Continue(())
        };
        let key = PrivateKey::generate_from(&params, &mut again, &mut ChaCha20Rng::from_seed([72; 32]), done).unwrap();
        assert_eq!((&key.components().primes, &again), (primes, primes), "{variant:?}");
    }
}

/// A known number must be odd, in the interval and not there before, and it must meet the condition of the variant.
#[test]
fn known_numbers_that_do_not_suit_are_left_out() {
    for variant in variants() {
        let params = KeyParams::new(variant, 256);
        let primes = generate(variant, |_| ()).unwrap().components().primes.clone();
        let p = &primes[0];
        // e is 65537 or longer, except for the exponents of batch; a CRT exponent of this p is not of the chosen length.
        let order_has_a_factor_of_e = p - (p % (65_537u32 * 2)) + 1u8;
        for bad in [p + 1u8, p >> 3u8, p << 3u8 | BigUint::from(1u8), BigUint::ZERO, p.clone()] {
            let primes = search(&params, &[p.clone(), bad.clone()], 77).map(|key| key.components().primes.clone());
            assert!(!primes.unwrap_or_else(|primes| primes)[1..].contains(&bad), "{variant:?}, {bad}");
        }
        if matches!(variant, Variant::Original | Variant::Crt | Variant::MultiPower | Variant::Tunable) {
            let primes = search(&params, core::slice::from_ref(&order_has_a_factor_of_e), 78).unwrap_err();
            assert!(!primes.contains(&order_has_a_factor_of_e), "{variant:?}");
        }
    }
}

#[test]
fn a_composite_from_another_search_is_detected() {
    let params = KeyParams::new(Variant::Crt, 256);
    let mut known = generate(Variant::Crt, |_| ()).unwrap().components().primes.clone();
    // Odd, with a small factor, and an order prime to e.
    let suits = |number: &BigUint| number % 5u8 == BigUint::ZERO && number % 3u8 != BigUint::ZERO;
    while !suits(&known[0]) || (&known[0] - 1u8) % 65_537u32 == BigUint::ZERO {
        known[0] += 2u8;
    }
    let mut rng = ChaCha20Rng::from_seed([73; 32]);
    let result = PrivateKey::generate_from(&params, &mut known, &mut rng, |_| ControlFlow::Continue(()));
    assert_eq!(result.err(), Some(Error::KeyPairTest));
}
