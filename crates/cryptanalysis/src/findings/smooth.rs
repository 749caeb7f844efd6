//! Primes p for which p − 1 or p + 1 has only small factors (Pollard 1974, Williams 1982).

use modular_powers::{Residue, Residues};
use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::Components;
use rsa_variants::moduli::primes_below;

use super::factors::{Factors, STEPS, small_factors};
use super::guesses::{line, reach};
use super::{FULL_LENGTH, KeyFinding, affordable};
use crate::{Reach, sources};

/// The bound of the public check for moduli up to [`FULL_LENGTH`] bits.
const BOUND: usize = 1 << 14;
/// The bound for primes p and q with common factors of p − 1 and q − 1, and how long these are together.
const LONG_BOUND: usize = 1 << 20;
const SUSPICIOUS: u64 = 88;
/// How many primes go into the exponent before the next gcd.
const PRIMES_AT_ONCE: usize = 128;
/// How many times longer a number must be than its longest prime but one, to be smooth by design.
const RANDOM: u64 = 13;
/// Steps of the rho method where there are many numbers to factor. A number of 20 primes of 24 bits shows the first of them after
/// about `√(2^24/20)` steps, so that it is missed with a chance of `e^(−10)`.
pub(super) const SHORT_STEPS: u64 = STEPS / 8;

/// Pollard's method with a small bound: `gcd(3^M − 1, N)` with M the product of the prime powers below the bound. If that is 1,
/// as for almost all keys, so is the gcd for each factor of M; if not, the primes are taken one after the other.
pub(super) fn public_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let bound = affordable(modulus, BOUND);
    let mut residues = Residues::new(modulus).ok()?;
    let primes = primes_below(bound);
    let mut power = residues.residue(&BigUint::from(3u8));
    let all = raised(&mut residues, &power, &exponent(&primes, bound));
    let is_found = common_divisor(&mut residues, &all, modulus) > BigUint::from(1u8);
    let candidates = if is_found { &primes[..] } else { &[] };
    for chunk in candidates.chunks(PRIMES_AT_ONCE) {
        let before = power.clone();
        for &prime in chunk {
            raise(&mut residues, &mut power, prime, bound);
        }
        let mut divisor = common_divisor(&mut residues, &power, modulus);
        if divisor == *modulus {
            // This chunk found all primes of N at once: repeat it with a gcd for each prime.
            power = before;
            for &prime in chunk {
                raise(&mut residues, &mut power, prime, bound);
                divisor = common_divisor(&mut residues, &power, modulus);
                if divisor > BigUint::from(1u8) {
                    break;
                }
            }
        }
        if divisor > BigUint::from(1u8) {
            let reason = format!(
                "N has a prime p such that p − 1 is a product of primes below {bound}: Pollard's p − 1 method found it."
            );
            let found = KeyFinding::defect("smooth-prime", sources::POLLARD, 0, Reach::Here, reason);
            return Some(found.with_factor(Some(divisor).filter(|divisor| divisor != modulus)));
        }
    }
    None
}

/// Williams' method with a small bound.
pub(super) fn plus_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let divisor = williams(modulus)?;
    let bound = affordable(modulus, BOUND) / 2;
    let reason = format!(
        "N has a prime p such that p + 1 is a product of primes below {bound}: Williams' p + 1 method found it."
    );
    Some(KeyFinding::defect("smooth-prime", sources::WILLIAMS, 0, Reach::Here, reason).with_factor(divisor))
}

/// Primes p and q for which p − 1 and q − 1 are smooth have many common small factors. So the long bound is tried only if N − 1 has
/// them, as one of some thousand random moduli does (paranoid_crypto's `CheckPollardpm1`).
pub(super) fn common_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let bound = affordable(modulus, LONG_BOUND);
    let primes = primes_below(bound);
    let less = modulus - 1u8;
    // Three primes at a time have up to 60 bits.
    let common = primes.chunks(3).flat_map(|chunk| {
        let product: u64 = chunk.iter().map(|prime| u64::from(*prime)).product();
        let rest = (&less % product).iter_u64_digits().next().unwrap_or(0);
        chunk.iter().filter(move |prime| rest.is_multiple_of(u64::from(**prime)))
    });
    let mut rest = less.clone();
    for prime in common {
        while (&rest % prime) == BigUint::ZERO && rest != BigUint::ZERO {
            rest /= *prime;
        }
    }
    if less.bits() - rest.bits() < SUSPICIOUS {
        return None;
    }
    let mut residues = Residues::new(modulus).ok()?;
    let mut power = residues.residue(&BigUint::from(3u8));
    power = raised(&mut residues, &power, &less);
    let divisor = primes.chunks(PRIMES_AT_ONCE).find_map(|chunk| {
        power = raised(&mut residues, &power, &exponent(chunk, BOUND / 2));
        Some(common_divisor(&mut residues, &power, modulus)).filter(|divisor| *divisor > BigUint::from(1u8))
    })?;
    let reason = format!(
        "N has primes p and q such that p − 1 and q − 1 are products of primes below {bound}: Pollard's p − 1 method found them."
    );
    let found = KeyFinding::defect("smooth-prime", sources::POLLARD, 0, Reach::Here, reason);
    Some(found.with_factor(Some(divisor).filter(|divisor| divisor != modulus)))
}

