//! Montgomery arithmetic on 64-bit limbs with products of 128 bits: the [`Kernel`] of 64-bit processors.
//!
//! R is the least power of `2^64` above m, and all residues are in `[0, m)`. Lazy reduction would need a spare limb:
//! primes of 512, 1024 and 2048 bits would take 9, 17 and 33 limbs instead of 8, 16 and 32, which costs more than one
//! subtraction per product. For `a·b ≤ R·m` the reduction gives `(a·b + q·m)/R < 2m` with `q < R`, and one subtraction
//! leaves less than m.
//!
//! # No sum overflows
//!
//! A step is `a·b + c + d` with words, at most `(2^64 − 1)² + 2·(2^64 − 1) = 2^128 − 1`, so it always fits two words.
//! Every row of products has its own chain of one-word carries, and a column goes through four chains in turn.
//!
//! # How the shape was chosen
//!
//! Nanoseconds per product, on a 2-core x86-64 server (Sapphire Rapids, without target features; the minimum of many
//! runs):
//!
//! | shape | 8 limbs | 16 | 32 |
//! | --- | --- | --- | --- |
//! | one row of products and one of the reduction in one loop (FIOS) | 83 | 281 | 1154 |
//! | all rows of products, then all rows of the reduction | 97 | 309 | 1114 |
//! | the same, two rows per pass | 92 | 297 | 1161 |
//! | four rows per pass | 90 | 280 | 1083 |
//! | **four rows per pass, two columns per step** | 95 | **275** | **1003** |
//! | four rows per pass, four columns per step | 99 | 280 | 1026 |
//! | four rows per pass, columns summed in three words | 159 | 603 | 2528 |
//! | column by column in three words (FIPS) | 84 | 290 | 1127 |
//! | column by column, low and high words summed separately | 111 | 331 | 1158 |
//! | **squares, four rows per pass, two columns per step** | **85** | **241** | **804** |
//! | squares column by column, low and high words summed separately | 113 | 313 | 1001 |
//!
//! The names are those of Koç, Acar and Kaliski ("Analyzing and comparing Montgomery multiplication algorithms", IEEE
//! Micro 16, 1996). A product of two words takes 0.36 ns there, and 0.5 ns with four additions, so 16 limbs cannot take
//! much less than 256. Sums in three words would save an addition per product, but the compiler collects their carries
//! in vector registers.
//!
//! # In WebAssembly
//!
//! `build.rs` selects this kernel if the target has wide arithmetic (`-C target-feature=+wide-arithmetic`, which is
//! unstable). A product of two words is then one instruction, `i64.mul_wide_u`, and each addition an `i64.add128`. No
//! build of the npm package uses it, because Chromium 156, Firefox 153 and Node 26.10 refuse such a module unless a flag
//! allows it (Node has none). All three have relaxed SIMD, so only processors without fused multiply-add would gain, and
//! the package would get another main module. The speed of two powers, relative to the kernel `narrow`, with the flag, on a
//! busy server (Zen 4, 3.66 GHz; interleaved; from medians of ratios to ratios of the least times, in several runs):
//!
//! | | 1024 bits | 2048 bits |
//! | --- | --- | --- |
//! | Chromium 156 | 1.3 to 1.9 | 1.9 to 2.4 |
//! | Firefox 153 | 1.0 to 1.3 | 1.1 to 1.2 |
//! | the engine `lanes` in Chromium 156 | about 4 | 4.3 to 5.8 |
//!
//! Nanoseconds per product of two words in Chromium, in products of 16 and of 32 limbs without reduction:
//!
//! | shape | 16 | 32 |
//! | --- | --- | --- |
//! | one row per pass, one column per step | 1.33 | 1.28 |
//! | one row, two columns | 1.20 | 1.14 |
//! | two rows, one column | 1.08 | 1.03 |
//! | two rows, two columns | 0.94 | 0.89 |
//! | four rows, one column | 1.02 | 0.94 |
//! | **four rows, two columns** | 0.94 | 0.86 |
//! | four rows, four columns | 0.92 | 0.86 |
//! | column by column, low and high words summed separately | 1.49 | 1.32 |
//! | column by column in three words | 1.70 | 1.56 |
//! | 29-bit limbs as in `narrow`, for as many bits | 1.77 | 1.61 |
//!
//! So the shape is right there too. A product with its two additions takes 3.2 cycles, and no shape changes that much;
//! the lanes make two of 50 bits in 2.1. A build with wide arithmetic pays once a browser has it by default and
//! often runs without fused multiply-add.

