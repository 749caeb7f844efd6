//! Engines: how a set of modular exponentiations runs. Only this file chooses among them.

#[cfg(lanes)]
mod lanes;
#[cfg(not(without_num_bigint))]
mod modpow;
mod scalar;

use num_bigint::BigUint;

use crate::{Exponent, Modulus, MontgomeryForm, Natural};

/// One modular exponentiation, `base^exponent mod modulus`.
#[derive(Clone, Copy, Debug)]
pub struct Exponentiation<'a> {
    /// The base, of any width. The engine reduces it.
    pub base: &'a Natural,
    /// The exponent. `x^0` is 1 for every `x`.
    pub exponent: &'a Exponent,
    /// The modulus.
    pub modulus: &'a Modulus,
}

/// A way to compute modular exponentiations.
///
/// ```
/// use modular_powers::Engine;
/// assert_eq!(Engine::from_name("scalar"), Some(Engine::Scalar));
/// assert!(Engine::all().map(Engine::name).eq(["scalar", "num-bigint"]) || Engine::default() == Engine::Lanes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Constant-time Montgomery arithmetic on doubles, two exponentiations at a time. It needs a vector unit with fused
    /// multiply-add, or WebAssembly with SIMD. Elsewhere it is not among [`Engine::all`], and `Scalar` does its work.
    Lanes,
    /// Constant-time Montgomery arithmetic on integers, on every platform.
    Scalar,
    /// num-bigint's `modpow`, in variable time. For comparison only, not for secrets.
    NumBigint,
}

/// The implementation of an engine: its name, its function for sets of independent exponentiations, and Fermat's test
/// with base 2, whose powers cost fewer multiplications.
struct Implementation {
    engine: Engine,
    name: &'static str,
    is_available: fn() -> bool,
    exponentiate: fn(&[Exponentiation<'_>]) -> Vec<Natural>,
    fermat_base_two_vartime: fn(&[BigUint]) -> Vec<bool>,
}

/// All engines, fastest first. To add an engine, add an entry here.
const ENGINES: &[Implementation] = &[
    #[cfg(lanes)]
    Implementation {
        engine: Engine::Lanes,
        name: "lanes",
        is_available: lanes::is_available,
        exponentiate: lanes::exponentiate,
        fermat_base_two_vartime: lanes::fermat_base_two_vartime,
    },
    SCALAR,
    #[cfg(not(without_num_bigint))]
    Implementation {
        engine: Engine::NumBigint,
        name: "num-bigint",
        is_available: || true,
        exponentiate: modpow::exponentiate,
        fermat_base_two_vartime: modpow::fermat_base_two_vartime,
    },
];

const SCALAR: Implementation = Implementation {
    engine: Engine::Scalar,
    name: "scalar",
    is_available: || true,
    exponentiate: scalar::exponentiate,
    fermat_base_two_vartime: scalar::fermat_base_two_vartime,
};

impl Engine {
    /// All engines that run at full speed on this machine, fastest first.
    pub fn all() -> impl Iterator<Item = Self> {
        ENGINES
            .iter()
            .filter(|implementation| (implementation.is_available)())
            .map(|implementation| implementation.engine)
    }

    /// The engine with this name, if it runs on this machine.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|engine| engine.name() == name)
    }

    /// The name of the engine.
    pub fn name(self) -> &'static str {
        self.implementation().name
    }

    /// Runs a set of independent exponentiations. Returns the powers in the same order, each at the width of its
    /// modulus.
    ///
    /// Some engines compute several powers at once, so pass all exponentiations together that do not depend on each
    /// other's results.
    pub fn exponentiate(self, set: &[Exponentiation<'_>]) -> Vec<Natural> {
        (self.implementation().exponentiate)(set)
    }

    /// The Montgomery form of a residue, with the arithmetic of this engine. It may be squared and multiplied by residues
    /// of the same modulus.
    pub fn montgomery_form(self, modulus: &Modulus, x: &Natural) -> MontgomeryForm {
        match self {
            #[cfg(lanes)]
            Self::Lanes => modulus.form_in_lanes(x),
            _ => modulus.montgomery_form(x),
        }
    }

    /// Whether `2^(n − 1) ≡ 1 (mod n)`, for each odd number n above 2 in a set.
    pub(crate) fn fermat_base_two_vartime(self, numbers: &[BigUint]) -> Vec<bool> {
        (self.implementation().fermat_base_two_vartime)(numbers)
    }

    fn implementation(self) -> &'static Implementation {
        ENGINES.iter().find(|implementation| implementation.engine == self).unwrap_or(&SCALAR)
    }
}

impl Default for Engine {
    /// The fastest engine that runs on this machine.
    fn default() -> Self {
        Self::all().next().unwrap_or(Self::Scalar)
    }
}

#[cfg(test)]
mod tests;
