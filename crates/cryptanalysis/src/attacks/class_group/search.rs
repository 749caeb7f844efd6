//! The two stages that a multiplier goes through.

use modular_powers::prime;
use num_bigint::{BigInt, BigUint};

use super::Bounds;
use super::form::{ClassGroup, Form};
use super::multipliers::Multiplier;
use crate::Error;
use crate::attacks::{common_divisor, smooth::odd_primes};
use crate::progress::Step;

/// Products between two calls of the progress callback: a few milliseconds.
const PRODUCTS_BETWEEN_REPORTS: u64 = 256;
/// Squarings in addition to those of the lift. Genera add no long cycles, and cycles longer than 2^14 are rare.
const TWOS: u32 = 14;
/// By how many bits f² may exceed its expected length.
const SLACK: u64 = 8;

/// What all multipliers share.
pub(super) struct Plan {
    /// The product of all powers of odd primes up to B1.
    exponent: BigUint,
    /// The primes of the second stage: the first one, and half of each distance to the next, which is at most 110 below 10^8.
    first_prime: u32,
    half_gaps: Vec<u8>,
}

impl Plan {
    pub(super) fn new(bounds: &Bounds, step: &mut Step<'_>) -> Result<Self, Error> {
        let is_prime = odd_primes(bounds.second, &mut || step.report(0))?;
        let primes = (0..).zip(&is_prime).filter(|(_, is_prime)| **is_prime).map(|(half, _)| 2 * half + 1);
        let (small, large): (Vec<u64>, Vec<u64>) = primes.partition(|prime| *prime <= bounds.first);
        let exponent = small.iter().map(|prime| BigUint::from(prime.pow(bounds.first.ilog(*prime)))).product();
        let half_gaps = large.windows(2).map(|pair| ((pair[1] - pair[0]) / 2) as u8).collect();
        Ok(Self { exponent, first_prime: large[0] as u32, half_gaps })
    }
}

/// A search for a smooth class number, one multiplier after the other.
pub(super) struct Search<'a> {
    pub(super) modulus: &'a BigUint,
    pub(super) square_free_length: u64,
    pub(super) plan: &'a Plan,
    pub(super) step: Step<'a>,
    pub(super) tried: u64,
    pub(super) products: u64,
}

