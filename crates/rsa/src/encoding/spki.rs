//! SPKI: `SubjectPublicKeyInfo` around a PKCS#1 public key (RFC 5280, section 4.1.2.7).

use der::asn1::BitStringRef;
use der::{Decode, Encode};
use spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};

use super::document::Format;
use super::{invalid, pem, pkcs1 as pkcs1_keys};
use crate::{Error, PublicComponents};

impl PublicComponents {
    /// `SubjectPublicKeyInfo`, DER.
    pub fn to_spki_der(&self) -> Vec<u8> {
        let key = self.to_pkcs1_der();
        let subject_public_key = BitStringRef::from_bytes(&key).expect("a key is far shorter than DER allows");
        let info = SubjectPublicKeyInfoRef { algorithm: pkcs1::ALGORITHM_ID, subject_public_key };
        info.to_der().expect("a key is far shorter than DER allows")
    }

    /// `SubjectPublicKeyInfo`, PEM.
    pub fn to_spki_pem(&self) -> String {
        pem::encode(Format::Spki, &self.to_spki_der()).to_string()
    }
}

/// The numbers in `SubjectPublicKeyInfo`, DER.
pub(super) fn read(der: &[u8]) -> Result<PublicComponents, Error> {
    let info = SubjectPublicKeyInfoRef::from_der(der).map_err(invalid("SubjectPublicKeyInfo"))?;
    require_rsa(&info.algorithm)?;
    let key = info.subject_public_key.as_bytes();
    pkcs1_keys::read_public(
        key.ok_or_else(|| Error::InvalidEncoding("SubjectPublicKeyInfo: the key is not of whole bytes".into()))?,
    )
}

/// Takes `rsaEncryption` alone. Its parameters must be NULL (RFC 8017, appendix A.1); some writers leave them out.
pub(super) fn require_rsa(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<(), Error> {
    if algorithm.oid != pkcs1::ALGORITHM_OID {
        let (oid, rsa) = (algorithm.oid, pkcs1::ALGORITHM_OID);
        return Err(Error::UnsupportedFormat(format!(
            "the key is for the algorithm {oid}, but must be for rsaEncryption, {rsa}"
        )));
    }
    match algorithm.parameters {
        Some(parameters) if !parameters.is_null() => {
            Err(Error::InvalidEncoding("the parameters of rsaEncryption are not NULL".into()))
        }
        _ => Ok(()),
    }
}
