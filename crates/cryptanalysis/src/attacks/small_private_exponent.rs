//! A short private exponent (Wiener, "Cryptanalysis of short RSA secret exponents", IEEE Transactions on Information Theory 36,
//! 1990).
//!
//! **Breaks** keys of two primes p and q of equal length with a d below `N^(1/4)/3`. It also breaks keys with equal CRT exponents
//! that are as short, of fewer than n/4 bits, because a number that is d_p both modulo p − 1 and modulo q − 1 is d_p modulo λ(N):
//! the private exponent *is* that short number. So Wiener's own variant with short CRT exponents, rebalanced RSA, needs them to
//! be different.
//!
//! **Cost**: a continued fraction of n/4 bits: milliseconds.
//!
//! **Defense**: no short d. A lattice finds one of up to 0.292·n bits (Boneh, Durfee, "Cryptanalysis of RSA with private key d
//! less than N^0.292", Eurocrypt 1999). For speed, use the Chinese remainder theorem and several primes instead.
//! [`PrivateKey::check`](rsa_variants::PrivateKey::check) refuses equal CRT exponents.
//!
//! # How
//!
//! Let `g = gcd(p − 1, q − 1)`, so `λ(N) = φ(N)/g`, and let `e·d = 1 + k·λ(N)`. Then `e·(d·g) = g + k·φ(N)`, and with
//! `s = p + q − 1 = N − φ(N)`
//!
//! ```text
//! |e/N − k/(d·g)| = (k·s − g)/(N·d·g) < k·s/(N·d·g)
//! ```
//!
//! A fraction as close as 1/(2(d·g)²) is a convergent of the continued fraction of e/N (Legendre). That holds as long as
//! `2·k·(d·g)·s < N`. If e is below λ(N), k is below d. If the ratio of the primes is below 2, s is below 2.13·√N. So `d²·g <
//! √N/4.26` suffices: `d < N^(1/4)/3` for g up to 2. (For an e below φ(N), set g = 1: then `e·d = 1 + k·φ(N)`.)
//!
//! For each convergent, `φ(N) = ⌊e·d·g/k⌋`, because g is below k; p and q follow from their sum and product. A short e makes k
//! short, so the attack finds a longer d. But `d·g` is at least k·N/e, so e must have half as many bits as N.
//!
//! The same holds for a short s with `e·s ≡ b mod λ(N)`, where b is a small number instead of 1: then `e·(s·g) = b·g + k·φ(N)`,
//! and `φ(N)` is `e·s·g/k` rounded down, or up if b is negative, as long as `|b|·g` is below k. So a private exponent falls that
//! is λ(N) minus a short number (b = −1), or a short distance from a simple fraction of λ(N).

use core::ops::ControlFlow;

use modular_powers::random::{self, Draws};
use modular_powers::{Engine, prime};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::{KeyParams, MODULUS_LENGTHS, PublicKey, Variant, far_apart, prime_interval};

use super::entry::{Attack, Example, Facts, OnlyKey};
use super::quadratic;
use super::record::{choices, defaults, record};
use crate::progress::Step;
use crate::relations::{Convergent, Convergents};
use crate::{Error, OnProgress, sources};

record! {
    /// The result of an attack.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Outcome {
        /// How many convergents of e/N were tried.
        pub convergents: u64 => figure("{} convergents").one("{} convergent"),
    } hidden {
        /// The private key, if it was found.
        pub found: Option<Found>,
    }
}

record! {
    /// The private key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// p and q, the larger first.
        pub primes: [BigUint; 2],
        /// The smallest d: modulo λ(N).
        pub private_exponent: BigUint,
    }
}

impl Outcome {
    /// Why nothing was found, in one sentence.
    pub fn reason(&self) -> Option<String> {
        self.found.is_none().then(|| {
            format!(
                "none of {} convergents of e/N gives the primes: the key does not have two primes of equal length and a private \
                 exponent below N^(1/4)/3",
                self.convergents
            )
        })
    }
}

