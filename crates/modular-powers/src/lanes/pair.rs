//! Two residues modulo the same number, one per lane, for long computations that end with one power.

use super::aligned::Aligned;
use super::modulus::LaneModulus;
use super::montgomery::{Montgomery, Prepared};
use super::number::{Number, limbs_from_words, natural_from_limbs};
use super::table::Table;
use crate::fault::point;
use crate::public_power::Arithmetic;
use crate::several::Several;
use crate::{Modulus, Natural};

/// A modulus, prepared for both lanes.
#[derive(Clone)]
pub(crate) struct PairedModulus(Prepared<2>);

impl PairedModulus {
    /// `None` if the lanes are not available for this modulus.
    pub(crate) fn new(modulus: &Modulus) -> Option<Self> {
        modulus.lanes().map(|lanes| Self(Prepared::new([&lanes.reduction; 2])))
    }
}

/// The arithmetic, with working memory.
///
/// Values have the bounds of an exponentiation (see `montgomery`), so a result may depend on a chain of at most
/// [`LONGEST_EXPONENT`](super::LONGEST_EXPONENT) multiplications.
pub(crate) struct TwoResidues<'a> {
    modulus: &'a Modulus,
    lanes: &'a LaneModulus,
    montgomery: Montgomery<'a, 2>,
}

impl<'a> TwoResidues<'a> {
    /// `paired` must be made from the modulus.
    pub(crate) fn new(modulus: &'a Modulus, PairedModulus(paired): &'a PairedModulus) -> Self {
        let lanes = modulus.lanes().expect("a modulus that was prepared for lanes");
        Self { modulus, lanes, montgomery: Montgomery::new(paired) }
    }
}

impl Arithmetic for TwoResidues<'_> {
    type Residue = Number<2>;

    fn multiply(&mut self, result: &mut Number<2>, a: &Number<2>, b: &Number<2>) {
        Arithmetic::multiply(&mut self.montgomery, result, a, b);
    }

    fn square(&mut self, result: &mut Number<2>, a: &Number<2>) {
        Arithmetic::square(&mut self.montgomery, result, a);
    }
}

impl Several for TwoResidues<'_> {
    type Table = Table<2>;

    const LANES: usize = 2;

    fn one(&self) -> Number<2> {
        Number::new([&self.lanes.one[..]; 2])
    }

    fn form(&mut self, numbers: &[&Natural]) -> Number<2> {
        let limbs = self.montgomery.limbs();
        let plain: [Aligned; 2] = core::array::from_fn(|lane| {
            let number = numbers[lane];
            if number.width() <= self.lanes.widest_plain() {
                limbs_from_words(number.words(), 0, limbs)
            } else {
                limbs_from_words(self.modulus.reduce(number).words(), 0, limbs)
            }
        });
        let mut form = Number::zero(limbs);
        let plain = Number::new(plain.each_ref().map(|plain| &plain[..]));
        self.montgomery.multiply(&mut form, &plain, &Number::new([&self.lanes.from_plain[..]; 2]));
        point("power: base", &mut form);
        form
    }

    fn value(&mut self, form: &Number<2>) -> Natural {
        let limbs = self.montgomery.limbs();
        let one = limbs_from_words(&[1], 0, limbs);
        let mut plain = Number::zero(limbs);
        self.montgomery.multiply(&mut plain, form, &Number::new([&one[..]; 2]));
        let [first, _] = plain.limbs(limbs);
        self.modulus.canonical(natural_from_limbs(&first, self.lanes.width() + 32))
    }

    fn copy_lane(&self, (to, lane): (&mut Number<2>, usize), (from, from_lane): (&Number<2>, usize)) {
        to.copy_from(lane, from, from_lane);
    }

    fn table(&self, entries: &[Number<2>]) -> Table<2> {
        Table::new(entries, self.montgomery.limbs())
    }

    fn read(&mut self, entry: &mut Number<2>, table: &Table<2>, indices: [u32; 2]) {
        entry.read(table, indices);
        point("power: table read", entry);
    }

    fn entry_bytes(&self) -> usize {
        Table::<2>::entry_bytes(self.montgomery.limbs())
    }

    fn reads_per_multiplication(&self) -> usize {
        // As in `power`, but for tables that do not fit the first cache.
        (5 * self.montgomery.limbs() + 240 / self.montgomery.limbs()) / 2
    }
}
