//! Points on Montgomery curves `B·y² = x³ + A·x² + x`, without their y-coordinates.
//!
//! P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", Mathematics of Computation 48, 1987:
//! given the difference of two points, their sum takes six multiplications; a doubling takes five.

use core::mem::swap;

use modular_powers::{Residue, Residues, Sum};
use num_bigint::BigUint;
use num_integer::Integer;

use super::lucas_chain::Step;

/// The x-coordinate `x/z` of a point.
#[derive(Clone)]
pub(super) struct Point {
    pub(super) x: Residue,
    pub(super) z: Residue,
}

/// A curve modulo the number to factor, with working memory.
pub(super) struct Curve<'a> {
    pub(super) residues: &'a mut Residues,
    /// `(A + 2)/4`
    constant: Residue,
    sums: [Sum; 2],
    products: [Residue; 2],
    /// The number of multiplications so far, including squarings.
    pub(super) multiplications: u64,
}

/// The gcd of a number without inverse and the modulus. It may be the modulus itself.
pub(super) struct Divisor(pub(super) BigUint);

/// `x⁻¹` modulo the modulus.
fn inverse(x: &BigUint, modulus: &BigUint) -> Result<BigUint, Divisor> {
    x.modinv(modulus).ok_or_else(|| Divisor(x.gcd(modulus)))
}

