//! Short CRT exponents of three primes with a short public exponent, such as R-Prime would have with an e a quarter as long as N.
//!
//! Hinek ("On the Security of Multi-prime RSA", CACR 2006-16) treats short CRT exponents of several primes. The lattice here is
//! derived in this file; it generalizes the one of [`small_crt_exponents`](super::small_crt_exponents).
//!
//! **Breaks** keys of three primes of equal length ℓ = n/3 with exponents of w bits on average and an e of |e| bits, if `w <
//! 8/27·n − 2/3·|e|` and e has about n/5 to n/3 bits. At n = 2048 with an e of 512 bits, the limit is 265 bits. The limit is
//! heuristic, and so is the assumption that a short vector is the one sought. [`reaches`] stays a few bits below the limit, where
//! every key that was tried fell. Keys made by this library have an e as long as N and are far out of reach.
//!
//! **Cost**: lattices of dimensions 3 and at most 8, and factoring a number of `3·(|e| + w − ℓ)` bits: seconds.
//!
//! **Defense**: an e at least half as long as N, w above the limit, or no short CRT exponents.
//!
//! # How
//!
//! `e·d_i = 1 + k_i·(p_i − 1)` means `e·d_i + κ_i = k_i·p_i`, where `κ_i = k_i − 1`. The product of the three is
//!
//! ```text
//! Π (e·d_i + κ_i) = K·N,   K = k_1·k_2·k_3.
//! ```
//!
//! 1. Modulo e², the left side is `W + e·z` with `W = κ_1·κ_2·κ_3` and `z = Σ d_i·κ_j·κ_l`. So (z, K, W) is in the lattice of the
//!    vectors with `W ≡ K·N − e·z mod e²`, whose determinant is e². With `|k| = |e| + w − ℓ`, they have w + 2|k|, 3|k| and 3|k|
//!    bits. Below the limit, these add up to less than 2|e|.
//!    The lattice divides out any common divisor of z, K and W. That is a prime c, once in about c³/3 keys, if c divides one k
//!    and the other two κ. The attack tries all common divisors up to 200.
//! 2. K is short, so it can be factored. The k_i are those of its divisors of |k| bits for which `k − 1` divides W; hardly any
//!    others pass.
//! 3. `p_i ≡ 1 − k_i⁻¹ mod e`. z gives more: modulo κ_i it is `d_i·κ_j·κ_l`. So d_i, and therefore p_i, is known modulo κ_i
//!    divided by its common divisor with κ_j·κ_l.
//! 4. About `2ℓ − 2|e| − w` bits of p_i are missing. Coppersmith's method finds them with a lattice of dimension 5 or 8.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use rsa_variants::LEAST_CRT_EXPONENT_LENGTH;

use super::attack::{Attack, AttackResult, ExampleResult, Facts, OnlyKey, Rng, types};
use super::elliptic_curve::{self, factor};
use super::record::options;
pub use super::short_crt_exponents::{Answer, Figures, Found};
use super::{coppersmith, fresh_key, lattice, short_crt_exponents};
use crate::attack_limits::{PRIMES, cofactor_length};
pub use crate::attack_limits::{longest_of_several as longest_crt_exponent, reaches};
use crate::{Error, OnProgress, Source, sources};

/// The modulus lengths in bits of examples.
pub const MODULUS_LENGTHS: core::ops::RangeInclusive<usize> = 384..=4096;
/// The bits by which the public exponent of an example is shorter than a prime, at least.
const SHORTER_THAN_PRIME: usize = 16;

options! {
    /// Options of the attack.
    pub struct Options {
        /// The mean length in bits of the CRT exponents to look for. Default: the longest that the attack reaches.
        pub crt_exponent_length: Option<usize> => number(
            "Length to look for",
            "bits",
            LEAST_CRT_EXPONENT_LENGTH..=rsa_variants::MODULUS_LENGTHS.end() / PRIMES
        ).narrowed(),
    }
}

/// The largest common divisor of z, K and W to try.
const MOST_CONTENT: u32 = 200;

options! {
    /// The key to make: three primes with a short e and short CRT exponents. Key generation does not make such keys.
    pub struct ExampleOptions {
        /// n.
        pub modulus_length: usize = 2048 => number("Modulus length n", "bits", MODULUS_LENGTHS),
        /// The length of e in bits, from n/6 to n/3 − 16. Default n/4.
        pub public_exponent_length: Option<usize> => number(
            "Length of e",
            "bits",
            MODULUS_LENGTHS.start() / 6..=MODULUS_LENGTHS.end() / PRIMES - SHORTER_THAN_PRIME
        ).narrowed(),
        /// w, the length of each CRT exponent, from n/3 − |e| + 8 to n/3 bits. Default 0.117·n, which is 240 at n = 2048.
        pub crt_exponent_length: Option<usize> =>
            number("CRT exponent length w", "bits", LEAST_CRT_EXPONENT_LENGTH..=MODULUS_LENGTHS.end() / PRIMES).narrowed(),
    }
}

