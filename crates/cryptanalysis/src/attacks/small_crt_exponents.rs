//! Short CRT exponents with a public exponent well below N (Bleichenbacher, May, "New attacks on RSA with small secret
//! CRT-exponents", PKC 2006; Galbraith, Heneghan, McKee, "Tunable balancing of RSA", ACISP 2005).
//!
//! **Falls to it**: two primes of n/2 bits each, d_p and d_q of at most w bits, where e has n_e: `w ≤ 2/5·(n − n_e)` with e from
//! 3n/8 bits, `w ≤ n/2 − 2/3·n_e` with a shorter e of 3n/10 bits at least, and `w ≤ n/4` with one that is shorter still.
//! Scheme A at n = 1024 (n_e = 568, w = 160) is inside the line of 182 bits, Scheme B (512, 198) inside its line of 204. At
//! greater n with the same w they are further inside. Rebalanced RSA and R-Prime have an e as long as N, for which the line is
//! at 0.
//!
//! **Cost**: one reduction of a lattice of dimension 3: milliseconds at n = 1024. With e below 3n/8 bits one of dimension 2,
//! and one of dimension 5 for p: a second.
//!
//! **Defence**: w beyond the line, and half as many bits again as the strength wants (w-bit exponents are found in 2^(w/2)
//! steps); or no short CRT exponents.
//!
//! # How
//!
//! With `e·d_p = 1 + k_p·(p − 1)` and the same for q, multiply `e·d_p + k_p − 1 = k_p·p` with its twin. Four unknowns,
//!
//! ```text
//! W = d_p·d_q,  X = d_p·(k_q − 1) + d_q·(k_p − 1),  Y = k_p·k_q,  Z = k_p + k_q − 1,
//! ```
//!
//! then satisfy the linear equation `e²·W + e·X − (N − 1)·Y = Z`, so that (X, Y, Z) is in the lattice of the vectors with
//! `Z ≡ e·X − (N − 1)·Y mod e²`, whose determinant is e². With k of `n_k = n_e + w − n/2` bits, X has w + n_k, Y 2·n_k and Z
//! n_k of them; weighed so that they become equally long, they are its shortest vector by Minkowski's measure as long as
//! their product is below the determinant: `w + 4·n_k ≤ 2·n_e`, or `w ≤ 2/5·(n − n_e)`. And (e, 0, 0) is another vector of the
//! lattice: it is no shorter while `w + n_k ≤ n_e`, or `w ≤ n/4`.
//!
//! (X, Y, Z) has no common divisor, so that no fraction of it is in the lattice: a prime that divides Y and Z divides one of
//! k_p and k_q alone, say k_p, while k_q ≡ 1. Then X ≡ −d_q, and if it divided that as well, `e·d_q = 1 + k_q·(q − 1)` would
//! read 0 ≡ q: it would be q, which is longer than k_p.
//!
//! What follows is exact: k_p and k_q from `Z + 1` and Y, the two terms of X from their sum and their product
//! `W·(k_p − 1)·(k_q − 1)`, and `p = (e·d_p − 1)/k_p + 1`.
//!
//! With a shorter e the equation modulo e is the better one: `Z ≡ −(N − 1)·Y mod e` has two unknowns of 3·n_k bits together, so
//! that they are the shortest vector of a lattice of dimension 2 up to `3·n_k ≤ n_e`, or `w ≤ n/2 − 2/3·n_e`. Here Y and Z may
//! have a common divisor, and the lattice holds the quotient: its multiples are tried. From k_p follows p modulo e, because
//! `k_p·(p − 1) ≡ −1`, and p itself by Coppersmith's method, which the lattices of this crate carry out if e has 3n/10 bits.
//!
//! The attacker need not know w. A lattice weighed for exponents on the line finds shorter ones too: with each bit less, X and
//! Y lose two bits and Z one, and the vector sought becomes shorter.

use num_bigint::BigInt;
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::{KeyParams, LEAST_CRT_EXPONENT_LENGTH, PublicKey, Variant};

pub use super::short_crt_exponents::{Demonstration, Found, Options, Outcome};
use super::{coppersmith, fresh_key, lattice, quadratic};
use crate::{Error, OnProgress};

