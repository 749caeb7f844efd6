//! Finding a key from some known bits of both CRT exponents, for example from a side channel or a damaged copy of the key.
//!
//! May, Nowakowski and Sarkar ("Partial Key Exposure Attack on Short Secret Exponent CRT-RSA", Asiacrypt 2021) show that some of
//! the low bits of short CRT exponents are enough, for e as long as N. Their lattices extend those of Takayasu, Lu and Peng, and
//! approach their limits only as they grow. The same authors ("Approximate Divisor Multiples – Factoring with Only a Third of the
//! Secret CRT-Exponents", Eurocrypt 2022) treat long CRT exponents with a short e in two steps: first the cofactors k_p and k_q,
//! then p as the root of a polynomial.
//!
//! **What is simpler here**: the two steps are those of 2022, and there, too, high bits give the cofactors without Coppersmith's
//! method. Here the first step uses linear equations in at most three unknowns, derived in this file, for low bits as well. That
//! takes lattices of dimension 5 at most, for CRT exponents of any length and e shorter than N. So it takes only milliseconds,
//! but needs more bits than their growing lattices, and cannot reach an e as long as N.
//!
//! **Breaks** keys of two primes of n/2 bits, with e of |e| bits and CRT exponents of w bits, if [`known_bits_needed`] bits of
//! both are known at the low or the high end. Up to a few bits, that is the larger number of both steps, where `k = |e| + w −
//! n/2` is the length of the cofactors:
//!
//! | step | low bits | high bits |
//! | --- | --- | --- |
//! | 1 | the smaller of `max(5w + 2·\|e\| − 2n, 2w − n/2)` and `4k − \|e\|` | the smaller of `5w + 2·\|e\| − 2n`, for `w ≤ n/4`, and `3k − \|e\|` |
//! | 2 | `3n/10 − \|e\|` | `3n/10 − \|e\|` |
//!
//! At n = 1024, these are 120 low or 72 high bits of 280 with an e of 384 bits, and 243 of 512 with an e of 64 bits. If no bit is
//! needed, the limits of step 1 are those of [`small_crt_exponents`](super::small_crt_exponents).
//!
//! **Cost**: lattices of dimension 5 at most: milliseconds, or seconds if step 2 needs a lattice.
//!
//! **Defense**: keep the whole private key secret, and blind private operations. An e as long as N, as in the default parameters
//! of rebalanced RSA, requires the larger lattices of the papers.
//!
//! # How
//!
//! With `e·d_p = 1 + k_p·(p − 1)` and the same for q, `Y = k_p·k_q` and `Z = k_p + k_q`, as in Bleichenbacher and May's attack,
//!
//! ```text
//! (e·d_p + k_p − 1)·(e·d_q + k_q − 1) = Y·N,
//! e²·d_p·d_q + e·X + Y − Z + 1 = Y·N,  X = d_p·(k_q − 1) + d_q·(k_p − 1).
//! ```
//!
//! 1. *Low bits*: if t bits of both are known, the product `d_p·d_q` is known modulo `e²·2^t`. That leaves a linear equation in
//!    X, Y and Z, of w + k, 2k and k bits. Modulo `e·2^t`, the first line is a linear equation in Y, k_p and k_q.
//!    *High bits*: `Y ≈ e²·d_p·d_q/φ(N)`, so only 2k − s bits of Y are unknown if s bits of both are known. The second line is a
//!    linear equation in X, the rest of Y, and Z modulo e², and in the last two modulo e.
//!    The unknowns form a vector of a lattice whose determinant is the modulus. By Minkowski's measure it is the shortest if the
//!    lengths of the unknowns add up to less than that of the modulus, and if X is shorter than the modulus divided by e, because
//!    (modulus/e, 0, 0) is in the lattice too.
//! 2. `k_p·p = e·d_p + k_p − 1`, so p is known modulo `e·2^t`, or modulo e and approximately. Coppersmith's method finds the
//!    rest, of at most n/5 bits, with a lattice of dimension 4 or 5.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use rsa_variants::{LEAST_CRT_EXPONENT_LENGTH, PrivateKey, PublicKey};

