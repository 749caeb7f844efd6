//! The smallest change that makes parameters acceptable, found by trying.

use core::fmt;

use rsa_variants::{KeyParams, MODULUS_LENGTHS};

use crate::Verdict;
use crate::assess::grade;

/// Lengths of moduli are tried in multiples of this, in bits.
const MODULUS_STEP: usize = 256;
/// Lengths of CRT exponents and of short primes are tried in multiples of this, in bits.
const SHORT_LENGTH_STEP: usize = 32;

/// A change of parameters that makes them acceptable. Its text is one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The parameters to take.
    pub params: KeyParams,
    changes: Vec<Change>,
    /// What to say where nothing changes.
    unchanged: &'static str,
}

/// The verdict was on a key with a shorter e than this library makes.
const LONGER_E: &str = "Make a new key with the same parameters: its e is longer.";
/// The defect is this key's.
const NEW_KEY: &str = "Stop using this key. A new one with the same parameters is acceptable.";
/// Nothing but lengths is known.
const ORDINARY_KEY: &str = "Make a new key of two primes with this length.";

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
        write!(formatter, "Take {to} instead of {}.", words(|change| change.from.to_string()))
    }
}

/// Which parameters may change; w stands for the length of a short prime, too, because no variant has both. The fewer the better,
/// and of equally many rather those that leave n and the r asked for.
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

/// The smallest change for parameters with this verdict: fewest parameters first, then the shortest modulus, the most primes,
/// the shortest CRT exponents. Every set is graded as [`assess`](crate::assess()) grades it.
pub(crate) fn advice(params: &KeyParams, verdict: Verdict) -> Option<Advice> {
    found(params, verdict, LONGER_E)
}

/// The same for a key; of a public one only the lengths are known. Its e and the lengths of its CRT exponents may be such as key
/// generation never makes, and are left to it.
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

/// The sets to try, least change first. What is free changes: n, w and |p| upwards, r downwards. If the variant has no such
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

/// The value itself, or what it may change to.
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

/// Sets outside the limits, such as two primes for R-Prime, are not acceptable either.
fn is_acceptable(params: &KeyParams) -> bool {
    let Ok(checked) = params.check() else { return false };
    grade(&checked, checked.public_exponent_length()).verdict >= Verdict::Acceptable
}
