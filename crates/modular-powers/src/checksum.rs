//! A checksum of prepared numbers, which detects that memory has changed.

use core::hash::Hasher;

/// Detects accidental changes of numbers in memory, such as flipped bits. It is not a cryptographic hash.
///
/// [`Natural`](crate::Natural), [`Modulus`](crate::Modulus) and [`Exponent`](crate::Exponent) implement
/// [`Hash`](core::hash::Hash) for this purpose: everything that was prepared for them counts, and the time depends only on
/// lengths. Two checksums are equal if the same values were added in the same order.
///
/// A change within one 64-bit word is always detected, because it changes the sum of the words. Two changed words stay undetected only
/// if they change by opposite amounts, and these times the words' distance are 0 modulo `2^64`.
///
/// ```
/// use core::hash::Hash;
/// use modular_powers::{Checksum, Natural};
///
/// let checksum = |value: u8| {
///     let mut checksum = Checksum::default();
///     Natural::from_be_bytes(&[value], 64).hash(&mut checksum);
///     checksum
/// };
/// assert!(checksum(4) == checksum(4) && checksum(4) != checksum(5));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Checksum {
    /// The sum of all words, in two parts that a processor adds at once.
    sum: [u64; LANES],
    /// The sum of all values that `sum` had: it depends on the order of the words.
    sum_of_sums: [u64; LANES],
}

const LANES: usize = 2;

/// An odd number, by which multiplication modulo `2^64` is a bijection: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Does not branch on the values.
impl PartialEq for Checksum {
    fn eq(&self, other: &Self) -> bool {
        let difference = |x: &[u64; LANES], y: &[u64; LANES]| x.iter().zip(y).fold(0, |all, (x, y)| all | (x ^ y));
        difference(&self.sum, &other.sum) | difference(&self.sum_of_sums, &other.sum_of_sums) == 0
    }
}

impl Eq for Checksum {}

impl Checksum {
    #[inline(always)]
    fn add(&mut self, words: [u64; LANES]) {
        for (lane, word) in words.into_iter().enumerate() {
            self.sum[lane] = self.sum[lane].wrapping_add(word);
            self.sum_of_sums[lane] = self.sum_of_sums[lane].wrapping_add(self.sum[lane]);
        }
    }
}

impl Hasher for Checksum {
    #[inline(never)] // Everything that is added comes through here: inlined, it would take 1 % of the WebAssembly.
    fn write(&mut self, bytes: &[u8]) {
        let mut checksum = *self;
        // Words of eight bytes as such: by bytes, they would take several times as long.
        let (words, tail) = bytes.as_chunks::<8>();
        let (blocks, rest) = words.as_chunks::<LANES>();
        for block in blocks {
            checksum.add(block.map(u64::from_le_bytes));
        }
        for word in rest {
            checksum.add([u64::from_le_bytes(*word), 0]);
        }
        if !tail.is_empty() {
            let mut word = [0; 8];
            word[..tail.len()].copy_from_slice(tail);
            checksum.add([u64::from_le_bytes(word), 0]);
        }
        *self = checksum;
    }

    fn write_u64(&mut self, number: u64) {
        self.add([number, 0]);
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        // The multiplication carries only upward. The rotation brings the upper half down again.
        let step = |state: u64, sum: u64| (state ^ sum).wrapping_mul(FACTOR).rotate_left(32);
        self.sum.into_iter().chain(self.sum_of_sums).fold(0, step)
    }
}

#[cfg(test)]
mod tests {
    use core::hash::Hash;

    use super::*;

    fn checksum(values: &(impl Hash + ?Sized)) -> Checksum {
        let mut checksum = Checksum::default();
        values.hash(&mut checksum);
        checksum
    }

    #[test]
    fn every_flipped_bit_is_detected() {
        for length in 0..80u8 {
            let mut bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(77)).collect();
            let before = checksum(&bytes[..]);
            for bit in 0..8 * bytes.len() {
                bytes[bit / 8] ^= 1 << (bit % 8);
                let after = checksum(&bytes[..]);
                assert!(after != before && after.finish() != before.finish(), "bit {bit} of {length} bytes");
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
            assert_eq!(checksum(&bytes[..]), before);
        }
    }

    #[test]
    fn order_and_lengths_count() {
        assert_ne!(checksum(&[vec![1u32, 2], vec![3]]), checksum(&[vec![1u32], vec![2, 3]]));
        assert_ne!(checksum(&[0u8; 3][..]), checksum(&[0u8; 4][..]));
        assert_ne!(checksum(&(1u64, 2u64)), checksum(&(2u64, 1u64)));
        // Two words in different lanes cannot cancel each other by changing in the same way.
        assert_ne!(checksum(&[1u64, 1, 0, 0][..]), checksum(&[0u64, 0, 0, 0][..]));
    }
}
