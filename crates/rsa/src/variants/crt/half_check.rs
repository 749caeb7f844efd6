//! A check of each prime's share of a private operation, for keys whose public exponent is so long that encrypting the
//! result again would cost more than the operation.
//!
//! The method of Aumüller, Bier, Fischer, Hofreiter, Seifert, "Fault attacks on RSA with CRT: concrete results and
//! practical countermeasures", CHES 2002: each exponentiation runs modulo p·t for a small prime t. Its result is
//! compared modulo t with a cheap exponentiation, and modulo p with the recombined message. The second comparison uses
//! the power itself, not the residue that was recombined: otherwise a wrong residue would be on both sides. Shamir
//! compares the shares with each other modulo t, which needs a common d. These keys do not have one.
//!
//! Both exponentiations use the exponent that the key was prepared with. An exponent that was already wrong then is not
//! detected here, but by the check of the key's numbers.

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};
use num_bigint::BigUint;

use super::CrtOperation;
use crate::Error;
use crate::fault::stage;
use crate::operation::PrivateOperation;

/// t, the largest prime of 32 bits. One wrong share in `2^32` passes the check.
const SMALL_PRIME: u32 = 4_294_967_291;

/// The data of the check, in addition to the operation.
pub(super) struct HalfCheck {
    /// In Garner's order: q, p, r_3, …
    shares: Vec<Share>,
    small_prime: Modulus,
}

/// The data for one prime.
struct Share {
    /// `p·t`
    extended: Modulus,
    /// The exponent modulo `t − 1`, plus `t − 1`. It is not zero, so a power of 0 is 0.
    small_exponent: Exponent,
}

/// The private operation with a check of its powers.
#[derive(Clone, Copy)]
pub(crate) struct CheckedOperation<'a> {
    pub(super) operation: &'a CrtOperation,
    pub(super) check: &'a HalfCheck,
}

impl HalfCheck {
    /// Prepares the check for primes and their CRT exponents, in Garner's order, and for ciphertexts of `length` bits.
    pub(super) fn new<'a>(length: usize, shares: impl Iterator<Item = (&'a BigUint, &'a BigUint)>) -> Self {
        let order = SMALL_PRIME - 1;
        let share = |(prime, exponent): (&BigUint, &BigUint)| Share {
            extended: Modulus::for_numbers_of(length, &(prime * SMALL_PRIME)).expect("primes are odd"),
            small_exponent: Exponent::secret(&(exponent % order + order), 33),
        };
        let small_prime = Modulus::for_numbers_of(length, &BigUint::from(SMALL_PRIME)).expect("an odd prime");
        Self { shares: shares.map(share).collect(), small_prime }
    }
}

impl CheckedOperation<'_> {
    /// Whether the powers are right modulo t, and the message equals them modulo each prime. Everything is computed
    /// again from `powers`, so no wrong value is on both sides.
    pub(crate) fn is_right(&self, powers: &[Natural], message: &Natural) -> bool {
        let (powers, checks) = powers.split_at(self.check.shares.len());
        let (mut right, t) = (true, &self.check.small_prime);
        for (((prime, _), power), check) in self.operation.primes.iter().zip(powers).zip(checks) {
            right &= t.reduce(power) == *check;
            right &= prime.reduce(message) == prime.reduce(power);
        }
        right
    }

    /// First `C^d mod p·t` for each prime, then `C^(d mod (t − 1)) mod t` for each prime.
    pub(crate) fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        let power = |(Share { extended, .. }, (_, exponent)): (&'a Share, &'a (Modulus, Exponent))| Exponentiation {
            base: ciphertext,
            exponent,
            modulus: extended,
        };
        let check = |Share { small_exponent, .. }: &'a Share| Exponentiation {
            base: ciphertext,
            exponent: small_exponent,
            modulus: &self.check.small_prime,
        };
        let shares = &self.check.shares;
        shares.iter().zip(&self.operation.primes).map(power).chain(shares.iter().map(check)).collect()
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
