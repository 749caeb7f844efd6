//! SPKI: `SubjectPublicKeyInfo` around a PKCS#1 public key (RFC 5280, section 4.1.2.7).

use der::asn1::ObjectIdentifier;
use der::{Decode, Tag, Tagged};
use spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};

use super::format::Format;
use super::write::{self, BIT_STRING, RSA_ENCRYPTION, SEQUENCE};
use super::{asn1, pem, pkcs1 as pkcs1_keys, unrecognized};
use crate::{Error, PublicComponents};

/// `id-RSAES-OAEP`
const OAEP_OID: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.7");
/// `id-RSASSA-PSS`
const PSS_OID: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.10");

impl PublicComponents {
    /// Encodes the key as SPKI (`SubjectPublicKeyInfo`), DER.
    pub fn to_spki_der(&self) -> Vec<u8> {
        let key = self.to_pkcs1_der();
        // The bit string has no unused bits.
        let key = write::element(BIT_STRING, &[&[0], &key]);
        write::element(SEQUENCE, &[RSA_ENCRYPTION, &key]).to_vec()
    }

    /// Encodes the key as SPKI, PEM.
    pub fn to_spki_pem(&self) -> String {
        pem::encode(Format::Spki, &self.to_spki_der()).to_string()
    }
}

/// Reads the numbers in `SubjectPublicKeyInfo` (DER).
pub(super) fn read(der: &[u8]) -> Result<PublicComponents, Error> {
    numbers(&SubjectPublicKeyInfoRef::from_der(der).map_err(asn1::invalid("public key in SPKI", der))?)
}

/// Reads the numbers in a parsed structure.
pub(crate) fn numbers(info: &SubjectPublicKeyInfoRef<'_>) -> Result<PublicComponents, Error> {
    require_rsa(&info.algorithm)?;
    let key = info.subject_public_key.as_bytes();
    pkcs1_keys::read_public(key.ok_or_else(|| {
        Error::InvalidEncoding("SubjectPublicKeyInfo: the key does not consist of whole bytes".into())
    })?)
}

/// Accepts only RSA keys: `rsaEncryption`, whose parameters must be NULL (RFC 8017, appendix A.1), though some software
/// leaves them out; and `id-RSASSA-PSS`, whose parameters restrict the hash functions and salt lengths (RFC 4055,
/// section 3.1); and `id-RSAES-OAEP`, whose parameters restrict the hash functions (section 4).
///
/// Such restrictions are not enforced, because keys of this library have none. The same holds for `key_ops` of a JWK
/// and the key usage of a certificate.
pub(super) fn require_rsa(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<(), Error> {
    let expected = match algorithm.oid {
        pkcs1::ALGORITHM_OID => Tag::Null,
        OAEP_OID | PSS_OID => Tag::Sequence,
        oid => return Err(unrecognized::algorithm(oid)),
    };
    match algorithm.parameters {
        Some(parameters) if parameters.tag() != expected => {
            let name = match algorithm.oid {
                OAEP_OID => "id-RSAES-OAEP",
                PSS_OID => "id-RSASSA-PSS",
                _ => "rsaEncryption",
            };
            Err(Error::InvalidEncoding(format!(
                "the parameters of {name} are a {}, not a {expected}",
                parameters.tag()
            )))
        }
        _ => Ok(()),
    }
}
