//! Fixed windows: how an exponent is split into digits, and the table of powers with a factor for each digit.

use num_bigint::BigUint;

use crate::exponent::Exponent;
use crate::wipe::wipe;

/// How exponents of one length are split into digits of `width` bits.
pub(crate) struct Window {
    pub(crate) width: usize,
    count: usize,
}

impl Window {
    /// The cheapest width for exponents of `bits` bits, if a multiplication costs as much as `multiplication` reads of
    /// one table entry. A table of `2^w` entries costs `2^w − 2` multiplications. Each digit costs one multiplication
    /// and a read of the whole table.
    pub(crate) fn new(bits: usize, multiplication: usize) -> Self {
        let cost = |width: usize| {
            let entries = 1 << width;
            entries * multiplication + bits.div_ceil(width) * (multiplication + entries)
        };
        let width = (1..=7).min_by_key(|width| cost(*width)).unwrap_or(1);
        Self { width, count: bits.div_ceil(width) }
    }

    /// The positions of the digits, most significant first.
    pub(crate) fn positions(&self) -> impl Iterator<Item = usize> {
        (0..self.count).rev()
    }

    /// The digit at a position. It is 0 beyond the end of the exponent.
    pub(crate) fn digit(&self, exponent: &Exponent, position: usize) -> u32 {
        let words = exponent.value().words();
        let start = position * self.width;
        let word = |index: usize| u64::from(words.get(index).copied().unwrap_or(0));
        let pair = word(start / 32) | word(start / 32 + 1) << 32;
        (pair >> (start % 32)) as u32 & ((1 << self.width) - 1)
    }
}

/// How the exponent of a power of 2 is split into digits, so that a factor `2^digit` needs no reduction.
///
/// Such a factor lengthens a residue by up to `D = 2^width − 1` bits. The limbs have room for the square of the longer
/// number: with `limbs` limbs, `R ≥ 2^(2D + 4)·m`.
pub(crate) struct BaseTwoWindow {
    pub(crate) width: usize,
    pub(crate) limbs: usize,
    /// The number of digits.
    pub(crate) count: usize,
}

impl BaseTwoWindow {
    /// The widest window of at most four bits that the smallest number of limbs allows, for exponents and moduli of
    /// `bits` bits.
    pub(crate) fn new(bits: usize, limb_bits: usize) -> Self {
        let width_of =
            |limbs: usize| (1..=4).rev().find(|width| bits + 2 * ((1 << width) - 1) + 4 <= limbs * limb_bits);
        // The kernels of short limbs take four at a time.
        let least = bits.div_ceil(limb_bits).max(4);
        let (limbs, width) =
            (least..).find_map(|limbs| Some((limbs, width_of(limbs)?))).expect("longer moduli have room");
        Self { width, limbs, count: bits.div_ceil(width) }
    }

    /// The digits of an exponent, most significant first.
    pub(crate) fn digits(&self, exponent: &BigUint) -> impl Iterator<Item = u32> {
        let words = exponent.to_u32_digits();
        // A digit of at most four bits may straddle two words.
        (0..self.count).rev().map(move |position| {
            let (index, shift) = (position * self.width / 32, position * self.width % 32);
            let word = |index: usize| u64::from(words.get(index).copied().unwrap_or(0));
            ((word(index) | word(index + 1) << 32) >> shift) as u32 & ((1 << self.width) - 1)
        })
    }
}

/// `2^width` entries of equal length, in 64-bit words. All first words come first, then all second words, and so on, so
/// a read of every entry goes through memory in order.
#[derive(Clone)]
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

    /// Copies the entry with this index. Reads every entry in the same way.
    pub(crate) fn read(&mut self, index: u32, entry: &mut [u64]) {
        read(&self.words, &mut self.masks, index, entry);
    }

    /// [`Table::read`] with working memory of its own.
    pub(crate) fn read_shared(&self, index: u32, entry: &mut [u64]) {
        let mut masks = vec![0; self.masks.len()];
        read(&self.words, &mut masks, index, entry);
        wipe(&mut masks);
    }
}

fn read(words: &[u64], masks: &mut [u64], index: u32, entry: &mut [u64]) {
    for (candidate, mask) in (0u32..).zip(&mut *masks) {
        // All ones if the two are equal: 0 − 1 borrows into every higher bit, but any other number below 2^32 does not.
        let difference = u64::from(candidate ^ index);
        *mask = (difference.wrapping_sub(1) as i64 >> 63) as u64;
    }
    for (word, column) in entry.iter_mut().zip(words.chunks_exact(masks.len())) {
        *word = column.iter().zip(&*masks).fold(0, |sum, (candidate, mask)| sum | candidate & mask);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_add_up_to_the_exponent() {
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
    fn digits_of_powers_of_two_add_up_to_the_exponent_and_leave_room() {
        for (limb_bits, bits) in
            [29, 50, 64].into_iter().flat_map(|limb_bits| (17..600).map(move |bits| (limb_bits, bits)))
        {
            let window = BaseTwoWindow::new(bits, limb_bits);
            assert!(window.limbs * limb_bits >= bits + 2 * ((1 << window.width) - 1) + 4);
            let value = (BigUint::from(1u8) << bits) - 1u8 - (BigUint::from(1u8) << (bits / 2));
            let digits = window.digits(&value);
            assert_eq!(digits.fold(BigUint::ZERO, |sum, digit| (sum << window.width) + digit), value);
        }
        let shape = |bits: usize| {
            let window = BaseTwoWindow::new(bits, 50);
            (window.limbs, window.width)
        };
        // 2048 bits take 41 limbs elsewhere.
        assert_eq!([512, 1024, 1536, 2048].map(shape), [(11, 4), (21, 3), (31, 2), (42, 4)]);
    }

    #[test]
    fn reads_find_the_entry() {
        let mut table = Table::new(4, 3);
        for entry in 0..16 {
            table.set(entry, (0..3).map(|word| (entry as u64) << 40 | word));
        }
        for index in 0..16 {
            let mut read = [0; 3];
            table.read(index, &mut read);
            assert_eq!(read, [0, 1, 2].map(|word| u64::from(index) << 40 | word));
        }
    }
}
