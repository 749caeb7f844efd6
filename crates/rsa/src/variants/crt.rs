//! RSA with the Chinese remainder theorem (Quisquater, Couvreur, "Fast decipherment algorithm for RSA public-key
//! cryptosystem", Electronics Letters 18, 1982): two exponentiations of half the length, a quarter of the work.

use modexp::{Engine, Exponent, Exponentiation, Modulus, Natural};

use super::original;
use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::recombine::Garner;
use crate::{CheckedParams, Components, Error};

/// Key generation: as the original; the components hold d_p, d_q and q_inv besides.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    original::generate(params, generator)
}

/// One exponentiation for each prime, then Garner: two primes here, r in multi-prime, short exponents in rebalanced,
/// r-prime and both schemes.
pub(super) struct CrtOperation {
    /// In Garner's order: q, p, r_3, …
    primes: Vec<(Modulus, Exponent)>,
    garner: Garner,
}

/// With CRT exponents as long as the primes.
pub(super) fn operation(components: &Components) -> CrtOperation {
    operation_with_lengths(components, |prime| prime.bit_length())
}

/// With secret CRT exponents of at most `exponent_length(prime)` bits.
pub(super) fn operation_with_lengths(
    components: &Components,
    exponent_length: impl Fn(&Modulus) -> usize,
) -> CrtOperation {
    let length = components.modulus.bits() as usize;
    let mut primes: Vec<(Modulus, Exponent)> = components
        .primes
        .iter()
        .zip(&components.crt_exponents)
        .map(|(prime, exponent)| {
            let modulus = Modulus::for_numbers_of(length, prime).expect("primes are odd");
            let exponent = Exponent::secret(exponent, exponent_length(&modulus));
            (modulus, exponent)
        })
        .collect();
    primes.swap(0, 1);
    let others: Vec<Modulus> = primes[1..].iter().map(|(modulus, _)| modulus.clone()).collect();
    let garner = Garner::new(&components.primes[1], &others, &components.crt_coefficients);
    CrtOperation { primes, garner }
}

impl PrivateOperation for CrtOperation {
    /// M_p = C^{d_p} mod p, M_q = C^{d_q} mod q, …
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        let one = |(modulus, exponent): &'a (Modulus, Exponent)| Exponentiation { base: ciphertext, exponent, modulus };
        self.primes.iter().map(one).collect()
    }

    /// h = (M_p − M_q)·q_inv mod p; M = M_q + q·h; and so on for further primes.
    fn recombine(&self, _: &Natural, powers: &[Natural], _: Engine) -> Result<Natural, Error> {
        Ok(self.garner.combine(powers))
    }
}
