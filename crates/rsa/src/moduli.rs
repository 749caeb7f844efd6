//! Recognizes numbers that cannot be a modulus of RSA, because something else was mistaken for a key.
//!
//! [`PublicKey::imported`] refuses two kinds. Some numbers are the bytes of something else: of a text or of DER, or digits that were
//! decoded as Base64. Random numbers practically never look like that. Others cannot be a product of long primes: the prime of
//! Diffie–Hellman parameters, a power, or a random number such as half of a signature, which usually has a small factor.
//!
//! The tests of the second kind are also public, one by one, for audits.

use std::sync::OnceLock;

use der::asn1::AnyRef;
use der::{Decode, SliceReader, Tag, Tagged};
use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};
use num_bigint::BigUint;
use num_integer::Integer;

use crate::{Error, PublicComponents, PublicKey};

/// Factors below this are small. The shortest prime of a key has 64 bits.
pub const SMALL_FACTOR_LIMIT: u32 = 1 << 20;

/// How many primes a product has that is divided by the modulus at once: its length is about that of the longest modulus.
const PRIMES_OF_A_PRODUCT: usize = 800;

/// How many bytes show that a number is a text. By chance, 16 of a number of 128 bits are one in five million times.
const START: usize = 32;

impl PublicKey {
    /// Makes a public key from numbers of unknown origin. Like [`PublicKey::from_components`], but refuses numbers that cannot be a key.
    /// It takes about as long as a power modulo N with an exponent as long as N, because it tests that N is not prime.
    ///
    /// With `allow_broken`, a modulus may be prime, a power, or have a small factor, so that an audit can say so.
    ///
    /// # Errors
    /// The errors of [`PublicKey::from_components`]; [`Error::InvalidEncoding`] if the modulus or the exponent is the bytes of a text
    /// or of DER; [`Error::BrokenKey`] if the modulus is not a product of at least two different long primes.
    ///
    /// ```
    /// use rsa_variants::{BigUint, PublicComponents, PublicKey};
    ///
    /// let prime = (BigUint::from(1u8) << 521) - 1u8;
    /// let error = PublicKey::imported(&PublicComponents::new(prime, 5u8.into()), false).unwrap_err();
    /// assert_eq!(error.code(), "broken-key");
    /// ```
    pub fn imported(components: &PublicComponents, allow_broken: bool) -> Result<Self, Error> {
        let key = Self::from_components(components)?;
        let PublicComponents { modulus, public_exponent, .. } = components;
        if let Some(what) = misread(modulus) {
            let problem =
                format!("the modulus is {what}, not a number: the key was put together wrongly; export it again");
            return Err(Error::InvalidEncoding(problem));
        }
        if is_written_out(public_exponent) {
            let problem = "the public exponent is the digits of a number instead of the number: export the key again";
            return Err(Error::InvalidEncoding(problem.into()));
        }
        if allow_broken {
            return Ok(key);
        }
        let defect = if let Some(factor) = small_factor(modulus) {
            format!("the modulus is divisible by {factor}: it was damaged, or never made as a key")
        } else if let Some((_, exponent)) = perfect_power(modulus) {
            format!("the modulus is a perfect power with exponent {exponent}")
        } else if is_probable_prime(key.modulus_prepared()) {
            "the modulus is a prime, as in Diffie-Hellman parameters, not a product of primes".into()
        } else {
            return Ok(key);
        };
        Err(Error::BrokenKey(defect))
    }
}

/// The primes below `limit`, by the sieve of Eratosthenes.
pub fn primes_below(limit: usize) -> Vec<u32> {
    let mut is_composite = vec![false; limit];
    let mut primes = Vec::new();
    for number in 2..limit {
        if is_composite[number] {
            continue;
        }
        primes.push(number as u32);
        for multiple in (number * number..limit).step_by(number) {
            is_composite[multiple] = true;
        }
    }
    primes
}

/// The least prime factor of a modulus below [`SMALL_FACTOR_LIMIT`].
pub fn small_factor(modulus: &BigUint) -> Option<u32> {
    // 189 kB, which are computed once.
    static PRODUCTS: OnceLock<Vec<BigUint>> = OnceLock::new();
    if !modulus.bit(0) {
        return Some(2);
    }
    let products = PRODUCTS.get_or_init(|| {
        primes_below(SMALL_FACTOR_LIMIT as usize)[1..].chunks(PRIMES_OF_A_PRODUCT).map(product).collect()
    });
    let one = BigUint::from(1u8);
    let all = products.iter().fold(one.clone(), |all, product| all * (product % modulus) % modulus);
    let common = all.gcd(modulus);
    (common > one).then(|| (3..SMALL_FACTOR_LIMIT).step_by(2).find(|&odd| (&common % odd) == BigUint::ZERO))?
}

fn product(primes: &[u32]) -> BigUint {
    match primes {
        [] => BigUint::from(1u8),
        [prime] => BigUint::from(*prime),
        _ => {
            let (first, second) = primes.split_at(primes.len() / 2);
            product(first) * product(second)
        }
    }
}

/// The root and the least exponent of a perfect power without small factors. A multi-power modulus `p^(r−s)·q^s` is never one, because
/// gcd(s, r) = 1.
pub fn perfect_power(number: &BigUint) -> Option<(BigUint, u32)> {
    // The root of a number without small factors has more than 20 bits.
    let most = (number.bits() / u64::from(SMALL_FACTOR_LIMIT.ilog2())).max(8) as usize;
    let exponents = primes_below(most + 1).into_iter();
    exponents.map(|exponent| (root(number, exponent), exponent)).find(|(root, k)| root.pow(*k) == *number)
}

