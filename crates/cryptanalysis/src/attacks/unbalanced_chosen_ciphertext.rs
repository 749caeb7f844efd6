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
use rsa_variants::{KeyParams, LEAST_PRIME_LENGTH, MODULUS_LENGTHS, PrivateKey, PublicKey, Variant, hazmat};

use super::attack::{Attack, AttackResult, Example, ExampleResult, Facts, Outcome, Rng, types};
use super::record::{choices, options, record};
use super::{common_divisor, fresh_key};
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
    /// The figures of a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Figures {
        /// How many ciphertexts the device was sent.
        pub questions: usize => figure("{} ciphertexts").one("{} ciphertext"),
    }
}

/// Why the largest message that got an answer and the smallest that did not, if there are such, give no prime.
#[inline] // As `run` in attacks.rs.
fn reason(border: &[Option<BigUint>; 2]) -> String {
    match border {
        [Some(low), Some(high)] if *high == low + 1u8 => format!(
            "answers end at a number of {} bits that is not a factor of N: at a bound, which shows nothing about the primes",
            high.bits()
        ),
        [Some(low), Some(high)] if high > low => format!(
            "no answer differs from its message by a multiple of a prime, and the point where answers end is known only to within {} bits",
            (high - low).bits()
        ),
        _ => "no answer differs from its message by a multiple of a prime, and nothing shows where answers end".into(),
    }
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

options! {
    /// The key to make, and the device.
    pub struct ExampleOptions {
        /// n.
        pub modulus_length: usize = 1024 => modulus_length(),
        /// |p|, from 64 bits to less than half of the modulus. Default: that of key generation.
        pub prime_length: Option<usize> =>
            number("Length of the short prime", "bits", LEAST_PRIME_LENGTH..=MODULUS_LENGTHS.end() / 2 - 1).narrowed(),
        /// What the device checks before it answers. `unchecked`: nothing. `encrypts-again`: whether its answer encrypts to the
        /// ciphertext. `library`: also whether the answer is below the public bound, as this library does.
        pub device: Device = Device::Unchecked => choice("What the device checks"),
    }
}

record! {
    /// What was found.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// p and q, the shorter first.
        pub primes: [BigUint; 2],
    }
}

/// The attack with a device's answers.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::unbalanced_chosen_ciphertext::{Device, ExampleOptions, UnbalancedChosenCiphertext};
/// use rsa_cryptanalysis::attacks::Attack;
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// for (device, is_broken) in [(Device::Unchecked, true), (Device::EncryptsAgain, true), (Device::Library, false)] {
///     let options = ExampleOptions { device, modulus_length: 512, prime_length: Some(100) };
///     let seen = UnbalancedChosenCiphertext::example(&options, &mut rng, &mut |_| ControlFlow::Continue(()))?;
///     let outcome =
///         UnbalancedChosenCiphertext::attack(&seen.target, &(), &mut rng, &mut |_| ControlFlow::Continue(()))?;
///     assert_eq!(outcome.found.is_ok(), is_broken);
/// }
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub struct UnbalancedChosenCiphertext;

impl Attack for UnbalancedChosenCiphertext {
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
    types!(Target, Options = (), Figures, Found, Estimate = (), ExampleOptions, Answer = (), Note = ());

    /// Factors N with answers of the device.
    ///
    /// # Errors
    /// [`Error::Option`] if the numbers of answers and of answered messages differ;
    /// [`MessageOutOfRange`](rsa_variants::Error::MessageOutOfRange) for numbers that are not below N; [`Error::Aborted`].
    #[inline] // As `run` in attacks.rs.
    fn attack(target: &Target, (): &(), _: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
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
        let found = |p: BigUint| {
            let q = &modulus / &p;
            let found = Found { primes: if p < q { [p, q] } else { [q, p] } };
            Outcome { found: Ok(found), figures: Figures { questions } }
        };

        // p divides the difference between a message and its residue.
        let mut step =
            Step::begin(format!("comparing {} answers", answers.len()), Some(answers.len() as u64), on_progress)?;
        for (done, (message, answer)) in messages.iter().zip(answers).enumerate() {
            step.report(done as u64)?;
            let difference = if message > answer { message - answer } else { answer - message };
            if let Some(divisor) = common_divisor(&difference, &modulus) {
                return Ok(found(divisor));
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
                    return Ok(found(candidate));
                }
            }
        }
        Ok(Outcome { found: Err(reason(&border)), figures: Figures { questions } })
    }

    /// Makes a fresh key, and sends an attacker's ciphertexts to a device. The first is for a message above every possible p. If
    /// it gets no answer, one for each bit of p follows, by bisection of the messages below `2^|p|`.
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let ExampleOptions { modulus_length, prime_length, device } = *options;
        let params = KeyParams { prime_length, ..KeyParams::new(Variant::Unbalanced, modulus_length) };
        let key = fresh_key::generate(rng, &params, &mut *on_progress)?;
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
        Ok(Example { params: Some(key.params()), ..Example::new(target, key.components().primes.clone(), ()) })
    }
}

#[cfg(test)]
mod tests;
