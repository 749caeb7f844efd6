//! Scheme A (Sun, Wu, "Design of rebalanced RSA-CRT for fast encryption", ISC 2005): a public exponent of
//! n/2 + 56 bits with CRT exponents of w bits (n = 1024: 568 and 160).
//!
//! Broken at those lengths: Bleichenbacher, May, "New attacks on RSA with small secret CRT-exponents", PKC 2006.

use modular_powers::random::{self, Draws, StuckGenerator};
use modular_powers::{Modulus, MontgomeryForm, Natural, prime};
use num_bigint::BigUint;

use super::definition::{
    CrtExponentRoom, CrtExponents, Definition, PublicExponent, SHORT_CRT_EXPONENTS, Speedup, USUAL,
};
use super::scheme_b::Shape;
pub(super) use super::scheme_b::prepare;
use crate::arithmetic::inverse;
use crate::generate::{Generator, PATIENCE};
use crate::smooth::PartialFactoring;
use crate::{CheckedParams, Components, Error, Progress};

/// The number of candidates that share one inversion.
const CANDIDATES: usize = 128;

/// The length of k_2, in bits. The public exponent e is longer than a prime by this length.
const COFACTOR_LENGTH: usize = 56;

/// The mean number of tries for a prime, for each bit of N. About one P in 3300 has a divisor of 56 bits made of primes below 2^15, and
/// one in `h·ln 2/2` even cofactors gives a prime of h bits. Counted over 16, 16 and 8 keys at n = 256, 512 and 1024: 0.15, 0.28 and
/// 0.61 million.
const TRIES_PER_BIT: f64 = 3300.0 * core::f64::consts::LN_2 / 4.0;

pub(super) const DEFINITION: Definition = Definition {
    name: "scheme-a",
    title: "Scheme A",
    source: "Sun, Wu 2005",
    crt_exponents: Some(CrtExponents {
        excess: 1,
        // The first of the w bits is set.
        room: CrtExponentRoom::Search { tries_per_bit: TRIES_PER_BIT, fixed_bits: 1 },
    }),
    public_exponent: PublicExponent::Half { excess: COFACTOR_LENGTH },
    little_studied: Some(SHORT_CRT_EXPONENTS),
    speedup: Speedup::TWO_SHORT_EXPONENTS,
    is_slow_to_generate: true,
    ..USUAL
};

/// Key generation:
///
/// 1. fix the odd `e = 2^(n/2+55) + 1`;
/// 2. for each prime: random k_1 of w bits with `gcd(k_1, e) = 1`;
/// 3. the unique d, `k_1 < d < 2·k_1`, and P, `e < P < 2e`, with `e·d = k_1·P + 1`;
/// 4. find a divisor k_2 of P of 56 bits, from P's small prime factors, such that `p = P/k_2 + 1` is a prime of n/2 bits;
///    if there is none, go to 2.
///
/// At n = 1024 a prime takes some 600,000 tries (see `TRIES_PER_BIT`), so a try must be cheap. P is found without d:
/// `k_1·P ≡ −1 mod e`, hence `P = 2e − (k_1⁻¹ mod e)`. All candidates have the same modulus, so Montgomery's trick
/// inverts many k_1 at once. The search for small factors of P has stages (see `smooth`).
pub(super) fn generate(params: &CheckedParams, generator: &mut Generator<'_>) -> Result<Components, Error> {
    let shape = Shape::new(params);
    let e = (BigUint::from(1u8) << (shape.prime_length + COFACTOR_LENGTH - 1)) + 1u8;
    let search = Search::new(e.clone(), shape, DEFINITION.expected_tries(params.values.modulus_length));
    let primes = search.shape.primes(&e, generator, |generator, earlier| search.prime(earlier, generator))?;
    Ok(search.shape.components(params, e, primes))
}

struct Search {
    shape: Shape,
    expected_tries: u64,
    e: BigUint,
    modulus: Modulus,
    /// `2e`, at the width of P.
    twice: Natural,
    /// The small primes that divide e, and so must not divide k_1.
    factors_of_e: Vec<u32>,
    factoring: PartialFactoring,
}

impl Search {
    fn new(e: BigUint, shape: Shape, expected_tries: u64) -> Self {
        let bits = e.bits() as usize + 1;
        Self {
            factors_of_e: prime::small_primes().iter().copied().filter(|p| &e % *p == BigUint::ZERO).collect(),
            modulus: Modulus::new(&e).expect("e is odd"),
            twice: Natural::from_biguint(&(&e << 1), bits),
            factoring: PartialFactoring::new(COFACTOR_LENGTH),
            shape,
            expected_tries,
            e,
        }
    }

