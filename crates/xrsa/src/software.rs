//! The naive method that the paper compares with: the controller's processor computes the same private operation at the full
//! width of the modulus. The cost is counted in products of 32-bit words.

use core::ops::ControlFlow;

use num_bigint::BigUint;
use rsa_variants::{Components, PublicKey};
use zeroize::Zeroizing;

use crate::words::{self, Words};
use crate::{Error, montgomery};

/// A decrypted message and what it took in software.
pub struct SoftwareDecryption {
    /// `C^d mod N`, as long as the modulus in bytes.
    pub message: Vec<u8>,
    /// Montgomery multiplications modulo N.
    pub multiplications: u64,
    /// Products of two 32-bit words.
    pub word_products: u64,
}

/// The number of products of two 32-bit words in one Montgomery multiplication of `length` bits. Each word of one operand takes a
/// row of products with the other operand, a quotient digit, and a row of products with the modulus.
///
/// ```
/// assert_eq!(xrsa::software::word_products(2048), 64 * (64 + 1 + 64));
/// ```
pub fn word_products(length: usize) -> u64 {
    let words = words::count(length) as u64;
    words * (2 * words + 1)
}

/// The number of multiplications of the naive method for a modulus of `length` bits: a multiplication and a squaring for each
/// bit, and three between the domains.
pub fn multiplications(length: usize) -> u64 {
    2 * length as u64 + 3
}

/// `C^d mod N` by Algorithm 3 modulo N itself, without CRT and without the unit. `on_progress` receives the multiplications done
/// and expected.
///
/// # Errors
/// [`Error::Rsa`] for a modulus, an exponent or a block that is refused; [`Error::Aborted`].
pub fn decrypt_raw(
    components: &Components,
    block: &[u8],
    on_progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<SoftwareDecryption, Error> {
    let Components { modulus, public_exponents, private_exponent, .. } = components;
    let public_exponent = public_exponents.first().cloned().unwrap_or_default();
    let public_key = PublicKey::new(modulus, &public_exponent)?;
    if private_exponent >= modulus {
        return Err(Error::InconsistentKey("the private exponent is not below the modulus".into()));
    }
    let bits = modulus.bits() as usize;
    let length = words::count(bits);
    // The constant is not counted, because it can be stored with the key.
    let r_squared = (BigUint::from(1u8) << (64 * length)) % modulus;
    public_key.number(block)?; // for its checks
    let base = words::of_be_bytes(block, length);
    let [m, r_squared, exponent] = [modulus, &r_squared, private_exponent].map(|value| words::of(value, length));
    let mut one = Zeroizing::new(vec![0; length]);
    one[0] = 1;

    let inverse = montgomery::negative_inverse(m[0]);
    let mut done = 0;
    let mut times = |a: &[u32], b: &[u32]| -> Result<Words, Error> {
        let mut product = Zeroizing::new(vec![0; length]);
        montgomery::multiply(a, b, &m, inverse, &mut product);
        done += 1;
        if on_progress(done, multiplications(bits)).is_break() { Err(Error::Aborted) } else { Ok(product) }
    };
    let (mut y, mut t) = (times(&one, &r_squared)?, times(&base, &r_squared)?);
    for bit in 0..bits {
        let choice = exponent[bit / 32] >> (bit % 32) & 1;
        y = words::select(&y, &times(&y, &t)?, choice);
        t = times(&t, &t)?;
    }
    let message = words::to_be_bytes(&times(&y, &one)?, bits.div_ceil(8));
    Ok(SoftwareDecryption { message, multiplications: done, word_products: done * word_products(bits) })
}