struct Search {
    modulus: BigInt,
    e: BigInt,
    n: usize,
    w: usize,
    swaps: u64,
}

impl Search {
    fn run(&mut self, rng: Rng<'_>, on_progress: OnProgress<'_>) -> Result<Option<Found>, Error> {
        for [z, product, w] in self.short_vectors(on_progress)? {
            let Some(primes) = factors(product.magnitude().clone(), rng, on_progress)? else { continue };
            let mut splits = (1..=MOST_CONTENT).filter_map(|content| {
                let cofactors = split(&primes, content, &(&product * content), &(&w * content))?;
                Some((cofactors, &z * content))
            });
            let Some((cofactors, z)) = splits.next() else { continue };
            for index in 0..PRIMES {
                let Some(p) = self.prime(&cofactors, index, &z, on_progress)? else { continue };
                if let Some(found) = self.complete(&p, &cofactors, index) {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// (z, K, W) from the vectors of the reduced basis, with positive K and W.
    fn short_vectors(&mut self, on_progress: OnProgress<'_>) -> Result<Vec<[BigInt; 3]>, Error> {
        let k = cofactor_length(self.n, self.e.bits() as usize, self.w);
        // z is a sum of three.
        let weights = lattice::weights([self.w + 2 * k + 2, 3 * k, 3 * k]);
        let (zero, one, square) = (BigInt::ZERO, BigInt::from(1u8), &self.e * &self.e);
        let rows = vec![
            vec![one.clone(), zero.clone(), -&self.e],
            vec![zero.clone(), one, self.modulus.mod_floor(&square)],
            vec![zero.clone(), zero, square],
        ];
        let reduced = lattice::reduce_weighted(rows, &weights, on_progress)?;
        self.swaps += reduced.swaps;
        let vectors = reduced.basis.into_iter().filter_map(|vector| <[BigInt; 3]>::try_from(vector).ok());
        let vectors =
            vectors.map(|entries| if entries[1] < BigInt::ZERO { entries.map(|entry| -entry) } else { entries });
        Ok(vectors.filter(|[_, product, w]| *product > BigInt::ZERO && *w > BigInt::ZERO && w < product).collect())
    }

    /// The prime that belongs to a cofactor.
    fn prime(
        &mut self,
        cofactors: &[BigInt; PRIMES],
        index: usize,
        z: &BigInt,
        on_progress: OnProgress<'_>,
    ) -> Result<Option<BigInt>, Error> {
        let one = BigInt::from(1u8);
        let k = &cofactors[index];
        let Some(inverse) = k.modinv(&self.e) else { return Ok(None) };
        let (mut residue, mut known) = ((&one - inverse).mod_floor(&self.e), self.e.clone());
        // z ≡ d·κ_j·κ_l mod κ, and k·p = e·d + κ ≡ e·d, with k ≡ 1: p ≡ e·d mod κ.
        let kappa = k - &one;
        let others: BigInt =
            cofactors.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, k)| k - &one).product();
        let part = &kappa / kappa.gcd(&others);
        if let (Some(other_inverse), Some(step)) = (others.modinv(&part), self.e.modinv(&part)) {
            let target = &self.e * z * other_inverse;
            residue += &self.e * ((target - &residue) * step).mod_floor(&part);
            known *= part;
        }
        let length = self.n.div_ceil(PRIMES);
        let root_length = coppersmith::root_length(length, &known);
        let search =
            coppersmith::Known { modulus: &self.modulus, residue: &residue, step: &known, length, root_length };
        let (prime, swaps) = search.divisor(on_progress)?;
        self.swaps += swaps;
        Ok(prime)
    }

    /// Completes the key from one prime. The others follow from the same equations, without a lattice.
    fn complete(&self, p: &BigInt, cofactors: &[BigInt; PRIMES], index: usize) -> Option<Found> {
        let [k, other] = [1, 2].map(|next| &cofactors[(index + next) % PRIMES]);
        let [q, r] = short_crt_exponents::primes(&(&self.modulus / p), &self.e, [k, other], None)?;
        let mut found = short_crt_exponents::key(&self.e, [p.clone(), q, r])?;
        found.primes.reverse();
        found.crt_exponents.reverse();
        Some(found)
    }
}

/// k_1, k_2 and k_3, from K and W, which are `content` times those of the lattice, and from the primes of K/content.
fn split(primes: &[BigUint], content: u32, product: &BigInt, w: &BigInt) -> Option<[BigInt; PRIMES]> {
    let longest = product.bits() / PRIMES as u64 + 8;
    let one = BigInt::from(1u8);
    let mut divisors = vec![BigUint::from(1u8)];
    for prime in primes.iter().chain(&prime_factors(content)) {
        let more: Vec<BigUint> =
            divisors.iter().map(|divisor| divisor * prime).filter(|divisor| divisor.bits() <= longest).collect();
        divisors.extend(more);
        divisors.sort();
        divisors.dedup();
    }
    let candidates: Vec<BigInt> = divisors
        .into_iter()
        .map(BigInt::from)
        .filter(|divisor| *divisor > one && w.is_multiple_of(&(divisor - &one)))
        .collect();
    candidates.iter().enumerate().find_map(|(index, a)| {
        candidates[index..].iter().find_map(|b| {
            let (c, rest) = product.div_rem(&(a * b));
            let fits = rest == BigInt::ZERO && c >= *b && (a - &one) * (b - &one) * (&c - &one) == *w;
            fits.then(|| [a.clone(), b.clone(), c])
        })
    })
}

/// The primes of a small number, with multiplicity.
fn prime_factors(mut number: u32) -> Vec<BigUint> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while number > 1 {
        if number.is_multiple_of(divisor) {
            number /= divisor;
            primes.push(divisor.into());
        } else {
            divisor += 1;
        }
    }
    primes
}

/// The primes of a number with multiplicity, by elliptic curves for longer and longer primes; `None` if it is not factored
/// completely.
fn factors(mut number: BigUint, rng: Rng<'_>, on_progress: OnProgress<'_>) -> Result<Option<Vec<BigUint>>, Error> {
    let twos = number.trailing_zeros().unwrap_or(0);
    number >>= twos;
    let mut primes = vec![BigUint::from(2u8); twos as usize];
    let mut numbers = vec![number];
    for prime_length in [32, 44, 56, 68, 80] {
        let options = elliptic_curve::Options { prime_length, ..Default::default() };
        let mut unfactored = Vec::new();
        for number in numbers.into_iter().filter(|number| *number > BigUint::from(1u8)) {
            let (_, found) = factor(number, &options, rng, on_progress)?;
            primes.extend(found.primes);
            unfactored.extend(found.unfactored);
        }
        if unfactored.is_empty() {
            return Ok(Some(primes));
        }
        numbers = unfactored;
    }
    Ok(None)
}

/// The lattice attack on short CRT exponents of three primes.
pub struct SeveralCrtExponents;

impl Attack for SeveralCrtExponents {
    const FACTS: Facts = Facts {
        name: "several-crt-exponents",
        title: "Small lattice attack on short CRT exponents of three primes and a short e",
        breaks: "Keys of three primes whose CRT exponents have fewer than 8/27·n − 2/3·|e| bits, with an e of |e| = n/5 to n/3 bits \
                 (a heuristic limit): imported R-Prime keys. Keys made by this library have an e as long as N, which is out of reach.",
        needs: "The public key.",
        cost: "Two lattices of small dimension, and factoring a number of about 200 bits: seconds.",
        defense: "Use an e of at least n/2 bits. Keys made by this library have an e of n bits.",
        source: Source {
            title: "On the Security of Multi-prime RSA (small CRT exponents; this lattice is derived here)",
            ..sources::HINEK
        },
        is_seeded: true,
    };
    types!(Target = OnlyKey, Options, Figures, Found, Estimate = (), ExampleOptions, Answer, Note = ());