/// Finds the private key from the public one.
///
/// # Errors
/// [`Error::NotApplicable`] for a public exponent less than half as long as the modulus, because d is not short then;
/// [`Error::Aborted`].
///
/// ```
/// use core::ops::ControlFlow;
/// use rsa_cryptanalysis::attacks::small_private_exponent::attack;
/// use num_bigint::BigUint;
/// use rsa_variants::PublicKey;
///
/// // Two primes of 64 bits, and a d of 21 bits.
/// let [p, q] = [18_446_744_073_709_551_557u64, 13_043_817_825_332_782_231].map(BigUint::from);
/// let d = BigUint::from(1_234_567u32);
/// let e = d.modinv(&((&p - 1u8) * (&q - 1u8))).expect("d is coprime to φ(N)");
/// let outcome = attack(&PublicKey::new(&(p * q), &e)?, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.found.map(|found| found.private_exponent), Some(d));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub fn attack(key: &PublicKey, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
    attack_numbers(&key.modulus(), &key.public_exponent(), on_progress)
}

/// The attack on numbers that need not be a public key, such as an exponent that is too costly for one.
pub(crate) fn attack_numbers(modulus: &BigUint, e: &BigUint, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
    let (n, e_length) = (modulus.bits(), e.bits());
    if e_length < n / 2 {
        return Err(Error::NotApplicable(format!(
            "the public exponent has {e_length} bits: with fewer than {} bits, half the length of the modulus, no private \
             exponent is short",
            n / 2
        )));
    }
    // Convergents differ from e/N by less than 1/D², and the one sought by about e/N·2/√N, so D² is at most N/e·√N/2.
    let longest = (3 * n / 2 - e_length).div_ceil(2) + 2;
    let step = format!("following the continued fraction of e/N to denominators of {longest} bits");
    let mut step = Step::begin(step, Some(longest), on_progress)?;
    let mut count = 0;
    for Convergent { numerator, denominator, .. } in Convergents::new(e, modulus) {
        if denominator.bits() > longest {
            break;
        }
        count += 1;
        step.report(denominator.bits())?;
        if let Some(found) = key_of_convergent(modulus, e, &numerator, &denominator) {
            return Ok(Outcome { found: Some(found), convergents: count });
        }
    }
    Ok(Outcome { found: None, convergents: count })
}

/// The private key, if the fraction is k/(d·g).
fn key_of_convergent(modulus: &BigUint, e: &BigUint, k: &BigUint, d_g: &BigUint) -> Option<Found> {
    if *k == BigUint::ZERO {
        return None;
    }
    let phi = e * d_g / k;
    let sum = BigInt::from(modulus + 1u8) - BigInt::from(phi);
    // φ(N) is the quotient rounded down, or rounded up if the short number is −d.
    let sums = [sum.clone(), sum - 1];
    let primes = sums.iter().find_map(|sum| quadratic::with_sum_and_product(sum, &modulus.clone().into()))?;
    let [p_less, q_less] = [&primes[0] - 1u8, &primes[1] - 1u8];
    let private_exponent = e.modinv(&p_less.lcm(&q_less))?;
    Some(Found { primes, private_exponent })
}

record! {
    /// The key for a demonstration. The library's key generation makes neither kind.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DemonstrationOptions {
        /// n.
        pub modulus_length: usize = 1024 => modulus_length(),
        /// What is short.
        pub short: Short = Short::PrivateExponent => choice("What is short"),
        /// Its length in bits, 16 to n/2. Default: n/4 − 2, the longest that the attack always finds.
        pub exponent_length: Option<usize> =>
            number("Length of the short exponent", "bits", LEAST_EXPONENT_LENGTH, MODULUS_LENGTHS.end() / 2).narrowed(),
    }
}

choices! {
    /// What is short in a key.
    pub enum Short {
        /// d, the inverse of e modulo φ(N).
        PrivateExponent = "private-exponent", "d";
        /// d_p = d_q, with `gcd(p − 1, q − 1) = 2` as in rebalanced RSA.
        EqualCrtExponents = "equal-crt-exponents", "d_p = d_q";
    }
}

impl Default for DemonstrationOptions {
    fn default() -> Self {
        defaults()
    }
}

/// A key for the attack.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// What the attacker sees.
    pub public_key: PublicKey,
    /// p and q.
    pub primes: [BigUint; 2],
    /// The short exponent.
    pub private_exponent: BigUint,
}

/// The shortest exponent of a demonstration. Shorter ones can simply be tried one by one.
const LEAST_EXPONENT_LENGTH: usize = 16;

