//! Short CRT exponents with a public exponent much shorter than N (Bleichenbacher, May, "New attacks on RSA with small secret
//! CRT-exponents", PKC 2006; Galbraith, Heneghan, McKee, "Tunable balancing of RSA", ACISP 2005).
//!
//! **Breaks** keys of two primes of n/2 bits each, with d_p and d_q of at most w bits and an e of n_e bits, if one of these
//! holds:
//!
//! * e has 3n/8 bits or more, and `w ≤ 2/5·(n − n_e)`;
//! * e has 3n/10 to 3n/8 bits, and `w ≤ n/2 − 2/3·n_e`;
//! * e is shorter, and `w ≤ n/4`.
//!
//! At n = 1024, Scheme A (n_e = 568, w = 160) is below its limit of 182 bits, and Scheme B (512, 198) below its limit of 204.
//! With the same w, a larger n takes them further below it. Rebalanced RSA and R-Prime have an e as long as N, for which the
//! limit is 0.
//!
//! **Cost**: one lattice reduction in dimension 3, which takes milliseconds at n = 1024. If e has fewer than 3n/8 bits, one in
//! dimension 2 and one in dimension 5 for p, which take a second.
//!
//! **Defense**: w above the limit and at least twice as many bits as the strength requires, because a search finds exponents of w
//! bits in 2^(w/2) steps; or no short CRT exponents.
//!
//! # How
//!
//! With `e·d_p = 1 + k_p·(p − 1)` and the same for q, multiply `e·d_p + k_p − 1 = k_p·p` with its twin. Four unknowns,
//!
//! ```text
//! W = d_p·d_q,  X = d_p·(k_q − 1) + d_q·(k_p − 1),  Y = k_p·k_q,  Z = k_p + k_q − 1,
//! ```
//!
//! then satisfy the linear equation `e²·W + e·X − (N − 1)·Y = Z`. So (X, Y, Z) is in the lattice of the vectors with `Z ≡ e·X −
//! (N − 1)·Y mod e²`, whose determinant is e². With k of `n_k = n_e + w − n/2` bits, X has w + n_k bits, Y has 2·n_k and Z has
//! n_k. Weights make them equally long. By Minkowski's measure they are then the shortest vector as long as their product is
//! below the determinant: `w + 4·n_k ≤ 2·n_e`, or `w ≤ 2/5·(n − n_e)`. The lattice also contains (e, 0, 0), which is not shorter
//! as long as `w + n_k ≤ n_e`, or `w ≤ n/4`.
//!
//! (X, Y, Z) has no common divisor, so the lattice contains no fraction of it. Proof: a prime that divides Y and Z divides only
//! one of k_p and k_q, say k_p, while k_q ≡ 1. Then X ≡ −d_q. If the prime divided that as well, `e·d_q = 1 + k_q·(q − 1)` would
//! read 0 ≡ q: the prime would be q, which is longer than k_p.
//!
//! The rest is exact: k_p and k_q follow from `Z + 1` and Y, the two terms of X from their sum and their product
//! `W·(k_p − 1)·(k_q − 1)`, and `p = (e·d_p − 1)/k_p + 1`.
//!
//! With a shorter e, the equation modulo e is better: `Z ≡ −(N − 1)·Y mod e` has two unknowns of 3·n_k bits in total. They are
//! the shortest vector of a lattice of dimension 2 up to `3·n_k ≤ n_e`, or `w ≤ n/2 − 2/3·n_e`. Here Y and Z may have a common
//! divisor. The lattice then contains the quotient, and the attack tries its multiples. k_p gives p modulo e, because `k_p·(p −
//! 1) ≡ −1`, and Coppersmith's method gives p itself. The lattices of this crate are large enough for that if e has 3n/10 bits.
//!
//! The attacker need not know w. A lattice weighted for exponents at the limit finds shorter ones too: with each bit less, X and
//! Y lose two bits and Z loses one, so the vector sought becomes shorter.

use num_bigint::BigInt;
use num_integer::Integer;
use rsa_variants::{KeyParams, LEAST_CRT_EXPONENT_LENGTH, MODULUS_LENGTHS, PublicKey, Variant};

use super::attack::{Attack, AttackResult, ExampleResult, Facts, OnlyKey, Rng, types};
use super::record::options;
pub use super::short_crt_exponents::{Answer, Figures, Found};
use super::{coppersmith, fresh_key, lattice, quadratic, short_crt_exponents};
use crate::attack_limits::longest_by_cofactors;
pub use crate::attack_limits::longest_crt_exponent;
use crate::{Error, OnProgress, sources};

