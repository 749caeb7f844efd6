//! The issuer of RSAPBSSA.
//!
//! The private operation for an exponent e derived from metadata has the CRT exponents `e⁻¹ mod p − 1`. The metadata are public, and
//! an attacker may choose them, so an inversion in variable time would reveal p bit by bit. With a safe prime `p = 2p' + 1`, the
//! inverse modulo the prime p' is `e^(p' − 2) mod p'`, which an engine computes in constant time. Because it is odd, d is that number
//! or, if it is even, the same plus p'. This costs as much as a private operation, once for each list.
//!
//! The derived exponents exist during one call only. Each answer is encrypted again with e before its release, as the draft asks: a
//! check prime by prime uses the derived exponents itself, so one that changed in memory would pass it and reveal a prime.

use modular_powers::fault::point;
use modular_powers::{Checksum, Engine, Exponent, Exponentiation, Modulus, Natural, declassify, prime};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use super::error::Results;
use super::issuer::sign_many;
use super::{Error, derived_exponent};
use crate::variants::{CrtOperation, Operation};
use crate::{CheckedParams, Components, KeyParams, Options, PrivateKey, PublicKey, Variant};

/// A private key of two safe primes, prepared to issue partially blind signatures.
///
/// ```
/// use core::ops::ControlFlow;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use rsa_variants::blind::{Client, PartialIssuer, Suite, generate_partial_key};
/// use rsa_variants::{Engine, Options};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let key = generate_partial_key(1024, &mut rng, |_| ControlFlow::Continue(()))?;
/// let issuer = PartialIssuer::new(key, &mut rng)?;
/// let (suite, info) = (Suite::from_name("RSAPBSSA-SHA384-PSS-Randomized")?, b"valid until 2027-01-01");
///
/// let client = Client::new(issuer.public_key(), suite, Some(info))?;
/// let message = suite.prepare(b"one vote", &mut rng);
/// let request = client.blind(&message, Options::new(&mut rng))?;
/// let answer = issuer.blind_sign(&request.blinded_message, info, Options::new(&mut rng))?;
/// let signature = client.finalize(&message, &answer, &request.inverse, Engine::default())?;
/// # Ok::<(), rsa_variants::blind::Error>(())
/// ```
pub struct PartialIssuer {
    params: CheckedParams,
    pub(super) public_key: PublicKey,
    /// The private operation of the key. Only its exponents are replaced.
    operation: CrtOperation,
    /// For each prime, in the order of the operation.
    pub(super) orders: Vec<Order>,
    checksum: Checksum,
}

/// `p' = (p − 1)/2`, a prime.
#[derive(Hash)]
pub(super) struct Order {
    modulus: Modulus,
    /// p' − 2
    pub(super) inverting: Exponent,
}

impl core::fmt::Debug for PartialIssuer {
    #[inline]
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("PartialIssuer").field("public_key", &self.public_key).finish_non_exhaustive()
    }
}

impl PartialIssuer {
    /// Prepares a key of two safe primes p and q of the same length, of any variant. Runs in variable time, so do it once per key. The
    /// issuer takes the key, so that nothing else uses it by mistake.
    ///
    /// # Errors
    /// [`Error::ModulusLength`], [`Error::SafePrimes`].
    #[inline]
    #[expect(clippy::needless_pass_by_value)] // Otherwise the caller would keep a key to use for something else.
    pub fn new(key: PrivateKey, rng: &mut dyn CryptoRng) -> Result<Self, Error> {
        let public_key = key.public_key().clone();
        let modulus = public_key.modulus();
        derived_exponent(&modulus, b"")?; // Refuses other lengths.
        let components = key.components();
        let half = public_key.modulus_length() / 2;
        let primes = &components.primes;
        let [p, q] = &primes[..] else { return Err(Error::SafePrimes) };
        if p * q != modulus || primes.iter().any(|prime| prime.bits() as usize != half) {
            return Err(Error::SafePrimes);
        }
        for prime in primes {
            if !prime::is_safe_prime(prime, Engine::default(), rng).map_err(crate::Error::from)? {
                return Err(Error::SafePrimes);
            }
        }
        let params = KeyParams::new(Variant::Crt, public_key.modulus_length()).check()?;
        let exponents = components.public_exponents.clone();
        let components = Components::new(&params, primes.clone(), exponents, components.private_exponent.clone());
        let operation = CrtOperation::new(&components, &components.crt_exponents, None);
        let order = |prime: &Modulus| {
            let order: BigUint = prime.value().to_biguint() >> 1u8;
            let inverting = Exponent::secret(&(&order - 2u8), half - 1);
            Order { modulus: Modulus::new(&order).expect("a long prime is odd"), inverting }
        };
        let orders = operation.moduli().map(order).collect();
        let mut issuer = Self { params, public_key, operation, orders, checksum: Checksum::default() };
        issuer.checksum = issuer.new_checksum();
        Ok(issuer)
    }

