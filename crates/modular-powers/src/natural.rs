//! Natural numbers of fixed width.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::hint::black_box;

use num_bigint::BigUint;

use crate::fault::point;
use crate::wipe::wipe;

/// A natural number in a fixed number of 32-bit words, least significant first.
///
/// The width is public and does not depend on the value: no operation trims leading zeros, branches on a value or
/// indexes by one. `BigUint` does all three, so do not use it for secret values in private operations.
/// Dropping a number overwrites its words with zeros. Two numbers are equal if their widths and values are equal.
/// Comparing takes the same time for all values.
///
/// ```
/// use modular_powers::Natural;
/// let x = Natural::from_be_bytes(&[1, 0], 64);
/// assert_eq!(x.to_be_bytes(4), [0, 0, 1, 0]);
/// ```
#[derive(Clone)]
pub struct Natural {
    words: Vec<u32>,
}

const WORD_BITS: usize = 32;

impl Drop for Natural {
    fn drop(&mut self) {
        wipe(&mut self.words);
    }
}

impl PartialEq for Natural {
    fn eq(&self, other: &Self) -> bool {
        let differences = self.words.iter().zip(&other.words).fold(0, |all, (x, y)| all | (x ^ y));
        // A compiler that sees through the fold could end it early.
        self.words.len() == other.words.len() && black_box(differences) == 0
    }
}

impl Eq for Natural {}

/// For a [`Checksum`](crate::Checksum).
impl Hash for Natural {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.words.hash(hasher);
    }
}

/// Shows only the width, because the value may be secret.
impl fmt::Debug for Natural {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Natural").field("width", &self.width()).finish_non_exhaustive()
    }
}

impl Natural {
    /// Zero, with room for `bits` bits.
    pub fn zero(bits: usize) -> Self {
        Self { words: vec![0; bits.div_ceil(WORD_BITS)] }
    }

    /// `value` with room for `bits` bits.
    ///
    /// # Panics
    /// If `value` has more than `bits` bits, rounded up to whole words.
    pub fn from_biguint(value: &BigUint, bits: usize) -> Self {
        let mut result = Self::zero(bits);
        let digits = value.iter_u32_digits();
        result.words[..digits.len()].iter_mut().zip(digits).for_each(|(word, digit)| *word = digit);
        result
    }

    /// The number with these big-endian bytes, with room for `bits` bits.
    ///
    /// # Panics
    /// If `bytes`, including leading zeros, is longer than `bits`, rounded up to whole words.
    pub fn from_be_bytes(bytes: &[u8], bits: usize) -> Self {
        let mut result = Self::zero(bits);
        for (index, byte) in bytes.iter().rev().enumerate() {
            result.words[index / 4] |= u32::from(*byte) << (8 * (index % 4));
        }
        result
    }

    /// The number with these words, least significant first.
    pub(crate) fn from_words(words: Vec<u32>) -> Self {
        Self { words }
    }

    /// The words, least significant first.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Exactly `length` big-endian bytes: padded with zeros, or cut at the most significant end.
    pub fn to_be_bytes(&self, length: usize) -> Vec<u8> {
        let byte = |index: usize| self.words.get(index / 4).map_or(0, |word| word.to_le_bytes()[index % 4]);
        (0..length).rev().map(byte).collect()
    }

    /// The value as a `BigUint`, whose length depends on the value.
    pub fn to_biguint(&self) -> BigUint {
        BigUint::from_slice(&self.words)
    }

    /// The width in bits: a multiple of 32.
    pub fn width(&self) -> usize {
        WORD_BITS * self.words.len()
    }

    /// `self + a·b` with room for `bits` bits, modulo `2^bits`, with bits rounded up to whole words.
    ///
    /// ```
    /// use modular_powers::Natural;
    /// let [two, three, four] = [2, 3, 4].map(|byte| Natural::from_be_bytes(&[byte], 32));
    /// assert_eq!(two.plus_product(&three, &four, 32).to_be_bytes(1), [14]);
    /// ```
    #[must_use]
    pub fn plus_product(&self, a: &Self, b: &Self, bits: usize) -> Self {
        let count = bits.div_ceil(WORD_BITS);
        let mut sum: Vec<u32> = (0..count).map(|index| self.words.get(index).copied().unwrap_or(0)).collect();
        for (row, x) in a.words.iter().enumerate().take(count) {
            let mut carry = 0u64;
            let (head, tail) = sum[row..].split_at_mut(b.words.len().min(count - row));
            for (word, y) in head.iter_mut().zip(&b.words) {
                // (2^32 − 1)² + 2·(2^32 − 1) = 2^64 − 1: the column cannot overflow.
                let column = u64::from(*x) * u64::from(*y) + u64::from(*word) + carry;
                *word = column as u32;
                carry = column >> WORD_BITS;
            }
            for word in tail {
                let column = u64::from(*word) + carry;
                *word = column as u32;
                carry = column >> WORD_BITS;
            }
        }
        point("sum", Self { words: sum })
    }

