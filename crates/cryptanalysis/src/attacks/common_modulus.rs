//! Several public exponents on one modulus, as in batch RSA and in keys made on a common modulus.
//!
//! **One message under two exponents** (Simmons, "A 'weak' privacy protocol using the RSA crypto algorithm", Cryptologia 7,
//! 1983; [`attack`]): with coprime e_1 and e_2, Bézout's `a·e_1 − b·e_2 = 1` gives `c_1^a·c_2^(−b) = m`. The attacker needs both
//! ciphertexts and no secret; the modulus is not factored. Cost: two powers with exponents below e_1 and e_2. Defense: randomized
//! padding, such as OAEP, so that no two ciphertexts contain the same number.
//!
//! **Several owners** (DeLaurentis, "A further weakness in the common modulus protocol for the RSA cryptoalgorithm", Cryptologia
//! 8, 1984; [`pairs_from_one`]): `e_1·d_1 − 1` is a multiple of λ(N), which splits N (SP 800-56B rev. 2, appendix C.1). So anyone
//! who has one pair of exponents can compute all of them. Cost: a few powers. Defense: a single owner for all exponents of a
//! modulus.

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
    /// The same message, encrypted under each key.
    pub ciphertexts: [BigUint; 2],
}

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The message, if both ciphertexts are of the same message.
    pub message: Option<BigUint>,
}

impl Outcome {
    /// Why nothing was found, in one sentence.
    pub fn reason(&self) -> Option<String> {
        let reason =
            "no number encrypts to both ciphertexts: they are of different messages, or their padding is random";
        self.message.is_none().then(|| reason.into())
    }
}

/// Finds a message that was encrypted without padding under two exponents of one modulus.
///
/// # Errors
/// [`Error::NotApplicable`] if the moduli differ, if the exponents have a common factor g (then the attack finds only `m^g`), or
/// if the second ciphertext shares a factor with N, which factors N by itself;
/// [`MessageOutOfRange`](rsa_variants::Error::MessageOutOfRange) for a ciphertext that is not below N; [`Error::Aborted`].
pub fn attack(target: &Target, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
    let Target { keys, ciphertexts } = target;
    let modulus = keys[0].modulus();
    if keys[1].modulus() != modulus {
        return Err(Error::NotApplicable("the two keys have different moduli, but must have the same".into()));
    }
    let exponents = keys.each_ref().map(PublicKey::public_exponent);
    let common = exponents[0].gcd(&exponents[1]);
    if common != BigUint::from(1u8) {
        return Err(Error::NotApplicable(format!(
            "the public exponents have the common factor {common}, so the attack would find only that power of the message"
        )));
    }
    for ciphertext in ciphertexts {
        keys[0].number(&ciphertext.to_bytes_be())?;
    }
    let Some(inverse) = ciphertexts[1].modinv(&modulus) else {
        return Err(Error::NotApplicable("the second ciphertext shares a factor with the modulus".into()));
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
        let step = format!("encrypting the result with the exponent of {} bits, to compare", exponent.bits());
        if power_vartime(&message, exponent, &prepared, step, &mut *on_progress)? != *ciphertext {
            return Ok(Outcome { message: None });
        }
    }
    Ok(Outcome { message: Some(message) })
}

/// What one pair of exponents reveals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The primes of the modulus, longest first.
    pub primes: Vec<BigUint>,
    /// A private exponent for each public one.
    pub private_exponents: Vec<BigUint>,
}

/// Finds the private exponents of all keys from that of the first. The library's key recovery does this in one call, which
/// reports no progress: some tenths of a second at 2048 bits.
///
/// # Errors
/// [`Error::NotApplicable`] if there are no keys or their moduli differ; the errors of [`PrivateKey::from_exponents`] if the
/// exponents are not a pair.
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
        return Err(Error::NotApplicable("there must be at least one key, got none".into()));
    };
    let modulus = own.modulus();
    if others.iter().any(|key| key.modulus() != modulus) {
        return Err(Error::NotApplicable("the keys have different moduli, but must have the same".into()));
    }
    let key = PrivateKey::from_exponents(&modulus, &own.public_exponent(), private_exponent, rng)?;
    let primes = key.components().primes.clone();
    let lambda = carmichael(&primes);
    let inverse = |key: &PublicKey| key.public_exponent().modinv(&lambda);
    let private_exponents = keys.iter().map(inverse).collect::<Option<_>>();
    let private_exponents =
        private_exponents.ok_or_else(|| Error::NotApplicable("a public exponent shares a factor with λ(N)".into()))?;
    Ok(Pairs { primes, private_exponents })
}

/// What the attacker has, and the key.
#[derive(Debug)]
pub struct Demonstration {
    /// One message under the key's first two exponents.
    pub target: Target,
    /// For [`pairs_from_one`]: only the private exponent that belongs to the first public one.
    pub private_exponent: BigUint,
    /// The message.
    pub message: BigUint,
    /// The batch key.
    pub key: PrivateKey,
}

/// Makes a fresh batch key, and encrypts a random message under its first two exponents.
///
/// # Errors
/// [`Error::Option`] for another variant; the errors of key generation; [`Error::Aborted`].
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
    let message = random::in_interval(&BigUint::from(2u8), &components.modulus, rng)?;
    let keys = [0, 1].map(|index| key.public_keys()[index].clone());
    let ciphertexts = encrypted(&keys, &message)?;
    // The d of a batch key is the inverse of the product of all its exponents.
    let others: BigUint = components.public_exponents[1..].iter().product();
    let private_exponent = &components.private_exponent * others % carmichael(&components.primes);
    Ok(Demonstration { target: Target { keys, ciphertexts }, private_exponent, message, key })
}

/// λ(N) for a product of distinct primes.
fn carmichael(primes: &[BigUint]) -> BigUint {
    primes.iter().fold(BigUint::from(1u8), |lambda, prime| lambda.lcm(&(prime - 1u8)))
}

/// The unpadded message, encrypted under both keys.
fn encrypted(keys: &[PublicKey; 2], message: &BigUint) -> Result<[BigUint; 2], Error> {
    let block = message.to_bytes_be();
    let [first, second] = keys.each_ref().map(|key| key.encrypt_raw(&block, Engine::default()));
    Ok([first?, second?].map(|block| BigUint::from_bytes_be(&block)))
}

#[cfg(test)]
mod tests;
