//! Every variant: round trips, comparison with num-bigint, edge messages, and keys that match their parameters.

use crate::keys::{block, every_variant, key, number, rng};
use num_bigint::BigUint;
use rsa_variants::{Engine, Error, KeyParams, PrivateKey, Variant, hazmat};

/// Encrypts under every public key, decrypts on every engine, and compares with `C^d mod N` from num-bigint.
fn check_message(key: &PrivateKey, message: &BigUint) {
    let n = key.public_key().modulus();
    let length = key.public_key().modulus_length();
    let plain = block(message, length);
    let d = inverse_of(&key.public_key().public_exponent(), key);
    for engine in Engine::all() {
        let ciphertext = key.public_key().encrypt_raw(&plain, engine).unwrap();
        assert_eq!(number(&ciphertext), message.modpow(&key.public_key().public_exponent(), &n));
        assert_eq!(ciphertext.len(), length.div_ceil(8));
        match hazmat::decrypt_raw(key, &ciphertext, engine) {
            Ok(decrypted) => {
                assert_eq!(decrypted, plain, "{:?} on {}", key.params(), engine.name());
                assert_eq!(number(&decrypted), number(&ciphertext).modpow(&d, &n));
            }
            // Only where a repeated prime of a multi-power key divides the ciphertext.
            Err(error) => {
                assert_eq!((error, key.params().variant), (Error::NotInvertible, Variant::MultiPower));
                let repeated = if key.params().multiplicity == Some(1) { 1 } else { 2 };
                assert!(key.components().primes[..repeated].iter().any(|p| message % p == BigUint::ZERO));
            }
        }
    }
}

/// d for one public exponent. A batch key stores d for the product.
fn inverse_of(e: &BigUint, key: &PrivateKey) -> BigUint {
    let components = key.components();
    let product: BigUint = components.public_exponents.iter().product();
    &components.private_exponent * (product / e)
}

fn edge_messages(key: &PrivateKey) -> Vec<BigUint> {
    let n = key.public_key().modulus();
    let mut messages = vec![BigUint::ZERO, BigUint::from(1u8), BigUint::from(2u8), &n - 1u8, &n >> 1];
    for prime in &key.components().primes {
        messages.extend([prime.clone(), prime * 12_345u32, &n - prime]);
    }
    if let Some(bits) = key.public_key().message_length() {
        let bound = BigUint::from(1u8) << bits;
        messages.retain(|message| *message < bound);
        messages.extend([&bound >> 1, &bound - 1u8]);
    }
    messages
}

#[test]
fn public_exponents_have_the_length_of_the_parameters() {
    for params in [256, 301].into_iter().flat_map(every_variant) {
        let told = params.check().unwrap().public_exponent_length();
        let key = key(&params, 3);
        let longest = key.components().public_exponents.iter().map(|e| e.bits() as usize).max().unwrap();
        match params.variant {
            // e is random below λ, so one in 2^28 is shorter than this.
            Variant::Rebalanced | Variant::RPrime => assert!(longest.abs_diff(told) <= 32, "{params:?}: {longest}"),
            _ => assert_eq!(longest, told, "{params:?}"),
        }
    }
}

#[test]
fn edge_messages_of_every_variant_at_many_lengths() {
    // Even and odd lengths, with and without the factor 3, whole words and not.
    for modulus_length in [192, 193, 200, 256, 301, 511, 512, 600] {
        for params in every_variant(modulus_length) {
            let key = key(&params, 1);
            assert_eq!(key.public_key().modulus().bits() as usize, modulus_length, "{params:?}");
            key.check(&mut rng(2)).unwrap();
            for message in edge_messages(&key) {
                check_message(&key, &message);
            }
        }
    }
}

#[test]
fn two_prime_variants_at_the_least_length() {
    for variant in
        [Variant::Original, Variant::Crt, Variant::Rebalanced, Variant::SchemeB, Variant::Tunable, Variant::Batch]
    {
        for modulus_length in [128, 129] {
            let key = key(&KeyParams::new(variant, modulus_length), 3);
            assert_eq!(key.public_key().modulus().bits() as usize, modulus_length);
            edge_messages(&key).iter().for_each(|message| check_message(&key, message));
        }
    }
    let key = key(&KeyParams { primes: Some(2), ..KeyParams::new(Variant::MultiPrime, 128) }, 3);
    edge_messages(&key).iter().for_each(|message| check_message(&key, message));
}

#[test]
fn every_number_of_primes() {
    for variant in [Variant::MultiPrime, Variant::MultiPower, Variant::RPrime, Variant::Batch] {
        for primes in 2..=8 {
            let params = KeyParams { primes: Some(primes), ..KeyParams::new(variant, 523) };
            if params.check().is_err() {
                assert!(primes == 2 && matches!(variant, Variant::MultiPower | Variant::RPrime));
                continue;
            }
            let key = key(&params, 4);
            assert_eq!(key.public_key().modulus().bits(), 523);
            key.check(&mut rng(5)).unwrap();
            edge_messages(&key).iter().for_each(|message| check_message(&key, message));
        }
    }
}

