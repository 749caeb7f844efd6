//! Modular powers with different crates, one file for each.

mod crypto_bigint;
mod modular_powers;
mod num_bigint;

pub(crate) use self::{crypto_bigint::CryptoBigint, modular_powers::Modexp, num_bigint::NumBigint};

/// The numbers of one exponentiation `base^exponent mod modulus`, big-endian, all of the same length.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a> {
    pub(crate) base: &'a [u8],
    pub(crate) exponent: &'a [u8],
    pub(crate) modulus: &'a [u8],
}

/// A crate's modular exponentiation, used as in a fast program: everything that can be prepared once per key is
/// prepared, and numbers stay in the crate's own form.
pub(crate) trait Arithmetic {
    /// An exponentiation, ready to run.
    type Prepared;
    /// Its result.
    type Power;

    /// The untimed part. The modulus is odd.
    fn prepare(&self, numbers: Numbers<'_>) -> Self::Prepared;

    /// The timed part: two independent exponentiations.
    fn powers(&self, pair: &[Self::Prepared; 2]) -> [Self::Power; 2];

    /// Big-endian bytes. Whether there are leading zeros depends on the crate.
    fn to_be_bytes(power: &Self::Power) -> Vec<u8>;
}
