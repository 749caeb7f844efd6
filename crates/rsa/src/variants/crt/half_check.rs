//! A check of each prime's share of a private operation, for keys whose public exponent is so long that encrypting the
//! result again would cost more than the operation.
//!
//! The method of Aumüller, Bier, Fischer, Hofreiter, Seifert, "Fault attacks on RSA with CRT: concrete results and
//! practical countermeasures", CHES 2002: each exponentiation runs modulo p·t for a small prime t. Its result is
//! compared modulo t with a cheap exponentiation, and modulo p with the recombined message. The second comparison uses
//! the power itself, not the residue that was recombined: otherwise a wrong residue would be on both sides. Shamir
//! compares the shares with each other modulo t, which needs a common d. These keys do not have one.
//!
//! Prepared numbers are on both sides: both comparisons use the key's moduli and exponents. If one of them has changed in
//! memory, the key's checksum differs ([`PrivateKey::is_intact`](crate::PrivateKey)). An exponent that was already wrong
//! when the key was prepared is found by the check of the key's numbers.

use core::hash::{Hash, Hasher};

use modular_powers::fault::stage;
use modular_powers::{Engine, Exponentiation, Modulus, Natural};
use num_bigint::BigUint;
use zeroize::Zeroizing;

use super::CrtOperation;
use super::small_prime::SmallPrime;
use crate::Error;
use crate::operation::PrivateOperation;

/// The data of the check for each prime, in Garner's order: q, p, r_3, … Of wrong shares, one in t passes the check.
#[derive(Hash)]
pub(super) struct HalfCheck(Vec<Share>);

/// The data for one prime.
struct Share {
    /// t
    small_prime: SmallPrime,
    /// `p·t`
    extended: Modulus,
    /// The exponent modulo `t − 1`, plus `t − 1`. It is not zero, so a power of 0 is 0.
    small_exponent: Zeroizing<u64>,
}

impl Hash for Share {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.small_prime, &self.extended).hash(hasher);
        hasher.write_u64(*self.small_exponent);
    }
}

/// The private operation with a check of its powers.
#[derive(Clone, Copy)]
pub(crate) struct CheckedOperation<'a> {
    pub(super) operation: &'a CrtOperation,
    pub(super) check: &'a HalfCheck,
}

/// t and `p·t` for a prime p.
pub(super) fn extended(prime: &BigUint) -> (SmallPrime, BigUint) {
    let small_prime = SmallPrime::for_prime_of(prime.bits() as usize);
    (small_prime, prime * small_prime.value())
}

impl HalfCheck {
    /// Prepares the check for primes and their CRT exponents, in Garner's order, and for ciphertexts of `length` bits.
    pub(super) fn new<'a>(length: usize, shares: impl Iterator<Item = (&'a BigUint, &'a BigUint)>) -> Self {
        let share = |(prime, exponent): (&BigUint, &BigUint)| {
            let (small_prime, extended) = extended(prime);
            let order = small_prime.value() - 1;
            Share {
                small_prime,
                extended: Modulus::for_numbers_of(length, &extended).expect("primes are odd"),
                small_exponent: Zeroizing::new((exponent % order + order).iter_u64_digits().sum()), // a single digit
            }
        };
        Self(shares.map(share).collect())
    }
}

impl CheckedOperation<'_> {
    /// Whether the powers are right modulo t, and the message equals them modulo each prime. Everything is computed
    /// again from `ciphertext` and `powers`, so no wrong result of a step is on both sides.
    pub(crate) fn is_right(&self, ciphertext: &Natural, powers: &[Natural], message: &Natural) -> bool {
        let mut right = true;
        for (((prime, _), share), full) in self.operation.primes.iter().zip(&self.check.0).zip(powers) {
            let t = share.small_prime;
            right &= t.residue(full) == t.power(t.residue(ciphertext), *share.small_exponent);
            right &= prime.reduce(message) == prime.reduce(full);
        }
        right
    }

    /// `C^d mod p·t` for each prime.
    pub(crate) fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        let power = |(Share { extended, .. }, (_, exponent)): (&'a Share, &'a (Modulus, _))| Exponentiation {
            base: ciphertext,
            exponent,
            modulus: extended,
        };
        self.check.0.iter().zip(&self.operation.primes).map(power).collect()
    }

    /// The message, not yet checked, from the results of the exponentiations in the same order.
    pub(crate) fn recombine(&self, ciphertext: &Natural, powers: &[Natural], engine: Engine) -> Result<Natural, Error> {
        let residues: Vec<Natural> = {
            let _stage = stage("reduction modulo a prime");
            self.operation.primes.iter().zip(powers).map(|((prime, _), power)| prime.reduce(power)).collect()
        };
        self.operation.recombine(ciphertext, &residues, engine)
    }
}
