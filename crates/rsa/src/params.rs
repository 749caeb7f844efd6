//! Which key is wanted: parameters, their limits and defaults.

use core::ops::RangeInclusive;

use num_bigint::BigUint;
use num_integer::Integer;

use crate::{Error, defaults};

/// A variant of RSA. All encrypt with `C = M^e mod N`; they differ in how keys are made and how `C^d` is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Several ciphertexts under different small exponents at once (Fiat 1989).
    Batch,
    /// One exponentiation modulo a short prime, for messages below it (Shamir 1995).
    Unbalanced,
}

impl Variant {
    /// Every variant, in the order of their history and relation.
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

    /// Its name in the public interface.
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

    /// The least count of prime factors, counted with multiplicity, where the count can be chosen.
    fn least_primes(self) -> Option<usize> {
        match self {
            Self::MultiPrime | Self::Batch => Some(2),
            Self::MultiPower | Self::RPrime => Some(3),
            _ => None,
        }
    }

    /// Whether the length of the CRT exponents can be chosen.
    fn chooses_crt_exponents(self) -> bool {
        matches!(self, Self::Rebalanced | Self::RPrime | Self::SchemeA | Self::SchemeB | Self::Tunable)
    }

    /// Whether the public exponent can be chosen.
    fn chooses_public_exponent(self) -> bool {
        matches!(
            self,
            Self::Original | Self::Crt | Self::MultiPrime | Self::MultiPower | Self::Tunable | Self::Unbalanced
        )
    }
}

/// Parameters as asked for: what is left open gets its default.
///
/// The defaults are the fastest parameters that no known attack breaks, and the strongest where none is safe. Parameters that
/// are given are checked against their limits, but nothing here judges their strength: key generation makes a key of 512 bits.
/// Ask `cryptanalysis::caution` first, as the WebAssembly bindings do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyParams {
    /// The variant.
    pub variant: Variant,
    /// n, the length of the modulus in bits.
    pub modulus_length: usize,
    /// r, the count of primes (with multiplicity). Multi-prime and r-prime: default 3, from 4096 bits 4, from 8192 bits 5.
    /// Multi-power: default 4, below 640 bits 3. Batch: default 2.
    pub primes: Option<usize>,
    /// s, how often q stands in `N = p^(r−s)·q^s`: multi-power. Less than r/2 and prime to r; default 1.
    pub multiplicity: Option<usize>,
    /// w, the length of the CRT exponents in bits: rebalanced, r-prime, scheme-a, scheme-b, tunable. Default: the least multiple of 32
    /// that no known attack makes weaker than 110 bits, such as 320 for rebalanced with 2048 bits, and 224 for r-prime.
    pub crt_exponent_length: Option<usize>,
    /// e: original, crt, multi-prime, multi-power, unbalanced: default 65537. Tunable: up to n/2 bits, and as long as w asks for; default
    /// a power of two plus 1 of somewhat less than n/4 bits, 384 at 2048.
    pub public_exponent: Option<BigUint>,
    /// b, the count of public exponents: batch. Default 4.
    pub batch_size: Option<usize>,
    /// |p|, the length of the short prime in bits: unbalanced. Default: the least multiple of 32 that the elliptic curve
    /// method needs 2^110 operations for, 640 with 2048 bits. Messages have one bit less.
    pub prime_length: Option<usize>,
}

/// Parameters within their limits, every one that applies to the variant filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedParams {
    pub(crate) variant: Variant,
    pub(crate) modulus_length: usize,
    pub(crate) primes: usize,
    pub(crate) multiplicity: Option<usize>,
    pub(crate) crt_exponent_length: Option<usize>,
    pub(crate) public_exponent: Option<BigUint>,
    pub(crate) batch_size: Option<usize>,
    pub(crate) prime_length: Option<usize>,
}

/// Lengths of a modulus in bits.
pub const MODULUS_LENGTHS: RangeInclusive<usize> = 128..=16384;
/// The most primes of a modulus, counted with multiplicity.
pub const MOST_PRIMES: usize = 8;
/// The shortest prime in bits.
pub const LEAST_PRIME_LENGTH: usize = 64;
/// The longest prime in bits: half of the longest modulus. Primality tests of one of nearly that whole length would take
/// minutes.
pub const MOST_PRIME_LENGTH: usize = *MODULUS_LENGTHS.end() / 2;
/// The shortest CRT exponent in bits.
pub const LEAST_CRT_EXPONENT_LENGTH: usize = 16;
/// The longest public exponent that can be chosen, in bits (SP 800-56B rev. 2, section 6.2).
pub const MOST_PUBLIC_EXPONENT_LENGTH: usize = 256;
/// The public exponents of a batch, in the order in which a batch of b takes them.
pub const BATCH_EXPONENTS: [u32; 8] = [3, 5, 7, 11, 13, 17, 19, 23];