use core::hint::black_box;

use zeroize::{Zeroize, ZeroizeOnDrop};

use super::Kernel;
use crate::wipe::wipe;

/// A digit of a number.
pub(crate) type Limb = u64;

const LIMB_BITS: usize = 64;

/// The steps of Newton's iteration for an inverse. It starts with 3 right bits, and each step doubles them: 96 ≥ 64.
pub(super) const NEWTON_STEPS: usize = 5;

/// An odd modulus with the precomputed values of Montgomery arithmetic.
#[derive(Clone, Hash, Zeroize, ZeroizeOnDrop)]
pub(crate) struct Montgomery {
    modulus: Vec<u64>,
    /// `−m⁻¹ mod 2^64`
    negated_inverse: u64,
    /// `R² mod m`
    r_squared: Vec<u64>,
    /// The Montgomery form of one: `R mod m`.
    one: Vec<u64>,
}

/// A product of two numbers before its reduction.
pub(crate) struct Columns(Vec<u64>);

impl Kernel for Montgomery {
    type Limb = Limb;
    type Columns = Columns;

    const LIMB_BITS: usize = LIMB_BITS;
    #[cfg(test)]
    const RESIDUE: u32 = 1;
    #[cfg(test)]
    const FACTOR: u32 = 1;
    const READS_PER_LIMB: usize = 6;

    fn limbs_for(bits: usize) -> usize {
        bits.div_ceil(LIMB_BITS)
    }

    fn new(modulus: Vec<u64>, r_squared: Vec<u64>) -> Self {
        // x = m is right modulo 2^3.
        let low = modulus[0];
        let inverse = (0..NEWTON_STEPS).fold(low, |x, _| x.wrapping_mul(2u64.wrapping_sub(low.wrapping_mul(x))));
        let mut montgomery = Self { modulus, negated_inverse: inverse.wrapping_neg(), r_squared, one: Vec::new() };
        let mut one = vec![0; montgomery.limbs()];
        montgomery.multiply(&mut one, &montgomery.plain_one(), &montgomery.r_squared, &mut montgomery.columns());
        montgomery.one = one;
        montgomery
    }

    fn limbs(&self) -> usize {
        self.modulus.len()
    }

    fn r_squared(&self) -> &[u64] {
        &self.r_squared
    }

    fn one(&self) -> &[u64] {
        &self.one
    }

    fn columns(&self) -> Columns {
        Columns(vec![0; 2 * self.limbs()])
    }

    /// All numbers below R: a factor is below m.
    fn plain_bits(&self) -> usize {
        LIMB_BITS * self.limbs()
    }

    fn multiply(&self, result: &mut [u64], a: &[u64], b: &[u64], columns: &mut Columns) {
        let limbs = self.limbs();
        let columns = &mut columns.0[..];
        columns.fill(0);
        let (blocks, rest) = a.as_chunks::<4>();
        for (block, coefficients) in blocks.iter().enumerate() {
            // With four more rows, the product of b and the lowest limbs of a fits the columns that it reaches, so
            // nothing overflows.
            let overflow = accumulate(&mut columns[4 * block..], *coefficients, Chains::default(), b, 0);
            debug_assert_eq!(overflow, 0);
        }
        for (row, coefficient) in (limbs - rest.len()..limbs).zip(rest) {
            columns[row + limbs] = accumulate_row(&mut columns[row..], *coefficient, 0, b);
        }
        self.reduce(result, columns, limbs);
    }

