//! The random factors that blind ciphertexts.

use std::sync::{Mutex, PoisonError};

use modular_powers::fault::{point, stage};
use modular_powers::{Engine, Modulus, MontgomeryForm, Natural, declassify, random};
use num_bigint::BigUint;
use rand_core::CryptoRng;

use crate::arithmetic::inverse;
use crate::variants::CheckedOperation;
use crate::{Error, PrivateKey};

/// How often factors are used, squared each time, before new ones are drawn. Squaring costs two multiplications with
/// one public exponent, or four with a long one. Drawing costs an inversion and an encryption or a private operation.
/// The Compare page measures this many operations in a row (`blindingPeriod`).
const USES: u32 = 32;

/// How many random numbers without an inverse are rejected.
const MOST_DRAWS: usize = 128;

/// The factors for one private operation.
#[derive(Clone)]
pub(crate) struct Factors {
    /// For each public exponent e, the factor `v^e` for the ciphertext.
    pub(crate) blinding: Vec<MontgomeryForm>,
    /// The factor `v⁻¹`, which removes the blinding from the message.
    pub(crate) unblinding: MontgomeryForm,
    /// Only for a long public exponent.
    pub(crate) check: Option<FactorCheck>,
}

/// Detects a wrong factor if the result is not encrypted again. Each of the two factors has a partner that was computed
/// separately.
#[derive(Clone)]
pub(crate) struct FactorCheck {
    /// `v^e`, which must give the same blinded ciphertext.
    pub(crate) blinding: MontgomeryForm,
    /// v, which blinds the message again.
    pub(crate) v: MontgomeryForm,
}

/// The factors that a key used last. They are squared for the next use, so most uses need no inversion.
#[derive(Default)]
pub(crate) struct BlindingCache(Mutex<Option<(Factors, u32)>>);

impl BlindingCache {
    /// Returns factors for the next operation.
    pub(crate) fn next(&self, key: &PrivateKey, engine: Engine, rng: &mut dyn CryptoRng) -> Result<Factors, Error> {
        // A panicking thread cannot leave a partial value here, because values are replaced in one step.
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (factors, uses) = match cached.take() {
            Some((factors, uses)) if uses < USES => (squared(key, &factors), uses + 1),
            _ => (draw(key, engine, rng)?, 1),
        };
        *cached = Some((factors.clone(), uses));
        Ok(factors)
    }

    /// Forgets the factors after a wrong result, which they may have caused.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Changes the cached factors.
    #[cfg(test)]
    pub(super) fn change(&self, change: impl FnOnce(&mut Factors)) {
        change(&mut self.0.lock().unwrap().as_mut().expect("factors were drawn").0);
    }
}

/// The factors for `v²`.
fn squared(key: &PrivateKey, factors: &Factors) -> Factors {
    let _stage = stage("squaring of blinding factors");
    let modulus = key.public_key().modulus_prepared();
    let square = |form: &MontgomeryForm| modulus.square_form(form);
    let check = factors.check.as_ref();
    Factors {
        blinding: factors.blinding.iter().map(square).collect(),
        unblinding: square(&factors.unblinding),
        check: check.map(|check| FactorCheck { blinding: square(&check.blinding), v: square(&check.v) }),
    }
}

/// Factors for a random v.
///
/// With a short public exponent they are `v^e` and `v⁻¹`. Encrypting a result again shows whether one of them is wrong.
/// With a long public exponent `v^e` would cost as much as several private operations. Then a random u is the blinding
/// factor itself, and v is `u^d`, which the private operation computes fast. A v that is wrong modulo one prime would
/// make every result wrong modulo that prime, so this operation is checked like all others.
fn draw(key: &PrivateKey, engine: Engine, rng: &mut dyn CryptoRng) -> Result<Factors, Error> {
    let _stage = stage("drawing of blinding factors");
    let modulus = key.public_key().modulus_prepared();
    // A random number shares a factor with N with a probability of at most 8·2⁻⁶³, so 128 of them practically never do.
    for _ in 0..MOST_DRAWS {
        let random = point("random number", random::secret_below(modulus.value(), modulus.bit_length(), rng)?);
        if let Some(operation) = key.operation.checked() {
            if let Some(factors) = draw_by(operation, key, random, engine, rng)? {
                return Ok(factors);
            }
            continue;
        }
        let set: Vec<_> = key.public_keys().iter().map(|key| key.exponentiation(&random)).collect();
        let blinding = engine.exponentiate(&set);
        // A number that shares a factor with N has no inverse. By chance this practically never happens.
        let Some(unblinding) = masked_inverse(modulus, &random, &random, rng)? else { continue };
        let blinding = blinding.iter().map(|factor| engine.montgomery_form(modulus, factor)).collect();
        return Ok(Factors { blinding, unblinding: engine.montgomery_form(modulus, &unblinding), check: None });
    }
    Err(Error::StuckGenerator)
}

