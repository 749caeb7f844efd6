//! The unit's product: Montgomery multiplication of numbers in 32-bit words, least significant first.

/// `−m⁻¹ mod 2^32` for an odd word, by Newton's iteration.
pub(crate) fn negative_inverse(m: u32) -> u32 {
    // m·m ≡ 1 modulo 8, and each step doubles the number of right bits: 3, 6, 12, 24, 48.
    let inverse = (0..4).fold(m, |x, _| x.wrapping_mul(2u32.wrapping_sub(m.wrapping_mul(x))));
    inverse.wrapping_neg()
}

/// `a·b·R⁻¹ mod m` with `R = 2^(32·words)`, into `product` (Montgomery, "Modular multiplication without trial division",
/// Mathematics of Computation 44, 1985; word by word as in CIOS by Koç, Acar, Kaliski, IEEE Micro 16, 1996).
///
/// All numbers have the same number of words, `m` is odd, `inverse` is that of its lowest word, and `a` or `b` is below `m`. Then
/// the result is below `m` too. No branch and no index depends on a value.
pub(crate) fn multiply(a: &[u32], b: &[u32], m: &[u32], inverse: u32, product: &mut [u32]) {
    product.fill(0);
    // The word above `product`. The sum stays below b + m < 2R, because (s + x·b + q·m)/2^32 < (b + m + (2^32 − 1)(b + m))/2^32.
    let mut top = 0;
    for x in a {
        let mut carry = 0u64;
        for (sum, y) in product.iter_mut().zip(b) {
            // (2^32 − 1)² + 2·(2^32 − 1) = 2^64 − 1, so neither this column nor the one below can overflow.
            let column = u64::from(*x) * u64::from(*y) + u64::from(*sum) + carry;
            *sum = column as u32;
            carry = column >> 32;
        }
        let high = u64::from(top) + carry;
        let quotient = product[0].wrapping_mul(inverse);
        let mut carry = (u64::from(quotient) * u64::from(m[0]) + u64::from(product[0])) >> 32;
        for index in 1..m.len() {
            let column = u64::from(quotient) * u64::from(m[index]) + u64::from(product[index]) + carry;
            product[index - 1] = column as u32;
            carry = column >> 32;
        }
        let column = high + carry;
        product[m.len() - 1] = column as u32;
        top = (column >> 32) as u32;
    }
    // a·b < R·m and q < R, so the sum is (a·b + q·m)/R < 2m: one subtraction is enough.
    subtract_if_not_below(product, top, m);
}

/// `sum − m` if `sum`, with the word `top` above it, is not below `m`; otherwise `sum`. The result must fit.
pub(crate) fn subtract_if_not_below(sum: &mut [u32], top: u32, m: &[u32]) {
    let borrow = sum.iter().zip(m).fold(0, |borrow, (x, y)| difference(*x, *y, borrow).1);
    // Subtract unless the subtraction borrows out of the top word.
    let mask = (u32::from(top < borrow)).wrapping_sub(1);
    sum.iter_mut().zip(m).fold(0, |borrow, (x, y)| {
        let (word, borrow) = difference(*x, y & mask, borrow);
        *x = word;
        borrow
    });
}

/// `a − b`, plus `m` if that is negative, into `result`. `b` is at most `a + m`.
pub(crate) fn subtract_modular(a: &[u32], b: &[u32], m: &[u32], result: &mut [u32]) {
    let borrow = result.iter_mut().zip(a.iter().zip(b)).fold(0, |borrow, (word, (x, y))| {
        let (difference, borrow) = difference(*x, *y, borrow);
        *word = difference;
        borrow
    });
    let mask = borrow.wrapping_neg();
    // The carry out of the top cancels the borrow.
    result.iter_mut().zip(m).fold(0, |carry, (word, y)| {
        let column = u64::from(*word) + u64::from(y & mask) + carry;
        *word = column as u32;
        column >> 32
    });
}

/// `x − y − borrow` modulo `2^32`, and the borrow out of it.
pub(crate) fn difference(x: u32, y: u32, borrow: u32) -> (u32, u32) {
    let column = u64::from(x).wrapping_sub(u64::from(y)).wrapping_sub(u64::from(borrow));
    (column as u32, (column >> 63) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn words(value: &BigUint, length: usize) -> Vec<u32> {
        let mut words = value.to_u32_digits();
        words.resize(length, 0);
        words
    }

    fn check(a: &BigUint, b: &BigUint, m: &BigUint, length: usize) {
        let mut product = vec![7; length];
        let [x, y, z] = [a, b, m].map(|value| words(value, length));
        multiply(&x, &y, &z, negative_inverse(z[0]), &mut product);
        let r = BigUint::from(1u8) << (32 * length);
        assert_eq!(BigUint::new(product) * r % m, a * b % m);
        let mut product = vec![7; length];
        multiply(&y, &x, &z, negative_inverse(z[0]), &mut product);
        assert!(BigUint::new(product) < *m);
    }

    proptest! {
        #[test]
        fn products_are_those_of_num_bigint(
            a in proptest::collection::vec(any::<u32>(), 4),
            b in proptest::collection::vec(any::<u32>(), 4),
            m in proptest::collection::vec(any::<u32>(), 1..=4),
        ) {
            let m = BigUint::new(m) | BigUint::from(1u8);
            // One operand is below the modulus, the other may be any operand.
            check(&BigUint::new(a), &(BigUint::new(b) % &m), &m, 4);
        }
    }

    #[test]
    fn operands_at_their_bounds() {
        for length in [1, 2, 3, 64] {
            let r = BigUint::from(1u8) << (32 * length);
            let longest = &r - 1u8;
            for m in [&r - 1u8, (&r >> 1u8) + 1u8, BigUint::from(3u8)] {
                for b in [BigUint::ZERO, BigUint::from(1u8), &m - 1u8] {
                    check(&longest, &b, &m, length);
                }
            }
        }
    }

    #[test]
    fn negative_inverses_of_all_low_bits() {
        for m in (1..2000u32).step_by(2).chain([u32::MAX, u32::MAX - 2, 0x8000_0001]) {
            assert_eq!(m.wrapping_mul(negative_inverse(m)), u32::MAX);
        }
    }
}
