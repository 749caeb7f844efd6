//! Combs: tables for powers of one base, with few multiplications and fewer squarings (Lim and Lee, "More flexible
//! exponentiation with precomputation", CRYPTO '94; Menezes et al., Handbook of Applied Cryptography, section 14.6.3).
//!
//! The bits of an exponent are written into a rectangle of `teeth` rows, and its columns are split into blocks of
//! `steps` columns. Each block has a table with the power for each column that it can contain:
//!
//! ```text
//! row 1:  bits of weight 2^columns …         G_block[u] = ∏ base^(2^(row·columns + block·steps)), over the bits of u
//! row 0:  [block 1: steps][block 0: steps]   base^e = ∏ over steps (∏ over blocks G_block[column])^(2^step)
//! ```
//!
//! With two lanes, each lane has half of the blocks. With `blocks` blocks in each lane, a power costs `steps − 1`
//! squarings, `steps·blocks − 1` multiplications, and `steps·blocks` reads of a whole table of `2^teeth` entries.
//! For `steps = 1` the tables are fixed windows without squarings.

use crate::Natural;
use crate::fault::point;
use crate::several::Several;

/// The most teeth of a comb. More would cost more reads than they save multiplications.
const MOST_TEETH: usize = 10;

/// The shape of a comb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    teeth: usize,
    /// The blocks of each lane.
    blocks: usize,
    steps: usize,
    lanes: usize,
}

/// What determines a shape, in addition to the length of exponents and the memory.
#[derive(Clone, Copy)]
pub(crate) struct Costs {
    pub(crate) lanes: usize,
    pub(crate) entry_bytes: usize,
    pub(crate) reads_per_multiplication: usize,
}

impl Costs {
    pub(crate) fn of<S: Several>(arithmetic: &S) -> Self {
        Self {
            lanes: S::LANES,
            entry_bytes: arithmetic.entry_bytes(),
            reads_per_multiplication: arithmetic.reads_per_multiplication(),
        }
    }

    /// The size of the smallest table.
    pub(crate) fn least_bytes(self) -> usize {
        2 * self.entry_bytes
    }
}

impl Shape {
    /// The cheapest comb for exponents of `bits` bits whose tables fit into `bytes` bytes. `None` if no table does.
    pub(crate) fn new(bits: usize, bytes: usize, costs: Costs) -> Option<Self> {
        let Costs { lanes, entry_bytes, reads_per_multiplication } = costs;
        let entries = bytes / entry_bytes;
        let shapes = (1..=MOST_TEETH).take_while(|teeth| 1 << teeth <= entries).flat_map(|teeth| {
            let columns = bits.max(1).div_ceil(teeth);
            let most = (entries >> teeth).min(columns.div_ceil(lanes));
            (1..=most).map(move |blocks| {
                let steps = columns.div_ceil(lanes * blocks);
                // The same steps, but no block without a use.
                Self { teeth, blocks: columns.div_ceil(lanes * steps), steps, lanes }
            })
        });
        // A square takes three quarters of a multiplication. Among the cheapest, the first is the smallest.
        let cost = |shape: &Self| {
            let products = 4 * shape.steps * shape.blocks + 3 * (shape.steps - 1);
            products * reads_per_multiplication + 4 * shape.steps * (shape.blocks << shape.teeth)
        };
        shapes.min_by_key(cost)
    }

    /// The entries of all tables.
    pub(crate) fn entries(&self) -> usize {
        self.blocks << self.teeth
    }

    /// Multiplications and squarings of a power, with all lanes at once.
    pub(crate) fn multiplications(&self) -> usize {
        self.steps * (self.blocks + 1) - 2 + self.lanes.ilog2() as usize
    }

    /// The columns of the rectangle.
    fn columns(&self) -> usize {
        self.lanes * self.blocks * self.steps
    }

    /// The digit for a table, in each lane. The places of its bits do not depend on the exponent.
    fn digits(&self, exponent: &Natural, block: usize, step: usize) -> [u32; 2] {
        let bit = |index: usize| exponent.words().get(index / 32).map_or(0, |word| word >> (index % 32) & 1);
        core::array::from_fn(|lane| {
            let column = (lane * self.blocks + block) * self.steps + step;
            (0..self.teeth).fold(0, |digit, row| digit | bit(row * self.columns() + column) << row)
        })
    }

    /// The tables for a base, one for each block.
    pub(crate) fn tables<S: Several>(&self, arithmetic: &mut S, base: &Natural) -> Vec<S::Table> {
        let places = self.places(arithmetic, base);
        let tables = places.chunks(self.teeth).map(|powers| {
            let mut entries = vec![arithmetic.one()];
            for (row, power) in powers.iter().enumerate() {
                entries.push(power.clone());
                for below in 1..1 << row {
                    let mut product = power.clone();
                    arithmetic.multiply(&mut product, power, &entries[below]);
                    entries.push(product);
                }
            }
            arithmetic.table(&entries)
        });
        tables.collect()
    }

