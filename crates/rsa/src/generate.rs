//! Shared parts of key generation: primes that suit each other, short exponents, progress.

use core::ops::ControlFlow;

use modular_powers::random::{self, Draws, StuckGenerator};
use modular_powers::{Engine, prime};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::arithmetic::{chinese_remainder, coprime, inverse};
use crate::{CheckedParams, Components, Error, KeyParams, PrivateKey};

impl PrivateKey {
    /// [`PrivateKey::generate`] without a callback: it reports no progress and cannot be canceled.
    ///
    /// # Errors
    /// The errors of [`PrivateKey::generate`], except [`Error::Aborted`].
    ///
    /// ```
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{KeyParams, PrivateKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let key = PrivateKey::new(&KeyParams::new(Variant::Crt, 512), &mut rng)?;
    /// assert_eq!(key.public_key().modulus_length(), 512);
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn new(params: &KeyParams, rng: &mut dyn CryptoRng) -> Result<Self, Error> {
        Self::generate(params, rng, |_| ControlFlow::Continue(()))
    }
}

/// Progress of key generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// How many primes have been found.
    Primes {
        /// The number of primes found.
        done: u64,
        /// The number of primes of the key.
        expected: u64,
    },
    /// How many candidates for the next prime have been tried. This number varies widely: it can be several times its
    /// mean.
    Candidates {
        /// The number of candidates tried.
        done: u64,
        /// The mean number of candidates for one prime.
        expected: u64,
    },
}

/// How many times the mean number of candidates a search goes through. A sound generator exceeds 89 times the true mean with a
/// probability below 2⁻¹²⁸. The mean is an estimate: at the shortest w of Schemes A and B, it may be 16 times as large.
pub(crate) const PATIENCE: u64 = 2000;

/// Primes must differ by more than `2^(n/r − 100)` (FIPS 186-5, A.1.3, for two primes).
const CLOSE_PRIMES_BITS: usize = 100;

/// The random numbers, the progress callback and the primes of one key generation.
pub(crate) struct Generator<'a> {
    pub(crate) rng: &'a mut dyn CryptoRng,
    pub(crate) on_progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    /// At the start, primes that other searches for this key have found; in the end, the primes of this one.
    pub(crate) known: &'a mut Vec<BigUint>,
}

