//! Several public exponents on one modulus, as in batch RSA and in keys made on a common modulus.
//!
//! **One message under two exponents** (Simmons, "A 'weak' privacy protocol using the RSA crypto algorithm", Cryptologia 7,
//! 1983; [`Target::Outsider`]): with coprime e_1 and e_2, Bézout's `a·e_1 − b·e_2 = 1` gives `c_1^a·c_2^(−b) = m`. The attacker needs both
//! ciphertexts and no secret; the modulus is not factored. Cost: two powers with exponents below e_1 and e_2. Defense: randomized
//! padding, such as OAEP, so that no two ciphertexts contain the same number.
//!
//! **Several owners** (DeLaurentis, "A further weakness in the common modulus protocol for the RSA cryptoalgorithm", Cryptologia
//! 8, 1984; [`Target::Owner`]): `e_1·d_1 − 1` is a multiple of λ(N), which splits N (SP 800-56B rev. 2, appendix C.1). So anyone
//! who has one pair of exponents can compute all of them. Cost: a few powers. Defense: a single owner for all exponents of a
//! modulus.

use modular_powers::{Modulus, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{BATCH_EXPONENTS, Engine, KeyParams, PrivateKey, PublicKey, Variant};

use super::attack::{Attack, AttackResult, Example, ExampleResult, Facts, Outcome, Rng, types};
use super::record::{Fields, Member, Record, Structure, choices, options, record};
use super::{fresh_key, power::power_vartime};
use crate::progress::Step;
use crate::{Error, OnProgress, Source};

record! {
    /// What anyone sees: one unpadded message, encrypted under two exponents.
    #[derive(Clone, Debug)]
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
    #[derive(Clone, Debug)]
    pub struct Owner as "OwnerTarget" {
        /// N.
        pub modulus: BigUint,
        /// The owner's own comes first.
        pub public_exponents: Vec<BigUint> =>
            given("every e", "as an owner, with a private key as --key: the other public exponents of this modulus"),
        /// d for the first public exponent.
        pub private_exponent: BigUint,
    }
}

/// What an attacker has.
pub enum Target {
    /// Two ciphertexts.
    Outsider(Box<Outsider>),
    /// A private exponent.
    Owner(Owner),
}

impl Structure for Target {
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

options! {
    /// The key to make, and for whom.
    pub struct ExampleOptions {
        /// Who attacks.
        pub attacker: Attacker = Attacker::Outsider => choice("Who attacks"),
        /// n.
        pub modulus_length: usize = 1024 => modulus_length(),
        /// The number of exponents.
        pub batch_size: Option<usize> = Some(4) => number("Public exponents", "exponents", 2..=BATCH_EXPONENTS.len()),
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
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// What the attacker is after: the message for anyone, the primes and exponents for an owner.
    pub struct Answer {
        /// The message.
        pub message: BigUint,
    }
}

/// The message that was encrypted without padding under both exponents, or `None` if the ciphertexts are of different messages.
#[inline] // As `run` in attacks.rs.
fn message(
    Outsider { key, second_public_exponent, ciphertexts }: &Outsider,
    on_progress: OnProgress<'_>,
) -> Result<Option<BigUint>, Error> {
    let modulus = key.modulus();
    let exponents = [key.public_exponent(), PublicKey::new(&modulus, second_public_exponent)?.public_exponent()];
    let common = exponents[0].gcd(&exponents[1]);
    if common != BigUint::from(1u8) {
        return Err(Error::NotApplicable(format!(
            "the public exponents have the common factor {common}, so the attack would find only that power of the message"
        )));
    }
    for ciphertext in ciphertexts {
        key.number(&ciphertext.to_bytes_be())?;
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
            return Ok(None);
        }
    }
    Ok(Some(message))
}

/// The primes of the modulus, and a private exponent for each public one, from that of the first. The library's key recovery does
/// this in one call, which reports no progress: some tenths of a second at 2048 bits.
#[inline] // As `run` in attacks.rs.
fn pairs_from_one(
    Owner { modulus, public_exponents, private_exponent }: &Owner,
    rng: Rng<'_>,
    on_progress: OnProgress<'_>,
) -> Result<Found, Error> {
    let keys = public_exponents.iter().map(|e| PublicKey::new(modulus, e)).collect::<Result<Vec<_>, _>>()?;
    // A single library call, which cannot be interrupted.
    Step::begin("splitting N with a multiple of λ(N)".into(), None, on_progress)?;
    let Some(own) = keys.first() else {
        return Err(Error::NotApplicable("there must be at least one key, got none".into()));
    };
    let key = PrivateKey::from_exponents(modulus, &own.public_exponent(), private_exponent, rng)?;
    let primes = key.components().primes.clone();
    let lambda = carmichael(&primes);
    let inverse = |key: &PublicKey| key.public_exponent().modinv(&lambda);
    let private_exponents: Option<Vec<BigUint>> = keys.iter().map(inverse).collect();
    if private_exponents.is_none() {
        return Err(Error::NotApplicable("a public exponent shares a factor with λ(N)".into()));
    }
    Ok(Found { message: None, primes: Some(primes), private_exponents })
}

/// λ(N) for a product of distinct primes.
fn carmichael(primes: &[BigUint]) -> BigUint {
    primes.iter().fold(BigUint::from(1u8), |lambda, prime| lambda.lcm(&(prime - 1u8)))
}

/// The unpadded message, encrypted under both keys.
#[inline] // As `run` in attacks.rs.
fn encrypted(keys: [&PublicKey; 2], message: &BigUint) -> Result<[BigUint; 2], Error> {
    let block = message.to_bytes_be();
    let [first, second] = keys.map(|key| key.encrypt_raw(&block, Engine::default()));
    Ok([first?, second?].map(|block| BigUint::from_bytes_be(&block)))
}

/// The attacks on several exponents of one modulus.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::common_modulus::{Attacker, CommonModulus, ExampleOptions};
/// use rsa_cryptanalysis::attacks::Attack;
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let options = ExampleOptions { attacker: Attacker::Owner, modulus_length: 512, ..Default::default() };
/// let example = CommonModulus::example(&options, &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// let outcome = CommonModulus::attack(&example.target, &(), &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// let private_exponents = outcome.found.ok().and_then(|found| found.private_exponents);
/// assert_eq!(private_exponents.map(|each| each.len()), Some(4));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub struct CommonModulus;

impl Attack for CommonModulus {
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
    types!(Target, Options = (), Figures = (), Found, Estimate = (), ExampleOptions, Answer, Note = ());

    /// Finds the message or the private exponents.
    ///
    /// # Errors
    /// For an outsider, [`Error::NotApplicable`] if the exponents have a common factor g (then the attack finds only `m^g`), or if
    /// the second ciphertext shares a factor with N, which factors N by itself;
    /// [`MessageOutOfRange`](rsa_variants::Error::MessageOutOfRange) for a ciphertext that is not below N. For an owner,
    /// [`Error::NotApplicable`] if there are no exponents; the errors of [`PrivateKey::from_exponents`] if they are not a pair.
    /// [`Error::Aborted`].
    #[inline] // As `run` in attacks.rs.
    fn attack(target: &Target, (): &(), rng: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
        let found = match target {
            Target::Outsider(outsider) => {
                message(outsider, on_progress)?.map(|message| Found { message: Some(message), ..Found::default() })
            }
            Target::Owner(owner) => Some(pairs_from_one(owner, rng, on_progress)?),
        };
        let reason =
            "no number encrypts to both ciphertexts: they are of different messages, or their padding is random";
        Ok(Outcome { found: found.ok_or_else(|| reason.into()), figures: () })
    }

    /// Makes a fresh batch key, and encrypts a random message under its first two exponents, or shows the private exponent that
    /// belongs to the first.
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let ExampleOptions { attacker, modulus_length, batch_size } = *options;
        let params = KeyParams { batch_size, ..KeyParams::new(Variant::Batch, modulus_length) };
        let key = fresh_key::generate(rng, &params, on_progress)?;
        let components = key.components();
        let message = random::in_interval(&BigUint::from(2u8), &components.modulus, rng)?;
        let target = match attacker {
            Attacker::Outsider => {
                let keys = [0, 1].map(|index| &key.public_keys()[index]);
                let outsider = Outsider {
                    key: keys[0].clone(),
                    second_public_exponent: keys[1].public_exponent(),
                    ciphertexts: encrypted(keys, &message)?,
                };
                Target::Outsider(outsider.into())
            }
            Attacker::Owner => {
                // The d of a batch key is the inverse of the product of all its exponents.
                let others: BigUint = components.public_exponents[1..].iter().product();
                Target::Owner(Owner {
                    modulus: components.modulus.clone(),
                    public_exponents: components.public_exponents.clone(),
                    private_exponent: &components.private_exponent * others % carmichael(&components.primes),
                })
            }
        };
        let example = Example::new(target, components.primes.clone(), Answer { message });
        Ok(Example { params: Some(key.params()), ..example })
    }
}

#[cfg(test)]
mod tests;
