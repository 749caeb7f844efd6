//! Modular multiplication in three ways (the paper's Table I).

use modular_powers::random;
use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::device::is_multiplier_length;
use crate::{Error, montgomery, words};

rsa_variants::named! {
    /// How `a·b mod p` is computed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Way {
        /// num-bigint: the product, then a division.
        NumBigint = "num-bigint",
        /// Four Montgomery multiplications, into the Montgomery domain and back (Fig. 1): `((a ⊗ R²) ⊗ (b ⊗ R²)) ⊗ 1`.
        FourMontgomery = "four-montgomery",
        /// One Montgomery multiplication of numbers that stay in the Montgomery domain, as in an exponentiation.
        OneMontgomery = "one-montgomery",
    }
}

impl Way {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::NumBigint, Self::FourMontgomery, Self::OneMontgomery];

    /// The way with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// A random modulus and random operands for measuring repeated multiplications.
///
/// All ways compute the same chain `x ← x·b mod p`, so the compiler cannot remove a multiplication and results can be compared.
pub struct ModularMultiplication {
    length: usize,
    modulus: BigUint,
    factor: BigUint,
    product: BigUint,
    words: Words,
}

/// The same numbers in the form that the Montgomery ways use.
struct Words {
    modulus: words::Words,
    inverse: u32,
    r_squared: words::Words,
    one: words::Words,
    factor: words::Words,
    factor_in_domain: words::Words,
    product: words::Words,
    product_in_domain: words::Words,
    scratch: [words::Words; 3],
}

impl ModularMultiplication {
    /// For operands of `length` bits. The limits are those of a device's multiplier.
    ///
    /// # Errors
    /// [`Error::OperandLength`].
    pub fn new(length: usize, rng: &mut dyn CryptoRng) -> Result<Self, Error> {
        if !is_multiplier_length(length) {
            return Err(Error::OperandLength { value: length });
        }
        let one = BigUint::from(1u8);
        let (low, high) = (&one << (length - 1), &one << length);
        let modulus = random::in_interval(&low, &high, rng)? | &one;
        let [factor, start] = [random::in_interval(&one, &modulus, rng)?, random::in_interval(&one, &modulus, rng)?];
        let in_domain = |value: &BigUint| (value << length) % &modulus;
        let to_words = |value: &BigUint| words::of(value, words::count(length));
        let words = Words {
            inverse: montgomery::negative_inverse(modulus.iter_u32_digits().next().unwrap_or(1)),
            modulus: to_words(&modulus),
            r_squared: to_words(&in_domain(&in_domain(&one))),
            one: to_words(&one),
            factor: to_words(&factor),
            factor_in_domain: to_words(&in_domain(&factor)),
            product: to_words(&start),
            product_in_domain: to_words(&in_domain(&start)),
            scratch: [(); 3].map(|()| to_words(&BigUint::ZERO)),
        };
        Ok(Self { length, modulus, factor, product: start, words })
    }

    /// Multiplies `count` times.
    pub fn run(&mut self, way: Way, count: usize) {
        let Words { modulus, inverse, r_squared, one, factor, factor_in_domain, product, product_in_domain, scratch } =
            &mut self.words;
        let multiply = |a: &[u32], b: &[u32], result: &mut [u32]| montgomery::multiply(a, b, modulus, *inverse, result);
        match way {
            Way::NumBigint => {
                for _ in 0..count {
                    self.product = &self.product * &self.factor % &self.modulus;
                }
            }
            Way::FourMontgomery => {
                let [x, y, z] = scratch;
                for _ in 0..count {
                    multiply(product, r_squared, x);
                    multiply(factor, r_squared, y);
                    multiply(x, y, z);
                    multiply(z, one, product);
                }
            }
            Way::OneMontgomery => {
                let [x, ..] = scratch;
                for _ in 0..count {
                    multiply(product_in_domain, factor_in_domain, x);
                    core::mem::swap(product_in_domain, x);
                }
            }
        }
    }

    /// The current value of a way's chain. It is the same for all ways after the same number of multiplications.
    pub fn result(&self, way: Way) -> BigUint {
        match way {
            Way::NumBigint => self.product.clone(),
            Way::FourMontgomery => BigUint::from_slice(&self.words.product),
            Way::OneMontgomery => {
                let Words { modulus, inverse, one, product_in_domain, .. } = &self.words;
                let mut result = vec![0; words::count(self.length)];
                montgomery::multiply(product_in_domain, one, modulus, *inverse, &mut result);
                BigUint::new(result)
            }
        }
    }
}
