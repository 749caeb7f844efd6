//! A fault in an operation with the Chinese remainder theorem (Boneh, DeMillo, Lipton, "On the importance of checking
//! cryptographic protocols for faults", Eurocrypt 1997), with one signature of a known message (Lenstra, "Memo on RSA signature
//! generation in the presence of faults", 1996).
//!
//! **Breaks** every key whose private operation works prime by prime, whatever its exponents, as soon as one answer contains a
//! wrong share: because of a flipped bit in memory, a power glitch, or a bug. The attacker needs the answer s and the number m
//! that was signed or decrypted. The attack does not work on a signature with an unknown random salt (PSS).
//!
//! **Cost**: one public operation and a gcd. s is right modulo the other primes, so they divide `s^e − m`, but the prime with the
//! wrong share does not. So `gcd(s^e − m, N)` is a factor: with r primes, the product of the r − 1 others.
//!
//! **Defense**: check the result before releasing it ([`Protection`]): encrypt it again if e is short, or check it prime by prime
//! if e is as long as N. Blinding does not help.
//!
//! The check for long exponents has a limit: it computes each share twice, both times with the stored CRT exponent. If that
//! exponent was wrong when the key was prepared ([`Place::CrtExponent`]), the check confirms the wrong share. So read numbers
//! from storage that may have been disturbed with [`PrivateKey::from_components`], not with [`PrivateKey::restore`].

use modular_powers::{Modulus, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::definition::Powers;
use rsa_variants::{Components, KeyParams, Options, PrivateKey, PublicKey, Variant, hazmat::Protection};

use super::attack::{Attack, AttackResult, Example, ExampleResult, Facts, Outcome, Rng, types};
use super::record::{Member, OtherParams, Plain, Record, Shape, Value, choices, options, record};
use super::{fresh_key, power::power_vartime};
use crate::{Error, OnProgress, Source};

record! {
    /// A signature of a known number.
    #[derive(Clone, Debug)]
    pub struct Target as "FaultTarget" {
        /// The public key.
        pub key: PublicKey,
        /// m, the number that was signed: with padding, the padded hash.
        pub message: BigUint => given("number signed", "the number that was signed; with padding, the padded hash"),
        /// s, the result of the private operation on m.
        pub signature: BigUint => given("signature", "the faulty signature, as a number"),
    }
}

record! {
    /// The figures of a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Figures {
        /// Whether s^e = m.
        pub signature_is_right: bool,
    }
}

choices! {
    /// The stored number of the first prime, p, in which one bit flips.
    pub enum Place {
        /// d_p, which makes a share wrong.
        CrtExponent = "crt-exponent", "d_p";
        /// The first CRT coefficient, `q⁻¹ mod p` (multi-power: `p^(s−r) mod q^s`). Right shares are then combined wrongly, so
        /// the result is wrong modulo p (multi-power: q).
        CrtCoefficient = "crt-coefficient", "The first CRT coefficient";
    }
}

/// The key with one bit flipped, and which one.
#[inline] // As `run` in attacks.rs.
fn disturbed(key: &PrivateKey, place: Place, rng: Rng<'_>) -> Result<(PrivateKey, u64), Error> {
    let mut bits: Vec<u64> = (1..stored(&mut key.components().clone(), place).bits()).collect();
    // Some bits give a number that is refused at once, because it is not below its prime. Every number has others.
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

options! {
    /// The key to make, and the fault.
    pub struct ExampleOptions {
        /// The variant.
        pub variant: Variant = Variant::Crt => variants(&with_crt()),
        /// n.
        pub modulus_length: usize = 1024 => modulus_length(),
        /// Where to flip one bit: in the CRT exponent of the first prime (not with `batch`), or in the first CRT coefficient.
        pub place: Place = Place::CrtExponent => choice("Where a bit flips"),
        /// All other parameters.
        pub params: OtherParams,
    }
}

/// All variants that use the Chinese remainder theorem.
fn with_crt() -> Vec<Variant> {
    let uses_it = |variant: &Variant| !matches!(variant.definition().powers, Powers::Modulus | Powers::ShortPrime);
    Variant::ALL.into_iter().filter(uses_it).collect()
}

record! {
    /// What was found.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// Two factors of N: its two primes, or, if it has more, the one whose share is wrong and the product of the others. The
        /// larger comes first.
        pub factors: [BigUint; 2],
    }
}

record! {
    /// What else there is to see.
    pub struct Note {
        /// The answer with the check on. Pass its signature to `runAttack` to find out whether it is right.
        pub with_check: CheckedAnswer,
        /// The position of the flipped bit; 0 is the least significant.
        pub bit: u64,
    }
}

/// How the library answered with its fault check on.
pub struct CheckedAnswer(pub Result<BigUint, rsa_variants::Error>);

