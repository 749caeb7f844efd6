//! Class groups of positive definite binary quadratic forms.
//!
//! To compose f₁ = (a₁, b₁, c₁) with f₂, restrict f₂ to a lattice of index a₁ and divide by a₁. If `a₂·u ≡ (b₁ − b₂)/2` modulo
//! a₁, then a₁ divides `f₂(r, y)` wherever `r ≡ u·y`. The quotient is the product, with leading coefficient a₁·a₂ in the basis
//! (a₁, 0), (u, 1). Euclid's algorithm for (a₁, u) gives a basis in which the product is already nearly reduced, with no number
//! much longer than the discriminant. (That is Shanks's NUCOMP; here it is derived from the lattice. For a common divisor, the
//! congruence is that of H. Cohen, "A Course in Computational Algebraic Number Theory", algorithm 5.4.7.)

use num_bigint::BigInt;
use num_integer::Integer;

use super::euclid::Neighbors;

/// `a·x² + b·x·y + c·y²`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) a: BigInt,
    b: BigInt,
    c: BigInt,
}

impl Form {
    /// The one reduced form of the class: −a < b ≤ a ≤ c, and b ≥ 0 if a = c.
    fn reduced(mut self) -> Self {
        loop {
            if self.b.magnitude() > self.a.magnitude() || self.b.magnitude() == self.a.magnitude() && self.b < self.a {
                // The nearest multiple of 2a to b; b = a stays.
                let quotient = (&self.b + &self.a - 1u8).div_floor(&(&self.a << 1u8));
                let half = &self.a * &quotient;
                self.c -= (&self.b - &half) * &quotient;
                self.b -= half << 1u8;
            }
            if self.a <= self.c {
                break;
            }
            core::mem::swap(&mut self.a, &mut self.c);
            self.b = -self.b;
        }
        if self.a == self.c && self.b < BigInt::ZERO {
            self.b = -self.b;
        }
        self
    }

    /// The form of the inverse class.
    pub(super) fn inverse(&self) -> Self {
        Self { a: self.a.clone(), b: -&self.b, c: self.c.clone() }.reduced()
    }
}

/// The group of the classes of one discriminant.
pub(super) struct ClassGroup {
    discriminant: BigInt,
}

impl ClassGroup {
    /// The group of a negative discriminant that is 0 or 1 modulo 4.
    pub(super) fn new(discriminant: BigInt) -> Self {
        Self { discriminant }
    }

    /// The reduced form of a class that has a form (a, b, …).
    fn form(&self, a: BigInt, b: BigInt) -> Form {
        let c = ((&b * &b - &self.discriminant) >> 2u8) / &a;
        Form { a, b, c }.reduced()
    }

    /// The class of a prime above the odd prime l, if there is one.
    pub(super) fn over(&self, l: u32) -> Option<Form> {
        let residue = self.discriminant.mod_floor(&l.into());
        let parity = BigInt::from(u8::from(self.discriminant.bit(0)));
        let root = (1..l).map(BigInt::from).find(|root| (root * root).mod_floor(&l.into()) == residue)?;
        let b = if root.bit(0) == parity.bit(0) { root } else { root + l };
        Some(self.form(l.into(), b))
    }

    /// The product of two classes.
    pub(super) fn product(&self, first: &Form, second: &Form) -> Form {
        let modulus = first.a.magnitude();
        let (mut divisor, v) = Neighbors::divisor(modulus.clone(), second.a.magnitude() % modulus);
        let mut slope = v * ((&first.b - &second.b) >> 1u8);
        let (mut modulus, mut a, mut c) = (first.a.clone(), second.a.clone(), second.c.clone());
        if divisor != BigInt::from(1u8) {
            // divisor₂ = t·divisor + w·(b₁ + b₂)/2
            let sum = (&first.b + &second.b) >> 1u8;
            let [of, residue] = [&divisor, &sum.mod_floor(&divisor)].map(|number| number.magnitude().clone());
            let (second_divisor, w) = Neighbors::divisor(of, residue);
            let t = (&second_divisor - &w * sum) / divisor;
            slope = slope * t - w * &c;
            divisor = second_divisor;
            modulus /= &divisor;
            a /= &divisor;
            c *= divisor;
        }
        let slope = slope.mod_floor(&modulus);
        // The length of r at which a·r² and c·y² are equally long, because r·y is about the modulus.
        let bits = (modulus.bits() + c.bits() / 2).saturating_sub(a.bits() / 2) / 2;
        let lattice = Neighbors::new(modulus.magnitude().clone(), slope.magnitude().clone(), bits);
        let ([(r0, y0), (r1, y1)], is_odd) = lattice.pairs();
        // The derivatives of a·r² + b·r·y + c·y² at (r₀, y₀).
        let by_r = ((&a * &r0) << 1u8) + &second.b * &y0;
        let by_y = &second.b * &r0 + ((c * &y0) << 1u8);
        let leading = ((&by_r * r0 + &by_y * y0) >> 1u8) / &modulus;
        let middle = (by_r * r1 + by_y * y1) / modulus;
        // An odd number of steps reverses the orientation of the basis.
        self.form(leading, if is_odd { -middle } else { middle })
    }

