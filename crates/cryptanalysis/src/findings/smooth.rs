//! Primes p for which p − 1 or p + 1 has only small factors (Pollard 1974, Williams 1982).

use modular_powers::{Residue, Residues};
use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::Components;

use super::sieve::primes_below;
use super::{KeyFinding, is_proper_divisor};
use crate::{Reach, sources};

/// The bound of the public check for moduli up to [`FULL_LENGTH`] bits: 24,000 squarings.
const BOUND: usize = 1 << 14;
const FULL_LENGTH: usize = 2048;
/// How many primes go into the exponent before the next gcd.
const PRIMES_AT_ONCE: usize = 128;
/// The private check divides by all primes below this.
const PRIVATE_BOUND: usize = 1 << 20;
/// One more prime of up to 42 bits costs an attacker a few hours (the second stage).
const PRACTICAL_REST: u64 = 42;

/// The bound for a modulus of n bits. A product takes time in n², so a lower bound for long moduli keeps the time about the same.
fn bound(modulus: &BigUint) -> usize {
    let excess = (modulus.bits() as usize).div_ceil(FULL_LENGTH);
    BOUND / (excess * excess)
}

/// Pollard's method with a small bound: `gcd(3^M − 1, N)` with M the product of the prime powers below the bound.
pub(super) fn public_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let bound = bound(modulus);
    let mut residues = Residues::new(modulus).ok()?;
    let mut power = residues.residue(&BigUint::from(3u8));
    let primes = primes_below(bound);
    for chunk in primes.chunks(PRIMES_AT_ONCE) {
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
            return Some(if is_proper_divisor(&divisor, modulus) { found.with_factor(divisor) } else { found });
        }
    }
    None
}

/// Raises `power` to the largest power of a prime below the bound. The smallest primes get powers of 64 bits and more, because a
/// p − 1 that was made from small numbers contains them many times.
fn raise(residues: &mut Residues, power: &mut Residue, prime: u32, bound: usize) {
    let bits = match prime {
        ..8 => 512,
        8..64 => 128,
        64..256 => 64,
        _ => bound.ilog2(),
    };
    let mut square = residues.zero();
    for _ in 0..(bits / (prime.ilog2() + 1)).max(1) {
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

/// gcd(power − 1, N)
fn common_divisor(residues: &mut Residues, power: &Residue, modulus: &BigUint) -> BigUint {
    let value = residues.value(power);
    (value + modulus - 1u8).gcd(modulus)
}

/// Divides the small primes out of p − 1 and p + 1.
pub(super) fn private_finding(key: &Components) -> Option<KeyFinding> {
    let primes = primes_below(PRIVATE_BOUND);
    let candidates = key.primes.iter().flat_map(|p| [("− 1", p - 1u8), ("+ 1", p + 1u8)]);
    candidates.filter_map(|(sign, number)| Some((sign, rest(number, &primes)?))).min_by_key(|(_, bits)| *bits).map(
        |(sign, bits)| {
            let source = if sign == "− 1" { sources::POLLARD } else { sources::WILLIAMS };
            let more = if bits > 0 { format!(" and a number of {bits} bits") } else { String::new() };
            let reason = format!("N has a prime p such that p {sign} is a product of primes below 2^20{more}.");
            let strength = if bits == 0 { 20 } else { bits as u32 };
            KeyFinding::defect("smooth-prime", source, strength, Reach::Practical, reason)
        },
    )
}

/// The length of what remains, if it is short enough to matter; 0 if nothing remains.
fn rest(mut number: BigUint, primes: &[u32]) -> Option<u64> {
    for &prime in primes {
        while &number % prime == BigUint::ZERO {
            number /= prime;
        }
        if number == BigUint::from(1u8) {
            return Some(0);
        }
    }
    (number.bits() <= PRACTICAL_REST).then(|| number.bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smooth_prime_is_found_by_its_public_key() {
        // The product of the first primes plus one, for the first count that makes it a prime of more than 200 bits.
        let mut product = BigUint::from(1u8);
        let p = primes_below(BOUND)
            .into_iter()
            .find_map(|prime| {
                product *= prime;
                let candidate = &product + 1u8;
                let is_prime = BigUint::from(2u8).modpow(&product, &candidate) == BigUint::from(1u8);
                (candidate.bits() > 200 && is_prime).then_some(candidate)
            })
            .unwrap();
        let q = (BigUint::from(1u8) << 521) - 1u8; // q − 1 has longer factors
        let found = public_finding(&(&p * &q)).unwrap();
        assert_eq!(found.factor, Some(p.clone()));
        assert_eq!(rest(p - 1u8, &primes_below(1 << 12)), Some(0));
        let r = (BigUint::from(1u8) << 607) - 1u8;
        assert_eq!(public_finding(&(q * r)), None);
    }

    /// 2^521 − 1 is a prime below a power of two, and 65537 one above. p − 1 of the first one has a long rest.
    #[test]
    fn a_smooth_number_is_found_on_both_sides_of_a_prime() {
        let [above, other] = [521u32, 607].map(|exponent| (BigUint::from(1u8) << exponent) - 1u8);
        let primes = primes_below(PRIVATE_BOUND);
        assert!(rest(&above - 1u8, &primes).is_none() && rest(&above + 1u8, &primes) == Some(0));
        let below = BigUint::from(65_537u32);
        for (prime, sign) in [(&above, "p + 1"), (&below, "p − 1")] {
            let key = Components {
                modulus: prime * &other,
                public_exponents: vec![BigUint::from(3u8)],
                private_exponent: BigUint::from(3u8),
                primes: vec![prime.clone()],
                crt_exponents: Vec::new(),
                crt_coefficients: Vec::new(),
            };
            let found = private_finding(&key).unwrap();
            assert!(found.reason.contains(sign), "{}", found.reason);
        }
    }
}