options! {
    /// Options of the attack.
    pub struct Options {
        /// The length in bits of the CRT exponents to look for, 16 to n/2; it sets the weights of the lattice. Default: the longest
        /// that the attack reaches, which finds shorter ones too.
        pub crt_exponent_length: Option<usize> =>
            number("Length to look for", "bits", LEAST_CRT_EXPONENT_LENGTH..=MODULUS_LENGTHS.end() / 2).narrowed(),
    }
}

/// Finds the private key from the public one.
///
/// # Errors
/// [`Error::NotApplicable`] for a public exponent so long that the attack reaches fewer than 16 bits, or so short that CRT
/// exponents cannot be short enough for the attack; [`Error::Option`]; [`Error::Aborted`].
pub(crate) fn attack(
    key: &PublicKey,
    options: &Options,
    on_progress: OnProgress<'_>,
) -> AttackResult<SmallCrtExponents> {
    let (n, e) = (key.modulus_length(), key.public_exponent());
    let e_length = e.bits() as usize;
    let longest = longest_crt_exponent(n, e_length);
    if longest < LEAST_CRT_EXPONENT_LENGTH {
        return Err(Error::NotApplicable(format!(
            "with a modulus of {n} bits and a public exponent of {e_length} bits, this attack reaches CRT exponents of up to \
             {longest} bits, but they have at least {LEAST_CRT_EXPONENT_LENGTH}"
        )));
    }
    // e·d_p = 1 + k_p·(p − 1) ≥ p, which has n/2 bits.
    let shortest = (n / 2).saturating_sub(e_length);
    if shortest > longest {
        return Err(Error::NotApplicable(format!(
            "with a public exponent of {e_length} bits, no CRT exponent is shorter than {shortest} bits, but this attack reaches \
             only up to {longest}"
        )));
    }
    let least = shortest.max(LEAST_CRT_EXPONENT_LENGTH);
    let w = options.crt_exponent_length.unwrap_or(longest);
    Error::in_range("crt_exponent_length", " bits", w, least..=n / 2)?;

    let equation = Equation { modulus: key.modulus().into(), e: e.into() };
    let n_k = e_length + w - n / 2;
    let (found, swaps) = if longest_by_cofactors(n, e_length).is_some() {
        equation.solved_by_cofactors(n_k, on_progress)?
    } else {
        // X and Z are sums of two.
        let weights = lattice::weights([w + n_k + 1, 2 * n_k, n_k + 1]);
        let lattice::Reduced { basis, swaps } = lattice::reduce_weighted(equation.lattice(), &weights, on_progress)?;
        (lattice::combinations(&basis).find_map(|vector| equation.solved_by(&vector)), swaps)
    };
    let figures = Figures { crt_exponent_length: w, longest_crt_exponent: longest, swaps };
    Ok(short_crt_exponents::outcome(found, figures, "two"))
}

/// The largest common divisor of Y and Z to try. One pair in a thousand has a larger one.
const MOST_COMMON_DIVISOR: u32 = 512;

/// `e²·W + e·X − (N − 1)·Y = Z`
struct Equation {
    modulus: BigInt,
    e: BigInt,
}

impl Equation {
    /// A basis of the lattice of all (X, Y, Z) for which there is a W.
    fn lattice(&self) -> Vec<Vec<BigInt>> {
        let Self { modulus, e } = self;
        let one = BigInt::from(1u8);
        vec![
            vec![one.clone(), BigInt::ZERO, e.clone()],
            vec![BigInt::ZERO, one.clone(), one - modulus],
            vec![BigInt::ZERO, BigInt::ZERO, e * e],
        ]
    }

    /// The key, if (X, Y, Z) or its opposite belongs to one.
    fn solved_by(&self, vector: &[BigInt]) -> Option<Found> {
        let [x, y, z] = signed(vector).try_into().ok()?;
        let [k, other] = quadratic::with_sum_and_product(&(z + 1u8), &y)?.map(BigInt::from);
        let primes = short_crt_exponents::primes(&self.modulus, &self.e, [&k, &other], Some(x))?;
        short_crt_exponents::key(&self.e, primes)
    }

