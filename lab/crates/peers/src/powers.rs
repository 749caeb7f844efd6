//! Pairs of modular exponentiations, prepared once and then computed as often as a measurement needs.

use wasm_bindgen::prelude::*;

use crate::arithmetic::{self, Arithmetic, Numbers};

/// Pairs of independent exponentiations in one crate's arithmetic.
#[wasm_bindgen]
pub struct Powers {
    pairs: Box<dyn Pairs>,
    length: usize,
}

#[wasm_bindgen]
impl Powers {
    /// Prepares pairs. `numbers` contains base, exponent and odd modulus, each of `length` bytes, for each
    /// exponentiation. Two exponentiations form a pair.
    ///
    /// # Errors
    /// If `arithmetic` is not `num-bigint-crate`, `crypto-bigint` or the name of an engine of `modular_powers`, if the
    /// numbers do not form whole pairs, or if a modulus is even.
    #[wasm_bindgen(constructor)]
    pub fn new(arithmetic: &str, numbers: &[u8], length: usize) -> Result<Self, JsError> {
        if length == 0 || !numbers.len().is_multiple_of(6 * length) {
            return Err(JsError::new(&format!(
                "{} bytes do not form pairs of numbers of {length} bytes",
                numbers.len()
            )));
        }
        let numbers: Vec<Numbers<'_>> = (numbers.chunks_exact(3 * length))
            .map(|triple| Numbers {
                base: &triple[..length],
                exponent: &triple[length..2 * length],
                modulus: &triple[2 * length..],
            })
            .collect();
        if numbers.iter().any(|each| each.modulus[length - 1] & 1 == 0) {
            return Err(JsError::new("every modulus must be odd"));
        }
        let pairs: Box<dyn Pairs> = match arithmetic {
            "num-bigint-crate" => Prepared::boxed(arithmetic::NumBigint, &numbers),
            "crypto-bigint" => Prepared::boxed(arithmetic::CryptoBigint, &numbers),
            name => match modular_powers::Engine::from_name(name) {
                Some(engine) => Prepared::boxed(arithmetic::Modexp(engine), &numbers),
                None => return Err(JsError::new(&format!("there is no arithmetic {name} here"))),
            },
        };
        Ok(Self { pairs, length })
    }

    /// The timed part: computes a pair and keeps its powers, in the crate's own form.
    pub fn compute(&mut self, pair: usize) {
        self.pairs.compute(pair);
    }

    /// The powers computed since the last call, in order, each of `length` bytes.
    pub fn take(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for power in self.pairs.take() {
            // Some crates trim leading zeros, others pad to whole words.
            let significant = &power[power.len().saturating_sub(self.length)..];
            bytes.resize(bytes.len() + self.length - significant.len(), 0);
            bytes.extend_from_slice(significant);
        }
        bytes
    }
}

/// Pairs and their powers, with any arithmetic.
trait Pairs {
    fn compute(&mut self, pair: usize);
    fn take(&mut self) -> Vec<Vec<u8>>;
}

struct Prepared<A: Arithmetic> {
    arithmetic: A,
    pairs: Vec<[A::Prepared; 2]>,
    powers: Vec<[A::Power; 2]>,
}

impl<A: Arithmetic + 'static> Prepared<A> {
    fn boxed(arithmetic: A, numbers: &[Numbers<'_>]) -> Box<dyn Pairs> {
        let (pairs, _) = numbers.as_chunks::<2>();
        let pairs = pairs.iter().map(|pair| pair.map(|each| arithmetic.prepare(each))).collect();
        Box::new(Self { arithmetic, pairs, powers: Vec::new() })
    }
}

impl<A: Arithmetic> Pairs for Prepared<A> {
    fn compute(&mut self, pair: usize) {
        self.powers.push(self.arithmetic.powers(&self.pairs[pair]));
    }

    fn take(&mut self) -> Vec<Vec<u8>> {
        self.powers.drain(..).flatten().map(|power| A::to_be_bytes(&power)).collect()
    }
}