    /// For each block and each row, the power with the weight of its first bit.
    fn places<S: Several>(&self, arithmetic: &mut S, base: &Natural) -> Vec<S::Residue> {
        let mut power = arithmetic.form(&[base; 2][..S::LANES]);
        let mut square = power.clone();
        if self.lanes == 2 {
            let mut second = power.clone();
            for _ in 0..self.blocks * self.steps {
                arithmetic.square(&mut square, &second);
                core::mem::swap(&mut second, &mut square);
            }
            arithmetic.copy_lane((&mut power, 1), (&second, 1));
        }
        let weight = |block: usize, row: usize| row * self.columns() + block * self.steps;
        let mut places = vec![power.clone(); self.blocks * self.teeth];
        for index in 0..=weight(self.blocks - 1, self.teeth - 1) {
            let (row, column) = (index / self.columns(), index % self.columns());
            if column.is_multiple_of(self.steps) && column / self.steps < self.blocks {
                places[column / self.steps * self.teeth + row] = power.clone();
            }
            arithmetic.square(&mut square, &power);
            core::mem::swap(&mut power, &mut square);
        }
        places
    }

    /// The power of the tables' base. Reads every entry of every table at each step.
    pub(crate) fn power<S: Several>(&self, arithmetic: &mut S, tables: &[S::Table], exponent: &Natural) -> Natural {
        let mut accumulator = arithmetic.one();
        let [mut product, mut factor] = [accumulator.clone(), accumulator.clone()];
        for step in (0..self.steps).rev() {
            if step + 1 < self.steps {
                arithmetic.square(&mut product, &accumulator);
                core::mem::swap(&mut accumulator, &mut product);
            }
            for (block, table) in tables.iter().enumerate() {
                let digits = point("power: digit", self.digits(exponent, block, step));
                if step + 1 == self.steps && block == 0 {
                    arithmetic.read(&mut accumulator, table, digits);
                    continue;
                }
                arithmetic.read(&mut factor, table, digits);
                arithmetic.multiply(&mut product, &accumulator, &factor);
                core::mem::swap(&mut accumulator, &mut product);
            }
        }
        let product = arithmetic.product_of_lanes(&accumulator);
        point("power: result", arithmetic.value(&product))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::edge_exponents;
    use num_bigint::BigUint;

    const COSTS: Costs = Costs { lanes: 2, entry_bytes: 1000, reads_per_multiplication: 150 };

    #[test]
    fn shapes_respect_the_memory_and_use_it() {
        for bits in [0, 1, 2, 31, 256, 3072] {
            assert_eq!(Shape::new(bits, 1999, COSTS), None);
            let mut cheapest = usize::MAX;
            for bytes in [2000, 3000, 10_000, 50_000, 100_000, 1 << 20] {
                for lanes in [2, 1] {
                    let shape = Shape::new(bits, bytes, Costs { lanes, ..COSTS }).unwrap();
                    assert!(shape.entries() * COSTS.entry_bytes <= bytes);
                    assert!(shape.teeth * shape.columns() >= bits);
                    if lanes == 2 {
                        assert!(shape.multiplications() <= cheapest);
                        cheapest = shape.multiplications();
                    }
                }
            }
        }
    }

    #[test]
    fn no_squarings_remain_if_there_is_memory() {
        let shape = Shape::new(256, 1 << 20, COSTS).unwrap();
        assert_eq!(shape, Shape { teeth: 5, blocks: 26, steps: 1, lanes: 2 });
        assert_eq!(shape.multiplications(), 26);
        assert_eq!(Shape::new(256, 2000, COSTS).unwrap(), Shape { teeth: 1, blocks: 1, steps: 128, lanes: 2 });
    }

    #[test]
    fn digits_add_up_to_the_exponent() {
        for (bits, bytes) in [(1, 5000), (70, 9000), (256, 100_000), (1000, 40_000)] {
            for lanes in [1, 2] {
                let shape = Shape::new(bits, bytes, Costs { lanes, ..COSTS }).unwrap();
                for exponent in edge_exponents(bits) {
                    let natural = Natural::from_biguint(&exponent, bits);
                    let mut sum = BigUint::ZERO;
                    for (block, step) in
                        (0..shape.blocks).flat_map(|block| (0..shape.steps).map(move |step| (block, step)))
                    {
                        for (lane, digit) in shape.digits(&natural, block, step).into_iter().take(lanes).enumerate() {
                            for row in (0..shape.teeth).filter(|row| digit >> row & 1 == 1) {
                                let column = (lane * shape.blocks + block) * shape.steps + step;
                                sum += BigUint::from(1u8) << (row * shape.columns() + column);
                            }
                        }
                    }
                    assert_eq!(sum, exponent);
                }
            }
        }
    }
}
