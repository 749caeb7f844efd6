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

use modular_powers::random::{self, Draws};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use rsa_variants::{KeyParams, MODULUS_LENGTHS, PublicKey, Variant, far_apart, prime_interval};

use super::attack::{Attack, AttackResult, Example, ExampleResult, Facts, OnlyKey, Outcome, Rng, types};
use super::record::{choices, options, record};
use super::{fresh_key, quadratic};
use crate::progress::Step;
use crate::relations::{Convergent, Convergents};
use crate::{Error, OnProgress, sources};

record! {
    /// The figures of a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Figures {
        /// How many convergents of e/N were tried.
        pub convergents: u64 => figure("{} convergents").one("{} convergent"),
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

/// The attack on numbers that need not be a public key, such as an exponent that is too costly for one.
pub(crate) fn attack_numbers(
    modulus: &BigUint,
    e: &BigUint,
    on_progress: OnProgress<'_>,
) -> AttackResult<SmallPrivateExponent> {
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
    let mut convergents = 0;
    for Convergent { numerator, denominator, .. } in Convergents::new(e, modulus) {
        if denominator.bits() > longest {
            break;
        }
        convergents += 1;
        step.report(denominator.bits())?;
        if let Some(found) = key_of_convergent(modulus, e, &numerator, &denominator) {
            return Ok(Outcome { found: Ok(found), figures: Figures { convergents } });
        }
    }
    let reason = format!(
        "none of {convergents} convergents of e/N gives the primes: the key does not have two primes of equal length and a private \
         exponent below N^(1/4)/3"
    );
    Ok(Outcome { found: Err(reason), figures: Figures { convergents } })
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

options! {
    /// The key to make. The library's key generation makes neither kind.
    pub struct ExampleOptions {
        /// n.
        pub modulus_length: usize = 1024 => modulus_length(),
        /// What is short.
        pub short: Short = Short::PrivateExponent => choice("What is short"),
        /// Its length in bits, 16 to n/2. Default: n/4 − 2, the longest that the attack always finds.
        pub exponent_length: Option<usize> =>
            number("Length of the short exponent", "bits", LEAST_EXPONENT_LENGTH..=MODULUS_LENGTHS.end() / 2).narrowed(),
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

/// The shortest exponent of an example. Shorter ones can simply be tried one by one.
const LEAST_EXPONENT_LENGTH: usize = 16;

record! {
    /// What the attacker is after.
    pub struct Answer {
        /// The short exponent.
        pub private_exponent: BigUint,
    }
}

/// Wiener's attack on a short private exponent.
pub struct SmallPrivateExponent;

impl Attack for SmallPrivateExponent {
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
    types!(Target = OnlyKey, Options = (), Figures, Found, Estimate = (), ExampleOptions, Answer, Note = ());

    /// Finds the private key from the public one.
    ///
    /// # Errors
    /// [`Error::NotApplicable`] for a public exponent less than half as long as the modulus, because d is not short then;
    /// [`Error::Aborted`].
    fn attack(target: &OnlyKey, (): &(), _: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
        attack_numbers(&target.key.modulus(), &target.key.public_exponent(), on_progress)
    }

    /// Makes a fresh key with a short private exponent.
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let n = options.modulus_length;
        KeyParams::new(Variant::Original, n).check()?;
        // N is at least 2^(n − 1), and the ratio of its primes is below √2. So s < 2.04·√N, and the attack finds d <
        // N^(1/4)/2.86, which is 2^(n/4 − 1.77).
        let length = options.exponent_length.unwrap_or(n / 4 - 2);
        Error::in_range("exponent_length", " bits", length, LEAST_EXPONENT_LENGTH..=n / 2)?;
        let mut primes: Vec<BigUint> = Vec::new();
        for (index, bits) in [n.div_ceil(2), n / 2].into_iter().enumerate() {
            let accept = |candidate: &BigUint| {
                let halves_are_coprime = |other: &BigUint| (candidate - 1u8).gcd(&(other - 1u8)) == BigUint::from(2u8);
                far_apart(candidate, &primes) && primes.iter().all(halves_are_coprime)
            };
            let step = format!("searching for prime {} of {bits} bits", index + 1);
            let prime = fresh_key::prime(step, bits, &prime_interval(bits, 2), accept, rng, on_progress)?;
            primes.push(prime);
        }
        let phi: BigUint = primes.iter().map(|prime| prime - 1u8).product();
        let order = match options.short {
            Short::PrivateExponent => phi,
            // λ(N), with the gcd of 2.
            Short::EqualCrtExponents => phi >> 1,
        };
        let low = BigUint::from(1u8) << (length - 1);
        // At least one odd number in 80 is coprime to φ(N), even if all primes to 2^14 divide p − 1 and q − 1: of 2^14, none is
        // with a probability below 2⁻²⁹⁶.
        let mut draws = Draws::new(1 << 14);
        let (private_exponent, e) = loop {
            let d = random::in_interval(&low, &(&low << 1), rng)? | BigUint::from(1u8);
            draws.note(&d, length as u64 - 2)?;
            if let Some(e) = d.modinv(&order) {
                break (d, e);
            }
        };
        let key = PublicKey::new(&primes.iter().product(), &e)?;
        Ok(Example::new(OnlyKey { key }, primes, Answer { private_exponent }))
    }
}

#[cfg(test)]
mod tests;
