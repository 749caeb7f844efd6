//! Perfect powers.

use num_bigint::BigUint;

/// The prime exponents up to eight, the most primes of a key. Fourth, sixth and eighth powers are squares of powers.
const EXPONENTS: [u32; 4] = [2, 3, 5, 7];

/// The root and the exponent of a number above 1 that is a square or a third, fifth or seventh power.
pub(crate) fn root(number: &BigUint) -> Option<(BigUint, u32)> {
    EXPONENTS
        .into_iter()
        .map(|exponent| (number.nth_root(exponent), exponent))
        .find(|(root, k)| root.pow(*k) == *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_their_neighbors_are_told_apart() {
        let base = (BigUint::from(1u8) << 127u8) - 1u8;
        for (exponent, found) in [(2, 2), (3, 3), (4, 2), (5, 5), (6, 2), (7, 7), (8, 2)] {
            let power = base.pow(exponent);
            assert_eq!(root(&power), Some((base.pow(exponent / found), found)));
            assert_eq!((root(&(&power + 1u8)), root(&(power - 1u8))), (None, None), "{exponent}");
        }
        assert_eq!(root(&base), None);
    }
}
