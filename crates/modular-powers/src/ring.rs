//! Arithmetic on residues that stay in the form of the fastest kernel.

mod element;

use std::borrow::Cow;

use num_bigint::BigUint;
use zeroize::Zeroizing;

use crate::factor::{Factor, Limbs, Residue, Sum};
#[cfg(lanes)]
use crate::lanes::{self, LaneResidues};
use crate::montgomery::{Columns, Kernel, Limb};
use crate::{Modulus, ModulusError, Natural, inverse_vartime};

use self::element::{Form, Number};

pub use self::element::Element;

/// The residues modulo an odd number, with working memory: sums, differences, products, squares and comparisons.
///
/// An [`Element`] stays in Montgomery form on the fastest kernel, so chains of operations convert nothing. Elements may be
/// secret: unless the name of a call ends with `_vartime`, its time depends only on the lengths of numbers and on the
/// sequence of operations. Elements and working memory are wiped when they are dropped.
///
/// Use an element only with the ring that made it, or with a clone of that ring.
///
/// ```
/// use modular_powers::{Natural, Ring};
/// use num_bigint::BigUint;
///
/// let mut ring = Ring::new(&BigUint::from(101u8))?;
/// let [a, b] = [7u8, 30].map(|value| ring.element(&Natural::from_be_bytes(&[value], 8)));
/// let sum = ring.add(&a, &b);
/// let product = ring.multiply(&sum, &a); // 37·7 = 259
/// assert_eq!(ring.value(&product).to_biguint(), BigUint::from(57u8));
/// # Ok::<(), modular_powers::ModulusError>(())
/// ```
pub struct Ring {
    modulus: Modulus,
    arithmetic: Arithmetic,
    zero: Element,
    one: Element,
}

/// The kernel with its working memory.
enum Arithmetic {
    Scalar(Columns),
    #[cfg(lanes)]
    Lanes(Box<LaneResidues<1>>),
}

/// Prepares the modulus again.
impl Clone for Ring {
    fn clone(&self) -> Self {
        Self::from(self.modulus.clone())
    }
}

impl From<Modulus> for Ring {
    fn from(modulus: Modulus) -> Self {
        #[cfg(lanes)]
        if lanes::are_available()
            && let Some(lanes) = LaneResidues::new(&modulus.value().to_biguint())
        {
            return Self::with(modulus, Arithmetic::Lanes(Box::new(lanes)));
        }
        let columns = modulus.montgomery().columns();
        Self::with(modulus, Arithmetic::Scalar(columns))
    }
}

impl Ring {
    /// Prepares a modulus, in time that depends on its value.
    ///
    /// # Errors
    /// [`ModulusError`] if it is below 3 or even.
    pub fn new(modulus: &BigUint) -> Result<Self, ModulusError> {
        Modulus::new(modulus).map(Self::from)
    }

    fn with(modulus: Modulus, arithmetic: Arithmetic) -> Self {
        let mut ring = Self { modulus, arithmetic, zero: Element::default(), one: Element::default() };
        let [zero, one] = [0, 1].map(|value| Natural::from_be_bytes(&[value], ring.modulus.bit_length()));
        ring.zero = ring.element(&zero);
        ring.one = ring.element(&one);
        ring
    }

    /// The modulus m.
    pub fn modulus(&self) -> &Modulus {
        &self.modulus
    }

    /// Zero.
    pub fn zero(&self) -> &Element {
        &self.zero
    }

    /// One.
    pub fn one(&self) -> &Element {
        &self.one
    }

