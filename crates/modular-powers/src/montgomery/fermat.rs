//! Fermat's test with base 2.

use num_bigint::BigUint;

use super::{LIMB_BITS, LIMB_MASK, Montgomery, limbs_from_words, words_from_limbs};
use crate::modulus::power_of_two;
use crate::window::BaseTwoWindow;

/// Whether `2^(n − 1) ≡ 1 (mod n)` for an odd number n above 2. Every prime passes.
///
/// To multiply by `2^digit` is a shift, and needs no reduction: with `D = 2^w − 1`, [`BaseTwoWindow`] leaves room for
/// `R ≥ 2^(2D + 4)·n`. A value below `2n` becomes one below `2^(D + 1)·n`, whose square is at most `R·n`, so that the reduction
/// leaves less than `2n` again.
pub(crate) fn fermat_base_two_vartime(number: &BigUint) -> bool {
    let window = BaseTwoWindow::new(number.bits() as usize, LIMB_BITS);
    let limbs = window.limbs;
    let montgomery = Montgomery::new(
        limbs_from_words(&number.to_u32_digits(), limbs),
        power_of_two(2 * LIMB_BITS * limbs, number, limbs),
    );
    let columns = &mut montgomery.columns();
    let mut accumulator = montgomery.one().to_vec();
    let mut square = vec![0; limbs];
    for (position, digit) in window.digits(&(number - 1u8)).enumerate() {
        if position > 0 {
            for _ in 0..window.width {
                montgomery.square(&mut square, &accumulator, columns);
                core::mem::swap(&mut accumulator, &mut square);
            }
        }
        shift_left(&mut accumulator, digit);
    }
    let value = |limbs: &[u32]| BigUint::new(words_from_limbs(limbs, (limbs.len() * LIMB_BITS).div_ceil(32)));
    value(&accumulator) % number == value(montgomery.one()) % number
}

/// Multiplies a number by `2^bits`, bits below 29; the product must be below R.
fn shift_left(limbs: &mut [u32], bits: u32) {
    let mut carry = 0;
    for limb in limbs {
        let shifted = u64::from(*limb) << bits | carry;
        *limb = shifted as u32 & LIMB_MASK;
        carry = shifted >> LIMB_BITS;
    }
}
