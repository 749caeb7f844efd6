//! The device: the public interface of the model.

use core::ops::{ControlFlow, RangeInclusive};

use num_bigint::BigUint;
use rand_core::CryptoRng;
use rsa_variants::PublicKey;

use crate::key::{Key, Shape};
use crate::machine::{Machine, OnProgress};
use crate::private_operation::{StoredKey, private_operation, public_modulus};
use crate::{
    Error, GenerateParams, MOST_TRACED_BITS, Memory, Mode, Report, TraceLevel, WINDOW_WIDTHS, generate, words,
};

/// The lengths that a multiplier may have, in bits; all are multiples of 32.
pub const MULTIPLIER_LENGTHS: RangeInclusive<usize> = 64..=4096;

/// Whether the model supports a multiplier of `length` bits.
pub(crate) fn is_multiplier_length(length: usize) -> bool {
    MULTIPLIER_LENGTHS.contains(&length) && length.is_multiple_of(32)
}

/// The sizes of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceOptions {
    /// k, the length of its Montgomery multiplier in bits.
    pub multiplier_length: usize,
    /// The memory of the multiplier unit, in bytes.
    pub unit_ram: usize,
    /// The memory of the controller, in bytes.
    pub controller_ram: usize,
}

impl Default for DeviceOptions {
    /// The paper's device, an HED CIU98320B: 2048 bits, 3 KiB, 16 KiB.
    fn default() -> Self {
        Self { multiplier_length: 2048, unit_ram: 3072, controller_ram: 16384 }
    }
}

/// A device with a Montgomery multiplier of k bits. Like the paper's firmware, it computes the private operation for a modulus
/// that is several times as long, and the public key from the private one. In addition, it makes keys.
///
/// ```
/// use core::ops::ControlFlow;
/// use rsa_variants::{KeyParams, Options, PrivateKey, Variant};
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// use xrsa::{Device, DeviceOptions, Key, Mode, TraceLevel};
///
/// let mut rng = ChaCha20Rng::from_seed([0; 32]); // a fixed seed: for tests only
/// let key = PrivateKey::new(&KeyParams::new(Variant::Crt, 512), &mut rng)?;
///
/// let device = Device::new(DeviceOptions { multiplier_length: 256, ..DeviceOptions::default() })?;
/// let block = [42; 60];
/// let mut go_on = |_| ControlFlow::Continue(());
/// let run = device.decrypt_raw(&Key::of(&key)?, &block, Mode::Window(4), TraceLevel::None, &mut go_on)?;
/// assert_eq!(run.message, key.decrypt_raw(&block, Options::new(&mut rng))?);
/// assert!(run.report.total().multiplications < 700);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Device {
    options: DeviceOptions,
}

/// A decrypted message and the operations that it took.
pub struct Decryption {
    /// `C^d mod N`, as long as the modulus in bytes.
    pub message: Vec<u8>,
    /// The operations.
    pub report: Report,
}

impl Device {
    /// Creates a device.
    ///
    /// # Errors
    /// [`Error::MultiplierLength`].
    pub fn new(options: DeviceOptions) -> Result<Self, Error> {
        let value = options.multiplier_length;
        if !is_multiplier_length(value) {
            return Err(Error::MultiplierLength { value });
        }
        Ok(Self { options })
    }

    /// The sizes of the device.
    pub fn options(&self) -> &DeviceOptions {
        &self.options
    }

    /// Counts what the private operation takes with keys of a shape. The counts are exact, because the operations are the same
    /// for every key and message of that shape.
    ///
    /// # Errors
    /// [`Error::PrimeTooLong`], [`Error::OutOfMemory`], [`Error::WindowWidth`].
    pub fn plan(&self, shape: &Shape, mode: Mode) -> Result<Report, Error> {
        self.fitting(shape, mode, &|machine, mode| {
            let key = StoredKey::blank(machine, shape)?;
            let message = machine.zero(shape.modulus_length)?;
            private_operation(machine, &key, &message, mode).map(drop)
        })
    }

