//! Montgomery arithmetic on 29-bit limbs: the portable [`Kernel`], tuned for WebAssembly.
//!
//! Residues are below `2m` and factors below `4m`. With `R = 2^(29·L) ≥ 16m` the product `a·b·R⁻¹` of two factors is
//! below `2m` (`(16m² + R·m)/R ≤ 2m`), so no subtraction is needed between multiplications (Walter, "Montgomery
//! exponentiation needs no final subtractions", Electronics Letters 35, 1999), and two products may be added before the
//! next one.
//!
//! # How the shape was chosen
//!
//! WebAssembly has no carry flag and no 64×64→128 product, so a product of two limbs and the numbers added to it must
//! fit 64 bits. The figures are from headless Chromium 156 on a 2-core x86-64 server, for two exponentiations with a
//! window of 5 bits, as a fraction of the time that num-bigint's `modpow` takes in the same run (medians of 25,
//! interleaved):
//!
//! | shape | 512×2 | 1024×2 | 2048×2 |
//! | --- | --- | --- | --- |
//! | 28-bit limbs, one row of products per pass | 0.67 | 0.47 | 0.40 |
//! | two rows per pass, four columns per step | 0.56 | 0.39 | 0.33 |
//! | four rows per pass, one column per step | 0.44 | 0.36 | 0.31 |
//! | four rows per pass, four columns per step | 0.44 | 0.32 | 0.26 |
//! | the same, compiled with 128-bit SIMD allowed | 0.44 | 0.32 | 0.26 |
//! | the same, rows as a const generic, 4 to 8 of them | 0.46 to 0.49 | 0.35 to 0.39 | 0.30 to 0.33 |
//! | **29-bit limbs, four rows per pass, four columns per step** | **0.40** | **0.29** | **0.25** |
//!
//! All shapes delay carries, and all squares use half the products. Limbs of 32 bits would save a fifth of the
//! products, but every product would then carry into the next one, because 64 bits hold a single product and no sum. At
//! 29 bits a column holds 63 products, enough for the product of two numbers of 1800 bits. The primes of keys of 1024,
//! 2048 and 3072 bits take 18, 36, 54 (two primes) and 12, 24, 36 (three primes) limbs. With 28 bits they need one limb
//! more, whose row has no partners. Four rows per pass read and write a column once for four products, and keep the
//! three neighbors of a limb in registers.
//!
//! Two things did not help: two quotient digits from one 64-bit product (no change), and a first pass that sets columns
//! instead of zeroing them in advance (no change). Carrying only the middle columns helped a little (one hundredth at
//! 36 limbs).
//!
//! # Constant time
//!
//! Loops depend only on lengths, never on values, and there is no branch on a limb.

mod columns;

pub(crate) use self::columns::Columns;
#[cfg(test)]
pub(super) use self::columns::MAX_LOAD;
use super::Kernel;
use crate::wipe::wipe;

/// A digit of a number.
pub(crate) type Limb = u32;

const LIMB_BITS: usize = 29;
/// The bits of a limb.
const LIMB_MASK: u32 = (1 << LIMB_BITS) - 1;

/// The steps of Newton's iteration for an inverse. It starts with 3 right bits, and each step doubles them: 48 ≥ 29.
pub(super) const NEWTON_STEPS: usize = 4;

/// An odd modulus with the precomputed values of Montgomery arithmetic.
#[derive(Clone, Hash)]
pub(crate) struct Montgomery {
    modulus: Vec<u32>,
    /// `−m⁻¹ mod 2^29`
    negated_inverse: u64,
    /// `R² mod m`
    r_squared: Vec<u32>,
    /// The Montgomery form of one: `R mod m`.
    one: Vec<u32>,
}

impl Drop for Montgomery {
    fn drop(&mut self) {
        [&mut self.modulus, &mut self.r_squared, &mut self.one].into_iter().for_each(|limbs| wipe(limbs));
        wipe(core::slice::from_mut(&mut self.negated_inverse));
    }
}

impl Kernel for Montgomery {
    type Limb = Limb;
    type Columns = Columns;

    const LIMB_BITS: usize = LIMB_BITS;
    #[cfg(test)]
    const RESIDUE: u32 = 2;
    #[cfg(test)]
    const FACTOR: u32 = 4;
    /// A read takes some two thirds of a cycle per limb, a multiplication about a cycle for each of its `2·L²`
    /// products.
    const READS_PER_LIMB: usize = 3;

