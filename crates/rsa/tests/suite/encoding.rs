//! Keys from OpenSSL, and every variant in every format. The keys in `tests/keys` were made by `make.sh` there.

use std::path::PathBuf;

use crate::keys::{every_variant, key, number, rng};
use num_bigint::BigUint;
use rsa_variants::{
    Components, ENCRYPTION_ITERATIONS, Engine, Hash, KeyParams, Pbkdf2, PrivateKey, PublicKey, ReadOptions, Variant,
    decode_all, hazmat,
};

/// A file of `tests/keys`.
pub(crate) fn file(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/keys").join(name).with_extension("pem");
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What is between the lines BEGIN and END of the first block.
fn base64(pem: &str) -> &str {
    pem.split_once("-----BEGIN").unwrap().1.split_once("-----\n").unwrap().1.split_once("-----END").unwrap().0
}

/// What a file with one PEM block holds, in lines of any length: ssh-keygen writes 70 characters.
pub(crate) fn pem_content(name: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        base64(str::from_utf8(&file(name)).unwrap()).bytes().filter(|c| !c.is_ascii_whitespace()).collect();
    let lines: Vec<_> = digits.chunks(64).map(|line| str::from_utf8(line).unwrap()).collect();
    der::pem::decode_vec(format!("-----BEGIN X-----\n{}\n-----END X-----", lines.join("\n")).as_bytes()).unwrap().1
}

pub(crate) fn import(data: &[u8]) -> PrivateKey {
    PrivateKey::import(data, Some(b"secret"), &mut rng(1)).unwrap()
}

/// The code and the message of an error.
pub(crate) fn refusal<T>(result: Result<T, rsa_variants::Error>) -> (&'static str, String) {
    let error = result.err().expect("a refusal");
    (error.code(), error.to_string())
}

/// Decrypts, on every engine, a number that the public key encrypted.
pub(crate) fn check_round_trip(key: &PrivateKey) {
    let n = key.public_key().modulus();
    for message in [BigUint::ZERO, BigUint::from(1u8), &n / 3u8, &n - 2u8] {
        for engine in Engine::all() {
            let ciphertext = key.public_key().encrypt_raw(&message.to_bytes_be(), engine).unwrap();
            assert_eq!(number(&hazmat::decrypt_raw(key, &ciphertext, engine).unwrap()), message, "{:?}", key.params());
        }
    }
}

#[test]
fn keys_of_openssl_become_the_variants_that_suit_them() {
    for (name, variant, length, primes, w) in [
        ("primes-2", Variant::Crt, 1024, None, None),
        ("primes-3", Variant::MultiPrime, 1024, Some(3), None),
        ("primes-4", Variant::MultiPrime, 4096, Some(4), None),
        ("exponent-3", Variant::Crt, 1024, None, None),
        ("small", Variant::Crt, 512, None, None),
        ("long-exponent", Variant::Rebalanced, 1024, None, Some(512)),
    ] {
        let key = import(&file(name));
        let params = key.params();
        assert_eq!((params.variant, params.modulus_length, params.primes), (variant, length, primes), "{name}");
        // An e that was not chosen for short CRT exponents leaves them about as long as the primes.
        assert!(
            params.crt_exponent_length.zip(w).is_none_or(|(found, longest)| (longest - 12..=longest).contains(&found))
        );
        assert_eq!(params.crt_exponent_length.is_some(), w.is_some());
        check_round_trip(&key);
    }
}

/// A separate test, because its primality tests take longest.
#[test]
fn five_primes_of_openssl() {
    let key = import(&file("primes-5"));
    assert_eq!((key.params().variant, key.params().primes), (Variant::MultiPrime, Some(5)));
    let ciphertext = key.public_key().encrypt_raw(&[42], Engine::default()).unwrap();
    assert_eq!(hazmat::decrypt_raw(&key, &ciphertext, Engine::default()).unwrap().last(), Some(&42));
}

/// The same key in every format that OpenSSL writes. Our output equals OpenSSL's byte for byte.
#[test]
fn formats_of_openssl_contain_the_same_key() {
    let [two, three] = ["primes-2", "primes-3"].map(|name| import(&file(name)));
    for name in ["pkcs8-2", "encrypted-one-iteration", "bag-attributes"] {
        assert_eq!(import(&file(name)).components(), two.components(), "{name}");
    }
    assert_eq!(import(&file("pkcs8-3")).components(), three.components());

    let text = |name| String::from_utf8(file(name)).unwrap();
    for (name, ours) in [
        ("primes-2", two.to_pkcs1_pem().unwrap()),
        ("primes-3", three.to_pkcs1_pem().unwrap()),
        ("pkcs8-2", two.to_plain_pkcs8_pem().unwrap()),
        ("pkcs8-3", three.to_plain_pkcs8_pem().unwrap()),
        ("public-spki", two.public_key().to_spki_pem().unwrap().into()),
        ("public-pkcs1", two.public_key().to_pkcs1_pem().unwrap().into()),
    ] {
        assert_eq!(text(name).split_once('\n').unwrap().1, *ours, "{name}");
    }
    for name in ["public-spki", "public-pkcs1"] {
        let public_key = PublicKey::import(&file(name)).unwrap();
        assert_eq!(public_key.modulus(), two.public_key().modulus());
        assert_eq!(public_key.public_exponent(), two.public_key().public_exponent());
    }
}

#[test]
fn every_variant_in_every_format() {
    // Scheme B has an e of n/2 bits, which is long from 514 bits on.
    for params in every_variant(600) {
        let original = key(&params, 40);
        let is_unbalanced = params.variant == Variant::Unbalanced;
        original.public_keys().iter().for_each(if is_unbalanced {
            check_no_public_format
        } else {
            check_public_formats
        });
        if params.variant.definition().no_standard_format.is_some() {
            check_no_standard_format(&original);
            continue;
        }
        let [pkcs1, pkcs8] = [original.to_pkcs1_der(), original.to_plain_pkcs8_der()].map(Result::unwrap);
        let [pem1, pem8] = [original.to_pkcs1_pem(), original.to_plain_pkcs8_pem()].map(Result::unwrap);
        for data in [&pkcs1[..], &pkcs8, pem1.as_bytes(), pem8.as_bytes()] {
            check_same_key(&original, &PrivateKey::import(data, None, &mut rng(2)).unwrap());
        }
    }
    // A long e.
    let e = (BigUint::from(1u8) << 299) + 1u8;
    let tunable = KeyParams { public_exponent: Some(e), ..KeyParams::new(Variant::Tunable, 600) };
    let tunable = key(&tunable, 40);
    check_same_key(&tunable, &import(&tunable.to_plain_pkcs8_der().unwrap()));
    let scheme_a = PrivateKey::sample(Variant::SchemeA, 1024).unwrap();
    check_same_key(&scheme_a, &import(&scheme_a.to_plain_pkcs8_der().unwrap()));
}

#[test]
fn every_number_of_primes_comes_back() {
    for variant in [Variant::MultiPrime, Variant::RPrime] {
        for primes in [2, 4, 5, 6, 7, 8] {
            let params = KeyParams { primes: Some(primes), ..KeyParams::new(variant, 700) };
            if params.check().is_err() {
                continue;
            }
            let original = key(&params, 41);
            check_same_key(&original, &import(&original.to_pkcs1_der().unwrap()));
        }
    }
}

/// The same numbers, except CRT numbers of the variant original, and equally short exponents; and the variant that the numbers suit.
fn check_same_key(original: &PrivateKey, again: &PrivateKey) {
    let [ours, theirs] = [original, again].map(PrivateKey::components);
    assert_eq!((&ours.modulus, &ours.public_exponents), (&theirs.modulus, &theirs.public_exponents));
    assert_eq!((&ours.private_exponent, &ours.primes), (&theirs.private_exponent, &theirs.primes));
    let variant = original.params().variant;
    if variant != Variant::Original {
        assert_eq!(ours, theirs);
    }
    let expected = match (ours.public_exponents[0].bits() > 256, ours.primes.len()) {
        (false, 2) => Variant::Crt,
        (false, _) => Variant::MultiPrime,
        (true, 2) => Variant::Rebalanced,
        (true, _) => Variant::RPrime,
    };
    assert_eq!(again.params().variant, expected);
    let excess = variant.definition().crt_exponents.as_ref().map_or(0, |exponents| exponents.excess);
    if let (Some(w), Some(again)) = (original.params().crt_exponent_length, again.params().crt_exponent_length) {
        assert!((w..=w + excess).contains(&again));
    }
    check_round_trip(again);
    // The numbers of a key can recreate it, for example in a worker.
    let restored = PrivateKey::restore(&again.params(), again.components().clone()).unwrap();
    assert_eq!(restored.params(), again.params());
    again.check(&mut rng(3)).unwrap();
}

fn check_public_formats(key: &PublicKey) {
    let [pem1, pem8] = [key.to_pkcs1_pem(), key.to_spki_pem()].map(|text| text.unwrap().into_bytes());
    for data in [key.to_pkcs1_der().unwrap(), key.to_spki_der().unwrap(), pem1, pem8] {
        let again = PublicKey::import(&data).unwrap();
        assert_eq!((again.modulus(), again.public_exponent()), (key.modulus(), key.public_exponent()));
    }
}

const NO_BOUND: &str = "a key of the variant unbalanced has no standard format: PKCS#1, PKCS#8 and JWK cannot hold the bound of its \
                        messages, and neither can SPKI";

fn check_no_public_format(key: &PublicKey) {
    let refused = [key.to_spki_pem(), key.to_pkcs1_pem(), key.to_openssh()].map(refusal);
    let refused = refused.into_iter().chain([key.to_spki_der(), key.to_pkcs1_der()].map(refusal));
    refused.for_each(|refused| assert_eq!(refused, ("no-standard-format", NO_BOUND.to_owned())));
}

fn check_no_standard_format(key: &PrivateKey) {
    let reason = match key.params().variant {
        Variant::Batch => "this key has several",
        Variant::Unbalanced => NO_BOUND,
        _ => "cannot hold N = p^(r−s)·q^s",
    };
    let refused = [key.to_plain_pkcs8_pem(), key.to_pkcs1_pem(), key.to_openssh()].map(refusal);
    for (code, message) in refused.into_iter().chain([refusal(key.to_plain_pkcs8_der())]) {
        assert_eq!(code, "no-standard-format");
        assert!(message.ends_with(reason), "{message}");
    }
}

/// The caller's function gets the parameters of PBKDF2, and what it fills in is the key; if it returns false, the key is derived here.
#[test]
fn keys_of_pbkdf2_can_be_derived_elsewhere() {
    let original = key(&KeyParams::new(Variant::Crt, 512), 9);
    let components = original.components();
    // A key that no password gives, so that only the function can open the file.
    let fill = |derivation: &Pbkdf2<'_>, key: &mut [u8]| {
        assert_eq!((derivation.hash, derivation.password, key.len()), (Hash::Sha256, &b"secret"[..], 32));
        assert_eq!((derivation.salt, derivation.iterations), (&[7; 16][..], ENCRYPTION_ITERATIONS));
        assert!(!format!("{derivation:?}").contains("115"), "it shows the password");
        key.fill(3);
        true
    };
    let der = components.to_encrypted_pkcs8_der_with(b"secret", Some([7; 16]), &fill, &mut rng(10)).unwrap();
    let options = ReadOptions::with_password(Some(b"secret"));
    assert_eq!(refusal(Components::decode_with(&der, &options)).0, "wrong-password");
    let read = Components::decode_with(&der, &options.deriving_with(&fill)).unwrap();
    assert_eq!(read.key.modulus, components.modulus);
    let found = decode_all(&der, &options.deriving_with(&fill)).unwrap();
    assert!(found[0].key.is_ok());

    let pem = components.to_encrypted_pkcs8_pem_with(b"secret", None, &|_, _| false, &mut rng(10)).unwrap();
    assert!(Components::decode_with(pem.as_bytes(), &options.deriving_with(&|_, _| false)).is_ok());

    // Limits, and a missing password, are noticed before.
    let never = |_: &Pbkdf2<'_>, _: &mut [u8]| unreachable!();
    let mut limited = options.deriving_with(&never);
    limited.limits.iterations = 599_999;
    assert_eq!(refusal(Components::decode_with(&der, &limited)).0, "invalid-params");
    let without = ReadOptions::default().deriving_with(&never);
    assert_eq!(refusal(Components::decode_with(&der, &without)).0, "password-required");
    let empty = components.to_encrypted_pkcs8_der_with(b"", None, &never, &mut rng(10));
    assert_eq!(refusal(empty).0, "invalid-params");
}

