//! Points on Montgomery curves `B·y² = x³ + A·x² + x`, without their y-coordinates.
//!
//! P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", Mathematics of Computation 48, 1987:
//! given the difference of two points, their sum takes six multiplications; a doubling takes five.
//!
//! All curves take the same steps, so two run at once: every residue is a pair.

use core::mem::swap;

use modular_powers::{Pair, PairedResidues, Residue, Sum};
use num_bigint::BigUint;
use num_integer::Integer;

use super::lucas_chain::Step;

/// The x-coordinates `x/z` of a point of each curves.
#[derive(Clone)]
pub(super) struct Point {
    pub(super) x: Pair<Residue>,
    pub(super) z: Pair<Residue>,
}

/// Two curves modulo the number to factor, with working memory.
pub(super) struct Curves<'a> {
    pub(super) residues: &'a mut PairedResidues,
    /// `(A + 2)/4`
    constant: Pair<Residue>,
    sums: [Pair<Sum>; 2],
    products: [Pair<Residue>; 2],
    /// The number of multiplications on each curve so far, including squarings.
    pub(super) multiplications: u64,
}

/// The gcd of a number without inverse and the modulus. It may be the modulus itself.
pub(super) struct Divisor(pub(super) BigUint);

/// `x⁻¹` modulo the modulus, for two numbers.
fn inverses(x: &[BigUint; 2], modulus: &BigUint) -> Result<[BigUint; 2], Divisor> {
    match x.each_ref().map(|x| x.modinv(modulus)) {
        [Some(first), Some(second)] => Ok([first, second]),
        _ => Err(Divisor(common_divisor(x, modulus))),
    }
}

/// The lesser divisor above 1 that one of two numbers shares with the modulus, or 1. So the modulus itself is the answer only if
/// neither number gives a proper divisor.
fn common_divisor(numbers: &[BigUint; 2], modulus: &BigUint) -> BigUint {
    let divisors = numbers.iter().map(|number| number.gcd(modulus));
    divisors.filter(|divisor| *divisor > BigUint::from(1u8)).min().unwrap_or(BigUint::from(1u8))
}

impl<'a> Curves<'a> {
    /// Suyama's curves for parameters of at least 6, whose groups have orders divisible by 12, and a point on each
    /// (Zimmermann, Dodson, section 3.1): `u = σ² − 5`, `v = 4σ`, the point `u³ : v³`, and
    /// `(A + 2)/4 = (v − u)³·(3u + v)/(16u³v)`.
    pub(super) fn of_suyama(sigmas: [u64; 2], residues: &'a mut PairedResidues) -> Result<(Self, Point), Divisor> {
        let modulus = residues.modulus();
        let sigmas = sigmas.map(BigUint::from);
        let u = sigmas.each_ref().map(|sigma| (sigma * sigma - 5u8) % &modulus);
        let v = sigmas.map(|sigma| (sigma << 2) % &modulus);
        let inverses = inverses(&[0, 1].map(|i| ((u[i].pow(3) * &v[i]) << 4) % &modulus), &modulus)?;
        let constants = [0, 1].map(|i| {
            let difference: BigUint = (&v[i] + &modulus - &u[i]) % &modulus;
            difference.pow(3) * (&u[i] * 3u8 + &v[i]) * &inverses[i]
        });
        let [x, z] = [u, v].map(|coordinates| residues.pair(&coordinates.map(|coordinate| coordinate.pow(3))));
        let constant = residues.pair(&constants);
        let sums = [residues.sum(), residues.sum()];
        let products = [residues.zero(), residues.zero()];
        Ok((Self { residues, constant, sums, products, multiplications: 0 }, Point { x, z }))
    }

    /// Memory for a result.
    pub(super) fn place(&self) -> Point {
        Point { x: self.residues.zero(), z: self.residues.zero() }
    }

    /// `sum = p + q`, with `difference = p − q` or its opposite.
    pub(super) fn add(&mut self, sum: &mut Point, p: &Point, q: &Point, difference: &Point) {
        let Self { residues, sums: [s, t], products: [u, v], .. } = self;
        residues.subtract(s, &p.x, &p.z);
        residues.add(t, &q.x, &q.z);
        residues.multiply(u, s, t);
        residues.add(s, &p.x, &p.z);
        residues.subtract(t, &q.x, &q.z);
        residues.multiply(v, s, t);
        residues.add(s, u, v);
        residues.subtract(t, u, v);
        residues.square(u, s);
        residues.square(v, t);
        residues.multiply(&mut sum.x, u, &difference.z);
        residues.multiply(&mut sum.z, v, &difference.x);
        self.multiplications += 6;
    }

