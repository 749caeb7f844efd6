//! The Miller–Rabin test, for several numbers at once.

use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::random::{self, StuckGenerator};
use crate::{Engine, Exponent, Exponentiation, Modulus, Natural};

/// An odd number above 4 under test.
pub(super) struct Candidate {
    modulus: Modulus,
    /// `number − 1 = exponent·2^twos` with an odd exponent.
    exponent: Exponent,
    twos: u64,
    one: Natural,
    minus_one: Natural,
}

impl Candidate {
    /// # Panics
    /// If the number is even or below 3.
    pub(super) fn new(number: &BigUint) -> Self {
        let modulus = Modulus::new(number).expect("candidates for primes are odd");
        let bits = modulus.bit_length();
        let minus_one = number - 1u8;
        let twos = minus_one.trailing_zeros().unwrap_or(0);
        Self {
            exponent: Exponent::secret(&(&minus_one >> twos), bits),
            twos,
            one: Natural::from_be_bytes(&[1], bits),
            minus_one: Natural::from_biguint(&minus_one, bits),
            modulus,
        }
    }

    /// A fixed base.
    pub(super) fn base(&self, base: u8) -> Natural {
        Natural::from_be_bytes(&[base], self.modulus.bit_length())
    }

    /// Uniform random bases in `[2, number − 1)`.
    ///
    /// # Errors
    /// [`StuckGenerator`] if they are all the same, and that by chance with a probability below 2⁻¹²⁸: the rounds would not be
    /// independent.
    pub(super) fn random_bases<R: CryptoRng + ?Sized>(
        &self,
        count: usize,
        rng: &mut R,
    ) -> Result<Vec<Natural>, StuckGenerator> {
        let last = self.minus_one.to_biguint();
        let bits = self.modulus.bit_length();
        let draw = |_| Ok(Natural::from_biguint(&random::in_interval(&BigUint::from(2u8), &last, rng)?, bits));
        let bases = (0..count).map(draw).collect::<Result<Vec<_>, _>>()?;
        // There are at least 2^(bits − 2) bases.
        let is_unlikely = (bits - 2) * count.saturating_sub(1) >= 128;
        if is_unlikely && bases.iter().all(|base| *base == bases[0]) { Err(StuckGenerator) } else { Ok(bases) }
    }

    /// Whether the number may be prime, given the power of a base.
    fn stands(&self, power: &Natural) -> bool {
        let square = |x: &Natural| Some(self.modulus.multiply(x, &self.modulus.montgomery_form(x)));
        let mut squares = core::iter::successors(Some(power.clone()), square).take(self.twos as usize);
        *power == self.one || squares.any(|square| square == self.minus_one)
    }
}

/// Whether each candidate passes a round with each of its bases. All powers run as one set.
pub(super) fn pass(candidates: &[Candidate], bases: &[Vec<Natural>], engine: Engine) -> Vec<bool> {
    let set: Vec<Exponentiation<'_>> = (candidates.iter().zip(bases))
        .flat_map(|(Candidate { modulus, exponent, .. }, bases)| {
            bases.iter().map(move |base| Exponentiation { base, exponent, modulus })
        })
        .collect();
    let mut powers = engine.exponentiate(&set).into_iter();
    // Takes every power of a candidate, so that the powers of the next candidate follow.
    (candidates.iter().zip(bases))
        .map(|(candidate, bases)| {
            powers.by_ref().take(bases.len()).fold(true, |passes, power| passes & candidate.stands(&power))
        })
        .collect()
}
