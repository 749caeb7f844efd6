//! Public keys.

use core::hash::{Hash, Hasher};

use modular_powers::{Checksum, Engine, Exponent, Exponentiation, Modulus, Natural, declassify};
use num_bigint::BigUint;

use crate::params::{MODULUS_LENGTHS, WHY_THESE_LENGTHS, in_range, longest_public_exponent, short_prime_lengths};
use crate::{Error, PublicComponents};

/// A public key `(N, e)`. For an unbalanced key it also has a bound for messages.
///
/// One flipped bit in memory can turn e = 65537 into 1, and then a ciphertext is the message, and a forged signature is valid. So a
/// checksum of what was prepared is verified before each result is released.
#[derive(Clone, Debug)]
pub struct PublicKey {
    modulus: Modulus,
    exponent: Exponent,
    bound: Option<Bound>,
    /// Of all fields above, as they were prepared.
    checksum: Checksum,
    /// Of what the engine `lanes` reads of them, for 1 % of an encryption instead of 3 %.
    checksum_for_lanes: Checksum,
}

/// Everything that was prepared. Equal numbers are prepared alike, so equal keys have equal hashes.
impl Hash for PublicKey {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.modulus, &self.exponent, &self.bound).hash(hasher);
    }
}

/// Compares the numbers, in variable time.
impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.components() == other.components()
    }
}

impl Eq for PublicKey {}

/// The bound of an unbalanced key: messages are below `2^length`.
#[derive(Clone, Debug, Hash)]
struct Bound {
    length: usize,
    value: Natural,
}

impl PublicKey {
    /// Makes a public key from the modulus N and the public exponent e.
    ///
    /// # Errors
    /// [`Error::Modulus`] for an even or tiny modulus, [`Error::OutOfRange`] for a length outside
    /// [`MODULUS_LENGTHS`](crate::MODULUS_LENGTHS), [`Error::PublicExponent`] for an exponent that is even, below 3, not
    /// below the modulus, or longer than [`longest_public_exponent`](crate::longest_public_exponent) allows.
    pub fn new(modulus: &BigUint, public_exponent: &BigUint) -> Result<Self, Error> {
        let (least, most) = MODULUS_LENGTHS.into_inner();
        in_range("modulus_length", "bits", modulus.bits() as usize, least, most, WHY_THESE_LENGTHS)?;
        require_exponent(modulus, public_exponent)?;
        Ok(Self::prepared(Modulus::new(modulus)?, Exponent::public(public_exponent), None))
    }

    /// A key with the same modulus, which need not be prepared again, and another public exponent.
    #[inline]
    pub(crate) fn with_exponent(&self, public_exponent: &BigUint) -> Result<Self, Error> {
        require_exponent(&self.modulus(), public_exponent)?;
        let key = Self::prepared(self.modulus.clone(), Exponent::public(public_exponent), None);
        self.require_intact()?; // Later than the copy, whose checksum would hide earlier damage.
        Ok(key)
    }

    fn prepared(modulus: Modulus, exponent: Exponent, bound: Option<Bound>) -> Self {
        let none = Checksum::default();
        let mut key = Self { modulus, exponent, bound, checksum: none, checksum_for_lanes: none };
        key.checksum = key.new_checksum();
        key.checksum_for_lanes = key.new_checksum_for_lanes();
        key
    }

    fn new_checksum(&self) -> Checksum {
        let mut checksum = Checksum::default();
        self.hash(&mut checksum);
        checksum
    }

    fn new_checksum_for_lanes(&self) -> Checksum {
        let mut checksum = Checksum::default();
        self.modulus.hash_for_lanes(&mut checksum);
        (&self.exponent, &self.bound).hash(&mut checksum);
        checksum
    }

    /// Refuses a key that has changed in memory since it was prepared. Call it after the computation and before its result is used.
    /// An exponent below 3 is refused even if it was damaged before its checksum existed.
    ///
    /// # Errors
    /// [`Error::FaultDetected`].
    pub(crate) fn require_intact(&self) -> Result<(), Error> {
        self.require(self.new_checksum() == self.checksum)
    }

    /// The same for what an engine reads to encrypt.
    fn require_intact_for(&self, engine: Engine) -> Result<(), Error> {
        if engine != Engine::Lanes {
            return self.require_intact();
        }
        self.require(self.new_checksum_for_lanes() == self.checksum_for_lanes)
    }

    fn require(&self, is_intact: bool) -> Result<(), Error> {
        let words = self.exponent.value().words();
        let is_short = words.iter().skip(1).all(|word| *word == 0) && words.first().is_none_or(|word| *word < 3);
        if is_short || !is_intact { Err(Error::FaultDetected) } else { Ok(()) }
    }

