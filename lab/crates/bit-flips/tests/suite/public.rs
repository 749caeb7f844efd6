//! One flipped bit in the memory of a prepared public key. If e = 65537 becomes 1, a ciphertext is the message and a forged signature is
//! valid.

use rsa_variants::{Engine, Hash, PublicComponents, PublicKey, Variant};

use crate::memory::{blocks, forget, recording};
use crate::outcome::{Outcome, in_a_child, quietly};
use crate::{BigUint, Numbers, ONE_AT_A_TIME};

/// What is done with a key that may be damaged.
struct Uses {
    engine: Engine,
    message: Vec<u8>,
    ciphertext: Vec<u8>,
    /// The encoded message, which is its own signature if e = 1. An unbalanced key verifies nothing.
    forged: Option<Vec<u8>>,
}

const DIGEST: [u8; 32] = [7; 32];

impl Uses {
    fn new(key: &PublicKey, engine: Engine) -> Self {
        let bound = key.message_length().map_or(key.modulus(), |bits| BigUint::from(1u8) << bits);
        let message = (bound / 3u8).to_bytes_be();
        let ciphertext = key.encrypt_raw(&message, engine).unwrap();
        let information = b"\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20";
        let padding = vec![0xff; ciphertext.len() - 3 - information.len() - DIGEST.len()];
        let forged = [&[0, 1], &padding[..], &[0], information, &DIGEST].concat();
        Self { engine, message, ciphertext, forged: key.message_length().is_none().then_some(forged) }
    }

    fn outcome(&self, key: &PublicKey) -> Outcome {
        let encrypted = quietly(|| key.encrypt_raw(&self.message, self.engine));
        let encrypted = match encrypted {
            Err(_) => Outcome::Panic,
            Ok(Err(_)) => Outcome::Error,
            Ok(Ok(ciphertext)) if ciphertext == self.ciphertext => Outcome::Right,
            Ok(Ok(_)) => Outcome::Wrong,
        };
        let Some(forged) = &self.forged else { return encrypted };
        let verified = quietly(|| key.verify_pkcs1v15_digest(&DIGEST, forged, Hash::Sha256, self.engine));
        let verified = match verified {
            Err(_) => Outcome::Panic,
            Ok(Err(_) | Ok(false)) => Outcome::Right,
            Ok(Ok(true)) => Outcome::Wrong,
        };
        encrypted.max(verified)
    }
}

/// Flips the bits of a key, one in `every`. Returns how many flips gave an error.
fn flipped(numbers: &PublicComponents, engine: Engine, every: usize) -> usize {
    forget();
    let key = recording(|| Box::new(PublicKey::from_components(numbers).unwrap()));
    let uses = Uses::new(&key, engine);
    assert_eq!(uses.outcome(&key), Outcome::Right);
    let all = blocks();
    let mut errors = 0;
    for block in &all {
        for bit in (0..8 * block.size).step_by(every) {
            // A damaged address may end the process.
            let outcome = if block.points_to(&all) {
                in_a_child(|| {
                    block.flip(bit);
                    uses.outcome(&key)
                })
            } else {
                block.flip(bit);
                let outcome = uses.outcome(&key);
                block.flip(bit);
                outcome
            };
            assert!(outcome < Outcome::Wrong, "{engine:?}, bit {bit} of a block of {} bytes", block.size);
            errors += usize::from(outcome == Outcome::Error);
        }
    }
    errors
}

fn all_kinds(every: usize) {
    let _turn = ONE_AT_A_TIME.lock();
    for variant in [Variant::Crt, Variant::Rebalanced, Variant::Unbalanced] {
        let Numbers { params, components } = Numbers::new(variant, 512);
        let numbers = PublicComponents {
            message_length: params.prime_length.map(|length| length - 1),
            ..PublicComponents::new(components.modulus.clone(), components.public_exponents[0].clone())
        };
        for engine in [Engine::Lanes, Engine::Scalar].into_iter().filter(|engine| Engine::all().any(|e| e == *engine)) {
            let errors = flipped(&numbers, engine, every);
            println!("{}, {}: {errors} errors", variant.name(), engine.name());
            assert!(errors > 1000 / every);
        }
    }
}

#[test]
fn bits_flipped_in_public_keys() {
    all_kinds(17);
}

#[test]
#[ignore = "exhaustive: minutes"]
fn all_bits_flipped_in_public_keys() {
    all_kinds(1);
}
