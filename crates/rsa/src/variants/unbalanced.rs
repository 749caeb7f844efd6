//! Unbalanced RSA (Shamir, "RSA for paranoids", CryptoBytes 1(3), 1995): N = p·q with a short prime p, and messages
//! below p. The private operation is one short exponentiation, `M = C^{d_p} mod p`. A long q makes the number field
//! sieve hopeless, and p is long enough to resist the elliptic curve method.
//!
//! # Why every result is checked
//!
//! The unchecked result `C^{d_p} mod p` must never be released. For a message m ≥ p it is m mod p, and
//! `gcd(m − (m mod p), N) = p`: a single chosen ciphertext breaks the key (Gilbert, Gupta, Odlyzko, Quisquater,
//! "Attacks on Shamir's 'RSA for paranoids'", Information Processing Letters 68, 1998). It is not enough to encrypt the
//! result again and to release it only if that gives C. Then exactly the messages below p would be answered, and an
//! attacker finds p by bisection, with one ciphertext for each bit of p.
//!
//! So messages have a public bound, `B = 2^(|p| − 1) < p`, and a result M is released only if M < B and
//! `M^e ≡ C mod N`. Then exactly the ciphertexts of messages below B are answered, and the answer is that message:
//!
//! * If `C ≡ m^e mod N` with m < B, then m < p, because the top bit of p is set. Hence `C^{d_p} mod p = m`, which
//!   passes both checks.
//! * If a result M passes, then M < B and C is its ciphertext. No other m < N has this ciphertext, because e is coprime
//!   to p − 1 and q − 1.
//!
//! So C, N, e and B determine whether there is an answer, and which. It reveals nothing about p that the public key
//! does not reveal. The check runs even if the guards are off, and all its failures give the same error.
//!
//! # What the time of a failure may reveal
//!
//! After a failure new blinding factors are drawn, so the next operation takes longer. Even with a padding, the time
//! may therefore show whether a ciphertext is answered: for the ciphertext of an unknown m times `s^e`, whether
//! `m·s mod N < B`. With small s this shows a few of the top bits of m, about as many as there are zero bits above m.
//! To learn more, as in Manger's attack on OAEP (Crypto 2001), an attacker needs an s for which `m·s` exceeds N but is
//! below B modulo N. Only one s in N/B has this property, and N/B is more than `2^(n/2)`.

use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural};

use super::Operation;
use super::definition::{Definition, Powers, Purpose, Speedup, USUAL};
use crate::operation::PrivateOperation;
use crate::{CheckedParams, Components, Error};

pub(super) const DEFINITION: Definition = Definition {
    name: "unbalanced",
    title: "Unbalanced",
    source: "Shamir 1995",
    powers: Powers::ShortPrime,
    purpose: Purpose::ShortMessages,
    no_standard_format: Some("cannot hold the bound of its messages, and neither can SPKI"),
    caveat: Some(
        "Decryption computes only modulo the short prime, and answers only for messages below a public bound: an answer for a longer \
         message would reveal the prime (Gilbert, Gupta, Odlyzko, Quisquater 1998). Such keys are little studied.",
    ),
    speedup: Speedup { modulus_length: 3, prime_length: -3, ..Speedup::times(1.0) },
    ..USUAL
};

/// Key generation:
///
/// 1. primes p of |p| bits and q of n − |p| bits, each at least `2^(−1/2)` of the power of two above it, so that N has
///    n bits, with e coprime to p − 1 and q − 1;
/// 2. `d = e⁻¹ mod λ(N)` and its residue `d_p`. The operation needs no other number.
pub(super) use super::original::generate;

/// The prepared key, which computes `C^{d_p} mod p`.
#[derive(Hash)]
pub(crate) struct UnbalancedOperation {
    p: Modulus,
    exponent: Exponent,
    modulus_length: usize,
}

pub(super) fn prepare(_: &CheckedParams, components: &Components) -> Option<Operation> {
    let modulus_length = components.modulus.bits() as usize;
    let p = Modulus::for_numbers_of(modulus_length, &components.primes[0]).expect("primes are odd");
    let exponent = Exponent::secret(&components.crt_exponents[0], p.bit_length());
    Some(Operation::Unbalanced(Box::new(UnbalancedOperation { p, exponent, modulus_length })))
}

impl UnbalancedOperation {
    /// The message at the width of N, **not checked**. `unblinding` is the inverse of a blinding factor v modulo N. The
    /// product of message and v is known only modulo p, so the message is unblinded modulo p.
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
