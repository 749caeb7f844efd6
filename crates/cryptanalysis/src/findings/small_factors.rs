//! Moduli that are not a product of long primes: they have a small factor, are a perfect power, or are prime.

use modular_powers::Residues;
use num_bigint::BigUint;
use rsa_variants::MODULUS_LENGTHS;

use super::KeyFinding;
use super::sieve::primes_below;
use crate::attacks::perfect_power;
use crate::{Reach, sources};

/// Only factors below this are found.
const LIMIT: usize = 1 << 16;

/// A prime factor below 2^16. A random number, such as the output of a broken generator or a modulus with a flipped bit, has one
/// more often than not.
pub(super) fn finding(modulus: &BigUint) -> Option<KeyFinding> {
    let factor = primes_below(LIMIT).into_iter().find(|&prime| modulus % prime == BigUint::ZERO)?;
    let reason = format!("The modulus is divisible by {factor}: it was damaged, or never made as a key.");
    let found = KeyFinding::defect("small-factor", sources::HENINGER, 0, Reach::Here, reason);
    Some(found.with_factor(factor.into()))
}

/// N = a^k. A multi-power modulus p^(r−s)·q^s is never such a power, because gcd(s, r) = 1.
pub(super) fn power_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let (root, exponent) = perfect_power::root(modulus)?;
    let reason = format!("The modulus is a perfect power with exponent {exponent}: computing the root takes a moment.");
    Some(KeyFinding::defect("perfect-power", sources::BERNSTEIN_POWERS, 0, Reach::Here, reason).with_factor(root))
}

/// N itself is prime. Then λ(N) = N − 1, and anyone can compute d.
pub(super) fn prime_finding(modulus: &BigUint) -> Option<KeyFinding> {
    // Fermat's test is enough: composite numbers that pass it for two bases are too rare to occur by chance. It takes a second
    // or two at 16384 bits, but longer moduli are no keys here.
    (modulus.bits() <= *MODULUS_LENGTHS.end() as u64 && passes_fermat(2, modulus) && passes_fermat(3, modulus)).then(
        || {
            let reason = "The modulus is itself a prime, so anyone can compute d: it is the inverse of e modulo N − 1."
                .to_owned();
            KeyFinding::defect("prime-modulus", sources::RFC_8017, 0, Reach::Here, reason)
        },
    )
}

/// Whether base^(N − 1) = 1, for odd N.
fn passes_fermat(base: u8, modulus: &BigUint) -> bool {
    let Ok(mut residues) = Residues::new(modulus) else { return false };
    let exponent = modulus - 1u8;
    let base = residues.residue(&base.into());
    let (mut power, mut square) = (residues.one(), residues.zero());
    for bit in (0..exponent.bits()).rev() {
        residues.square(&mut square, &power);
        core::mem::swap(&mut square, &mut power);
        if exponent.bit(bit) {
            residues.multiply_assign(&mut power, &base);
        }
    }
    residues.value(&power) == BigUint::from(1u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_factors_powers_and_primes_are_found() {
        let [p, q]: [BigUint; 2] = [(BigUint::from(1u8) << 127) - 1u8, (BigUint::from(1u8) << 89) - 1u8];
        assert_eq!(finding(&(&p * 65_521u32)).unwrap().factor, Some(65_521u32.into()));
        assert_eq!(finding(&(&p * 2u8)).unwrap().factor, Some(2u8.into()));
        assert_eq!(finding(&(&p * 65_537u32)), None);
        assert_eq!(power_finding(&p.pow(3)).unwrap().factor, Some(p.clone()));
        assert_eq!(power_finding(&(p.pow(2) * &q)), None);
        assert_eq!(prime_finding(&p).unwrap().code, "prime-modulus");
        assert_eq!(prime_finding(&(p * q)), None);
    }
}