    /// A class of the order with 2^s times the conductor that maps to this class.
    pub(super) fn lifted(&self, form: Form, s: u64) -> (Self, Form) {
        let Form { mut a, mut b, c } = form;
        // A form of the same class with an odd leading coefficient: one of a, c and a + b + c is odd in a primitive form.
        if !a.bit(0) {
            (a, b) = if c.bit(0) { (c, -b) } else { (&a + &b + &c, b + (c << 1u8)) };
        }
        let group = Self::new(&self.discriminant << (2 * s));
        let form = group.form(a, b << s);
        (group, form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All primitive reduced forms of a discriminant.
    fn all_forms(discriminant: i64) -> Vec<Form> {
        let mut forms = Vec::new();
        let of = |a: i64, b: i64, c: i64| Form { a: a.into(), b: b.into(), c: c.into() };
        for a in (1..).take_while(|a| 3 * a * a <= -discriminant) {
            for b in (1 - a..=a).filter(|b| (b * b - discriminant) % (4 * a) == 0) {
                let c = (b * b - discriminant) / (4 * a);
                if (c > a || c == a && b >= 0) && a.gcd(&b).gcd(&c) == 1 {
                    forms.push(of(a, b, c));
                }
            }
        }
        forms
    }

    /// Class numbers: h(−23) = 3, h(−47) = 5, h(−71) = 7, h(−163) = 1, h(−84) = 4, and −23·9 of conductor 3 with
    /// h = 3·(3 − (−23/3)) = 3·2; −3299 has the group of type (3, 9).
    #[test]
    fn products_make_a_group_of_the_known_order() {
        for (discriminant, order) in
            [(-23, 3), (-47, 5), (-71, 7), (-163, 1), (-84, 4), (-207, 6), (-3299, 27), (-1155, 8)]
        {
            let (forms, group) = (all_forms(discriminant), ClassGroup::new(discriminant.into()));
            assert_eq!(forms.len(), order, "{discriminant}");
            let one = forms.iter().find(|form| form.a == BigInt::from(1)).unwrap();
            for first in &forms {
                assert_eq!(&group.product(first, one), first);
                assert_eq!(&group.product(first, &first.inverse()), one);
                for second in &forms {
                    let product = group.product(first, second);
                    assert!(forms.contains(&product), "{product:?}");
                    assert_eq!(product, group.product(second, first));
                    for third in &forms {
                        let right = group.product(first, &group.product(second, third));
                        assert_eq!(group.product(&product, third), right);
                    }
                }
            }
        }
    }

    /// The product of two forms represents the products of what they represent: norms of ideals multiply.
    #[test]
    fn primes_multiply_as_their_forms() {
        let group = ClassGroup::new(-(BigInt::from(1u8) << 200u8) + BigInt::from(9u8));
        let forms: Vec<Form> = [5, 7, 11, 13, 17, 19, 23, 29, 31].into_iter().filter_map(|l| group.over(l)).collect();
        assert!(forms.len() > 2);
        for (first, second) in forms.iter().zip(&forms[1..]) {
            // Coefficients far below the root of the discriminant, where forms are already reduced.
            assert_eq!(group.product(first, second).a, &first.a * &second.a);
            assert_eq!(group.product(&group.product(first, second), &second.inverse()), *first);
        }
    }

    /// −7 modulo 2^s: the class group of conductor 2^s has 2^(s − 1) elements, since 2 splits, and h(−7) = 1.
    #[test]
    fn lifted_classes_are_in_the_kernel() {
        let group = ClassGroup::new((-7).into());
        let form = group.over(11).unwrap();
        assert_eq!(form.a, BigInt::from(1));
        for s in 3..10 {
            let (lifted, form) = group.lifted(Form { a: 11.into(), b: 9.into(), c: 2.into() }, s);
            assert_eq!(lifted.discriminant, BigInt::from(-7 << (2 * s)));
            let order = all_forms(-7 << (2 * s)).len();
            assert_eq!(order, 1 << (s - 1));
            let mut power = form.clone();
            for _ in 1..order {
                power = lifted.product(&power, &form);
            }
            assert_eq!(power, lifted.form(1.into(), 0.into()), "{s}");
        }
    }

    #[test]
    fn no_prime_lies_over_an_inert_one() {
        let group = ClassGroup::new((-23).into());
        assert_eq!(group.over(3).unwrap().a, BigInt::from(2));
        assert_eq!([5, 7, 11].map(|l| group.over(l)), [None, None, None]);
        assert!(group.over(13).is_some());
    }
}
