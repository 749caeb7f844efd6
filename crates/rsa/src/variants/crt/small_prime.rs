//! Arithmetic modulo the small prime t of a half check, in constant time.
//!
//! Because `2^32 ≡ 5 (mod t)`, a reduction multiplies the upper half of a number by 5 and adds it to the lower half. So
//! a power takes a fraction of the time that an engine needs to prepare one.

use core::hint::black_box;

use modular_powers::Natural;

use crate::fault::point;

/// t, the largest prime of 32 bits.
pub(super) const SMALL_PRIME: u32 = u32::MAX - 4;

const LOW: u64 = u32::MAX as u64;

/// `x mod t`
pub(super) fn residue(x: &Natural) -> u32 {
    // 5·(2^32 − 1) + 2^32 − 1 < 2^35
    let partial = x.words().iter().rev().fold(0, |high, word| reduced(5 * high + u64::from(*word)));
    point("small residue", canonical(partial))
}

/// `base^exponent mod t`, for an exponent of at most `bits` bits. Every bit costs a square, a product and a choice.
pub(super) fn power(base: u32, exponent: u64, bits: u32) -> u32 {
    let base = u64::from(base);
    let power = (0..bits).rev().fold(1, |power, position| {
        let square = reduced(power * power);
        let product = reduced(square * base);
        // Without black_box the compiler may branch on the mask.
        let mask = black_box((exponent >> position & 1).wrapping_neg());
        square ^ (mask & (square ^ product))
    });
    point("small power", canonical(power))
}

/// A number below `2^32` with the same residue.
fn reduced(x: u64) -> u64 {
    let fold = |x: u64| 5 * (x >> 32) + (x & LOW);
    // Below 6·2^32, then below 2^32 + 30. If that is not below 2^32, the lower half is below 30.
    fold(fold(fold(x)))
}

/// The residue of a number below `2^32`.
fn canonical(x: u64) -> u32 {
    // x + 5 reaches 2^32 exactly when x ≥ t, and the conversion then subtracts 2^32.
    (x + 5 * ((x + 5) >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn extreme_numbers_are_reduced() {
        for x in [0, 1, LOW - 5, LOW - 4, LOW - 3, LOW, LOW + 1, LOW << 32, u64::MAX - 1, u64::MAX] {
            assert!(reduced(x) <= LOW);
            assert_eq!(u64::from(canonical(reduced(x))), x % u64::from(SMALL_PRIME));
        }
    }

    proptest! {
        #[test]
        fn residues_and_powers_match_num_bigint(
            words in proptest::collection::vec(prop_oneof![any::<u32>(), Just(0), Just(u32::MAX), Just(SMALL_PRIME)], 0..70),
            exponent in 0..1u64 << 33,
        ) {
            let (x, t) = (BigUint::new(words), BigUint::from(SMALL_PRIME));
            let residue = residue(&Natural::from_biguint(&x, 70 * 32));
            prop_assert_eq!(BigUint::from(residue), &x % &t);
            prop_assert_eq!(BigUint::from(power(residue, exponent, 33)), x.modpow(&exponent.into(), &t));
        }
    }
}
