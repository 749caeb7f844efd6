//! Keys that our key generation does not make: recovered ones, with unequal primes, in other orders, and wrong ones.

use core::ops::ControlFlow;

use der::Encode;
use der::asn1::UintRef;
use modular_powers::prime;
use num_bigint::BigUint;
use num_integer::Integer;
use pkcs1::{OtherPrimeInfo, RsaPrivateKey};
use rsa_variants::{Components, Engine, Error, KeyParams, Options, PrivateKey, Variant, hazmat};

use crate::encoding::{check_round_trip, file, import, refusal};
use crate::keys::{every_variant, key, number, rng};

/// N, e and d are enough, for every number of primes and both kinds of d.
#[test]
fn primes_come_back_from_the_exponents() {
    for params in every_variant(600) {
        if params.variant.definition().no_standard_format.is_some() {
            continue;
        }
        check_recovery(&key(&params, 43));
    }
    for primes in 2..=8 {
        let params = KeyParams { primes: Some(primes), ..KeyParams::new(Variant::MultiPrime, 600) };
        check_recovery(&key(&params, 44));
    }
    // OpenSSL's d is the inverse modulo φ(N) with two primes.
    for name in ["primes-2", "primes-3", "primes-4", "long-exponent", "exponent-3"] {
        check_recovery(&import(&file(name)));
    }
}

fn check_recovery(original: &PrivateKey) {
    let numbers = original.components();
    let (n, e, d) = (&numbers.modulus, &numbers.public_exponents[0], &numbers.private_exponent);
    let again = PrivateKey::from_exponents(n, e, d, &mut rng(11)).unwrap();
    let mut primes = numbers.primes.clone();
    primes.sort_by(|a, b| b.cmp(a));
    assert_eq!(again.components().primes, primes);
    assert_eq!((&again.components().modulus, &again.components().private_exponent), (n, d));
    check_round_trip(&again);
}

#[test]
fn exponents_that_do_not_form_a_key_are_refused() {
    let numbers = import(&file("small")).components().clone();
    let (n, e, d) = (&numbers.modulus, &numbers.public_exponents[0], &numbers.private_exponent);
    let [p, q] = [&numbers.primes[0], &numbers.primes[1]];
    let inverse = |order: &BigUint| e.modinv(order).unwrap();
    let eight =
        key(&KeyParams { primes: Some(8), ..KeyParams::new(Variant::MultiPrime, 600) }, 45).components().clone();
    let nine = p * &eight.modulus;
    let prime = &eight.primes[0];
    let of_nine = inverse(&lambda(&[&eight.primes[..], std::slice::from_ref(p)].concat()));

    for (n, e, d, code, message) in [
        (n.clone(), e.clone(), d + 2u8, "inconsistent-key", "the exponents do not belong to the modulus"),
        (n.clone(), e.clone(), d + 1u8, "inconsistent-key", "the private exponent must be odd and below the modulus"),
        (n.clone(), e.clone(), d + n + n, "inconsistent-key", "the private exponent must be odd and below the modulus"),
        (n + 1u8, e.clone(), d.clone(), "invalid-modulus", "odd"),
        (n.clone(), e + 1u8, d.clone(), "invalid-params", "public_exponent is 65538, but must be odd"),
        (n >> 400, e.clone(), BigUint::from(3u8), "invalid-params", "modulus_length is 112 bits"),
        (p.clone(), e.clone(), inverse(&(p - 1u8)), "invalid-params", "primes is 1, but must be from 2 to 8"),
        (p * p, e.clone(), inverse(&(p * (p - 1u8))), "inconsistent-key", "prime 2 is the same as another"),
        (p * p * q, e.clone(), inverse(&(p * lambda(&numbers.primes))), "inconsistent-key", "is the same as another"),
        (prime.pow(11), e.clone(), inverse(&(prime.pow(10) * (prime - 1u8))), "invalid-params", "primes is 9, but"),
        (nine, e.clone(), of_nine, "invalid-params", "primes is 9, but must be from 2 to 8"),
    ] {
        let (found, text) = refusal(PrivateKey::from_exponents(&n, &e, &d, &mut rng(12)));
        assert_eq!(found, code, "{text}");
        assert!(text.contains(message), "{text}");
    }
}

/// Random primes p of these lengths, with e coprime to each p − 1.
fn primes(lengths: &[usize], e: &BigUint) -> Vec<BigUint> {
    let mut rng = rng(13);
    let mut prime = |bits: &usize| {
        let [low, high] = [3u8, 4].map(|quarters| BigUint::from(quarters) << (bits - 2));
        let fits = |p: &BigUint| e.gcd(&(p - 1u8)) == BigUint::from(1u8);
        let found = prime::random_prime(&low, &high, fits, Engine::default(), &mut rng, |_| ControlFlow::Continue(()));
        found.unwrap()
    };
    lengths.iter().map(&mut prime).collect()
}

