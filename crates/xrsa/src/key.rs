//! Keys for the device: their shapes, their numbers, and checks of imported numbers.

use core::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use rsa_variants::definition::Powers;
use rsa_variants::{Components, KeyParams, MOST_PRIMES, PrivateKey, Variant};

use crate::{Error, words};

/// The lengths of a key's numbers. They are public, and all that a plan needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// n, the length of the modulus in bits.
    pub modulus_length: usize,
    /// The lengths of the primes p, q, r_3, … in bits.
    pub prime_lengths: Vec<usize>,
    /// The lengths of the exponents d_p, d_q, d_3, … in bits: those of the primes, unless a shorter length is declared.
    pub exponent_lengths: Vec<usize>,
}

impl Shape {
    /// The shape of keys with `primes` primes, whose lengths are as equal as n allows.
    ///
    /// # Errors
    /// [`Error::Rsa`] for a length or a number of primes outside the limits of multi-prime RSA.
    pub fn new(modulus_length: usize, primes: usize) -> Result<Self, Error> {
        let params = KeyParams { primes: Some(primes), ..KeyParams::new(Variant::MultiPrime, modulus_length) };
        let prime_lengths = params.check()?.prime_lengths();
        Ok(Self { modulus_length, exponent_lengths: prime_lengths.clone(), prime_lengths })
    }

    /// The same shape with exponents of `length` bits, if that is shorter than the primes.
    #[must_use]
    pub fn with_exponents_of(mut self, length: usize) -> Self {
        for exponent_length in &mut self.exponent_lengths {
            *exponent_length = length.min(*exponent_length);
        }
        self
    }

    /// The length of the unit's operands: that of the longest prime, in whole words.
    pub(crate) fn operand_length(&self) -> usize {
        let longest = self.prime_lengths.iter().max().expect("a key has primes");
        32 * words::count(*longest)
    }

    /// The indices of the primes in the order of Garner's method: q, p, r_3, … The paper also begins with q, because `R² mod p`
    /// is needed again after `S_p`.
    pub(crate) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.prime_lengths.len()).collect();
        order.swap(0, 1);
        order
    }
}

/// A private key for the device: distinct primes, and an exponent for each.
pub struct Key {
    shape: Shape,
    components: Components,
}

/// Shows only the public part.
impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("Key");
        fields.field("shape", &self.shape).field("components", &self.components).finish_non_exhaustive()
    }
}

fn require(condition: bool, problem: impl FnOnce() -> String) -> Result<(), Error> {
    if condition { Ok(()) } else { Err(Error::InconsistentKey(problem())) }
}

