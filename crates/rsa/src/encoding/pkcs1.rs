//! PKCS#1: `RSAPrivateKey` and `RSAPublicKey` (RFC 8017, appendix A.1).

use std::borrow::Cow;

use der::asn1::UintRef;
use der::{Decode, Encode, EncodeValue, FixedTag, Length, Tag, Writer};
use num_bigint::BigUint;
use pkcs1::{OtherPrimeInfo, RsaPrivateKey, RsaPrivateKeyRef, RsaPublicKey, RsaPublicKeyRef};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::document::Format;
use super::{foreign, invalid, pem};
use crate::{CheckedParams, Components, Error, PrivateKey, PublicKey, Variant};

impl PrivateKey {
    /// The key in PKCS#1, DER. More than two primes stand in otherPrimeInfos; the CRT numbers of the variant original are
    /// computed.
    ///
    /// # Errors
    /// [`Error::NoStandardFormat`] for the variants multi-power and batch.
    pub fn to_pkcs1_der(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        let components = self.standard_components()?;
        let Components { modulus, public_exponents, private_exponent, primes, crt_exponents, crt_coefficients } =
            components.as_ref();
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

    /// The key in PKCS#1, PEM.
    ///
    /// # Errors
    /// As [`PrivateKey::to_pkcs1_der`].
    pub fn to_pkcs1_pem(&self) -> Result<Zeroizing<String>, Error> {
        Ok(pem::encode(Format::Pkcs1Private, &self.to_pkcs1_der()?))
    }

    /// The numbers that PKCS#1 and JWK list: those of the key, and of the variant original its CRT numbers, computed.
    ///
    /// # Errors
    /// [`Error::NoStandardFormat`] for the variants multi-power and batch.
    pub fn standard_components(&self) -> Result<Cow<'_, Components>, Error> {
        let variant = self.params().variant;
        match variant {
            Variant::MultiPower | Variant::Batch => Err(Error::NoStandardFormat { variant }),
            Variant::Original => {
                let params = CheckedParams { variant: Variant::Crt, ..self.params().check_existing()? };
                let Components { primes, public_exponents, private_exponent, .. } = self.components().clone();
                Ok(Cow::Owned(Components::new(&params, primes, public_exponents, private_exponent)))
            }
            _ => Ok(Cow::Borrowed(self.components())),
        }
    }
}

impl PublicKey {
    /// The key in PKCS#1, DER.
    pub fn to_pkcs1_der(&self) -> Vec<u8> {
        let (modulus, public_exponent) = (self.modulus(), self.public_exponent());
        let key = RsaPublicKey { modulus: Integer(&modulus), public_exponent: Integer(&public_exponent) };
        key.to_der().expect("numbers of a key are far shorter than DER allows")
    }

    /// The key in PKCS#1, PEM.
    pub fn to_pkcs1_pem(&self) -> String {
        pem::encode(Format::Pkcs1Public, &self.to_pkcs1_der()).to_string()
    }
}

/// The key in PKCS#1, DER, checked.
pub(super) fn read_private(der: &[u8], rng: &mut dyn CryptoRng) -> Result<PrivateKey, Error> {
    let key = RsaPrivateKeyRef::from_der(der).map_err(invalid("RSAPrivateKey of PKCS#1"))?;
    let others = key.other_prime_infos.as_deref().unwrap_or_default();
    let numbers = |first: &[UintRef<'_>], other: fn(&OtherPrimeInfo<UintRef<'_>>) -> BigUint| {
        first.iter().map(number).chain(others.iter().map(other)).collect::<Vec<_>>()
    };
    let components = Components {
        modulus: number(&key.modulus),
        public_exponents: vec![number(&key.public_exponent)],
        private_exponent: number(&key.private_exponent),
        primes: numbers(&[key.prime1, key.prime2], |other| number(&other.prime)),
        crt_exponents: numbers(&[key.exponent1, key.exponent2], |other| number(&other.exponent)),
        crt_coefficients: numbers(&[key.coefficient], |other| number(&other.coefficient)),
    };
    foreign::key(components, rng)
}

/// The public key in PKCS#1, DER, checked.
pub(super) fn read_public(der: &[u8]) -> Result<PublicKey, Error> {
    let key = RsaPublicKeyRef::from_der(der).map_err(invalid("RSAPublicKey of PKCS#1"))?;
    PublicKey::new(&number(&key.modulus), &number(&key.public_exponent))
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
    /// With room for the sign, which is 0.
    fn value_len(&self) -> der::Result<Length> {
        Length::try_from(self.0.bits() as usize / 8 + 1)
    }

    fn encode_value(&self, writer: &mut impl Writer) -> der::Result<()> {
        UintRef::new(&Zeroizing::new(self.0.to_bytes_be()))?.encode_value(writer)
    }
}
