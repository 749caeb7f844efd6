//! The public exponent that belongs to metadata, and the bytes that get signed.

use hkdf::Hkdf;
use num_bigint::BigUint;
use sha2::Sha384;

use super::Error;

/// DerivePublicKey (draft-irtf-cfrg-partially-blind-rsa-02, section 4.6) with SHA-384: the public exponent for a modulus and public
/// metadata. It is odd and two bits shorter than a prime of the key, or more.
///
/// # Errors
/// [`Error::ModulusLength`] unless the modulus has `8·2^k` bits.
///
/// ```
/// use num_bigint::BigUint;
/// use rsa_variants::blind::derived_exponent;
///
/// let modulus = (BigUint::from(1u8) << 2048) - 1u8; // not a key
/// let exponent = derived_exponent(&modulus, b"valid until 2027-01-01")?;
/// assert!(exponent.bit(0) && exponent.bits() <= 1022);
/// # Ok::<(), rsa_variants::blind::Error>(())
/// ```
#[inline]
pub fn derived_exponent(modulus: &BigUint, info: &[u8]) -> Result<BigUint, Error> {
    let bits = modulus.bits() as usize;
    if !bits.is_power_of_two() || bits < 16 {
        return Err(Error::ModulusLength(bits));
    }
    let length = bits / 16;
    let input = [b"key", info, &[0]].concat();
    // The modulus has whole bytes. The draft takes 16 bytes more than it uses.
    let mut bytes = vec![0; length + 16];
    (Hkdf::<Sha384>::new(Some(&modulus.to_bytes_be()), &input).expand(b"PBRSA", &mut bytes))
        .map_err(|_| Error::ModulusLength(bits))?;
    bytes.truncate(length);
    bytes[0] &= 0x3f;
    bytes[length - 1] |= 1;
    Ok(BigUint::from_bytes_be(&bytes))
}

/// The length of metadata in four bytes, as they are signed.
#[inline]
pub(super) fn encoded_length(info: &[u8]) -> Result<[u8; 4], Error> {
    let bytes = info.len();
    Ok(u32::try_from(bytes).map_err(|_| Error::InfoTooLong { bytes })?.to_be_bytes())
}