const DEFAULT_BATCH_SIZE: usize = 4;

impl KeyParams {
    /// A variant at a modulus length, everything else left open.
    pub fn new(variant: Variant, modulus_length: usize) -> Self {
        Self {
            variant,
            modulus_length,
            primes: None,
            multiplicity: None,
            crt_exponent_length: None,
            public_exponent: None,
            batch_size: None,
            prime_length: None,
        }
    }

    /// Checks every limit and fills in the defaults.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::NotApplicable`] or [`Error::PublicExponent`], with the limit and the value.
    ///
    /// ```
    /// use rsa_variants::{KeyParams, Variant};
    ///
    /// let params = KeyParams { crt_exponent_length: Some(400), ..KeyParams::new(Variant::RPrime, 1024) };
    /// assert_eq!(
    ///     params.check().unwrap_err().to_string(),
    ///     "crtExponentLength is 400 bits, but must be from 16 to 341 bits: a CRT exponent is no longer than a prime"
    /// );
    /// ```
    pub fn check(&self) -> Result<CheckedParams, Error> {
        self.checked(|primes| self.modulus_length / primes)
    }

    /// The same for a key that there is. Its primes may differ in length, so that a CRT exponent may be longer than those of
    /// key generation; that each is below its prime is seen where the primes are known (`check::shape`).
    pub(crate) fn check_existing(&self) -> Result<CheckedParams, Error> {
        self.checked(|_| self.modulus_length)
    }

