//! Fixed windows: how an exponent is cut into digits, and the table of powers from which a digit takes its factor.

use crate::exponent::Exponent;
use crate::wipe::wipe;

/// How exponents of a length are cut into digits of `width` bits.
pub(crate) struct Window {
    pub(crate) width: usize,
    count: usize,
}

impl Window {
    /// The width that costs least for exponents of `bits` bits, when a multiplication costs as much as `multiplication`
    /// reads of one table entry: a table of `2^w` entries costs as many multiplications, less two; each digit costs one,
    /// and a read of the whole table.
    pub(crate) fn new(bits: usize, multiplication: usize) -> Self {
        let cost = |width: usize| {
            let entries = 1 << width;
            entries * multiplication + bits.div_ceil(width) * (multiplication + entries)
        };
        let width = (1..=7).min_by_key(|width| cost(*width)).unwrap_or(1);
        Self { width, count: bits.div_ceil(width) }
    }

    /// The width that costs least for an exponent that everybody may know: a table of `2^w` entries, and a multiplication
    /// for each digit that is not zero.
    pub(crate) fn of_public(exponent: &Exponent) -> Self {
        let of_width = |width: usize| Self { width, count: exponent.bit_length().div_ceil(width) };
        let cost = |width: &usize| {
            let window = of_width(*width);
            (1 << width) + window.positions().filter(|position| window.digit(exponent, *position) != 0).count()
        };
        of_width((1..=7).min_by_key(cost).unwrap_or(1))
    }

    /// The places of the digits, most significant first.
    pub(crate) fn positions(&self) -> impl Iterator<Item = usize> {
        (0..self.count).rev()
    }

    /// The digit at a place; 0 beyond the exponent's end.
    pub(crate) fn digit(&self, exponent: &Exponent, position: usize) -> u32 {
        let words = exponent.value().words();
        let start = position * self.width;
        let word = |index: usize| u64::from(words.get(index).copied().unwrap_or(0));
        let pair = word(start / 32) | word(start / 32 + 1) << 32;
        (pair >> (start % 32)) as u32 & ((1 << self.width) - 1)
    }
}

/// `2^width` entries of equal length, in 64-bit words: all first words, all second words, and so on, so that a read of
/// every entry goes through memory in order.
pub(crate) struct Table {
    words: Vec<u64>,
    masks: Vec<u64>,
}

impl Drop for Table {
    fn drop(&mut self) {
        wipe(&mut self.words);
        wipe(&mut self.masks);
    }
}

impl Table {
    /// An empty table.
    pub(crate) fn new(width: usize, entry_length: usize) -> Self {
        Self { words: vec![0; entry_length << width], masks: vec![0; 1 << width] }
    }

    /// Sets the entry with this index.
    pub(crate) fn set(&mut self, index: usize, entry: impl Iterator<Item = u64>) {
        for (column, word) in self.words.chunks_exact_mut(self.masks.len()).zip(entry) {
            column[index] = word;
        }
    }

    /// Copies the entry with this index, reading every entry alike.
    pub(crate) fn read(&mut self, index: u32, entry: &mut [u64]) {
        for (candidate, mask) in (0u32..).zip(&mut self.masks) {
            // All ones when the two are equal: 0 − 1 borrows into every higher bit, anything else below 2^32 does not.
            let difference = u64::from(candidate ^ index);
            *mask = (difference.wrapping_sub(1) as i64 >> 63) as u64;
        }
        for (word, column) in entry.iter_mut().zip(self.words.chunks_exact(self.masks.len())) {
            *word = column.iter().zip(&self.masks).fold(0, |sum, (candidate, mask)| sum | candidate & mask);
        }
    }

    /// Copies the entry with this index, touching it alone.
    pub(crate) fn read_vartime(&self, index: u32, entry: &mut [u64]) {
        for (word, column) in entry.iter_mut().zip(self.words.chunks_exact(self.masks.len())) {
            *word = column[index as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn digits_make_the_exponent() {
        for bits in [1, 5, 17, 31, 32, 33, 160, 1024] {
            let value = (BigUint::from(1u8) << bits) - 1u8 - (BigUint::from(1u8) << (bits / 2));
            let exponent = Exponent::secret(&value, bits);
            for width_of in [bits, bits + 70] {
                let window = Window::new(width_of, 111);
                let digits = window.positions().map(|position| window.digit(&exponent, position));
                assert_eq!(digits.fold(BigUint::ZERO, |sum, digit| (sum << window.width) + digit), value);
            }
        }
    }

    #[test]
    fn windows_widen_with_the_exponent() {
        let width = |bits: usize| Window::new(bits, 111).width;
        assert_eq!([1, 17, 160, 1024, 2048].map(width), [1, 2, 4, 5, 5]);
    }

    #[test]
    fn public_exponents_choose_by_their_digits() {
        let width = |value: BigUint| Window::of_public(&Exponent::public(&value)).width;
        let one = BigUint::from(1u8);
        assert_eq!([3u32, 17, 65537].map(|value| width(BigUint::from(value))), [1, 1, 1]);
        assert_eq!([2048usize, 64].map(|bits| width((&one << bits) - 1u8)), [6, 3]);
    }

    #[test]
    fn masked_reads_equal_direct_ones() {
        let mut table = Table::new(4, 3);
        for entry in 0..16 {
            table.set(entry, (0..3).map(|word| (entry as u64) << 40 | word));
        }
        for index in 0..16 {
            let (mut masked, mut direct) = ([0; 3], [1; 3]);
            table.read(index, &mut masked);
            table.read_vartime(index, &mut direct);
            assert_eq!(masked, direct);
        }
    }
}
