//! Primes that several keys share (Heninger, Durumeric, Wustrow, Halderman, USENIX Security 2012), found for all keys at once
//! with Bernstein's product and remainder trees.

use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{Components, PublicComponents};

use super::guesses::{LATTICE, line, reach};
use super::{KeyFinding, WEAK};
use crate::attacks::common_divisor;
use crate::{Reach, sources};

/// Returns, for each modulus, its greatest common divisor with the product of all the others. That is 1 for most, and N itself
/// for a modulus that occurs twice or shares all its primes. Takes nearly linear time in the bits of all
/// moduli, as far as num-bigint's multiplication allows.
///
/// ```
/// use rsa_cryptanalysis::findings::shared_factors;
/// use num_bigint::BigUint;
///
/// let moduli = [7u32 * 11, 13 * 17, 11 * 19].map(BigUint::from);
/// assert_eq!(shared_factors(&moduli), [11u32, 1, 11].map(BigUint::from));
/// ```
pub fn shared_factors(moduli: &[BigUint]) -> Vec<BigUint> {
    if moduli.is_empty() {
        return Vec::new();
    }
    let mut levels = vec![moduli.to_vec()];
    while levels[levels.len() - 1].len() > 1 {
        let products = levels[levels.len() - 1].chunks(2).map(|pair| pair.iter().product()).collect();
        levels.push(products);
    }
    // From the root down: the remainder of the whole product modulo the square of each node.
    let mut remainders = levels.pop().unwrap_or_default();
    for level in levels.iter().rev() {
        remainders = level.iter().enumerate().map(|(i, node)| &remainders[i / 2] % (node * node)).collect();
    }
    // (product mod N²)/N is the product of the others modulo N.
    moduli.iter().zip(&remainders).map(|(modulus, remainder)| (remainder / modulus).gcd(modulus)).collect()
}

/// The primes that this key shares with others.
pub(super) fn finding(modulus: &BigUint, others: &[PublicComponents]) -> Option<KeyFinding> {
    // The same key again does not count: it may be the public half of this one.
    let different: Vec<BigUint> = moduli_beside(modulus, others).cloned().collect();
    let mut moduli = vec![modulus.clone()];
    moduli.extend(different.iter().cloned());
    let shared = shared_factors(&moduli).swap_remove(0);
    if shared == BigUint::from(1u8) {
        return None;
    }
    // If all primes are shared, each with a different key, the gcd with one of those keys is a proper divisor.
    let factor = if shared == *modulus {
        different.iter().find_map(|other| common_divisor(other, modulus))
    } else {
        Some(shared)
    };
    let with = different.iter().filter(|other| other.gcd(modulus) > BigUint::from(1u8)).count();
    let keys = if with == 1 { "key" } else { "keys" };
    let reason =
        format!("The modulus shares a prime with {with} other {keys}: a greatest common divisor (gcd) reveals it.");
    let found = KeyFinding::defect("shared-prime", sources::HENINGER, 0, Reach::Here, reason);
    Some(found.with_factor(factor))
}

fn moduli_beside<'a>(modulus: &'a BigUint, others: &'a [PublicComponents]) -> impl Iterator<Item = &'a BigUint> {
    others.iter().map(|other| &other.modulus).filter(move |other| *other != modulus && **other != BigUint::ZERO)
}

/// The same modulus with another exponent. That is right for one owner, as in a batch.
pub(super) fn common_modulus_finding(key: &PublicComponents, others: &[PublicComponents]) -> Option<KeyFinding> {
    let other = others
        .iter()
        .find(|other| other.modulus == key.modulus && other.public_exponent != key.public_exponent)
        .map(|other| other.public_exponent.bits())?;
    let reason = format!(
        "Another key has the same modulus with another public exponent, of {other} bits: the owner of either can compute the \
         private key of the other, and a message encrypted to both without padding is readable."
    );
    let remedy = "Keep both keys with one owner, and use OAEP and PSS; otherwise make new keys.";
    Some(KeyFinding::note("common-modulus", sources::DELAURENTIS, reason, remedy))
}

/// A long common divisor of N − 1 and N' − 1, as of keys that are made with the same divisor of p − 1 and q − 1. By chance one of g
/// bits occurs once in 2^g pairs.
pub(super) fn shared_divisor_finding(modulus: &BigUint, others: &[PublicComponents]) -> Option<KeyFinding> {
    let less = modulus - 1u8;
    let divisors = moduli_beside(modulus, others).map(|other| (other - 1u8).gcd(&less).bits());
    let bits = divisors.max().filter(|bits| *bits >= 2 * ALIKE)?;
    let reason = format!(
        "N − 1 has a common divisor of {bits} bits with that of another key: a p − 1 of each contains the same number, which is not \
         random."
    );
    Some(KeyFinding::defect("common-divisor", sources::MCKEE_PINCH, WEAK, Reach::Theory, reason))
}

/// Fewer bits in common count as chance.
const ALIKE: u64 = 64;

