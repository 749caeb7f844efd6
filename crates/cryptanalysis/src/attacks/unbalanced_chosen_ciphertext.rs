//! Chosen ciphertexts for an unbalanced key (H. Gilbert, D. Gupta, A. Odlyzko, J.-J. Quisquater, "Attacks on Shamir's 'RSA for
//! paranoids'", Information Processing Letters 68, 1998).
//!
//! **Breaks** unbalanced keys on a device that decrypts only by `C^{d_p} mod p`, as Shamir proposed ("RSA for paranoids",
//! CryptoBytes 1(3), 1995), and answers for ciphertexts of any message. The attacker encrypts messages of their choice and asks
//! the device to decrypt them.
//!
//! **Cost**, by what the device checks:
//!
//! * nothing: one ciphertext. The answer for a message m ≥ p is m mod p, so p divides the difference and q does not;
//! * whether the answer encrypts to the ciphertext: as many ciphertexts as p has bits. The device answers exactly for the
//!   messages below p, and bisection finds where they end.
//!
//! **Defense**: a public bound below p, and answers only for messages below it, as [`PrivateKey::decrypt_raw`] always does.
//! Bisection then ends at the bound, which everyone knows.

use modular_powers::{Engine, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::{KeyParams, LEAST_PRIME_LENGTH, MODULUS_LENGTHS, PrivateKey, PublicKey, Variant, hazmat};

use super::entry::{Attack, Example, Facts};
use super::fresh_key;
use super::record::{choices, record};
use crate::progress::Step;
use crate::{Error, OnProgress, sources};

/// If bisection stopped early, the attack tries at most this many numbers.
const MOST_CANDIDATES: u64 = 1 << 16;
/// Numbers to try between two reports.
const CANDIDATES_AT_ONCE: u64 = 1 << 10;

record! {
    /// A device's answers to ciphertexts of messages that the attacker chose.
    #[derive(Clone, Debug)]
    pub struct Target as "UnbalancedChosenCiphertextTarget" {
        /// The public key.
        pub key: PublicKey,
        /// The messages whose ciphertexts got an answer.
        pub messages: Vec<BigUint> => given("messages", "the messages whose ciphertexts were answered"),
        /// The answers, in the same order.
        pub answers: Vec<BigUint> => given("answers", "the answers, in the same order"),
        /// The messages whose ciphertexts got no answer.
        pub refused: Vec<BigUint> => given("refused", "the messages whose ciphertexts were refused"),
    }
}

record! {
    /// The result of an attack.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Outcome {
        /// How many ciphertexts the device was sent.
        pub questions: usize => figure("{} ciphertexts").one("{} ciphertext"),
    } hidden {
        /// p and q, the shorter first.
        pub primes: Option<[BigUint; 2]>,
        /// The largest message that got an answer, and the smallest that did not.
        border: [Option<BigUint>; 2],
    }
}

impl Outcome {
    /// Why nothing was found, in one sentence.
    #[inline] // As `run` in attacks.rs.
    pub fn reason(&self) -> Option<String> {
        if self.primes.is_some() {
            return None;
        }
        Some(match &self.border {
            [Some(low), Some(high)] if *high == low + 1u8 => format!(
                "answers end at a number of {} bits that is not a factor of N: at a bound, which shows nothing about the primes",
                high.bits()
            ),
            [Some(low), Some(high)] if high > low => format!(
                "every answer is the message itself, and the point where answers end is known only to within {} bits",
                (high - low).bits()
            ),
            _ => "every answer is the message itself, and nothing shows where answers end".into(),
        })
    }
}

