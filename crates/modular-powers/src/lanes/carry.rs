//! From columns to limbs: carries, and the short products of digits that a reduction needs.

use core::cell::Cell;
use core::ops::Range;

use super::number::{LIMB_BITS, Number};
use super::starts::{BIAS, COLUMN_BIAS};
use super::strip::{ROWS, add_strip, make_up};
use super::sums::{Origin, PATTERNS};
use super::vector::{Double, MANTISSA_BITS, Vector, ZERO, power_of_two};

pub(super) const LIMB_MASK: u64 = (1 << LIMB_BITS) - 1;
/// A double: after adding an integer below `2^52`, its lowest bits are that integer.
pub(super) const INTEGERS: Double = power_of_two(MANTISSA_BITS);

/// Constants in memory, because V8 creates constants in code again at each use.
#[derive(Clone, Copy)]
pub(super) struct Constants {
    pub(super) origin: [[Double; 2]; Origin::DOUBLES.len()],
    mask: [Double; 2],
    integers: [Double; 2],
}

impl Constants {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { origin: Origin::DOUBLES, mask: [Double::from_bits(LIMB_MASK); 2], integers: [INTEGERS; 2] }
    }
}

/// The biased carry from one column to the next.
#[derive(Clone, Copy)]
pub(super) struct Carry {
    carry: Vector,
    mask: Vector,
    integers: Vector,
}

impl Carry {
    #[inline(always)]
    pub(super) fn new(constants: &Constants) -> Self {
        Self {
            carry: Vector::from_bits([BIAS >> LIMB_BITS; 2]),
            mask: Vector::load(&constants.mask),
            integers: Vector::load(&constants.integers),
        }
    }

    /// The limb of a column, after adding the carry.
    #[inline(always)]
    pub(super) fn digit(&mut self, column: Vector) -> Vector {
        let sum = column.wrapping_add(self.carry);
        self.carry = sum.shift_right::<{ LIMB_BITS as u32 }>();
        sum.and(self.mask).or(self.integers).minus(self.integers)
    }

    /// The integer that a limb is.
    #[inline(always)]
    pub(super) fn integer(&self, limb: Vector) -> Vector {
        limb.plus(self.integers).wrapping_sub(self.integers)
    }

    /// The limbs of the columns from `first` on, which are replaced (see [`taken`]).
    #[inline(always)]
    pub(super) fn digits<const NUMBERS: usize, const R: usize>(
        &mut self,
        columns: &mut [[Double; 2]],
        starts: &[[Double; 2]],
        first: usize,
        front: usize,
    ) -> [Vector; R] {
        let mut digits = [Vector::splat(ZERO); R];
        for (digit, column) in digits.iter_mut().zip(taken::<NUMBERS>(columns, starts, first..first + R, front)) {
            *digit = self.digit(column);
        }
        digits
    }

    /// Adds another carry.
    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        self.carry = self.carry.wrapping_add(other.carry).wrapping_sub(Vector::from_bits([BIAS >> LIMB_BITS; 2]));
    }
}

/// Columns, for `NUMBERS` numbers with `front` zero vectors before them. Nothing else is read from the vectors in this range, so
/// they are replaced by the start values of the next square.
#[inline(always)]
pub(super) fn taken<const NUMBERS: usize>(
    columns: &mut [[Double; 2]],
    starts: &[[Double; 2]],
    range: Range<usize>,
    front: usize,
) -> impl Iterator<Item = Vector> {
    let columns = Cell::from_mut(columns).as_slice_of_cells();
    let lower = &columns[range.start + front..range.end + front];
    columns[range.clone()].iter().zip(lower).zip(&starts[range]).map(|((place, lower), start)| {
        let upper = place.replace(Vector::load(start).to_array());
        if NUMBERS == 2 {
            Vector::load(&upper)
        } else {
            Vector::splat(lower.get()[0]).wrapping_add(Vector::splat(upper[1]))
        }
    })
}

/// Adds, in the second lane, the product of the first lane's digits and the lowest limbs of μ, to the digits and to the columns
/// above them.
#[inline(always)]
pub(super) fn link<const R: usize, const NUMBERS: usize>(
    constants: &Constants,
    digits: &mut [Vector; R],
    negated_inverse: &Number<NUMBERS>,
    carry: &mut Carry,
    above: &mut [[Double; 2]],
) {
    // The columns of the product: R with the bias, which become digits, and R that are added to columns.
    let mut product = [[ZERO; 2]; 2 * ROWS];
    let mut start = [COLUMN_BIAS; 2 * ROWS];
    start[R..].fill(0);
    make_up(R, R, |column, bits| start[column] = start[column].wrapping_sub(bits));
    for (column, start) in product.iter_mut().zip(start) {
        *column = [Double::from_bits(start); 2];
    }
    let factors = digits.map(to_second);
    let limbs = negated_inverse.vectors_from(0);
    add_strip::<R>(Origin::load(&constants.origin), factors, limbs, R, Vector::load, &mut product);
    let mut sum = Carry::new(constants);
    for (digit, column) in digits.iter_mut().zip(&product) {
        *digit = sum.digit(sum.integer(*digit).wrapping_add(Vector::load(column)));
    }
    carry.add(&sum);
    for (column, addend) in above.iter_mut().zip(&product[R..2 * R]) {
        *column = Vector::load(column).wrapping_add(Vector::load(addend)).to_array();
    }
}

/// Adds the first lane's quotient to the second lane's digits.
#[inline(always)]
pub(super) fn link_quotient(
    constants: &Constants,
    digits: &mut [Vector; ROWS],
    quotient: [Vector; ROWS],
    carry: &mut Carry,
) {
    let mut sum = Carry::new(constants);
    let start = Vector::from_bits([COLUMN_BIAS; 2]);
    for (digit, first) in digits.iter_mut().zip(quotient) {
        let column = sum.integer(*digit).wrapping_add(sum.integer(to_second(first)));
        *digit = sum.digit(column.wrapping_add(start));
    }
    carry.add(&sum);
}

/// The first lane in the second, beside zero.
#[inline(always)]
pub(super) fn to_second(vector: Vector) -> Vector {
    Vector::splat(ZERO).beside(Vector::splat(vector.to_array()[0]))
}

/// `a·b mod β^4`
#[inline(always)]
pub(super) fn low_product(origin: Origin, a: [Vector; ROWS], b: [Vector; ROWS], mut carry: Carry) -> [Vector; ROWS] {
    let [pattern, above] = PATTERNS;
    let lowest = COLUMN_BIAS.wrapping_sub(pattern);
    let start = Vector::from_bits([lowest.wrapping_sub(above); 2]);
    let mut place = Vector::from_bits([lowest; 2]);
    let mut product = a;
    for (column, digit) in product.iter_mut().enumerate() {
        let mut sums = origin.first(a[0], b[column]);
        for row in 1..=column {
            sums = sums.next(a[row], b[column - row]);
        }
        *digit = carry.digit(sums.add_to_column(place));
        place = sums.add_above(start);
    }
    product
}
