//! Two residues at once, for two long computations that take the same steps.

use num_bigint::BigUint;

use super::{Factor, Residue, Residues, Sum};
use crate::ModulusError;
#[cfg(lanes)]
use crate::lanes::{self, LaneResidues, Lanes};
use crate::montgomery::Limb;

/// The shortest moduli for which the lanes are faster, in bits: 64-bit limbs win below (see docs/lanes.md).
#[cfg(lanes)]
const LANES_FROM: u64 = if cfg!(wide) && !cfg!(test) { 448 } else { 2 };

/// Like [`Residues`], but each operation applies to two residues modulo the same number. It uses the arithmetic of the
/// engine `lanes` where that is faster than two operations, one after the other.
///
/// ```
/// use modular_powers::PairedResidues;
/// use num_bigint::BigUint;
///
/// let mut residues = PairedResidues::new(&BigUint::from(101u8))?;
/// let [a, b] = [[7u8, 8], [30, 40]].map(|values| residues.pair(&values.map(BigUint::from)));
/// let (mut sum, mut product) = (residues.sum(), residues.zero());
/// residues.add(&mut sum, &a, &b);
/// residues.multiply(&mut product, &sum, &a); // 37·7 = 259 and 48·8 = 384
/// assert_eq!(residues.values(&product), [57u8, 81].map(BigUint::from));
/// # Ok::<(), modular_powers::ModulusError>(())
/// ```
pub struct PairedResidues {
    scalar: Residues,
    #[cfg(lanes)]
    lanes: Option<LaneResidues<2>>,
}

/// Two [`Residue`]s or two [`Sum`]s. Use them only with the [`PairedResidues`] that made them.
#[derive(Clone)]
pub struct Pair<T> {
    /// Without limbs if the lanes have the numbers.
    scalars: [T; 2],
    #[cfg(lanes)]
    lanes: Lanes,
}

/// Runs an operation on the lanes, or twice on the scalar kernel.
macro_rules! each {
    ($self:ident.$operation:ident($result:ident $(, $operand:ident)*)) => {{
        #[cfg(lanes)]
        if let Some(lanes) = &mut $self.lanes {
            return lanes.$operation(&mut $result.lanes $(, &$operand.lanes)*);
        }
        for index in 0..2 {
            $self.scalar.$operation(&mut $result.scalars[index] $(, &$operand.scalars[index])*);
        }
    }};
}

impl PairedResidues {
    /// Prepares a modulus, in time that depends on its value.
    ///
    /// # Errors
    /// [`ModulusError`] if it is below 3 or even.
    pub fn new(modulus: &BigUint) -> Result<Self, ModulusError> {
        Ok(Self {
            scalar: Residues::new(modulus)?,
            #[cfg(lanes)]
            lanes: (modulus.bits() >= LANES_FROM && lanes::are_available())
                .then(|| LaneResidues::new(modulus))
                .flatten(),
        })
    }

    /// The modulus.
    pub fn modulus(&self) -> BigUint {
        self.scalar.modulus()
    }

    /// Zeros, also for use as a place for results.
    pub fn zero(&self) -> Pair<Residue> {
        self.empty(Residue::from_limbs)
    }

    /// A place for sums and differences.
    pub fn sum(&self) -> Pair<Sum> {
        self.empty(Sum::from_limbs)
    }

    fn empty<T>(&self, number: impl Fn(Vec<Limb>) -> T) -> Pair<T> {
        #[cfg(lanes)]
        if let Some(lanes) = &self.lanes {
            return Pair { scalars: [0; 2].map(|_| number(Vec::new())), lanes: lanes.zero() };
        }
        Pair {
            scalars: [0; 2].map(|_| number(vec![0; self.scalar.limbs()])),
            #[cfg(lanes)]
            lanes: Lanes::default(),
        }
    }

    /// The residues of two numbers of any size.
    pub fn pair(&mut self, values: &[BigUint; 2]) -> Pair<Residue> {
        let mut pair = self.zero();
        #[cfg(lanes)]
        if let Some(lanes) = &mut self.lanes {
            let modulus = self.scalar.modulus();
            let words = values.each_ref().map(|value| (value % &modulus).to_u32_digits());
            pair.lanes = lanes.residues(words.each_ref().map(|words| &words[..]));
            return pair;
        }
        pair.scalars = values.each_ref().map(|value| self.scalar.residue(value));
        pair
    }

