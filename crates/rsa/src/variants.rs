//! The variants: how each generates keys, which exponentiations its private operation needs, and how it combines their
//! results.

pub(crate) mod common_modulus;
pub mod definition;

pub(crate) use self::batch::BatchOperation;
pub(crate) use self::crt::{CheckedOperation, CrtOperation};
use self::definition::Definition;
use self::multi_power::MultiPowerOperation;
use self::original::OriginalOperation;
pub(crate) use self::unbalanced::UnbalancedOperation;
use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::{CheckedParams, Components, Error};

/// Declares the variants, each with its file.
macro_rules! variants {
    ($($(#[$doc:meta])* $variant:ident = $file:ident,)*) => {
        $(mod $file;)*

        /// A variant of RSA. All variants encrypt with `C = M^e mod N`. They differ in how they generate keys and compute
        /// `C^d`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Variant {
            $($(#[$doc])* $variant,)*
        }

        impl Variant {
            /// All variants, in historical order with related ones together.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// What is known of the variant.
            pub fn definition(self) -> &'static Definition {
                match self {
                    $(Self::$variant => &$file::DEFINITION,)*
                }
            }
        }

        // Not members of the definition: so modules that make no keys contain none of this.

        /// The numbers of a new key.
        pub(crate) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
            match params.values.variant {
                $(Variant::$variant => $file::generate(params, generator),)*
            }
        }

        /// The private operation of a key whose components have the right shape (`check::shape`). `None` if a number that must
        /// be invertible is not.
        pub(crate) fn prepare(params: &CheckedParams, components: &Components) -> Option<Operation> {
            match params.values.variant {
                $(Variant::$variant => $file::prepare(params, components),)*
            }
        }
    };
}

variants! {
    /// One exponentiation modulo N (Rivest, Shamir, Adleman 1978).
    Original = original,
    /// Two half-length exponentiations (Quisquater, Couvreur 1982).
    Crt = crt,
    /// One exponentiation for each of r primes (Collins et al. 1997).
    MultiPrime = multi_prime,
    /// `N = p^(r−s)·q^s`: two exponentiations and lifts (Takagi 1998; Lim, Kim, Yie, Lee 2000).
    MultiPower = multi_power,
    /// Two primes and short CRT exponents (Wiener 1990).
    Rebalanced = rebalanced,
    /// r primes and short CRT exponents (Paixão 2003).
    RPrime = r_prime,
    /// Short CRT exponents and a public exponent of n/2 + 56 bits (Sun, Wu 2005, Scheme A).
    SchemeA = scheme_a,
    /// Short CRT exponents and a public exponent of n/2 bits (Sun, Wu 2005, Scheme B).
    SchemeB = scheme_b,
    /// Public and CRT exponents of chosen lengths (Galbraith, Heneghan, McKee 2005).
    Tunable = tunable,
    /// Decrypts several ciphertexts under different small public exponents at once (Fiat 1989).
    Batch = batch,
    /// One exponentiation modulo a short prime, for messages below that prime (Shamir 1995).
    Unbalanced = unbalanced,
}

impl Variant {
    /// The variant's name in the public interface.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// The variants whose definition has a property.
    pub fn all_with(property: impl Fn(&Definition) -> bool) -> Vec<Self> {
        Self::ALL.into_iter().filter(|variant| property(variant.definition())).collect()
    }

    /// The variant with this name.
    ///
    /// # Errors
    /// [`Error::UnknownVariant`].
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|variant| variant.name() == name);
        found.ok_or_else(|| Error::UnknownVariant(name.to_owned()))
    }
}

/// The prepared private operation of a key.
#[derive(Hash)]
pub(crate) enum Operation {
    /// One ciphertext at a time, modulo N.
    Original(Box<OriginalOperation>),
    /// One ciphertext at a time, modulo two prime powers.
    MultiPower(Box<MultiPowerOperation>),
    /// One ciphertext at a time, prime by prime.
    Crt(Box<CrtOperation>),
    /// One ciphertext or a batch.
    Batch(Box<BatchOperation>),
    /// One ciphertext at a time, modulo the short prime only. The result must be checked.
    Unbalanced(Box<UnbalancedOperation>),
}

impl Operation {
    pub(crate) fn single(&self) -> &dyn PrivateOperation {
        match self {
            Self::Original(operation) => operation.as_ref(),
            Self::MultiPower(operation) => operation.as_ref(),
            Self::Crt(operation) => operation.as_ref(),
            Self::Batch(operation) => operation.single(),
            Self::Unbalanced(operation) => operation.as_ref(),
        }
    }

    /// The operation with a built-in check, for keys with a long public exponent.
    pub(crate) fn checked(&self) -> Option<CheckedOperation<'_>> {
        if let Self::Crt(operation) = self { operation.checked() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_identify_variants() {
        for variant in Variant::ALL {
            assert_eq!(Variant::from_name(variant.name()), Ok(variant));
        }
        assert_eq!(Variant::from_name("rsa").unwrap_err().code(), "invalid-params");
    }
}
