//! Fermat's test with base 2, for two numbers at once: squarings and multiplications by small powers of two.

use num_bigint::BigUint;

use super::modulus::power_of_two;
use super::montgomery::{Montgomery, Prepared};
use super::number::{LIMB_BITS, Number, natural_from_limbs};
use super::reduction::Reduction;
use crate::window::BaseTwoWindow;

/// Whether `2^(n − 1) ≡ 1 (mod n)`, for two odd numbers n of the same length in bits. Every prime passes.
///
/// Left to right with a fixed window, as in `power`. But a multiplication by `2^digit` takes one product per limb and
/// no reduction. It lengthens the number by at most `D = 2^w − 1` bits, for which [`BaseTwoWindow`] leaves room:
/// `R ≥ 2^(2D + 4)·n`. If values are below `4n`, the factors of a square are below `4·2^D·n`, and their product divided
/// by R is below `16·2^(2D)·n²/R ≤ n`. The reduction adds at most `2n` (see `montgomery`), so results are below `3n`.
pub(crate) fn fermat_base_two_vartime(numbers: [&BigUint; 2]) -> [bool; 2] {
    let window = BaseTwoWindow::new(numbers[0].bits() as usize, LIMB_BITS);
    let limbs = window.limbs;
    let reductions = numbers.map(|number| Reduction::new(number, limbs));
    let prepared = Prepared::new(reductions.each_ref());
    let montgomery = &mut Montgomery::new(&prepared);
    let scaling = montgomery.scaling();
    let ones = numbers.map(|number| power_of_two(LIMB_BITS * limbs, number, limbs));
    let mut accumulator = Number::new(ones.each_ref().map(|one| &one[..]));
    let mut square = Number::zero(limbs);
    let exponents = numbers.map(|number| number - 1u8);
    let mut digits = exponents.each_ref().map(|exponent| window.digits(exponent));
    for position in 0..window.count {
        if position > 0 {
            for _ in 0..window.width {
                montgomery.square(&mut square, &accumulator);
                core::mem::swap(&mut accumulator, &mut square);
            }
        }
        let factors = digits.each_mut().map(|digits| f64::from(1u32 << digits.next().unwrap_or(0)));
        montgomery.scale(&mut accumulator, factors, &scaling);
    }
    let limbs = accumulator.limbs(limbs);
    let value = |limbs: &[f64]| natural_from_limbs(limbs, LIMB_BITS * limbs.len()).to_biguint();
    core::array::from_fn(|index| value(&limbs[index]) % numbers[index] == value(&ones[index]))
}
