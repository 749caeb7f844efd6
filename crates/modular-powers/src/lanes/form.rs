//! Single products with a factor that is known in advance, in Montgomery form.

use super::modulus::LaneModulus;
use super::montgomery::Montgomery;
use super::number::{Number, limbs_from_words, natural_from_limbs};
use crate::Natural;

/// A number in Montgomery form: below `2.6m`.
#[derive(Clone, Hash)]
pub(crate) struct LaneForm(Number<1>);

#[cfg(feature = "fault-injection")]
impl crate::fault::Corrupt for LaneForm {
    fn corrupt(&mut self, fault: crate::fault::Fault) {
        self.0.corrupt(fault);
    }
}

impl LaneModulus {
    /// The Montgomery form of a residue.
    pub(crate) fn form(&self, x: &Natural) -> LaneForm {
        LaneForm(self.product(&self.number(x), &Number::new([&self.from_plain[..]])))
    }

    /// The Montgomery form of `x²`.
    pub(crate) fn square(&self, LaneForm(x): &LaneForm) -> LaneForm {
        let mut square = Number::zero(self.limbs());
        Montgomery::new(&self.alone).square(&mut square, x);
        LaneForm(square)
    }

    /// `a·b mod m` for a residue a, below `3m` and one word longer than m.
    pub(crate) fn multiply(&self, a: &Natural, LaneForm(b): &LaneForm) -> Natural {
        let [limbs] = self.product(&self.number(a), b).limbs(self.limbs());
        natural_from_limbs(&limbs, self.width() + 32)
    }

    fn number(&self, x: &Natural) -> Number<1> {
        Number::new([&limbs_from_words(x.words(), 0, self.limbs())[..]])
    }

    fn product(&self, a: &Number<1>, b: &Number<1>) -> Number<1> {
        let mut product = Number::zero(self.limbs());
        Montgomery::new(&self.alone).multiply(&mut product, a, b);
        product
    }
}
