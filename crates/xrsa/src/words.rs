//! What the controller computes by itself on 32-bit words, least significant first: carries, shifts, selections. It never
//! multiplies long numbers, and no branch depends on a value.

use num_bigint::BigUint;
use zeroize::Zeroizing;

use crate::montgomery::difference;

/// A number that is overwritten when it is dropped.
pub(crate) type Words = Zeroizing<Vec<u32>>;

/// The number of words for `bits` bits.
pub(crate) fn count(bits: usize) -> usize {
    bits.div_ceil(32)
}

/// `value` in exactly `length` words, which must be enough.
pub(crate) fn of(value: &BigUint, length: usize) -> Words {
    let mut words = Zeroizing::new(vec![0; length]);
    for (word, digit) in words.iter_mut().zip(value.iter_u32_digits()) {
        *word = digit;
    }
    debug_assert!(count(value.bits() as usize) <= length, "a number of {} bits in {length} words", value.bits());
    words
}

/// The number with these big-endian bytes, in exactly `length` words, which must be enough.
pub(crate) fn of_be_bytes(bytes: &[u8], length: usize) -> Words {
    let mut words = Zeroizing::new(vec![0; length]);
    for (index, byte) in bytes.iter().rev().enumerate() {
        words[index / 4] |= u32::from(*byte) << (8 * (index % 4));
    }
    words
}

/// Exactly `length` big-endian bytes: padded with zeros, or cut at the most significant end.
pub(crate) fn to_be_bytes(number: &[u32], length: usize) -> Vec<u8> {
    let byte = |index: usize| number.get(index / 4).map_or(0, |word| word.to_le_bytes()[index % 4]);
    (0..length).rev().map(byte).collect()
}

/// The `length` bits from bit `start` on, in whole words. Bits beyond the end of `number` are zero.
pub(crate) fn bits(number: &[u32], start: usize, length: usize) -> Words {
    let word = |index: usize| u64::from(number.get(index).copied().unwrap_or(0));
    let mut words: Vec<u32> = (0..count(length))
        .map(|index| {
            let first = start / 32 + index;
            ((word(first) | word(first + 1) << 32) >> (start % 32)) as u32
        })
        .collect();
    if let Some(last) = words.last_mut()
        && !length.is_multiple_of(32)
    {
        *last &= (1 << (length % 32)) - 1;
    }
    words.into()
}

/// `sum ← sum + addend·2^shift`. The result must fit; leading zeros of the addend beyond the end of `sum` are ignored.
pub(crate) fn add_shifted(sum: &mut [u32], addend: &[u32], shift: usize) {
    let shifted = |index: usize| {
        let word = |index: Option<usize>| index.and_then(|index| addend.get(index)).copied().unwrap_or(0);
        let high = u64::from(word(Some(index))) << 32 | u64::from(word(index.checked_sub(1)));
        (high >> (32 - shift % 32)) as u32
    };
    let mut carry = 0u64;
    for (index, word) in sum.iter_mut().skip(shift / 32).enumerate() {
        let column = u64::from(*word) + u64::from(shifted(index)) + carry;
        *word = column as u32;
        carry = column >> 32;
    }
    debug_assert_eq!(carry, 0, "the sum must fit");
}

/// `a` if `choice` is 0, `b` if it is 1; both have the same length.
pub(crate) fn select(a: &[u32], b: &[u32], choice: u32) -> Words {
    let mask = choice.wrapping_neg();
    a.iter().zip(b).map(|(x, y)| x ^ (mask & (x ^ y))).collect::<Vec<u32>>().into()
}

/// The entry with this index. Reads all entries.
pub(crate) fn entry<'a>(table: impl IntoIterator<Item = &'a [u32]>, index: u32, length: usize) -> Words {
    let mut chosen = Zeroizing::new(vec![0; length]);
    for (candidate, entry) in (0u32..).zip(table) {
        // All ones if the two are equal: 0 − 1 borrows into every higher bit, anything else below 2^32 does not.
        let mask = (u64::from(candidate ^ index).wrapping_sub(1) as i64 >> 63) as u32;
        chosen.iter_mut().zip(entry).for_each(|(word, other)| *word |= other & mask);
    }
    chosen
}

/// 1 if `a < b`, otherwise 0; both have the same length.
pub(crate) fn is_below(a: &[u32], b: &[u32]) -> u32 {
    a.iter().zip(b).fold(0, |borrow, (x, y)| difference(*x, *y, borrow).1)
}

/// Whether two numbers of the same length are equal.
pub(crate) fn equal(a: &[u32], b: &[u32]) -> bool {
    a.iter().zip(b).fold(0, |different, (x, y)| different | (x ^ y)) == 0
}

/// `number − word`, which must not be negative.
pub(crate) fn minus_word(number: &[u32], word: u32) -> Words {
    let mut result = Zeroizing::new(number.to_vec());
    result.iter_mut().fold((word, 0), |(word, borrow), x| {
        let (difference, borrow) = difference(*x, word, borrow);
        *x = difference;
        (0, borrow)
    });
    result
}

/// The quotient and the remainder of a number divided by a word.
pub(crate) fn divide_by_word(number: &[u32], divisor: u32) -> (Words, u32) {
    let mut quotient = Zeroizing::new(vec![0; number.len()]);
    let remainder = number.iter().zip(quotient.iter_mut()).rev().fold(0u64, |remainder, (word, digit)| {
        let dividend = remainder << 32 | u64::from(*word);
        *digit = (dividend / u64::from(divisor)) as u32;
        dividend % u64::from(divisor)
    });
    (quotient, remainder as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(words: &[u32]) -> BigUint {
        BigUint::from_slice(words)
    }

    proptest! {
        #[test]
        fn shifts_and_cuts_are_those_of_num_bigint(
            value in proptest::collection::vec(any::<u32>(), 0..6), start in 0..200usize, length in 1..200usize,
        ) {
            let one = BigUint::from(1u8);
            prop_assert_eq!(number(&bits(&value, start, length)), (number(&value) >> start) % (&one << length));
            let mut sum = vec![5; 16];
            let before = number(&sum);
            add_shifted(&mut sum, &value, start);
            prop_assert_eq!(number(&sum), before + (number(&value) << start));
        }

        #[test]
        fn divisions_and_differences_are_those_of_num_bigint(
            value in proptest::collection::vec(any::<u32>(), 1..6), word in 1..u32::MAX,
        ) {
            let (quotient, remainder) = divide_by_word(&value, word);
            prop_assert_eq!(number(&quotient), number(&value) / word);
            prop_assert_eq!(BigUint::from(remainder), number(&value) % word);
            let larger = [value.as_slice(), &[1]].concat();
            prop_assert_eq!(number(&minus_word(&larger, word)), number(&larger) - word);
            let other: Vec<u32> = value.iter().rev().copied().collect();
            prop_assert_eq!(is_below(&value, &other) == 1, number(&value) < number(&other));
            prop_assert_eq!(equal(&value, &other), value == other);
        }
    }

    #[test]
    fn entries_and_selections() {
        let table = [[1u32, 2], [3, 4], [5, 6]];
        for (index, wanted) in (0..).zip(&table) {
            assert_eq!(entry(table.iter().map(<[u32; 2]>::as_slice), index, 2).as_slice(), wanted);
        }
        assert_eq!(*select(&[1, 2], &[3, 4], 0), [1, 2]);
        assert_eq!(*select(&[1, 2], &[3, 4], 1), [3, 4]);
    }
}
