//! Formats at the level of numbers: decoded numbers are not checked, and encoded numbers must have the shape of the
//! format.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rsa_variants::{
    BigUint, Components, CryptoRng, Engine, KeyParams, Options, PrivateKey, PublicComponents, PublicKey, Variant,
};

use crate::encoding::{file, refusal};
use crate::keys::{every_variant, key, rng};

#[test]
fn numbers_are_decoded_unchecked_and_written_again() {
    let key = key(&KeyParams::new(Variant::MultiPrime, 512), 60);
    let numbers = key.components();
    for data in [numbers.to_pkcs1_der(), numbers.to_pkcs8_der(), numbers.to_encrypted_pkcs8_der(b"a", &mut rng(61))] {
        assert_eq!(Components::decode(&data.unwrap(), Some(b"a")).unwrap(), *numbers);
    }
    let public = key.public_key().components();
    for data in [public.to_pkcs1_der(), public.to_spki_der()] {
        assert_eq!(PublicComponents::decode(&data).unwrap(), public);
    }
    // Whether they form a key is checked later.
    let mut wrong = numbers.clone();
    wrong.private_exponent += 2u8;
    let again = Components::decode(&wrong.to_pkcs8_der().unwrap(), None).unwrap();
    assert_eq!(again, wrong);
    assert_eq!(refusal(PrivateKey::from_standard_components(again, &mut rng(62))).0, "inconsistent-key");
    let even = PublicComponents { modulus: &public.modulus - 1u8, ..public };
    assert_eq!(PublicComponents::decode(&even.to_spki_der()).unwrap(), even);
    assert_eq!(refusal(Components::decode(&file("encrypted"), None)).0, "password-required");
}

#[test]
fn numbers_of_another_shape_are_not_written() {
    for (variant, reason) in [
        (Variant::MultiPower, "at least two primes, whose product is the modulus"),
        (Variant::Batch, "one public exponent"),
        (Variant::Original, "a CRT exponent for every prime"),
    ] {
        let key = key(&KeyParams::new(variant, 512), 63);
        let (code, message) = refusal(key.components().to_pkcs1_der());
        assert_eq!(code, "inconsistent-key", "{variant:?}");
        assert!(message.contains(reason), "{message}");
    }
    let good = key(&KeyParams::new(Variant::MultiPrime, 512), 64).components().clone();
    let fewer: [fn(&mut Components); 6] = [
        |numbers| numbers.public_exponents.clear(),
        |numbers| numbers.primes.clear(),
        |numbers| drop(numbers.primes.pop()),
        |numbers| drop(numbers.crt_exponents.pop()),
        |numbers| drop(numbers.crt_coefficients.pop()),
        |numbers| numbers.modulus *= 16u8,
    ];
    for change in fewer {
        let mut numbers = good.clone();
        change(&mut numbers);
        assert_eq!(refusal(numbers.to_pkcs8_pem()).0, "inconsistent-key");
    }
}

/// Copies do the same, and dropping one leaves the others whole.
#[test]
fn keys_can_be_copied_and_public_keys_compared() {
    for params in every_variant(256) {
        let key = key(&params, 62);
        let ciphertext = key.public_key().encrypt_raw(&[1, 2, 3], Engine::default()).unwrap();
        let expected = key.decrypt_raw(&ciphertext, Options::new(&mut rng(63)));
        drop(key.clone());
        let copy = key.clone();
        assert!(copy.components() == key.components() && copy.params() == key.params(), "{params:?}");
        assert_eq!(copy.public_keys(), key.public_keys());
        assert_eq!(key.decrypt_raw(&ciphertext, Options::new(&mut rng(64))), expected, "{params:?}");
        drop(key);
        assert_eq!(copy.decrypt_raw(&ciphertext, Options::new(&mut rng(65))), expected, "{params:?}");
    }
    let keys =
        [(1u8, 3u32, None), (1, 5, None), (3, 3, None), (1, 3, Some(79)), (1, 3, Some(80))].map(|(less, e, length)| {
            let modulus = (BigUint::from(1u8) << 256) - less;
            let numbers = PublicComponents { modulus, public_exponent: e.into(), message_length: length };
            PublicKey::from_components(&numbers).unwrap()
        });
    for (i, a) in keys.iter().enumerate() {
        for (j, b) in keys.iter().enumerate() {
            assert_eq!(a == b, i == j, "{i}, {j}");
        }
    }
    let rng: &mut dyn CryptoRng = &mut rng(66);
    let new = PrivateKey::new(&KeyParams::new(Variant::Crt, 256), rng).unwrap();
    assert_eq!(new.public_key().modulus(), new.components().primes.iter().product::<BigUint>());
}

#[test]
fn sound_keys_are_never_taken_for_something_else() {
    let fresh = (0..500).map(|length| KeyParams::new(Variant::Crt, 256 + length % 64));
    for (seed, params) in every_variant(512).into_iter().chain(fresh).enumerate() {
        let mut rng = ChaCha20Rng::seed_from_u64(seed as u64);
        let key = PrivateKey::new(&params, &mut rng).unwrap();
        let numbers = key.public_key().components();
        assert_eq!(PublicKey::imported(&numbers, false).as_ref(), Ok(key.public_key()), "{params:?}");
        if params.variant == Variant::Crt {
            let pkcs1 = key.public_key().standard_components().unwrap().to_pkcs1_der();
            assert_eq!(PublicKey::import(&pkcs1).as_ref(), Ok(key.public_key()), "{params:?}");
        }
    }
}
