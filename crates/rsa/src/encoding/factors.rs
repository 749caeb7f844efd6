//! Finds the primes of a modulus from its two exponents.

use modular_powers::random::{self, Draws, StuckGenerator};
use modular_powers::{Engine, Exponent, Exponentiation, Modulus, Natural, prime};
use num_bigint::BigUint;
use num_integer::Integer;
use rand_core::CryptoRng;

use super::foreign;
use crate::params::in_range;
use crate::{Components, Error, MODULUS_LENGTHS, MOST_PRIMES, PrivateKey, PublicKey};

/// The longest modulus whose primes are sought, in bits. A test, a power and two attempts to split it take seconds, and eight times
/// as long if it is twice as long.
const MOST_MODULUS_LENGTH: usize = 8192;

/// How many bases to try on one composite number before giving up (SP 800-56B rev. 2, appendix C.1). Each base splits
/// the number with probability at least one half.
const MOST_TRIES: usize = 100;

impl PrivateKey {
    /// Makes a key from only N, e and d. This finds all primes and puts the longest first. The variant is chosen and
    /// the key is checked as in [`PrivateKey::import`].
    ///
    /// # Errors
    /// The errors of [`Components::from_exponents`] and [`PrivateKey::from_standard_components`].
    ///
    /// ```
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Components, KeyParams, PrivateKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let key = PrivateKey::new(&KeyParams::new(Variant::MultiPrime, 512), &mut rng)?;
    /// let Components { modulus, public_exponents, private_exponent, .. } = key.components();
    /// let found = PrivateKey::from_exponents(modulus, &public_exponents[0], private_exponent, &mut rng)?;
    /// assert_eq!(found.components().primes.len(), 3);
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn from_exponents(
        modulus: &BigUint,
        public_exponent: &BigUint,
        private_exponent: &BigUint,
        rng: &mut dyn CryptoRng,
    ) -> Result<Self, Error> {
        let components = Components::from_exponents(modulus, public_exponent, private_exponent, rng)?;
        Self::from_standard_components(components, rng)
    }
}

impl Components {
    /// Computes the numbers of a key from only N, e and d, for [`PrivateKey::from_standard_components`].
    ///
    /// # Errors
    /// The errors of [`PublicKey::new`]; [`Error::InconsistentKey`] if the exponents do not belong to the modulus or a
    /// prime divides it more than once; [`Error::OutOfRange`] if it does not have 2 to 8 primes, or is longer than 8192 bits.
    pub fn from_exponents(
        modulus: &BigUint,
        public_exponent: &BigUint,
        private_exponent: &BigUint,
        rng: &mut dyn CryptoRng,
    ) -> Result<Self, Error> {
        PublicKey::new(modulus, public_exponent)?;
        let (least, most) = (*MODULUS_LENGTHS.start(), MOST_MODULUS_LENGTH);
        let reason = "finding the primes of a longer modulus from its exponents would take too long: pass the primes";
        in_range("modulus_length", "bits", modulus.bits() as usize, least, most, reason)?;
        if !private_exponent.bit(0) || private_exponent >= modulus {
            return inconsistent("the private exponent must be odd and below the modulus");
        }
        let primes = primes(modulus, &(public_exponent * private_exponent - 1u8), rng)?;
        in_range("primes", "", primes.len(), 2, MOST_PRIMES, foreign::COUNT_REASON)?;
        let params = foreign::params(modulus, public_exponent, private_exponent, &primes).check_existing()?;
        let (e, d) = (public_exponent.clone(), private_exponent.clone());
        Ok(Self::new(&params, primes, vec![e], d))
    }
}

/// The prime factors of N from a multiple of λ(N), longest first. If there are more than the limit, only some of them.
///
/// Applies SP 800-56B rev. 2, appendix C.1, which is for two primes, again to factors that are not prime yet. This
/// works because a multiple of λ(N) is a multiple of λ of every factor.
fn primes(modulus: &BigUint, multiple: &BigUint, rng: &mut dyn CryptoRng) -> Result<Vec<BigUint>, Error> {
    let (mut primes, mut untested) = (Vec::<BigUint>::new(), vec![modulus.clone()]);
    while let Some(number) = untested.pop() {
        let rounds = prime::rounds_for_random_number(number.bits() as usize);
        // These rounds are enough for random numbers only. The check of the key applies the test for arbitrary numbers.
        if prime::is_probably_prime(&number, rounds, Engine::default(), rng)? {
            primes.insert(primes.partition_point(|prime| *prime > number), number);
        } else {
            untested.extend(split(&number, multiple, rng)?);
        }
        if primes.len() > MOST_PRIMES {
            break;
        }
    }
    Ok(primes)
}

