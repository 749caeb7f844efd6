//! Montgomery arithmetic on several residues at once, for any kernel: two with the lanes, otherwise one.

use zeroize::Zeroizing;

use crate::fault::point;
use crate::montgomery::{Columns, Kernel, Limb, Montgomery};
use crate::public_power::Arithmetic;
use crate::window::Table;
use crate::{Modulus, Natural};

/// Arithmetic modulo one number on `LANES` residues at once, each in its lane.
pub(crate) trait Several: Arithmetic {
    /// Residues for reading one of them in constant time.
    type Table;

    /// How many residues there are.
    const LANES: usize;

    /// One, in each lane.
    fn one(&self) -> Self::Residue;

    /// The Montgomery form of numbers of any width, one for each lane.
    fn form(&mut self, numbers: &[&Natural]) -> Self::Residue;

    /// The value in the first lane, in `[0, m)`.
    fn value(&mut self, form: &Self::Residue) -> Natural;

    /// Copies a lane of one residue to a lane of another.
    fn copy_lane(&self, to: (&mut Self::Residue, usize), from: (&Self::Residue, usize));

    /// The table of residues, whose number is a power of two.
    fn table(&self, entries: &[Self::Residue]) -> Self::Table;

    /// Copies, for each lane, the entry with its index. Reads every entry in the same way.
    fn read(&mut self, entry: &mut Self::Residue, table: &Self::Table, indices: [u32; 2]);

    /// The bytes that a table takes for each entry.
    fn entry_bytes(&self) -> usize;

    /// How many reads of an entry take as long as a multiplication.
    fn reads_per_multiplication(&self) -> usize;

    /// The product of all lanes, in the first lane.
    fn product_of_lanes(&mut self, form: &Self::Residue) -> Self::Residue {
        let (mut product, mut other) = (form.clone(), form.clone());
        for lane in 1..Self::LANES {
            let factor = product.clone();
            self.copy_lane((&mut other, 0), (form, lane));
            self.multiply(&mut product, &factor, &other);
        }
        product
    }
}

/// The scalar kernel, with its working memory.
pub(crate) struct OneResidue<'a> {
    modulus: &'a Modulus,
    columns: Columns,
    packed: Zeroizing<Vec<u64>>,
}

impl<'a> OneResidue<'a> {
    pub(crate) fn new(modulus: &'a Modulus) -> Self {
        let packed = Zeroizing::new(vec![0; Montgomery::packed_length(modulus.montgomery().limbs())]);
        Self { modulus, columns: modulus.montgomery().columns(), packed }
    }
}

impl Arithmetic for OneResidue<'_> {
    type Residue = Zeroizing<Vec<Limb>>;

    fn multiply(&mut self, result: &mut Self::Residue, a: &Self::Residue, b: &Self::Residue) {
        self.modulus.montgomery().multiply(result, a, b, &mut self.columns);
        point("power: product", &mut result[..]);
    }

    fn square(&mut self, result: &mut Self::Residue, a: &Self::Residue) {
        self.modulus.montgomery().square(result, a, &mut self.columns);
        point("power: square", &mut result[..]);
    }
}

impl Several for OneResidue<'_> {
    type Table = Table;

    const LANES: usize = 1;

    fn one(&self) -> Self::Residue {
        Zeroizing::new(self.modulus.montgomery().one().to_vec())
    }

    fn form(&mut self, numbers: &[&Natural]) -> Self::Residue {
        Zeroizing::new(self.modulus.residue(numbers[0]).into_limbs())
    }

    fn value(&mut self, form: &Self::Residue) -> Natural {
        self.modulus.natural(self.modulus.montgomery().to_plain(form, &mut self.columns))
    }

    fn copy_lane(&self, (to, _): (&mut Self::Residue, usize), (from, _): (&Self::Residue, usize)) {
        to.copy_from_slice(from);
    }

    fn table(&self, entries: &[Self::Residue]) -> Table {
        let mut table = Table::new(entries.len().ilog2() as usize, self.packed.len());
        for (index, entry) in entries.iter().enumerate() {
            table.set(index, Montgomery::pack(entry));
        }
        table
    }

    fn read(&mut self, entry: &mut Self::Residue, table: &Table, [index, _]: [u32; 2]) {
        table.read_shared(index, &mut self.packed);
        Montgomery::unpack(entry, &self.packed);
        point("power: table read", &mut entry[..]);
    }

    fn entry_bytes(&self) -> usize {
        // A table also has a mask for each entry.
        8 * (self.packed.len() + 1)
    }

    fn reads_per_multiplication(&self) -> usize {
        Montgomery::READS_PER_LIMB * self.modulus.montgomery().limbs()
    }
}