    /// RSADP (RFC 8017, section 5.1.2) by the two-domain computation: `C^d mod N` for a big-endian block that is at most as long
    /// as the modulus and whose number is below N.
    ///
    /// # Errors
    /// Those of [`Device::plan`], before any work; [`Error::TraceTooLong`] for a trace with values of operands longer than
    /// [`MOST_TRACED_BITS`](crate::MOST_TRACED_BITS); [`Error::Rsa`] for a block that is too long or not below the modulus;
    /// [`Error::Aborted`] if `on_progress` breaks.
    pub fn decrypt_raw(
        &self,
        key: &Key,
        block: &[u8],
        mode: Mode,
        trace: TraceLevel,
        on_progress: OnProgress<'_>,
    ) -> Result<Decryption, Error> {
        let shape = key.shape();
        let operand_length = shape.operand_length();
        if trace == TraceLevel::Values && operand_length > MOST_TRACED_BITS {
            return Err(Error::TraceTooLong { operand_length });
        }
        let expected = self.plan(shape, mode)?.total().multiplications;
        let public_key = PublicKey::new(&key.components().modulus, &key.components().public_exponents[0])?;
        public_key.number(block)?; // for its checks; the device uses the words below
        let mut machine = Machine::new(&self.options, operand_length, trace, Some(expected), on_progress);
        let stored = StoredKey::new(&mut machine, key)?;
        let message = machine.store(words::of_be_bytes(block, words::count(shape.modulus_length)))?;
        let power = private_operation(&mut machine, &stored, &message, mode)?;
        let message = words::to_be_bytes(power.words(), shape.modulus_length.div_ceil(8));
        Ok(Decryption { message, report: machine.into_report() })
    }

    /// Computes the public modulus from the private key: the product of its primes, by half-width products.
    ///
    /// # Errors
    /// [`Error::PrimeTooLong`], [`Error::OutOfMemory`].
    pub fn public_modulus(&self, key: &Key) -> Result<(BigUint, Report), Error> {
        let shape = key.shape();
        self.fitting(shape, Mode::Paper, &|machine, _| {
            let primes = StoredKey::blank(machine, shape)?.primes;
            public_modulus(machine, shape, &primes).map(drop)
        })?;
        let mut go_on = |_| ControlFlow::Continue(());
        let mut machine = Machine::new(&self.options, shape.operand_length(), TraceLevel::None, None, &mut go_on);
        let primes = StoredKey::new(&mut machine, key)?.primes;
        let product = public_modulus(&mut machine, shape, &primes)?;
        Ok((BigUint::from_slice(product.words()), machine.into_report()))
    }

    /// Makes a key on the device: the unit computes every product, power and inverse at its own width. Runs in variable time.
    ///
    /// # Errors
    /// [`Error::PublicExponent`], [`Error::Rsa`] for a length or a number of primes outside the limits of multi-prime RSA,
    /// [`Error::PrimeTooLong`], [`Error::OutOfMemory`], all before any work; [`Error::Aborted`].
    pub fn generate_key(
        &self,
        params: &GenerateParams,
        mode: Mode,
        rng: &mut dyn CryptoRng,
        on_progress: OnProgress<'_>,
    ) -> Result<(Key, Report), Error> {
        let shape = params.check()?;
        self.fitting(&shape, mode, &|machine, mode| generate::plan(machine, &shape, mode))?;
        let mut machine = Machine::new(&self.options, shape.operand_length(), TraceLevel::None, None, on_progress);
        let key = generate::generate(&mut machine, params, &shape, mode, rng)?;
        Ok((key, machine.into_report()))
    }

    /// Plans a computation, and checks that it fits the device.
    fn fitting(
        &self,
        shape: &Shape,
        mode: Mode,
        compute: &dyn Fn(&mut Machine<'_>, Mode) -> Result<(), Error>,
    ) -> Result<Report, Error> {
        let plan = |mode: Mode| {
            let mut machine = Machine::planning(&self.options, shape.operand_length());
            compute(&mut machine, mode).map(|()| machine.into_report())
        };
        let (longest, k) = (shape.operand_length(), self.options.multiplier_length);
        if longest > k {
            return Err(Error::PrimeTooLong {
                prime_length: shape.prime_lengths.iter().copied().max().unwrap_or(0),
                multiplier_length: k,
                modulus_length: shape.modulus_length,
            });
        }
        let report = plan(mode.checked()?)?;
        let Some((memory, needed, size)) = self.exceeded(&report) else { return Ok(report) };
        let narrower = match mode {
            Mode::Window(width) => (*WINDOW_WIDTHS.start()..width).rev(),
            Mode::Paper | Mode::Squarings => (0..0).rev(),
        };
        let fits = |width: &usize| plan(Mode::Window(*width)).is_ok_and(|report| self.exceeded(&report).is_none());
        Err(Error::OutOfMemory { memory, needed, size, fitting_window: narrower.into_iter().find(fits) })
    }

    /// The memory that is too small for a computation, the bytes it would need, and its size.
    fn exceeded(&self, report: &Report) -> Option<(Memory, usize, usize)> {
        let needs = [
            (Memory::Unit, report.unit_ram, self.options.unit_ram),
            (Memory::Controller, report.controller_ram, self.options.controller_ram),
        ];
        needs.into_iter().find(|(_, needed, size)| needed > size)
    }
}
