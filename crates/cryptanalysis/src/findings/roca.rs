//! ROCA: the fingerprint of primes of the form `k·M + (65537^a mod M)`, where M is the product of the first primes. Infineon's
//! library made such primes (Nemec, Sys, Svenda, Klinec, Matyas, CCS 2017).

use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::Components;
use rsa_variants::moduli::primes_below;

use super::{KeyFinding, WEAK};
use crate::{Reach, sources};

/// The limit of the primes in the smallest M, that for keys of 512 bits. Larger M contain them too.
const LIMIT: usize = 168;

/// N has the fingerprint if both of its primes have it.
pub(super) fn finding(modulus: &BigUint) -> Option<KeyFinding> {
    is_power(modulus).then(|| defect("N has", modulus.bits()))
}

/// N is a square modulo each of the primes from 5 to 229, as half of all moduli are of which both primes are powers of one number,
/// whatever it is. A random N is with a chance of 2^−48 (paranoid_crypto's `CheckROCAVariant`).
pub(super) fn squares_finding(modulus: &BigUint) -> Option<KeyFinding> {
    let is_square = |prime: &u32| {
        let residue = (modulus % prime).iter_u32_digits().next().unwrap_or(0);
        (1..*prime).any(|root| root * root % prime == residue)
    };
    primes_below(230)[2..].iter().all(is_square).then(|| {
        let reason = "N is a square modulo each of the primes from 5 to 229, as if both primes were powers of one number (like those \
                      of ROCA). That does not happen by chance."
            .to_owned();
        KeyFinding::defect("roca", sources::ROCA, WEAK, Reach::Theory, reason)
    })
}

/// One prime with the fingerprint is enough for the attack.
pub(super) fn private_finding(key: &Components) -> Option<KeyFinding> {
    key.primes.iter().any(is_power).then(|| defect("A prime of N has", key.modulus.bits()))
}

fn defect(what: &str, modulus_length: u64) -> KeyFinding {
    let reason = format!(
        "{what} the fingerprint of primes made by Infineon's library (ROCA). They have so few random bits that a lattice attack \
         finds them: in hours at 512 bits, in days on a small cluster at 1024 bits, and at a higher but affordable cost at 2048 \
         bits."
    );
    let reach = if modulus_length <= 2048 { Reach::Practical } else { Reach::Theory };
    KeyFinding::defect("roca", sources::ROCA, 0, reach, reason)
}

/// Whether a number is a power of 65537 modulo the product of the 39 primes below 168: the same power modulo each of them. There
/// are 2^61 powers among 2^216 residues without a common divisor, so that a random prime is one with a chance of 2^−155.
fn is_power(number: &BigUint) -> bool {
    let (mut exponent, mut order) = (0u128, 1u128);
    primes_below(LIMIT).into_iter().all(|prime| {
        let residue = (number % prime).iter_u32_digits().next().unwrap_or(0);
        let Some((logarithm, prime_order)) = logarithm(residue, prime) else { return false };
        // The exponent modulo both orders.
        let fits = (0..prime_order).map(|k| exponent + order * k).find(|x| x % prime_order == logarithm);
        order = order.lcm(&prime_order);
        fits.map(|x| exponent = x).is_some()
    })
}

/// The x with `65537^x = residue` modulo a prime, and the order of 65537.
fn logarithm(residue: u32, prime: u32) -> Option<(u128, u128)> {
    let one = 1 % prime;
    let powers: Vec<u32> =
        core::iter::successors(Some(one), |power| Some(power * (65537 % prime) % prime).filter(|next| *next != one))
            .collect();
    let place = powers.iter().position(|power| *power == residue)?;
    Some((place as u128, powers.len() as u128))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_modulo_each_prime_must_be_one_power() {
        let m: BigUint = primes_below(LIMIT).iter().product();
        let number = BigUint::from(65537u32).modpow(&987_654_321u32.into(), &m);
        assert!(is_power(&number) && is_power(&(&number + &m * 5u8)));
        // Another power modulo 167: 65537 times as much there, and the same modulo all others.
        let others = &m / 167u32;
        let change = &others * others.modinv(&167u32.into()).unwrap() * ((&number % 167u32) * 65536u32);
        let mixed = (&number + change) % &m;
        assert_eq!(&mixed % 167u32, &number * 65537u32 % 167u32);
        assert!(primes_below(LIMIT).iter().all(|&l| logarithm((&mixed % l).try_into().unwrap(), l).is_some()));
        assert!(!is_power(&mixed));
    }

    #[test]
    fn the_chance_of_the_fingerprint_is_what_the_comment_says() {
        let [powers, units] =
            [|prime| logarithm(1, prime).map_or(1, |(_, order)| order), |prime| u128::from(prime) - 1]
                .map(|order: fn(u32) -> u128| primes_below(LIMIT).into_iter().map(order).collect::<Vec<_>>());
        let powers = powers.into_iter().reduce(|a, b| a.lcm(&b)).unwrap() as f64;
        let units: f64 = units.into_iter().map(|order| (order as f64).log2()).sum();
        assert_eq!((powers.log2().round(), units.round()), (61.0, 216.0));
    }
}
