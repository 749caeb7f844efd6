use modular_powers::{Engine, prime, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_chacha::ChaCha20Rng;

use super::*;
use crate::attacks::Example;
use crate::attacks::testing::{attacked, made, not_made, proceed, refused, rng};

fn shape(variant: Variant, modulus_length: usize, w: usize) -> ExampleOptions {
    ExampleOptions { variant, modulus_length, crt_exponent_length: Some(w) }
}

fn found(key: &PublicKey) -> Result<Found, String> {
    attacked::<SmallCrtExponents>(&key.into(), &Options::default()).found
}

/// Whether the attack finds a fresh key. Checks that the result is complete and right.
fn falls(options: &ExampleOptions, seed: u8) -> bool {
    let Example { target, primes, answer, .. } = made::<SmallCrtExponents>(options, seed);
    let Ok(found) = found(&target.key) else { return false };
    let mut expected: Vec<_> = primes.into_iter().zip(answer.crt_exponents).collect();
    expected.sort_by(|a, b| b.cmp(a));
    assert_eq!(found.primes.into_iter().zip(found.crt_exponents).collect::<Vec<_>>(), expected);
    true
}

/// How many of `count` fresh keys fall.
fn fallen(options: &ExampleOptions, count: usize, seed: u8) -> usize {
    (0..count).filter(|index| falls(options, seed + *index as u8)).count()
}

#[test]
#[ignore = "exhaustive: 100 keys"]
fn a_hundred_keys_of_scheme_b_fall() {
    assert_eq!(fallen(&shape(Variant::SchemeB, 1024, 198), 100, 62), 100);
}

#[test]
#[ignore = "exhaustive: takes minutes to make the keys"]
fn every_key_of_scheme_a_falls() {
    assert_eq!(fallen(&shape(Variant::SchemeA, 1024, 160), 20, 65), 20);
}

#[test]
fn longer_moduli_with_the_same_exponents_fall() {
    assert_eq!(fallen(&shape(Variant::SchemeB, 2048, 198), 2, 66), 2);
    assert_eq!(fallen(&shape(Variant::SchemeB, 1024, 60), 4, 67), 4);
}

#[test]
fn the_limit_is_sharp() {
    // 2/5·(1024 − 512) = 204.
    assert_eq!(fallen(&shape(Variant::SchemeB, 1024, 203), 5, 68), 5);
    assert_eq!(fallen(&shape(Variant::SchemeB, 1024, 208), 5, 69), 0);
}

#[test]
fn what_is_beyond_is_said() {
    let target = made::<SmallCrtExponents>(&shape(Variant::SchemeB, 512, 140), 70).target;
    let outcome = attacked::<SmallCrtExponents>(&target, &Options::default());
    assert_eq!(outcome.figures.longest_crt_exponent, 102);
    assert_eq!(
        outcome.found.unwrap_err(),
        "the lattice contains no factor of N: the key does not have two primes of equal length with CRT exponents of at most \
         102 bits"
    );
}

/// Primes p, q of `n/2` bits with CRT exponents of w bits for an e of any length from n/4 (Galbraith, Heneghan, McKee, "Tunable
/// balancing of RSA", ACISP 2005). d and k are chosen, and e follows from both equations `e·d = 1 + k·(p − 1)`.
fn tunable_key(n: usize, e_length: usize, w: usize, rng: &mut ChaCha20Rng) -> (PublicKey, [BigUint; 2]) {
    let one = BigUint::from(1u8);
    let exactly = |bits: usize, rng: &mut ChaCha20Rng| {
        random::in_interval(&(&one << (bits - 1)), &(&one << bits), rng).unwrap() | &one
    };
    let k_length = e_length + w - n / 2;
    loop {
        let [d_p, d_q] = [w, w].map(|bits| exactly(bits, rng));
        let [k_p, k_q] = [k_length, k_length].map(|bits| exactly(bits, rng));
        let (Some(a), Some(b), Some(inverse)) = (d_p.modinv(&k_p), d_q.modinv(&k_q), k_p.modinv(&k_q)) else {
            continue;
        };
        let product = &k_p * &k_q;
        let e_0 = &a + &k_p * ((b + &k_q * &a - &a) % &k_q * inverse % &k_q);
        for _ in 0..2000 {
            let e = &e_0 + &product * random::below_power_of_two(e_length.saturating_sub(product.bits() as usize), rng);
            if e.bits() as usize != e_length || e.is_even() {
                continue;
            }
            let primes = [(&d_p, &k_p), (&d_q, &k_q)].map(|(d, k)| (&e * d - &one) / k + &one);
            let is_prime = |p: &BigUint, rng: &mut ChaCha20Rng| {
                p.bits() as usize == n / 2
                    && p.bit(0)
                    && prime::is_probably_prime(p, 9, Engine::default(), rng).unwrap()
            };
            let modulus = &primes[0] * &primes[1];
            if modulus.bits() as usize == n && is_prime(&primes[0], rng) && is_prime(&primes[1], rng) {
                return (PublicKey::new(&modulus, &e).unwrap(), primes);
            }
        }
    }
}

#[test]
fn public_exponents_of_any_length_fall_below_their_line() {
    let mut rng = rng(71);
    // 512 bits; the last three by two unknowns.
    for (e_length, w) in [(400, 42), (340, 66), (300, 82), (256, 100), (220, 114), (190, 126), (180, 131), (162, 140)] {
        assert!(w <= longest_crt_exponent(512, e_length));
        let (key, mut primes) = tunable_key(512, e_length, w, &mut rng);
        primes.sort_by(|a, b| b.cmp(a));
        assert_eq!(found(&key).map(|found| found.primes), Ok(primes.to_vec()), "e of {e_length} bits, w = {w}");
    }
}

/// Keys fall up to the line of the cofactors.
fn the_line_is_that_of_the_cofactors(n: usize, e_length: usize, count: usize) {
    let line = longest_crt_exponent(n, e_length);
    assert_eq!(line, n / 2 - (2 * e_length).div_ceil(3));
    let fallen = |w: usize| {
        let mut rng = rng(76);
        let mut key = || fresh_key::with_short_exponents(&mut rng, 2, n, e_length, w, &mut proceed).unwrap();
        core::iter::repeat_with(&mut key).take(count).filter(|key| found(key.public_key()).is_ok()).count()
    };
    assert_eq!((fallen(line - 2), fallen(line - 20), fallen(line + 4)), (count, count, 0), "{n}, {e_length}");
}

#[test]
fn below_three_eighths_of_n_every_key_falls_up_to_the_line_of_the_cofactors() {
    the_line_is_that_of_the_cofactors(512, 170, 6);
}

#[test]
fn extended_longer_keys_fall_up_to_the_line_of_the_cofactors() {
    the_line_is_that_of_the_cofactors(1024, 320, 6);
}

#[test]
fn the_length_may_be_known() {
    let target = made::<SmallCrtExponents>(&shape(Variant::SchemeB, 512, 90), 72).target;
    let options = |w| Options { crt_exponent_length: Some(w) };
    for w in [91, 95, 110] {
        let outcome = attacked::<SmallCrtExponents>(&target, &options(w));
        assert!(outcome.found.is_ok() && outcome.figures.crt_exponent_length == w, "{w}");
    }
    let error = refused::<SmallCrtExponents>(&target, &options(257));
    assert_eq!(error.to_string(), "crt_exponent_length is 257 bits, but must be from 16 to 256 bits");
}

#[test]
fn what_does_not_fit_is_refused() {
    for (variant, sentence) in [
        (Variant::Crt, "with a public exponent of 17 bits, no CRT exponent is shorter than 239 bits"),
        (Variant::Rebalanced, "but they have at least 16"),
    ] {
        let key = fresh_key::generate(&mut rng(73), &KeyParams::new(variant, 512), &mut proceed).unwrap();
        let error = refused::<SmallCrtExponents>(&key.public_key().into(), &Options::default());
        assert_eq!(error.code(), "attack-not-applicable");
        assert!(error.to_string().contains(sentence), "{error}");
    }
    let error = not_made::<SmallCrtExponents>(&shape(Variant::Crt, 512, 90));
    assert_eq!(error.to_string(), "variant is crt, but must be scheme-a or scheme-b");
}
