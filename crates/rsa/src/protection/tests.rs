use std::sync::LazyLock;

use num_bigint::BigUint;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

use super::*;
use crate::{
    Components, KeyParams, Options, Variant,
    hazmat::{self, Protection},
};

/// Test keys from a fixed seed: one of every variant, with a long public exponent if the variant has one, and a batch
/// key with three primes. Their numbers are generated only once, because Scheme A takes long. Each test has its own
/// keys, with an empty blinding cache.
pub(super) fn keys() -> Vec<PrivateKey> {
    static NUMBERS: LazyLock<Vec<(KeyParams, Components)>> = LazyLock::new(|| {
        let mut rng = ChaCha20Rng::from_seed([50; 32]);
        let three = KeyParams { primes: Some(3), ..KeyParams::new(Variant::Batch, 256) };
        let every = Variant::ALL.into_iter().map(|variant| KeyParams::new(variant, 256)).chain([three]);
        let make = |params| {
            let key = PrivateKey::new(&params, &mut rng).unwrap();
            (params, key.components().clone())
        };
        every.map(make).collect()
    });
    NUMBERS.iter().map(|(params, numbers)| PrivateKey::restore(params, numbers.clone()).unwrap()).collect()
}

/// A ciphertext that the key decrypts.
pub(super) fn ciphertext(key: &PrivateKey, byte: u8) -> Vec<u8> {
    let bytes = key.public_key().message_length().map_or(31, |bits| bits / 8);
    key.public_key().encrypt_raw(&vec![byte; bytes], Engine::default()).unwrap()
}

const ALL: [Protection; 4] = [
    Protection { blinding: false, fault_check: false },
    Protection { blinding: true, fault_check: false },
    Protection { blinding: false, fault_check: true },
    Protection { blinding: true, fault_check: true },
];

#[test]
fn guarded_operations_have_the_results_of_bare_ones() {
    let mut rng = ChaCha20Rng::from_seed([51; 32]);
    for key in keys() {
        let variant = key.params().variant;
        let modulus = key.public_key().modulus();
        // More numbers than the cached factors are used for, including the least and the greatest one.
        let numbers = (0..40u8).map(|byte| vec![byte; 30]).chain([(modulus - 1u8).to_bytes_be()]);
        for number in numbers {
            let expected = hazmat::decrypt_raw(&key, &number, Engine::default());
            for protection in ALL {
                let result = key.decrypt_raw(&number, Options::new(&mut rng).protection(protection));
                assert_eq!(result, expected, "{variant:?}, {protection:?}");
            }
        }
        for engine in Engine::all() {
            let blocks: Vec<Vec<u8>> = (1..40u8).map(|byte| ciphertext(&key, byte)).collect();
            let blocks: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
            let expected = hazmat::decrypt_raw_many(&key, &blocks, engine).unwrap();
            for protection in ALL {
                let result =
                    key.decrypt_raw_many(&blocks, Options::new(&mut rng).engine(engine).protection(protection));
                assert_eq!(result, Ok(expected.clone()), "{variant:?}, {protection:?}, {engine:?}");
            }
        }
    }
}

#[test]
fn guarded_batches_have_the_results_of_bare_ones() {
    let mut rng = ChaCha20Rng::from_seed([52; 32]);
    for key in keys().into_iter().filter(|key| key.params().variant == Variant::Batch) {
        for round in 0..40u8 {
            // The last batch contains a ciphertext that is not a unit.
            let prime = key.components().primes[0].to_bytes_be();
            let blocks: [&[u8]; 4] = [&[round; 20], &[7; 31], &[1], if round == 39 { &prime } else { &[9, 9] }];
            let expected = hazmat::decrypt_raw_batch(&key, &blocks, Engine::default());
            for protection in ALL {
                let result = key.decrypt_raw_batch(&blocks, Options::new(&mut rng).protection(protection));
                assert_eq!(result, expected, "{:?} primes, {protection:?}", key.params().primes);
            }
        }
    }
}

#[test]
fn exponentiations_use_different_numbers_each_time() {
    let mut rng = ChaCha20Rng::from_seed([53; 32]);
    for key in keys() {
        let modulus = key.public_key().modulus_prepared();
        let one = Natural::from_be_bytes(&[1], 256);
        let mut seen = Vec::new();
        for _ in 0..70 {
            let Factors { blinding, unblinding, .. } = key.blinding.next(&key, Engine::default(), &mut rng).unwrap();
            let blinded = modulus.multiply(&one, &blinding[0]);
            assert!(!seen.contains(&blinded), "{:?}", key.params().variant);
            // The two factors also belong together: v^e and v⁻¹. With unbalanced keys v is known only modulo one prime.
            if key.params().variant == Variant::Unbalanced {
                seen.push(blinded);
                continue;
            }
            let message = key.decrypt_numbers(std::slice::from_ref(&blinded), Engine::default()).remove(0).unwrap();
            assert_eq!(modulus.multiply(&message, &unblinding), one);
            seen.push(blinded);
        }
    }
}

