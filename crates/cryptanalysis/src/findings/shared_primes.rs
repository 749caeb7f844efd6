//! Primes that several keys share (Heninger, Durumeric, Wustrow, Halderman, USENIX Security 2012), found for all keys at once
//! with Bernstein's product and remainder trees.

use num_bigint::BigUint;
use num_integer::Integer;

use super::{KeyFinding, is_proper_divisor};
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
pub(super) fn finding(modulus: &BigUint, others: &[BigUint]) -> Option<KeyFinding> {
    // The same key again does not count: it may be the public half of this one.
    let different: Vec<BigUint> =
        others.iter().filter(|other| *other != modulus && **other != BigUint::ZERO).cloned().collect();
    let mut moduli = vec![modulus.clone()];
    moduli.extend(different.iter().cloned());
    let shared = shared_factors(&moduli).swap_remove(0);
    if shared == BigUint::from(1u8) {
        return None;
    }
    // If all primes are shared, each with a different key, the gcd with one of those keys is a proper divisor.
    let factor = if shared == *modulus {
        different.iter().map(|other| other.gcd(modulus)).find(|factor| is_proper_divisor(factor, modulus))
    } else {
        Some(shared)
    };
    let with = different.iter().filter(|other| other.gcd(modulus) > BigUint::from(1u8)).count();
    let keys = if with == 1 { "key" } else { "keys" };
    let reason =
        format!("The modulus shares a prime with {with} other {keys}: a greatest common divisor (gcd) reveals it.");
    let found = KeyFinding::defect("shared-prime", sources::HENINGER, 0, Reach::Here, reason);
    Some(KeyFinding { factor, ..found })
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

    #[test]
    fn shared_primes_are_named_and_the_same_key_is_not() {
        let [a, b, c] = [101u32 * 103, 103 * 107, 109 * 113].map(BigUint::from);
        let found = finding(&a, &[b.clone(), c.clone(), a.clone()]).unwrap();
        assert_eq!((found.factor, found.code), (Some(103u32.into()), "shared-prime"));
        assert_eq!(finding(&c, &[a.clone(), b]), None);
        assert_eq!(finding(&a, core::slice::from_ref(&a)), None);
        assert!(shared_factors(&[]).is_empty());
    }
}
