//! Pippenger's method: for each window of the exponents, bases with the same digit are multiplied together in a bucket.
//! With the buckets `B_d`, `∏ B_d^d` costs two multiplications for each bucket.

use super::{Terms, digit};
use crate::several::Several;

/// The product in Montgomery form, in the first lane.
///
/// Each lane takes every other window, so `result = ∏ over lanes (lane's product)^(2^(width·lane))`.
pub(super) fn product<S: Several>(arithmetic: &mut S, terms: &Terms, width: usize) -> S::Residue {
    let forms = terms.forms(arithmetic);
    let mut buckets = Buckets::new(arithmetic, width);
    let one = arithmetic.one();
    let mut accumulator = one.clone();
    let mut product = one.clone();
    for (round, step) in (0..terms.bits.div_ceil(S::LANES * width)).rev().enumerate() {
        for _ in 0..if round > 0 { S::LANES * width } else { 0 } {
            arithmetic.square(&mut product, &accumulator);
            core::mem::swap(&mut accumulator, &mut product);
        }
        buckets.clear();
        let start = |lane: usize| (step * S::LANES + lane) * width;
        buckets.fill(arithmetic, &forms, |base, lane| digit(&terms.exponents[base], start(lane), width), terms);
        let window = buckets.product(arithmetic);
        arithmetic.multiply(&mut product, &accumulator, &window);
        core::mem::swap(&mut accumulator, &mut product);
    }
    // Horner's rule over the lanes, the last one first.
    let mut result = accumulator.clone();
    arithmetic.copy_lane((&mut result, 0), (&accumulator, S::LANES - 1));
    let mut factor = one;
    for lane in (0..S::LANES - 1).rev() {
        for _ in 0..width {
            arithmetic.square(&mut product, &result);
            core::mem::swap(&mut result, &mut product);
        }
        arithmetic.copy_lane((&mut factor, 0), (&accumulator, lane));
        arithmetic.multiply(&mut product, &result, &factor);
        core::mem::swap(&mut result, &mut product);
    }
    result
}

/// The buckets of one window in each lane. The bucket of digit 0 has no use and takes the place of a missing one.
struct Buckets<R> {
    buckets: Vec<R>,
    /// Whether a bucket has a base, for each lane.
    filled: Vec<[bool; 2]>,
    one: R,
}

/// A multiplication of a bucket by a base.
#[derive(Clone, Copy)]
struct Entry {
    base: usize,
    bucket: usize,
}

impl<R: Clone> Buckets<R> {
    fn new<S: Several<Residue = R>>(arithmetic: &S, width: usize) -> Self {
        let one = arithmetic.one();
        Self { buckets: vec![one.clone(); 1 << width], filled: vec![[false; 2]; 1 << width], one }
    }

    fn clear(&mut self) {
        self.buckets.fill(self.one.clone());
        self.filled.fill([false; 2]);
    }

    /// Multiplies each base into the bucket of its digit. The first base of a bucket is copied.
    fn fill<S: Several<Residue = R>>(
        &mut self,
        arithmetic: &mut S,
        forms: &[R],
        digit: impl Fn(usize, usize) -> usize,
        terms: &Terms,
    ) {
        let mut queues: Vec<Vec<Entry>> = vec![Vec::new(); S::LANES];
        for (lane, queue) in queues.iter_mut().enumerate() {
            for base in 0..terms.bases.len() {
                let bucket = digit(base, lane);
                if bucket == 0 {
                    continue;
                }
                if core::mem::replace(&mut self.filled[bucket][lane], true) {
                    queue.push(Entry { base, bucket });
                } else {
                    let from = (&forms[base / S::LANES], base % S::LANES);
                    arithmetic.copy_lane((&mut self.buckets[bucket], lane), from);
                }
            }
        }
        let [mut bucket, mut base, mut product] = [self.one.clone(), self.one.clone(), self.one.clone()];
        for position in 0..queues.iter().map(Vec::len).max().unwrap_or(0) {
            for (lane, queue) in queues.iter().enumerate() {
                if let Some(entry) = queue.get(position) {
                    let from = (&forms[entry.base / S::LANES], entry.base % S::LANES);
                    arithmetic.copy_lane((&mut base, lane), from);
                    arithmetic.copy_lane((&mut bucket, lane), (&self.buckets[entry.bucket], lane));
                }
            }
            arithmetic.multiply(&mut product, &bucket, &base);
            for (lane, queue) in queues.iter().enumerate() {
                if let Some(entry) = queue.get(position) {
                    arithmetic.copy_lane((&mut self.buckets[entry.bucket], lane), (&product, lane));
                }
            }
        }
    }

    /// `∏ B_d^d`, from the highest bucket down: `∏ (B_d·B_(d+1)·…)`.
    fn product<S: Several<Residue = R>>(&self, arithmetic: &mut S) -> R {
        let [mut running, mut total, mut product] = [self.one.clone(), self.one.clone(), self.one.clone()];
        let mut is_one = true;
        for (bucket, filled) in self.buckets.iter().zip(&self.filled).skip(1).rev() {
            if filled.contains(&true) {
                arithmetic.multiply(&mut product, &running, bucket);
                core::mem::swap(&mut running, &mut product);
                is_one = false;
            }
            if !is_one {
                arithmetic.multiply(&mut product, &total, &running);
                core::mem::swap(&mut total, &mut product);
            }
        }
        total
    }
}
