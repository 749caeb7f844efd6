//! Powers of one base with many exponents.

use core::fmt;

use num_bigint::BigUint;

use crate::comb::{Costs, Shape};
#[cfg(lanes)]
use crate::lanes::{self, LONGEST_EXPONENT, PairedModulus, TwoResidues};
use crate::pow::secret;
use crate::several::{OneResidue, Several};
use crate::{Exponent, Modulus, Natural, PowerError, window};

/// A table for powers of one base with secret exponents, such as the generator of a group.
///
/// A power takes a small part of the time of [`Modulus::pow_secret`]; making the table takes as long as a few such powers.
/// Each power reads all entries of the table and selects them with masks, so neither time nor memory access depends on the
/// exponent, except through its declared length.
///
/// This is the comb of Lim and Lee ("More flexible exponentiation with precomputation", CRYPTO '94; Menezes et al., Handbook
/// of Applied Cryptography, section 14.6.3). Exponents of `l` bits are written in `t` rows, whose columns are split into
/// `v` blocks of `s = ⌈⌈l/t⌉/v⌉` columns. Then a power takes `s·v − 1` multiplications and `s − 1` squarings, and the tables
/// have `v·2^t` entries of the modulus's length. The engine `lanes` takes half of the blocks in each lane, so it needs half
/// as many steps of multiplication and one more. [`FixedBase::new`] takes the cheapest `t` and `v` for its memory limit.
///
/// ```
/// use modular_powers::{FixedBase, Modulus};
/// use num_bigint::BigUint;
///
/// let modulus = Modulus::new(&BigUint::from(3233u32))?;
/// // Exponents of at most 20 bits, tables of at most 64 KiB.
/// let powers_of_two = FixedBase::new(&modulus, &BigUint::from(2u32), 20, 64 << 10)?;
/// assert_eq!(powers_of_two.pow(&BigUint::from(100_000u32))?, BigUint::from(440u32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct FixedBase {
    modulus: Modulus,
    exponent_bits: usize,
    shape: Shape,
    entry_bytes: usize,
    tables: Tables,
}

#[derive(Clone)]
enum Tables {
    One(Vec<window::Table>),
    #[cfg(lanes)]
    Two(Box<PairedModulus>, Vec<lanes::Table<2>>),
}

/// Shows only sizes, because the base may be secret.
impl fmt::Debug for FixedBase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("FixedBase")
            .field("exponent_bits", &self.exponent_bits)
            .field("memory_bytes", &self.memory_bytes())
            .finish_non_exhaustive()
    }
}

impl FixedBase {
    /// Makes the table for exponents of at most `exponent_bits` bits. It takes at most `memory_bytes` bytes, and less
    /// if more would not make powers faster.
    ///
    /// # Errors
    /// [`PowerError::TooLittleMemory`] if the memory is not enough for the smallest table, which has two entries.
    pub fn new(
        modulus: &Modulus,
        base: &BigUint,
        exponent_bits: usize,
        memory_bytes: usize,
    ) -> Result<Self, PowerError> {
        #[cfg(lanes)]
        if exponent_bits <= LONGEST_EXPONENT
            && let Some(paired) = PairedModulus::new(modulus)
        {
            let made = tables(TwoResidues::new(modulus, &paired), base, exponent_bits, memory_bytes)?;
            let (shape, entry_bytes, tables) = made;
            let tables = Tables::Two(Box::new(paired), tables);
            return Ok(Self { modulus: modulus.clone(), exponent_bits, shape, entry_bytes, tables });
        }
        Self::with_one(modulus, base, exponent_bits, memory_bytes)
    }

    /// [`FixedBase::new`] on the scalar kernel.
    fn with_one(
        modulus: &Modulus,
        base: &BigUint,
        exponent_bits: usize,
        memory_bytes: usize,
    ) -> Result<Self, PowerError> {
        let (shape, entry_bytes, tables) = tables(OneResidue::new(modulus), base, exponent_bits, memory_bytes)?;
        Ok(Self { modulus: modulus.clone(), exponent_bits, shape, entry_bytes, tables: Tables::One(tables) })
    }

    /// `base^exponent mod m`, in time that does not depend on the value of the exponent.
    ///
    /// # Errors
    /// [`PowerError::ExponentTooLong`] if the exponent has more bits than the table is made for.
    pub fn pow(&self, exponent: &BigUint) -> Result<BigUint, PowerError> {
        Ok(self.power(secret(exponent, self.exponent_bits)?.value()).to_biguint())
    }

    /// [`FixedBase::pow`] for many exponents.
    ///
    /// # Errors
    /// [`PowerError::ExponentTooLong`] if an exponent has more bits than the table is made for.
    pub fn pow_many(&self, exponents: &[BigUint]) -> Result<Vec<BigUint>, PowerError> {
        exponents.iter().map(|exponent| self.pow(exponent)).collect()
    }

