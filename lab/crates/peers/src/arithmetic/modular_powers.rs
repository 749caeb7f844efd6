//! Our own engines.

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};
use num_bigint::BigUint;

use super::{Arithmetic, Numbers};

/// An engine of `modular_powers`, which gets both exponentiations as one set. The modulus is prepared, and exponents
/// are secret.
pub(crate) struct Modexp(pub(crate) Engine);

pub(crate) struct Prepared {
    base: Natural,
    exponent: Exponent,
    modulus: Modulus,
}

impl Arithmetic for Modexp {
    type Prepared = Prepared;
    type Power = Natural;

    fn prepare(&self, Numbers { base, exponent, modulus }: Numbers<'_>) -> Prepared {
        let bits = 8 * modulus.len();
        Prepared {
            base: Natural::from_be_bytes(base, bits),
            exponent: Exponent::secret(&BigUint::from_bytes_be(exponent), bits),
            modulus: Modulus::new(&BigUint::from_bytes_be(modulus)).expect("an odd modulus"),
        }
    }

    fn powers(&self, pair: &[Prepared; 2]) -> [Natural; 2] {
        let set =
            pair.each_ref().map(|Prepared { base, exponent, modulus }| Exponentiation { base, exponent, modulus });
        self.0.exponentiate(&set).try_into().expect("as many powers as exponentiations")
    }

    fn to_be_bytes(power: &Natural) -> Vec<u8> {
        power.to_be_bytes(power.width() / 8)
    }
}