/// A fault while factors are drawn, stored or squared makes one of them wrong modulo only one prime. Every later result
/// would be wrong modulo that prime, and `gcd(result^e − c, N)` would reveal it.
#[test]
fn wrong_factors_release_no_result() {
    let mut rng = ChaCha20Rng::from_seed([54; 32]);
    for key in keys() {
        let variant = key.params().variant;
        let (modulus, block) = (key.public_key().modulus_prepared(), ciphertext(&key, 5));
        let expected = hazmat::decrypt_raw(&key, &block, Engine::default()).unwrap();
        // 1 modulo every prime but the first.
        let others = key.public_key().modulus() / &key.components().primes[0];
        let wrong = Natural::from_biguint(&(others + 1u8), modulus.bit_length());
        let error = if variant == Variant::Unbalanced { Error::NotDecryptable } else { Error::FaultDetected };
        let uses = |key: &PrivateKey, rng: &mut ChaCha20Rng| key.decrypt_raw(&block, Options::new(rng));
        for side in [0, 1] {
            assert_eq!(uses(&key, &mut rng), Ok(expected.clone()));
            key.blinding.change(|factors| {
                let form = if side == 0 { &mut factors.unblinding } else { &mut factors.blinding[0] };
                *form = modulus.montgomery_form(&modulus.multiply(&wrong, form));
            });
            assert_eq!(uses(&key, &mut rng), Err(error.clone()), "{variant:?}, {side}");
            // Then new factors are drawn.
            assert_eq!(uses(&key, &mut rng), Ok(expected.clone()), "{variant:?}, {side}");
        }
    }
}

/// Replaces the result of each exponentiation in turn with a wrong one.
#[test]
fn every_wrong_exponentiation_of_a_checked_operation_is_found() {
    let mut checked = 0;
    for key in keys() {
        let Some(operation) = key.operation.checked() else { continue };
        checked += 1;
        let ciphertext = Natural::from_be_bytes(&[5; 32], 256);
        let powers = Engine::default().exponentiate(&operation.exponentiations(&ciphertext));
        let right = operation.recombine(&ciphertext, &powers, Engine::default()).unwrap();
        assert_eq!(right, key.decrypt_numbers(std::slice::from_ref(&ciphertext), Engine::default()).remove(0).unwrap());
        assert!(operation.is_right(&ciphertext, &powers, &right));
        for index in 0..powers.len() {
            for byte in [0, 3, 7] {
                let mut wrong = powers.clone();
                let mut bytes = wrong[index].to_be_bytes(wrong[index].width() / 8);
                let place = bytes.len() - 1 - byte.min(bytes.len() - 1);
                bytes[place] ^= 1;
                wrong[index] = Natural::from_be_bytes(&bytes, wrong[index].width());
                let result = operation.recombine(&ciphertext, &wrong, Engine::default()).unwrap();
                for message in [&result, &right] {
                    assert!(!operation.is_right(&ciphertext, &wrong, message), "{:?}, {index}", key.params().variant);
                }
            }
        }
        // Right modulo all primes but one.
        let wrong = right.to_biguint() + &key.components().primes[0];
        let wrong = Natural::from_biguint(&(wrong % key.public_key().modulus()), 256);
        assert!(!operation.is_right(&ciphertext, &powers, &wrong));
        // Powers of another ciphertext.
        assert!(!operation.is_right(&Natural::from_be_bytes(&[4; 32], 256), &powers, &right));
    }
    assert_eq!(checked, 5, "rebalanced, R-Prime, Schemes A and B, and tunable keys have short CRT exponents");
}

#[test]
fn a_wrong_message_does_not_encrypt_to_its_ciphertext() {
    for key in keys().into_iter().filter(|key| key.operation.checked().is_none()) {
        let blocks = [3, 4].map(|byte| ciphertext(&key, byte));
        let blocks = [&blocks[0][..], &blocks[1]];
        let messages = blocks.map(|block| hazmat::decrypt_raw(&key, block, Engine::default()));
        let error =
            if key.params().variant == Variant::Unbalanced { Error::NotDecryptable } else { Error::FaultDetected };
        let check = |mut results: Vec<_>| {
            let keys = std::iter::repeat(key.public_key());
            key.encrypt_again(keys, &blocks, &mut results, Engine::default());
            results
        };
        assert_eq!(check(messages.to_vec()), messages);
        // One half is wrong, as after a fault in one exponentiation, and the result is still right modulo one prime.
        let wrong = BigUint::from_bytes_be(messages[1].as_ref().unwrap()) + &key.components().primes[0];
        let wrong = Natural::from_biguint(&(wrong % key.public_key().modulus()), 256).to_be_bytes(32);
        for wrong in [wrong, vec![0xff; 32]] {
            let found = check(vec![messages[0].clone(), Ok(wrong)]);
            assert_eq!(found, [messages[0].clone(), Err(error.clone())], "{:?}", key.params().variant);
        }
        let refused = Err(Error::NotInvertible);
        assert_eq!(check(vec![refused.clone(), messages[1].clone()]), [refused, messages[1].clone()]);
    }
}