    /// The number of limbs for a modulus of `bits` bits: `2^(29·L) ≥ 16m`, and at least the four of a pass.
    fn limbs_for(bits: usize) -> usize {
        (bits + 4).div_ceil(LIMB_BITS).max(4)
    }

    fn new(modulus: Vec<u32>, r_squared: Vec<u32>) -> Self {
        // x = m is right modulo 2^3.
        let low = u64::from(modulus[0]);
        let inverse = (0..NEWTON_STEPS).fold(low, |x, _| x.wrapping_mul(2u64.wrapping_sub(low.wrapping_mul(x))));
        let negated_inverse = inverse.wrapping_neg() & u64::from(LIMB_MASK);
        let mut montgomery = Self { modulus, negated_inverse, r_squared, one: Vec::new() };
        let mut one = vec![0; montgomery.limbs()];
        montgomery.multiply(&mut one, &montgomery.plain_one(), &montgomery.r_squared, &mut montgomery.columns());
        montgomery.one = one;
        montgomery
    }

    fn limbs(&self) -> usize {
        self.modulus.len()
    }

    fn r_squared(&self) -> &[u32] {
        &self.r_squared
    }

    fn columns(&self) -> Columns {
        Columns::new(vec![0; 2 * self.limbs() + 4])
    }

    fn one(&self) -> &[u32] {
        &self.one
    }

    /// Numbers below `R/4`: a factor is below `4m`.
    fn plain_bits(&self) -> usize {
        LIMB_BITS * self.limbs() - 2
    }

    fn multiply(&self, result: &mut [u32], a: &[u32], b: &[u32], columns: &mut Columns) {
        let limbs = self.limbs();
        columns.clear();
        let (blocks, rest) = a.as_chunks::<4>();
        for (block, coefficients) in blocks.iter().enumerate() {
            columns.reserve(4, 0);
            accumulate(&mut columns.sums[4 * block..], coefficients.map(u64::from), [0; 3], b);
        }
        for (row, coefficient) in (limbs - rest.len()..limbs).zip(rest) {
            columns.reserve(1, 0);
            accumulate_row(&mut columns.sums[row..], u64::from(*coefficient), b);
        }
        columns.carry_middle(limbs);
        self.reduce(result, columns, limbs);
    }

    /// Computes each product of two different limbs once and counts it twice.
    fn square(&self, result: &mut [u32], a: &[u32], columns: &mut Columns) {
        let limbs = self.limbs();
        columns.clear();
        let mut row = 0;
        while row + 4 <= limbs {
            columns.reserve_square(4, row, limbs);
            let [a0, a1, a2, a3] = [0, 1, 2, 3].map(|index| u64::from(a[row + index]));
            let doubled = [2 * a0, 2 * a1, 2 * a2, 2 * a3];
            // The square of these four limbs …
            let head: &mut [u64; 7] = columns.sums[2 * row..].first_chunk_mut().expect("2·limbs + 4 columns");
            head[0] += a0 * a0;
            head[1] += doubled[0] * a1;
            head[2] += doubled[0] * a2 + a1 * a1;
            head[3] += doubled[0] * a3 + doubled[1] * a2;
            head[4] += doubled[1] * a3 + a2 * a2;
            head[5] += doubled[2] * a3;
            head[6] += a3 * a3;
            // … and twice their products with all higher ones.
            accumulate(&mut columns.sums[2 * row + 4..], doubled, [0; 3], &a[row + 4..]);
            row += 4;
        }
        while row < limbs {
            columns.reserve_square(1, row, limbs);
            let limb = u64::from(a[row]);
            columns.sums[2 * row] += limb * limb;
            accumulate_row(&mut columns.sums[2 * row + 1..], 2 * limb, &a[row + 1..]);
            row += 1;
        }
        columns.carry_middle(limbs);
        self.reduce(result, columns, limbs);
    }

    /// A multiple of four, so large that `x` has at most `rows + L − 1` limbs.
    fn rows_for(&self, wide: usize) -> usize {
        (wide - self.limbs() + 1).next_multiple_of(4)
    }