    /// Computes each product of two different limbs once and counts it twice.
    fn square(&self, result: &mut [u64], a: &[u64], columns: &mut Columns) {
        let limbs = self.limbs();
        let columns = &mut columns.0[..];
        columns.fill(0);
        let (blocks, rest) = a.as_chunks::<4>();
        // Products of blocks with all higher limbs …
        for (block, coefficients) in blocks.iter().enumerate() {
            let above = &a[4 * block + 4..];
            let overflow = accumulate(&mut columns[8 * block + 4..], *coefficients, Chains::default(), above, 0);
            debug_assert_eq!(overflow, 0);
        }
        for (row, coefficient) in (limbs - rest.len()..limbs).zip(rest) {
            columns[row + limbs] = accumulate_row(&mut columns[2 * row + 1..], *coefficient, 0, &a[row + 1..]);
        }
        // … and those within blocks, which share no columns. All are doubled, then the squares are added.
        let (pairs, _) = columns.as_chunks_mut::<2>();
        let (of_blocks, of_rest) = pairs.split_at_mut(4 * blocks.len());
        let mut carry = 0;
        for (pairs, block) in of_blocks.as_chunks_mut::<4>().0.iter_mut().zip(blocks) {
            for ((pair, limb), inner) in pairs.iter_mut().zip(block).zip(inner_products(*block)) {
                carry = double(pair, inner, *limb, carry);
            }
        }
        for (pair, limb) in of_rest.iter_mut().zip(rest) {
            carry = double(pair, [0; 2], *limb, carry);
        }
        debug_assert_eq!(carry, 0, "a square has twice the limbs");
        self.reduce(result, columns, limbs);
    }

    fn add(&self, sum: &mut [u64], a: &[u64], b: &[u64]) {
        let mut carry = 0;
        for (limb, (a, b)) in sum.iter_mut().zip(a.iter().zip(b)) {
            let column = u128::from(*a) + u128::from(*b) + carry;
            *limb = column as u64;
            carry = column >> LIMB_BITS;
        }
        self.subtract_modulus_once(sum, carry as u64);
    }

    fn subtract(&self, difference: &mut [u64], a: &[u64], b: &[u64]) {
        let mut borrow = 0;
        for (limb, (a, b)) in difference.iter_mut().zip(a.iter().zip(b)) {
            (*limb, borrow) = subtract_with_borrow(*a, *b, borrow);
        }
        // All ones if a was below b. Without black_box the compiler may branch on it, here and below.
        let mask = black_box(borrow.wrapping_neg());
        let mut carry = 0;
        for (limb, modulus) in difference.iter_mut().zip(&self.modulus) {
            let column = u128::from(*limb) + u128::from(modulus & mask) + carry;
            *limb = column as u64;
            carry = column >> LIMB_BITS;
        }
    }

    fn canonicalize(&self, residue: &mut [u64]) {
        self.subtract_modulus_once(residue, 0);
    }

    fn rows_for(&self, wide: usize) -> usize {
        wide - self.limbs()
    }

    /// `x/2^(64·rows)` is below R, and the reduction adds less than m, so one subtraction leaves less than R.
    fn reduce_wide(&self, x: &[u64], rows: usize) -> Vec<u64> {
        debug_assert!(x.len() <= rows + self.limbs());
        let mut columns = Columns(vec![0; rows + self.limbs()]);
        columns.0[..x.len()].copy_from_slice(x);
        let mut reduced = vec![0; self.limbs()];
        self.reduce(&mut reduced, &mut columns.0, rows);
        reduced
    }

    fn limbs_from_words(words: &[u32], count: usize) -> Vec<u64> {
        let word = |index: usize| u64::from(words.get(index).copied().unwrap_or(0));
        (0..count).map(|index| word(2 * index) | word(2 * index + 1) << 32).collect()
    }

    fn words_from_limbs(limbs: &[u64], count: usize) -> Vec<u32> {
        let limb = |index: usize| limbs.get(index).copied().unwrap_or(0);
        (0..count).map(|index| (limb(index / 2) >> (32 * (index % 2))) as u32).collect()
    }

    fn shift_left(limbs: &mut [u64], bits: u32) {
        let mut carry = 0;
        for limb in limbs {
            let shifted = u128::from(*limb) << bits | carry;
            *limb = shifted as u64;
            carry = shifted >> LIMB_BITS;
        }
    }

    fn packed_length(limbs: usize) -> usize {
        limbs
    }

    fn pack(limbs: &[u64]) -> impl Iterator<Item = u64> {
        limbs.iter().copied()
    }

    fn unpack(limbs: &mut [u64], words: &[u64]) {
        limbs.copy_from_slice(words);
    }
}

