//! Moduli that are not a product of long primes: they have a small factor, are a perfect power, or are prime.

use modular_powers::Modulus;
use num_bigint::BigUint;
use rsa_variants::{MODULUS_LENGTHS, moduli};

use super::KeyFinding;
use crate::{Reach, sources};

/// A prime factor below 2^20. A random number, such as the output of a broken generator or a modulus with a flipped bit, has one
/// more often than not.
pub(super) fn finding(modulus: &BigUint) -> Option<KeyFinding> {
    let factor = moduli::small_factor(modulus)?;
    let reason = format!("The modulus is divisible by {factor}: it was damaged, or never made as a key.");
    let found = KeyFinding::defect("small-factor", sources::HENINGER, 0, Reach::Here, reason);
    Some(found.with_factor(BigUint::from(factor)))
}

/// N = a^k.
pub(super) fn power_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let (root, exponent) = moduli::perfect_power(modulus)?;
    let reason = format!("The modulus is a perfect power with exponent {exponent}: computing the root takes a moment.");
    Some(KeyFinding::defect("perfect-power", sources::BERNSTEIN_POWERS, 0, Reach::Here, reason).with_factor(root))
}

/// N itself is prime. Then λ(N) = N − 1, and anyone can compute d.
pub(super) fn prime_finding(modulus: &BigUint) -> Option<KeyFinding> {
    // It takes a second or two at 16384 bits, but longer moduli are no keys here.
    let is_tested = modulus.bits() <= *MODULUS_LENGTHS.end() as u64;
    let prepared = Modulus::new(modulus).ok().filter(|_| is_tested)?;
    moduli::is_probable_prime(&prepared).then(|| {
        let reason =
            "The modulus is itself a prime, so anyone can compute d: it is the inverse of e modulo N − 1.".to_owned();
        KeyFinding::defect("prime-modulus", sources::RFC_8017, 0, Reach::Here, reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_factors_powers_and_primes_are_found() {
        let [p, q]: [BigUint; 2] = [(BigUint::from(1u8) << 127) - 1u8, (BigUint::from(1u8) << 89) - 1u8];
        assert_eq!(finding(&(&p * 1_048_573u32)).unwrap().factor, Some(1_048_573u32.into()));
        assert_eq!(finding(&(&p * 2u8)).unwrap().factor, Some(2u8.into()));
        assert_eq!(finding(&(&p * 1_048_583u32)), None);
        assert_eq!(power_finding(&p.pow(3)).unwrap().factor, Some(p.clone()));
        assert_eq!(power_finding(&(p.pow(2) * &q)), None);
        assert_eq!(prime_finding(&p).unwrap().code, "prime-modulus");
        assert_eq!(prime_finding(&(p * q)), None);
    }
}
