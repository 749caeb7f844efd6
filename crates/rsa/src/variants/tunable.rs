//! Tunable RSA (Galbraith, Heneghan, McKee, "Tunable balancing of RSA", ACISP 2005): a public exponent and CRT exponents of
//! chosen lengths, so that what the private operation gains is paid by the public one, and by no more than one wants to pay.
//! CRT with e = 65537 is at one end; Scheme B, with an e of n/2 bits, at the other.
//!
//! The lengths limit each other: in `e·d_p = 1 + k_p·(p − 1)` the cofactor k_p has `|e| + w − n/2` bits. Few bits give it away,
//! and with it p modulo e; so do lattices, the more the shorter e and w are: see `rsa-cryptanalysis`.

use modular_powers::{Engine, prime, random};
use num_bigint::BigUint;

use super::crt::{self, CrtOperation};
use crate::arithmetic::{inverse, least_common_multiple};
use crate::generate::{Generator, far_apart, prime_interval};
use crate::{CheckedParams, Components, Error, Progress};

/// Key generation, for a given e:
///
/// 1. for each prime: a random d of w bits, and a k such that `e·d/k` is about a random number among the primes;
/// 2. the next d below with `e·d ≡ 1 mod k`;
/// 3. accept when it still has w bits, is below p, and `p = (e·d − 1)/k + 1` is a prime of n/2 bits, else go to 1;
/// 4. `d = e⁻¹ mod λ(N)`, whose residues are these d.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    let e = params.public_exponent.clone().expect("checked: the variant has a public exponent");
    let w = params.crt_exponent_length.expect("checked: the variant has CRT exponents of a chosen length");
    let lengths = params.prime_lengths();
    let wanted = lengths.len() as u64;
    let mut primes: Vec<BigUint> = Vec::new();
    let mut exponents: Vec<BigUint> = Vec::new();
    for bits in lengths {
        generator.report(Progress::Primes { done: primes.len() as u64, expected: wanted })?;
        let interval = prime_interval(bits, 2);
        let (p, d) =
            prime_with_exponent(&e, w, &interval, generator, |p, d| far_apart(p, &primes) && !exponents.contains(d))?;
        primes.push(p);
        exponents.push(d);
    }
    generator.report(Progress::Primes { done: wanted, expected: wanted })?;
    let lambda = least_common_multiple(primes.iter().map(|p| p - 1u8));
    // e is prime to each p − 1, because e·d = 1 + k·(p − 1).
    let private_exponent = inverse(&e, &lambda).expect("e is a unit modulo every p − 1");
    Ok(Components::new(params, primes, vec![e], private_exponent))
}

/// A prime p of the interval, and a d of exactly w bits with `e·d ≡ 1` modulo p − 1.
fn prime_with_exponent(
    e: &BigUint,
    w: usize,
    (low, high): &(BigUint, BigUint),
    generator: &mut Generator<'_>,
    accept: impl Fn(&BigUint, &BigUint) -> bool,
) -> Result<(BigUint, BigUint), Error> {
    let one = BigUint::from(1u8);
    let (least, most) = (&one << (w - 1), &one << w);
    // Every second p is odd, and about every second d keeps its length.
    let expected = 4 * prime::expected_candidates(high.bits() as usize);
    for tries in 0u64.. {
        if tries.is_multiple_of(16) {
            generator.report(Progress::Candidates { done: tries, expected })?;
        }
        let d = random::in_interval(&least, &most, generator.rng);
        let k = e * &d / random::in_interval(low, high, generator.rng);
        let Some(residue) = inverse(&(e % &k), &k) else { continue };
        if d < residue {
            continue;
        }
        let d = &d - (&d - &residue) % &k;
        let p = (e * &d - 1u8) / &k + 1u8;
        let fits = d >= least && d < p && p.bit(0) && p >= *low && p < *high && accept(&p, &d);
        if fits && prime::is_prime(&p, Engine::default(), generator.rng) {
            return Ok((p, d));
        }
    }
    unreachable!("the loop has no end")
}

/// Private operation: as CRT, with exponents of w bits.
pub(super) fn operation(params: &CheckedParams, components: &Components) -> CrtOperation {
    let w = params.crt_exponent_length.expect("checked: the variant has CRT exponents of a chosen length");
    crt::operation_with_short_exponents(components, w)
}
