//! Finding two numbers from their sum and product, the last step of several attacks.

use num_bigint::{BigInt, BigUint};

/// The natural numbers x ≥ y with this sum and product, if there are any.
///
/// ```text
/// x, y = (sum ± √(sum² − 4·product))/2
/// ```
pub(super) fn with_sum_and_product(sum: &BigInt, product: &BigInt) -> Option<[BigUint; 2]> {
    let sum = sum.to_biguint()?;
    let product = product.to_biguint()?;
    let square = &sum * &sum;
    let product = product << 2;
    if product > square {
        return None;
    }
    // The sum and the root have the same parity, because their squares differ by a multiple of 4.
    let root = square_root(&(square - product))?;
    Some([(&sum + &root) >> 1, (sum - root) >> 1])
}

/// The square root, if the number is a square. Remainders rule out most others without computing the root of a long number.
pub(crate) fn square_root(number: &BigUint) -> Option<BigUint> {
    // Squares have only 12 of 64, 16 of 63, 18 of 55 and 31 of 61 residues of these coprime moduli: 0.8 of 100 numbers pass.
    // The last six bits need no division, and one division is enough for the others.
    const OTHERS: [u32; 3] = [63, 55, 61];
    const PRODUCT: u32 = OTHERS[0] * OTHERS[1] * OTHERS[2];
    const SQUARES: [u64; 4] = [squares(64), squares(OTHERS[0]), squares(OTHERS[1]), squares(OTHERS[2])];
    let low = number.iter_u32_digits().next().unwrap_or(0) % 64;
    if SQUARES[0] >> low & 1 == 0 {
        return None;
    }
    let rest = (number % PRODUCT).iter_u32_digits().next().unwrap_or(0);
    if OTHERS.iter().zip(&SQUARES[1..]).any(|(modulus, squares)| squares >> (rest % modulus) & 1 == 0) {
        return None;
    }
    let root = number.sqrt();
    (&root * &root == *number).then_some(root)
}

/// The squares modulo a number of up to 64, as bits.
const fn squares(modulus: u32) -> u64 {
    let (mut bits, mut root) = (0, 0);
    while root < modulus {
        bits |= 1 << (root * root % modulus);
        root += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(x in any::<u128>(), y in any::<u128>()) {
            let [x, y] = [x.max(y), x.min(y)].map(BigInt::from);
            let expected = [&x, &y].map(|number| number.to_biguint().unwrap());
            prop_assert_eq!(with_sum_and_product(&(&x + &y), &(&x * &y)), Some(expected));
        }

        #[test]
        fn what_has_no_solution_has_none(sum in any::<i32>(), product in any::<i64>()) {
            let solution = with_sum_and_product(&sum.into(), &product.into());
            if let Some([x, y]) = solution.map(|pair| pair.map(BigInt::from)) {
                prop_assert_eq!((&x + &y, x * y), (sum.into(), product.into()));
            }
        }
    }

    #[test]
    fn every_small_sum_and_product_is_right() {
        for sum in -3i32..40 {
            for product in -3i32..450 {
                let expected = (0..=sum).rev().find(|x| x * (sum - x) == product && 2 * x >= sum);
                let expected = expected.map(|x| [x, sum - x].map(|number| BigUint::from(number as u32)));
                assert_eq!(with_sum_and_product(&sum.into(), &product.into()), expected, "{sum} {product}");
            }
        }
    }
}