    fn prime(&self, found: &[(BigUint, BigUint)], generator: &mut Generator<'_>) -> Result<BigUint, Error> {
        let expected = self.expected_tries;
        let mut tries = 0;
        let mut draws = Draws::new(PATIENCE * expected);
        loop {
            generator.report(Progress::Candidates { done: tries, expected })?;
            let candidates = self.candidates(generator, &mut draws)?;
            tries += candidates.len() as u64;
            for (k1, inverse) in candidates.iter().zip(self.inverses(&candidates)) {
                let product = self.twice.minus(&inverse).0;
                if !self.factoring.is_promising(&product) {
                    continue;
                }
                // P = (e·d − 1)/k_1
                let product = product.to_biguint();
                let d = (&product * k1 + 1u8) / &self.e;
                for cofactor in self.factoring.divisors(&product) {
                    let p = &product / cofactor + 1u8;
                    if self.shape.accepts(&p, &d, found) && self.shape.is_prime(&p, generator)? {
                        return Ok(p);
                    }
                }
            }
        }
    }

    /// Random k_1 of w bits, coprime to e.
    fn candidates(&self, generator: &mut Generator<'_>, draws: &mut Draws) -> Result<Vec<BigUint>, StuckGenerator> {
        let w = self.shape.exponent_length;
        let mut candidates = Vec::new();
        while candidates.len() < CANDIDATES {
            let k1 = random::below_power_of_two(w - 1, generator.rng) | (BigUint::from(1u8) << (w - 1));
            draws.note(&k1, w as u64 - 1)?;
            if self.factors_of_e.iter().all(|factor| &k1 % *factor != BigUint::ZERO) {
                candidates.push(k1);
            }
        }
        Ok(candidates)
    }

    /// `k_1⁻¹ mod e` for all candidates, with one inversion (Montgomery's trick). With prefix products c_i, only the
    /// last is inverted. Then `k_i⁻¹ = c_i⁻¹·c_{i−1}` and `c_{i−1}⁻¹ = c_i⁻¹·k_i`.
    fn inverses(&self, candidates: &[BigUint]) -> Vec<Natural> {
        let modulus = &self.modulus;
        let bits = modulus.bit_length();
        let forms: Vec<MontgomeryForm> =
            candidates.iter().map(|k1| modulus.montgomery_form(&Natural::from_biguint(k1, bits))).collect();
        let mut prefixes = vec![Natural::from_be_bytes(&[1], bits)];
        for form in &forms {
            prefixes.push(modulus.multiply(&prefixes[prefixes.len() - 1], form));
        }
        let total = prefixes.pop().expect("one more prefix than candidates");
        let Some(mut inverse) = inverse(&total.to_biguint(), &self.e).map(|x| Natural::from_biguint(&x, bits)) else {
            // Very rarely, a candidate shares a large factor with e. Its inverse is then set to 0, which makes P = 2e,
            // and this P is never accepted.
            return self.inverses_one_by_one(candidates);
        };
        let mut inverses: Vec<Natural> = forms
            .iter()
            .zip(&prefixes)
            .rev()
            .map(|(form, prefix)| {
                let own = modulus.multiply(&inverse, &modulus.montgomery_form(prefix));
                inverse = modulus.multiply(&inverse, form);
                own
            })
            .collect();
        inverses.reverse();
        inverses
    }

    fn inverses_one_by_one(&self, candidates: &[BigUint]) -> Vec<Natural> {
        let bits = self.modulus.bit_length();
        let one = |k1: &BigUint| inverse(k1, &self.e).unwrap_or_default();
        candidates.iter().map(|k1| Natural::from_biguint(&one(k1), bits)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeyParams, Variant};
    use core::ops::ControlFlow;
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

    #[test]
    fn shared_inversions_are_inversions() {
        let params = KeyParams::new(Variant::SchemeA, 256).check().unwrap();
        let shape = Shape::new(&params);
        let e = (BigUint::from(1u8) << (shape.prime_length + COFACTOR_LENGTH - 1)) + 1u8;
        let search = Search::new(e.clone(), shape, 1);
        let mut rng = ChaCha20Rng::from_seed([5; 32]);
        let mut generator =
            Generator { rng: &mut rng, on_progress: &mut |_| ControlFlow::Continue(()), known: &mut Vec::new() };
        let candidates = search.candidates(&mut generator, &mut Draws::new(u64::MAX)).unwrap();
        let together = search.inverses(&candidates);
        assert_eq!(together, search.inverses_one_by_one(&candidates));
        for (k1, inverse) in candidates.iter().zip(&together) {
            assert_eq!(k1 * inverse.to_biguint() % &e, BigUint::from(1u8));
            // Step 3: P is in (e, 2e), and e·d = k_1·P + 1 with k_1 < d < 2·k_1.
            let product = search.twice.minus(inverse).0.to_biguint();
            let d = (&product * k1 + 1u8) / &e;
            assert_eq!(&e * &d, &product * k1 + 1u8);
            assert!(*k1 < d && d < k1 << 1u8 && product > e && product < &e << 1u8);
        }
    }
}
