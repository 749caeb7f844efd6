//! Euclid's algorithm with one cofactor, which can stop anywhere: for inverses, and for short vectors of a lattice.
//!
//! Most quotients follow from the leading 63 bits (D. H. Lehmer's method), so the long numbers change only about once in 18
//! steps.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;

/// The cofactors of a batch of steps stay below this, so they fit one limb of num-bigint in WebAssembly.
const COFACTORS: u64 = 1 << 31;
/// How many leading bits decide the quotients. Sums of two such numbers still fit.
const LEADING_BITS: u64 = 63;

/// Two neighbors in the sequence of remainders: `r ≡ slope·y` modulo the modulus holds for both.
pub(super) struct Neighbors {
    remainders: [BigUint; 2],
    /// The absolute values of y₀ and y₁, whose signs differ.
    cofactors: [BigUint; 2],
    /// After an odd number of steps, y₁ is negative and `r₀·y₁ − r₁·y₀` is the negative of the modulus. Otherwise y₀ is negative,
    /// and that difference is the modulus.
    is_odd: bool,
}

impl Neighbors {
    /// The first neighbors of which the second has at most `bits` bits, for a slope below the modulus.
    pub(super) fn new(modulus: BigUint, slope: BigUint, bits: u64) -> Self {
        let cofactors = [BigUint::ZERO, BigUint::from(1u8)];
        let mut at = Self { remainders: [modulus, slope], cofactors, is_odd: false };
        while at.remainders[1].bits() > bits {
            match Batch::new(&at.remainders, bits) {
                Some(batch) => at.take(&batch),
                None => at.step(),
            }
        }
        at
    }

    /// The greatest common divisor of modulus and slope, and a y with `divisor ≡ slope·y` modulo the modulus.
    pub(super) fn divisor(modulus: BigUint, slope: BigUint) -> (BigInt, BigInt) {
        let ([(divisor, cofactor), _], _) = Self::new(modulus, slope, 0).pairs();
        (divisor, cofactor)
    }

    /// Both pairs `(r, y)`, and whether the number of steps is odd.
    pub(super) fn pairs(self) -> ([(BigInt, BigInt); 2], bool) {
        let signs = if self.is_odd { [Sign::Plus, Sign::Minus] } else { [Sign::Minus, Sign::Plus] };
        let [r0, r1] = self.remainders.map(BigInt::from);
        let [y0, y1] = self.cofactors;
        ([(r0, BigInt::from_biguint(signs[0], y0)), (r1, BigInt::from_biguint(signs[1], y1))], self.is_odd)
    }

    fn step(&mut self) {
        let [r0, r1] = &mut self.remainders;
        let (quotient, rest) = r0.div_rem(r1);
        *r0 = rest;
        self.remainders.swap(0, 1);
        let [y0, y1] = &mut self.cofactors;
        *y0 += quotient * &*y1;
        self.cofactors.swap(0, 1);
        self.is_odd = !self.is_odd;
    }

    fn take(&mut self, batch: &Batch) {
        let [[a, b], [c, d]] = batch.rows;
        let [r0, r1] = &self.remainders;
        self.remainders =
            if batch.is_odd { [r1 * b - r0 * a, r0 * c - r1 * d] } else { [r0 * a - r1 * b, r1 * d - r0 * c] };
        let [y0, y1] = &self.cofactors;
        self.cofactors = [y0 * a + y1 * b, y0 * c + y1 * d];
        self.is_odd ^= batch.is_odd;
    }
}

/// Several steps at once: up to alternating signs, the rows times the two neighbors are the new neighbors.
struct Batch {
    rows: [[u32; 2]; 2],
    is_odd: bool,
}

