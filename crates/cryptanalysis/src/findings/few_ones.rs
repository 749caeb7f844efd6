//! Primes with few one bits: a search from the first bits, in which a wrong guess soon needs more ones than the right one. Two
//! thirds of a prime are enough for [`near`].

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use num_bigint::BigUint;

use super::KeyFinding;
use super::shapes::near;
use crate::{Reach, sources};

/// The search ends after so many guesses, unless one has explained more of N than guesses at random primes do.
const TRIAL: usize = 4000;
const MOST: usize = 60_000;
/// How many bits of N each one bit must explain (as in `CheckLowHammingWeight` of paranoid_crypto).
const WEIGHT: u64 = 5;

/// The first bits of both primes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Guess {
    /// The bits of N that are not explained, and the weight of the ones. The heap begins with the least.
    rank: Reverse<u64>,
    /// How many bits of each prime follow.
    rest: u64,
    ones: u64,
    primes: [BigUint; 2],
    /// What the first bits of N exceed the product by.
    excess: BigUint,
}

impl Guess {
    fn new(rest: u64, ones: u64, primes: [BigUint; 2], excess: BigUint) -> Self {
        Self { rank: Reverse(excess.bits() + 2 * rest + WEIGHT * ones), rest, ones, primes, excess }
    }

    /// Goes on with zeros as far as possible, and collects the guesses with a one on the way.
    fn expand(mut self, modulus: &BigUint, heap: &mut BinaryHeap<Self>) {
        while self.rest > 0 && self.excess <= &self.primes[0] + &self.primes[1] {
            self.rest -= 1;
            self.primes.iter_mut().for_each(|prime| *prime <<= 1u8);
            let digit = 2 * u8::from(modulus.bit(2 * self.rest + 1)) + u8::from(modulus.bit(2 * self.rest));
            self.excess = (self.excess << 2u8) + digit;
            let [p, q] = &self.primes;
            for [bit, other] in [[0u8, 1], [1, 0], [1, 1]] {
                // (p + bit)·(q + other) − p·q
                let more = p * other + q * bit + bit * other;
                let next = [p + bit, q + other];
                // The primes are interchangeable.
                if more <= self.excess && next[0] <= next[1] {
                    let excess = &self.excess - more;
                    if excess <= &next[0] + &next[1] {
                        heap.push(Self::new(self.rest, self.ones + u64::from(bit + other), next, excess));
                    }
                }
            }
        }
    }
}

pub(super) fn finding(modulus: &BigUint) -> Option<KeyFinding> {
    let n = modulus.bits();
    let rest = n.div_ceil(2) - 1;
    let one = BigUint::from(1u8);
    let first = Guess::new(rest, 2, [one.clone(), one.clone()], (modulus >> (2 * rest)) - one);
    let (mut heap, mut best) = (BinaryHeap::from([first]), u64::MAX);
    for step in 0..MOST {
        let guess = heap.pop()?;
        best = best.min(guess.rank.0);
        if step > TRIAL && best >= n {
            return None;
        }
        if 6 * (guess.rest + 8) > n {
            guess.expand(modulus, &mut heap);
        } else if let Some(factor) = near(modulus, &(&guess.primes[0] << guess.rest)) {
            let reason = "The primes have few one bits: a search from their first bits finds them.".to_owned();
            let found = KeyFinding::defect("prime-pattern", sources::BERNSTEIN_COPPERSMITH, 0, Reach::Here, reason);
            return Some(found.with_factor(factor));
        }
    }
    None
}
