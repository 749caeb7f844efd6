//! Finding short CRT exponents by meeting in the middle.
//!
//! **Breaks** rebalanced and R-Prime keys with a CRT exponent of w bits, in about 2^(w/2) steps whatever the modulus: w/2 bits of
//! work are the most that such a key can withstand.
//!
//! **Needs** the public key, and w.
//!
//! For `e·d ≡ 1 mod p − 1` and any g, p divides `g^(e·d−1) − 1`. Cut d in two halves; then p divides one of 2^w differences, each
//! between a baby step and a giant step, and their product takes as many operations as there are steps of both kinds,
//! because it is a polynomial at many points (G. Qiao, K.-Y. Lam, "RSA signature algorithm for microcontroller
//! implementation", CARDIS 1998; D. Boneh, H. Shacham, "Fast variants of RSA", CryptoBytes 5, 2002). Here both kinds of steps
//! are geometric progressions, for which there is a closed form (`progression`) and one convolution (`correlation`); no product
//! tree is needed.
//!
//! d is odd and its highest bit is set: `d = 2^(w−1) + 1 + 2x` with x of w − 2 bits. **With part of one CRT exponent known**, such as
//! from a side channel, x is the u bits in the middle that are not ([`KnownBits`]), and 2^(u/2) steps find the prime, however long w is.
//! Partial exposure of R-Prime keys was left open by Paixão and Gazzoni Filho (2005, section 4.1); this is one answer to it, by
//! experiment: see the test `most_of_one_exponent_gives_its_prime_away`.
//!
//! **Costs** at w = 32 some 2^17 multiplications modulo N and transforms of length 2^16; time and memory double with every two
//! bits ([`extrapolate`]).
//!
//! **Defence**: w of at least 224 for a strength of 112 bits, 256 for 128; the lattices that break longer exponents ask for
//! more still.

mod correlation;
mod divisors;
mod progression;
mod transform;

use core::ops::RangeInclusive;

use modexp::{Modulus, Residue, Residues, random};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;
use rsa_variants::{KeyParams, MOST_PRIMES, PublicKey, Variant};

use self::divisors::prime_divisors;
use super::power::power_vartime;
use super::{fresh_key, is_prime};
use crate::{Error, OnProgress, Progress};

/// The lengths in bits of CRT exponents that are searched: 36 bits take 110 MiB at a modulus of 512 bits.
pub const CRT_EXPONENT_LENGTHS: RangeInclusive<usize> = 16..=36;
/// Values whose product is tried before each of them.
const VALUES_AT_ONCE: usize = 64;
/// How many bases g are tried. The first serves for every key: modulo each prime its powers are all different for longer than
/// there are steps. Modulo a number of small primes alone none does.
const MOST_BASES: usize = 4;
/// The most memory that an attack may take.
const MOST_MEMORY: u64 = 1 << 30;

/// What is known of a CRT exponent beforehand: bits at both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBits {
    /// The number of its highest bits …
    pub high: BigUint,
    /// … and how many these are.
    pub high_length: usize,
    /// The number of its lowest bits …
    pub low: BigUint,
    /// … and how many these are.
    pub low_length: usize,
}

/// What is true of every CRT exponent of the length: the highest bit is 1, and so is the lowest.
impl Default for KnownBits {
    fn default() -> Self {
        let one = BigUint::from(1u8);
        Self { high: one.clone(), high_length: 1, low: one, low_length: 1 }
    }
}

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// w, the length of the CRT exponents in bits.
    pub crt_exponent_length: usize,
    /// What is known of one of them.
    pub known: KnownBits,
}

impl Default for Options {
    fn default() -> Self {
        Self { crt_exponent_length: 32, known: KnownBits::default() }
    }
}

impl Options {
    fn check(&self) -> Result<(), Error> {
        let (length, known) = (self.crt_exponent_length, &self.known);
        if *known == KnownBits::default() {
            return Error::in_range("crtExponentLength", " bits", length, CRT_EXPONENT_LENGTHS).map(|_| ());
        }
        for (value, bits) in [(&known.high, known.high_length), (&known.low, known.low_length)] {
            if value.bits() as usize > bits {
                return Err(Error::option("known", format!("has a number of {} bits for {bits}", value.bits())));
            }
        }
        let (least, most) = (CRT_EXPONENT_LENGTHS.start() - 2, CRT_EXPONENT_LENGTHS.end() - 2);
        let unknown = length.checked_sub(known.high_length + known.low_length);
        if unknown.is_none_or(|unknown| !(least..=most).contains(&unknown)) {
            let sum = known.high_length + known.low_length;
            let problem = format!("is {sum} bits of {length}, but must leave from {least} to {most} unknown");
            return Err(Error::option("known", problem));
        }
        Ok(())
    }