/// Factors N with answers of the device.
///
/// # Errors
/// [`Error::Option`] if the numbers of answers and of answered messages differ;
/// [`MessageOutOfRange`](rsa_variants::Error::MessageOutOfRange) for numbers that are not below N; [`Error::Aborted`].
#[inline] // As `run` in attacks.rs.
pub fn attack(target: &Target, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
    let Target { key, messages, answers, refused } = target;
    if answers.len() != messages.len() {
        let problem = format!("has {} items, but must have {}, as many as messages", answers.len(), messages.len());
        return Err(Error::option("answers", problem));
    }
    for number in messages.iter().chain(answers).chain(refused) {
        key.number(&number.to_bytes_be())?;
    }
    let modulus = key.modulus();
    let questions = messages.len() + refused.len();
    let found = |p: BigUint, border| {
        let q = &modulus / &p;
        let primes = Some(if p < q { [p, q] } else { [q, p] });
        Outcome { primes, questions, border }
    };

    // p divides the difference between a message and its residue.
    let mut step =
        Step::begin(format!("comparing {} answers", answers.len()), Some(answers.len() as u64), on_progress)?;
    for (done, (message, answer)) in messages.iter().zip(answers).enumerate() {
        step.report(done as u64)?;
        let difference = if message > answer { message - answer } else { answer - message };
        let divisor = difference.gcd(&modulus);
        if divisor != BigUint::from(1u8) && divisor != modulus {
            return Ok(found(divisor, [None, None]));
        }
    }

    // Messages below p have an answer: low < p ≤ high.
    let border = [messages.iter().max().cloned(), refused.iter().min().cloned()];
    if let [Some(low), Some(high)] = &border
        && let Ok(candidates @ 1..=MOST_CANDIDATES) = u64::try_from(high.clone().max(low.clone()) - low)
    {
        let mut step = Step::begin(format!("trying {candidates} numbers"), Some(candidates), on_progress)?;
        for number in 1..=candidates {
            if number % CANDIDATES_AT_ONCE == 0 {
                step.report(number)?;
            }
            let candidate = low + number;
            if candidate > BigUint::from(1u8) && (&modulus % &candidate) == BigUint::ZERO {
                return Ok(found(candidate, border));
            }
        }
    }
    Ok(Outcome { primes: None, questions, border })
}

choices! {
    /// What a device checks before it answers.
    pub enum Device {
        /// Nothing, as in Shamir's proposal: it answers every ciphertext.
        Unchecked = "unchecked", "Nothing";
        /// Whether its answer encrypts to the ciphertext.
        EncryptsAgain = "encrypts-again", "Encrypts the answer again";
        /// Whether its answer encrypts to the ciphertext and is below the key's bound, as this library does.
        Library = "library", "The same as this library";
    }
}

impl Device {
    /// Its answer to a ciphertext, if any.
    #[inline] // As `run` in attacks.rs.
    fn answer(self, key: &PrivateKey, ciphertext: &BigUint) -> Option<BigUint> {
        if self == Self::Library {
            let answer = hazmat::decrypt_raw(key, &ciphertext.to_bytes_be(), Engine::default());
            return answer.ok().map(|block| BigUint::from_bytes_be(&block));
        }
        let components = key.components();
        let answer = ciphertext.modpow(&components.crt_exponents[0], &components.primes[0]);
        let is_right = || answer.modpow(&components.public_exponents[0], &components.modulus) == *ciphertext;
        (self == Self::Unchecked || is_right()).then_some(answer)
    }
}

/// A fresh key, and a device's answers.
#[derive(Debug)]
pub struct Demonstration {
    /// What the attacker sees.
    pub target: Target,
    /// The key.
    pub key: PrivateKey,
}

