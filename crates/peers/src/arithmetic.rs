//! One file for each crate: how it computes modular powers.

mod crypto_bigint;
mod modular_powers;
mod num_bigint;

pub(crate) use self::{crypto_bigint::CryptoBigint, modular_powers::Modexp, num_bigint::NumBigint};

/// The numbers of one exponentiation `base^exponent mod modulus`, big-endian, all of one length.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a> {
    pub(crate) base: &'a [u8],
    pub(crate) exponent: &'a [u8],
    pub(crate) modulus: &'a [u8],
}

/// A crate's modular exponentiation, used as a program that cares for speed uses it: what the crate lets a program prepare
/// once a key is prepared, and each number stays in the crate's own form.
pub(crate) trait Arithmetic {
    /// An exponentiation, ready to run.
    type Prepared;
    /// Its result.
    type Power;

    /// The untimed part. The modulus is odd.
    fn prepare(&self, numbers: Numbers<'_>) -> Self::Prepared;

    /// The timed part: two independent exponentiations.
    fn powers(&self, pair: &[Self::Prepared; 2]) -> [Self::Power; 2];

    /// Big-endian bytes; leading zeros as the crate likes.
    fn to_be_bytes(power: &Self::Power) -> Vec<u8>;
}