fn lambda(primes: &[BigUint]) -> BigUint {
    primes.iter().fold(BigUint::from(1u8), |lambda, prime| lambda.lcm(&(prime - 1u8)))
}

/// All numbers of a key that follow from primes and e, in the order of the primes.
pub(crate) fn components(primes: Vec<BigUint>, e: &BigUint) -> Components {
    let d = e.modinv(&lambda(&primes)).unwrap();
    let mut crt_coefficients = vec![primes[1].modinv(&primes[0]).unwrap()];
    for index in 2..primes.len() {
        let product: BigUint = primes[..index].iter().product();
        crt_coefficients.push(product.modinv(&primes[index]).unwrap());
    }
    Components {
        modulus: primes.iter().product(),
        public_exponents: vec![e.clone()],
        crt_exponents: primes.iter().map(|prime| &d % (prime - 1u8)).collect(),
        private_exponent: d,
        primes,
        crt_coefficients,
    }
}

/// Encodes any numbers as PKCS#1.
fn pkcs1(numbers: &Components) -> Vec<u8> {
    let bytes = |numbers: &[BigUint]| numbers.iter().map(BigUint::to_bytes_be).collect::<Vec<_>>();
    let (n, d) = (numbers.modulus.to_bytes_be(), numbers.private_exponent.to_bytes_be());
    let [e, primes, exponents, coefficients] =
        [&numbers.public_exponents, &numbers.primes, &numbers.crt_exponents, &numbers.crt_coefficients]
            .map(|n| bytes(n));
    let uint = |bytes| UintRef::new(bytes).unwrap();
    let other = |index: usize| OtherPrimeInfo {
        prime: uint(&primes[index]),
        exponent: uint(&exponents[index]),
        coefficient: uint(&coefficients[index - 1]),
    };
    let key = RsaPrivateKey {
        modulus: uint(&n),
        public_exponent: uint(&e[0]),
        private_exponent: uint(&d),
        prime1: uint(&primes[0]),
        prime2: uint(&primes[1]),
        exponent1: uint(&exponents[0]),
        exponent2: uint(&exponents[1]),
        coefficient: uint(&coefficients[0]),
        other_prime_infos: (primes.len() > 2).then(|| (2..primes.len()).map(other).collect()),
    };
    key.to_der().unwrap()
}

/// Primes with various lengths, shorter first and longer first, with a short and a long e. The result must be
/// num-bigint's.
#[test]
fn primes_of_unequal_lengths_decrypt_right() {
    let long = (BigUint::from(1u8) << 299) + 9u8;
    for e in [BigUint::from(65537u32), long] {
        for lengths in [
            &[64, 960][..],
            &[960, 64],
            &[511, 512],
            &[512, 508],
            &[500, 512],
            &[490, 510],
            &[512, 481],
            &[300, 600],
            &[64, 64, 400],
            &[400, 64, 64],
            &[480, 496, 512],
            &[512, 496, 480],
            &[200, 170, 140, 110],
            &[64, 65, 66, 67, 68, 69, 70, 71],
        ] {
            let numbers = components(primes(lengths, &e), &e);
            let key = PrivateKey::import(&pkcs1(&numbers), None, &mut rng(14)).unwrap();
            assert_eq!(*key.components(), numbers);
            // Of two primes, the larger is written first.
            let mut written = numbers.primes.clone();
            if let [p, q] = &written[..]
                && p < q
            {
                written.reverse();
            }
            assert_eq!(*key.to_pkcs1_der().unwrap(), pkcs1(&components(written, &e)));
            check_round_trip(&key);
            check_edges(&key);
            PrivateKey::restore(&key.params(), numbers).unwrap();
        }
    }
}

/// Ciphertexts with extreme residues, without and with guards.
fn check_edges(key: &PrivateKey) {
    let (n, d) = (key.public_key().modulus(), &key.components().private_exponent);
    for prime in &key.components().primes {
        for ciphertext in [prime.clone(), prime - 1u8, &n - prime, &n - prime - 1u8, &n - 1u8] {
            let (expected, block) = (ciphertext.modpow(d, &n), ciphertext.to_bytes_be());
            for engine in Engine::all() {
                assert_eq!(number(&hazmat::decrypt_raw(key, &block, engine).unwrap()), expected);
            }
            let guarded = key.decrypt_raw(&block, Options::new(&mut rng(15)));
            assert_eq!(number(&guarded.unwrap()), expected);
        }
    }
}

