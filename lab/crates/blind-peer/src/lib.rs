//! The crate `blind-rsa-signatures`: the client of partially blind RSA. `npm run bench` measures it in browsers. Never published.

use blind_rsa_signatures::pbrsa::PartiallyBlindPublicKey;
use blind_rsa_signatures::{BlindSignature, BlindingResult, PSS, Randomized, Sha384, Signature};
use crypto_bigint::BoxedUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rsa::RsaPublicKey;
use wasm_bindgen::prelude::*;

type PublicKey = PartiallyBlindPublicKey<Sha384, PSS, Randomized>;

/// A client with one message and its metadata.
#[wasm_bindgen]
pub struct PartiallyBlindClient {
    key: PublicKey,
    message: Vec<u8>,
    info: Vec<u8>,
    rng: ChaCha20Rng,
    blinded: Option<BlindingResult>,
}

#[wasm_bindgen]
impl PartiallyBlindClient {
    /// Takes the big-endian numbers of the issuer's public key, the message, its metadata, and 32 random bytes.
    ///
    /// # Errors
    /// If there are not 32 random bytes, or the crate refuses the key.
    #[wasm_bindgen(constructor)]
    pub fn new(
        modulus: &[u8],
        public_exponent: &[u8],
        message: &[u8],
        info: &[u8],
        random: &[u8],
    ) -> Result<Self, JsError> {
        let seed = random.try_into().map_err(|_| JsError::new("32 random bytes are needed"))?;
        let [n, e] = [modulus, public_exponent].map(BoxedUint::from_be_slice_vartime);
        Ok(Self {
            key: PublicKey::new(RsaPublicKey::new(n, e)?),
            message: message.to_vec(),
            info: info.to_vec(),
            rng: ChaCha20Rng::from_seed(seed),
            blinded: None,
        })
    }

    /// The blinded message for the issuer.
    ///
    /// # Errors
    /// If the crate fails.
    pub fn blind(&mut self) -> Result<Vec<u8>, JsError> {
        let derived = self.key.derive_public_key_for_metadata(&self.info)?;
        let result = derived.blind(&mut self.rng, &self.message, Some(&self.info))?;
        let blinded = result.blind_message.to_vec();
        self.blinded = Some(result);
        Ok(blinded)
    }

    /// The signature from the blind signature, verified.
    ///
    /// # Errors
    /// If nothing is blinded, or the signature is not valid.
    pub fn finalize(&self, blind_signature: &[u8]) -> Result<Vec<u8>, JsError> {
        let blinded = self.blinded()?;
        let derived = self.key.derive_public_key_for_metadata(&self.info)?;
        let signature = BlindSignature(blind_signature.to_vec());
        Ok(derived.finalize(&signature, blinded, &self.message, Some(&self.info))?.to_vec())
    }

    /// Verifies a signature, as somebody who received it.
    ///
    /// # Errors
    /// If nothing is blinded, or the signature is not valid.
    pub fn verify(&self, signature: &[u8]) -> Result<(), JsError> {
        let randomizer = self.blinded()?.msg_randomizer;
        let derived = self.key.derive_public_key_for_metadata(&self.info)?;
        Ok(derived.verify(&Signature(signature.to_vec()), randomizer, &self.message, Some(&self.info))?)
    }
}

impl PartiallyBlindClient {
    fn blinded(&self) -> Result<&BlindingResult, JsError> {
        self.blinded.as_ref().ok_or_else(|| JsError::new("nothing is blinded yet"))
    }
}
