//! Finding short CRT exponents with a meet-in-the-middle search.
//!
//! **Breaks** rebalanced and R-Prime keys with a CRT exponent of w bits, in about 2^(w/2) steps whatever the modulus. So the
//! strength of such a key is w/2 bits at most.
//!
//! **Needs** the public key, and w.
//!
//! If `e·d ≡ 1 mod p − 1`, p divides `g^(e·d−1) − 1` for any g. Split d into two halves; then p divides one of 2^w differences,
//! each between a baby step and a giant step. Their product takes only as many operations as there are steps of both kinds,
//! because it is a polynomial evaluated at many points (G. Qiao, K.-Y. Lam, "RSA signature algorithm for microcontroller
//! implementation", CARDIS 1998; D. Boneh, H. Shacham, "Fast variants of RSA", CryptoBytes 5, 2002). Here both kinds of steps are
//! geometric progressions, so a closed form (`progression`) and one convolution (`correlation`) replace the product tree.
//!
//! d is odd and its highest bit is set: `d = 2^(w−1) + 1 + 2x` with x of w − 2 bits.
//!
//! **If part of one CRT exponent is known**, for example from a side channel, x is the u unknown bits in the middle
//! ([`KnownBits`]). Then 2^(u/2) steps find the prime, whatever w is. Paixão and Gazzoni Filho (2005, section 4.1) left open what
//! partial exposure does to R-Prime keys; this is one answer, by experiment (the test
//! `most_of_one_exponent_gives_its_prime_away`).
//!
//! **Cost**: at w = 32, about 2^17 multiplications modulo N and transforms of length 2^16. Time and memory double with every two
//! bits ([`Extrapolation`]).
//!
//! **Defense**: w of at least 224 for a strength of 112 bits, or 256 for 128. The lattices that break longer exponents require an
//! even longer w.

mod correlation;
mod divisors;
mod meeting;
mod options;
mod progression;
mod transform;

use modular_powers::{Modulus, Residues, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::{KeyParams, MOST_PRIMES, PublicKey, Variant};

use self::divisors::prime_divisors;
use self::meeting::{Meeting, Steps};
pub use self::options::{CRT_EXPONENT_LENGTHS, KnownBits, Options};
use super::attack::{Attack, AttackResult, Example, ExampleResult, Facts, OnlyKey, Outcome, Rng, types};
use super::power::power_vartime;
use super::record::{options, record};
use super::{fresh_key, is_prime};
use crate::{Error, OnProgress, Progress, sources};

/// How many bases g to try. For any real key, the first one works: modulo each prime, its powers stay distinct for more than the
/// number of steps. For a modulus of only small primes, none works.
const MOST_BASES: usize = 4;
/// The most memory that an attack may take, in bytes.
const MOST_MEMORY: u64 = 1 << 30;

record! {
    /// The figures of a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Figures {
        /// How many baby steps there were.
        pub baby_steps: u64 => figure("{} baby steps").one("{} baby step"),
        /// How many giant steps there were.
        pub giant_steps: u64 => figure("{} giant steps").one("{} giant step"),
        /// The approximate memory used, in bytes.
        pub memory: u64 => figure("{} of memory").unit("bytes"),
    }
}

record! {
    /// What was found.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// All primes of N, or, if `complete` is false, those that were found.
        pub primes: Vec<BigUint>,
        /// Whether N is factored completely.
        pub complete: bool,
        /// The primes p with a CRT exponent of this length, in ascending order.
        pub primes_with_crt_exponent: Vec<BigUint>,
        /// d modulo p − 1 for each of these primes.
        pub crt_exponents: Vec<BigUint>,
    }
}

fn check(key: &PublicKey, options: &Options) -> Result<(), Error> {
    let length = options.crt_exponent_length;
    options.check()?;
    let (n, e) = (key.modulus_length(), key.public_exponent().bits() as usize);
    // e·d_p ≥ p for each prime, and with at most eight primes, one has n/8 bits or more.
    if e + length < n / MOST_PRIMES {
        return Err(Error::NotApplicable(format!(
            "the public exponent of {e} bits is too short: a CRT exponent of {length} bits needs one of at least {} bits",
            n / MOST_PRIMES - length
        )));
    }
    let memory = Steps::new(options.unknown()).memory(n);
    if memory > MOST_MEMORY {
        let problem = format!(
            "is {length} bits, which takes {} MiB at a modulus of {n} bits, but must take at most {} MiB",
            memory >> 20,
            MOST_MEMORY >> 20
        );
        return Err(Error::option("crt_exponent_length", problem));
    }
    Ok(())
}

