//! Engines: how a set of modular exponentiations runs. This file alone chooses among them.

mod reference;
mod scalar;

use crate::{Exponent, Modulus, Natural};

/// One modular exponentiation, `base^exponent mod modulus`.
#[derive(Clone, Copy, Debug)]
pub struct Exponentiation<'a> {
    /// The base, of any width: an engine reduces it.
    pub base: &'a Natural,
    /// The exponent; `x^0` is 1 for every `x`.
    pub exponent: &'a Exponent,
    /// The modulus.
    pub modulus: &'a Modulus,
}

/// A way to compute modular exponentiations.
///
/// ```
/// use modexp::Engine;
/// assert_eq!(Engine::from_name("scalar"), Some(Engine::Scalar));
/// assert_eq!(Engine::all().map(Engine::name).collect::<Vec<_>>(), ["scalar", "reference"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Montgomery arithmetic of our own in constant time, on every platform.
    Scalar,
    /// num-bigint's `modpow`, in variable time: the yardstick, not for secrets.
    Reference,
}

/// What an engine is: its name, and how it runs a set of independent exponentiations.
struct Implementation {
    engine: Engine,
    name: &'static str,
    exponentiate: fn(&[Exponentiation<'_>]) -> Vec<Natural>,
}

/// Every engine, fastest first. A new one is one more line here.
const ENGINES: [Implementation; 2] = [
    Implementation { engine: Engine::Scalar, name: "scalar", exponentiate: scalar::exponentiate },
    Implementation { engine: Engine::Reference, name: "reference", exponentiate: reference::exponentiate },
];

impl Engine {
    /// Every engine, fastest first.
    pub fn all() -> impl Iterator<Item = Self> {
        ENGINES.iter().map(|implementation| implementation.engine)
    }

    /// The engine with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        ENGINES.iter().find(|implementation| implementation.name == name).map(|implementation| implementation.engine)
    }

    /// The name of the engine.
    pub fn name(self) -> &'static str {
        self.implementation().name
    }

    /// Runs a set of independent exponentiations and answers in their order, each at the width of its modulus.
    ///
    /// A set, and not one at a time, because some engines do several at once: hand over together what does not wait
    /// for each other's results.
    pub fn exponentiate(self, set: &[Exponentiation<'_>]) -> Vec<Natural> {
        (self.implementation().exponentiate)(set)
    }

    fn implementation(self) -> &'static Implementation {
        ENGINES.iter().find(|implementation| implementation.engine == self).expect("every engine is in the list")
    }
}

impl Default for Engine {
    /// The fastest engine.
    fn default() -> Self {
        ENGINES[0].engine
    }
}

#[cfg(test)]
mod tests;
