//! Simple relations between numbers: `a·x ≈ b·y`, found by a continued fraction, and `a·x ≡ b·y mod 2^j`, found by a lattice of
//! dimension 2 that grows with j.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

/// `|denominator·x − numerator·y| = rest`
#[derive(Clone, Debug)]
pub(crate) struct Convergent {
    pub(crate) numerator: BigUint,
    pub(crate) denominator: BigUint,
    pub(crate) rest: BigUint,
}

/// The convergents of the continued fraction of x/y.
///
/// If a and b have no common divisor and `2·a·|a·x − b·y| < y`, then b/a is one of them (Legendre).
pub(crate) struct Convergents {
    /// The current remainders of Euclid's algorithm.
    rest: [BigUint; 2],
    before: [BigUint; 2],
    last: [BigUint; 2],
}

impl Convergents {
    pub(crate) fn new(x: &BigUint, y: &BigUint) -> Self {
        let (zero, one) = (BigUint::ZERO, BigUint::from(1u8));
        Self { rest: [x.clone(), y.clone()], before: [zero.clone(), one.clone()], last: [one, zero] }
    }
}

impl Iterator for Convergents {
    type Item = Convergent;

    fn next(&mut self) -> Option<Convergent> {
        let [dividend, divisor] = &self.rest;
        if *divisor == BigUint::ZERO {
            return None;
        }
        let (quotient, remainder) = dividend.div_rem(divisor);
        self.rest = [divisor.clone(), remainder.clone()];
        let next = [0, 1].map(|index| &quotient * &self.last[index] + &self.before[index]);
        self.before = core::mem::replace(&mut self.last, next.clone());
        let [numerator, denominator] = next;
        Some(Convergent { numerator, denominator, rest: remainder })
    }
}

/// The relations `b·d = a·m ± s` of a private exponent d for `e·d ≡ 1 mod m`, with small b: then `e·s ≡ ±b mod m`, and s takes
/// the place of d. All keys have `e·d = k·m + 1`, which says nothing: here `e·s = b`, so that relation is left out. In all others,
/// e·s is at least m − b.
pub(crate) fn of_exponent<'a>(d: &'a BigUint, m: &'a BigUint, e: &'a BigUint) -> impl Iterator<Item = Convergent> + 'a {
    /// Longer multipliers b are not tried.
    const LONGEST: u64 = 64;
    Convergents::new(d, m)
        .take_while(|near| near.denominator.bits() <= LONGEST)
        .filter(move |near| &near.rest * e != near.denominator)
}

/// `a·x ≡ b·y mod 2^bits`, where (a, b) is a shortest vector with that property.
#[derive(Clone, Debug)]
pub(crate) struct Congruence {
    pub(crate) a: BigInt,
    pub(crate) b: BigInt,
    pub(crate) bits: u64,
}

/// A shortest (a, b) for `j = 1, 2, …`. If x or y is odd, the lattice of all (a, b) has determinant 2^j, so any vector shorter
/// than `2^(j/2)·√(3/4)` is, up to its sign and a factor, the one found.
pub(crate) struct Congruences {
    /// (a, b) and `(a·x − b·y)/2^bits`, for the two vectors of a reduced basis, the shorter first.
    basis: [[BigInt; 3]; 2],
    bits: u64,
}

impl Congruences {
    pub(crate) fn new(x: &BigUint, y: &BigUint) -> Self {
        let [zero, one] = [0, 1].map(BigInt::from);
        let basis = [[one.clone(), zero.clone(), x.clone().into()], [zero, one, -BigInt::from(y.clone())]];
        Self { basis, bits: 0 }
    }

    /// Replaces the basis by one of the vectors for which the third number is even, and halves that number.
    fn halve(&mut self) {
        let [is_odd, is_odd_too] = [0, 1].map(|index: usize| self.basis[index][2].bit(0));
        if is_odd && is_odd_too {
            let [first, second] = &mut self.basis;
            for (number, other) in second.iter_mut().zip(first.iter()) {
                *number -= other;
            }
        }
        // Now at least one is even. The other one is doubled, so its third number stays as it is.
        let doubled = usize::from(!is_odd);
        let [a, b, _] = &mut self.basis[doubled];
        *a <<= 1;
        *b <<= 1;
        self.basis[1 - doubled][2] >>= 1;
    }

    /// Lagrange's reduction.
    fn reduce(&mut self) {
        let product = |[a, b, _]: &[BigInt; 3], [c, d, _]: &[BigInt; 3]| -> BigInt { a * c + b * d };
        loop {
            if product(&self.basis[0], &self.basis[0]) > product(&self.basis[1], &self.basis[1]) {
                self.basis.swap(0, 1);
            }
            let [first, second] = &mut self.basis;
            let square = product(first, first);
            let twice: BigInt = &square * 2;
            let multiple = Integer::div_floor(&(product(first, second) * 2 + square), &twice);
            if multiple == BigInt::ZERO {
                return;
            }
            for (number, other) in second.iter_mut().zip(first.iter()) {
                *number -= &multiple * other;
            }
        }
    }
}

impl Iterator for Congruences {
    type Item = Congruence;

    fn next(&mut self) -> Option<Congruence> {
        self.halve();
        self.reduce();
        self.bits += 1;
        let [a, b, _] = self.basis[0].clone();
        Some(Congruence { a, b, bits: self.bits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn convergents_are_those_of_the_golden_ratio() {
        let fractions: Vec<[u8; 2]> = Convergents::new(&21u8.into(), &34u8.into())
            .map(|fraction| [fraction.numerator, fraction.denominator].map(|number| number.try_into().unwrap()))
            .collect();
        assert_eq!(fractions, [[0, 1], [1, 1], [1, 2], [2, 3], [3, 5], [5, 8], [8, 13], [21, 34]]);
    }

    proptest! {
        #[test]
        fn convergents_have_the_rest_they_say(x in 1u64.., y in 1u64..) {
            for Convergent { numerator, denominator, rest } in Convergents::new(&x.into(), &y.into()) {
                let difference = BigInt::from(denominator) * x - BigInt::from(numerator) * y;
                prop_assert_eq!(difference.magnitude(), &rest);
            }
        }

        /// Against all pairs with numbers up to 2^(j/2).
        #[test]
        fn congruences_are_the_shortest(x in any::<u16>(), y in any::<u16>()) {
            let [x, y] = [x | 1, y | 1].map(i64::from);
            for Congruence { a, b, bits } in Congruences::new(&(x as u64).into(), &(y as u64).into()).take(10) {
                let [a, b] = [a, b].map(|number| i64::try_from(number).unwrap());
                prop_assert_eq!((a * x - b * y).rem_euclid(1 << bits), 0);
                let limit = 1i64 << bits.div_ceil(2);
                let least = (-limit..=limit)
                    .flat_map(|a| (-limit..=limit).map(move |b| (a, b)))
                    .filter(|(a, b)| (a * x - b * y).rem_euclid(1 << bits) == 0 && (*a, *b) != (0, 0))
                    .map(|(a, b)| a * a + b * b)
                    .min();
                prop_assert_eq!(least.map(|least| least.min(a * a + b * b)), Some(a * a + b * b));
            }
        }
    }
}
