//! ROCA: the fingerprint of primes of the form `k·M + (65537^a mod M)`, where M is the product of the first primes. Infineon's
//! library made such primes (Nemec, Sys, Svenda, Klinec, Matyas, CCS 2017).

use num_bigint::BigUint;

use super::KeyFinding;
use super::sieve::primes_below;
use crate::{Reach, sources};

/// The limit of the primes in the smallest M, that for keys of 512 bits. Larger M contain them too.
const LIMIT: usize = 168;

/// Whether N is a power of 65537 modulo each of the 39 primes below 168. Fewer than one in 10^8 random odd moduli pass.
pub(super) fn finding(modulus: &BigUint) -> Option<KeyFinding> {
    let has_mark = primes_below(LIMIT).into_iter().all(|prime| {
        let residue = (modulus % prime).iter_u32_digits().next().unwrap_or(0);
        is_power_of_generator(residue, prime)
    });
    has_mark.then(|| {
        let reason = "N has the fingerprint of primes made by Infineon's library (ROCA). They have so few random bits that a \
                      lattice attack finds them: in hours at 512 bits, in days on a small cluster at 1024 bits, and at a higher \
                      but affordable cost at 2048 bits."
            .to_owned();
        let reach = if modulus.bits() <= 2048 { Reach::Practical } else { Reach::Theory };
        KeyFinding::defect("roca", sources::ROCA, 0, reach, reason)
    })
}

fn is_power_of_generator(residue: u32, prime: u32) -> bool {
    let generator = 65537 % prime;
    let mut power = 1 % prime;
    loop {
        if power == residue {
            return true;
        }
        power = power * generator % prime;
        if power == 1 % prime {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_seen_in_numbers_of_the_form_only() {
        let m: BigUint = primes_below(LIMIT).iter().product();
        let number = |k: u32, a: u32| &m * k + BigUint::from(65537u32).modpow(&a.into(), &m);
        assert_eq!(finding(&(number(5, 1234) * number(77, 4321))).map(|found| found.code), Some("roca"));
        assert_eq!(finding(&(number(5, 1234) * (number(77, 4321) + 2u8))), None);
    }

    #[test]
    fn chance_hardly_ever_makes_the_fingerprint() {
        let chance: f64 = primes_below(LIMIT)
            .into_iter()
            .skip(1) // N is odd
            .map(|prime| {
                let powers = (1..prime).filter(|&residue| is_power_of_generator(residue, prime)).count();
                powers as f64 / f64::from(prime - 1)
            })
            .product();
        assert!(chance < 1e-8, "{chance}");
    }
}