    /// The result is below R, because `x/2^(29·rows) < R/2^29`. Any number of rows that satisfies this will do.
    fn reduce_wide(&self, x: &[u32], rows: usize) -> Vec<u32> {
        debug_assert!(x.len() < rows + self.limbs());
        let mut sums: Vec<u64> = x.iter().copied().map(u64::from).collect();
        sums.resize(rows + self.limbs() + 4, 0);
        let mut reduced = vec![0; self.limbs()];
        self.reduce(&mut reduced, &mut Columns::new(sums), rows);
        reduced
    }

    fn add(&self, sum: &mut [u32], a: &[u32], b: &[u32]) {
        let mut carry = 0;
        for (limb, (a, b)) in sum.iter_mut().zip(a.iter().zip(b)) {
            let column = a + b + carry;
            *limb = column & LIMB_MASK;
            carry = column >> LIMB_BITS;
        }
    }

    /// `a − b + 2m`, which is positive.
    fn subtract(&self, difference: &mut [u32], a: &[u32], b: &[u32]) {
        let mut carry = 0i32;
        let operands = a.iter().zip(b).zip(&self.modulus);
        for (limb, ((a, b), m)) in difference.iter_mut().zip(operands) {
            // Above −2^29 and below 3·2^29, with a carry from −1 to 2.
            let column = *a as i32 + 2 * *m as i32 - *b as i32 + carry;
            *limb = column as u32 & LIMB_MASK;
            carry = column >> LIMB_BITS;
        }
    }

    fn canonicalize(&self, residue: &mut [u32]) {
        let mut difference = vec![0u32; residue.len()];
        let mut borrow = 0u32;
        for ((out, limb), modulus) in difference.iter_mut().zip(&*residue).zip(&self.modulus) {
            let column = limb.wrapping_sub(*modulus).wrapping_sub(borrow);
            *out = column & LIMB_MASK;
            borrow = column >> 31;
        }
        // All ones if the subtraction borrowed, because then the residue was already below m.
        let keep = borrow.wrapping_neg();
        for (limb, reduced) in residue.iter_mut().zip(&difference) {
            *limb = *reduced ^ (keep & (*reduced ^ *limb));
        }
        wipe(&mut difference);
    }

    fn limbs_from_words(words: &[u32], count: usize) -> Vec<u32> {
        regroup(words, 32, LIMB_BITS, count)
    }

    fn words_from_limbs(limbs: &[u32], count: usize) -> Vec<u32> {
        regroup(limbs, LIMB_BITS, 32, count)
    }

    fn shift_left(limbs: &mut [u32], bits: u32) {
        let mut carry = 0;
        for limb in limbs {
            let shifted = u64::from(*limb) << bits | carry;
            *limb = shifted as u32 & LIMB_MASK;
            carry = shifted >> LIMB_BITS;
        }
    }

    /// Two limbs per word.
    fn packed_length(limbs: usize) -> usize {
        limbs.div_ceil(2)
    }

    fn pack(limbs: &[u32]) -> impl Iterator<Item = u64> {
        limbs.chunks(2).map(|pair| pair.iter().rev().fold(0, |word, limb| word << 32 | u64::from(*limb)))
    }

    fn unpack(limbs: &mut [u32], words: &[u64]) {
        for (pair, word) in limbs.chunks_mut(2).zip(words) {
            pair.iter_mut().zip([*word as u32, (*word >> 32) as u32]).for_each(|(limb, half)| *limb = half);
        }
    }
}

