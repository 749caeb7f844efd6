//! Writes keys in the standard formats.

use std::borrow::Cow;

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::definition::Powers;
use crate::{Components, Error, KeyParams, PrivateKey, PublicComponents, PublicKey, Variant};

impl PrivateKey {
    /// The numbers that PKCS#1 and JWK contain. For the variant original, whose keys have none, this computes the CRT
    /// numbers.
    ///
    /// # Errors
    /// [`Error::NoStandardFormat`] for variants that these formats cannot hold
    /// ([`Definition::no_standard_format`](crate::definition::Definition::no_standard_format)).
    pub fn standard_components(&self) -> Result<Cow<'_, Components>, Error> {
        let variant = self.params().variant;
        if variant.definition().no_standard_format.is_some() {
            return Err(Error::NoStandardFormat { variant });
        }
        match variant.definition().powers {
            Powers::Modulus => {
                let params = KeyParams { variant: Variant::Crt, ..self.params().clone() }.check_existing()?;
                let Components { primes, public_exponents, private_exponent, .. } = self.components();
                let [primes, exponents] = [primes, public_exponents].map(Vec::clone);
                Ok(Cow::Owned(Components::new(&params, primes, exponents, private_exponent.clone())))
            }
            _ => Ok(Cow::Borrowed(self.components())),
        }
    }

    /// The key in PKCS#1, DER. Primes after the second are in otherPrimeInfos. The CRT numbers of the variant original
    /// are computed.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::standard_components`].
    pub fn to_pkcs1_der(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.standard_components()?.to_pkcs1_der()
    }

    /// The key in PKCS#1, PEM.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::to_pkcs1_der`].
    pub fn to_pkcs1_pem(&self) -> Result<Zeroizing<String>, Error> {
        self.standard_components()?.to_pkcs1_pem()
    }

    /// The key in PKCS#8, DER, without a password. The trait `EncodePrivateKey` has `to_pkcs8_der`, whose errors have no reason.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::to_pkcs1_der`].
    pub fn to_plain_pkcs8_der(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.standard_components()?.to_pkcs8_der()
    }

    /// The key in PKCS#8, PEM, without a password.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::to_pkcs1_der`].
    pub fn to_plain_pkcs8_pem(&self) -> Result<Zeroizing<String>, Error> {
        self.standard_components()?.to_pkcs8_pem()
    }

    /// The key in encrypted PKCS#8, DER, encrypted as in [`Components::to_encrypted_pkcs8_der`].
    ///
    /// # Errors
    /// The errors of [`PrivateKey::to_pkcs1_der`]; [`Error::OutOfRange`] for an empty password.
    pub fn to_encrypted_pkcs8_der(
        &self,
        password: &[u8],
        rng: &mut dyn CryptoRng,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.standard_components()?.to_encrypted_pkcs8_der(password, rng)
    }

    /// The key in encrypted PKCS#8, PEM.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::to_encrypted_pkcs8_der`].
    pub fn to_encrypted_pkcs8_pem(&self, password: &[u8], rng: &mut dyn CryptoRng) -> Result<Zeroizing<String>, Error> {
        self.standard_components()?.to_encrypted_pkcs8_pem(password, rng)
    }

    /// The key in OpenSSH's format, as in [`Components::to_openssh`].
    ///
    /// # Errors
    /// The errors of [`PrivateKey::to_pkcs1_der`]; [`Error::TwoPrimesOnly`] for more than two primes.
    pub fn to_openssh(&self) -> Result<Zeroizing<String>, Error> {
        self.standard_components()?.to_openssh()
    }

    /// The key in OpenSSH's format, encrypted as in [`Components::to_encrypted_openssh`].
    ///
    /// # Errors
    /// The errors of [`PrivateKey::to_openssh`]; [`Error::OutOfRange`] for an empty password.
    pub fn to_encrypted_openssh(&self, password: &[u8], rng: &mut dyn CryptoRng) -> Result<Zeroizing<String>, Error> {
        self.standard_components()?.to_encrypted_openssh(password, rng)
    }
}

impl PublicKey {
    /// The numbers that the standard formats contain.
    ///
    /// # Errors
    /// [`Error::NoStandardFormat`] for an unbalanced key: without the bound of its messages, others would encrypt
    /// messages that it cannot decrypt.
    pub fn standard_components(&self) -> Result<PublicComponents, Error> {
        match self.message_length() {
            Some(_) => Err(Error::NoStandardFormat { variant: Variant::Unbalanced }),
            None => Ok(self.components()),
        }
    }

    /// The key in PKCS#1, DER.
    ///
    /// # Errors
    /// The errors of [`PublicKey::standard_components`].
    pub fn to_pkcs1_der(&self) -> Result<Vec<u8>, Error> {
        Ok(self.standard_components()?.to_pkcs1_der())
    }

    /// The key in PKCS#1, PEM.
    ///
    /// # Errors
    /// The errors of [`PublicKey::standard_components`].
    pub fn to_pkcs1_pem(&self) -> Result<String, Error> {
        Ok(self.standard_components()?.to_pkcs1_pem())
    }

    /// The key in SPKI, DER.
    ///
    /// # Errors
    /// The errors of [`PublicKey::standard_components`].
    pub fn to_spki_der(&self) -> Result<Vec<u8>, Error> {
        Ok(self.standard_components()?.to_spki_der())
    }

    /// The key in SPKI, PEM.
    ///
    /// # Errors
    /// The errors of [`PublicKey::standard_components`].
    pub fn to_spki_pem(&self) -> Result<String, Error> {
        Ok(self.standard_components()?.to_spki_pem())
    }

    /// The key as a line of OpenSSH.
    ///
    /// # Errors
    /// The errors of [`PublicKey::standard_components`].
    pub fn to_openssh(&self) -> Result<String, Error> {
        Ok(self.standard_components()?.to_openssh())
    }
}
