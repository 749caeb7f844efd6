//! RSA with the Chinese remainder theorem (Quisquater, Couvreur, "Fast decipherment algorithm for RSA public-key
//! cryptosystem", Electronics Letters 18, 1982): two exponentiations of half the length, a quarter of the work.

mod half_check;
mod small_prime;

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};
use num_bigint::BigUint;

pub(crate) use self::half_check::CheckedOperation;
use self::half_check::{HalfCheck, extended};
use super::Operation;
use super::definition::{Definition, Speedup, USUAL};
use crate::operation::PrivateOperation;
use crate::recombine::Garner;
use crate::{CheckedParams, Components, Error};

pub(super) const DEFINITION: Definition = Definition {
    name: "crt",
    title: "CRT",
    source: "Quisquater, Couvreur 1982",
    speedup: Speedup::times(4.0),
    ..USUAL
};

/// The operation with CRT exponents as long as the primes.
pub(super) fn prepare(_: &CheckedParams, components: &Components) -> Option<Operation> {
    Some(Operation::Crt(Box::new(CrtOperation::new(components, &components.crt_exponents, None))))
}

/// Key generation: as in the original. The components also contain d_p, d_q and q_inv.
pub(super) use super::original::generate;

/// One exponentiation for each prime, then Garner's method. Used with two primes here, with r in multi-prime, and with
/// short exponents in rebalanced, r-prime, tunable and both schemes.
#[derive(Hash)]
pub(crate) struct CrtOperation {
    /// In Garner's order: q, p, r_3, …
    primes: Vec<(Modulus, Exponent)>,
    garner: Garner,
    /// Present for variants whose CRT exponents are chosen: their public exponent is usually so long that encrypting the
    /// result again would cost more than the operation.
    half_check: Option<HalfCheck>,
}

/// The operation with secret CRT exponents of at most `exponent_length` bits, which are chosen. It has a half check,
/// because the public exponent is usually long.
#[inline]
pub(super) fn with_short_exponents(components: &Components, exponent_length: usize) -> Operation {
    Operation::Crt(Box::new(CrtOperation::new(components, &components.crt_exponents, Some(exponent_length))))
}

impl CrtOperation {
    /// The operation with an exponent for each prime, in the primes' order.
    pub(crate) fn new(components: &Components, exponents: &[BigUint], exponent_length: Option<usize>) -> Self {
        let length = components.modulus.bits() as usize;
        let mut shares: Vec<(&BigUint, &BigUint)> = components.primes.iter().zip(exponents).collect();
        shares.swap(0, 1);
        let mut product = BigUint::from(1u8);
        let primes: Vec<(Modulus, Exponent)> = (shares.iter())
            .map(|(prime, exponent)| {
                // It reduces ciphertexts, in Garner's method the number below the primes before it, and in the check powers.
                let modulus = Modulus::for_numbers_of(length, prime).expect("primes are odd");
                let mut modulus = modulus.and_for_numbers_of(product.bits() as usize);
                product *= *prime;
                if exponent_length.is_some() {
                    modulus = modulus.and_for_numbers_of(extended(prime).1.bits() as usize);
                }
                let exponent = Exponent::secret(exponent, exponent_length.unwrap_or(modulus.bit_length()));
                (modulus, exponent)
            })
            .collect();
        let garner = Garner::new(primes.iter().map(|(modulus, _)| modulus), &components.crt_coefficients);
        let half_check = exponent_length.map(|_| HalfCheck::new(length, shares.into_iter()));
        Self { primes, garner, half_check }
    }

    /// The same operation with other exponents, in Garner's order, which are at most as long as their primes, and without a half
    /// check. It needs no preparation of a modulus, and its time does not depend on the exponents.
    #[inline]
    pub(crate) fn with_exponents(&self, exponents: Vec<Exponent>) -> Self {
        let moduli = self.moduli().cloned();
        Self { primes: moduli.zip(exponents).collect(), garner: self.garner.clone(), half_check: None }
    }

    /// The primes, in Garner's order.
    #[inline]
    pub(crate) fn moduli(&self) -> impl ExactSizeIterator<Item = &Modulus> {
        self.primes.iter().map(|(modulus, _)| modulus)
    }

    /// The number with these residues modulo the primes, in Garner's order.
    pub(super) fn combine(&self, residues: &[Natural]) -> Natural {
        self.garner.combine(self.moduli().zip(residues))
    }

    /// The same operation with a check, if the result should not be checked by encrypting it again.
    pub(crate) fn checked(&self) -> Option<CheckedOperation<'_>> {
        Some(CheckedOperation { operation: self, check: self.half_check.as_ref()? })
    }
}

impl PrivateOperation for CrtOperation {
    /// M_p = C^{d_p} mod p, M_q = C^{d_q} mod q, …
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        let one = |(modulus, exponent): &'a (Modulus, Exponent)| Exponentiation { base: ciphertext, exponent, modulus };
        self.primes.iter().map(one).collect()
    }

    /// h = (M_p − M_q)·q_inv mod p; M = M_q + q·h; and so on for further primes.
    fn recombine(&self, _: &Natural, powers: &[Natural], _: Engine) -> Result<Natural, Error> {
        Ok(self.combine(powers))
    }
}
