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
use rsa_variants::{BATCH_EXPONENTS, Engine, KeyParams, PrivateKey, PublicKey, Variant};

use super::entry::{Attack, Example, Facts};
use super::record::{Fields, Member, Record, Structure, choices, record};
use super::{fresh_key, power::power_vartime};
use crate::progress::Step;
use crate::{Error, OnProgress, Source};

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

const NO_MESSAGE: &str =
    "no number encrypts to both ciphertexts: they are of different messages, or their padding is random";

impl Outcome {
    /// Why nothing was found, in one sentence.
    pub fn reason(&self) -> Option<String> {
        self.message.is_none().then(|| NO_MESSAGE.into())
    }
}

/// Finds a message that was encrypted without padding under two exponents of one modulus.
///
/// # Errors
/// [`Error::NotApplicable`] if the moduli differ, if the exponents have a common factor g (then the attack finds only `m^g`), or
/// if the second ciphertext shares a factor with N, which factors N by itself;
/// [`MessageOutOfRange`](rsa_variants::Error::MessageOutOfRange) for a ciphertext that is not below N; [`Error::Aborted`].
#[inline] // As `run` in attacks.rs.
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
#[inline] // As `run` in attacks.rs.
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
#[inline] // As `run` in attacks.rs.
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
#[inline] // As `run` in attacks.rs.
fn encrypted(keys: &[PublicKey; 2], message: &BigUint) -> Result<[BigUint; 2], Error> {
    let block = message.to_bytes_be();
    let [first, second] = keys.each_ref().map(|key| key.encrypt_raw(&block, Engine::default()));
    Ok([first?, second?].map(|block| BigUint::from_bytes_be(&block)))
}

record! {
    /// What anyone sees: one unpadded message, encrypted under two exponents.
    pub struct Outsider as "OutsiderTarget" {
        /// The key with the first exponent.
        pub key: PublicKey,
        /// Another exponent for the same modulus.
        pub second_public_exponent: BigUint =>
            given("another e", "as an outsider: another public exponent of this modulus"),
        /// The message, encrypted under each exponent.
        pub ciphertexts: [BigUint; 2] => given(
            "ciphertexts",
            "the ciphertexts of one unpadded message, with the key's exponent and with the second one"
        ),
    }
}

record! {
    /// What one of several owners has: a pair of exponents, and the public exponents of the others.
    pub struct Owner as "OwnerTarget" {
        /// N.
        pub modulus: BigUint,
        /// The owner's own comes first.
        pub public_exponents: Vec<BigUint> => given(
            "every e",
            "as an owner, with a private key as --key: the other public exponents of this modulus"
        ),
        /// d for the first public exponent.
        pub private_exponent: BigUint,
    }
}

/// What an attacker has.
pub enum AnyTarget {
    /// Two ciphertexts.
    Outsider(Box<Outsider>),
    /// A private exponent.
    Owner(Owner),
}

impl Structure for AnyTarget {
    fn forms() -> Vec<Fields> {
        [Outsider::forms(), Owner::forms()].concat()
    }
    #[inline]
    fn write_all(&self, record: &mut Record) {
        match self {
            Self::Outsider(outsider) => outsider.write_all(record),
            Self::Owner(owner) => owner.write_all(record),
        }
    }
    #[inline]
    fn read_all(record: &Record) -> Result<Self, Error> {
        if Option::<BigUint>::read("private_exponent", record)?.is_some() {
            Owner::read_all(record).map(Self::Owner)
        } else {
            Outsider::read_all(record).map(|outsider| Self::Outsider(outsider.into()))
        }
    }
}

record! {
    /// The key to make, and for whom.
    pub struct Wish {
        /// Who attacks.
        pub attacker: Attacker = Attacker::Outsider => choice("Who attacks"),
        /// n.
        pub modulus_length: usize = 1024 => modulus_length(),
        /// The number of exponents.
        pub batch_size: Option<usize> = Some(4) => number("Public exponents", "exponents", 2, BATCH_EXPONENTS.len()),
    }
}

choices! {
    /// Who attacks.
    pub enum Attacker {
        /// Anyone.
        Outsider = "outsider", "Anyone with two ciphertexts";
        /// The owner of the first exponent.
        Owner = "owner", "An owner with one private exponent";
    }
}