    /// [`FixedBase::pow`] for numbers of fixed width, whose conversions do not reveal how many words a number has.
    ///
    /// # Errors
    /// [`PowerError::ExponentTooLong`] if the declared length of the exponent is greater than that of the table.
    pub fn pow_fixed_width(&self, exponent: &Exponent) -> Result<Natural, PowerError> {
        let (bits, declared) = (exponent.bit_length(), self.exponent_bits);
        if bits > declared {
            return Err(PowerError::ExponentTooLong { bits, declared });
        }
        Ok(self.power(exponent.value()))
    }

    fn power(&self, exponent: &Natural) -> Natural {
        match &self.tables {
            Tables::One(tables) => self.shape.power(&mut OneResidue::new(&self.modulus), tables, exponent),
            #[cfg(lanes)]
            Tables::Two(paired, tables) => {
                self.shape.power(&mut TwoResidues::new(&self.modulus, paired), tables, exponent)
            }
        }
    }

    /// The greatest length of an exponent in bits.
    pub fn exponent_bits(&self) -> usize {
        self.exponent_bits
    }

    /// The size of the table in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.shape.entries() * self.entry_bytes
    }

    /// How many multiplications and squarings a power takes. On the engine `lanes`, one step multiplies in both lanes.
    pub fn multiplications(&self) -> usize {
        self.shape.multiplications()
    }
}

/// The shape, the size of an entry, and the tables.
fn tables<S: Several>(
    mut arithmetic: S,
    base: &BigUint,
    exponent_bits: usize,
    memory_bytes: usize,
) -> Result<(Shape, usize, Vec<S::Table>), PowerError> {
    let costs = Costs::of(&arithmetic);
    let error = PowerError::TooLittleMemory { bytes: memory_bytes, least: costs.least_bytes() };
    let shape = Shape::new(exponent_bits, memory_bytes, costs).ok_or(error)?;
    let base = Natural::from_biguint(base, base.bits() as usize);
    Ok((shape, costs.entry_bytes, shape.tables(&mut arithmetic, &base)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{edge_exponents, edge_numbers, odd_moduli};

    fn check(m: &BigUint, base: &BigUint, exponent_bits: usize, memory_bytes: usize) {
        let modulus = Modulus::new(m).unwrap();
        let own = FixedBase::new(&modulus, base, exponent_bits, memory_bytes).unwrap();
        for fixed in [own, FixedBase::with_one(&modulus, base, exponent_bits, memory_bytes).unwrap()] {
            assert!(fixed.memory_bytes() <= memory_bytes);
            let exponents = edge_exponents(exponent_bits);
            let expected: Vec<BigUint> = exponents.iter().map(|exponent| base.modpow(exponent, m)).collect();
            assert_eq!(fixed.pow_many(&exponents).unwrap(), expected, "{base}^… mod {m} in {memory_bytes} bytes");
            let exponent = Exponent::secret(&exponents[4], exponent_bits);
            let power = fixed.pow_fixed_width(&exponent).unwrap();
            assert_eq!((power.width(), power.to_biguint()), (modulus.width(), expected[4].clone()));
        }
    }

    #[test]
    fn powers_match_num_bigint() {
        for m in odd_moduli(&[2, 64, 65, 195, 257, 511, 1024, 1061]) {
            for base in edge_numbers(&m) {
                check(&m, &base, 90, 8 << 10);
            }
        }
        for m in odd_moduli(&[2048, 3072, 4096]) {
            check(&m, &edge_numbers(&m)[5], 256, 1 << 18);
        }
    }

    #[test]
    fn every_memory_limit_gives_the_same_powers() {
        let m = &odd_moduli(&[390])[0];
        for memory_bytes in [700, 1000, 3000, 10_000, 40_000, 1 << 20] {
            for exponent_bits in [1, 2, 33, 256, 1000] {
                check(m, &edge_numbers(m)[5], exponent_bits, memory_bytes);
            }
        }
    }

    #[test]
    fn wrong_lengths_are_refused() {
        let modulus = Modulus::new(&odd_moduli(&[3072])[0]).unwrap();
        let base = BigUint::from(2u8);
        let error = FixedBase::new(&modulus, &base, 256, 100).unwrap_err();
        let PowerError::TooLittleMemory { bytes: 100, least } = error else { panic!("{error}") };
        assert_eq!(
            error.to_string(),
            format!("the memory limit must be at least {least} bytes for this modulus, got 100")
        );
        assert!(FixedBase::new(&modulus, &base, 256, least - 1).is_err());
        let fixed = FixedBase::new(&modulus, &base, 256, least).unwrap();
        assert_eq!(fixed.memory_bytes(), least);
        let error = Err(PowerError::ExponentTooLong { bits: 257, declared: 256 });
        let long = BigUint::from(1u8) << 256;
        assert_eq!(fixed.pow(&long), error);
        assert_eq!(fixed.pow_many(&[BigUint::ZERO, long.clone()]), error.clone().map(|power| vec![power]));
        assert_eq!(fixed.pow_fixed_width(&Exponent::secret(&long, 257)).err(), error.err());
        let none = FixedBase::new(&modulus, &base, 0, least).unwrap();
        assert_eq!(none.pow(&BigUint::ZERO), Ok(BigUint::from(1u8)));
    }
}