    /// `self − other` modulo `2^width`, and the borrow: 1 if `self < other`, otherwise 0.
    ///
    /// # Panics
    /// If `other` is wider than `self`.
    #[must_use]
    pub fn minus(&self, other: &Self) -> (Self, u32) {
        let (width, most) = (other.width(), self.width());
        assert!(width <= most, "the subtrahend must be at most {most} bits wide, got {width}");
        let mut borrow = 0;
        let words = (self.words.iter().enumerate())
            .map(|(index, word)| {
                let subtrahend = other.words.get(index).copied().unwrap_or(0);
                let column = u64::from(*word).wrapping_sub(u64::from(subtrahend)).wrapping_sub(u64::from(borrow));
                borrow = ((column >> 63) & 1) as u32;
                column as u32
            })
            .collect();
        (Self { words }, borrow)
    }

    /// 1 if the value is zero, otherwise 0.
    #[must_use]
    pub fn is_zero(&self) -> u32 {
        let any = self.words.iter().fold(0, |any, word| any | word);
        // any | −any has its top bit set exactly when any ≠ 0.
        1 ^ ((any | any.wrapping_neg()) >> (WORD_BITS - 1))
    }

    /// `a` if the lowest bit of `choice` is 0, `b` if it is 1.
    ///
    /// # Panics
    /// If the widths differ.
    #[must_use]
    pub fn select(a: &Self, b: &Self, choice: u32) -> Self {
        let (expected, width) = (a.width(), b.width());
        assert!(width == expected, "both numbers must be {expected} bits wide, got {width}");
        // Without black_box the compiler may branch on the mask and copy one of the two: `node lab/ctgrind.mjs` found that it does.
        let mask = black_box((choice & 1).wrapping_neg());
        Self { words: a.words.iter().zip(&b.words).map(|(x, y)| x ^ (mask & (x ^ y))).collect() }
    }

    /// Subtracts a number that is at most as wide, unless it is greater. Does not branch on that.
    #[cfg(lanes)]
    pub(crate) fn subtract_once(&mut self, other: &Self) {
        let subtrahends = || other.words.iter().copied().chain(core::iter::repeat(0));
        let column = |word: u32, subtrahend: u32, borrow: u32| {
            let column = u64::from(word).wrapping_sub(u64::from(subtrahend)).wrapping_sub(u64::from(borrow));
            (column as u32, (column >> 63) as u32)
        };
        let words = self.words.iter().zip(subtrahends());
        let greater = words.fold(0, |borrow, (word, subtrahend)| column(*word, subtrahend, borrow).1);
        let mask = black_box(greater.wrapping_sub(1)); // as in `select`
        let mut borrow = 0;
        for (word, subtrahend) in self.words.iter_mut().zip(subtrahends()) {
            (*word, borrow) = column(*word, subtrahend & mask, borrow);
        }
    }

    /// Removes the words from `bits` on. They must be zero, because nothing wipes them.
    #[cfg(lanes)]
    pub(crate) fn cut(&mut self, bits: usize) {
        self.words.truncate(bits.div_ceil(WORD_BITS));
    }

    /// The number with room for `bits` bits, without the words beyond.
    pub(crate) fn resized(&self, bits: usize) -> Self {
        let mut resized = Self::zero(bits);
        resized.words.iter_mut().zip(&self.words).for_each(|(word, other)| *word = *other);
        resized
    }

    /// Sets all bits but the lowest `bits` to 0.
    pub(crate) fn keep(&mut self, bits: usize) {
        for (index, word) in self.words.iter_mut().enumerate() {
            let kept = bits.saturating_sub(index * WORD_BITS);
            if kept < WORD_BITS {
                *word &= (1 << kept) - 1;
            }
        }
    }

