//! PKCS#1: `RSAPrivateKey` and `RSAPublicKey` (RFC 8017, appendix A.1).

use der::Decode;
use der::asn1::UintRef;
use num_bigint::BigUint;
use pkcs1::{OtherPrimeInfo, RsaPrivateKeyRef, RsaPublicKeyRef};
use zeroize::Zeroizing;

use super::foreign::only_public_exponent;
use super::format::Format;
use super::options::Session;
use super::write::{self, SEQUENCE};
use super::{asn1, numbers, pem};
use crate::components::wipe;
use crate::{Components, Error, PublicComponents};

impl Components {
    /// Encodes the key as PKCS#1 (`RSAPrivateKey`), DER. Primes after the second are in otherPrimeInfos. Of two primes, the larger
    /// is written first.
    ///
    /// # Errors
    /// [`Error::InconsistentKey`] for numbers that the format cannot hold: several public exponents, a modulus whose
    /// length is not that of the product of the primes, or a wrong number of CRT exponents or coefficients.
    pub fn to_pkcs1_der(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.check_standard()?;
        let Self { modulus, public_exponents, private_exponent, primes, crt_exponents, crt_coefficients } =
            &self.larger_prime_first();
        // version: 1 for more than two primes
        let version = BigUint::from(u8::from(primes.len() > 2));
        let first = [&version, modulus, &public_exponents[0], private_exponent, &primes[0], &primes[1]];
        let second = [&crt_exponents[0], &crt_exponents[1], &crt_coefficients[0]];
        let numbers = write::integers(first.into_iter().chain(second));
        let other = |index: usize| {
            let numbers = [&primes[index], &crt_exponents[index], &crt_coefficients[index - 1]];
            write::element(SEQUENCE, &[&write::integers(numbers)])
        };
        let others: Vec<_> = (2..primes.len()).map(other).collect();
        let others =
            if others.is_empty() { Zeroizing::default() } else { write::element(SEQUENCE, &[&write::joined(&others)]) };
        Ok(write::element(SEQUENCE, &[&numbers, &others]))
    }

    /// Encodes the key as PKCS#1, PEM.
    ///
    /// # Errors
    /// The errors of [`Components::to_pkcs1_der`].
    pub fn to_pkcs1_pem(&self) -> Result<Zeroizing<String>, Error> {
        Ok(pem::encode(Format::Pkcs1Private, &self.to_pkcs1_der()?))
    }

    /// A copy in which the larger of two primes is the first. The standard allows either order, but WebKitGTK 2.50 makes some wrong
    /// signatures with the other one, and a wrong signature made with CRT reveals the primes.
    fn larger_prime_first(&self) -> Self {
        let mut copy = self.clone();
        if let [p, q] = &self.primes[..]
            && p < q
            && q.bit(0)
            && let Some(coefficient) = numbers::inverse(p, q)
        {
            copy.primes.swap(0, 1);
            copy.crt_exponents.swap(0, 1);
            wipe(&mut copy.crt_coefficients[0]);
            copy.crt_coefficients[0] = coefficient;
        }
        copy
    }

    /// Refuses numbers that the format cannot hold: those of multi-power, whose repeated prime makes the modulus
    /// longer; of batch; and of original, which have no CRT numbers.
    pub(super) fn check_standard(&self) -> Result<(), Error> {
        let Self { modulus, public_exponents, primes, crt_exponents, crt_coefficients, .. } = self;
        let count = primes.len();
        // A product of r numbers has at most as many bits as its factors together, and at most r − 1 fewer.
        let longest = primes.iter().map(BigUint::bits).sum::<u64>();
        let shortest = (longest + 1).saturating_sub(count as u64);
        only_public_exponent(public_exponents)?;
        let problem = if count < 2 || !(shortest..=longest).contains(&modulus.bits()) {
            "at least two primes, whose product is the modulus"
        } else if crt_exponents.len() != count || crt_coefficients.len() + 1 != count {
            "a CRT exponent for every prime, and a CRT coefficient for every one but the first"
        } else {
            return Ok(());
        };
        Err(Error::InconsistentKey(format!("standard formats need {problem}")))
    }
}

impl PublicComponents {
    /// Encodes the key as PKCS#1 (`RSAPublicKey`), DER.
    pub fn to_pkcs1_der(&self) -> Vec<u8> {
        let Self { modulus, public_exponent, message_length: _ } = self;
        write::element(SEQUENCE, &[&write::integers([modulus, public_exponent])]).to_vec()
    }

    /// Encodes the key as PKCS#1, PEM.
    pub fn to_pkcs1_pem(&self) -> String {
        pem::encode(Format::Pkcs1Public, &self.to_pkcs1_der()).to_string()
    }
}

/// Reads the numbers in `RSAPrivateKey` (DER). Zeros in place of the primes or the CRT numbers mean that they are missing.
pub(super) fn read_private(der: &[u8], session: &mut Session<'_>) -> Result<Components, Error> {
    let key = RsaPrivateKeyRef::from_der(der).map_err(asn1::invalid("private key in PKCS #1", der))?;
    let others = key.other_prime_infos.as_deref().unwrap_or_default();
    let list = |first: &[UintRef<'_>], other: fn(&OtherPrimeInfo<UintRef<'_>>) -> BigUint| {
        first.iter().map(number).chain(others.iter().map(other)).collect::<Vec<_>>()
    };
    let components = Components {
        modulus: number(&key.modulus),
        public_exponents: vec![number(&key.public_exponent)],
        private_exponent: number(&key.private_exponent),
        primes: list(&[key.prime1, key.prime2], |other| number(&other.prime)),
        crt_exponents: list(&[key.exponent1, key.exponent2], |other| number(&other.exponent)),
        crt_coefficients: list(&[key.coefficient], |other| number(&other.coefficient)),
    };
    Ok(numbers::complete(components, session))
}

/// Reads the numbers in `RSAPublicKey` (DER).
pub(super) fn read_public(der: &[u8]) -> Result<PublicComponents, Error> {
    let key = RsaPublicKeyRef::from_der(der).map_err(asn1::invalid("public key in PKCS #1", der))?;
    Ok(PublicComponents::new(number(&key.modulus), number(&key.public_exponent)))
}

fn number(integer: &UintRef<'_>) -> BigUint {
    BigUint::from_bytes_be(integer.as_bytes())
}
