//! A prepared modulus with elements in numbered slots.

use core::cell::OnceCell;

use crate::support::{JsResult, Place, number, with_place};
use modular_powers::{
    Element, Engine, Exponent, Exponentiation, FixedBase as Table, Modulus as Prepared, ModulusError, Natural, Ring,
    SquareModulus, jacobi_vartime, product_pow_vartime,
};
use num_bigint::BigUint;
use wasm_bindgen::prelude::*;

use crate::powers::fixed_base::FixedBase;
use crate::powers::numbers::{numbers, to_js};

/// A prepared modulus. Its elements are in slots; JavaScript decides which slot has which element, and passes only slots
/// that exist: from 0 to 1 more than the greatest so far.
#[wasm_bindgen]
pub struct Modulus {
    ring: Ring,
    slots: Vec<Element>,
    /// For powers with public exponents, if the modulus is a square; prepared by the first of them.
    square: OnceCell<Option<SquareModulus>>,
    /// The length of the modulus in bytes.
    length: usize,
}

#[wasm_bindgen]
impl Modulus {
    /// Prepares an odd modulus.
    #[wasm_bindgen(constructor)]
    pub fn new(modulus: &[u8]) -> JsResult<Self> {
        let ring = Ring::new(&number(modulus)).map_err(|error| {
            let problem = match error {
                ModulusError::Even => "must be odd, but is even",
                _ => "must be at least 3",
            };
            let place = Place { parameter: Some("modulus"), index: None, problem: Some(problem.to_owned()) };
            with_place("invalid-modulus", &format!("modulus {problem}"), place)
        })?;
        let length = ring.modulus().bit_length().div_ceil(8);
        Ok(Self { ring, slots: Vec::new(), square: OnceCell::new(), length })
    }

    fn put(&mut self, slot: usize, element: Element) {
        if slot == self.slots.len() {
            self.slots.push(element);
        } else {
            self.slots[slot] = element;
        }
    }

    /// Puts the residue of a number into a slot.
    pub fn set(&mut self, slot: usize, bytes: &[u8]) {
        let element = self.ring.element(&natural(bytes));
        self.put(slot, element);
    }

    /// The number in a slot, at the length of the modulus.
    pub fn get(&mut self, slot: usize) -> Vec<u8> {
        self.ring.value(&self.slots[slot]).to_be_bytes(self.length)
    }

    /// The element in a slot in the engine's own form. The slot is overwritten.
    pub fn take(&mut self, slot: usize) -> Vec<u8> {
        let bytes = self.ring.export(&self.slots[slot]);
        self.clear(slot);
        bytes
    }

    /// Puts an element that `take` returned into a slot.
    pub fn restore(&mut self, slot: usize, bytes: &[u8]) {
        // Only `take` writes these bytes.
        let element = self.ring.import(bytes).unwrap_or_default();
        self.put(slot, element);
    }

    /// Overwrites the element in a slot.
    pub fn clear(&mut self, slot: usize) {
        self.slots[slot] = self.ring.zero().clone();
    }

    /// `a + b`
    pub fn add(&mut self, to: usize, a: usize, b: usize) {
        let sum = self.ring.add(&self.slots[a], &self.slots[b]);
        self.put(to, sum);
    }

    /// `a − b`
    pub fn subtract(&mut self, to: usize, a: usize, b: usize) {
        let difference = self.ring.subtract(&self.slots[a], &self.slots[b]);
        self.put(to, difference);
    }

    /// `−a`
    pub fn negate(&mut self, to: usize, a: usize) {
        let negative = self.ring.negate(&self.slots[a]);
        self.put(to, negative);
    }

    /// `a·b`
    pub fn multiply(&mut self, to: usize, a: usize, b: usize) {
        let product = self.ring.multiply(&self.slots[a], &self.slots[b]);
        self.put(to, product);
    }

    /// `a^(2^count)`
    pub fn square(&mut self, to: usize, a: usize, count: u32) {
        let mut square = self.slots[a].clone();
        self.ring.square_repeatedly(&mut square, count.into());
        self.put(to, square);
    }

    /// Inverts a; false if it shares a factor with the modulus.
    pub fn invert(&mut self, to: usize, a: usize) -> bool {
        let inverse = self.ring.invert_vartime(&self.slots[a]);
        inverse.map(|inverse| self.put(to, inverse)).is_some()
    }

