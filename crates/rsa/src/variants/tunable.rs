//! Tunable RSA (Galbraith, Heneghan, McKee, "Tunable balancing of RSA", ACISP 2005): a public exponent and CRT
//! exponents of chosen lengths. A longer public exponent allows shorter CRT exponents, so you choose how much slower
//! encryption may be for faster decryption. At one end is CRT with e = 65537, at the other Scheme B with an e of n/2
//! bits.
//!
//! The lengths limit each other. In `e·d_p = 1 + k_p·(p − 1)` the cofactor k_p has `|e| + w − n/2` bits. If these are
//! few, k_p can be guessed, which gives p modulo e. Lattices find it too, more easily the shorter e and w are: see
//! `rsa-cryptanalysis`.

use modular_powers::random::{self, Draws};
use modular_powers::{Engine, prime};
use num_bigint::BigUint;

use super::definition::{
    CrtExponentRoom, CrtExponents, Definition, PublicExponent, SHORT_CRT_EXPONENTS, Speedup, USUAL,
};
pub(super) use super::rebalanced::prepare;
use crate::arithmetic::{inverse, least_common_multiple};
use crate::generate::{Generator, PATIENCE, far_apart, prime_interval, within};
use crate::{CheckedParams, Components, Error, Progress};

/// The shortest cofactor k, in bits. This leaves enough values of k to find primes; a good verdict needs a longer k.
const LEAST_COFACTOR_LENGTH: usize = 16;

pub(super) const DEFINITION: Definition = Definition {
    name: "tunable",
    title: "Tunable",
    source: "Galbraith, Heneghan, McKee 2005",
    crt_exponents: Some(CrtExponents {
        excess: 0,
        room: CrtExponentRoom::Product { cofactor_length: LEAST_COFACTOR_LENGTH },
    }),
    public_exponent: PublicExponent::ChosenLong,
    little_studied: Some(SHORT_CRT_EXPONENTS),
    speedup: Speedup::TWO_SHORT_EXPONENTS,
    ..USUAL
};

/// Key generation, for a given e:
///
/// 1. for each prime: a random d of w bits, and a k such that `e·d/k` is about a random number among the primes;
/// 2. the next smaller d with `e·d ≡ 1 mod k`;
/// 3. accept if d still has w bits, is below p, and `p = (e·d − 1)/k + 1` is a prime of n/2 bits, otherwise go to 1;
/// 4. the private exponent `e⁻¹ mod λ(N)`, whose residues are these d.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    let e = params.values.public_exponent.clone().expect("checked: the variant has a public exponent");
    let w = params.values.crt_exponent_length.expect("checked: the variant has CRT exponents of a chosen length");
    // p determines d: e·d ≡ 1 modulo p − 1, and d < p.
    let exponent = |p: &BigUint| inverse(&e, &(p - 1u8));
    let fits = |p: &BigUint, d: &BigUint, earlier: &[BigUint]| {
        far_apart(p, earlier) && earlier.iter().all(|other| exponent(other).as_ref() != Some(d))
    };
    let primes = generator.fill(
        &params.prime_lengths(),
        |known, bits, earlier| {
            within(known, &prime_interval(bits, 2))
                && exponent(known).is_some_and(|d| d.bits() as usize == w && fits(known, &d, earlier))
        },
        |generator, bits, earlier| {
            prime_with_exponent(&e, w, &prime_interval(bits, 2), generator, |p, d| fits(p, d, earlier))
        },
    )?;
    let lambda = least_common_multiple(primes.iter().map(|p| p - 1u8));
    // e is coprime to each p − 1, because e·d = 1 + k·(p − 1).
    let private_exponent = inverse(&e, &lambda).expect("e is a unit modulo every p − 1");
    Ok(Components::new(params, primes, vec![e], private_exponent))
}

/// A prime p in the interval for which a d of exactly w bits has `e·d ≡ 1` modulo p − 1.
fn prime_with_exponent(
    e: &BigUint,
    w: usize,
    interval @ (low, high): &(BigUint, BigUint),
    generator: &mut Generator<'_>,
    accept: impl Fn(&BigUint, &BigUint) -> bool,
) -> Result<BigUint, Error> {
    let one = BigUint::from(1u8);
    let (least, most) = (&one << (w - 1), &one << w);
    // Every second p is odd, and about every second d keeps its length.
    let expected = 4 * prime::expected_candidates(high.bits() as usize);
    let mut draws = Draws::new(PATIENCE * expected);
    for tries in 0u64.. {
        if tries.is_multiple_of(16) {
            generator.report(Progress::Candidates { done: tries, expected })?;
        }
        let d = random::in_interval(&least, &most, generator.rng)?;
        draws.note(&d, w as u64 - 1)?;
        let k = e * &d / random::in_interval(low, high, generator.rng)?;
        let Some(residue) = inverse(&(e % &k), &k) else { continue };
        if d < residue {
            continue;
        }
        let d = &d - (&d - &residue) % &k;
        let p = (e * &d - 1u8) / &k + 1u8;
        let fits = d >= least && d < p && within(&p, interval) && accept(&p, &d);
        if fits && prime::is_prime(&p, Engine::default(), generator.rng)? {
            return Ok(p);
        }
    }
    unreachable!("the loop has no end")
}