    /// `value⁻¹ mod 2^width` for an odd value, by Newton's iteration.
    ///
    /// # Panics
    /// If the value is even.
    #[must_use]
    pub fn inverse_mod_power_of_two(&self) -> Self {
        assert!(self.words.first().is_some_and(|word| word & 1 == 1), "the number must be odd to have this inverse");
        let bits = self.width();
        let mut two = Self::zero(bits);
        two.words[0] = 2;
        // x = value is right modulo 2^3. Each step, x ← x·(2 − value·x), doubles the number of right bits.
        let mut inverse = self.clone();
        let mut right_bits = 3;
        while right_bits < bits {
            let product = Self::zero(bits).plus_product(self, &inverse, bits);
            inverse = Self::zero(bits).plus_product(&inverse, &two.minus(&product).0, bits);
            right_bits *= 2;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = BigUint> {
        proptest::collection::vec(any::<u32>(), 1..9).prop_map(BigUint::new)
    }

    proptest! {
        #[test]
        fn bytes_and_back(value in number()) {
            let natural = Natural::from_biguint(&value, 256);
            prop_assert_eq!(natural.to_biguint(), value.clone());
            prop_assert_eq!(BigUint::from_bytes_be(&natural.to_be_bytes(32)), value);
            prop_assert_eq!(Natural::from_be_bytes(&natural.to_be_bytes(32), 256), natural);
        }

        #[test]
        fn plus_product_matches_num_bigint(a in number(), b in number(), c in number()) {
            let [x, y, z] = [&a, &b, &c].map(|value| Natural::from_biguint(value, 256));
            prop_assert_eq!(z.plus_product(&x, &y, 544).to_biguint(), &c + &a * &b);
            prop_assert_eq!(z.plus_product(&x, &y, 256).to_biguint(), (&c + &a * &b) % (BigUint::from(1u8) << 256));
        }

        #[test]
        fn minus_and_select_match_num_bigint(a in number(), b in number()) {
            let [x, y] = [&a, &b].map(|value| Natural::from_biguint(value, 256));
            let (difference, borrow) = x.minus(&y);
            prop_assert_eq!(borrow == 1, a < b);
            prop_assert_eq!(difference.to_biguint(), ((BigUint::from(1u8) << 256) + &a - &b) % (BigUint::from(1u8) << 256));
            prop_assert_eq!(Natural::select(&x, &y, 0), x.clone());
            prop_assert_eq!(Natural::select(&x, &y, 1), y);
        }

        #[test]
        fn inverse_times_value_is_one(value in number()) {
            let odd = Natural::from_biguint(&(value | BigUint::from(1u8)), 256);
            let product = Natural::zero(256).plus_product(&odd, &odd.inverse_mod_power_of_two(), 256);
            prop_assert_eq!(product.to_biguint(), BigUint::from(1u8));
        }
    }

    #[test]
    fn equal_numbers_have_equal_widths_and_values() {
        let number = Natural::from_be_bytes(&[1; 12], 96);
        assert_eq!(number, number.clone());
        for bit in 0..96 {
            let other = number.to_biguint() ^ (BigUint::from(1u8) << bit);
            assert_ne!(Natural::from_biguint(&other, 96), number);
        }
        assert_ne!(Natural::from_be_bytes(&[1; 12], 128), number);
    }

    #[cfg(lanes)]
    #[test]
    fn greater_numbers_are_not_subtracted() {
        let [least, most] = [Natural::zero(64), Natural::from_be_bytes(&[0xff; 8], 64)];
        for (mut a, b, expected) in [
            (most.clone(), most.clone(), least.clone()),
            (most.clone(), least.clone(), most.clone()),
            (Natural::zero(96), most.clone(), Natural::zero(96)),
            (Natural::from_be_bytes(&[1, 0, 0, 0, 0, 0, 0, 0, 0], 96), most, Natural::from_be_bytes(&[1], 96)),
        ] {
            a.subtract_once(&b);
            assert_eq!(a, expected);
        }
    }

    #[test]
    fn lowest_bits_are_kept() {
        for bits in 0..100 {
            let mut number = Natural::from_be_bytes(&[0xff; 12], 96);
            number.keep(bits);
            assert_eq!(number.to_biguint(), (BigUint::from(1u8) << bits.min(96)) - 1u8);
        }
    }

    #[test]
    #[should_panic(expected = "at most 32 bits wide, got 64")]
    fn a_wider_subtrahend_is_refused() {
        let _ = Natural::zero(32).minus(&Natural::zero(64));
    }

    #[test]
    #[should_panic(expected = "must be 32 bits wide, got 64")]
    fn numbers_of_different_widths_are_refused() {
        let _ = Natural::select(&Natural::zero(32), &Natural::zero(64), 0);
    }

    #[test]
    fn zero_is_distinguished_from_every_single_bit() {
        assert_eq!(Natural::zero(96).is_zero(), 1);
        for bit in 0..96 {
            assert_eq!(Natural::from_biguint(&(BigUint::from(1u8) << bit), 96).is_zero(), 0);
        }
    }
}