    /// The values of two residues, in `[0, m)`.
    pub fn values(&mut self, pair: &Pair<Residue>) -> [BigUint; 2] {
        #[cfg(lanes)]
        if let Some(lanes) = &mut self.lanes {
            let modulus = self.scalar.modulus();
            return lanes.values(&pair.lanes).map(|value| value.to_biguint() % &modulus);
        }
        pair.scalars.each_ref().map(|residue| self.scalar.value(residue))
    }

    /// `product = a·b`
    pub fn multiply(&mut self, product: &mut Pair<Residue>, a: &Pair<impl Factor>, b: &Pair<impl Factor>) {
        each!(self.multiply(product, a, b));
    }

    /// `product = product·factor`
    pub fn multiply_assign(&mut self, product: &mut Pair<Residue>, factor: &Pair<impl Factor>) {
        each!(self.multiply_assign(product, factor));
    }

    /// `square = a²`
    pub fn square(&mut self, square: &mut Pair<Residue>, a: &Pair<impl Factor>) {
        each!(self.square(square, a));
    }

    /// `sum = a + b`
    pub fn add(&mut self, sum: &mut Pair<Sum>, a: &Pair<Residue>, b: &Pair<Residue>) {
        each!(self.add(sum, a, b));
    }

    /// `difference = a − b`
    pub fn subtract(&mut self, difference: &mut Pair<Sum>, a: &Pair<Residue>, b: &Pair<Residue>) {
        each!(self.subtract(difference, a, b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    /// A number of at most `bits` bits. In one of four cases its bits come in long runs, which fill columns and make
    /// carries long.
    fn number(bits: u64, rng: &mut ChaCha20Rng) -> BigUint {
        let runs = rng.next_u32().is_multiple_of(4);
        let mut word = || match (runs, rng.next_u32()) {
            (true, random) if random % 8 < 7 => 0u32.wrapping_sub(random & 1),
            (_, random) => random,
        };
        BigUint::new((0..bits.div_ceil(32)).map(|_| word()).collect()) >> (bits.next_multiple_of(32) - bits)
    }

    /// Compares operations with num-bigint, on the lanes and on the scalar kernel. Each result is the next operand, so
    /// bounds must hold over long chains. A case is five operations on two residues.
    fn arithmetic_matches_num_bigint(cases: u32) {
        const CHAIN: u32 = 25;
        let rng = &mut ChaCha20Rng::from_seed([44; 32]);
        for _ in 0..cases / CHAIN {
            let bits = 2 + u64::from(rng.next_u32()) % if rng.next_u32().is_multiple_of(8) { 2200 } else { 600 };
            let m = number(bits, rng) | BigUint::from(3u8);
            let values = [[0; 2].map(|_| number(bits + 40, rng)), [&m - 1u8, number(bits, rng)]];
            check_chain(PairedResidues::new(&m).unwrap(), &values, CHAIN);
            #[cfg(lanes)]
            check_chain(PairedResidues { lanes: None, ..PairedResidues::new(&m).unwrap() }, &values, CHAIN);
        }
    }

    fn check_chain(mut residues: PairedResidues, [x, y]: &[[BigUint; 2]; 2], length: u32) {
        let m = residues.modulus();
        let [mut x, mut y] = [x, y].map(|values| values.each_ref().map(|value| value % &m));
        let (mut a, mut b) = (residues.pair(&x), residues.pair(&y));
        assert_eq!([residues.values(&a), residues.values(&b)], [x.clone(), y.clone()]);
        let (mut product, mut sum, mut difference) = (residues.zero(), residues.sum(), residues.sum());
        for _ in 0..length {
            residues.add(&mut sum, &a, &b);
            residues.subtract(&mut difference, &a, &b);
            residues.multiply(&mut product, &sum, &difference);
            residues.square(&mut b, &difference);
            residues.multiply_assign(&mut product, &b);
            core::mem::swap(&mut a, &mut product);
            for (x, y) in x.iter_mut().zip(&mut y) {
                let (plus, minus) = ((&*x + &*y) % &m, (&*x + &m - &*y) % &m);
                *y = &minus * &minus % &m;
                *x = plus * minus % &m * &*y % &m;
            }
            assert_eq!([residues.values(&a), residues.values(&b)], [x.clone(), y.clone()], "modulo {m}");
        }
    }

    #[test]
    fn pairs_match_num_bigint() {
        arithmetic_matches_num_bigint(2_000);
    }

    #[test]
    #[ignore = "exhaustive: 100,000 cases"]
    fn many_pairs_match_num_bigint() {
        arithmetic_matches_num_bigint(100_000);
    }
}