    /// The issuer's public key, from which clients derive the one for their metadata.
    #[inline]
    pub fn public_key(&self) -> &PublicKey {
        &self.public_key
    }

    /// BlindSign (draft-irtf-cfrg-partially-blind-rsa-02, section 4.3): the private operation for the exponent that belongs to `info`.
    ///
    /// The result is encrypted again with that exponent, which takes about twice as long as the private operation.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Range`]; [`Error::Unchecked`] if the options switch the check of the result off;
    /// [`FaultDetected`](crate::Error::FaultDetected) as [`Error::Rsa`] if the machine made an error ("signing failure").
    #[inline]
    pub fn blind_sign(&self, blinded_message: &[u8], info: &[u8], options: Options<'_>) -> Result<Vec<u8>, Error> {
        self.blind_sign_many(&[blinded_message], info, options)?.remove(0)
    }

    /// [`PartialIssuer::blind_sign`] for many blinded messages with the same metadata, which is faster: the private exponent is derived
    /// once. Each has a result.
    ///
    /// # Errors
    /// [`Error::Unchecked`]; [`FaultDetected`](crate::Error::FaultDetected) as [`Error::Rsa`], if the key in memory is damaged or an
    /// exponent is wrong.
    #[inline]
    pub fn blind_sign_many(
        &self,
        blinded_messages: &[&[u8]],
        info: &[u8],
        options: Options<'_>,
    ) -> Result<Results, Error> {
        let key = self.derived_key(info, options.engine)?;
        let results = sign_many(&key, blinded_messages, options)?;
        // The derived key was copied from this one, so its own checksum does not cover what happened before.
        if declassify(self.new_checksum() != self.checksum) {
            return Err(crate::Error::FaultDetected.into());
        }
        Ok(results)
    }

    /// DeriveKeyPair (section 4.7).
    #[inline]
    fn derived_key(&self, info: &[u8], engine: Engine) -> Result<PrivateKey, Error> {
        let e = derived_exponent(&self.public_key.modulus(), info)?;
        let public_key = self.public_key.with_exponent(&e)?;
        let e = Natural::from_biguint(&e, self.public_key.modulus_length() / 2);
        let set = self.orders.iter().map(|Order { modulus, inverting }| Exponentiation {
            base: &e,
            exponent: inverting,
            modulus,
        });
        let inverses = engine.exponentiate(&set.collect::<Vec<_>>());
        let mut exponents = Vec::with_capacity(self.orders.len());
        for (Order { modulus, .. }, inverse) in self.orders.iter().zip(&inverses) {
            // e < 2^(n/2 − 2) ≤ p', so it is a residue. A wrong inverse would make a wrong share, which reveals the other prime.
            let one = Natural::from_be_bytes(&[1], modulus.bit_length());
            let product = modulus.multiply(inverse, &modulus.montgomery_form(&e));
            if declassify(product != one) {
                return Err(crate::Error::FaultDetected.into());
            }
            let bits = modulus.bit_length() + 1;
            let is_even = Natural::from_be_bytes(&[1 ^ (inverse.words()[0] & 1) as u8], 32);
            let exponent = point("derived exponent", inverse.plus_product(modulus.value(), &is_even, bits));
            exponents.push(Exponent::secret_of_width(exponent, bits));
        }
        let operation = Operation::Crt(Box::new(self.operation.with_exponents(exponents)));
        Ok(PrivateKey::of_operation(self.params.clone(), public_key, operation))
    }

    #[inline]
    fn new_checksum(&self) -> Checksum {
        use core::hash::Hash;
        let mut checksum = Checksum::default();
        (&self.params, &self.public_key, &self.operation, &self.orders).hash(&mut checksum);
        checksum
    }
}
