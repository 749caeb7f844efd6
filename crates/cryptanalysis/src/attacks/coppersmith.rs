//! Finding a divisor of N whose residue modulo a number is known (Coppersmith, "Small Solutions to Polynomial Equations, and Low
//! Exponent RSA Vulnerabilities", Journal of Cryptology 10, 1997; in Howgrave-Graham's form of the same year).

use num_bigint::BigInt;
use num_integer::Integer;

use super::lattice;
use crate::attack_limits::dimensions;
use crate::few::sort_few;
use crate::{Error, OnProgress};

/// What is known of a prime p of N: `p = residue + step·y` has `length` bits, and y is from 0 to below `2^root_length`.
pub(super) struct Known<'a> {
    pub(super) modulus: &'a BigInt,
    pub(super) residue: &'a BigInt,
    pub(super) step: &'a BigInt,
    pub(super) length: usize,
    pub(super) root_length: usize,
}

/// The length of y in `p = residue + step·y`, if p has `length` bits and only its residue is known.
pub(super) fn root_length(length: usize, step: &BigInt) -> usize {
    (length + 1).saturating_sub(step.bits() as usize)
}

impl Known<'_> {
    /// The divisor, if there is one, and the number of swaps in the reduction.
    pub(super) fn divisor(&self, on_progress: OnProgress<'_>) -> Result<(Option<BigInt>, u64), Error> {
        let root_length = self.root_length;
        if root_length == 0 {
            return Ok((self.proper(self.residue.clone()), 0));
        }
        let Some((h, dimension)) = dimensions(self.modulus.bits() as usize, self.length, root_length) else {
            return Ok((None, 0));
        };
        // p = residue + step·y, so f(y) = y + residue/step has the root y modulo p.
        let Some(inverse) = self.step.modinv(self.modulus) else { return Ok((None, 0)) };
        let constant = (self.residue * inverse).mod_floor(self.modulus);
        let mut power = vec![BigInt::from(1u8)]; // f^min(i, h)
        let mut rows = Vec::new();
        for i in 0..dimension {
            if (1..=h).contains(&i) {
                power = times_linear(&power, &constant);
            }
            let factor = self.modulus.pow((h - i.min(h)) as u32);
            let shift = i - i.min(h);
            let row = (0..dimension).map(|j| {
                let coefficient = j.checked_sub(shift).and_then(|j| power.get(j));
                coefficient.map_or(BigInt::ZERO, |c| (c * &factor) << (j * root_length))
            });
            rows.push(row.collect());
        }
        let reduced = lattice::reduce(rows, on_progress)?;
        let found = reduced.basis.iter().take(2).find_map(|row| {
            let polynomial: Vec<BigInt> = row.iter().enumerate().map(|(j, entry)| entry >> (j * root_length)).collect();
            let roots = integer_roots(&polynomial, root_length);
            roots.into_iter().find_map(|y| self.proper(self.residue + self.step * y))
        });
        Ok((found, reduced.swaps))
    }

    /// The number, if it divides N properly.
    fn proper(&self, candidate: BigInt) -> Option<BigInt> {
        let is_proper = candidate > BigInt::from(1u8) && candidate < *self.modulus;
        (is_proper && self.modulus.is_multiple_of(&candidate)).then_some(candidate)
    }
}

/// f·(y + constant)
fn times_linear(f: &[BigInt], constant: &BigInt) -> Vec<BigInt> {
    let mut product = vec![BigInt::ZERO; f.len() + 1];
    for (index, coefficient) in f.iter().enumerate() {
        product[index] += coefficient * constant;
        product[index + 1] += coefficient;
    }
    product
}

/// The value of a polynomial, whose lowest coefficient comes first.
pub(crate) fn value(f: &[BigInt], y: &BigInt) -> BigInt {
    f.iter().rev().fold(BigInt::ZERO, |sum, coefficient| sum * y + coefficient)
}

/// The non-negative integer roots below 2^bits. Between the roots of its derivative a polynomial is monotonic, so bisection finds
/// its sign change there.
fn integer_roots(f: &[BigInt], bits: usize) -> Vec<BigInt> {
    let (low, high) = (BigInt::ZERO, BigInt::from(1u8) << bits);
    let mut roots: Vec<BigInt> =
        sign_changes(f, &low, &high).into_iter().flat_map(|at| [&at - 1u8, at.clone(), at + 1u8]).collect();
    roots.push(low);
    roots.retain(|root| *root >= BigInt::ZERO && value(f, root) == BigInt::ZERO);
    sort_few(&mut roots, |a, b| a < b);
    roots.dedup();
    roots
}

/// The integers at which, or just below which, the polynomial changes its sign or is zero.
fn sign_changes(f: &[BigInt], low: &BigInt, high: &BigInt) -> Vec<BigInt> {
    if f.len() < 2 {
        return Vec::new();
    }
    let derivative: Vec<BigInt> = f.iter().enumerate().skip(1).map(|(index, c)| c * index).collect();
    let mut places = vec![low.clone()];
    // One integer on either side of each: away from these places, the derivative keeps its sign.
    for at in sign_changes(&derivative, low, high) {
        places.extend([&at - 1u8, at.clone(), at + 1u8]);
    }
    places.push(high.clone());
    places.retain(|place| place >= low && place <= high);
    sort_few(&mut places, |a, b| a < b);
    places.dedup();
    let is_negative = |y: &BigInt| value(f, y) < BigInt::ZERO;
    let mut changes: Vec<BigInt> = places.iter().filter(|place| value(f, place) == BigInt::ZERO).cloned().collect();
    for pair in places.windows(2) {
        let (mut from, mut to) = (pair[0].clone(), pair[1].clone());
        let sign = is_negative(&from);
        if is_negative(&to) == sign {
            continue;
        }
        while &to - &from > BigInt::from(1u8) {
            let middle: BigInt = (&from + &to) >> 1;
            if is_negative(&middle) == sign { from = middle } else { to = middle }
        }
        changes.push(to);
    }
    changes
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use super::*;

    #[test]
    fn integer_roots_are_found() {
        // (y − 3)(y − 1000)(2y − 7)(y + 5)
        let mut f = vec![BigInt::from(1u8)];
        for root in [-3i32, -1000, 5] {
            f = times_linear(&f, &BigInt::from(root));
        }
        let doubled: Vec<BigInt> = f.iter().map(|c| c * -7).chain([BigInt::ZERO]).collect();
        let f: Vec<BigInt> =
            doubled.iter().enumerate().map(|(i, c)| c + if i > 0 { &f[i - 1] * 2 } else { BigInt::ZERO }).collect();
        assert_eq!(integer_roots(&f, 20), [BigInt::from(3u8), BigInt::from(1000u32)]);
        assert!(integer_roots(&f, 1).is_empty());
    }

    #[test]
    fn a_prime_is_found_from_its_residue() {
        // The modulus has 1128 bits, its factors 521 and 607. 107 bits of the shorter one are missing.
        let p: BigInt = (BigInt::from(1u8) << 521) - 1u8;
        let modulus = &p * ((BigInt::from(1u8) << 607) - 1u8);
        let step = BigInt::from(3u8).pow(261);
        let residue = p.mod_floor(&step);
        let known = Known {
            modulus: &modulus,
            residue: &residue,
            step: &step,
            length: 521,
            root_length: root_length(521, &step),
        };
        let (found, swaps) = known.divisor(&mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(found, Some(p));
        assert!(swaps > 0);
    }
}