impl Generator<'_> {
    /// Reports progress.
    pub(crate) fn report(&mut self, progress: Progress) -> Result<(), Error> {
        if (self.on_progress)(progress).is_break() { Err(Error::Aborted) } else { Ok(()) }
    }

    /// The primes of a key, one for each length. A known prime takes the first place that it `fits(prime, length, the
    /// primes before it)`; `search` finds the others. No place depends on a later one, so the search can go on elsewhere
    /// at any point. It loses nothing: how long it takes does not depend on how long it has taken.
    ///
    /// Known primes are not tested again, because the key is: with a composite among the primes that it uses, it does
    /// not decrypt.
    ///
    /// In the result, primes of the same length are in falling order: other software expects it (see `to_pkcs1_der`).
    pub(crate) fn fill(
        &mut self,
        lengths: &[usize],
        fits: impl Fn(&BigUint, usize, &[BigUint]) -> bool,
        mut search: impl FnMut(&mut Self, usize, &[BigUint]) -> Result<BigUint, Error>,
    ) -> Result<Vec<BigUint>, Error> {
        let expected = lengths.len() as u64;
        let mut offered = core::mem::take(self.known);
        for bits in lengths {
            let primes = self.known.clone();
            self.report(Progress::Primes { done: primes.len() as u64, expected })?;
            let prime = match offered.iter().position(|prime| fits(prime, *bits, &primes)) {
                Some(index) => offered.remove(index),
                None => search(self, *bits, &primes)?,
            };
            self.known.push(prime);
        }
        self.report(Progress::Primes { done: expected, expected })?;
        let mut primes = self.known.clone();
        for equally_long in primes.chunk_by_mut(|one, other| one.bits() == other.bits()) {
            equally_long.sort_unstable_by(|one, other| other.cmp(one));
        }
        Ok(primes)
    }

    /// Generates the distinct primes of a key, longest first. They are random and far from each other, their product
    /// has exactly n bits, and each satisfies `accept(candidate, the primes before it)`.
    ///
    /// The primes are made one at a time, each tested against the earlier ones. Only 17.7 % of random triples have
    /// the pairwise gcd of 2 that R-Prime needs, but 49.5 % of the candidates fit one earlier prime, and 35.7 % fit two.
    pub(crate) fn primes(
        &mut self,
        params: &CheckedParams,
        accept: impl Fn(&BigUint, &[BigUint]) -> bool,
    ) -> Result<Vec<BigUint>, Error> {
        let fits =
            |candidate: &BigUint, earlier: &[BigUint]| far_apart(candidate, earlier) && accept(candidate, earlier);
        self.fill(
            &params.prime_lengths(),
            |known, bits, earlier| within(known, &prime_interval(bits, params.primes)) && fits(known, earlier),
            |generator, bits, earlier| {
                let (low, high) = prime_interval(bits, params.primes);
                let on_progress = &mut generator.on_progress;
                let expected = prime::expected_candidates(bits);
                let fits = |candidate: &BigUint| fits(candidate, earlier);
                let found = prime::random_prime(&low, &high, fits, Engine::default(), generator.rng, |done| {
                    on_progress(Progress::Candidates { done, expected })
                })?;
                Ok(found)
            },
        )
    }

    /// A random odd CRT exponent of exactly `bits` bits, below `p − 1`, coprime to it, and not one of `others`.
    ///
    /// A random odd number is coprime to `p − 1` with a chance of at least 1/9, even if all primes to 2^14 divide that. Of 1024, none
    /// is with a probability below `(8/9)^1024 < 2⁻¹⁷³`.
    pub(crate) fn crt_exponent(
        &mut self,
        bits: usize,
        p: &BigUint,
        others: &[BigUint],
    ) -> Result<BigUint, StuckGenerator> {
        let order = p - 1u8;
        let low = BigUint::from(1u8) << (bits - 1);
        let high = BigUint::min(&low << 1u8, order.clone());
        let mut draws = Draws::new(1024);
        loop {
            let candidate = random::in_interval(&low, &high, self.rng)? | BigUint::from(1u8);
            draws.note(&candidate, (&high - &low).bits() - 2)?;
            if candidate < order && coprime(&candidate, &order) && !others.contains(&candidate) {
                return Ok(candidate);
            }
        }
    }

    /// Generates primes with pairwise `gcd(p_i − 1, p_j − 1) = 2` that satisfy `accept(candidate)`. A d exists for
    /// every choice of odd CRT exponents of such primes.
    pub(crate) fn primes_for_short_exponents(
        &mut self,
        params: &CheckedParams,
        accept: impl Fn(&BigUint) -> bool,
    ) -> Result<Vec<BigUint>, Error> {
        self.primes(params, |candidate, earlier| gcd_is_two(candidate, earlier) && accept(candidate))
    }

    /// Makes a key with short CRT exponents from such primes.
    ///
    /// With the halves `h_i = (p_i − 1)/2` pairwise coprime, `d = 2·CRT((d_i − 1)/2 mod h_i) + 1` has the residues `d_i`
    /// modulo `p_i − 1`, and `e = d⁻¹ mod λ` with `λ = 2·h_1⋯h_r`.
    pub(crate) fn short_exponent_key(
        &mut self,
        params: &CheckedParams,
        primes: Vec<BigUint>,
    ) -> Result<Components, StuckGenerator> {
        let bits =
            params.values.crt_exponent_length.expect("checked: the variant has CRT exponents of a chosen length");
        let mut exponents: Vec<BigUint> = Vec::new();
        for prime in &primes {
            exponents.push(self.crt_exponent(bits, prime, &exponents)?);
        }
        let halves: Vec<BigUint> = primes.iter().map(|prime| (prime - 1u8) >> 1).collect();
        let pairs: Vec<(BigUint, BigUint)> =
            exponents.iter().map(|exponent| (exponent - 1u8) >> 1).zip(halves.iter().cloned()).collect();
        let private_exponent = (chinese_remainder(&pairs) << 1) + 1u8;
        let lambda = halves.iter().product::<BigUint>() << 1;
        // Every d_i is coprime to p_i − 1, so d is coprime to λ.
        let public_exponent = inverse(&private_exponent, &lambda).expect("d is a unit modulo λ(N)");
        Ok(Components::new(params, primes, vec![public_exponent], private_exponent))
    }
}

