//! Unbalanced RSA (Shamir, "RSA for paranoids", CryptoBytes 1(3), 1995): N = p·q with a short prime p, and messages below p. The
//! private operation is one short exponentiation, `M = C^{d_p} mod p`. A long q makes the number field sieve hopeless, and p is as
//! long as the elliptic curve method asks for.
//!
//! # Why every result is checked
//!
//! The bare answer `C^{d_p} mod p` must never leave. Of a message m ≥ p it gives m mod p, so that `gcd(m − (m mod p), N) = p`: one
//! question breaks the key (Gilbert, Gupta, Odlyzko, Quisquater, "Attacks on Shamir's 'RSA for paranoids'", Information
//! Processing Letters 68, 1998). To encrypt the answer again and to release it only if that gives C is not enough: then there is
//! an answer exactly for the messages below p, and as many questions as p has bits find p by bisection.
//!
//! So messages have a public bound, `B = 2^(|p| − 1) < p`, and an answer M is released only if M < B and `M^e ≡ C mod N`. Then
//! there is an answer exactly for the ciphertexts of messages below B, and it is that message:
//!
//! * If `C ≡ m^e mod N` with m < B, then m < p, because p has its top bit set. Hence `C^{d_p} mod p = m`, which passes both checks.
//! * If an answer M passes, then M < B and C is its ciphertext; there is no other m < N with this ciphertext, because e is prime to
//!   p − 1 and q − 1.
//!
//! Whether there is an answer, and which, therefore follows from C, N, e and B: it says nothing about p that the public key does
//! not say. The check does not depend on which guards are chosen, and its failures are one error.
//!
//! # What the time of a failure may tell
//!
//! After a failure new blinding factors are drawn, so the next operation takes longer. Even behind a padding, time may therefore
//! show whether a ciphertext has an answer: for the ciphertext of an unknown m times `s^e`, whether `m·s mod N < B`. With small s
//! this shows a few of the top bits of m, about as many as there are zero bits above m. To learn more, as in Manger's attack on
//! OAEP (Crypto 2001), an attacker needs an s for which `m·s` exceeds N and is below B modulo N. One s in N/B is such, and N/B is
//! more than `2^(n/2)`.

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};

use super::original;
use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::{CheckedParams, Components, Error};

/// Key generation:
///
/// 1. primes p of |p| bits and q of n − |p| bits, each at least `2^(−1/2)` of the power of two above it, so that N has n bits;
///    e prime to p − 1 and q − 1;
/// 2. `d = e⁻¹ mod λ(N)` and its residue `d_p`. The operation needs no other number.
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    original::generate(params, generator)
}

/// The key prepared: `C^{d_p} mod p`.
pub(crate) struct UnbalancedOperation {
    p: Modulus,
    exponent: Exponent,
    modulus_length: usize,
}

pub(super) fn operation(components: &Components) -> UnbalancedOperation {
    let modulus_length = components.modulus.bits() as usize;
    let p = Modulus::for_numbers_of(modulus_length, &components.primes[0]).expect("primes are odd");
    let exponent = Exponent::secret(&components.crt_exponents[0], p.bit_length());
    UnbalancedOperation { p, exponent, modulus_length }
}

impl UnbalancedOperation {
    /// The message at the width of N, **not checked**, freed of a blinding factor by its inverse modulo N. What is left of a
    /// message times v is known modulo p only, so the inverse is taken modulo p as well.
    pub(crate) fn message(&self, power: &Natural, unblinding: Option<&Natural>) -> Natural {
        let unblinded = unblinding.map(|factor| self.p.multiply(power, &self.p.montgomery_form(factor)));
        let one = Natural::from_be_bytes(&[1], self.p.bit_length());
        let message = unblinded.as_ref().unwrap_or(power);
        Natural::zero(self.modulus_length).plus_product(message, &one, self.modulus_length)
    }
}

impl PrivateOperation for UnbalancedOperation {
    fn exponentiations<'a>(&'a self, ciphertext: &'a Natural) -> Vec<Exponentiation<'a>> {
        vec![Exponentiation { base: ciphertext, exponent: &self.exponent, modulus: &self.p }]
    }

    fn recombine(&self, _: &Natural, powers: &[Natural], _: Engine) -> Result<Natural, Error> {
        Ok(self.message(&powers[0], None))
    }
}
