//! The smallest change that makes parameters acceptable, found by trying candidates.

use core::fmt;

use rsa_variants::{KeyParams, MODULUS_LENGTHS};

use crate::Verdict;
use crate::grade::grade;

/// Lengths of moduli are tried in multiples of this, in bits.
const MODULUS_STEP: usize = 256;
/// Lengths of CRT exponents and of short primes are tried in multiples of this, in bits.
const SHORT_LENGTH_STEP: usize = 32;

/// A change of parameters that makes them acceptable. [`Display`](fmt::Display) writes it as one or two sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The parameters to use.
    pub params: KeyParams,
    changes: Vec<Change>,
    /// The text if nothing changes.
    unchanged: &'static str,
}

/// For a key with a shorter e than this library makes.
const LONGER_E: &str = "Make a new key with the same parameters: it will have a longer e.";
/// For a private key whose own numbers are the problem.
const NEW_KEY: &str = "Stop using this key. A new one with the same parameters is acceptable.";
/// For a public key, of which only the lengths are known.
const ORDINARY_KEY: &str = "Make a new key of this length with two primes.";

#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    symbol: &'static str,
    from: usize,
    to: usize,
}

impl fmt::Display for Advice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.changes.is_empty() {
            return formatter.write_str(self.unchanged);
        }
        let words = |word: fn(&Change) -> String| self.changes.iter().map(word).collect::<Vec<_>>().join(" and ");
        let to = words(|change| format!("{} = {}", change.symbol, change.to));
        write!(formatter, "Use {to} instead of {}.", words(|change| change.from.to_string()))
    }
}

/// Which parameters may change, in the order of preference: few changes before many, and then those that keep n and r. Here w
/// also stands for the length of a short prime, because no variant has both.
const SUBSETS: [Free; 8] = [
    Free { n: false, r: false, w: false },
    Free { n: false, r: false, w: true },
    Free { n: false, r: true, w: false },
    Free { n: true, r: false, w: false },
    Free { n: false, r: true, w: true },
    Free { n: true, r: false, w: true },
    Free { n: true, r: true, w: false },
    Free { n: true, r: true, w: true },
];

#[derive(Clone, Copy)]
struct Free {
    n: bool,
    r: bool,
    w: bool,
}

/// The smallest change for parameters with this verdict: the fewest parameters first, then the shortest modulus, the most primes
/// and the shortest CRT exponents. Each candidate is graded as in [`assess`](crate::assess()).
pub(crate) fn advice(params: &KeyParams, verdict: Verdict) -> Option<Advice> {
    found(params, verdict, LONGER_E)
}

/// The same for a key; of a public one, only the lengths are known. Key generation may refuse its e or the length of its CRT
/// exponents. The advice then leaves both to key generation.
pub(crate) fn advice_for_key(params: &KeyParams, verdict: Verdict, is_private: bool) -> Option<Advice> {
    let public_exponent = params.public_exponent.clone().filter(|_| params.check().is_ok());
    let longest = params.modulus_length / params.primes.unwrap_or(2);
    let crt_exponent_length = params.crt_exponent_length.map(|w| w.min(longest));
    let made = KeyParams { public_exponent, crt_exponent_length, ..params.clone() };
    found(&made, verdict, if is_private { NEW_KEY } else { ORDINARY_KEY })
}

fn found(from: &KeyParams, verdict: Verdict, unchanged: &'static str) -> Option<Advice> {
    if verdict >= Verdict::Acceptable {
        return None;
    }
    let found = SUBSETS.iter().flat_map(|&free| candidates(from, free)).find(is_acceptable)?;
    let changes = [
        ("n", Some(from.modulus_length), Some(found.modulus_length)),
        ("r", from.primes, found.primes),
        ("w", from.crt_exponent_length, found.crt_exponent_length),
        ("|p|", from.prime_length, found.prime_length),
    ];
    let changes = changes
        .into_iter()
        .filter(|(_, from, to)| from != to)
        .filter_map(|(symbol, from, to)| Some(Change { symbol, from: from?, to: to? }));
    Some(Advice { params: found, changes: changes.collect(), unchanged })
}

/// The sets to try, smallest change first. Free parameters change: n, w and |p| upwards, r downwards. If the variant lacks a free
/// parameter, there is nothing to try.
fn candidates(from: &KeyParams, free: Free) -> impl Iterator<Item = KeyParams> {
    let lengths = rising(from.modulus_length, MODULUS_STEP, *MODULUS_LENGTHS.end(), free.n);
    lengths.flat_map(move |modulus_length| {
        let counts = values(from.primes, free.r, |r| (2..r).rev().collect());
        counts.into_iter().flat_map(move |primes| {
            let longest = modulus_length / primes.unwrap_or(2);
            let longer = |bits| rising(bits, SHORT_LENGTH_STEP, longest, true).collect();
            let lengths = values(from.crt_exponent_length.or(from.prime_length), free.w, longer);
            lengths.into_iter().map(move |length| KeyParams {
                modulus_length,
                primes,
                crt_exponent_length: from.crt_exponent_length.and(length),
                prime_length: from.prime_length.and(length),
                ..from.clone()
            })
        })
    })
}

/// The value itself, or the values it may change to.
fn values(value: Option<usize>, free: bool, changed: impl FnOnce(usize) -> Vec<usize>) -> Vec<Option<usize>> {
    match value {
        Some(value) if free => changed(value).into_iter().map(Some).collect(),
        None if free => Vec::new(),
        value => vec![value],
    }
}

/// The value itself, or the multiples of `step` above it.
fn rising(value: usize, step: usize, most: usize, free: bool) -> impl Iterator<Item = usize> {
    let (first, last) = if free { ((value / step + 1) * step, most) } else { (value, value) };
    (first..=last).step_by(step)
}

/// Parameters outside the limits, such as two primes for R-Prime, are not acceptable either.
fn is_acceptable(params: &KeyParams) -> bool {
    let Ok(checked) = params.check() else { return false };
    grade(&checked, checked.public_exponent_length()).verdict >= Verdict::Acceptable
}
