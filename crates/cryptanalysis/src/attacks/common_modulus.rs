//! One modulus with several public exponents, as batch RSA has it, and keys made on a common modulus.
//!
//! **One message under two exponents** (Simmons, "A 'weak' privacy protocol using the RSA crypto algorithm", Cryptologia 7,
//! 1983): with coprime e_1 and e_2 Bézout's `a·e_1 − b·e_2 = 1` gives `c_1^a·c_2^(−b) = m`. The attacker needs both ciphertexts
//! and nothing secret; the modulus is not factored. Cost: two powers with exponents below e_1 and e_2. Defence: padding that is
//! random, such as OAEP, so that no two ciphertexts hold the same number. [`attack`].
//!
//! **Several owners** (DeLaurentis, "A further weakness in the common modulus protocol for the RSA cryptoalgorithm", Cryptologia
//! 8, 1984): `e_1·d_1 − 1` is a multiple of λ(N), which splits N (SP 800-56B rev. 2, appendix C.1), so that who is given one
//! pair has them all. Cost: a few powers. Defence: one owner for all exponents of a modulus. [`pairs_from_one`].

use modular_powers::{Modulus, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::{Engine, KeyParams, PrivateKey, PublicKey, Variant};

use super::{fresh_key, power::power_vartime};
use crate::{Error, OnProgress};

/// What the attacker has.
#[derive(Clone, Debug)]
pub struct Target {
    /// Two keys with the same modulus.
    pub keys: [PublicKey; 2],
    /// What one message was encrypted to, under each.
    pub ciphertexts: [BigUint; 2],
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The message, if both ciphertexts are of the same.
    pub message: Option<BigUint>,
}

impl Outcome {
    /// Why nothing was found, in a sentence.
    pub fn reason(&self) -> Option<String> {
        let reason = "no number encrypts to both ciphertexts: they are of different messages, or were padded at random";
        self.message.is_none().then(|| reason.into())
    }
}

/// Finds the message that was encrypted, without padding, under two exponents of one modulus.
///
/// # Errors
/// [`Error::NotApplicable`] when the moduli differ, the exponents have a common factor g (then Bézout ends at `m^g`), or the
/// second ciphertext has a factor in common with N, which gives N away by itself;
/// [`MessageOutOfRange`](rsa_variants::Error::MessageOutOfRange) for a ciphertext that is not below N; [`Error::Aborted`].
pub fn attack(target: &Target, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
    let Target { keys, ciphertexts } = target;
    let modulus = keys[0].modulus();
    if keys[1].modulus() != modulus {
        return Err(Error::NotApplicable("the two keys have different moduli, not one in common".into()));
    }
    let exponents = keys.each_ref().map(PublicKey::public_exponent);
    let common = exponents[0].gcd(&exponents[1]);
    if common != BigUint::from(1u8) {
        return Err(Error::NotApplicable(format!(
            "the public exponents have the common factor {common}, so that only the message's power with it is found"
        )));
    }
    for ciphertext in ciphertexts {
        keys[0].number(&ciphertext.to_bytes_be())?;
    }
    let Some(inverse) = ciphertexts[1].modinv(&modulus) else {
        return Err(Error::NotApplicable("the second ciphertext has a factor in common with the modulus".into()));
    };
    let prepared = Modulus::new(&modulus).map_err(rsa_variants::Error::from)?;
    // a·e_1 = 1 + b·e_2, with a below e_2 and so b below e_1.
    let a = exponents[0].modinv(&exponents[1]).expect("the exponents are coprime");
    let b = (&a * &exponents[0] - 1u8) / &exponents[1];
    let mut powers = Vec::new();
    for (name, base, exponent) in
        [("first ciphertext", &ciphertexts[0], &a), ("inverse of the second ciphertext", &inverse, &b)]
    {
        let step = format!("raising the {name} to an exponent of {} bits", exponent.bits());
        powers.push(power_vartime(base, exponent, &prepared, step, &mut *on_progress)?);
    }
    let message = powers.into_iter().product::<BigUint>() % &modulus;
    for (exponent, ciphertext) in exponents.iter().zip(ciphertexts) {
        let step = format!("encrypting what was found with the exponent of {} bits, to compare", exponent.bits());
        if power_vartime(&message, exponent, &prepared, step, &mut *on_progress)? != *ciphertext {
            return Ok(Outcome { message: None });
        }
    }
    Ok(Outcome { message: Some(message) })
}

/// What one pair of exponents gives away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The primes of the modulus, the longest first.
    pub primes: Vec<BigUint>,
    /// A private exponent for each public one.
    pub private_exponents: Vec<BigUint>,
}

