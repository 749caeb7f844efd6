//! Private keys.

use core::fmt;
use core::ops::ControlFlow;

use modular_powers::{Engine, Exponentiation, Natural};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::protection::BlindingCache;
use crate::variants::{self, BatchOperation, Operation};
use crate::{
    CheckedParams, Components, Error, KeyParams, Progress, PublicComponents, PublicKey, Variant, check, sample,
};

/// A private key of any variant, prepared for its private operation.
pub struct PrivateKey {
    params: CheckedParams,
    components: Components,
    public_keys: Vec<PublicKey>,
    pub(crate) operation: Operation,
    pub(crate) blinding: BlindingCache,
}

/// The public part alone.
impl fmt::Debug for PrivateKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("PrivateKey");
        fields.field("params", &self.params).field("components", &self.components).finish_non_exhaustive()
    }
}

impl PrivateKey {
    /// Makes a key and tests that it decrypts what it encrypts. `on_progress` may cancel by `ControlFlow::Break`. Runs in
    /// variable time.
    ///
    /// # Errors
    /// Those of [`KeyParams::check`], before any work; [`Error::Aborted`]; [`Error::KeyPairTest`] after a fault.
    pub fn generate(
        params: &KeyParams,
        rng: &mut dyn CryptoRng,
        on_progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, Error> {
        Self::generate_disturbed(params, rng, on_progress, |_| ())
    }

    /// [`PrivateKey::generate`], with a fault in the new numbers for tests.
    fn generate_disturbed(
        params: &KeyParams,
        rng: &mut dyn CryptoRng,
        mut on_progress: impl FnMut(Progress) -> ControlFlow<()>,
        fault: impl FnOnce(&mut Components),
    ) -> Result<Self, Error> {
        let params = params.check()?;
        let mut generator = Generator { rng, on_progress: &mut on_progress };
        let mut components = variants::generate(&params, &mut generator)?;
        fault(&mut components);
        Self::prepare(params, components)?.tested()
    }

    /// Makes two keys on one set of primes (Paixão, Gazzoni Filho 2005): one with the short CRT exponents and the long public
    /// exponent that `params`, of the variant r-prime or rebalanced, ask for, and one, multi-prime or CRT, with the short
    /// public exponent `public_exponent`. Both have the same modulus and the same owner. Runs in variable time.
    ///
    /// # Errors
    /// [`Error::WrongVariant`] for other variants; those of [`KeyParams::check`]; [`Error::Aborted`];
    /// [`Error::KeyPairTest`] after a fault.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{KeyParams, PrivateKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let params = KeyParams::new(Variant::RPrime, 768);
    /// let [fast, compatible] =
    ///     PrivateKey::generate_common_modulus(&params, &65537u32.into(), &mut rng, |_| ControlFlow::Continue(()))?;
    /// assert_eq!(fast.public_key().modulus(), compatible.public_key().modulus());
    /// assert_eq!(compatible.params().variant, Variant::MultiPrime);
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn generate_common_modulus(
        params: &KeyParams,
        public_exponent: &BigUint,
        rng: &mut dyn CryptoRng,
        mut on_progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<[Self; 2], Error> {
        let long = params.check()?;
        let (variant, primes) = match long.variant {
            Variant::RPrime => (Variant::MultiPrime, Some(long.primes)),
            Variant::Rebalanced => (Variant::Crt, None),
            variant => {
                return Err(Error::WrongVariant {
                    call: "generate_common_modulus",
                    needed: &[Variant::Rebalanced, Variant::RPrime],
                    variant,
                });
            }
        };
        let public_exponent = Some(public_exponent.clone());
        let short = KeyParams { primes, public_exponent, ..KeyParams::new(variant, long.modulus_length) }.check()?;
        let mut generator = Generator { rng, on_progress: &mut on_progress };
        let [long_key, short_key] = variants::common_modulus::generate(&long, &short, &mut generator)?;
        Ok([Self::prepare(long, long_key)?.tested()?, Self::prepare(short, short_key)?.tested()?])
    }

    /// The pairwise consistency test of a new key (SP 800-56B rev. 2, section 6.4.1.1; FIPS 140-3 asks for it): every
    /// private operation of the key has to give back a number that its public exponents encrypted. The numbers that the
    /// operation does not use, but an export shows, are checked too.
    ///
    /// The number is `⌊N/3⌋`: as long as N nearly, and prime to it, which multi-power needs, because a common factor
    /// would divide `N mod 3`, and no prime factor of N is that short. With an unbalanced key the bound of its messages takes
    /// the place of N.
    fn tested(self) -> Result<Self, Error> {
        let sound = check::relations(&self.params, &self.components).is_ok() && self.decrypts_what_it_encrypts();
        if sound { Ok(self) } else { Err(Error::KeyPairTest) }
    }

    fn decrypts_what_it_encrypts(&self) -> bool {
        let engine = Engine::default();
        let bound = self.public_key().message_length().map(|bits| BigUint::from(1u8) << bits);
        let number = bound.as_ref().unwrap_or(&self.components.modulus) / 3u8;
        let number = Natural::from_biguint(&number, self.public_key().modulus_length());
        let set: Vec<Exponentiation<'_>> = self.public_keys.iter().map(|key| key.exponentiation(&number)).collect();
        let ciphertexts = engine.exponentiate(&set);
        let mut decrypted = self.decrypt_numbers(&ciphertexts[..1], engine);
        if let Some(operation) = self.operation.checked() {
            let powers = engine.exponentiate(&operation.exponentiations(&ciphertexts[0]));
            let message = operation.recombine(&ciphertexts[0], &powers, engine);
            if !message.as_ref().is_ok_and(|message| operation.is_right(&powers, message)) {
                return false;
            }
            decrypted.push(message);
        }
        if let Operation::Batch(batch) = &self.operation {
            decrypted.extend(batch.decrypt_batch(&ciphertexts, engine).into_iter().map(Ok));
        }
        decrypted.iter().all(|result| result.as_ref() == Ok(&number))
    }

    /// A key from its numbers, checked as by [`PrivateKey::check`].
    ///
    /// # Errors
    /// Those of [`KeyParams::check`]; [`Error::InconsistentKey`], [`Error::BrokenKey`].
    pub fn from_components(params: &KeyParams, components: Components, rng: &mut dyn CryptoRng) -> Result<Self, Error> {
        let params = params.check_existing()?;
        check::components(&params, &components, rng)?;
        Self::prepare(params, components)
    }

    /// The same without the tests whether the primes are prime, which take most of the time: for keys from a store of your own,
    /// which nobody else can write to. With a factor that is composite, private operations answer nonsense or give N away.
    ///
    /// # Errors
    /// Those of [`KeyParams::check`]; [`Error::InconsistentKey`], [`Error::BrokenKey`].
    pub fn from_trusted_components(params: &KeyParams, components: Components) -> Result<Self, Error> {
        let params = params.check_existing()?;
        check::trusted(&params, &components)?;
        Self::prepare(params, components)
    }

    /// A key from the parameters and numbers of another [`PrivateKey`]: the same key once more, elsewhere. Only the shape is
    /// checked; with other numbers than a key's the private operations answer nonsense, so foreign ones go to
    /// [`PrivateKey::from_components`].
    ///
    /// # Errors
    /// Those of [`KeyParams::check`]; [`Error::InconsistentKey`] for numbers of the wrong count or length.
    pub fn restore(params: &KeyParams, components: Components) -> Result<Self, Error> {
        Self::prepare(params.check_existing()?, components)
    }

    /// A prepared key for comparisons, published with this library and therefore unfit for anything else: it spares the
    /// long key generation of Scheme A, 1024 bits.
    ///
    /// # Errors
    /// [`Error::NoSample`] for other parameters.
    pub fn sample(variant: Variant, modulus_length: usize) -> Result<Self, Error> {
        let (params, components) = sample::components(variant, modulus_length)?;
        Self::prepare(params, components)
    }

    fn prepare(params: CheckedParams, components: Components) -> Result<Self, Error> {
        check::shape(&params, &components)?;
        let public_keys = components
            .public_exponents
            .iter()
            .map(|exponent| {
                PublicKey::from_components(&PublicComponents {
                    modulus: components.modulus.clone(),
                    public_exponent: exponent.clone(),
                    message_length: params.message_length(),
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let operation = variants::prepare(&params, &components)
            .ok_or_else(|| Error::InconsistentKey("a number that must be invertible is not".into()))?;
        let blinding = BlindingCache::default();
        Ok(Self { params, components, public_keys, operation, blinding })
    }

    /// Checks the key from its numbers: primes prime ([`modular_powers::prime::is_prime`]), distinct and far apart, their product,
    /// the exponents, the CRT numbers, and that no two short CRT exponents are equal.
    ///
    /// # Errors
    /// [`Error::InconsistentKey`] with what is wrong; [`Error::BrokenKey`] where everything else is right.
    pub fn check(&self, rng: &mut dyn CryptoRng) -> Result<(), Error> {
        check::components(&self.params, &self.components, rng)
    }

    /// The parameters, with every one that applies filled in.
    pub fn params(&self) -> KeyParams {
        self.params.to_params()
    }

    /// The numbers of the key.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// The public key; for the variant batch the one with the first exponent.
    pub fn public_key(&self) -> &PublicKey {
        &self.public_keys[0]
    }

    /// The public keys: one, or for the variant batch one for each exponent.
    pub fn public_keys(&self) -> &[PublicKey] {
        &self.public_keys
    }

    /// The private operation on the numbers of blocks, without guards; what an unbalanced key answers is checked all the same.
    pub(crate) fn decrypt_bare(
        &self,
        blocks: &[&[u8]],
        ciphertexts: &[Natural],
        engine: Engine,
    ) -> Vec<Result<Vec<u8>, Error>> {
        if let Operation::Unbalanced(operation) = &self.operation {
            return self.decrypt_unbalanced(operation, blocks, ciphertexts, &[], engine);
        }
        let length = self.public_key().block_length();
        let messages = self.decrypt_numbers(ciphertexts, engine);
        messages.into_iter().map(|message| Ok(message?.to_be_bytes(length))).collect()
    }

    /// The numbers of many blocks, all checked before any work.
    pub(crate) fn numbers(&self, blocks: &[&[u8]]) -> Result<Vec<Natural>, Error> {
        let number = |(index, block): (usize, &&[u8])| self.public_key().number(block).map_err(at(index));
        blocks.iter().enumerate().map(number).collect()
    }

    /// The batch's operation, and the numbers of as many blocks as it takes.
    pub(crate) fn batch(&self, blocks: &[&[u8]]) -> Result<(&BatchOperation, Vec<Natural>), Error> {
        let Operation::Batch(batch) = &self.operation else {
            let variant = self.params.variant;
            return Err(Error::WrongVariant { call: "decrypt_raw_batch", needed: &[Variant::Batch], variant });
        };
        if blocks.len() != self.public_keys.len() {
            return Err(Error::BatchLength { blocks: blocks.len(), batch_size: self.public_keys.len() });
        }
        Ok((batch, self.numbers(blocks)?))
    }

    /// The private operation on many ciphertexts, bare: with an unbalanced key nothing of it may be released.
    pub(crate) fn decrypt_numbers(&self, ciphertexts: &[Natural], engine: Engine) -> Vec<Result<Natural, Error>> {
        Self::decrypt_by(self.operation.single(), ciphertexts, engine)
    }

    /// An operation on many ciphertexts: all exponentiations as one set, then each recombined.
    pub(crate) fn decrypt_by(
        operation: &dyn PrivateOperation,
        ciphertexts: &[Natural],
        engine: Engine,
    ) -> Vec<Result<Natural, Error>> {
        let set: Vec<Exponentiation<'_>> =
            ciphertexts.iter().flat_map(|ciphertext| operation.exponentiations(ciphertext)).collect();
        let powers = engine.exponentiate(&set);
        let share = set.len().checked_div(ciphertexts.len()).unwrap_or(1);
        let pairs = ciphertexts.iter().zip(powers.chunks(share));
        pairs.map(|(ciphertext, powers)| operation.recombine(ciphertext, powers, engine)).collect()
    }
}

/// All results, or the first error with its index.
pub(crate) fn all_or_first_error<T>(results: impl IntoIterator<Item = Result<T, Error>>) -> Result<Vec<T>, Error> {
    results.into_iter().enumerate().map(|(index, result)| result.map_err(at(index))).collect()
}

/// An error of the block with this index.
fn at(index: usize) -> impl Fn(Error) -> Error {
    move |error| Error::Block { index, error: Box::new(error) }
}

#[cfg(test)]
mod tests;
