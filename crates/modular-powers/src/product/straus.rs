//! Straus's method, with sliding windows: for each bit of the exponents one squaring, and multiplications by odd powers
//! of the bases.

use super::{Terms, digit};
use crate::several::Several;

/// A multiplication by an odd power of a base: the power `2·half + 1`.
struct Factor {
    base: usize,
    half: usize,
}

/// The product in Montgomery form, in the first lane. Any lane may multiply by any factor, so lanes have equal work.
pub(super) fn product<S: Several>(arithmetic: &mut S, terms: &Terms, width: usize) -> S::Residue {
    let tables: Vec<Vec<S::Residue>> = odd_powers(arithmetic, terms, width);
    let one = arithmetic.one();
    let mut accumulator = one.clone();
    let [mut factor, mut result] = [one.clone(), one.clone()];
    let mut is_one = true;
    for factors in factors(terms, width).iter().rev() {
        if !is_one {
            arithmetic.square(&mut result, &accumulator);
            core::mem::swap(&mut accumulator, &mut result);
        }
        for group in factors.chunks(S::LANES) {
            for lane in 0..S::LANES {
                let from = match group.get(lane) {
                    Some(Factor { base, half }) => (&tables[base / S::LANES][*half], base % S::LANES),
                    None => (&one, lane),
                };
                arithmetic.copy_lane((&mut factor, lane), from);
            }
            arithmetic.multiply(&mut result, &accumulator, &factor);
            core::mem::swap(&mut accumulator, &mut result);
            is_one = false;
        }
    }
    arithmetic.product_of_lanes(&accumulator)
}

/// The odd powers of the bases up to `2^width − 1`.
fn odd_powers<S: Several>(arithmetic: &mut S, terms: &Terms, width: usize) -> Vec<Vec<S::Residue>> {
    let mut tables = Vec::new();
    for form in terms.forms(arithmetic) {
        let mut square = form.clone();
        arithmetic.square(&mut square, &form);
        let mut powers = vec![form];
        for index in 1..1 << (width - 1) {
            let mut next = square.clone();
            arithmetic.multiply(&mut next, &powers[index - 1], &square);
            powers.push(next);
        }
        tables.push(powers);
    }
    tables
}

/// For each bit, the factors whose squarings start there. From the lowest bit on, a digit of `width` bits starts at each
/// bit that is set and not yet in a digit.
fn factors(terms: &Terms, width: usize) -> Vec<Vec<Factor>> {
    let mut factors: Vec<Vec<Factor>> = (0..terms.bits).map(|_| Vec::new()).collect();
    for (base, exponent) in terms.exponents.iter().enumerate() {
        let mut start = 0;
        while start < terms.bits {
            let digit = digit(exponent, start, width);
            if digit % 2 == 1 {
                factors[start].push(Factor { base, half: digit / 2 });
                start += width;
            } else {
                start += 1;
            }
        }
    }
    factors
}