/// Finds everybody's private exponents from one's own: the first key's. The library's key recovery does it in one call,
/// which tells nothing before its end: some tenths of a second at 2048 bits.
///
/// # Errors
/// [`Error::NotApplicable`] for keys of different moduli, or none; those of [`PrivateKey::from_exponents`] for exponents that
/// are no pair.
///
/// ```
/// use core::ops::ControlFlow;
/// use rsa_cryptanalysis::attacks::common_modulus::{demonstration, pairs_from_one};
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::{KeyParams, Variant};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let params = KeyParams::new(Variant::Batch, 512);
/// let demonstration = demonstration(&mut rng, &params, &mut |_| ControlFlow::Continue(()))?;
/// let pairs = pairs_from_one(demonstration.key.public_keys(), &demonstration.private_exponent, &mut rng)?;
/// assert_eq!(pairs.private_exponents.len(), 4);
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub fn pairs_from_one(keys: &[PublicKey], private_exponent: &BigUint, rng: &mut dyn CryptoRng) -> Result<Pairs, Error> {
    let Some((own, others)) = keys.split_first() else {
        return Err(Error::NotApplicable("there is no key".into()));
    };
    let modulus = own.modulus();
    if others.iter().any(|key| key.modulus() != modulus) {
        return Err(Error::NotApplicable("the keys have different moduli, not one in common".into()));
    }
    let key = PrivateKey::from_exponents(&modulus, &own.public_exponent(), private_exponent, rng)?;
    let primes = key.components().primes.clone();
    let lambda = carmichael(&primes);
    let inverse = |key: &PublicKey| key.public_exponent().modinv(&lambda);
    let private_exponents = keys.iter().map(inverse).collect::<Option<_>>();
    let private_exponents = private_exponents
        .ok_or_else(|| Error::NotApplicable("a public exponent has a factor in common with λ(N)".into()))?;
    Ok(Pairs { primes, private_exponents })
}

/// What the attacker has, and the key.
#[derive(Debug)]
pub struct Demonstration {
    /// One message under the key's first two exponents.
    pub target: Target,
    /// For [`pairs_from_one`]: the private exponent of the first public one, alone.
    pub private_exponent: BigUint,
    /// The message.
    pub message: BigUint,
    /// The batch key.
    pub key: PrivateKey,
}

/// A fresh batch key, and a random message under its first two exponents.
///
/// # Errors
/// [`Error::Option`] for another variant; those of key generation; [`Error::Aborted`].
pub fn demonstration(
    rng: &mut dyn CryptoRng,
    params: &KeyParams,
    on_progress: OnProgress<'_>,
) -> Result<Demonstration, Error> {
    if params.variant != Variant::Batch {
        return Err(Error::option("variant", format!("is {}, but must be batch", params.variant.name())));
    }
    let key = fresh_key::generate(rng, params, on_progress)?;
    let components = key.components();
    let message = random::in_interval(&BigUint::from(2u8), &components.modulus, rng);
    let keys = [0, 1].map(|index| key.public_keys()[index].clone());
    let ciphertexts = encrypted(&keys, &message)?;
    // The key's d is the inverse of the product of all exponents.
    let others: BigUint = components.public_exponents[1..].iter().product();
    let private_exponent = &components.private_exponent * others % carmichael(&components.primes);
    Ok(Demonstration { target: Target { keys, ciphertexts }, private_exponent, message, key })
}

/// λ(N) of a product of different primes.
fn carmichael(primes: &[BigUint]) -> BigUint {
    primes.iter().fold(BigUint::from(1u8), |lambda, prime| lambda.lcm(&(prime - 1u8)))
}

/// The message under both keys, as it is.
fn encrypted(keys: &[PublicKey; 2], message: &BigUint) -> Result<[BigUint; 2], Error> {
    let block = message.to_bytes_be();
    let [first, second] = keys.each_ref().map(|key| key.encrypt_raw(&block, Engine::default()));
    Ok([first?, second?].map(|block| BigUint::from_bytes_be(&block)))
}

#[cfg(test)]
mod tests;