/// The primes of the divisors, unless there are none.
///
/// A divisor is composite if primes share an exponent: it is N itself if `d_p = d_q`, as for any d that short. Then `e·d − 1`, a
/// multiple of the order of most bases, splits it.
fn split(
    key: &PublicKey,
    divisors: Vec<(BigUint, Option<BigUint>)>,
    rng: Rng<'_>,
    on_progress: OnProgress<'_>,
) -> Result<Option<Found>, Error> {
    let one = BigUint::from(1u8);
    let (mut rest, mut primes, mut pairs) = (key.modulus(), Vec::new(), Vec::new());
    for (divisor, crt_exponent) in divisors {
        let multiple = crt_exponent.as_ref().map(|d| key.public_exponent() * d - 1u8);
        for prime in prime_divisors(divisor.gcd(&rest), multiple.as_ref(), rng, on_progress)? {
            while rest.is_multiple_of(&prime) {
                rest /= &prime;
                primes.push(prime.clone());
            }
            // The order of g modulo a prime may be shorter than p − 1.
            let is_exponent = |multiple: BigUint| multiple.is_multiple_of(&(&prime - 1u8));
            if multiple.clone().is_some_and(is_exponent) {
                pairs.extend(crt_exponent.clone().map(|crt_exponent| (prime, crt_exponent)));
            }
        }
    }
    if !primes.is_empty() && rest != one && is_prime(&rest, rng, on_progress)? {
        primes.push(core::mem::replace(&mut rest, one.clone()));
    }
    primes.sort();
    pairs.sort();
    let (primes_with_crt_exponent, crt_exponents): (Vec<BigUint>, Vec<BigUint>) = pairs.into_iter().unzip();
    let complete = rest == one;
    let primes = if complete { primes } else { primes_with_crt_exponent.clone() };
    Ok((!primes.is_empty()).then_some(Found { primes, complete, primes_with_crt_exponent, crt_exponents }))
}

record! {
    /// What longer CRT exponents would take with the same modulus length: an **estimate** from the time of this run.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Extrapolation as "SearchEstimate" {
        /// w, the length of these exponents.
        pub crt_exponent_length: usize => column("w, bits"),
        /// The time.
        pub seconds: f64 => column("time").unit("seconds"),
        /// Memory in bytes. The estimate assumes that one machine has that much.
        pub memory: f64 => column("memory").unit("bytes"),
    }
}

/// The lengths in bits for which the time is estimated: from those that run here to those that papers and verdicts require.
const ESTIMATED: [usize; 11] = [36, 40, 48, 64, 80, 96, 128, 160, 192, 224, 256];

options! {
    /// The key to make.
    pub struct ExampleOptions {
        /// The variant.
        pub variant: Variant = Variant::Rebalanced => variants(&[Variant::Rebalanced, Variant::RPrime]),
        /// n.
        pub modulus_length: usize = 512 => modulus_length(),
        /// r, for `r-prime`. Default 3; from 4096 bits 4, from 8192 bits 5.
        pub primes: Option<usize> =>
            number("Primes r (only R-Prime)", "primes", 3..=MOST_PRIMES).only("variant", "r-prime"),
        /// w.
        pub crt_exponent_length: usize = Options::default().crt_exponent_length =>
            number("CRT exponent length w", "bits", CRT_EXPONENT_LENGTHS),
    }
}

/// The search for a short CRT exponent.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_cryptanalysis::attacks::meet_in_the_middle::{ExampleOptions, MeetInTheMiddle};
/// use rsa_cryptanalysis::attacks::Attack;
///
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let options = ExampleOptions { modulus_length: 256, crt_exponent_length: 20, ..Default::default() };
/// let example = MeetInTheMiddle::example(&options, &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// let outcome =
///     MeetInTheMiddle::attack(&example.target, &example.options, &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.found.map(|found| found.primes), Ok(example.primes));
/// # Ok::<(), rsa_cryptanalysis::Error>(())
/// ```
pub struct MeetInTheMiddle;

impl Attack for MeetInTheMiddle {
    const FACTS: Facts = Facts {
        name: "meet-in-the-middle",
        title: "Meet-in-the-middle search for a CRT exponent",
        breaks: "Rebalanced and R-Prime keys with a CRT exponent of w bits: their strength is at most w/2 bits, however long the \
                 modulus.",
        needs: "The public key, and w.",
        cost: "Time and memory of 2^(w/2), which doubles with every two bits of w.",
        defense: "Use w of at least 224 bits for a strength of 112 bits, or 256 for 128.",
        source: sources::QIAO_LAM,
        is_seeded: true,
    };
    types!(Target = OnlyKey, Options, Figures, Found, Estimate = Extrapolation, ExampleOptions, Answer = (), Note = ());