/// The longest CRT exponents that the attack reaches, in bits, rounded down.
///
/// The line is sharp. Of ten keys of Scheme B with n = 1024, whose exponents have w or w + 1 bits, ten fell with w = 203, nine
/// with 204, two with 205 and none with 206.
///
/// ```
/// use rsa_cryptanalysis::attacks::small_crt_exponents::longest_crt_exponent;
///
/// assert_eq!(longest_crt_exponent(1024, 568), 182); // Scheme A has 160
/// assert_eq!(longest_crt_exponent(1024, 512), 204); // Scheme B has 198
/// assert_eq!(longest_crt_exponent(1024, 320), 298); // n/2 − 2/3·n_e
/// ```
pub fn longest_crt_exponent(modulus_length: usize, public_exponent_length: usize) -> usize {
    let three_unknowns = (2 * modulus_length.saturating_sub(public_exponent_length) / 5).min(modulus_length / 4);
    longest_by_cofactors(modulus_length, public_exponent_length).unwrap_or(three_unknowns)
}

/// The same for the equation in two unknowns, where it reaches further and the prime can be found from its residue.
fn longest_by_cofactors(modulus_length: usize, public_exponent_length: usize) -> Option<usize> {
    let (half, e) = (modulus_length / 2, public_exponent_length);
    let is_better = 8 * e < 3 * modulus_length;
    let completes = coppersmith::dimensions(modulus_length, half, (half + 1).saturating_sub(e)).is_some();
    (is_better && completes).then(|| half.saturating_sub((2 * e).div_ceil(3)))
}

/// Finds the private key from the public one.
///
/// # Errors
/// [`Error::NotApplicable`] for a public exponent so long that the attack reaches less than 16 bits, or so short that CRT
/// exponents cannot be as short as the attack needs; [`Error::Option`]; [`Error::Aborted`].
///
/// ```
/// use core::ops::ControlFlow;
/// use rsa_cryptanalysis::attacks::small_crt_exponents::{Options, attack};
/// use rsa_variants::{PrivateKey, Variant};
///
/// let key = PrivateKey::sample(Variant::SchemeA, 1024)?;
/// let outcome = attack(key.public_key(), &Options::default(), &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.found.map(|found| found.primes.to_vec()), Some(key.components().primes.clone()));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub fn attack(key: &PublicKey, options: &Options, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
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
        let weights = Weights::new(w, n_k);
        let lattice::Reduced { basis, swaps } = lattice::reduce(equation.lattice(&weights), on_progress)?;
        let found = lattice::combinations(&basis).find_map(|vector| equation.solved_by(&weights.unknowns(&vector)));
        (found, swaps)
    };
    Ok(Outcome { found, crt_exponent_length: w, longest_crt_exponent: longest, swaps, primes: "two" })
}

/// A fresh key of Scheme A or Scheme B, with any parameters that these have: beyond the line as well, where the attack fails.
/// If no w is given, it is the one that Sun and Wu recommend: 160 in Scheme A, 198 in Scheme B. Scheme A at n = 1024 takes
/// seconds.
///
/// # Errors
/// [`Error::Option`] for another variant; those of key generation; [`Error::Aborted`].
pub fn demonstration(
    rng: &mut dyn CryptoRng,
    params: &KeyParams,
    on_progress: OnProgress<'_>,
) -> Result<Demonstration, Error> {
    let published = match params.variant {
        Variant::SchemeA => 160,
        Variant::SchemeB => 198,
        other => {
            return Err(Error::option("variant", format!("is {}, but must be scheme-a or scheme-b", other.name())));
        }
    };
    let longest = params.modulus_length.saturating_sub(1) / 2;
    let crt_exponent_length = params.crt_exponent_length.or(Some(published.min(longest)));
    let params = KeyParams { crt_exponent_length, ..params.clone() };
    Ok(Demonstration { key: fresh_key::generate(rng, &params, on_progress)? })
}

/// What X, Y and Z are multiplied by, so that they become equally long: powers of two.
struct Weights([u64; 3]);

impl Weights {
    /// For CRT exponents of `w` bits, and k_p and k_q of `n_k`.
    fn new(w: usize, n_k: usize) -> Self {
        // X and Z are sums of two.
        let lengths = [w + n_k + 1, 2 * n_k, n_k + 1];
        let longest = lengths.into_iter().max().unwrap_or(0);
        Self(lengths.map(|length| (longest - length) as u64))
    }

    /// X, Y and Z from a vector of the lattice.
    fn unknowns(&self, vector: &[BigInt]) -> [BigInt; 3] {
        core::array::from_fn(|index| &vector[index] >> self.0[index])
    }
}

/// The greatest common divisor of Y and Z that is looked for: greater ones have 1 pair in a thousand.
const MOST_COMMON_DIVISOR: u32 = 512;

/// `e²·W + e·X − (N − 1)·Y = Z`
struct Equation {
    modulus: BigInt,
    e: BigInt,
}