    /// How many bits of the exponent are not known. Checked to be some.
    fn unknown(&self) -> usize {
        self.crt_exponent_length - self.known.high_length - self.known.low_length
    }

    /// The exponent with this number in place of the bits that are not known.
    fn exponent(&self, x: u64) -> BigUint {
        let KnownBits { high, low, low_length, .. } = &self.known;
        (((high << self.unknown()) + x) << *low_length) + low
    }
}

/// A prime with its CRT exponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The prime.
    pub prime: BigUint,
    /// d modulo the prime less one.
    pub crt_exponent: BigUint,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The primes with CRT exponents of the length asked for, in ascending order.
    pub found: Vec<Found>,
    /// All primes of the modulus, in ascending order; nothing when what is left beside those found is composite.
    pub primes: Option<Vec<BigUint>>,
    /// Whether every exponent of the length was tried. If not, no base served: the powers of each repeat, modulo some prime,
    /// within the steps.
    pub searched: bool,
    /// How many baby steps there were.
    pub baby_steps: u64,
    /// How many giant steps there were.
    pub giant_steps: u64,
    /// About how many bytes of memory it took.
    pub memory: u64,
}

impl Outcome {
    /// Why nothing was found, in a sentence.
    pub fn reason(&self, options: &Options) -> Option<String> {
        let length = options.crt_exponent_length;
        let reason = if self.searched {
            let known = if options.known == KnownBits::default() { "" } else { " and the known ones" };
            format!("no CRT exponent of this key has exactly {length} bits{known}, all tried")
        } else {
            format!(
                "exponents of {length} bits were not tried: modulo a prime of N the powers of every base repeat too soon"
            )
        };
        (self.found.is_empty() && self.primes.is_none()).then_some(reason)
    }
}

/// Looks for the CRT exponents of a key.
///
/// # Errors
/// [`Error::Option`]; [`Error::NotApplicable`] for a public exponent so short that no CRT exponent can be of the length;
/// [`Error::Aborted`].
///
/// ```
/// use core::ops::ControlFlow;
/// use cryptanalysis::attacks::meet_in_the_middle::{attack, demonstration};
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::{KeyParams, Variant};
///
/// let mut rng = ChaCha20Rng::from_seed([1; 32]);
/// let params = KeyParams { crt_exponent_length: Some(20), ..KeyParams::new(Variant::Rebalanced, 256) };
/// let example = demonstration(&mut rng, &params, &mut |_| ControlFlow::Continue(()))?;
/// let outcome = attack(&example.target, &example.options, &mut rng, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(outcome.primes, Some(example.primes));
/// # Ok::<(), cryptanalysis::Error>(())
/// ```
pub fn attack(
    target: &PublicKey,
    options: &Options,
    rng: &mut dyn CryptoRng,
    on_progress: OnProgress<'_>,
) -> Result<Outcome, Error> {
    check(target, options)?;
    let (modulus, e) = (target.modulus(), target.public_exponent());
    let steps = Steps::new(options.unknown());
    let mut outcome = Outcome {
        found: Vec::new(),
        primes: None,
        searched: false,
        baby_steps: steps.baby as u64,
        giant_steps: steps.giant as u64,
        memory: steps.memory(target.modulus_length()),
    };
    let mut residues = Residues::new(&modulus).map_err(rsa_variants::Error::from)?;
    let prepared = Modulus::new(&modulus).map_err(rsa_variants::Error::from)?;
    let mut divisors: Vec<(BigUint, Option<BigUint>)> = Vec::new();
    for _ in 0..MOST_BASES {
        let g = random::in_interval(&BigUint::from(2u8), &modulus, rng);
        // Every exponent is the least one plus 2^l·x, with l low bits known: g^(e·d−1) = c·h^x.
        let least = options.exponent(0);
        let coefficients = format!("{} baby steps modulo {} bits", steps.baby, modulus.bits());
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
        let sequences = progression::sequences(&mut residues, &ratio, &first, steps.baby, steps.giant, &mut |done| {
            report(coefficients.clone(), done, terms)
        })?;
        let divisor = (&sequences.common_factor * &g).gcd(&modulus);
        if divisor == modulus {
            continue;
        }
        if divisor != BigUint::from(1u8) {
            // An order that small gives a factor away by itself.
            divisors.push((divisor, None));
            break;
        }
        let values =
            correlation::correlate(&sequences.coefficients, &sequences.chirp, &modulus, &mut |done, to_do| {
                report(format!("{} giant steps at once, by transforms", steps.giant), done, to_do)
            })?;
        drop(sequences);
        let mut meeting = Meeting { residues: &mut residues, ratio, first, steps, report: &mut report };
        for giant_step in meeting.rows(&values)? {
            for (baby_step, divisor) in meeting.places(giant_step)? {
                let x = (giant_step * steps.baby + baby_step) as u64;
                divisors.push((divisor, Some(options.exponent(x))));
            }
        }
        outcome.searched = true;
        break;
    }
    split(target, divisors, rng, on_progress, &mut outcome)?;
    Ok(outcome)
}

