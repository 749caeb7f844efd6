//! The variants, and the parameters of each.

use crate::Error;

/// A variant of RSA. All variants encrypt with `C = M^e mod N`. They differ in how they generate keys and compute
/// `C^d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// One exponentiation modulo N (Rivest, Shamir, Adleman 1978).
    Original,
    /// Two half-length exponentiations (Quisquater, Couvreur 1982).
    Crt,
    /// One exponentiation for each of r primes (Collins et al. 1997).
    MultiPrime,
    /// `N = p^(r−s)·q^s`: two exponentiations and lifts (Takagi 1998; Lim, Kim, Yie, Lee 2000).
    MultiPower,
    /// Two primes and short CRT exponents (Wiener 1990).
    Rebalanced,
    /// r primes and short CRT exponents (Paixão 2003).
    RPrime,
    /// Short CRT exponents and a public exponent of n/2 + 56 bits (Sun, Wu 2005, Scheme A).
    SchemeA,
    /// Short CRT exponents and a public exponent of n/2 bits (Sun, Wu 2005, Scheme B).
    SchemeB,
    /// Public and CRT exponents of chosen lengths (Galbraith, Heneghan, McKee 2005).
    Tunable,
    /// Decrypts several ciphertexts under different small public exponents at once (Fiat 1989).
    Batch,
    /// One exponentiation modulo a short prime, for messages below that prime (Shamir 1995).
    Unbalanced,
}

impl Variant {
    /// All variants, in historical order with related ones together.
    pub const ALL: [Self; 11] = [
        Self::Original,
        Self::Crt,
        Self::MultiPrime,
        Self::MultiPower,
        Self::Rebalanced,
        Self::RPrime,
        Self::SchemeA,
        Self::SchemeB,
        Self::Tunable,
        Self::Batch,
        Self::Unbalanced,
    ];

    /// The variant's name in the public interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Crt => "crt",
            Self::MultiPrime => "multi-prime",
            Self::MultiPower => "multi-power",
            Self::Rebalanced => "rebalanced",
            Self::RPrime => "r-prime",
            Self::SchemeA => "scheme-a",
            Self::SchemeB => "scheme-b",
            Self::Tunable => "tunable",
            Self::Batch => "batch",
            Self::Unbalanced => "unbalanced",
        }
    }

    /// The variant with this name.
    ///
    /// # Errors
    /// [`Error::UnknownVariant`].
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|variant| variant.name() == name);
        found.ok_or_else(|| Error::UnknownVariant(name.to_owned()))
    }

    /// The least number of prime factors, counted with multiplicity, if you can choose the number.
    pub(crate) fn least_primes(self) -> Option<usize> {
        match self {
            Self::MultiPrime | Self::Batch => Some(2),
            Self::MultiPower | Self::RPrime => Some(3),
            _ => None,
        }
    }

    /// Whether you can choose the length of the CRT exponents.
    pub(crate) fn chooses_crt_exponents(self) -> bool {
        matches!(self, Self::Rebalanced | Self::RPrime | Self::SchemeA | Self::SchemeB | Self::Tunable)
    }

    /// Whether you can choose the public exponent.
    pub(crate) fn chooses_public_exponent(self) -> bool {
        matches!(
            self,
            Self::Original | Self::Crt | Self::MultiPrime | Self::MultiPower | Self::Tunable | Self::Unbalanced
        )
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