use super::attack::{Attack, AttackResult, ExampleResult, Facts, Outcome, Rng, types};
use super::record::{choices, options, record};
pub use super::short_crt_exponents::Answer;
use super::{coppersmith, fresh_key, lattice, quadratic, short_crt_exponents};
use crate::attack_limits::dimensions;
use crate::{Error, OnProgress, Source};

/// The modulus lengths in bits of examples.
pub const MODULUS_LENGTHS: core::ops::RangeInclusive<usize> = 256..=4096;
/// The lengths in bits of the public exponents of examples; the longest one is this much shorter than a prime.
const LEAST_PUBLIC_EXPONENT_LENGTH: usize = 16;
/// The bits by which CRT exponent and public exponent of an example are longer together than a prime.
const LONGER_TOGETHER: usize = 8;

/// With this many bits more than the limits of step 1, every key that was tried fell.
const CERTAIN: usize = 12;
/// Extra bits for step 2: k_p may share powers of two with the modulus, and lengths may not be exact.
const SPARE: usize = 12;

choices! {
    /// Which end of the CRT exponents is known.
    pub enum End {
        /// The least significant bits.
        Low = "low", "Lowest";
        /// The most significant bits.
        High = "high", "Highest";
    }
}

record! {
    /// A public key, and some bits of both its CRT exponents.
    #[derive(Clone, Debug)]
    pub struct Target as "PartialExposureTarget" {
        /// The public key.
        pub key: PublicKey,
        /// Which bits are known: the least significant (`low`) or the most significant (`high`).
        pub end: End => given("known bits", "which bits are known"),
        /// How many bits of each CRT exponent are known, from 0 to w.
        pub known_bits: usize =>
            given("bits known of each", "how many bits of each CRT exponent are known").unit("bits"),
        /// w, the length of the CRT exponents in bits, from 16 to n/2. A shorter exponent counts as padded with leading zeros.
        pub crt_exponent_length: usize => given("w", "w, the length of the CRT exponents").unit("bits"),
        /// The known bits of d_p and d_q as numbers, in any order: `d % 2n ** knownBits` or `d >> (w - knownBits)`.
        pub crt_exponent_parts: [BigUint; 2] =>
            given("of the CRT exponents", "the known bits of both as numbers, in any order"),
    }
}

record! {
    /// The figures of a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Figures {
        /// How many bits of each CRT exponent were known.
        pub known_bits: usize => figure("{} bits of each CRT exponent known").one("{} bit of each CRT exponent known"),
        /// How many bits of each the attack needs with these lengths.
        pub known_bits_needed: usize => figure("{} needed"),
        /// How often the lattice reductions swapped two vectors.
        pub swaps: u64 => figure("{} lattice swaps").one("{} lattice swap"),
    }
}

record! {
    /// The private key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// The larger comes first.
        pub primes: [BigUint; 2],
        /// d modulo p − 1 for each prime p.
        pub crt_exponents: [BigUint; 2],
    }
}

/// How many bits of both CRT exponents the attack needs for two primes of n/2 bits, the given length of e and CRT exponents of w
/// bits; `None` if it does not reach them even with all bits known.
///
/// ```
/// use rsa_cryptanalysis::attacks::partial_exposure::{End, known_bits_needed};
///
/// assert_eq!(known_bits_needed(1024, 384, 280, End::Low), Some(132));
/// assert_eq!(known_bits_needed(1024, 384, 280, End::High), Some(84));
/// // Rebalanced RSA, with e as long as N.
/// assert_eq!(known_bits_needed(2048, 2048, 320, End::Low), None);
/// ```
pub fn known_bits_needed(modulus_length: usize, public_exponent_length: usize, w: usize, end: End) -> Option<usize> {
    let (n, e) = (modulus_length, public_exponent_length);
    let k = (e + w).checked_sub(n / 2)?;
    let product = (5 * w + 2 * e).saturating_sub(2 * n);
    // Without any known bit, k_p = 1 and k_q = 0 would solve the equation without X. Then the solution sought is lost if k_p·k_q
    // and k_p + k_q − 1 have a common divisor.
    let without_x = |unknowns: usize| (unknowns * k).saturating_sub(e).max(1);
    let first = match end {
        End::Low => product.max((2 * w).saturating_sub(n / 2)).min(without_x(4)),
        End::High if 4 * w + CERTAIN <= n => product.min(without_x(3)),
        End::High => without_x(3),
    };
    let longest_root = (1..n / 4).rev().find(|&root| dimensions(n, n / 2, root).is_some())?;
    // The bits of p that are not known modulo e. Each known bit of d_p gives one of them.
    let second = (n / 2 + SPARE).saturating_sub(e + longest_root);
    let needed = if first == 0 { second } else { second.max(first + CERTAIN) };
    (needed <= w).then_some(needed)
}