    /// The key from `Z ≡ −(N − 1)·Y mod e`, for k_p and k_q of n_k bits, and the number of swaps in the reductions.
    fn solved_by_cofactors(&self, n_k: usize, on_progress: OnProgress<'_>) -> Result<(Option<Found>, u64), Error> {
        let Self { modulus, e } = self;
        let one = BigInt::from(1u8);
        let weight = n_k.saturating_sub(1); // Y has 2·n_k bits, Z one more than n_k
        let rows = vec![vec![one.clone(), (&one - modulus).mod_floor(e)], vec![BigInt::ZERO, e.clone()]];
        let lattice::Reduced { basis, mut swaps } = lattice::reduce_weighted(rows, &[0, weight], &mut *on_progress)?;
        let multiples = (3..=MOST_COMMON_DIVISOR).map(|divisor| basis[0].iter().map(|entry| entry * divisor).collect());
        for vector in lattice::combinations(&basis).chain(multiples) {
            let [y, z] = &signed(&vector)[..] else { continue };
            let Some([k, _]) = quadratic::with_sum_and_product(&(z + &one), y) else { continue };
            let Some(inverse) = BigInt::from(k).modinv(e) else { continue };
            let length = modulus.bits().div_ceil(2) as usize;
            let (residue, root_length) = ((&one - inverse).mod_floor(e), coppersmith::root_length(length, e));
            let known = coppersmith::Known { modulus, residue: &residue, step: e, length, root_length };
            let (prime, more) = known.divisor(&mut *on_progress)?;
            swaps += more;
            let Some(p) = prime else { continue };
            if let Some(found) = short_crt_exponents::key(e, [modulus / &p, p]) {
                return Ok((Some(found), swaps));
            }
        }
        Ok((None, swaps))
    }
}

/// The vector or its opposite: Y, the last entry but one, is positive.
fn signed(vector: &[BigInt]) -> Vec<BigInt> {
    let sign = if vector[vector.len() - 2] < BigInt::ZERO { -1 } else { 1 };
    vector.iter().map(|entry| entry * sign).collect()
}

options! {
    /// The key to make.
    pub struct ExampleOptions {
        /// The variant. The default is not `scheme-a`, because making such a key takes longer than breaking it.
        pub variant: Variant = Variant::SchemeB => variants(&[Variant::SchemeB, Variant::SchemeA]),
        /// n.
        pub modulus_length: usize = 1024 => modulus_length(),
        /// w, less than n/2. Default: the variant's.
        pub crt_exponent_length: Option<usize> =>
            number("CRT exponent length w", "bits", LEAST_CRT_EXPONENT_LENGTH..=MODULUS_LENGTHS.end() / 2 - 1).narrowed(),
    }
}

/// The lattice attack on short CRT exponents of two primes.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::{Attack, SmallCrtExponents, small_crt_exponents::Options};
/// use rsa_variants::{PrivateKey, Variant};
///
/// let key = PrivateKey::sample(Variant::SchemeA, 1024)?;
/// let (target, mut rng) = (key.public_key().into(), ChaCha20Rng::from_seed([0; 32]));
/// let outcome =
///     SmallCrtExponents::attack(&target, &Options::default(), &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.found.map(|found| found.primes), Ok(key.components().primes.clone()));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub struct SmallCrtExponents;

impl Attack for SmallCrtExponents {
    const FACTS: Facts = Facts {
        name: "small-crt-exponents",
        title: "Small lattice attack on short CRT exponents and a short e",
        breaks: "Keys of two primes whose CRT exponents have at most 0.4·(n − |e|) bits, or n/2 − ⅔·|e| if |e|, the length of e, \
                 is below 3n/8 bits. Schemes A and B as published are such keys.",
        needs: "The public key.",
        cost: "One lattice reduction in dimension 3, or two in dimensions 2 and 5 if e has fewer than 3n/8 bits: a second at most.",
        defense: "Use CRT exponents above that limit, with at least twice as many bits as the strength you need.",
        source: sources::BLEICHENBACHER_MAY,
        is_seeded: false,
    };
    types!(Target = OnlyKey, Options, Figures, Found, Estimate = (), ExampleOptions, Answer, Note = ());

    fn attack(target: &OnlyKey, options: &Options, _: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
        attack(&target.key, options, on_progress)
    }

    /// Makes a fresh key of Scheme A or Scheme B with any valid parameters, including those above the limit, where the attack
    /// fails. The default w is the one that Sun and Wu recommend: 160 in Scheme A, 198 in Scheme B. Scheme A at n = 1024 takes
    /// seconds.
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let ExampleOptions { variant, modulus_length, crt_exponent_length } = *options;
        let published = match variant {
            Variant::SchemeA => 160,
            Variant::SchemeB => 198,
            other => {
                return Err(Error::option("variant", format!("is {}, but must be scheme-a or scheme-b", other.name())));
            }
        };
        let longest = modulus_length.saturating_sub(1) / 2;
        let crt_exponent_length = crt_exponent_length.or(Some(published.min(longest)));
        let params = KeyParams { crt_exponent_length, ..KeyParams::new(variant, modulus_length) };
        Ok(short_crt_exponents::example_of_key(&fresh_key::generate(rng, &params, on_progress)?))
    }
}

#[cfg(test)]
mod tests;