record! {
    /// What was found.
    #[derive(Clone)]
    pub struct Found {
        /// Only for an outsider.
        pub message: Option<BigUint>,
        /// Only for an owner.
        pub primes: Option<Vec<BigUint>>,
        /// Only for an owner: d for each public exponent.
        pub private_exponents: Option<Vec<BigUint>>,
    }
}

record! {
    /// What was found, if anything.
    pub struct Run {
    } hidden {
        /// Absent if there is no such message.
        pub found: Option<Found>,
    }
}

record! {
    /// What the attacker is after: the message for anyone, the primes and exponents for an owner.
    pub struct Secret {
        /// The message.
        pub message: BigUint,
    }
}

/// The attack for programs in other languages.
pub(crate) struct Entry;

impl Attack for Entry {
    const FACTS: Facts = Facts {
        name: "common-modulus",
        title: "Several exponents on one modulus",
        breaks: "Batch keys and other keys with a common modulus: any unpadded message that is encrypted under two coprime \
                 exponents, and every key if the exponents have several owners.",
        needs: "Two ciphertexts of the same message, or one private exponent (J. M. DeLaurentis, Cryptologia 8(3), 1984).",
        cost: "Two modular powers with exponents as long as e: less than a second.",
        defense: "Use randomized padding such as OAEP, and keep all exponents of a modulus with one owner.",
        source: Source {
            authors: "Gustavus J. Simmons",
            title: "A “Weak” Privacy Protocol Using the RSA Crypto Algorithm",
            published_in: "Cryptologia 7(2)",
            year: 1983,
        },
        is_seeded: false,
    };
    type Target = AnyTarget;
    type Options = ();
    type Outcome = Run;
    type Found = Found;
    type Estimate = ();
    type Wish = Wish;
    type Fitting = ();
    type Secret = Secret;
    type Aside = ();

    #[inline]
    fn attack(target: &AnyTarget, _: &(), rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<Run, Error> {
        let found = match target {
            AnyTarget::Outsider(outsider) => {
                let Outsider { key, second_public_exponent, ciphertexts } = &**outsider;
                let keys = [key.clone(), PublicKey::new(&key.modulus(), second_public_exponent)?];
                let outcome = attack(&Target { keys, ciphertexts: ciphertexts.clone() }, on_progress)?;
                outcome.message.map(|message| Found { message: Some(message), primes: None, private_exponents: None })
            }
            AnyTarget::Owner(Owner { modulus, public_exponents, private_exponent }) => {
                let keys =
                    public_exponents.iter().map(|e| PublicKey::new(modulus, e)).collect::<Result<Vec<_>, _>>()?;
                // A single library call, which cannot be interrupted.
                Step::begin("splitting N with a multiple of λ(N)".into(), None, on_progress)?;
                let Pairs { primes, private_exponents } = pairs_from_one(&keys, private_exponent, rng)?;
                Some(Found { message: None, primes: Some(primes), private_exponents: Some(private_exponents) })
            }
        };
        Ok(Run { found })
    }

    #[inline]
    fn found(outcome: &Run) -> Option<Found> {
        outcome.found.clone()
    }

    fn reason(_: &Run, _: &AnyTarget, _: &()) -> Option<String> {
        Some(NO_MESSAGE.into())
    }

    #[inline]
    fn example(wish: &Wish, rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<Example<Self>, Error> {
        let Wish { attacker, modulus_length, batch_size } = *wish;
        let params = KeyParams { batch_size, ..KeyParams::new(Variant::Batch, modulus_length) };
        let Demonstration { target, private_exponent, message, key } = demonstration(rng, &params, on_progress)?;
        let components = key.components();
        let target = match attacker {
            Attacker::Outsider => {
                let Target { keys: [key, second], ciphertexts } = target;
                let second_public_exponent = second.public_exponent();
                AnyTarget::Outsider(Outsider { key, second_public_exponent, ciphertexts }.into())
            }
            Attacker::Owner => AnyTarget::Owner(Owner {
                modulus: components.modulus.clone(),
                public_exponents: components.public_exponents.clone(),
                private_exponent,
            }),
        };
        let example = Example::new(target, components.primes.clone(), Secret { message });
        Ok(Example { params: Some(key.params()), ..example })
    }
}

#[cfg(test)]
mod tests;