impl Montgomery {
    /// Montgomery reduction of `rows` limbs, with four quotient digits per pass: `T·2^(−64·rows) mod m` for T of
    /// `rows + L` columns, minus m if that is not below m.
    ///
    /// The digit q makes its column divisible by `2^64`. With the digits up to `row`, together below `2^(64·row)`, the
    /// next L columns and `overflow` above them are `(T mod 2^(64·(row + L)) + q·m)/2^(64·row) < R + m`, so `overflow`
    /// is one bit.
    fn reduce(&self, result: &mut [u64], columns: &mut [u64], rows: usize) {
        let m = &self.modulus[..];
        let limbs = m.len();
        let mut row = 0;
        let mut overflow = 0;
        if let Some([m0, m1, m2, m3]) = m.first_chunk::<4>().copied() {
            while row + 4 <= rows {
                let (head, above) = columns[row..].split_first_chunk_mut::<4>().expect("rows + limbs columns");
                let mut low;
                let q0 = head[0].wrapping_mul(self.negated_inverse);
                let (_, mut k0) = multiply_add(q0, m0, head[0], 0);
                (low, k0) = multiply_add(q0, m1, head[1], k0);
                let q1 = low.wrapping_mul(self.negated_inverse);
                let (_, mut k1) = multiply_add(q1, m0, low, 0);
                (low, k0) = multiply_add(q0, m2, head[2], k0);
                (low, k1) = multiply_add(q1, m1, low, k1);
                let q2 = low.wrapping_mul(self.negated_inverse);
                let (_, mut k2) = multiply_add(q2, m0, low, 0);
                (low, k0) = multiply_add(q0, m3, head[3], k0);
                (low, k1) = multiply_add(q1, m2, low, k1);
                (low, k2) = multiply_add(q2, m1, low, k2);
                let q3 = low.wrapping_mul(self.negated_inverse);
                let (_, k3) = multiply_add(q3, m0, low, 0);
                let chains = Chains { before: [m3, m2, m1], carries: [k0, k1, k2, k3] };
                overflow = accumulate(above, [q0, q1, q2, q3], chains, &m[4..], overflow);
                row += 4;
            }
        }
        for row in row..rows {
            let q = columns[row].wrapping_mul(self.negated_inverse);
            let carry = accumulate_row(&mut columns[row..], q, 0, m);
            let top = u128::from(columns[row + limbs]) + u128::from(carry) + u128::from(overflow);
            columns[row + limbs] = top as u64;
            overflow = (top >> LIMB_BITS) as u64;
        }
        let reduced = &columns[rows..rows + limbs];
        let mut borrow = 0;
        for ((out, limb), modulus) in result.iter_mut().zip(reduced).zip(m) {
            (*out, borrow) = subtract_with_borrow(*limb, *modulus, borrow);
        }
        // All ones if the subtraction borrowed more than the overflow, because then the number was already below m.
        let keep = black_box((borrow & !overflow).wrapping_neg());
        for (out, limb) in result.iter_mut().zip(reduced) {
            *out ^= keep & (*out ^ *limb);
        }
    }

    /// Subtracts m from `value + overflow·R`, which is below `R + m`, unless it is below m.
    fn subtract_modulus_once(&self, value: &mut [u64], overflow: u64) {
        let borrow = (value.iter().zip(&self.modulus))
            .fold(0, |borrow, (limb, modulus)| subtract_with_borrow(*limb, *modulus, borrow).1);
        // All ones if m is to be subtracted.
        let mask = black_box((borrow & !overflow).wrapping_sub(1));
        let mut borrow = 0;
        for (limb, modulus) in value.iter_mut().zip(&self.modulus) {
            (*limb, borrow) = subtract_with_borrow(*limb, modulus & mask, borrow);
        }
    }
}

