//! A prime whose digits follow from those of another one: each digit of p, of a multiple of it or of its inverse stands for one of q.

use num_bigint::BigUint;
use rsa_variants::Components;

use super::patterns::{RUN, run_of_ones};
use super::{KeyFinding, WEAK};
use crate::{Reach, sources};

/// Digits of powers of 2, 3, 5, 7 and 10.
const BASES: [u32; 15] = [4, 8, 16, 32, 64, 128, 256, 3, 9, 27, 5, 25, 7, 49, 10];
/// Multiples of p.
const MULTIPLES: u32 = 16;
/// How many bits at the ends differ, because q is the next prime or has its first bit set.
const ENDS: f64 = 24.0;

/// So many bits of changed digits are not by chance.
const CHANGED: u64 = 16;

pub(super) fn finding(key: &Components) -> Option<KeyFinding> {
    let n = key.modulus.bits();
    let pairs = key.primes.iter().flat_map(|p| key.primes.iter().map(move |q| [p, q])).filter(|[p, q]| p != q);
    let (how, common) =
        pairs.filter_map(|[p, q]| image(p, q).or_else(|| masked(p, q))).max_by_key(|(_, common)| *common)?;
    // Guessing the primes from both ends, N fixes as many bits as remain unknown; a lattice does with half of a prime.
    let (strength, reach, what) = if 5 * common >= n {
        (40, Reach::Practical, "guessing both from their ends, N fixes each guess")
    } else {
        (WEAK, Reach::Theory, "that does not happen by chance, and what it costs to use it is unknown")
    };
    let reason = format!("{common} bits of one prime follow from those of another one, {how}: {what}.");
    Some(KeyFinding::defect("derived-prime", sources::BERNSTEIN_COPPERSMITH, strength, reach, reason))
}

/// The longest run of digits that follow from one another, and how.
fn image(p: &BigUint, q: &BigUint) -> Option<(String, u64)> {
    let runs = BASES.into_iter().flat_map(|base| {
        let of_q = q.to_radix_le(base);
        let power = BigUint::from(base).pow(of_q.len() as u32);
        let multiples = (1..=MULTIPLES).map(|a| (format!("{a}·p"), p * a % &power));
        let inverse = p.modinv(&power).map(|inverse| ("the inverse of p".to_owned(), inverse));
        let mut candidates: Vec<_> = multiples.chain(inverse).map(|(name, x)| (name, x.to_radix_le(base))).collect();
        if base == 256 {
            let words = |size: usize| p.to_bytes_le().rchunks(size).flatten().copied().collect();
            candidates.extend([2, 4, 8].map(|size| (format!("words of {} bits of p", 8 * size), words(size))));
        }
        let both_ways = |digits: &[u8]| [digits.to_vec(), digits.iter().rev().copied().collect()];
        let skipped = (ENDS / f64::from(base).log2()) as usize;
        candidates.into_iter().map(move |(name, x)| {
            let (of_x, of_q) = (both_ways(&x), both_ways(&of_q));
            let bits = [[0, 0], [0, 1], [1, 0], [1, 1]]
                .into_iter()
                .filter_map(|[i, j]| Some(function(of_x[i].get(skipped..)?, of_q[j].get(skipped..)?, base, i == j)));
            (format!("by the digits of {name} in base {base}"), bits.max().unwrap_or(0))
        })
    });
    runs.max_by_key(|(_, bits)| *bits).filter(|(_, bits)| *bits >= RUN)
}

/// How many bits of y, from the first digit on, a function of single digits of x gives, without those it takes to choose it. If all
/// digits `are_in_place`, it must change some: short relations are another finding.
fn function(x: &[u8], y: &[u8], base: u32, are_in_place: bool) -> u64 {
    let mut images = [None; 256];
    let follows = |(x, y): &(&u8, &u8)| *images[usize::from(**x)].get_or_insert(**y) == **y;
    let run = x.iter().zip(y).take_while(follows).count();
    // What stays as it is need not be chosen.
    let chosen = images.iter().enumerate().filter(|(x, y)| y.is_some_and(|y| usize::from(y) != *x)).count();
    let changed = x.iter().zip(y).take(run).filter(|(x, y)| x != y).count();
    let bits = |digits: usize| (digits as f64 * f64::from(base).log2()) as u64;
    if are_in_place && bits(changed.saturating_sub(chosen)) < CHANGED { 0 } else { bits(run.saturating_sub(chosen)) }
}

/// Bits of q that are those of p after an exclusive or with a repeated word.
fn masked(p: &BigUint, q: &BigUint) -> Option<(String, u64)> {
    let mask = p ^ q;
    let ones = (BigUint::from(1u8) << p.bits().min(q.bits())) - 1u8;
    // A mask of one repeated bit is an inversion, or none, which other checks find.
    (2..=64u64).find_map(|period| {
        let repeated = run_of_ones((&mask ^ (&mask >> period) ^ &ones) & &ones);
        (repeated >= RUN).then(|| (format!("under a mask that repeats {period} bits"), repeated + period))
    })
}