    /// Whether two elements are the same residue.
    pub fn equal(&mut self, a: usize, b: usize) -> bool {
        self.ring.equal(&self.slots[a], &self.slots[b])
    }

    /// The powers of bases of `base_length` bytes with as many exponents of `exponent_length` bytes. Secret exponents have
    /// at most `exponent_bits` bits; without it, they are public.
    #[wasm_bindgen(js_name = powMany)]
    pub fn pow_many(
        &self,
        bases: &[u8],
        base_length: usize,
        exponents: &[u8],
        exponent_length: usize,
        exponent_bits: Option<usize>,
    ) -> JsResult<Vec<u8>> {
        if exponent_bits.is_none()
            && let Some(square) = self.square.get_or_init(|| SquareModulus::new(self.prepared()))
        {
            let pairs = numbers(bases, base_length).zip(numbers(exponents, exponent_length));
            let powers = pairs.map(|(base, exponent)| square.pow_public_vartime(&number(base), &number(exponent)));
            // None if an exponent is too long.
            if let Some(powers) = powers.collect::<Option<Vec<_>>>() {
                let bytes =
                    powers.iter().map(|power| Natural::from_biguint(power, 8 * self.length).to_be_bytes(self.length));
                return Ok(bytes.collect::<Vec<_>>().concat());
            }
        }
        let bases: Vec<Natural> = numbers(bases, base_length).map(natural).collect();
        let exponents: Vec<Exponent> = numbers(exponents, exponent_length)
            .map(|bytes| match exponent_bits {
                Some(bits) => Exponent::secret_from_be_bytes(bytes, bits).map_err(|error| to_js(&error)),
                None => Ok(Exponent::public(&number(bytes))),
            })
            .collect::<Result<_, _>>()?;
        let modulus = self.ring.modulus();
        let set: Vec<Exponentiation<'_>> =
            bases.iter().zip(&exponents).map(|(base, exponent)| Exponentiation { base, exponent, modulus }).collect();
        let mut powers = Vec::with_capacity(set.len() * self.length);
        for power in Engine::default().exponentiate(&set) {
            powers.extend(power.to_be_bytes(self.length));
        }
        Ok(powers)
    }

    /// A table for powers of one base.
    #[wasm_bindgen(js_name = fixedBase)]
    pub fn fixed_base(&self, base: &[u8], exponent_bits: usize, memory: usize) -> JsResult<FixedBase> {
        let table = Table::new(self.prepared(), &number(base), exponent_bits, memory).map_err(|error| to_js(&error))?;
        Ok(FixedBase { table, length: self.length })
    }

    /// The product of the powers of joined bases and public exponents, in variable time.
    #[wasm_bindgen(js_name = productPow)]
    pub fn product_pow(
        &self,
        bases: &[u8],
        base_length: usize,
        exponents: &[u8],
        exponent_length: usize,
    ) -> JsResult<Vec<u8>> {
        let bases: Vec<BigUint> = numbers(bases, base_length).map(number).collect();
        let exponents: Vec<BigUint> = numbers(exponents, exponent_length).map(number).collect();
        let product = product_pow_vartime(self.prepared(), &bases, &exponents).map_err(|error| to_js(&error))?;
        Ok(Natural::from_biguint(&product, 8 * self.length).to_be_bytes(self.length))
    }

    /// Whether `x^order` is 1, in variable time.
    #[wasm_bindgen(js_name = isInSubgroup)]
    pub fn is_in_subgroup(&self, x: &[u8], order: &[u8]) -> bool {
        self.prepared().is_in_subgroup_vartime(&number(x), &number(order))
    }

    /// The Jacobi symbol, in variable time.
    pub fn jacobi(&self, x: &[u8]) -> i32 {
        // A prepared modulus is odd.
        jacobi_vartime(&number(x), &self.prepared().value().to_biguint()).unwrap_or(0)
    }

    fn prepared(&self) -> &Prepared {
        self.ring.modulus()
    }
}

fn natural(bytes: &[u8]) -> Natural {
    Natural::from_be_bytes(bytes, 8 * bytes.len())
}
