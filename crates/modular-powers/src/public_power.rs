//! Powers with public exponents, on any kernel: sliding windows over odd powers (Menezes et al., Handbook of Applied
//! Cryptography, algorithm 14.85). Time and memory access depend on the exponent.

use crate::Natural;

/// Montgomery arithmetic of a kernel.
pub(crate) trait Arithmetic {
    /// One residue, or two.
    type Residue: Clone;

    /// `result = a·b/R`
    fn multiply(&mut self, result: &mut Self::Residue, a: &Self::Residue, b: &Self::Residue);

    /// `result = a²/R`
    fn square(&mut self, result: &mut Self::Residue, a: &Self::Residue);
}

/// The base of a power and the number one, both plain and in Montgomery form.
pub(crate) struct Operands<R> {
    pub(crate) one: R,
    pub(crate) form_of_one: R,
    /// The base itself, if it is below the modulus.
    pub(crate) base: Option<R>,
    pub(crate) form_of_base: R,
}

/// `base^exponent`, no longer in Montgomery form.
///
/// A last multiplication by a plain number converts the power from Montgomery form. For an odd exponent that number is
/// the base, which the power needs as a factor anyway. Otherwise it is one.
pub(crate) fn power_vartime<A: Arithmetic>(
    arithmetic: &mut A,
    operands: Operands<A::Residue>,
    exponent: &Natural,
) -> A::Residue {
    let Operands { one, form_of_one, base, form_of_base } = operands;
    let is_odd = bit(exponent, 0);
    let (last, lowest_bit) = match base.filter(|_| is_odd) {
        Some(base) => (base, 1),
        None => (one, 0),
    };
    let plan = Plan::cheapest(exponent, lowest_bit);
    let mut product = form_of_one.clone();
    let mut odd_powers = vec![form_of_base];
    if plan.width > 1 {
        let mut square = form_of_one.clone();
        arithmetic.square(&mut square, &odd_powers[0]);
        for index in 1..1 << (plan.width - 1) {
            let mut next = form_of_one.clone();
            arithmetic.multiply(&mut next, &odd_powers[index - 1], &square);
            odd_powers.push(next);
        }
    }
    // Start with the first digit's power, to avoid squaring one and multiplying by it.
    let mut steps = plan.steps.iter();
    let mut accumulator = steps.next().map_or(form_of_one, |step| odd_powers[step.digit >> 1].clone());
    for step in steps {
        for _ in 0..step.squarings {
            arithmetic.square(&mut product, &accumulator);
            core::mem::swap(&mut accumulator, &mut product);
        }
        arithmetic.multiply(&mut product, &accumulator, &odd_powers[step.digit >> 1]);
        core::mem::swap(&mut accumulator, &mut product);
    }
    for _ in 0..plan.squarings_behind {
        arithmetic.square(&mut product, &accumulator);
        core::mem::swap(&mut accumulator, &mut product);
    }
    arithmetic.multiply(&mut product, &accumulator, &last);
    product
}

/// How a power is computed: the steps, then some more squarings. `exponent = Σ digit·2^(squarings after it)`.
struct Plan {
    width: usize,
    steps: Vec<Step>,
    squarings_behind: usize,
}

/// Squarings, then a multiplication by the odd power `base^digit`.
struct Step {
    squarings: usize,
    digit: usize,
}

impl Plan {
    /// The plan with the fewest multiplications, by digits and for a table of `2^(w − 1)` odd powers.
    fn cheapest(exponent: &Natural, lowest_bit: usize) -> Self {
        let narrowest = Self::new(exponent, lowest_bit, 1);
        // A table and one step cost three.
        if narrowest.steps.len() <= 3 {
            return narrowest;
        }
        let plans = (2..=7).map(|width| Self::new(exponent, lowest_bit, width));
        let cost = |plan: &Self| plan.steps.len() + if plan.width > 1 { 1 << (plan.width - 1) } else { 0 };
        core::iter::once(narrowest).chain(plans).min_by_key(cost).expect("there are widths")
    }

    /// A plan with digits of at most `width` bits. Bits of the exponent below `lowest_bit` count as 0.
    fn new(exponent: &Natural, lowest_bit: usize, width: usize) -> Self {
        let (mut steps, mut squarings) = (Vec::new(), 0);
        let mut above = exponent.width();
        while above > 0 {
            let mut low = above - 1;
            if low >= lowest_bit && bit(exponent, low) {
                let least = (above.saturating_sub(width)).max(lowest_bit);
                low = (least..above).find(|index| bit(exponent, *index)).expect("the highest bit is set");
                let digit = (low..above).rev().fold(0, |digit, index| 2 * digit + usize::from(bit(exponent, index)));
                steps.push(Step { squarings: squarings + above - low, digit });
                squarings = 0;
            } else {
                squarings += 1;
            }
            above = low;
        }
        Self { width, steps, squarings_behind: squarings }
    }
}

fn bit(number: &Natural, index: usize) -> bool {
    number.words().get(index / 32).is_some_and(|word| word >> (index % 32) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    fn exponent(value: &BigUint) -> Natural {
        Natural::from_biguint(value, value.bits() as usize)
    }

    #[test]
    fn plans_add_up_to_the_exponent() {
        let one = BigUint::from(1u8);
        let long = (&one << 300) - 1u8 - (&one << 77) - (&one << 150);
        for value in (0..600u32).map(BigUint::from).chain([long, &one << 64, (&one << 64) + 1u8]) {
            for (width, lowest_bit) in (1..=7).flat_map(|width| [(width, 0), (width, 1)]) {
                let plan = Plan::new(&exponent(&value), lowest_bit, width);
                assert!(plan.steps.iter().all(|step| step.digit % 2 == 1 && step.digit < 1 << width));
                let sum = plan.steps.iter().fold(BigUint::ZERO, |sum, step| (sum << step.squarings) + step.digit);
                let rest = if lowest_bit == 1 { &value % 2u8 } else { BigUint::ZERO };
                assert_eq!((sum << plan.squarings_behind) + rest, value);
            }
        }
    }

    #[test]
    fn plans_have_the_cheapest_width() {
        let width = |value: BigUint| Plan::cheapest(&exponent(&value), 0).width;
        let one = BigUint::from(1u8);
        assert_eq!([3u32, 17, 65537].map(|value| width(BigUint::from(value))), [1, 1, 1]);
        assert_eq!([2048usize, 64].map(|bits| width((&one << bits) - 1u8)), [7, 4]);
    }
}