/// Draws factors with u as the blinding factor. `None` if `u^d` has no inverse.
fn draw_by(
    operation: CheckedOperation<'_>,
    key: &PrivateKey,
    mut u: Natural,
    engine: Engine,
    rng: &mut dyn CryptoRng,
) -> Result<Option<Factors>, Error> {
    let modulus = key.public_key().modulus_prepared();
    let [blinding, again] = [(); 2].map(|()| engine.montgomery_form(modulus, &u));
    let mut powers = engine.exponentiate(&operation.exponentiations(&u));
    let mut v = operation.recombine(&u, &powers, engine)?;
    point("message", &mut v);
    let Some(unblinding) = masked_inverse(modulus, &v, &u, rng)? else { return Ok(None) };
    let [v, inverse] = [&v, &unblinding].map(|factor| engine.montgomery_form(modulus, factor));
    point("ciphertext, later", &mut u);
    point("powers, later", &mut powers);
    // Checks the factors in the form in which they will be used. Checking one of the two blinding factors is enough,
    // because each use compares them.
    let one = Natural::from_be_bytes(&[1], modulus.bit_length());
    let message = modulus.multiply(&one, &v);
    let right = (modulus.multiply(&one, &again) == u)
        & operation.is_right(&u, &powers, &message)
        & (modulus.multiply(&message, &inverse) == one);
    let check = Some(FactorCheck { blinding: again, v });
    if declassify(right) {
        Ok(Some(Factors { blinding: vec![blinding], unblinding: inverse, check }))
    } else {
        Err(Error::FaultDetected)
    }
}

/// `v⁻¹ mod N`, by a variable-time inversion of a number that reveals nothing about v: `v⁻¹ = s·(v·s)⁻¹` for a random
/// s. `None` if there is no inverse. The generator is stuck if it draws `earlier` again, and then the mask may hide nothing.
#[inline]
pub(crate) fn masked_inverse(
    modulus: &Modulus,
    v: &Natural,
    earlier: &Natural,
    rng: &mut dyn CryptoRng,
) -> Result<Option<Natural>, Error> {
    let mask = random::secret_below(modulus.value(), modulus.bit_length(), rng)?;
    if declassify(mask == *earlier) {
        return Err(Error::StuckGenerator);
    }
    let Masked { number, mask } = Masked::new(modulus, v, &mask);
    let Some(inverse) = inverse(&number, &modulus.value().to_biguint()) else { return Ok(None) };
    let inverse = Natural::from_biguint(&point("inverse", inverse), modulus.bit_length());
    Ok(Some(modulus.multiply(&inverse, &mask)))
}

/// A product with a random mask. It is the only number here that may be known to everybody, because it is as random as the
/// mask.
struct Masked {
    number: BigUint,
    mask: MontgomeryForm,
}

impl Masked {
    fn new(modulus: &Modulus, secret: &Natural, mask: &Natural) -> Self {
        let mask = modulus.montgomery_form(mask);
        let bytes = modulus.multiply(secret, &mask).to_be_bytes(modulus.width() / 8);
        let number = BigUint::from_bytes_be(&bytes.into_iter().map(declassify).collect::<Vec<_>>());
        Self { number, mask }
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    use rand_core::TryRng;
    use testing::Filled;

    use super::*;
    use crate::{KeyParams, Variant};

    fn key(variant: Variant) -> PrivateKey {
        let rng = &mut ChaCha20Rng::from_seed([55; 32]);
        PrivateKey::new(&KeyParams::new(variant, 256), rng).unwrap()
    }

    /// Otherwise one pair of factors would blind all operations, and the squares of a known v are known.
    #[test]
    fn factors_are_drawn_again_after_their_last_use() {
        for key in [Variant::Crt, Variant::Rebalanced, Variant::Batch, Variant::Unbalanced].map(key) {
            let draws = Cell::new(0);
            let mut rng = counted(56, &draws);
            for operation in 0..3 * USES {
                let before = draws.get();
                key.blinding.next(&key, Engine::default(), &mut rng).unwrap();
                assert_eq!(draws.get() > before, operation % USES == 0, "{:?}, {operation}", key.params().variant);
            }
        }
    }

    /// Two keys that used the same factors would show which of their operations blind alike.
    #[test]
    fn a_copy_of_a_key_draws_its_own_factors() {
        let key = key(Variant::Crt);
        let draws = Cell::new(0);
        let mut rng = counted(59, &draws);
        key.blinding.next(&key, Engine::default(), &mut rng).unwrap();
        let copy = key.clone();
        let mut next = |key: &PrivateKey| {
            let before = draws.get();
            let factors = key.blinding.next(key, Engine::default(), &mut rng).unwrap();
            let one = Natural::from_be_bytes(&[1], 256);
            (draws.get() > before, key.public_key().modulus_prepared().multiply(&one, &factors.unblinding))
        };
        let [(copy_draws, of_copy), (key_draws, of_key)] = [next(&copy), next(&key)];
        assert!(copy_draws && !key_draws && of_copy != of_key);
    }

    /// The inversion runs in variable time, so nothing that it sees may depend on v alone.
    #[test]
    fn what_is_inverted_depends_on_the_mask() {
        let key = key(Variant::Crt);
        let modulus = key.public_key().modulus_prepared();
        let [v, mask, other] = [5u8, 7, 11].map(|byte| Natural::from_be_bytes(&[byte; 31], modulus.bit_length()));
        let [masked, again] = [&mask, &other].map(|mask| Masked::new(modulus, &v, mask));
        let value = modulus.value().to_biguint();
        assert_eq!(masked.number, v.to_biguint() * mask.to_biguint() % &value);
        assert_ne!(masked.number, again.number);
        let mut rng = ChaCha20Rng::from_seed([57; 32]);
        let inverse = masked_inverse(modulus, &v, &mask, &mut rng).unwrap().unwrap();
        assert_eq!(inverse.to_biguint() * v.to_biguint() % value, BigUint::from(1u8));
    }

    /// A generator that counts its draws.
    fn counted(seed: u8, draws: &Cell<usize>) -> impl CryptoRng {
        let mut rng = ChaCha20Rng::from_seed([seed; 32]);
        Filled(move |bytes: &mut [u8]| {
            draws.set(draws.get() + 1);
            rng.try_fill_bytes(bytes)
        })
    }
}
