//! The table of powers, with a factor for each digit of an exponent.

use super::aligned::Aligned;
use super::fused::fused;
use super::number::{BEHIND, Number, vectors_for};
use super::vector::{Double, Vector};

/// The number of vectors that are read together, with their sums in registers.
const BLOCK: usize = 7;

// The last block of an entry may reach into the zeros after a number.
const _: () = assert!(BEHIND >= BLOCK - 1);

/// Numbers, or pairs of numbers, for reading one of them in constant time.
#[derive(Clone)]
pub(crate) struct Table<const NUMBERS: usize> {
    limbs: usize,
    /// The first block of all entries, then the second of all, and so on.
    blocks: Aligned,
    count: usize,
    constants: Constants,
}

/// Constants in memory, because V8 creates constants in code again at each use.
#[derive(Clone)]
struct Constants {
    /// The integer 1.
    next: [f64; 2],
    one: [f64; 2],
}

impl<const NUMBERS: usize> Table<NUMBERS> {
    /// The table of numbers with `limbs` limbs.
    pub(super) fn new(entries: &[Number<NUMBERS>], limbs: usize) -> Self {
        let blocks = vectors_for(NUMBERS, limbs).div_ceil(BLOCK);
        let mut table = Aligned::zero(2 * BLOCK * blocks * entries.len());
        for (index, places) in table.chunks_exact_mut(2 * BLOCK).enumerate() {
            let (block, entry) = (index / entries.len(), index % entries.len());
            let vectors = &entries[entry].vectors_from(BLOCK * block)[..BLOCK];
            places.copy_from_slice(vectors.as_flattened());
        }
        let constants = Constants { next: [f64::from_bits(1); 2], one: [1.0; 2] };
        Self { limbs, blocks: table, count: entries.len(), constants }
    }

    /// The bytes that a table takes for each entry of `limbs` limbs.
    pub(super) fn entry_bytes(limbs: usize) -> usize {
        size_of::<[Double; 2]>() * vectors_for(NUMBERS, limbs).next_multiple_of(BLOCK)
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
        let (next, one) = (Vector::load(&table.constants.next), Vector::load(&table.constants.one));
        let blocks = table.blocks.chunks_exact(2 * BLOCK * table.count);
        for (vectors, entries) in self.vectors_mut(table.limbs).chunks_mut(BLOCK).zip(blocks) {
            let mut sums = [Vector::splat(0.0); BLOCK];
            let mut index = Vector::splat(0.0);
            for entry in entries.as_chunks::<2>().0.as_chunks::<BLOCK>().0 {
                let weight = wanted.equals(index).and(one);
                for (sum, vector) in sums.iter_mut().zip(entry) {
                    *sum = Vector::load(vector).multiply_add(weight, *sum);
                }
                index = index.wrapping_add(next);
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
        let pairs: Vec<Number<2>> = entries.iter().map(|entry| Number::new([&entry[..]; 2])).collect();
        let singles: Vec<Number<1>> = entries.iter().map(|entry| Number::new([&entry[..]])).collect();
        let (table, single) = (Table::new(&pairs, LIMBS), Table::new(&singles, LIMBS));
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
