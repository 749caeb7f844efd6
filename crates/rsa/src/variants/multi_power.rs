//! Multi-power RSA (Takagi, "Fast RSA-type cryptosystem modulo p^k·q", Crypto 1998): `N = p^(r−1)·q`, two exponentiations
//! of n/r bits and a lift; `2/r³` of the work of the original. (One of the papers prints r²/2 for the speed-up; its own
//! derivation and figure are r³/2.)

use modexp::{Engine, Exponent, Exponentiation, Modulus, Natural, declassify};

use super::original;
use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::recombine::{Garner, HenselLift};
use crate::{CheckedParams, Components, Error};

/// Key generation:
///
/// 1. primes p, q of n/r bits, `N = p^(r−1)·q`, e prime to p, p − 1 and q − 1;
/// 2. `d_p = e⁻¹ mod (p − 1)`, `d_q = e⁻¹ mod (q − 1)`.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    original::generate(params, generator)
}

/// The key prepared: with k = r − 1, `C^(d_p − 1) mod p` for the lift to p^k, and `C^{d_q} mod q`.
pub(super) struct MultiPowerOperation {
    p: Modulus,
    q: Modulus,
    exponent_p: Exponent,
    exponent_q: Exponent,
    lift: HenselLift,
    garner: Garner,
}

pub(super) fn operation(params: &CheckedParams, components: &Components) -> Option<MultiPowerOperation> {
    let (n, k) = (params.modulus_length, params.primes - 1);
    let [p, q] = [0, 1].map(|index| Modulus::for_numbers_of(n, &components.primes[index]).expect("primes are odd"));
    let [d_p, d_q] = [0, 1].map(|index| &components.crt_exponents[index]);
    let lift = HenselLift::new(&p, k, &components.public_exponents[0], n)?;
    let power = Modulus::new(&components.primes[0].pow(k as u32)).expect("a power of an odd prime");
    let garner = Garner::new([&power, &q], &components.crt_coefficients);
    Some(MultiPowerOperation {
        // Odd, like every inverse modulo the even p − 1: not zero.
        exponent_p: Exponent::secret(&(d_p - 1u8), p.bit_length()),
        exponent_q: Exponent::secret(d_q, q.bit_length()),
        lift,
        garner,
        p,
        q,
    })
}

impl PrivateOperation for MultiPowerOperation {
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        vec![
            Exponentiation { base: ciphertext, exponent: &self.exponent_p, modulus: &self.p },
            Exponentiation { base: ciphertext, exponent: &self.exponent_q, modulus: &self.q },
        ]
    }

    fn recombine(&self, ciphertext: &Natural, powers: &[Natural], engine: Engine) -> Result<Natural, Error> {
        let [power_p, power_q] = powers else { unreachable!("two answers for two exponentiations") };
        // A multiple of p gives p away to anybody who takes the gcd with N: refusing it tells nothing new.
        if declassify(self.p.reduce(ciphertext).is_zero()) == 1 {
            return Err(Error::NotInvertible);
        }
        // M_1 = C^d mod p^k by lifting; M = M_1 + p^k·((M_2 − M_1)·(p^k)⁻¹ mod q)
        let lifted = self.lift.lift(&self.p, ciphertext, power_p, engine);
        Ok(self.garner.combine([(&self.p, &lifted), (&self.q, power_q)]))
    }
}