    /// The checks, with the greatest length of a CRT exponent given the count of primes.
    fn checked(&self, longest_crt_exponent: impl FnOnce(usize) -> usize) -> Result<CheckedParams, Error> {
        let Self { variant, modulus_length, .. } = *self;
        let (least, most) = MODULUS_LENGTHS.into_inner();
        in_range("modulusLength", "bits", modulus_length, least, most, "the lengths that this library supports")?;

        let primes = match (variant.least_primes(), self.primes) {
            (None, None) => 2,
            (None, Some(_)) => return Err(Error::NotApplicable { parameter: "primes", variant }),
            (Some(least), asked) => {
                let most = MOST_PRIMES.min(modulus_length / LEAST_PRIME_LENGTH);
                let value = asked.unwrap_or(defaults::primes(variant, modulus_length));
                in_range("primes", "", value, least, most, "a prime keeps at least 64 bits")?;
                value
            }
        };

        let multiplicity = match (variant == Variant::MultiPower, self.multiplicity) {
            (false, None) => None,
            (false, Some(_)) => return Err(Error::NotApplicable { parameter: "multiplicity", variant }),
            (true, asked) => {
                let value = asked.unwrap_or(1);
                in_range("multiplicity", "", value, 1, (primes - 1) / 2, "q stands in N less often than p")?;
                if value.gcd(&primes) != 1 {
                    return Err(Error::PerfectPower { multiplicity: value, primes });
                }
                Some(value)
            }
        };

        let public_exponent = match (variant.chooses_public_exponent(), &self.public_exponent) {
            (false, None) => None,
            (false, Some(_)) => return Err(Error::NotApplicable { parameter: "publicExponent", variant }),
            (true, asked) => {
                let value = asked.clone().unwrap_or_else(|| defaults::public_exponent(variant, modulus_length));
                let most = if variant == Variant::Tunable { usize::MAX } else { MOST_PUBLIC_EXPONENT_LENGTH };
                let most = most.min(modulus_length / 2);
                if value < BigUint::from(3u8) || !value.bit(0) || value.bits() as usize > most {
                    let requirement = format!("odd, at least 3 and of at most {most} bits");
                    return Err(Error::PublicExponent { value, requirement });
                }
                Some(value)
            }
        };

        // In both schemes d < 2k must stay below p − 1 ≈ e·d/k, hence k below e, which begins with the bit of p.
        let is_scheme = matches!(variant, Variant::SchemeA | Variant::SchemeB);
        let (longest, reason) = if is_scheme {
            (
                (modulus_length - 1) / 2,
                "shorter ones leave too few keys of this length, longer ones are no shorter than a prime",
            )
        } else if variant == Variant::Tunable {
            (
                longest_crt_exponent(primes),
                "e and a CRT exponent have 16 bits more than a prime together, and each no more",
            )
        } else {
            (longest_crt_exponent(primes), "a CRT exponent is no longer than a prime")
        };
        let crt_exponent_length = match (variant.chooses_crt_exponents(), self.crt_exponent_length) {
            (false, None) => None,
            (false, Some(_)) => return Err(Error::NotApplicable { parameter: "crtExponentLength", variant }),
            (true, asked) => {
                let chosen = public_exponent.as_ref().map(|e: &BigUint| e.bits() as usize);
                let e = chosen.unwrap_or(computed_exponent_length(variant, modulus_length));
                let shortest = match variant {
                    Variant::SchemeA | Variant::SchemeB => shortest_scheme_exponent(variant, modulus_length),
                    // e·d = 1 + k·(p − 1) with a k of 16 bits at least.
                    Variant::Tunable => (modulus_length.div_ceil(2) + LEAST_COFACTOR_LENGTH).saturating_sub(e),
                    _ => 0,
                };
                let shortest = shortest.max(LEAST_CRT_EXPONENT_LENGTH);
                let value = asked.unwrap_or_else(|| {
                    let wanted = defaults::crt_exponent_length(modulus_length, primes, e).max(shortest);
                    wanted.min(longest).min(modulus_length / primes)
                });
                in_range("crtExponentLength", "bits", value, shortest, longest, reason)?;
                Some(value)
            }
        };

        let batch_size = match (variant == Variant::Batch, self.batch_size) {
            (false, None) => None,
            (false, Some(_)) => return Err(Error::NotApplicable { parameter: "batchSize", variant }),
            (true, asked) => {
                let value = asked.unwrap_or(DEFAULT_BATCH_SIZE);
                let reason = "every ciphertext of a batch has a small public exponent of its own";
                in_range("batchSize", "", value, 2, BATCH_EXPONENTS.len(), reason)?;
                Some(value)
            }
        };

        let prime_length = match (variant == Variant::Unbalanced, self.prime_length) {
            (false, None) => None,
            (false, Some(_)) => return Err(Error::NotApplicable { parameter: "primeLength", variant }),
            (true, asked) => {
                let (least, most) = short_prime_lengths(modulus_length).into_inner();
                let value = asked.unwrap_or_else(|| defaults::prime_length(modulus_length).max(least).min(most));
                let reason = "the short prime keeps at least 64 bits and has less than half of the modulus's, the other \
                              prime has at most 8192";
                in_range("primeLength", "bits", value, least, most, reason)?;
                Some(value)
            }
        };

        Ok(CheckedParams {
            variant,
            modulus_length,
            primes,
            multiplicity,
            crt_exponent_length,
            public_exponent,
            batch_size,
            prime_length,
        })
    }
}

/// The lengths that the short prime of an unbalanced key may have, in bits.
pub(crate) fn short_prime_lengths(modulus_length: usize) -> RangeInclusive<usize> {
    let least = LEAST_PRIME_LENGTH.max(modulus_length.saturating_sub(MOST_PRIME_LENGTH));
    least..=modulus_length.saturating_sub(1) / 2
}

/// The least length of a cofactor k in tunable keys, in bits. It leaves enough of them to find primes; verdicts ask for more.
const LEAST_COFACTOR_LENGTH: usize = 16;

/// The length of k_2 in Scheme A, by which e is longer than a prime, in bits.
pub(crate) const SCHEME_A_COFACTOR_LENGTH: usize = 56;

/// The least w of Schemes A and B: a prime is sought among the k of w bits, so there must be enough of them. Sixteen times
/// the mean count of tries leaves no prime once in 10⁷ parameter sets.
fn shortest_scheme_exponent(variant: Variant, modulus_length: usize) -> usize {
    // Odd k alone in Scheme B; in both, the first of the w bits is set.
    let (tries, fixed_bits) = match variant {
        Variant::SchemeA => (scheme_a_tries(modulus_length), 1),
        _ => (scheme_b_tries(modulus_length), 2),
    };
    LEAST_CRT_EXPONENT_LENGTH.max((16 * tries).ilog2() as usize + 1 + fixed_bits)
}