impl Drop for Columns {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

/// The state of four rows: the previous limbs, last first, and the carry of each row into the next column.
#[derive(Clone, Copy, Default)]
struct Chains {
    before: [u64; 3],
    carries: [u64; 4],
}

/// Four rows at once: `columns += Σ coefficients[k]·2^(64·k)·limbs`. Also adds the carries of the chains, the products
/// with the previous limbs in the chains, and `overflow` at the column of the first carry out. Returns the carry above
/// the four columns after `limbs`.
#[inline(always)]
fn accumulate(columns: &mut [u64], coefficients: [u64; 4], chains: Chains, limbs: &[u64], overflow: u64) -> u64 {
    let [c0, c1, c2, c3] = coefficients;
    let Chains { before: [mut x1, mut x2, mut x3], carries: [mut k0, mut k1, mut k2, mut k3] } = chains;
    let mut step = |column: &mut u64, limb: u64| {
        let mut sum;
        (sum, k0) = multiply_add(c0, limb, *column, k0);
        (sum, k1) = multiply_add(c1, x1, sum, k1);
        (sum, k2) = multiply_add(c2, x2, sum, k2);
        (*column, k3) = multiply_add(c3, x3, sum, k3);
        [x1, x2, x3] = [limb, x1, x2];
    };
    let (columns, end) = columns.split_at_mut(limbs.len());
    let (column_pairs, last_column) = columns.as_chunks_mut::<2>();
    let (limb_pairs, last_limb) = limbs.as_chunks::<2>();
    for ([column, next_column], [limb, next_limb]) in column_pairs.iter_mut().zip(limb_pairs) {
        step(column, *limb);
        step(next_column, *next_limb);
    }
    for (column, limb) in last_column.iter_mut().zip(last_limb) {
        step(column, *limb);
    }
    let mut sum;
    let end: &mut [u64; 4] = end.first_chunk_mut().expect("four columns after the limbs");
    (sum, k1) = multiply_add(c1, x1, end[0], k1);
    (sum, k2) = multiply_add(c2, x2, sum, k2);
    (sum, k3) = multiply_add(c3, x3, sum, k3);
    let column = u128::from(sum) + u128::from(k0) + u128::from(overflow);
    end[0] = column as u64;
    (sum, k2) = multiply_add(c2, x1, end[1], k2);
    (sum, k3) = multiply_add(c3, x2, sum, k3);
    let column = u128::from(sum) + u128::from(k1) + (column >> LIMB_BITS);
    end[1] = column as u64;
    (sum, k3) = multiply_add(c3, x1, end[2], k3);
    let column = u128::from(sum) + u128::from(k2) + (column >> LIMB_BITS);
    end[2] = column as u64;
    let column = u128::from(end[3]) + u128::from(k3) + (column >> LIMB_BITS);
    end[3] = column as u64;
    (column >> LIMB_BITS) as u64
}

/// One row: `columns += coefficient·limbs + carry`. Returns the carry above the columns of `limbs`.
#[inline(always)]
fn accumulate_row(columns: &mut [u64], coefficient: u64, mut carry: u64, limbs: &[u64]) -> u64 {
    for (column, limb) in columns.iter_mut().zip(limbs) {
        (*column, carry) = multiply_add(coefficient, *limb, *column, carry);
    }
    carry
}

/// The products of different limbs among four, in eight columns.
#[inline(always)]
fn inner_products([a0, a1, a2, a3]: [u64; 4]) -> [[u64; 2]; 4] {
    let (s1, k0) = multiply_add(a0, a1, 0, 0);
    let (s2, k0) = multiply_add(a0, a2, 0, k0);
    let (s3, k0) = multiply_add(a0, a3, 0, k0);
    let (s3, k1) = multiply_add(a1, a2, s3, 0);
    let (s4, k1) = multiply_add(a1, a3, k0, k1);
    let (s5, s6) = multiply_add(a2, a3, k1, 0);
    [[0, s1], [s2, s3], [s4, s5], [s6, 0]]
}

/// Two columns of a square: `2·(columns + inner) + limb² + carry`. Returns the carry.
///
/// A column is at most `4·(2^64 − 1) + 2^64 − 1 + carry`, so a carry is at most 5.
#[inline(always)]
fn double(columns: &mut [u64; 2], inner: [u64; 2], limb: u64, carry: u64) -> u64 {
    let square = u128::from(limb) * u128::from(limb);
    let sum = |index: usize, columns: &[u64; 2]| u128::from(columns[index]) + u128::from(inner[index]);
    let low = (sum(0, columns) << 1) + u128::from(square as u64) + u128::from(carry);
    let high = (sum(1, columns) << 1) + (square >> LIMB_BITS) + (low >> LIMB_BITS);
    *columns = [low as u64, high as u64];
    (high >> LIMB_BITS) as u64
}

/// `a·b + c + d`, low word first. It cannot overflow.
#[inline(always)]
fn multiply_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let sum = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
    (sum as u64, (sum >> LIMB_BITS) as u64)
}

/// `a − b − borrow` modulo `2^64` and the borrow, 0 or 1.
#[inline(always)]
fn subtract_with_borrow(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let column = u128::from(a).wrapping_sub(u128::from(b)).wrapping_sub(u128::from(borrow));
    (column as u64, (column >> LIMB_BITS) as u64 & 1)
}
