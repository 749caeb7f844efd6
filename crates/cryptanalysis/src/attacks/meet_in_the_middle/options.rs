//! Options of the attack, and known bits of the exponent.

use num_bigint::BigUint;

use super::super::record::options;
use crate::Error;
pub use crate::attack_limits::CRT_EXPONENT_LENGTHS;

/// Known bits of a CRT exponent, at both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBits {
    /// The highest bits, as a number.
    pub high: BigUint,
    /// How many highest bits are known.
    pub high_length: usize,
    /// The lowest bits, as a number.
    pub low: BigUint,
    /// How many lowest bits are known.
    pub low_length: usize,
}

/// The bits known of any CRT exponent of the length: the highest and the lowest are 1.
impl Default for KnownBits {
    fn default() -> Self {
        let one = BigUint::from(1u8);
        Self { high: one.clone(), high_length: 1, low: one, low_length: 1 }
    }
}

options! {
    /// Options of the attack.
    pub struct Options {
        /// w, the length of the CRT exponents in bits.
        pub crt_exponent_length: usize = 32 => number("CRT exponent length w", "bits", CRT_EXPONENT_LENGTHS),
    } hidden {
        /// The known bits of one of them.
        pub known: KnownBits,
    }
}

impl Options {
    pub(super) fn check(&self) -> Result<(), Error> {
        let (length, known) = (self.crt_exponent_length, &self.known);
        if *known == KnownBits::default() {
            return Error::in_range("crt_exponent_length", " bits", length, CRT_EXPONENT_LENGTHS).map(|_| ());
        }
        for (end, value, bits) in [("high", &known.high, known.high_length), ("low", &known.low, known.low_length)] {
            if value.bits() as usize > bits {
                let problem = format!("has {end} bits that are {} bits long, but {end}_length is {bits}", value.bits());
                return Err(Error::option("known", problem));
            }
        }
        let (least, most) = (CRT_EXPONENT_LENGTHS.start() - 2, CRT_EXPONENT_LENGTHS.end() - 2);
        let sum = known.high_length.saturating_add(known.low_length);
        let unknown = length.checked_sub(sum);
        if unknown.is_none_or(|unknown| !(least..=most).contains(&unknown)) {
            let problem = format!("covers {sum} of {length} bits, but must leave from {least} to {most} unknown");
            return Err(Error::option("known", problem));
        }
        Ok(())
    }

    /// How many bits of the exponent are unknown. Call it only after `check`.
    pub(super) fn unknown(&self) -> usize {
        self.crt_exponent_length - self.known.high_length - self.known.low_length
    }

    /// The exponent with this number in place of the unknown bits.
    pub(super) fn exponent(&self, x: u64) -> BigUint {
        let KnownBits { high, low, low_length, .. } = &self.known;
        (((high << self.unknown()) + x) << *low_length) + low
    }
}
