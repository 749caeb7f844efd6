//! Multi-power RSA, `N = p^(r−s)·q^s` (Takagi, "Fast RSA-type cryptosystem modulo p^k·q", Crypto 1998, with s = 1; Lim,
//! Kim, Yie, Lee, "A generalized Takagi-cryptosystem with a modulus of the form p^r·q^s", Indocrypt 2000): two
//! exponentiations of n/r bits and lifts, with `2/r³` of the work of the original. (One of the papers prints r²/2 for
//! the speed-up, but its own derivation and figure give r³/2.)
//!
//! r − s and s have no common factor; otherwise N would be a power. If both grow with the length of the primes, from
//! `(log p)³` on, lattices factor N in polynomial time (Coron, Faugère, Renault, Zeitoun, "Factoring N = p^r·q^s for
//! large r and s", CT-RSA 2016). With primes of at least 64 bits that is far above 8, the greatest r.

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural, declassify};
use num_bigint::BigUint;

use super::Operation;
use super::definition::{Definition, Powers, Primes, Speedup, USUAL};
use crate::operation::PrivateOperation;
use crate::recombine::{Garner, HenselLift};
use crate::{CheckedParams, Components, Error};

pub(super) const DEFINITION: Definition = Definition {
    name: "multi-power",
    title: "Multi-power",
    source: "Takagi 1998",
    primes: Some(Primes {
        least: 3,
        why_least: "one of its two primes divides N more than once",
        // Class groups (Mulder 2023) split off the square-free part of N. It has `2n/r` bits if r is even but only `n/r` if r is
        // odd, so `p³·q` is stronger than `p²·q`. Below 640 bits the shorter prime of `p³·q` matters more.
        defaults: &[(0, 3), (640, 4)],
    }),
    powers: Powers::PrimePowers,
    no_standard_format: Some("list each prime once and cannot hold N = p^(r−s)·q^s"),
    speedup: Speedup { primes: 3, ..Speedup::times(0.5) },
    ..USUAL
};

/// Key generation:
///
/// 1. primes p, q of n/r bits, `N = p^(r−s)·q^s`, with e coprime to p, q, p − 1 and q − 1;
/// 2. `d_p = e⁻¹ mod (p − 1)`, `d_q = e⁻¹ mod (q − 1)`.
pub(super) use super::original::generate;

/// The prepared key, with a share for each of the two prime powers.
#[derive(Hash)]
pub(crate) struct MultiPowerOperation {
    shares: [Share; 2],
    garner: Garner,
}

/// A prime, the exponent for the exponentiation modulo it, and the lift to the prime's power in N. For a prime that
/// divides N once the exponentiation is `C^{d_q} mod q`, and no lift is needed. Otherwise it is `C^(d_p − 1) mod p`.
#[derive(Hash)]
struct Share {
    prime: Modulus,
    exponent: Exponent,
    lift: Option<(HenselLift, Modulus)>,
}

impl Share {
    fn new(prime: &BigUint, power: usize, d: &BigUint, e: &BigUint, modulus_length: usize) -> Option<Self> {
        let modulus = |value: &BigUint| Modulus::for_numbers_of(modulus_length, value).expect("powers of odd primes");
        let whole = modulus(&prime.pow(power as u32));
        let prime = modulus(prime);
        if power == 1 {
            return Some(Self { exponent: Exponent::secret(d, prime.bit_length()), prime, lift: None });
        }
        let lift = HenselLift::new(&prime, power, e, modulus_length)?;
        // d is odd, like every inverse modulo the even p − 1. So it is not zero, and d − 1 does not underflow.
        let exponent = Exponent::secret(&(d - 1u8), prime.bit_length());
        Some(Self { prime, exponent, lift: Some((lift, whole)) })
    }

    /// The power of the prime in N.
    fn modulus(&self) -> &Modulus {
        self.lift.as_ref().map_or(&self.prime, |(_, whole)| whole)
    }

    /// `C^d` modulo the power of the prime.
    fn answer(&self, ciphertext: &Natural, power: &Natural, engine: Engine) -> Result<Natural, Error> {
        let Some((lift, _)) = &self.lift else { return Ok(power.clone()) };
        // Anyone can find p from a multiple of p by taking the gcd with N, so refusing it reveals nothing new.
        if declassify(self.prime.reduce(ciphertext).is_zero()) == 1 {
            return Err(Error::NotInvertible);
        }
        Ok(lift.lift(&self.prime, ciphertext, power, engine))
    }
}

pub(super) fn prepare(params: &CheckedParams, components: &Components) -> Option<Operation> {
    let powers = params.powers().expect("checked: the variant has powers");
    let share = |index: usize| {
        let (prime, d) = (&components.primes[index], &components.crt_exponents[index]);
        Share::new(prime, powers[index], d, &components.public_exponents[0], params.values.modulus_length)
    };
    let shares = [share(0)?, share(1)?];
    let garner = Garner::new(shares.iter().map(Share::modulus), &components.crt_coefficients);
    Some(Operation::MultiPower(Box::new(MultiPowerOperation { shares, garner })))
}

impl PrivateOperation for MultiPowerOperation {
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        let one =
            |share: &'a Share| Exponentiation { base: ciphertext, exponent: &share.exponent, modulus: &share.prime };
        self.shares.iter().map(one).collect()
    }

    /// M_1 = C^d mod p^(r−s) and M_2 = C^d mod q^s by lifting; M = M_1 + p^(r−s)·((M_2 − M_1)·p^(s−r) mod q^s)
    fn recombine(&self, ciphertext: &Natural, powers: &[Natural], engine: Engine) -> Result<Natural, Error> {
        let answers = self.shares.iter().zip(powers).map(|(share, power)| share.answer(ciphertext, power, engine));
        let answers = answers.collect::<Result<Vec<_>, _>>()?;
        Ok(self.garner.combine(self.shares.iter().map(Share::modulus).zip(&answers)))
    }
}