impl Plain for CheckedAnswer {
    fn shape() -> Shape {
        Shape::Declared {
            name: "CheckedAnswer",
            doc: " How the library answered with its fault check on.",
            declaration: "  | {
      /**
       * The check found nothing, and the signature was released. With a long e (`rebalanced`, `r-prime`, `scheme-a`, `scheme-b`,
       * `tunable`), it is still wrong if the bit flipped in a CRT exponent: that check assumes that the stored exponent is right.
       */
      readonly released: true;
      /** The signature. */
      readonly signature: bigint;
    }
  | {
      /** The check found a fault, and no signature was released. */
      readonly released: false;
      /** `fault-detected`. */
      readonly code: RsaErrorCode;
      /** The message of the error. */
      readonly message: string;
    }",
        }
    }
    fn to_value(&self) -> Value {
        let mut record = Record::new();
        self.0.is_ok().write("released", &mut record);
        match &self.0 {
            Ok(signature) => signature.write("signature", &mut record),
            Err(error) => {
                record.push(("code".into(), Value::Text(error.code().into())));
                record.push(("message".into(), Value::Text(error.to_string().into())));
            }
        }
        Value::Record(record)
    }
    fn from_value(_: &Value) -> Option<Self> {
        None
    }
}

/// The attack with one faulty signature.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::{Attack, Fault};
/// use rsa_variants::Error;
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let seen = Fault::example(&Default::default(), &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(seen.note.with_check.0, Err(Error::FaultDetected));
/// let outcome = Fault::attack(&seen.target, &(), &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert!(outcome.found.is_ok());
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub struct Fault;

impl Attack for Fault {
    const FACTS: Facts = Facts {
        name: "fault",
        title: "Fault attack: one wrong signature",
        breaks: "Every key whose private operation uses the Chinese remainder theorem, as soon as it releases a result that is \
                 wrong modulo one prime but right modulo another.",
        needs: "The wrong result, and the number that was signed or decrypted. A padding with a random salt, such as PSS, hides \
                that number.",
        cost: "One public operation and a greatest common divisor (gcd).",
        defense: "Check results before releasing them, as this library does by default. With a long e, that check does not see a \
                  d_p that was wrong before the key was prepared, so also import keys with checks.",
        source: Source {
            authors: "Dan Boneh, Richard A. DeMillo, Richard J. Lipton",
            title: "On the Importance of Checking Cryptographic Protocols for Faults",
            published_in: "Eurocrypt 1997, LNCS 1233 (with one signature: A. K. Lenstra, 1996)",
            year: 1997,
        },
        is_seeded: false,
    };
    types!(Target, Options = (), Figures, Found, Estimate = (), ExampleOptions, Answer = (), Note);

    /// Factors N with a faulty signature.
    ///
    /// # Errors
    /// [`MessageOutOfRange`](rsa_variants::Error::MessageOutOfRange) for a message or signature that is not below N;
    /// [`Error::Aborted`].
    #[inline] // As `run` in attacks.rs.
    fn attack(target: &Target, (): &(), _: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
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
        let found = if signature_is_right {
            Err("the signature is right: there was no fault".into())
        } else if factor == BigUint::from(1u8) {
            Err("s^e − m shares no factor with N: the signature is wrong modulo every prime".into())
        } else {
            let other = &modulus / &factor;
            Ok(Found { factors: if other > factor { [other, factor] } else { [factor, other] } })
        };
        Ok(Outcome { found, figures: Figures { signature_is_right } })
    }

    /// Makes a fresh key, flips one bit of it, prepares it again without checks, and signs a random number with it.
    ///
    /// # Errors
    /// [`Error::Option`] for the variants original and unbalanced, which do not combine shares, and for the CRT exponents of
    /// batch, whose operation has exponents of its own; the errors of key generation; [`Error::Aborted`].
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let ExampleOptions { variant, modulus_length, place, params: OtherParams(params) } = options;
        let refused = |parameter, problem| Err(Error::option(parameter, problem));
        match (variant, place) {
            (Variant::Original, _) => {
                refused("variant", "is original, but must be a variant that uses the Chinese remainder theorem")
            }
            (Variant::Unbalanced, _) => {
                refused("variant", "is unbalanced, which computes modulo only one prime and checks every result")
            }
            (Variant::Batch, Place::CrtExponent) => {
                refused("place", "is the CRT exponent, but a batch key does not use it")
            }
            _ => Ok(()),
        }?;
        let params = KeyParams { variant: *variant, modulus_length: *modulus_length, ..params.clone() };
        let key = fresh_key::generate(rng, &params, on_progress)?;
        let (disturbed, bit) = disturbed(&key, *place, rng)?;
        let message = random::in_interval(&BigUint::from(2u8), &key.components().modulus, rng)?;
        let mut signed = |guarded| {
            // Without a check there is no blinding either: the library never draws blinding factors without checking them.
            let protection = Protection { blinding: guarded, fault_check: guarded };
            let block = disturbed.decrypt_raw(&message.to_bytes_be(), Options::new(&mut *rng).protection(protection));
            block.map(|block| BigUint::from_bytes_be(&block))
        };
        let (signature, with_check) = (signed(false)?, CheckedAnswer(signed(true)));
        Ok(Example {
            target: Target { key: key.public_key().clone(), message, signature },
            options: (),
            params: Some(key.params()),
            primes: key.components().primes.clone(),
            answer: (),
            note: Note { with_check, bit },
        })
    }
}

#[cfg(test)]
mod tests;