    /// Searches for the CRT exponents of a key.
    ///
    /// # Errors
    /// [`Error::Option`]; [`Error::NotApplicable`] for a public exponent so short that no CRT exponent can have the length;
    /// [`Error::Aborted`].
    fn attack(target: &OnlyKey, options: &Options, rng: Rng<'_>, on_progress: OnProgress<'_>) -> AttackResult<Self> {
        let key = &target.key;
        check(key, options)?;
        let (modulus, e) = (key.modulus(), key.public_exponent());
        let steps = Steps::new(options.unknown());
        let figures = Figures {
            baby_steps: steps.baby as u64,
            giant_steps: steps.giant as u64,
            memory: steps.memory(key.modulus_length()),
        };
        let mut is_searched = false;
        let mut residues = Residues::new(&modulus).map_err(rsa_variants::Error::from)?;
        let prepared = Modulus::new(&modulus).map_err(rsa_variants::Error::from)?;
        let mut divisors: Vec<(BigUint, Option<BigUint>)> = Vec::new();
        for _ in 0..MOST_BASES {
            let g = random::in_interval(&BigUint::from(2u8), &modulus, rng)?;
            // Every exponent is the smallest one plus 2^l·x, with l known low bits: g^(e·d−1) = c·h^x.
            let least = options.exponent(0);
            let coefficients = format!("computing {} baby steps modulo {} bits", steps.baby, modulus.bits());
            let terms = progression::terms(steps.baby, steps.giant);
            let mut power = |exponent: BigUint| {
                let step = format!("raising a base to an exponent of {} bits", exponent.bits());
                Ok::<_, Error>(residues.residue(&power_vartime(&g, &exponent, &prepared, step, &mut *on_progress)?))
            };
            let (ratio, first) = (power(&e << options.known.low_length)?, power(&e * least - 1u8)?);
            let mut report = |step: String, done: u64, expected: u64| {
                let progress = Progress { step, done, expected: Some(expected) };
                if on_progress(&progress).is_break() { Err(Error::Aborted) } else { Ok(()) }
            };
            report(coefficients.clone(), 0, terms)?;
            let sequences =
                progression::sequences(&mut residues, &ratio, &first, steps.baby, steps.giant, &mut |done| {
                    report(coefficients.clone(), done, terms)
                })?;
            let divisor = (&sequences.common_factor * &g).gcd(&modulus);
            if divisor == modulus {
                continue;
            }
            if divisor != BigUint::from(1u8) {
                // Such a small order reveals a factor by itself.
                divisors.push((divisor, None));
                break;
            }
            let values =
                correlation::correlate(&sequences.coefficients, &sequences.chirp, &modulus, &mut |done, to_do| {
                    report(format!("computing {} giant steps at once by transforms", steps.giant), done, to_do)
                })?;
            drop(sequences);
            let mut meeting = Meeting { residues: &mut residues, ratio, first, steps, report: &mut report };
            for giant_step in meeting.rows(&values)? {
                for (baby_step, divisor) in meeting.places(giant_step)? {
                    let x = (giant_step * steps.baby + baby_step) as u64;
                    divisors.push((divisor, Some(options.exponent(x))));
                }
            }
            is_searched = true;
            break;
        }
        let reason = || {
            let length = options.crt_exponent_length;
            if is_searched {
                let known = if options.known == KnownBits::default() { "" } else { ", including the known ones" };
                format!("no CRT exponent of this key has exactly {length} bits{known}; all were tried")
            } else {
                format!(
                    "exponents of {length} bits were not tried: modulo a prime of N the powers of every base repeat too soon"
                )
            }
        };
        Ok(Outcome { found: split(key, divisors, rng, on_progress)?.ok_or_else(reason), figures })
    }

    /// Estimates attacks on longer CRT exponents. Time grows as `2^(w/2)·w` and memory as `2^(w/2)`. The estimate assumes one
    /// machine with all that memory, as fast as the little memory of the measurement. Long before 2^80 bytes, memory is the harder
    /// limit.
    #[inline]
    fn estimates(figures: &Figures, seconds: f64, _: &OnlyKey, options: &Options) -> Option<Vec<Extrapolation>> {
        let from = options.crt_exponent_length;
        let estimate = |crt_exponent_length: usize| {
            let [from, to] = [from, crt_exponent_length].map(|length| length as f64);
            let steps = ((to - from) / 2.0).exp2();
            Extrapolation {
                crt_exponent_length,
                seconds: seconds * steps * to / from,
                memory: figures.memory as f64 * steps,
            }
        };
        Some(ESTIMATED.into_iter().filter(|length| *length > from).map(estimate).collect())
    }

    /// Makes a fresh rebalanced or R-Prime key.
    ///
    /// # Errors
    /// [`Error::Rsa`] for parameters that the library refuses, [`Error::NotApplicable`] for another variant, [`Error::Option`] for
    /// CRT exponents that are too long to search, [`Error::Aborted`].
    #[inline] // As `run` in attacks.rs.
    fn example(options: &ExampleOptions, rng: Rng<'_>, on_progress: OnProgress<'_>) -> ExampleResult<Self> {
        let ExampleOptions { variant, modulus_length, primes, crt_exponent_length } = *options;
        if !matches!(variant, Variant::Rebalanced | Variant::RPrime) {
            let name = variant.name();
            let message = format!(
                "keys of the variant {name} have no CRT exponents that are short enough; use rebalanced or r-prime"
            );
            return Err(Error::NotApplicable(message));
        }
        let of_key = Some(crt_exponent_length);
        let params = KeyParams { primes, crt_exponent_length: of_key, ..KeyParams::new(variant, modulus_length) };
        params.check()?;
        let options = Options { crt_exponent_length, ..Options::default() };
        options.check()?;
        let key = fresh_key::generate(rng, &params, on_progress)?;
        let mut primes = key.components().primes.clone();
        primes.sort();
        Ok(Example { options, params: Some(key.params()), ..Example::new(key.public_key().into(), primes, ()) })
    }
}

#[cfg(test)]
mod tests;