/// Mean tries for a prime of Scheme B: a number of h bits is prime once in `h·ln 2`, and about every second P is in the
/// part of its range that the exact length of N asks for.
pub(crate) fn scheme_b_tries(modulus_length: usize) -> u64 {
    (modulus_length as f64 / 2.0 * core::f64::consts::LN_2 / 0.5).ceil() as u64
}

/// Mean tries for a prime of Scheme A: about one P in 3300 has a divisor of 56 bits from primes below 2^15, and an even
/// cofactor gives a prime of h bits once in `h·ln 2/2`. Counted over 16, 16 and 8 keys at n = 256, 512 and 1024: 0.15, 0.28
/// and 0.61 million.
pub(crate) fn scheme_a_tries(modulus_length: usize) -> u64 {
    (3300.0 * modulus_length as f64 / 2.0 * core::f64::consts::LN_2 / 2.0).ceil() as u64
}

/// The length of a public exponent that nobody chooses, in bits.
fn computed_exponent_length(variant: Variant, modulus_length: usize) -> usize {
    match variant {
        Variant::SchemeA => modulus_length.div_ceil(2) + SCHEME_A_COFACTOR_LENGTH,
        Variant::SchemeB => modulus_length.div_ceil(2),
        _ => modulus_length,
    }
}

pub(crate) fn in_range(
    parameter: &'static str,
    unit: &'static str,
    value: usize,
    least: usize,
    most: usize,
    reason: &'static str,
) -> Result<(), Error> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Error::OutOfRange { parameter, unit, value, least, most, reason })
}

impl CheckedParams {
    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The same as a request with nothing left open that applies.
    pub fn to_params(&self) -> KeyParams {
        KeyParams {
            variant: self.variant,
            modulus_length: self.modulus_length,
            primes: self.variant.least_primes().map(|_| self.primes),
            multiplicity: self.multiplicity,
            crt_exponent_length: self.crt_exponent_length,
            public_exponent: self.public_exponent.clone(),
            batch_size: self.batch_size,
            prime_length: self.prime_length,
        }
    }

    /// The greatest length of a message in bits, where it is not the modulus that limits it: one less than the short prime's,
    /// whose value nobody may learn.
    pub fn message_length(&self) -> Option<usize> {
        self.prime_length.map(|bits| bits - 1)
    }

    /// The length of the public exponent in bits, of the longest where a key has several. Rebalanced and r-prime compute it
    /// from the private exponent; it is hardly ever more than a few bits shorter than this.
    pub fn public_exponent_length(&self) -> usize {
        match (&self.public_exponent, self.batch_size) {
            (Some(e), _) => e.bits() as usize,
            (_, Some(size)) => BATCH_EXPONENTS[size - 1].ilog2() as usize + 1,
            _ => computed_exponent_length(self.variant, self.modulus_length),
        }
    }

    /// How often each of p and q stands in N, of the variant multi-power.
    pub(crate) fn powers(&self) -> Option<[usize; 2]> {
        self.multiplicity.map(|s| [self.primes - s, s])
    }