#[test]
fn encrypted_keys_open_only_with_their_password() {
    let original = key(&KeyParams::new(Variant::RPrime, 512), 42);
    let der = original.to_encrypted_pkcs8_der(b"correct horse", &mut rng(4)).unwrap();
    let pem = original.to_encrypted_pkcs8_pem(b"correct horse", &mut rng(4)).unwrap();
    assert!(pem.starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
    for data in [&der[..], pem.as_bytes()] {
        let again = PrivateKey::import(data, Some(b"correct horse"), &mut rng(5)).unwrap();
        assert_eq!(again.components(), original.components());
        assert_eq!(refusal(PrivateKey::import(data, None, &mut rng(5))).0, "password-required");
    }
    assert_eq!(refusal(PrivateKey::import(&der, Some(b"wrong"), &mut rng(5))).0, "wrong-password");
    // A new salt and initialization vector each time.
    let other = original.to_encrypted_pkcs8_der(b"correct horse", &mut rng(6)).unwrap();
    assert_ne!(der, other);
    let empty = refusal(original.to_encrypted_pkcs8_der(b"", &mut rng(6)));
    assert_eq!(empty.0, "invalid-params");
    assert!(empty.1.starts_with("password is 0 bytes, but must be from 1 "), "{}", empty.1);
    // One in 256 wrong passwords gives a valid padding.
    for index in 0..600u32 {
        let result = PrivateKey::import(&file("encrypted-one-iteration"), Some(&index.to_be_bytes()), &mut rng(7));
        assert_eq!(refusal(result).0, "wrong-password");
    }
}

#[test]
fn unsupported_formats_are_named() {
    for (name, code, message) in [
        ("encrypted-too-dear", "invalid-params", "iterations is 10000001, but must be from 1 to 2000000: "),
        (
            "encrypted-scrypt-too-dear",
            "invalid-params",
            "128·N·r·p of scrypt is 144 MiB, but must be from 1 to 128 MiB",
        ),
        (
            "public-spki",
            "wrong-key-type",
            "this is a public key; a private key is needed: pass the one that belongs to it",
        ),
        ("public-pkcs1", "wrong-key-type", "this is a public key"),
    ] {
        let (found, text) = refusal(PrivateKey::import(&file(name), Some(b"secret"), &mut rng(8)));
        assert_eq!(found, code, "{name}: {text}");
        assert!(text.contains(message), "{name}: {text}");
    }
    for (name, expected, message) in [
        ("primes-2", "wrong-key-type", "this is a private key: import it as one, and take its public key"),
        ("encrypted", "wrong-key-type", "this is a private key"),
        ("ec-public", "unsupported-format", "the key's algorithm is EC (1.2.840.10045.2.1), but must be RSA"),
    ] {
        let (code, text) = refusal(PublicKey::import(&file(name)));
        assert_eq!(code, expected);
        assert!(text.contains(message), "{name}: {text}");
    }
    let other = "-----BEGIN X509 CRL-----\nAA==\n-----END X509 CRL-----\n";
    for (code, text) in
        [refusal(PrivateKey::import(other.as_bytes(), None, &mut rng(8))), refusal(PublicKey::import(other.as_bytes()))]
    {
        assert_eq!(code, "unsupported-format");
        assert!(text.starts_with("the PEM block \"X509 CRL\" holds no key; pass one with a label such as"), "{text}");
    }
    // The same in DER, recognized by structure.
    let key = import(&file("primes-2"));
    assert_eq!(refusal(PublicKey::import(&key.to_pkcs1_der().unwrap())).0, "wrong-key-type");
    let spki = key.public_key().to_spki_der().unwrap();
    assert_eq!(refusal(PrivateKey::import(&spki, None, &mut rng(8))).0, "wrong-key-type");
    let sequence_of_booleans = [0x30, 6, 1, 1, 0, 1, 1, 0];
    assert_eq!(refusal(PublicKey::import(&sequence_of_booleans)).0, "unsupported-format");
}

/// What is read leniently is in `reading.rs`.
#[test]
fn pem_that_cannot_be_read_is_refused_with_the_reason() {
    let pem = String::from_utf8(file("small")).unwrap();
    let end = "-----END RSA PRIVATE KEY-----";
    let begin = "-----BEGIN RSA PRIVATE KEY-----";
    let body = pem.split_once(begin).unwrap().1.split_once(end).unwrap().0;
    let one_line: String = body.split_whitespace().collect();
    for text in [format!("{begin}{one_line}{end}"), pem.replace('\n', "\r")] {
        assert_eq!(import(text.as_bytes()).components(), import(pem.as_bytes()).components(), "{text}");
    }
    for (text, message) in [
        (pem.replace(end, ""), "-----END RSA PRIVATE KEY----- is missing"),
        (pem.replace(body, &body.replace('M', "-")), "is not Base64"),
        (pem.replace(body, &one_line[..one_line.len() - 3]), "is not Base64"),
        (pem.replace(body, &one_line[..one_line.len() - 4]), "is cut off: copy the whole file"),
        (pem.replace(body, ""), "is not Base64: of its 0 characters"),
        (pem.replace(body, &body.replacen('\n', "\n…", 2)), "is not Base64: line 2 has the character U+2026"),
        (pem.replace(body, &body.replacen('\n', "\n> ", 2)), "is not Base64: line 2 has the character >"),
        (pem.replace(body, &body.replacen('\n', "\n=3D", 2)), "is not Base64: line 2 has the character ="),
        (pem.replace(begin, ""), "the BEGIN line is missing"),
        (
            pem.replace(body, "MAkCAQACAQACAQA="),
            "the private key in PKCS #1 is damaged; copy or export it again (ASN.1: ",
        ),
        (format!("-----BEGIN {begin}"), "is missing"),
        ("-----BEGIN RSA".to_owned(), "a BEGIN line has no end"),
        ("-----BEGIN RSÄ-----".to_owned(), "a label is not printable ASCII"),
        ("no key".to_owned(), "this is neither PEM, DER, a key of OpenSSH, nor Base64"),
    ] {
        let (code, found) = refusal(PrivateKey::import(text.as_bytes(), None, &mut rng(9)));
        assert_eq!(code, "invalid-encoding", "{found}");
        assert!(found.contains(message), "{message}: {found}");
    }
}

#[test]
fn the_length_of_data_is_limited() {
    let longest = vec![b' '; 65_536];
    let (code, _) = refusal(PrivateKey::import(&longest, None, &mut rng(10)));
    assert_eq!(code, "invalid-encoding");
    let message = "data is 65537 bytes, but must be from 1 to 65536 bytes: the limit protects against exhaustion, and no \
                   key of this library reaches it";
    let too_long = vec![b' '; 65_537];
    assert_eq!(refusal(PrivateKey::import(&too_long, None, &mut rng(10))), ("invalid-params", message.to_owned()));
    assert_eq!(refusal(PublicKey::import(&too_long)), ("invalid-params", message.to_owned()));
    assert_eq!(refusal(PublicKey::import(&[])).1, "the data are empty: pass the content of the key file");
    // Every key is shorter than that.
    let largest = 2 * (2048 + 2048 + 2048 + 3 * 2048) * 4 / 3;
    assert!(largest < 65_536);
}

#[test]
fn options_do_not_show_their_password() {
    let shown = |password| format!("{:?}", ReadOptions::with_password(password));
    assert_eq!(shown(Some(b"secret")), shown(Some(b"sesame")));
    assert_ne!(shown(Some(b"secret")), shown(None));
}
