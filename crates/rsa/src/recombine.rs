//! Combines the results for several moduli: Garner's method and Hensel lifting, at fixed widths.

use modular_powers::fault::stage;
use modular_powers::{Engine, Exponent, Exponentiation, Modulus, MontgomeryForm, Natural};
use num_bigint::BigUint;

use crate::arithmetic::inverse;

/// Garner's method: finds the number below `m_0·m_1⋯` with given residues, starting with the residue modulo `m_0`.
///
/// Every number keeps the width of its own modulus. It is widened only once, when the next multiple is added (Menezes
/// et al., Handbook of Applied Cryptography, algorithm 14.71; RFC 8017, section 5.1.2, step 2.b).
#[derive(Clone, Hash)]
pub(crate) struct Garner {
    steps: Vec<GarnerStep>,
}

#[derive(Clone, Hash)]
struct GarnerStep {
    /// The product of all moduli before this one …
    product: Natural,
    /// … its length in bits …
    product_bits: usize,
    /// … and its inverse modulo this one.
    coefficient: MontgomeryForm,
    /// The length of the product including this one, in bits.
    bits: usize,
}

impl Garner {
    /// Prepares the recombination for pairwise coprime moduli. The coefficients are, for each modulus after the first,
    /// the inverse of the product of all moduli before it. The moduli may have any lengths.
    pub(crate) fn new<'a>(moduli: impl IntoIterator<Item = &'a Modulus>, coefficients: &[BigUint]) -> Self {
        let mut moduli = moduli.into_iter();
        let mut product = moduli.next().expect("a first modulus").value().to_biguint();
        let steps = moduli
            .zip(coefficients)
            .map(|(modulus, coefficient)| {
                let product_bits = product.bits() as usize;
                let before = Natural::from_biguint(&product, product_bits);
                product *= modulus.value().to_biguint();
                let coefficient = Natural::from_biguint(coefficient, modulus.bit_length());
                let coefficient = modulus.montgomery_form(&coefficient);
                let bits = product.bits() as usize;
                GarnerStep { product: before, product_bits, coefficient, bits }
            })
            .collect();
        Self { steps }
    }

    /// The number with these residues, each with its modulus, in the order of the moduli.
    pub(crate) fn combine<'a>(&self, residues: impl IntoIterator<Item = (&'a Modulus, &'a Natural)>) -> Natural {
        let _stage = stage("Garner's steps");
        let mut residues = residues.into_iter();
        let first = residues.next().expect("a residue for the first modulus").1.clone();
        self.steps.iter().zip(residues).fold(first, |sum, (step, (modulus, residue))| {
            // h = (m_i − x)·(m_0⋯m_{i−1})⁻¹ mod m_i; x ← x + m_0⋯m_{i−1}·h
            let h = modulus.multiply_difference(residue, &sum, step.product_bits, &step.coefficient);
            sum.plus_product(&step.product, &h, step.bits)
        })
    }
}

/// Hensel lifting of an e-th root from modulo `p` to modulo `p^k` (Takagi, Crypto 1998).
#[derive(Hash)]
pub(crate) struct HenselLift {
    public_exponent: Exponent,
    /// e⁻¹ mod p
    inverse_exponent: MontgomeryForm,
    steps: Vec<HenselStep>,
}

#[derive(Hash)]
struct HenselStep {
    /// p^i …
    power: Natural,
    /// … its inverse modulo 2^(width of p), to divide multiples of it exactly …
    inverse_power: Natural,
    /// … and p^(i+1).
    next: Modulus,
}

impl HenselLift {
    /// Prepares the lift from `p` to `p^k` for ciphertexts of `modulus_length` bits. None when `p` divides `e`.
    pub(crate) fn new(prime: &Modulus, k: usize, e: &BigUint, modulus_length: usize) -> Option<Self> {
        let p = prime.value().to_biguint();
        let inverse_exponent = inverse(&(e % &p), &p)?;
        let steps = (1..k)
            .map(|i| {
                let power = p.pow(i as u32);
                let low = &power % (BigUint::from(1u8) << prime.width());
                HenselStep {
                    inverse_power: Natural::from_biguint(&low, prime.width()).inverse_mod_power_of_two(),
                    next: Modulus::for_numbers_of(modulus_length, &(&power * &p)).expect("a power of an odd prime"),
                    power: Natural::from_biguint(&power, power.bits() as usize),
                }
            })
            .collect();
        Some(Self {
            public_exponent: Exponent::public(e),
            inverse_exponent: prime.montgomery_form(&Natural::from_biguint(&inverse_exponent, prime.bit_length())),
            steps,
        })
    }

    /// The e-th root of a unit `c` modulo `p^k`, given `t = c^(d_p − 1) mod p`. `p` is the prime that this lift was
    /// prepared for.
    ///
    /// The papers compute `A = c^{d_p}` and invert `e·A^(e−1)` modulo p. From `t` both follow without an inversion:
    /// `A = c·t`, and because `A^e = c`, the inverse of `A^(e−1) = c/A` is `A/c = t`.
    pub(crate) fn lift(&self, p: &Modulus, c: &Natural, t: &Natural, engine: Engine) -> Natural {
        let _stage = stage("Hensel lift");
        let root = p.multiply(&p.reduce(c), &p.montgomery_form(t));
        let slope = p.montgomery_form(&p.multiply(t, &self.inverse_exponent));
        self.steps.iter().fold(root, |root, HenselStep { power, inverse_power, next }| {
            // F = A^e mod p^(i+1)
            let exponentiation = Exponentiation { base: &root, exponent: &self.public_exponent, modulus: next };
            let f = engine.exponentiate(&[exponentiation]).remove(0);
            // (C − F mod p^(i+1))/p^i is below p. So its low words, which the inverse of p^i modulo a power of two
            // gives, are the whole number.
            let multiple = next.subtract(&next.reduce(c), &f);
            let quotient = Natural::zero(p.width()).plus_product(&multiple, inverse_power, p.width());
            // A ← A + p^i·(quotient·(e·A^(e−1))⁻¹ mod p)
            root.plus_product(power, &p.multiply(&quotient, &slope), next.bit_length())
        })
    }
}
