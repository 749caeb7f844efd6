//! A check of each prime's share of a private operation, for keys whose public exponent is so long that encrypting the
//! result again would cost more than the operation.
//!
//! As Aumüller, Bier, Fischer, Hofreiter, Seifert, "Fault attacks on RSA with CRT: concrete results and practical
//! countermeasures", CHES 2002: each exponentiation runs modulo p·t for a small prime t, so that its result can be compared
//! modulo t with an exponentiation that is cheap, and modulo p with what recombination made of it. Comparing the shares with
//! each other modulo t, as Shamir has it, needs one d for both, which these keys do not have.
//!
//! Both exponentiations take the exponent that the key was prepared with: one that was wrong already then is not seen here, but
//! by the check of a key's numbers.

use modexp::{Engine, Exponent, Exponentiation, Modulus, Natural};
use num_bigint::BigUint;

use crate::check::longest_crt_exponent;
use crate::operation::PrivateOperation;
use crate::recombine::Garner;
use crate::{CheckedParams, Components, Error};

/// t, the largest prime of 32 bits: a wrong share passes once in `2^32`.
const SMALL_PRIME: u32 = 4_294_967_291;

/// The private operation with the check in it.
struct CheckedOperation {
    /// In Garner's order: q, p, r_3, …
    shares: Vec<Share>,
    garner: Garner,
    small_prime: Modulus,
}

/// What one prime contributes.
struct Share {
    prime: Modulus,
    /// `p·t`
    extended: Modulus,
    exponent: Exponent,
    /// The exponent modulo `t − 1`, plus `t − 1`: not zero, so that 0 stays 0.
    small_exponent: Exponent,
}

/// The checked operation of a key whose CRT exponents were chosen, so that its public exponent is long: about as long as N,
/// or half as long. None for others, whose results are encrypted again.
pub(crate) fn checked_operation(params: &CheckedParams, components: &Components) -> Option<Box<dyn PrivateOperation>> {
    let exponent_length = longest_crt_exponent(params)?;
    let length = params.modulus_length;
    let order = SMALL_PRIME - 1;
    let mut shares: Vec<Share> = (components.primes.iter().zip(&components.crt_exponents))
        .map(|(prime, exponent)| Share {
            prime: Modulus::for_numbers_of(length, prime).expect("primes are odd"),
            extended: Modulus::for_numbers_of(length, &(prime * SMALL_PRIME)).expect("primes are odd"),
            exponent: Exponent::secret(exponent, exponent_length),
            small_exponent: Exponent::secret(&(exponent % order + order), 33),
        })
        .collect();
    shares.swap(0, 1);
    let others: Vec<Modulus> = shares[1..].iter().map(|share| share.prime.clone()).collect();
    let garner = Garner::new(&components.primes[1], &others, &components.crt_coefficients);
    let small_prime = Modulus::for_numbers_of(length, &BigUint::from(SMALL_PRIME)).expect("an odd prime");
    Some(Box::new(CheckedOperation { shares, garner, small_prime }))
}

impl PrivateOperation for CheckedOperation {
    /// For each prime `C^d mod p·t`, then for each `C^(d mod (t − 1)) mod t`.
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        let share = |Share { extended, exponent, .. }: &'a Share| Exponentiation {
            base: ciphertext,
            exponent,
            modulus: extended,
        };
        let check = |Share { small_exponent, .. }: &'a Share| Exponentiation {
            base: ciphertext,
            exponent: small_exponent,
            modulus: &self.small_prime,
        };
        self.shares.iter().map(share).chain(self.shares.iter().map(check)).collect()
    }

    fn recombine(&self, _: &Natural, powers: &[Natural], _: Engine) -> Result<Natural, Error> {
        let (powers, checks) = powers.split_at(self.shares.len());
        let residues: Vec<Natural> =
            self.shares.iter().zip(powers).map(|(share, power)| share.prime.reduce(power)).collect();
        let message = self.garner.combine(&residues);
        let shares_right = powers.iter().zip(checks).all(|(power, check)| self.small_prime.reduce(power) == *check);
        let mut recombined = self.shares.iter().zip(&residues);
        if shares_right && recombined.all(|(share, residue)| share.prime.reduce(&message) == *residue) {
            Ok(message)
        } else {
            Err(Error::FaultDetected)
        }
    }
}
