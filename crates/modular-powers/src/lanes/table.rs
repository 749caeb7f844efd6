//! The table of powers, with a factor for each digit of an exponent.

use super::fused::fused;
use super::number::{BEHIND, Number};
use super::vector::Vector;

/// The number of vectors that are read together, with their sums in registers.
const BLOCK: usize = 7;

// The last block of an entry may reach into the zeros after a number.
const _: () = assert!(BEHIND / 2 >= BLOCK - 1);

/// Numbers, or pairs of numbers.
pub(super) struct Table<const NUMBERS: usize> {
    limbs: usize,
    entries: Vec<Number<NUMBERS>>,
}

impl<const NUMBERS: usize> Table<NUMBERS> {
    pub(super) fn new(first: Number<NUMBERS>, second: Number<NUMBERS>, limbs: usize) -> Self {
        Self { limbs, entries: vec![first, second] }
    }

    pub(super) fn push(&mut self, entry: Number<NUMBERS>) {
        self.entries.push(entry);
    }

    pub(super) fn entry(&self, index: usize) -> &Number<NUMBERS> {
        &self.entries[index]
    }
}

impl<const NUMBERS: usize> Number<NUMBERS> {
    fused! {
        /// Copies the entries with these indices, one for each lane or one for both. Reads every entry in the same way:
        /// as a sum of all, each times 1 or 0. The compiler keeps such sums in vectors, but not sums of masked integers.
        fn read = read_inlined, read_fused(table: &Table<NUMBERS>, indices: [u32; NUMBERS])
    }

    #[inline(always)]
    fn read_inlined(&mut self, table: &Table<NUMBERS>, indices: [u32; NUMBERS]) {
        let wanted = Vector::from_bits([u64::from(indices[0]), u64::from(indices[NUMBERS - 1])]);
        for (block, vectors) in self.vectors_mut(table.limbs).chunks_mut(BLOCK).enumerate() {
            let mut sums = [Vector::splat(0.0); BLOCK];
            for (index, entry) in (0u64..).zip(&table.entries) {
                let weight = wanted.equals(Vector::from_bits([index; 2])).and(Vector::splat(1.0));
                let candidates: &[[f64; 2]; BLOCK] =
                    entry.vectors_from(0)[block * BLOCK..].first_chunk().expect("zeros after the number");
                for (sum, candidate) in sums.iter_mut().zip(candidates) {
                    *sum = Vector::load(candidate).multiply_add(weight, *sum);
                }
            }
            for (vector, sum) in vectors.iter_mut().zip(sums) {
                *vector = sum.to_array();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_find_the_entries() {
        const LIMBS: usize = 9;
        let limb = |entry: usize, limb: usize| (100 * entry + limb) as f64;
        let entries: Vec<Vec<f64>> =
            (0..16).map(|entry| (0..LIMBS).map(|index| limb(entry, index)).collect()).collect();
        let pair = |entry: usize| Number::new([&entries[entry][..], &entries[entry]]);
        let alone = |entry: usize| Number::new([&entries[entry][..]]);
        let mut table = Table::<2>::new(pair(0), pair(1), LIMBS);
        let mut single = Table::<1>::new(alone(0), alone(1), LIMBS);
        for entry in 2..16 {
            table.push(pair(entry));
            single.push(alone(entry));
        }
        for (first, second) in (0..16u32).flat_map(|first| (0..16u32).map(move |second| (first, second))) {
            let mut read = Number::zero(LIMBS);
            read.read(&table, [first, second]);
            let expected = [first, second].map(|entry| entries[entry as usize].clone());
            assert_eq!(read.limbs(LIMBS).map(|limbs| limbs.to_vec()), expected);
            let mut read = Number::zero(LIMBS);
            read.read(&single, [second]);
            assert_eq!(read.limbs(LIMBS)[0][..], expected[1]);
        }
    }
}
