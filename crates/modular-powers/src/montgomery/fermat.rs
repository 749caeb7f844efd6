//! Fermat's test with base 2.

use num_bigint::BigUint;

use super::Kernel;
use crate::modulus::power_of_two;
use crate::window::BaseTwoWindow;

/// Whether `2^(n − 1) ≡ 1 (mod n)` for an odd number n above 2. Every prime passes.
///
/// A multiplication by `2^digit` is a shift and needs no reduction: with `D = 2^w − 1`, [`BaseTwoWindow`] leaves room
/// for `R ≥ 2^(2D + 4)·n`. A residue is below `2n` in either kernel. The shift makes it a number below `2^(D + 1)·n`,
/// whose square is at most `R·n`. So it can be squared, and the reduction leaves a residue again.
pub(crate) fn fermat_base_two_vartime<K: Kernel>(number: &BigUint) -> bool {
    let window = BaseTwoWindow::new(number.bits() as usize, K::LIMB_BITS);
    let limbs = window.limbs;
    let montgomery = K::new(
        K::limbs_from_words(&number.to_u32_digits(), limbs),
        power_of_two::<K>(2 * K::LIMB_BITS * limbs, number, limbs),
    );
    let columns = &mut montgomery.columns();
    let mut accumulator = montgomery.one().to_vec();
    let mut square = vec![K::Limb::default(); limbs];
    for (position, digit) in window.digits(&(number - 1u8)).enumerate() {
        if position > 0 {
            for _ in 0..window.width {
                montgomery.square(&mut square, &accumulator, columns);
                core::mem::swap(&mut accumulator, &mut square);
            }
        }
        K::shift_left(&mut accumulator, digit);
    }
    let value = |limbs: &[K::Limb]| BigUint::new(K::words_from_limbs(limbs, (limbs.len() * K::LIMB_BITS).div_ceil(32)));
    value(&accumulator) % number == value(montgomery.one()) % number
}
