//! Numbers in Montgomery form, with types that tell a residue from a sum, so that only residues are added.

use core::fmt;

use crate::montgomery::{Columns, Kernel, Limb, Montgomery};
use crate::wipe::wipe;
use crate::{Modulus, Natural};

/// A residue in Montgomery form. Use it only with the modulus that made it.
#[derive(Clone, Default)]
pub struct Residue {
    limbs: Vec<Limb>,
}

/// A sum or difference of two residues in Montgomery form. It may only be a factor of products.
#[derive(Clone, Default)]
pub struct Sum {
    limbs: Vec<Limb>,
}

mod sealed {
    use super::Limb;

    pub trait Limbs {
        fn limbs(&self) -> &[Limb];
    }
}

pub(crate) use self::sealed::Limbs;

/// A factor of products: a [`Residue`] or a [`Sum`].
pub trait Factor: Limbs {}

macro_rules! factor {
    ($name:ident) => {
        impl Limbs for $name {
            fn limbs(&self) -> &[Limb] {
                &self.limbs
            }
        }

        impl Factor for $name {}

        impl Drop for $name {
            fn drop(&mut self) {
                wipe(&mut self.limbs);
            }
        }

        /// Shows nothing, because the value may be secret.
        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }

        impl $name {
            /// The number with these limbs, which must come from one of the same type.
            pub(crate) fn from_limbs(limbs: Vec<Limb>) -> Self {
                Self { limbs }
            }
        }
    };
}

factor!(Residue);
factor!(Sum);

impl Residue {
    /// The limbs, for the kernel's tables.
    pub(crate) fn into_limbs(mut self) -> Vec<Limb> {
        core::mem::take(&mut self.limbs)
    }
}

impl Modulus {
    pub(crate) fn zero_residue(&self) -> Residue {
        Residue { limbs: vec![0; self.montgomery().limbs()] }
    }

    pub(crate) fn one_residue(&self) -> Residue {
        Residue { limbs: self.montgomery().one().to_vec() }
    }

    pub(crate) fn zero_sum(&self) -> Sum {
        Sum { limbs: vec![0; self.montgomery().limbs()] }
    }

    pub(crate) fn multiply_factors(
        &self,
        product: &mut Residue,
        a: &impl Factor,
        b: &impl Factor,
        columns: &mut Columns,
    ) {
        self.montgomery().multiply(&mut product.limbs, a.limbs(), b.limbs(), columns);
    }

    pub(crate) fn square_factor(&self, square: &mut Residue, a: &impl Factor, columns: &mut Columns) {
        self.montgomery().square(&mut square.limbs, a.limbs(), columns);
    }

    pub(crate) fn add_residues(&self, sum: &mut Sum, a: &Residue, b: &Residue) {
        self.montgomery().add(&mut sum.limbs, &a.limbs, &b.limbs);
    }

    pub(crate) fn subtract_residues(&self, difference: &mut Sum, a: &Residue, b: &Residue) {
        self.montgomery().subtract(&mut difference.limbs, &a.limbs, &b.limbs);
    }

    /// The value of a factor, in `[0, m)`.
    pub(crate) fn value_of(&self, factor: &impl Factor, columns: &mut Columns) -> Natural {
        self.natural(self.montgomery().to_plain(factor.limbs(), columns))
    }

    /// The residue of a number of any width, in time that depends only on the width.
    ///
    /// Horner's rule over chunks of `R`: with `f(y) = y·R²·R⁻¹ = y·R mod m`, the form of `high·R + chunk` is
    /// `f(f(high)) + f(chunk)`. `f(y)` is a residue for every `y < R`, because `y·(R² mod m) ≤ R·m`, and for every sum.
    /// The last sum times one is a residue, too. How many chunks a number has depends on the kernel: also one as wide as the
    /// modulus in words can have two.
    pub(crate) fn residue(&self, x: &Natural) -> Residue {
        if let Some(residue) = self.residue_of_wide(x) {
            return Residue { limbs: residue };
        }
        let montgomery = self.montgomery();
        let limbs = montgomery.limbs();
        let columns = &mut montgomery.columns();
        let width = x.width().div_ceil(Montgomery::LIMB_BITS);
        let mut chunks = Montgomery::limbs_from_words(x.words(), width.next_multiple_of(limbs));
        let mut residue_of = |number: &[Limb]| {
            let mut residue = self.zero_residue();
            montgomery.multiply(&mut residue.limbs, number, montgomery.r_squared(), columns);
            residue
        };
        let mut parts = chunks.rchunks(limbs);
        let mut residue = parts.next().map_or_else(|| self.zero_residue(), &mut residue_of);
        let mut sum = None;
        for chunk in parts {
            let shifted = residue_of(sum.as_ref().map_or(&residue.limbs, |sum: &Sum| &sum.limbs));
            self.add_residues(sum.get_or_insert_with(|| self.zero_sum()), &shifted, &residue_of(chunk));
        }
        wipe(&mut chunks);
        if let Some(sum) = sum {
            montgomery.multiply(&mut residue.limbs, &sum.limbs, montgomery.one(), columns);
        }
        residue
    }
}