#[test]
fn every_pair_of_powers() {
    for (primes, multiplicity) in [(3, 1), (4, 1), (5, 1), (5, 2), (6, 1), (7, 1), (7, 2), (7, 3), (8, 1), (8, 3)] {
        for n in [523, 600, 641] {
            let params = KeyParams {
                primes: Some(primes),
                multiplicity: Some(multiplicity),
                ..KeyParams::new(Variant::MultiPower, n)
            };
            let key = key(&params, 4);
            let components = key.components();
            let [p, q] = [0, 1].map(|index| components.primes[index].clone());
            assert_eq!(p.pow((primes - multiplicity) as u32) * q.pow(multiplicity as u32), components.modulus);
            assert_eq!(components.modulus.bits(), n as u64);
            assert!(p.bits().abs_diff(q.bits()) <= primes as u64, "{primes}, {multiplicity}, {n}: lengths of primes");
            key.check(&mut rng(5)).unwrap();
            edge_messages(&key).iter().for_each(|message| check_message(&key, message));
            let again = PrivateKey::from_components(&key.params(), components.clone(), &mut rng(6)).unwrap();
            check_message(&again, &BigUint::from(0xdead_beef_u32));
        }
    }
}

/// The parameters of multi-power keys of these lengths that the checks accept, and those that they refuse.
fn multi_power_params(lengths: impl IntoIterator<Item = usize>) -> (Vec<KeyParams>, Vec<KeyParams>) {
    let powers = |n| (3..=8usize.min(n / 64)).flat_map(move |r| (1..=(r - 1) / 2).map(move |s| (n, r, s)));
    let params =
        |(n, r, s)| KeyParams { primes: Some(r), multiplicity: Some(s), ..KeyParams::new(Variant::MultiPower, n) };
    lengths.into_iter().flat_map(powers).map(params).partition(|params| params.check().is_ok())
}

#[test]
fn multi_power_keys_with_primes_of_64_bits() {
    let (accepted, refused) = multi_power_params([320, 448, 512, 525]);
    accepted.iter().for_each(|params| drop(key(params, 31)));
    for (n, primes, multiplicity) in [(513, 8, 3), (517, 8, 3), (321, 5, 2), (449, 7, 2), (449, 7, 3), (525, 8, 3)] {
        let base = KeyParams::new(Variant::MultiPower, n);
        let params = KeyParams { primes: Some(primes), multiplicity: Some(multiplicity), ..base };
        assert_eq!(params.check().unwrap_err().parameter(), Some("multiplicity"), "{params:?}");
        assert!(n != 525 || refused.contains(&params));
    }
}

#[test]
#[ignore = "exhaustive: thousands of keys"]
fn every_accepted_length_and_pair_of_powers_gives_a_key() {
    let (accepted, _) = multi_power_params(192..=640);
    accepted.iter().for_each(|params| drop(key(params, 32)));
}

/// The papers recombine by `M = Σ M_i·N_i·y_i mod N` with `N_i = N/p_i` and `y_i = N_i⁻¹ mod p_i`: r products of n/r by n bits, and one
/// reduction of their sum. Garner's method, which the library uses, has r − 1 steps, each with a product modulo p_i and a
/// plain one of at most n − n/r by n/r bits.
#[test]
fn the_sum_of_the_papers_gives_what_garner_gives() {
    for params in [2, 3, 5].map(|r| KeyParams { primes: Some(r), ..KeyParams::new(Variant::MultiPrime, 640) }) {
        let key = key(&params, 34);
        let n = key.public_key().modulus();
        for ciphertext in edge_messages(&key).iter().map(|message| message * message % &n) {
            let sum = key.components().primes.iter().fold(BigUint::ZERO, |sum, p| {
                let (power, others) = (ciphertext.modpow(&key.components().private_exponent, p), &n / p);
                sum + power * &others * others.modinv(p).unwrap()
            });
            let block = block(&ciphertext, key.public_key().modulus_length());
            let decrypted = hazmat::decrypt_raw(&key, &block, Engine::default()).unwrap();
            assert_eq!(number(&decrypted), sum % &n);
        }
    }
}

#[test]
fn larger_keys_with_random_messages() {
    for params in every_variant(2048) {
        let key = key(&params, 6);
        let bytes = key.public_key().message_length().map_or(255, |bits| bits / 8);
        let message = number(&vec![0x5a; bytes]);
        check_message(&key, &message);
    }
}