impl Batch {
    /// The steps that the leading bits decide, until the second remainder has at most `bits` bits; `None` if they do not even
    /// decide the first step.
    fn new([first, second]: &[BigUint; 2], bits: u64) -> Option<Self> {
        let shift = first.bits().saturating_sub(LEADING_BITS);
        let [mut x, mut y] = [first, second].map(|number| shifted(number, shift));
        let end = if bits > shift { 1u64 << (bits - shift) } else { 1 };
        let [mut a, mut b, mut c, mut d] = [1, 0, 0, 1];
        let mut is_odd = false;
        while y >= end {
            let (quotient, rest) = (x / y, x % y);
            if quotient >= COFACTORS {
                break;
            }
            let [next_c, next_d] = [a + quotient * c, b + quotient * d];
            // x is below (r₀ + 1)/2^shift and y as well: a remainder is off by less than its greater cofactor. With these
            // distances the true ones are in 0 ≤ r₁' < r₀', so that the quotient is Euclid's. Both sides stay below 2^63.
            let [off, next_off] = [c.max(d), next_c.max(next_d)];
            if next_off >= COFACTORS || rest < next_off || y - rest < off + next_off {
                break;
            }
            [a, b, c, d] = [c, d, next_c, next_d];
            (x, y) = (y, rest);
            is_odd = !is_odd;
        }
        let rows = [[a, b], [c, d]].map(|row| row.map(|cofactor| cofactor as u32));
        (b > 0).then_some(Self { rows, is_odd })
    }
}

/// `number >> shift`, which is below 2^64.
fn shifted(number: &BigUint, shift: u64) -> u64 {
    let mut limbs = number.iter_u64_digits().skip((shift / 64) as usize);
    let mut next = || u128::from(limbs.next().unwrap_or(0));
    ((next() | next() << 64) >> (shift % 64)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use modular_powers::random;
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

    /// The neighbors, by one division after another.
    fn by_division(modulus: &BigInt, slope: &BigInt, bits: u64) -> [(BigInt, BigInt); 2] {
        let mut first = (modulus.clone(), BigInt::ZERO);
        let mut second = (slope.clone(), BigInt::from(1));
        while second.0.bits() > bits {
            let quotient = &first.0 / &second.0;
            let next = (&first.0 - &quotient * &second.0, &first.1 - &quotient * &second.1);
            first = core::mem::replace(&mut second, next);
        }
        [first, second]
    }

    #[test]
    fn steps_at_once_are_the_steps_of_euclid() {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        for length in (2..400).step_by(3) {
            let modulus =
                random::in_interval(&(BigUint::from(1u8) << (length - 1)), &(BigUint::from(1u8) << length), &mut rng)
                    .unwrap();
            // Slopes of all lengths, down to 0.
            let slope: BigUint =
                random::in_interval(&BigUint::ZERO, &modulus, &mut rng).unwrap() >> (length * length % 17);
            for bits in [0, 1, 20, length / 2, length - 1] {
                let (pairs, is_odd) = Neighbors::new(modulus.clone(), slope.clone(), bits as u64).pairs();
                let [modulus, slope] = [&modulus, &slope].map(|number| BigInt::from(number.clone()));
                assert_eq!(pairs, by_division(&modulus, &slope, bits as u64), "{modulus}, {slope}, {bits}");
                let [(r0, y0), (r1, y1)] = pairs;
                assert_eq!(r0 * y1 - r1 * y0, if is_odd { -modulus } else { modulus });
            }
        }
    }

    /// Quotients of 1 only, quotients longer than a batch takes, and equal leading bits.
    #[test]
    fn steps_at_once_are_the_steps_of_euclid_where_leading_bits_decide_little() {
        let power = |bits: u32| BigUint::from(1u8) << bits;
        let mut fibonacci = [BigUint::from(1u8), BigUint::from(1u8)];
        for _ in 0..500 {
            let next = &fibonacci[0] + &fibonacci[1];
            fibonacci = [next, fibonacci[0].clone()];
        }
        let [first, second] = fibonacci;
        for (modulus, slope) in [
            (first, second),
            (power(300), power(100) - 1u8),
            (power(300), power(300) - 1u8),
            (power(200) + 1u8, power(199)),
            (power(300) + power(20), power(150)),
        ] {
            let [big_modulus, big_slope] = [&modulus, &slope].map(|number| BigInt::from(number.clone()));
            for bits in [0, 64, 150] {
                let (pairs, _) = Neighbors::new(modulus.clone(), slope.clone(), bits).pairs();
                assert_eq!(pairs, by_division(&big_modulus, &big_slope, bits), "{modulus}, {slope}, {bits}");
            }
        }
    }
}