fn check(target: &PublicKey, options: &Options) -> Result<(), Error> {
    let length = options.crt_exponent_length;
    options.check()?;
    let (n, e) = (target.modulus_length(), target.public_exponent().bits() as usize);
    // e·d_p ≥ p, and of at most eight primes of n/8 bits or more.
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
        return Err(Error::option("crtExponentLength", problem));
    }
    Ok(())
}

/// How x is cut in two: `x = giant step·baby steps + baby step`.
#[derive(Clone, Copy)]
struct Steps {
    baby: usize,
    giant: usize,
}

impl Steps {
    fn new(bits: usize) -> Self {
        Self { baby: 1 << (bits / 2), giant: 1 << bits.div_ceil(2) }
    }

    /// About how many bytes it takes.
    fn memory(self, modulus_length: usize) -> u64 {
        correlation::memory(self.baby + 1, self.baby + self.giant, modulus_length)
    }
}

/// The search for the steps that meet, once the values are known.
struct Meeting<'a> {
    residues: &'a mut Residues,
    /// h
    ratio: Residue,
    /// c
    first: Residue,
    steps: Steps,
    report: &'a mut dyn FnMut(String, u64, u64) -> Result<(), Error>,
}

impl Meeting<'_> {
    /// The giant steps whose value has a factor with N.
    fn rows(&mut self, values: &[BigUint]) -> Result<Vec<usize>, Error> {
        let mut values = values.iter();
        let mut next = |residues: &mut Residues| values.next().map(|value| residues.residue(value));
        let rows = self.with_divisors(&mut next, self.steps.giant, "giant steps looked through")?;
        Ok(rows.into_iter().map(|(index, _)| index).collect())
    }

    /// The baby steps that meet a giant step, with the divisors of N that they give.
    fn places(&mut self, giant_step: usize) -> Result<Vec<(usize, BigUint)>, Error> {
        // 1 − c·h^(giant step·J)·h^j, for j from 0 to J − 1.
        let exponent = giant_step * self.steps.baby;
        let mut power = self.residues.one();
        for bit in (0..usize::BITS - exponent.leading_zeros()).rev() {
            let root = power.clone();
            self.residues.square(&mut power, &root);
            if exponent >> bit & 1 == 1 {
                self.residues.multiply_assign(&mut power, &self.ratio);
            }
        }
        self.residues.multiply_assign(&mut power, &self.first);
        let (one, ratio) = (self.residues.one(), self.ratio.clone());
        let mut difference = self.residues.sum();
        let mut next = |residues: &mut Residues| {
            residues.subtract(&mut difference, &one, &power);
            residues.multiply_assign(&mut power, &ratio);
            let mut value = residues.zero();
            residues.multiply(&mut value, &difference, &one);
            Some(value)
        };
        self.with_divisors(&mut next, self.steps.baby, &format!("baby steps to giant step {giant_step}"))
    }

    /// The first values, at most `count`, that share a factor with N, and these factors: products of many are tried first,
    /// then one by one.
    fn with_divisors(
        &mut self,
        next: &mut dyn FnMut(&mut Residues) -> Option<Residue>,
        count: usize,
        what: &str,
    ) -> Result<Vec<(usize, BigUint)>, Error> {
        let one = BigUint::from(1u8);
        let modulus = self.residues.modulus();
        let mut found = Vec::new();
        for start in (0..count).step_by(VALUES_AT_ONCE) {
            (self.report)(what.to_owned(), start as u64, count as u64)?;
            let block: Vec<Residue> =
                (start..count.min(start + VALUES_AT_ONCE)).filter_map(|_| next(self.residues)).collect();
            let mut product = self.residues.one();
            block.iter().for_each(|value| self.residues.multiply_assign(&mut product, value));
            if self.residues.value(&product).gcd(&modulus) == one {
                continue;
            }
            for (index, value) in (start..).zip(&block) {
                let divisor = self.residues.value(value).gcd(&modulus);
                if divisor != one {
                    found.push((index, divisor));
                }
            }
        }
        Ok(found)
    }
}