#[test]
fn chosen_exponents_are_kept() {
    for e in [3u32, 17, 257, 65537] {
        for variant in [Variant::Original, Variant::Crt, Variant::MultiPrime, Variant::MultiPower, Variant::Unbalanced]
        {
            let params = KeyParams { public_exponent: Some(BigUint::from(e)), ..KeyParams::new(variant, 384) };
            let key = key(&params, 7);
            assert_eq!(key.public_key().public_exponent(), BigUint::from(e));
            check_message(&key, &BigUint::from(0xdead_beef_u32));
        }
    }
}

#[test]
fn crt_exponents_have_the_requested_length() {
    for w in [16, 17, 64, 128, 170] {
        for variant in [Variant::Rebalanced, Variant::RPrime] {
            let key = key(&KeyParams { crt_exponent_length: Some(w), ..KeyParams::new(variant, 512) }, 8);
            let lengths: Vec<u64> = key.components().crt_exponents.iter().map(BigUint::bits).collect();
            assert!(lengths.iter().all(|length| *length == w as u64), "{w}: {lengths:?}");
            // e is as long as N, or nearly as long.
            assert!(key.public_key().public_exponent().bits() > 480);
            check_message(&key, &BigUint::from(7u8));
        }
    }
    // The longest: as long as a prime.
    let key = key(&KeyParams { crt_exponent_length: Some(100), ..KeyParams::new(Variant::RPrime, 300) }, 8);
    check_message(&key, &BigUint::from(7u8));
}

#[test]
fn scheme_b_has_its_public_exponent_and_short_crt_exponents() {
    for n in [512, 513] {
        let key = key(&KeyParams { crt_exponent_length: Some(198), ..KeyParams::new(Variant::SchemeB, n) }, 9);
        let half = n.div_ceil(2);
        assert_eq!(key.public_key().public_exponent(), (BigUint::from(1u8) << (half - 1)) + 1u8);
        assert!(key.components().crt_exponents.iter().all(|d| (198..=199).contains(&d.bits())));
        edge_messages(&key).iter().for_each(|message| check_message(&key, message));
    }
}

#[test]
fn tunable_keys_have_the_requested_exponents_from_crt_to_scheme_b() {
    for n in [512, 513] {
        let half = n / 2;
        // The least w for each e, and longer ones: the cofactor has from 16 bits to w.
        for (e_length, w) in [(17, half), (64, half - 40), (64, half), (128, half - 100), (half, 40), (half, 198)] {
            for last in [1u32, 1237] {
                let e = (BigUint::from(1u8) << (e_length - 1usize)) + last;
                let params = KeyParams {
                    public_exponent: Some(e.clone()),
                    crt_exponent_length: Some(w),
                    ..KeyParams::new(Variant::Tunable, n)
                };
                let key = key(&params, 12);
                assert_eq!(key.public_key().modulus().bits() as usize, n);
                assert_eq!(key.public_key().public_exponent(), e);
                assert!(key.components().crt_exponents.iter().all(|d| d.bits() as usize == w), "{n}, {e_length}, {w}");
                key.check(&mut rng(11)).unwrap();
                edge_messages(&key).iter().for_each(|message| check_message(&key, message));
            }
        }
    }
}

/// Tests keys of length n with CRT exponents of w bits.
fn scheme_a_has_its_public_exponent_and_crt_exponents(n: usize, w: usize) {
    let key = key(&KeyParams { crt_exponent_length: Some(w), ..KeyParams::new(Variant::SchemeA, n) }, 10);
    let half = n.div_ceil(2);
    assert_eq!(key.public_key().public_exponent(), (BigUint::from(1u8) << (half + 55)) + 1u8);
    assert_eq!(key.public_key().modulus().bits() as usize, n);
    assert!(key.components().crt_exponents.iter().all(|d| (w..=w + 1).contains(&(d.bits() as usize))));
    key.check(&mut rng(11)).unwrap();
    edge_messages(&key).iter().for_each(|message| check_message(&key, message));
}

/// An even and an odd length, with a seed that leads to the key fast.
#[test]
fn scheme_a_has_its_public_exponent_and_short_crt_exponents() {
    for (n, w) in [(192, 48), (257, 64)] {
        scheme_a_has_its_public_exponent_and_crt_exponents(n, w);
    }
}

#[test]
#[ignore = "exhaustive: takes seconds to make the keys"]
fn scheme_a_has_its_public_exponent_and_short_crt_exponents_at_more_lengths() {
    for (n, w) in [(256, 80), (257, 80)] {
        scheme_a_has_its_public_exponent_and_crt_exponents(n, w);
    }
}

