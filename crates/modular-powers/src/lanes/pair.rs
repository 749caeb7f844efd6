//! One residue, or two modulo the same number, one per lane, for long computations that end with one power.

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
pub(crate) struct InLanes<'a, const NUMBERS: usize> {
    modulus: &'a Modulus,
    lanes: &'a LaneModulus,
    montgomery: Montgomery<'a, NUMBERS>,
}

/// Two residues, each in its lane.
pub(crate) type TwoResidues<'a> = InLanes<'a, 2>;

impl<'a> TwoResidues<'a> {
    /// `paired` must be made from the modulus.
    pub(crate) fn new(modulus: &'a Modulus, PairedModulus(paired): &'a PairedModulus) -> Self {
        let lanes = modulus.lanes().expect("a modulus that was prepared for lanes");
        Self { modulus, lanes, montgomery: Montgomery::new(paired) }
    }
}

impl<'a> InLanes<'a, 1> {
    /// One residue in both lanes. `None` if the lanes are not available for this modulus.
    pub(crate) fn single(modulus: &'a Modulus) -> Option<Self> {
        modulus.lanes().map(|lanes| Self { modulus, lanes, montgomery: Montgomery::new(&lanes.alone) })
    }
}

impl<const NUMBERS: usize> Arithmetic for InLanes<'_, NUMBERS> {
    type Residue = Number<NUMBERS>;

    fn multiply(&mut self, result: &mut Number<NUMBERS>, a: &Number<NUMBERS>, b: &Number<NUMBERS>) {
        Arithmetic::multiply(&mut self.montgomery, result, a, b);
    }

    fn square(&mut self, result: &mut Number<NUMBERS>, a: &Number<NUMBERS>) {
        Arithmetic::square(&mut self.montgomery, result, a);
    }
}

impl<const NUMBERS: usize> Several for InLanes<'_, NUMBERS> {
    type Table = Table<NUMBERS>;

    const LANES: usize = NUMBERS;

    fn one(&self) -> Number<NUMBERS> {
        Number::new([&self.lanes.one[..]; NUMBERS])
    }

    fn form(&mut self, numbers: &[&Natural]) -> Number<NUMBERS> {
        let limbs = self.montgomery.limbs();
        let plain: [Aligned; NUMBERS] = core::array::from_fn(|lane| {
            let number = numbers[lane];
            if number.width() <= self.lanes.widest_plain() {
                limbs_from_words(number.words(), 0, limbs)
            } else {
                limbs_from_words(self.modulus.reduce(number).words(), 0, limbs)
            }
        });
        let mut form = Number::zero(limbs);
        let plain = Number::new(plain.each_ref().map(|plain| &plain[..]));
        self.montgomery.multiply(&mut form, &plain, &Number::new([&self.lanes.from_plain[..]; NUMBERS]));
        point("power: base", &mut form);
        form
    }

    fn value(&mut self, form: &Number<NUMBERS>) -> Natural {
        let limbs = self.montgomery.limbs();
        let one = limbs_from_words(&[1], 0, limbs);
        let mut plain = Number::zero(limbs);
        self.montgomery.multiply(&mut plain, form, &Number::new([&one[..]; NUMBERS]));
        let numbers = plain.limbs(limbs);
        self.modulus.canonical(natural_from_limbs(&numbers[0], self.lanes.width() + 32))
    }

    fn copy_lane(&self, (to, lane): (&mut Number<NUMBERS>, usize), (from, from_lane): (&Number<NUMBERS>, usize)) {
        to.copy_from(lane, from, from_lane);
    }

    fn table(&self, entries: &[Number<NUMBERS>]) -> Table<NUMBERS> {
        Table::new(entries, self.montgomery.limbs())
    }

    fn read(&mut self, entry: &mut Number<NUMBERS>, table: &Table<NUMBERS>, indices: [u32; 2]) {
        entry.read(table, core::array::from_fn(|lane| indices[lane]));
        point("power: table read", entry);
    }

    fn entry_bytes(&self) -> usize {
        Table::<NUMBERS>::entry_bytes(self.montgomery.limbs())
    }

    fn reads_per_multiplication(&self) -> usize {
        // As in `power`, but for tables that do not fit the first cache.
        (5 * self.montgomery.limbs() + 240 / self.montgomery.limbs()) / 2
    }
}