impl<'a> Curve<'a> {
    /// Suyama's curve for a parameter of at least 6, whose group has an order divisible by 12, and a point on it
    /// (Zimmermann, Dodson, section 3.1): `u = σ² − 5`, `v = 4σ`, the point `u³ : v³`, and
    /// `(A + 2)/4 = (v − u)³·(3u + v)/(16u³v)`.
    pub(super) fn of_suyama(sigma: u64, residues: &'a mut Residues) -> Result<(Self, Point), Divisor> {
        let modulus = residues.modulus();
        let sigma = BigUint::from(sigma);
        let (u, v): (BigUint, BigUint) = ((&sigma * &sigma - 5u8) % &modulus, (&sigma << 2) % &modulus);
        let difference = (&v + &modulus - &u) % &modulus;
        let numerator: BigUint = difference.pow(3) * (&u * 3u8 + &v);
        let denominator: BigUint = ((u.pow(3) * &v) << 4) % &modulus;
        let constant = numerator * inverse(&denominator, &modulus)?;
        let point = Point { x: residues.residue(&u.pow(3)), z: residues.residue(&v.pow(3)) };
        let constant = residues.residue(&constant);
        let sums = [residues.sum(), residues.sum()];
        let products = [residues.zero(), residues.zero()];
        Ok((Self { residues, constant, sums, products, multiplications: 0 }, point))
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
    pub(super) fn normalize(&mut self, points: &[Point]) -> Result<Vec<Residue>, Divisor> {
        let mut product = self.residues.one();
        let mut before = Vec::with_capacity(points.len());
        for point in points {
            before.push(product.clone());
            self.residues.multiply_assign(&mut product, &point.z);
        }
        let value = self.residues.value(&product);
        let mut inverse = self.residues.residue(&inverse(&value, &self.residues.modulus())?);
        let mut coordinates = before;
        for (coordinate, point) in coordinates.iter_mut().zip(points).rev() {
            self.residues.multiply_assign(coordinate, &inverse);
            self.residues.multiply_assign(coordinate, &point.x);
            self.residues.multiply_assign(&mut inverse, &point.z);
        }
        self.multiplications += 4 * points.len() as u64;
        Ok(coordinates)
    }

    /// The greatest common divisor of a residue and the modulus.
    pub(super) fn divisor(&mut self, residue: &Residue) -> BigUint {
        self.residues.value(residue).gcd(&self.residues.modulus())
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
    pub(super) fn new(point: Point, curve: &Curve<'_>) -> Self {
        Self { a: point, b: curve.place(), c: curve.place(), spare: [0; 3].map(|_| curve.place()) }
    }

    /// One step of a chain, as [`Step`] describes it.
    pub(super) fn step(&mut self, step: Step, curve: &mut Curve<'_>) {
        let Self { a, b, c, spare: [t, u, v] } = self;
        match step {
            Step::Begin => {
                b.clone_from(a);
                c.clone_from(a);
                curve.double(t, b);
                swap(a, t);
            }
            Step::Swap => swap(a, b),
            Step::Third => {
                curve.add(t, a, b, c);
                curve.add(u, t, a, b);
                curve.add(v, t, b, a);
                swap(a, u);
                swap(b, v);
            }
            Step::Half => {
                curve.add(t, a, b, c);
                swap(b, t);
                curve.double(t, a);
                swap(a, t);
            }
            Step::Difference => {
                curve.add(t, a, b, c);
                swap(c, b);
                swap(b, t);
            }
            Step::HalfOfFirst => {
                curve.add(t, a, c, b);
                swap(c, t);
                curve.double(t, a);
                swap(a, t);
            }
            Step::ThirdLessSecond => {
                curve.double(t, a);
                curve.add(u, a, b, c);
                curve.add(v, t, a, a);
                swap(a, v);
                curve.add(v, t, u, c);
                swap(c, b);
                swap(b, v);
            }
            Step::ThirdOfDoubleDifference => {
                curve.add(t, a, b, c);
                curve.add(u, t, a, b);
                swap(b, u);
                curve.double(t, a);
                curve.add(u, t, a, a);
                swap(a, u);
            }
            Step::ThirdOfDifference => {
                curve.add(t, a, c, b);
                curve.add(u, a, b, c);
                swap(c, t);
                swap(b, u);
                curve.double(t, a);
                curve.add(u, t, a, a);
                swap(a, u);
            }
            Step::HalfOfSecond => {
                curve.add(t, c, b, a);
                swap(c, t);
                curve.double(t, b);
                swap(b, t);
            }
            Step::End => {
                curve.add(t, a, b, c);
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
        let mut residues = Residues::new(&modulus).unwrap();
        let (mut curve, point) = Curve::of_suyama(11, &mut residues).ok().unwrap();
        for prime in modular_powers::prime::small_primes().iter().step_by(7) {
            let mut steps = Vec::new();
            append_cheapest(u64::from(*prime), &mut steps);
            let before = curve.multiplications;
            let mut points = ChainPoints::new(point.clone(), &curve);
            steps.iter().for_each(|step| points.step(*step, &mut curve));
            assert_eq!(curve.multiplications - before, steps.iter().map(|step| step.cost()).sum::<u64>());
            let by_ladder = curve.multiple(u64::from(*prime), &point);
            let affine = curve.normalize(&[points.a, by_ladder]).ok().unwrap();
            let [chain, ladder] = [0, 1].map(|index| curve.residues.value(&affine[index]));
            assert_eq!(chain, ladder, "{prime}");
        }
    }

    /// Modulo a prime, the group of Suyama's curve has an order that is divisible by 12 and within Hasse's bounds. So some
    /// multiple of 12 within these bounds takes every point to the neutral element, where z is 0.
    #[test]
    fn orders_of_groups_are_multiples_of_twelve() {
        let prime = 1_000_003u64;
        for sigma in 6..12 {
            let mut residues = Residues::new(&BigUint::from(prime)).unwrap();
            let (mut curve, point) = Curve::of_suyama(sigma, &mut residues).ok().unwrap();
            let width = 2 * prime.isqrt() + 2;
            let is_neutral = |k: u64, curve: &mut Curve<'_>| {
                let multiple = curve.multiple(k, &point);
                curve.divisor(&multiple.z) == BigUint::from(prime)
            };
            let orders = (prime - width..prime + width).filter(|k| k % 12 == 0);
            assert!(orders.into_iter().any(|k| is_neutral(k, &mut curve)), "sigma = {sigma}");
        }
    }

    /// In addition to the inversion: one for the product of all z, three for each coordinate.
    #[test]
    fn normalizing_counts_four_multiplications_a_point() {
        let mut residues = Residues::new(&((BigUint::from(1u8) << 127) - 1u8)).unwrap();
        let (mut curve, point) = Curve::of_suyama(11, &mut residues).ok().unwrap();
        for count in [1, 3] {
            let before = curve.multiplications;
            assert_eq!(curve.normalize(&vec![point.clone(); count]).ok().unwrap().len(), count);
            assert_eq!(curve.multiplications - before, 4 * count as u64);
        }
    }

    #[test]
    fn what_has_no_inverse_gives_a_divisor() {
        let modulus = BigUint::from(1_000_003u32) * BigUint::from(65_537u32);
        let mut residues = Residues::new(&modulus).unwrap();
        let (mut curve, point) = Curve::of_suyama(7, &mut residues).ok().unwrap();
        let z = curve.residues.residue(&BigUint::from(65_537u32 * 3));
        let bad = Point { x: point.x.clone(), z };
        let Err(Divisor(divisor)) = curve.normalize(&[point, bad]) else { panic!("a point without an affine form") };
        assert_eq!(divisor, BigUint::from(65_537u32));
    }
}
