//! Inverses modulo a number, in variable time.
//!
//! Lehmer's method ("Euclid's algorithm for large numbers", American Mathematical Monthly 45, 1938; Knuth, The Art of Computer
//! Programming, volume 2, section 4.5.2, algorithm L): most quotients of Euclid's algorithm follow from the first 62 bits of the
//! numbers. Their steps are gathered in a matrix of four numbers below 2^30, by which the long numbers are multiplied once.

use num_bigint::BigUint;
use num_integer::Integer;

/// The bits from which quotients are found. Sums with a number of the matrix stay below 2^63.
const LEADING_BITS: u64 = 62;

/// Numbers of the matrix are smaller, so that their products with a digit stay below 2^62.
const MATRIX_LIMIT: i64 = 1 << 30;

/// `x⁻¹ mod m` for any m above 0, odd or even, or `None` if x and m have a common factor. Its time depends on both numbers: pass a
/// secret only if it is masked by a random factor.
///
/// # Panics
/// If the modulus is 0.
///
/// ```
/// use modular_powers::inverse_vartime;
/// use num_bigint::BigUint;
///
/// let [x, m] = [7u32, 40].map(BigUint::from);
/// assert_eq!(inverse_vartime(&x, &m), Some(BigUint::from(23u32)));
/// assert_eq!(inverse_vartime(&m, &m), None);
/// ```
pub fn inverse_vartime(x: &BigUint, modulus: &BigUint) -> Option<BigUint> {
    // Two neighbors a and b in Euclid's sequence m, x mod m, …, 0. Up to their signs, which alternate, a ≡ u·x and b ≡ v·x.
    let [mut a, mut b] = [modulus.clone(), x % modulus];
    let [mut u, mut v] = [BigUint::ZERO, BigUint::from(1u8)];
    let mut a_is_positive = false;
    while b != BigUint::ZERO {
        if let Some(Steps { matrix, is_odd }) = Steps::of(&a, &b) {
            [a, b] = signed_products(&matrix, [&a, &b]);
            [u, v] = products(&matrix, [&u, &v]);
            a_is_positive ^= is_odd;
        } else {
            let (quotient, remainder) = a.div_rem(&b);
            let next = u + quotient * &v;
            [a, b, u, v] = [b, remainder, v, next];
            a_is_positive ^= true;
        }
    }
    (a == BigUint::from(1u8)).then(|| if a_is_positive { u } else { (modulus - u) % modulus })
}

type Matrix = [[i64; 2]; 2];

const IDENTITY: Matrix = [[1, 0], [0, 1]];

/// Several steps of Euclid's algorithm.
struct Steps {
    /// In each row, one number is not positive and the other not negative.
    matrix: Matrix,
    is_odd: bool,
}

impl Steps {
    /// As many steps from a > b as their leading bits determine and the matrix can hold, if there are any.
    fn of(a: &BigUint, b: &BigUint) -> Option<Self> {
        let start = a.bits().saturating_sub(LEADING_BITS);
        let [mut a, mut b] = [a, b].map(|number| bits_from(number, start));
        let mut steps = Self { matrix: IDENTITY, is_odd: false };
        loop {
            let [above, below] = steps.matrix;
            // The true quotient of the long numbers lies between these two.
            if b + below[0] == 0 || b + below[1] == 0 {
                break;
            }
            let quotient = (a + above[0]) / (b + below[0]);
            if quotient != (a + above[1]) / (b + below[1]) || quotient >= MATRIX_LIMIT {
                break;
            }
            let next = [above[0] - quotient * below[0], above[1] - quotient * below[1]];
            if next.iter().any(|number| number.abs() >= MATRIX_LIMIT) {
                break;
            }
            [a, b] = [b, a - quotient * b];
            steps = Self { matrix: [below, next], is_odd: !steps.is_odd };
        }
        (steps.matrix != IDENTITY).then_some(steps)
    }
}

/// The 62 bits of a number from bit `start` on.
fn bits_from(number: &BigUint, start: u64) -> i64 {
    let (skipped, shift) = (start / 32, start % 32);
    let digits = number.iter_u32_digits().skip(skipped as usize).take(3);
    let bits = digits.enumerate().fold(0, |bits, (index, digit)| bits | u128::from(digit) << (32 * index));
    (bits >> shift) as i64
}

/// `[a, b]` times the matrix, which is not negative.
fn signed_products(matrix: &Matrix, [a, b]: [&BigUint; 2]) -> [BigUint; 2] {
    let [mut first, mut second] = [(Vec::new(), 0), (Vec::new(), 0)];
    let mut of_b = b.iter_u32_digits();
    for digit in a.iter_u32_digits().map(i64::from) {
        let other = of_b.next().map_or(0, i64::from);
        for ((digits, carry), row) in [&mut first, &mut second].into_iter().zip(matrix) {
            // Products of opposite signs, below 2^62, and a carry of at most 2^31.
            let sum = row[0] * digit + row[1] * other + *carry;
            digits.push(sum as u32);
            *carry = sum >> 32;
        }
    }
    [first, second].map(|(digits, _)| BigUint::new(digits))
}

/// `[u, v]` times the absolute values of the matrix.
fn products(matrix: &Matrix, [u, v]: [&BigUint; 2]) -> [BigUint; 2] {
    matrix.map(|row| u * row[0].unsigned_abs() as u32 + v * row[1].unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    use rand_core::Rng;

    use super::*;

    fn check(x: &BigUint, modulus: &BigUint) {
        assert_eq!(inverse_vartime(x, modulus), x.modinv(modulus), "{x} mod {modulus}");
    }

    #[test]
    fn small_numbers_match_num_bigint() {
        for modulus in 1..200u32 {
            (0..2 * modulus).for_each(|x| check(&x.into(), &modulus.into()));
        }
    }

    /// Fibonacci numbers have the most steps, and quotients of 1; next to a power of two the first quotient is huge.
    #[test]
    fn extreme_quotients_match_num_bigint() {
        let mut pair = [BigUint::from(1u8), BigUint::from(2u8)];
        for _ in 0..600 {
            check(&pair[0], &pair[1]);
            let next = &pair[0] + &pair[1];
            pair = [pair[1].clone(), next];
        }
        for bits in [1, 29, 30, 31, 32, 61, 62, 63, 64, 65, 95, 96, 127, 128, 300, 1000u32] {
            let power = BigUint::from(1u8) << bits;
            for [x, modulus] in
                [[&power - 1u8, power.clone()], [power.clone(), &power + 1u8], [3u8.into(), power.clone()]]
            {
                check(&x, &modulus);
                check(&(&x * &x + 1u8), &(&modulus * &modulus * 3u8));
            }
        }
    }

    #[test]
    fn long_numbers_match_num_bigint() {
        let rng = &mut ChaCha20Rng::from_seed([90; 32]);
        for length in [8, 12, 64, 128, 256, 515].into_iter().cycle().take(120) {
            let [mut x, mut modulus] = [vec![0; length], vec![0; length]];
            rng.fill_bytes(&mut x);
            rng.fill_bytes(&mut modulus);
            check(&BigUint::from_bytes_be(&x), &BigUint::from_bytes_be(&modulus));
        }
    }

    proptest! {
        #[test]
        fn numbers_of_zeros_and_ones_match_num_bigint(
            [x, modulus] in proptest::array::uniform2(proptest::collection::vec(
                prop_oneof![any::<u32>(), Just(0), Just(u32::MAX), Just(1)], 1..20)),
        ) {
            let [x, modulus] = [x, modulus].map(BigUint::new);
            prop_assume!(modulus != BigUint::ZERO);
            check(&x, &modulus);
        }
    }
}