    /// Finds the private key from the public one. `rng` is for the elliptic curves that factor K.
    ///
    /// # Errors
    /// [`Error::NotApplicable`] for a public exponent with which the attack reaches no key; [`Error::Option`];
    /// [`Error::Aborted`].
    fn attack(target: &OnlyKey, options: &Options, rng: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
        let key = &target.key;
        let (n, e) = (key.modulus_length(), key.public_exponent());
        let e_length = e.bits() as usize;
        let reached = (1..=longest_crt_exponent(n, e_length)).rev().find(|&w| reaches(n, e_length, w));
        let Some(longest) = reached else {
            return Err(Error::NotApplicable(format!(
                "with a public exponent of {e_length} bits, this attack reaches no CRT exponents of three primes of {} bits each",
                n / PRIMES
            )));
        };
        let w = options.crt_exponent_length.unwrap_or(longest);
        let least = (n / PRIMES).saturating_sub(e_length) + 1;
        Error::in_range("crt_exponent_length", " bits", w, least..=n / PRIMES)?;
        let mut search = Search { modulus: key.modulus().into(), e: e.into(), n, w, swaps: 0 };
        let found = search.run(rng, on_progress)?;
        let figures = Figures { crt_exponent_length: w, longest_crt_exponent: longest, swaps: search.swaps };
        Ok(short_crt_exponents::outcome(found, figures, "three"))
    }

    /// Makes a fresh key of three primes with the given lengths of e and of the CRT exponents, which may be beyond the reach of
    /// the attack.
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let n = Error::in_range("modulus_length", " bits", options.modulus_length, MODULUS_LENGTHS)?;
        let e_length = options.public_exponent_length.unwrap_or(n / 4);
        let e_length =
            Error::in_range("public_exponent_length", " bits", e_length, n / 6..=n / 3 - SHORTER_THAN_PRIME)?;
        let w = options.crt_exponent_length.unwrap_or(n * 15 / 128);
        let w = Error::in_range("crt_exponent_length", " bits", w, n / 3 - e_length + 8..=n / 3)?;
        let key = fresh_key::with_short_exponents(rng, PRIMES, n, e_length, w, on_progress)?;
        Ok(short_crt_exponents::example_of_key(&key))
    }
}

#[cfg(test)]
mod tests;