impl Key {
    /// A key from its numbers. Checks their relations in variable time, but not that the primes are prime. `exponent_length` is
    /// the maximum length of the CRT exponents in bits, which saves the device the work on their leading zeros.
    ///
    /// # Errors
    /// [`Error::InconsistentKey`] for numbers that contradict each other and for primes below `√2·2^(length − 1)`;
    /// [`Error::Rsa`] for a length or a number of primes outside the limits of multi-prime RSA.
    pub fn new(components: Components, exponent_length: Option<usize>) -> Result<Self, Error> {
        let Components { modulus, public_exponents, primes, crt_exponents, crt_coefficients, .. } = &components;
        let r = primes.len();
        require((2..=MOST_PRIMES).contains(&r), || {
            format!("it has {r} primes, but the device accepts 2 to {MOST_PRIMES}")
        })?;
        require(crt_exponents.len() == r && crt_coefficients.len() + 1 == r, || {
            format!(
                "it has {} CRT exponents and {} CRT coefficients, but must have {r} and {}",
                crt_exponents.len(),
                crt_coefficients.len(),
                r - 1
            )
        })?;
        require(public_exponents.len() == 1, || {
            format!("it has {} public exponents, but must have 1", public_exponents.len())
        })?;
        Shape::new(modulus.bits() as usize, r)?;
        require(primes.iter().product::<BigUint>() == *modulus, || {
            "the modulus is not the product of the primes".into()
        })?;
        for (index, (prime, exponent)) in primes.iter().zip(crt_exponents).enumerate() {
            let number = index + 1;
            require(prime.bit(0) && prime.bits() > 1, || format!("factor {number} is not an odd prime"))?;
            let bits = prime.bits();
            // p ≥ √2·2^(bits − 1) exactly if p² ≥ 2^(2·bits − 1).
            require((prime * prime).bits() == 2 * bits, || {
                format!(
                    "prime {number} of {bits} bits is below the square root of 2 times 2^{}, but the final subtraction of N is \
                     proved only for primes from there on (FIPS 186-5, A.1.3)",
                    bits - 1
                )
            })?;
            let longest = exponent_length.unwrap_or(bits as usize);
            require(exponent < prime && exponent.bits() as usize <= longest, || {
                format!("CRT exponent {number} has {} bits, but must have at most {longest}", exponent.bits())
            })?;
            require((exponent * &public_exponents[0]) % (prime - 1u8) == BigUint::from(1u8), || {
                format!("CRT exponent {number} does not match the public exponent")
            })?;
        }
        let prime_lengths: Vec<usize> = primes.iter().map(|prime| prime.bits() as usize).collect();
        let shape =
            Shape { modulus_length: modulus.bits() as usize, exponent_lengths: prime_lengths.clone(), prime_lengths };
        let mut product = BigUint::from(1u8);
        for (position, index) in shape.order().into_iter().enumerate() {
            let prime = &primes[index];
            if let Some(coefficient) = position.checked_sub(1).map(|place| &crt_coefficients[place]) {
                require(coefficient < prime && coefficient * &product % prime == BigUint::from(1u8), || {
                    format!("CRT coefficient {position} is not the inverse of the product of the primes before it")
                })?;
            }
            product *= prime;
        }
        let shape = exponent_length.map_or(shape.clone(), |length| shape.with_exponents_of(length));
        Ok(Self { shape, components })
    }

    /// A key of the library.
    ///
    /// # Errors
    /// [`Error::Rsa`] with the code `wrong-variant` for variants whose private operation is not a power modulo each prime.
    pub fn of(key: &PrivateKey) -> Result<Self, Error> {
        let KeyParams { variant, crt_exponent_length, .. } = key.params();
        Self::of_variant(key.components().clone(), variant, crt_exponent_length)
    }

    /// A key of a variant from its numbers. `crt_exponent_length` is the length in bits from the variant's parameters, if it has
    /// one.
    ///
    /// # Errors
    /// Those of [`Key::of`] and [`Key::new`].
    pub fn of_variant(
        components: Components,
        variant: Variant,
        crt_exponent_length: Option<usize>,
    ) -> Result<Self, Error> {
        let definition = variant.definition();
        if definition.powers != Powers::EachPrime {
            let needed = Variant::all_with(|definition| definition.powers == Powers::EachPrime);
            return Err(rsa_variants::Error::WrongVariant { call: "the device", needed, variant }.into());
        }
        let excess = definition.crt_exponents.as_ref().map_or(0, |exponents| exponents.excess);
        Self::new(components, crt_exponent_length.map(|length| length.saturating_add(excess)))
    }

    /// The lengths of its numbers.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its numbers.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// A key that the device made. Adds d = `e⁻¹ mod λ(N)`, which the device does not need.
    pub(crate) fn made(
        public_exponent: u32,
        modulus: BigUint,
        primes: Vec<BigUint>,
        crt_exponents: Vec<BigUint>,
        crt_coefficients: Vec<BigUint>,
    ) -> Result<Self, Error> {
        let one = BigUint::from(1u8);
        let lambda = primes.iter().fold(one, |multiple, prime| multiple.lcm(&(prime - 1u8)));
        let e = BigUint::from(public_exponent);
        let private_exponent = e.modinv(&lambda).unwrap_or_default();
        let public_exponents = vec![e];
        let components =
            Components { modulus, public_exponents, private_exponent, primes, crt_exponents, crt_coefficients };
        Self::new(components, None)
    }
}