/// Puts the primes of the divisors found into the outcome, and whether they are all of N.
///
/// A divisor is composite where primes share an exponent: all of N for `d_p = d_q`, as for any d that short. Then `e·d − 1`,
/// a multiple of the order of most bases, splits it.
fn split(
    target: &PublicKey,
    divisors: Vec<(BigUint, Option<BigUint>)>,
    rng: &mut dyn CryptoRng,
    on_progress: OnProgress<'_>,
    outcome: &mut Outcome,
) -> Result<(), Error> {
    let one = BigUint::from(1u8);
    let (mut rest, mut primes) = (target.modulus(), Vec::new());
    for (divisor, crt_exponent) in divisors {
        let multiple = crt_exponent.as_ref().map(|d| target.public_exponent() * d - 1u8);
        for prime in prime_divisors(divisor.gcd(&rest), multiple.as_ref(), rng, on_progress)? {
            while rest.is_multiple_of(&prime) {
                rest /= &prime;
                primes.push(prime.clone());
            }
            // The order of g modulo a prime may be shorter than p − 1.
            let is_exponent = |multiple: BigUint| multiple.is_multiple_of(&(&prime - 1u8));
            if multiple.clone().is_some_and(is_exponent) {
                outcome.found.extend(crt_exponent.clone().map(|crt_exponent| Found { prime, crt_exponent }));
            }
        }
    }
    if !primes.is_empty() && rest != one && is_prime(&rest, rng, on_progress)? {
        primes.push(core::mem::replace(&mut rest, one.clone()));
    }
    primes.sort();
    outcome.found.sort_by(|a, b| a.prime.cmp(&b.prime));
    outcome.primes = (rest == one).then_some(primes);
    Ok(())
}

/// An estimate of what an attack on longer CRT exponents takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extrapolation {
    /// Seconds.
    pub seconds: f64,
    /// Bytes of memory.
    pub memory: f64,
}

/// An estimate for CRT exponents of `crt_exponent_length` bits and the same modulus length, from the `seconds` that an attack
/// on shorter ones took.
///
/// Time grows as `2^(w/2)·w`, memory as `2^(w/2)`. It assumes one machine with all that memory, as fast as the little that was
/// measured: long before 2^80 bytes, memory is the harder limit.
pub fn extrapolate(outcome: &Outcome, options: &Options, seconds: f64, crt_exponent_length: usize) -> Extrapolation {
    let [from, to] = [options.crt_exponent_length, crt_exponent_length].map(|length| length as f64);
    let steps = ((to - from) / 2.0).exp2();
    Extrapolation { seconds: seconds * steps * to / from, memory: outcome.memory as f64 * steps }
}

/// A fresh key that falls to the attack.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// What the attacker sees.
    pub target: PublicKey,
    /// The options that fit it.
    pub options: Options,
    /// The key's parameters.
    pub params: KeyParams,
    /// What the attacker is after, in ascending order.
    pub primes: Vec<BigUint>,
}

/// The parameters of a demonstration that takes seconds: a rebalanced key of 512 bits with CRT exponents of 32.
pub fn default_params() -> KeyParams {
    let crt_exponent_length = Some(Options::default().crt_exponent_length);
    KeyParams { crt_exponent_length, ..KeyParams::new(Variant::Rebalanced, 512) }
}

/// A fresh rebalanced or R-Prime key.
///
/// # Errors
/// [`Error::Rsa`] for parameters that the library refuses, [`Error::NotApplicable`] for another variant, [`Error::Option`] for
/// CRT exponents too long to be searched, [`Error::Aborted`].
pub fn demonstration(
    rng: &mut dyn CryptoRng,
    params: &KeyParams,
    on_progress: OnProgress<'_>,
) -> Result<Demonstration, Error> {
    if !matches!(params.variant, Variant::Rebalanced | Variant::RPrime) {
        let name = params.variant.name();
        let message =
            format!("keys of the variant {name} have no CRT exponents short enough: rebalanced and r-prime have");
        return Err(Error::NotApplicable(message));
    }
    // Left open, they are as long as key generation makes them: refused.
    let checked = params.check()?.to_params();
    let options = checked
        .crt_exponent_length
        .map_or_else(Options::default, |crt_exponent_length| Options { crt_exponent_length, ..Options::default() });
    options.check()?;
    let key = fresh_key::generate(rng, params, on_progress)?;
    let mut primes = key.components().primes.clone();
    primes.sort();
    Ok(Demonstration { target: key.public_key().clone(), options, params: key.params(), primes })
}

#[cfg(test)]
mod tests;