options! {
    /// The key to make: two primes, an e of its own length and CRT exponents of w bits.
    pub struct ExampleOptions {
        /// n.
        pub modulus_length: usize = 1024 => number("Modulus length n", "bits", MODULUS_LENGTHS),
        /// The length of e in bits, from 16 to n/2 − 16. Default 3n/8.
        pub public_exponent_length: Option<usize> => number(
            "Length of e",
            "bits",
            LEAST_PUBLIC_EXPONENT_LENGTH..=MODULUS_LENGTHS.end() / 2 - LEAST_PUBLIC_EXPONENT_LENGTH
        ).narrowed(),
        /// w, from n/2 − |e| + 8 bits to the longest that the attack reaches. Default 0.273·n, or the nearest allowed length.
        pub crt_exponent_length: Option<usize> => number(
            "CRT exponent length w",
            "bits",
            LEAST_PUBLIC_EXPONENT_LENGTH + LONGER_TOGETHER..=MODULUS_LENGTHS.end() / 2
        ).narrowed(),
        /// Which bits are known.
        pub end: End = End::Low => choice("Known bits"),
        /// How many bits of each CRT exponent are known, from 0 to w. Default: as many as the attack needs.
        pub known_bits: Option<usize> => number("Number of known bits", "bits", 0..=MODULUS_LENGTHS.end() / 2).narrowed(),
    }
}

/// The exposed bits of a key with CRT exponents of w bits.
fn exposed(key: &PrivateKey, end: End, known_bits: usize, w: usize) -> Target {
    let parts = core::array::from_fn(|index| {
        let d = &key.components().crt_exponents[index];
        match end {
            End::Low => d % (BigUint::from(1u8) << known_bits),
            End::High => d >> (w - known_bits),
        }
    });
    Target { key: key.public_key().clone(), end, known_bits, crt_exponent_length: w, crt_exponent_parts: parts }
}

/// `Σ c_i·u_i + constant ≡ 0 mod modulus` in short unknowns.
struct Equation {
    modulus: BigInt,
    constant: BigInt,
    /// The coefficients of the unknowns, and the lengths of the unknowns in bits.
    unknowns: Vec<(BigInt, usize)>,
    cofactors: Cofactors,
}

/// The meaning of the last two unknowns.
enum Cofactors {
    /// k_p and k_q.
    Both,
    /// `k_p·k_q` minus this number, and `k_p + k_q`.
    ProductAndSum(BigInt),
}

impl Equation {
    /// By how many bits the modulus is longer than all unknowns together.
    fn room(&self) -> i64 {
        self.modulus.bits() as i64 - self.unknowns.iter().map(|(_, length)| *length as i64).sum::<i64>()
    }