impl Montgomery {
    /// Montgomery reduction of `rows` limbs, with four quotient digits per pass: `result = T·2^(−29·rows) mod m`, below
    /// `T/2^(29·rows) + m`, which must be below `R`.
    #[inline(always)] // In products and squares: one hundredth faster in WebAssembly.
    fn reduce(&self, result: &mut [u32], columns: &mut Columns, rows: usize) {
        let m = &self.modulus[..];
        let [m0, m1, m2, m3] = [0, 1, 2, 3].map(|index| u64::from(m[index]));
        let digit = |column: u64| column.wrapping_mul(self.negated_inverse) & u64::from(LIMB_MASK);
        let mut row = 0;
        while row + 4 <= rows {
            columns.reserve(4, row);
            // The digit q makes its column divisible by 2^29. The upper bits go into the next column.
            let head: &[u64; 4] = columns.sums[row..].first_chunk().expect("rows + limbs + 4 columns");
            let column0 = head[0];
            let q0 = digit(column0);
            let column1 = head[1] + q0 * m1 + ((column0 + q0 * m0) >> LIMB_BITS);
            let q1 = digit(column1);
            let column2 = head[2] + q0 * m2 + q1 * m1 + ((column1 + q1 * m0) >> LIMB_BITS);
            let q2 = digit(column2);
            let column3 = head[3] + q0 * m3 + q1 * m2 + q2 * m1 + ((column2 + q2 * m0) >> LIMB_BITS);
            let q3 = digit(column3);
            columns.sums[row + 4] += (column3 + q3 * m0) >> LIMB_BITS;
            accumulate(&mut columns.sums[row + 4..], [q0, q1, q2, q3], [m3, m2, m1], &m[4..]);
            row += 4;
        }
        while row < rows {
            columns.reserve(1, row);
            let column = columns.sums[row];
            let q = digit(column);
            accumulate_row(&mut columns.sums[row + 1..], q, &m[1..]);
            columns.sums[row + 1] += (column + q * m0) >> LIMB_BITS;
            row += 1;
        }
        let mut carry = 0;
        for (limb, column) in result.iter_mut().zip(&columns.sums[rows..]) {
            let sum = column + carry;
            *limb = sum as u32 & LIMB_MASK;
            carry = sum >> LIMB_BITS;
        }
        debug_assert_eq!(carry + columns.sums[rows + self.limbs()], 0, "the result is below R");
    }
}

/// Four rows at once: `columns[j] += Σ coefficients[k]·limbs[j − k]`, k from 0 to 3, for every `j` that `limbs` reaches,
/// where `before` holds `limbs[−1]`, `limbs[−2]`, `limbs[−3]`.
#[inline(always)]
fn accumulate(columns: &mut [u64], coefficients: [u64; 4], before: [u64; 3], limbs: &[u32]) {
    let [c0, c1, c2, c3] = coefficients;
    let [mut x1, mut x2, mut x3] = before;
    let (limb_blocks, limbs_left) = limbs.as_chunks::<4>();
    let (blocks, columns_left) = columns.split_at_mut(4 * limb_blocks.len());
    for (block, limbs) in blocks.as_chunks_mut::<4>().0.iter_mut().zip(limb_blocks) {
        let [y0, y1, y2, y3] = limbs.map(u64::from);
        block[0] += c0 * y0 + c1 * x1 + c2 * x2 + c3 * x3;
        block[1] += c0 * y1 + c1 * y0 + c2 * x1 + c3 * x2;
        block[2] += c0 * y2 + c1 * y1 + c2 * y0 + c3 * x1;
        block[3] += c0 * y3 + c1 * y2 + c2 * y1 + c3 * y0;
        [x1, x2, x3] = [y3, y2, y1];
    }
    let (tail, end) = columns_left.split_at_mut(limbs_left.len());
    for (column, limb) in tail.iter_mut().zip(limbs_left) {
        let y = u64::from(*limb);
        *column += c0 * y + c1 * x1 + c2 * x2 + c3 * x3;
        [x1, x2, x3] = [y, x1, x2];
    }
    end[0] += c1 * x1 + c2 * x2 + c3 * x3;
    end[1] += c2 * x1 + c3 * x2;
    end[2] += c3 * x1;
}

/// One row: `columns[j] += coefficient·limbs[j]`.
#[inline(always)]
fn accumulate_row(columns: &mut [u64], coefficient: u64, limbs: &[u32]) {
    for (column, limb) in columns.iter_mut().zip(limbs) {
        *column += coefficient * u64::from(*limb);
    }
}

/// Converts digits of `from` bits to `count` digits of `to` bits, both at most 32, with zeros beyond the end.
fn regroup(digits: &[u32], from: usize, to: usize, count: usize) -> Vec<u32> {
    let mut digits = digits.iter();
    // Bits read but not yet returned: fewer than `to` before a read, so fewer than 64 after it.
    let (mut buffer, mut bits) = (0u64, 0);
    (0..count)
        .map(|_| {
            while bits < to {
                buffer |= u64::from(digits.next().copied().unwrap_or(0)) << bits;
                bits += from;
            }
            let digit = (buffer & ((1 << to) - 1)) as u32;
            buffer >>= to;
            bits -= to;
            digit
        })
        .collect()
}
