//! Arithmetic on residues that stay in the form of the fastest kernel.

mod element;

use num_bigint::BigUint;
use zeroize::Zeroizing;

#[cfg(lanes)]
use crate::lanes::{self, LaneResidues};
use crate::montgomery::{Columns, Kernel, Limb};
use crate::{Modulus, ModulusError, Natural};

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
        match &mut self.arithmetic {
            Arithmetic::Scalar(_) => {
                // A number of one chunk becomes a residue, not a sum of two.
                let reduced = (value.width() > self.modulus.width()).then(|| self.modulus.reduce(value));
                Element::scalar(self.modulus.limbs_in_montgomery_form(reduced.as_ref().unwrap_or(value)), false)
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let reduced = (value.width() > lanes.widest_plain()).then(|| self.modulus.reduce(value));
                Element::lanes(lanes.residues([reduced.as_ref().unwrap_or(value).words()]), false)
            }
        }
    }

    /// The value of an element, in `[0, m)` and as wide as the modulus.
    pub fn value(&mut self, element: &Element) -> Natural {
        match &mut self.arithmetic {
            Arithmetic::Scalar(columns) => {
                self.modulus.residue(self.modulus.montgomery().to_plain(&element.limbs, columns))
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let [value] = lanes.values(&element.number);
                self.modulus.canonical(value)
            }
        }
    }

    /// `a·b`
    #[must_use]
    pub fn multiply(&mut self, a: &Element, b: &Element) -> Element {
        match &mut self.arithmetic {
            Arithmetic::Scalar(columns) => {
                let mut product = vec![0; a.limbs.len()];
                self.modulus.montgomery().multiply(&mut product, &a.limbs, &b.limbs, columns);
                Element::scalar(product, false)
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let mut product = lanes.zero();
                lanes.multiply(&mut product, &a.number, &b.number);
                Element::lanes(product, false)
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
        match &mut self.arithmetic {
            Arithmetic::Scalar(columns) => {
                let mut square: Zeroizing<Vec<Limb>> = Zeroizing::new(vec![0; x.limbs.len()]);
                for _ in 0..count {
                    self.modulus.montgomery().square(&mut square, &x.limbs, columns);
                    core::mem::swap(&mut x.limbs, &mut square);
                }
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let mut square = lanes.zero();
                for _ in 0..count {
                    lanes.square(&mut square, &x.number);
                    core::mem::swap(&mut x.number, &mut square);
                }
            }
        }
        x.is_sum &= count == 0;
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
        let [first, second] = [a, b].map(|element| element.is_sum.then(|| self.multiply(element, &one)));
        let (a, b) = (first.as_ref().unwrap_or(a), second.as_ref().unwrap_or(b));
        match &mut self.arithmetic {
            Arithmetic::Scalar(_) => {
                let mut result = vec![0; a.limbs.len()];
                let kernel = self.modulus.montgomery();
                if is_sum {
                    kernel.add(&mut result, &a.limbs, &b.limbs);
                } else {
                    kernel.subtract(&mut result, &a.limbs, &b.limbs);
                }
                Element::scalar(result, true)
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let mut result = lanes.zero();
                if is_sum {
                    lanes.add(&mut result, &a.number, &b.number);
                } else {
                    lanes.subtract(&mut result, &a.number, &b.number);
                }
                Element::lanes(result, true)
            }
        }
    }

    /// Whether two elements are the same residue. The time does not depend on where they differ.
    #[must_use]
    pub fn equal(&mut self, a: &Element, b: &Element) -> bool {
        self.value(a) == self.value(b)
    }

    /// The inverse of an element, by Euclid's algorithm in num-bigint, for prime and composite moduli. `None` if the element
    /// shares a factor with the modulus. The time **depends on the element**: for a secret one, invert its product with a
    /// random unit and multiply the result by that unit.
    #[must_use]
    pub fn invert_vartime(&mut self, a: &Element) -> Option<Element> {
        let value = self.value(a).to_biguint();
        let inverse = value.modinv(&self.modulus.value().to_biguint())?;
        Some(self.element(&Natural::from_biguint(&inverse, self.modulus.bit_length())))
    }

    /// An element in the ring's own form, without a conversion, to keep it elsewhere. Only [`Ring::import`] of this ring, or
    /// of one with the same modulus in the same build of a program, reads it. It reveals the element.
    #[must_use]
    pub fn export(&self, element: &Element) -> Vec<u8> {
        // `collect` could move the bytes, and leave some behind.
        let mut bytes =
            Vec::with_capacity(1 + size_of::<Limb>().max(8) * (self.modulus.width() / limb_bits() as usize + 5));
        bytes.push(u8::from(element.is_sum));
        match &self.arithmetic {
            Arithmetic::Scalar(_) => bytes.extend(element.limbs.iter().flat_map(|limb| limb.to_le_bytes())),
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let integers = Zeroizing::new(lanes.to_integers(&element.number));
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
        match &self.arithmetic {
            Arithmetic::Scalar(_) => {
                let (chunks, rest) = limbs.as_chunks();
                let limbs = Zeroizing::new(chunks.iter().copied().map(Limb::from_le_bytes).collect::<Vec<_>>());
                let is_whole = rest.is_empty() && limbs.len() == self.modulus.montgomery().limbs();
                let excess = limbs.iter().fold(0, |any, limb| any | limb).checked_shr(limb_bits()).unwrap_or(0);
                (is_whole && excess == 0).then(|| Element::scalar(limbs.to_vec(), is_sum))
            }
            #[cfg(lanes)]
            Arithmetic::Lanes(lanes) => {
                let (chunks, rest) = limbs.as_chunks();
                let integers = Zeroizing::new(chunks.iter().copied().map(u64::from_le_bytes).collect::<Vec<_>>());
                let number = lanes.with_integers(&integers).filter(|_| rest.is_empty())?;
                Some(Element::lanes(number, is_sum))
            }
        }
    }
}

fn limb_bits() -> u32 {
    <crate::montgomery::Montgomery as Kernel>::LIMB_BITS as u32
}

#[cfg(test)]
mod tests;