    /// Pairs of k_p and k_q, and the number of swaps in the reduction.
    fn solve(&self, on_progress: OnProgress<'_>) -> Result<(Vec<[BigInt; 2]>, u64), Error> {
        let count = self.unknowns.len();
        let longest = self.unknowns.iter().map(|(_, length)| *length).max().unwrap_or(0);
        // A column for each unknown, weighted so that all become equally long; one for the constant; and one for the equation,
        // weighted so heavily that vectors in which it does not hold come last.
        let weights = self.unknowns.iter().map(|(_, length)| longest - length).chain([longest, longest + 16]);
        let one = BigInt::from(1u8);
        let mut rows = vec![vec![BigInt::ZERO; count + 2]; count + 2];
        let coefficients = self.unknowns.iter().map(|(coefficient, _)| coefficient).chain([&self.constant]);
        for (index, coefficient) in coefficients.enumerate() {
            rows[index][index] = one.clone();
            rows[index][count + 1] = coefficient.mod_floor(&self.modulus);
        }
        rows[count + 1][count + 1] = self.modulus.clone();
        let lattice::Reduced { mut basis, swaps } =
            lattice::reduce_weighted(rows, &weights.collect::<Vec<_>>(), on_progress)?;
        basis.truncate(count + 1);

        let solutions = lattice::combinations(&basis).filter_map(|vector| {
            let sign = if vector[count] == one { 1 } else { -1 };
            if &vector[count] * sign != one || vector[count + 1] != BigInt::ZERO {
                return None;
            }
            let [first, second] = [count - 2, count - 1].map(|index| &vector[index] * sign);
            let pair = match &self.cofactors {
                Cofactors::Both => [first, second],
                Cofactors::ProductAndSum(base) => {
                    quadratic::with_sum_and_product(&second, &(first + base))?.map(BigInt::from)
                }
            };
            // With k_p = 1, p = e·d_p would not be prime.
            pair.iter().all(|k| *k > BigInt::from(1u8)).then_some(pair)
        });
        Ok((solutions.take(MOST_SOLUTIONS).collect(), swaps))
    }
}

/// How many solutions of one equation to try. If it has more than one, the unknowns are too long for it.
const MOST_SOLUTIONS: usize = 2;

struct Search<'a> {
    n: usize,
    modulus: BigInt,
    e: BigInt,
    target: &'a Target,
    swaps: u64,
}

