//! num-bigint.

use num_bigint::BigUint;

use super::{Arithmetic, Numbers};

/// `BigUint::modpow`, in variable time. Nothing can be prepared.
pub(crate) struct NumBigint;

pub(crate) struct Prepared {
    base: BigUint,
    exponent: BigUint,
    modulus: BigUint,
}

impl Arithmetic for NumBigint {
    type Prepared = Prepared;
    type Power = BigUint;

    fn prepare(&self, Numbers { base, exponent, modulus }: Numbers<'_>) -> Prepared {
        let [base, exponent, modulus] = [base, exponent, modulus].map(BigUint::from_bytes_be);
        Prepared { base, exponent, modulus }
    }

    fn powers(&self, pair: &[Prepared; 2]) -> [BigUint; 2] {
        pair.each_ref().map(|Prepared { base, exponent, modulus }| base.modpow(exponent, modulus))
    }

    fn to_be_bytes(power: &BigUint) -> Vec<u8> {
        power.to_bytes_be()
    }
}
