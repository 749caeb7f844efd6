//! Private keys.

use core::fmt;
use core::hash::Hash;
use core::ops::ControlFlow;

use modular_powers::{Checksum, Engine, Exponentiation, Natural, declassify};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::error::Results;
use crate::generate::Generator;
use crate::operation::PrivateOperation;
use crate::protection::{BlindingCache, at};
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
    /// Of all fields above except `blinding`, as they were prepared.
    checksum: Checksum,
}

/// Shows only the public part.
impl fmt::Debug for PrivateKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("PrivateKey");
        fields.field("params", &self.params).field("components", &self.components).finish_non_exhaustive()
    }
}

/// Prepares the numbers again, which takes about as long as [`PrivateKey::restore`]. The copy draws its own blinding factors, and
/// dropping it overwrites its secrets like those of the original.
impl Clone for PrivateKey {
    fn clone(&self) -> Self {
        Self::prepare(self.params.clone(), self.components.clone()).expect("these numbers were prepared before")
    }
}

impl PrivateKey {
    /// Generates a key and tests that it decrypts what it encrypts. To cancel, return `ControlFlow::Break` from
    /// `on_progress`. Runs in variable time.
    ///
    /// # Errors
    /// The errors of [`KeyParams::check`], before any work; [`Error::Aborted`] if you cancel; [`Error::KeyPairTest`] if
    /// the machine made an error.
    pub fn generate(
        params: &KeyParams,
        rng: &mut dyn CryptoRng,
        on_progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, Error> {
        Self::generate_from(params, &mut Vec::new(), rng, on_progress)
    }

    /// [`PrivateKey::generate`] with primes that other searches with the same parameters have found, so that several
    /// threads can search for one key. Known primes that do not suit each other are left out. If you cancel, `known`
    /// then has the primes that this search was left with and those that it found.
    ///
    /// Let each thread search until it finds a prime, then give the primes of all threads to each. Nothing is lost by
    /// canceling: the search tries random candidates, so it never gets closer to its end. Primes must come from this
    /// call. They are secret. Their lengths, distances and conditions are checked, but not that they are prime: if one is
    /// composite, the test of the key fails, unless it is the long prime of an unbalanced key.
    ///
    /// # Errors
    /// As [`PrivateKey::generate`].
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{Error, KeyParams, PrivateKey, Progress, Variant};
    ///
    /// let params = KeyParams::new(Variant::Crt, 512);
    /// let until_one_is_found = |progress| match progress {
    ///     Progress::Primes { done: 1, .. } => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// };
    /// let mut known = Vec::new();
    /// for seed in [1, 2] {
    ///     let mut rng = ChaCha20Rng::from_seed([seed; 32]); // a fixed seed: for tests only
    ///     let mut found = Vec::new();
    ///     let search = PrivateKey::generate_from(&params, &mut found, &mut rng, until_one_is_found);
    ///     assert_eq!(search.err(), Some(Error::Aborted));
    ///     known.append(&mut found);
    /// }
    /// let mut rng = ChaCha20Rng::from_seed([3; 32]);
    /// let key = PrivateKey::generate_from(&params, &mut known.clone(), &mut rng, |_| ControlFlow::Continue(()))?;
    /// assert_eq!(key.components().primes, known);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn generate_from(
        params: &KeyParams,
        known: &mut Vec<BigUint>,
        rng: &mut dyn CryptoRng,
        on_progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, Error> {
        Self::generate_disturbed(params, known, rng, on_progress, |_| ())
    }

    /// [`PrivateKey::generate_from`], where tests can change the new numbers.
    fn generate_disturbed(
        params: &KeyParams,
        known: &mut Vec<BigUint>,
        rng: &mut dyn CryptoRng,
        mut on_progress: impl FnMut(Progress) -> ControlFlow<()>,
        fault: impl FnOnce(&mut Components),
    ) -> Result<Self, Error> {
        let params = params.check()?.affordable()?;
        let mut generator = Generator { rng, on_progress: &mut on_progress, known };
        let mut components = variants::generate(&params, &mut generator)?;
        fault(&mut components);
        Self::prepare(params, components)?.tested()
    }

    /// Generates two keys on one set of primes (Paixão, Gazzoni Filho 2005). The first has the short CRT exponents and
    /// the long public exponent that `params` ask for; its variant is r-prime or rebalanced. The second has the short
    /// public exponent `public_exponent`; its variant is multi-prime or crt. Both have the same modulus and must have
    /// the same owner. Runs in variable time.
    ///
    /// # Errors
    /// [`Error::WrongVariant`] for other variants; the errors of [`PrivateKey::generate`].
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
        on_progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<[Self; 2], Error> {
        Self::generate_common_modulus_from(params, public_exponent, &mut Vec::new(), rng, on_progress)
    }

    /// [`PrivateKey::generate_common_modulus`] with known primes, as in [`PrivateKey::generate_from`].
    ///
    /// # Errors
    /// As [`PrivateKey::generate_common_modulus`].
    pub fn generate_common_modulus_from(
        params: &KeyParams,
        public_exponent: &BigUint,
        known: &mut Vec<BigUint>,
        rng: &mut dyn CryptoRng,
        mut on_progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<[Self; 2], Error> {
        let long = params.check()?.affordable()?;
        let variant =
            long.values.variant.definition().with_short_public_exponent.ok_or_else(|| Error::WrongVariant {
                call: "generate_common_modulus",
                needed: Variant::all_with(|definition| definition.with_short_public_exponent.is_some()),
                variant: long.values.variant,
            })?;
        let primes = variant.definition().primes.as_ref().map(|_| long.primes);
        let public_exponent = Some(public_exponent.clone());
        let short =
            KeyParams { primes, public_exponent, ..KeyParams::new(variant, long.values.modulus_length) }.check()?;
        let mut generator = Generator { rng, on_progress: &mut on_progress, known };
        let [long_key, short_key] = variants::common_modulus::generate(&long, &short, &mut generator)?;
        Ok([Self::prepare(long, long_key)?.tested()?, Self::prepare(short, short_key)?.tested()?])
    }

    /// The pairwise consistency test of a new key (SP 800-56B rev. 2, section 6.4.1.1; FIPS 140-3 requires it): every
    /// private operation of the key must return the number that its public exponents encrypted. Numbers that the
    /// operation does not use but that an export contains are checked too.
    ///
    /// The number is `⌊N/3⌋`. It is nearly as long as N, and coprime to N, which multi-power needs: a common factor
    /// would divide `N mod 3`, and no prime factor of N is that short. For an unbalanced key, the bound of its messages
    /// replaces N.
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
            if !message.as_ref().is_ok_and(|message| operation.is_right(&ciphertexts[0], &powers, message)) {
                return false;
            }
            decrypted.push(message);
        }
        if let Operation::Batch(batch) = &self.operation {
            decrypted.extend(batch.decrypt_batch(&ciphertexts, engine).into_iter().map(Ok));
        }
        decrypted.iter().all(|result| result.as_ref() == Ok(&number))
    }