impl Search<'_> {
    fn run(&mut self, on_progress: OnProgress<'_>) -> Result<Option<Found>, Error> {
        let [first, second] = self.equations();
        let equations = if first.room() < second.room() { [second, first] } else { [first, second] };
        for equation in &equations {
            let (pairs, swaps) = equation.solve(on_progress)?;
            self.swaps += swaps;
            for [first, second] in &pairs {
                for cofactors in [[first, second], [second, first]] {
                    if let Some(found) = self.complete(cofactors, on_progress)? {
                        return Ok(Some(found));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The known bits as numbers: parts of d_p and d_q.
    fn parts(&self) -> [BigInt; 2] {
        [0, 1].map(|index| BigInt::from(self.target.crt_exponent_parts[index].clone()))
    }

    fn equations(&self) -> [Equation; 2] {
        let Self { modulus, e, .. } = self;
        let one = BigInt::from(1u8);
        let (w, known_bits) = (self.target.crt_exponent_length, self.target.known_bits);
        let k = e.bits() as usize + w - self.n / 2;
        let square = e * e;
        let [a, b] = self.parts();
        match self.target.end {
            End::Low => {
                let [for_q, for_p] = [&a, &b].map(|part| e * part - &one);
                // (e·a − 1 + k_p)·(e·b − 1 + k_q) ≡ Y·N
                let both = Equation {
                    modulus: e << known_bits,
                    constant: &for_p * &for_q,
                    unknowns: vec![(&one - modulus, 2 * k), (for_p, k), (for_q, k)],
                    cofactors: Cofactors::Both,
                };
                let product_and_sum = Equation {
                    modulus: &square << known_bits,
                    constant: &square * a * b + &one,
                    unknowns: vec![(e.clone(), w + k + 1), (&one - modulus, 2 * k), (-one, k + 1)],
                    cofactors: Cofactors::ProductAndSum(BigInt::ZERO),
                };
                [both, product_and_sum]
            }
            End::High => {
                // The middle of the numbers with these bits, and of φ(N) = N + 1 − (p + q), where p + q is slightly above 2·√N.
                let [a, b] = [a, b].map(|part| ((part * 2u8 + 1u8) << (w - known_bits)) >> 1);
                let phi: BigInt = modulus + 1u8 - (modulus.sqrt() << 1);
                let product: BigInt = &square * a * b / phi;
                let error = (2 * k).saturating_sub(known_bits.min(self.n / 2)) + 1;
                let constant = (&one - modulus) * &product + &one;
                let last = [(&one - modulus, error), (-one, k + 1)];
                let equation = |modulus: BigInt, unknowns: Vec<(BigInt, usize)>| Equation {
                    modulus,
                    constant: constant.clone(),
                    unknowns,
                    cofactors: Cofactors::ProductAndSum(product.clone()),
                };
                let first = (e.clone(), w + k + 1);
                let with_first = [core::slice::from_ref(&first), &last].concat();
                [equation(e.clone(), last.to_vec()), equation(square, with_first)]
            }
        }
    }

    /// The key from k_p and k_q, in the order of the parts.
    fn complete(&mut self, cofactors: [&BigInt; 2], on_progress: OnProgress<'_>) -> Result<Option<Found>, Error> {
        let Some((residue, step, root_length)) = self.residue(cofactors) else { return Ok(None) };
        let length = self.n.div_ceil(2);
        let known = coppersmith::Known { modulus: &self.modulus, residue: &residue, step: &step, length, root_length };
        let (prime, swaps) = known.divisor(on_progress)?;
        self.swaps += swaps;
        let Some(p) = prime else { return Ok(None) };
        let found = short_crt_exponents::key(&self.e, [&self.modulus / &p, p]);
        Ok(found.and_then(|short_crt_exponents::Found { primes, crt_exponents }| {
            Some(Found { primes: primes.try_into().ok()?, crt_exponents: crt_exponents.try_into().ok()? })
        }))
    }

    /// The residue, the step and the length of y in `p = residue + step·y`.
    fn residue(&self, [k, other]: [&BigInt; 2]) -> Option<(BigInt, BigInt, usize)> {
        let (e, one) = (&self.e, BigInt::from(1u8));
        let known_bits = self.target.known_bits;
        let [a, b] = self.parts();
        match self.target.end {
            End::Low => {
                // k·p ≡ e·a + k − 1 modulo e·2^t, and the same for q.
                let modulus = e << known_bits;
                let target = e * a + k - &one;
                if (&target * (e * b + other - one) - k * other * &self.modulus).mod_floor(&modulus) != BigInt::ZERO {
                    return None;
                }
                let common = k.gcd(&modulus);
                let step = modulus / &common;
                let inverse = (k / &common).modinv(&step)?;
                let residue = (target / common * inverse).mod_floor(&step);
                let root_length = coppersmith::root_length(self.n.div_ceil(2), &step);
                Some((residue, step, root_length))
            }
            End::High => {
                // From p = (e·d_p − 1)/k + 1: the smallest p for these bits, and the next one that is 1 − k⁻¹ modulo e.
                let unknown = self.target.crt_exponent_length - known_bits;
                let least: BigInt = (e * (a << unknown) - &one) / k + &one;
                let residue = one - k.modinv(e)?;
                let residue = &least + (residue - &least).mod_floor(e);
                Some((residue, e.clone(), (unknown + 2).saturating_sub(k.bits() as usize)))
            }
        }
    }
}

/// The attack with known bits of both CRT exponents.
///
/// ```
/// use core::ops::ControlFlow;
/// use num_bigint::BigUint;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::partial_exposure::{End, PartialExposure, Target};
/// use rsa_cryptanalysis::attacks::Attack;
/// use rsa_variants::{PrivateKey, Variant};
///
/// // A key of Scheme A. The 64 lowest bits of its CRT exponents are known.
/// let key = PrivateKey::sample(Variant::SchemeA, 1024)?;
/// let components = key.components();
/// let low = |d: &BigUint| d % (1u128 << 64);
/// let parts = [low(&components.crt_exponents[0]), low(&components.crt_exponents[1])];
/// let key = key.public_key().clone();
/// let target = Target { key, end: End::Low, known_bits: 64, crt_exponent_length: 160, crt_exponent_parts: parts };
/// let mut rng = ChaCha20Rng::from_seed([0; 32]);
/// let outcome = PartialExposure::attack(&target, &(), &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert!(components.primes.contains(&outcome.found.expect("it falls").primes[0]));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub struct PartialExposure;

impl Attack for PartialExposure {
    const FACTS: Facts = Facts {
        name: "partial-exposure",
        title: "Known bits of both CRT exponents",
        breaks: "Keys of two primes with an e shorter than N, once some bits of d_p and d_q are known. At n = 1024 with an e of 384 \
                 bits, the highest 84 or the lowest 132 of 280 bits are enough. Keys with an e as long as N need the larger lattices \
                 of the papers.",
        needs: "The public key, and the lowest or highest bits of both CRT exponents, such as a side channel reveals.",
        cost: "Lattices of dimension 5 at most: less than a second at 1024 bits, or seconds if it takes another lattice to complete \
               a prime.",
        defense: "Let no bit of a private key leak: use blinding and constant-time code, and wipe keys. An e as long as N helps too.",
        source: Source {
            authors: "Alexander May, Julian Nowakowski, Santanu Sarkar",
            title: "Partial Key Exposure Attack on Short Secret Exponent CRT-RSA (these smaller lattices are derived here)",
            published_in: "Asiacrypt 2021",
            year: 2021,
        },
        is_seeded: false,
    };
    types!(Target, Options = (), Figures, Found, Estimate = (), ExampleOptions, Answer, Note = ());

    /// Finds the private key from the public one and some bits of both CRT exponents.
    ///
    /// # Errors
    /// [`Error::Option`] for lengths and parts that do not fit; [`Error::NotApplicable`] for lengths that the attack does not
    /// reach; [`Error::Aborted`].
    fn attack(target: &Target, (): &(), _: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
        let key = &target.key;
        let (n, e) = (key.modulus_length(), key.public_exponent());
        let (e_length, w, known_bits) = (e.bits() as usize, target.crt_exponent_length, target.known_bits);
        Error::in_range("crt_exponent_length", " bits", w, LEAST_CRT_EXPONENT_LENGTH..=n.div_ceil(2))?;
        Error::in_range("known_bits", " bits", known_bits, 0..=w)?;
        if let Some(part) = target.crt_exponent_parts.iter().find(|part| part.bits() as usize > known_bits) {
            let problem = format!("has a part of {} bits, but known_bits is {known_bits}", part.bits());
            return Err(Error::option("crt_exponent_parts", problem));
        }
        let Some(needed) = known_bits_needed(n, e_length, w, target.end) else {
            return Err(Error::NotApplicable(format!(
                "with a modulus of {n} bits and a public exponent of {e_length} bits, this attack does not reach CRT exponents of \
                 {w} bits"
            )));
        };
        let mut search = Search { n, modulus: key.modulus().into(), e: e.into(), target, swaps: 0 };
        let found = search.run(on_progress)?;
        let reason = || {
            if known_bits < needed {
                format!(
                    "{known_bits} bits of each CRT exponent are known, but with these lengths the attack needs {needed}"
                )
            } else {
                "the reduced lattices contain no factor of N: the known bits are not those of the key's CRT exponents"
                    .into()
            }
        };
        let figures = Figures { known_bits, known_bits_needed: needed, swaps: search.swaps };
        Ok(Outcome { found: found.ok_or_else(reason), figures })
    }

    /// Makes a fresh key, and exposes some bits of its CRT exponents.
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let end = options.end;
        let n = Error::in_range("modulus_length", " bits", options.modulus_length, MODULUS_LENGTHS)?;
        let e_length = options.public_exponent_length.unwrap_or(3 * n / 8);
        let longest = n / 2 - LEAST_PUBLIC_EXPONENT_LENGTH;
        let e_length =
            Error::in_range("public_exponent_length", " bits", e_length, LEAST_PUBLIC_EXPONENT_LENGTH..=longest)?;
        let reached = |w: &usize| known_bits_needed(n, e_length, *w, end).is_some();
        let least = n / 2 - e_length + LONGER_TOGETHER;
        let longest = (least..=n / 2).rev().find(reached).unwrap_or(least);
        let w = options.crt_exponent_length.unwrap_or((35 * n / 128).clamp(least, longest));
        let w = Error::in_range("crt_exponent_length", " bits", w, least..=longest)?;
        let needed = known_bits_needed(n, e_length, w, end);
        let known_bits = Error::in_range("known_bits", " bits", options.known_bits.or(needed).unwrap_or(w), 0..=w)?;
        let key = fresh_key::with_short_exponents(rng, 2, n, e_length, w, on_progress)?;
        Ok(short_crt_exponents::example(exposed(&key, end, known_bits, w), &key))
    }
}

#[cfg(test)]
mod tests;
