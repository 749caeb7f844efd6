//! Exponentiation with a secret exponent with few or many ones.

use core::hint::black_box;

use modular_powers::{Engine, Exponent, Exponentiation, FixedBase, Modulus, Natural};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::measure::{Class, Subject};

/// The exponents of the second class.
#[derive(Clone, Copy)]
pub(crate) enum Others {
    Random,
    OnlyOnes,
}

/// An exponentiation of a random base, or of one with a table. Exponents of the first class have a one at each end and zeros between.
pub(crate) struct Exponents {
    engine: Engine,
    others: Others,
    modulus: Modulus,
    base: Natural,
    exponent: Exponent,
    table: Option<FixedBase>,
}

impl Exponents {
    /// An exponentiation modulo an odd number with a whole number of bytes.
    pub(crate) fn new(modulus: &BigUint, others: Others, engine: Engine) -> Self {
        let modulus = Modulus::new(modulus).expect("odd");
        let bits = modulus.bit_length();
        let exponent = Exponent::secret(&BigUint::ZERO, bits);
        Self { engine, others, base: Natural::zero(bits), exponent, modulus, table: None }
    }

    /// Powers of one base with a table of at most 64 KiB, on the engine that tables use. The random base is not used then.
    pub(crate) fn of_fixed_base(modulus: &BigUint, others: Others) -> Self {
        let mut new = Self::new(modulus, others, Engine::default());
        let (base, bits) = (BigUint::from(3u8), new.modulus.bit_length());
        new.table = Some(FixedBase::new(&new.modulus, &base, bits, 64 << 10).expect("enough memory"));
        new
    }

    fn bytes(&self) -> usize {
        self.modulus.bit_length() / 8
    }
}

impl Subject for Exponents {
    /// Base and exponent.
    fn input_length(&self) -> usize {
        2 * self.bytes()
    }

    fn prepare(&mut self, class: Class, input: &mut [u8], rng: &mut dyn CryptoRng) {
        let (base, exponent) = input.split_at_mut(self.bytes());
        rng.fill_bytes(base);
        match (class, self.others) {
            (Class::First, _) => {
                exponent.fill(0);
                exponent[self.modulus.bit_length() / 8 - 1] = 0x01;
            }
            (Class::Second, Others::Random) => rng.fill_bytes(exponent),
            (Class::Second, Others::OnlyOnes) => exponent.fill(0xff),
        }
        // All of one length.
        exponent[0] |= 0x80;
    }

    /// Replaces both numbers, so that they use the same memory as those of the other class.
    fn load(&mut self, input: &[u8]) {
        let bits = self.modulus.bit_length();
        let (base, exponent) = input.split_at(self.bytes());
        self.base = Natural::from_be_bytes(base, bits);
        self.exponent = Exponent::secret(&BigUint::from_bytes_be(exponent), bits);
    }

    fn run(&mut self) {
        if let Some(table) = &self.table {
            black_box(table.pow_fixed_width(black_box(&self.exponent)).expect("an exponent of the declared length"));
            return;
        }
        let exponentiation = Exponentiation { base: &self.base, exponent: &self.exponent, modulus: &self.modulus };
        black_box(self.engine.exponentiate(black_box(&[exponentiation])));
    }
}