    /// The residue of a number of any width, in time that depends only on the width.
    pub fn element(&mut self, value: &Natural) -> Element {
        Element(Form::Residue(match &mut self.arithmetic {
            Arithmetic::Scalar(_) => Number::scalar(self.modulus.residue(value)),
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let reduced = (value.width() > lanes.widest_plain()).then(|| self.modulus.reduce(value));
                Number::lane(lanes.residues([reduced.as_ref().unwrap_or(value).words()]))
            }
        }))
    }

    /// The value of an element, in `[0, m)` and as wide as the modulus.
    pub fn value(&mut self, element: &Element) -> Natural {
        match (&mut self.arithmetic, &element.0) {
            (Arithmetic::Scalar(columns), Form::Residue(residue)) => self.modulus.value_of(&residue.scalar, columns),
            (Arithmetic::Scalar(columns), Form::Sum(sum)) => self.modulus.value_of(&sum.scalar, columns),
            #[cfg(lanes)]
            (Arithmetic::Lanes(lanes), Form::Residue(Number { lane, .. }) | Form::Sum(Number { lane, .. })) => {
                let [value] = lanes.values(lane);
                self.modulus.canonical(value)
            }
        }
    }

    /// `a·b`
    #[must_use]
    pub fn multiply(&mut self, a: &Element, b: &Element) -> Element {
        Element(Form::Residue(self.product(a, b)))
    }

    fn product(&mut self, a: &Element, b: &Element) -> Number<Residue> {
        match (&a.0, &b.0) {
            (Form::Residue(a), Form::Residue(b)) => self.product_of(a, b),
            (Form::Residue(a), Form::Sum(b)) => self.product_of(a, b),
            (Form::Sum(a), Form::Residue(b)) => self.product_of(a, b),
            (Form::Sum(a), Form::Sum(b)) => self.product_of(a, b),
        }
    }

    fn product_of(&mut self, a: &Number<impl Factor>, b: &Number<impl Factor>) -> Number<Residue> {
        match &mut self.arithmetic {
            Arithmetic::Scalar(columns) => {
                let mut product = self.modulus.zero_residue();
                self.modulus.multiply_factors(&mut product, &a.scalar, &b.scalar, columns);
                Number::scalar(product)
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let mut product = lanes.zero();
                lanes.multiply(&mut product, &a.lane, &b.lane);
                Number::lane(product)
            }
        }
    }

    /// `a²`
    #[must_use]
    pub fn square(&mut self, a: &Element) -> Element {
        let mut square = a.clone();
        self.square_repeatedly(&mut square, 1);
        square
    }

    /// `x = x^(2^count)`, in place.
    ///
    /// Squarings follow each other, so nothing computes them in parallel: time-lock puzzles (Rivest, Shamir, Wagner,
    /// "Time-lock puzzles and timed-release crypto", 1996) and verifiable delay functions are built on that. For progress
    /// or to stop early, call it several times with parts of the count.
    pub fn square_repeatedly(&mut self, x: &mut Element, count: u64) {
        if count == 0 {
            return;
        }
        let mut power = match &x.0 {
            Form::Residue(residue) => self.squared(residue),
            Form::Sum(sum) => self.squared(sum),
        };
        match &mut self.arithmetic {
            Arithmetic::Scalar(columns) => {
                let mut square = self.modulus.zero_residue();
                for _ in 1..count {
                    self.modulus.square_factor(&mut square, &power.scalar, columns);
                    core::mem::swap(&mut power.scalar, &mut square);
                }
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let mut square = lanes.zero();
                for _ in 1..count {
                    lanes.square(&mut square, &power.lane);
                    core::mem::swap(&mut power.lane, &mut square);
                }
            }
        }
        x.0 = Form::Residue(power);
    }

    fn squared(&mut self, a: &Number<impl Factor>) -> Number<Residue> {
        match &mut self.arithmetic {
            Arithmetic::Scalar(columns) => {
                let mut square = self.modulus.zero_residue();
                self.modulus.square_factor(&mut square, &a.scalar, columns);
                Number::scalar(square)
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let mut square = lanes.zero();
                lanes.square(&mut square, &a.lane);
                Number::lane(square)
            }
        }
    }

    /// `a + b`
    #[must_use]
    pub fn add(&mut self, a: &Element, b: &Element) -> Element {
        self.combine(a, b, true)
    }

    /// `a − b`
    #[must_use]
    pub fn subtract(&mut self, a: &Element, b: &Element) -> Element {
        self.combine(a, b, false)
    }

    /// `−a`
    #[must_use]
    pub fn negate(&mut self, a: &Element) -> Element {
        let zero = self.zero.clone();
        self.combine(&zero, a, false)
    }

    /// The sum, or the difference. The kernels only add residues, so an operand that is a sum itself is first multiplied
    /// by one.
    fn combine(&mut self, a: &Element, b: &Element, is_sum: bool) -> Element {
        let one = self.one.clone();
        let [a, b] = [a, b].map(|element| match &element.0 {
            Form::Residue(residue) => Cow::Borrowed(residue),
            Form::Sum(_) => Cow::Owned(self.product(element, &one)),
        });
        Element(Form::Sum(match &mut self.arithmetic {
            Arithmetic::Scalar(_) => {
                let mut result = self.modulus.zero_sum();
                if is_sum {
                    self.modulus.add_residues(&mut result, &a.scalar, &b.scalar);
                } else {
                    self.modulus.subtract_residues(&mut result, &a.scalar, &b.scalar);
                }
                Number::scalar(result)
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let mut result = lanes.zero();
                if is_sum {
                    lanes.add(&mut result, &a.lane, &b.lane);
                } else {
                    lanes.subtract(&mut result, &a.lane, &b.lane);
                }
                Number::lane(result)
            }
        }))
    }

    /// Whether two elements are the same residue. The time does not depend on where they differ.
    #[must_use]
    pub fn equal(&mut self, a: &Element, b: &Element) -> bool {
        self.value(a) == self.value(b)
    }

    /// The inverse of an element, by Euclid's algorithm, for prime and composite moduli. `None` if the element
    /// shares a factor with the modulus. The time **depends on the element**: for a secret one, invert its product with a
    /// random unit and multiply the result by that unit.
    #[must_use]
    pub fn invert_vartime(&mut self, a: &Element) -> Option<Element> {
        let value = self.value(a).to_biguint();
        let inverse = inverse_vartime(&value, &self.modulus.value().to_biguint())?;
        Some(self.element(&Natural::from_biguint(&inverse, self.modulus.bit_length())))
    }

    /// An element in the ring's own form, without a conversion, to keep it elsewhere. Only [`Ring::import`] of this ring, or
    /// of one with the same modulus in the same build of a program, reads it. It reveals the element.
    #[must_use]
    pub fn export(&self, element: &Element) -> Vec<u8> {
        // `collect` could move the bytes, and leave some behind.
        let mut bytes =
            Vec::with_capacity(1 + size_of::<Limb>().max(8) * (self.modulus.width() / limb_bits() as usize + 5));
        bytes.push(u8::from(matches!(element.0, Form::Sum(_))));
        match (&self.arithmetic, &element.0) {
            (Arithmetic::Scalar(_), Form::Residue(residue)) => bytes.extend(le_bytes(residue.scalar.limbs())),
            (Arithmetic::Scalar(_), Form::Sum(sum)) => bytes.extend(le_bytes(sum.scalar.limbs())),
            #[cfg(lanes)]
            (Arithmetic::Lanes(lanes), Form::Residue(Number { lane, .. }) | Form::Sum(Number { lane, .. })) => {
                let integers = Zeroizing::new(lanes.to_integers(lane));
                bytes.extend(integers.iter().flat_map(|limb| limb.to_le_bytes()));
            }
        }
        bytes
    }

    /// The element that [`Ring::export`] wrote. `None` if the bytes have another length or another form; other bytes that
    /// it did not write give some element.
    #[must_use]
    pub fn import(&self, bytes: &[u8]) -> Option<Element> {
        let (is_sum, limbs) = bytes.split_first().filter(|(is_sum, _)| **is_sum < 2)?;
        let is_sum = *is_sum == 1;
        Some(Element(match &self.arithmetic {
            Arithmetic::Scalar(_) => {
                let (chunks, rest) = limbs.as_chunks();
                let limbs = Zeroizing::new(chunks.iter().copied().map(Limb::from_le_bytes).collect::<Vec<_>>());
                let is_whole = rest.is_empty() && limbs.len() == self.modulus.montgomery().limbs();
                let excess = limbs.iter().fold(0, |any, limb| any | limb).checked_shr(limb_bits()).unwrap_or(0);
                if !is_whole || excess != 0 {
                    return None;
                }
                if is_sum {
                    Form::Sum(Number::scalar(Sum::from_limbs(limbs.to_vec())))
                } else {
                    Form::Residue(Number::scalar(Residue::from_limbs(limbs.to_vec())))
                }
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let (chunks, rest) = limbs.as_chunks();
                let integers = Zeroizing::new(chunks.iter().copied().map(u64::from_le_bytes).collect::<Vec<_>>());
                let number = lanes.with_integers(&integers).filter(|_| rest.is_empty())?;
                if is_sum { Form::Sum(Number::lane(number)) } else { Form::Residue(Number::lane(number)) }
            }
        }))
    }
}

fn le_bytes(limbs: &[Limb]) -> impl Iterator<Item = u8> {
    limbs.iter().flat_map(|limb| limb.to_le_bytes())
}

fn limb_bits() -> u32 {
    <crate::montgomery::Montgomery as Kernel>::LIMB_BITS as u32
}

#[cfg(test)]
mod tests;
