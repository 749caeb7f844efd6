use der::Encode;
use der::asn1::{BitString, Uint};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;

fn mersenne(bits: u32) -> BigUint {
    (BigUint::from(1u8) << bits) - 1u8
}

fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

/// The error for a modulus, or for an exponent of a sound one.
fn refusal(modulus: &BigUint, exponent: &BigUint, allow_broken: bool) -> Option<(&'static str, String)> {
    let error = PublicKey::imported(&PublicComponents::new(modulus.clone(), exponent.clone()), allow_broken).err()?;
    Some((error.code(), error.to_string()))
}

/// The bytes whose Base64 these digits are.
fn decoded(digits: &str) -> Vec<u8> {
    let bits = digits.bytes().fold(BigUint::ZERO, |number, digit| number << 6u8 | BigUint::from(base64_digit(digit)));
    let bytes = digits.len() * 6 / 8;
    let number = (bits >> (digits.len() * 6 - bytes * 8)).to_bytes_be();
    [vec![0; bytes - number.len()], number].concat()
}

fn base64_digit(digit: u8) -> u8 {
    match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        _ => unreachable!("a digit of a number"),
    }
}

#[test]
fn numbers_that_no_product_of_long_primes_is_are_broken() {
    let (p, q, e) = (mersenne(607), mersenne(521), &BigUint::from(65537u32));
    let cases = [
        (p.clone(), "the modulus is a prime"),
        (p.pow(2), "a perfect power with exponent 2"),
        (mersenne(127).pow(11), "a perfect power with exponent 11"),
        (&p * &q * 3u8, "divisible by 3:"),
        (&p * &q * 1_048_573u32 * 1_048_571u32, "divisible by 1048571:"),
    ];
    for (modulus, problem) in cases {
        let (code, message) = refusal(&modulus, e, false).unwrap();
        assert_eq!(code, "broken-key");
        assert!(message.contains(problem), "{message}");
        assert_eq!(refusal(&modulus, e, true), None);
    }
    for modulus in [&p * &q, p.pow(2) * &q, &p * &q * 1_048_583u32] {
        assert_eq!(refusal(&modulus, e, false), None);
    }
}

#[test]
fn bytes_of_something_else_are_not_a_modulus() {
    let e = &BigUint::from(65537u32);
    let sound = mersenne(607) * mersenne(521);
    let (hexadecimal, decimal) = (format!("{sound:x}"), sound.to_string());
    let key = PublicComponents::new(sound, e.clone());
    let utf16: Vec<u8> = hexadecimal.bytes().flat_map(|byte| [byte, 0]).collect();
    let integer = Uint::new(&key.modulus.to_bytes_be()).unwrap().to_der().unwrap();
    let bit_string = BitString::from_bytes(&key.to_pkcs1_der()).unwrap().to_der().unwrap();
    let line = key.to_openssh();
    let texts = [hexadecimal.clone(), hexadecimal.to_uppercase(), decimal.clone(), key.to_spki_pem(), line.clone()];
    let digits =
        [&hexadecimal, &hexadecimal.to_uppercase(), &decimal, &format!("0x{hexadecimal}"), &format!("00{hexadecimal}")];
    let cases = texts
        .iter()
        .map(|text| text.clone().into_bytes())
        .chain(digits.into_iter().map(|digits| decoded(digits)))
        .chain([key.to_spki_der(), key.to_pkcs1_der(), integer, bit_string, utf16.clone(), utf16[1..].to_vec()])
        .chain([
            [b"RSA1\0\x08\0\0".as_slice(), &[0x91; 150]].concat(),
            [&[6, 2, 0, 0, 0, 0xa4][..], &[0x91; 150]].concat(),
        ])
        .chain([[b"\0\0\0\x07ssh-rsa".as_slice(), &[0x91; 150]].concat()]);
    for bytes in cases {
        // The next odd number has the same start, and is refused for that and not as an even one.
        let modulus = number(&bytes) | BigUint::from(1u8);
        for allow_broken in [false, true] {
            let (code, message) = refusal(&modulus, e, allow_broken).unwrap_or_else(|| panic!("{bytes:02x?}"));
            assert!(code == "invalid-encoding" && message.starts_with("the modulus is "), "{message}");
        }
    }
}

#[test]
fn digits_are_not_an_exponent() {
    let sound = mersenne(607) * mersenne(521);
    for text in [&b"65537"[..], b"010001", b"10001", b"0x10001", b"257", &decoded("00010001")] {
        let (code, message) = refusal(&sound, &number(text), true).unwrap();
        assert!(code == "invalid-encoding" && message.contains("exponent is the digits"), "{message}");
    }
    for e in [3u32, 17, 257, 65537, 0x31_3233] {
        assert_eq!(refusal(&sound, &e.into(), false), None, "{e}");
    }
}

#[test]
fn there_are_as_many_primes_as_known() {
    assert_eq!(primes_below(20), [2, 3, 5, 7, 11, 13, 17, 19]);
    assert_eq!((primes_below(1 << 16).len(), primes_below(1 << 20).len()), (6542, 82025));
    assert!(primes_below(2).is_empty());
}

#[test]
fn powers_and_their_neighbors_are_told_apart() {
    let base = mersenne(127);
    for (exponent, found) in [(2, 2), (3, 3), (4, 2), (5, 5), (6, 2), (7, 7), (8, 2), (13, 13)] {
        let power = base.pow(exponent);
        assert_eq!(perfect_power(&power), Some((base.pow(exponent / found), found)));
        assert_eq!((perfect_power(&(&power + 1u8)), perfect_power(&(power - 1u8))), (None, None), "{exponent}");
    }
    assert_eq!(perfect_power(&base), None);
}

#[test]
fn roots_are_those_of_num_bigint() {
    let mut rng = ChaCha20Rng::from_seed([92; 32]); // a fixed seed: for tests only
    for bits in [1, 2, 7, 8, 63, 64, 100, 521, 2048] {
        let mut bytes = vec![0; usize::div_ceil(bits, 8)];
        rng.fill_bytes(&mut bytes);
        for k in [2, 3, 5, 7, 31, 101] {
            let root = BigUint::from_bytes_be(&bytes);
            for number in [root.clone(), root.pow(k.min(7)), root.pow(k.min(7)) + 1u8] {
                assert_eq!(super::root(&number, k), number.nth_root(k), "{number} {k}");
            }
        }
    }
}
