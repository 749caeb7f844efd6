//! Algorithm identifiers of the signature schemes, as certificates contain them (RFC 4055, RFC 8702, and NIST's registry for
//! SHA-3).

use core::borrow::Borrow;

use pkcs8::der::asn1::{Any, ContextSpecific};
use pkcs8::der::{Decode, Encode, EncodeValue, Tag, TagMode, TagNumber, Tagged};
use spki::{AlgorithmIdentifierOwned, DynSignatureAlgorithmIdentifier, ObjectIdentifier};

use super::{Scheme, SigningKey, VerifyingKey};
use crate::padding::require_room_for_pkcs1v15_signature;
use crate::{Hash, PrivateKey, Pss, PublicKey};

impl<K: Borrow<PrivateKey>> DynSignatureAlgorithmIdentifier for SigningKey<K> {
    /// The scheme's identifier. Fails where [`VerifyingKey`]'s does.
    fn signature_algorithm_identifier(&self) -> spki::Result<AlgorithmIdentifierOwned> {
        identifier(&self.scheme, self.private_key().public_key())
    }
}

impl<K: Borrow<PublicKey>> DynSignatureAlgorithmIdentifier for VerifyingKey<K> {
    /// The scheme's identifier, with the salt length that signing uses. Fails if the key cannot sign with the scheme, and
    /// for SHAKE with a salt that is not as long as a hash value, which RFC 8702 does not allow.
    fn signature_algorithm_identifier(&self) -> spki::Result<AlgorithmIdentifierOwned> {
        identifier(&self.scheme, self.public_key())
    }
}

fn identifier(scheme: &Scheme, key: &PublicKey) -> spki::Result<AlgorithmIdentifierOwned> {
    match scheme {
        Scheme::Pss(pss) => pss_identifier(pss, key),
        Scheme::Pkcs1v15(hash) => {
            require_room_for_pkcs1v15_signature(key, *hash).map_err(|_| spki::Error::KeyMalformed)?;
            let oid = pkcs1v15(*hash).ok_or(spki::Error::KeyMalformed)?;
            Ok(AlgorithmIdentifierOwned { oid: ObjectIdentifier::new_unwrap(oid), parameters: Some(Any::null()) })
        }
    }
}

/// RSASSA-PKCS1-v1_5 with a hash function; none with SHAKE.
fn pkcs1v15(hash: Hash) -> Option<&'static str> {
    Some(match hash {
        Hash::Sha1 => "1.2.840.113549.1.1.5",
        Hash::Sha224 => "1.2.840.113549.1.1.14",
        Hash::Sha256 => "1.2.840.113549.1.1.11",
        Hash::Sha384 => "1.2.840.113549.1.1.12",
        Hash::Sha512 => "1.2.840.113549.1.1.13",
        Hash::Sha512_224 => "1.2.840.113549.1.1.15",
        Hash::Sha512_256 => "1.2.840.113549.1.1.16",
        Hash::Sha3_224 => "2.16.840.1.101.3.4.3.13",
        Hash::Sha3_256 => "2.16.840.1.101.3.4.3.14",
        Hash::Sha3_384 => "2.16.840.1.101.3.4.3.15",
        Hash::Sha3_512 => "2.16.840.1.101.3.4.3.16",
        Hash::Shake128 | Hash::Shake256 => return None,
    })
}

/// RSASSA-PSS. DER leaves out what has its default value: SHA-1, MGF1 with SHA-1, and a salt of 20 bytes.
fn pss_identifier(pss: &Pss, key: &PublicKey) -> spki::Result<AlgorithmIdentifierOwned> {
    const MGF1: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.8");
    let salt_length = pss.salt_to_sign(key).map_err(|_| spki::Error::KeyMalformed)?;
    let without_parameters = match pss.hash {
        Hash::Shake128 => Some("1.3.6.1.5.5.7.6.30"),
        Hash::Shake256 => Some("1.3.6.1.5.5.7.6.31"),
        _ => None,
    };
    if let Some(oid) = without_parameters {
        let identifier = AlgorithmIdentifierOwned { oid: ObjectIdentifier::new_unwrap(oid), parameters: None };
        return if salt_length == pss.hash.length() { Ok(identifier) } else { Err(spki::Error::KeyMalformed) };
    }
    let mut fields = Vec::new();
    if pss.hash != Hash::Sha1 {
        field(0, hash_identifier(pss.hash)?, &mut fields)?;
    }
    if pss.mgf_hash != Hash::Sha1 {
        let parameters = Some(Any::encode_from(&hash_identifier(pss.mgf_hash)?)?);
        field(1, AlgorithmIdentifierOwned { oid: MGF1, parameters }, &mut fields)?;
    }
    if salt_length != 20 {
        field(2, salt_length as u64, &mut fields)?;
    }
    let parameters = Some(Any::new(Tag::Sequence, fields)?);
    Ok(AlgorithmIdentifierOwned { oid: ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.10"), parameters })
}

/// Appends a field with an explicit tag.
fn field<T: EncodeValue + Tagged>(number: u32, value: T, fields: &mut Vec<u8>) -> spki::Result<()> {
    let field = ContextSpecific { tag_number: TagNumber(number), tag_mode: TagMode::Explicit, value };
    field.encode_to_vec(fields)?;
    Ok(())
}

/// The hash function's identifier, which is also part of DigestInfo: between its header and the empty hash value.
fn hash_identifier(hash: Hash) -> spki::Result<AlgorithmIdentifierOwned> {
    let info = hash.digest_info(&[]);
    Ok(AlgorithmIdentifierOwned::from_der(&info[2..info.len() - 2])?)
}
