//! crypto-bigint.

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};

use super::{Arithmetic, Numbers};

/// `BoxedMontyForm::pow`, in constant time, with a prepared modulus.
pub(crate) struct CryptoBigint;

pub(crate) struct Prepared {
    base: BoxedUint,
    exponent: BoxedUint,
    modulus: BoxedMontyParams,
}

impl Arithmetic for CryptoBigint {
    type Prepared = Prepared;
    type Power = BoxedUint;

    fn prepare(&self, Numbers { base, exponent, modulus }: Numbers<'_>) -> Prepared {
        let [base, exponent, modulus] = [base, exponent, modulus].map(BoxedUint::from_be_slice_vartime);
        Prepared { base, exponent, modulus: BoxedMontyParams::new(Odd::new(modulus).expect("an odd modulus")) }
    }

    fn powers(&self, pair: &[Prepared; 2]) -> [BoxedUint; 2] {
        pair.each_ref().map(|Prepared { base, exponent, modulus }| {
            BoxedMontyForm::new(base.clone(), modulus).pow(exponent).retrieve()
        })
    }

    fn to_be_bytes(power: &BoxedUint) -> Vec<u8> {
        power.to_be_bytes().into_vec()
    }
}