    /// `double = 2p`
    pub(super) fn double(&mut self, double: &mut Point, p: &Point) {
        let Self { residues, sums: [s, t], products: [u, v], .. } = self;
        residues.add(s, &p.x, &p.z);
        residues.subtract(t, &p.x, &p.z);
        residues.square(u, s);
        residues.square(v, t);
        residues.subtract(s, u, v);
        residues.multiply(&mut double.x, u, v);
        residues.multiply(u, &self.constant, s);
        residues.add(t, u, v);
        residues.multiply(&mut double.z, s, t);
        self.multiplications += 5;
    }

    /// `k·p` for k ≥ 1, by Montgomery's ladder.
    pub(super) fn multiple(&mut self, k: u64, p: &Point) -> Point {
        let mut places = [p.clone(), self.place(), self.place()];
        let [low, high, spare] = &mut places;
        self.double(high, p);
        // low = j·p and high = (j + 1)·p for the leading bits j of k.
        for bit in (0..k.ilog2()).rev() {
            if k >> bit & 1 == 1 {
                swap(low, high);
            }
            self.add(spare, low, high, p);
            swap(high, spare);
            self.double(spare, low);
            swap(low, spare);
            if k >> bit & 1 == 1 {
                swap(low, high);
            }
        }
        let [multiple, ..] = places;
        multiple
    }

    /// The affine x-coordinates of points, with a single inversion (Montgomery's trick).
    pub(super) fn normalize(&mut self, points: &[Point]) -> Result<Vec<Pair<Residue>>, Divisor> {
        let mut product = self.one();
        let mut before = Vec::with_capacity(points.len());
        for point in points {
            before.push(product.clone());
            self.residues.multiply_assign(&mut product, &point.z);
        }
        let values = self.residues.values(&product);
        let mut inverse = self.residues.pair(&inverses(&values, &self.residues.modulus())?);
        let mut coordinates = before;
        for (coordinate, point) in coordinates.iter_mut().zip(points).rev() {
            self.residues.multiply_assign(coordinate, &inverse);
            self.residues.multiply_assign(coordinate, &point.x);
            self.residues.multiply_assign(&mut inverse, &point.z);
        }
        self.multiplications += 4 * points.len() as u64;
        Ok(coordinates)
    }

    /// One on each curves.
    pub(super) fn one(&mut self) -> Pair<Residue> {
        self.residues.pair(&[1u8; 2].map(BigUint::from))
    }

    /// The lesser divisor above 1 that a residue of one of the curves shares with the modulus, or 1.
    pub(super) fn divisor(&mut self, residues: &Pair<Residue>) -> BigUint {
        common_divisor(&self.residues.values(residues), &self.residues.modulus())
    }
}

/// The points that a chain works on.
pub(super) struct ChainPoints {
    /// Between chains, the point to multiply.
    pub(super) a: Point,
    b: Point,
    /// `A − B`
    c: Point,
    spare: [Point; 3],
}

impl ChainPoints {
    pub(super) fn new(point: Point, curves: &Curves<'_>) -> Self {
        Self { a: point, b: curves.place(), c: curves.place(), spare: [0; 3].map(|_| curves.place()) }
    }

