//! In-place arithmetic on public residues, for long computations modulo one number that are not exponentiations.

mod pairs;

use num_bigint::BigUint;

use crate::montgomery::{Columns, Kernel};
use crate::{Modulus, ModulusError, Natural};

pub use self::pairs::{Pair, PairedResidues};
pub use crate::factor::{Factor, Residue, Sum};

/// The residues modulo an odd number, with working memory. Products, squares, sums and differences do not allocate.
///
/// Values stay in Montgomery form between [`Residues::residue`] and [`Residues::value`]. They are reduced only as far
/// as the next product needs: a [`Sum`] may be twice as large as a [`Residue`], and products accept both. The types
/// ensure that you do not add to a sum without a product in between.
///
/// The arithmetic has no branch on a value, but numbers are not wiped, and conversions run in variable time. So use it
/// only for public numbers. For secret numbers use [`Modulus`].
///
/// ```
/// use modular_powers::Residues;
/// use num_bigint::BigUint;
///
/// let mut residues = Residues::new(&BigUint::from(101u8))?;
/// let [a, b] = [7u8, 30].map(|value| residues.residue(&BigUint::from(value)));
/// let (mut sum, mut product) = (residues.sum(), residues.zero());
/// residues.add(&mut sum, &a, &b);
/// residues.multiply(&mut product, &sum, &a); // 37·7 = 259
/// assert_eq!(residues.value(&product), BigUint::from(57u8));
/// # Ok::<(), modular_powers::ModulusError>(())
/// ```
pub struct Residues {
    modulus: Modulus,
    columns: Columns,
    /// Memory for a product that replaces one of its factors.
    spare: Residue,
}

impl Residues {
    /// Prepares a modulus, in time that depends on its value.
    ///
    /// # Errors
    /// [`ModulusError`] if it is below 3 or even.
    pub fn new(modulus: &BigUint) -> Result<Self, ModulusError> {
        Modulus::new(modulus).map(Self::from)
    }

    /// The modulus.
    pub fn modulus(&self) -> BigUint {
        self.modulus.value().to_biguint()
    }

    /// The number L of limbs of a residue. A product takes `2·L²` products of limbs.
    pub fn limbs(&self) -> usize {
        self.modulus.montgomery().limbs()
    }

    /// Zero, also for use as a place for results.
    pub fn zero(&self) -> Residue {
        self.modulus.zero_residue()
    }

    /// A place for sums and differences.
    pub fn sum(&self) -> Sum {
        self.modulus.zero_sum()
    }

    /// One.
    pub fn one(&self) -> Residue {
        self.modulus.one_residue()
    }

    /// The residue of a number of any size.
    pub fn residue(&self, value: &BigUint) -> Residue {
        self.modulus.residue(&Natural::from_biguint(&(value % self.modulus()), self.modulus.bit_length()))
    }

    /// The value of a residue, in `[0, m)`.
    pub fn value(&mut self, residue: &Residue) -> BigUint {
        self.modulus.value_of(residue, &mut self.columns).to_biguint()
    }

    /// `product = a·b`
    pub fn multiply(&mut self, product: &mut Residue, a: &impl Factor, b: &impl Factor) {
        self.modulus.multiply_factors(product, a, b, &mut self.columns);
    }

    /// `product = product·factor`
    pub fn multiply_assign(&mut self, product: &mut Residue, factor: &impl Factor) {
        core::mem::swap(product, &mut self.spare);
        self.modulus.multiply_factors(product, &self.spare, factor, &mut self.columns);
    }

    /// `square = a²`
    pub fn square(&mut self, square: &mut Residue, a: &impl Factor) {
        self.modulus.square_factor(square, a, &mut self.columns);
    }

    /// `sum = a + b`
    pub fn add(&self, sum: &mut Sum, a: &Residue, b: &Residue) {
        self.modulus.add_residues(sum, a, b);
    }

    /// `difference = a − b`
    pub fn subtract(&self, difference: &mut Sum, a: &Residue, b: &Residue) {
        self.modulus.subtract_residues(difference, a, b);
    }
}

impl From<Modulus> for Residues {
    fn from(modulus: Modulus) -> Self {
        Self { columns: modulus.montgomery().columns(), spare: modulus.zero_residue(), modulus }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn even_and_tiny_moduli_are_refused() {
        for (value, error) in [(1u32, ModulusError::TooSmall), (4, ModulusError::Even)] {
            assert_eq!(Residues::new(&BigUint::from(value)).err(), Some(error));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn arithmetic_matches_num_bigint(
            words in proptest::collection::vec(any::<u32>(), 1..70),
            near in 0u32..4,
            numbers in proptest::collection::vec(any::<u32>(), 140),
        ) {
            let m = BigUint::new(words) | BigUint::from(3u8);
            let mut residues = Residues::new(&m).unwrap();
            let [a, b] = [&numbers[..70], &numbers[70..]].map(|words| BigUint::from_slice(words) % &m);
            // Also the ends of the range.
            let b = if near == 0 { &m - 1u8 } else if near == 1 { BigUint::ZERO } else { b };
            let [x, y] = [&a, &b].map(|value| residues.residue(value));
            prop_assert_eq!(residues.value(&x), a.clone());

            let (mut sum, mut difference) = (residues.sum(), residues.sum());
            residues.add(&mut sum, &x, &y);
            residues.subtract(&mut difference, &x, &y);
            let expected = [(&a + &b) % &m, (&a + &m - &b) % &m];
            let mut product = residues.zero();
            residues.multiply(&mut product, &sum, &difference);
            prop_assert_eq!(residues.value(&product), &expected[0] * &expected[1] % &m);
            residues.square(&mut product, &difference);
            prop_assert_eq!(residues.value(&product), &expected[1] * &expected[1] % &m);
            residues.multiply_assign(&mut product, &residues.one());
            residues.multiply_assign(&mut product, &y);
            prop_assert_eq!(residues.value(&product), &expected[1] * &expected[1] % &m * &b % &m);
        }

        /// Bounds hold over long chains of operations, where each result is the next operand.
        #[test]
        fn long_chains_stay_right(bits in 3u64..1000, start in any::<u64>()) {
            let m = (BigUint::from(1u8) << bits) - 1u8;
            let mut residues = Residues::new(&m).unwrap();
            let mut value = BigUint::from(start) % &m;
            let (mut x, mut sum, mut difference) = (residues.residue(&value), residues.sum(), residues.sum());
            for _ in 0..50 {
                let mut square = residues.zero();
                residues.square(&mut square, &x);
                residues.add(&mut sum, &square, &x);
                residues.subtract(&mut difference, &square, &x);
                residues.multiply(&mut x, &sum, &difference);
                let squared = &value * &value % &m;
                value = (&squared + &value) * (&squared + &m - &value) % &m;
            }
            prop_assert_eq!(residues.value(&x), value);
        }
    }
}