impl Search<'_> {
    /// A proper divisor of the modulus, if the class number of this multiplier is smooth.
    pub(super) fn divisor(&mut self, multiplier: &Multiplier) -> Result<Option<BigUint>, Error> {
        self.step.report(self.tried)?;
        let factor = if multiplier.is_even { 4 * multiplier.k } else { multiplier.k };
        let group = ClassGroup::new(-BigInt::from(self.modulus * factor));
        let Some(class) = prime::small_primes().iter().find_map(|l| group.over(*l)) else { return Ok(None) };
        let class = self.power(&group, &class, &self.plan.exponent)?;
        let class = self.squares(&group, class, TWOS)?;

        // s such that 4^s·|Δ| > 4·f⁴, where f² = N/b.
        let square = self.modulus.bits() - self.square_free_length + SLACK;
        let s = (2 * square + 2).saturating_sub(self.modulus.bits() + u64::from(factor.ilog2())).div_ceil(2) + 1;
        let (group, class) = group.lifted(class, s);
        let class = self.squares(&group, class, s as u32 + 1)?;
        let class = self.power(&group, &class, &3u8.into())?;
        match common_divisor(class.a.magnitude(), self.modulus) {
            None => self.second_stage(&group, &class),
            found => Ok(found),
        }
    }

    /// Multiplies the leading coefficients of the powers by all primes above B1, modulo N.
    fn second_stage(&mut self, group: &ClassGroup, class: &Form) -> Result<Option<BigUint>, Error> {
        let square = self.product(group, class, class)?;
        let mut multiples = vec![square.clone()];
        for _ in 1..self.plan.half_gaps.iter().copied().max().unwrap_or(1) {
            let next = self.product(group, &multiples[multiples.len() - 1], &square)?;
            multiples.push(next);
        }
        let mut power = self.power(group, class, &self.plan.first_prime.into())?;
        let mut product = power.a.magnitude().clone();
        for half_gap in &self.plan.half_gaps {
            power = self.product(group, &multiples[usize::from(*half_gap) - 1], &power)?;
            product = product * power.a.magnitude() % self.modulus;
        }
        Ok(common_divisor(&product, self.modulus))
    }

    /// The product of two classes, counted.
    fn product(&mut self, group: &ClassGroup, first: &Form, second: &Form) -> Result<Form, Error> {
        self.products += 1;
        if self.products.is_multiple_of(PRODUCTS_BETWEEN_REPORTS) {
            self.step.report(self.tried)?;
        }
        Ok(group.product(first, second))
    }

    fn squares(&mut self, group: &ClassGroup, mut class: Form, count: u32) -> Result<Form, Error> {
        for _ in 0..count {
            class = self.product(group, &class, &class)?;
        }
        Ok(class)
    }

    /// A positive power, by the non-adjacent form: bit by bit, 3E − E = 2E has the digits −1, 0 and 1, and two in three are 0.
    /// The inverse of a class costs nothing.
    fn power(&mut self, group: &ClassGroup, class: &Form, exponent: &BigUint) -> Result<Form, Error> {
        let (inverse, triple) = (class.inverse(), exponent * 3u8);
        let mut power = class.clone();
        for bit in (1..triple.bits() - 1).rev() {
            power = self.product(group, &power, &power)?;
            power = match (triple.bit(bit), exponent.bit(bit)) {
                (true, false) => self.product(group, class, &power)?,
                (false, true) => self.product(group, &inverse, &power)?,
                _ => power,
            };
        }
        Ok(power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::class_group::multipliers::multipliers;
    use core::ops::ControlFlow;

    const BOUNDS: Bounds = Bounds { first: 20, second: 200, expected_multipliers: 1.0 };

    /// A multiplier succeeds exactly if the order of its class in the group of Δ₀ is smooth to the bounds. The test finds the
    /// order by multiplying until it reaches the class of 1.
    #[test]
    fn multipliers_succeed_as_their_orders_promise() {
        let [p, q] = [(1u64 << 40) - 87, (1 << 22) - 3].map(BigUint::from);
        let modulus = &p * &p * &q;
        let mut never = |_: &crate::Progress| ControlFlow::Continue(());
        let mut step = Step::begin(String::new(), None, &mut never).unwrap();
        let plan = Plan::new(&BOUNDS, &mut step).unwrap();
        let mut search = Search { modulus: &modulus, square_free_length: 22, plan: &plan, step, tried: 0, products: 0 };
        let (mut by_first, mut by_second, mut missed) = (0, 0, 0);
        for multiplier in &multipliers(&modulus, 22, 1)[..120] {
            let factor = if multiplier.is_even { 4 * multiplier.k } else { multiplier.k };
            let group = ClassGroup::new(-BigInt::from(&q * factor));
            let class = prime::small_primes().iter().find_map(|l| group.over(*l)).unwrap();
            let mut order = 1;
            let mut power = class.clone();
            while power.a != BigInt::from(1u8) {
                power = group.product(&power, &class);
                order += 1;
            }
            let found = search.divisor(multiplier).unwrap();
            assert!(found.is_none() || found == Some(&p * &p), "{found:?}");
            match large_part(order) {
                1 => by_first += 1,
                large if is_prime(large) && (21..=200).contains(&large) => by_second += 1,
                // If the lift does not need its cube, that cube removes a factor 3 of the order.
                large if large.is_multiple_of(3) => continue,
                _ => {
                    assert_eq!(found, None, "k = {}, order {order}", multiplier.k);
                    missed += 1;
                    continue;
                }
            }
            assert!(found.is_some(), "k = {}, order {order}", multiplier.k);
        }
        assert!(by_first > 5 && by_second > 5 && missed > 5, "{by_first}, {by_second}, {missed}");
    }

    /// The part of an order that neither the exponent of the first stage nor the squarings remove.
    fn large_part(mut order: u64) -> u64 {
        order >>= order.trailing_zeros();
        for l in (3..=BOUNDS.first).filter(|l| is_prime(*l)) {
            for _ in 0..BOUNDS.first.ilog(l) {
                if order.is_multiple_of(l) {
                    order /= l;
                }
            }
        }
        order
    }

    fn is_prime(number: u64) -> bool {
        prime::small_primes().iter().any(|prime| u64::from(*prime) == number)
    }
}
