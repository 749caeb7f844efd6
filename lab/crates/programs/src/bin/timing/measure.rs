//! The measurement of samples.

use std::time::{Duration, Instant};

use rand_core::CryptoRng;

/// The two kinds of inputs whose times are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    First,
    Second,
}

/// An operation to time.
pub(crate) trait Subject {
    /// The length of an input in bytes.
    fn input_length(&self) -> usize;

    /// Writes an input of the class. Not timed: all inputs of a round are made before the first one is timed.
    fn prepare(&mut self, class: Class, input: &mut [u8], rng: &mut dyn CryptoRng);

    /// Copies an input to the place where the operation reads it: the same memory for both classes, written in the same
    /// way. Not timed.
    fn load(&mut self, input: &[u8]);

    /// Runs the operation on the input loaded last.
    fn run(&mut self);
}

/// The number of inputs that are made at a time.
const ROUND: usize = 64;
/// The greatest number of samples. More would add little information but take memory.
const MOST_SAMPLES: usize = 1_000_000;

/// Measures both classes in random order for about the given time. Returns the times in nanoseconds, without the first
/// tenth, in which caches and the processor's clock settle.
pub(crate) fn measure(subject: &mut dyn Subject, duration: Duration, rng: &mut dyn CryptoRng) -> [Vec<u64>; 2] {
    let mut inputs = vec![vec![0; subject.input_length()]; ROUND];
    let mut classes = [Class::First; ROUND];
    let mut samples = [Vec::new(), Vec::new()];
    let begin = Instant::now();
    let count = |samples: &[Vec<u64>; 2]| samples.iter().map(Vec::len).sum::<usize>();
    while (begin.elapsed() < duration && count(&samples) < MOST_SAMPLES) || samples.iter().any(|times| times.len() < 2)
    {
        for (class, input) in classes.iter_mut().zip(&mut inputs) {
            *class = if rng.next_u32() & 1 == 0 { Class::First } else { Class::Second };
            subject.prepare(*class, input, rng);
        }
        let is_kept = begin.elapsed() >= duration / 10;
        for (class, input) in classes.iter().zip(&inputs) {
            subject.load(input);
            let start = Instant::now();
            subject.run();
            let nanoseconds = start.elapsed().as_nanos() as u64;
            if is_kept {
                samples[*class as usize].push(nanoseconds);
            }
        }
    }
    samples
}
