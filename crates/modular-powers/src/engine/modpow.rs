//! num-bigint's `modpow`, in variable time: the reference for the results and the speed of the other engines.

use num_bigint::BigUint;

use super::Exponentiation;
use crate::Natural;

pub(super) fn exponentiate(set: &[Exponentiation<'_>]) -> Vec<Natural> {
    set.iter()
        .map(|Exponentiation { base, exponent, modulus }| {
            let power = base.to_biguint().modpow(&exponent.value().to_biguint(), &modulus.value().to_biguint());
            Natural::from_biguint(&power, modulus.bit_length())
        })
        .collect()
}

pub(super) fn fermat_base_two_vartime(numbers: &[BigUint]) -> Vec<bool> {
    let passes = |number: &BigUint| BigUint::from(2u8).modpow(&(number - 1u8), number) == BigUint::from(1u8);
    numbers.iter().map(passes).collect()
}