    /// Makes a public key from its numbers, which for an unbalanced key include the length of its messages.
    ///
    /// # Errors
    /// The errors of [`PublicKey::new`]; [`Error::OutOfRange`] for a message length that is impossible with this
    /// modulus.
    pub fn from_components(components: &PublicComponents) -> Result<Self, Error> {
        let key = Self::new(&components.modulus, &components.public_exponent)?;
        if let Some(length) = components.message_length {
            let (least, most) = short_prime_lengths(key.modulus_length()).into_inner();
            let reason = "messages have one bit less than the short prime of an unbalanced key";
            in_range("message_length", "bits", length, least - 1, most.saturating_sub(1), reason)?;
            let value = Natural::from_biguint(&(BigUint::from(1u8) << length), key.modulus_length());
            return Ok(Self::prepared(key.modulus, key.exponent, Some(Bound { length, value })));
        }
        Ok(key)
    }

    /// n, the length of the modulus in bits.
    pub fn modulus_length(&self) -> usize {
        self.modulus.bit_length()
    }

    /// The modulus N.
    pub fn modulus(&self) -> BigUint {
        self.modulus.value().to_biguint()
    }

    /// The public exponent e.
    pub fn public_exponent(&self) -> BigUint {
        self.exponent.value().to_biguint()
    }

    /// The greatest length of a message in bits, for unbalanced keys only. Messages of other keys only have to be below
    /// the modulus.
    pub fn message_length(&self) -> Option<usize> {
        self.bound.as_ref().map(|bound| bound.length)
    }

    /// The numbers of the key.
    pub fn components(&self) -> PublicComponents {
        PublicComponents {
            modulus: self.modulus(),
            public_exponent: self.public_exponent(),
            message_length: self.message_length(),
        }
    }

    /// RSAEP (RFC 8017, section 5.1.1): `M^e mod N`. The block is big-endian, at most as long as the modulus, and its
    /// number is below N; for an unbalanced key it has at most [`PublicKey::message_length`] bits. The result is always
    /// as long as the modulus, in bytes. The time depends on e, not on the block.
    ///
    /// # Errors
    /// [`Error::BlockLength`], [`Error::MessageOutOfRange`]; [`Error::MessageBeyondBound`] for an unbalanced key;
    /// [`Error::FaultDetected`] if the key in memory is damaged.
    pub fn encrypt_raw(&self, block: &[u8], engine: Engine) -> Result<Vec<u8>, Error> {
        let base = self.number(block)?;
        if let Some(Bound { length, .. }) = self.bound
            && !declassify(self.is_below_bound(&base))
        {
            let bits = base.to_biguint().bits() as usize;
            return Err(Error::MessageBeyondBound { bits, message_length: length });
        }
        let power = engine.exponentiate(&[self.exponentiation(&base)]).remove(0);
        self.require_intact_for(engine)?;
        Ok(power.to_be_bytes(self.block_length()))
    }

    /// `M^e mod N`, for an engine.
    pub(crate) fn exponentiation<'a>(&'a self, base: &'a Natural) -> Exponentiation<'a> {
        Exponentiation { base, exponent: &self.exponent, modulus: &self.modulus }
    }

    /// The modulus, prepared for arithmetic.
    pub(crate) fn modulus_prepared(&self) -> &Modulus {
        &self.modulus
    }

    /// Whether a number at the modulus's width is below the bound of messages, if there is one. Does not branch on the
    /// number.
    pub(crate) fn is_below_bound(&self, number: &Natural) -> bool {
        let Some(Bound { value, .. }) = &self.bound else { return true };
        number.width() == value.width() && number.minus(value).1 == 1
    }

    /// The modulus's length in whole bytes.
    pub(crate) fn block_length(&self) -> usize {
        self.modulus_length().div_ceil(8)
    }

    /// Converts a block to a number at the modulus's width: OS2IP (RFC 8017, section 4.2) and the range check in step 1
    /// of RSAEP and RSADP.
    ///
    /// # Errors
    /// [`Error::BlockLength`], [`Error::MessageOutOfRange`].
    pub fn number(&self, block: &[u8]) -> Result<Natural, Error> {
        if block.len() > self.block_length() {
            return Err(Error::BlockLength { bytes: block.len(), modulus_bytes: self.block_length() });
        }
        let number = Natural::from_be_bytes(block, self.modulus_length());
        let (_, below) = number.minus(self.modulus.value());
        if declassify(below) == 0 {
            let bits = number.to_biguint().bits() as usize;
            return Err(Error::MessageOutOfRange { bits, modulus_length: self.modulus_length() });
        }
        Ok(number)
    }
}

/// Refuses an exponent that is even, below 3, not below the modulus, or too long for it.
#[inline]
fn require_exponent(modulus: &BigUint, public_exponent: &BigUint) -> Result<(), Error> {
    if !public_exponent.bit(0) || *public_exponent < BigUint::from(3u8) || public_exponent >= modulus {
        let requirement = format!("odd, at least 3 and below the modulus of {} bits", modulus.bits());
        return Err(Error::PublicExponent { value: public_exponent.clone(), requirement });
    }
    let most = longest_public_exponent(modulus.bits() as usize);
    if public_exponent.bits() as usize > most {
        let requirement = format!(
            "of at most {most} bits with a modulus of {} bits: otherwise a public operation would take seconds",
            modulus.bits()
        );
        return Err(Error::PublicExponent { value: public_exponent.clone(), requirement });
    }
    Ok(())
}
