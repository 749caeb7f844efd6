use rsa_variants::{Hash, Oaep, Options};

use super::*;
use crate::attacks::testing::{attacked, made, proceed, refused, rng};

fn example(attacker: Attacker, modulus_length: usize, seed: u8) -> Example<CommonModulus> {
    made(&ExampleOptions { attacker, modulus_length, ..Default::default() }, seed)
}

/// The key of an example, from the same seed.
fn key(modulus_length: usize, seed: u8) -> PrivateKey {
    fresh_key::generate(&mut rng(seed), &KeyParams::new(Variant::Batch, modulus_length), &mut proceed).unwrap()
}

fn outsider(keys: [&PublicKey; 2], ciphertexts: [BigUint; 2]) -> Target {
    let second_public_exponent = keys[1].public_exponent();
    Target::Outsider(Outsider { key: keys[0].clone(), second_public_exponent, ciphertexts }.into())
}

fn found(target: &Target) -> Result<Option<BigUint>, String> {
    attacked::<CommonModulus>(target, &()).found.map(|found| found.message)
}

#[test]
fn the_message_is_found() {
    for modulus_length in [256, 257, 512, 1024] {
        let Example { target, answer: Answer { message }, .. } = example(Attacker::Outsider, modulus_length, 90);
        assert_eq!(found(&target), Ok(Some(message.clone())));
        // Any two exponents, in any order.
        let key = key(modulus_length, 90);
        for pair in [[1, 0], [3, 1], [2, 3]] {
            let keys = pair.map(|index| &key.public_keys()[index]);
            let ciphertexts = encrypted(keys, &message).unwrap();
            assert_eq!(found(&outsider(keys, ciphertexts)), Ok(Some(message.clone())));
        }
    }
}

#[test]
fn keys_made_on_one_modulus_have_it_in_common() {
    let params = KeyParams::new(Variant::RPrime, 384);
    let mut go_on = |_| core::ops::ControlFlow::Continue(());
    let keys = PrivateKey::generate_common_modulus(&params, &65537u32.into(), &mut rng(91), &mut go_on).unwrap();
    let keys = keys.each_ref().map(PrivateKey::public_key);
    for message in [BigUint::from(1u8), BigUint::from(42u8), keys[0].modulus() - 1u8] {
        let target = outsider(keys, encrypted(keys, &message).unwrap());
        assert_eq!(found(&target), Ok(Some(message)));
    }
}

#[test]
fn different_and_padded_messages_are_not_found() {
    let key = key(1024, 92);
    let keys = [0, 1].map(|index| &key.public_keys()[index]);
    let oaep = Oaep::new(Hash::Sha256);
    let mut rng = rng(92);
    let padded = keys.map(|key| {
        let block = key.encrypt_oaep(b"the same message", &oaep, Options::new(&mut rng)).unwrap();
        BigUint::from_bytes_be(&block)
    });
    let [seven, eight] = [7u8, 8].map(|message| encrypted(keys, &message.into()).unwrap());
    for ciphertexts in [padded, [seven[0].clone(), eight[1].clone()]] {
        let reason = found(&outsider(keys, ciphertexts)).unwrap_err();
        assert!(reason.starts_with("no number encrypts to both ciphertexts"));
    }
}

#[test]
fn one_pair_gives_all_pairs() {
    for modulus_length in [256, 512] {
        let Example { target, answer: Answer { message }, .. } = example(Attacker::Owner, modulus_length, 93);
        let Target::Owner(Owner { modulus, public_exponents, private_exponent }) = &target else { unreachable!() };
        let found = attacked::<CommonModulus>(&target, &()).found.unwrap();
        assert_eq!(found.primes.unwrap().iter().product::<BigUint>(), *modulus);
        let private_exponents = found.private_exponents.unwrap();
        assert_eq!(private_exponents[0], *private_exponent);
        for (e, d) in public_exponents.iter().zip(private_exponents) {
            assert_eq!(message.modpow(e, modulus).modpow(&d, modulus), message);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let Target::Outsider(target) = example(Attacker::Outsider, 256, 94).target else { unreachable!() };
    let error = |target: Outsider| refused::<CommonModulus>(&Target::Outsider(target.into()), &());
    let second_public_exponent = BigUint::from(9u8);
    let nine = error(Outsider { second_public_exponent, ..(*target).clone() });
    assert!(nine.to_string().starts_with("the public exponents have the common factor 3"), "{nine}");
    let key = key(256, 94);
    let ciphertexts = [target.ciphertexts[0].clone(), key.components().primes[0].clone()];
    assert_eq!(error(Outsider { ciphertexts, ..(*target).clone() }).code(), "attack-not-applicable");
    let ciphertexts = [key.components().modulus.clone(), target.ciphertexts[1].clone()];
    assert_eq!(error(Outsider { ciphertexts, ..(*target).clone() }).code(), "message-out-of-range");

    let Target::Owner(owner) = example(Attacker::Owner, 256, 94).target else { unreachable!() };
    let Target::Owner(other) = example(Attacker::Owner, 256, 95).target else { unreachable!() };
    let error = |owner: Owner| {
        CommonModulus::attack(&Target::Owner(owner), &(), &mut rng(94), &mut proceed).map(drop).unwrap_err().code()
    };
    assert_eq!(error(Owner { public_exponents: Vec::new(), ..owner.clone() }), "attack-not-applicable");
    assert_eq!(error(Owner { private_exponent: other.private_exponent, ..owner }), "inconsistent-key");
}