/// The k-th root, rounded down. `BigUint::nth_root` begins with logarithms, which are 5 kB of the WebAssembly module.
fn root(number: &BigUint, k: u32) -> BigUint {
    let length = number.bits() / u64::from(k) + 1;
    if length <= 8 {
        let mut root = 0u32;
        for bit in (0..length).rev() {
            let larger = root | 1 << bit;
            if BigUint::from(larger).pow(k) <= *number {
                root = larger;
            }
        }
        return root.into();
    }
    // The upper half of the root, rounded up, is the root of the number's upper bits. From above, Newton's method ends at the root.
    let half = length / 2;
    let mut above: BigUint = (root(&(number >> (half * u64::from(k))), k) + 1u8) << half;
    loop {
        let next = (&above * (k - 1) + number / above.pow(k - 1)) / k;
        if next >= above {
            return above;
        }
        above = next;
    }
}

/// Whether a modulus passes Fermat's test with the bases 2 and 3. All primes do; composite numbers are too rare to occur by chance.
pub fn is_probable_prime(modulus: &Modulus) -> bool {
    let exponent = Exponent::public(&(modulus.value().to_biguint() - 1u8));
    let one = BigUint::from(1u8);
    [2u8, 3].into_iter().all(|base| {
        let base = &Natural::from_biguint(&base.into(), modulus.bit_length());
        let set = [Exponentiation { base, exponent: &exponent, modulus }];
        Engine::default().exponentiate(&set).remove(0).to_biguint() == one
    })
}

/// What a modulus is whose bytes are those of something else.
fn misread(modulus: &BigUint) -> Option<&'static str> {
    let bytes = &modulus.to_bytes_be()[..];
    let start = [&[0xef, 0xbb, 0xbf][..], &[0xff, 0xfe], &[0xfe, 0xff]]
        .into_iter()
        .find_map(|mark| bytes.strip_prefix(mark))
        .unwrap_or(bytes);
    let start = &start[..start.len().min(START)];
    let is_text = |bytes: &[u8]| bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r'));
    // Of UTF-16, every second byte is zero, but a leading zero is not part of a number.
    let [even, odd] = [0, 1].map(|first| start.iter().copied().skip(first).step_by(2).collect::<Vec<_>>());
    let are_zero = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
    if is_text(start) || is_text(&even) && are_zero(&odd) || is_text(&odd) && are_zero(&even) {
        return Some("a text, such as digits or PEM");
    }
    // Zeros at the start of decoded digits are not part of the number.
    if (0..3).any(|zeros| base64(zeros, bytes).all(|digit| digit.is_ascii_hexdigit() || digit == b'x')) {
        return Some("hexadecimal or decimal digits that were decoded as Base64");
    }
    if bytes.starts_with(b"\x07ssh-rsa") {
        return Some("a public key of OpenSSH");
    }
    if [&[6, 2, 0, 0][..], &[7, 2, 0, 0], b"RSA1", b"RSA2", b"RSA3"].iter().any(|start| bytes.starts_with(start)) {
        return Some("a key blob of Windows");
    }
    is_der(bytes).then_some("DER")
}

/// Whether bytes are DER that begins like a key, a certificate, or the number in a key. Of random numbers, fewer than one in 2^26 do.
fn is_der(bytes: &[u8]) -> bool {
    let Ok(whole) = AnyRef::from_der(bytes) else { return false };
    match (whole.tag(), whole.value()) {
        (Tag::Sequence, content) => first_element(content).is_some_and(|first| match (first.tag(), first.value()) {
            // A version or a modulus.
            (Tag::Integer, number) => number.len() == 1 || number.starts_with(&[0]),
            // The name of an algorithm, or the body of a certificate.
            (Tag::Sequence, inner) => first_element(inner).is_some_and(|first| {
                matches!(
                    first.tag(),
                    Tag::ObjectIdentifier | Tag::Integer | Tag::ContextSpecific { constructed: true, .. }
                )
            }),
            _ => false,
        }),
        (Tag::BitString, [0, inner @ ..]) | (Tag::OctetString, inner) => is_der(inner),
        // Two bytes before a short number would be too common.
        (Tag::Integer, [0, first, rest @ ..]) => *first >= 0x80 && rest.len() >= 127,
        _ => false,
    }
}

fn first_element(content: &[u8]) -> Option<AnyRef<'_>> {
    AnyRef::decode(&mut SliceReader::new(content).ok()?).ok()
}

/// The whole digits of the Base64 of zeros and bytes.
fn base64(zeros: usize, bytes: &[u8]) -> impl Iterator<Item = u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let byte = move |at: usize| at.checked_sub(zeros).and_then(|at| bytes.get(at)).map_or(0, |byte| u32::from(*byte));
    (0..(zeros + bytes.len()) * 8 / 6).map(move |index| {
        let (at, bit) = (index * 6 / 8, index * 6 % 8);
        DIGITS[((byte(at) << 8 | byte(at + 1)) >> (10 - bit) & 63) as usize]
    })
}

/// Whether an exponent is the text of 257 or 65537, or that text decoded as Base64.
fn is_written_out(exponent: &BigUint) -> bool {
    let bytes = exponent.to_bytes_be();
    let is_usual = |text: &[u8]| {
        let text = core::str::from_utf8(text).unwrap_or_default();
        let text = text.strip_prefix("0x").unwrap_or(text);
        let usual = |radix| u64::from_str_radix(text, radix).is_ok_and(|number| matches!(number, 257 | 65537));
        usual(10) || usual(16)
    };
    (3..=12).contains(&bytes.len()) && (is_usual(&bytes) || is_usual(&base64(0, &bytes).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests;