/// How often a prime goes into the exponent: so often that a p − 1 of 1,024 bits that was made from random primes of one length contains
/// none of them more often, but for a chance of about 1 %. Of 8 bits there are 23 primes, and each is in it six times on average; of 12
/// bits there are 255, and one of them is in it four times in one of eight cases. The smallest get more, because a p − 1 that was made
/// from small numbers contains them many times.
fn repetitions(prime: u32, bound: usize) -> u32 {
    match prime {
        ..8 => 512 / (prime.ilog2() + 1),
        8..64 => 384 / (prime.ilog2() + 1),
        64..256 => 24,
        256..1024 => 10,
        1024..2048 => 6,
        2048..4096 if (prime as usize) < bound / 2 => 4,
        _ if (prime as usize) < bound / 2 => 3,
        _ => 1,
    }
}

/// The product of all primes, each as often as it goes into the exponent.
fn exponent(primes: &[u32], bound: usize) -> BigUint {
    let (mut product, mut word) = (BigUint::from(1u8), 1u32);
    for &prime in primes {
        for _ in 0..repetitions(prime, bound) {
            // Two or more primes at a time: they have up to 14 bits.
            word = word.checked_mul(prime).unwrap_or_else(|| {
                product *= word;
                prime
            });
        }
    }
    product * word
}

/// A power, by four bits of the exponent at a time.
fn raised(residues: &mut Residues, base: &Residue, exponent: &BigUint) -> Residue {
    const WINDOW: u8 = 4;
    let mut table = vec![residues.one()];
    for index in 1..1 << WINDOW {
        let mut next = table[index - 1].clone();
        residues.multiply_assign(&mut next, base);
        table.push(next);
    }
    let (mut power, mut square) = (residues.one(), residues.zero());
    for digit in exponent.to_bytes_be().into_iter().flat_map(|byte| [byte >> WINDOW, byte & ((1 << WINDOW) - 1)]) {
        for _ in 0..WINDOW {
            residues.square(&mut square, &power);
            core::mem::swap(&mut square, &mut power);
        }
        residues.multiply_assign(&mut power, &table[usize::from(digit)]);
    }
    power
}

fn raise(residues: &mut Residues, power: &mut Residue, prime: u32, bound: usize) {
    let mut square = residues.zero();
    for _ in 0..repetitions(prime, bound) {
        let base = power.clone();
        for bit in (0..prime.ilog2()).rev() {
            residues.square(&mut square, power);
            core::mem::swap(&mut square, power);
            if prime >> bit & 1 == 1 {
                residues.multiply_assign(power, &base);
            }
        }
    }
}