#[test]
fn the_sample_key_of_scheme_a_is_valid() {
    let key = PrivateKey::sample(Variant::SchemeA, 1024).unwrap();
    key.check(&mut rng(12)).unwrap();
    let params = KeyParams { crt_exponent_length: Some(160), ..KeyParams::new(Variant::SchemeA, 1024) };
    assert_eq!(key.params(), params);
    assert_eq!(key.public_key().public_exponent(), (BigUint::from(1u8) << 567) + 1u8);
    edge_messages(&key).iter().for_each(|message| check_message(&key, message));
    assert_eq!(PrivateKey::sample(Variant::SchemeA, 512).unwrap_err().code(), "invalid-params");
}

#[test]
fn many_blocks_are_decrypted_in_order() {
    for params in every_variant(384) {
        let key = key(&params, 13);
        let messages: Vec<Vec<u8>> = (1..=7u8).map(|byte| block(&BigUint::from(byte), 384)).collect();
        let ciphertexts: Vec<Vec<u8>> =
            messages.iter().map(|message| key.public_key().encrypt_raw(message, Engine::Scalar).unwrap()).collect();
        let blocks: Vec<&[u8]> = ciphertexts.iter().map(Vec::as_slice).collect();
        for engine in Engine::all() {
            assert_eq!(hazmat::decrypt_raw_many(&key, &blocks, engine).unwrap(), messages);
            assert!(hazmat::decrypt_raw_many(&key, &[], engine).unwrap().is_empty());
        }
    }
}

#[test]
fn keys_from_the_same_seed_are_equal_and_from_different_seeds_are_not() {
    for params in every_variant(256) {
        let [first, again, other] = [14, 14, 15].map(|seed| key(&params, seed).components().clone());
        assert_eq!(first, again);
        assert_ne!(first, other);
    }
}

/// RFC 8017, section 3.2: q_inv modulo p, then for each further prime the inverse of the product of all earlier primes.
#[test]
fn crt_coefficients_are_those_of_the_standard() {
    let one = BigUint::from(1u8);
    let key = key(&KeyParams { primes: Some(4), ..KeyParams::new(Variant::MultiPrime, 400) }, 16);
    let components = key.components();
    let [p, q, r, s] = [0, 1, 2, 3].map(|index| &components.primes[index]);
    let coefficients = &components.crt_coefficients;
    assert_eq!(q * &coefficients[0] % p, one);
    assert_eq!(p * q * &coefficients[1] % r, one);
    assert_eq!(p * q * r * &coefficients[2] % s, one);
}

/// An e longer than a prime, and an e with many small factors, which suits few primes.
#[test]
fn unusual_public_exponents() {
    let longest = (BigUint::from(1u8) << 255) + 9u8;
    let primorial: BigUint =
        [3u32, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53].into_iter().map(BigUint::from).product();
    for e in [longest, primorial] {
        for variant in [Variant::Original, Variant::Crt, Variant::MultiPrime, Variant::MultiPower, Variant::Unbalanced]
        {
            let primes = (variant == Variant::MultiPrime || variant == Variant::MultiPower).then_some(8);
            let params = KeyParams { public_exponent: Some(e.clone()), primes, ..KeyParams::new(variant, 512) };
            let key = key(&params, 17);
            edge_messages(&key).iter().for_each(|message| check_message(&key, message));
        }
    }
}

/// Enough keys exist for the least and the greatest w.
fn scheme_at_its_limits(variant: Variant, n: usize) {
    for w in 16..=(n - 1) / 2 {
        let params = KeyParams { crt_exponent_length: Some(w), ..KeyParams::new(variant, n) };
        let is_legal = params.check().is_ok();
        let shorter = KeyParams { crt_exponent_length: Some(w - 1), ..params.clone() };
        if is_legal && (shorter.check().is_err() || w == (n - 1) / 2) {
            let key = key(&params, 18);
            key.check(&mut rng(19)).unwrap();
            check_message(&key, &BigUint::from(3u8));
        }
    }
}

#[test]
fn schemes_at_their_limits() {
    for (variant, n) in [(Variant::SchemeA, 128), (Variant::SchemeB, 128), (Variant::SchemeB, 1024)] {
        scheme_at_its_limits(variant, n);
    }
}

#[test]
#[ignore = "exhaustive: takes seconds to make the keys"]
fn scheme_a_at_its_limits_at_an_odd_length() {
    scheme_at_its_limits(Variant::SchemeA, 201);
}

#[test]
fn long_keys() {
    for params in [KeyParams::new(Variant::Original, 3001), KeyParams::new(Variant::MultiPrime, 4096)] {
        let key = key(&params, 20);
        edge_messages(&key).iter().for_each(|message| check_message(&key, message));
    }
}

#[test]
#[ignore = "exhaustive: takes seconds to make the key"]
fn keys_of_8192_bits() {
    let key = key(&KeyParams { primes: Some(8), ..KeyParams::new(Variant::RPrime, 8192) }, 21);
    check_message(&key, &(key.public_key().modulus() - 5u8));
}
