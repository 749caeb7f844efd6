//! The table of powers from which each digit of an exponent takes its factor.

use zeroize::{Zeroize, ZeroizeOnDrop};

use super::aligned::Aligned;
use super::number::Number;
use super::vector::Vector;

/// Vectors that are read together, their sums in registers.
const BLOCK: usize = 7;

/// `2^width` numbers, or pairs of numbers, one after the other.
#[derive(Zeroize, ZeroizeOnDrop)]
pub(super) struct Table<const NUMBERS: usize> {
    limbs: usize,
    /// Vectors an entry: whole blocks.
    stride: usize,
    entries: Aligned,
    masks: Aligned,
}

impl<const NUMBERS: usize> Table<NUMBERS> {
    pub(super) fn new(width: usize, limbs: usize) -> Self {
        let stride = (limbs * NUMBERS).div_ceil(2).next_multiple_of(BLOCK);
        Self { limbs, stride, entries: Aligned::zero(2 * stride << width), masks: Aligned::zero(2 << width) }
    }

    pub(super) fn set(&mut self, index: usize, number: &Number<NUMBERS>) {
        let vectors = number.vectors(self.limbs);
        self.entries[2 * index * self.stride..].as_chunks_mut().0[..vectors.len()].copy_from_slice(vectors);
    }

    /// Copies the entries with these indices, a lane each, or one for both; every entry is read alike.
    pub(super) fn read(&mut self, indices: [u32; NUMBERS], number: &mut Number<NUMBERS>) {
        let wanted = Vector::from_bits([indices[0], indices[NUMBERS - 1]].map(u64::from));
        for (index, mask) in (0u64..).zip(self.masks.as_chunks_mut().0) {
            *mask = wanted.equals(Vector::from_bits([index; 2])).to_array();
        }
        for (block, vectors) in number.vectors_mut(self.limbs).chunks_mut(BLOCK).enumerate() {
            let mut sums = [Vector::splat(0.0); BLOCK];
            for (entry, mask) in self.entries.chunks_exact(2 * self.stride).zip(self.masks.as_chunks().0) {
                let mask = Vector::load(mask);
                let candidates: &[[f64; 2]; BLOCK] = entry[2 * block * BLOCK..].as_chunks().0.first_chunk().expect("whole blocks");
                for (sum, candidate) in sums.iter_mut().zip(candidates) {
                    *sum = mask.select(Vector::load(candidate), *sum);
                }
            }
            for (vector, sum) in vectors.iter_mut().zip(sums) {
                *vector = sum.to_array();
            }
        }
    }

    /// Copies the entry with this index for all numbers, touching it alone.
    pub(super) fn read_vartime(&self, index: u32, number: &mut Number<NUMBERS>) {
        let vectors = number.vectors_mut(self.limbs);
        vectors.copy_from_slice(&self.entries[2 * index as usize * self.stride..].as_chunks().0[..vectors.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_reads_equal_direct_ones() {
        const LIMBS: usize = 9;
        let limb = |entry: usize, limb: usize| (100 * entry + limb) as f64;
        let mut table = Table::<2>::new(4, LIMBS);
        let mut single = Table::<1>::new(4, LIMBS);
        for entry in 0..16 {
            let limbs: Vec<f64> = (0..LIMBS).map(|index| limb(entry, index)).collect();
            table.set(entry, &Number::new([&limbs[..], &limbs]));
            single.set(entry, &Number::new([&limbs[..]]));
        }
        for (first, second) in (0..16u32).flat_map(|first| (0..16u32).map(move |second| (first, second))) {
            let mut read = Number::zero(LIMBS);
            table.read([first, second], &mut read);
            let expected = [first, second].map(|entry| (0..LIMBS).map(|i| limb(entry as usize, i)).collect::<Vec<_>>());
            assert_eq!(read.limbs(LIMBS), expected);
            table.read_vartime(first, &mut read);
            assert_eq!(read.limbs(LIMBS)[0], expected[0]);
            let [mut masked, mut direct] = [Number::zero(LIMBS), Number::zero(LIMBS)];
            single.read([second], &mut masked);
            single.read_vartime(second, &mut direct);
            assert_eq!(masked.vectors(LIMBS), direct.vectors(LIMBS));
        }
    }
}