    /// The lengths of the distinct primes in bits. With multiplicity they add up to n; where r does not divide n, the
    /// first are a bit longer, or, in `p^(r−s)·q^s`, q takes what is left. The short prime of an unbalanced key is the first.
    pub fn prime_lengths(&self) -> Vec<usize> {
        let (n, r) = (self.modulus_length, self.primes);
        if let Some(bits) = self.prime_length {
            return vec![bits, n - bits];
        }
        if let Some([of_p, of_q]) = self.powers() {
            // Both are prime to each other, so that one of any `of_q` successive lengths of p leaves a multiple of it.
            let p = (0..=n / r).rev().find(|p| (n - of_p * p).is_multiple_of(of_q)).expect("a length of p that fits");
            return vec![p, (n - of_p * p) / of_q];
        }
        match self.variant {
            // Both schemes tie the length of both primes to that of e: see there.
            Variant::SchemeA | Variant::SchemeB => vec![n.div_ceil(2); 2],
            _ => (0..r).map(|index| n / r + usize::from(index < n % r)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(params: &KeyParams) -> String {
        let error = params.check().unwrap_err();
        assert_eq!(error.code(), "invalid-params");
        error.to_string()
    }

    #[test]
    fn every_limit_is_named_with_the_value() {
        use Variant::*;
        let base = |variant| KeyParams::new(variant, 1024);
        for (params, message) in [
            (KeyParams::new(Crt, 127), "modulusLength is 127 bits, but must be from 128 to 16384 bits: the lengths"),
            (KeyParams::new(Crt, 16385), "modulusLength is 16385 bits, but must be from 128 to 16384 bits"),
            (KeyParams { primes: Some(1), ..base(MultiPrime) }, "primes is 1, but must be from 2 to 8: a prime keeps"),
            (KeyParams { primes: Some(2), ..base(RPrime) }, "primes is 2, but must be from 3 to 8"),
            (KeyParams { primes: Some(9), ..base(MultiPower) }, "primes is 9, but must be from 3 to 8"),
            (KeyParams { primes: Some(1), ..base(Batch) }, "primes is 1, but must be from 2 to 8"),
            (KeyParams { primes: Some(5), ..KeyParams::new(Batch, 300) }, "primes is 5, but must be from 2 to 4"),
            (KeyParams { primes: Some(3), ..base(Crt) }, "primes does not apply to the variant crt"),
            (KeyParams { multiplicity: Some(0), ..base(MultiPower) }, "multiplicity is 0, but must be from 1 to 1: q"),
            (
                KeyParams { primes: Some(5), multiplicity: Some(3), ..base(MultiPower) },
                "multiplicity is 3, but must be from 1 to 2: q stands in N less often than p",
            ),
            (
                KeyParams { primes: Some(8), multiplicity: Some(2), ..base(MultiPower) },
                "multiplicity is 2, but must have no factor in common with the 8 primes: N would be a power",
            ),
            (KeyParams { multiplicity: Some(1), ..base(RPrime) }, "multiplicity does not apply to the variant r-prime"),
            (KeyParams::new(RPrime, 128), "primes is 3, but no value is possible: a prime keeps at least 64 bits"),
            (KeyParams { primes: Some(5), ..KeyParams::new(MultiPrime, 300) }, "primes is 5, but must be from 2 to 4"),
            (
                KeyParams { crt_exponent_length: Some(15), ..base(Rebalanced) },
                "crtExponentLength is 15 bits, but must be from 16 to 512 bits",
            ),
            (
                KeyParams { crt_exponent_length: Some(257), primes: Some(4), ..base(RPrime) },
                "crtExponentLength is 257 bits, but must be from 16 to 256 bits",
            ),
            (
                KeyParams { crt_exponent_length: Some(512), ..base(SchemeB) },
                "crtExponentLength is 512 bits, but must be from 16 to 511 bits: shorter ones leave too few keys",
            ),
            (
                KeyParams { crt_exponent_length: Some(160), ..base(Crt) },
                "crtExponentLength does not apply to the variant crt",
            ),
            (
                KeyParams { crt_exponent_length: Some(399), ..base(Tunable) },
                "crtExponentLength is 399 bits, but must be from 400 to 512 bits: e and a CRT exponent have 16 bits more",
            ),
            (
                KeyParams { public_exponent: Some(BigUint::from(3u8)), ..base(Tunable) },
                "crtExponentLength is 512 bits, but no value is possible: e and a CRT exponent",
            ),
            (
                KeyParams { public_exponent: Some((BigUint::from(1u8) << 512) + 1u8), ..base(Tunable) },
                "publicExponent is a number of 513 bits, but must be odd, at least 3 and of at most 512 bits",
            ),
            (KeyParams { batch_size: Some(1), ..base(Batch) }, "batchSize is 1, but must be from 2 to 8"),
            (
                KeyParams { prime_length: Some(63), ..base(Unbalanced) },
                "primeLength is 63 bits, but must be from 64 to 511 bits: the short prime keeps at least 64 bits",
            ),
            (
                KeyParams { prime_length: Some(512), ..base(Unbalanced) },
                "primeLength is 512 bits, but must be from 64 to 511 bits",
            ),
            (
                KeyParams { prime_length: Some(1000), ..KeyParams::new(Unbalanced, 10000) },
                "primeLength is 1000 bits, but must be from 1808 to 4999 bits",
            ),
            (KeyParams::new(Unbalanced, 128), "primeLength is 63 bits, but no value is possible: the short prime"),
            (KeyParams::new(Unbalanced, 16384), "primeLength is 8191 bits, but no value is possible"),
            (KeyParams { prime_length: Some(256), ..base(Crt) }, "primeLength does not apply to the variant crt"),
            (KeyParams { batch_size: Some(4), ..base(Crt) }, "batchSize does not apply to the variant crt"),
            (
                KeyParams { public_exponent: Some(BigUint::from(4u8)), ..base(Crt) },
                "publicExponent is 4, but must be odd, at least 3 and of at most 256 bits",
            ),
            (
                KeyParams { public_exponent: Some(BigUint::from(1u8)), ..base(Crt) },
                "publicExponent is 1, but must be odd",
            ),
            (
                KeyParams { public_exponent: Some((BigUint::from(1u8) << 256) + 1u8), ..base(Original) },
                "publicExponent is a number of 257 bits, but must be odd",
            ),
            (
                KeyParams { public_exponent: Some(BigUint::from(3u8)), ..base(RPrime) },
                "publicExponent does not apply to the variant r-prime",
            ),
        ] {
            assert!(refused(&params).starts_with(message), "{:?}: {}", params, refused(&params));
        }
    }

    #[test]
    fn defaults_are_filled_in_and_capped() {
        let params = KeyParams::new(Variant::RPrime, 300).check().unwrap();
        assert_eq!((params.primes, params.crt_exponent_length), (3, Some(100)));
        let params = KeyParams::new(Variant::Crt, 2048).check().unwrap();
        assert_eq!(params.public_exponent, Some(BigUint::from(65537u32)));
        assert_eq!(params.to_params().check().unwrap(), params);
        assert_eq!(KeyParams::new(Variant::Batch, 2048).check().unwrap().batch_size, Some(4));
        for (variant, n, primes, w) in [
            (Variant::Rebalanced, 1024, 2, Some(224)),
            (Variant::Rebalanced, 2048, 2, Some(320)),
            (Variant::Rebalanced, 4096, 2, Some(608)),
            (Variant::SchemeA, 2048, 2, Some(512)),
            (Variant::SchemeB, 2048, 2, Some(544)),
            (Variant::RPrime, 2048, 3, Some(224)),
            (Variant::Tunable, 128, 2, Some(64)),
            (Variant::Tunable, 2048, 2, Some(736)),
            (Variant::Tunable, 4096, 2, Some(1408)),
            (Variant::RPrime, 8192, 5, Some(224)),
            (Variant::MultiPrime, 4095, 3, None),
            (Variant::MultiPrime, 4096, 4, None),
            (Variant::Batch, 8192, 2, None),
            (Variant::MultiPower, 639, 3, None),
            (Variant::MultiPower, 640, 4, None),
        ] {
            let params = KeyParams::new(variant, n).check().unwrap();
            assert_eq!((params.primes, params.crt_exponent_length), (primes, w), "{variant:?}, {n}");
        }
    }

    #[test]
    fn the_short_prime_has_its_default_within_its_limits() {
        for (n, bits) in [(130, 64), (1024, 511), (2048, 640), (3072, 640), (4096, 608), (9000, 808), (16383, 8191)] {
            let params = KeyParams::new(Variant::Unbalanced, n).check().unwrap();
            assert_eq!(params.prime_length, Some(bits), "{n}");
            assert_eq!(params.message_length(), Some(bits - 1));
            assert_eq!(params.prime_lengths(), [bits, n - bits]);
            assert_eq!(params.to_params().check().unwrap(), params);
        }
    }

    #[test]
    fn prime_lengths_add_up_to_the_modulus() {
        for n in 192..600 {
            let lengths = |variant| KeyParams::new(variant, n).check().unwrap().prime_lengths();
            assert_eq!(lengths(Variant::Crt).iter().sum::<usize>(), n);
            assert_eq!(lengths(Variant::MultiPrime).iter().sum::<usize>(), n);
            let power = lengths(Variant::MultiPower);
            assert_eq!(2 * power[0] + power[1], n);
        }
        for (n, r) in (512..1100usize).flat_map(|n| (3..=8).map(move |r| (n, r))) {
            for s in (1..=(r - 1) / 2).filter(|s| s.gcd(&r) == 1) {
                let multi_power = KeyParams::new(Variant::MultiPower, n);
                let params = KeyParams { primes: Some(r), multiplicity: Some(s), ..multi_power }.check().unwrap();
                let lengths = params.prime_lengths();
                assert_eq!((r - s) * lengths[0] + s * lengths[1], n, "{n}, {r}, {s}");
                assert!(lengths.iter().all(|length| length.abs_diff(n / r) <= r), "{n}, {r}, {s}: {lengths:?}");
            }
        }
    }

    #[test]
    fn names_lead_back_to_variants() {
        for variant in Variant::ALL {
            assert_eq!(Variant::from_name(variant.name()), Ok(variant));
        }
        assert_eq!(Variant::from_name("rsa").unwrap_err().code(), "invalid-params");
    }
}