    /// Makes a key from its numbers, with the same checks as [`PrivateKey::check`].
    ///
    /// # Errors
    /// The errors of [`KeyParams::check`]; [`Error::InconsistentKey`], [`Error::BrokenKey`].
    pub fn from_components(params: &KeyParams, components: Components, rng: &mut dyn CryptoRng) -> Result<Self, Error> {
        let params = params.check_existing()?;
        check::components(&params, &components, rng)?;
        Self::prepare(params, components)
    }

    /// [`PrivateKey::from_components`] without the primality tests, which take most of the time. Only for keys from
    /// storage that nobody else can write to: if a factor is composite, private operations return wrong results or
    /// reveal the factors of N.
    ///
    /// # Errors
    /// The errors of [`KeyParams::check`]; [`Error::InconsistentKey`], [`Error::BrokenKey`].
    pub fn from_trusted_components(params: &KeyParams, components: Components) -> Result<Self, Error> {
        let params = params.check_existing()?;
        check::trusted(&params, &components)?;
        Self::prepare(params, components)
    }

    /// Recreates a key from the parameters and numbers of another [`PrivateKey`], for example in another thread or
    /// process. Checks only counts, lengths, parity and the product of the primes: if the numbers do not come from a
    /// key, private operations return wrong results. For numbers from elsewhere use [`PrivateKey::from_components`].
    ///
    /// # Errors
    /// The errors of [`KeyParams::check`]; [`Error::InconsistentKey`] if a count or a length is wrong.
    ///
    /// ```
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// use rsa_variants::{KeyParams, PrivateKey, Variant};
    ///
    /// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
    /// let key = PrivateKey::new(&KeyParams::new(Variant::MultiPrime, 512), &mut rng)?;
    /// let copy = PrivateKey::restore(&key.params(), key.components().clone())?;
    /// assert_eq!(copy.components(), key.components());
    /// # Ok::<(), rsa_variants::Error>(())
    /// ```
    pub fn restore(params: &KeyParams, components: Components) -> Result<Self, Error> {
        Self::prepare(params.check_existing()?, components)
    }

