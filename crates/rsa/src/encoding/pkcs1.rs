//! PKCS#1: `RSAPrivateKey` and `RSAPublicKey` (RFC 8017, appendix A.1).

use der::asn1::UintRef;
use der::{Decode, Encode, EncodeValue, FixedTag, Length, Tag, Writer};
use num_bigint::BigUint;
use pkcs1::{OtherPrimeInfo, RsaPrivateKey, RsaPrivateKeyRef, RsaPublicKey, RsaPublicKeyRef};
use zeroize::Zeroizing;

use super::foreign::only_public_exponent;
use super::format::Format;
use super::{invalid, pem};
use crate::{Components, Error, PublicComponents};

impl Components {
    /// Encodes the key as PKCS#1 (`RSAPrivateKey`), DER. Primes after the second are in otherPrimeInfos.
    ///
    /// # Errors
    /// [`Error::InconsistentKey`] for numbers that the format cannot hold: several public exponents, a modulus whose
    /// length is not that of the product of the primes, or a wrong number of CRT exponents or coefficients.
    pub fn to_pkcs1_der(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.check_standard()?;
        let Self { modulus, public_exponents, private_exponent, primes, crt_exponents, crt_coefficients } = self;
        let other = |index: usize| OtherPrimeInfo {
            prime: Integer(&primes[index]),
            exponent: Integer(&crt_exponents[index]),
            coefficient: Integer(&crt_coefficients[index - 1]),
        };
        let key = RsaPrivateKey {
            modulus: Integer(modulus),
            public_exponent: Integer(&public_exponents[0]),
            private_exponent: Integer(private_exponent),
            prime1: Integer(&primes[0]),
            prime2: Integer(&primes[1]),
            exponent1: Integer(&crt_exponents[0]),
            exponent2: Integer(&crt_exponents[1]),
            coefficient: Integer(&crt_coefficients[0]),
            other_prime_infos: (primes.len() > 2).then(|| (2..primes.len()).map(other).collect()),
        };
        Ok(Zeroizing::new(key.to_der().expect("numbers of a key are far shorter than DER allows")))
    }

    /// Encodes the key as PKCS#1, PEM.
    ///
    /// # Errors
    /// The errors of [`Components::to_pkcs1_der`].
    pub fn to_pkcs1_pem(&self) -> Result<Zeroizing<String>, Error> {
        Ok(pem::encode(Format::Pkcs1Private, &self.to_pkcs1_der()?))
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
        let key = RsaPublicKey { modulus: Integer(modulus), public_exponent: Integer(public_exponent) };
        key.to_der().expect("numbers of a key are far shorter than DER allows")
    }

    /// Encodes the key as PKCS#1, PEM.
    pub fn to_pkcs1_pem(&self) -> String {
        pem::encode(Format::Pkcs1Public, &self.to_pkcs1_der()).to_string()
    }
}

/// Reads the numbers in `RSAPrivateKey` (DER).
pub(super) fn read_private(der: &[u8]) -> Result<Components, Error> {
    let key = RsaPrivateKeyRef::from_der(der).map_err(invalid("RSAPrivateKey of PKCS#1"))?;
    let others = key.other_prime_infos.as_deref().unwrap_or_default();
    let numbers = |first: &[UintRef<'_>], other: fn(&OtherPrimeInfo<UintRef<'_>>) -> BigUint| {
        first.iter().map(number).chain(others.iter().map(other)).collect::<Vec<_>>()
    };
    Ok(Components {
        modulus: number(&key.modulus),
        public_exponents: vec![number(&key.public_exponent)],
        private_exponent: number(&key.private_exponent),
        primes: numbers(&[key.prime1, key.prime2], |other| number(&other.prime)),
        crt_exponents: numbers(&[key.exponent1, key.exponent2], |other| number(&other.exponent)),
        crt_coefficients: numbers(&[key.coefficient], |other| number(&other.coefficient)),
    })
}

/// Reads the numbers in `RSAPublicKey` (DER).
pub(super) fn read_public(der: &[u8]) -> Result<PublicComponents, Error> {
    let key = RsaPublicKeyRef::from_der(der).map_err(invalid("RSAPublicKey of PKCS#1"))?;
    Ok(PublicComponents::new(number(&key.modulus), number(&key.public_exponent)))
}

fn number(integer: &UintRef<'_>) -> BigUint {
    BigUint::from_bytes_be(integer.as_bytes())
}

/// A number as an INTEGER of ASN.1.
struct Integer<'a>(&'a BigUint);

impl FixedTag for Integer<'_> {
    const TAG: Tag = Tag::Integer;
}

impl EncodeValue for Integer<'_> {
    /// Includes room for the sign bit, which is 0.
    fn value_len(&self) -> der::Result<Length> {
        Length::try_from(self.0.bits() as usize / 8 + 1)
    }

    fn encode_value(&self, writer: &mut impl Writer) -> der::Result<()> {
        UintRef::new(&Zeroizing::new(self.0.to_bytes_be()))?.encode_value(writer)
    }
}
