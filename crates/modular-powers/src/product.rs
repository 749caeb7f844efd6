//! Products of powers with public exponents.

mod buckets;
mod straus;

use num_bigint::BigUint;

#[cfg(lanes)]
use crate::lanes::{InLanes, LONGEST_EXPONENT, PairedModulus, TwoResidues};
use crate::several::{OneResidue, Several};
use crate::{Modulus, Natural, PowerError};

/// `∏ base^exponent mod m`, in **variable time**: time and memory access depend on the exponents.
///
/// Few bases use Straus's method: all powers share their squarings, and each base has a table of odd powers (Straus,
/// "Addition chains of vectors", American Mathematical Monthly 71, 1964; Möller, "Algorithms for multi-exponentiation",
/// SAC 2001). Many bases use Pippenger's method: for each digit of the exponents, bases with the same digit are
/// multiplied first ("On the evaluation of powers and monomials", SIAM Journal on Computing 9, 1980). The function
/// counts the multiplications of both and takes the cheaper one. A product without factors is 1.
///
/// # Errors
/// [`PowerError::LengthsDiffer`] if there are not as many exponents as bases.
///
/// ```
/// use modular_powers::{Modulus, product_pow_vartime};
/// use num_bigint::BigUint;
///
/// let modulus = Modulus::new(&BigUint::from(101u8))?;
/// let [bases, exponents] = [[2u8, 3, 5], [6, 2, 1]].map(|numbers| numbers.map(BigUint::from));
/// // 64·9·5 = 2880
/// assert_eq!(product_pow_vartime(&modulus, &bases, &exponents)?, BigUint::from(52u8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn product_pow_vartime(modulus: &Modulus, bases: &[BigUint], exponents: &[BigUint]) -> Result<BigUint, PowerError> {
    if bases.len() != exponents.len() {
        return Err(PowerError::LengthsDiffer { bases: bases.len(), exponents: exponents.len() });
    }
    let terms = Terms::new(bases, exponents);
    #[cfg(lanes)]
    if let Some(mut single) = InLanes::single(modulus) {
        let [plan, alone] = [2, 1].map(|lanes| Plan::cheapest(terms.bits, bases.len(), lanes));
        if [plan, alone].iter().all(|plan| plan.longest_chain(terms.bits, bases.len()) <= LONGEST_EXPONENT) {
            // A product of single numbers takes five eighths of the time of a pair at 2048 bits, and a pair of few bases has little
            // use for its second lane.
            if 5 * alone.cost(terms.bits, bases.len(), 1) <= 8 * plan.cost(terms.bits, bases.len(), 2) {
                return Ok(alone.run(&mut single, &terms));
            }
            let paired = PairedModulus::new(modulus).expect("lanes are available");
            return Ok(plan.run(&mut TwoResidues::new(modulus, &paired), &terms));
        }
    }
    Ok(Plan::cheapest(terms.bits, bases.len(), 1).run(&mut OneResidue::new(modulus), &terms))
}

/// The factors of a product.
struct Terms {
    bases: Vec<Natural>,
    exponents: Vec<Natural>,
    /// The length of the longest exponent.
    bits: usize,
}

impl Terms {
    fn new(bases: &[BigUint], exponents: &[BigUint]) -> Self {
        let naturals = |numbers: &[BigUint]| -> Vec<Natural> {
            numbers.iter().map(|number| Natural::from_biguint(number, number.bits() as usize)).collect()
        };
        let bits = exponents.iter().map(|exponent| exponent.bits() as usize).max().unwrap_or(0);
        Self { bases: naturals(bases), exponents: naturals(exponents), bits }
    }

    /// The Montgomery forms of the bases, as many in a residue as it has lanes. Ones fill up the last residue.
    fn forms<S: Several>(&self, arithmetic: &mut S) -> Vec<S::Residue> {
        let one = Natural::from_be_bytes(&[1], 32);
        let groups = self.bases.chunks(S::LANES).map(|group| {
            let numbers: Vec<&Natural> = group.iter().chain(core::iter::repeat(&one)).take(S::LANES).collect();
            arithmetic.form(&numbers)
        });
        groups.collect()
    }
}

/// `width` bits of a number, from bit `start` on. Bits beyond its end are 0.
fn digit(number: &Natural, start: usize, width: usize) -> usize {
    let word = |index: usize| u64::from(number.words().get(index).copied().unwrap_or(0));
    let pair = word(start / 32) | word(start / 32 + 1) << 32;
    (pair >> (start % 32)) as usize & ((1 << width) - 1)
}

/// A method, with the width of its digits in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    Straus(usize),
    Buckets(usize),
}

impl Plan {
    /// The plan with the fewest multiplications.
    fn cheapest(bits: usize, bases: usize, lanes: usize) -> Self {
        let plans = (1..=8).map(Self::Straus).chain((2..=16).map(Self::Buckets));
        plans.min_by_key(|plan| plan.cost(bits, bases, lanes)).expect("there are plans")
    }

    /// How many multiplications a product takes, with all lanes at once, for random exponents of `bits` bits.
    fn cost(self, bits: usize, bases: usize, lanes: usize) -> usize {
        let products = match self {
            // A table of odd powers, and one multiplication for each digit; zeros lie between two digits.
            Self::Straus(width) => bases * ((1 << (width - 1)) + bits / (width + 1)),
            // The first base of a bucket costs nothing. Each bucket costs two multiplications at the end.
            Self::Buckets(width) => {
                let buckets = (1usize << width) - 1;
                bits.div_ceil(width).next_multiple_of(lanes) * (bases - bases.min(buckets) + 2 * buckets)
            }
        };
        bits + products / lanes
    }

    /// The greatest number of multiplications that follow each other, the result of one being a factor of the next.
    #[cfg(lanes)]
    fn longest_chain(self, bits: usize, bases: usize) -> usize {
        match self {
            Self::Straus(width) => (bits + 1) * (bases + 1) + (1 << width),
            Self::Buckets(width) => 2 * bits + bases + (2 << width),
        }
    }

    fn run<S: Several>(self, arithmetic: &mut S, terms: &Terms) -> BigUint {
        let product = match self {
            Self::Straus(width) => straus::product(arithmetic, terms, width),
            Self::Buckets(width) => buckets::product(arithmetic, terms, width),
        };
        arithmetic.value(&product).to_biguint()
    }
}

#[cfg(test)]
mod tests;