    /// A sample key for measurements: Scheme A with 1024 bits, whose key generation takes long. It is published with
    /// this library, so never use it for anything else.
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
        let (blinding, checksum) = Default::default();
        let mut key = Self { params, components, public_keys, operation, blinding, checksum };
        key.checksum = key.new_checksum();
        Ok(key)
    }

    /// A new key of these numbers, which has passed the test of [`PrivateKey::generate`].
    #[inline]
    pub(crate) fn made_of(params: CheckedParams, components: Components) -> Result<Self, Error> {
        Self::prepare(params, components)?.tested()
    }

    /// A key that consists only of a public key and a private operation, for as long as that is used: its other secret numbers
    /// are missing.
    #[inline]
    pub(crate) fn of_operation(params: CheckedParams, public_key: PublicKey, operation: Operation) -> Self {
        let components = Components {
            modulus: public_key.modulus(),
            public_exponents: vec![public_key.public_exponent()],
            private_exponent: BigUint::ZERO,
            primes: Vec::new(),
            crt_exponents: Vec::new(),
            crt_coefficients: Vec::new(),
        };
        let (blinding, checksum) = Default::default();
        let mut key = Self { params, components, public_keys: vec![public_key], operation, blinding, checksum };
        key.checksum = key.new_checksum();
        key
    }

    /// The checksum of everything that was prepared.
    fn new_checksum(&self) -> Checksum {
        let mut checksum = Checksum::default();
        (&self.params, &self.components, &self.public_keys, &self.operation).hash(&mut checksum);
        checksum
    }

    /// Whether everything that was prepared is still as it was then. If a bit of it has changed in memory, results are wrong,
    /// and one wrong result can reveal a prime.
    pub(crate) fn is_intact(&self) -> bool {
        declassify(self.new_checksum() == self.checksum)
    }

    /// Checks the numbers of the key: that the primes are prime ([`modular_powers::prime::is_prime`]), distinct and far
    /// apart, that their product is the modulus, that exponents and CRT numbers are right, and that no two short CRT
    /// exponents are equal.
    ///
    /// # Errors
    /// [`Error::InconsistentKey`], which says what is wrong; [`Error::BrokenKey`] if the numbers belong together but
    /// the key is easily broken.
    pub fn check(&self, rng: &mut dyn CryptoRng) -> Result<(), Error> {
        check::components(&self.params, &self.components, rng)
    }

    /// The parameters, with every parameter of the variant filled in.
    pub fn params(&self) -> KeyParams {
        self.params.to_params()
    }

    /// The numbers of the key.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// The public key. For the variant batch, the one with the first exponent.
    pub fn public_key(&self) -> &PublicKey {
        &self.public_keys[0]
    }

    /// The public keys: one for each exponent for the variant batch, otherwise a single one.
    pub fn public_keys(&self) -> &[PublicKey] {
        &self.public_keys
    }

    /// The private operation on the numbers of blocks, without guards. Results of an unbalanced key are still checked.
    pub(crate) fn decrypt_bare(&self, blocks: &[&[u8]], ciphertexts: &[Natural], engine: Engine) -> Results {
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

    /// The batch operation and the numbers of the blocks, whose count must be the batch size.
    pub(crate) fn batch(&self, blocks: &[&[u8]]) -> Result<(&BatchOperation, Vec<Natural>), Error> {
        let Operation::Batch(batch) = &self.operation else {
            let variant = self.params.values.variant;
            return Err(Error::WrongVariant { call: "decrypt_raw_batch", needed: vec![Variant::Batch], variant });
        };
        if blocks.len() != self.public_keys.len() {
            return Err(Error::BatchLength { blocks: blocks.len(), batch_size: self.public_keys.len() });
        }
        Ok((batch, self.numbers(blocks)?))
    }

    /// The private operation on many ciphertexts, without guards. Results of an unbalanced key must not be released.
    pub(crate) fn decrypt_numbers(&self, ciphertexts: &[Natural], engine: Engine) -> Vec<Result<Natural, Error>> {
        Self::decrypt_by(self.operation.single(), ciphertexts, engine)
    }

    /// Runs an operation on many ciphertexts: all exponentiations as one set, then one recombination for each
    /// ciphertext.
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

#[cfg(test)]
mod tests;