/// A prime p that shares its highest or lowest bits with a prime p' of another key.
///
/// * If `2·q·q'·|p − p'| < p'`, then q/q' is a convergent of N/N'; each bit more costs a bit. Here `N' mod p` is `q'·|p − p'|`.
/// * If p and p' have the same last k bits, then `q'·N ≡ q·N' mod 2^k`, and a lattice of dimension 2 finds (q, q') if that is
///   longer than both together. Here `N'/p mod 2^k` is q'.
///
/// A random N' shares so many bits with a multiple of p, or has so many zeros above q', with a chance of 2^−[`ALIKE`].
pub(super) fn shared_bits_finding(key: &Components, others: &[PublicComponents]) -> Option<KeyFinding> {
    let modulus = &key.modulus;
    let pairs = moduli_beside(modulus, others).flat_map(|other| key.primes.iter().map(move |p| (other, p)));
    let costs = pairs.flat_map(|(other, p)| {
        let (length, cofactor) = (p.bits(), modulus.bits().saturating_sub(p.bits()));
        // If p' is as long as p
        let other_cofactor = other.bits().saturating_sub(length) + 1;
        let above = other % p;
        let close = (p - &above).min(above).bits();
        let high = (close + ALIKE <= length).then(|| (cofactor + close + 1).saturating_sub(length));
        let power = BigUint::from(1u8) << length;
        let low = p.modinv(&power).and_then(|inverse| {
            let quotient = (other % &power) * inverse % &power;
            // The first of the bits that are zero above q'.
            let zeros = (other_cofactor..length).take_while(|bit| !quotient.bit(*bit)).count() as u64;
            (zeros >= ALIKE).then(|| cofactor.saturating_sub(zeros))
        });
        [high.map(|cost| (cost, "highest")), low.map(|cost| (cost, "lowest"))].into_iter().flatten()
    });
    let (cost, which) = costs.min().filter(|(cost, _)| *cost < line(modulus.bits()))?;
    let strength = if cost == 0 { 0 } else { (cost + LATTICE) as u32 };
    let reason = format!(
        "A prime shares its {which} bits with one of another key, and the other factors of both are short: a lattice of dimension \
         2 finds them in about 2^{strength} steps."
    );
    Some(KeyFinding::defect("shared-bits", sources::MAY_RITZENHOFEN, strength, reach(strength), reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_trees_agree_with_greatest_common_divisors(moduli in prop::collection::vec(2u32..100_000, 1..20)) {
            let moduli: Vec<BigUint> = moduli.into_iter().map(BigUint::from).collect();
            for (index, shared) in shared_factors(&moduli).into_iter().enumerate() {
                let others: BigUint = moduli.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, m)| m).product();
                prop_assert_eq!(shared, others.gcd(&moduli[index]));
            }
        }
    }

    fn keys<const COUNT: usize>(moduli: [u32; COUNT]) -> [PublicComponents; COUNT] {
        moduli.map(|modulus| PublicComponents::new(modulus.into(), 3u8.into()))
    }

    #[test]
    fn shared_primes_are_named_and_the_same_key_is_not() {
        let [a, b, c] = keys([101 * 103, 103 * 107, 109 * 113]);
        let found = finding(&a.modulus, &[b.clone(), c.clone(), a.clone()]).unwrap();
        assert_eq!((found.factor, found.code), (Some(103u32.into()), "shared-prime"));
        assert_eq!(finding(&c.modulus, &[a.clone(), b]), None);
        assert_eq!(finding(&a.modulus, core::slice::from_ref(&a)), None);
        assert!(shared_factors(&[]).is_empty());
        let [all, one, other] = keys([101 * 103, 103 * 107, 101 * 109]);
        assert_eq!(finding(&all.modulus, &[one, other]).unwrap().factor, Some(103u32.into()));
    }

    /// A long prime is close to a multiple of anything if its cofactor is short.
    #[test]
    fn primes_that_share_no_bits_are_not_said_to() {
        let [p, q] = [960u32, 64].map(|length| (BigUint::from(5u8) << (length - 3)) + 1u8);
        let other = PublicComponents::new(BigUint::from(3u8).pow(646), 3u8.into());
        let key = |p: &BigUint, q: BigUint| Components {
            modulus: p * &q,
            public_exponents: vec![3u8.into()],
            private_exponent: 3u8.into(),
            primes: vec![p.clone(), q],
            crt_exponents: Vec::new(),
            crt_coefficients: Vec::new(),
        };
        assert_eq!(shared_bits_finding(&key(&p, q.clone()), &[other]), None);
        let alike = PublicComponents::new((&p + (BigUint::from(1u8) << 500)) * (&q + 2u8), 3u8.into());
        assert_eq!(shared_bits_finding(&key(&p, q), &[alike]).unwrap().code, "shared-bits");
    }

    #[test]
    fn a_common_modulus_is_a_remark_unless_the_key_is_the_same() {
        let [key, other] = keys([101 * 103, 107 * 109]);
        let again = PublicComponents { public_exponent: 7u8.into(), ..key.clone() };
        assert_eq!(common_modulus_finding(&key, &[other.clone(), key.clone()]), None);
        let found = common_modulus_finding(&key, &[other, again]).unwrap();
        assert_eq!((found.code, found.severity()), ("common-modulus", "note"));
    }
}
