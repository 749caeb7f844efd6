//! A fault in an operation with the Chinese remainder theorem (Boneh, DeMillo, Lipton, "On the importance of checking
//! cryptographic protocols for faults", Eurocrypt 1997), with one signature of a known message (Lenstra, "Memo on RSA signature
//! generation in the presence of faults", 1996).
//!
//! **Falls to it**: every key whose private operation works prime by prime, whatever its exponents, as soon as it answers once
//! with a share that is wrong: a bit that flipped in memory, a glitch of the supply, a mistake in a program. The attacker
//! needs the answer s and the number m that was signed or decrypted; a signature with a random salt that nobody knows (PSS)
//! does not serve.
//!
//! **Cost**: one public operation and a gcd. s is right modulo the other primes, so that they divide `s^e − m`, and not the one
//! whose share is wrong: `gcd(s^e − m, N)` is a factor. Of r primes with one wrong share, it is the product of the r − 1 others.
//!
//! **Defence**: the result is checked before its release: encrypted again where e is short; where e is as long as N, prime by
//! prime ([`Protection`]). Blinding does not help.
//!
//! What the check of long exponents cannot see: it computes each share twice, both times with the stored CRT exponent. If that
//! was wrong when the key was prepared ([`Place::CrtExponent`]), the wrong share is confirmed and released. Numbers from
//! storage that may have been disturbed go through [`PrivateKey::from_components`], not [`PrivateKey::restore`].

use modular_powers::{Modulus, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::{Components, KeyParams, Options, PrivateKey, PublicKey, Variant, hazmat::Protection};

use super::{fresh_key, power::power_vartime};
use crate::{Error, OnProgress};

/// What the attacker has.
#[derive(Clone, Debug)]
pub struct Target {
    /// The public key.
    pub key: PublicKey,
    /// m, the number that was signed: the padded hash, where a padding is.
    pub message: BigUint,
    /// s, what the private operation made of it.
    pub signature: BigUint,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Two factors of N, the greater first: its primes, or of more than two primes the one with the wrong share and the product
    /// of the others.
    pub factors: Option<[BigUint; 2]>,
    /// Whether the signature is right.
    pub signature_is_right: bool,
}

impl Outcome {
    /// Why nothing was found, in a sentence.
    pub fn reason(&self) -> Option<String> {
        let reason = if self.signature_is_right {
            "the signature is right: there was no fault"
        } else {
            "s^e − m has no factor in common with N: the signature is wrong modulo every prime"
        };
        self.factors.is_none().then(|| reason.into())
    }
}

/// Factors N with a faulty signature.
///
/// # Errors
/// [`MessageOutOfRange`](rsa_variants::Error::MessageOutOfRange) for a message or signature that is not below N;
/// [`Error::Aborted`].
pub fn attack(target: &Target, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
    let Target { key, message, signature } = target;
    for number in [message, signature] {
        key.number(&number.to_bytes_be())?;
    }
    let (modulus, e) = (key.modulus(), key.public_exponent());
    let prepared = Modulus::new(&modulus).map_err(rsa_variants::Error::from)?;
    let step = format!("raising the signature to the public exponent of {} bits", e.bits());
    let encrypted = power_vartime(signature, &e, &prepared, step, on_progress)?;
    let factor = (encrypted + &modulus - message).gcd(&modulus);
    let signature_is_right = factor == modulus;
    let factors = (!signature_is_right && factor != BigUint::from(1u8)).then(|| {
        let other = &modulus / &factor;
        if other > factor { [other, factor] } else { [factor, other] }
    });
    Ok(Outcome { factors, signature_is_right })
}

/// Which stored number of the first prime, p, has one bit flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// d_p: a wrong share.
    CrtExponent,
    /// The first CRT coefficient, `q⁻¹ mod p` (multi-power: `p^(1−r) mod q`): right shares wrongly put together, so that the
    /// result is wrong modulo p (multi-power: q).
    CrtCoefficient,
}