/// Short CRT exponents with primes that key generation would not combine.
#[test]
fn conditions_of_key_generation_are_not_required() {
    let scheme_a = PrivateKey::sample(Variant::SchemeA, 1024).unwrap();
    let [p, q] = [&scheme_a.components().primes[0], &scheme_a.components().primes[1]];
    assert!((p - 1u8).gcd(&(q - 1u8)) != BigUint::from(2u8));
    let key = import(&scheme_a.to_pkcs1_der().unwrap());
    assert_eq!((key.params().variant, key.params().crt_exponent_length), (Variant::Rebalanced, Some(161)));
}

type Damage = fn(&mut Components);

/// Puts the primes in another order, with the CRT exponents, but not the coefficients.
fn reverse(c: &mut Components) {
    c.primes.reverse();
    c.crt_exponents.reverse();
}

/// Replaces a prime with another number, and computes all dependent numbers.
fn put(c: &mut Components, index: usize, number: BigUint) {
    let mut primes = c.primes.clone();
    primes[index] = number;
    *c = components(primes, &c.public_exponents[0]);
}

/// Replaces a prime with the next composite number c above it for which e is coprime to c − 1.
pub(crate) fn make_composite(c: &mut Components, index: usize) {
    let mut number = &c.primes[index] + 2u8;
    let three = BigUint::from(3u8);
    while c.public_exponents[0].modinv(&(&number - 1u8)).is_none() || !number.is_multiple_of(&three) {
        number += 2u8;
    }
    put(c, index, number);
}

#[test]
fn numbers_that_do_not_form_a_key_are_refused() {
    let cases: [(Damage, &str, &str); 28] = [
        (|c| c.modulus += 2u8, "inconsistent-key", "the modulus is not the product of the primes"),
        (|c| c.modulus += 1u8, "invalid-modulus", "must be odd"),
        (
            |c| c.modulus <<= 20_000,
            "invalid-params",
            "modulus_length is 20400 bits, but must be from 128 to 16384 bits",
        ),
        (|c| c.modulus = BigUint::from(33u8), "invalid-params", "modulus_length is 6 bits"),
        (|c| c.public_exponents[0] += 1u8, "invalid-params", "public_exponent is 65538, but must be odd, at least 3"),
        (|c| c.public_exponents[0] = BigUint::from(1u8), "invalid-params", "public_exponent is 1, but must be odd"),
        (|c| c.public_exponents[0] = &c.modulus + 2u8, "invalid-params", "below the modulus of 400 bits"),
        (|c| c.public_exponents[0] += 2u8, "inconsistent-key", "the private exponent is not the inverse"),
        (|c| c.private_exponent += 2u8, "inconsistent-key", "the private exponent is not the inverse"),
        (|c| c.private_exponent = BigUint::ZERO, "inconsistent-key", "the private exponent is not the inverse"),
        (
            |c| c.private_exponent += &c.modulus << 1,
            "inconsistent-key",
            "the private exponent is not below the modulus",
        ),
        (|c| c.crt_exponents[0] += 2u8, "inconsistent-key", "a CRT exponent is not d modulo its prime minus 1"),
        (|c| c.crt_exponents[1] <<= 1, "inconsistent-key", "bits, but must be odd and below its prime"),
        (|c| c.crt_exponents[1] <<= 9000, "inconsistent-key", "bits, but must be odd and below its prime"),
        (|c| c.crt_coefficients[0] += 1u8, "inconsistent-key", "a CRT coefficient is not the inverse"),
        (|c| c.crt_coefficients[0] <<= 200, "inconsistent-key", "a CRT coefficient is not the inverse"),
        (|c| c.crt_coefficients[0] <<= 17_000, "inconsistent-key", "a CRT coefficient is not below its prime"),
        (|c| c.primes[0] = BigUint::ZERO, "inconsistent-key", "prime 1 has 0 bits, but must have 64 to 8192"),
        (|c| c.primes[1] = BigUint::from(1u8), "inconsistent-key", "prime 2 has 1 bits, but must have 64 to 8192"),
        (|c| c.primes[1] <<= 7993, "inconsistent-key", "prime 2 has 8193 bits, but must have 64 to 8192"),
        (|c| c.primes[1] += 1u8, "inconsistent-key", "factor 2 is not prime"),
        (|c| c.primes[0] = c.primes[1].clone(), "inconsistent-key", "prime 2 is the same as another"),
        (|c| make_composite(c, 0), "inconsistent-key", "factor 1 is not prime"),
        (|c| make_composite(c, 1), "inconsistent-key", "factor 2 is not prime"),
        (|c| put(c, 0, carmichael_number()), "inconsistent-key", "factor 1 is not prime"),
        (reverse, "inconsistent-key", "a CRT coefficient is not the inverse"),
        (|c| put(c, 1, close(c)), "broken-key", "prime 2 is too close to another"),
        (|c| *c = nine_primes(), "invalid-params", "primes is 9, but must be from 2 to 8"),
    ];
    let e = BigUint::from(65537u32);
    let sound = components(primes(&[200, 200], &e), &e);
    import(&pkcs1(&sound));
    for (damage, code, message) in cases {
        let mut numbers = sound.clone();
        damage(&mut numbers);
        let (found, text) = refusal(PrivateKey::import(&pkcs1(&numbers), None, &mut rng(16)));
        assert!((found, text.contains(message)) == (code, true), "{found} for {code}: {text} for {message}");
    }
}