    /// One step of a chain, as [`Step`] describes it.
    pub(super) fn step(&mut self, step: Step, curves: &mut Curves<'_>) {
        let Self { a, b, c, spare: [t, u, v] } = self;
        match step {
            Step::Begin => {
                b.clone_from(a);
                c.clone_from(a);
                curves.double(t, b);
                swap(a, t);
            }
            Step::Swap => swap(a, b),
            Step::Third => {
                curves.add(t, a, b, c);
                curves.add(u, t, a, b);
                curves.add(v, t, b, a);
                swap(a, u);
                swap(b, v);
            }
            Step::Half => {
                curves.add(t, a, b, c);
                swap(b, t);
                curves.double(t, a);
                swap(a, t);
            }
            Step::Difference => {
                curves.add(t, a, b, c);
                swap(c, b);
                swap(b, t);
            }
            Step::HalfOfFirst => {
                curves.add(t, a, c, b);
                swap(c, t);
                curves.double(t, a);
                swap(a, t);
            }
            Step::ThirdLessSecond => {
                curves.double(t, a);
                curves.add(u, a, b, c);
                curves.add(v, t, a, a);
                swap(a, v);
                curves.add(v, t, u, c);
                swap(c, b);
                swap(b, v);
            }
            Step::ThirdOfDoubleDifference => {
                curves.add(t, a, b, c);
                curves.add(u, t, a, b);
                swap(b, u);
                curves.double(t, a);
                curves.add(u, t, a, a);
                swap(a, u);
            }
            Step::ThirdOfDifference => {
                curves.add(t, a, c, b);
                curves.add(u, a, b, c);
                swap(c, t);
                swap(b, u);
                curves.double(t, a);
                curves.add(u, t, a, a);
                swap(a, u);
            }
            Step::HalfOfSecond => {
                curves.add(t, c, b, a);
                swap(c, t);
                curves.double(t, b);
                swap(b, t);
            }
            Step::End => {
                curves.add(t, a, b, c);
                swap(a, t);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lucas_chain::append_cheapest;
    use super::*;

    /// Compares `k` times a point by chains and by the ladder.
    #[test]
    fn chains_and_ladders_agree() {
        let modulus = (BigUint::from(1u8) << 127) - 1u8;
        let mut residues = PairedResidues::new(&modulus).unwrap();
        let (mut curves, point) = Curves::of_suyama([11, 12], &mut residues).ok().unwrap();
        for prime in modular_powers::prime::small_primes().iter().step_by(7) {
            let mut steps = Vec::new();
            append_cheapest(u64::from(*prime), &mut steps);
            let before = curves.multiplications;
            let mut points = ChainPoints::new(point.clone(), &curves);
            steps.iter().for_each(|step| points.step(*step, &mut curves));
            assert_eq!(curves.multiplications - before, steps.iter().map(|step| step.cost()).sum::<u64>());
            let by_ladder = curves.multiple(u64::from(*prime), &point);
            let affine = curves.normalize(&[points.a, by_ladder]).ok().unwrap();
            let [chain, ladder] = [0, 1].map(|index| curves.residues.values(&affine[index]));
            assert_eq!(chain, ladder, "{prime}");
        }
    }

    /// Modulo a prime, the group of Suyama's curve has an order that is divisible by 12 and within Hasse's bounds. So some
    /// multiple of 12 within these bounds takes every point to the neutral element, where z is 0.
    #[test]
    fn orders_of_groups_are_multiples_of_twelve() {
        let prime = 1_000_003u64;
        for sigma in 6..12 {
            let mut residues = PairedResidues::new(&BigUint::from(prime)).unwrap();
            let (mut curves, point) = Curves::of_suyama([sigma; 2], &mut residues).ok().unwrap();
            let width = 2 * prime.isqrt() + 2;
            let is_neutral = |k: u64, curves: &mut Curves<'_>| {
                let multiple = curves.multiple(k, &point);
                curves.divisor(&multiple.z) == BigUint::from(prime)
            };
            let orders = (prime - width..prime + width).filter(|k| k % 12 == 0);
            assert!(orders.into_iter().any(|k| is_neutral(k, &mut curves)), "sigma = {sigma}");
        }
    }

    /// In addition to the inversion: one for the product of all z, three for each coordinate.
    #[test]
    fn normalizing_counts_four_multiplications_a_point() {
        let mut residues = PairedResidues::new(&((BigUint::from(1u8) << 127) - 1u8)).unwrap();
        let (mut curves, point) = Curves::of_suyama([11, 12], &mut residues).ok().unwrap();
        for count in [1, 3] {
            let before = curves.multiplications;
            assert_eq!(curves.normalize(&vec![point.clone(); count]).ok().unwrap().len(), count);
            assert_eq!(curves.multiplications - before, 4 * count as u64);
        }
    }

    #[test]
    fn a_proper_divisor_comes_before_the_modulus() {
        let divisor = |numbers: [u32; 2]| common_divisor(&numbers.map(BigUint::from), &BigUint::from(35u8));
        for (numbers, expected) in [([0, 10], 5u8), ([14, 70], 7), ([2, 35], 35), ([3, 5], 5), ([1, 9], 1)] {
            assert_eq!(divisor(numbers), BigUint::from(expected), "{numbers:?}");
        }
    }

    #[test]
    fn what_has_no_inverse_gives_a_divisor() {
        let modulus = BigUint::from(1_000_003u32) * BigUint::from(65_537u32);
        let mut residues = PairedResidues::new(&modulus).unwrap();
        let (mut curves, point) = Curves::of_suyama([7, 8], &mut residues).ok().unwrap();
        let z = curves.residues.pair(&[1, 65_537 * 3].map(|z: u32| BigUint::from(z)));
        let bad = Point { x: point.x.clone(), z };
        let Err(Divisor(divisor)) = curves.normalize(&[point, bad]) else { panic!("a point without an affine form") };
        assert_eq!(divisor, BigUint::from(65_537u32));
    }
}
