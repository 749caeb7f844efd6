//! Primes that are related to each other.

use num_integer::Integer;
use rsa_variants::Components;

use super::KeyFinding;
use crate::{Reach, Verdict, sources};

/// A long gcd(p − 1, q − 1), which always divides N − 1.
///
/// If the attacker knows that divisor, as in the schemes that McKee and Pinch treat, their method takes about `2^(n/4 − g)` steps
/// for two primes and a divisor of g bits; for primes of other lengths, half the bits of the shorter prime take the place of n/4.
/// The divisor may be found among those of N − 1. Without it, Pollard's rho on powers of N − 1 takes about `2^(n/4 − g/2)` steps;
/// this figure decides the reach.
pub(super) fn common_divisor_finding(key: &Components) -> Option<KeyFinding> {
    let pairs = key.primes.iter().enumerate().flat_map(|(i, p)| key.primes[..i].iter().map(move |q| [p, q]));
    let (bits, strength, unknown) = pairs
        .map(|[p, q]| {
            let (g, half) = ((p - 1u8).gcd(&(q - 1u8)).bits(), p.bits().min(q.bits()) / 2);
            (g, half.saturating_sub(g) as u32, half.saturating_sub(g / 2))
        })
        .min_by_key(|(_, strength, _)| *strength)?;
    // For random primes, the common divisor has only a few bits.
    (bits > 32 && strength < Verdict::Acceptable.least()).then(|| {
        let reason = format!(
            "p − 1 and q − 1 have a common divisor of {bits} bits: factoring N takes about 2^{strength} steps if the attacker \
             knows that divisor, otherwise about 2^{unknown}."
        );
        let reach = if unknown <= 45 { Reach::Practical } else { Reach::Theory };
        KeyFinding::defect("common-divisor", sources::MCKEE_PINCH, strength, reach, reason)
    })
}

/// Primes whose low halves agree. A square root of N modulo a power of two shows that half, and Coppersmith's method finds the
/// other.
pub(super) fn low_bits_finding(key: &Components) -> Option<KeyFinding> {
    let [p, q] = &key.primes[..] else { return None };
    let n = key.modulus.bits();
    let alike = (p.max(q) - p.min(q)).trailing_zeros()?;
    (alike >= n / 4).then(|| {
        let reason = format!("The last {alike} bits of the primes are the same: a lattice finds the rest.");
        KeyFinding::defect("shared-low-bits", sources::STEINFELD_ZHENG, 0, Reach::Practical, reason)
    })
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    fn key(primes: &[BigUint; 2]) -> Components {
        Components {
            modulus: &primes[0] * &primes[1],
            public_exponents: vec![65537u32.into()],
            private_exponent: 1u8.into(),
            primes: primes.to_vec(),
            crt_exponents: vec![],
            crt_coefficients: vec![],
        }
    }

    #[test]
    fn common_divisors_and_common_bits_are_seen() {
        let one = BigUint::from(1u8);
        let g = BigUint::from(3u8).pow(300); // 476 bits of 1024
        let [p, q] = [&g * (BigUint::from(7u8).pow(190)) + &one, &g * (BigUint::from(5u8).pow(230)) + &one];
        let found = common_divisor_finding(&key(&[p, q])).unwrap();
        assert_eq!((found.code, found.verdict()), ("common-divisor", Some(Verdict::Broken)));
        let [p, q] = [BigUint::from(3u8).pow(600), BigUint::from(5u8).pow(409)];
        assert_eq!(common_divisor_finding(&key(&[p.clone(), q.clone()])), None);
        assert_eq!(low_bits_finding(&key(&[p.clone(), q])), None);
        let twin = &p + (one << 600);
        assert_eq!(low_bits_finding(&key(&[p, twin])).map(|found| found.code), Some("shared-low-bits"));
    }
}