/// Makes a fresh key, and sends an attacker's ciphertexts to a device. The first is for a message above every possible p. If it
/// gets no answer, one for each bit of p follows, by bisection of the messages below `2^|p|`.
///
/// # Errors
/// [`Error::Option`] for a variant other than unbalanced; the errors of key generation; [`Error::Aborted`].
///
/// ```
/// use core::ops::ControlFlow;
/// use rsa_cryptanalysis::attacks::unbalanced_chosen_ciphertext::{Device, attack, demonstration};
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::{KeyParams, Variant};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let params = KeyParams { prime_length: Some(100), ..KeyParams::new(Variant::Unbalanced, 512) };
/// for (device, is_broken) in [(Device::Unchecked, true), (Device::EncryptsAgain, true), (Device::Library, false)] {
///     let seen = demonstration(&mut rng, &params, device, &mut |_| ControlFlow::Continue(()))?;
///     let outcome = attack(&seen.target, &mut |_| ControlFlow::Continue(()))?;
///     assert_eq!(outcome.primes.is_some(), is_broken);
/// }
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
#[inline] // As `run` in attacks.rs.
pub fn demonstration(
    rng: &mut dyn CryptoRng,
    params: &KeyParams,
    device: Device,
    on_progress: OnProgress<'_>,
) -> Result<Demonstration, Error> {
    if params.variant != Variant::Unbalanced {
        let problem = format!("is {}, but must be unbalanced", params.variant.name());
        return Err(Error::option("variant", problem));
    }
    let key = fresh_key::generate(rng, params, &mut *on_progress)?;
    let public = key.public_key().components();
    let prime_length = public.message_length.expect("the variant has a bound") + 1;
    let (modulus, e) = (public.modulus, public.public_exponent);
    // The attacker's key has no bound, so it encrypts any message.
    let attackers = PublicKey::new(&modulus, &e)?;
    let mut target = Target { key: attackers, messages: Vec::new(), answers: Vec::new(), refused: Vec::new() };
    let mut ask = |message: &BigUint| {
        let answer = device.answer(&key, &message.modpow(&e, &modulus));
        let is_answered = answer.is_some();
        match answer {
            Some(answer) => {
                target.messages.push(message.clone());
                target.answers.push(answer);
            }
            None => target.refused.push(message.clone()),
        }
        is_answered
    };
    let end = BigUint::from(1u8) << prime_length;
    // This is a multiple of a prime only by chance, and then the answer 0 shows it.
    let is_answered = ask(&random::in_interval(&end, &modulus, rng)?);
    let mut step = Step::begin(
        format!("asking the device about a prime of {prime_length} bits"),
        Some(prime_length as u64),
        on_progress,
    )?;
    // If the device answers for every message, its first answer is enough.
    if !is_answered {
        let (mut low, mut high) = (BigUint::ZERO, end);
        let mut done = 0;
        while &high - &low > BigUint::from(1u8) {
            step.report(done)?;
            let middle = (&low + &high) >> 1u8;
            if ask(&middle) {
                low = middle;
            } else {
                high = middle;
            }
            done += 1;
        }
    }
    Ok(Demonstration { target, key })
}

record! {
    /// The key to make, and the device.
    pub struct Wish {
        /// n.
        pub modulus_length: usize = 1024 => modulus_length(),
        /// |p|, from 64 bits to less than half of the modulus. Default: that of key generation.
        pub prime_length: Option<usize> =>
            number("Length of the short prime", "bits", LEAST_PRIME_LENGTH, MODULUS_LENGTHS.end() / 2 - 1).narrowed(),
        /// What the device checks before it answers. `unchecked`: nothing. `encrypts-again`: whether its answer encrypts to the
        /// ciphertext. `library`: also whether the answer is below the public bound, as this library does.
        pub device: Device = Device::Unchecked => choice("What the device checks"),
    }
}

record! {
    /// What was found.
    pub struct Found {
        /// p and q, the shorter first.
        pub primes: [BigUint; 2],
    }
}

/// The attack for programs in other languages.
pub(crate) struct Entry;

impl Attack for Entry {
    const FACTS: Facts = Facts {
        name: "unbalanced-chosen-ciphertext",
        title: "Chosen ciphertexts for an unbalanced key",
        breaks: "Unbalanced keys on a device that answers for messages above the short prime, or for every message below it.",
        needs: "The public key, and a device that decrypts what the attacker has encrypted, or shows that it cannot.",
        cost: "One ciphertext if the device checks nothing, otherwise one for each bit of the short prime.",
        defense: "Answer only for messages below a public bound, and check every answer by encrypting it again, as this library \
                  always does.",
        source: sources::GILBERT_GUPTA_ODLYZKO_QUISQUATER,
        is_seeded: false,
    };
    type Target = Target;
    type Options = ();
    type Outcome = Outcome;
    type Found = Found;
    type Estimate = ();
    type Wish = Wish;
    type Fitting = ();
    type Secret = ();
    type Aside = ();

    fn attack(target: &Target, _: &(), _: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<Outcome, Error> {
        attack(target, on_progress)
    }

    #[inline]
    fn found(outcome: &Outcome) -> Option<Found> {
        Some(Found { primes: outcome.primes.clone()? })
    }

    fn reason(outcome: &Outcome, _: &Target, _: &()) -> Option<String> {
        outcome.reason()
    }

    #[inline]
    fn example(wish: &Wish, rng: &mut dyn CryptoRng, on_progress: OnProgress<'_>) -> Result<Example<Self>, Error> {
        let Wish { modulus_length, prime_length, device } = *wish;
        let params = KeyParams { prime_length, ..KeyParams::new(Variant::Unbalanced, modulus_length) };
        let Demonstration { target, key } = demonstration(rng, &params, device, on_progress)?;
        let example = Example::new(target, key.components().primes.clone(), ());
        Ok(Example { params: Some(key.params()), ..example })
    }
}

#[cfg(test)]
mod tests;