/// Williams' method: with `P = x + 1/x`, the Lucas number `V_M(P) = x^M + x^(−M)` is 2 modulo a prime p for which M is a multiple
/// of p + 1, if P² − 4 is no square modulo p. The first two P are Williams' choice: P² − 4 is −3 or −1 times a square, so that p
/// falls if 3 or 4 divides p + 1. Each other P works for half of the primes; one is tried for moduli up to [`FULL_LENGTH`] bits.
fn williams(modulus: &BigUint) -> Option<BigUint> {
    let bound = affordable(modulus, BOUND) / 2;
    let mut residues = Residues::new(modulus).ok()?;
    let seventh = BigUint::from(7u8).modinv(modulus)? * 2u8;
    let fifth = BigUint::from(5u8).modinv(modulus)? * 6u8;
    let primes = primes_below(bound);
    let exponent = exponent(&primes, bound);
    let starts = if modulus.bits() as usize <= FULL_LENGTH { 3 } else { 2 };
    let divisor = |residues: &mut Residues, value: &Residue| (residues.value(value) + modulus - 2u8).gcd(modulus);
    [seventh, fifth, BigUint::from(3u8)].into_iter().take(starts).find_map(|start| {
        let mut value = residues.residue(&start);
        // As in Pollard's method: if all primes at once find nothing, none does.
        let mut all = value.clone();
        lucas(&mut residues, &mut all, &exponent);
        if divisor(&mut residues, &all) == BigUint::from(1u8) {
            return None;
        }
        primes.chunks(PRIMES_AT_ONCE).find_map(|chunk| {
            for &prime in chunk {
                for _ in 0..repetitions(prime, bound) {
                    lucas(&mut residues, &mut value, &prime.into());
                }
            }
            let divisor = divisor(&mut residues, &value);
            (divisor > BigUint::from(1u8) && divisor != *modulus).then_some(divisor)
        })
    })
}

/// Replaces P by V_M(P), M > 0, by `V_2k = V_k² − 2` and `V_(2k+1) = V_k·V_(k+1) − P`.
fn lucas(residues: &mut Residues, value: &mut Residue, exponent: &BigUint) {
    let (one, two) = (residues.one(), residues.residue(&2u8.into()));
    let zero = residues.zero();
    let mut product = residues.zero();
    let [mut low, mut high] = [residues.sum(), residues.sum()];
    residues.add(&mut low, value, &zero);
    residues.square(&mut product, &low);
    residues.subtract(&mut high, &product, &two);
    for bit in (0..exponent.bits() - 1).rev() {
        let [doubled, other] = if exponent.bit(bit) { [&mut high, &mut low] } else { [&mut low, &mut high] };
        residues.multiply(&mut product, &*doubled, &*other);
        residues.subtract(other, &product, value);
        residues.square(&mut product, &*doubled);
        residues.subtract(doubled, &product, &two);
    }
    residues.multiply(value, &low, &one);
}

/// gcd(power − 1, N)
fn common_divisor(residues: &mut Residues, power: &Residue, modulus: &BigUint) -> BigUint {
    let value = residues.value(power);
    (value + modulus - 1u8).gcd(modulus)
}

/// The cost of finding a prime p by a smooth number near it, such as p − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Smoothness {
    pub(super) strength: u32,
    /// The lengths of the longest prime factors in bits.
    pub(super) second: u64,
    pub(super) longest: u64,
}

/// How smooth a number is by design, factored as far as that is quick.
///
/// If all primes but the longest have at most b bits and the longest has c, Pollard's and Williams' methods take about 2^b steps
/// for the first stage, and 2^(c/2) for the second (Montgomery's and Kruppa's form of it, with as much memory).
pub(super) fn smoothness(number: &BigUint, steps: u64) -> Option<Smoothness> {
    let Factors { mut primes, rest } = small_factors(number, steps);
    primes.push(rest);
    primes.sort();
    let [longest, second] = [1, 2].map(|place| primes.iter().nth_back(place - 1).map_or(0, BigUint::bits));
    // A random number is so smooth with a chance of ρ(13) = 2^−51, times the few ways to choose the longest prime.
    let is_smooth = number.bits().saturating_sub(longest) >= RANDOM * second;
    is_smooth.then(|| Smoothness { strength: second.max(longest / 2) as u32 + 1, second, longest })
}

/// p − 1 and p + 1.
pub(super) fn private_finding(key: &Components) -> Option<KeyFinding> {
    let candidates = key.primes.iter().flat_map(|p| [("− 1", p - 1u8), ("+ 1", p + 1u8)]);
    let found = candidates.filter_map(|(sign, number)| Some((smoothness(&number, STEPS)?, sign)));
    let (smooth, sign) = found.min().filter(|(smooth, _)| u64::from(smooth.strength) < line(key.modulus.bits()))?;
    let source = if sign == "− 1" { sources::POLLARD } else { sources::WILLIAMS };
    let Smoothness { strength, second, longest } = smooth;
    let reason = format!(
        "N has a prime p such that p {sign} is a product of primes of at most {second} bits, and one of {longest} bits: finding p \
         takes about 2^{strength} steps."
    );
    Some(KeyFinding::defect("smooth-prime", source, strength, reach(strength), reason))
}