/// Splits a composite number, given a multiple of its λ.
fn split(number: &BigUint, multiple: &BigUint, rng: &mut dyn CryptoRng) -> Result<[BigUint; 2], Error> {
    let units = Units::new(number, multiple)?;
    let mut bases = Draws::new(u64::MAX);
    // Modulo a power of p, 1 has no other square roots than ±1, but g^N = g modulo p (Cohen, A Course in Computational
    // Algebraic Number Theory, algorithm 1.7.4).
    let factor = units.fermat(rng, &mut bases)?.gcd(number);
    if factor != BigUint::from(1u8) && factor != *number {
        return Ok([number / &factor, factor]);
    }
    for _ in 0..MOST_TRIES {
        if let Some(root) = units.root_of_one(rng, &mut bases)? {
            // 1 modulo some primes, −1 modulo the others
            let factor = number.gcd(&(root - 1u8));
            return Ok([number / &factor, factor]);
        }
    }
    inconsistent("the modulus has a factor that the exponents do not separate")
}

/// The units modulo an odd number. An odd number times `2^twos` is a multiple of their orders.
struct Units {
    modulus: Modulus,
    last: BigUint,
    exponent: Exponent,
    twos: u64,
}

impl Units {
    fn new(number: &BigUint, multiple: &BigUint) -> Result<Self, Error> {
        let twos = multiple.trailing_zeros().unwrap_or(0);
        let odd = multiple >> twos;
        let exponent = Exponent::secret(&odd, odd.bits() as usize);
        Ok(Self { modulus: Modulus::new(number)?, last: number - 1u8, exponent, twos })
    }

    /// A random base, and a power of it.
    fn random_power(
        &self,
        exponent: &Exponent,
        rng: &mut dyn CryptoRng,
        bases: &mut Draws,
    ) -> Result<(BigUint, Natural), StuckGenerator> {
        let base = random::in_interval(&BigUint::from(2u8), &self.last, rng)?;
        bases.note(&base, self.last.bits() - 2)?;
        let number = Natural::from_biguint(&base, self.modulus.bit_length());
        let exponentiation = Exponentiation { base: &number, exponent, modulus: &self.modulus };
        Ok((base, Engine::default().exponentiate(&[exponentiation]).remove(0)))
    }

    /// `g^N − g` for a random g, modulo N.
    fn fermat(&self, rng: &mut dyn CryptoRng, bases: &mut Draws) -> Result<BigUint, StuckGenerator> {
        let number = self.modulus.value().to_biguint();
        let (base, power) = self.random_power(&Exponent::secret(&number, self.modulus.bit_length()), rng, bases)?;
        Ok(power.to_biguint() + number - base)
    }

    /// Looks for a square root of 1 other than 1 and −1. It raises a random base to the odd number, squares the power
    /// until it is 1, and takes the value before. `None` if that is −1 or there is none.
    fn root_of_one(&self, rng: &mut dyn CryptoRng, bases: &mut Draws) -> Result<Option<BigUint>, Error> {
        let (_, mut power) = self.random_power(&self.exponent, rng, bases)?;
        let one = BigUint::from(1u8);
        let mut before = one.clone();
        for _ in 0..=self.twos {
            let value = power.to_biguint();
            if value == one {
                return Ok((before != one && before != self.last).then_some(before));
            }
            before = value;
            power = self.modulus.multiply(&power, &self.modulus.montgomery_form(&power));
        }
        inconsistent("the exponents do not belong to the modulus")
    }
}

fn inconsistent<T>(problem: &str) -> Result<T, Error> {
    Err(Error::InconsistentKey(problem.into()))
}