/// Arnault's Carmichael number of 397 digits, which passes Miller–Rabin with every prime base below 307 (Mathematics of
/// Computation 64, 1995). A key with it decrypts what it encrypts.
fn carmichael_number() -> BigUint {
    let p: BigUint =
        "2967449566868551055015417464290533273077199179985304335099507553127683875317177019959423859642812118803\
                      3664754218345562493168782883"
            .parse()
            .unwrap();
    [313u32, 353].iter().fold(p.clone(), |product, factor| product * ((&p - 1u8) * *factor + 1u8))
}

/// A prime that differs from the first in its last bits.
fn close(c: &Components) -> BigUint {
    let mut number = &c.primes[0] + 2u8;
    let e = &c.public_exponents[0];
    while !prime::is_probably_prime(&number, 20, Engine::default(), &mut rng(17)).unwrap()
        || e.modinv(&(&number - 1u8)).is_none()
    {
        number += 2u8;
    }
    number
}

fn nine_primes() -> Components {
    let e = BigUint::from(65537u32);
    components(primes(&[64; 9], &e), &e)
}

type Edit = fn(&mut Vec<u8>);

/// Encodings that DER forbids.
#[test]
fn der_is_read_strictly() {
    let e = BigUint::from(65537u32);
    let sound = pkcs1(&components(primes(&[64, 64], &e), &e));
    import(&sound);
    let edited = |edit: Edit| {
        let mut der = sound.clone();
        edit(&mut der);
        PrivateKey::import(&der, None, &mut rng(18))
    };
    // 30 length, 02 01 00 version, 02 length modulus …
    assert_eq!((sound[0], sound[1], &sound[2..7]), (0x30, sound.len() as u8 - 2, &[2, 1, 0, 2, 17][..]));
    let cases: [(Edit, &str); 7] = [
        (|der| der.push(1), "a private key in PKCS #1 is followed by other data (1 bytes)"),
        (|der| der.truncate(der.len() - 1), "the key is cut off: copy the whole file"),
        (|der| der[4] = 1, "malformed ASN.1 DER value for INTEGER"),
        (|der| der[4] = 2, "malformed ASN.1 DER value for INTEGER"),
        (|der| der[7] = 0x80, "has a negative number: the zero byte that marks it as positive is missing"),
        (|der| der[1] -= 1, "is followed by other data (1 bytes)"),
        (|der| der[1] = 0x80, "length"),
    ];
    for (edit, message) in cases {
        let (code, text) = refusal(edited(edit));
        assert!(code == "invalid-encoding" && text.contains(message), "{code}: {text} for {message}");
    }
    let error = edited(|der| der.clear()).unwrap_err();
    assert_eq!(error, Error::InvalidEncoding("the data are empty: pass the content of the key file".into()));
}

/// A private exponent shorter than both primes is both CRT exponents. Wiener's continued fraction reveals it.
#[test]
fn equal_crt_exponents_are_broken() {
    let primes = primes(&[128, 128], &BigUint::from(65537u32));
    let lambda = lambda(&primes);
    let d: BigUint = (BigUint::from(1u8) << 80) + 1u8;
    let d = core::iter::successors(Some(d), |d| Some(d + 2u8)).find(|d| d.modinv(&lambda).is_some()).unwrap();
    let numbers = components(primes, &d.modinv(&lambda).unwrap());
    assert_eq!(numbers.crt_exponents, [d.clone(), d]);
    let params = numbers.standard_params().unwrap();
    assert_eq!(params.variant, Variant::Rebalanced);
    let message = "two CRT exponents are equal, which reveals the factors of N";
    for refused in [
        PrivateKey::import(&pkcs1(&numbers), None, &mut rng(19)),
        PrivateKey::from_components(&params, numbers.clone(), &mut rng(19)),
        PrivateKey::from_trusted_components(&params, numbers.clone()),
        PrivateKey::restore(&params, numbers.clone()).and_then(|key| key.check(&mut rng(19)).map(|()| key)),
    ] {
        assert_eq!(refused.err(), Some(Error::BrokenKey(message.into())));
    }
}