/// A faulty signature, and how it came about.
#[derive(Debug)]
pub struct Demonstration {
    /// What the attacker sees: the signature by the disturbed key, blinded, without the check.
    pub target: Target,
    /// The same with the check: what it released, or [`FaultDetected`](rsa_variants::Error::FaultDetected).
    pub with_check: Result<BigUint, rsa_variants::Error>,
    /// The bit that was flipped, 0 the least significant.
    pub bit: u64,
    /// The key as it was before.
    pub key: PrivateKey,
}

/// A fresh key, one bit of which is flipped before the library prepares it again, unchecked, and its signature of a random
/// number.
///
/// # Errors
/// [`Error::Option`] for the variants original and unbalanced, which put no shares together, and for the CRT exponents of
/// batch, whose operation has exponents of its own; those of key generation; [`Error::Aborted`].
///
/// ```
/// use core::ops::ControlFlow;
/// use rsa_cryptanalysis::attacks::fault::{Place, attack, demonstration};
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::{Error, KeyParams, Variant};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let params = KeyParams::new(Variant::Crt, 512);
/// let seen = demonstration(&mut rng, &params, Place::CrtExponent, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(seen.with_check, Err(Error::FaultDetected));
/// let outcome = attack(&seen.target, &mut |_| ControlFlow::Continue(()))?;
/// assert!(outcome.factors.is_some());
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub fn demonstration(
    rng: &mut dyn CryptoRng,
    params: &KeyParams,
    place: Place,
    on_progress: OnProgress<'_>,
) -> Result<Demonstration, Error> {
    if params.variant == Variant::Original {
        return Err(Error::option("variant", "is original, but must be one with the Chinese remainder theorem"));
    }
    if params.variant == Variant::Unbalanced {
        let problem = "is unbalanced, which computes modulo one prime only and checks every result";
        return Err(Error::option("variant", problem));
    }
    if params.variant == Variant::Batch && place == Place::CrtExponent {
        return Err(Error::option("place", "is the CRT exponent, which a batch key does not use"));
    }
    let key = fresh_key::generate(rng, params, on_progress)?;
    let (disturbed, bit) = disturbed(&key, place, rng)?;
    let message = random::in_interval(&BigUint::from(2u8), &key.components().modulus, rng);
    let mut signed = |guarded| {
        // Without a check there is no blinding either: its factors are never drawn without one.
        let protection = Protection { blinding: guarded, fault_check: guarded };
        let block = disturbed.decrypt_raw(&message.to_bytes_be(), Options::new(&mut *rng).protection(protection));
        block.map(|block| BigUint::from_bytes_be(&block))
    };
    let (signature, with_check) = (signed(false)?, signed(true));
    let target = Target { key: key.public_key().clone(), message, signature };
    Ok(Demonstration { target, with_check, bit, key })
}

/// The key with one bit flipped, and which one.
fn disturbed(key: &PrivateKey, place: Place, rng: &mut dyn CryptoRng) -> Result<(PrivateKey, u64), Error> {
    let mut bits: Vec<u64> = (1..stored(&mut key.components().clone(), place).bits()).collect();
    // Some bits give a number that is seen to be wrong at once: not below its prime. Others do not, of any number.
    loop {
        let index = rng.next_u64() % bits.len() as u64;
        let bit = bits.swap_remove(index as usize);
        let mut components = key.components().clone();
        let number = stored(&mut components, place);
        number.set_bit(bit, !number.bit(bit));
        match PrivateKey::restore(&key.params(), components) {
            Err(rsa_variants::Error::InconsistentKey(_)) if !bits.is_empty() => {}
            result => return Ok((result?, bit)),
        }
    }
}

fn stored(components: &mut Components, place: Place) -> &mut BigUint {
    match place {
        Place::CrtExponent => &mut components.crt_exponents[0],
        Place::CrtCoefficient => &mut components.crt_coefficients[0],
    }
}

#[cfg(test)]
mod tests;