/// The interval for primes of `bits` bits such that the product of any r of them has exactly `r·bits` bits: from
/// `2^(bits − 1/r)`, rounded up, to `2^bits`.
pub fn prime_interval(bits: usize, r: usize) -> (BigUint, BigUint) {
    const PRECISION: usize = 52;
    // The power has an error of at most one unit in the last place, so adding 1 to its ceiling always rounds up.
    let fraction = (2f64.powf(-1.0 / r as f64) * (1u64 << PRECISION) as f64).ceil() as u64 + 1;
    (BigUint::from(fraction) << (bits - PRECISION), BigUint::from(1u8) << bits)
}

/// Whether an odd number is at least the lower bound and below the upper one.
pub(crate) fn within(number: &BigUint, (low, high): &(BigUint, BigUint)) -> bool {
    number.bit(0) && number >= low && number < high
}

/// Whether `gcd(p − 1, p_i − 1) = 2` for every earlier prime. Otherwise some choices of CRT exponents have no d.
pub(crate) fn gcd_is_two(candidate: &BigUint, earlier: &[BigUint]) -> bool {
    let half = candidate >> 1u8;
    earlier.iter().all(|prime| coprime(&half, &(prime >> 1u8)))
}

/// Whether a prime differs from each of the others by more than `2^(bits − 100)`, where bits is the length of the
/// shorter prime (FIPS 186-5, A.1.3, for two primes).
pub fn far_apart(candidate: &BigUint, others: &[BigUint]) -> bool {
    others.iter().all(|other| {
        let distance = if candidate > other { candidate - other } else { other - candidate };
        let bits = candidate.bits().min(other.bits()) as usize;
        distance.bits() as usize > bits.saturating_sub(CLOSE_PRIMES_BITS)
    })
}

#[cfg(test)]
mod tests {
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

    use super::*;

    #[test]
    fn products_of_interval_ends_have_exactly_the_length() {
        for r in 2..=8usize {
            for bits in [64, 65, 100, 512] {
                let (low, high) = prime_interval(bits, r);
                assert_eq!(low.pow(r as u32).bits() as usize, r * bits);
                assert_eq!((high - 1u8).pow(r as u32).bits() as usize, r * bits);
                // The interval is not too narrow: a little below it the product is shorter.
                let below: BigUint = &low - (&low >> 40u8);
                assert_eq!(below.pow(r as u32).bits() as usize, r * bits - 1);
            }
        }
    }

    #[test]
    fn close_primes_are_refused() {
        let p = BigUint::from(1u8) << 511;
        assert!(!far_apart(&(&p + (BigUint::from(1u8) << 411)), std::slice::from_ref(&p)));
        assert!(far_apart(&(&p + (BigUint::from(1u8) << 413)), std::slice::from_ref(&p)));
        assert!(!far_apart(&p, std::slice::from_ref(&p)));
    }

    /// Equal CRT exponents are the private exponent itself, which is then short.
    #[test]
    fn a_crt_exponent_differs_from_the_others() {
        let mut rng = ChaCha20Rng::from_seed([58; 32]);
        let mut generator =
            Generator { rng: &mut rng, on_progress: &mut |_| ControlFlow::Continue(()), known: &mut Vec::new() };
        // All odd numbers are coprime to p − 1, and four of them have 4 bits.
        let p = (BigUint::from(1u8) << 100) + 1u8;
        let mut found: Vec<BigUint> = Vec::new();
        for _ in 0..4 {
            found.push(generator.crt_exponent(4, &p, &found).unwrap());
        }
        found.sort();
        assert_eq!(found, [9u8, 11, 13, 15].map(BigUint::from));
        assert_eq!(generator.crt_exponent(4, &p, &found), Err(StuckGenerator));
    }
}
