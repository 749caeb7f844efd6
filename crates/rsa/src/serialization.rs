//! Serialization with serde: public keys as SPKI and private keys as PKCS#8, in hexadecimal for texts and in bytes for binary
//! formats. The crate `rsa` writes its keys in the same way.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};
use zeroize::Zeroizing;

use crate::traits::pkcs8::DecodePrivateKey;
use crate::traits::spki::DecodePublicKey;
use crate::{PrivateKey, PublicKey};

/// Fails for an unbalanced key, which has no standard format.
impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let der = self.to_spki_der().map_err(S::Error::custom)?;
        serdect::slice::serialize_hex_lower_or_bin(&der, serializer)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let der = serdect::slice::deserialize_hex_or_bin_vec(deserializer)?;
        Self::from_public_key_der(&der).map_err(D::Error::custom)
    }
}

/// Not encrypted. Fails for multi-power, batch and unbalanced keys, which have no standard format.
impl Serialize for PrivateKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let der = self.to_plain_pkcs8_der().map_err(S::Error::custom)?;
        serdect::slice::serialize_hex_lower_or_bin(&der, serializer)
    }
}

/// Checks the key as [`PrivateKey::import`] does, with random numbers of the operating system.
impl<'de> Deserialize<'de> for PrivateKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let der = Zeroizing::new(serdect::slice::deserialize_hex_or_bin_vec(deserializer)?);
        Self::from_pkcs8_der(&der).map_err(D::Error::custom)
    }
}
