//! The search for the steps that meet.

use modular_powers::{Residue, Residues};
use num_bigint::BigUint;
use num_integer::Integer;

use super::correlation;
use crate::Error;

/// How many values are multiplied and tried together before each is tried alone.
const VALUES_AT_ONCE: usize = 64;

/// How x is split in two: `x = giant step·baby steps + baby step`.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    pub(super) baby: usize,
    pub(super) giant: usize,
}

impl Steps {
    /// The steps for an x of `bits` bits.
    pub(super) fn new(bits: usize) -> Self {
        Self { baby: 1 << (bits / 2), giant: 1 << bits.div_ceil(2) }
    }

    /// The approximate memory, in bytes.
    pub(super) fn memory(self, modulus_length: usize) -> u64 {
        correlation::memory(self.baby + 1, self.baby + self.giant, modulus_length)
    }
}

/// The search for the steps that meet, once the values are known.
pub(super) struct Meeting<'a> {
    pub(super) residues: &'a mut Residues,
    /// h
    pub(super) ratio: Residue,
    /// c
    pub(super) first: Residue,
    pub(super) steps: Steps,
    pub(super) report: &'a mut dyn FnMut(String, u64, u64) -> Result<(), Error>,
}

impl Meeting<'_> {
    /// The giant steps whose value shares a factor with N.
    pub(super) fn rows(&mut self, values: &[BigUint]) -> Result<Vec<usize>, Error> {
        let mut values = values.iter();
        let mut next = |residues: &mut Residues| values.next().map(|value| residues.residue(value));
        let rows = self.with_divisors(&mut next, self.steps.giant, "looking through the giant steps")?;
        Ok(rows.into_iter().map(|(index, _)| index).collect())
    }

    /// The baby steps that meet a giant step, with the divisors of N that they give.
    pub(super) fn places(&mut self, giant_step: usize) -> Result<Vec<(usize, BigUint)>, Error> {
        // 1 − c·h^(giant step·J)·h^j, for j from 0 to J − 1.
        let exponent = giant_step * self.steps.baby;
        let mut power = self.residues.one();
        for bit in (0..usize::BITS - exponent.leading_zeros()).rev() {
            let root = power.clone();
            self.residues.square(&mut power, &root);
            if exponent >> bit & 1 == 1 {
                self.residues.multiply_assign(&mut power, &self.ratio);
            }
        }
        self.residues.multiply_assign(&mut power, &self.first);
        let (one, ratio) = (self.residues.one(), self.ratio.clone());
        let mut difference = self.residues.sum();
        let mut next = |residues: &mut Residues| {
            residues.subtract(&mut difference, &one, &power);
            residues.multiply_assign(&mut power, &ratio);
            let mut value = residues.zero();
            residues.multiply(&mut value, &difference, &one);
            Some(value)
        };
        self.with_divisors(
            &mut next,
            self.steps.baby,
            &format!("looking for the baby steps that meet giant step {giant_step}"),
        )
    }

    /// Those of the first `count` values that share a factor with N, and these factors. Tries products of many values first, then
    /// single values.
    fn with_divisors(
        &mut self,
        next: &mut dyn FnMut(&mut Residues) -> Option<Residue>,
        count: usize,
        what: &str,
    ) -> Result<Vec<(usize, BigUint)>, Error> {
        let one = BigUint::from(1u8);
        let modulus = self.residues.modulus();
        let mut found = Vec::new();
        for start in (0..count).step_by(VALUES_AT_ONCE) {
            (self.report)(what.to_owned(), start as u64, count as u64)?;
            let block: Vec<Residue> =
                (start..count.min(start + VALUES_AT_ONCE)).filter_map(|_| next(self.residues)).collect();
            let mut product = self.residues.one();
            block.iter().for_each(|value| self.residues.multiply_assign(&mut product, value));
            if self.residues.value(&product).gcd(&modulus) == one {
                continue;
            }
            for (index, value) in (start..).zip(&block) {
                let divisor = self.residues.value(value).gcd(&modulus);
                if divisor != one {
                    found.push((index, divisor));
                }
            }
        }
        Ok(found)
    }
}
