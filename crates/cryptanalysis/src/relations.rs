//! Simple relations between numbers: `a·x ≈ b·y`, found by a continued fraction.

use num_bigint::BigUint;
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

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
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
    }
}