/// Makes a fresh key with a short private exponent.
///
/// # Errors
/// [`Error::Option`], the errors of [`KeyParams::check`], [`Error::Aborted`].
#[inline] // As `run` in attacks.rs.
pub fn demonstration(
    rng: &mut dyn CryptoRng,
    options: &DemonstrationOptions,
    on_progress: OnProgress<'_>,
) -> Result<Demonstration, Error> {
    let n = options.modulus_length;
    KeyParams::new(Variant::Original, n).check()?;
    // N is at least 2^(n − 1), and the ratio of its primes is below √2. So s < 2.04·√N, and the attack finds d < N^(1/4)/2.86,
    // which is 2^(n/4 − 1.77).
    let length = options.exponent_length.unwrap_or(n / 4 - 2);
    Error::in_range("exponent_length", " bits", length, LEAST_EXPONENT_LENGTH..=n / 2)?;
    let mut found: Vec<BigUint> = Vec::new();
    for (index, bits) in [n.div_ceil(2), n / 2].into_iter().enumerate() {
        let step = format!("searching for prime {} of {bits} bits", index + 1);
        let mut step = Step::begin(step, Some(prime::expected_candidates(bits)), &mut *on_progress)?;
        let (low, high) = prime_interval(bits, 2);
        let accept = |candidate: &BigUint| {
            let halves_are_coprime = |other: &BigUint| (candidate - 1u8).gcd(&(other - 1u8)) == BigUint::from(2u8);
            far_apart(candidate, &found) && found.iter().all(halves_are_coprime)
        };
        let on_candidate = |done| match step.report(done) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let prime = prime::random_prime(&low, &high, accept, Engine::default(), rng, on_candidate);
        found.push(prime?);
    }
    let primes: [BigUint; 2] = found.try_into().expect("two were sought");
    let phi: BigUint = primes.iter().map(|prime| prime - 1u8).product();
    let order = match options.short {
        Short::PrivateExponent => phi,
        // λ(N), with the gcd of 2.
        Short::EqualCrtExponents => phi >> 1,
    };
    let low = BigUint::from(1u8) << (length - 1);
    // At least one odd number in 80 is coprime to φ(N), even if all primes to 2^14 divide p − 1 and q − 1: of 2^14, none is with a
    // probability below 2⁻²⁹⁶.
    let mut draws = Draws::new(1 << 14);
    let (private_exponent, e) = loop {
        let d = random::in_interval(&low, &(&low << 1), rng)? | BigUint::from(1u8);
        draws.note(&d, length as u64 - 2)?;
        if let Some(e) = d.modinv(&order) {
            break (d, e);
        }
    };
    let public_key = PublicKey::new(&primes.iter().product(), &e)?;
    Ok(Demonstration { public_key, primes, private_exponent })
}

record! {
    /// What the attacker is after.
    pub struct Secret {
        /// The short exponent.
        pub private_exponent: BigUint,
    }
}

/// The attack for programs in other languages.
pub(crate) struct Entry;

impl Attack for Entry {
    const FACTS: Facts = Facts {
        name: "small-private-exponent",
        title: "Wiener's attack on a short private exponent",
        breaks: "Keys of two primes with d below N^(1/4)/3. Equal CRT exponents that are as short amount to the same.",
        needs: "The public key.",
        cost: "A continued fraction of n/4 bits: milliseconds.",
        defense: "Do not use a short d. If CRT exponents are short, make them different.",
        source: sources::WIENER,
        is_seeded: false,
    };
    type Target = OnlyKey;
    type Options = ();
    type Outcome = Outcome;
    type Found = Found;
    type Estimate = ();
    type Wish = DemonstrationOptions;
    type Fitting = ();
    type Secret = Secret;
    type Aside = ();

    fn attack(
        (key, ()): &OnlyKey,
        _: &(),
        _: &mut dyn CryptoRng,
        on_progress: OnProgress<'_>,
    ) -> Result<Outcome, Error> {
        attack(key, on_progress)
    }

    #[inline]
    fn found(outcome: &Outcome) -> Option<Found> {
        outcome.found.clone()
    }

    fn reason(outcome: &Outcome, _: &OnlyKey, _: &()) -> Option<String> {
        outcome.reason()
    }

    #[inline]
    fn example(
        wish: &DemonstrationOptions,
        rng: &mut dyn CryptoRng,
        on_progress: OnProgress<'_>,
    ) -> Result<Example<Self>, Error> {
        let Demonstration { public_key, primes, private_exponent } = demonstration(rng, wish, on_progress)?;
        let secret = Secret { private_exponent };
        Ok(Example::new((public_key, ()), primes.into(), secret))
    }
}

#[cfg(test)]
mod tests;
