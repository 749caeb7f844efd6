//! Powers modulo the square of a number.

use num_bigint::BigUint;
use num_integer::Integer;

use super::linked::MOST_LIMBS;
use super::montgomery::{LONGEST_EXPONENT, Montgomery, Prepared};
use super::number::{LIMB_BITS, Number, limbs_from_words, natural_from_limbs};
use super::reduction::Reduction;
use super::residues::DISTANCE;
use super::starts::LinkedStarts;
use super::strip::ROWS;
use crate::Natural;
use crate::public_power::{Arithmetic, Operands, power_vartime};

/// An odd number m, prepared for arithmetic modulo m² on two digits of base m (see `linked`).
pub(crate) struct SquareArithmetic {
    root: BigUint,
    square: BigUint,
    prepared: Prepared<2>,
    starts: LinkedStarts,
}

impl SquareArithmetic {
    /// `None` if the number is too long.
    pub(crate) fn new(root: &BigUint) -> Option<Self> {
        let limbs = (root.bits() as usize + DISTANCE).div_ceil(LIMB_BITS).max(ROWS);
        if limbs > MOST_LIMBS {
            return None;
        }
        let reduction = Reduction::new(root, limbs);
        let prepared = Prepared::new([&reduction; 2]);
        let starts = LinkedStarts::new(limbs, &prepared.starts);
        Some(Self { root: root.clone(), square: root * root, prepared, starts })
    }

    /// `base^exponent mod m²`. `None` if the exponent is too long.
    pub(crate) fn power_vartime(&self, base: &BigUint, exponent: &BigUint) -> Option<BigUint> {
        if exponent.bits() > LONGEST_EXPONENT as u64 {
            return None;
        }
        let base = base % &self.square;
        let form = |number: &BigUint| self.digits(&((number << (LIMB_BITS * self.prepared.limbs())) % &self.square));
        let one = BigUint::from(1u8);
        let operands = Operands {
            one: self.digits(&one),
            form_of_one: form(&one),
            base: Some(self.digits(&base)),
            form_of_base: form(&base),
        };
        let exponent = Natural::from_biguint(exponent, exponent.bits() as usize);
        let arithmetic = &mut Linked { montgomery: Montgomery::new(&self.prepared), starts: &self.starts };
        Some(self.value(&power_vartime(arithmetic, operands, &exponent)))
    }

    /// The digits a and b of a number `a − b·m` modulo m².
    fn digits(&self, number: &BigUint) -> Number<2> {
        let (quotient, first) = number.div_rem(&self.root);
        let second = if quotient == BigUint::ZERO { quotient } else { &self.root - quotient };
        let limbs = [first, second].map(|digit| limbs_from_words(&digit.to_u32_digits(), 0, self.prepared.limbs()));
        Number::new(limbs.each_ref().map(|limbs| &limbs[..]))
    }

    fn value(&self, digits: &Number<2>) -> BigUint {
        let limbs = digits.limbs(self.prepared.limbs());
        let [first, second] = limbs.map(|limbs| natural_from_limbs(&limbs, LIMB_BITS * limbs.len()).to_biguint());
        (first + (&self.root * 3u8 - second) * &self.root) % &self.square // digits are below 3m
    }
}

/// The arithmetic, with working memory.
struct Linked<'a> {
    montgomery: Montgomery<'a, 2>,
    starts: &'a LinkedStarts,
}

impl Arithmetic for Linked<'_> {
    type Residue = Number<2>;

    fn multiply(&mut self, result: &mut Number<2>, a: &Number<2>, b: &Number<2>) {
        self.montgomery.multiply_linked(result, a, b, self.starts);
    }

    fn square(&mut self, result: &mut Number<2>, a: &Number<2>) {
        self.montgomery.square_linked(result, a, self.starts);
    }
}