impl Equation {
    /// A basis of the lattice of the (X, Y, Z) for which there is a W, with weights.
    fn lattice(&self, Weights([x, y, z]): &Weights) -> Vec<Vec<BigInt>> {
        let Self { modulus, e } = self;
        let one = BigInt::from(1u8);
        vec![
            vec![&one << x, BigInt::ZERO, e << z],
            vec![BigInt::ZERO, &one << y, (&one - modulus) << z],
            vec![BigInt::ZERO, BigInt::ZERO, (e * e) << z],
        ]
    }

    /// The key, if X, Y and Z, or −X, −Y and −Z, are those of one.
    fn solved_by(&self, [x, y, z]: &[BigInt; 3]) -> Option<Found> {
        let Self { modulus, e } = self;
        let [x, y, z] = if *y < BigInt::ZERO { [-x, -y, -z] } else { [x.clone(), y.clone(), z.clone()] };
        let one = BigInt::from(1u8);
        let [k, other] = quadratic::with_sum_and_product(&(&z + &one), &y)?.map(BigInt::from);
        // The factors that the CRT exponents have in X. None is zero: with k_p = 1 were p = e·d_p no prime.
        let [less, other_less] = [&k - &one, &other - &one];
        if less <= BigInt::ZERO || other_less <= BigInt::ZERO {
            return None;
        }
        let w = (&z - e * &x + (modulus - &one) * &y) / (e * e);
        let terms = quadratic::with_sum_and_product(&x, &(w * &less * &other_less))?.map(BigInt::from);
        // Which of both belongs to which k is not known.
        [[0, 1], [1, 0]].into_iter().find_map(|[first, second]| {
            let crt_exponents = [&terms[first] / &other_less, &terms[second] / &less];
            let p = (e * &crt_exponents[0] - &one) / &k + &one;
            let q = (e * &crt_exponents[1] - &one) / &other + &one;
            (&p * &q == *modulus && p > one && q > one).then(|| {
                let natural = |number: BigInt| number.into_parts().1;
                let (mut primes, mut crt_exponents) = ([p, q].map(natural), crt_exponents.map(natural));
                if primes[0] < primes[1] {
                    primes.swap(0, 1);
                    crt_exponents.swap(0, 1);
                }
                Found { primes: primes.into(), crt_exponents: crt_exponents.into() }
            })
        })
    }

    /// The key by way of `Z ≡ −(N − 1)·Y mod e`, for k_p and k_q of n_k bits, and the swaps that the reductions took.
    fn solved_by_cofactors(&self, n_k: usize, on_progress: OnProgress<'_>) -> Result<(Option<Found>, u64), Error> {
        let Self { modulus, e } = self;
        let one = BigInt::from(1u8);
        let weight = n_k.saturating_sub(1); // Y has 2·n_k bits, Z one more than n_k
        let rows = vec![vec![one.clone(), (&one - modulus).mod_floor(e) << weight], vec![BigInt::ZERO, e << weight]];
        let lattice::Reduced { basis, mut swaps } = lattice::reduce(rows, &mut *on_progress)?;
        let multiples = (3..=MOST_COMMON_DIVISOR).map(|divisor| basis[0].iter().map(|entry| entry * divisor).collect());
        for vector in lattice::combinations(&basis).chain(multiples) {
            let [y, z] = [vector[0].clone(), &vector[1] >> weight];
            let [y, z] = if y < BigInt::ZERO { [-y, -z] } else { [y, z] };
            let Some([k, _]) = quadratic::with_sum_and_product(&(z + &one), &y) else { continue };
            let Some(inverse) = BigInt::from(k).modinv(e) else { continue };
            let length = modulus.bits().div_ceil(2) as usize;
            let (residue, root_length) = ((&one - inverse).mod_floor(e), coppersmith::root_length(length, e));
            let known = coppersmith::Known { modulus, residue: &residue, step: e, length, root_length };
            let (prime, more) = known.divisor(&mut *on_progress)?;
            swaps += more;
            let Some(p) = prime else { continue };
            let mut primes = [modulus / &p, p].map(|prime| prime.into_parts().1);
            if primes[0] < primes[1] {
                primes.swap(0, 1);
            }
            let exponents = primes.each_ref().map(|prime| e.magnitude().modinv(&(prime - 1u8)));
            if let [Some(first), Some(second)] = exponents {
                return Ok((Some(Found { primes: primes.into(), crt_exponents: vec![first, second] }), swaps));
            }
        }
        Ok((None, swaps))
    }
}

#[cfg(test)]
mod tests;
